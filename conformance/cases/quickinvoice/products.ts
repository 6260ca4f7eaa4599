import { type Check, check, partCheck } from '../../check.ts'
import { record, refused, refusedWith, same } from '../../expect.ts'
import {
  type Fields,
  invoiceBody,
  newBankProduct,
  newInvoice,
  newLocation,
  newProduct,
  readInvoice,
} from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'
import { payByCard } from '../../pay-page.ts'

const CC = 'cc_product_transaction_id'
const ACH = 'ach_product_transaction_id'

const create = (lab: Lab, over: Fields) =>
  lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), ...over } })

export const productChecks: Check[] = [
  check('QI-10', async lab => {
    const { merchant } = lab
    same((await newInvoice(lab))[CC], merchant.cc_product_transaction_id, `${CC} that was not sent`)
    const below = await newInvoice(lab, { location_id: merchant.child_location_id })
    same(below[CC], merchant.child_cc_product_transaction_id, `${CC} that was not sent, at the child`)
  }),
  check('QI-12', async lab => {
    const { merchant } = lab
    same((await newInvoice(lab))[ACH], null, `${ACH} at a location without default_ach`)
    const below = await newInvoice(lab, { location_id: merchant.child_location_id })
    same(below[ACH], merchant.child_ach_product_transaction_id, `${ACH} that was not sent`)
  }),
  check('QI-13', async lab => {
    const location_id = (await newLocation(lab)).id
    refusedWith(await create(lab, { location_id }), 422)
    const cc = await newProduct(lab, { location_id })
    const ach = await newBankProduct(lab, { location_id })
    refusedWith(await create(lab, { location_id }), 422)
    const byCard = record(await create(lab, { location_id, [CC]: cc.id }), 'quickinvoice', 201)
    same([byCard[CC], byCard[ACH]], [cc.id, null], 'the products of an invoice with a card product')
    const byBank = record(await create(lab, { location_id, [ACH]: ach.id }), 'quickinvoice', 201)
    same([byBank[CC], byBank[ACH]], [null, ach.id], 'the products of an invoice with a bank product')
  }),
  partCheck('QI-13', 'an update cannot take the last one away', async lab => {
    const { id } = await newInvoice(lab)
    refusedWith(await lab.api.put(`quickinvoices/${id}`, { quickinvoice: { [CC]: null } }), 422)
    same((await readInvoice(lab, id))[CC], lab.merchant.cc_product_transaction_id, `${CC} after a refused update`)
  }),
  check(['QI-09', 'QI-11'], async lab => {
    const { merchant } = lab
    refused(await create(lab, { [CC]: merchant.ach_product_transaction_id }), CC)
    refused(await create(lab, { [ACH]: merchant.cc_product_transaction_id }), ACH)
  }),
  check('QI-14', async lab => {
    const other = (await lab.once('second cc', () => newProduct(lab))).id
    const unpaid = await newInvoice(lab)
    const answer = await lab.api.put(`quickinvoices/${unpaid.id}`, { quickinvoice: { [CC]: other } })
    same(record(answer, 'quickinvoice', 200)[CC], other, `${CC} of an unpaid invoice after an update`)

    const { id } = await newInvoice(lab, { allow_partial_pay: 1 })
    await payByCard(lab, `/quickinvoice/?id=${id}`, { amount: '4.00' })
    same((await readInvoice(lab, id)).payment_status_id, 3, 'payment_status_id after a part was paid')
    for (const body of [{ [CC]: other }, { [ACH]: lab.merchant.ach_product_transaction_id }]) {
      await lab.api.put(`quickinvoices/${id}`, { quickinvoice: body })
    }
    const after = await readInvoice(lab, id)
    same(
      [after[CC], after[ACH]],
      [lab.merchant.cc_product_transaction_id, null],
      'the products of a partly paid invoice after updates',
    )
  }),
  check('QI-19', async lab => {
    const required = ['account_holder_name', 'routing', 'account_number', 'account_type', 'driver_license']
    const terminals = [{ terminal_id: '2311', sec_code: 'WEB', actions: ['debit', 'refund'], required }]
    const ach = await newBankProduct(lab, { processor_data: { terminals } })
    refusedWith(await create(lab, { [ACH]: ach.id }), 422)
    refusedWith(await create(lab, { [ACH]: ach.id, dl_number: 'L1' }), 422)
    record(await create(lab, { [ACH]: ach.id, customer_id: 'c-1' }), 'quickinvoice', 201)
    record(await create(lab, { [ACH]: ach.id, dl_number: 'L1', dl_state: 'MI' }), 'quickinvoice', 201)
  }),
]
