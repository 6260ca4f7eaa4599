import { Refusal } from '../../lib/problem.ts'
import type { Payments, TransactionRow } from '../../payments/payments.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { declineMessage } from '../decline-messages.ts'
import { receiptToken, transactionOfToken } from '../receipt/receipt-token.ts'
import { AlreadyTried, earlierAttempt, storeRefusal } from './attempts.ts'
import { cardGuard } from './card-guard.ts'
import type { Acting, SubjectParts } from './page-subject.ts'
import type { PagePayment, PayOutcome, PayPort } from './pay-port.ts'

export interface PaymentParts extends SubjectParts {
  payments: Payments
  cipher: Cipher
  /** Tries to pay one page from one address in a quarter of an hour. */
  payer_tries: number
}

/** What differs between kinds of pay pages. */
export interface PayablePage<Subject extends Acting> {
  find(page_id: string, visitor: string | null): Promise<Subject | null>
  /** Takes the payment. Throws AlreadyTried, or a Refusal with texts for the payer when nothing was sent. */
  run(subject: Subject, payment: PagePayment): Promise<TransactionRow>
  /** For the payer of a record that has disappeared. */
  gone: string
}

export interface PagePayments<Subject> extends Pick<PayPort<never>, 'mayAttempt' | 'earlier' | 'pay'> {
  /** The transaction that a receipt token of this page opens, and what it paid. */
  paid(page_id: string, token: string): Promise<{ subject: Subject; row: TransactionRow } | null>
}

const UNSURE: PayOutcome = { result: 'unknown', message: '', receipt_token: null }

/** How pay pages of every kind get their payments into the gateway: each form at most once, and with one answer however often it is sent. */
export function pagePayments<Subject extends Acting>(
  parts: PaymentParts,
  page: PayablePage<Subject>,
): PagePayments<Subject> {
  const { db, clock, cipher } = parts
  const guard = cardGuard(parts)
  const running = new Map<string, Promise<PayOutcome>>()

  async function earlier(page_id: string, attempt: string): Promise<PayOutcome | null> {
    const found = await earlierAttempt(db, { page_id, attempt })
    if (!found) return null
    if (found.transaction_id === null) return refused(found.refusal ?? '')
    const subject = await page.find(page_id, null)
    const row = await subject?.read.maybe(transaction, found.transaction_id)
    return row ? outcomeOf(cipher, page_id, row) : UNSURE
  }

  async function pay(payment: PagePayment): Promise<PayOutcome> {
    const { page_id, attempt } = payment
    const subject = await page.find(page_id, payment.remote_ip)
    if (!subject) return refused(page.gone)
    try {
      const row = await page.run(subject, payment)
      if (row.outcome === 'declined') await guard.declined({ ...payment, ...payment.instrument })
      return outcomeOf(cipher, page_id, row)
    } catch (error) {
      if (error instanceof AlreadyTried) return (await earlier(page_id, attempt)) ?? UNSURE
      if (!(error instanceof Refusal)) throw error
      const text = textOf(error)
      // The same form in another process may have got through first, and be what this one was refused for.
      const is_first = await storeRefusal(
        db,
        { page_id, attempt, root_id: subject.actor.caller.root_id },
        text,
        clock.seconds(),
      )
      return (is_first ? null : await earlier(page_id, attempt)) ?? refused(text)
    }
  }

  return {
    mayAttempt: guard.mayAttempt,
    async earlier(page_id, attempt) {
      return (await running.get(`${page_id} ${attempt}`)) ?? earlier(page_id, attempt)
    },
    pay(payment) {
      const name = `${payment.page_id} ${payment.attempt}`
      const known = running.get(name)
      if (known) return known
      const outcome = pay(payment).finally(() => running.delete(name))
      running.set(name, outcome)
      return outcome
    },
    async paid(page_id, token) {
      const transaction_id = transactionOfToken(cipher, page_id, token)
      const subject = transaction_id && (await page.find(page_id, null))
      const row = subject ? await subject.read.maybe(transaction, transaction_id) : null
      return subject && row ? { subject, row } : null
    },
  }
}

function outcomeOf(cipher: Cipher, page_id: string, row: TransactionRow): PayOutcome {
  const receipt_token = receiptToken(cipher, page_id, row.id)
  if (row.outcome === 'approved') return { result: 'approved', message: '', receipt_token }
  if (row.outcome !== 'declined') return { result: 'unknown', message: '', receipt_token }
  return { result: 'declined', message: declineMessage(row.reason_code_id), receipt_token: null }
}

function refused(message: string): PayOutcome {
  return { result: 'refused', message, receipt_token: null }
}

/** A refusal's texts are written for people, by field; the field names are no use to a payer. */
function textOf(refusal: Refusal): string {
  return refusal.problems ? Object.values(refusal.problems).flat().join(' ') : refusal.message
}
