import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import type { Operator } from '../../src/cli/operator.ts'
import { unknown } from '../../src/cli/unknown.ts'
import { readConfig } from '../../src/config.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { changed, paid, saleBody } from '../support/payments.ts'
import { resolveNow } from '../support/power-cut.ts'
import { scriptedTerminal } from '../support/scripted-terminal.ts'

const device = scriptedTerminal()
let t: TestApp
before(async () => {
  t = await testApp('open_questions', { terminal: device, simulator: 'process' })
})
after(() => t.close())

/** What the operator's command prints. */
async function command(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  const config = readConfig({ TOLLGATE_HOME: t.home })
  const operator = {
    config,
    db: t.db,
    clock: machineClock,
    print: (line: string) => void lines.push(line),
  } as unknown as Operator
  await unknown(args)(operator)
  return lines
}
const listed = async (): Promise<Json[]> => JSON.parse((await command('--json'))[0]!)

const asking = (fault: string) => ({ 'tollgate-sandbox-fault': fault })

test('nothing is unknown where nothing is', async () => {
  await paid(t.api, saleBody())
  assert.deepEqual(await command(), ['nothing is unknown'])
  assert.deepEqual(await listed(), [])
  await assert.rejects(command('--again', 'nobody'), /nothing is open at nobody/)
})

test('an unknown payment and an unknown action are listed with their age, also after the clock was moved for years', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '40.00' }))
  const lost = await t.api.transactions.create(saleBody({ transaction_amount: '30.00' }), {
    headers: asking('drop_after,hide:500'),
  })
  await t.api.transactions.update(sale.id, { action: 'void' }, { headers: asking('drop_after,hide:500') })
  await t.db.run('update sandbox_clock set ahead_ms = ahead_ms + 94608000000')
  await t.clock.follow()
  const [first, second] = await listed()
  assert.deepEqual(
    [first, second].map(({ kind, id, action, amount }) => [kind, id, action, amount]),
    [
      ['payment', lost.id, 'sale', '30.00'],
      ['action', sale.id, 'void', '40.00'],
    ],
  )
  assert.ok(first.age_seconds > 90_000_000)
  assert.match(first.next, /taken back if it was approved/)
  const lines = await command()
  assert.match(lines[0]!, new RegExp(`^payment ${lost.id} sale 30\\.00 at `))
  assert.match(lines[0]!, /open for 1095d/)
  assert.match(lines.at(-1)!, /^2 open, 30\.00 of payments may have been taken$/)
  assert.deepEqual(await command('--again', lost.id), [`${lost.id} is asked about at once`])
  const [{ ask_ts }] = (await t.db.query('select ask_ts from attempt where id = $1', [lost.id])) as [{ ask_ts: number }]
  assert.equal(ask_ts, 0)
  await forget()
  await resolveNow(t)
  assert.deepEqual(await listed(), [])
})

test('a reversal that was refused is listed for a person, and sent anew when the person has seen to it', async () => {
  const { id } = await t.api.transactions.create(saleBody(), { headers: asking('drop_after,hide:4,keep') })
  await resolveNow(t)
  const told = await t.api.transactions.get(id)
  assert.equal(told.reason_code_id, 1654)
  const [stuck] = await listed()
  assert.deepEqual([stuck.kind, stuck.id, stuck.next_seconds], ['stuck reversal', id, null])
  assert.match(stuck.next, new RegExp(`reason 1667.*unknown --again ${id}`))
  await command('--again', id)
  assert.deepEqual(
    (await listed()).map(({ kind }) => kind),
    ['reversal'],
  )
  await resolveNow(t)
  assert.deepEqual(
    (await listed()).map(({ kind }) => kind),
    ['stuck reversal'],
    'it is refused once more',
  )
  // What a person does at the processor: the order is void there.
  await forget()
  await command('--again', id)
  await resolveNow(t)
  assert.deepEqual(await listed(), [])
  const after = await t.api.transactions.get(id)
  assert.deepEqual([after.status_id, after.reason_code_id, after.verbiage], [301, 1531, 'COMMUNICATION ERROR'])
  assert.deepEqual(
    (await t.ledger(id)).map(({ action, result }) => `${action} ${result}`),
    ['sale approved', 'void declined', 'void declined', 'void approved'],
  )
})

test('what happened to a payment is shown, and the operator decides with a note', async () => {
  const { id } = await t.api.transactions.create(saleBody(), { headers: asking('drop_after,hide:4,keep') })
  await resolveNow(t)
  const lines = await command(id)
  assert.match(lines[0]!, new RegExp(`order sale 10\\.00 at zgate, reference ${id}$`))
  assert.match(lines.join('\n'), /declined: 1667 ACTION NOT ALLOWED/)
  assert.match(lines.at(-1)!, new RegExp(`unknown --kept ${id} --note`))
  assert.throws(() => unknown(['--kept', id]), /needs a --note/)
  await assert.rejects(command('--approved', id, '--note', 'no'), /must be given_back_outside or kept/)
  assert.deepEqual(await command('--kept', id, '--note', 'told by telephone'), [
    `${id} is closed as kept: status 101, reason 1000`,
  ])
  assert.match((await command(id)).join('\n'), /the operator decided kept: told by telephone/)
  const [event] = (await t.db.query(
    `select method, changes ->> 'note' as note from event where noun = 'intervention' order by id desc limit 1`,
  )) as Json[]
  assert.deepEqual(event, { method: 'operator', note: 'told by telephone' })
  assert.deepEqual(await listed(), [])
})

/** A simulator that is started again has lost its faults. */
async function forget(): Promise<void> {
  const { pid } = JSON.parse(await readFile(`${t.home}/processor/address.json`, 'utf8'))
  process.kill(pid, 'SIGKILL')
}

test('a settlement nobody heard of and a terminal that is lost are listed', async () => {
  await t.api.request('GET', '/sandbox/faults')
  const sale = await paid(t.api, saleBody())
  await t.api.transactionbatches.settle(sale.transaction_batch_id, { headers: asking('drop_after,hide:1') })
  const { location_id, terminal_id } = t.merchants[0]
  const answer = t.api.routertransactions.create({
    payment_method: 'cc',
    action: 'sale',
    location_id,
    terminal_id,
    transaction_amount: '9.90',
  })
  const { order, answer: say } = await device.next()
  assert.deepEqual(
    (await listed()).map(({ kind }) => kind),
    ['settlement'],
    'who waits for a customer knows',
  )
  say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
  await answer
  const lines = await listed()
  assert.deepEqual(
    lines.map(({ kind, id, action, amount }) => [kind, id, action, amount]),
    [
      ['settlement', sale.transaction_batch_id, 'settle', null],
      ['terminal run', order.reference, 'sale', '9.90'],
    ],
  )
  assert.match(lines[1].next, new RegExp(`POST /v2/terminalruns/${order.reference}/abandon`))
  await t.api.terminalruns.abandon(order.reference)
  await command('--again', sale.transaction_batch_id)
  await resolveNow(t)
  assert.deepEqual(await listed(), [])
  assert.equal((await changed(t.api, sale.id, { description: 'x' })).id, sale.id)
})
