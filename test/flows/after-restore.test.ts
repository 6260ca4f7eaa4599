import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { reconcile } from '../../src/cli/reconcile/reconcile.ts'
import { unknown } from '../../src/cli/unknown.ts'
import { momentOf } from '../../src/lib/id.ts'
import { secondReference } from '../../src/payments/lifecycle/second-try.ts'
import { KEEPS_ALL, NO_RESPONSE_DATA, type Processor, type ProcessorMemory } from '../../src/ports/processor.ts'
import type { Json } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { ownProduct } from '../support/payments.ts'
import { lastRow, openAttempts, resolveOnce, rowOf } from '../support/power-cut.ts'
import { recurringSite } from '../support/recurrings.ts'
import { bankBody } from '../support/vaults.ts'

/**
 * A gateway that was restored this morning charges the recurrings of the day. The lost gateway may have charged them.
 */
const calls: string[] = []
/** What the lost gateway ordered, by reference. */
const made = new Map<string, 'approved' | 'declined'>()
let memory: ProcessorMemory = KEEPS_ALL
let is_lost = false

function heard(real: Processor): Processor {
  const { sale } = real.actions
  return {
    ...real,
    get memory() {
      return memory
    },
    actions: {
      ...real.actions,
      sale(order) {
        if (is_lost) return Promise.reject(new Error('never sent'))
        calls.push('sale')
        return sale!(order)
      },
    },
    async find(asked) {
      calls.push('find')
      const result = made.get(asked.reference)
      if (!result) return real.find(asked)
      const said = result === 'approved' ? { reason_code_id: 1000, verbiage: 'APPROVAL' } : DECLINED
      return { seen: true, outcome: { ...NO_RESPONSE_DATA, result, auth_amount: asked.amount, ...said } }
    },
  }
}
const DECLINED = { reason_code_id: 1603, verbiage: 'ISSUER UNAVAILABLE', decline_class: 'soft' } as const

const { t, make, makeVault, location_id } = await recurringSite('after_restore', { processor: heard })
const operator = operatorOf(t)
const HOUR = 3600
const DAY = 24 * HOUR

beforeEach(async () => {
  calls.length = 0
  made.clear()
  memory = KEEPS_ALL
  await t.db.run('delete from restoration')
  await t.db.run('delete from lost_order')
})

const newYork = () => Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('America/New_York')

/** Makes the payment of a recurring that is due tomorrow; the restored gateway starts `after` seconds later. */
async function due(over: Json = {}, after = HOUR): Promise<Json> {
  const date = newYork().toPlainDate().add({ days: 1 })
  await make({ start_date: date.toString(), ...over })
  const run = date.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '06:00' }).epochMilliseconds / 1000
  const text =
    'insert into restoration (id, taken_ts, restored_ts, reconciled_ts, known_until_ts) values ($1, $2, $3, $3, $3)'
  await t.db.run(text, [`r${run}`, run - HOUR, run + after])
  await t.db.run('update sandbox_clock set ahead_ms = ahead_ms + $1', [(run + after) * 1000 - t.clock.now()])
  await t.clock.follow()
  await t.settle()
  const row = await lastRow(t)
  assert.deepEqual([row.outcome, calls], ['pending', []], 'nothing is sent before the processor is asked')
  return row
}

/** Orders that the processor has and the restored database has not. */
async function lost(reference: string, amount: number, last_four: string): Promise<void> {
  const [account] = await t.db.query('select root_id, id from processor_account where root_id = $1 limit 1', [
    location_id,
  ])
  const text = 'insert into lost_order values ($1, $2, $3, $4, $5, $6, $7)'
  await t.db.run(text, [
    account!.root_id,
    account!.id,
    `P${reference}`,
    reference,
    amount,
    last_four,
    t.clock.seconds(),
  ])
}

/** Asserts that a payment waits for a person, and that the operator is shown why. */
async function assertHeld(id: string): Promise<void> {
  await resolveOnce(t)
  assert.equal((await t.api.transactions.get(id)).is_stuck, true)
  const listed = await operator.run(unknown([]))
  assert.match(
    listed,
    new RegExp(`${id} [^]*lost may have made it, and no processor can tell; .* unknown --send ${id}`),
  )
  assert.equal(calls.includes('sale'), false)
}

const NOTE = ['--note', 'read the report of the processor']

test('G60 a payment that its processor has not seen is sent once, after it was asked', async () => {
  const { id } = await due()
  await resolveOnce(t)
  assert.deepEqual(calls, ['find', 'sale'])
  assert.equal((await rowOf(t, id)).status_id, 101)
  assert.equal((await t.ledger(id)).length, 1)
})

test('G60 a gateway that was not restored sends at once', async () => {
  await make({ start_date: newYork().toPlainDate().add({ days: 1 }).toString() })
  await t.clock.moveTo(t.clock.seconds() + DAY, t.app.worker)
  assert.deepEqual([calls, (await lastRow(t)).status_id], [['sale'], 101])
})

test('G60 a charge of the same account and amount that the database has lost holds the payment: a person has it sent', async () => {
  await lost('f'.repeat(24), 4321, '1111')
  const { id } = await due({ transaction_amount: '43.21' })
  await assertHeld(id)
  assert.throws(() => unknown(['--send', id]), /needs a --note/)
  await operator.run(unknown(['--send', id, ...NOTE]))
  await assert.rejects(operator.run(unknown(['--send', id, ...NOTE])), /no scheduled payment is held/)
  await resolveOnce(t)
  assert.deepEqual([(await rowOf(t, id)).status_id, (await t.ledger(id)).length], [101, 1])
  const events = await t.db.query<{ verb: string }>('select verb from event where record_id = $1', [id])
  assert.ok(events.some(({ verb }) => verb === 'released'))
})

test('G60 of another card or amount it holds nothing, nor once it is known under its own reference', async () => {
  await lost('e'.repeat(24), 4321, '9999')
  await lost('d'.repeat(24), 9999, '1111')
  await lost((await lastRow(t)).id, 4321, '1111')
  const { id } = await due({ transaction_amount: '43.21' })
  await resolveOnce(t)
  assert.equal((await rowOf(t, id)).status_id, 101)
})

for (const [resolution, status_id] of [
  ['approved', 101],
  ['declined', 301],
] as const)
  test(`G60 a person who found out that it was ${resolution} ends it without anything being sent`, async () => {
    await lost('c'.repeat(24), 4321, '1111')
    const { id } = await due({ transaction_amount: '43.21' })
    await assertHeld(id)
    await operator.run(unknown([`--${resolution}`, id, ...NOTE]))
    assert.deepEqual([(await rowOf(t, id)).status_id, await openAttempts(t)], [status_id, 0])
    assert.equal(calls.includes('sale'), false)
  })

test('G60 a payment that the lost gateway made at the second processor is held, declined or not at the first', async () => {
  for (const first of [undefined, 'declined'] as const) {
    const second = await ownProduct(t)
    const product_transaction_id = await ownProduct(t, { processor_rules: { second } })
    const { id } = await due({ product_transaction_id })
    made.set(secondReference(id), 'approved')
    if (first) made.set(id, first)
    await assertHeld(id)
    made.delete(secondReference(id))
    await operator.run(unknown(['--send', id, ...NOTE]))
    await resolveOnce(t)
    assert.equal((await rowOf(t, id)).status_id, first ? 301 : 101)
    calls.length = 0
    await t.db.run('delete from restoration')
  }
})

test('G60 past its memory a processor is asked twice before anything is sent', async () => {
  memory = { ...KEEPS_ALL, repeats: HOUR }
  const { id } = await due({}, 2 * HOUR)
  await resolveOnce(t)
  assert.deepEqual(calls, ['find'])
  await resolveOnce(t)
  assert.deepEqual(calls, ['find', 'find', 'sale'])
  assert.equal((await rowOf(t, id)).status_id, 101)
})

test('G60 what is older than a processor finds is held', async () => {
  memory = { ...KEEPS_ALL, repeats: HOUR, finds: HOUR }
  const { id } = await due({}, 2 * HOUR)
  await assertHeld(id)
  await operator.run(unknown(['--send', id, ...NOTE]))
  await resolveOnce(t)
  assert.equal((await rowOf(t, id)).status_id, 101)
})

test('G60 a bank debit may lie in a file of the lost gateway: a person decides whether it leaves in one of this', async () => {
  const vault = await makeVault({ ...bankBody(location_id), exp_date: undefined })
  const product_transaction_id = t.merchants[0].ach_product_transaction_id
  const bank = { account_vault_id: vault.id, product_transaction_id, transaction_amount: '12.00' }
  const left = await due(bank)
  await assertHeld(left.id)
  await operator.run(unknown(['--approved', left.id, ...NOTE]))
  const { status_id, originate_ts } = await rowOf(t, left.id)
  assert.deepEqual([status_id, originate_ts], [133, null])

  await t.db.run('delete from restoration')
  calls.length = 0
  const stayed = await due(bank)
  await assertHeld(stayed.id)
  await operator.run(unknown(['--send', stayed.id, ...NOTE]))
  await resolveOnce(t)
  const sent = await rowOf(t, stayed.id)
  assert.equal(sent.status_id, 131)
  assert.ok(sent.originate_ts > momentOf(stayed.id)! / 1000)
})

test('G60 a database that was brought back to a moment is restored once reconcile --accept says so: what was open is asked about', async () => {
  is_lost = true
  await make({ start_date: newYork().toPlainDate().add({ days: 1 }).toString() })
  await t.clock.moveTo(t.clock.seconds() + DAY, t.app.worker)
  is_lost = false
  const { id } = await lastRow(t)
  const since = Temporal.Instant.fromEpochMilliseconds(t.clock.now() - HOUR * 1000).toString()
  await operator.run(reconcile(['--since', since]))
  assert.deepEqual(await t.db.query('select 1 from restoration'), [])
  await operator.run(reconcile(['--since', since, '--accept']))
  const [restored] = await t.db.query('select known_until_ts from restoration where reconciled_ts is not null')
  const [attempt] = await t.db.query('select is_doubtful, sent_ts from attempt where id = $1', [id])
  assert.deepEqual(attempt, { is_doubtful: true, sent_ts: restored!.known_until_ts })
  await lost('b'.repeat(24), 1000, '1111')
  await assertHeld(id)
})
