import type { WalletInstrument } from '../../ports/processor-request.ts'
import { NotOffered, type Written } from './xml.ts'

/** Returns what Apple Pay gave, as Worldpay decrypts it. Throws a `NotOffered` for anything else. */
export function applePay({ wallet, payment_token }: WalletInstrument): Written {
  if (wallet !== 'apple_pay') throw new NotOffered('Worldpay decrypts the payment tokens of Apple Pay only.')
  const { data, header, signature, version } = paymentData(payment_token)
  const about = recordOf(header)
  return [
    'applepay',
    [
      ['data', text(data)],
      [
        'header',
        [
          ['applicationData', about.applicationData === undefined ? null : text(about.applicationData)],
          ['ephemeralPublicKey', text(about.ephemeralPublicKey)],
          ['publicKeyHash', text(about.publicKeyHash)],
          ['transactionId', text(about.transactionId)],
        ],
      ],
      ['signature', text(signature)],
      ['version', text(version)],
    ],
  ]
}

/** The token is the `paymentData` of Apple's, or the whole that contains it. */
function paymentData(token: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(token)
  } catch {
    throw new NotOffered('The payment token of Apple Pay cannot be read.')
  }
  const { paymentData: inner, token: outer } = recordOf(parsed)
  if (outer !== undefined) return recordOf(recordOf(outer).paymentData)
  return inner === undefined ? recordOf(parsed) : recordOf(inner)
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new NotOffered('The payment token of Apple Pay cannot be read.')
}

function text(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new NotOffered('The payment token of Apple Pay cannot be read.')
}
