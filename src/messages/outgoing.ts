/** Messages to payers: sent once, retried, withheld from the blacklisted, and logged. Never: what they say, or when. */
import type { Reader } from '../definition/rules.ts'
import type { UnitOfWork } from '../definition/store.ts'
import type { JobRun, Task, Tasks } from '../jobs/declare/task.ts'
import type { Letter } from '../lib/letter.ts'
import type { Attachment } from '../ports/mailer.ts'

/** In whose name a message goes out. */
export interface Sender {
  location_id: string
  domain_id: string | null
  name: string
  reply_to: string | null
}

interface Message {
  to: string
  from: Sender
  /** `quickinvoice.created` … */
  reason: string
  /** The record it is about. */
  about: { model: 'QuickInvoice' | 'Paylink' | 'Transaction' | 'Recurring' | 'PostbackConfig' | 'User'; id: string }
  /** Runs in the transaction that records that it was sent. */
  sent?: (work: UnitOfWork) => Promise<void>
}

export interface Mail extends Message {
  channel: 'email'
  letter: Letter
  attachments?: Attachment[]
  /**
   * Set for mails that the recipient did not ask for at that moment, such as reminders: they have a link to stop them,
   * and are the only ones it stops.
   */
  unsubscribable?: { text: string; label: string }
}

interface Text extends Message {
  channel: 'sms'
  text: string
}

/** One message to one recipient, composed by a job when it runs: what it says is true at that moment. */
export type Outgoing = Mail | Text

/** Composes the message of a job. Returns null when there is no reason for it any more. */
export type Compose<P extends object> = (job: JobRun<P>, read: Reader) => Promise<Outgoing | null>

/** How jobs send: each composes one message, and all else is done here. */
export interface Messages {
  /**
   * Returns the handler of a task that sends what `compose` makes: once however often the job runs, again when the
   * carrier defers it, never to the blacklisted. A message keeps the id of its first job.
   */
  sending<P extends object>(task: Task<P>, compose: Compose<P>): Tasks
}
