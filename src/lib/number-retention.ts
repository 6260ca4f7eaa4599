const DAY = 86_400

/** How long the sealed number of an account is kept that no stored account and no open payment needs. */
export interface Retention {
  /** Days after the last payment with it. 0: a card's as soon as its payments are final, where processors allow it. */
  days: number
  /** Names of the processors that give back by their own id. */
  by_reference: readonly string[]
}

/** Thirteen months: as long as a payment may be refunded, and its account used again. */
export const USUAL_DAYS = 396

export const USUAL_RETENTION: Retention = { days: USUAL_DAYS, by_reference: [] }

/** A debit may come back for sixty days (Nacha operating rules, unauthorized returns); its number refunds it. */
const LEAST_BANK_DAYS = 90

/** Seconds until the number of a new account is looked at. */
const FIRST_LOOK = 60
/** A number is looked at once in thirty days at least, so that a shorter time takes effect. */
export const LONGEST_LOOK = 30 * DAY

/** Returns the seconds that numbers of cards, of cards at such processors and of bank accounts are kept. */
export function keptSeconds({ days }: Retention): { card: number; card_by_reference: number; bank: number } {
  const usual = (days === 0 ? USUAL_DAYS : days) * DAY
  return { card: usual, card_by_reference: days * DAY, bank: Math.max(usual, LEAST_BANK_DAYS * DAY) }
}

/** Returns when the number of a new account is first looked at. */
export function firstLook({ days }: Retention, seconds: number): number {
  return seconds + Math.min(Math.max(days * DAY, FIRST_LOOK), LONGEST_LOOK)
}
