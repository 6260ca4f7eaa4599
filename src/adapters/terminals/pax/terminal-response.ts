import type { ReadCard, TerminalFailure, TerminalResponse } from '../../../ports/terminal.ts'
import { brandOf, cvmText, declineReason, entryModeOf, isApproval, RESULT } from './codes.ts'
import type { ResponseParts } from './layouts.ts'
import type { WireResponse } from './wire.ts'

/** The parts that a response and a line of the local report have in common. */
export type PaymentParts = Pick<ResponseParts<'T01'>, 'host' | 'amounts' | 'card' | 'trace' | 'ext' | 'avs' | 'type'>

/** Returns the groups of a response as an outcome. Only `result` decides whether it was approved. */
export function terminalResponse(result: string, message: string, parts: PaymentParts): TerminalResponse {
  const { host = {}, amounts = {}, trace = {}, avs = {}, ext = {}, type } = parts
  const approved = isApproval(result)
  const code = hostCode(host.code, approved)
  const words = host.message || message
  return {
    result: approved ? 'approved' : 'declined',
    reason_code_id: approved ? approvalReason(result, type) : declineReason(code, words),
    verbiage: words,
    response_message: `${code} ${words}`.trim().slice(0, 255),
    auth_code: approved ? (host.auth_code ?? '') : null,
    auth_amount: approved ? centsOf(amounts.approved) : null,
    avs: avsOf(avs),
    avs_enhanced: avs.code ?? null,
    cvv_response: parts.card?.cvv_code ?? null,
    host_reference: ext.HREF ?? host.host_ref ?? null,
    device_reference: trace.transaction_no ?? null,
    card: cardOf(parts.card ?? {}, ext),
    tip: approved ? tipOf(amounts.tip) : null,
    emv_receipt_data: emvOf(ext),
    signature_png_base64: null,
    token: ext.TOKEN ?? null,
  }
}

/** Hosts approve with 0, 00 or 85 (no reason to decline an account verification). */
function hostCode(code: string | undefined, approved: boolean): string {
  return approved && (!code || code === '0' || code === '85') ? '00' : (code ?? '')
}

/** 1000 approved, 1001 completed, 1002 forced, 1201 partially approved. */
function approvalReason(result: string, type: string | undefined): number {
  if (result === '000002') return 1201
  return { '04': 1001, '05': 1002 }[type ?? ''] ?? 1000
}

function centsOf(text: string | undefined): bigint | null {
  return text && /^\d{1,15}$/.test(text) ? BigInt(text) : null
}

/** Null instead of 0, because devices fill unused fields with 0. */
function tipOf(text: string | undefined): bigint | null {
  const tip = centsOf(text)
  return tip === 0n ? null : tip
}

const WORDS: readonly string[] = ['GOOD', 'BAD', 'STREET', 'ZIP']

/** STREET and ZIP name the part that does not match. Applications with another text send the networks' letter. */
function avsOf({ code, message }: NonNullable<PaymentParts['avs']>): string | null {
  const word = message?.toUpperCase() ?? ''
  if (WORDS.includes(word)) return word
  if (!code) return null
  if ('YXFMDJ'.includes(code)) return 'GOOD'
  if ('AB'.includes(code)) return 'ZIP'
  if ('ZWP'.includes(code)) return 'STREET'
  return 'NC'.includes(code) ? 'BAD' : null
}

function cardOf(card: NonNullable<PaymentParts['card']>, ext: Readonly<Record<string, string>>): ReadCard | null {
  const entry_mode_id = entryModeOf(card.entry_mode)
  if (!entry_mode_id) return null
  const bin = /^\d{6}/.exec(ext.CARDBIN ?? '')?.[0] ?? null
  return {
    entry_mode_id,
    first_six: bin,
    // Applications send four digits, or the masked number.
    last_four: /\d{4}$/.exec(card.number ?? '')?.[0] ?? null,
    account_type: brandOf(card.card_type),
    is_debit: ext.EDCTYPE === 'DEBIT',
    account_holder_name: card.holder?.trim() || null,
    exp_date: /^\d{4}$/.test(card.exp_date ?? '') ? (card.exp_date ?? null) : null,
  }
}

const TAGS = ['TC', 'TVR', 'AID', 'TSI', 'ATC', 'APPLAB', 'APPN', 'CVM'] as const
const LONGEST = 512

/**
 * Returns the EMV data by the names of receipts; null when no chip was read. The preferred name is sent as APPPN or
 * APPN.
 */
function emvOf(ext: Readonly<Record<string, string>>): Record<string, string> | null {
  if (!ext.AID) return null
  const known: Readonly<Record<string, string | undefined>> = {
    ...ext,
    APPN: ext.APPN ?? ext.APPPN,
    CVM: ext.CVM === undefined ? undefined : cvmText(ext.CVM),
  }
  const tags = TAGS.flatMap(tag => (known[tag] ? [[tag, known[tag].slice(0, 40)] as const] : []))
  const data = Object.fromEntries(tags)
  return JSON.stringify(data).length <= LONGEST ? data : null
}

/** Results after which certainly nothing was authorised. */
const SURE: Readonly<Record<string, TerminalFailure['why']>> = {
  [RESULT.timeout]: 'timeout',
  [RESULT.aborted]: 'cancelled',
  [RESULT.unsupported]: 'refused',
  '100005': 'refused',
}

/** Returns the response to a request as an outcome. `ask`: an error that only the device's report can explain. */
export function outcomeOf({
  result,
  message,
  parts,
}: WireResponse<'T01'>): TerminalResponse | TerminalFailure | { ask: TerminalFailure } {
  if (isApproval(result) || result === RESULT.declined) return terminalResponse(result, message, parts)
  const why = SURE[result]
  if (why) return { result: 'failed', why, text: message || result }
  return { ask: { result: 'failed', why: 'refused', text: message || `ERROR ${result}` } }
}
