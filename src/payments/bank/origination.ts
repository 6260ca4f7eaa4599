import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask, type JobRun } from '../../jobs/declare/task.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { buildFile, type Candidate } from './build-file.ts'
import { currentInstruments } from './notification-of-change.ts'

export const originateTask = defineTask<{ product_transaction_id: string }>('ach.originate')

/** Entries per file and database transaction. */
const ENTRIES_PER_FILE = 1000

const WAITING = 'originate_ts is not null and doing is null and status_id in (131, 135)'

/** Bank payments whose window has closed. A job that was given up is revived, so that no file is forgotten. */
export const originationDue = dueScan({
  name: 'bank payments that leave',
  table: 'transaction',
  column: 'originate_ts',
  where: WAITING,
  by: 'product_transaction_id',
  task: originateTask,
  payload: { product_transaction_id: 'product_transaction_id' },
  most: 1000,
  revive: 1800,
})

/**
 * Builds files of the waiting payments of one product. Accounts are opened first, outside of any transaction; each
 * payment is checked again once it is locked.
 */
export async function originate(
  bank: BankContext,
  { payload, root_id }: JobRun<{ product_transaction_id: string }>,
): Promise<void> {
  const { product_transaction_id } = payload
  const actor = bankActor(root_id ?? '')
  const read = bank.store.reader(actor.caller)
  const product = await read.one(producttransaction, product_transaction_id, 'product_transaction_id')
  const place = await read.one(location, product.location_id, 'location_id')
  for (;;) {
    const found = await bank.db.query<Candidate>(
      `select id, instrument_id from transaction
        where ${WAITING} and product_transaction_id = $1 and originate_ts <= $2
        order by id limit ${ENTRIES_PER_FILE}`,
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
