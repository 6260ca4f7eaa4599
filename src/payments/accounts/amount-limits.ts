import type { Database } from '../../db/database.ts'
import { type AmountLimits, ANY_AMOUNT } from '../../lib/amount-limits.ts'
import type { Connectors } from '../lifecycle/routing.ts'

/** Returns what one payment through a connector can come to; null stands for no connector. */
export function limitsOf(connectors: Connectors, connector: string | null): AmountLimits {
  const found = connector === null ? undefined : Object.getOwnPropertyDescriptor(connectors, connector)?.value
  return found?.amounts ?? ANY_AMOUNT
}

/**
 * Stores with each product what its connector declares. Every start calls it, since another version may declare other
 * limits. Safe to run in several processes at once.
 */
export async function storeAmountLimits(db: Pick<Database, 'run'>, connectors: Connectors): Promise<number> {
  const declared = Object.entries(connectors).flatMap(([name, { amounts }]) => (amounts ? [{ name, ...amounts }] : []))
  return db.run(LIMITS, [
    declared.map(({ name }) => name),
    declared.map(({ least_amount }) => least_amount),
    declared.map(({ largest_amount }) => largest_amount),
    ANY_AMOUNT.least_amount,
    ANY_AMOUNT.largest_amount,
  ])
}

const LIMITS = `
update producttransaction as p set least_amount = limits.least, largest_amount = limits.largest
  from (select a.id, a.root_id, coalesce(declared.least, $4::bigint) as least, coalesce(declared.largest, $5::bigint) as largest
          from processor_account a
          left join unnest($1::text[], $2::bigint[], $3::bigint[]) as declared (name, least, largest) on declared.name = a.connector) as limits
 where limits.id = p.processor_account_id and limits.root_id = p.root_id
   and (p.least_amount, p.largest_amount) is distinct from (limits.least, limits.largest)`
