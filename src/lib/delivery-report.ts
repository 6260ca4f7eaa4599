/** What a delivery report (RFC 3464) says of a mail of ours that came back. */
export interface DeliveryReport {
  message_id: string
  /** The words of the server that refused it. */
  detail: string
  /** The address will never take mail. */
  is_gone: boolean
}

const ID = '[0-9a-f]{24}'
/** Where it was sent back to, as servers write it into the head of what they hand over; or the head of our mail, which most reports hold. */
const NAMED = [
  new RegExp(`^(?:To|Delivered-To|X-Original-To|Envelope-To|Original-Recipient):.*\\+(${ID})@`, 'im'),
  new RegExp(`^Message-ID:\\s*<(${ID})@`, 'im'),
]

/**
 * Reads a report as it arrived, head and all. Null for what is none, for reports of delay, and for those that name no message of
 * ours. The report is what anybody can write, so what it says is believed only as far as the id in it cannot be guessed.
 */
export function readDeliveryReport(text: string): DeliveryReport | null {
  const unfolded = text.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  const message_id = NAMED.map(pattern => pattern.exec(unfolded)?.[1]).find(Boolean)
  const [, status] = /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im.exec(unfolded) ?? []
  if (!message_id || !status || !/^Action:\s*failed/im.test(unfolded)) return null
  const [, words = ''] = /^Diagnostic-Code:\s*(?:smtp;)?\s*(.*)/im.exec(unfolded) ?? []
  return { message_id, detail: (words.trim() || status).slice(0, 255), is_gone: isMailboxGone(status) }
}

/** Enhanced codes (RFC 3463) that speak of the mailbox: no such one, no such domain, bad address, moved, takes no mail, switched off. */
const GONE: readonly string[] = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

/** Whether an enhanced status code says that an address will never take mail. Full mailboxes and refused senders may be mended. */
export function isMailboxGone(status: string): boolean {
  return GONE.includes(status)
}
