/** What the bank does with an entry, by its account number. */
export type Behaviour =
  | { does: 'pay' }
  /** Returned with this code, this often; `late`: long after it was paid. */
  | { does: 'return'; code: string; times: number; late: boolean }
  /** Paid, and corrected by a notification of change. */
  | { does: 'correct'; code: string }
  /** Rejected before it is processed. */
  | { does: 'reject'; reason_code_id: number }
  /** The whole file is refused, once. */
  | { does: 'refuse' }

const TRIGGER = /^990(\d)0(\d{4})$/
const ALWAYS = 99
const LATE = 9

/**
 * Account numbers of the form 990k0rrrr make the bank do what reason rrrr stands for: 2101 to 2185 return an entry
 * with R01 to R85, 2201 to 2209 correct it with C01 to C09, 1600 to 1699 reject it, 0000 refuses the first file with
 * it. k is the number of returns, 0 for every time; 9 returns it late, 45 days after it was paid. Any other account
 * pays.
 */
export function behaviourOf(account: string): Behaviour {
  const [, times = '0', digits = ''] = TRIGGER.exec(account) ?? []
  if (digits === '') return { does: 'pay' }
  const reason = Number(digits)
  const count = Number(times)
  if (reason === 0) return { does: 'refuse' }
  if (reason >= 2101 && reason <= 2185) {
    const late = count === LATE
    return { does: 'return', code: `R${digits.slice(2)}`, times: late || count === 0 ? ALWAYS : count, late }
  }
  if (reason >= 2201 && reason <= 2209) return { does: 'correct', code: `C${digits.slice(2)}` }
  if (reason >= 1600 && reason <= 1699) return { does: 'reject', reason_code_id: reason }
  return { does: 'pay' }
}

/** Returns the corrected data in the columns of each code. */
export function correctionOf(code: string, account: string, transaction_code: number): string {
  const number = `5${account.slice(1)}`
  const other = String(transaction_code < 30 ? transaction_code + 10 : transaction_code - 10)
  const texts: Record<string, string> = {
    C01: number,
    C02: ROUTING,
    C03: `${ROUTING}   ${number}`,
    C04: 'CORRECTED NAME',
    C05: other,
    C06: `${number.padEnd(17)}   ${other}`,
    C07: `${ROUTING}${number.padEnd(17)}${other}`,
    C08: ROUTING,
    C09: 'CORRECTED-ID',
  }
  return texts[code] ?? ''
}

/** An unassigned routing number for examples. */
const ROUTING = '110000000'

/** The triggers in words. */
export const bankAccounts: readonly (readonly [string, string])[] = [
  ['990002101 to 990002185', 'returned with R01 to R85, on the day it was to settle, every time it is presented'],
  ['990102101, 990202101, …', 'returned once, twice, …; then paid'],
  ['990902101, …', 'paid, and returned 45 days later'],
  ['990002201 to 990002209', 'paid; a notification of change C01 to C09 corrects the stored account'],
  ['990001600 to 990001699', 'rejected by the bank with that reason before it is carried out: status 136'],
  ['990000000', 'the first file it stands in is refused; its payments leave with the next'],
]
