import { type Command, type CommandAct, decided } from '../../definition/command.ts'
import { ref } from '../../definition/field.ts'
import type { Row } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'
import { invalidField, notFound, notValid } from '../../lib/problem.ts'
import type { Recipient } from '../../messages/ports.ts'
import { isBlacklisted } from '../email_blacklist/blacklist.ts'
import { location } from '../location/location.ts'
import { wordsOfContact } from '../location/merchant.ts'
import { withinQuota } from '../log_email/within-quota.ts'
import { transaction } from '../transaction/transaction.ts'
import { invoiceBalance, isApprovedPayment } from './balance.ts'
import { invoiceSheet, sheetName } from './invoice-sheet.ts'
import { noticesOf } from './notices.ts'
import { fileCommands } from './quickinvoice.files.ts'
import { isExpired, PAYMENT, quickinvoice, STATUS } from './quickinvoice.ts'

type Invoice = typeof quickinvoice
type Transaction = Row<typeof transaction>

const input = { transaction_id: ref('transaction', 'RP') }

/** The balance follows with every change of a transaction; status_id is left alone (contract 3.1). */
const addTransaction: Command<Invoice> = {
  name: 'addTransaction',
  method: 'PUT',
  on: 'one',
  right: 'update',
  input,
  says: 'Counts a transaction that was paid through another medium as a payment of this invoice.',
  operation: 'addQuickinvoiceTransaction',
  returns: 'record',
  run: act => moved(act, refuseAdded, act.row.id),
}

const removeTransaction: Command<Invoice> = {
  name: 'removeTransaction',
  method: 'PUT',
  on: 'one',
  right: 'update',
  input,
  says: 'Takes a transaction off this invoice.',
  operation: 'removeQuickinvoiceTransaction',
  returns: 'record',
  run: act => moved(act, refuseRemoved, null),
}

const transactionCommands = [addTransaction, removeTransaction]

/**
 * The transaction is locked before its invoice, in the order in which payments lock them. An idempotency key is not
 * tied to what is written here: that would be the transaction, and the answer is the invoice.
 */
async function moved(
  act: CommandAct<Invoice>,
  refuse: (row: Transaction, invoice: Row<Invoice>) => void,
  quick_invoice_id: string | null,
) {
  const row = await act.store.transaction({ caller: act.actor.caller }, async work => {
    const found = await work.lock(transaction, act.input.transaction_id as string)
    if (!found) throw notValid('transaction_id')
    // The invoice may have been deleted while this waited.
    if (!(await work.lock(quickinvoice, act.row.id))) throw notFound()
    refuse(found, act.row)
    if (found.quick_invoice_id !== quick_invoice_id) await work.update(transaction, found, { quick_invoice_id })
    const after = await work.maybe(quickinvoice, act.row.id)
    if (!after) throw notFound()
    return after
  })
  return { row, expand: ['transactions'] }
}

function refuseAdded(row: Transaction, invoice: Row<Invoice>): void {
  const text = problemOfAdded(row, invoice)
  if (text) throw invalidField('transaction_id', text)
}

function problemOfAdded(row: Transaction, invoice: Row<Invoice>): string | null {
  if (row.location_id !== invoice.location_id) return 'transaction_id provided is not valid'
  if (!isApprovedPayment(row)) return 'The transaction is not an approved payment.'
  const isFree = row.quick_invoice_id === null || row.quick_invoice_id === invoice.id
  return isFree ? null : 'The transaction is a payment of another quick invoice already.'
}

function refuseRemoved(row: Transaction, invoice: Row<Invoice>): void {
  if (row.quick_invoice_id === invoice.id) return
  throw invalidField('transaction_id', 'The transaction is not a payment of this quick invoice.')
}

const { accept, refuse } = rulesOf(quickinvoice)

/**
 * Contract 3.1: a closed invoice that is not expired opens again, unless it is paid and takes no more. Its payment
 * status is what the money says, so an invoice that was paid in part stays Partially Paid.
 */
const reopen: Command<Invoice> = decided(quickinvoice, {
  name: 'reopen',
  method: 'POST',
  says: 'Opens a closed quick invoice again.',
  load: (row, _input, read) => read.maybe(location, row.location_id),
  decide(row, _input, place, { seconds }) {
    if (isExpired(row, seconds, place?.tz ?? '')) {
      refuse('expire_date', 'Quick Invoice has expired and cannot be reopened.')
    }
    if (row.status_id !== STATUS.closed) refuse('status_id', 'Quick Invoice is not closed.')
    if (row.payment_status_id === PAYMENT.paid && !row.allow_overpayment) {
      refuse('payment_status_id', 'A paid Quick Invoice can be reopened only when overpayment is allowed.')
    }
    const { settled: _, ...money } = invoiceBalance(row.amount_due, row.paid_amount, row.allow_overpayment)
    return accept({ status_id: STATUS.open, ...money })
  },
})

const WANTED = { type: 'integer', enum: [0, 1], default: 1 } as const

/** The record stays as it is; the event `resent` carries the messages. */
const resendAlways: Command<Invoice> = decided(quickinvoice, {
  name: 'resend',
  method: 'POST',
  says: 'Sends the notification again, by e-mail and SMS as far as there is an address.',
  query: {
    sms: { ...WANTED, description: '0 sends no text message.' },
    email: { ...WANTED, description: '0 sends no e-mail.' },
  },
  returns: 'nothing',
  async load(row, input, read) {
    const notices = noticesOf(row.id, row, 'resend', asked(input))
    const listed = await Promise.all(notices.map(({ payload }) => isBlacklisted(read, payload as unknown as Recipient)))
    return { notices, welcome: notices.filter((_, index) => !listed[index]) }
  },
  decide(_row, input, { notices, welcome }) {
    const actor = asked(input)
    if (!actor.email && !actor.sms) refuse('email', 'Nothing is sent when both e-mail and SMS are switched off.')
    if (notices.length === 0) refuse('email', 'Quick Invoice has no address it could be sent to.')
    if (welcome.length === 0) refuse('email', 'Every address of this Quick Invoice is blacklisted.')
    return accept({}, { effects: welcome, verb: 'resent' })
  },
})

const resend = withinQuota(resendAlways, ({ row, query }) =>
  noticesOf(row.id, row, 'resend', asked(query)).map(({ payload }) => (payload as unknown as Recipient).channel),
)

function asked(input: Record<string, unknown>): { email: boolean; sms: boolean } {
  return { email: input.email !== '0', sms: input.sms !== '0' }
}

/** `GET /v2/quickinvoices/{id}/pdf`: in the language of its contact. */
const pdf: Command<Invoice> = {
  name: 'pdf',
  method: 'GET',
  on: 'one',
  right: 'read',
  operation: 'getQuickinvoicePdf',
  says: 'The invoice as a PDF to print, in the language of its contact: Letter in North America, else A4.',
  returns: { content_types: ['application/pdf'] },
  async run({ row, store, actor, moment: { seconds }, parts: { printer, publicUrl } }) {
    const read = store.reader(actor.caller)
    const words = await wordsOfContact(read, row.contact_id)
    const sheet = await invoiceSheet(read, row, { public_url: publicUrl(), seconds, words })
    if (!sheet) throw notFound()
    return {
      content: await printer.pdf(sheet, actor.caller.root_id),
      content_type: 'application/pdf',
      filename: sheetName(words, row),
    }
  },
}

/** The endpoints of an invoice beside the five of every noun. */
export const quickinvoiceCommands = [reopen, resend, pdf, ...transactionCommands, ...fileCommands]
