import type { Answered, Failed } from '../../../ports/terminal.ts'
import { answeredOf } from './answered.ts'
import { isApproval, RESULT } from './codes.ts'
import type { Answer } from './wire.ts'

/** Ends in which the device is sure that it has authorised nothing. */
const SURE: Readonly<Record<string, Failed['why']>> = {
  [RESULT.timeout]: 'timeout',
  [RESULT.aborted]: 'cancelled',
  [RESULT.unsupported]: 'refused',
  '100005': 'refused',
}

/** The device's answer to an order as an outcome. `ask`: something went wrong there, and only its report can tell what it means. */
export function outcomeOf({ result, message, parts }: Answer<'T01'>): Answered | Failed | { ask: Failed } {
  if (isApproval(result) || result === RESULT.declined) return answeredOf(result, message, parts)
  const why = SURE[result]
  if (why) return { result: 'failed', why, text: message || result }
  return { ask: { result: 'failed', why: 'refused', text: message || `ERROR ${result}` } }
}
