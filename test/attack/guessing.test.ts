import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { type Json, testApp } from '../support/app.ts'
import { formAddress, payment } from '../support/hosted-form.ts'
import { integration } from '../support/oauth.ts'

const { sign_in } = readConfig({})
const MOST = 20
const t = await testApp('guessing', { config: { sign_in: { ...sign_in, wrong_keys_per_address: MOST } } })
after(t.close)
const { user, clerk } = t.merchants[0]

/** Sends a request from this address, which the sandbox is not behind a proxy to believe. */
const from = (remoteAddress: string, url: string, headers: Record<string, string>) =>
  t.app.http.inject({ method: 'GET', url, headers, remoteAddress })
const withKey = (user_id: string, user_api_key: string, remoteAddress: string) =>
  from(remoteAddress, '/v2/users/me', { ...t.keysOf(user), 'user-id': user_id, 'user-api-key': user_api_key })
const refusals = async (method: string): Promise<Json[]> =>
  t.db.query(`select * from event where verb = 'refused' and method = $1 order by created_ts, id`, [method])
const nextQuarter = () => t.clock.moveTo(t.clock.seconds() + 900, t.app.worker)

test('after too many wrong keys an address has to wait, and cannot tell a right one from a wrong one', async () => {
  const [stranger, owner] = ['198.51.100.7', '203.0.113.9']
  assert.equal((await withKey(clerk.user_id, clerk.user_api_key, owner)).statusCode, 200)
  for (let tries = 0; tries < MOST; tries++)
    assert.equal((await withKey(clerk.user_id, `guess-number-${tries}-of-many`, stranger)).statusCode, 401)
  const wrong = await withKey(clerk.user_id, 'one-guess-too-many', stranger)
  const right = await withKey(clerk.user_id, clerk.user_api_key, stranger)
  assert.deepEqual([wrong.statusCode, right.statusCode], [429, 429])
  const saidOf = ({ body }: typeof wrong) => ({ ...JSON.parse(body), request_id: null })
  assert.deepEqual(saidOf(wrong), saidOf(right))
  assert.ok(Number(right.headers['retry-after']) > 0)
  assert.equal((await withKey(clerk.user_id, clerk.user_api_key, owner)).statusCode, 200, 'elsewhere it goes on')
  await nextQuarter()
  assert.equal((await withKey(clerk.user_id, clerk.user_api_key, stranger)).statusCode, 200)
})

test('a key that was right at an address goes on there, whoever else guesses from it', async () => {
  const shared = '198.51.100.8'
  assert.equal((await withKey(user.user_id, user.user_api_key, shared)).statusCode, 200)
  for (let tries = 0; tries <= MOST; tries++) await withKey(user.user_id, `guess-number-${tries}-of-many`, shared)
  assert.equal((await withKey(user.user_id, user.user_api_key, shared)).statusCode, 200)
  assert.equal((await withKey(clerk.user_id, clerk.user_api_key, shared)).statusCode, 429)
  await nextQuarter()
})

test('guesses of an integration’s secret count as well', async () => {
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  for (let tries = 0; tries < MOST; tries++)
    assert.equal((await app.refresh('tgr_x', { client_secret: `guess ${tries}` })).status, 401)
  const wrong = await app.refresh('tgr_x', { client_secret: 'one guess too many' })
  const answer = await app.refresh('tgr_x')
  assert.deepEqual([wrong.status, wrong.text], [429, answer.text])
  assert.deepEqual([answer.status, answer.body.error], [429, 'temporarily_unavailable'])
  assert.ok(Number(answer.headers['retry-after']) > 0)
  await nextQuarter()
})

test('wrong signatures count as well: at the API with other guesses, at forms for the user they name', async () => {
  const [guesser, payer] = ['198.51.100.21', '198.51.100.22']
  const sign = (user_id: string, key: string) => {
    const timestamp = String(t.clock.seconds())
    const hash_key = createHmac('sha256', key)
      .update(user_id + timestamp)
      .digest('hex')
    return { 'developer-id': t.developer_id, 'user-id': user_id, timestamp, 'hash-key': hash_key }
  }
  const [own, foreign] = t.merchants
  const keys = new Map([own.user, foreign.user].map(({ user_id, user_hash_key }) => [user_id, user_hash_key] as const))
  const signed = (path: string, remoteAddress: string, user_id: string, key = keys.get(user_id)!) =>
    from(remoteAddress, path, sign(user_id, key))
  const api = '/v2/transactions?page_size=1'
  for (let tries = 0; tries < MOST; tries++)
    assert.equal((await signed(api, guesser, user.user_id, `guess ${tries}`)).statusCode, 401)
  assert.equal((await signed(api, guesser, user.user_id, 'one too many')).statusCode, 429)
  assert.equal((await signed(api, guesser, user.user_id)).statusCode, 429, 'nor is a right one told')
  assert.equal((await withKey(clerk.user_id, 'a-wrong-key-of-some-length', guesser)).statusCode, 429)
  assert.equal((await signed(api, payer, user.user_id)).statusCode, 200, 'elsewhere it goes on')

  const form = '/v2/payform'
  const old = { ...sign(user.user_id, 'no guess'), timestamp: String(t.clock.seconds() - 3600) }
  for (let tries = 0; tries < 2 * MOST; tries++) assert.equal((await from(payer, form, old)).statusCode, 401)
  for (let tries = 0; tries < MOST; tries++)
    assert.equal((await signed(form, payer, user.user_id, `guess ${tries}`)).statusCode, 401)
  assert.equal((await signed(form, payer, user.user_id, 'one too many')).statusCode, 429)
  assert.notEqual((await signed(form, payer, foreign.user.user_id)).statusCode, 429, 'the forms of others open')
  assert.notEqual((await signed(form, '198.51.100.23', user.user_id)).statusCode, 429, 'and his own elsewhere')
  await nextQuarter()
})

test('wrong signatures over the data of a form count with those of forms, and the right one is not told from them', async () => {
  const [guesser, payer] = ['198.51.100.24', '198.51.100.25']
  const data_hash = { data_hash: true }
  const open = (remoteAddress: string, over: Record<string, string> = {}) =>
    from(remoteAddress, formAddress(t, 'payform', payment(t), { ...data_hash, over }), {})
  assert.equal((await open(payer)).statusCode, 200)
  const guess = (tries: number) => ({ 'data-hash': tries.toString(16).padStart(64, '0') })
  for (let tries = 0; tries < MOST; tries++) assert.equal((await open(guesser, guess(tries))).statusCode, 401)
  const [wrong, right] = [await open(guesser, guess(MOST)), await open(guesser)]
  assert.deepEqual([wrong.statusCode, right.statusCode], [429, 429])
  const said = ({ body }: typeof wrong) => ({ ...JSON.parse(body), request_id: null })
  assert.deepEqual(said(wrong), said(right))
  assert.ok(Number(right.headers['retry-after']) > 0)
  assert.equal((await open(guesser, { 'hash-key': '0'.repeat(64) })).statusCode, 429, 'one count for both signatures')
  assert.equal((await open(payer)).statusCode, 200, 'elsewhere it goes on')
  await nextQuarter()
  assert.equal((await open(guesser)).statusCode, 200)
})

test('a sign-on by link that fails is in the audit trail, with the user it named and without the key', async () => {
  const link = { timestamp: t.clock.seconds(), user_id: clerk.user_id, user_api_key: 'a-wrong-key-of-some-length' }
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const open = (data: string) => t.as({}).get(`/v2/contactsso?developer-id=${t.developer_id}&data=${data}`)
  assert.equal((await open(hex(JSON.stringify(link)))).status, 401)
  assert.equal((await open(hex('nothing'))).status, 400)
  const [named, unnamed] = await refusals('contactsso')
  assert.deepEqual([named.record_id, named.address, unnamed.record_id], [clerk.user_id, '127.0.0.1', ''])
  assert.ok(!JSON.stringify([named, unnamed]).includes(link.user_api_key))
  assert.equal((await t.as({}).get(`/contact/${t.merchants[0].contact_id}?code=invented`)).status, 401)
  assert.equal((await refusals('sign-on-code')).length, 1)
})

/** More than one address may guess: the multiple of the limit of one address. */
const WIDER = 3

test('G53 guesses from the networks of one /48 count together, as those from one address do', async () => {
  const networkOf = (tries: number) => `2001:db8:77:${tries.toString(16)}::1`
  for (let tries = 0; tries < MOST * WIDER; tries++)
    assert.equal(
      (await withKey(`${tries}`.padStart(24, '0'), 'a-guess-of-some-length', networkOf(tries))).statusCode,
      401,
    )
  assert.equal((await withKey('f'.repeat(24), 'one-guess-too-many', networkOf(0xfff0))).statusCode, 429)
  assert.equal((await withKey(user.user_id, user.user_api_key, networkOf(0xfff1))).statusCode, 429)
  assert.equal(
    (await withKey(user.user_id, user.user_api_key, '2001:db8:78::1')).statusCode,
    200,
    'the next /48 goes on',
  )
  await nextQuarter()
})

test('G53 guesses at one user from many addresses count together, and keep out nobody who was right before', async () => {
  const addressOf = (tries: number) => `203.0.${100 + Math.floor(tries / 250)}.${1 + (tries % 250)}`
  const [known, unknown] = ['192.0.2.1', '192.0.2.2']
  assert.equal((await withKey(clerk.user_id, clerk.user_api_key, known)).statusCode, 200)
  for (let tries = 0; tries < MOST * WIDER; tries++)
    assert.equal((await withKey(clerk.user_id, `guess-number-${tries}-of-many`, addressOf(tries))).statusCode, 401)
  assert.equal((await withKey(clerk.user_id, 'one-guess-too-many', addressOf(400))).statusCode, 429)
  assert.equal((await withKey(clerk.user_id, clerk.user_api_key, unknown)).statusCode, 429, 'nor is a right one told')
  assert.equal((await withKey(clerk.user_id, clerk.user_api_key, known)).statusCode, 200, 'known addresses go on')
  assert.equal((await withKey(user.user_id, user.user_api_key, addressOf(400))).statusCode, 200, 'other users go on')
  await nextQuarter()
})

test('G53 failed sign-ins from the networks of one /48 count together', async () => {
  const { failures_per_address } = sign_in
  const seconds = t.clock.seconds()
  await t.db.run(
    `insert into counted_try (who, window_ts, tries, last_ts) values ('sign-in 2001:db8:79::/48', $1, $2, $3)`,
    [seconds - (seconds % 900), failures_per_address * WIDER, seconds],
  )
  const login = { username: user.username, password: user.password, domain: user.domain }
  const signIn = (remoteAddress: string) =>
    t.app.http.inject({
      method: 'POST',
      url: '/v2/token',
      headers: { 'developer-id': t.developer_id },
      payload: login,
      remoteAddress,
    })
  assert.equal((await signIn('2001:db8:79:5::1')).statusCode, 429)
  assert.equal((await signIn('2001:db8:7a:5::1')).statusCode, 201)
})
