import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Notification, NotificationMessage } from '../../ports/processor.ts'
import { object } from './answers.ts'
import { referenceOf } from './wire.ts'

/** It tries for two days to deliver one. What is older was recorded by somebody, or its clock is wrong. */
const OLDEST_SECONDS = 7 * 86_400
const NEWEST_SECONDS = 600

/**
 * Reads a webhook (X-ANET-Signature: HMAC-SHA512 of the body under the signature key). Null where it is not signed as
 * it has to be, or too old. Throws for what makes no sense.
 */
export function readNotifications(
  { headers, body, received_ts }: NotificationMessage,
  signature_key: string | undefined,
): readonly Notification[] | null {
  if (!signature_key || !isSigned(headers['x-anet-signature'], body, signature_key)) return null
  const { notificationId, eventType, eventDate, payload } = object(JSON.parse(body))
  if (typeof notificationId !== 'string' || typeof eventType !== 'string') throw new Error('a webhook without an id')
  const age = received_ts - Math.floor(Temporal.Instant.from(String(eventDate)).epochMilliseconds / 1000)
  if (age > OLDEST_SECONDS || age < -NEWEST_SECONDS) return null
  return [{ id: notificationId, event: eventType, ...aboutOf(payload) }]
}

/** Customers' profiles and subscriptions are no payments. */
function aboutOf(payload: unknown): Pick<Notification, 'reference' | 'processor_reference'> {
  const { entityName, id, invoiceNumber, merchantReferenceId } = object(payload)
  if (entityName !== 'transaction' || typeof id !== 'string' || !/^\d{1,20}$/.test(id)) return {}
  const reference = [merchantReferenceId, invoiceNumber].map(text => referenceOf(String(text ?? ''))).find(Boolean)
  return { processor_reference: id, ...(reference ? { reference } : {}) }
}

function isSigned(header: string | string[] | undefined, body: string, key: string): boolean {
  const [, digest] = /^sha512=([0-9a-f]{128})$/i.exec(String(header ?? '').trim()) ?? []
  if (!digest) return false
  return timingSafeEqual(Buffer.from(digest, 'hex'), createHmac('sha512', key).update(body, 'utf8').digest())
}
