import { currentLane, currentMerchant } from '../../db/lanes.ts'
import { type Actor, overRows, type SideStatement } from '../../definition/store.ts'
import { grouped } from '../../lib/grouped.ts'
import { Refusal } from '../../lib/problem.ts'
import { remembered } from '../../lib/remembered.ts'
import type { Payments } from '../../payments/payments.ts'
import type { Cipher, Fingerprints } from '../../ports/cipher.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { surcharge } from '../../resources/surcharge/surcharge.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { declineMessage } from '../../words/decline-message.ts'
import type { Paid, Words } from '../../words/words.ts'
import { type ReceiptView, receiptView } from '../receipt/receipt-view.ts'
import { cardGuard, type GuardedAttempt, isCardDeclined } from './card-guard.ts'
import type { PagePayment, PayOutcome, PayPort } from './checkout.ts'
import type { PageSubject, Sql, SubjectParts } from './page-subject.ts'
import { refusalText } from './payer-refusal.ts'

export interface PaymentParts extends SubjectParts {
  payments: Payments
  cipher: Cipher
  /** Attempts to pay one page from one address in a quarter of an hour. */
  payer_tries: number
}

/** What differs between kinds of pay pages. */
export interface PayablePage<Subject extends PageSubject, View, Receipt extends ReceiptView> {
  /** `visitor`: the address of the person at the page, or null. Returns null when there is no such record. */
  find(page_id: string, visitor: string | null): Promise<Subject | null>
  view(subject: Subject, visitor: string | null): Promise<View>
  /** The view without what is only looked at, where that would have to be loaded. */
  reading?(subject: Subject): View
  /** Stores and submits the payment; `claim` has to be stored with it. */
  run(
    subject: Subject,
    actor: Actor,
    payment: PagePayment,
    claim: (transaction_id: string) => SideStatement,
  ): Promise<TransactionRow>
  /** What a receipt says about the paid record. */
  paid(subject: Subject): ReceiptView['subject']
  receipt(subject: Subject, receipt: ReceiptView, row: TransactionRow): Receipt | Promise<Receipt>
  /** What is paid on it. */
  names: Paid
  /** What the page around the frame is told of a decline, where it wants that. */
  messageOf?(subject: Subject, row: TransactionRow): Promise<PayOutcome['told']>
  /** The record of a page, where more than its id tells what is paid. */
  recordOf?(page_id: string): string
  /** What attempts are counted by, where that is not the page. */
  guarded?(attempt: GuardedAttempt): GuardedAttempt
  /** The payer's text for a refusal of the gateway, where it is not the refusal's own. */
  refusalText?(refusal: Refusal, words: Words): string | null
}

const UNKNOWN: PayOutcome = { result: 'unknown', message: '', receipt_token: null }

/**
 * The port of a kind of pay page: it submits each form at most once, with one outcome however often the form is sent.
 */
export function payPort<Subject extends PageSubject, View extends object, Receipt extends ReceiptView>(
  parts: PaymentParts,
  page: PayablePage<Subject, View, Receipt>,
): PayPort<View, Receipt> {
  const { db, clock, cipher, payments } = parts
  const guard = cardGuard(parts)
  const guarded = (attempt: GuardedAttempt) => page.guarded?.(attempt) ?? attempt
  const recordOf = (page_id: string) => page.recordOf?.(page_id) ?? page_id
  const running = new Map<string, Promise<PayOutcome>>()
  const shown = new WeakMap<View, Subject>()

  async function opened(page_id: string, visitor: string | null, made: (subject: Subject) => View | Promise<View>) {
    const subject = await page.find(page_id, visitor)
    const view = subject && (await made(subject))
    if (view) shown.set(view, subject)
    return view
  }

  async function earlier(page_id: string, attempt: string, words: Words): Promise<PayOutcome | null> {
    const found = await earlierAttempts(db)({ page_id: recordOf(page_id), attempt })
    if (!found) return null
    if (found.transaction_id === null) return refused(found.refusal ?? '')
    const subject = await page.find(page_id, null)
    const row = await subject?.read.maybe(transaction, found.transaction_id)
    // Another process may be submitting it at this moment.
    if (!subject || !row) return UNKNOWN
    const decided = await payments.decided(row)
    return told(subject, decided, outcomeOf(cipher, page_id, decided, words))
  }

  async function told(subject: Subject, row: TransactionRow, outcome: PayOutcome): Promise<PayOutcome> {
    if (outcome.result !== 'declined' || !page.messageOf) return outcome
    return { ...outcome, told: await page.messageOf(subject, row) }
  }

  async function pay(payment: PagePayment, view?: View): Promise<PayOutcome> {
    const { page_id, attempt, words, request_id, remote_ip: address } = payment
    const subject = (view && shown.get(view)) ?? (await page.find(page_id, address))
    if (!subject) return refused(words.nothing_paid.gone(page.names))
    const form: Form = { page_id: recordOf(page_id), attempt }
    const claim = (id: string) => claimed(form, subject.actor.caller.root_id, id, clock.seconds())
    try {
      const { caller } = subject.actor
      const actor = { ...subject.actor, caller: { ...caller, address, ...(request_id && { request_id }) } }
      const row = await page.run(subject, actor, payment, claim)
      if (isCardDeclined(row)) await guard.declined(guarded({ ...payment, ...payment.instrument }))
      return await told(subject, row, outcomeOf(cipher, page_id, row, words))
    } catch (error) {
      if (isAttempted(error)) return (await earlier(page_id, attempt, words)) ?? UNKNOWN
      if (!(error instanceof Refusal)) throw error
      const text = page.refusalText?.(error, words) ?? refusalText(error, words)
      // Another process may have submitted the same form first, and that payment may be why this one was refused.
      const is_first = await storeRefusal(db, subject.actor.caller.root_id, form, text, clock.seconds())
      return (is_first ? null : await earlier(page_id, attempt, words)) ?? refused(text)
    }
  }

  return {
    view: (page_id, visitor) => opened(page_id, visitor, subject => page.view(subject, visitor)),
    reading: page_id => opened(page_id, null, subject => page.reading?.(subject) ?? page.view(subject, null)),
    mayAttempt: attempt => guard.mayAttempt(guarded(attempt)),
    async earlier(page_id, attempt, words) {
      return (await running.get(`${page_id} ${attempt}`)) ?? earlier(page_id, attempt, words)
    },
    pay(payment, view) {
      const name = `${payment.page_id} ${payment.attempt}`
      const known = running.get(name)
      if (known) return known
      const outcome = pay(payment, view).finally(() => running.delete(name))
      running.set(name, outcome)
      return outcome
    },
    async receipt(page_id, token) {
      const transaction_id = transactionOfToken(cipher, page_id, token)
      const subject = transaction_id && (await page.find(page_id, null))
      const row = subject ? await subject.read.maybe(transaction, transaction_id) : null
      if (!subject || !row) return null
      const product = await subject.read.maybe(producttransaction, row.product_transaction_id)
      const added = await subject.read.maybe(surcharge, row.surcharge_id)
      const receipt = receiptView(subject, row, product, page.paid(subject), added?.surcharge_label)
      return page.receipt(subject, receipt, row)
    },
  }
}

function outcomeOf(cipher: Cipher, page_id: string, row: TransactionRow, words: Words): PayOutcome {
  const receipt_token = receiptToken(cipher, page_id, row.id)
  if (row.outcome === 'approved') return { result: 'approved', message: '', receipt_token }
  if (row.outcome !== 'declined') return { result: 'unknown', message: '', receipt_token }
  return { result: 'declined', message: declineMessage(words, row.reason_code_id), receipt_token: null }
}

function refused(message: string): PayOutcome {
  return { result: 'refused', message, receipt_token: null }
}

/** One submitted form: the page it belongs to and the token it carries. */
interface Form {
  page_id: string
  attempt: string
}

/**
 * Returns the statement that stores the token of a form with the payment, so that a form is paid once even if the
 * process dies. PostgreSQL refuses a second one, and has concurrent submissions of a form wait for each other.
 */
function claimed(form: Form, root_id: string, transaction_id: string, seconds: number): SideStatement {
  return overRows(CLAIM, [{ ...form, transaction_id, created_ts: seconds, root_id }])
}

const CLAIM = `
insert into page_attempt (page_id, attempt, transaction_id, created_ts, root_id)
select page_id, attempt, transaction_id, created_ts, root_id from json_populate_recordset(null::page_attempt, $1)`

/** Whether the form was submitted with this token before; the first outcome stands. */
function isAttempted(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === 'page_attempt_pkey'
}

/**
 * A refused form stays refused; the page shows it again under a new token. Returns false when the form has another
 * outcome already.
 */
async function storeRefusal(db: Sql, root_id: string, form: Form, text: string, seconds: number): Promise<boolean> {
  const stored = await db.query(
    `insert into page_attempt (page_id, attempt, refusal, created_ts, root_id) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning attempt`,
    [form.page_id, form.attempt, text, seconds, root_id],
  )
  return stored.length > 0
}

interface StoredAttempt {
  transaction_id: string | null
  /** For the payer. */
  refusal: string | null
}

/**
 * Returns the function that tells what an earlier submission of a form led to, or null when there was none. Forms that
 * arrive together are looked up together.
 */
const earlierAttempts = remembered((db: Sql) =>
  grouped(
    (_form: Form) => `${currentLane()} ${currentMerchant()}`,
    async (forms): Promise<(StoredAttempt | null)[]> => {
      const asked = [forms.map(({ page_id }) => page_id), forms.map(({ attempt }) => attempt)]
      const found = await db.query<StoredAttempt & Form>(EARLIER, asked)
      return forms.map(
        ({ page_id, attempt }) => found.find(each => each.page_id === page_id && each.attempt === attempt) ?? null,
      )
    },
  ),
)

// Each by itself along the key, whatever PostgreSQL knows of the table.
const EARLIER = `
select known.* from unnest($1::text[], $2::text[]) as asked (page_id, attempt), lateral (
  select page_id, attempt, transaction_id, refusal from page_attempt
   where page_id = asked.page_id and attempt = asked.attempt limit 1) as known`

const RECEIPT = 'receipt'

/**
 * Returns what opens the receipt of one payment on one page and nothing else: the transaction's id under a keyed hash.
 * A payment always has the same token.
 */
function receiptToken(cipher: Fingerprints, page_id: string, transaction_id: string): string {
  return `${transaction_id}.${cipher.fingerprint(RECEIPT, `${page_id} ${transaction_id}`)}`
}

/** What the receipt of a paid record is found by. */
type PaidRecord = { quick_invoice_id: string } | { paylink_id: string }

/** Returns the token of the receipt of the latest approved payment of a record, or null when it has none. */
export async function latestReceipt(
  cipher: Fingerprints,
  { read }: Pick<PageSubject, 'read'>,
  page_id: string,
  record: PaidRecord,
): Promise<string | null> {
  const [row] = await read.all(transaction, { ...record, outcome: 'approved' }, 1)
  return row ? receiptToken(cipher, page_id, row.id) : null
}

/** Returns the transaction a token was made for, or null when it was not made here for this page. */
function transactionOfToken(cipher: Fingerprints, page_id: string, token: string): string | null {
  const [, transaction_id, hash] = /^([0-9a-fA-F-]{24,36})\.([0-9a-z]{64})$/.exec(token) ?? []
  if (!transaction_id || !hash) return null
  return cipher.isFingerprint(hash, RECEIPT, `${page_id} ${transaction_id}`) ? transaction_id : null
}
