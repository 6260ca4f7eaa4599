import type { Reader } from '../../definition/rules.ts'
import type { Tasks } from '../../jobs/declare/task.ts'
import type { Messages, Outgoing } from '../../messages/outgoing.ts'
import type { Payments } from '../../payments/payments.ts'
import { type Words, wordsFor, wordsOf } from '../../words/words.ts'
import { hostedpaymentpage } from '../hostedpaymentpage/hostedpaymentpage.ts'
import {
  letterSender,
  type Merchant,
  merchantOf,
  questionNote,
  senderOf,
  wordsOfContact,
} from '../location/merchant.ts'
import { paylink } from '../paylink/paylink.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { itemsOf, payPageUrl, quickinvoice } from '../quickinvoice/quickinvoice.ts'
import { surcharge } from '../surcharge/surcharge.ts'
import { user } from '../user/user.ts'
import { paidLetter, type Receipt, receiptLetter } from './receipt-letter.ts'
import { expireTask } from './transaction.due.ts'
import { paidTask, receiptTask, type TransactionRow, transaction } from './transaction.ts'

export interface TaskParts {
  payments: Payments
  messages: Messages
  publicUrl(): string
}

/** `trx_source_id` of payments made on pages. */
const PAGE = { quickinvoice: 8, hostedpaymentpage: 10, paylink: 16 } as const

/** What workers do for transactions after commit. */
export function transactionTasks({ payments, messages, publicUrl }: TaskParts): Tasks {
  const receipts = messages.sending(receiptTask, async ({ payload }, read) => {
    const row = await read.maybe(transaction, payload.transaction_id)
    const merchant = row && (await merchantOf(read, row.location_id))
    // What was taken back before its receipt could leave gets none.
    if (!row || !merchant || row.outcome !== 'approved') return null
    return receiptOf(read, row, merchant, payload.to, publicUrl())
  })
  const told = messages.sending(paidTask, async ({ payload }, read) => {
    const row = await read.maybe(transaction, payload.transaction_id)
    const merchant = row && (await merchantOf(read, row.location_id))
    const reader = await read.maybe(user, payload.user_id)
    if (!row || !merchant || row.outcome !== 'approved') return null
    // Who has been switched off or wants no more of these mails meanwhile gets none.
    if (!reader?.email_trx_receipt || reader.status_id !== 1) return null
    const words = wordsFor(reader.locale)
    return {
      channel: 'email',
      to: reader.email,
      from: senderOf(merchant),
      reason: 'transaction.paid',
      about: { model: 'Transaction', id: row.id },
      letter: paidLetter(words, await contentOf(words, read, row, merchant, publicUrl())),
    }
  })
  const expiry = expireTask.does(({ payload, root_id }) =>
    payments.expire(root_id ?? '', payload.ids, payload.expire_ts),
  )
  return { ...receipts, ...told, ...expiry }
}

async function receiptOf(
  read: Reader,
  row: TransactionRow,
  merchant: Merchant,
  to: string,
  public_url: string,
): Promise<Outgoing> {
  // The language of the page it was paid on, or else the one that is set for the contact.
  const words = wordsOf(row.locale) ?? (await wordsOfContact(read, row.contact_id))
  const letter = receiptLetter(words, await contentOf(words, read, row, merchant, public_url))
  return {
    channel: 'email',
    to,
    from: senderOf(merchant),
    reason: `${pageOf(row) ?? 'transaction'}.receipt`,
    about: { model: 'Transaction', id: row.id },
    letter,
    async sent(work) {
      const held = await work.lock(transaction, row.id)
      if (held && !held.notification_email_sent) await work.update(transaction, held, { notification_email_sent: true })
    },
  }
}

async function contentOf(
  words: Words,
  read: Reader,
  row: TransactionRow,
  merchant: Merchant,
  public_url: string,
): Promise<Receipt> {
  const product = await read.maybe(producttransaction, row.product_transaction_id)
  return {
    payment: row,
    surcharge_label: (await read.maybe(surcharge, row.surcharge_id))?.surcharge_label ?? null,
    ...(await subjectOf(words, read, row, public_url)),
    sender: letterSender(merchant),
    tz: merchant.place.tz,
    header: product?.receipt_header?.trim() || null,
    footer: product?.receipt_footer?.trim() || null,
    notes: questionNote(words, merchant),
  }
}

function pageOf({ trx_source_id }: TransactionRow): keyof typeof PAGE | null {
  const names = Object.keys(PAGE) as (keyof typeof PAGE)[]
  return names.find(name => PAGE[name] === trx_source_id) ?? null
}

type Subject = Pick<Receipt, 'title' | 'number' | 'items' | 'still_to_pay' | 'pays_in_full' | 'button'>

/** What was paid, in the merchant's words. */
async function subjectOf({ mails }: Words, read: Reader, row: TransactionRow, public_url: string): Promise<Subject> {
  const invoice = await read.maybe(quickinvoice, row.quick_invoice_id)
  if (invoice) {
    return {
      title: invoice.title,
      number: invoice.invoice_number,
      items: itemsOf(invoice),
      still_to_pay: invoice.remaining_balance,
      pays_in_full: invoice.remaining_balance === 0n,
      button: { label: mails.view_invoice, href: payPageUrl(public_url, invoice.id) },
    }
  }
  const link = await read.maybe(paylink, row.paylink_id)
  const page = await read.maybe(hostedpaymentpage, row.hosted_payment_page_id)
  const title = (link ? link.description : row.description || page?.title)?.trim() || null
  return { title, number: null, items: [], still_to_pay: null, pays_in_full: false, button: null }
}
