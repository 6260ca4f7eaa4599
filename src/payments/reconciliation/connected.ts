import type { Queryable } from '../../db/database.ts'
import type { Processor } from '../../ports/processor.ts'
import { ACCOUNT, type StoredAccount } from '../accounts/stored-account.ts'
import { type Processors, processorOf } from '../lifecycle/routing.ts'

/** A processor with the accounts that it serves as one: of a real one a single account, of the simulator all. */
export interface Connected {
  /** What its comparisons are stored by. */
  name: string
  processor: Processor
  accounts: readonly StoredAccount[]
}

/** Orders of an account are asked about, voided and returned for some weeks after its product has got a new one. */
const STILL_USED = 45 * 86_400
const CHUNK = 1000

/** Returns each processor with an account that a product has now, or had within the last weeks before `seconds`. */
export function connectedNow(db: Queryable, processors: Processors, seconds: number): Promise<Connected[]> {
  return connectedBy(db, processors, seconds - STILL_USED)
}

/** Returns each processor with all accounts there ever were. */
export function everConnected(db: Queryable, processors: Processors): Promise<Connected[]> {
  return connectedBy(db, processors, null)
}

const IN_USE = `
  exists (select from producttransaction p where p.root_id = a.root_id and p.id = a.product_transaction_id and p.processor_account_id = a.id)
  or exists (select from processor_account n
              where n.root_id = a.root_id and n.product_transaction_id = a.product_transaction_id
                and n.version = a.version + 1 and n.created_ts > $2)`

/** `after`: only accounts that were in use since then; null for all. */
async function connectedBy(db: Queryable, processors: Processors, after: number | null): Promise<Connected[]> {
  const found = new Map<Processor, StoredAccount[]>()
  const text = `${ACCOUNT} where a.id > $1 and ($2::bigint is null or ${IN_USE}) order by a.id limit ${CHUNK}`
  for (let last = ''; ; ) {
    const accounts = await db.query<StoredAccount>(text, [last, after])
    for (const account of accounts) {
      const processor = processorOf(processors, account)
      if (processor) found.set(processor, [...(found.get(processor) ?? []), account])
    }
    if (accounts.length < CHUNK) break
    last = accounts.at(-1)!.id
  }
  return [...found].map(([processor, accounts]) => ({ name: `account ${accounts[0]!.id}`, processor, accounts }))
}
