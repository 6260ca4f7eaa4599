import type { Bank } from './bank.ts'
import type { BankEntry } from './bank-ledger.ts'

/**
 * Returns `GET /sandbox/bank`: files with their entries, latest last, and their state. Accounts show the last four
 * digits.
 */
export function bankView(bank: Bank) {
  const entries = Map.groupBy(bank.book.entries(), ({ file }) => file)
  const files = bank.book.files().map(({ sha256: _mark, ...file }) => ({
    ...file,
    reason: file.reason || null,
    entries: (entries.get(file.name) ?? []).map(shown),
  }))
  const all = files.flatMap(file => file.entries)
  const sum = (direction: string, state: readonly string[]) =>
    money(all.filter(entry => entry.direction === direction && state.includes(entry.state)).map(({ cents }) => cents))
  const totals = {
    debits_paid: sum('debit', STANDS),
    credits_paid: sum('credit', STANDS),
    debits_returned: sum('debit', ['returned']),
    credits_returned: sum('credit', ['returned']),
  }
  return {
    files: files.map(file => ({ ...file, entries: file.entries.map(({ cents: _cents, ...entry }) => entry) })),
    totals,
  }
}

const STANDS: readonly string[] = ['accepted', 'corrected']

function shown({ file: _file, place: _place, account, amount, code, act_ts, ...entry }: BankEntry) {
  return {
    ...entry,
    account_last_four: account.slice(-4),
    amount: money([amount]),
    cents: amount,
    code: code || null,
    sent_back_ts: act_ts,
  }
}

function money(cents: readonly number[]): string {
  const total = cents.reduce((all, each) => all + BigInt(each), 0n)
  return `${total / 100n}.${String(total % 100n).padStart(2, '0')}`
}
