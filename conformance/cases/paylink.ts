import { type Check, check, partCheck } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { answered, bare, record, records, refused, refusedWith, same, that } from '../expect.ts'
import { PAYLINK_START } from '../fields/paylink.ts'
import {
  type Fields,
  newBankProduct,
  newContact,
  newLocation,
  newPaylink,
  newProduct,
  paylinkBody,
  UNKNOWN,
} from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { formOf, openPage, payByCard } from '../pay-page.ts'

const create = (lab: Lab, over: Fields): Promise<Answer> =>
  lab.api.post('paylinks', { paylink: { ...paylinkBody(lab), ...over } })
const update = (lab: Lab, id: string, fields: Fields): Promise<Answer> =>
  lab.api.put(`paylinks/${id}`, { paylink: fields })
const read = async (lab: Lab, id: string, query = ''): Promise<Json> =>
  record(await lab.api.get(`paylinks/${id}${query}`), 'paylink', 200)
const pageOf = (id: string): string => `/?paylink_id=${id}`

const paymentsOf = async (lab: Lab, id: string): Promise<Json[]> =>
  records(await lab.api.get(`transactions?paylink_id=${id}`), 'transactions')

const EXPANDS = ['contact', 'email_blacklist', 'sms_blacklist', 'location', 'tags', 'created_user', 'payment_url']

/** A link that was paid on its page. */
async function paid(lab: Lab, over: Fields = {}): Promise<Json> {
  const link = await newPaylink(lab, over)
  await payByCard(lab, pageOf(link.id))
  same((await read(lab, link.id)).status_id, 1, 'status_id of a paylink after a payment')
  return link
}

const fieldChecks: Check[] = [
  partCheck(['PL-01', 'PL-16', 'PL-21', 'PL-22', 'PL-23', 'PL-24'], 'at the start', async lab => {
    const { id, created_ts, modified_ts, _links, ...rest } = await newPaylink(lab)
    const { user, location_id, cc_product_transaction_id } = lab.merchant
    const by = { created_user_id: user.user_id, modified_user_id: user.user_id }
    same(rest, { ...PAYLINK_START, ...by, location_id, cc_product_transaction_id }, 'a new link')
    that(Math.abs(created_ts - (await lab.seconds())) < 60, `created_ts is ${created_ts}`)
    same(modified_ts, created_ts, 'modified_ts')
    that(_links.self.href.endsWith(`/v2/paylinks/${id}`), `_links.self is ${_links.self.href}`)
  }),
  check('PL-03', async lab => {
    same(
      (await newPaylink(lab)).cc_product_transaction_id,
      lab.merchant.cc_product_transaction_id,
      'the card product that was not sent',
    )
  }),
  check('PL-04', async lab => {
    const { merchant } = lab
    same((await newPaylink(lab)).ach_product_transaction_id, null, 'the bank product at a location without default_ach')
    const below = await newPaylink(lab, { location_id: merchant.child_location_id })
    same(
      below.ach_product_transaction_id,
      merchant.child_ach_product_transaction_id,
      'the bank product that was not sent',
    )
  }),
  partCheck(['PL-03', 'PL-04'], 'of the other method or merchant', async lab => {
    const { child_ach_product_transaction_id } = lab.merchant
    refused(
      await create(lab, { cc_product_transaction_id: child_ach_product_transaction_id }),
      'cc_product_transaction_id',
    )
    const foreign = { ach_product_transaction_id: lab.other.ach_product_transaction_id }
    refused(await create(lab, foreign), 'ach_product_transaction_id')
  }),
  check('PL-05', async lab => {
    const location_id = (await newLocation(lab)).id
    refusedWith(await create(lab, { location_id }), 422)
    const ach_product_transaction_id = (await newBankProduct(lab, { location_id })).id
    const made = record(await create(lab, { location_id, ach_product_transaction_id }), 'paylink', 201)
    same(made.cc_product_transaction_id, null, 'the card product of a link for a bank product')
    refused(
      await create(lab, { location_id, ach_product_transaction_id, paylink_action: 'auth-only' }),
      'paylink_action',
    )
    const cc = await newProduct(lab, { location_id, paylink_allow: 0 })
    refused(await create(lab, { location_id, cc_product_transaction_id: cc.id }), 'cc_product_transaction_id')
    answered(await lab.api.put(`locations/${location_id}`, { location: { default_cc: cc.id } }), 200)
    refused(await create(lab, { location_id }), 'cc_product_transaction_id')
  }),
  check('PL-06', async lab => {
    const { id } = await paid(lab)
    const other = (await lab.once('second cc', () => newProduct(lab))).id
    refusedWith(await update(lab, id, { cc_product_transaction_id: other }), 422)
    same(
      (await read(lab, id)).cc_product_transaction_id,
      lab.merchant.cc_product_transaction_id,
      'the card product of a paid link',
    )
  }),
  check('PL-08', async lab => {
    const contact_api_id = lab.unique()
    const contact = await newContact(lab, { contact_api_id })
    same(
      (await newPaylink(lab, { contact_api_id })).contact_id,
      contact.id,
      'contact_id of a link made with contact_api_id',
    )
    for (const wrong of [lab.unique(), '', 'x'.repeat(65)])
      refused(await create(lab, { contact_api_id: wrong }), 'contact_api_id')
    const { id } = await newPaylink(lab, { contact_id: contact.id })
    same(
      record(await update(lab, id, { contact_id: null }), 'paylink', 200).contact_id,
      null,
      'contact_id sent as null',
    )
    const again = record(await update(lab, id, { contact_api_id }), 'paylink', 200)
    same(again.contact_id, contact.id, 'contact_id after an update with contact_api_id')
  }),
  check('PL-10', async lab => {
    const paylink_api_id = lab.unique()
    await newPaylink(lab, { paylink_api_id })
    refused(await create(lab, { paylink_api_id }), 'paylink_api_id')
    await newPaylink(lab, { paylink_api_id, location_id: lab.merchant.child_location_id })
  }),
  check(['PL-11', 'GEN-09'], async lab => {
    for (const [sent, shown] of [
      [10.5, '10.50'],
      [10, '10.00'],
      ['7.25', '7.25'],
      [0.01, '0.01'],
      [99999.99, '99999.99'],
      ['99999999.99', '99999999.99'],
    ] as const) {
      same(
        (await newPaylink(lab, { amount_due: sent })).amount_due,
        shown,
        `amount_due sent as ${JSON.stringify(sent)}`,
      )
    }
    for (const wrong of ['much', '1.005', 1.005, 0, -1, '1,50', '', null, {}, '1234567890.12', '1e3']) {
      refused(await create(lab, { amount_due: wrong }), 'amount_due')
    }
    const { id } = await newPaylink(lab)
    same(
      record(await update(lab, id, { amount_due: 20 }), 'paylink', 200).amount_due,
      '20.00',
      'amount_due after an update',
    )
  }),
  check('PL-14', async lab => {
    for (const delivery_method of [2, 3]) {
      refused(await create(lab, { delivery_method, email: lab.address() }), 'cell_phone')
      answered(await create(lab, { delivery_method, email: lab.address(), cell_phone: lab.phone() }), 201)
    }
    for (const delivery_method of [0, 1]) answered(await create(lab, { delivery_method, email: lab.address() }), 201)
  }),
  check('PL-15', async lab => {
    const reachable = { email: 'payer@example.net', cell_phone: '7005550123' }
    for (const delivery_method of [0, 1, 2, 3]) {
      same(
        (await newPaylink(lab, { ...reachable, delivery_method })).delivery_method,
        delivery_method,
        'delivery_method',
      )
    }
    for (const delivery_method of [4, -1, 'mail', 10])
      refused(await create(lab, { ...reachable, delivery_method }), 'delivery_method')
  }),
  check('PL-16', async lab => {
    same((await newPaylink(lab)).description, null, 'description that was not sent')
    same((await newPaylink(lab, { description: 'A lamp' })).description, 'A lamp', 'description')
  }),
  check('PL-18', async lab => {
    for (const paylink_action of ['sale', 'auth-only']) {
      const { id, ...link } = await newPaylink(lab, { paylink_action, amount_due: '13.13' })
      same(link.paylink_action, paylink_action, 'paylink_action')
      await payByCard(lab, pageOf(id))
      const [payment] = await paymentsOf(lab, id)
      same(payment?.status_id, paylink_action === 'sale' ? 101 : 102, `status_id of a payment of ${paylink_action}`)
    }
    for (const wrong of ['refund', 'authonly', 'x'.repeat(11), 7])
      refused(await create(lab, { paylink_action: wrong }), 'paylink_action')
  }),
  check('PL-22', async lab => same((await newPaylink(lab)).active, 1, 'active of a new link')),
]

const pageChecks: Check[] = [
  check('PL-19', async lab => {
    const shown = await newPaylink(lab, { display_product_transaction_receipt_details: 1, amount_due: '14.14' })
    const receipt = await payByCard(lab, pageOf(shown.id))
    that(receipt.text.includes('14.14') && receipt.text.includes('1111'), 'the page after the payment shows no receipt')
    const plain = await newPaylink(lab, { display_product_transaction_receipt_details: 0 })
    that(
      !(await payByCard(lab, pageOf(plain.id))).text.includes('1111'),
      'the page after the payment shows receipt details',
    )
  }),
  check('PL-20', async lab => {
    const asks = async (display_billing_fields: number): Promise<boolean> => {
      const { id } = await newPaylink(lab, { display_billing_fields })
      const form = formOf(answered(await openPage(lab, pageOf(id)), 200).text)
      return form?.named.has('address-line1') ?? false
    }
    same([await asks(1), await asks(0)], [true, false], 'whether the form asks for a billing address')
  }),
  check('PL-25', async lab => {
    const { id } = await newPaylink(lab)
    const { payment_url } = await read(lab, id, '?expand=payment_url')
    that(new RegExp(`^https?://[^?]+\\?paylink_id=${id}$`).test(payment_url), `payment_url is ${payment_url}`)
    that(
      formOf(answered(await openPage(lab, pageOf(id)), 200).text)?.named.has('cc-number'),
      'the page has no field for a card number',
    )
    answered(await openPage(lab, pageOf(UNKNOWN)), 404)
  }),
  check(['PL-26', 'NT-02'], async lab => {
    for (const [delivery_method, mails, texts] of [
      [0, 0, 0],
      [1, 1, 0],
      [2, 0, 1],
      [3, 1, 1],
    ] as const) {
      const [email, cell_phone] = [lab.address(), lab.phone()]
      await newPaylink(lab, { delivery_method, email, cell_phone })
      const sent = [(await lab.outbox(email)).length, (await lab.outbox(cell_phone)).length]
      same(sent, [mails, texts], `mails and texts of delivery_method ${delivery_method}`)
    }
    const [email, phone] = [lab.address(), lab.phone()]
    const link = { delivery_method: 3, email, cell_phone: phone, description: 'Spring <care>' }
    const { id } = await newPaylink(lab, link)
    for (const { kind, text, html, reason } of [...(await lab.outbox(email)), ...(await lab.outbox(phone))]) {
      that(text.includes(`/?paylink_id=${id}`) && text.includes('$10.00'), `the ${kind} has no address or no amount`)
      same(reason, 'paylink.created', `the reason of the ${kind}`)
      if (kind === 'email') that(html.includes('Spring &#60;care&#62;'), 'the mail does not escape the description')
    }
    const cell_phone = lab.phone()
    await newPaylink(lab, { delivery_method: 1, cell_phone })
    same(await lab.outbox(cell_phone), [], 'texts of delivery_method 1 without an email')
  }),
  check('PL-27', async lab => {
    const { id } = await paid(lab, { amount_due: '15.15' })
    same(
      (await paymentsOf(lab, id)).map(each => [each.transaction_amount, each.status_id, each.paylink_id]),
      [[15.15, 101, id]],
      'payments of the link',
    )
    same(formOf((await openPage(lab, pageOf(id))).text), null, 'the form of a paid link')
  }),
  partCheck('PL-27', 'a declined payment leaves the link unpaid', async lab => {
    const { id } = await newPaylink(lab, { amount_due: '5.00' })
    await payByCard(lab, pageOf(id))
    same((await read(lab, id)).status_id, 0, 'status_id after a declined payment')
  }),
  check(['PL-28', 'ERR-09'], async lab => {
    const withdrawn = await newPaylink(lab)
    answered(await update(lab, withdrawn.id, { active: 0 }), 200)
    for (const { id } of [await paid(lab), withdrawn]) {
      const before = await read(lab, id)
      for (const fields of [{ description: 'Other' }, { amount_due: 1 }, {}]) refused(await update(lab, id, fields))
      same(await read(lab, id), before, 'the link after refused updates')
    }
  }),
]

const endpointChecks: Check[] = [
  check('PL-29', async lab => {
    const { merchant } = lab
    const fields = {
      location_id: merchant.location_id,
      cc_product_transaction_id: merchant.cc_product_transaction_id,
      expire_date: '2090-01-31',
      amount_due: 10,
      email: lab.address(),
      cell_phone: lab.phone(),
      contact_id: merchant.contact_id,
      delivery_method: 0,
    }
    const made = record(await lab.api.post('paylinks', { paylink: fields }), 'paylink', 201)
    for (const [name, value] of Object.entries(fields)) same(made[name], name === 'amount_due' ? '10.00' : value, name)
    const errors = refused(await lab.api.post('paylinks', { paylink: {} }))
    same(Object.keys(errors).toSorted(), ['amount_due', 'location_id'], 'fields reported as missing')
  }),
  check('PL-30', async lab => {
    const { id } = await newPaylink(lab)
    const changed = record(await update(lab, id, { amount_due: 20, description: 'Two lamps' }), 'paylink', 200)
    same([changed.amount_due, changed.description], ['20.00', 'Two lamps'], 'amount_due and description')
    refusedWith(await lab.stranger.put(`paylinks/${id}`, { paylink: { amount_due: 1 } }), 404)
    const { merchant } = lab
    const changes = {
      amount_due: '12.00',
      cc_product_transaction_id: merchant.child_cc_product_transaction_id,
      ach_product_transaction_id: merchant.ach_product_transaction_id,
      email: lab.address(),
      cell_phone: lab.phone(),
      delivery_method: 3,
      description: 'Hedge',
      expire_date: '2099-12-31',
      paylink_action: 'auth-only',
      display_billing_fields: 1,
      redirect_url_on_approve: 'https://shop.example/thanks',
      redirect_url_delay: 0,
    }
    const { modified_ts: _, ...before } = await read(lab, id)
    const sent = { ...changes, location_id: merchant.child_location_id, status_id: 1 }
    const { modified_ts: __, ...after } = record(await update(lab, id, sent), 'paylink', 200)
    same(after, { ...before, ...changes }, 'the link after a change of much of it')
    refused(await update(lab, id, { cell_phone: null }), 'cell_phone')
  }),
  check('PL-31', async lab => {
    const made = await newPaylink(lab)
    same(await read(lab, made.id), made, 'the link read after the create')
    for (const caller of [lab.stranger, lab.clerk]) refusedWith(await caller.get(`paylinks/${made.id}`), 404)
  }),
  check('PL-32', async lab => {
    const email = lab.address()
    const ids = [(await newPaylink(lab, { email })).id, (await newPaylink(lab, { email })).id]
    const found = await lab.api.get(`paylinks?email=${email}&page_size=1`)
    same(records(found, 'paylinks').length, 1, 'links on a page of one')
    same(found.body.meta.pagination.totalCount, ids.length, 'totalCount')
    const third = await newPaylink(lab, { email, amount_due: 3 })
    const idsOf = async (query: string, api = lab.api): Promise<string[]> =>
      records(await api.get(`paylinks?email=${email}${query}`), 'paylinks').map(each => each.id)
    same(await idsOf('&page_size=2'), [third.id, ids[1]], 'the first page, the newest link first')
    same(await idsOf('&amount_due=3.00'), [third.id], 'links of one amount')
    same(await idsOf('', lab.stranger), [], 'links that a stranger finds')
  }),
  check(['PL-33', 'PL-34', 'ERR-01'], async lab => {
    const { id } = await newPaylink(lab)
    refusedWith(await lab.stranger.delete(`paylinks/${id}`), 404)
    bare(await lab.api.delete(`paylinks/${id}`))
    answered(await lab.api.get(`paylinks/${id}`), 404)
    refusedWith(await lab.api.delete(`paylinks/${id}`), 404)
    refusedWith(await lab.api.delete(`paylinks/${UNKNOWN}`), 404)
    answered(await openPage(lab, pageOf(id)), 404)
  }),
  check(['PL-35', 'NT-06', 'ERR-01'], async lab => {
    const email = lab.address()
    const { id } = await newPaylink(lab, { email, delivery_method: 1 })
    bare(await lab.api.post(`paylinks/${id}/resend`))
    same(
      (await lab.outbox(email)).map(({ reason }) => reason).toSorted(),
      ['paylink.created', 'paylink.resend'],
      'mails after a create and a resend',
    )
    const nobody = await newPaylink(lab)
    refused(await lab.api.post(`paylinks/${nobody.id}/resend`), 'delivery_method')
    answered(await update(lab, nobody.id, { email: lab.address() }), 200)
    bare(await lab.api.post(`paylinks/${nobody.id}/resend`))
  }),
  check('PL-36', async lab => {
    refusedWith(await lab.api.post(`paylinks/${UNKNOWN}/resend`), 404)
    const { id } = await newPaylink(lab, { email: lab.address(), delivery_method: 1 })
    refusedWith(await lab.stranger.post(`paylinks/${id}/resend`), 404)
  }),
  ...EXPANDS.map(name =>
    partCheck(
      ['PL-37', ...(name === 'payment_url' ? ['PL-38'] : []), ...(name.endsWith('blacklist') ? ['PL-39'] : [])],
      name,
      async lab => {
        const email = lab.address()
        answered(await lab.api.post('email_blacklists', { email_blacklist: { email } }), 201)
        const { merchant } = lab
        const { id } = await newPaylink(lab, { email, contact_id: merchant.contact_id })
        const found = await read(lab, id, `?expand=${name}`)
        that(name in found, `${name} is missing`)
        const ids: Record<string, string> = { contact: merchant.contact_id, location: merchant.location_id }
        if (ids[name]) same(found[name].id, ids[name], `the id of ${name}`)
        if (name === 'created_user') same(found[name].id, merchant.user.user_id, 'the id of created_user')
        if (name === 'email_blacklist') same(found[name]?.email, email, 'the address on the list')
        if (name === 'sms_blacklist') same(found[name], null, 'sms_blacklist of a link without a phone')
        if (name === 'tags') same(found[name], [], 'tags of a link without any')
        if (name === 'payment_url') that(URL.canParse(found.payment_url), `payment_url is ${found.payment_url}`)
      },
    ),
  ),
]

export const paylinkChecks: Check[] = [...fieldChecks, ...pageChecks, ...endpointChecks]
