import type { RequestParts } from '../../src/adapters/terminals/pax/layouts.ts'
import { encodeResponse, type WireRequest } from '../../src/adapters/terminals/pax/wire.ts'
import { BY_MERCHANT } from '../../src/lib/initiation.ts'
import type { Action, Original } from '../../src/ports/processor-request.ts'
import { amountIn, askHost, blank, charge, charges, outcomeFields } from './charge.ts'
import { customer } from './customer.ts'
import type { DeviceRun } from './device-run.ts'
import type { Entry } from './journal.ts'
import { NOT_FOUND, Stopped, TIMEOUT, UNSUPPORTED } from './presented-card.ts'
import { closeBatch, report } from './report.ts'
import { paymentResponse, plainResponse } from './responses.ts'

/** Executes a command and returns its response. Throws Stopped when it ends early, which is a response too. */
export async function execute(request: WireRequest, run: DeviceRun): Promise<Buffer> {
  switch (request.command) {
    case 'A00': {
      const parts = { serial_number: run.setup.serial_number, model: 'VIRTUAL', os_version: '1.0' }
      return encodeResponse({ command: 'A01', result: '000000', message: 'OK', parts })
    }
    case 'A08':
      return signaturePiece(run.signature(), request.parts)
    case 'A20':
      return takeSignature(run)
    case 'A56':
      return showText(run, request.parts)
    case 'B00':
      return closeBatch(run)
    case 'R02':
      return report(run, request.parts)
    case 'T00':
    case 'T02':
      if (followsUp(request.parts)) return followUp(run, request.command, request.parts)
      if (charges(request.parts.type ?? '')) return charge(run, request.command, request.parts)
      throw new Stopped(UNSUPPORTED, 'UNSUPPORTED TRANSACTION')
    default:
      return plainResponse('A17', '000000', 'OK')
  }
}

/** Shows a text with two buttons, and a signature box if requested. */
async function showText(run: DeviceRun, request_parts: RequestParts<'A56'>): Promise<Buffer> {
  const sign = request_parts.signature_box === '1'
  // Tenths of a second on the wire.
  const seconds = Number(request_parts.timeout) > 0 ? Number(request_parts.timeout) / 10 : 60
  const { accepted, strokes } = await customer(run).terms(request_parts.text ?? '', sign, seconds)
  run.screen.show({ kind: 'done', ok: accepted, text: accepted ? 'Accepted' : 'Declined' })
  const signed = accepted && sign && strokes !== ''
  if (signed) run.keepSignature(strokes)
  return encodeResponse({
    command: 'A57',
    result: '000000',
    message: 'OK',
    parts: { button: accepted ? '1' : '2', signed: signed ? '1' : '0', signature: signed ? strokes : '' },
  })
}

/** Takes a signature, to be fetched afterwards. */
async function takeSignature(run: DeviceRun): Promise<Buffer> {
  const strokes = await customer(run).signature(0, true)
  run.keepSignature(strokes)
  if (strokes === null) throw new Stopped(TIMEOUT, 'Signature Input Timeout')
  return encodeResponse({ command: 'A21', result: '000000', message: 'OK', parts: {} })
}

const LONGEST_PIECE = 16_000

/** Returns a piece of the last signature from an offset, no longer than requested. */
function signaturePiece(strokes: string | null, { offset, length }: RequestParts<'A08'>): Buffer {
  if (strokes === null) throw new Stopped(NOT_FOUND, 'NO SIGNATURE')
  const from = Math.max(0, Number(offset) || 0)
  const most = Math.min(Number(length) || LONGEST_PIECE, LONGEST_PIECE)
  const data = strokes.slice(from, from + most)
  const parts = { total: String(strokes.length), length: String(data.length), data }
  return encodeResponse({ command: 'A09', result: '000000', message: 'OK', parts })
}

type CreditRequest = RequestParts<'T00'>

const ACTIONS: Readonly<Record<string, Action>> = {
  '02': 'refund',
  '04': 'authcomplete',
  '06': 'tipadjust',
  '16': 'void',
  '17': 'void',
  '18': 'void',
  '19': 'void',
  '20': 'void',
  '21': 'void',
}

/** Returns whether this acts on an earlier request, which it names, and needs no card. */
function followsUp({ type = '', ext, trace }: CreditRequest): boolean {
  return Object.hasOwn(ACTIONS, type) && (type !== '02' || Boolean(ext?.HREF || trace?.transaction_no))
}

/** Executes a void, capture, tip or refund of an entry in this device's journal. */
async function followUp(run: DeviceRun, command: 'T00' | 'T02', request: CreditRequest): Promise<Buffer> {
  const original = originalOf(run, request)
  if (!original) throw new Stopped(NOT_FOUND, 'NOT FOUND')
  run.screen.show({ kind: 'wait', text: 'Processing' })
  const action = ACTIONS[request.type ?? '']!
  const tip = action === 'tipadjust' ? amountIn(request.amount?.amount) : amountIn(request.amount?.tip)
  const amount = amountOf(action, original, request, tip)
  const made = {
    ...blank(run, request, run.referenceOf(request.trace?.ecr_trans_id)),
    amount,
    tip,
    card: original.card,
  }
  const begun = await run.journal.begin({ ...made, original_no: original.no })
  const outcome = await askHost(run, begun, {
    reference: begun.reference,
    action,
    amount: BigInt(amount),
    currency: 'USD',
    original: originalOrder(original),
    allow_partial: false,
    initiation: BY_MERCHANT,
  })
  const entry = await run.journal.change(begun, outcomeFields(outcome))
  if (entry.state === 'approved') await run.journal.change(original, effect(action, entry, tip))
  const ok = entry.state === 'approved'
  run.screen.show({ kind: 'done', ok, text: ok ? 'Done' : `Declined: ${entry.message}` })
  return paymentResponse(command === 'T02' ? 'T03' : 'T01', entry, {})
}

function originalOrder({ reference, amount, card, auth_code, ts }: Entry): Original {
  const known = { action: 'sale', amount: BigInt(amount), auth_code: auth_code || null, created_ts: ts } as const
  return { reference, processor_reference: null, payment_method: 'cc', last_four: card?.last_four ?? null, ...known }
}

function originalOf({ journal, device_id }: DeviceRun, { ext, trace }: CreditRequest): Entry | undefined {
  const entries = journal.entries(device_id)
  if (ext?.HREF) return entries.find(({ host_ref, state }) => state === 'approved' && host_ref === ext.HREF)
  return entries.find(({ no, state }) => state === 'approved' && String(no) === trace?.transaction_no)
}

function amountOf(action: Action, original: Entry, { amount }: CreditRequest, tip: number): number {
  if (action === 'void') return original.approved
  if (action === 'tipadjust') return original.approved - original.tip + tip
  return amountIn(amount?.amount) + tip || original.approved
}

function effect(action: Action, entry: Entry, tip: number): Partial<Entry> {
  if (action === 'void') return { voided: true }
  if (action === 'refund') return {}
  return { approved: entry.approved, ...(action === 'tipadjust' ? { tip } : {}) }
}
