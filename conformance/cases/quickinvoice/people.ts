import { type Check, check, partCheck } from '../../check.ts'
import { record, refused, same } from '../../expect.ts'
import { invoiceBody, newContact, newInvoice, newLocation, newProduct, readInvoice } from '../../fixtures.ts'

export const peopleChecks: Check[] = [
  check(['QI-16', 'QI-25'], async lab => {
    const email = lab.address()
    const contact_id = (await newContact(lab, { email })).id
    same((await newInvoice(lab, { contact_id })).email, email, 'email that was not sent, with a contact')
    same(
      (await newInvoice(lab, { contact_id, email: 'other@example.net' })).email,
      'other@example.net',
      'email that was sent',
    )
    const silent = (await newContact(lab)).id
    same((await newInvoice(lab, { contact_id: silent })).email, null, 'email with a contact that has none')
  }),
  check('QI-17', async lab => {
    const contact_api_id = lab.unique()
    const contact = await newContact(lab, { contact_api_id, email: lab.address() })
    const made = await newInvoice(lab, { contact_api_id })
    same(
      [made.contact_id, made.email],
      [contact.id, contact.email],
      'contact_id and email of an invoice made with contact_api_id',
    )
    const next = await newContact(lab, { contact_api_id: lab.unique() })
    const body = { quickinvoice: { contact_api_id: next.contact_api_id } }
    const changed = record(await lab.api.put(`quickinvoices/${made.id}`, body), 'quickinvoice', 200)
    same(changed.contact_id, next.id, 'contact_id after an update with contact_api_id')
    refused(
      await lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), contact_api_id: lab.unique() } }),
      'contact_api_id',
    )
  }),
  partCheck(['QI-17', 'GEN-20'], 'lengths', async lab => {
    const contact_api_id = lab.unique().padEnd(64, 'x')
    const contact = await newContact(lab, { contact_api_id })
    same(
      (await newInvoice(lab, { contact_api_id })).contact_id,
      contact.id,
      'contact_id of a contact_api_id of 64 characters',
    )
    for (const wrong of ['', 'x'.repeat(65)]) {
      const body = { ...invoiceBody(lab), contact_api_id: wrong }
      refused(await lab.api.post('quickinvoices', { quickinvoice: body }), 'contact_api_id')
    }
  }),
  check('QI-24', async lab => {
    const create = (over: object) => lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), ...over } })
    const answer = await create({ ssn4: '1234', dob_year: '1980' })
    refused(answer)
    record(await create({ ssn4: '1234' }), 'quickinvoice', 201)
    record(await create({ dob_year: '1980' }), 'quickinvoice', 201)
  }),
  check('QI-35', async lab => {
    const body = { ...invoiceBody(lab), send_text_to_pay: 1 }
    refused(await lab.api.post('quickinvoices', { quickinvoice: body }), 'cell_phone')
    const { id } = await newInvoice(lab)
    refused(await lab.api.put(`quickinvoices/${id}`, { quickinvoice: { send_text_to_pay: 1 } }), 'cell_phone')
    same((await readInvoice(lab, id)).send_text_to_pay, 0, 'send_text_to_pay after a refused update')
  }),
  check('QI-44', async lab => {
    const quick_invoice_api_id = lab.unique()
    const made = await newInvoice(lab, { quick_invoice_api_id })
    const again = { ...invoiceBody(lab), quick_invoice_api_id }
    refused(await lab.api.post('quickinvoices', { quickinvoice: again }), 'quick_invoice_api_id')
    await newInvoice(lab, { quick_invoice_api_id, location_id: lab.merchant.child_location_id })
    const second = await newInvoice(lab, { quick_invoice_api_id: lab.unique() })
    refused(
      await lab.api.put(`quickinvoices/${second.id}`, { quickinvoice: { quick_invoice_api_id } }),
      'quick_invoice_api_id',
    )
    record(
      await lab.api.put(`quickinvoices/${made.id}`, { quickinvoice: { quick_invoice_api_id } }),
      'quickinvoice',
      200,
    )
    record(
      await lab.api.put(`quickinvoices/${second.id}`, { quickinvoice: { quick_invoice_api_id: '' } }),
      'quickinvoice',
      200,
    )
    await newInvoice(lab, { quick_invoice_api_id: '' })
    await newInvoice(lab, { quick_invoice_api_id: '' })
  }),
  partCheck('QI-44', 'free again after a delete', async lab => {
    const location_id = (await newLocation(lab)).id
    const product = await newProduct(lab, { location_id })
    const over = { location_id, cc_product_transaction_id: product.id, quick_invoice_api_id: 'again' }
    const { id } = await newInvoice(lab, over)
    await lab.api.delete(`quickinvoices/${id}`)
    await newInvoice(lab, over)
  }),
]
