import { formatMoney, type Money, parseMoney, sumMoney } from '../../../src/lib/money.ts'
import { STATUS } from '../../../src/resources/transaction/transaction.states.ts'
import { paymentsOf } from '../../../src/resources/transactionbatch/settleable.ts'
import { PROCESSING } from '../../../src/resources/transactionbatch/transactionbatch.ts'
import type { Offered } from './action.ts'
import type { ApiRecord } from './brief.ts'
import type { RecordView } from './read-record.ts'

export function paymentActions(view: RecordView): Offered[] {
  return [...followUps(view), refund(view), resolve(view)]
}

/** Changes of a payment that the API says are allowed now. */
function followUps({ id, record }: RecordView): Offered[] {
  const change = (action: string) => (form: URLSearchParams) => {
    const transaction = { action, ...amountIn(form) }
    return { method: 'PUT', path: `transactions/${id}`, body: { transaction } } as const
  }
  const whole = parseMoney(record.auth_amount) ?? 0n
  return [
    record.is_completable === true && {
      name: 'capture',
      button: 'Capture',
      says: 'Takes the amount that is held; all of it without an amount.',
      amount: '',
      doing: change('authcomplete'),
    },
    record.is_voidable === true && {
      name: 'void',
      button: 'Void',
      says: 'Undoes all of it before it is settled.',
      doing: change('void'),
    },
    record.is_reversible === true &&
      whole > 1n && {
        name: 'reverse',
        button: 'Reverse in part',
        says: 'Releases a part. The amount is the new total.',
        amount: formatMoney(whole / 2n),
        doing: change('partialreversal'),
      },
  ]
}

/** Refunds that were refused or taken back give nothing back. */
const NOT_GIVEN: readonly unknown[] = [STATUS.declined, STATUS.voided, STATUS.ach_rejected, STATUS.charged_back]

function refund({ id, record, related }: RecordView): Offered {
  if (record.is_refundable !== true) return false
  const refunds = related.find(({ field }) => field === 'previous_transaction_id')?.records ?? []
  const given = refunds.filter(({ status_id }) => !NOT_GIVEN.includes(status_id)).map(amountOf)
  const left = amountOf({ transaction_amount: record.auth_amount }) - sumMoney(given)
  return {
    name: 'refund',
    button: 'Refund',
    says: 'Gives back all or a part, as a transaction of its own.',
    amount: formatMoney(left > 0n ? left : 1n),
    doing(form) {
      const { payment_method, location_id, product_transaction_id } = record
      const payment = { action: 'refund', payment_method, location_id, product_transaction_id }
      const transaction = { ...payment, previous_transaction_id: id, ...amountIn(form) }
      return { method: 'POST', path: 'transactions', body: { transaction } }
    },
  }
}

/** A payment that is_stuck waits for a person. */
function resolve({ id, record, attempts }: RecordView): Offered {
  const choices = [...new Set(attempts.flatMap(({ resolutions }) => resolutions as string[]))]
  if (record.is_stuck !== true || choices.length === 0) return false
  return {
    name: 'resolve',
    button: 'Decide',
    says: 'The processor gives no final answer: decide the outcome.',
    choices,
    doing(form) {
      const transaction = { resolution: form.get('choice'), note: form.get('note') }
      return { method: 'POST', path: `transactions/${id}/resolve`, body: { transaction } }
    },
  }
}

/** Statuses from which a batch can be settled. */
const WAITING: readonly unknown[] = [PROCESSING.to_settle, PROCESSING.error, PROCESSING.again]

export function batchActions({ id, record }: RecordView): Offered[] {
  const post = (command: string, body?: unknown) => () =>
    ({ method: 'POST', path: `transactionbatches/${id}/${command}`, body }) as const
  const { processing_status_id } = record
  const is_waiting = WAITING.includes(processing_status_id)
  return [
    is_waiting &&
      paymentsOf(record as unknown as Parameters<typeof paymentsOf>[0]) > 0 && {
        name: 'settle',
        button: 'Settle now',
        says: 'Closes the batch and has the processor settle it.',
        doing: post('settle'),
      },
    processing_status_id === PROCESSING.error &&
      !record.is_open && {
        name: 'reprocess',
        button: 'Settle with the next cut-off',
        says: 'The processor refused it; this tries again.',
        doing: post('reprocess'),
      },
    is_waiting && {
      name: 'forceclose',
      button: 'Close by force',
      says: 'Without the processor: its payments are not settled.',
      doing: post('forceclose', { transactionbatch: { batch_close_detail: 'Closed in the sandbox console.' } }),
    },
  ]
}

function amountIn(form: URLSearchParams): { transaction_amount?: string } {
  const amount = (form.get('amount') ?? '').trim()
  return amount === '' ? {} : { transaction_amount: amount }
}

function amountOf({ transaction_amount }: ApiRecord): Money {
  return parseMoney(transaction_amount) ?? 0n
}
