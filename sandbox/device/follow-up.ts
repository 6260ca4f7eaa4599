import type { RequestParts } from '../../src/adapters/terminals/pax/layouts.ts'
import type { Action } from '../../src/ports/processor.ts'
import { paymentAnswer } from './answers.ts'
import type { Entry } from './book.ts'
import { amountIn, askHost, blank, told } from './charge.ts'
import { NOT_FOUND, Stopped } from './presented.ts'
import type { Running } from './running.ts'

type Asked = RequestParts<'T00'>

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

/** Whether this acts on an earlier order: it names one, and needs no card. */
export function followsUp({ type = '', ext, trace }: Asked): boolean {
  return Object.hasOwn(ACTIONS, type) && (type !== '02' || Boolean(ext?.HREF || trace?.transaction_no))
}

/** Void, capture, tip or refund of an order in this device's book. */
export async function followUp(run: Running, command: 'T00' | 'T02', asked: Asked): Promise<Buffer> {
  const original = originalOf(run, asked)
  if (!original) throw new Stopped(NOT_FOUND, 'NOT FOUND')
  run.screen.show({ kind: 'wait', text: 'Processing' })
  const action = ACTIONS[asked.type ?? '']!
  const tip = action === 'tipadjust' ? amountIn(asked.amount?.amount) : amountIn(asked.amount?.tip)
  const amount = amountOf(action, original, asked, tip)
  const made = { ...blank(run, asked, run.referenceOf(asked.trace?.ecr_trans_id)), amount, tip, card: original.card }
  const begun = await run.book.begin({ ...made, original_no: original.no })
  const outcome = await askHost(run, begun, {
    reference: begun.reference,
    action,
    amount: BigInt(amount),
    original: original.reference,
    allow_partial: false,
    initiation: 'merchant',
  })
  const entry = await run.book.change(begun, told(outcome))
  if (entry.state === 'approved') await run.book.change(original, effect(action, entry, tip))
  const ok = entry.state === 'approved'
  run.screen.show({ kind: 'done', ok, text: ok ? 'Done' : `Declined: ${entry.message}` })
  return paymentAnswer(command === 'T02' ? 'T03' : 'T01', entry, {})
}

function originalOf({ book, device_id }: Running, { ext, trace }: Asked): Entry | undefined {
  const entries = book.entries(device_id)
  if (ext?.HREF) return entries.find(({ host_ref, state }) => state === 'approved' && host_ref === ext.HREF)
  return entries.find(({ no, state }) => state === 'approved' && String(no) === trace?.transaction_no)
}

function amountOf(action: Action, original: Entry, { amount }: Asked, tip: number): number {
  if (action === 'void') return original.approved
  if (action === 'tipadjust') return original.approved - original.tip + tip
  return amountIn(amount?.amount) + tip || original.approved
}

function effect(action: Action, entry: Entry, tip: number): Partial<Entry> {
  if (action === 'void') return { voided: true }
  if (action === 'refund') return {}
  return { approved: entry.approved, ...(action === 'tipadjust' ? { tip } : {}) }
}
