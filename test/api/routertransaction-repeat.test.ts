import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { runLeases } from '../../src/payments/terminals/run-leases.ts'
import { type Answer, testApp } from '../support/app.ts'
import { approval, scriptedTerminal } from '../support/scripted-terminal.ts'
import { expectsFault } from '../support/server-faults.ts'

const device = scriptedTerminal()
const t = await testApp('router_again', { terminal: device })
after(t.close)

const [home] = t.merchants
const asked = {
  payment_method: 'cc',
  action: 'sale',
  location_id: home.location_id,
  terminal_id: home.terminal_id,
  transaction_amount: '10.00',
}

const post = (fields: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  t.api.post('routertransactions', { routertransaction: { ...asked, ...fields } }, headers)

test('the same transaction_api_id twice at once is one run, and both get its result', async () => {
  const seen = device.seen.length
  const answers = [post({ transaction_api_id: 'twice' }), post({ transaction_api_id: 'twice' })]
  const { order, answer: say } = await device.next()
  say(approval(order))
  const [one, two] = await Promise.all(answers)
  assert.deepEqual([one!.status, two!.status], [201, 201], `${one!.text} ${two!.text}`)
  assert.equal(one!.body.transaction.id, two!.body.transaction.id)
  assert.equal(device.seen.length, seen + 1)
})

test('F24 the same Idempotency-Key twice within milliseconds is one run, and both get its result', async () => {
  const seen = device.seen.length
  const headers = { 'idempotency-key': 'till-twice' }
  const answers = [post({}, headers), post({}, headers)]
  const { order, answer: say } = await device.next()
  setTimeout(() => say(approval(order)), 100)
  const [one, two] = await Promise.all(answers)
  assert.deepEqual([one!.status, two!.status], [201, 201], `${one!.text} ${two!.text}`)
  assert.equal(one!.body.transaction.id, two!.body.transaction.id)
  assert.equal(device.seen.length, seen + 1)
})

test('who was told of an unknown outcome and asks again by the same transaction_api_id gets what became of it', async () => {
  const answer = post({ transaction_api_id: 'till-unknown' })
  const { order, answer: say } = await device.next()
  say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
  assert.equal((await answer).body.transaction.status_id, 0)
  device.work.set(order.reference, { state: 'none' })
  await untilEnded(order.reference)
  const { status, body } = await post({ transaction_api_id: 'till-unknown' })
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual([body.transaction.id, body.transaction.status_id], [order.reference, 301])
})

test('a key whose request was answered 202 is answered 202 again to who does not want to wait', async () => {
  const headers = { 'idempotency-key': 'till-async', prefer: 'respond-async' }
  const first = await post({}, headers)
  const { order, answer: say } = await device.next()
  const second = await post({}, headers)
  assert.deepEqual([first.status, second.status], [202, 202])
  assert.equal(second.body.terminalrun.id, first.body.terminalrun.id)
  const third = post({}, { 'idempotency-key': 'till-async' })
  say(approval(order))
  assert.equal((await third).body.transaction.id, order.reference)
})

test('a key whose request found the terminal busy can be sent again', async () => {
  const first = post()
  const { order, answer: say } = await device.next()
  const key = { 'idempotency-key': 'till-busy' }
  const refused = await post({}, key)
  assert.deepEqual([refused.status, refused.headers['retry-after']], [422, '5'])
  assert.deepEqual(Object.keys(refused.body.errors), ['terminal_id'])
  say(approval(order))
  await first
  const again = post({}, key)
  const next = await device.next()
  next.answer(approval(next.order))
  assert.equal((await again).body.transaction.status_id, 101)
})

test('a terminal cannot be deleted while its only request has not ended', async () => {
  const { body: known } = await t.api.get(`terminals/${home.terminal_id}`)
  const { terminal_application_id } = known.terminal
  const made = await t.api.post('terminals', {
    terminal: {
      location_id: home.location_id,
      terminal_application_id,
      terminal_manufacturer_id: 100,
      title: 'New',
      serial_number: 'NEW1',
    },
  })
  const { id } = made.body.terminal
  const answer = post({ terminal_id: id })
  const { answer: say } = await device.next()
  assert.equal((await t.api.delete(`terminals/${id}`)).status, 409)
  say({ result: 'failed', why: 'cancelled', text: 'ABORTED' })
  assert.equal((await answer).status, 422)
  assert.equal((await t.api.delete(`terminals/${id}`)).status, 204)
})

test('an outcome that could not be stored is asked for again, although its process lives', async () => {
  expectsFault('the outcome of a terminal run was not stored', 'the database refuses the end of a run')
  await t.owner.run(
    `create function refuse_end() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`,
  )
  await t.owner.run(
    `create trigger refuse_end before update on terminalrun for each row when (new.ended_ts is not null) execute function refuse_end()`,
  )
  const { body } = await post({}, { prefer: 'respond-async' })
  const { order, answer: say } = await device.next()
  say(approval(order))
  while (
    (await t.db.query('select 1 from terminalrun where id = $1 and holder is null', [order.reference])).length === 0
  )
    await new Promise(resolve => setImmediate(resolve))
  await t.owner.run('drop function refuse_end cascade')
  device.work.set(order.reference, { state: 'ended', outcome: approval(order) })
  assert.equal((await untilEnded(body.terminalrun.id)).result, 'approved')
  const { body: shown } = await t.api.get(`transactions/${order.reference}`)
  assert.equal(shown.transaction.status_id, 101)
})

test('a run that is held by a living process which does not know of it is let go of; one at work is kept', async () => {
  const stray = post()
  const first = await device.next()
  first.answer({ result: 'failed', why: 'cancelled', text: 'ABORTED' })
  await stray
  const kept = post()
  const { order, answer: say } = await device.next()
  const own = runLeases(t.db, 5)
  const holder = await own.holder()
  const ended = Promise.withResolvers<void>()
  own.add(order.reference, () => ended.promise)
  await t.db.run('update terminalrun set holder = $2 where id = $1', [order.reference, holder])
  // As if its commit had never been confirmed. It is of another terminal, or it would be refused.
  await t.db.run(
    `update terminalrun set holder = $2, status = 'running', ended_ts = null, result = null, terminal_id = $3 where id = $1`,
    [first.order.reference, holder, home.terminal_id_without_signature],
  )
  const holders = () =>
    t.db.query<{ holder: string | null }>('select holder from terminalrun where id = any($1) order by id', [
      [first.order.reference, order.reference],
    ])
  while ((await holders())[0]?.holder !== null) await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(await holders(), [{ holder: null }, { holder }])
  ended.resolve()
  await own.close()
  device.work.set(first.order.reference, { state: 'none' })
  await untilEnded(first.order.reference)
  say(approval(order))
  assert.equal((await kept).status, 201)
})

test('an approval that comes after its run was told to have failed is taken back, once', async () => {
  const answer = post({ transaction_api_id: 'late' })
  const { order, answer: say } = await device.next()
  // Its process counts as dead, and the device does not know the order yet.
  await t.db.run('update terminalrun set holder = null where id = $1', [order.reference])
  device.work.set(order.reference, { state: 'none' })
  await untilEnded(order.reference)
  assert.equal((await answer).status, 422)
  const again = post({ transaction_api_id: 'late' })
  const second = await device.next()
  say(approval(order))
  second.answer(approval(second.order))
  assert.equal((await again).body.transaction.status_id, 101)

  const reversals = () =>
    t.db.query('select original, amount from attempt where transaction_id = $1', [order.reference])
  while ((await reversals()).length === 0) await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(await reversals(), [{ original: order.reference, amount: 1000 }])
  const { body } = await t.api.get(`transactions/${order.reference}`)
  assert.deepEqual([body.transaction.status_id, body.transaction.transaction_api_id], [301, null])
  const { body: run } = await t.api.get(`terminalruns/${order.reference}`)
  assert.equal(run.terminalrun.result, 'failed')
})

test('a payment that takes the transaction_api_id of a run meanwhile keeps nobody from writing down what the terminal did', async () => {
  const answer = post({ transaction_api_id: 'both' })
  const { order, answer: say } = await device.next()
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
  const { location_id } = home
  const transaction = { ...card, location_id, action: 'sale', transaction_amount: '3.00', transaction_api_id: 'both' }
  assert.equal((await t.api.post('transactions', { transaction })).status, 201)
  say(approval(order))
  const { status, body } = await answer
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(
    [body.transaction.id, body.transaction.status_id, body.transaction.transaction_api_id],
    [order.reference, 101, null],
  )
})

test('whatever words a terminal finds, its run ends', async () => {
  const failed = post()
  const { answer: fail } = await device.next()
  fail({ result: 'failed', why: 'refused', text: `\u0000${'NO '.repeat(200)}` })
  assert.equal((await failed).status, 422)
  const approved = post()
  const { order, answer: say } = await device.next()
  const { card } = approval(order)
  say(approval(order, { verbiage: 'APPROVED\u0000', card: { ...card!, account_holder_name: 'A\u0000B' } }))
  const { body } = await approved
  assert.deepEqual([body.transaction.status_id, body.transaction.account_holder_name], [101, 'AB'])
})

test('what a terminal says to a process that is stopping is stored, and nothing new begins at it', async () => {
  expectsFault(503, 'the process is stopping')
  const answer = post()
  const { order, answer: say } = await device.next()
  await t.app.runs.close()
  const { status, headers } = await answer
  assert.deepEqual([status, headers.location], [202, `http://127.0.0.1:8080/v2/terminalruns/${order.reference}`])
  assert.equal((await post({ terminal_id: home.terminal_id_without_signature })).status, 503)
  say(approval(order))
  const run = async () => (await t.api.get(`terminalruns/${order.reference}`)).body.terminalrun
  while ((await run()).status === 'running') await new Promise(resolve => setImmediate(resolve))
  assert.equal((await run()).result, 'approved')
})

/** Lets the resolver look until the run has ended. */
async function untilEnded(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    await t.app.runs.recover()
    const { body } = await t.api.get(`terminalruns/${id}`)
    if (body.terminalrun.status === 'ended') return body.terminalrun
    await new Promise(resolve => setImmediate(resolve))
  }
}
