import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { fromWeb } from '../web-streams.ts'
import { type Head, newHead } from './format.ts'
import { readBackup } from './read-backup.ts'
import { tableChecksum } from './table-checksum.ts'
import { filesChecksum } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-backup-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'backup')

const HEAD: Head = newHead({
  ...{ taken: '2030-01-01T00:00:00Z', taken_ts: 1_893_456_000, tollgate: '1', postgres: '18', canary: 'sealed' },
  ...{ migrations: [{ id: 1, name: '0001_one', checksum: 'c' }], sequences: [], has_keyring: false },
  tables: [{ name: 'contact', columns: ['id'] }],
})
const MANIFEST = { tables: { contact: tableChecksum().end() }, files: filesChecksum().end() }

/** Writes an archive of these entries, and reads it as a backup. */
async function read(...entries: [name: string, content: unknown][]) {
  const { readable, controller } = createTarPacker()
  const packed = buffer(fromWeb(readable))
  for (const [name, value] of entries) {
    const content = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    const entry = controller.add({ name, size: content.length }).getWriter()
    await entry.write(content)
    await entry.close()
  }
  controller.finalize()
  writeFileSync(path, gzipSync(await packed))
  return readBackup({ path, identity: '' })
}

test('G82 a head or manifest that is not complete is named as such', async () => {
  assert.equal((await read(['head.json', HEAD], ['manifest.json', MANIFEST])).head.canary, 'sealed')
  const heads: unknown[] = [
    ...Object.keys(HEAD)
      .filter(name => !['format', 'version', 'has_keyring'].includes(name))
      .map(name => ({ ...HEAD, [name]: undefined })),
    { ...HEAD, tables: {} },
    { ...HEAD, tables: [null] },
    { ...HEAD, tables: [{ name: 'contact', columns: [1] }] },
    { ...HEAD, migrations: [7] },
  ]
  for (const head of heads)
    await assert.rejects(read(['head.json', head], ['manifest.json', MANIFEST]), {
      message: `${path}: its head is not complete`,
    })
  await assert.rejects(read(['head.json', 'null']), { message: `${path}: it is no backup of a gateway` })
  for (const manifest of [null, {}, { ...MANIFEST, files: {} }, { ...MANIFEST, tables: null }])
    await assert.rejects(read(['head.json', HEAD], ['manifest.json', JSON.stringify(manifest)]), {
      message: `${path}: its manifest is not complete`,
    })
})

test('G82 names that lead out of the backup are out of place', async () => {
  for (const name of [
    'files/../../../etc/passwd',
    '/etc/passwd',
    'tables/../contact/000001',
    'tables/__proto__/000001',
  ])
    await assert.rejects(read(['head.json', HEAD], [name, 'x\n'], ['manifest.json', MANIFEST]), /is out of place$/)
})

test('G82 a row without an end does not fill the memory', async () => {
  const rows = tableChecksum(1000)
  for (let row = 0; row < 5; row++) rows.add(Buffer.from(`${'x'.repeat(900)}\n`))
  rows.add(Buffer.alloc(600, 'x'))
  assert.throws(() => rows.add(Buffer.alloc(600, 'x')), { message: 'a row of it is too long' })
})
