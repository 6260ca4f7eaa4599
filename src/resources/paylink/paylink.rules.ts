import type { Row } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'
import { newId } from '../../lib/id.ts'
import { invalidField } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { isClosed } from './closed.ts'
import { channelsOf, notices } from './delivery.ts'
import { contactAsked, productAsked, productOf } from './paylink.facts.ts'
import { CLOSED, DELIVERY, paylink } from './paylink.ts'

const { rules, accept, refuse } = rulesOf(paylink)

const BUSY = 'A payment is being made on this paylink.'
const NO_PHONE = 'Cell Phone cannot be blank.'
const NO_PRODUCT = 'Cc Product Transaction Id cannot be blank.'

export const paylinkRules = rules({
  create: {
    examine(draft, problems) {
      if (draft.amount_due === 0n) problems.add('amount_due', 'Amount Due must be no less than 0.01.')
      if (isTexted(draft.delivery_method) && !draft.cell_phone) problems.add('cell_phone', NO_PHONE)
    },
    async load(draft, read, moment) {
      const place = await read.one(location, draft.location_id, 'location_id')
      const product = (method: 'cc' | 'ach', asked: string | null) =>
        asked ? productAsked(read, method, asked) : productOf(read, place, method)
      return {
        id: newId(moment.seconds * 1000),
        zone: place.tz,
        contact_id: await contactAsked(read, draft.location_id, draft),
        cc_product_transaction_id: await product('cc', draft.cc_product_transaction_id),
        ach_product_transaction_id: await product('ach', draft.ach_product_transaction_id),
      }
    },
    decide(draft, { zone, ...facts }, moment) {
      if (!facts.cc_product_transaction_id && !facts.ach_product_transaction_id) {
        return refuse('cc_product_transaction_id', NO_PRODUCT)
      }
      const open = !isClosed({ ...draft, status_id: 0 }, moment.seconds, zone)
      const contact_id = facts.contact_id ?? null
      return accept({ ...facts, contact_id }, { effects: open ? notices(facts.id, channelsOf(draft), 'created') : [] })
    },
  },
  update: {
    examine(change, problems) {
      if (change.amount_due === 0n) problems.add('amount_due', 'Amount Due must be no less than 0.01.')
    },
    async load(row, change, read) {
      const place = await read.one(location, row.location_id, 'location_id')
      const cc = change.cc_product_transaction_id
      const ach = change.ach_product_transaction_id
      if (cc) await productAsked(read, 'cc', cc)
      if (ach) await productAsked(read, 'ach', ach)
      return { zone: place.tz, contact_id: await contactAsked(read, row.location_id, change) }
    },
    decide(row, change, { zone, contact_id }, moment) {
      mustBeOpen(row, moment.seconds, zone)
      const after = { ...row, ...change }
      if (isTexted(after.delivery_method) && !after.cell_phone) return refuse('cell_phone', NO_PHONE)
      if (!after.cc_product_transaction_id && !after.ach_product_transaction_id) {
        return refuse('cc_product_transaction_id', NO_PRODUCT)
      }
      return accept({ contact_id })
    },
  },
  remove: {
    decide(row) {
      if (row.pending_payments > 0) throw invalidField('status_id', BUSY, 409)
      return accept({})
    },
  },
})

/** Throws a 422 on `status_id` when the link is closed, or when a payment on it is under way and may close it. */
export function mustBeOpen(row: Row<typeof paylink>, seconds: number, zone: string): void {
  if (isClosed(row, seconds, zone)) refuse('status_id', CLOSED)
  if (row.pending_payments > 0) refuse('status_id', BUSY)
}

function isTexted(delivery_method: number | undefined): boolean {
  return delivery_method === DELIVERY.sms || delivery_method === DELIVERY.both
}
