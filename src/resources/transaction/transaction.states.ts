/**
 * What a transaction is and may become: codes, actions, the table of states. Data and predicates only. Never: a field,
 * I/O.
 */

import { formatMoney } from '../../lib/money.ts'

/** Outcome of an action; the only field that tells whether money moved (contract 7, rule 3). */
export const STATUS = {
  pending: 0,
  sale: 101,
  authorized: 102,
  refunded: 111,
  avs_checked: 121,
  ach_pending: 131,
  ach_originating: 132,
  ach_originated: 133,
  ach_settled: 134,
  ach_reserved: 135,
  ach_rejected: 136,
  settled_deprecated: 191,
  voided: 201,
  declined: 301,
  charged_back: 331,
} as const

/** Whether its outcome is not known yet, or an action on it is in progress: no response about it is final then. */
export function isUndecided({ status_id, doing }: { status_id: number | null; doing: string | null }): boolean {
  return status_id === STATUS.pending || doing !== null
}

/**
 * Returns what an approved payment has taken or holds, in minor units. When more is held later, `auth_amount` stays as
 * it was; tax and tip do not.
 */
export function approvedAmount<M extends bigint | null>(row: {
  status_id: number
  authorized_amount: bigint
  auth_amount: M
}): bigint | M {
  return row.status_id === STATUS.authorized ? row.authorized_amount : row.auth_amount
}

export const TYPE = { sale: 20, avsonly: 21, settle: 22, refund: 30, credit: 40, debit: 50 } as const

export const REASON = {
  approved: 1000,
  partly_approved: 1201,
  retry: 1530,
  communication_error: 1531,
  setup: 1540,
  issuer_unavailable: 1603,
  account_error: 1608,
  expired: 1622,
  not_permitted: 1626,
  system_error: 1627,
  online_reversal_failed: 1654,
  avs_reversal: 1655,
  cvv_reversal: 1656,
  partial_reversal: 1657,
  authorization_expired: 1658,
  vault_blocked: 1660,
  manager_needed: 1663,
  already_reversed: 1609,
  throttled: 1651,
  original_not_valid: 1668,
  duplicate: 1801,
  recurring_stopped: 1803,
} as const

export const STATUS_TITLES: Record<number, string> = {
  0: 'Pending',
  101: 'Sale approved',
  102: 'Auth only',
  111: 'Refunded',
  121: 'AVS only',
  131: 'ACH pending origination',
  132: 'ACH originating',
  133: 'ACH originated',
  134: 'ACH settled',
  135: 'ACH reserved',
  136: 'ACH rejected',
  191: 'Settled (deprecated)',
  201: 'Voided',
  301: 'Declined',
  331: 'ACH charged back',
}

export const TYPE_TITLES: Record<number, string> = {
  20: 'Sale',
  21: 'AVS only',
  22: 'Settle (deprecated)',
  30: 'Refund',
  40: 'Credit',
  50: 'Debit',
}

export const ENTRY_MODE_TITLES: Record<string, string> = {
  B: 'Barcode',
  S: 'Swiped',
  K: 'Keyed',
  C: 'Chip',
  P: 'Contactless',
  F: 'Fallback',
}

export type Method = 'cc' | 'ach'

/** Actions that begin a transaction, by payment method: its type, and its status once approved. */
export const BEGINNINGS = {
  sale: { cc: { type_id: TYPE.sale, status_id: STATUS.sale } },
  authonly: { cc: { type_id: TYPE.sale, status_id: STATUS.authorized } },
  avsonly: { cc: { type_id: TYPE.avsonly, status_id: STATUS.avs_checked } },
  force: { cc: { type_id: TYPE.sale, status_id: STATUS.sale } },
  refund: {
    cc: { type_id: TYPE.refund, status_id: STATUS.refunded },
    ach: { type_id: TYPE.refund, status_id: STATUS.ach_pending },
  },
  debit: { ach: { type_id: TYPE.debit, status_id: STATUS.ach_pending } },
  credit: { ach: { type_id: TYPE.credit, status_id: STATUS.ach_pending } },
} as const satisfies Record<string, Partial<Record<Method, { type_id: number; status_id: number }>>>

export type Beginning = keyof typeof BEGINNINGS

/** What an approved beginning makes of a transaction, or null when the action does not go with the method. */
export function beginningOf(action: Beginning, method: Method): { type_id: number; status_id: number } | null {
  const byMethod: Partial<Record<Method, { type_id: number; status_id: number }>> = BEGINNINGS[action]
  return byMethod[method] ?? null
}

/**
 * Actions on an existing transaction: the statuses they start from, and the one an approval leads to (null: it stays).
 */
export const TRANSITIONS = {
  void: { from: [STATUS.sale, STATUS.authorized, STATUS.refunded, STATUS.ach_pending], to: STATUS.voided },
  authcomplete: { from: [STATUS.authorized], to: STATUS.sale },
  authincrement: { from: [STATUS.authorized], to: null },
  partialreversal: { from: [STATUS.sale, STATUS.authorized], to: null },
  tipadjust: { from: [STATUS.sale], to: null },
} as const satisfies Record<string, { from: readonly number[]; to: number | null }>

export type FollowUpAction = keyof typeof TRANSITIONS

/**
 * What a person may decide about a payment that is stuck. `given_back_outside`: the money went back by another way, so
 * the payment is a decline. `kept`: the approval stands, and the customer was told. `approved`, `declined`: what the
 * processor says of a request that it gives the gateway no answer to.
 */
export const INTERVENTIONS = ['given_back_outside', 'kept', 'approved', 'declined'] as const
export type Intervention = (typeof INTERVENTIONS)[number]

/** Money was taken and has not been given back or returned. */
export const APPROVED_STATUSES: readonly number[] = [
  STATUS.sale,
  STATUS.authorized,
  STATUS.ach_pending,
  STATUS.ach_originating,
  STATUS.ach_originated,
  STATUS.ach_settled,
]

/** Card payments that are settled with their batch: sales and refunds. A voided payment is not. */
export const SETTLED_STATUSES: readonly number[] = [STATUS.sale, STATUS.refunded]

/** What the states look at. */
export interface TransactionState {
  payment_method: Method
  status_id: number
  type_id: number
  captured_amount: bigint
  refunded_amount: bigint
  refund_pending_amount: bigint
  /** The action that is under way. */
  doing: string | null
  reason_code_id: number | null
  /** Since when it waits for a person, Unix seconds. */
  stuck_ts?: number | null
}

/** Why an amount (minor units) is too much to be given back of a transaction, or null. */
export function refundExcess(
  row: Pick<TransactionState, 'captured_amount' | 'refunded_amount' | 'refund_pending_amount'>,
  amount: bigint,
): string | null {
  const at_most = row.captured_amount - row.refunded_amount
  if (amount > at_most) return `${TOO_MUCH}, which is ${formatMoney(at_most)}.`
  const at_present = at_most - row.refund_pending_amount
  return amount > at_present
    ? `${TOO_MUCH}, which is ${formatMoney(at_present)} while another refund of it is on its way.`
    : null
}

const TOO_MUCH = 'Transaction Amount is more than is left to refund'

/**
 * Why this action cannot be done to a transaction in this state, or null. What has been settled or given back, even in
 * part, can no longer be taken out of its batch; an authorization has no batch. A bank payment is voided on the day it
 * was made only (`same_day`), because the file leaves at night.
 */
export function followUpRefusal(
  action: FollowUpAction,
  row: TransactionState,
  { same_day, settled }: { same_day: boolean; settled: boolean },
): string | null {
  if (row.doing !== null) return row.stuck_ts ? STUCK : IN_PROGRESS
  const from: readonly number[] = TRANSITIONS[action].from
  if (!from.includes(row.status_id)) return notFrom(action, row)
  // Of the statuses above only this one is a bank payment's.
  const is_bank = row.status_id === STATUS.ach_pending
  if (is_bank !== (row.payment_method === 'ach')) return notNow(action)
  if (is_bank) return same_day ? null : notNow(action)
  if (settled || row.refunded_amount > 0n) return notNow(action)
  return row.refund_pending_amount > 0n ? REFUND_UNDER_WAY : null
}

function hasExpired({ status_id, reason_code_id }: TransactionState): boolean {
  return status_id === STATUS.voided && reason_code_id === REASON.authorization_expired
}

/**
 * Why no refund of a transaction in this state can be made, or null. A bank debit has to arrive before it can go back.
 */
export function refundRefusal(row: TransactionState): string | null {
  if (row.doing !== null) return row.stuck_ts ? STUCK : IN_PROGRESS
  const fits =
    row.payment_method === 'cc'
      ? row.type_id === TYPE.sale && row.status_id === STATUS.sale
      : row.type_id === TYPE.debit && row.status_id === STATUS.ach_settled
  if (!fits || row.refunded_amount >= row.captured_amount) return notNow('refund')
  return refundExcess(row, 1n) ? REFUND_UNDER_WAY : null
}

const EXPIRED = 'The authorization has expired and was given back: make a new one.'

export const IN_PROGRESS = 'Another action is in progress on this transaction.'
/** Its processor may decline it: then what is refused now is allowed again. */
export const REFUND_UNDER_WAY = 'A refund of this transaction is on its way; its outcome has to be known first.'
/** Tells the way out, because no waiting ends it. */
const STUCK =
  'The transaction waits for a person to decide: GET /v2/transactions/{id}/attempts shows what happened, POST /v2/transactions/{id}/resolve ends it.'

function notFrom(action: string, row: TransactionState): string {
  if (hasExpired(row)) return EXPIRED
  return row.stuck_ts ? STUCK : notNow(action)
}

/** Where it is not known which action it was. */
export const NOT_NOW = 'Action is not allowed in the current state of the transaction.'

export function notNow(action: string): string {
  return `Action ${action} is not allowed in the current state of the transaction.`
}

/** The amount an action works on (minor units), or why the one asked for does not do. Null asks for all there is. */
export function followUpAmount(
  action: FollowUpAction,
  row: { status_id: number; authorized_amount: bigint; captured_amount: bigint; auth_amount: bigint | null },
  asked: bigint | null,
): { value: bigint } | { problem: string } {
  const captured = row.status_id === STATUS.sale || row.status_id === STATUS.ach_pending
  const current = row.status_id === STATUS.authorized ? row.authorized_amount : captured ? row.captured_amount : 0n
  const whole = current > 0n ? current : (row.auth_amount ?? 0n)
  if (action === 'void') {
    if (asked === null || asked === whole) return { value: whole }
    return {
      problem: 'Transaction Amount is not used by void, which takes back everything; use partialreversal for a part.',
    }
  }
  if (action === 'authcomplete') {
    const amount = asked ?? whole
    return amount <= whole ? { value: amount } : { problem: 'Transaction Amount is more than was authorized.' }
  }
  if (asked === null) return { problem: 'Transaction Amount cannot be blank.' }
  if (action === 'authincrement' && asked <= whole)
    return { problem: 'Transaction Amount must be more than was authorized.' }
  if (action === 'partialreversal' && asked >= whole)
    return { problem: 'Transaction Amount must be less than it is now.' }
  return { value: asked }
}
