import type { Tx } from '../../db/database.ts'
import type { SideStatement } from '../../definition/store.ts'
import type { Outcome } from '../../ports/processor.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { Continued, NetworkId } from '../vaulting.ts'

/**
 * Returns the id that a later payment names: the one of its own processor account, otherwise the oldest of all. The
 * networks know an id whichever processor reported it.
 */
export function originalIdOf(ids: readonly NetworkId[], processor_account_id: string | null): string | undefined {
  const own = ids.find(each => each.processor_account_id === processor_account_id)
  return (own ?? ids[0])?.network_transaction_id
}

/** Only these have an issuer approve a payment, so only their ids begin a series. */
const BEGINNINGS: readonly string[] = ['sale', 'authonly', 'avsonly']

interface ApprovedOrder {
  row: TransactionRow
  attempt: { action: string; processor_account_id: string }
  outcome: Pick<Outcome, 'network_transaction_id' | 'cvv_response'>
}

/**
 * Returns the statement that keeps the network's id of an approved order with its stored account; null where there is
 * no id. An account that has one gets no second one from the merchant's payments, because they named the first. Its
 * holder, who gave the security code, begins a series at each processor account.
 */
export function networkIdKept({ row, attempt, outcome }: ApprovedOrder): SideStatement | null {
  const { root_id, instrument_id } = row
  const { network_transaction_id, cvv_response } = outcome
  if (!network_transaction_id || !instrument_id || !BEGINNINGS.includes(attempt.action)) return null
  const is_by_holder = cvv_response !== null
  const values = [root_id, instrument_id, attempt.processor_account_id, network_transaction_id, is_by_holder]
  return { text: KEEP, values }
}

const KEEP = `
update instrument set network_ids = network_ids
       || jsonb_build_object('processor_account_id', $3::text, 'network_transaction_id', $4::text)
 where root_id = $1 and id = $2
   and (network_ids = '[]' or $5 and not network_ids @> jsonb_build_array(jsonb_build_object('processor_account_id', $3::text)))`

/**
 * Keeps the network's id of an earlier payment or check with an instrument that is stored or used again because of it,
 * unless the instrument has one.
 */
export async function keepIdOf(
  db: Pick<Tx, 'query'>,
  { root_id, instrument_id, transaction_id }: Continued,
): Promise<void> {
  await db.query(KEEP_EARLIER, [root_id, instrument_id, transaction_id, BEGINNINGS])
}

const APPROVED = `root_id = $1 and transaction_id = $3 and purpose = 'order' and action = any($4)
         and state = 'approved' and network_transaction_id is not null`

const KEEP_EARLIER = `
with earlier as (
  select processor_account_id, network_transaction_id from attempt where ${APPROVED}
  union all
  select processor_account_id, network_transaction_id from archived_attempt where ${APPROVED}
  limit 1)
update instrument
   set network_ids = jsonb_build_array(
         jsonb_build_object('processor_account_id', e.processor_account_id, 'network_transaction_id', e.network_transaction_id))
  from earlier e
 where instrument.root_id = $1 and instrument.id = $2 and network_ids = '[]'`
