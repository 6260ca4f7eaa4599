import { type AttemptLimit, type AttemptVerdict, countAttempt, mayAttempt } from '../../auth/attempt-limiter.ts'
import { addressGroup } from '../../lib/address-group.ts'
import { Unavailable } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { REASON } from '../../resources/transaction/transaction.states.ts'
import type { Sql } from './page-subject.ts'

/** An attempt to pay that is about to be submitted, or was declined. */
export interface GuardedAttempt {
  page_id: string
  /** Set where anybody can have a new page made, as the forms of a merchant's shop. */
  location_id?: string
  remote_ip: string
  /** As typed; only a keyed hash of it is stored. */
  account_number: string
}

/** Protects against card testing: a public form that takes card numbers is where thieves try stolen ones. */
export interface CardGuard {
  /** Whether this may be submitted now. Counts the attempt. */
  mayAttempt(attempt: GuardedAttempt): Promise<AttemptVerdict>
  /** Counts a decline of the issuer. */
  declined(attempt: GuardedAttempt): Promise<void>
}

/** Whether a payment was declined for what is known of its card. What was never sent tells nothing about it. */
export function isCardDeclined({ outcome, reason_code_id }: { outcome?: unknown; reason_code_id?: unknown }): boolean {
  return outcome === 'declined' && reason_code_id !== REASON.retry
}

interface GuardParts {
  db: Sql
  clock: Clock
  cipher: Pick<Cipher, 'fingerprints'>
  /** Attempts to pay one page from one address in a quarter of an hour; the other limits are in proportion. */
  payer_tries: number
}

/**
 * Limits for a quarter of an hour. With 12 attempts for one address on one page, a page takes 40 and an address may
 * make 60. A person who mistypes needs a handful; a thief with a list of cards needs thousands, and most of them are
 * declined. So declines delay the next attempt, after 4 on a page or 3 with a card, and block a card after 6, a page
 * after 10, an address after 24. A shop gives a new form to who asks for one, so the forms of a location stop
 * together after 300 declines: 28,800 in a day is no business for a thief, and more than the mistakes of a large shop.
 */
function limitsOf(
  tries: number,
): Record<'page' | 'address' | 'both' | `declined_${'page' | 'card' | 'address' | 'location'}`, AttemptLimit> {
  const share = (part: number) => Math.ceil((tries * part) / 12)
  return {
    page: { most: share(40) },
    address: { most: share(60) },
    both: { most: tries },
    declined_page: { most: share(10), free: share(4) },
    declined_card: { most: share(6), free: share(3) },
    declined_address: { most: share(24) },
    declined_location: { most: share(300) },
  }
}

export function cardGuard(parts: GuardParts): CardGuard {
  const limits = limitsOf(parts.payer_tries)
  const declines = (attempt: GuardedAttempt): Record<string, AttemptLimit> => {
    const { page_id, remote_ip, account_number, location_id } = attempt
    const cards = parts.cipher.fingerprints('card_try', account_number)
    return {
      [`declined page ${page_id}`]: limits.declined_page,
      ...Object.fromEntries(cards.map(card => [`declined card ${card}`, limits.declined_card])),
      [`declined address ${addressGroup(remote_ip)}`]: limits.declined_address,
      ...(location_id === undefined ? {} : { [`declined location ${location_id}`]: limits.declined_location }),
    }
  }
  return {
    async mayAttempt(attempt) {
      const after_declines = await mayAttempt(parts, declines(attempt))
      if (!after_declines.allowed) return after_declines
      const address = addressGroup(attempt.remote_ip)
      return countAttempt(parts, {
        [`page ${attempt.page_id}`]: limits.page,
        [`address ${address}`]: limits.address,
        [`both ${attempt.page_id} ${address}`]: limits.both,
      })
    },
    async declined(attempt) {
      try {
        await countAttempt(parts, declines(attempt))
      } catch (error) {
        // The payer has to be told of the decline, counted or not.
        if (!(error instanceof Unavailable)) throw error
      }
    },
  }
}
