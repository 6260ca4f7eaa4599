import type { TestCard } from './cards.ts'
import type { EntryCard } from './journal.ts'

/** A presented card and its cardholder verification. */
export interface PresentedCard {
  card: TestCard
  entry_mode: EntryCard['entry_mode']
  cvm: string
  /** For keyed cards. */
  cvv?: string | undefined
  exp_date: string
}

/** Ends a command early with a result and a text. Nothing was authorised. */
export class Stopped extends Error {
  readonly result: string

  constructor(result: string, text: string) {
    super(text)
    this.name = 'Stopped'
    this.result = result
  }
}

export const TIMEOUT = '100001'
export const ABORTED = '100002'
export const ERROR = '100003'
export const UNSUPPORTED = '100004'
export const NO_HOST = '100008'
export const HOST_SILENT = '100010'
export const NOT_FOUND = '100023'
