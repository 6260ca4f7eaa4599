/** What a return asks for beyond giving the money back. */
export interface ReturnRule {
  /** The account lacked money: the debit may be presented again. */
  again: boolean
  /** Nothing may be taken from the account any more. */
  blocks: boolean
  /** `ended`: the payer has taken the authorization back. `on hold`: the payer has stopped a payment, and a person has to ask. */
  recurrings: 'ended' | 'on hold' | null
}

const AGAIN: readonly string[] = ['R01', 'R09']
/** The account is closed, unknown or no account that can pay. */
const GONE: readonly string[] = ['R02', 'R03', 'R04', 'R16', 'R20']
/** The payer says that nobody was allowed to take the money. */
const UNAUTHORIZED: readonly string[] = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51']
const STOPPED = 'R08'

/** What follows from a return by its code (Nacha's operating rules); every other code gives the money back and nothing more. */
export function returnRule(code: string): ReturnRule {
  const unauthorized = UNAUTHORIZED.includes(code)
  return {
    again: AGAIN.includes(code),
    blocks: unauthorized || GONE.includes(code),
    recurrings: unauthorized ? 'ended' : code === STOPPED ? 'on hold' : null,
  }
}

/** `reason_code_id` of a return (R01 is 2101) or a notification of change (C01 is 2201); null for codes that between banks only mean something. */
export function reasonOf(code: string): number | null {
  const number = Number(code.slice(1))
  if (code.startsWith('R')) return number <= 53 || number >= 80 ? 2100 + number : null
  return number <= 14 ? 2200 + number : null
}
