import type { Resource, Settable } from '../../definition/resource.ts'
import { transaction } from '../../resources/transaction/transaction.ts'

type Set = Settable<typeof transaction>

/** Columns of a transaction as JSON, to be set later: amounts become texts of minor units, because JSON has no integers. */
export function encodeChanges(changes: Set): string | null {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return null
  return JSON.stringify(Object.fromEntries(entries), (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

export function decodeChanges(frozen: Record<string, unknown> | null): Set {
  return loaded<Set>(transaction, frozen ?? {})
}

/** Columns of a noun as the engine reads them: its kinds load what JSON or the driver brings in another form. */
export function loaded<T>(resource: Pick<Resource, 'fields'>, columns: Record<string, unknown>): T {
  const entries = Object.entries(columns).map(([name, value]) => {
    const load = resource.fields[name]?.kind.load
    return [name, value === null || !load ? value : load(value)]
  })
  return Object.fromEntries(entries) as T
}
