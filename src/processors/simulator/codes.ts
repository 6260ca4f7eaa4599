import { NO_RESPONSE_DATA, type Outcome, type Result } from '../../ports/processor.ts'

/** Reasons under which money moved or was checked. Every other reason the simulator knows is a decline. */
const approvals: ReadonlySet<number> = new Set([1000, 1001, 1002, 1201])

const declines: ReadonlySet<number> = new Set([
  1003, 1500, 1510, 1520, 1530, 1540, 1601, 1602, 1603, 1604, 1605, 1606, 1607, 1608, 1609, 1610, 1611, 1612, 1613,
  1614, 1615, 1616, 1617, 1618, 1619, 1620, 1621, 1622, 1623, 1624, 1625, 1626, 1627, 1628, 1629, 1631, 1655, 1657,
  1661, 1663, 1666, 1667, 1668,
])

/** The result a reason stands for, or undefined for a reason the simulator does not have. */
export function resultOf(reason_code_id: number): Result | undefined {
  if (approvals.has(reason_code_id)) return 'approved'
  return declines.has(reason_code_id) ? 'declined' : undefined
}

/** Communication error: what happened is not known, and only `find` may say. */
export const UNKNOWN_REASON = 1531

export const NO_ANSWER = 'COMMUNICATION ERROR'
export const NOT_SENT = 'COMMUNICATION ERROR, NOT SENT'
export const NOT_UNDERSTOOD = 'ANSWER NOT UNDERSTOOD'

export function unknownOutcome(verbiage: string): Outcome {
  return { ...NO_RESPONSE_DATA, result: 'unknown', reason_code_id: UNKNOWN_REASON, verbiage }
}
