import type { Queryable } from '../../db/database.ts'
import type { Processors } from '../../payments/lifecycle/routing.ts'
import { type Compared, compareOrders, type OwnOrder } from '../../payments/reconciliation/compare-orders.ts'
import { type Connected, everConnected } from '../../payments/reconciliation/connected.ts'
import type { KnownRequest } from '../../ports/processor.ts'

export interface Differences {
  /** Orders that only the processor knows. */
  unrecorded: KnownRequest[]
  /** Orders that are approved here and unknown to the processor. */
  unseen: OwnOrder[]
  /** Orders on whose outcome the two disagree. */
  differing: { order: KnownRequest; difference: string }[]
  /** Orders without a stored outcome; a running gateway polls for them. */
  open: number
  /** Orders on which the two agree. */
  same: number
  /** Processors with orders here that cannot list theirs. */
  silent: string[]
}

/** The clock of a lost sandbox may have been far ahead; ids cannot be of a later moment (seconds). */
const END_OF_TIME = 17_592_186_044

/** Returns every difference since a moment (Unix seconds), for the one time after a restore. Changes nothing. */
export async function listDifferences(db: Queryable, processors: Processors, since: number): Promise<Differences> {
  const listed: Differences = { unrecorded: [], unseen: [], differing: [], open: 0, same: 0, silent: [] }
  for (const connected of await everConnected(db, processors)) {
    if (!connected.processor.requests) listed.silent.push(...(await usedNames(db, connected, since)))
    for await (const compared of compareOrders(db, connected, since, END_OF_TIME))
      for (const each of compared) list(listed, each)
  }
  return listed
}

/** Returns the names of a processor that orders were sent to. */
async function usedNames(db: Queryable, { accounts }: Connected, since: number): Promise<string[]> {
  const used = await db.query<{ id: string }>(
    'select distinct processor_account_id as id from attempt where processor_account_id = any($1) and created_ts >= $2',
    [accounts.map(({ id }) => id), since],
  )
  const ids = new Set(used.map(({ id }) => id))
  return [
    ...new Set(accounts.filter(({ id }) => ids.has(id)).map(({ connector, processor }) => connector ?? processor)),
  ]
}

function list(listed: Differences, { verdict, order, own }: Compared): void {
  if (verdict === 'same') listed.same += 1
  else if (verdict === 'open') listed.open += 1
  else if (!own) listed.unrecorded.push(order!)
  else if (!order) listed.unseen.push(own)
  else {
    const difference = verdict === 'order_amount' ? 'another amount here' : `${own.state} here`
    listed.differing.push({ order, difference })
  }
}
