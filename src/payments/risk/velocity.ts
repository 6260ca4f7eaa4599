import type { SideStatement, UnitOfWork } from '../../definition/store.ts'
import { localDate } from '../../lib/local-date.ts'
import { STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { PaymentPlan } from '../lifecycle/plan.ts'

/** Sorts of bank payments that are counted, and limited, each for itself. */
type Kind = 'debit' | 'refund' | 'credit'

/** What may be taken in on a day or in a month; null is no limit, cents. */
interface Most {
  items: number | null
  amount: bigint | null
}

/** A bank payment that asks for its place within the limits of its product. */
export interface Claim {
  root_id: string
  product_transaction_id: string
  kind: Kind
  /** `YYYY-MM-DD` in the zone of the product, else of the location. */
  date: string
  amount: bigint
  largest: bigint | null
  day: Most
  month: Most
}

/** The place that a payment frees. */
export interface FreedPlace {
  root_id: string
  product_transaction_id: string
  kind: Kind
  date: string
  amount: bigint
}

/**
 * What a payment claims of its product's limits (contract 2.15, `velocity_settings`); null where nothing is counted:
 * cards. Limits of amounts are whole dollars; a limit of 0 allows nothing, null everything.
 */
export function claimOf({ payment, product, place, funding }: PaymentPlan, seconds: number): Claim | null {
  const kind = (['debit', 'refund', 'credit'] as const).find(each => each === payment.action)
  if (!kind || funding.payment_method !== 'ach') return null
  const settings = product.velocity_settings as Record<string, number | null>
  const count = (name: string) => settings[`${kind}_${name}`] ?? null
  const amount = (name: string) => {
    const dollars = count(name)
    return dollars === null ? null : BigInt(dollars) * 100n
  }
  return {
    root_id: product.root_id,
    product_transaction_id: product.id,
    kind,
    date: localDate(seconds, product.tz || place?.tz).toString(),
    amount: payment.amount,
    largest: amount('largest_item'),
    day: { items: count('items_per_day'), amount: amount('daily_aggregate') },
    month: { items: count('items_per_month'), amount: amount('monthly_aggregate') },
  }
}

/** Whether a payment could be beyond any limit. */
function isLimited({ largest, day, month }: Claim): boolean {
  return [largest, day.items, day.amount, month.items, month.amount].some(limit => limit !== null)
}

/**
 * Takes the places of payments in their order and returns which of them are within the limits of their product; null
 * claims none. The rows are locked until the transaction ends. Where there is no limit a payment is only counted.
 */
export async function takePlaces(work: UnitOfWork, claims: readonly (Claim | null)[]): Promise<boolean[]> {
  const uses = await lockUses(work, claims.filter(claim => claim !== null && isLimited(claim)) as Claim[])
  const within = claims.map(claim => claim === null || !isLimited(claim) || takesPlace(uses, claim))
  const taken = claims.filter((claim, index) => claim !== null && within[index]) as Claim[]
  await add(work, taken)
  return within
}

function takesPlace(uses: Map<string, Use>, claim: Claim): boolean {
  const periods = periodsOf(claim)
  if (
    isTooLarge(claim) ||
    !periods.every(({ period, most }) => fits(uses.get(keyOf(claim, period)), claim.amount, most))
  )
    return false
  for (const { period } of periods) {
    const use = uses.get(keyOf(claim, period)) ?? { items: 0, amount: 0n }
    uses.set(keyOf(claim, period), { items: use.items + 1, amount: use.amount + claim.amount })
  }
  return true
}

/**
 * Returns the place that a change of a bank payment frees: what was voided, declined or never sent no longer counts.
 * Returned money was sent, so it does. A payment beyond a limit never had a place.
 */
export function freedBy(
  before: TransactionRow,
  after: Pick<TransactionRow, 'status_id' | 'velocity_date'>,
): FreedPlace | null {
  const kind = KINDS[before.type_id]
  if (!kind || before.velocity_date === null || after.velocity_date === null) return null
  if (UNCOUNTED.includes(before.status_id) || !UNCOUNTED.includes(after.status_id)) return null
  const { root_id, product_transaction_id, velocity_date, transaction_amount } = before
  return { root_id, product_transaction_id, kind, date: velocity_date, amount: transaction_amount }
}

/**
 * The statements that free places. All payments of a product queue for these rows, so they come last in a
 * transaction.
 */
export function placesFreed(freed: readonly FreedPlace[]): SideStatement[] {
  const sums = summed(freed.flatMap(each => periodsOf(each).map(({ period }) => ({ ...each, period }))))
  return sums.map(({ root_id, product_transaction_id, kind, period, items, amount }) => ({
    text: `update velocity_use set items = items - $4, amount = amount - $5
            where product_transaction_id = $1 and kind = $2 and period = $3 and root_id = $6`,
    values: [product_transaction_id, kind, period, items, amount.toString(), root_id],
  }))
}

const KINDS: Record<number, Kind> = { [TYPE.debit]: 'debit', [TYPE.refund]: 'refund', [TYPE.credit]: 'credit' }
const UNCOUNTED: readonly number[] = [STATUS.voided, STATUS.declined, STATUS.ach_rejected]

interface Use {
  items: number
  amount: bigint
}

function isTooLarge({ amount, largest }: Claim): boolean {
  return largest !== null && amount > largest
}

function fits(use: Use = { items: 0, amount: 0n }, amount: bigint, most: Most): boolean {
  const { items } = most
  return (items === null || use.items + 1 <= items) && (most.amount === null || use.amount + amount <= most.amount)
}

const OPEN: Most = { items: null, amount: null }

function periodsOf(claim: { date: string } & Partial<Pick<Claim, 'day' | 'month'>>): { period: string; most: Most }[] {
  return [
    { period: claim.date.slice(0, 7), most: claim.month ?? OPEN },
    { period: claim.date, most: claim.day ?? OPEN },
  ]
}

type Counted = Pick<Claim, 'root_id' | 'product_transaction_id' | 'kind' | 'amount'> & { period: string; most?: Most }

function keyOf(
  { product_transaction_id, kind }: Pick<Counted, 'product_transaction_id' | 'kind'>,
  period: string,
): string {
  return `${product_transaction_id} ${kind} ${period}`
}

/** One sum for each row, in the order in which rows are locked. */
function summed(counted: readonly Counted[]): (Counted & { items: number })[] {
  const sums = new Map<string, Counted & { items: number }>()
  for (const each of counted) {
    const key = keyOf(each, each.period)
    const sum = sums.get(key)
    sums.set(key, { ...each, items: (sum?.items ?? 0) + 1, amount: (sum?.amount ?? 0n) + each.amount })
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

const ADD = `
insert into velocity_use as held (product_transaction_id, kind, period, items, amount, most_items, most_amount, root_id)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (product_transaction_id, kind, period, root_id) do update
   set items = held.items + excluded.items, amount = held.amount + excluded.amount,
       most_items = excluded.most_items, most_amount = excluded.most_amount`

async function add(work: UnitOfWork, claims: readonly Claim[]): Promise<void> {
  const sums = summed(claims.flatMap(claim => periodsOf(claim).map(each => ({ ...claim, ...each }))))
  for (const { root_id, product_transaction_id, kind, period, items, amount, most = OPEN } of sums) {
    const limits = [most.items, most.amount?.toString() ?? null]
    await work.query(ADD, [product_transaction_id, kind, period, items, amount.toString(), ...limits, root_id])
  }
}

/** Locks the rows that claims would add to; those that are missing are inserted. */
async function lockUses(work: UnitOfWork, claims: readonly Claim[]): Promise<Map<string, Use>> {
  const uses = new Map<string, Use>()
  const rows = summed(claims.flatMap(claim => periodsOf(claim).map(each => ({ ...claim, ...each }))))
  for (const { root_id, product_transaction_id, kind, period } of rows) {
    const [use] = await work.query<{ items: unknown; amount: unknown }>(
      `insert into velocity_use as held (product_transaction_id, kind, period, items, amount, root_id) values ($1, $2, $3, 0, 0, $4)
       on conflict (product_transaction_id, kind, period, root_id) do update set items = held.items
       returning items, amount`,
      [product_transaction_id, kind, period, root_id],
    )
    uses.set(keyOf({ product_transaction_id, kind }, period), {
      items: Number(use!.items),
      amount: BigInt(String(use!.amount)),
    })
  }
  return uses
}
