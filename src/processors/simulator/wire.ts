import { createHash } from 'node:crypto'
import { parseCsv } from '../../lib/csv.ts'
import { parseMoney } from '../../lib/money.ts'
import {
  type BatchClosure,
  type DeclineClass,
  type Found,
  type FoundSettlement,
  type KnownRequest,
  NO_RESPONSE_DATA,
  type Outcome,
  type Statement,
  type UnknownOrder,
} from '../../ports/processor.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'
import { resultOf, UNKNOWN_REASON } from './codes.ts'

/**
 * An order as the simulator reads it: amounts as strings of minor units, the account it belongs to, `ts` = our clock
 * in Unix seconds when there is one.
 */
export function writeOrder(
  order: ProcessorRequest,
  processor_account_id: string | undefined,
  ts: number | undefined,
): string {
  return JSON.stringify({ ...order, processor_account_id, ts }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/**
 * Reads `{"outcome": …}`. Throws for anything else, also for a result that contradicts its reason and for the answer
 * to another order.
 */
export function readAnswer(body: string, asked: string): Outcome {
  const { reference = asked, outcome } = record(JSON.parse(body))
  if (reference !== asked) throw new Error('this is the answer to another order')
  return readOutcome(outcome)
}

/** Reads `{"seen": false}` or `{"seen": true, "outcome": …}`. Throws for anything else. */
export function readFound(body: string): Found {
  const { seen, outcome } = record(JSON.parse(body))
  if (seen === false) return { seen }
  if (seen !== true) throw new Error('the simulator did not say whether it saw the order')
  return { seen, outcome: readOutcome(outcome) }
}

/** Reads what became of a batch. Throws for anything else. */
export function readClosure(body: string): BatchClosure {
  return closureOf(JSON.parse(body))
}

/** Reads `{"seen": false}` or `{"seen": true, "closure": …}`. Throws for anything else. */
export function readFoundSettlement(body: string): FoundSettlement {
  const { seen, closure } = record(JSON.parse(body))
  if (seen === false) return { seen }
  if (seen !== true) throw new Error('the simulator did not say whether it saw the batch')
  return { seen, closure: closureOf(closure) }
}

function closureOf(value: unknown): BatchClosure {
  const { result, message, file_name, unknown_orders = [] } = record(value)
  if ((result !== 'settled' && result !== 'error') || typeof message !== 'string')
    throw new Error('the simulator did not say what became of the batch')
  if (!Array.isArray(unknown_orders)) throw new Error('the simulator did not say which orders it left out')
  const left_out = unknown_orders.length === 0 ? {} : { unknown_orders: unknown_orders.map(unknownOrder) }
  return { result, message, file_name: text(file_name ?? null), ...left_out }
}

function unknownOrder(value: unknown): UnknownOrder {
  const { reference, reason } = record(value)
  if (typeof reference !== 'string' || typeof reason !== 'string')
    throw new Error('an order that was left out is not named')
  return { reference, reason }
}

/** Reads the whole ledger. Throws for anything else. */
export function readLedger(body: string): KnownRequest[] {
  const { entries } = record(JSON.parse(body))
  if (!Array.isArray(entries)) throw new Error('the simulator did not show its ledger')
  return entries.map(entry => {
    const { reference, action, amount: shown, result, ts } = record(entry)
    const amount = parseMoney(shown)
    const isKnown = result === 'approved' || result === 'declined'
    if (
      typeof reference !== 'string' ||
      typeof action !== 'string' ||
      typeof ts !== 'number' ||
      !isKnown ||
      amount === null
    )
      throw new Error('the ledger of the simulator has an entry that cannot be read')
    return { reference, action, amount, result, ts }
  })
}

function readOutcome(value: unknown): Outcome {
  const outcome = record(value)
  const { reason_code_id, verbiage } = outcome
  if (typeof reason_code_id !== 'number' || typeof verbiage !== 'string') throw new Error('the outcome has no reason')
  if (isUnderway(outcome.result)) return underway(outcome.result, reason_code_id, verbiage, outcome)
  const result = resultOf(reason_code_id)
  // A decline dressed as an approval must never become one: both words have to say the same.
  if (result === undefined || result !== outcome.result) throw new Error('result and reason contradict each other')
  return {
    result,
    reason_code_id,
    verbiage,
    response_message: text(outcome.response_message)?.slice(0, 255) ?? null,
    auth_code: text(outcome.auth_code),
    auth_amount: amount(outcome.auth_amount),
    avs: text(outcome.avs),
    avs_enhanced: text(outcome.avs_enhanced),
    cvv_response: text(outcome.cvv_response),
    processor_reference: text(outcome.processor_reference),
    ...(result === 'declined' && isSettled(text(outcome.response_message)) ? { settled: true } : {}),
    ...networkData(outcome),
  }
}

/** What only some outcomes have. */
function networkData({ decline_class, advice_code, network_transaction_id, token }: Record<string, unknown>) {
  return {
    ...(token === undefined ? {} : { token: text(token) }),
    ...(decline_class === undefined ? {} : { decline_class: declineClass(decline_class) }),
    ...(advice_code === undefined ? {} : { advice_code: text(advice_code) }),
    ...(network_transaction_id === undefined ? {} : { network_transaction_id: text(network_transaction_id) }),
  }
}

function declineClass(value: unknown): DeclineClass {
  if (value === 'soft' || value === 'hard' || value === 'never') return value
  throw new Error('a class of declines was expected')
}

function isUnderway(result: unknown): result is 'held' | 'pending' {
  return result === 'held' || result === 'pending'
}

/** An order that is decided later has no reason yet: one that has an approval's, or a decline's, contradicts itself. */
function underway(
  result: 'held' | 'pending',
  reason: number,
  verbiage: string,
  outcome: Record<string, unknown>,
): Outcome {
  if (reason !== UNKNOWN_REASON) throw new Error('result and reason contradict each other')
  const processor_reference = text(outcome.processor_reference)
  return { ...NO_RESPONSE_DATA, result, reason_code_id: reason, verbiage, processor_reference }
}

/** Its code 21: what was to be taken back has been settled. */
function isSettled(response_message: string | null): boolean {
  return response_message?.startsWith('21 ') ?? false
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('an object was expected')
  return value as Record<string, unknown>
}

function text(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  throw new Error('a text or null was expected')
}

function amount(value: unknown): bigint | null {
  if (value === null) return null
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return BigInt(value)
  throw new Error('an amount or null was expected')
}

/**
 * Reads `{"file": null}` or `{"file": {name, text}}`, the simulator's own file of a batch. Throws for anything else,
 * and for a file whose trailer does not fit what stands above it: one that was cut off or touched must not look like
 * a smaller batch.
 */
export function readStatement(body: string, reference: string): Statement | null {
  const { file } = JSON.parse(body) as { file: { name: string; text: string } | null }
  if (file === null) return null
  const { name: file_name, text } = file
  const [, header, ...rest] = parseCsv(text)
  const trailer = rest.pop()
  if (header?.[0] !== 'H' || header[2] !== reference) throw new Error(`${file_name} is not of batch ${reference}`)
  const above = text.slice(0, text.lastIndexOf('\r\nT,') + 2)
  if (trailer?.[0] !== 'T' || trailer[1] !== String(rest.length) || trailer[4] !== digest(above))
    throw new Error(`${file_name} is not whole`)
  const lines = rest.map(([record, , order = '', , , , amount]) => {
    if (record !== 'D') throw new Error(`${file_name} has a strange record`)
    return { reference: order, amount: money(amount, file_name) }
  })
  return { file_name, lines, amount: money(trailer[6], file_name) }
}

function money(text: string | undefined, file_name: string): bigint {
  const amount = parseMoney(text)
  if (amount === null) throw new Error(`${file_name} has a strange amount`)
  return amount
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
