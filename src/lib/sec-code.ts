/** How the payer authorized the payment. */
export type AchChannel = 'api' | 'web' | 'phone'

/** The SEC codes this service assigns. */
export type SecCode = 'CCD' | 'PPD' | 'WEB' | 'TEL'

const DEBIT_FROM_CONSUMER: Record<AchChannel, SecCode> = { api: 'PPD', web: 'WEB', phone: 'TEL' }

/**
 * Returns the SEC code of an entry without one (Nacha operating rules; contract 2.3, `is_company`). Company accounts
 * are CCD on every channel. WEB and TEL are for debits of consumers; credits to consumers are PPD.
 */
export function secCode(entry: { is_company: boolean; channel: AchChannel; direction?: 'debit' | 'credit' }): SecCode {
  if (entry.is_company) return 'CCD'
  return entry.direction === 'credit' ? 'PPD' : DEBIT_FROM_CONSUMER[entry.channel]
}
