import { cardTypeOf, entryModeCode } from '../../src/adapters/terminals/pax/codes.ts'
import { encodeFrame } from '../../src/adapters/terminals/pax/frame.ts'
import { RESPONSES, type ResponseName, type ResponseParts } from '../../src/adapters/terminals/pax/layouts.ts'
import { encodeResponse, VERSION } from '../../src/adapters/terminals/pax/wire.ts'
import type { Entry } from './journal.ts'

/** What a response contains besides the journal entry. */
export interface ResponseExtras {
  exp_date?: string
  token?: string
  signed?: boolean
}

/** Returns the response to the request that created the entry. */
export function paymentResponse(command: 'T01' | 'T03', entry: Entry, extra: ResponseExtras): Buffer {
  const shared = {
    host: hostOf(entry),
    type: entry.type,
    amounts: amountsOf(entry),
    card: cardOf(entry, extra),
    trace: traceOf(entry),
    ext: extOf(entry, extra),
  }
  const [result, message] = resultOf(entry)
  if (command === 'T03') return encodeResponse({ command, result, message, parts: shared })
  const avs = { code: entry.avs_enhanced, message: entry.avs }
  return encodeResponse({ command, result, message, parts: { ...shared, avs } })
}

/** Returns the entry as a line of the local report. */
export function reportResponse(entry: Entry, total: number): Buffer {
  const parts: ResponseParts<'R03'> = {
    total: String(total),
    record_no: String(entry.no - 1),
    host: hostOf(entry),
    edc_type: entry.card?.is_debit ? '02' : '01',
    type: entry.type,
    amounts: amountsOf(entry),
    card: cardOf(entry, {}),
    trace: traceOf(entry),
    ext: extOf(entry, {}),
  }
  return encodeResponse({ command: 'R03', result: '000000', message: 'OK', parts })
}

/** Returns a response without parts: refused, timed out or cancelled. */
export function plainResponse(command: string, result: string, message: string): Buffer {
  if (!Object.hasOwn(RESPONSES, command)) return encodeFrame(['0', command, VERSION, result, message])
  return encodeResponse({ command: command as ResponseName, result, message, parts: {} })
}

function resultOf({ state, approved, amount }: Entry): [string, string] {
  if (state !== 'approved') return ['000100', 'DECLINED']
  return approved < amount ? ['000002', 'OK'] : ['000000', 'OK']
}

function hostOf(entry: Entry): NonNullable<ResponseParts<'T01'>['host']> {
  const { code, message, auth_code, host_ref, no, batch_no } = entry
  return { code, message, auth_code, host_ref, trace_no: String(no), batch_no: batch_no ? String(batch_no) : '' }
}

function amountsOf({ state, approved, amount, tip, tax }: Entry): NonNullable<ResponseParts<'T01'>['amounts']> {
  const taken = state === 'approved' ? approved : 0
  return {
    approved: String(taken),
    due: state === 'approved' ? String(amount - taken) : '0',
    tip: String(tip),
    cashback: '0',
    fee: '0',
    tax: String(tax),
  }
}

function cardOf({ card, cvv }: Entry, { exp_date }: ResponseExtras): NonNullable<ResponseParts<'T01'>['card']> {
  if (!card) return {}
  return {
    number: card.last_four,
    entry_mode: entryModeCode(card.entry_mode),
    exp_date,
    card_type: cardTypeOf(card.brand),
    holder: card.holder,
    cvv_code: cvv,
    present: card.entry_mode === 'K' ? '1' : '0',
  }
}

function traceOf(entry: Entry): NonNullable<ResponseParts<'T01'>['trace']> {
  const timestamp = Temporal.Instant.fromEpochMilliseconds(entry.ts * 1000).toString({ smallestUnit: 'second' })
  return {
    transaction_no: String(entry.no),
    ecr_ref: entry.ecr_ref,
    timestamp: timestamp.replaceAll(/\D/g, ''),
    invoice: entry.invoice,
  }
}

function extOf({ card, host_ref, tags }: Entry, { token, signed }: ResponseExtras): Record<string, string> {
  return {
    ...(host_ref ? { HREF: host_ref } : {}),
    ...(token ? { TOKEN: token } : {}),
    ...(card ? { CARDBIN: card.first_six } : {}),
    ...(card?.is_debit ? { EDCTYPE: 'DEBIT' } : {}),
    ...(signed === undefined ? {} : { SIGNSTATUS: signed ? '1' : '0' }),
    ...tags,
  }
}
