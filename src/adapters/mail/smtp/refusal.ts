import { isMailboxGone } from '../../../lib/delivery-report.ts'
import type { Delivery } from '../../../ports/mailer.ts'

/** An error of nodemailer. */
interface SmtpError extends Error {
  code?: string
  /** The rejected command: `RCPT TO`, `DATA`, `AUTH PLAIN`, … */
  command?: string
  /** The reply code, where the server replied. */
  responseCode?: number
  response?: string
}

/** Replies to RCPT that mean an unknown mailbox when they give no other reason. */
const GONE_PLAIN: readonly number[] = [550, 551, 553]
/** Texts of servers that reject the sender, not the mailbox. */
const ABOUT_US = /relay|denied|spam|block|polic|reputation|listed|authenticat|spf|dkim|dmarc|sender/i

/**
 * Stages at which a rejection is about this message; earlier ones are about the connection, which an operator can
 * repair.
 */
const ABOUT_MESSAGE = /^(RCPT|DATA|BDAT)/

/**
 * Returns the result of a failed submission. 5xx to the recipient or the message is final, and a bounce when the
 * mailbox does not exist. Greylisting, full mailboxes, time-outs, lost connections, refused logins and senders are
 * temporary.
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
