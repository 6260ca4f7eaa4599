import type { Effect } from '../../definition/rules.ts'
import { receiptTask, STATUS, type TransactionRow } from '../../resources/transaction/transaction.ts'
import type { PostingBatch } from './posting-batch.ts'

/**
 * The jobs that mail the receipts of a payment that has just been approved: to the address it named, and to its contact where
 * that one wants a receipt of everything (contract 2.4, 2.13). By whatever way it was made.
 */
export async function receiptEffects(
  open: PostingBatch,
  before: TransactionRow,
  after: TransactionRow,
): Promise<Effect[]> {
  const isNew = after.outcome === 'approved' && before.outcome !== 'approved'
  if (!isNew || after.status_id === STATUS.avs_checked || after.status_id === STATUS.voided) return []
  const payer = await open.payerOf(after.contact_id)
  const asked = [after.notification_email_address, payer?.email_trx_receipt ? payer.email : null]
  const addresses = new Set(asked.flatMap(address => (address ? [address.toLowerCase()] : [])))
  return [...addresses].map(address => {
    const to = asked.find(each => each?.toLowerCase() === address) ?? address
    return receiptTask.effect({ transaction_id: after.id, to }, { key: `${receiptTask.name}:${after.id}:${address}` })
  })
}
