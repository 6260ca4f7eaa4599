import type { UnitOfWork } from '../../definition/store.ts'
import type { JobRun } from '../../definition/task.ts'
import { bankDate } from '../../lib/banking-day.ts'
import { STATUS, transaction } from '../../resources/transaction/transaction.ts'
import type { EntryRow } from './ach-file.ts'
import { lockEntry } from './acknowledgement.ts'
import { type BankContext, bankActor } from './bank-context.ts'

export const SETTLE = 'ach.settle'

const CHUNK = 200

interface DueParts {
  db: Pick<BankContext['db'], 'query' | 'run'>
  newId(): string
}

/** Accepted entries whose settlement date has come. */
export function settlementDue({ db, newId }: DueParts) {
  return {
    name: 'bank payments that settle',
    async next(): Promise<number | null> {
      const [row] = await db.query<{ next: number | null }>(
        `select min(settle_ts) as next from ach_entry where state = 'accepted'`,
      )
      return row?.next ?? null
    },
    enqueue: (seconds: number): Promise<number> =>
      db.run(
        `insert into job (id, task, payload, key, run_at, created_ts)
         select $2, '${SETTLE}', '{}', '${SETTLE}:' || min(settle_ts), $1, $1
           from ach_entry where state = 'accepted' and settle_ts <= $1 having count(*) > 0
         on conflict (key) do update set failed_ts = null, attempts = 0, run_at = $1, leased_until = null
           where job.failed_ts < $1 - 1800`,
        [seconds, newId()],
      ),
  }
}

/** Settles due entries, in groups of one tree. */
export async function settleEntries(bank: BankContext, { seconds }: JobRun): Promise<void> {
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
