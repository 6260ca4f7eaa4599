import type { Row } from '../../definition/resource.ts'
import type { JobRun } from '../../definition/task.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { Product } from '../lifecycle/routing.ts'
import type { Opened } from '../vault/vaulting.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { buildFile } from './build-file.ts'
import { currentInstruments } from './notification-of-change.ts'

export const ORIGINATE = 'ach.originate'

/** Entries per file and database transaction. */
const MOST_TOGETHER = 1000
/** Products per scan. */
const MOST_PRODUCTS = 1000
/** Seconds after which a failed job is tried again, so that no file is forgotten. */
const REVIVED_AFTER = 1800

const WAITING = 'originate_ts is not null and doing is null and status_id in (131, 135)'

/** The job is keyed by the moment of the oldest waiting payment, so that one failing job does not block later files. */
const ENQUEUE = `
insert into job (id, task, payload, key, run_at, root_id, created_ts)
select ($2::text[])[place], '${ORIGINATE}', jsonb_build_object('product_transaction_id', product),
       '${ORIGINATE}:' || product || ':' || moment, $1, root_id, $1
  from (select product_transaction_id as product, root_id, min(originate_ts) as moment, row_number() over () as place
          from transaction where ${WAITING} and originate_ts <= $1
         group by product_transaction_id, root_id limit ${MOST_PRODUCTS}) as due
on conflict (key) do update set failed_ts = null, attempts = 0, run_at = $1, leased_until = null
  where job.failed_ts < $1 - ${REVIVED_AFTER}`

interface DueParts {
  db: Pick<BankContext['db'], 'query' | 'run'>
  newId(): string
}

/** Bank payments whose window has closed. */
export function originationDue({ db, newId }: DueParts) {
  return {
    name: 'bank payments that leave',
    async next(): Promise<number | null> {
      const [row] = await db.query<{ next: number | null }>(
        `select min(originate_ts) as next from transaction where ${WAITING}`,
      )
      return row?.next ?? null
    },
    enqueue: (seconds: number): Promise<number> =>
      db.run(ENQUEUE, [seconds, Array.from({ length: MOST_PRODUCTS }, newId)]),
  }
}

/** A payment that is due to leave, as read before it is locked. */
export interface Candidate {
  id: string
  /** The current instrument of its account. */
  instrument_id: string | null
}

export interface Origination {
  product: Product
  place: Row<typeof location>
  candidates: readonly Candidate[]
  opened: ReadonlyMap<string, Opened>
}

/**
 * Builds files of the waiting payments of one product. Accounts are opened first, outside of any transaction; each
 * payment is checked again once it is locked.
 */
export async function originate(bank: BankContext, { payload, root_id }: JobRun): Promise<void> {
  const { product_transaction_id } = payload as { product_transaction_id: string }
  const actor = bankActor(root_id ?? '')
  const read = bank.store.reader(actor.caller)
  const product = await read.one(producttransaction, product_transaction_id, 'product_transaction_id')
  const place = await read.one(location, product.location_id, 'location_id')
  for (;;) {
    const found = await bank.db.query<Candidate>(
      `select id, instrument_id from transaction
        where ${WAITING} and product_transaction_id = $1 and originate_ts <= $2
        order by id limit ${MOST_TOGETHER}`,
      [product.id, bank.clock.seconds()],
    )
    if (found.length === 0) return
    const accounts = found.flatMap(({ instrument_id }) => instrument_id ?? [])
    const latest = await currentInstruments(bank.db, accounts)
    const current = (id: string) => latest.get(id) ?? id
    const opened = await bank.vaulting.openAll(actor.caller, accounts.map(current))
    const candidates = found.map(each => ({
      ...each,
      instrument_id: each.instrument_id && current(each.instrument_id),
    }))
    const moved = await bank.store.transaction(actor, work =>
      buildFile(bank, work, { product, place, candidates, opened }),
    )
    // The remaining candidates are locked elsewhere or were taken by another worker.
    if (moved === 0) return
  }
}
