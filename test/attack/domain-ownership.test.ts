import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { brandingAddress } from '../../src/cli/branding-address.ts'
import { type Client, testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'

/** Whose a branding address is: the first one who writes it in a sandbox, and in live mode who proves it. */

const t = await testApp('addresses')
after(t.close)
const operator = operatorOf(t)
const [mine, theirs] = t.merchants
const { parts } = t.app.engine

const write = (client: Client, parent_id: string, branding_domain_url: string) =>
  client.post('locations', { location: { parent_id, name: 'Shop', branding_domain_url } })
const PASSWORD = 'Quiet-harbour-7719'

/** Writes an address and makes a user who signs in with it. */
async function userOf(client: Client, root_id: string, url: string): Promise<void> {
  const { status, body, text } = await write(client, root_id, url)
  assert.equal(status, 201, text)
  const person = { username: 'till', last_name: 'Till', email: 'till@example.com', user_type_id: 400 }
  const user = { ...person, primary_location_id: body.location.id, password: PASSWORD }
  assert.equal((await client.post('users', { user })).status, 201)
}
const signIn = async (domain: string) =>
  (await t.as({ 'developer-id': t.developer_id }).post('/v2/token', { domain, username: 'till', password: PASSWORD }))
    .status

test('in a sandbox an address is whose who writes it first, and no other merchant gets it', async () => {
  await userOf(t.api, mine.location_id, 'first.example')
  for (const url of ['first.example', 'FIRST.example', mine.user.domain]) {
    const refused = await write(t.stranger, theirs.location_id, url)
    assert.deepEqual(
      [refused.status, Object.keys(refused.body.errors ?? {})],
      [422, ['branding_domain_url']],
      refused.text,
    )
    const moved = await t.stranger.put(`locations/${theirs.child_location_id}`, {
      location: { branding_domain_url: url },
    })
    assert.equal(moved.status, 422)
  }
  assert.equal(await signIn('first.example'), 201)
})

/** One host in the spellings that people and programs have for it. */
const spellings = (host: string) => [
  ...[`https://${host}`, `http://${host}/`, `HTTPS://${host.toUpperCase()}:443/pay?a=1#b`, `${host}.`, `${host}:8443`],
  ...[`https://${host}./`, host.toUpperCase(), ` ${host}`.trim()],
]

test('G17 an address of another merchant is refused in every spelling, and so is one below it', async () => {
  await userOf(t.api, mine.location_id, 'spelt.example')
  await userOf(t.api, mine.location_id, 'b\u00fccher.example')
  const hosts = [
    'spelt.example',
    'till.spelt.example',
    'b\u00fccher.example',
    'B\u00dcCHER.example',
    'xn--bcher-kva.example',
  ]
  for (const url of hosts.flatMap(spellings)) {
    const refused = await write(t.stranger, theirs.location_id, url)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors ?? {})], [422, ['branding_domain_url']], url)
    const location = { branding_domain_url: url }
    assert.equal((await t.stranger.put(`locations/${theirs.child_location_id}`, { location })).status, 422, url)
  }
  for (const url of ['https://someone@spelt.example', 'https://', '..', 'two words.example', 'ftp://spelt.example'])
    assert.equal((await write(t.stranger, theirs.location_id, url)).status, 422, url)
})

test('G17 the own address is the same record in every spelling, and signs in by each', async () => {
  const first = await write(t.api, mine.location_id, 'https://Own.Example:8443/pay')
  assert.deepEqual([first.status, first.body.location?.branding_domain_url], [201, 'own.example'], first.text)
  for (const url of spellings('own.example')) {
    const { status, body } = await write(t.api, mine.location_id, url)
    const { branding_domain_id, branding_domain_url } = body.location
    assert.deepEqual([status, branding_domain_url], [201, 'own.example'])
    assert.equal(branding_domain_id, first.body.location.branding_domain_id)
  }
  await userOf(t.api, mine.location_id, 'signs.example')
  for (const url of spellings('signs.example')) assert.equal(await signIn(url), 201, url)
  assert.equal(await signIn('https://someone@signs.example'), 401)
})

test('of two merchants who write an address at the same moment one owns it', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const url = `race${turn}.example`
    const answers = await Promise.all([write(t.api, mine.location_id, url), write(t.stranger, theirs.location_id, url)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422])
  }
})

test('in live mode an address that nobody proved serves nothing, whoever writes it and when', async () => {
  parts.claims_addresses = false
  after(() => {
    parts.claims_addresses = true
  })
  await userOf(t.stranger, theirs.location_id, 'live.example')
  assert.equal(await signIn('live.example'), 401)
  await userOf(t.api, mine.location_id, 'live.example')
  assert.equal(await signIn('live.example'), 401)
  assert.match(
    await operator.run(brandingAddress([])),
    /live\.example of merchant \w+ is not proven: it needs a TXT record/,
  )

  await operator.run(brandingAddress(['--own', 'live.example', '--merchant', mine.location_id]))
  assert.equal(await signIn('live.example'), 201)
  await assert.rejects(
    operator.run(brandingAddress(['--own', 'live.example', '--merchant', theirs.location_id])),
    /belongs to another merchant: release it first/,
  )
  await operator.run(brandingAddress(['--release', 'live.example']))
  assert.equal(await signIn('live.example'), 401)
})

test('what lies below an own address is the own, below that of another it waits for a proof', async () => {
  parts.claims_addresses = false
  const owned = async (url: string) =>
    (
      await t.db.query<{ is: boolean }>('select owned_ts is not null as is from branding_domain where url = $1', [url])
    )[0]!.is
  await write(t.api, mine.location_id, `shop.${mine.user.domain}`)
  assert.equal(await owned(`shop.${mine.user.domain}`), true)
  await write(t.stranger, theirs.location_id, `till.${mine.user.domain}`)
  assert.equal(await owned(`till.${mine.user.domain}`), false)
  parts.claims_addresses = true
})

test('who controls the name proves the address, and nobody for another merchant', async () => {
  parts.claims_addresses = false
  for (const url of ['good.example', 'wrong.example', 'silent.example']) await write(t.api, mine.location_id, url)
  parts.claims_addresses = true
  const server = createSocket('udp4')
  after(() => server.close())
  const whose: [string, string][] = [
    ['good', mine.location_id],
    ['wrong', theirs.location_id],
  ]
  server.on('message', (question, from) => {
    const [, root_id = 'nobody'] = whose.find(([name]) => question.includes(name)) ?? []
    const answer = txt(question, `tollgate-merchant=${root_id}`)
    if (!question.includes('silent')) server.send(answer, from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const printed = await operator.run(brandingAddress(['--prove', '--resolver', `127.0.0.1:${server.address().port}`]))
  const proven = printed.split('\n').filter(line => line.includes('belongs to merchant'))
  assert.deepEqual(proven, [`good.example belongs to merchant ${mine.location_id}`])
  assert.deepEqual(
    await t.db.query(
      `select url from branding_domain where url in ('good.example', 'wrong.example', 'silent.example') and owned_ts is not null`,
    ),
    [{ url: 'good.example' }],
  )
})

/** Returns a DNS response (RFC 1035) to this question, with one TXT record. */
function txt(question: Buffer, text: string): Buffer {
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 6)
  head.writeUInt32BE(0, 8)
  let end = 12
  while (question[end] !== 0) end += question[end]! + 1
  const asked = question.subarray(12, end + 5)
  const record = Buffer.alloc(13)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(16, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(text.length + 1, 10)
  record.writeUInt8(text.length, 12)
  return Buffer.concat([head, asked, record, Buffer.from(text)])
}
