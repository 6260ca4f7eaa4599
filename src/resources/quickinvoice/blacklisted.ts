import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { email_blacklist } from '../email_blacklist/email_blacklist.ts'
import { sms_blacklist } from '../sms_blacklist/sms_blacklist.ts'
import { addressesOf } from './notices.ts'
import type { quickinvoice } from './quickinvoice.ts'

type Recipients = Pick<Row<typeof quickinvoice>, 'email' | 'notification_email' | 'cell_phone'>

/** Those of an invoice's addresses (in lower case) and numbers that want no more messages from this merchant. */
export async function blacklisted(read: Reader, invoice: Recipients): Promise<Set<string>> {
  const listed = new Set<string>()
  const emails = addressesOf(invoice).map(address => address.toLowerCase())
  if (emails.length > 0) {
    for (const row of await read.all(email_blacklist, { email: emails, is_blacklisted: true })) listed.add(row.email)
  }
  const { cell_phone } = invoice
  if (cell_phone && (await read.exists(sms_blacklist, { cell_phone, is_blacklisted: true }))) listed.add(cell_phone)
  return listed
}
