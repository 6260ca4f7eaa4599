import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { serverPlace } from '../../src/db/server-place.ts'

const top = mkdtempSync(join(tmpdir(), 'tollgate-place-'))
chmodSync(top, 0o755)
after(() => rmSync(top, { recursive: true }))

test('the socket stands beside the data, in a closed folder', () => {
  const { data, socket } = serverPlace(join(top, 'home'))
  assert.equal(data, join(top, 'home', 'postgres'))
  assert.equal(socket, `${data}.run`)
  assert.equal(statSync(socket).mode & 0o777, 0o700)
})

test('where that path is too long for a socket it goes to /tmp, and never into a folder that is open to others', () => {
  const home = join(top, 'long'.repeat(30))
  const { socket } = serverPlace(home)
  try {
    assert.match(socket, /^\/tmp\/tollgate-[0-9a-f]{16}$/)
    assert.equal(serverPlace(home).socket, socket)
    chmodSync(socket, 0o777)
    assert.throws(() => serverPlace(home), {
      message: `${socket} belongs to somebody else or is open to others: remove it`,
    })
  } finally {
    rmSync(socket, { recursive: true })
  }
})
