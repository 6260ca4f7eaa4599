import { systemCaller } from '../../definition/caller.ts'
import { ROOTLESS } from '../../events/record-events.ts'
import { formatMoney } from '../../lib/money.ts'
import type { DiscrepancyKind, DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { lookAgainSoon } from '../resolution/look-again.ts'
import { askAbout, type Compared, compare, compareOrders, ownOrders } from './compare-orders.ts'
import type { Connected } from './connected.ts'
import { endFindings, type Finding, LONGEST_NAME, recordFindings } from './findings.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'processors' | 'clock'>

/** Has the lease of the comparison renewed. */
export type KeepOn = () => Promise<unknown>

const ORDER_KINDS = [
  'order_unrecorded',
  'order_unseen',
  'order_result',
  'order_amount',
] as const satisfies readonly DiscrepancyKind[]
const CHUNK = 200

/**
 * Compares the orders of a processor with the books and records what differs; ends what no longer does. Returns how
 * many orders differ. Throws when the processor cannot be reached.
 */
export async function recordOrders(
  context: Context,
  connected: Connected,
  { since, until }: { since: number; until: number },
  found_by: DiscrepancyRow['found_by'],
  keepOn: KeepOn,
): Promise<number> {
  const differing = new Set<string>()
  for await (const compared of compareOrders(context.db, connected, since, until)) {
    await keepOn()
    for (const reference of await record(context, connected, compared, found_by)) differing.add(reference)
  }
  await lookAgain(context, connected, differing, keepOn)
  return differing.size
}

async function record(
  { db, store, clock }: Context,
  connected: Connected,
  compared: readonly Compared[],
  found_by: DiscrepancyRow['found_by'],
): Promise<string[]> {
  const differing = compared.filter(isDifference)
  if (differing.length === 0) return []
  for (const { own } of differing)
    if (own?.state === 'approved') await lookAgainSoon({ db, clock }, own.root_id, [own.id])
  const strangers = await ownerOf(db, connected)
  const findings = differing.map(each => findingOf(connected, each, each.own ?? strangers))
  for (const [root_id, own] of Map.groupBy(findings, each => each.root_id)) {
    for (let at = 0; at < own.length; at += CHUNK) {
      const some = own.slice(at, at + CHUNK).map(({ finding }) => finding)
      await store.transaction({ caller: systemCaller(root_id, 'worker') }, work =>
        recordFindings(work, some, found_by, clock.seconds()),
      )
    }
  }
  return findings.map(({ finding }) => finding.reference)
}

type Difference = Compared & { verdict: (typeof ORDER_KINDS)[number] }

/** That an order unknown here was declined moved no money. */
function isDifference(compared: Compared): compared is Difference {
  const { verdict, order, own } = compared
  return verdict !== 'same' && verdict !== 'open' && (own !== null || order?.result === 'approved')
}

/** Whose an order is that is not stored here: its account's, where the processor serves that one alone. */
interface Owner {
  root_id: string
  location_id: string | null
  product_transaction_id: string | null
}

const NO_OWNER: Owner = { root_id: ROOTLESS, location_id: null, product_transaction_id: null }

async function ownerOf(db: Context['db'], { accounts }: Connected): Promise<Owner> {
  const [account, ...others] = accounts
  if (!account || others.length > 0) return NO_OWNER
  const text =
    'select root_id, location_id, id as product_transaction_id from producttransaction where root_id = $1 and id = $2'
  const [owner] = await db.query<Owner>(text, [account.root_id, account.product_transaction_id])
  return owner ?? NO_OWNER
}

function findingOf({ name, processor }: Connected, { verdict, order, own }: Difference, owner: Owner) {
  const reference = (own?.id ?? order?.reference ?? '').slice(0, LONGEST_NAME)
  const finding = {
    kind: verdict,
    subject: `${name} ${reference}`,
    location_id: owner.location_id,
    product_transaction_id: owner.product_transaction_id,
    transaction_id: own?.transaction_id ?? null,
    reference,
    processor: processor.name.slice(0, LONGEST_NAME),
    ours: own && `${own.action} ${own.state} ${formatMoney(BigInt(own.amount))}`,
    theirs: order && `${order.action} ${order.result} ${formatMoney(order.amount)}`,
  } satisfies Finding
  return { root_id: owner.root_id, finding }
}

interface OpenFinding {
  id: string
  root_id: string
  reference: string
}

const OPEN = `
select id, root_id, reference from discrepancy
 where status = 'open' and kind = any($1) and starts_with(subject, $2) and id > $3 order by id limit ${CHUNK}`

/** Asks about every order that differed before and was not found now: what was mended since is ended. */
async function lookAgain(
  context: Context,
  connected: Connected,
  differing: ReadonlySet<string>,
  keepOn: KeepOn,
): Promise<void> {
  const { db, store, clock } = context
  let last = ''
  for (;;) {
    const open = await db.query<OpenFinding>(OPEN, [ORDER_KINDS, `${connected.name} `, last])
    if (open.length === 0) return
    last = open.at(-1)!.id
    await keepOn()
    const before = open.filter(({ reference }) => !differing.has(reference))
    const mended = await mendedOf(context, connected, before)
    for (const [root_id, own] of Map.groupBy(mended, each => each.root_id)) {
      const ids = own.map(({ id }) => id)
      await store.transaction({ caller: systemCaller(root_id, 'worker') }, work =>
        endFindings(work, ids, clock.seconds()),
      )
    }
  }
}

async function mendedOf(
  { db }: Context,
  { processor }: Connected,
  open: readonly OpenFinding[],
): Promise<OpenFinding[]> {
  const own = await ownOrders(
    db,
    open.map(({ reference }) => reference),
  )
  const mended: OpenFinding[] = []
  for (const each of open) {
    const stored = own.get(each.reference)
    const { verdict } = stored ? await askAbout(db, processor, stored) : await strangeOrder(processor, each.reference)
    if (verdict === 'same') mended.push(each)
  }
  return mended
}

/** An order that is not stored here is no difference any more once the processor has taken it back. */
async function strangeOrder(processor: Connected['processor'], reference: string): Promise<Compared> {
  const found = await processor.find({ reference, action: 'sale', amount: 0n })
  const isApproved = found.seen && found.outcome.result !== 'declined'
  return isApproved ? compare(null, null) : { verdict: 'same', order: null, own: null }
}
