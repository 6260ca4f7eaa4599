import { versionedCache } from '../db/versioned-cache.ts'
import { registry } from '../definition/registry.ts'
import type { Store } from '../definition/store.ts'
import { store } from '../engine/store.ts'
import { transactionConsequences } from '../payments/posting/consequences.ts'
import { postbackOutbox } from '../postbacks/outbox.ts'
import { nouns } from '../resources/index.ts'
import type { Operator } from './operator.ts'

/** The store of operator commands: the same events, totals and postbacks as those of the API. */
export function operatorStore({ db, clock }: Pick<Operator, 'db' | 'clock'>): Store {
  return store({
    db,
    clock,
    registry: registry(nouns, [transactionConsequences]),
    versionedCache: versionedCache(),
    outbox: postbackOutbox(() => undefined),
    wake: () => undefined,
  })
}
