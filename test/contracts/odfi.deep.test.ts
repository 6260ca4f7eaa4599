import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'
import { folderOdfi } from '../../src/adapters/odfi/folder/index.ts'
import { type SftpSettings, sftpOdfi } from '../../src/adapters/odfi/sftp/index.ts'
import { LARGEST_FILE, UnreadableFile } from '../../src/ports/incoming-files.ts'
import type { Odfi } from '../../src/ports/odfi.ts'
import { sftpServer } from '../support/sftp-server.ts'

const made: string[] = []
after(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-odfi-'))
  made.push(root)
  for (const part of ['outgoing', 'incoming']) mkdirSync(join(root, part))
  return root
}

const names = (root: string, part: string) =>
  readdirSync(join(root, part), { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

const TEXT = `${'1'.repeat(94)}\n`.repeat(2000)

/** What every way to a bank does. */
function contract(name: string, open: () => Promise<{ root: string; odfi: Odfi }>): void {
  describe(`the way to the bank: ${name}`, () => {
    test('a staged file is not there for the bank; a released one is, whole and for its owner only', async () => {
      const { root, odfi } = await open()
      await odfi.stage('one.ach', TEXT)
      assert.ok(!names(root, 'outgoing').includes('one.ach'))
      await odfi.release('one.ach')
      assert.deepEqual(names(root, 'outgoing'), ['one.ach'])
      assert.equal(readFileSync(join(root, 'outgoing', 'one.ach'), 'latin1'), TEXT)
      assert.equal(statSync(join(root, 'outgoing', 'one.ach')).mode & 0o777, 0o600)
    })
    test('staging again replaces; releasing again does nothing, also when the bank has taken the file away', async () => {
      const { root, odfi } = await open()
      await odfi.stage('one.ach', 'half')
      await odfi.stage('one.ach', TEXT)
      await odfi.release('one.ach')
      rmSync(join(root, 'outgoing', 'one.ach'))
      await odfi.release('one.ach')
      assert.deepEqual(names(root, 'outgoing'), [])
    })
    test('what the bank laid down is seen oldest first, read, and moved out of the way once', async () => {
      const { root, odfi } = await open()
      for (const [index, each] of ['b.ach', 'a.ach'].entries()) {
        writeFileSync(join(root, 'incoming', each), `text of ${each}`)
        utimesSync(join(root, 'incoming', each), 1_000 + index, 1_000 + index)
      }
      for (const each of ['c.ach.part', '.d.ach', 'e.tmp']) writeFileSync(join(root, 'incoming', each), 'not yet')
      assert.deepEqual(await odfi.incoming(), ['b.ach', 'a.ach'])
      assert.equal(await odfi.read('b.ach'), 'text of b.ach')
      await odfi.done('b.ach')
      await odfi.done('b.ach')
      await odfi.aside('a.ach')
      assert.deepEqual(await odfi.incoming(), [])
      assert.deepEqual([names(root, 'incoming/done'), names(root, 'incoming/aside')], [['b.ach'], ['a.ach']])
    })
    test('G2 a file is read in whatever encoding the bank wrote it', async () => {
      const { root, odfi } = await open()
      const text = 'Café ¦'
      for (const [name, bytes] of Object.entries({
        'utf8.ach': Buffer.from(text),
        'marked.ach': Buffer.from(`\uFEFF${text}`),
        'windows.ach': Buffer.from(text, 'latin1'),
      })) {
        writeFileSync(join(root, 'incoming', name), bytes)
        assert.equal(await odfi.read(name), text, name)
      }
    })
    test('G77 files of one name are kept beside each other, done or aside', async () => {
      const { root, odfi } = await open()
      for (const to of ['done', 'aside'] as const) {
        for (const text of ['first', 'second']) {
          writeFileSync(join(root, 'incoming', 'returns.ach'), text)
          assert.equal(await odfi.read('returns.ach'), text)
          await odfi[to]('returns.ach')
        }
        const kept = names(root, `incoming/${to}`).map(each => readFileSync(join(root, 'incoming', to, each), 'utf8'))
        assert.deepEqual(kept.toSorted(), ['first', 'second'])
      }
    })
    test('G77 a file that the bank has written on since it was read stays to be read again', async () => {
      const { root, odfi } = await open()
      writeFileSync(join(root, 'incoming', 'half.ach'), 'half')
      await odfi.read('half.ach')
      writeFileSync(join(root, 'incoming', 'half.ach'), 'half, and the rest')
      await odfi.aside('half.ach')
      assert.deepEqual(await odfi.incoming(), ['half.ach'])
      assert.equal(await odfi.read('half.ach'), 'half, and the rest')
      await odfi.done('half.ach')
      assert.deepEqual([await odfi.incoming(), names(root, 'incoming/done')], [[], ['half.ach']])
    })
    test('G41 a file above the limit of bytes is not read', async () => {
      const { root, odfi } = await open()
      writeFileSync(join(root, 'incoming', 'huge.ach'), '')
      truncateSync(join(root, 'incoming', 'huge.ach'), LARGEST_FILE + 1)
      await assert.rejects(odfi.read('huge.ach'), UnreadableFile)
    })
    test('no name leads out of the folder', async () => {
      const { odfi } = await open()
      for (const bad of ['../x', 'a/b', '', '.hidden']) {
        await assert.rejects(async () => odfi.stage(bad, 'x'), /name/)
        await assert.rejects(async () => odfi.read(bad), /name/)
      }
    })
  })
}

contract('a folder', async () => {
  const root = folder()
  return { root, odfi: folderOdfi(root) }
})

const PASSWORD = 'not-a-real-password'
const stops: (() => Promise<void>)[] = []
after(() => Promise.all(stops.map(stop => stop())))

type Allowed = Partial<Parameters<typeof sftpServer>[1]>

async function bank(over: Partial<SftpSettings> = {}, allowed: Allowed = {}) {
  const root = folder()
  const server = await sftpServer(root, { user: 'tollgate', password: PASSWORD, ...allowed })
  stops.push(server.close)
  const settings: SftpSettings = {
    host: '127.0.0.1',
    port: server.port,
    user: 'tollgate',
    password: PASSWORD,
    private_key: null,
    host_key: server.host_key,
    outgoing: '/outgoing',
    incoming: '/incoming',
    ...over,
  }
  return { root, server, odfi: sftpOdfi(settings) }
}

contract('SFTP', () => bank())

test('a line that breaks half way leaves nothing for the bank; the next try does it whole', async () => {
  const { root, server, odfi } = await bank()
  server.cutAfter(50_000)
  await assert.rejects(odfi.stage('one.ach', TEXT), /the SFTP server/)
  assert.ok(!names(root, 'outgoing').includes('one.ach'))
  server.cutAfter(null)
  await odfi.stage('one.ach', TEXT)
  await odfi.release('one.ach')
  assert.equal(readFileSync(join(root, 'outgoing', 'one.ach'), 'latin1'), TEXT)
  assert.deepEqual(names(root, 'outgoing'), ['one.ach'])
})

test('a server with another key is not spoken to: nothing of the file and no password leaves', async () => {
  const { root, odfi } = await bank({ host_key: `SHA256:${'A'.repeat(43)}` })
  await assert.rejects(odfi.stage('one.ach', TEXT), /the SFTP server/)
  assert.deepEqual(names(root, 'outgoing'), [])
})

test('a wrong password is told without repeating it', async () => {
  const { odfi } = await bank({ password: 'another-one' })
  await assert.rejects(odfi.incoming(), error => !(error as Error).message.includes('another-one'))
})

test('a key opens the door in place of a password', async () => {
  const { privateKey: private_key } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const key = ssh2.utils.parseKey(private_key)
  assert.ok(!(key instanceof Error))
  const public_key = `ssh-rsa ${key.getPublicSSH().toString('base64')}`
  const { root, odfi } = await bank({ password: null, private_key }, { public_key })
  await odfi.stage('one.ach', TEXT)
  await odfi.release('one.ach')
  assert.deepEqual(names(root, 'outgoing'), ['one.ach'])
})

test('a server that is not there is told in one line', async () => {
  const { server, odfi } = await bank()
  await server.close()
  stops.pop()
  await assert.rejects(odfi.incoming(), /the SFTP server/)
})

/** A server that answers some requests of its own accord. */
const lying = (answers: Record<string, (sftp: SFTPWrapper, id: number, ...rest: never[]) => void>, over = {}) =>
  bank(over, {
    otherwise(sftp) {
      for (const [word, answer] of Object.entries(answers)) {
        sftp.removeAllListeners(word)
        sftp.on(word as 'STAT', (id, ...rest) => answer(sftp, id, ...(rest as unknown as never[])))
      }
    },
  })

const { STATUS_CODE } = ssh2.utils.sftp
const NONE = {} as Attributes

test('G76 a server that says neither type nor time of its files has them seen all the same', async () => {
  let told = false
  const listing = [
    ['returns.ach', '-rw-r--r-- 1 bank bank 5 Jan 1 returns.ach'],
    ['bare.ach', ''],
    ['done', 'drwxr-xr-x 1 bank bank 5 Jan 1 done'],
  ].map(([filename = '', longname = '']) => ({ filename, longname, attrs: NONE }))
  const { odfi } = await lying({
    READDIR(sftp, id) {
      if (told) return void sftp.status(id, STATUS_CODE.EOF)
      told = true
      sftp.name(id, listing)
    },
  })
  assert.deepEqual(await odfi.incoming(1_000), ['bare.ach', 'returns.ach'])
})

test('G76 an upload may take longer in all than a server may be silent', async () => {
  const { root, odfi } = await lying(
    {
      WRITE: (sftp, id) => void setTimeout(() => sftp.status(id, STATUS_CODE.OK), 200),
      STAT: (sftp, id) => sftp.attrs(id, { ...NONE, size: TEXT.length * 3 }),
    },
    { limits: { quiet_ms: 2_000 } },
  )
  const from = performance.now()
  await odfi.stage('slow.ach', TEXT.repeat(3))
  assert.ok(performance.now() - from > 2_500, 'the test has to last longer than the silence')
  assert.deepEqual(names(root, 'outgoing'), ['slow.ach.part'])
})

test('G76 a server that falls silent in the middle is given up', async () => {
  const { odfi } = await lying({ WRITE: () => undefined }, { limits: { quiet_ms: 500 } })
  await assert.rejects(odfi.stage('one.ach', TEXT), /the connection broke/)
})

test('G76 a listing and a file without end are given up at their limits', async () => {
  const attrs = { mode: 0o100_600, uid: 0, gid: 0, size: 1, atime: 1, mtime: 1 }
  const many = Array.from({ length: 300 }, (_, index) => ({ filename: `f${index}.ach`, longname: '', attrs }))
  const piece = Buffer.alloc(32_768, 65)
  const { odfi } = await lying(
    {
      READDIR: (sftp, id) => sftp.name(id, many),
      OPEN: (sftp, id) => sftp.handle(id, Buffer.alloc(4)),
      STAT: (sftp, id) => sftp.attrs(id, attrs),
      READ: (sftp, id) => sftp.data(id, piece),
    },
    { limits: { entries: 1_000, bytes: 200_000 } },
  )
  await assert.rejects(odfi.incoming(), /lists more than 1000 entries/)
  await assert.rejects(odfi.read('endless.ach'), UnreadableFile)
})
