import type { HostRecord, ProcessorHost } from '../hosts/processor-host.ts'
import type { LedgerState } from './ledger.ts'

/** A record in the book of a host. */
export interface BookRecord extends HostRecord {
  connector: string
}

type Books = readonly Pick<ProcessorHost, 'connector' | 'records'>[]

export function bookRecords(hosts: Books): BookRecord[] {
  return hosts.flatMap(({ connector, records }) => records().map(record => ({ connector, ...record })))
}

/**
 * The state of each transaction's money by the books of hosts alone. What it gives back of itself is taken off.
 * `owners`: the transaction of each reference.
 */
export function hostStates(hosts: Books, owners: ReadonlyMap<string, string>): Map<string, LedgerState> {
  const states = new Map<string, LedgerState>()
  const stateOf = (reference: string | null): LedgerState | null => {
    const id = owners.get(reference ?? '')
    if (id === undefined) return null
    const state = states.get(id) ?? { held: 0, captured: 0, refunded: 0, voided: false, parent: null }
    states.set(id, state)
    return state
  }
  for (const { reference, moved, held, on } of bookRecords(hosts)) {
    const own = stateOf(reference)
    const given = stateOf(on)
    if (own && own === given) own.captured -= moved
    else {
      if (own) Object.assign(own, { held: own.held + held, captured: own.captured + moved })
      if (given) given.refunded += moved
    }
  }
  return states
}
