const DAY = 86_400

/**
 * Days for which an approved authorization may be captured, by the networks' published rules: American Express 7; Visa
 * (payments that the cardholder makes from afar) and Discover, whose network carries Diners Club and JCB, 10;
 * Mastercard (preauthorizations) 30. Hotels have 30 days at every network. Issuers may hold the money less long.
 */
const DAYS: Readonly<Record<string, number>> = { amex: 7, visa: 10, disc: 10, diners: 10, jcb: 10, mc: 30 }
const SHORTEST_DAYS = 7
const LODGING_DAYS = 30

/** Returns the end of an authorization that was incremented: at Mastercard its days begin anew, elsewhere it stays. */
export function extendedTo(account_type: string | null, expire_ts: number, seconds: number): number {
  return account_type === 'mc' ? Math.max(expire_ts, seconds + DAYS.mc! * DAY) : expire_ts
}

/** Returns the moment (Unix seconds) at which an authorization approved at `seconds` ends unless it is captured. */
export function expiresAt(account_type: string | null, industry_type: string, seconds: number): number {
  const days = industry_type === 'lodging' ? LODGING_DAYS : (DAYS[account_type ?? ''] ?? SHORTEST_DAYS)
  return seconds + days * DAY
}
