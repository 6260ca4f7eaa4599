import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { cardBrand } from '../../src/lib/card-brand.ts'
import { CARDS, CVM, cardOfBrand, DEBIT_CARD, EXPIRES, isTestCard, type TestCard } from './cards.ts'
import { ABORTED, NO_HOST, type PresentedCard, Stopped, TIMEOUT } from './presented-card.ts'
import type { CustomerInput, Reply, Screen, View } from './screen.ts'
import type { Setup } from './setup.ts'

/**
 * The customer: a person with the device open in a browser, or a script by the published amounts while there is none.
 */
export interface Customer {
  /** Returns the chosen tip in minor units. */
  tip(amount: number): Promise<number>
  /** Throws Stopped when no card is read. */
  card(amount: number, tip: number, title: string): Promise<PresentedCard & { signs: boolean }>
  /** Returns pen strokes; null when there is no signature in time. */
  signature(amount: number, signs: boolean): Promise<string | null>
  terms(text: string, sign: boolean, seconds: number): Promise<{ accepted: boolean; strokes: string }>
}

interface CustomerParts {
  screen: Screen
  setup: Setup
  /** Factor on the delays of the published amounts. */
  scale: number
  /** Aborted when the gateway cancels. */
  signal: AbortSignal
}

export function customer(parts: CustomerParts): Customer {
  const { screen, setup, signal } = parts
  const { timeouts } = setup
  const ask = async (view: View, seconds: number, late: string): Promise<Reply | null> => {
    const input = await screen.ask(view, seconds, signal)
    return answerOf(input, late)
  }
  const seed = (about: string | number) => `${setup.serial_number}\n${about}`

  return {
    async tip(amount) {
      const choices = setup.tips.map(percent => ({ percent, tip: Math.round((amount * percent) / 100) }))
      const reply = await ask({ kind: 'tip', amount, choices }, timeouts.tip_cashback_timeout, 'Tip/Cashback Timeout')
      const tip = reply?.tip ?? 0
      return Number.isInteger(tip) && tip >= 0 && tip <= amount * 2 ? tip : 0
    },
    async card(amount, tip, title) {
      let problem = ''
      for (;;) {
        const view: View = { kind: 'card', amount, tip, title, problem }
        const reply = await ask(view, timeouts.card_entry_timeout, 'Card Entry Timeout')
        if (!reply) return runScript(parts, amount + tip)
        const presented = presentedOf(reply, amount + tip)
        problem = 'Only public test cards can be used here.'
        if (!presented) continue
        if (presented.cvm === CVM.pin) {
          const pin = await ask({ kind: 'pin', amount: amount + tip }, timeouts.pin_entry_timeout, 'Pin Entry Timeout')
          problem = 'A PIN has four digits or more.'
          if (pin && !/^\d{4,12}$/.test(pin.pin ?? '')) continue
        }
        return { ...presented, signs: true }
      }
    },
    async signature(amount, signs) {
      const input = await screen.ask({ kind: 'signature', amount }, timeouts.signature_input_timeout, signal)
      if (input.kind === 'left') return signs ? drawStrokes(seed(amount)) : null
      return input.kind === 'reply' ? strokesIn(input.reply) : null
    },
    async terms(text, sign, seconds) {
      const input = await screen.ask({ kind: 'terms', text, sign }, seconds, signal)
      if (input.kind === 'left') return runTermsScript(text, seed(text))
      // The red key declines terms; a cancel by the gateway has its own response.
      if (input.kind === 'cancel' && !signal.aborted) return { accepted: false, strokes: '' }
      const reply = answerOf(input, 'Timeout waiting for Customer') ?? {}
      return { accepted: reply.accepted === true, strokes: strokesIn(reply) ?? '' }
    },
  }
}

/** Returns the reply; null when there is no person. Throws Stopped when the step ends the request. */
function answerOf(input: CustomerInput, late: string): Reply | null {
  if (input.kind === 'cancel') throw new Stopped(ABORTED, 'ABORTED')
  if (input.kind === 'late') throw new Stopped(TIMEOUT, late)
  return input.kind === 'reply' ? input.reply : null
}

async function runScript(
  { scale, signal }: CustomerParts,
  amount: number,
): Promise<PresentedCard & { signs: boolean }> {
  const what = scriptOf(amount)
  if (what.kind === 'pay') return { ...what.presented, signs: what.signs }
  try {
    await pause(what.after_seconds * 1000 * scale, undefined, { signal })
  } catch {
    throw new Stopped(ABORTED, 'ABORTED')
  }
  throw new Stopped(what.result, what.text)
}

/** Words in the terms that script an absent customer; in capitals and alone, so that real terms seldom contain them. */
function runTermsScript(text: string, seed: string): { accepted: boolean; strokes: string } {
  if (/\bTIMEOUT\b/.test(text)) throw new Stopped(TIMEOUT, 'Timeout waiting for Customer')
  const accepted = !/\bDECLINE\b/.test(text)
  return { accepted, strokes: accepted ? drawStrokes(seed) : '' }
}

const ENTRY = { tap: 'P', dip: 'C', swipe: 'S', key: 'K' } as const
/** Chip payments below this need no signature. Minor units. */
const SMALL = 2500

/** Returns the presented card of a reply and its verification; null when it is no test card. */
function presentedOf({ entry, card, exp_date, cvv }: Reply, amount: number): PresentedCard | null {
  const number = String(card ?? '').replaceAll(/\D/g, '')
  if (!entry || !Object.hasOwn(ENTRY, entry) || !isTestCard(number) || !cardBrand(number)) return null
  const known = CARDS.find(each => each.number === number) ?? { number, title: 'Test card', is_debit: false }
  const exp = /^(0[1-9]|1[0-2])\d\d$/.test(exp_date ?? '') ? exp_date! : EXPIRES
  const entry_mode = ENTRY[entry]
  if (entry === 'key') return { card: known, entry_mode, cvm: CVM.none, exp_date: exp, cvv: cvv || undefined }
  return { card: known, entry_mode, cvm: cvmOf(entry, known.is_debit, amount), exp_date: EXPIRES }
}

function cvmOf(entry: 'tap' | 'dip' | 'swipe', is_debit: boolean, amount: number): string {
  if (entry === 'tap') return CVM.none
  if (is_debit) return CVM.pin
  return entry === 'swipe' || amount >= SMALL ? CVM.signature : CVM.none
}

const MOST_STROKES = 200_000

function strokesIn({ strokes }: Reply): string | null {
  return strokes && strokes.length <= MOST_STROKES && /^[\d,^]+~?$/.test(strokes) ? strokes : null
}

const WIDTH = 300
const HEIGHT = 100
const MARGIN = 50
const LENGTH = WIDTH - 2 * MARGIN
/** Points along the line, enough for it to look round. */
const STEPS = 320

/**
 * Returns pen strokes that look like a signature, shaped by the seed: loops along a rising line, in the devices'
 * format.
 */
function drawStrokes(seed: string): string {
  const point = lineOf(createHash('sha256').update(seed).digest())
  const points = Array.from({ length: STEPS + 1 }, (_, step) => point(step / STEPS))
  const texts = points.map(([x, y]) => `${within(x, WIDTH)},${within(y, HEIGHT)}`)
  return [...texts, '0,65535', '~'].join('^')
}

function within(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, Math.round(at)))
}

/** Returns the line as a function from 0 … 1 to a position. Each shape uses one byte of the seed, as 0 … 1. */
function lineOf(seed: Buffer): (at: number) => [x: number, y: number] {
  const shape = (index: number): number => seed[index]! / 255
  const turns = 5 + Math.round(shape(0) * 4)
  // Wider than a turn is long, so that the line crosses itself.
  const loop = ((2 + 2 * shape(1)) * LENGTH) / (2 * Math.PI * turns)
  const rise = shape(2) * 16
  const tall = 10 + shape(3) * 14
  const wave = 1 + shape(4) * 2
  const start = shape(5) * Math.PI
  return at => {
    const angle = start + at * turns * 2 * Math.PI
    // Names begin with a capital, so the line flattens towards its end.
    const height = tall * (1 - 0.6 * at) + 4 * Math.sin(wave * angle)
    return [MARGIN + at * LENGTH + loop * Math.cos(angle), HEIGHT / 2 + rise * (0.5 - at) + height * Math.sin(angle)]
  }
}

/** What an absent customer does for an amount. */
type CustomerScript =
  | { kind: 'stop'; result: string; text: string; after_seconds: number }
  | { kind: 'pay'; presented: PresentedCard; signs: boolean }

const stop = (result: string, text: string, after_seconds = 0): CustomerScript => ({
  kind: 'stop',
  result,
  text,
  after_seconds,
})

const STOPS: ReadonlyMap<number, CustomerScript> = new Map([
  [501, stop(NO_HOST, 'CONNECT ERROR')],
  [531, stop(TIMEOUT, 'TIMEOUT')],
  [599, stop(ABORTED, 'ABORTED')],
  [770, stop(TIMEOUT, 'Transaction Timeout')],
  [771, stop(TIMEOUT, 'Overall Request Timeout')],
  [772, stop(TIMEOUT, 'Card Entry Timeout')],
  [773, stop(TIMEOUT, 'Pin Entry Timeout')],
])

const visa = cardOfBrand('visa')
const of = (
  card: TestCard,
  entry_mode: PresentedCard['entry_mode'],
  cvm: string = CVM.none,
  signs: boolean = cvm === CVM.signature,
): CustomerScript => ({ kind: 'pay', presented: { card, entry_mode, cvm, exp_date: EXPIRES }, signs })

const PAYS: ReadonlyMap<number, CustomerScript> = new Map([
  [711, of(DEBIT_CARD, 'S', CVM.pin)],
  [712, of(visa, 'S', CVM.signature)],
  [713, of(visa, 'S')],
  [714, of(visa, 'C')],
  [715, of(visa, 'C', CVM.signature)],
  [716, of(visa, 'C', CVM.pin)],
  [717, of(DEBIT_CARD, 'C', CVM.pin)],
  [718, of(visa, 'P')],
  [719, of(visa, 'P', CVM.signature)],
  [720, of(visa, 'P', CVM.pin)],
  [721, of(DEBIT_CARD, 'P', CVM.pin)],
  [750, of(visa, 'K')],
  [751, of(cardOfBrand('mc'), 'K')],
  [752, of(cardOfBrand('amex'), 'K')],
  [753, of(cardOfBrand('disc'), 'K')],
  [754, of(visa, 'S')],
  [755, of(cardOfBrand('mc'), 'S')],
  [756, of(cardOfBrand('amex'), 'S')],
  [757, of(cardOfBrand('disc'), 'S')],
  // The card is charged, but the signature is late or cannot be stored.
  [775, of(visa, 'C', CVM.signature, false)],
  [776, of(visa, 'C', CVM.signature, false)],
])

const BRANDS = ['visa', 'mc', 'amex', 'disc'] as const

/**
 * Returns the script of a published amount (minor units): how the card is read, or at which step the device gives up.
 * Every other amount is a plain chip payment.
 */
function scriptOf(amount: number): CustomerScript {
  const known = STOPS.get(amount) ?? PAYS.get(amount)
  if (known) return known
  if (amount >= 800 && amount <= 899) return stop(TIMEOUT, 'TIMEOUT', amount - 800)
  if (amount === 710) return of(cardOfBrand(BRANDS[Math.floor(Math.random() * BRANDS.length)]!), 'K')
  return PAYS.get(714)!
}
