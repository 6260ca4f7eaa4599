/** After a restore: the books beside what the processor knows. Never: an opinion on which of the two should give way. */
import type { Queryable } from '../../db/database.ts'
import type { KnownRequest, Processor } from '../../ports/processor.ts'

export interface Comparison {
  /** Orders the processor took and the books do not have. */
  strangers: KnownRequest[]
  /** Orders that the books hold for approved and the processor has never seen. */
  lost: { reference: string; action: string; amount: number }[]
  /** Orders of which both know something else. */
  differing: { order: KnownRequest; says: string }[]
  /** Orders whose outcome nobody has stored yet; a gateway asks about them as soon as it runs. */
  open: number
  /** Orders that both know in the same way. */
  same: number
  /** Names of processors with orders in the books that cannot tell what they know. */
  silent: string[]
}

interface Held {
  id: string
  action: string
  processor: string
  state: 'pending' | 'approved' | 'declined' | 'unknown' | 'reversed'
  amount: number
  auth_amount: number | null
}

const CHUNK = 1000
const COLUMNS = 'id, action, processor, state, amount, auth_amount'

/** Compares all orders since a moment (Unix seconds) in both directions. Changes nothing. */
export async function compareOrders(
  db: Queryable,
  processors: Readonly<Record<string, Processor>>,
  since: number,
): Promise<Comparison> {
  const found: Comparison = { strangers: [], lost: [], differing: [], open: 0, same: 0, silent: [] }
  const names = await db.query<{ processor: string }>(
    'select distinct processor from attempt where created_ts >= $1 order by processor',
    [since],
  )
  found.silent = names.map(({ processor }) => processor).filter(name => !processors[name]?.requests)
  const known = new Set<string>()
  for (const processor of new Set(Object.values(processors))) {
    const orders = (await processor.requests?.(since)) ?? []
    for (const { reference } of orders) known.add(reference)
    for (let at = 0; at < orders.length; at += CHUNK) await compareSome(db, orders.slice(at, at + CHUNK), found)
  }
  await findLost(db, known, since, found)
  return found
}

async function compareSome(db: Queryable, orders: readonly KnownRequest[], found: Comparison): Promise<void> {
  const rows = await db.query<Held>(`select ${COLUMNS} from attempt where id = any($1)`, [
    orders.map(({ reference }) => reference),
  ])
  const held = new Map(rows.map(row => [row.id, row]))
  for (const order of orders) {
    const own = held.get(order.reference)
    const says = own && differenceOf(order, own)
    if (!own) found.strangers.push(order)
    else if (says) found.differing.push({ order, says })
    else if (own.state === 'approved' || own.state === 'declined' || own.state === 'reversed') found.same += 1
  }
}

/** What an open attempt will come to is not known yet, so it contradicts nothing. */
function differenceOf(order: KnownRequest, { state, auth_amount }: Held): string | null {
  if (state === 'pending' || state === 'unknown') return null
  const own = state === 'declined' ? 'declined' : 'approved'
  if (own !== order.result) return `${own} in the books`
  if (own === 'approved' && auth_amount !== null && BigInt(auth_amount) !== order.amount)
    return 'another amount in the books'
  return null
}

/** Walks through the books in the order of ids, so that no number of them has to be held in memory. */
async function findLost(db: Queryable, known: ReadonlySet<string>, since: number, found: Comparison): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await db.query<Held>(
      `select ${COLUMNS} from attempt where id > $1 and created_ts >= $2 order by id limit ${CHUNK}`,
      [last, since],
    )
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    for (const { id, action, processor, state, amount, auth_amount } of rows) {
      if (state === 'pending' || state === 'unknown') found.open += 1
      else if (state !== 'declined' && !found.silent.includes(processor) && !known.has(id))
        found.lost.push({ reference: id, action, amount: auth_amount ?? amount })
    }
  }
}
