import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomKills } from '../support/random-kills.ts'
import { seed } from '../support/seed.ts'

/**
 * The long form is `TOLLGATE_KILLS=200 npm test -- test/process/random-kills.deep.test.ts --limit=3600`. A run
 * prints its seed; `TOLLGATE_SEED` repeats its choices, though not the timing of the machine.
 */
const { TOLLGATE_KILLS } = process.env
/** The short form ends in time on a machine that takes ten seconds to start a gateway. */
const SHORT = { least: 5, most: 20, enough_ms: 40_000 }
const LONG = { least: Number(TOLLGATE_KILLS), most: 0, enough_ms: 0 }
const RECURRINGS = 12

const field = await randomKills(TOLLGATE_KILLS ? LONG : SHORT, RECURRINGS, seed)
after(field.end)
const { db, kills, ledger, told, now } = field
console.log(`${kills} processes killed, ${ledger.length} charges in the ledger, ${told.length} postbacks, seed ${seed}`)

interface Charge {
  recurring_id: string
  date: string
  transaction_id: string | null
  amount: number
  outcome: string
}

const runs = await db.query<Charge>(
  `select run.recurring_id, run.occurrence_date::text as date, run.transaction_id, outcome, transaction_amount as amount
     from recurring_run run left join transaction on transaction.id = run.transaction_id order by 1, 2`,
)

test('every recurring was charged on every day, and on none twice', () => {
  const last = Temporal.Instant.fromEpochMilliseconds(now * 1000).toZonedDateTimeISO('America/New_York')
  for (const id of field.recurring_ids) {
    const dates = runs.filter(run => run.recurring_id === id).map(run => run.date)
    const first = Temporal.PlainDate.from(dates[0]!)
    const days = first.until(last.toPlainDate()).days + (last.hour >= 6 ? 1 : 0)
    const expected = Array.from({ length: Math.min(days, dates.length === 99 ? 99 : days) }, (_, day) =>
      first.add({ days: day }).toString(),
    )
    assert.deepEqual(dates, expected, `seed ${seed}`)
  }
  assert.deepEqual(
    runs.filter(run => run.transaction_id === null),
    [],
    `seed ${seed}`,
  )
})

test('the gateway’s books and the processor’s ledger hold the same charges, each once', async () => {
  const booked = runs.map(({ transaction_id, amount, outcome }) => `${transaction_id} ${amount} ${outcome}`)
  const entered = ledger.map(
    ({ reference, amount, result }) => `${reference} ${Math.round(Number(amount) * 100)} ${result}`,
  )
  assert.deepEqual(entered.toSorted(), booked.toSorted(), `seed ${seed}`)
  const [stray] = await db.query<{ count: number }>(
    'select count(*) as count from transaction where id not in (select transaction_id from recurring_run where transaction_id is not null)',
  )
  assert.equal(stray!.count, 0, `seed ${seed}`)
})

test('batches sum up to what their payments took', async () => {
  const wrong = await db.query(
    `select batch.id from transactionbatch batch
       left join (select transaction_batch_id as id, sum(captured_amount) as taken, count(*) as sales from transaction group by 1) sums
         on sums.id = batch.id
      where total_sale_amount <> coalesce(taken, 0) or total_sale_count <> coalesce(sales, 0)`,
  )
  assert.deepEqual(wrong, [], `seed ${seed}`)
})

test('no postback was lost: the receiver knows every payment with its outcome', () => {
  const known = new Set(told.map(({ id, status_id }) => `${id} ${status_id === 101 ? 'approved' : 'declined'}`))
  const unheard = runs.filter(({ transaction_id, outcome }) => !known.has(`${transaction_id} ${outcome}`))
  assert.deepEqual(unheard, [], `seed ${seed}`)
})
