import type { Row } from '../../definition/resource.ts'
import { addressGroup } from '../../lib/address-group.ts'
import { localDate } from '../../lib/local-date.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { InvoicePrinter } from '../../ports/invoice-printer.ts'
import type { Identity } from '../../ports/processor-request.ts'
import { file } from '../../resources/file/file.ts'
import { quick_invoice_view } from '../../resources/quick_invoice_view/quick_invoice_view.ts'
import { invoiceSheet, sheetName } from '../../resources/quickinvoice/invoice-sheet.ts'
import { isExpired, itemsOf, PAYMENT, quickinvoice, STATUS } from '../../resources/quickinvoice/quickinvoice.ts'
import { type Words, wordsFor } from '../../words/words.ts'
import type { PagePayment, PayPort } from '../checkout/checkout.ts'
import { newPayment, type SubjectPayment } from '../checkout/new-payment.ts'
import { latestReceipt, type PaymentParts, payPort } from '../checkout/page-payments.ts'
import {
  loadSubject,
  openRecord,
  type PageMethods,
  type PageProducts,
  type PageSubject,
  type SubjectParts,
} from '../checkout/page-subject.ts'
import { PayerRefusal } from '../checkout/payer-refusal.ts'
import { bankMethod, cardMethod, takenBy, taking } from '../checkout/payment-methods.ts'
import { merchantView } from '../merchant.ts'
import { fits, shownAmount } from '../payform/amount.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { type InvoiceView, invoiceHref, type PageStatus, payable, receiptHref } from './invoice-page.ts'

/** All that the quick invoice pages need from the gateway. A visit with an address is recorded. */
export interface InvoicePagePort extends PayPort<InvoiceView> {
  /** Returns a file attached to the invoice, or null. */
  file(invoice_id: string, file_id: string): Promise<PageFile | null>
  /** Returns the invoice to print, or null. `asked`: in this language and not the payer's. */
  pdf(invoice_id: string, asked: Words | null): Promise<PageFile | null>
}

interface PageFile {
  name: string
  content_type: string
  content: Buffer
}

/** `trx_source_id` of payments made on this page. */
const QUICK_INVOICE_PAGE = 8

export function invoicePagePort(
  parts: PaymentParts & { files: FileStore; printer: InvoicePrinter; publicUrl(): string },
): InvoicePagePort {
  const { files, clock } = parts
  const port = payPort<InvoiceSubject, InvoiceView, ReceiptView>(parts, {
    find: (id, visitor) => findInvoice(parts, id, visitor),
    async view(subject, visitor) {
      if (visitor) await recordVisit(parts, subject, visitor)
      const view = viewOf(subject, await filesOf(subject), clock.seconds())
      if (view.status !== 'paid') return view
      const { id: quick_invoice_id } = subject.invoice
      const token = await latestReceipt(parts.cipher, subject, quick_invoice_id, { quick_invoice_id })
      return { ...view, receipt_href: token && receiptHref(quick_invoice_id, token) }
    },
    reading: subject => viewOf(subject, [], clock.seconds()),
    run: (subject, actor, payment, claim) =>
      parts.payments.run(actor, newPayment(subject, paymentOf(subject, payment, clock), payment, 'invoice', claim)),
    paid: subject => receiptSubject(subject, clock.seconds()),
    receipt: (_subject, receipt) => receipt,
    names: 'invoice',
  })
  return {
    ...port,
    async file(invoice_id, file_id) {
      const subject = await findInvoice(parts, invoice_id, null)
      if (!subject || statusOf(subject.invoice, clock.seconds(), subject.place.tz) === 'gone') return null
      const found = (await filesOf(subject)).find(({ id }) => id === file_id)
      if (!found) return null
      return { name: found.file_name, content_type: found.content_type, content: await files.get(found.id) }
    },
    async pdf(invoice_id, asked) {
      const subject = await findInvoice(parts, invoice_id, null)
      const seconds = clock.seconds()
      if (!subject || statusOf(subject.invoice, seconds, subject.place.tz) === 'gone') return null
      const words = asked ?? wordsFor(subject.locale)
      const at = { public_url: parts.publicUrl(), seconds, words }
      const sheet = await invoiceSheet(subject.read, subject.invoice, at)
      if (!sheet) return null
      const content = await parts.printer.pdf(sheet, subject.invoice.root_id)
      return { name: sheetName(words, subject.invoice), content_type: 'application/pdf', content }
    },
  }
}

const HOUR = 3600

/**
 * Records the first visit of an hour from an address, so that a stranger cannot fill the table. The browser's name is
 * left out of what tells visitors apart: who wants rows would make one up for each.
 */
async function recordVisit(
  { store, cipher, clock }: PaymentParts,
  { actor, read, invoice }: InvoiceSubject,
  visitor: string,
): Promise<void> {
  const { id: quick_invoice_id, location_id } = invoice
  const hour = Math.floor(clock.seconds() / HOUR)
  const [visit = '', ...others] = cipher.fingerprints('visit', `${quick_invoice_id} ${hour} ${addressGroup(visitor)}`)
  for (const known of [visit, ...others]) if (await read.find(quick_invoice_view, { visit: known })) return
  try {
    const remote_ip = visitor.slice(0, 45)
    await store.insert(actor, quick_invoice_view, { quick_invoice_id, location_id, remote_ip, visit })
  } catch (error) {
    // Another request of this visitor was recorded just now.
    if (!(error instanceof Refusal)) throw error
  }
}

function viewOf(subject: InvoiceSubject, files: readonly Row<typeof file>[], seconds: number): InvoiceView {
  const { invoice, methods, place, surcharge } = subject
  return {
    merchant: merchantView(subject),
    invoice: {
      id: invoice.id,
      title: invoice.title,
      invoice_number: invoice.invoice_number,
      item_header: invoice.item_header,
      items: itemsOf(invoice),
      item_footer: invoice.item_footer,
      note: invoice.note,
      due_date: invoice.due_date,
      is_overdue: invoice.remaining_balance > 0n && invoice.due_date < localDate(seconds, place.tz).toString(),
      email: invoice.send_email ? invoice.email : null,
      expire_date: invoice.expire_date,
      amount_due: invoice.amount_due,
      paid: invoice.paid_amount,
      pending: invoice.pending_amount,
      remaining_balance: invoice.remaining_balance,
      allow_partial_pay: invoice.allow_partial_pay,
      allow_overpayment: invoice.allow_overpayment,
      single_payment_min_amount: invoice.single_payment_min_amount,
      single_payment_max_amount: invoice.single_payment_max_amount,
      files: files.map(({ id, file_name, file_size_bytes }) => ({ id, name: file_name, size: file_size_bytes })),
    },
    methods,
    receipt_href: null,
    locale: subject.locale,
    surcharge,
    status: pageStatus(subject, seconds),
  }
}

function receiptSubject({ invoice, place }: InvoiceSubject, seconds: number): ReceiptView['subject'] {
  const is_open = statusOf(invoice, seconds, place.tz) === 'payable' && invoice.remaining_balance > 0n
  return {
    title: invoice.title,
    number: invoice.invoice_number,
    items: itemsOf(invoice),
    still_to_pay: is_open ? invoice.remaining_balance : null,
    page: { href: invoiceHref(invoice.id), paid: 'invoice' },
  }
}

function paymentOf({ invoice, place, methods }: InvoiceSubject, payment: PagePayment, clock: Clock): SubjectPayment {
  const { words } = payment
  return {
    card_action: 'sale',
    location_id: invoice.location_id,
    // Approving less than the amount would make a partial payment, which not every invoice takes.
    allow_partial_authorization: invoice.allow_partial_pay,
    bank_funded_only: invoice.bank_funded_only_override,
    identity: typed => identityFor(invoice, typed),
    details: {
      quick_invoice_id: invoice.id,
      contact_id: invoice.contact_id,
      customer_id: invoice.customer_id,
      trx_source_id: QUICK_INVOICE_PAGE,
    },
    fits(locked) {
      const at = { seconds: clock.seconds(), zone: place.tz }
      const text = locked ? problemOf(locked, payment, { ...at, methods }) : words.nothing_paid.gone('invoice')
      if (text) throw new PayerRefusal(text)
    },
  }
}

/** What the invoice says about its payer wins over what was typed. */
function identityFor({ dl_number, dl_state, ssn4, dob_year }: Invoice, typed: Identity): Identity {
  const license = dl_number && dl_state ? { dl_number, dl_state } : {}
  const proof = ssn4 || dob_year ? { ssn4, dob_year } : {}
  return { ...typed, ...license, ...proof }
}

/** Returns why an invoice cannot be paid this amount now, for the payer, or null when it can. */
function problemOf(
  locked: Invoice,
  { amount, shown_amount, words: { nothing_paid, money } }: PagePayment,
  { seconds, zone, methods }: { seconds: number; zone: string; methods: PageMethods },
): string | null {
  if (statusOf(locked, seconds, zone) !== 'payable') return nothing_paid.gone('invoice')
  const rule = payable(balanceOf(locked), takenBy(methods))
  return rule && fits(rule, amount) && shown_amount === shownAmount(rule)
    ? null
    : nothing_paid.balance(money(locked.remaining_balance))
}

function balanceOf(invoice: Invoice): Parameters<typeof payable>[0] {
  return { ...invoice, paid: invoice.paid_amount, pending: invoice.pending_amount }
}

/** Also tells where the processors take no payment of what is left. */
function pageStatus({ invoice, methods, place }: InvoiceSubject, seconds: number): PageStatus {
  const status = statusOf(invoice, seconds, place.tz)
  return status === 'payable' && !payable(balanceOf(invoice), takenBy(methods)) ? 'untaken' : status
}

type Invoice = Row<typeof quickinvoice>

/** An invoice as its page needs it. */
interface InvoiceSubject extends PageSubject {
  invoice: Invoice
}

/** Returns null when there is no such invoice. */
async function findInvoice(parts: SubjectParts, id: string, visitor: string | null): Promise<InvoiceSubject | null> {
  const opened = await openRecord(parts, quickinvoice, id, visitor)
  if (!opened) return null
  const invoice = opened.record
  const loaded = await loadSubject(opened, invoice, product => product.quick_invoice_allow)
  return loaded && { ...loaded, invoice, methods: taking(methodsOf(loaded.products, invoice), loaded.takes) }
}

/** Requirements of the bank terminal that the invoice itself meets are not asked of the payer. */
function methodsOf({ cc, ach }: PageProducts, invoice: Invoice): PageSubject['methods'] {
  return { cc: cardMethod(cc), ach: bankMethod(ach, requirement => isMet(requirement, invoice)) }
}

function isMet(requirement: string, invoice: Invoice): boolean {
  const { customer_id, dl_number, dl_state, dob_year, ssn4 } = invoice
  if (requirement === 'driver_license') return Boolean(customer_id || (dl_number && dl_state))
  return requirement === 'identity_verification' && Boolean(ssn4 || dob_year)
}

/** The files of an invoice in the order they were attached. */
async function filesOf({ read, invoice }: InvoiceSubject): Promise<Row<typeof file>[]> {
  return (await read.all(file, { resource_id: invoice.id })).toReversed()
}

/**
 * What can be done with an invoice now (contract 3.1). No second payment begins while one is pending, unless
 * overpayment is allowed.
 */
function statusOf(invoice: Invoice, seconds: number, zone: string): PageStatus {
  if (!invoice.is_active) return 'gone'
  const isPaid = invoice.payment_status_id === PAYMENT.paid
  if (isPaid && !invoice.allow_overpayment) return 'paid'
  if (invoice.status_id === STATUS.closed) return isPaid ? 'paid' : 'closed'
  if (isExpired(invoice, seconds, zone)) return 'expired'
  return invoice.pending_amount > 0n && !invoice.allow_overpayment ? 'processing' : 'payable'
}
