import type { Row } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import type { quickinvoice } from './quickinvoice.ts'

type Channel = 'email' | 'sms'

/** What it is sent for. */
export type Reason = 'created' | 'resend' | 'reminder'

/** One message to one recipient. */
export interface Notice {
  quick_invoice_id: string
  channel: Channel
  /** An address, or 10 digits. */
  to: string
  reason: Reason
}

export const notifyTask = defineTask<Notice>('quickinvoice.notify')

/** Characters of an address that is an invoice's own; a longer one in the list of further addresses is none. */
const LONGEST = 128

type Recipients = Pick<Row<typeof quickinvoice>, 'email' | 'notification_email' | 'cell_phone'>

/** The addresses a notification goes to: the invoice's own first, each once. */
function addressesOf({ email, notification_email }: Omit<Recipients, 'cell_phone'>): string[] {
  const all = [email ?? '', ...(notification_email ?? '').split(/[,;]/)]
    .map(address => address.trim())
    .filter(address => address !== '' && address.length <= LONGEST)
  const first = new Map<string, string>()
  for (const address of all) if (!first.has(address.toLowerCase())) first.set(address.toLowerCase(), address)
  return [...first.values()]
}

/**
 * The jobs that tell an invoice's recipients about it: one for each message, so that one which fails is tried again
 * alone.
 * `actor` says which channels are wanted; a channel without an address gives no job.
 */
export function noticesOf(id: string, invoice: Recipients, reason: Reason, actor: Record<Channel, boolean>): Effect[] {
  const notices: Notice[] = []
  if (actor.email) {
    for (const to of addressesOf(invoice)) notices.push({ quick_invoice_id: id, channel: 'email', to, reason })
  }
  if (actor.sms && invoice.cell_phone) {
    notices.push({ quick_invoice_id: id, channel: 'sms', to: invoice.cell_phone, reason })
  }
  return notices.map(payload => notifyTask.effect(payload))
}
