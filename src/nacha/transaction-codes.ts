/** The meaning of positions 2-3 of an entry. */
export interface TransactionCode {
  account: 'checking' | 'savings' | 'ledger' | 'loan' | 'advice'
  flow: 'credit' | 'debit'
  /** `return` stands for returns and notifications of change; `prenote` and `zero` move no money. */
  kind: 'live' | 'return' | 'prenote' | 'zero'
}

const ACCOUNTS = { 2: 'checking', 3: 'savings', 4: 'ledger', 5: 'loan' } as const
const KINDS: Record<string, TransactionCode['kind']> = { 1: 'return', 2: 'live', 3: 'prenote', 4: 'zero' }

/**
 * 21 to 24 credit and 26 to 29 debit checking accounts, likewise 3x savings and 4x ledger; loans are debited by
 * reversals only.
 */
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
  // Advices of the operator: odd codes are credits of the bank, even ones debits.
  ...[81, 82, 83, 84, 85, 86, 87, 88].map((code): [number, TransactionCode] => [
    code,
    { account: 'advice', flow: code % 2 === 1 ? 'credit' : 'debit', kind: 'live' },
  ]),
])

/** Returns the meaning of a transaction code; null for an unknown one. */
export function transactionCode(code: number): TransactionCode | null {
  return CODES.get(code) ?? null
}
