import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { readConfig } from '../../src/config.ts'
import { checkServer } from '../../src/db/check-server.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { LOCALHOST } from '../support/localhost-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-tls-'))
after(() => rmSync(folder, { recursive: true }))
const ca = join(folder, 'ca.pem')
writeFileSync(ca, LOCALHOST.cert)

/** What the client sent in clear, and what it sent once the connection was encrypted. */
const seen = { clear: '', encrypted: '' }

/** Answers the first message of PostgreSQL's protocol: S begins TLS, N has none. */
function answering(letter: 'S' | 'N') {
  return (socket: Socket): void => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(letter)
      if (letter === 'N') return void socket.on('data', data => (seen.clear += data.toString('latin1')))
      const context = createSecureContext(LOCALHOST)
      const secure = new TLSSocket(socket, { isServer: true, secureContext: context })
      secure.on('error', () => {})
      secure.on('data', data => {
        seen.encrypted += data.toString('latin1')
        secure.destroy()
      })
    })
  }
}

/** Asks a server of that letter as live mode would; returns what an operator reads. */
async function complaint(letter: 'S' | 'N', host: string, more: Record<string, string> = {}): Promise<string> {
  const server = createServer(answering(letter)).listen(0, host === 'localhost' ? '127.0.0.1' : host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const live = { TOLLGATE_MODE: 'live', TOLLGATE_PUBLIC_URL: 'https://pay.example', ...more }
  const { database_url } = readConfig({ ...live, DATABASE_URL: `postgres://gate:hush@${host}:${port}/gate` })
  const db = openDatabase({ url: database_url!, size: 1 })
  try {
    return await checkServer(db).then(
      () => assert.fail('it was taken for a database'),
      ({ message }: Error) => message,
    )
  } finally {
    await db.close()
    server.close()
  }
}

test('a server without TLS is told nothing, and the operator reads one line', async () => {
  assert.equal(
    await complaint('N', 'localhost'),
    'PostgreSQL does not answer: The server does not support SSL connections',
  )
  assert.equal(seen.clear, '')
})

test('a certificate that nobody known signed, or of another name, is told nothing', async () => {
  assert.match(await complaint('S', 'localhost'), /^PostgreSQL does not answer: .*(certificate|self-signed)/i)
  assert.match(await complaint('S', '127.0.0.2', { TOLLGATE_DATABASE_CA: ca }), /does not match certificate/)
  assert.equal(seen.encrypted, '')
})

test('the certificate of TOLLGATE_DATABASE_CA lets the connection begin', async () => {
  await complaint('S', 'localhost', { TOLLGATE_DATABASE_CA: ca })
  assert.match(seen.encrypted, /user\0gate/)
})

test('an authority whose file is not there is one line that names the file', async () => {
  const said = await complaint('S', 'localhost', { TOLLGATE_DATABASE_CA: join(folder, 'none.pem') })
  assert.match(said, /^PostgreSQL does not answer: ENOENT: .*none\.pem'$/)
})
