import type { Initiation } from '../../src/lib/initiation.ts'
import type { SettlementRequest } from '../../src/ports/processor.ts'
import type { Action, Instrument, ThreeDSecure } from '../../src/ports/processor-request.ts'
import type { Order } from './order-states.ts'

/** What the wire says beside a request: the account it belongs to, null for a device, and the sender's clock. */
interface Wire {
  processor_account_id: string | null
  ts?: number | undefined
}

/** A batch from the wire. */
export type WireBatch = SettlementRequest & Wire

/** An order from the wire. `ts` is in Unix seconds, which a sandbox may have moved ahead. */
export type WireOrder = Order & Wire

const actions: readonly string[] = [
  'sale',
  'authonly',
  'avsonly',
  'force',
  'refund',
  'debit',
  'credit',
  'void',
  'authcomplete',
  'authincrement',
  'partialreversal',
  'tipadjust',
] satisfies Action[]

/** Parses an order; null when it is invalid. Amounts are strings of minor units, since JSON has no integers. */
export function parseOrder(body: unknown): WireOrder | null {
  if (!isRecord(body)) return null
  const { reference, action, amount, initiation, allow_partial, instrument, billing, three_d_secure } = body
  if (!isReference(reference)) return null
  if (typeof action !== 'string' || !actions.includes(action)) return null
  if (typeof amount !== 'string' || !/^\d{1,15}$/.test(amount)) return null
  if (instrument !== undefined && !isInstrument(instrument)) return null
  if (billing !== undefined && !isRecord(billing)) return null
  if (three_d_secure !== undefined && !isAuthentication(three_d_secure)) return null
  if (!isRecord(initiation)) return null
  const ts = body.ts
  if (ts !== undefined && !Number.isSafeInteger(ts)) return null
  return {
    reference,
    action: action as Action,
    amount: BigInt(amount),
    instrument,
    original: isRecord(body.original) ? text(body.original.reference) : undefined,
    ...(body.overrides === true ? { overrides: true } : {}),
    billing: billing && { street: text(billing.street), zip: text(billing.zip) },
    three_d_secure,
    auth_code: text(body.auth_code),
    allow_partial: allow_partial === true,
    order_num: text(body.order_num),
    transaction_id: text(body.transaction_id),
    currency: 'USD',
    initiation: initiation as unknown as Initiation,
    fault: text(body.fault),
    processor_account_id: text(body.processor_account_id) ?? null,
    ts: ts as number | undefined,
  }
}

/** Parses a batch; null when it is invalid. */
export function parseBatch(body: unknown): WireBatch | null {
  if (!isRecord(body)) return null
  const { reference, orders, amount, ts, fault } = body
  if (!isReference(reference) || !Array.isArray(orders) || !orders.every(isReference)) return null
  if (typeof amount !== 'string' || !/^-?\d{1,15}$/.test(amount)) return null
  if (ts !== undefined && !Number.isSafeInteger(ts)) return null
  const processor_account_id = text(body.processor_account_id) ?? null
  const said = { processor_account_id, ts: ts as number | undefined, fault: text(fault) }
  return { reference, orders, amount: BigInt(amount), ...said }
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value)
}

/** What the ledger stores of an instrument: enough to recognise it, too little to use it. */
export interface Account {
  first_six: string | null
  last_four: string | null
}

export function maskAccount(instrument: Instrument | undefined): Account | null {
  if (!instrument) return null
  // A bank account may have as few as four digits, so less of a short one is stored.
  if (instrument.kind === 'bank') {
    const { account_number } = instrument
    return { first_six: null, last_four: account_number.length < 8 ? null : account_number.slice(-4) }
  }
  if (instrument.kind !== 'card') return { first_six: null, last_four: null }
  return { first_six: instrument.number.slice(0, 6), last_four: instrument.number.slice(-4) }
}

function isInstrument(value: unknown): value is Instrument {
  if (!isRecord(value)) return false
  if (value.kind === 'card') {
    return matches(value.number, /^\d{13,19}$/) && typeof value.brand === 'string' && optionalText(value.cvv)
  }
  if (value.kind === 'wallet') return typeof value.payment_token === 'string'
  if (value.kind === 'token') return matches(value.token, /^[\x21-\x7e]{8,128}$/) && typeof value.brand === 'string'
  return value.kind === 'bank' && matches(value.routing, /^\d{9}$/) && matches(value.account_number, /^\d{4,19}$/)
}

/** A cryptogram of 20 bytes is 28 characters of base64 or 40 hexadecimal digits. */
function isAuthentication(value: unknown): value is ThreeDSecure {
  if (!isRecord(value)) return false
  return [value.cavv, value.xid].every(part => part === undefined || matches(part, /^[\x20-\x7e]{1,40}$/))
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function optionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
