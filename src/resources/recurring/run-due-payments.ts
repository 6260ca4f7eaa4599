import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Actor, Store } from '../../definition/store.ts'
import type { JobRun } from '../../jobs/declare/task.ts'
import { idFrom } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import type { Payments, StoredAccountPayment } from '../../payments/payments.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { billingOf } from '../accountvault/billing-of.ts'
import { location } from '../location/location.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
import { runMoment } from './due-moment.ts'
import { duePayment } from './due-payment.ts'
import { type DueRecurring, recordRuns } from './record-runs.ts'
import { recurring } from './recurring.ts'

interface Parts {
  store: Store
  payments: Payments
}

type Run = JobRun<{ recurring_ids: string[]; due_ts: number }>

/** From this attempt on each recurring is processed alone, so that one that always fails holds up no other. */
const ALONE_FROM = 3

/**
 * Makes the due payments of some recurrings of one merchant. First everything is read; then one transaction stores
 * every payment together with its run and the recurring's next date; then the processor is called. A job that is
 * repeated after a crash finds that the recurrings have moved on and does nothing: the resolver polls the stored
 * payments, and submits again only what the processor has never seen.
 */
export async function runDuePayments(parts: Parts, job: Run): Promise<void> {
  const { recurring_ids } = job.payload
  if (job.attempt < ALONE_FROM) return runGroup(parts, job, recurring_ids)
  const failures: unknown[] = []
  for (const id of recurring_ids) await runGroup(parts, job, [id]).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function runGroup({ store, payments }: Parts, job: Run, recurring_ids: readonly string[]): Promise<void> {
  const { due_ts } = job.payload
  const actor: Actor = { caller: systemCaller(job.root_id ?? '', 'worker') }
  const read = store.reader(actor.caller)
  const found = await read.all(recurring, { id: recurring_ids }, recurring_ids.length)
  // Oldest first: what was created earlier is charged earlier.
  const rows = found.filter(row => row.due_ts === due_ts).toReversed()
  if (rows.length === 0) return
  const due = await loadDue(read, payments, actor, rows, job.seconds)
  const authorised = await store.transaction(actor, work => recordRuns(work, payments, due, job.seconds))
  await payments.scheduled.submit(actor, authorised)
}

async function loadDue(
  read: Reader,
  payments: Payments,
  actor: Actor,
  rows: Row<typeof recurring>[],
  seconds: number,
): Promise<DueRecurring[]> {
  const location_ids = unique(rows.map(row => row.location_id))
  const vault_ids = unique(rows.map(row => row.account_vault_id))
  const places = byId(await read.all(location, { id: location_ids }, location_ids.length))
  const vaults = byId(await read.all(accountvault, { id: vault_ids }, vault_ids.length))
  const offers = await read.all(product_recurring, { location_id: location_ids }, location_ids.length)
  const services = new Map(offers.map(offer => [offer.location_id, offer]))
  const requests: StoredAccountPayment[] = []
  const due = rows.map(row => {
    const zone = places.get(row.location_id)?.tz ?? null
    const service = services.get(row.location_id) ?? null
    const vault = vaults.get(row.account_vault_id)
    const today = localDate(seconds, zone)
    const payment = duePayment(row, today.toString())
    const is_off = service?.active === false
    const date = row.status === 'active' && !is_off ? payment.charge : null
    const moment = date === null ? null : { date, run_ts: runMoment(date, zone) }
    const index =
      moment && vault ? requests.push(paymentOf({ ...row, ...payment.schedule }, vault, service, moment)) - 1 : null
    return { row, zone, today, is_off, payment, index }
  })
  const plans = await payments.scheduled.plan(actor, requests)
  return due.map(({ index, ...each }) => ({ ...each, plan: index === null ? null : (plans[index] ?? null) }))
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map(row => [row.id, row]))
}

/** `trx_source_id` of payments that a recurring makes. */
const RECURRING_BILLING = 13

/** Returns the payment of a recurring's next run; `run_ts` is when the runs of its date begin. */
function paymentOf(
  row: Row<typeof recurring>,
  vault: Row<typeof accountvault>,
  service: Row<typeof product_recurring> | null,
  moment: { date: string; run_ts: number },
): StoredAccountPayment {
  const number = row.runs_done + 1
  const is_installment = row.recurring_type_id === 'i'
  return {
    action: vault.payment_method === 'ach' ? 'debit' : 'sale',
    location_id: row.location_id,
    product_transaction_id: row.product_transaction_id,
    amount: row.transaction_amount,
    adds_surcharge: { agreed: null },
    source: {
      kind: 'instrument',
      instrument_id: vault.instrument_id,
      exp_date: vault.exp_date,
      account_vault_id: vault.id,
    },
    // The card networks require payments without the cardholder to name the agreement they belong to.
    initiation: {
      by: 'merchant',
      is_first: row.runs_done === 0,
      ...(is_installment
        ? { series: 'installment', number, count: row.installment_total_count ?? undefined }
        : { series: 'recurring' }),
    },
    details: {
      // Derived from the recurring and the date: a gateway restored from an older backup makes the payment under the
      // reference that the lost one may have sent it under, and asks about that first (decision 0064).
      id: idFrom(moment.run_ts * 1000, `${row.id} ${moment.date}`),
      recurring_id: row.id,
      contact_id: row.contact_id,
      description: row.description,
      trx_source_id: RECURRING_BILLING,
      recurring_number: number,
      installment_number: is_installment ? number : null,
      installment_total_count: row.installment_total_count,
      transaction_c1: row.recurring_c1,
      transaction_c2: row.recurring_c2,
      transaction_c3: row.recurring_c3,
      account_holder_name: vault.account_holder_name,
      ach_sec_code: vault.ach_sec_code as 'CCD' | 'PPD' | 'WEB' | 'TEL' | null,
      ...billingOf(vault),
      // The location may require the whole amount; otherwise its product decides about partial approvals.
      allow_partial_authorization_override: service?.require_full_payment ? false : null,
    },
  }
}
