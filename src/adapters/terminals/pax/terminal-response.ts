import type { ReadCard, TerminalFailure, TerminalResponse } from '../../../ports/terminal.ts'
import { brandOf, cvmText, declineReason, entryModeOf, isApproval, RESULT } from './codes.ts'
import type { ResponseParts } from './layouts.ts'
import type { WireResponse } from './wire.ts'

/** The parts that the answer to an order and a line of the device's report have in common. */
export type PaymentParts = Pick<ResponseParts<'T01'>, 'host' | 'amounts' | 'card' | 'trace' | 'ext' | 'avs' | 'type'>

/** The groups of an answer as an outcome. `result` is the device's; whether it was approved is decided by nothing else. */
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

/** Hosts say 0, 00 or 85 (nothing to decline a check of the card for) when they mean yes. */
function hostCode(code: string | undefined, approved: boolean): string {
  return approved && (!code || code === '0' || code === '85') ? '00' : (code ?? '')
}

/** 1000 approved, 1001 completed, 1002 forced, 1201 for a part of the amount. */
function approvalReason(result: string, type: string | undefined): number {
  if (result === '000002') return 1201
  return { '04': 1001, '05': 1002 }[type ?? ''] ?? 1000
}

function centsOf(text: string | undefined): bigint | null {
  return text && /^\d{1,15}$/.test(text) ? BigInt(text) : null
}

/** None rather than nought: devices fill fields that nobody used with 0. */
function tipOf(text: string | undefined): bigint | null {
  const tip = centsOf(text)
  return tip === 0n ? null : tip
}

const WORDS: readonly string[] = ['GOOD', 'BAD', 'STREET', 'ZIP']

/** The word names what does not match. Applications that send another text send the letter of the networks. */
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
    // Applications send four digits, or the number with all others masked.
    last_four: /\d{4}$/.exec(card.number ?? '')?.[0] ?? null,
    account_type: brandOf(card.card_type),
    is_debit: ext.EDCTYPE === 'DEBIT',
    account_holder_name: card.holder?.trim() || null,
    exp_date: /^\d{4}$/.test(card.exp_date ?? '') ? (card.exp_date ?? null) : null,
  }
}

const TAGS = ['TC', 'TVR', 'AID', 'TSI', 'ATC', 'APPLAB', 'APPN', 'CVM'] as const
const LONGEST = 512

/** What the chip told, by the names of receipts; null when no chip was read. The preferred name travels as APPPN or APPN. */
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

/** Ends in which the device is sure that it has authorised nothing. */
const SURE: Readonly<Record<string, TerminalFailure['why']>> = {
  [RESULT.timeout]: 'timeout',
  [RESULT.aborted]: 'cancelled',
  [RESULT.unsupported]: 'refused',
  '100005': 'refused',
}

/** The device's answer to an order as an outcome. `ask`: something went wrong there, and only its report can tell what it means. */
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
