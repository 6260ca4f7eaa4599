import { openStripeHost, WEBHOOK_SECRET } from '../../test/hosts/stripe/index.ts'
import type { ProcessorHost } from './processor-host.ts'

const FEATURES = ['incremental_authorization', 'network_transaction_id', 'moto', 'skip_bank_verification']
/** Amounts that the issuer declines, in cents. */
const DECLINED = [500, 616, 608]

export async function openStripe(now: () => number): Promise<ProcessorHost> {
  const host = await openStripeHost(FEATURES)
  const { book, secret_key } = host
  book.now = now
  for (const cents of DECLINED) book.declines.set(cents, { code: 'card_declined', decline_code: 'generic_decline' })
  const charges = () => [...book.intents.values()].filter(({ metadata }) => metadata.reference !== undefined)
  return {
    connector: 'stripe',
    host,
    settings: { url: host.url, features: FEATURES.join(', '), secret_key, webhook_secret: WEBHOOK_SECRET },
    records: () => [
      ...charges().map(({ metadata, latest_charge, amount_received, amount_capturable }) => ({
        reference: metadata.reference!,
        is_approved: latest_charge !== null && book.charges.get(latest_charge)!.status === 'succeeded',
        moved: amount_received,
        held: amount_capturable,
        on: null,
      })),
      ...[...book.refunds.values()].map(({ metadata, amount, payment_intent }) => ({
        reference: metadata.reference!,
        is_approved: true,
        moved: amount,
        held: 0,
        on: book.intent(payment_intent).metadata.reference!,
      })),
    ],
    orderIn({ method, path, headers, body }) {
      const key = String(headers['idempotency-key'] ?? '')
      if (method !== 'POST' || !/^[0-9a-f]{24}$/.test(key) || /ruled_out/.test(body)) return null
      return { reference: key, asks: path }
    },
    stir: () => undefined,
    endDay() {
      book.settleDebits()
      book.settleRefunds()
      book.payOut()
    },
  }
}
