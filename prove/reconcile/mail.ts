import { addressOf } from '../journal.ts'
import type { Evidence } from './evidence.ts'
import { type Finding, findings } from './finding.ts'

interface Sent {
  reason: string
  about: string
  recipient: string
  mails: number
}

/** Each receipt, thanks, notice and reminder left once, and none is missing. */
export async function eventsAndMail(evidence: Evidence): Promise<Finding[]> {
  const { found, duplicate, lost, mismatch } = findings('payments and mail')
  const { sql, entries } = evidence
  const sent = new Map((await sql<Sent>(SENT)).map(each => [keyOf(each), each]))
  const wanted = new Map<string, number>()
  const want = (each: Omit<Sent, 'mails'>, mails: number) =>
    wanted.set(keyOf(each), mails + (wanted.get(keyOf(each)) ?? 0))
  for (const receipt of await sql<Omit<Sent, 'mails'>>(RECEIPTS)) want(receipt, 1)
  for (const { what, answer, state, mark } of entries)
    if (what === 'invoice' && state === 'acknowledged' && answer?.id)
      want({ reason: 'quickinvoice.created', about: answer.id, recipient: addressOf(mark) }, 1)
  for (const thanks of await sql<Omit<Sent, 'mails'>>(THANKS)) want(thanks, 1)
  for (const notice of await sql<Sent>(NOTICES)) want(notice, notice.mails)
  for (const reminder of await sql<Sent>(REMINDERS)) want(reminder, reminder.mails)
  for (const [key, mails] of wanted) {
    const is = sent.get(key)?.mails ?? 0
    if (is < mails) lost(`${key}: ${is} in the outbox, ${mails} are due`)
    if (is > mails) duplicate(`${key}: ${is} in the outbox, ${mails} are due`)
  }
  for (const key of sent.keys())
    if (!wanted.has(key)) mismatch(`${key} is in the outbox, and nothing in the books asks for it`)
  return found
}

function keyOf({ reason, about, recipient }: Omit<Sent, 'mails'>): string {
  return `${reason} about ${about} to ${recipient.toLowerCase()}`
}

const KINDS = `('receipt', 'quickinvoice.created', 'quickinvoice.thanks', 'quickinvoice.reminder', 'recurring.notice')`
/** A receipt counts as one kind, whatever page the payment was made on. */
const REASON = `case when outbox.reason like '%.receipt' then 'receipt' else outbox.reason end`

const SENT = `
select ${REASON} as reason, log.reason_model_id as about, lower(outbox.recipient) as recipient, count(*)::int as mails
  from outbox_message outbox join log_email log on log.id = outbox.id
 where ${REASON} in ${KINDS} group by 1, 2, 3`

/** Payers of a page and recipients of every receipt; payments that were approved at some time, whatever followed. */
const RECEIPTS = `
with approved as (
  select transaction.id, notification_email_address, contact_id from transaction
   where exists (select from attempt where attempt.transaction_id = transaction.id and purpose = 'order' and state = 'approved')
     and outcome = 'approved' and type_id <> 21)
select 'receipt' as reason, id as about, lower(notification_email_address) as recipient
  from approved where notification_email_address <> ''
union
select 'receipt', approved.id, lower(contact.email)
  from approved join contact on contact.id = approved.contact_id where contact.email_trx_receipt and contact.email <> ''`

const THANKS = `
select 'quickinvoice.thanks' as reason, id as about, lower(email) as recipient from quickinvoice
 where thanked_ts is not null and email <> '' and deleted_ts is null`

/** One for each date it was given notice of. */
const NOTICES = `
select 'recurring.notice' as reason, recurring.id as about, lower(contact.email) as recipient, count(*)::int as mails
  from recurring_notice notice join recurring on recurring.id = notice.recurring_id
  join accountvault vault on vault.id = recurring.account_vault_id join contact on contact.id = vault.contact_id
 where contact.email <> '' group by 1, 2, 3`

const REMINDERS = `
select 'quickinvoice.reminder' as reason, invoice.id as about, lower(invoice.email) as recipient, count(*)::int as mails
  from quick_invoice_reminder reminder join quickinvoice invoice on invoice.id = reminder.quick_invoice_id
 where reminder.sent and invoice.email <> '' group by 1, 2, 3`
