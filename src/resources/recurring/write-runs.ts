import type { Row, Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { PaymentPlan } from '../../payments/lifecycle/plan.ts'
import type { AuthorisedPayments } from '../../payments/lifecycle/processor-request.ts'
import type { Payments } from '../../payments/payments.ts'
import { dueMoment, runMoment } from './due-moment.ts'
import { type FallenDue, paid, passed } from './fall-due.ts'
import { OVER, type Plan, standing } from './plan.ts'
import { recurring } from './recurring.ts'

/** A recurring that has fallen due, with what its run depends on. */
export interface DueRecurring {
  row: Row<typeof recurring>
  zone: string | null
  today: Temporal.PlainDate
  /** Recurring billing is switched off at its location. */
  is_off: boolean
  fallen: FallenDue
  /** The payment, ready to be written down; null where none is to be made. */
  prepared: PaymentPlan | null
}

/** What becomes of one recurring. */
interface Step {
  due: DueRecurring
  set: Settable<typeof recurring>
  /** The date and the payment, where one is made. */
  charge: { date: string; prepared: PaymentPlan } | null
  missed: readonly string[]
}

/**
 * Stores the runs of due recurrings: payments, occurrences and next dates, all or nothing. A recurring that was changed since
 * it was read is left alone and found again at once.
 */
export async function writeRuns(
  work: UnitOfWork,
  payments: Payments,
  due: readonly DueRecurring[],
  seconds: number,
): Promise<AuthorisedPayments> {
  const ids = due.map(({ row }) => row.id).toSorted()
  await work.query('select from recurring where id = any($1) order by id for no key update', [ids])
  const fresh = new Map((await work.all(recurring, { id: ids }, ids.length)).map(row => [row.id, row]))
  const unchanged = due.filter(({ row }) => isSame(row, fresh.get(row.id)))
  await scanAgain(work, due, unchanged, seconds)
  const charged = await chargedDates(work, unchanged)
  const steps = unchanged.map(each => stepOf(each, charged))
  const charges = steps.flatMap(({ due: { row }, charge }) => (charge ? [{ row, ...charge }] : []))
  const authorised = await payments.scheduled.authorise(
    work,
    charges.map(({ prepared }) => prepared),
  )
  await noteRuns(
    work,
    [
      ...charges.map(({ row, date }, index) => ({ row, date, transaction_id: authorised.rows[index]!.id })),
      ...steps.flatMap(({ due: { row }, missed }) => missed.map(date => ({ row, date, transaction_id: null }))),
    ],
    seconds,
  )
  for (const {
    due: { row },
    set,
    charge,
    missed,
  } of steps)
    await work.update(recurring, row, set, charge || missed.length === 0 ? {} : { verb: 'missed' })
  return authorised
}

/** Whether no column has changed between reading and locking. */
function isSame(row: DueRecurring['row'], now: DueRecurring['row'] | undefined): boolean {
  return (
    now !== undefined &&
    Object.entries(row).every(([name, value]) => String(now[name as keyof typeof now]) === String(value))
  )
}

async function scanAgain(
  work: UnitOfWork,
  due: readonly DueRecurring[],
  unchanged: readonly DueRecurring[],
  seconds: number,
): Promise<void> {
  const changed = due.filter(each => !unchanged.includes(each)).map(({ row }) => [row.id, row.due_ts] as const)
  if (changed.length === 0) return
  await work.query(
    `update recurring set due_ts = $3 from unnest($1::text[], $2::bigint[]) as was (id, due_ts)
      where recurring.id = was.id and recurring.due_ts = was.due_ts`,
    [changed.map(([id]) => id), changed.map(([, due_ts]) => due_ts), seconds],
  )
}

/** Returns occurrences charged before, under another plan: a recurring can be moved back to a day that is done. */
async function chargedDates(work: UnitOfWork, due: readonly DueRecurring[]): Promise<Set<string>> {
  const charging = due.filter(({ fallen }) => fallen.charge !== null)
  const rows = await work.query<{ recurring_id: string; date: string }>(
    `select recurring_id, occurrence_date::text as date from recurring_run
      where (recurring_id, occurrence_date) in (select * from unnest($1::text[], $2::date[]))`,
    [charging.map(({ row }) => row.id), charging.map(({ fallen }) => fallen.charge)],
  )
  return new Set(rows.map(({ recurring_id, date }) => `${recurring_id} ${date}`))
}

function stepOf(due: DueRecurring, charged: ReadonlySet<string>): Step {
  const { row, zone, today, is_off, fallen, prepared } = due
  if (row.status !== 'active') return { due, set: { ...OVER, due_ts: null }, charge: null, missed: [] }
  if (is_off) {
    const due_ts = runMoment(today.add({ days: 1 }).toString(), zone)
    return { due, set: { due_ts }, charge: null, missed: [] }
  }
  const { charge: date, missed, plan } = fallen
  const after = (next: Plan) => {
    const { occurrence, runs_done, deferred_count, end_date } = next
    const set = { ...standing(next), occurrence, runs_done, deferred_count, end_date }
    return { ...set, due_ts: dueMoment({ ...row, ...set }, zone) }
  }
  if (date === null) return { due, set: after(plan), charge: null, missed }
  if (prepared === null || charged.has(`${row.id} ${date}`))
    return { due, set: after(passed(row, plan)), charge: null, missed }
  return { due, set: after(paid(plan)), charge: { date, prepared }, missed }
}

async function noteRuns(
  work: UnitOfWork,
  runs: readonly { row: DueRecurring['row']; date: string; transaction_id: string | null }[],
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
