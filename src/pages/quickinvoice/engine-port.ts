import type { Door } from '../../definition/door.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Payments, TransactionRow } from '../../payments/payments.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { quick_invoice_view } from '../../resources/quick_invoice_view/quick_invoice_view.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { payerWords } from '../payer-words.ts'
import { countTry } from '../tries.ts'
import { AlreadyTried, payInvoice } from './pay-invoice.ts'
import type { InvoicePagePort, InvoicePayment, PayOutcome } from './port.ts'
import { receiptOf } from './receipt-of.ts'
import { receiptToken, transactionOfToken } from './receipt-token.ts'
import { filesOf, findSubject, type Sql, type Subject, standingOf } from './subject.ts'
import { viewOf } from './subject-view.ts'

interface Parts {
  db: Sql
  door: Door
  payments: Payments
  files: FileStore
  clock: Clock
  cipher: Cipher
}

/** Tries in a quarter of an hour. */
const MOST_TRIES = { of_invoice: 40, of_address: 60, of_both: 12 }

/** The quick invoice pages' way into the gateway. */
export function invoicePagePort(parts: Parts): InvoicePagePort {
  const { db, door, files, clock, cipher } = parts
  const running = new Map<string, Promise<PayOutcome>>()

  return {
    async view(id, visitor) {
      const subject = await findSubject(parts, id, visitor)
      if (!subject) return null
      if (visitor) await noteVisit(door, subject, visitor)
      return viewOf(subject, await filesOf(subject), clock.seconds())
    },
    mayTry: ({ invoice_id, remote_ip }) =>
      countTry(
        { db, clock },
        {
          [`invoice ${invoice_id}`]: MOST_TRIES.of_invoice,
          [`address ${remote_ip}`]: MOST_TRIES.of_address,
          [`both ${invoice_id} ${remote_ip}`]: MOST_TRIES.of_both,
        },
      ),
    async earlier(invoice_id, attempt) {
      return (await running.get(`${invoice_id} ${attempt}`)) ?? earlierOutcome(parts, invoice_id, attempt)
    },
    pay(payment) {
      const name = `${payment.invoice_id} ${payment.attempt}`
      const known = running.get(name)
      if (known) return known
      const outcome = pay(parts, payment).finally(() => running.delete(name))
      running.set(name, outcome)
      return outcome
    },
    async receipt(invoice_id, token) {
      const transaction_id = transactionOfToken(cipher, invoice_id, token)
      const subject = transaction_id && (await findSubject(parts, invoice_id, null))
      const row = subject ? await subject.read.maybe(transaction, transaction_id) : null
      if (!subject || !row) return null
      const product = await subject.read.maybe(producttransaction, row.product_transaction_id)
      return receiptOf(subject, row, product, clock.seconds())
    },
    async file(invoice_id, file_id) {
      const subject = await findSubject(parts, invoice_id, null)
      if (!subject || standingOf(subject.invoice, clock.seconds(), subject.place.tz) === 'gone') return null
      const found = (await filesOf(subject)).find(({ id }) => id === file_id)
      if (!found) return null
      return { name: found.file_name, content_type: found.content_type, content: await files.get(found.id) }
    },
  }
}

async function noteVisit(door: Door, { by, invoice }: Subject, visitor: string): Promise<void> {
  const { id: quick_invoice_id, location_id } = invoice
  await door.insert(by, quick_invoice_view, { quick_invoice_id, location_id, remote_ip: visitor.slice(0, 45) })
}

async function pay(parts: Parts, payment: InvoicePayment): Promise<PayOutcome> {
  const subject = await findSubject(parts, payment.invoice_id, payment.remote_ip)
  if (!subject) return refused('This invoice is not available any more.')
  try {
    return outcomeOf(parts, payment.invoice_id, await payInvoice(parts, subject, payment))
  } catch (error) {
    if (error instanceof AlreadyTried)
      return (await earlierOutcome(parts, payment.invoice_id, payment.attempt)) ?? UNSURE
    if (!(error instanceof Refusal)) throw error
    return storeRefusal(parts, payment, textOf(error))
  }
}

const UNSURE: PayOutcome = { result: 'unknown', message: '', receipt_token: null }

async function earlierOutcome(parts: Parts, invoice_id: string, attempt: string): Promise<PayOutcome | null> {
  const [found] = await parts.db.query<{ transaction_id: string | null; refusal: string | null }>(
    'select transaction_id, refusal from page_attempt where page_id = $1 and attempt = $2',
    [invoice_id, attempt],
  )
  if (!found) return null
  if (found.transaction_id === null) return refused(found.refusal ?? '')
  const subject = await findSubject(parts, invoice_id, null)
  const row = await subject?.read.maybe(transaction, found.transaction_id)
  return row ? outcomeOf(parts, invoice_id, row) : UNSURE
}

/** A form that was refused stays refused; the page shows it again under a new token. */
async function storeRefusal({ db, clock }: Parts, payment: InvoicePayment, text: string): Promise<PayOutcome> {
  await db.query(
    'insert into page_attempt (page_id, attempt, refusal, created_ts) values ($1, $2, $3, $4) on conflict do nothing',
    [payment.invoice_id, payment.attempt, text, clock.seconds()],
  )
  return refused(text)
}

function outcomeOf({ cipher }: Parts, invoice_id: string, row: TransactionRow): PayOutcome {
  const receipt_token = receiptToken(cipher, invoice_id, row.id)
  if (row.outcome === 'approved') return { result: 'approved', message: '', receipt_token }
  if (row.outcome !== 'declined') return { result: 'unknown', message: '', receipt_token }
  return { result: 'declined', message: payerWords(row.reason_code_id), receipt_token: null }
}

function refused(message: string): PayOutcome {
  return { result: 'refused', message, receipt_token: null }
}

/** A refusal's texts are written for people, by field; the field names are no use to a payer. */
function textOf(refusal: Refusal): string {
  return refusal.problems ? Object.values(refusal.problems).flat().join(' ') : refusal.message
}
