import type { Settable } from '../definition/resource.ts'
import { transaction } from '../resources/transaction/transaction.ts'

type Set = Settable<typeof transaction>

/** Columns of a transaction as JSON, to be set later: amounts become texts of minor units, because JSON has no integers. */
export function freeze(changes: Set): string | null {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return null
  return JSON.stringify(Object.fromEntries(entries), (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

export function thaw(frozen: Record<string, unknown> | null): Set {
  const entries = Object.entries(frozen ?? {}).map(([name, value]) => {
    const load = transaction.fields[name as keyof typeof transaction.fields]?.kind.load
    return [name, value === null || !load ? value : load(value)]
  })
  return Object.fromEntries(entries)
}
