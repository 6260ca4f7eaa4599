/** Statements about quick invoices beyond the field tables. Never: a check of another resource. */

import { type Check, check } from '../../check.ts'
import type { Json } from '../../client.ts'
import { record, same, that } from '../../expect.ts'
import { invoiceBody, newInvoice, readInvoice } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'

/** An invoice made of the four required fields, once. */
const minimal = (lab: Lab): Promise<Json> => lab.once('minimal invoice', () => newInvoice(lab))

function holds(invoice: Json, expected: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(expected)) {
    that(name in invoice, `${name} is missing in a minimal invoice`)
    same(invoice[name], value, name)
  }
}

export const minimalChecks: Check[] = [
  check('QI-45', async lab => holds(await minimal(lab), { notification_email: null })),
  check(['QI-51', 'QI-73'], async lab =>
    holds(await minimal(lab), { status_id: 1, payment_status_id: 1, is_active: 1 }),
  ),
  check('QI-48', async lab => holds(await minimal(lab), { is_active: 1, active: 1 })),
  check('QI-52', async lab =>
    holds(await minimal(lab), {
      allow_partial_pay: 0,
      allow_overpayment: 0,
      attach_files_to_email: 0,
      send_text_to_pay: 0,
    }),
  ),
  check('QI-53', async lab =>
    holds(await minimal(lab), {
      notification_days_before_due_date: 3,
      notification_on_due_date: 1,
      notification_days_after_due_date: 7,
    }),
  ),
  check('QI-54', async lab =>
    holds(await minimal(lab), {
      contact_id: null,
      invoice_number: null,
      item_header: null,
      item_footer: null,
      expire_date: null,
      email: null,
      ach_product_transaction_id: null,
      note: null,
      notification_email: null,
      cell_phone: null,
    }),
  ),
  check(['QI-55', 'QI-58'], async lab => {
    const body = invoiceBody(lab)
    same(Object.keys(body).toSorted(), ['due_date', 'item_list', 'location_id', 'title'], 'what a minimal create sends')
    const made = record(await lab.api.post('quickinvoices', { quickinvoice: body }), 'quickinvoice', 201)
    for (const [name, value] of Object.entries(body)) same(made[name], value, name)
  }),
  check('QI-61', async lab => {
    const made = await minimal(lab)
    same(await readInvoice(lab, made.id), made, 'the invoice read after the create')
  }),
  check('QI-50', async lab => {
    const { merchant } = lab
    const made = await newInvoice(lab, { location_id: merchant.child_location_id })
    same(
      [made.created_user_id, made.modified_user_id],
      [merchant.user.user_id, merchant.user.user_id],
      'the acting users',
    )
    const answer = await lab.clerk.put(`quickinvoices/${made.id}`, { quickinvoice: { note: 'By the clerk' } })
    const changed = record(answer, 'quickinvoice', 200)
    same(changed.created_user_id, merchant.user.user_id, 'created_user_id after an update by another user')
    same(changed.modified_user_id, merchant.clerk.user_id, 'modified_user_id after an update by another user')
  }),
  check('QI-49', async lab => {
    const made = await newInvoice(lab)
    const off = Math.abs(made.created_ts - (await lab.seconds()))
    that(off < 60, `created_ts is ${off} seconds off the clock of the gateway`)
    const changed = record(
      await lab.api.put(`quickinvoices/${made.id}`, { quickinvoice: { note: 'Later' } }),
      'quickinvoice',
    )
    same(changed.created_ts, made.created_ts, 'created_ts after an update')
    that(changed.modified_ts >= made.modified_ts, 'modified_ts goes back by an update')
  }),
]
