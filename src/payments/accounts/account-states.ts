import type { Database } from '../../db/database.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { systemCaller } from '../../definition/caller.ts'
import { recordEvents } from '../../events/record-events.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { processorOf, unsealing } from '../lifecycle/routing.ts'
import { type AccountsContext, problemOf } from './processor-accounts.ts'
import { ACCOUNT, type StoredAccount } from './stored-account.ts'

/** A product's account as an operator reads it. */
export interface AccountState {
  product_transaction_id: string
  title: string
  /** The name of its location, behind that of its merchant where they differ. */
  location_name: string
  connector: string | null
  /** Why it cannot be used at this moment; null when address and credentials work. */
  problem: string | null
  /** Requests of unknown outcome at all versions of the account. */
  unknowns: number
  /** Since when a running gateway sends nothing there; null where it does. */
  circuit_ts: number | null
}

type Found = StoredAccount & Pick<AccountState, 'title' | 'location_name' | 'unknowns' | 'circuit_ts'>

const PAGE = 100
/** Accounts that are asked at once. */
const AT_ONCE = 10

/**
 * Yields the accounts of all products, in pages, each after a call to see whether it works. The calls use the secrets
 * of merchants, so the trail of each has one event for its products of a page.
 */
export async function* accountStates(context: AccountsContext): AsyncGenerator<AccountState[]> {
  const processors = unsealing(context.cipher, context.connectors)
  const stateOf = async ({ title, location_name, unknowns, circuit_ts, ...account }: Found): Promise<AccountState> => {
    const { product_transaction_id, connector } = account
    const processor = processorOf(processors, account)
    const problem = processor ? await problemOf(processor, context.clock) : 'it is not connected'
    return { product_transaction_id, title, location_name, connector, problem, unknowns, circuit_ts }
  }
  for (let last = ''; ; ) {
    const page = await pageAfter(context.db, last)
    await noteListed(context, page)
    for (let from = 0; from < page.length; from += AT_ONCE)
      yield await Promise.all(page.slice(from, from + AT_ONCE).map(stateOf))
    if (page.length < PAGE) return
    last = page.at(-1)!.product_transaction_id
  }
}

async function noteListed({ db, clock }: AccountsContext, page: readonly Found[]): Promise<void> {
  const events = [...Map.groupBy(page, ({ root_id }) => root_id)].map(([root_id, products]) => ({
    caller: systemCaller(root_id, 'operator'),
    location_id: root_id,
    noun: producttransaction.name,
    record_id: root_id,
    verb: 'processors_listed',
    details: { products: products.length },
  }))
  await recordEvents(db, clock, events)
}

function pageAfter(db: Pick<Database, 'query'>, last: string): Promise<Found[]> {
  return db.query<Found>(
    `select p.title, account.*,
            case when own.id = merchant.id then own.name else merchant.name || ', ' || own.name end as location_name,
            (select count(*) from attempt t join processor_account v on v.id = t.processor_account_id
              where v.product_transaction_id = p.id and t.state in ('pending', 'unknown'))::integer as unknowns,
            (select min(since_ts) from open_circuit c
              where c.alive_until > ${MACHINE_NOW} and c.name in (account.id, coalesce(account.connector, 'simulator'))) as circuit_ts
       from producttransaction p join lateral (${ACCOUNT}
              where a.root_id = p.root_id and a.id = p.processor_account_id) as account on true
       join location own on own.root_id = p.root_id and own.id = p.location_id
       join location merchant on merchant.root_id = p.root_id and merchant.id = p.root_id
      where p.id > $1 order by p.id limit ${PAGE}`,
    [last],
  )
}
