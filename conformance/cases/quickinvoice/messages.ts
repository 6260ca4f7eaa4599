import { type Check, check, clockCheck, partCheck } from '../../check.ts'
import type { Json } from '../../client.ts'
import { bare, refused, refusedWith, same, that } from '../../expect.ts'
import { newInvoice, newLocation, newProduct, readInvoice, UNKNOWN } from '../../fixtures.ts'
import { dayFromNow, moveToNoon } from '../../merchant-days.ts'
import { payByCard } from '../../pay-page.ts'

const kinds = (messages: Json[]): string[] => messages.map(({ kind }) => kind)

export const messageChecks: Check[] = [
  check(['QI-40', 'NT-01'], async lab => {
    const email = lab.address()
    const { id } = await newInvoice(lab, { email, send_email: 1 })
    const sent = await lab.outbox(email)
    same(kinds(sent), ['email'], 'messages after a create with send_email 1')
    that(
      `${sent[0].text} ${sent[0].html}`.includes(`quickinvoice/?id=${id}`),
      'the mail does not hold the address of the pay page',
    )
    const silent = lab.address()
    const other = await newInvoice(lab, { email: silent, send_email: 0 })
    await newInvoice(lab, { email: silent })
    same(await lab.outbox(silent), [], 'messages after creates without send_email')
    await lab.api.put(`quickinvoices/${other.id}`, { quickinvoice: { send_email: 1 } })
    same(await lab.outbox(silent), [], 'messages after an update with send_email')
  }),
  check('QI-34', async lab => {
    const cell_phone = lab.phone()
    const { id } = await newInvoice(lab, { cell_phone })
    bare(await lab.api.post(`quickinvoices/${id}/resend`))
    same(kinds(await lab.outbox(cell_phone)), ['sms'], 'messages to cell_phone after a resend')
  }),
  check(['QI-68', 'NT-06'], async lab => {
    const email = lab.address()
    const { id } = await newInvoice(lab, { email, send_email: 1 })
    bare(await lab.api.post(`quickinvoices/${id}/resend`))
    same(kinds(await lab.outbox(email)), ['email', 'email'], 'messages after a create and a resend')
  }),
  check(['QI-69', 'ERR-03'], async lab => {
    refusedWith(await lab.api.post(`quickinvoices/${UNKNOWN}/resend`), 404)
    const { id } = await newInvoice(lab, { email: lab.address() })
    refusedWith(await lab.stranger.post(`quickinvoices/${id}/resend`), 404)
  }),
  ...[
    { id: 'QI-70', query: '?sms=0', mails: 1, texts: 0 },
    { id: 'QI-71', query: '?email=0', mails: 0, texts: 1 },
    { id: 'QI-72', query: '', mails: 1, texts: 1 },
  ].map(({ id, query, mails, texts }) =>
    check(id, async lab => {
      const [email, cell_phone] = [lab.address(), lab.phone()]
      const invoice = await newInvoice(lab, { email, cell_phone })
      bare(await lab.api.post(`quickinvoices/${invoice.id}/resend${query}`))
      same((await lab.outbox(email)).length, mails, `mails after resend${query}`)
      same((await lab.outbox(cell_phone)).length, texts, `texts after resend${query}`)
    }),
  ),
  partCheck('QI-72', 'the one that is possible', async lab => {
    const email = lab.address()
    const { id } = await newInvoice(lab, { email })
    bare(await lab.api.post(`quickinvoices/${id}/resend`))
    same(kinds(await lab.outbox(email)), ['email'], 'messages to an invoice without a phone')
  }),
  partCheck('QI-68', 'nothing to send to', async lab => {
    const { id } = await newInvoice(lab)
    refused(await lab.api.post(`quickinvoices/${id}/resend`))
    const { id: reachable } = await newInvoice(lab, { email: lab.address() })
    refused(await lab.api.post(`quickinvoices/${reachable}/resend?sms=0&email=0`))
  }),
  check('NT-07', async lab => {
    const email = lab.address()
    const { id } = await newInvoice(lab, { email })
    await payByCard(lab, `/quickinvoice/?id=${id}`)
    same((await readInvoice(lab, id)).payment_status_id, 2, 'payment_status_id after the page was paid')
    const sent = await lab.outbox(email)
    that(
      sent.some(({ subject, text }) => /thank/i.test(`${subject} ${text}`)),
      `no thanks among ${sent.length} mails after a full payment`,
    )
  }),
  check(['NT-09', 'LOC-24'], async lab => {
    const email_reply_to = `desk@${lab.unique()}.example`
    const location_id = (await newLocation(lab, { email_reply_to })).id
    const product = await newProduct(lab, { location_id })
    const email = lab.address()
    await newInvoice(lab, { location_id, cc_product_transaction_id: product.id, email, send_email: 1 })
    const [sent] = await lab.outbox(email)
    that(String(sent?.from).includes(email_reply_to), `the mail is from ${sent?.from}, not from ${email_reply_to}`)
    that(String(sent?.reply_to).includes(email_reply_to), `replies go to ${sent?.reply_to}, not to ${email_reply_to}`)
  }),
  clockCheck(['NT-03', 'NT-04', 'NT-05'], async lab => {
    await moveToNoon(lab)
    const addresses = { before: lab.address(), due: lab.address(), after: lab.address(), never: lab.address() }
    const off = {
      notification_days_before_due_date: 0,
      notification_on_due_date: 0,
      notification_days_after_due_date: 0,
    }
    const due_date = await dayFromNow(lab, 3)
    await newInvoice(lab, { due_date, ...off, notification_days_before_due_date: 2, email: addresses.before })
    await newInvoice(lab, { due_date, ...off, notification_on_due_date: 1, email: addresses.due })
    await newInvoice(lab, { due_date, ...off, notification_days_after_due_date: 2, email: addresses.after })
    await newInvoice(lab, { due_date, ...off, email: addresses.never })
    const counts = async (): Promise<number[]> =>
      Promise.all(Object.values(addresses).map(async each => (await lab.outbox(each)).length))
    same(await counts(), [0, 0, 0, 0], 'mails before any notice is due')
    await lab.advance('P2D')
    same(await counts(), [1, 0, 0, 0], 'mails two days later: before the due date, on it, after it, never')
    await lab.advance('P2D')
    same(await counts(), [1, 1, 0, 0], 'mails four days later')
    await lab.advance('P2D')
    same(await counts(), [1, 1, 1, 0], 'mails six days later')
  }),
]
