import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { diskFiles } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'tollgate-files-'))
after(() => rm(folder, { recursive: true, force: true }))
const files = diskFiles(folder)
const KEY = '0123456789abcdef01234567'

test('a file comes back byte for byte, and a second put replaces it', async () => {
  await files.put(KEY, Buffer.from([0, 1, 2, 255]))
  assert.deepEqual(await files.get(KEY), Buffer.from([0, 1, 2, 255]))
  await files.put(KEY, Buffer.from('second'))
  assert.equal((await files.get(KEY)).toString(), 'second')
})

test('a file can be read by its owner only, and nothing else lies in the folder', async () => {
  await files.put(KEY, Buffer.from('x'))
  assert.deepEqual(await readdir(join(folder, '67')), [KEY])
  assert.equal((await stat(join(folder, '67', KEY))).mode & 0o777, 0o600)
  assert.equal((await stat(join(folder, '67'))).mode & 0o777, 0o700)
})

test('a removed file is gone, and removing it again is fine', async () => {
  await files.put(KEY, Buffer.from('x'))
  await files.remove(KEY)
  await files.remove(KEY)
  await assert.rejects(files.get(KEY), { code: 'ENOENT' })
})

test('a put that fails leaves nothing behind', async () => {
  const other = 'aaaaaaaaaaaaaaaaaaaaaa42'
  await files.put(other, Buffer.from('x'))
  await files.remove(other)
  const broken = new Proxy(Buffer.alloc(0), {
    get() {
      throw new Error('broken content')
    },
  })
  await assert.rejects(files.put(other, broken))
  assert.deepEqual(await readdir(join(folder, '42')), [])
})

for (const key of ['../../etc/passwd', '/etc/passwd', 'short', `${KEY}/..`, `${KEY}\0`]) {
  test(`${JSON.stringify(key)} is no key`, async () => {
    await assert.rejects(async () => files.put(key, Buffer.from('x')), /a file key is a record id/)
    await assert.rejects(async () => files.get(key), /a file key is a record id/)
    await assert.rejects(async () => files.remove(key), /a file key is a record id/)
  })
}
