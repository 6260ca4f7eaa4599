/** TLS of the listener itself, for who has no proxy. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { connect } from 'node:tls'
import { readCertificate } from '../../src/adapters/tls/certificate.ts'
import { createTestDatabase } from '../support/database.ts'
import { LOCALHOST, RENEWED } from '../support/localhost-certificate.ts'
import { run, sandboxOf, startProcess, temporaryHome } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-tls-'))
const places = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const settings = { TOLLGATE_TLS_CERT: places.cert, TOLLGATE_TLS_KEY: places.key }
const place = ({ cert, key }: typeof LOCALHOST): void => {
  writeFileSync(places.key, key)
  writeFileSync(places.cert, cert)
}
place(LOCALHOST)
const database = await createTestDatabase('tls')
const home = temporaryHome()
after(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const at = (seconds: number) => ({ seconds: () => seconds, now: () => seconds * 1000 })

test('what no client would take is one plain line that names the file', () => {
  const complaint = (text: RegExp, changed = places, seconds = 1_800_000_000) =>
    assert.throws(() => readCertificate(changed, at(seconds)), { message: text })
  complaint(/^TOLLGATE_TLS_CERT \S+nowhere cannot be read \(ENOENT\)$/, { ...places, cert: join(folder, 'nowhere') })
  complaint(/^TOLLGATE_TLS_CERT \S+key.pem holds no certificate \(PEM\)$/, { ...places, cert: places.key })
  complaint(/^TOLLGATE_TLS_KEY \S+cert.pem holds no private key \(PEM\)$/, { ...places, key: places.cert })
  complaint(/^the certificate \S+ has expired \(.*2126 GMT\): renew it$/, places, 5_000_000_000)
  complaint(/^the certificate \S+ is not valid before .*2026 GMT$/, places, 1_000_000_000)
  const other = join(folder, 'other.pem')
  writeFileSync(other, RENEWED.key)
  complaint(/^the key \S+other.pem does not fit the certificate \S+cert.pem$/, { ...places, key: other })
})

test('a start with a key that does not fit is one plain line, and doctor says the same', async () => {
  writeFileSync(places.key, RENEWED.key)
  const env = { TOLLGATE_HOME: home, DATABASE_URL: database.url, ...settings }
  const { code, stderr } = await run('src/main.ts', env)
  assert.match(stderr, /^tollgate: the key \S+ does not fit the certificate \S+\n$/)
  assert.equal(code, 1)
  const looked = await run('src/cli/main.ts', env, ['doctor'])
  assert.match(looked.stdout, /the key \S+ does not fit/)
  writeFileSync(places.key, LOCALHOST.key)
  assert.match((await run('src/cli/main.ts', env, ['doctor'])).stdout, /the certificate \S+ is valid for \d{5} days/)
})

test('the API is served by TLS 1.2 or newer, with HSTS, and a renewed certificate is used without a restart', async () => {
  const gateway = await startProcess(home, { DATABASE_URL: database.url, ...settings })
  const { protocol, hostname, port } = new URL(gateway.url)
  assert.equal(protocol, 'https:')
  const { developer_id, merchants, base_url } = sandboxOf(home)
  assert.equal(base_url, gateway.url)
  const { user_id, user_api_key } = merchants[0]!.user
  const headers = { 'developer-id': developer_id, 'user-id': user_id, 'user-api-key': user_api_key }
  const get = async (options: RequestOptions) => {
    const agent = new Agent({ ca: [LOCALHOST.cert, RENEWED.cert] })
    const asked = request({ hostname, port, agent, path: '/v2/transactions?page_size=5', headers, ...options }).end()
    const [answer] = await once(asked, 'response')
    return { status: answer.statusCode, headers: answer.headers, body: await json(answer) }
  }
  const { status, headers: sent } = await get({})
  assert.deepEqual([status, sent['strict-transport-security']], [200, 'max-age=31536000; includeSubDomains'])
  await assert.rejects(get({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }))

  place(RENEWED)
  const wanted = new X509Certificate(RENEWED.cert).fingerprint256
  while ((await fingerprint(hostname, Number(port))) !== wanted) await new Promise(resolve => setTimeout(resolve, 200))
  // One that cannot be used leaves the last one in place.
  writeFileSync(places.cert, 'half a fi')
  assert.match(await gateway.complaint(), /read again/)
  assert.match(await gateway.complaint(), /cannot be used/)
  assert.equal(await fingerprint(hostname, Number(port)), wanted)
  assert.equal((await get({})).status, 200)
  await gateway.end()
})

async function fingerprint(host: string, port: number): Promise<string> {
  const socket = connect({ host, port, ca: [LOCALHOST.cert, RENEWED.cert] })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}
