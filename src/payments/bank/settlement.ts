import type { UnitOfWork } from '../../definition/store.ts'
import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask, type JobRun } from '../../jobs/declare/task.ts'
import { bankDate } from '../../lib/banking-day.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import type { EntryRow } from './ach-file.ts'
import { lockEntry } from './acknowledgement.ts'
import { type BankContext, bankActor } from './bank-context.ts'

export const settleTask = defineTask<object>('ach.settle')

const CHUNK = 200

/** Accepted entries whose settlement date has come. */
export const settlementDue = dueScan({
  name: 'bank payments that settle',
  table: 'ach_entry',
  column: 'settle_ts',
  where: `state = 'accepted'`,
  by: null,
  task: settleTask,
  payload: {},
  most: 1,
  revive: 1800,
})

/** Settles due entries, in groups of one tree. */
export async function settleEntries(bank: BankContext, { seconds }: Pick<JobRun, 'seconds'>): Promise<void> {
  for (;;) {
    const due = await bank.db.query<EntryRow>(
      `select * from ach_entry where state = 'accepted' and settle_ts <= $1 order by root_id, transaction_id limit ${CHUNK}`,
      [seconds],
    )
    if (due.length === 0) return
    const [first] = due
    const together = due.filter(({ root_id }) => root_id === first!.root_id)
    await bank.store.transaction(bankActor(first!.root_id), async work => {
      for (const entry of together) await settle(bank, work, entry)
    })
  }
}

async function settle(bank: BankContext, work: UnitOfWork, found: EntryRow): Promise<void> {
  const held = await lockEntry(work, found, ['accepted'])
  if (!held) return
  const { row, entry } = held
  const seconds = bank.clock.seconds()
  await work.query(`update ach_entry set state = 'settled', settled_ts = $2 where id = $1`, [entry.id, seconds])
  if (row?.status_id !== STATUS.ach_originated) return
  const settle_date = bankDate(entry.settle_ts).toString()
  await work.update(transaction, row, { status_id: STATUS.ach_settled, settle_date })
}
