import type { Offered, RecordAction } from './action.ts'
import { invoiceActions, paylinkActions, recurringActions } from './billing-actions.ts'
import { batchActions, paymentActions } from './payment-actions.ts'
import { configActions, isReplayable, sendAgain } from './postback-actions.ts'
import type { RecordView } from './read-record.ts'

const OFFERED: Record<string, (view: RecordView) => Offered[]> = {
  transaction: paymentActions,
  quickinvoice: invoiceActions,
  paylink: paylinkActions,
  recurring: recurringActions,
  transactionbatch: batchActions,
  postbackconfig: configActions,
  postback_log: ({ record }) => [isReplayable(record) && sendAgain(record)],
}

/** Returns what the API allows to be done with a record now. */
export function actionsOf(view: RecordView): RecordAction[] {
  return (OFFERED[view.resource.name]?.(view) ?? []).filter(each => each !== false)
}
