/** A delivery report (RFC 3464) on one of our mails. */
export interface DeliveryReport {
  message_id: string
  /** The text of the rejecting server. */
  detail: string
  /** The address will never accept mail. */
  is_gone: boolean
}

const ID = '[0-9a-f]{24}'
/**
 * The bounce address, as servers write it into the header of what they deliver, or the header of our mail, which most
 * reports include.
 */
const NAMED = [
  new RegExp(`^(?:To|Delivered-To|X-Original-To|Envelope-To|Original-Recipient):.*\\+(${ID})@`, 'im'),
  new RegExp(`^Message-ID:\\s*<(${ID})@`, 'im'),
]

/**
 * Parses a report as it arrived, header included. Null for other mails, reports of delay, and reports that name no
 * message of ours. Anybody can write a report, so it is trusted only because the id in it cannot be guessed.
 */
export function readDeliveryReport(text: string): DeliveryReport | null {
  const unfolded = text.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  const message_id = NAMED.map(pattern => pattern.exec(unfolded)?.[1]).find(Boolean)
  const [, status] = /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im.exec(unfolded) ?? []
  if (!message_id || !status || !/^Action:\s*failed/im.test(unfolded)) return null
  const [, words = ''] = /^Diagnostic-Code:\s*(?:smtp;)?\s*(.*)/im.exec(unfolded) ?? []
  return { message_id, detail: (words.trim() || status).slice(0, 255), is_gone: isMailboxGone(status) }
}

/**
 * Enhanced codes (RFC 3463) about the mailbox: unknown, unknown domain, bad address, moved, accepts no mail,
 * disabled.
 */
const GONE: readonly string[] = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

/**
 * Returns whether an enhanced status code means that an address will never accept mail; full mailboxes and refused
 * senders are temporary.
 */
export function isMailboxGone(status: string): boolean {
  return GONE.includes(status)
}
