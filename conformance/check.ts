/** A tester who knows only the contract: speaks HTTP to a running gateway and says of every numbered statement whether it holds. Never: an import from the product. */

import type { Lab } from './lab.ts'

export type Work = (lab: Lab) => Promise<void>

/** One thing that can fail. It speaks for every statement it names. */
export interface Check {
  /** Statement ids, such as QI-07. */
  ids: readonly string[]
  /** What of the statement is looked at, where one statement has several checks. */
  part: string | null
  /** Moves the clock of the gateway, so it runs when nothing else does. */
  alone: boolean
  run: Work
}

/** Why a statement cannot be looked at here; it is reported as not checked. */
export class NotChecked extends Error {}

export function check(ids: string | readonly string[], run: Work): Check {
  return { ids: listOf(ids), part: null, alone: false, run }
}

/** One of several checks of the same statements, told apart by its part. */
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
