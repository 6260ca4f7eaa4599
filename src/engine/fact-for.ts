import type { Caller } from '../definition/caller.ts'
import type { Fact } from '../definition/fact.ts'
import type { Engine } from './engine.ts'

/** What computed fields and filters may know when this caller asks now. */
export function factFor(engine: Engine, caller: Caller): Fact {
  return { public_url: engine.public_url, seconds: engine.clock.seconds(), zone: caller.zone }
}
