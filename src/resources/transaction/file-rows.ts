import { STATUS, TYPE } from './transaction.ts'

type Shown = Record<string, unknown>

/**
 * The rows of a transaction in a file. One that was voided, or came back from the bank, stands there as it was before, in a row of its own
 * just above: whoever reads the file can post the first and then take it back, and need not know whether it has been read before. What came
 * back has "cb" behind its id.
 */
export function fileRows(record: Shown): Shown[] {
  if (record.status_id === STATUS.voided) return [beforeVoid(record), record]
  if (record.status_id !== STATUS.charged_back && record.status_id !== STATUS.ach_rejected) return [record]
  const description = `ACH Reject-${record.description ?? ''}`
  return [beforeReject(record), { ...record, id: `${record.id}cb`, description }]
}

function beforeVoid(record: Shown): Shown {
  const { auth_amount, type_id, payment_method, transaction_batch_id } = record
  const approved =
    type_id === TYPE.refund ? STATUS.refunded : transaction_batch_id === null ? STATUS.authorized : STATUS.sale
  const status_id = payment_method === 'ach' ? STATUS.ach_pending : approved
  return { ...record, status_id, transaction_amount: Number(auth_amount ?? 0), void_date: null }
}

function beforeReject(record: Shown): Shown {
  const sent = record.settle_date === null ? STATUS.ach_originated : STATUS.ach_settled
  const status_id = record.status_id === STATUS.ach_rejected ? STATUS.ach_pending : sent
  return { ...record, status_id, charge_back_date: null, return_date: null }
}
