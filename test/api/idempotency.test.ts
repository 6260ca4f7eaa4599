import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Outcome } from '../../src/ports/processor.ts'
import { type Answer, testApp } from '../support/app.ts'
import { paid, postTransaction, putTransaction, saleBody } from '../support/payments.ts'
import { disturbed, type Line, neverSent, rowOf } from '../support/power-cut.ts'
import { approval, scriptedTerminal } from '../support/scripted-terminal.ts'
import { expectsFault } from '../support/server-faults.ts'

const line: Line = { fault: undefined, instead: undefined }
const device = scriptedTerminal()
const t = await testApp('idempotency', {
  processor: real => disturbed(real, line),
  terminal: device,
  retry_policy: { call_ms: 10_000, find_ms: [1, 1], store_ms: 0, join_ms: 400 },
})
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

/** Keeps the next order from being answered until it is let go; resolves once the order has arrived. */
function slowOrder() {
  const arrived = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  line.instead = async (_order, call): Promise<Outcome> => {
    line.instead = undefined
    const outcome = await call()
    arrived.resolve()
    await letGo.promise
    return outcome
  }
  return { arrived: arrived.promise, letGo: letGo.resolve }
}

/** Has the resolver ask the processor now. */
async function resolveNow(): Promise<void> {
  await t.db.run('update attempt set ask_ts = 0, believe_ts = 0')
  await t.app.payments.resolve()
}

function mustAskAgain(answer: Answer, id: string): void {
  assert.equal(answer.status, 409, answer.text)
  const { message, ...rest } = answer.body
  assert.partialDeepStrictEqual(rest, { name: 'Conflict', code: 0, status: 409 })
  assert.ok(message.includes(id) && answer.headers.location?.endsWith(`/v2/transactions/${id}`), message)
  assert.equal(answer.headers['retry-after'], '5')
}

const storedUnder = async (name: string) =>
  (await t.db.query<{ status: number | null }>('select status from idempotency where key = $1', [name]))[0]?.status

test('a repeated request joins the payment that is on its way, and both get its outcome', async () => {
  const order = slowOrder()
  const first = postTransaction(t.api, saleBody(), key('joined'))
  await order.arrived
  const second = postTransaction(t.api, saleBody(), key('joined'))
  order.letGo()
  const [one, two] = await Promise.all([first, second])
  assert.deepEqual([one.status, two.status, two.headers['idempotency-hit']], [201, 201, 'true'])
  assert.deepEqual([one.body.transaction.status_id, two.body.transaction], [101, one.body.transaction])
  assert.equal((await t.ledger(one.body.transaction.id)).length, 1)
})

test('a repeated request that meets an outcome which stays open is told when to ask again, and later gets it', async () => {
  const order = slowOrder()
  const first = postTransaction(t.api, saleBody(), key('open'))
  await order.arrived
  const [{ id }] = (await t.db.query<{ id: string }>('select id from transaction where status_id = 0')) as [
    { id: string },
  ]
  mustAskAgain(await postTransaction(t.api, saleBody(), key('open')), id)
  assert.equal(await storedUnder('open'), null)
  order.letGo()
  assert.equal((await first).body.transaction.status_id, 101)
  const last = await postTransaction(t.api, saleBody(), key('open'))
  assert.deepEqual([last.status, last.text], [201, (await first).text])
  assert.equal((await t.ledger(id)).length, 1)
})

test('a payment whose outcome could not be stored is no answer to keep: the key gives the outcome once it is known', async () => {
  expectsFault('outcomes could not be stored', 'another connection holds the payment')
  const holder = new pg.Client({ connectionString: t.database_url })
  await holder.connect()
  await holder.query('begin')
  line.instead = async (order, call) => {
    line.instead = undefined
    const outcome = await call()
    await holder.query('select from transaction where id = $1 for update', [order.reference])
    return outcome
  }
  const first = await postTransaction(t.api, saleBody(), key('unstored'))
  await holder.end()
  const { id, status_id } = first.body.transaction
  assert.deepEqual([first.status, status_id, await storedUnder('unstored')], [201, 0, null])
  mustAskAgain(await postTransaction(t.api, saleBody(), key('unstored')), id)
  await resolveNow()
  const known = await postTransaction(t.api, saleBody(), key('unstored'))
  assert.deepEqual([known.status, known.body.transaction.id, known.body.transaction.status_id], [201, id, 101])
  assert.deepEqual([await storedUnder('unstored'), (await t.ledger(id)).length], [201, 1])
})

test('a payment that was reported as failed is final, and stays so under its key', async () => {
  line.fault = 'drop_after,hide:9'
  const first = await postTransaction(t.api, saleBody(), key('failed'))
  line.fault = undefined
  assert.deepEqual([first.body.transaction.status_id, await storedUnder('failed')], [301, 201])
  await resolveNow()
  assert.equal((await postTransaction(t.api, saleBody(), key('failed'))).text, first.text)
})

test('an action of unknown outcome is no answer to keep either', async () => {
  const { id } = await paid(t.api, saleBody())
  const order = slowOrder()
  const first = putTransaction(t.api, id, { action: 'void' }, key('void'))
  await order.arrived
  mustAskAgain(await putTransaction(t.api, id, { action: 'void' }, key('void')), id)
  order.letGo()
  const { text } = await first
  const again = await putTransaction(t.api, id, { action: 'void' }, key('void'))
  assert.deepEqual([again.status, again.text, again.body.transaction.status_id], [200, text, 201])

  const other = await paid(t.api, saleBody())
  line.instead = neverSent
  line.fault = 'drop_before'
  const told = await putTransaction(t.api, other.id, { action: 'void' }, key('told'))
  line.instead = undefined
  assert.deepEqual([told.status, told.body.transaction.reason_code_id, await storedUnder('told')], [200, 1531, null])
  mustAskAgain(await putTransaction(t.api, other.id, { action: 'void' }, key('told')), other.id)
  line.fault = undefined
  await resolveNow()
  const known = await putTransaction(t.api, other.id, { action: 'void' }, key('told'))
  assert.deepEqual([known.status, known.body.transaction.status_id], [200, (await rowOf(t, other.id)).status_id])
})

test('a request at a terminal whose outcome is not known is no answer to keep', async () => {
  const { terminal_id } = t.merchants[0]
  const routertransaction = {
    payment_method: 'cc',
    action: 'sale',
    location_id,
    terminal_id,
    transaction_amount: '10.00',
  }
  const post = () => t.api.post('routertransactions', { routertransaction }, key('till'))
  const first = post()
  const { order, answer: say } = await device.next()
  say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
  const { id, status_id } = (await first).body.transaction
  assert.deepEqual([(await first).status, status_id, await storedUnder('till')], [201, 0, null])
  mustAskAgain(await post(), id)
  device.work.set(order.reference, { state: 'ended', outcome: approval(order) })
  await t.db.run('update terminalrun set lease_until = 0')
  while ((await rowOf(t, id)).status_id === 0) await t.app.runs.recover()
  const known = await post()
  assert.deepEqual([known.status, known.body.transaction.id, known.body.transaction.status_id], [201, id, 101])
  assert.equal(await storedUnder('till'), 201)
})

test('an answer that cannot be stored is given all the same, and found again by its record', async () => {
  expectsFault('a response was not stored for its Idempotency-Key', 'the database refuses it')
  await t.owner.run(
    `create function refuse_answer() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`,
  )
  await t.owner.run(
    'create trigger refuse_answer before update on idempotency for each row when (new.status is not null) execute function refuse_answer()',
  )
  const first = await postTransaction(t.api, saleBody(), key('unkept'))
  const again = await postTransaction(t.api, saleBody(), key('unkept'))
  await t.owner.run('drop function refuse_answer cascade')
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.deepEqual(again.body.transaction.id, first.body.transaction.id)
})

test('an answer that cannot be stored at this moment is stored a moment later, and stays when its record is deleted', async () => {
  await t.owner.run('create sequence refused_answer')
  await t.owner.run('grant usage on sequence refused_answer to public')
  await t.owner.run(`
    create function refuse_twice() returns trigger language plpgsql as $$
    begin
      if nextval('refused_answer') < 3 then raise exception 'no room' using errcode = 'too_many_connections'; end if;
      return new;
    end $$`)
  await t.owner.run(
    'create trigger refuse_twice before update on idempotency for each row when (new.status is not null) execute function refuse_twice()',
  )
  const first = await t.api.post('tags', tagBody('deleted later'), key('deleted-later'))
  await t.owner.run('drop function refuse_twice cascade')
  await t.owner.run('drop sequence refused_answer')
  await t.api.delete(`tags/${first.body.tag.id}`)
  const again = await t.api.post('tags', tagBody('deleted later'), key('deleted-later'))
  assert.deepEqual([again.status, again.text], [201, first.text])
})
