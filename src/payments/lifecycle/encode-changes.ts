import type { Resource, Settable } from '../../definition/resource.ts'
import { transaction } from '../../resources/transaction/transaction.ts'

type Set = Settable<typeof transaction>

/**
 * Columns of a transaction that are set later, as JSON can hold them: amounts become texts, because JSON has no
 * integers.
 */
export function encodeChanges(changes: Set): Record<string, unknown> | null {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return null
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  )
}

export function decodeChanges(stored: Record<string, unknown> | null): Set {
  return loaded<Set>(transaction, stored ?? {})
}

/** Columns of a resource as the engine reads them: kinds load what JSON or the driver returns in another form. */
export function loaded<T>(resource: Pick<Resource, 'fields'>, columns: Record<string, unknown>): T {
  const entries = Object.entries(columns).map(([name, value]) => {
    const load = resource.fields[name]?.kind.load
    return [name, value === null || !load ? value : load(value)]
  })
  return Object.fromEntries(entries) as T
}
