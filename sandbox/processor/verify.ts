import type { CardInstrument, ProcessorRequest } from '../../src/ports/processor.ts'
import { amexCvvAnswers, cvvAnswers, denyingAddress, goodAddress } from './triggers.ts'

export interface AddressAnswer {
  avs: 'GOOD' | 'BAD' | 'STREET' | 'ZIP' | null
  avs_enhanced: string
  denied: boolean
}

/**
 * Answers an address by the published test addresses. STREET and ZIP name the part that does *not* match; only the parts
 * that were sent count. A zip of nine digits is compared by its first five.
 */
export function verifyAddress(billing: ProcessorRequest['billing']): AddressAnswer {
  const street = billing?.street ? plain(billing.street) : undefined
  const zip = billing?.zip ? plain(billing.zip).slice(0, 5) : undefined
  if (street === undefined && zip === undefined) return { avs: null, avs_enhanced: 'V', denied: false }

  const streetFits = street === undefined ? undefined : street === goodAddress.street
  const zipFits = zip === undefined ? undefined : zip === goodAddress.zip
  if (streetFits && zipFits) return { avs: 'GOOD', avs_enhanced: 'Y', denied: false }
  if (streetFits) return { avs: zipFits === undefined ? 'GOOD' : 'ZIP', avs_enhanced: 'A', denied: false }
  if (zipFits) return { avs: streetFits === undefined ? 'GOOD' : 'STREET', avs_enhanced: 'Z', denied: false }

  // Every part that was sent must be the denying one: its zip beside another street is only a bad address.
  const denied =
    (street ?? denyingAddress.street) === denyingAddress.street && (zip ?? denyingAddress.zip) === denyingAddress.zip
  return { avs: 'BAD', avs_enhanced: 'N', denied }
}

/** M, N, P, S, U or X; null when no security code was sent. It never declines: that is the merchant's setting, not the issuer's. */
export function verifyCvv(card: CardInstrument): string | null {
  if (!card.cvv) return null
  return (card.brand === 'amex' ? amexCvvAnswers : cvvAnswers)[card.cvv] ?? 'N'
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase()
}
