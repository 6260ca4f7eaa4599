/** Enhanced codes (RFC 3463) that speak of the mailbox: no such one, no such domain, bad address, moved, takes no mail, switched off. */
const GONE: readonly string[] = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

/** Whether an enhanced status code says that an address will never take mail. Full mailboxes and refused senders may be mended. */
export function isMailboxGone(status: string): boolean {
  return GONE.includes(status)
}
