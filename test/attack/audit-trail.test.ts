/** Who comes in, is refused, takes files or reads the trail is in the trail, and no flood fills it. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import { agentGateway } from '../../src/agents/agent-gateway.ts'
import { noteStart } from '../../src/boot/settings-trail.ts'
import { auditVerify } from '../../src/cli/audit.ts'
import { encryptionKey } from '../../src/cli/encryption-key.ts'
import type { Operator } from '../../src/cli/operator.ts'
import { rotate } from '../../src/cli/rotate-keys.ts'
import { readConfig } from '../../src/config.ts'
import { accessTrail } from '../../src/events/access-trail.ts'
import { type Json, testApp } from '../support/app.ts'
import { integration } from '../support/oauth.ts'
import { silentLog } from '../support/silent-log.ts'

const t = await testApp('audit_trail')
after(t.close)
const [{ user, location_id }] = t.merchants
const open = t.as({ 'developer-id': t.developer_id })

interface Noted {
  root_id: string
  noun: string
  record_id: string
  verb: string
  method: string
  user_id: string | null
  address: string | null
  details: Json
}

let seen = ''
/** Returns what came to the trail since the last time. */
async function noted(): Promise<Noted[]> {
  const rows = await t.db.query<Noted & { id: string }>(
    'select id, root_id, noun, record_id, verb, method, user_id, address, changes as details from event where id > $1 order by id',
    [seen],
  )
  seen = rows.at(-1)?.id ?? seen
  return rows
}
const accesses = async () =>
  (await noted()).filter(({ verb }) =>
    ['signed_in', 'signed_on', 'token_issued', 'refused', 'read', 'exported'].includes(verb),
  )
const login = { username: user.username, password: user.password, domain: user.domain }

test('a sign-in with a password is an event, good or bad', async () => {
  await noted()
  assert.equal((await open.post('token', login)).status, 201)
  assert.equal((await open.post('token', { ...login, password: 'wrong-password' })).status, 401)
  const events = await accesses()
  assert.deepEqual(
    events.map(({ verb, method, record_id, user_id }) => [verb, method, record_id, user_id]),
    [
      ['signed_in', 'password', user.user_id, user.user_id],
      ['refused', 'password', user.user_id, null],
    ],
  )
  assert.ok(!JSON.stringify(events).includes(user.password))
})

test('a file with a whole list and a look at the trail are events; pages of one reader are one, and not listed', async () => {
  await noted()
  const first = await t.api.get('changelogs?page_size=5')
  for (const page of [2, 3]) await t.api.get(`changelogs?page_size=5&page=${page}`)
  const again = await t.api.get('changelogs?page_size=5')
  assert.deepEqual(again.body.meta, first.body.meta)
  assert.deepEqual(again.body.changelogs, first.body.changelogs)
  assert.equal((await t.api.get('contacts?_format=csv')).status, 200)
  assert.deepEqual(
    (await accesses()).map(({ verb, noun, user_id }) => [verb, noun, user_id]),
    [
      ['read', 'changelog', user.user_id],
      ['exported', 'contact', user.user_id],
    ],
  )
})

test('the API shows sign-ins and files by words of their own', async () => {
  const { body } = await t.api.get('changelogs?page_size=50')
  const actions = new Set(body.changelogs.map(({ action }: Json) => action))
  for (const action of ['SIGN_IN', 'REFUSED', 'READ']) assert.ok(actions.has(action), action)
})

test('links that sign on, good and bad, are events', async () => {
  const linkTo = (over: Json = {}) => {
    const link = { timestamp: String(t.clock.seconds()), user_id: user.user_id, user_api_key: user.user_api_key }
    const contact = { location_id, contact_api_id: 'trail-1', last_name: 'Reed', ...over }
    return `contactsso?developer-id=${t.developer_id}&data=${Buffer.from(JSON.stringify({ ...link, ...contact })).toString('hex')}`
  }
  await noted()
  assert.equal((await t.as({}).get(linkTo())).status, 302)
  assert.equal((await t.as({}).get(linkTo({ user_api_key: 'not-the-key-of-anybody' }))).status, 401)
  assert.equal((await t.as({}).get(linkTo({ timestamp: '1000' }))).status, 401)
  assert.deepEqual(
    (await accesses()).map(({ verb, method, record_id, noun }) => [verb, method, noun === 'contact' || record_id]),
    [
      ['signed_on', 'contactsso', true],
      ['refused', 'contactsso', user.user_id],
      ['refused', 'contactsso', user.user_id],
    ],
  )
})

test('tokens that integrations get, and codes that are no good, are events', async () => {
  const made = await t.api.post('oauthclients', {
    oauthclient: {
      name: 'Books',
      description: 'Keeps the books',
      homepage_url: 'https://books.example',
      redirect_urls: ['https://books.example/back'],
    },
  })
  assert.equal(made.status, 201, made.text)
  const { client_id, client_secret } = made.body.oauthclient
  const books = integration(t, { client_id, client_secret, redirect_uri: 'https://books.example/back' })
  const code = await books.code()
  await noted()
  assert.equal((await books.exchange(code)).status, 200)
  assert.equal((await books.exchange('no-such-code')).status, 400)
  const events = await accesses()
  assert.deepEqual(
    events.map(({ verb, method, noun }) => [verb, method, noun]),
    [
      ['token_issued', 'oauth', 'oauthgrant'],
      ['refused', 'oauth', 'user'],
    ],
  )
  assert.equal(events[0]!.user_id, user.user_id)
})

test('an agent with a wrong key is an event', async () => {
  const refused: string[] = []
  const gateway = agentGateway({
    ...{ db: t.db, cipher: t.cipher, clock: t.clock, log: silentLog },
    refused: async method => void refused.push(method),
  })
  const server = createServer()
  gateway.attach(server, { limit: () => null, addressOf: () => '', keep: () => undefined })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const authorization = `Bearer ${'0'.repeat(24)}.${'x'.repeat(43)}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}/agent`, { headers: { authorization } })
  await new Promise<void>(done => socket.once('error', () => done()))
  await gateway.close()
  server.close()
  assert.deepEqual(refused, ['agent'])
})

test('a flood of refusals from a thousand addresses writes some hundred rows, and all are counted', async () => {
  const trail = accessTrail(t.db, t.clock)
  const flood = 3000
  await noted()
  for (let number = 0; number < flood; number += 1) {
    const address = `10.${number % 10}.0.${number % 250}`
    const caller = { root_id: '', user_id: null, method: 'password', credential: null, address }
    await trail.note({ caller, location_id: null, noun: 'user', record_id: '', verb: 'refused', details: null })
  }
  await trail.flush()
  const events = await noted()
  assert.ok(events.length <= 1800, String(events.length))
  const counted = events.map(({ details }) => 1 + (details?.also_refused ?? 0)).reduce((sum, count) => sum + count, 0)
  // The last one stands for itself and is none of the flood.
  assert.equal(counted - 1, flood)
})

test('a start says which settings differ from those before, and the value of none', async () => {
  const parts = { db: t.db, cipher: t.cipher, clock: t.clock }
  const secret = 'a-token-that-nobody-may-read-in-the-trail'
  await noted()
  await noteStart({ ...parts, config: readConfig({}) })
  await noteStart({ ...parts, config: readConfig({ PORT: '8123' }) })
  const changed = { TOLLGATE_METRICS_TOKEN: secret, TOLLGATE_KEEP_AUDIT_MONTHS: '24' }
  await Promise.all([1, 2].map(() => noteStart({ ...parts, config: readConfig(changed) })))
  const events = await noted()
  const names = events.map(({ details }) => details.changed as string[])
  assert.deepEqual(names.slice(0, 2), [[], []])
  assert.deepEqual(names.slice(2).flat().toSorted(), ['keep.audit_months', 'metrics_token'])
  assert.ok(!JSON.stringify(events).includes(secret))
  assert.deepEqual(await t.db.query('select name from setting_mark where mark like $1', [`%${secret}%`]), [])
})

test('what operators do to keys and to the trail is in the trail, without a key', async () => {
  const printed: string[] = []
  const operator = { ...t, ring: t.cipher, print: (line: string) => void printed.push(line) } as unknown as Operator
  await noted()
  await encryptionKey(['--developer', t.developer_id])(operator)
  await rotate([])(operator)
  await auditVerify([])(operator)
  const events = await noted()
  assert.deepEqual(
    events.map(({ noun, verb, method, root_id }) => [noun, verb, method, root_id]),
    [
      ['developer', 'encryption_key_made', 'operator', ''],
      ['key_ring', 'rotated', 'operator', ''],
      ['audit_trail', 'verified', 'operator', ''],
    ],
  )
  assert.ok(!JSON.stringify(events).includes(printed[0]!))
})
