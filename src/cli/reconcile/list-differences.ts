import type { Queryable } from '../../db/database.ts'
import { momentOf } from '../../lib/id.ts'
import type { StoredAccount } from '../../payments/accounts/stored-account.ts'
import { leavesByFile, type Processors } from '../../payments/lifecycle/routing.ts'
import { type Compared, compareOrders, type OwnOrder, ownOrders } from '../../payments/reconciliation/compare-orders.ts'
import { type Connected, everConnected } from '../../payments/reconciliation/connected.ts'
import type { KnownRequest, TakenOrder } from '../../ports/processor.ts'

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
  /** Of the unrecorded orders those of processors that list orders and not requests, as they list them. */
  lost: LostOrder[]
  /** Processors that cannot list what they know. */
  silent: string[]
}

type LostOrder = TakenOrder & Pick<StoredAccount, 'root_id'> & { processor_account_id: string }

/** The clock of a lost sandbox may have been far ahead; ids cannot be of a later moment (seconds). */
const END_OF_TIME = 17_592_186_044

/** And no more than so far (seconds): orders are listed day by day. */
const AHEAD = 31 * 86_400

/**
 * Returns every difference since a moment (Unix seconds), for the one time after a restore. Changes nothing. `seconds`
 * is the gateway's time.
 */
export async function listDifferences(
  db: Queryable,
  processors: Processors,
  since: number,
  seconds: number,
): Promise<Differences> {
  const listed: Differences = { unrecorded: [], unseen: [], differing: [], open: 0, same: 0, lost: [], silent: [] }
  for (const connected of await everConnected(db, processors)) {
    const { requests, taken } = connected.processor
    if (!requests && !taken) listed.silent.push(...namesOf(connected))
    if (!requests && taken)
      await listTaken(db, connected, taken(await firstOrder(db, connected, since), seconds + AHEAD), listed)
    for await (const compared of compareOrders(db, connected, since, END_OF_TIME))
      for (const each of compared) list(listed, each)
  }
  return listed
}

/** Returns the names of a processor that cannot list; what leaves in files of ours is looked at by itself. */
function namesOf({ accounts }: Connected): string[] {
  const asked = accounts.filter(account => !leavesByFile(account))
  return [...new Set(asked.map(({ connector, processor }) => connector ?? processor))]
}

/** Returns the moment from which an account may have orders: no list begins in 1970. */
async function firstOrder(db: Queryable, { accounts }: Connected, since: number): Promise<number> {
  const text = 'select min(created_ts) as first from processor_account where id = any($1)'
  const [row] = await db.query<{ first: number }>(text, [accounts.map(({ id }) => id)])
  return Math.max(since, row!.first)
}

/** Lists orders that a processor has and that are not here, or declined here. Several accounts may list the same. */
async function listTaken(
  db: Queryable,
  { accounts: [account] }: Connected,
  taken: AsyncIterable<readonly TakenOrder[]>,
  listed: Differences,
): Promise<void> {
  const known = new Set(listed.unrecorded.map(({ reference }) => reference))
  for await (const orders of taken) {
    const ours = orders.filter(({ reference }) => reference !== null && momentOf(reference) !== null)
    const own = await ownOrders(
      db,
      ours.map(({ reference }) => reference!),
    )
    for (const each of ours) {
      const reference = each.reference!
      if (known.has(reference)) continue
      const { amount, ts } = each
      const here = own.get(reference)
      const order = { reference, action: here?.action ?? 'sale', amount, result: 'approved', ts } as const
      if (here?.state === 'open') listed.open += 1
      else if (here?.state === 'approved') listed.same += 1
      else if (here) listed.differing.push({ order, difference: 'declined here' })
      else {
        known.add(reference)
        listed.unrecorded.push(order)
        listed.lost.push({ ...each, root_id: account!.root_id, processor_account_id: account!.id })
      }
    }
  }
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
