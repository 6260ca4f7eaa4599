import { isDeepStrictEqual } from 'node:util'
import type { Items } from '../../definition/kinds/items.ts'
import type { Draft, Row } from '../../definition/resource.ts'
import { byApiId, type Reader, rulesOf } from '../../definition/rules.ts'
import { type AmountLimits, amountProblem } from '../../lib/amount-limits.ts'
import { newId } from '../../lib/id.ts'
import { formatMoney, LARGEST_AMOUNT, type Money, parseMoney, sumMoney } from '../../lib/money.ts'
import { oldDateProblem } from '../../lib/old-date.ts'
import { invalidField, label, type Problems } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import { discardFilesTask, file } from '../file/file.ts'
import { location } from '../location/location.ts'
import { zoneOf } from '../location/zone-of.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { amountLimits } from '../producttransaction/requirements.ts'
import { quick_invoice_setting } from '../quick_invoice_setting/quick_invoice_setting.ts'
import { tagIds } from '../tag/tagging.ts'
import { invoiceBalance } from './balance.ts'
import { noticesOf } from './notices.ts'
import {
  checkProduct,
  defaultProduct,
  missingOfPayer,
  PRODUCT_FIELDS,
  type Product,
  type ProductField,
} from './products.ts'
import { isExpired, MIN_ABOVE_MAX, ON_ITS_WAY, PAYMENT, quickinvoice, STATUS } from './quickinvoice.ts'
import { nextReminder } from './reminders.ts'

const { rules, accept, refuse, refuseAll } = rulesOf(quickinvoice)

type Contact = Row<typeof contact>
type Products = Partial<Record<ProductField, Product | null>>

export interface CreateFacts {
  /** The id the new invoice gets: its messages have to name it. */
  id: string
  /** Of its location. */
  zone: string | null
  contact: Contact | null
  products: Products
  settings: Row<typeof quick_invoice_setting> | null
  /** What its products can take. */
  limits: AmountLimits
  /** Of every title that was sent; new ones are made with the invoice. */
  tag_ids: string[]
}

export interface UpdateFacts {
  /** Undefined: the contact stays as it is. */
  contact: Contact | null | undefined
  /** The products that were named and differ from the invoice's. */
  products: Products
  /** What its products can take after the change. */
  limits: AmountLimits
}

export const quickinvoiceRules = rules<CreateFacts, UpdateFacts, boolean>({
  create: {
    validate(draft, problems, { seconds }) {
      const too_old = oldDateProblem('Due Date', draft.due_date, seconds)
      if (too_old) problems.add('due_date', too_old)
      if (draft.ssn4 && draft.dob_year) problems.add('ssn4', 'Send Ssn4 or Dob Year, never both.')
      if (draft.send_text_to_pay && draft.cell_phone === null) problems.add('cell_phone', 'Cell Phone cannot be blank.')
      const { single_payment_min_amount: min = 0n, single_payment_max_amount: max = 1n } = draft
      if (min > max || max < 1n) problems.add('single_payment_min_amount', MIN_ABOVE_MAX)
      if (draft.item_list) examineSum(draft.item_list, text => problems.add('item_list', text))
    },
    async load(draft, refs, read, moment) {
      const place = refs.location_id
      const products: Products = {}
      for (const { field } of PRODUCT_FIELDS) {
        const sent = refs[field]
        if (sent) checkProduct(field, sent, place)
        products[field] = sent === undefined ? await defaultProduct(read, field, place) : sent
      }
      return {
        id: newId(moment.seconds * 1000),
        zone: place.tz,
        contact: (await namedContact(draft, refs.contact_id, draft.location_id, read)) ?? null,
        products,
        limits: await amountLimits(read, Object.values(products)),
        settings: await read.find(quick_invoice_setting, { location_id: draft.location_id }),
        tag_ids: await tagIds(read, draft.location_id, draft.tags, moment.seconds),
      }
    },
    decide(draft, facts, { seconds }) {
      const { products, settings } = facts
      const amount_due = sumOf(draft.item_list)
      refuseAll(missingProblems(draft, products))
      const email = draft.email ?? facts.contact?.email ?? null
      const { settled: _, ...money } = invoiceBalance(amount_due, 0n, draft.allow_overpayment)
      const allow_partial_pay = draft.allow_partial_pay ?? settings?.default_allow_partial_pay ?? false
      refuseBalance('item_list', { ...draft, ...money, allow_partial_pay }, facts.limits)
      const actor = { email: draft.send_email, sms: draft.send_email && draft.send_text_to_pay }
      const reminders = remindersAsked(draft, settings)
      const reminding = { ...draft, ...money, ...reminders, email, status_id: STATUS.open, is_active: true }
      return accept(
        {
          id: facts.id,
          email,
          contact_id: facts.contact?.id ?? null,
          cc_product_transaction_id: products.cc_product_transaction_id?.id ?? null,
          ach_product_transaction_id: products.ach_product_transaction_id?.id ?? null,
          allow_partial_pay,
          ...reminders,
          reminder_ts: nextReminder(reminding, facts.zone, seconds),
          tag_ids: facts.tag_ids,
          amount_due,
          ...money,
        },
        { effects: noticesOf(facts.id, { ...draft, email }, 'created', actor) },
      )
    },
    hints: async (row, seconds, read) =>
      row.expire_date !== null && isExpired(row, seconds, await zoneOf(read, row.location_id))
        ? [`expire_date ${row.expire_date} has passed: the page of this invoice takes no payment.`]
        : [],
  },
  update: {
    validate(change, problems) {
      if (change.item_list) examineSum(change.item_list, text => problems.add('item_list', text))
    },
    async load(row, change, refs, read) {
      const products: Products = {}
      const place = await read.maybe(location, row.location_id)
      for (const { field } of PRODUCT_FIELDS) {
        if (change[field] === undefined || change[field] === row[field]) continue
        const sent = refs[field] ?? null
        if (sent) checkProduct(field, sent, place)
        products[field] = sent
      }
      const paying = PRODUCT_FIELDS.map(async ({ field }) =>
        field in products ? products[field] : read.maybe(producttransaction, row[field]),
      )
      return {
        contact: await namedContact(change, refs.contact_id, row.location_id, read),
        products,
        limits: await amountLimits(read, await Promise.all(paying)),
      }
    },
    decide(row, change, facts, { seconds }) {
      const too_old = change.due_date === row.due_date ? null : oldDateProblem('Due Date', change.due_date, seconds)
      if (too_old) refuse('due_date', too_old)
      if (row.status_id === STATUS.closed) refuse('status_id', 'Quick Invoice is closed and cannot be updated.')
      const { single_payment_min_amount: min, single_payment_max_amount: max } = { ...row, ...change }
      if (min > max || max < 1n) refuse('single_payment_min_amount', MIN_ABOVE_MAX)
      if (change.status_id === STATUS.closed) refuse('status_id', NOT_CLOSED_BY_HAND)
      const after = { ...row, ...change }
      refuseProducts(row, facts.products)
      if (after.send_text_to_pay && !after.cell_phone) refuse('cell_phone', 'Cell Phone cannot be blank.')

      const amount_due = change.item_list ? sumOf(change.item_list) : row.amount_due
      refusePending(row, amount_due, after.allow_overpayment)
      const { settled, ...money } = invoiceBalance(amount_due, row.paid_amount, after.allow_overpayment)
      // What its processor no longer takes hinders no other change.
      const asked = ASKED.find(field => field in change && !isDeepStrictEqual(change[field], row[field]))
      if (asked) refuseBalance(asked, { ...after, ...money }, facts.limits)
      // An invoice closes when it becomes fully paid; asking for no more than was paid already is a way of becoming it.
      const closes = settled && row.payment_status_id !== PAYMENT.paid
      return accept({
        ...('item_list' in change ? { amount_due, ...money } : {}),
        ...('item_list' in change && closes ? { status_id: STATUS.closed } : {}),
        ...(facts.contact === undefined ? {} : { contact_id: facts.contact?.id ?? null }),
        ...(facts.contact?.email && !after.email ? { email: facts.contact.email } : {}),
      })
    },
  },
  remove: {
    load: (row, read) => read.exists(file, { resource_id: row.id }),
    decide(row, has_files) {
      // A payment on its way would be taken for an invoice that its payer can no longer see.
      if (row.pending_amount > 0n) throw invalidField('status_id', ON_ITS_WAY, 409)
      return accept({}, { effects: has_files ? [discardFilesTask.effect({ resource_id: row.id })] : [] })
    },
  },
})

/** What was asked for, or the location's settings say, or the contract does. */
function remindersAsked(draft: Draft<typeof quickinvoice>, settings: CreateFacts['settings']) {
  return {
    notification_on_due_date: draft.notification_on_due_date ?? settings?.default_notification_on_due_date ?? true,
    notification_days_before_due_date:
      draft.notification_days_before_due_date ?? settings?.default_notification_days_before_due_date ?? 3,
    notification_days_after_due_date:
      draft.notification_days_after_due_date ?? settings?.default_notification_days_after_due_date ?? 7,
  }
}

/**
 * The contact that is named by its id, or else by its own id at the invoice's location. Undefined: none is named; null:
 * none is wanted.
 */
async function namedContact(
  { contact_id, contact_api_id }: { contact_id?: string | null; contact_api_id?: string | null },
  named: Contact | null | undefined,
  location_id: string,
  read: Reader,
): Promise<Contact | null | undefined> {
  if (contact_id || !contact_api_id) return named
  return byApiId(read, contact, location_id, contact_api_id)
}

function missingProblems(draft: Draft<typeof quickinvoice>, products: Products): Problems {
  const ach = products.ach_product_transaction_id ?? null
  if (!products.cc_product_transaction_id && !ach) return { cc_product_transaction_id: [NO_PRODUCT] }
  return ach ? missingOfPayer(draft, ach) : {}
}

const NO_PRODUCT =
  'A cc or an ach product transaction is needed: the location has no default that takes quick invoices.'

const NOT_CLOSED_BY_HAND =
  'Status Id cannot be set: a quick invoice closes when it is paid in full. Delete it, or let it expire by expire_date.'

/** What it is paid through is fixed by the first payment, and one of the two ways has to stay. */
function refuseProducts(row: Row<typeof quickinvoice>, products: Products): void {
  for (const { field } of PRODUCT_FIELDS) {
    if (field in products && row.paid_amount + row.pending_amount > 0n) {
      refuse(field, 'A product transaction cannot be changed once a payment has been made.')
    }
  }
  const left = PRODUCT_FIELDS.filter(({ field }) => (field in products ? products[field] : row[field]))
  if (left.length === 0) refuse('cc_product_transaction_id', 'A cc or an ach product transaction is needed.')
  const ach = products.ach_product_transaction_id
  if (ach && Object.keys(missingOfPayer(row, ach)).length > 0) {
    refuse(
      'ach_product_transaction_id',
      'This bank product needs details of the payer that the invoice was not created with.',
    )
  }
}

/** What a balance depends on that can be paid, and what it is paid through. */
const ASKED = [
  'item_list',
  'allow_partial_pay',
  'allow_overpayment',
  'cc_product_transaction_id',
  'ach_product_transaction_id',
] as const

/** Refuses what leaves a balance that no payment can meet: the page would ask for it and never take it. */
function refuseBalance(
  field: (typeof ASKED)[number],
  invoice: Pick<Row<typeof quickinvoice>, 'remaining_balance' | 'allow_partial_pay' | 'allow_overpayment'>,
  limits: AmountLimits,
): void {
  const { remaining_balance: balance } = invoice
  const is_more = balance > limits.largest_amount
  if (balance === 0n || (is_more ? invoice.allow_partial_pay : invoice.allow_overpayment)) return
  const problem = amountProblem(balance, limits)
  if (problem) refuse(field, `${label(field)} does not fit the balance of ${formatMoney(balance)}, which ${problem}`)
}

/** A payment on its way was allowed for what was due then; the invoice must not shrink under it. */
function refusePending(row: Row<typeof quickinvoice>, amount_due: Money, allow_overpayment: boolean): void {
  if (allow_overpayment || row.pending_amount === 0n || row.paid_amount + row.pending_amount <= amount_due) return
  if (amount_due < row.amount_due) refuse('item_list', ON_ITS_WAY)
  // What was attached may come to more already, and hinders no change of anything else.
  if (row.allow_overpayment) refuse('allow_overpayment', ON_ITS_WAY)
}

function examineSum(item_list: Items, add: (text: string) => void): void {
  const sum = sumOf(item_list)
  if (sum <= 0n) add('Item List must add up to more than 0.00.')
  if (sum > LARGEST_AMOUNT) add(`Item List must add up to at most ${formatMoney(LARGEST_AMOUNT)}.`)
}

/** Every amount of a parsed item list is a decimal. */
function sumOf(item_list: Items): Money {
  return sumMoney(Object.values(item_list).map(amount => parseMoney(amount) ?? 0n))
}
