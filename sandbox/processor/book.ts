import type { Action, Instrument, Outcome, ProcessorRequest } from '../../src/ports/processor.ts'
import { bookRefusals, type Verdict } from './triggers.ts'

/** Where the money of one order stands. Orders that act on another (void, authcomplete, …) have no standing of their own. */
export interface Standing {
  reference: string
  method: Instrument['kind']
  kind: 'authorization' | 'charge' | 'refund' | 'credit' | 'check'
  /** Minor units, all of them. `asked` never changes: it is what the test amounts look at. */
  asked: bigint
  authorized: bigint
  captured: bigint
  refunded: bigint
  voided: boolean
  /** The batch its money was settled in; what was settled is not changed any more. */
  settled: string | null
  auth_code: string | null
  /** For a refund: the order whose money went back. */
  parent: string | null
}

/** What one approved order did, as far as the money is concerned. */
export interface Movement {
  reference: string
  action: Action
  method: Instrument['kind']
  asked: bigint
  original: string | null
  outcome: Pick<Outcome, 'result' | 'auth_amount' | 'auth_code'>
}

export interface Book {
  standings: Map<string, Standing>
  /** From the reference of a void, completion, increment … to the order it acted on, so that either name works later. */
  roots: Map<string, string>
}

export function emptyBook(): Book {
  return { standings: new Map(), roots: new Map() }
}

export function standingOf(book: Book, reference: string | undefined | null): Standing | undefined {
  if (!reference) return undefined
  return book.standings.get(book.roots.get(reference) ?? reference)
}

type FollowUp = 'void' | 'refund' | 'authcomplete' | 'authincrement' | 'partialreversal' | 'tipadjust'
const { already_reversed, amount_error, increment_declined, not_in_this_state, original_not_valid } = bookRefusals

const refusals: Record<FollowUp, (amount: bigint, standing: Standing) => Verdict | null> = {
  void(_amount, standing) {
    if (standing.voided) return already_reversed
    if (standing.settled || standing.kind === 'check' || standing.refunded > 0n) return not_in_this_state
    return null
  },
  refund(amount, standing) {
    if (standing.voided) return already_reversed
    if (standing.kind !== 'charge') return not_in_this_state
    // A credit to a bank account may come back and be sent once more; banks do not know what it gives back.
    const left = standing.method === 'bank' ? standing.captured : standing.captured - standing.refunded
    if (left === 0n) return already_reversed
    return amount > 0n && amount <= left ? null : amount_error
  },
  authcomplete(amount, standing) {
    if (standing.voided || standing.kind === 'refund' || standing.kind === 'check') return original_not_valid
    if (standing.kind !== 'authorization') return not_in_this_state
    return amount > 0n && amount <= standing.authorized ? null : amount_error
  },
  authincrement(amount, standing) {
    if (standing.voided) return original_not_valid
    if (standing.kind !== 'authorization') return not_in_this_state
    return amount > standing.authorized ? null : increment_declined
  },
  partialreversal(amount, standing) {
    if (standing.voided) return already_reversed
    if (standing.settled || (standing.kind !== 'authorization' && standing.kind !== 'charge')) return not_in_this_state
    const current = standing.kind === 'charge' ? standing.captured : standing.authorized
    return amount > 0n && amount < current && amount >= standing.refunded ? null : amount_error
  },
  tipadjust(amount, standing) {
    if (standing.voided || standing.settled || standing.kind !== 'charge') return not_in_this_state
    return amount > 0n && amount >= standing.refunded ? null : amount_error
  },
}

export function isFollowUp(order: Pick<ProcessorRequest, 'action' | 'original'>): boolean {
  return order.action === 'refund' ? order.original !== undefined : Object.hasOwn(refusals, order.action)
}

/** What a real processor refuses whatever the gateway believes; null when the money allows the order. */
export function refuse(
  order: Pick<ProcessorRequest, 'action' | 'amount'>,
  standing: Standing | undefined,
): Verdict | null {
  if (!standing) return original_not_valid
  return refusals[order.action as FollowUp](order.amount, standing)
}

/** The amount a follow-up works on: a void takes back everything that is there, all others what the order says. */
export function followUpAmount(order: Pick<ProcessorRequest, 'action' | 'amount'>, standing: Standing): bigint {
  if (order.action !== 'void') return order.amount
  return standing.kind === 'authorization' ? standing.authorized : standing.captured
}

const kinds: Partial<Record<Action, Standing['kind']>> = {
  sale: 'charge',
  force: 'charge',
  debit: 'charge',
  authonly: 'authorization',
  avsonly: 'check',
  refund: 'refund',
  credit: 'credit',
}

/** Writes an approved movement into the book. The ledger is replayed through this same function, so a restart changes nothing. */
export function post(book: Book, movement: Movement): void {
  if (movement.outcome.result !== 'approved') return
  const original = standingOf(book, movement.original)
  const amount = movement.outcome.auth_amount ?? 0n
  const kind = kinds[movement.action]
  if (kind) open(book, movement, kind, amount)
  if (!original) return
  if (movement.action === 'refund') original.refunded += amount
  if (kind) return
  book.roots.set(movement.reference, original.reference)
  settleFollowUp(book, original, movement.action, amount)
}

function open(book: Book, movement: Movement, kind: Standing['kind'], amount: bigint): void {
  const { reference, method, asked, original, outcome } = movement
  const parent = movement.action === 'refund' ? (standingOf(book, original)?.reference ?? null) : null
  const standing = { reference, method, kind, asked, refunded: 0n, voided: false, settled: null, parent }
  book.standings.set(reference, {
    ...standing,
    auth_code: outcome.auth_code,
    authorized: amount,
    captured: kind === 'authorization' || kind === 'check' ? 0n : amount,
  })
}

function settleFollowUp(book: Book, original: Standing, action: Action, amount: bigint): void {
  if (action === 'void') {
    original.voided = true
    const parent = original.parent === null ? undefined : book.standings.get(original.parent)
    if (parent) parent.refunded -= original.captured
    return
  }
  if (action === 'authcomplete') {
    original.kind = 'charge'
    original.captured = amount
    return
  }
  if (original.kind === 'charge') original.captured = amount
  else original.authorized = amount
}
