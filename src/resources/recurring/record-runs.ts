import type { Row, Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { amountProblem } from '../../lib/amount-limits.ts'
import type { Payments } from '../../payments/payments.ts'
import { dueMoment, runMoment, stopped } from './due-moment.ts'
import { afterMissed, afterPaid, type DuePayment } from './due-payment.ts'
import { ENDED, type PaymentSchedule, scheduleStatus } from './payment-schedule.ts'
import { recurring } from './recurring.ts'

type ScheduledPayments = Payments['scheduled']
type PaymentPlan = Awaited<ReturnType<ScheduledPayments['plan']>>[number]

/** A recurring that is due, with what its run depends on. */
export interface DueRecurring {
  row: Row<typeof recurring>
  zone: string | null
  today: Temporal.PlainDate
  /** Recurring billing is switched off at its location. */
  is_off: boolean
  payment: DuePayment
  /** The payment, ready to be stored; null when none is made. */
  plan: PaymentPlan | null
}

/** What one recurring's run changes. */
interface RunResult {
  row: Row<typeof recurring>
  set: Settable<typeof recurring>
  /** The date and the payment, where one is made. */
  charge: { date: string; plan: PaymentPlan } | null
  missed: readonly string[]
  /** Its amount became unpayable: its product has another processor now. */
  is_refused?: boolean
}

/**
 * Stores the runs of due recurrings: payments, run dates and next dates, all or nothing. A recurring that was changed
 * since it was read is left alone and becomes due again at once.
 */
export async function recordRuns(
  work: UnitOfWork,
  payments: Payments,
  due: readonly DueRecurring[],
  seconds: number,
): ReturnType<ScheduledPayments['authorise']> {
  const ids = due.map(({ row }) => row.id).toSorted()
  await work.query('select from recurring where id = any($1) order by id for no key update', [ids])
  const locked = new Map((await work.all(recurring, { id: ids }, ids.length)).map(row => [row.id, row]))
  const unchanged = due.filter(({ row }) => isSame(row, locked.get(row.id)))
  const changed = due.filter(each => !unchanged.includes(each))
  if (changed.length > 0) await makeDueNow(work, changed, seconds)
  const charged = await chargedDates(work, unchanged)
  const results = unchanged.map(each => resultOf(each, charged, seconds))
  const charges = results.flatMap(({ row, charge }) => (charge ? [{ row, ...charge }] : []))
  const authorised = await payments.scheduled.authorise(
    work,
    charges.map(({ plan }) => plan),
  )
  await insertRuns(
    work,
    [
      ...charges.map(({ row, date }, index) => ({ row, date, transaction_id: authorised.rows[index]!.id })),
      ...results.flatMap(({ row, missed }) => missed.map(date => ({ row, date, transaction_id: null }))),
    ],
    seconds,
  )
  await work.updateAll(
    recurring,
    results.map(({ row, set, charge, missed, is_refused }) => {
      const verb = is_refused ? 'amount_refused' : charge || missed.length === 0 ? undefined : 'missed'
      return { row, set, options: { verb } }
    }),
  )
  return authorised
}

function isSame(row: DueRecurring['row'], now: DueRecurring['row'] | undefined): boolean {
  return (
    now !== undefined &&
    Object.entries(row).every(([name, value]) => String(now[name as keyof typeof now]) === String(value))
  )
}

async function makeDueNow(work: UnitOfWork, changed: readonly DueRecurring[], seconds: number): Promise<void> {
  await work.query(
    `update recurring set due_ts = $3 from unnest($1::text[], $2::bigint[]) as was (id, due_ts)
      where recurring.id = was.id and recurring.due_ts = was.due_ts`,
    [changed.map(({ row }) => row.id), changed.map(({ row }) => row.due_ts), seconds],
  )
}

/** Returns the dates charged before: a caller may have moved a recurring back to a date that has run. */
async function chargedDates(work: UnitOfWork, due: readonly DueRecurring[]): Promise<Set<string>> {
  const dated = due.filter(({ payment }) => payment.charge !== null)
  const rows = await work.query<{ recurring_id: string; date: string }>(
    `select recurring_id, occurrence_date::text as date from recurring_run
      where (recurring_id, occurrence_date) in (select * from unnest($1::text[], $2::date[]))`,
    [dated.map(({ row }) => row.id), dated.map(({ payment }) => payment.charge)],
  )
  return new Set(rows.map(({ recurring_id, date }) => `${recurring_id} ${date}`))
}

function resultOf(
  { row, zone, today, is_off, payment, plan }: DueRecurring,
  charged: ReadonlySet<string>,
  seconds: number,
): RunResult {
  const unpaid = { row, charge: null, missed: [] }
  if (row.status !== 'active') return { ...unpaid, set: { ...ENDED, due_ts: null } }
  if (is_off) return { ...unpaid, set: { due_ts: runMoment(today.add({ days: 1 }).toString(), zone) } }
  const { charge: date, missed, schedule } = payment
  const after = (next: PaymentSchedule) => {
    const { occurrence, runs_done, deferred_count, end_date } = next
    const set = { ...scheduleStatus(next), occurrence, runs_done, deferred_count, end_date }
    return { ...set, due_ts: dueMoment({ ...row, ...set }, zone) }
  }
  if (date === null) return { ...unpaid, set: after(schedule), missed }
  if (plan === null || charged.has(`${row.id} ${date}`))
    return { ...unpaid, set: after(afterMissed(row, schedule)), missed }
  if (amountProblem(plan.payment.amount, plan.product) !== null)
    return { ...unpaid, set: stopped(row, 'on hold', zone, seconds) ?? {}, is_refused: true }
  return { row, set: after(afterPaid(schedule)), charge: { date, plan }, missed }
}

async function insertRuns(
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
