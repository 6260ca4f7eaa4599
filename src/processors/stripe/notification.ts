import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Notification, NotificationMessage } from '../../ports/processor.ts'
import { record, required, text } from './outcome.ts'

/** Seconds after which a signed message is not taken any more. */
const TOLERANCE = 300

/**
 * Returns what an event is about: https://docs.stripe.com/webhooks. Null where it is not signed as it has to be, and
 * where there is no secret to tell by. Throws for what is signed and makes no sense.
 */
export function readNotification(message: NotificationMessage, secret: string): readonly Notification[] | null {
  const { headers, body, received_ts } = message
  const { 'stripe-signature': signature } = headers
  if (secret === '' || typeof signature !== 'string' || !isSigned(signature, body, secret, received_ts)) return null
  const event = record(JSON.parse(body))
  if (event.object !== 'event') throw new Error('no event')
  return [{ id: required(event.id), event: required(event.type), ...subjectOf(record(event.data).object) }]
}

/** `t=1492774577,v1=…,v1=…`: one signature for each secret that is valid at the time. */
function isSigned(header: string, body: string, secret: string, now: number): boolean {
  const parts = header.split(',').map(part => part.split('='))
  const [, time = ''] = parts.find(([name]) => name === 't') ?? []
  // One of the future is as little taken as an old one.
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time)) > TOLERANCE) return false
  const wanted = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** An event holds its object as it was then: only which one it is is taken from it. */
function subjectOf(value: unknown): { reference?: string; processor_reference?: string } {
  const subject = record(value)
  const reference = text(record(subject.metadata ?? {}).reference)
  const own = subject.object === 'payment_intent' || subject.object === 'refund' || subject.object === 'setup_intent'
  const processor_reference = own ? required(subject.id) : text(subject.payment_intent)
  return { ...(reference ? { reference } : {}), ...(processor_reference ? { processor_reference } : {}) }
}
