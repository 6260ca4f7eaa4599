import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { jobs } from '../../src/cli/jobs.ts'
import { dropWeeks } from '../../src/db/weeks.ts'
import { trimEvents } from '../../src/events/trim-events.ts'
import { verifySeals } from '../../src/events/verify-seals.ts'
import { trimGivenUp } from '../../src/jobs/given-up.ts'
import { trimRuns } from '../../src/payments/terminals/trim-runs.ts'
import { trimMessages } from '../../src/resources/log_email/trim-messages.ts'
import { testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { paid, saleBody } from '../support/payments.ts'
import { sealAll } from '../support/seal-all.ts'
import { refusal } from '../support/typed-client.ts'

const t = await testApp('trimming')
after(t.close)
const [home] = t.merchants
const parts = { db: t.db, cipher: t.cipher, clock: t.clock }
const DAY = 86_400
const EVENTS = Number(process.env.TRIMMED_EVENTS ?? 20_000)

let made = 0
/** So many events of the merchant, sealed; transactions of other databases of the same server have to end first. */
async function write(events: number): Promise<void> {
  const last = made + events
  for (; made < last; made += Math.min(2000, last - made)) {
    await t.db.run(
      `insert into event (id, root_id, location_id, noun, record_id, verb, method, created_ts)
       select lpad(to_hex($3::int + n), 24, '0'), $1, $1, 'tag', 'x', 'made', 'test', $4 from generate_series(1, $2::int) n`,
      [home.location_id, Math.min(2000, last - made), made, t.clock.seconds()],
    )
  }
  await sealAll(parts)
}

test('the audit trail is trimmed beside payments, by two processes at once, and its chains still hold', async context => {
  await write(EVENTS)
  await t.clock.moveTo(t.clock.seconds() + 400 * DAY, t.app.worker)
  const before = t.clock.seconds() - 365 * DAY
  // A second of waiting for a lock would fail the payment.
  let slowest = 0
  let trimming = true
  const paying = async (): Promise<number> => {
    let payments = 0
    for (; trimming || payments === 0; payments += 1) {
      const began = performance.now()
      await paid(t.api, saleBody({ product_transaction_id: home.cc_product_transaction_id }))
      slowest = Math.max(slowest, performance.now() - began)
    }
    return payments
  }
  await paid(t.api, saleBody({ product_transaction_id: home.cc_product_transaction_id }))
  const payments = paying()
  const gone = await Promise.all([trimEvents(parts, before), trimEvents(parts, before)])
  trimming = false
  const paid_meanwhile = await payments
  // A payment may have held the part at the moment of the drop.
  while ((await dropWeeks(t.db, 'event', before)).is_read);
  context.diagnostic(
    `${gone[0]! + gone[1]!} events, ${paid_meanwhile} payments meanwhile, the slowest ${Math.round(slowest)} ms`,
  )
  assert.ok(paid_meanwhile > 0)
  assert.ok(slowest < 5_000, `a payment took ${slowest} ms`)
  assert.ok(gone[0]! + gone[1]! >= EVENTS)
  await sealAll(parts)
  for await (const { broken } of verifySeals(parts)) assert.equal(broken, null)
  const [left] = await t.db.query<{ count: number }>(`select count(*)::int as count from event where verb = 'made'`)
  assert.equal(left!.count, 0)
  const [noted] = await t.db.query<{ events: number }>(
    `select sum((changes->>'events')::int)::int as events from event where verb = 'trimmed'`,
  )
  assert.equal(noted!.events, gone[0]! + gone[1]!)
})

test('events are deleted by trimming alone, and a link never changes', async () => {
  await write(10)
  await assert.rejects(t.owner.run('delete from event'), /can only be added to/)
  await assert.rejects(t.owner.run('update event_seal set trimmed_ts = 1'), /can only be added to/)
  for (const change of [`hash = 'x'`, 'trimmed_ts = 1, made_ts = 1', 'trimmed_ts = null']) {
    const attack = t.owner.transaction(async tx => {
      await tx.run(`set local tollgate.trimming = 'on'`)
      await tx.run(`update event_seal set ${change}`)
    })
    await assert.rejects(attack, /event_seal_place/, change)
  }
})

test('logs of messages are deleted with their place in totals; what is still to be sent stays', async () => {
  const insert = `insert into log_email (id, root_id, location_id, recipient, status, attempts, reason_sent, reason_model, reason_model_id, subject, body, created_ts, modified_ts)
    select lpad(to_hex(n), 24, '0'), $1, $1, 'a@b.example', case when n = 5 then 'queued' else 'sent' end, 1, 'test', 'QuickInvoice', $1, 's', 'b', 1000000000, 1000000000
      from generate_series(1, 4500) n`
  await t.db.run(insert, [home.location_id])
  await t.db.run(
    `insert into tally (noun, root_id, place, shard, records) values ('log_email', $1, $1, 0, 4500)
     on conflict (noun, root_id, place, shard) do update set records = tally.records + 4500`,
    [home.location_id],
  )
  const total = async () => (await t.api.log_emails.list().page()).meta.pagination.totalCount
  const full = await total()
  assert.equal(await trimMessages(t.db, t.clock.seconds() - 30 * DAY), 4499)
  const rest = await t.db.query<{ status: string }>('select status from log_email where created_ts = 1000000000')
  assert.deepEqual(rest, [{ status: 'queued' }])
  assert.equal(await total(), full - 4499)
  assert.equal(await trimMessages(t.db, t.clock.seconds() - 30 * DAY), 0)
})

test('a job that was given up is listed, tried again or forgotten with a note, and none goes unseen', async () => {
  const operator = operatorOf(t)
  const given_up = async (id: string, days: number, root_id: string | null = home.location_id) =>
    t.db.run(
      `insert into job (id, task, payload, run_at, attempts, last_error, failed_ts, root_id, created_ts)
       values ($1, 'test.broken', '{}', 1, 12, 'it cannot be done', $2, $3, 1)`,
      [id, t.clock.seconds() - days * DAY, root_id],
    )
  assert.match(await operator.run(jobs([])), /no job was given up/)
  await given_up('again-job', 1)
  await given_up('forgotten-job', 2)
  await given_up('young-job', 89)
  await given_up('old-job', 91)
  await given_up('old-job-of-nobody', 91, null)
  assert.match(await operator.run(jobs([])), /old-job test\.broken of merchant [^\n]*\n {2}it cannot be done/)
  assert.match(await operator.run(jobs(['--again', 'again-job'])), /^1 job is tried again/)
  assert.throws(() => jobs(['--forget', 'forgotten-job']), /needs a --note/)
  assert.match(await operator.run(jobs(['--forget', 'forgotten-job', '--note', 'of a test'])), /is forgotten/)
  await assert.rejects(operator.run(jobs(['--again', 'forgotten-job'])), /no job/)
  assert.equal(await trimGivenUp(parts), 2)
  const left = await t.db.query<{ id: string }>(`select id from job where task = 'test.broken' order by id`)
  assert.deepEqual(
    left.map(({ id }) => id),
    ['again-job', 'young-job'],
  )
  const seen = await t.db.query<{ verb: string; root_id: string; changes: { task: string; error: string } }>(
    `select verb, root_id, changes from event where noun = 'job' order by id`,
  )
  assert.deepEqual(seen.map(({ verb, root_id }) => [verb, root_id]).toSorted(), [
    ['forgotten', home.location_id],
    ['tried_again', home.location_id],
    ['trimmed', ''],
    ['trimmed', home.location_id],
  ])
  assert.ok(seen.every(({ changes }) => changes.task === 'test.broken' && changes.error === 'it cannot be done'))
  await t.db.run(`delete from job where task = 'test.broken'`)
})

test('runs at terminals are deleted with their place in totals; an open one never, nor one of an open payment', async () => {
  const run = {
    action: 'sale',
    payment_method: 'cc',
    transaction_amount: '3.00',
    location_id: home.location_id,
    terminal_id: home.terminal_id,
    product_transaction_id: home.cc_product_transaction_id,
  } as const
  const made: string[] = []
  for (const transaction_api_id of ['settled', 'open-batch', 'stuck']) {
    const transaction = await t.api.routertransactions.create({ ...run, transaction_api_id })
    made.push(transaction.id)
    if (transaction_api_id !== 'settled') continue
    await t.api.transactionbatches.settle(transaction.transaction_batch_id!)
  }
  await t.db.run('update transaction set stuck_ts = 1 where id = $1', [made[2]])
  const total = async () => (await t.api.terminalruns.list().page()).meta.pagination.totalCount
  const before = await total()
  const later = t.clock.seconds() + 60
  assert.equal(await trimRuns(t.db, t.clock.seconds() - DAY), 0)
  assert.equal(await trimRuns(t.db, later), 1)
  assert.equal(await trimRuns(t.db, later), 0)
  assert.equal(await total(), before - 1)
  const terminalruns = await Array.fromAsync(t.api.terminalruns.list())
  assert.deepEqual(terminalruns.map(each => each.transaction_id).toSorted(), made.slice(1).toSorted())
  // Its payment stays, and its own id still pays once.
  await t.api.transactions.get(made[0]!)
  const again = await refusal(t.api.routertransactions.create({ ...run, transaction_api_id: 'settled' }))
  assert.equal(again.status, 422)
  assert.equal(again.location, `/v2/transactions/${made[0]}`)
  const open = t.db.transaction(async tx => {
    await tx.run(
      `update terminalrun set status = 'unknown', result = null, ended_ts = null where transaction_id = $1`,
      [made[1]],
    )
    await tx.run('delete from terminalrun where transaction_id = $1', [made[1]])
  })
  await assert.rejects(open, /its outcome is open/)
  await t.db.run('update transaction set stuck_ts = null where id = $1', [made[2]])
})
