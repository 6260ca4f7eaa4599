import type { Queryable } from '../../db/database.ts'
import { type Processors, processorOf } from '../../payments/lifecycle/routing.ts'
import type { KnownRequest, ProcessorAccount } from '../../ports/processor.ts'

export interface Comparison {
  /** Orders that only the processor knows. */
  unrecorded: KnownRequest[]
  /** Orders that are approved here and unknown to the processor. */
  unseen: { reference: string; action: string; amount: number }[]
  /** Orders on whose outcome the two disagree. */
  differing: { order: KnownRequest; difference: string }[]
  /** Orders without a stored outcome; a running gateway polls for them. */
  open: number
  /** Orders on which the two agree. */
  same: number
  /** Processors with orders here that cannot list theirs. */
  silent: string[]
}

interface AttemptRow {
  id: string
  action: string
  processor_account_id: string
  state: 'pending' | 'approved' | 'declined' | 'unknown' | 'reversed'
  amount: number
  auth_amount: number | null
}

const CHUNK = 1000
const COLUMNS = 'id, action, processor_account_id, state, amount, auth_amount'

/**
 * Compares all orders since a moment (Unix seconds) in both directions. Changes nothing, and does not judge which
 * side is right.
 */
export async function compareOrders(db: Queryable, processors: Processors, since: number): Promise<Comparison> {
  const found: Comparison = { unrecorded: [], unseen: [], differing: [], open: 0, same: 0, silent: [] }
  const known = new Set<string>()
  /** Accounts whose processor lists nothing, and the name of each. */
  const silent = new Map<string, string>()
  for await (const account of accountsOf(db)) {
    const orders = await processorOf(processors, account)?.requests?.(since)
    if (!orders) silent.set(account.id, account.processor)
    for (const { reference } of orders ?? []) known.add(reference)
    for (let at = 0; at < (orders?.length ?? 0); at += CHUNK)
      await compareSome(db, orders!.slice(at, at + CHUNK), found)
  }
  await findUnseen(db, known, silent, since, found)
  return found
}

/** Returns all accounts at processors, in the order of their ids. */
async function* accountsOf(db: Queryable): AsyncGenerator<ProcessorAccount> {
  let last = ''
  for (;;) {
    const text = `select id, root_id, product_transaction_id, version, processor, settings
      from processor_account where id > $1 order by id limit ${CHUNK}`
    const accounts = await db.query<ProcessorAccount>(text, [last])
    yield* accounts
    if (accounts.length < CHUNK) return
    last = accounts.at(-1)!.id
  }
}

async function compareSome(db: Queryable, orders: readonly KnownRequest[], found: Comparison): Promise<void> {
  const rows = await db.query<AttemptRow>(`select ${COLUMNS} from attempt where id = any($1)`, [
    orders.map(({ reference }) => reference),
  ])
  const held = new Map(rows.map(row => [row.id, row]))
  for (const order of orders) {
    const own = held.get(order.reference)
    const difference = own && differenceOf(order, own)
    if (!own) found.unrecorded.push(order)
    else if (difference) found.differing.push({ order, difference })
    else if (own.state === 'approved' || own.state === 'declined' || own.state === 'reversed') found.same += 1
  }
}

/** An open attempt has no outcome yet, so it contradicts nothing. */
function differenceOf(order: KnownRequest, { state, auth_amount }: AttemptRow): string | null {
  if (state === 'pending' || state === 'unknown') return null
  const own = state === 'declined' ? 'declined' : 'approved'
  if (own !== order.result) return `${own} here`
  if (own === 'approved' && auth_amount !== null && BigInt(auth_amount) !== order.amount) return 'another amount here'
  return null
}

/** Pages through the attempts by id, so that memory does not grow with their number. */
async function findUnseen(
  db: Queryable,
  known: ReadonlySet<string>,
  silent: ReadonlyMap<string, string>,
  since: number,
  found: Comparison,
): Promise<void> {
  const names = new Set<string>()
  let last = ''
  for (;;) {
    const rows = await db.query<AttemptRow>(
      `select ${COLUMNS} from attempt where id > $1 and created_ts >= $2 order by id limit ${CHUNK}`,
      [last, since],
    )
    if (rows.length === 0) break
    last = rows.at(-1)!.id
    for (const { id, action, processor_account_id, state, amount, auth_amount } of rows) {
      const name = silent.get(processor_account_id)
      if (name) names.add(name)
      if (state === 'pending' || state === 'unknown') found.open += 1
      else if (state !== 'declined' && !name && !known.has(id))
        found.unseen.push({ reference: id, action, amount: auth_amount ?? amount })
    }
  }
  found.silent = [...names].toSorted()
}
