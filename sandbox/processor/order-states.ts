import type { Outcome } from '../../src/ports/processor.ts'
import type { Action, Instrument, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { stateRefusals, type Verdict } from './triggers.ts'

/** A request as it is decided here: it names an earlier one by its reference. */
export type Order = Omit<ProcessorRequest, 'original'> & { original?: string | undefined }

/** The money of one order. Orders that act on another (void, authcomplete, …) have no state of their own. */
export interface OrderState {
  reference: string
  method: Instrument['kind']
  kind: 'authorization' | 'charge' | 'refund' | 'credit' | 'check'
  /** Minor units, all of them. `asked` never changes: the test amounts refer to it. */
  asked: bigint
  authorized: bigint
  captured: bigint
  refunded: bigint
  voided: boolean
  /** The batch it was settled in; a settled order does not change any more. */
  settled: string | null
  auth_code: string | null
  /** The refunded order of a refund. */
  parent: string | null
}

/** The effect of an approved order on money. */
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
  /** From the reference of a void, completion, increment … to its original, so that either can be named later. */
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
const { already_reversed, amount_error, increment_declined, not_in_this_state, original_not_valid, settled } =
  stateRefusals

const refusals: Record<FollowUp, (amount: bigint, state: OrderState) => Verdict | null> = {
  void(_amount, state) {
    if (state.voided) return already_reversed
    if (state.settled && state.refunded === 0n) return settled
    if (state.settled || state.kind === 'check' || state.refunded > 0n) return not_in_this_state
    return null
  },
  refund(amount, state) {
    if (state.voided) return already_reversed
    if (state.kind !== 'charge') return not_in_this_state
    // A credit to a bank account may be returned and sent again; banks do not know what it refunds.
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

export function isFollowUp(order: Pick<Order, 'action' | 'original'>): boolean {
  return order.action === 'refund' ? order.original !== undefined : Object.hasOwn(refusals, order.action)
}

/** Returns why a real processor would refuse the order; null when its state allows it. */
export function refuse(
  order: Pick<ProcessorRequest, 'action' | 'amount'>,
  state: OrderState | undefined,
): Verdict | null {
  if (!state) return original_not_valid
  return refusals[order.action as FollowUp](order.amount, state)
}

/** Returns the amount of a follow-up: a void takes everything that is left, others the amount of the order. */
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

/** Applies an approved movement. The ledger is replayed through this function, so a restart changes nothing. */
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

/** Undoes an approved movement that the processor takes back. */
export function takeBack(orders: OrderStates, { reference, action, original, outcome }: Movement): void {
  const own = orders.states.get(reference)
  const on = stateOf(orders, original)
  if (own) own.voided = true
  if (action === 'refund' && on) on.refunded -= outcome.auth_amount ?? 0n
  if (action === 'void' && on) {
    on.voided = false
    const parent = on.parent === null ? undefined : orders.states.get(on.parent)
    if (parent) parent.refunded += on.captured
  }
  if (action === 'authcomplete' && on) Object.assign(on, { kind: 'authorization', captured: 0n })
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
