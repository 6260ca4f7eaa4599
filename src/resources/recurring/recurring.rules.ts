import type { Change, Draft, Row, Settable } from '../../definition/resource.ts'
import { byApiId, type Reader, rulesOf } from '../../definition/rules.ts'
import { type AmountLimits, ANY_AMOUNT, amountProblem } from '../../lib/amount-limits.ts'
import { localDate } from '../../lib/local-date.ts'
import { formatMoney, LARGEST_AMOUNT } from '../../lib/money.ts'
import { oldDateProblem } from '../../lib/old-date.ts'
import { forbidden, invalidField, notValid } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { location } from '../location/location.ts'
import { zoneOf } from '../location/zone-of.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { amountLimits } from '../producttransaction/requirements.ts'
import { tagIds } from '../tag/tagging.ts'
import { withDueMoment } from './due-moment.ts'
import {
  ENDED,
  lastRun,
  naturalEnd,
  type PaymentSchedule,
  reanchor,
  resume,
  runDate,
  scheduleStatus,
} from './payment-schedule.ts'
import { checkTransition } from './recurring.states.ts'
import { recurring } from './recurring.ts'

type Recurring = typeof recurring
type RecurringRow = Row<Recurring>
type Vault = Row<typeof accountvault>
type Product = Row<typeof producttransaction>
type Dates = Partial<Pick<RecurringRow, 'anchor_date' | 'occurrence' | 'end_date' | 'next_run_date'>>

const { rules, accept, refuse } = rulesOf(recurring)

/** Characters an amount may have on the wire (contract 2.6). */
const LONGEST_AMOUNT = 12
const MOST_NOTICE_DAYS = 99

export const recurringRules = rules({
  create: {
    validate(draft, problems, { seconds }) {
      const too_old = oldDateProblem('Start Date', draft.start_date, seconds)
      if (too_old) problems.add('start_date', too_old)
      if (!draft.account_vault_id && !draft.account_vault_api_id) {
        problems.add('account_vault_id', 'Account Vault Id cannot be blank.')
      }
      const amount = draft.transaction_amount
      if (amount === undefined) return
      if (amount <= 0n) problems.add('transaction_amount', 'Transaction Amount must be greater than zero.')
      if (isTooLong(amount))
        problems.add('transaction_amount', 'Transaction Amount should contain at most 12 characters.')
      else if (isTooLong(amount * BigInt(draft.installment_total_count ?? 1))) {
        problems.add('installment_amount_total', 'Installment Amount Total should contain at most 12 characters.')
      }
    },
    async load(draft, refs, read, moment) {
      const { location_id: place, product_transaction_id: named } = refs
      await checkOffered(read, place.id)
      const vault = await payingVault(read, place.id, refs.account_vault_id, draft.account_vault_api_id)
      if (!vault) return refuse('account_vault_id', 'Account Vault Id cannot be blank.')
      if (draft.payment_method && draft.payment_method !== vault.payment_method) {
        return refuse('payment_method', 'Payment Method must be that of the account vault.')
      }
      if (named) checkProduct(named, vault.payment_method)
      const product = named ?? (await defaultProduct(read, place, vault.payment_method))
      return {
        place,
        vault,
        product,
        limits: await amountLimits(read, [product]),
        tag_ids: await tagIds(read, place.id, draft.tags, moment.seconds),
      }
    },
    decide(draft, { place, vault, product, limits, tag_ids }, moment) {
      const set = {
        tag_ids,
        account_vault_id: vault.id,
        contact_id: vault.contact_id,
        payment_method: vault.payment_method,
        product_transaction_id: product.id,
        notification_days:
          draft.notification_days ?? Math.min(place.recurring_notification_days_default, MOST_NOTICE_DAYS),
        ...scheduleOf(draft),
      }
      const is_started = (draft.active || set.recurring_type_id === 'i') && unpayable(draft, limits) === null
      const start = is_started ? STARTED : { ...ON_HOLD, active: false }
      return accept(withDueMoment(null, { ...set, ...start }, place.tz, moment.seconds))
    },
    async hints(row, seconds, read) {
      const { start_date, status } = row
      const problem = status === 'on hold' ? unpayable(row, await limitsOf(row, read)) : null
      if (problem) return [`The recurring is on hold: transaction_amount ${problem}`]
      if (status !== 'active') return []
      const today = localDate(seconds, await zoneOf(read, row.location_id)).toString()
      if (start_date >= today) return []
      return [`start_date ${start_date} has passed: the first payment is made in the next run.`]
    },
  },
  update: {
    async load(row, change, refs, read, moment) {
      const place = await read.one(location, row.location_id, 'location_id')
      const vault = await payingVault(read, row.location_id, refs.account_vault_id, change.account_vault_api_id)
      if (vault && vault.payment_method !== row.payment_method) {
        return refuse('account_vault_id', 'Account Vault Id must name a vault of the same payment method.')
      }
      const { product_transaction_id: named } = refs
      if (named) checkProduct(named, row.payment_method)
      const { tags } = change
      const tag_ids = tags === undefined ? undefined : await tagIds(read, place.id, tags, moment.seconds)
      const limits = named ? await amountLimits(read, [named]) : await limitsOf(row, read)
      return { place, vault, limits, tag_ids }
    },
    decide(row, change, { place, vault, limits, tag_ids }, moment) {
      checkTransition(row.status, 'update')
      const is_moved = (change.product_transaction_id ?? row.product_transaction_id) !== row.product_transaction_id
      const problem = is_moved && row.status === 'active' ? unpayable(row, limits) : null
      if (problem)
        refuse('product_transaction_id', `Product Transaction Id cannot take it: transaction_amount ${problem}`)
      const today = localDate(moment.seconds, place.tz)
      const paying = vault ? { account_vault_id: vault.id, contact_id: vault.contact_id } : {}
      const dates = datesAfter(row, change, today)
      const after = { tag_ids, ...paying, ...dates, ...activeAfter({ ...row, ...dates }, change, { today, limits }) }
      return accept(withDueMoment(row, after, place.tz, moment.seconds))
    },
  },
  remove: {
    decide: () => accept({ ...ENDED, due_ts: null }),
  },
})

const STARTED = { status: 'active', active: true } as const

/** A recurring on hold shows no next run; its schedule keeps counting. */
export const ON_HOLD = { status: 'on hold', next_run_date: null } as const

/**
 * Returns why the amount of a recurring cannot be paid, as the end of a sentence, or null. The contract lets it have a
 * digit more than that of a payment.
 */
function unpayable({ transaction_amount: amount }: Pick<RecurringRow, 'transaction_amount'>, limits: AmountLimits) {
  if (amount <= LARGEST_AMOUNT) return amountProblem(amount, limits)
  return `is too large: no payment can be larger than ${formatMoney(LARGEST_AMOUNT)}.`
}

/** Returns what its product can take now. */
export async function limitsOf(row: RecurringRow, read: Reader): Promise<AmountLimits> {
  const product = await read.maybe(producttransaction, row.product_transaction_id)
  return product ? amountLimits(read, [product]) : ANY_AMOUNT
}

function isTooLong(amount: bigint): boolean {
  return formatMoney(amount).length > LONGEST_AMOUNT
}

/** Returns the schedule of a new recurring; one with a fixed number of payments gets an end date. */
function scheduleOf(draft: Draft<Recurring>) {
  const count = draft.installment_total_count
  const schedule: PaymentSchedule = {
    interval: draft.interval,
    interval_type: draft.interval_type,
    anchor_date: draft.start_date,
    occurrence: 0,
    installment_total_count: count,
    runs_done: 0,
    skipped_count: 0,
    deferred_count: 0,
    end_date: draft.end_date,
  }
  return {
    anchor_date: draft.start_date,
    next_run_date: draft.start_date,
    end_date: endDate(schedule, draft.end_date),
    recurring_type_id: count === null ? ('o' as const) : ('i' as const),
    installment_amount_total: count === null ? null : draft.transaction_amount * BigInt(count),
  }
}

/** Returns the end date; refuses one before the next payment or before the last installment. */
function endDate(schedule: PaymentSchedule, requested: string | null): string | null {
  if (requested === null) return naturalEnd(schedule)
  if (requested < runDate(schedule)) return refuse('end_date', 'End Date cannot be before the next run date.')
  const last = lastRun(schedule)
  return last !== null && requested < last
    ? refuse('end_date', 'End Date cannot be before the last installment.')
    : requested
}

function datesAfter(row: RecurringRow, change: Change<Recurring>, today: Temporal.PlainDate): Dates {
  const moved = change.next_run_date === undefined ? {} : rescheduled(row, change.next_run_date, today)
  if (change.end_date !== undefined) return { ...moved, end_date: endDate({ ...row, ...moved }, change.end_date) }
  const end_date = moved.end_date ?? row.end_date
  if (moved.next_run_date && end_date !== null && moved.next_run_date > end_date) {
    return refuse('next_run_date', 'Next Run Date cannot be after the end date.')
  }
  return moved
}

/** Sending the unchanged date has no effect: a record that is read and sent back must keep its day of the month. */
function rescheduled(row: RecurringRow, date: string | null, today: Temporal.PlainDate): Dates {
  if (date === row.next_run_date) return {}
  if (date === null) return refuse('next_run_date', 'Next Run Date cannot be blank.')
  if (row.status === 'on hold')
    return refuse('next_run_date', 'Next Run Date cannot be changed while the recurring is on hold.')
  if (date < today.toString()) return refuse('next_run_date', 'Next Run Date cannot be in the past.')
  return { ...reanchor(row, date), next_run_date: date }
}

/** `active` is read for ongoing recurrings only: 0 puts on hold, 1 activates (contract 3.3). */
function activeAfter(row: RecurringRow, change: Change<Recurring>, facts: ActivationFacts): Settable<Recurring> {
  if (change.active === undefined || change.active === row.active) return {}
  if (row.recurring_type_id === 'i') return { active: row.active }
  if (!change.active) return ON_HOLD
  return row.status === 'on hold' ? activation(row, facts) : {}
}

interface ActivationFacts {
  today: Temporal.PlainDate
  limits: AmountLimits
}

/** Returns the change to active from the first date that is not past; refuses when the end date comes first. */
export function activation(row: RecurringRow, { today, limits }: ActivationFacts): Settable<Recurring> {
  const problem = unpayable(row, limits)
  if (problem) return refuse('transaction_amount', `Transaction Amount ${problem}`)
  const schedule = resume(row, today)
  const after = scheduleStatus({ ...row, ...schedule })
  if (after.status === 'ended')
    return refuse('end_date', 'End Date lies before the next payment; set a later one first.')
  return { ...schedule, ...after }
}

/**
 * Returns the vault that pays, named by its id or by the caller's own id for it (contract 2.3); null when none was
 * named. It has to belong to the recurring's location.
 */
async function payingVault(
  read: Reader,
  location_id: string,
  named: Vault | null | undefined,
  api_id: string | null | undefined,
): Promise<Vault | null> {
  if (!named) return api_id ? byApiId(read, accountvault, location_id, api_id) : null
  if (named.location_id !== location_id) throw notValid('account_vault_id')
  return named
}

/** Returns the location's default product for the payment method; 422 when it has none that can be used. */
async function defaultProduct(read: Reader, place: Row<typeof location>, method: 'cc' | 'ach'): Promise<Product> {
  const product_id = method === 'cc' ? place.default_cc : place.default_ach
  if (!product_id) throw invalidField('product_transaction_id', 'Product Transaction Id cannot be blank.')
  const product = await read.one(producttransaction, product_id, 'product_transaction_id')
  checkProduct(product, method)
  return product
}

function checkProduct(product: Product, method: 'cc' | 'ach'): void {
  if (product.payment_method !== method || !product.active) throw notValid('product_transaction_id')
}

/** Throws a 403 when the location's recurring billing is switched off. */
async function checkOffered(read: Reader, location_id: string): Promise<void> {
  const service = await read.find(product_recurring, { location_id })
  if (service && !service.active) throw forbidden('Recurring billing is switched off for this location.')
}
