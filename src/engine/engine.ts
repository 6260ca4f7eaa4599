import type { Database } from '../db/database.ts'
import type { VersionedCache } from '../db/versioned-cache.ts'
import type { Caller } from '../definition/caller.ts'
import type { NounParts } from '../definition/command.ts'
import type { Registry } from '../definition/registry.ts'
import type { Fact, Resource, Verb } from '../definition/resource.ts'
import { Refusal } from '../lib/problem.ts'
import { keyReader } from '../lib/sealed-key.ts'
import type { Clock } from '../ports/clock.ts'
import type { Outbox } from '../ports/outbox.ts'

/** What writes go through. */
export interface StoreContext {
  db: Database
  registry: Registry
  clock: Clock
  versionedCache: VersionedCache
  /** Null where writes send no postbacks. */
  outbox: Outbox | null
  /** Called after a commit that enqueued jobs, so that an idle worker in this process wakes at once. */
  wake(): void
}

/** Generic machinery that reads and writes every resource. Never: an `if` on a resource's name. */
export interface Engine extends StoreContext {
  public_url: string
  /** What the commands and operations of resources are given. */
  parts: NounParts
  /** Throws a 403 Refusal when this caller may not do this, or may not see the keys of such records. */
  permit(caller: Caller, noun: string, verb: Verb | 'keys', command?: string): void
  /** Throws a 403 Refusal when this caller may not set a field; counts identifiers that look like a card number. */
  inspect(caller: Caller, noun: string, sent: { values: object; card_like: string[] }, stored?: object): void
}

/** What computed fields and filters may know when this caller asks now. */
export function factFor(engine: Engine, caller: Caller, { name }: Resource): Fact {
  const keys = () => (isPermitted(engine, caller, name, 'keys') ? keyReader(engine.parts.cipher) : null)
  return { public_url: engine.public_url, seconds: engine.clock.seconds(), zone: caller.zone, keys }
}

export function isPermitted({ permit }: Engine, caller: Caller, noun: string, verb: Verb | 'keys'): boolean {
  try {
    permit(caller, noun, verb)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
