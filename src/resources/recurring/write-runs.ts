import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { PaymentPlan } from '../../payments/lifecycle/plan.ts'
import type { AuthorisedPayments } from '../../payments/lifecycle/processor-request.ts'
import type { Payments } from '../../payments/payments.ts'
import { dueMoment, runMoment } from './due-moment.ts'
import { paid, passed } from './fall-due.ts'
import { OVER, type Plan, standing } from './plan.ts'
import { recurring } from './recurring.ts'
import type { Looked } from './run-due.ts'

/** What becomes of one recurring. */
interface Step {
  looked: Looked
  set: Settable<typeof recurring>
  /** The date and the payment, where one is made. */
  charge: { date: string; prepared: PaymentPlan } | null
  missed: readonly string[]
}

/**
 * Writes down the runs of recurrings that were looked at: payments, occurrences and next dates, all or nothing. What somebody
 * has changed since is left alone and found again at once.
 */
export async function writeRuns(
  work: UnitOfWork,
  payments: Payments,
  looked: readonly Looked[],
  seconds: number,
): Promise<AuthorisedPayments> {
  const ids = looked.map(({ row }) => row.id).toSorted()
  await work.query('select from recurring where id = any($1) order by id for no key update', [ids])
  const fresh = new Map((await work.all(recurring, { id: ids }, ids.length)).map(row => [row.id, row]))
  const steady = looked.filter(({ row }) => isSame(row, fresh.get(row.id)))
  await lookAgain(work, looked, steady, seconds)
  const charged = await chargedDates(work, steady)
  const steps = steady.map(each => stepOf(each, charged))
  const charges = steps.flatMap(({ looked: { row }, charge }) => (charge ? [{ row, ...charge }] : []))
  const authorised = await payments.scheduled.authorise(
    work,
    charges.map(({ prepared }) => prepared),
  )
  await noteRuns(
    work,
    [
      ...charges.map(({ row, date }, index) => ({ row, date, transaction_id: authorised.rows[index]!.id })),
      ...steps.flatMap(({ looked: { row }, missed }) => missed.map(date => ({ row, date, transaction_id: null }))),
    ],
    seconds,
  )
  for (const {
    looked: { row },
    set,
    charge,
    missed,
  } of steps)
    await work.update(recurring, row, set, charge || missed.length === 0 ? {} : { verb: 'missed' })
  return authorised
}

/** Whether no column has changed between reading and locking. */
function isSame(row: Looked['row'], now: Looked['row'] | undefined): boolean {
  return (
    now !== undefined &&
    Object.entries(row).every(([name, value]) => String(now[name as keyof typeof now]) === String(value))
  )
}

async function lookAgain(
  work: UnitOfWork,
  looked: readonly Looked[],
  steady: readonly Looked[],
  seconds: number,
): Promise<void> {
  const changed = looked.filter(each => !steady.includes(each)).map(({ row }) => [row.id, row.due_ts] as const)
  if (changed.length === 0) return
  await work.query(
    `update recurring set due_ts = $3 from unnest($1::text[], $2::bigint[]) as was (id, due_ts)
      where recurring.id = was.id and recurring.due_ts = was.due_ts`,
    [changed.map(([id]) => id), changed.map(([, due_ts]) => due_ts), seconds],
  )
}

/** Occurrences that were charged before, under another plan: somebody may have moved a recurring back to a day that is done. */
async function chargedDates(work: UnitOfWork, looked: readonly Looked[]): Promise<Set<string>> {
  const due = looked.filter(({ fallen }) => fallen.charge !== null)
  const rows = await work.query<{ recurring_id: string; date: string }>(
    `select recurring_id, occurrence_date::text as date from recurring_run
      where (recurring_id, occurrence_date) in (select * from unnest($1::text[], $2::date[]))`,
    [due.map(({ row }) => row.id), due.map(({ fallen }) => fallen.charge)],
  )
  return new Set(rows.map(({ recurring_id, date }) => `${recurring_id} ${date}`))
}

function stepOf(looked: Looked, charged: ReadonlySet<string>): Step {
  const { row, zone, today, is_off, fallen, prepared } = looked
  if (row.status !== 'active') return { looked, set: { ...OVER, due_ts: null }, charge: null, missed: [] }
  if (is_off) {
    const due_ts = runMoment(today.add({ days: 1 }).toString(), zone)
    return { looked, set: { due_ts }, charge: null, missed: [] }
  }
  const { charge: date, missed, plan } = fallen
  const after = (next: Plan) => {
    const { occurrence, runs_done, deferred_count, end_date } = next
    const set = { ...standing(next), occurrence, runs_done, deferred_count, end_date }
    return { ...set, due_ts: dueMoment({ ...row, ...set }, zone) }
  }
  if (date === null) return { looked, set: after(plan), charge: null, missed }
  if (prepared === null || charged.has(`${row.id} ${date}`))
    return { looked, set: after(passed(row, plan)), charge: null, missed }
  return { looked, set: after(paid(plan)), charge: { date, prepared }, missed }
}

async function noteRuns(
  work: UnitOfWork,
  runs: readonly { row: Looked['row']; date: string; transaction_id: string | null }[],
  seconds: number,
): Promise<void> {
  await work.query(
    `insert into recurring_run (recurring_id, occurrence_date, transaction_id, root_id, created_ts)
     select *, $4, $5 from unnest($1::text[], $2::date[], $3::text[])`,
    [
      runs.map(({ row }) => row.id),
      runs.map(({ date }) => date),
      runs.map(({ transaction_id }) => transaction_id),
      work.actor.caller.root_id,
      seconds,
    ],
  )
}
