import type { Outcome } from '../../ports/processor.ts'
import { REASON } from '../../resources/transaction/transaction.states.ts'
import type { Funding } from '../vault/funding.ts'
import { NOT_SENT } from './submit.ts'

/**
 * Reasons of soft declines for which the way to the issuer is to blame: it was not reached, the processor failed, or
 * the merchant's account there does not work. What an issuer decides about the account (not enough funds, do not honor,
 * a limit) is the same at every processor, and the card networks count each repetition.
 */
const ELSEWHERE: readonly number[] = [REASON.retry, REASON.setup, REASON.issuer_unavailable, REASON.system_error]

/** Mastercard's merchant advice codes that say after which time another try is allowed, at whatever processor. */
const WAIT = /^(2[4-9]|30)$/

/** May be made anew. Voice authorizations, refunds and bank payments stay with the processor they were made for. */
const ACTIONS: readonly string[] = ['sale', 'authonly', 'avsonly']

/**
 * Returns the decline an attempt ends with whose payment another processor may take now; null where it may not: it was
 * decided about the account, or nobody knows what became of it.
 */
export function declineBeforeSecond(outcome: Outcome): Outcome | null {
  if (outcome.result === 'unknown' && outcome.never_left) return NOT_SENT
  if (outcome.result !== 'declined' || outcome.decline_class !== 'soft' || WAIT.test(outcome.advice_code ?? ''))
    return null
  return ELSEWHERE.includes(outcome.reason_code_id) ? outcome : null
}

/** Whether a payment can be made at a second processor at all, as far as its action and its account are concerned. */
export function canBeMadeElsewhere(action: string, funding: Funding): boolean {
  return ACTIONS.includes(action) && funding.account !== null && !isBound(funding)
}

/** Whether a card is of use at one processor only: it keeps the number itself, or a wallet encrypted it for it. */
export function isBound({ account, wallet }: Pick<Funding, 'account' | 'wallet'>): boolean {
  return wallet !== undefined || (account !== null && 'token' in account)
}
