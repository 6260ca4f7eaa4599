import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { cliPage, configurationPage, envExample } from '../../tools/operator-pages.ts'
import { createTestDatabase } from '../support/database.ts'
import { startGateway, temporaryHome } from '../support/process.ts'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const shells = ['sh', 'bash', 'zsh'].filter(isThere)

const database = await createTestDatabase('readme')
after(database.drop)

test('the first five calls work as they are printed, in every shell', {
  skip: !isThere('curl') && 'no curl',
}, async () => {
  const home = temporaryHome()
  await startGateway(home, { DATABASE_URL: database.url })
  const calls = readme.split('## The first five calls')[1]!.split('\n## ')[0]!
  const blocks = [...calls.matchAll(/```sh\n(.*?)```/gs)].map(match => match[1]!)
  assert.equal(blocks.length, 6)
  symlinkSync(home, join(home, '.tollgate'))
  const script = blocks.join('\necho "=="\n')
  for (const shell of shells) {
    const { stdout, stderr } = await promisify(execFile)(shell, ['-c', script], { cwd: home })
    assert.equal(stderr, '', shell)
    const [setup, contact, vault, sale, invoice, list] = stdout.split('==\n').map(text => text.trim())
    assert.equal(setup, '')
    assert.equal(JSON.parse(contact!).contact.last_name, 'Example')
    assert.equal(JSON.parse(vault!).accountvault.last_four, '1111')
    assert.equal(JSON.parse(sale!).transaction.status_id, 101)
    assert.match(await (await fetch(invoice!)).text(), /<title>Garden work/)
    assert.equal(JSON.parse(list!).transactions[0].id, JSON.parse(sale!).transaction.id)
  }
})

test('every file that README and the documents link to is there', () => {
  const pages = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })]
  const links = pages.flatMap(page =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(match => [page, match[1]!]),
  )
  assert.ok(links.length > 4)
  const lost = links.filter(([page, link]) => !existsSync(join(root, dirname(page!), link!)))
  assert.deepEqual(lost, [])
})

test('README names every script of npm', () => {
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
  assert.deepEqual(
    scripts
      .map(name => (/^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`))
      .filter(name => !readme.includes(name)),
    [],
  )
})

test('the pages of settings and commands, and the example of a live environment, are those of the code', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  assert.equal(read('docs/configuration.md'), configurationPage(), 'npm run configuration')
  assert.equal(read('docs/cli.md'), cliPage(), 'npm run configuration')
  assert.equal(read('deploy/env.example'), envExample(), 'npm run configuration')
})
