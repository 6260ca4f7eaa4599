/**
 * Tests a running gateway over HTTP against every numbered statement of the contract. Never: an import from the
 * product.
 */

import type { Lab } from './lab.ts'

export type Work = (lab: Lab) => Promise<void>

/** A check that can fail, and the statements it covers. */
export interface Check {
  /** Statement ids, such as QI-07. */
  ids: readonly string[]
  /** The aspect of the statement, where it has several checks. */
  part: string | null
  /** It moves the clock of the gateway and therefore runs when nothing else does. */
  alone: boolean
  run: Work
}

/** Thrown with the reason why a statement cannot be checked here; it is reported as not checked. */
export class NotChecked extends Error {}

export function check(ids: string | readonly string[], run: Work): Check {
  return { ids: listOf(ids), part: null, alone: false, run }
}

/** One of several checks of the same statements, distinguished by its part. */
export function partCheck(ids: string | readonly string[], part: string, run: Work): Check {
  return { ids: listOf(ids), part, alone: false, run }
}

/** A check that moves the clock. */
export function clockCheck(ids: string | readonly string[], run: Work): Check {
  return { ids: listOf(ids), part: null, alone: true, run }
}

function listOf(ids: string | readonly string[]): readonly string[] {
  return typeof ids === 'string' ? [ids] : ids
}
