import type { Row } from '../../definition/resource.ts'
import { byApiId, type Reader, rulesOf } from '../../definition/rules.ts'
import { type AmountLimits, amountProblem } from '../../lib/amount-limits.ts'
import { newId } from '../../lib/id.ts'
import { formatMoney, LARGEST_AMOUNT, type Money } from '../../lib/money.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { zoneOf } from '../location/zone-of.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { amountLimits } from '../producttransaction/requirements.ts'
import { tagIds } from '../tag/tagging.ts'
import { isClosed, isExpired, type PaylinkState } from './closed.ts'
import { messagesOf, notices } from './delivery.ts'
import { BUSY, CLOSED, DELIVERY, paylink } from './paylink.ts'

const { rules, accept, refuse } = rulesOf(paylink)

const NO_PHONE = 'Cell Phone cannot be blank.'
const CARDS_ONLY = 'Paylink Action auth-only needs a product for cards: nothing can be held on a bank account.'
const NO_PRODUCT = 'Cc Product Transaction Id cannot be blank.'

export const paylinkRules = rules({
  create: {
    validate(draft, problems) {
      examineAmount(draft.amount_due, text => problems.add('amount_due', text))
      if (isTexted(draft.delivery_method) && !draft.cell_phone) problems.add('cell_phone', NO_PHONE)
    },
    async load(draft, refs, read, moment) {
      const place = refs.location_id
      const product = async (method: 'cc' | 'ach') => {
        const sent = refs[`${method}_product_transaction_id`]
        if (sent === undefined) return productOf(read, place, method)
        if (sent === null) return null
        checkProduct(method, sent)
        return sent.id
      }
      const products = {
        cc_product_transaction_id: await product('cc'),
        ach_product_transaction_id: await product('ach'),
      }
      return {
        id: newId(moment.seconds * 1000),
        zone: place.tz,
        contact_id: await contactOf(read, draft.location_id, draft),
        ...products,
        limits: await limitsOf(read, { ...draft, ...products }),
        tag_ids: await tagIds(read, draft.location_id, draft.tags, moment.seconds),
      }
    },
    decide(draft, { zone, limits, ...facts }, moment) {
      mustBePayable({ ...draft, ...facts })
      mustBeTaken(draft.amount_due, limits)
      const open = !isClosed({ ...draft, status_id: 0 }, moment.seconds, zone)
      const contact_id = facts.contact_id ?? null
      return accept({ ...facts, contact_id }, { effects: open ? notices(facts.id, messagesOf(draft), 'created') : [] })
    },
    hints: async (row, seconds, read) =>
      row.expire_date !== null && isExpired(row, seconds, await zoneOf(read, row.location_id))
        ? [`expire_date ${row.expire_date} has passed: this link is closed and no message was sent.`]
        : [],
  },
  update: {
    validate: (change, problems) => examineAmount(change.amount_due, text => problems.add('amount_due', text)),
    async load(row, change, refs, read, moment) {
      const place = await read.one(location, row.location_id, 'location_id')
      for (const method of ['cc', 'ach'] as const) {
        const product = refs[`${method}_product_transaction_id`]
        if (product && product.id !== row[`${method}_product_transaction_id`]) checkProduct(method, product)
      }
      const { tags } = change
      return {
        zone: place.tz,
        limits: await limitsOf(read, { ...row, ...change }),
        contact_id: await contactOf(read, row.location_id, change),
        tag_ids: tags === undefined ? undefined : await tagIds(read, row.location_id, tags, moment.seconds),
      }
    },
    decide(row, change, { zone, limits, contact_id, tag_ids }, moment) {
      const after = { ...row, ...change }
      mustBeOpen(row, moment.seconds, zone, after)
      if (isTexted(after.delivery_method) && !after.cell_phone) return refuse('cell_phone', NO_PHONE)
      mustBePayable(after)
      // What its processor no longer takes hinders no other change.
      if (ASKED.some(name => after[name] !== row[name])) mustBeTaken(after.amount_due, limits)
      return accept({ contact_id, tag_ids })
    },
  },
  remove: {
    decide(row) {
      if (row.pending_transaction_id !== null) throw invalidField('status_id', BUSY, 409)
      return accept({})
    },
  },
})

/**
 * Throws a 422 on `status_id` when the link is closed and the change does not open it again, by `active` or a later
 * `expire_date`; also while a payment on it is under way and may close it.
 */
export function mustBeOpen(row: Row<typeof paylink>, seconds: number, zone: string, after: PaylinkState = row): void {
  if (isClosed(row, seconds, zone) && isClosed(after, seconds, zone)) refuse('status_id', CLOSED)
  if (row.pending_transaction_id !== null) refuse('status_id', BUSY)
}

const ASKED = ['cc_product_transaction_id', 'ach_product_transaction_id', 'paylink_action', 'amount_due'] as const

type Asked = Pick<Row<typeof paylink>, (typeof ASKED)[number]>

/** There has to be a product that can do what the link asks for. */
function mustBePayable(link: Omit<Asked, 'amount_due'>): void {
  const { cc_product_transaction_id: cc, ach_product_transaction_id: ach } = link
  if (!cc && !ach) refuse('cc_product_transaction_id', NO_PRODUCT)
  if (!cc && link.paylink_action === 'auth-only') refuse('paylink_action', CARDS_ONLY)
}

function mustBeTaken(amount: Money, limits: AmountLimits): void {
  const problem = amountProblem(amount, limits)
  if (problem) refuse('amount_due', `Amount Due ${problem}`)
}

/** Returns what the products of a link can take; nothing can be held on a bank account. */
async function limitsOf(read: Reader, link: Omit<Asked, 'amount_due'>): Promise<AmountLimits> {
  const ids = [
    link.cc_product_transaction_id,
    link.paylink_action === 'auth-only' ? null : link.ach_product_transaction_id,
  ]
  return amountLimits(read, await Promise.all(ids.map(id => read.maybe(producttransaction, id))))
}

function examineAmount(amount: Money | undefined, add: (text: string) => void): void {
  if (amount === undefined) return
  if (amount <= 0n) add('Amount Due must be no less than 0.01.')
  if (amount > LARGEST_AMOUNT) add(`Amount Due must be no greater than ${formatMoney(LARGEST_AMOUNT)}.`)
}

function isTexted(delivery_method: number | undefined): boolean {
  return delivery_method === DELIVERY.sms || delivery_method === DELIVERY.both
}

type Method = 'cc' | 'ach'

/** Throws a 422 unless a product that was named is in use, takes the payment method, and allows paylinks. */
function checkProduct(method: Method, product: Row<typeof producttransaction>): void {
  if (!fits(product, method)) throw notValid(`${method}_product_transaction_id`)
}

/** The location's default product for the payment method, where it has one that fits. */
async function productOf(read: Reader, place: Row<typeof location>, method: Method): Promise<string | null> {
  const product = await read.maybe(producttransaction, method === 'cc' ? place.default_cc : place.default_ach)
  return product && fits(product, method) ? product.id : null
}

function fits(product: Row<typeof producttransaction>, method: Method): boolean {
  return product.payment_method === method && product.active && product.paylink_allow
}

/**
 * The contact that was named by its id, or by the caller's own id for it; null for none, undefined when nothing was
 * said.
 */
async function contactOf(
  read: Reader,
  location_id: string,
  sent: { contact_id?: string | null; contact_api_id?: string | null },
): Promise<string | null | undefined> {
  if (sent.contact_id || !sent.contact_api_id) return sent.contact_id
  return (await byApiId(read, contact, location_id, sent.contact_api_id)).id
}
