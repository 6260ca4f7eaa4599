import type { RequestParts } from '../../src/adapters/terminals/pax/layouts.ts'
import { encodeResponse } from '../../src/adapters/terminals/pax/wire.ts'
import { customer } from './customer.ts'
import { NOT_FOUND, Stopped, TIMEOUT } from './presented.ts'
import type { Running } from './running.ts'

/** A text with two buttons, and a box to sign in where that is wanted. */
export async function showText(run: Running, asked: RequestParts<'A56'>): Promise<Buffer> {
  const sign = asked.signature_box === '1'
  // Tenths of a second on the wire.
  const seconds = Number(asked.timeout) > 0 ? Number(asked.timeout) / 10 : 60
  const { accepted, strokes } = await customer(run).terms(asked.text ?? '', sign, seconds)
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

/** Takes a signature of its own, to be fetched afterwards. */
export async function takeSignature(run: Running): Promise<Buffer> {
  const strokes = await customer(run).signature(0, true)
  run.keepSignature(strokes)
  if (strokes === null) throw new Stopped(TIMEOUT, 'Signature Input Timeout')
  return encodeResponse({ command: 'A21', result: '000000', message: 'OK', parts: {} })
}

const LONGEST_PIECE = 16_000

/** A piece of the signature taken last, from an offset; never more than the till asked for. */
export function signaturePiece(strokes: string | null, { offset, length }: RequestParts<'A08'>): Buffer {
  if (strokes === null) throw new Stopped(NOT_FOUND, 'NO SIGNATURE')
  const from = Math.max(0, Number(offset) || 0)
  const most = Math.min(Number(length) || LONGEST_PIECE, LONGEST_PIECE)
  const data = strokes.slice(from, from + most)
  const parts = { total: String(strokes.length), length: String(data.length), data }
  return encodeResponse({ command: 'A09', result: '000000', message: 'OK', parts })
}
