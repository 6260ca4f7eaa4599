import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { STATUS } from './transaction.states.ts'

/** Which statuses a transaction went through, for `expand=transaction_histories`. */
export const transactionProjections: Projection[] = [{ on: 'transaction', verbs: 'any', fold: noteStatus }]

/** Not an event of its own: the transaction's is one. */
async function noteStatus(work: UnitOfWork, { row, before }: DomainEvent): Promise<void> {
  if (row.status_id === STATUS.pending || row.status_id === before?.status_id) return
  const seconds = row.modified_ts as number
  await work.query(
    `insert into transactionhistory (id, root_id, transaction_id, status_id, event_date_ts, location_id, created_ts, modified_ts)
     values ($1, $2, $3, $4, $5, $6, $5, $5)`,
    [newId(seconds * 1000), row.root_id, row.id, row.status_id, seconds, row.location_id],
  )
}
