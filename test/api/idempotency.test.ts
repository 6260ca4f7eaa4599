import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'

const t = await testApp('idempotency')
after(t.close)
const { location_id } = t.merchants[0]
const tagBody = (title: string) => ({ tag: { title, location_id } })
const key = (name: string) => ({ 'idempotency-key': name })
const countOf = async (title: string) =>
  (await t.api.get(`tags?title=${title}`)).body.meta.pagination.totalCount as number

test('the same key gives the first answer again and writes once', async () => {
  const first = await t.api.post('tags', tagBody('once'), key('a'))
  const again = await t.api.post('tags', tagBody('once'), key('a'))
  assert.equal(first.status, 201)
  assert.equal(first.headers['idempotency-hit'], undefined)
  assert.equal(again.headers['idempotency-hit'], 'true')
  assert.equal(again.text, first.text)
  assert.equal(await countOf('once'), 1)
})

test('the same key with another body or path is refused', async () => {
  await t.api.post('tags', tagBody('first'), key('b'))
  const other = await t.api.post('tags', tagBody('second'), key('b'))
  assert.equal(other.status, 422)
  assert.deepEqual(Object.keys(other.body.errors), ['Idempotency-Key'])
  assert.equal(await countOf('second'), 0)
})

test('a refusal is an answer too', async () => {
  const first = await t.api.post('tags', { tag: {} }, key('c'))
  const again = await t.api.post('tags', { tag: {} }, key('c'))
  assert.equal(again.status, 422)
  assert.equal(again.headers['idempotency-hit'], 'true')
  assert.equal(again.text, first.text)
})

test('another user may use the same key for something else', async () => {
  const mine = await t.api.post('tags', tagBody('mine'), key('d'))
  const theirs = await t.stranger.post(
    'tags',
    { tag: { title: 'theirs', location_id: t.merchants[1].location_id } },
    key('d'),
  )
  assert.equal(mine.status, 201)
  assert.equal(theirs.status, 201)
})

test('requests that arrive together run once: the others are told to wait or get the answer', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => t.api.post('tags', tagBody('together'), key('e'))))
  assert.equal(answers.filter(answer => answer.status === 201 && !answer.headers['idempotency-hit']).length, 1)
  for (const answer of answers) assert.ok([201, 409].includes(answer.status), String(answer.status))
  assert.equal(await countOf('together'), 1)
})

test('a sale under one key charges once, however often it is sent', async () => {
  const transaction = {
    action: 'sale',
    payment_method: 'cc',
    location_id,
    account_number: '4111111111111111',
    exp_date: '1230',
    transaction_amount: '12.34',
  }
  const answers = []
  for (let round = 0; round < 3; round += 1)
    answers.push(await t.api.post('transactions', { transaction }, key('sale')))
  assert.deepEqual(new Set(answers.map(answer => answer.body.transaction.id)).size, 1)
  assert.equal((await t.ledger()).filter(entry => entry.amount === '12.34').length, 1)
})

test('a process that died after writing left the record as the answer', async () => {
  const made = await t.api.post('tags', tagBody('survivor'), key('f'))
  await t.db.run(`update idempotency set status = null, answer = null, leased_until = 0 where key = 'f'`)
  const again = await t.api.post('tags', tagBody('survivor'), key('f'))
  assert.equal(again.status, 201)
  assert.equal(again.body.tag.id, made.body.tag.id)
  assert.equal(await countOf('survivor'), 1)
})

test('a process that died before writing left nothing, and the request runs', async () => {
  await t.api.post('tags', tagBody('lost'), key('g'))
  await t.db.run(`update tag set deleted_ts = 1 where title = 'lost'`)
  await t.db.run(
    `update idempotency set status = null, answer = null, noun = null, record_id = null, leased_until = 0 where key = 'g'`,
  )
  const again = await t.api.post('tags', tagBody('lost'), key('g'))
  assert.equal(again.status, 201)
  assert.equal(again.headers['idempotency-hit'], undefined)
  assert.equal(await countOf('lost'), 1)
})

test('a key is kept for a day and may then be used anew', async () => {
  const first = await t.api.post('tags', tagBody('daily'), key('h'))
  await t.clock.moveTo(t.clock.seconds() + 25 * 60 * 60, t.app.worker)
  const later = await t.api.post('tags', tagBody('daily'), key('h'))
  assert.equal(later.status, 201)
  assert.notEqual(later.body.tag.id, first.body.tag.id)
})

test('a new API key is given again under its idempotency key, and kept sealed', async () => {
  const { user_id } = t.merchants[0].clerk
  const first = await t.api.post(`users/${user_id}/generateuserapikey`, undefined, key('i'))
  assert.equal(first.status, 200)
  const again = await t.api.post(`users/${user_id}/generateuserapikey`, undefined, key('i'))
  assert.equal(again.text, first.text)
  const [row] = await t.db.query<{ answer: string }>(`select answer from idempotency where key = 'i'`)
  assert.ok(!row!.answer.includes(first.body.user.user_api_key))
})
