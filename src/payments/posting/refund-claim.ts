import { type Actor, overRows, type SideStatement, type UnitOfWork } from '../../definition/store.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { lockRecords } from './posting-batch.ts'

/** What a refund claims of its original, minor units: reserved while it is pending, taken once it is approved. */
export interface RefundClaim {
  pending: bigint
  refunded: bigint
  /** What of `refunded` is surcharge. */
  surcharge: bigint
}

/** How the claim of a refund changes. */
interface ClaimStep extends RefundClaim {
  refund: TransactionRow
  actor: Actor
}

/**
 * Moves claims on originals. PostgreSQL refuses to let claims exceed what was captured. Statements that come last
 * (`closing`) are sent with the originals where these are written.
 */
export async function moveClaims(
  work: UnitOfWork,
  steps: readonly ClaimStep[],
  closing: SideStatement[],
): Promise<void> {
  const of_originals = Map.groupBy(steps, ({ refund }) => refund.previous_transaction_id!)
  const [reserved, taken] = [new Map<string, bigint>(), new Map<string, readonly ClaimStep[]>()]
  for (const [id, own] of of_originals)
    if (own.every(({ refunded }) => refunded === 0n)) reserved.set(id, sumOf(own, 'pending'))
    else taken.set(id, own)
  const ids = [...of_originals.keys()].toSorted()
  const originals = taken.size > 0 || ids.length > 1 ? await lockRecords(work, transaction, ids) : new Map()
  await reserve(work, reserved)
  await work.updateAll(
    transaction,
    [...taken].map(([id, own]) => {
      const original: TransactionRow | undefined = originals.get(id)
      if (!original) throw new Error(`the original of refund ${own[0]!.refund.id} is gone`)
      const refund_pending_amount = original.refund_pending_amount + sumOf(own, 'pending')
      const refunded_amount = original.refunded_amount + sumOf(own, 'refunded')
      const refunded_surcharge_amount = original.refunded_surcharge_amount + sumOf(own, 'surcharge')
      const surcharge = original.surcharge_id ? { refunded_surcharge_amount } : {}
      const set = { refund_pending_amount, refunded_amount, ...surcharge }
      return { row: original, set, actor: own.at(-1)!.actor }
    }),
    taken.size > 0 ? closing.splice(0) : [],
  )
}

function sumOf(steps: readonly ClaimStep[], name: keyof RefundClaim): bigint {
  return steps.reduce((sum, step) => sum + step[name], 0n)
}

async function reserve(work: UnitOfWork, steps: ReadonlyMap<string, bigint>): Promise<void> {
  if (steps.size === 0) return
  const { text, values } = reserved(steps)
  await work.query(text, values)
}

/** The statement that reserves amounts on originals. A reservation is not visible from outside, so it is no event. */
export function reserved(steps: Iterable<[id: string, step: bigint]>): SideStatement {
  return overRows(
    RESERVE,
    [...steps].map(([id, step]) => ({ id, step: String(step) })),
  )
}

// The ids are there twice, so that originals are found by them whatever PostgreSQL knows of the table.
const RESERVE = `
update transaction set refund_pending_amount = refund_pending_amount + said.step
  from json_to_recordset($1) as said (id text, step bigint)
 where transaction.id = said.id
   and transaction.id = any(array(select id from json_to_recordset($1) as named (id text)))`
