/** The published test values: amounts, addresses and security codes with their outcomes. */
import type { DeclineClass } from '../../src/ports/processor.ts'

/** The simulator's decision about an order, apart from the money. */
export interface Verdict {
  reason_code_id: number
  verbiage: string
  /** Two-character host code and text. */
  response_message: string
}

function verdict(reason_code_id: number, code: string, verbiage: string, text = verbiage): Verdict {
  return { reason_code_id, verbiage, response_message: `${code} ${text}` }
}

export const APPROVED = verdict(1000, '00', 'APPROVAL', 'APPROVED')
export const ACCEPTED = verdict(1000, '00', 'ACCEPTED')
export const COMPLETED = verdict(1001, '00', 'APPROVAL', 'APPROVED')
export const FORCED = verdict(1002, '00', 'APPROVAL', 'APPROVED')
export const PARTLY_APPROVED = verdict(1201, '10', 'PARTIAL APPROVAL')
export const PARTIAL_REFUSED = verdict(1657, '10', 'PARTIAL AUTH REVERSED')
/** What had been approved, and was taken back. */
export const TAKEN_BACK = verdict(1601, '05', 'TAKEN BACK')
export const TIMED_OUT = verdict(1500, '91', 'DENY', 'TIMEOUT')
export const ADDRESS_DENIED = verdict(1655, '05', 'AVS DECLINE')
/** A token that another processor has given. */
export const FOREIGN_TOKEN = verdict(1608, '14', 'TOKEN NOT KNOWN')
/** An action the instrument does not support; `authonly` has its own reason. */
export const NOT_PERMITTED = verdict(1626, '57', 'NOT_PERMITTED_TRAN')
export const AUTHONLY_NOT_PERMITTED = verdict(1003, '57', 'NOT_PERMITTED_TRAN')

/**
 * Card amounts in minor units that decline. They keep their reason whatever the action is, so 1003 never hides one.
 * 6.30 is missing on purpose: it stands for a rejected batch, so the sale is approved and the first close of its
 * batch fails.
 */
export const declinesByAmount: ReadonlyMap<bigint, Verdict> = new Map([
  [500n, verdict(1500, '05', 'DENY')],
  [510n, verdict(1510, '01', 'CALL')],
  [520n, verdict(1520, '04', 'PKUP')],
  [530n, verdict(1530, '19', 'RETRY')],
  [540n, verdict(1540, '03', 'SETUP')],
  [601n, verdict(1601, '05', 'GENERICFAIL')],
  [602n, verdict(1602, '02', 'CALL')],
  [603n, verdict(1603, '91', 'NOREPLY')],
  [604n, verdict(1604, '04', 'PICKUP_NOFRAUD')],
  [605n, verdict(1605, '07', 'PICKUP_FRAUD')],
  [606n, verdict(1606, '41', 'PICKUP_LOST')],
  [607n, verdict(1607, '43', 'PICKUP_STOLEN')],
  [608n, verdict(1608, '14', 'ACCTERROR')],
  [609n, verdict(1609, '79', 'ALREADY_REVERSED')],
  [610n, verdict(1610, '55', 'BAD_PIN')],
  [611n, verdict(1611, 'N4', 'CASHBACK_EXCEEDED')],
  [612n, verdict(1612, 'N3', 'CASHBACK_NOAVAIL')],
  [613n, verdict(1613, '82', 'CID_ERROR')],
  [614n, verdict(1614, '80', 'DATE_ERROR')],
  [615n, verdict(1615, '05', 'DO NOT HONOR')],
  [616n, verdict(1616, '51', 'INSUFFICIENT_FUNDS')],
  [617n, verdict(1617, '61', 'EXCEED_WITHDRAWAL_LIMIT')],
  [618n, verdict(1618, '62', 'INVALID_SERVICE_CODE')],
  [619n, verdict(1619, '65', 'EXCEED_ACTIVITY_LIMIT')],
  [620n, verdict(1620, '93', 'VIOLATION')],
  [621n, verdict(1621, '81', 'ENCRYPTION_ERROR')],
  [622n, verdict(1622, '54', 'CARD_EXPIRED')],
  [623n, verdict(1623, '19', 'REENTER')],
  [624n, verdict(1624, '63', 'SECURITY_VIOLATION')],
  [625n, verdict(1625, '62', 'NOT_PERMITTED_CARD')],
  [626n, verdict(1626, '57', 'NOT_PERMITTED_TRAN')],
  [627n, verdict(1627, '96', 'SYSTEM_ERROR')],
  [628n, verdict(1628, '03', 'BAD_MERCH_ID')],
  [629n, verdict(1629, '94', 'DUPLICATE_BATCH')],
  [631n, verdict(1631, '78', 'ACCOUNT_CLOSED')],
])

/**
 * What a decline means for another try, by its reason: the networks forbid one, or it may work later. Every other is
 * hard.
 */
const NEVER: readonly number[] = [1604, 1605, 1606, 1607, 1631]
const SOFT: readonly number[] = [1500, 1510, 1530, 1602, 1603, 1616, 1617, 1619, 1627]
/** Mastercard's merchant advice codes: new account data, try later, do not try again. */
const ADVICE = { hard: '01', soft: '02', never: '03' } as const

export function classOf({ reason_code_id }: Verdict): { decline_class: DeclineClass; advice_code: string } {
  const is_never = NEVER.includes(reason_code_id)
  const decline_class = is_never ? 'never' : SOFT.includes(reason_code_id) ? 'soft' : 'hard'
  return { decline_class, advice_code: ADVICE[decline_class] }
}

/** No reply from the issuer where a payment is sent first; approved by the second processor it is tried at. */
export const secondAmount = { asked: 633n, declines: verdict(1603, '91', 'NOREPLY') }

/** A bank debit that is refused until a manager approves it. */
export const overriddenAmount = { asked: 1663n, declines: verdict(1663, '01', 'MANAGER NEEDED') }

/** An order of this amount is approved for `approves` only. */
export const partialAmount = { asked: 201n, approves: 100n }

/** An increment to this total is approved up to `approves` only, where a part may be approved. */
export const partialIncrement = { asked: 202n, approves: 150n }

/**
 * 8.XX: the response takes XX seconds. The host gives up after ten, so from 8.10 on the order is declined at that
 * moment.
 */
export const slowAmounts = { from: 800n, to: 899n, declines_from: 810n, gives_up_after_ms: 10_000 }

/**
 * 9.XX: the sale is quick, but its increments, voids and completions take XX seconds. They are never declined for it.
 */
export const slowFollowUps = { from: 900n, to: 999n }

/** Refusals by the state of an order. The amounts above use the same codes for an issuer's decision. */
export const stateRefusals = {
  already_reversed: verdict(1609, '79', 'ALREADY_REVERSED'),
  increment_declined: verdict(1661, '13', 'AUTHINCREMENT DECLINED'),
  amount_error: verdict(1666, '13', 'AMOUNT ERROR'),
  not_in_this_state: verdict(1667, '12', 'ACTION NOT ALLOWED IN CURRENT STATE'),
  /** The same to the caller, and to the gateway that only a refund is possible now. */
  settled: verdict(1667, '21', 'ACTION NOT ALLOWED IN CURRENT STATE', 'ALREADY SETTLED'),
  original_not_valid: verdict(1668, '12', 'ORIGINAL AUTHORIZATION NOT VALID'),
} as const

export const goodAddress = { street: '5800 NW 39TH AVE', zip: '32606' }
export const denyingAddress = { street: '2831 NW 41ST ST STE J', zip: '32615' }

/** Responses by security code. Any other value is N; without a code there is no response. */
export const cvvAnswers: Readonly<Record<string, string>> = {
  999: 'M',
  123: 'N',
  124: 'P',
  125: 'S',
  126: 'U',
  127: 'X',
}
export const amexCvvAnswers: Readonly<Record<string, string>> = {
  1234: 'M',
  9999: 'N',
  9998: 'P',
  9997: 'S',
  9996: 'U',
  9995: 'X',
}

export const ACH_AUTH_CODE = 'AUTH NUM 272-172'
