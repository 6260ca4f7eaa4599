/** What the two digits of positions 2-3 of an entry mean. */
export interface TransactionCode {
  account: 'checking' | 'savings' | 'ledger' | 'loan' | 'advice'
  flow: 'credit' | 'debit'
  /** `return` is the code of returns and notifications of change, `prenote` and `zero` move no money. */
  kind: 'live' | 'return' | 'prenote' | 'zero'
}

const ACCOUNTS = { 2: 'checking', 3: 'savings', 4: 'ledger', 5: 'loan' } as const
const KINDS: Record<string, TransactionCode['kind']> = { 1: 'return', 2: 'live', 3: 'prenote', 4: 'zero' }

/** All codes: 21 to 24 credit, 26 to 29 debit of checking, likewise 3x savings and 4x ledger; loans are debited by reversals alone. */
const CODES = new Map<number, TransactionCode>([
  ...Object.entries(ACCOUNTS).flatMap(([tens, account]) =>
    Object.entries(KINDS).flatMap(([ones, kind]): [number, TransactionCode][] => [
      [Number(tens) * 10 + Number(ones), { account, flow: 'credit', kind }],
      ...(account === 'loan'
        ? []
        : [[Number(tens) * 10 + Number(ones) + 5, { account, flow: 'debit', kind }] as [number, TransactionCode]]),
    ]),
  ),
  [55, { account: 'loan', flow: 'debit', kind: 'live' }],
  [56, { account: 'loan', flow: 'debit', kind: 'return' }],
  // The operator tells a bank what it booked: odd numbers are credits of the bank, even ones debits.
  ...[81, 82, 83, 84, 85, 86, 87, 88].map((code): [number, TransactionCode] => [
    code,
    { account: 'advice', flow: code % 2 === 1 ? 'credit' : 'debit', kind: 'live' },
  ]),
])

/** What a transaction code means; null for a number that is none. */
export function transactionCode(code: number): TransactionCode | null {
  return CODES.get(code) ?? null
}
