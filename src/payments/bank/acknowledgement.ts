import type { UnitOfWork } from '../../definition/store.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import { type EntryRow, type FileRow, traceOf } from './ach-file.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { endMicrodeposit, requeueMicrodeposit } from './microdeposits/return-microdeposit.ts'
import { originatesAt } from './windows.ts'

/** The bank's acknowledgement of a file. */
export interface Acknowledgement {
  /** The name it was delivered under. */
  file: string
  /** `refused`: the bank processes nothing of the file. */
  status: 'accepted' | 'refused'
  reason: string
  /** Rejected entries of an accepted file. */
  entries: { trace: string; reason: string; reason_code_id: number }[]
}

/** Entries per database transaction. */
const CHUNK = 200

/**
 * Stores the acknowledgement of a file. Entries are updated in groups and the file last, so that an interrupted run
 * can be resumed. Returns false for a file that is not ours.
 */
export async function acknowledge(bank: BankContext, acknowledgement: Acknowledgement): Promise<boolean> {
  const [file] = await bank.db.query<FileRow>('select * from ach_file where name = $1', [acknowledgement.file])
  if (!file) return false
  if (file.state === 'acknowledged' || file.state === 'refused') return true
  const rejected = new Map(acknowledgement.entries.map(entry => [entry.trace, entry]))
  for (;;) {
    const entries = await bank.db.query<EntryRow>(
      `select * from ach_entry where ach_file_id = $1 and state = 'presented' order by transaction_id limit ${CHUNK}`,
      [file.id],
    )
    if (entries.length === 0) break
    await bank.store.transaction(bankActor(file.root_id), async work => {
      for (const entry of entries) {
        if (acknowledgement.status === 'refused') await withdraw(bank, work, entry)
        else await accept(bank, work, entry, rejected.get(traceOf(entry)) ?? null)
      }
    })
  }
  const state = acknowledgement.status === 'accepted' ? 'acknowledged' : 'refused'
  await bank.db.run(`update ach_file set state = $2, refusal = $3, answered_ts = $4 where id = $1`, [
    file.id,
    state,
    acknowledgement.status === 'refused' ? acknowledgement.reason.slice(0, 512) : null,
    bank.clock.seconds(),
  ])
  if (state === 'refused')
    bank.log.error(
      { file: file.name, reason: acknowledgement.reason },
      'the bank refused a file; its payments leave with the next',
    )
  return true
}

/** Locks the payment of an entry and then the entry; null when the entry is in none of these states any more. */
export async function lockEntry(
  work: UnitOfWork,
  { id, transaction_id }: Pick<EntryRow, 'id' | 'transaction_id'>,
  states: readonly EntryRow['state'][],
) {
  const row = transaction_id === null ? null : await work.lock(transaction, transaction_id)
  const [entry] = await work.query<EntryRow>('select * from ach_entry where id = $1 for update', [id])
  return entry && states.includes(entry.state) ? { row, entry } : null
}

async function accept(
  bank: BankContext,
  work: UnitOfWork,
  found: EntryRow,
  rejection: Acknowledgement['entries'][number] | null,
): Promise<void> {
  const held = await lockEntry(work, found, ['presented'])
  if (!held) return
  const { row, entry } = held
  const seconds = bank.clock.seconds()
  if (!rejection) {
    await work.query(`update ach_entry set state = 'accepted' where id = $1`, [entry.id])
    if (row?.status_id === STATUS.ach_originating)
      await work.update(transaction, row, { status_id: STATUS.ach_originated })
    return
  }
  const { reason, reason_code_id } = rejection
  await work.query(`update ach_entry set state = 'rejected', return_code = $2, returned_ts = $3 where id = $1`, [
    entry.id,
    String(reason_code_id).slice(0, 8),
    seconds,
  ])
  if (entry.kind !== 'payment') await endMicrodeposit(work, entry, reason_code_id)
  if (row?.status_id !== STATUS.ach_originating) return
  const set = { status_id: STATUS.ach_rejected, reason_code_id, verbiage: reason.slice(0, 255), dup_key: null }
  await postOutcome(work, row, set, 'updated', seconds)
}

/** The bank has processed nothing, so the payment waits for the next file. */
async function withdraw(bank: BankContext, work: UnitOfWork, found: EntryRow): Promise<void> {
  const held = await lockEntry(work, found, ['presented'])
  if (!held) return
  const { row, entry } = held
  await work.query(`update ach_entry set state = 'withdrawn' where id = $1`, [entry.id])
  if (entry.kind !== 'payment') await requeueMicrodeposit(work, entry, bank.clock.seconds())
  if (row?.status_id !== STATUS.ach_originating) return
  const amount = BigInt(entry.amount)
  const originate_ts = originatesAt({ amount, effective_date: row.effective_date }, false, bank.clock.seconds())
  await work.update(transaction, row, { status_id: STATUS.ach_pending, originate_ts })
}
