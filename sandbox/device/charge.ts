import { createHash, randomBytes } from 'node:crypto'
import type { RequestParts } from '../../src/adapters/terminals/pax/layouts.ts'
import { cardBrand } from '../../src/lib/card-brand.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import { minorNumber } from '../../src/lib/money.ts'
import { NO_RESPONSE_DATA, type Outcome } from '../../src/ports/processor.ts'
import type { Action, CardInstrument, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { cardToken } from '../processor/tokens.ts'
import { CARDS, CVM, chipTags, HOLDER, isTestCard } from './cards.ts'
import { customer } from './customer.ts'
import type { DeviceRun } from './device-run.ts'
import type { Entry, EntryCard } from './journal.ts'
import { ERROR, HOST_SILENT, NO_HOST, type PresentedCard, Stopped } from './presented-card.ts'
import { paymentResponse, type ResponseExtras } from './responses.ts'

type CreditRequest = RequestParts<'T00'>

const ACTIONS: Readonly<Record<string, Action>> = {
  '01': 'sale',
  '02': 'refund',
  '03': 'authonly',
  '05': 'force',
  '24': 'avsonly',
}

const TOKENIZE = '32'

/** Returns whether this type reads a card. */
export function charges(type: string): boolean {
  return Object.hasOwn(ACTIONS, type) || type === TOKENIZE
}

/**
 * Executes a request that starts a payment: tip, card, PIN, acquirer, signature. Throws Stopped when nothing was
 * authorised.
 */
export async function charge(run: DeviceRun, command: 'T00' | 'T02', request: CreditRequest): Promise<Buffer> {
  const { type = '' } = request
  const who = customer(run)
  const base = amountIn(request.amount?.amount)
  const named_tip = amountIn(request.amount?.tip)
  const asks_tip = request.ext?.TIPREQ === '1' && run.setup.tip_enable && named_tip === 0
  const tip = asks_tip ? await who.tip(base) : named_tip
  const title = type === TOKENIZE ? 'Store card' : type === '02' ? 'Refund' : 'Payment'
  const presented = keyedInRequest(request) ?? (await who.card(base, tip, title))
  if (run.signal.aborted) throw new Stopped('100002', 'ABORTED')
  run.fault('die_before')

  run.screen.show({ kind: 'wait', text: 'Processing' })
  const begun = await run.journal.begin(newEntry(run, request, presented, base + tip, tip))
  const outcome = type === TOKENIZE ? CHECKED : await askHost(run, begun, orderOf(begun, request, presented))
  const entry = await run.journal.change(begun, outcomeFields(outcome))
  const extra = await afterwards(run, request, presented, entry)
  const ok = entry.state === 'approved'
  const amount = base + tip
  const text = ok ? 'Approved' : `Declined: ${entry.message}`
  run.screen.show({ kind: 'done', ok, text, ...(amount > 0 ? { amount } : {}) })
  return paymentResponse(command === 'T02' ? 'T03' : 'T01', entry, { ...extra, exp_date: presented.exp_date })
}

type ReadCard = PresentedCard & { signs: boolean }

/** Returns the card of a number in the request; only public test cards are accepted. */
function keyedInRequest({ account }: CreditRequest): ReadCard | null {
  if (!account?.number) return null
  if (!isTestCard(account.number)) throw new Stopped(ERROR, 'TEST CARDS ONLY')
  const card = CARDS.find(({ number }) => number === account.number)
  return {
    card: card ?? { number: account.number, title: 'Test card', is_debit: false },
    entry_mode: 'K',
    cvm: CVM.none,
    exp_date: account.exp_date ?? '1230',
    cvv: account.cvv,
    signs: false,
  }
}

/** Submits a request to the acquirer. The entry stays `begun` while the outcome is unknown; the report polls for it. */
export async function askHost(run: DeviceRun, entry: Entry, order: ProcessorRequest): Promise<Outcome> {
  let outcome: Outcome | null
  try {
    outcome = await run.host.ask(order)
  } catch {
    throw new Stopped(HOST_SILENT, 'HOST DOES NOT ANSWER')
  }
  run.fault('die_after')
  if (outcome) return outcome
  await run.journal.change(entry, { state: 'none' })
  throw new Stopped(NO_HOST, 'CONNECT ERROR')
}

/** Takes signature and token after an approval, when the request asks for them. */
async function afterwards(
  run: DeviceRun,
  request: CreditRequest,
  presented: ReadCard,
  entry: Entry,
): Promise<ResponseExtras> {
  if (entry.state !== 'approved') return {}
  const { first_six, last_four, brand } = entry.card!
  const mark = randomBytes(12).toString('hex')
  const token = request.ext?.TOKENREQUEST === '1' ? cardToken({ first_six, last_four, brand }, mark) : undefined
  if (request.ext?.SIGN !== '1' || presented.cvm !== CVM.signature) return token ? { token } : {}
  const strokes = await customer(run).signature(entry.amount, presented.signs)
  run.keepSignature(strokes)
  return { ...(token ? { token } : {}), signed: strokes !== null }
}

function newEntry(
  run: DeviceRun,
  request: CreditRequest,
  presented: PresentedCard,
  amount: number,
  tip: number,
): Omit<Entry, 'no'> {
  const { card, entry_mode, cvm } = presented
  const brand = cardBrand(card.number) ?? 'visa'
  const reference = run.referenceOf(request.trace?.ecr_trans_id)
  const read: EntryCard = {
    first_six: card.number.slice(0, 6),
    last_four: card.number.slice(-4),
    brand,
    entry_mode,
    holder: entry_mode === 'K' ? '' : HOLDER,
    is_debit: card.is_debit && cvm === CVM.pin,
  }
  const seed = createHash('sha256').update(reference).digest('hex')
  const has_chip = entry_mode === 'C' || entry_mode === 'P'
  return {
    ...blank(run, request, reference),
    amount,
    tip,
    tax: amountIn(request.amount?.tax),
    card: read,
    tags: has_chip ? chipTags(brand, read.is_debit, cvm, seed) : {},
  }
}

/** Returns an entry with the initial values. */
export function blank(run: DeviceRun, request: CreditRequest, reference: string): Omit<Entry, 'no'> {
  return {
    device_id: run.device_id,
    reference,
    ecr_ref: request.trace?.ecr_ref ?? '',
    invoice: request.trace?.invoice ?? '',
    type: request.type ?? '',
    amount: 0,
    tip: 0,
    tax: 0,
    state: 'begun',
    approved: 0,
    code: '',
    message: '',
    auth_code: '',
    host_ref: '',
    avs: '',
    avs_enhanced: '',
    cvv: '',
    card: null,
    tags: {},
    original_no: null,
    voided: false,
    batch_no: 0,
    ts: run.clock.seconds(),
  }
}

/** Returns the acquirer's outcome as fields of an entry. */
export function outcomeFields(outcome: Outcome): Partial<Entry> {
  const [code = '', ...words] = (outcome.response_message ?? '').split(' ')
  return {
    state: outcome.result === 'approved' ? 'approved' : 'declined',
    approved: minorNumber(outcome.auth_amount ?? 0n),
    code,
    message: words.join(' ') || outcome.verbiage,
    auth_code: outcome.auth_code ?? '',
    host_ref: outcome.processor_reference ?? '',
    avs: outcome.avs ?? '',
    avs_enhanced: outcome.avs_enhanced ?? '',
    cvv: outcome.cvv_response ?? '',
  }
}

/** Storing a card does not involve the issuer. */
const CHECKED: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'approved',
  reason_code_id: 1000,
  verbiage: 'APPROVED',
  response_message: '00 APPROVED',
}

function orderOf(
  entry: Entry,
  request: CreditRequest,
  { card, exp_date, cvv, entry_mode }: PresentedCard,
): ProcessorRequest {
  const instrument: CardInstrument = {
    kind: 'card',
    number: card.number,
    exp_date,
    brand: cardBrand(card.number) ?? 'visa',
    cvv: entry_mode === 'K' ? cvv : undefined,
  }
  return {
    reference: entry.reference,
    action: ACTIONS[entry.type]!,
    amount: BigInt(entry.amount),
    instrument,
    billing: { street: request.avs?.street, zip: request.avs?.zip },
    auth_code: request.trace?.auth_code,
    allow_partial: false,
    order_num: entry.invoice || undefined,
    currency: 'USD',
    initiation: BY_CARDHOLDER,
  }
}

/** Returns the minor units in a field, 0 when it is empty. */
export function amountIn(text: string | undefined): number {
  return text && /^\d{1,12}$/.test(text) ? Number(text) : 0
}
