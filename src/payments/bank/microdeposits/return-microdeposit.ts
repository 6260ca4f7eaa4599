import type { UnitOfWork } from '../../../definition/store.ts'
import { type MicrodepositRow, microdeposit } from '../../../resources/microdeposit/microdeposit.ts'
import type { EntryRow } from '../ach-file.ts'
import { blockAccounts } from '../block-accounts.ts'
import { returnRule } from '../return-codes.ts'
import { originatesAt } from '../windows.ts'

type Entry = Pick<EntryRow, 'id' | 'root_id' | 'instrument_id'>

/**
 * Applies a return to a verification. An account that lacked the few cents is still the right one; every other return
 * ends the verification.
 */
export async function applyMicrodepositReturn(
  work: UnitOfWork,
  entry: Entry,
  returned: { code: string; reason_code_id: number; seconds: number },
): Promise<void> {
  const rule = returnRule(returned.code)
  if (rule.retry) return
  const row = await endMicrodeposit(work, entry, returned.reason_code_id)
  if (row) await blockAccounts(work, { ...entry, recurring_id: null }, rule, returned.reason_code_id, returned.seconds)
}

/** Ends the verification of an entry, even a confirmed one: the account is not valid. */
export async function endMicrodeposit(
  work: UnitOfWork,
  entry: Pick<Entry, 'id'>,
  reason_code_id: number,
): Promise<MicrodepositRow | null> {
  const row = await rowOf(work, entry)
  if (!row || row.status === 'returned') return null
  return work.update(microdeposit, row, { status: 'returned', reason_code_id, originate_ts: null })
}

/** Sends the deposits with the next file after the bank refused theirs. */
export async function requeueMicrodeposit(work: UnitOfWork, entry: Pick<Entry, 'id'>, seconds: number): Promise<void> {
  const row = await rowOf(work, entry)
  if (row?.status !== 'sent') return
  const originate_ts = originatesAt({ amount: 1n, effective_date: null }, false, seconds)
  const set = { status: 'pending' as const, originate_ts, settle_date: null, arrive_ts: null }
  await work.update(microdeposit, row, set)
}

async function rowOf(work: UnitOfWork, { id }: Pick<Entry, 'id'>): Promise<MicrodepositRow | null> {
  const [found] = await work.query<{ microdeposit_id: string }>(
    'select microdeposit_id from microdeposit_entry where ach_entry_id = $1',
    [id],
  )
  return found ? work.lock(microdeposit, found.microdeposit_id) : null
}
