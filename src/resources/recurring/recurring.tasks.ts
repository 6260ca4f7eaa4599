import type { Reader } from '../../definition/rules.ts'
import type { Store } from '../../definition/store.ts'
import type { JobRun, Tasks } from '../../jobs/declare/task.ts'
import type { Messages, Outgoing } from '../../messages/outgoing.ts'
import type { Payments } from '../../payments/payments.ts'
import { contact } from '../contact/contact.ts'
import { merchantOf, senderOf } from '../location/merchant.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
import { reasoncode } from '../reasoncode/reasoncode.ts'
import { transaction } from '../transaction/transaction.ts'
import { declinedLetter } from './letters.ts'
import { noticeDue, noticeOf, noticeTask } from './notice.ts'
import { remindTask, runTask } from './recurring.due.ts'
import { declinedTask, recurring } from './recurring.ts'
import { runDue } from './run-due.ts'

interface TaskParts {
  store: Store
  payments: Payments
  messages: Messages
}

/** What workers do for recurrings: the payments that fell due, the notice before them, and the notice of one that was declined. */
export function recurringTasks({ messages, ...parts }: TaskParts): Tasks {
  return {
    ...runTask.does(job => runDue(parts, job)),
    ...remindTask.does(job => noticeDue(parts.store, job)),
    ...messages.sending(noticeTask, noticeOf),
    ...messages.sending(declinedTask, declinedNotice),
  }
}

/** The contact is told where the location's recurring billing says so. */
async function declinedNotice({ payload }: JobRun<{ transaction_id: string }>, read: Reader): Promise<Outgoing | null> {
  const payment = await read.maybe(transaction, payload.transaction_id)
  const row = payment && (await read.maybe(recurring, payment.recurring_id))
  const service = row && (await read.find(product_recurring, { location_id: row.location_id }))
  if (!payment || !row || !service?.send_declined_notifications) return null
  const merchant = await merchantOf(read, row.location_id)
  const to = (await read.maybe(contact, payment.contact_id))?.email
  if (!merchant || !to) return null
  const reason = await read.find(reasoncode, { id: payment.reason_code_id })
  return {
    channel: 'email',
    to,
    from: senderOf(merchant),
    reason: 'recurring.declined',
    about: { model: 'Recurring', id: row.id },
    letter: declinedLetter(payment, row, merchant, reason?.title ?? null),
  }
}
