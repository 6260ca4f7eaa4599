import type { Action, Instrument, Outcome, ProcessorRequest } from '../../src/ports/processor.ts'
import { stateRefusals, type Verdict } from './triggers.ts'

/** Where the money of one order stands. Orders that act on another (void, authcomplete, …) have no standing of their own. */
export interface OrderState {
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

export interface OrderStates {
  states: Map<string, OrderState>
  /** From the reference of a void, completion, increment … to the order it acted on, so that either name works later. */
  roots: Map<string, string>
}

export function emptyOrderStates(): OrderStates {
  return { states: new Map(), roots: new Map() }
}

export function stateOf(orders: OrderStates, reference: string | undefined | null): OrderState | undefined {
  if (!reference) return undefined
  return orders.states.get(orders.roots.get(reference) ?? reference)
}

type FollowUp = 'void' | 'refund' | 'authcomplete' | 'authincrement' | 'partialreversal' | 'tipadjust'
const { already_reversed, amount_error, increment_declined, not_in_this_state, original_not_valid } = stateRefusals

const refusals: Record<FollowUp, (amount: bigint, state: OrderState) => Verdict | null> = {
  void(_amount, state) {
    if (state.voided) return already_reversed
    if (state.settled || state.kind === 'check' || state.refunded > 0n) return not_in_this_state
    return null
  },
  refund(amount, state) {
    if (state.voided) return already_reversed
    if (state.kind !== 'charge') return not_in_this_state
    // A credit to a bank account may come back and be sent once more; banks do not know what it gives back.
    const left = state.method === 'bank' ? state.captured : state.captured - state.refunded
    if (left === 0n) return already_reversed
    return amount > 0n && amount <= left ? null : amount_error
  },
  authcomplete(amount, state) {
    if (state.voided || state.kind === 'refund' || state.kind === 'check') return original_not_valid
    if (state.kind !== 'authorization') return not_in_this_state
    return amount > 0n && amount <= state.authorized ? null : amount_error
  },
  authincrement(amount, state) {
    if (state.voided) return original_not_valid
    if (state.kind !== 'authorization') return not_in_this_state
    return amount > state.authorized ? null : increment_declined
  },
  partialreversal(amount, state) {
    if (state.voided) return already_reversed
    if (state.settled || (state.kind !== 'authorization' && state.kind !== 'charge')) return not_in_this_state
    const current = state.kind === 'charge' ? state.captured : state.authorized
    return amount > 0n && amount < current && amount >= state.refunded ? null : amount_error
  },
  tipadjust(amount, state) {
    if (state.voided || state.settled || state.kind !== 'charge') return not_in_this_state
    return amount > 0n && amount >= state.refunded ? null : amount_error
  },
}

export function isFollowUp(order: Pick<ProcessorRequest, 'action' | 'original'>): boolean {
  return order.action === 'refund' ? order.original !== undefined : Object.hasOwn(refusals, order.action)
}

/** What a real processor refuses whatever the gateway believes; null when the money allows the order. */
export function refuse(
  order: Pick<ProcessorRequest, 'action' | 'amount'>,
  state: OrderState | undefined,
): Verdict | null {
  if (!state) return original_not_valid
  return refusals[order.action as FollowUp](order.amount, state)
}

/** The amount a follow-up works on: a void takes back everything that is there, all others what the order says. */
export function followUpAmount(order: Pick<ProcessorRequest, 'action' | 'amount'>, state: OrderState): bigint {
  if (order.action !== 'void') return order.amount
  return state.kind === 'authorization' ? state.authorized : state.captured
}

const kinds: Partial<Record<Action, OrderState['kind']>> = {
  sale: 'charge',
  force: 'charge',
  debit: 'charge',
  authonly: 'authorization',
  avsonly: 'check',
  refund: 'refund',
  credit: 'credit',
}

/** Writes an approved movement into the book. The ledger is replayed through this same function, so a restart changes nothing. */
export function post(orders: OrderStates, movement: Movement): void {
  if (movement.outcome.result !== 'approved') return
  const original = stateOf(orders, movement.original)
  const amount = movement.outcome.auth_amount ?? 0n
  const kind = kinds[movement.action]
  if (kind) open(orders, movement, kind, amount)
  if (!original) return
  if (movement.action === 'refund') original.refunded += amount
  if (kind) return
  orders.roots.set(movement.reference, original.reference)
  settleFollowUp(orders, original, movement.action, amount)
}

function open(orders: OrderStates, movement: Movement, kind: OrderState['kind'], amount: bigint): void {
  const { reference, method, asked, original, outcome } = movement
  const parent = movement.action === 'refund' ? (stateOf(orders, original)?.reference ?? null) : null
  const state = { reference, method, kind, asked, refunded: 0n, voided: false, settled: null, parent }
  orders.states.set(reference, {
    ...state,
    auth_code: outcome.auth_code,
    authorized: amount,
    captured: kind === 'authorization' || kind === 'check' ? 0n : amount,
  })
}

function settleFollowUp(orders: OrderStates, original: OrderState, action: Action, amount: bigint): void {
  if (action === 'void') {
    original.voided = true
    const parent = original.parent === null ? undefined : orders.states.get(original.parent)
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
