import { isMailboxGone } from '../../../lib/delivery-report.ts'
import type { Delivery } from '../../../ports/mailer.ts'

/** What nodemailer says of a conversation that went wrong. */
interface SmtpError extends Error {
  code?: string
  /** The command the server did not like: `RCPT TO`, `DATA`, `AUTH PLAIN`, … */
  command?: string
  /** The reply code, where the server answered at all. */
  responseCode?: number
  response?: string
}

/** Replies to a recipient that speak of it when they say no more than that. */
const GONE_PLAIN: readonly number[] = [550, 551, 553]
/** What servers write when it is not about the mailbox but about us. */
const ABOUT_US = /relay|denied|spam|block|polic|reputation|listed|authenticat|spf|dkim|dmarc|sender/i

/** The stages at which a refusal is about this message; before them it is about the connection, which an operator mends. */
const ABOUT_MESSAGE = /^(RCPT|DATA|BDAT)/

/**
 * Sorts a failed hand-over. 5xx to the recipient or the message is final, and a bounce when it says that the mailbox is not there;
 * greylisting, full mailboxes, time-outs, broken connections, refused logins and senders may be mended while the message waits.
 */
export function deliveryOf(error: Error): Delivery {
  const { code, command = '', responseCode = 0, response } = error as SmtpError
  const detail = (response ?? error.message).replaceAll(/\s+/g, ' ').trim()
  // Addresses that cannot be written into a command never reach the server.
  if (code === 'EENVELOPE' && responseCode === 0) return { result: 'refused', detail, unwelcome: false }
  if (responseCode < 500 || !(ABOUT_MESSAGE.test(command) || code === 'EMESSAGE')) return { result: 'later', detail }
  return { result: 'refused', detail, unwelcome: speaksOfMailbox(command, responseCode, detail) }
}

function speaksOfMailbox(command: string, reply: number, detail: string): boolean {
  const [, enhanced] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(detail) ?? []
  if (enhanced) return isMailboxGone(enhanced)
  return command.startsWith('RCPT') && GONE_PLAIN.includes(reply) && !ABOUT_US.test(detail)
}
