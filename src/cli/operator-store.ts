import { permit } from '../auth/permissions.ts'
import { type Registry, registry } from '../definition/registry.ts'
import type { Store } from '../definition/store.ts'
import type { Engine } from '../engine/engine.ts'
import { store } from '../engine/store.ts'
import { steady } from '../engine/versioned-cache.ts'
import { type NounParts, nouns } from '../resources/index.ts'
import type { Operator } from './operator.ts'

/** Definitions for everything but operations that need a port. */
export function definitions(): Registry {
  const none = (): never => {
    throw new Error('operator commands use no port of the nouns')
  }
  const ports = new Proxy({}, { get: () => none }) as NounParts
  return registry(nouns(ports))
}

/** The store for operator commands: the same events and totals as through the API. */
export function operatorStore({ db, clock, config }: Operator): Store {
  const engine: Engine = {
    db,
    clock,
    permit,
    registry: definitions(),
    steady: steady(),
    public_url: config.public_url ?? '',
    outbox: null,
    wake: () => undefined,
  }
  return store(engine)
}
