import type { Money } from '../../lib/money.ts'
import { type Found, NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'
import type { Action, Inquiry } from '../../ports/processor-request.ts'
import type { Details, Envelope, TransactionAnswer } from './answers.ts'
import {
  ALREADY_VOIDED,
  addressCheck,
  codeCheck,
  declinedOutcome,
  PARTLY_APPROVED,
  REVIEWED,
  refusalOf,
  UNDECIDED,
  unknownOutcome,
} from './codes.ts'

export const NOT_UNDERSTOOD = 'ANSWER NOT UNDERSTOOD'

const REASONS: Partial<Record<Action, number>> = { authcomplete: 1001, force: 1002 }
const PARTIAL = 1201

type Asked = Pick<Inquiry, 'action' | 'amount' | 'original'>

/** What both an answer and a record say of a transaction. */
type Said = Pick<TransactionAnswer | Details, 'auth_code' | 'avs' | 'cvv' | 'transaction_id' | 'network_transaction_id'>

/** Returns an approval of so many minor units. */
export function approvedOutcome(asked: Asked, said: Said, approved: Money): Outcome {
  const { action, amount } = asked
  const is_partial = action !== 'avsonly' && approved < amount
  return {
    ...dataOf(said),
    result: 'approved',
    reason_code_id: is_partial ? PARTIAL : (REASONS[action] ?? 1000),
    verbiage: is_partial ? 'PARTIAL APPROVAL' : 'APPROVAL',
    response_message: '1 Approved',
    auth_amount: approved,
  }
}

/** Accepted, and not decided before a person at the merchant has looked at it. */
function heldOutcome(said: Said, code: string): Outcome {
  const verbiage = 'HELD FOR REVIEW AT AUTHORIZE.NET'
  return { ...dataOf(said), result: 'held', reason_code_id: 1000, verbiage, response_message: `${code} ${verbiage}` }
}

/** Authorize.Net resets a batch that failed within thirty days: whether money moves is not decided. */
function failedOutcome(said: Said): Outcome {
  const verbiage = 'SETTLEMENT FAILED AT AUTHORIZE.NET'
  return { ...dataOf(said), result: 'pending', reason_code_id: 1000, verbiage, response_message: verbiage }
}

function dataOf(
  said: Said,
): Pick<Outcome, Exclude<keyof typeof NO_RESPONSE_DATA, 'response_message'>> & Partial<Outcome> {
  return {
    ...NO_RESPONSE_DATA,
    auth_code: said.auth_code?.slice(0, 6) ?? null,
    ...addressCheck(said.avs),
    cvv_response: codeCheck(said.cvv),
    processor_reference: said.transaction_id,
    network_transaction_id: said.network_transaction_id,
  }
}

/** Returns a decline with what the issuer said of address and security code. */
function declined(said: Said, code: string, text: string): Outcome {
  return {
    ...declinedOutcome(code, text, refusalOf(code)),
    ...dataOf(said),
    response_message: `${code} ${text}`.trim(),
  }
}

/** Returns what the answer to a request says; null where it has to be looked up. */
export function outcomeOfAnswer(asked: Asked, answer: TransactionAnswer): Outcome | null {
  const { response_code, code, text } = answer
  if (answer.is_test) return declinedOutcome('114', 'The account is in test mode.', refusalOf('114'))
  if (response_code === '1' && code === ALREADY_VOIDED) return declined(answer, code, text)
  // Approved without an id, or for a reason that declines: that cannot be told from here.
  if ((response_code === '1' || response_code === '4') && (answer.transaction_id === null || refusalOf(code)))
    return null
  if (response_code === '1' || (response_code === '4' && code === PARTLY_APPROVED)) {
    if (code === PARTLY_APPROVED && answer.approved === null) return null
    if (answer.approved !== null && answer.approved > asked.amount) return null
    const amount = asked.action === 'avsonly' ? 0n : asked.amount
    return approvedOutcome(asked, answer, code === PARTLY_APPROVED ? answer.approved! : amount)
  }
  if (response_code === '4') return heldOutcome(answer, code)
  // An error that is not documented may be one of a request that was carried out.
  if (UNDECIDED.has(code) || REVIEWED.has(code) || (response_code === '3' && !refusalOf(code))) return null
  return declined(answer, code, text)
}

/**
 * Returns what the refusal of a whole request means: nothing of it was carried out. Its text is not passed on, because
 * it may quote what was sent.
 */
export function outcomeOfRefusal({ code }: Pick<Envelope, 'code'>): Outcome {
  const refusal = refusalOf(code)
  if (!refusal || UNDECIDED.has(code)) return unknownOutcome(NOT_UNDERSTOOD)
  return declinedOutcome(code, refusal.misconfigured ?? 'The request was refused.', refusal)
}

/** Statuses of what was approved and goes, or went, to be settled. */
const STANDS: ReadonlySet<string> = new Set([
  'capturedPendingSettlement',
  'pendingSettlement',
  'pendingFinalSettlement',
  'updatingSettlement',
  'settledSuccessfully',
  'refundPendingSettlement',
  'refundSettledSuccessfully',
  'returnedItem',
  'chargeback',
  'chargebackReversal',
])
/** What cannot be voided any more. */
const SETTLED: ReadonlySet<string> = new Set([
  'settledSuccessfully',
  'refundSettledSuccessfully',
  'returnedItem',
  'chargeback',
  'chargebackReversal',
])
/** Refunds wait for the end of these. */
export const UNSETTLED: ReadonlySet<string> = new Set([
  'capturedPendingSettlement',
  'pendingSettlement',
  'pendingFinalSettlement',
  'updatingSettlement',
])
const HELD: ReadonlySet<string> = new Set([
  'FDSPendingReview',
  'FDSAuthorizedPendingReview',
  'underReview',
  'approvedReview',
])
const REFUSED: ReadonlySet<string> = new Set(['declined', 'generalError', 'communicationError', 'failedReview'])
/** Not the end: a batch that failed is reset on request, and its transactions settle with the next one. */
const SETTLEMENT_FAILED = 'settlementError'
const AUTHORIZED = 'authorizedPendingCapture'
/** Approved in part, and kept until the group of payments it could be part of is complete. */
export const PARTLY = 'authorizedPendingRelease'

/**
 * Returns what their records say of a request that begins a payment, or gives one back. Throws where they say nothing
 * that is understood, or speak of another amount.
 */
export function outcomeOfRecord(asked: Asked, details: Details): Outcome {
  const { status, code, text, authorized } = details
  if (HELD.has(status)) return heldOutcome(details, code)
  if (REFUSED.has(status)) return declined(details, refusalOf(code) ? code : '2', text)
  if (status === 'voided') return declined(details, ALREADY_VOIDED, 'Voided')
  if (status === 'expired') return { ...declined(details, '', 'The authorization has expired.'), reason_code_id: 1658 }
  if (status === SETTLEMENT_FAILED) return failedOutcome(details)
  const is_hold = asked.action === 'authonly' || asked.action === 'avsonly'
  if (!STANDS.has(status) && !(is_hold && status === AUTHORIZED)) throw new Error(`a payment with status ${status}`)
  if (asked.action !== 'avsonly' && authorized > asked.amount) throw new Error('a payment of another amount')
  const outcome = approvedOutcome(asked, details, asked.action === 'avsonly' ? 0n : authorized)
  return details.returned ? { ...outcome, returned: details.returned } : outcome
}

/** Returns what became of a capture, by the authorization it acted on. Throws as above. */
export function captureOfRecord(asked: Inquiry, details: Details): Found {
  const { status, settles } = details
  if (status === AUTHORIZED) return { seen: false }
  if (STANDS.has(status)) {
    if (settles > asked.amount) throw new Error('a capture of another amount')
    return { seen: true, outcome: approvedOutcome(asked, details, settles) }
  }
  if (status === 'voided' || status === 'expired')
    return { seen: true, outcome: declined(details, '311', `The authorization is ${status}.`) }
  throw new Error(`an authorization with status ${status}`)
}

/** What ended without money being taken: there is nothing to void. */
const ENDED: ReadonlySet<string> = new Set([...REFUSED, 'expired'])

/** Returns what became of a void, by the payment it acted on. */
export function voidOfRecord(details: Details): Found {
  if (details.status === 'voided') return { seen: true, outcome: voidedOutcome(details) }
  if (ENDED.has(details.status)) return { seen: true, outcome: nothingToVoid(details) }
  return SETTLED.has(details.status) ? { seen: true, outcome: settledAlready(details) } : { seen: false }
}

export function voidedOutcome(said: Said): Outcome {
  const { transaction_id: processor_reference } = said
  const words = { verbiage: 'VOIDED', response_message: '1 Approved' }
  return { ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, ...words, processor_reference }
}

export function nothingToVoid(said: Said): Outcome {
  return declined(said, ALREADY_VOIDED, 'There is nothing to void any more.')
}

function settledAlready(said: Said): Outcome {
  return { ...declined(said, '327', 'The payment has been settled.'), settled: true }
}
