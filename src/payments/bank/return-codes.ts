/** What a return requires beyond reversing the money. */
export interface ReturnRule {
  /** The account lacked funds: the debit may be presented again. */
  retry: boolean
  /** Nothing may be debited from the account any more. */
  blocks: boolean
  /**
   * `ended`: the payer has revoked the authorization. `on hold`: the payer has stopped a payment, and a person has to
   * ask.
   */
  recurrings: 'ended' | 'on hold' | null
}

const RETRY: readonly string[] = ['R01', 'R09']
/** The account is closed, unknown or of a kind that cannot pay. */
const GONE: readonly string[] = ['R02', 'R03', 'R04', 'R16', 'R20']
/** The payer disputes the authorization. */
const UNAUTHORIZED: readonly string[] = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51']
const STOPPED = 'R08'

/** Returns the consequences of a return code (Nacha operating rules); other codes only reverse the money. */
export function returnRule(code: string): ReturnRule {
  const unauthorized = UNAUTHORIZED.includes(code)
  return {
    retry: RETRY.includes(code),
    blocks: unauthorized || GONE.includes(code),
    recurrings: unauthorized ? 'ended' : code === STOPPED ? 'on hold' : null,
  }
}

/**
 * Returns the `reason_code_id` of a return (R01 is 2101) or a notification of change (C01 is 2201); null for codes
 * that are used between banks only, and for what is no code. A code that is not known yet still says that the entry
 * came back.
 */
export function reasonOf(code: string): number | null {
  if (!/^[RC]\d\d$/.test(code)) return null
  const number = Number(code.slice(1))
  if (code.startsWith('R')) return number <= 53 || number >= 80 ? 2100 + number : null
  return number <= 14 ? 2200 + number : null
}
