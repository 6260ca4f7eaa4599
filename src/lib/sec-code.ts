/** How the payer's authorisation reached the merchant. */
export type AchChannel = 'api' | 'web' | 'phone'

/** The Standard Entry Class codes of Nacha that this service chooses by itself. */
export type SecCode = 'CCD' | 'PPD' | 'WEB' | 'TEL'

const DEBIT_FROM_CONSUMER: Record<AchChannel, SecCode> = { api: 'PPD', web: 'WEB', phone: 'TEL' }

/**
 * The SEC code of an ACH entry whose sender named none (Nacha rules; contract 2.3, `is_company`). A company's account is
 * CCD whatever the channel. WEB and TEL are for debits of consumers; paying a consumer out is PPD on every channel.
 */
export function secCode(entry: { is_company: boolean; channel: AchChannel; direction?: 'debit' | 'credit' }): SecCode {
  if (entry.is_company) return 'CCD'
  return entry.direction === 'credit' ? 'PPD' : DEBIT_FROM_CONSUMER[entry.channel]
}
