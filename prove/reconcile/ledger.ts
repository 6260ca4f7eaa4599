import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of the processor's ledger file. Amounts in minor units. */
export interface Line {
  reference: string
  action: string
  original: string | null
  /** Null for an order of a device. */
  processor_account_id: string | null
  approved: boolean
  amount: number
  asked: number
}

/** The state of an order's money by its ledger lines alone. */
export interface LedgerState {
  held: number
  captured: number
  refunded: number
  voided: boolean
  /** The order a refund gave back from. */
  parent: string | null
}

/** Reads the file, because the simulator's process might report more than it has written. */
export function readLedger(home: string): Line[] {
  const path = join(home, 'processor', 'ledger.jsonl')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  // What was ruled out because it never came is no entry.
  const records = lines.map(text => JSON.parse(text)).filter(({ ruled_out }) => !ruled_out)
  return records.map(({ reference, action, original, processor_account_id, asked, outcome }) => {
    const approved = outcome.result === 'approved'
    return {
      reference,
      action,
      original: original ?? null,
      processor_account_id: processor_account_id ?? null,
      approved,
      amount: Number(outcome.auth_amount ?? 0),
      asked: Number(asked),
    }
  })
}

const OPENS: readonly string[] = ['sale', 'force', 'debit', 'credit', 'refund']

/**
 * Adds up what every order did. Written for the proof: sharing the processor's arithmetic would mean sharing its
 * mistakes.
 */
export function ledgerStates(lines: readonly Line[]): Map<string, LedgerState> {
  const all = new Map<string, LedgerState>()
  const roots = new Map<string, string>()
  const rootOf = (reference: string): string => roots.get(reference) ?? reference
  for (const { reference, action, original, approved, amount } of lines) {
    if (!approved) continue
    const root = original === null ? undefined : all.get(rootOf(original))
    if (OPENS.includes(action) || action === 'authonly') {
      const captured = action === 'authonly' ? 0 : amount
      const parent = action === 'refund' && original !== null ? rootOf(original) : null
      all.set(reference, { held: amount, captured, refunded: 0, voided: false, parent })
      if (action === 'refund' && root) root.refunded += amount
      continue
    }
    if (!root || original === null) continue
    roots.set(reference, rootOf(original))
    if (action === 'void') voidAll(all, root)
    else if (action === 'authcomplete') root.captured = amount
    else if (root.captured > 0) root.captured = amount
    else root.held = amount
  }
  return all
}

function voidAll(all: Map<string, LedgerState>, root: LedgerState): void {
  const parent = root.parent === null ? undefined : all.get(root.parent)
  if (parent) parent.refunded -= root.captured
  Object.assign(root, { voided: true, captured: 0, held: 0 })
}
