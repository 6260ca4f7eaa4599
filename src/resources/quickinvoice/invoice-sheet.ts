import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { addressLines } from '../../lib/address-lines.ts'
import { localDate } from '../../lib/local-date.ts'
import { safeLogo } from '../../lib/logo-address.ts'
import { showPhone } from '../../lib/us-formats.ts'
import type { InvoiceSheet } from '../../ports/invoice-printer.ts'
import type { Words } from '../../words/words.ts'
import { contact } from '../contact/contact.ts'
import { type Merchant, merchantOf } from '../location/merchant.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { surcharge } from '../surcharge/surcharge.ts'
import { appliesTo, surchargeOf, surchargeTerms } from '../surcharge/surcharge-amount.ts'
import { isExpired, itemsOf, PAYMENT, payPageUrl, type quickinvoice, STATUS } from './quickinvoice.ts'

type Invoice = Row<typeof quickinvoice>
type Contact = Row<typeof contact>

interface Printed {
  invoice: Invoice
  merchant: Merchant
  payer: Contact | null
  /** What is added where the balance is paid by credit card. */
  added: { label: string; amount: bigint } | null
  href: string
  seconds: number
}

/** Returns an invoice as it is printed, in the language of its payer unless another one is asked for. */
export async function invoiceSheet(
  read: Reader,
  invoice: Invoice,
  at: { public_url: string; seconds: number; words: Words },
): Promise<InvoiceSheet | null> {
  const merchant = await merchantOf(read, invoice.location_id)
  if (!merchant) return null
  const payer = await read.maybe(contact, invoice.contact_id)
  const href = payPageUrl(at.public_url, invoice.id)
  return sheetOf(at.words, { invoice, merchant, payer, added: await addedTo(read, invoice), href, seconds: at.seconds })
}

async function addedTo(read: Reader, invoice: Invoice): Promise<Printed['added']> {
  const product = await read.maybe(producttransaction, invoice.cc_product_transaction_id)
  const record = product && (await read.maybe(surcharge, product.surcharge_id))
  if (!product || !record || !appliesTo(record, null)) return null
  const amount = surchargeOf(surchargeTerms(record, product), invoice.remaining_balance)
  return amount > 0n ? { label: record.surcharge_label || 'Surcharge', amount } : null
}

function sheetOf(words: Words, printed: Printed): InvoiceSheet {
  const { invoice, merchant, payer, added, href, seconds } = printed
  const { place, domain } = merchant
  const { sheet, money, day } = words
  const can_be_paid = isPayable(invoice, seconds, place.tz)
  const phone = showPhone(place.office_phone)
  const { invoice_number: number, due_date, expire_date } = invoice
  const facts: [string, string | null][] = [
    [words.mails.invoice_number, number],
    [sheet.date, day(localDate(invoice.created_ts, place.tz).toString())],
    [sheet.due, day(due_date)],
    [sheet.payable_until, can_be_paid && expire_date ? day(expire_date) : null],
  ]
  return {
    language: words.locale,
    paper: paperOf(place.tz),
    written_ts: invoice.modified_ts,
    title: `${number ? words.invoice.number(number) : invoice.title} – ${place.name}`,
    merchant: {
      name: place.name,
      lines: [...addressLines(place), ...[phone, domain?.support_email].flatMap(line => line || [])],
      logo: safeLogo(place.receipt_logo || domain?.logo || null),
    },
    heading: sheet.heading,
    subject: invoice.title,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    payer: payer && { label: sheet.bill_to, lines: payerLines(payer) },
    paragraphs: filled(invoice.item_header),
    columns: { item: words.invoice.item, amount: words.invoice.amount },
    lines: itemsOf(invoice).map(({ label, amount }) => ({ label, amount: money(amount) })),
    sums: sumsOf(words, invoice),
    notes: [
      ...filled(invoice.item_footer),
      ...filled(invoice.note),
      ...(can_be_paid && added ? [sheet.surcharge(added.label, money(added.amount))] : []),
      ...(invoice.payment_status_id === PAYMENT.paid ? [words.invoice.paid_in_full] : []),
    ],
    boxes: sheet.boxes,
    pay: can_be_paid ? { label: sheet.pay_online, href } : null,
    page_of: sheet.page_of,
  }
}

function sumsOf({ invoice: words, money }: Words, invoice: Invoice): InvoiceSheet['sums'] {
  const { paid_amount, amount_due, remaining_balance } = invoice
  const total = { label: words.total, amount: `${money(amount_due)} USD`, strong: true }
  if (paid_amount === 0n) return [total]
  return [
    { ...total, strong: false },
    { label: words.paid_so_far, amount: money(-paid_amount), strong: false },
    { label: words.balance, amount: `${money(remaining_balance)} USD`, strong: true },
  ]
}

function isPayable(invoice: Invoice, seconds: number, zone: string): boolean {
  const { status_id, remaining_balance, allow_overpayment } = invoice
  if (status_id !== STATUS.open || isExpired(invoice, seconds, zone)) return false
  return remaining_balance > 0n || allow_overpayment
}

function payerLines(payer: Contact): string[] {
  const { first_name, last_name, company_name, address, city, state, zip } = payer
  const name = [first_name, last_name].filter(Boolean).join(' ')
  const street = addressLines({ address1: address, address2: null, city, state, zip_code: zip })
  return [...(company_name ? [company_name] : []), ...(name ? [name] : []), ...street]
}

/**
 * A location has no country, and its zone says on which side of the ocean its printer is: Letter is the paper of North
 * America, where these merchants are.
 */
function paperOf(zone: string): InvoiceSheet['paper'] {
  return /^(?:America|US|Canada|Mexico)\/|^Pacific\/(?:Honolulu|Guam|Saipan|Pago_Pago)$|^[ECMP]ST/.test(zone)
    ? 'LETTER'
    : 'A4'
}

function filled(text: string | null): string[] {
  return text?.trim() ? [text] : []
}

/** Returns the name under which an invoice is saved. */
export function sheetName({ sheet }: Words, { invoice_number, id }: Pick<Invoice, 'invoice_number' | 'id'>): string {
  return `${sheet.heading} ${invoice_number?.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-') || id}.pdf`
}
