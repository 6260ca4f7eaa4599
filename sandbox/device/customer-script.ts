import { CVM, cardOfBrand, DEBIT_CARD, EXPIRES, type TestCard } from './cards.ts'
import { ABORTED, NO_HOST, type PresentedCard, TIMEOUT } from './presented-card.ts'

/** What an absent customer does for an amount. */
export type CustomerScript =
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
export function scriptOf(amount: number): CustomerScript {
  const known = STOPS.get(amount) ?? PAYS.get(amount)
  if (known) return known
  if (amount >= 800 && amount <= 899) return stop(TIMEOUT, 'TIMEOUT', amount - 800)
  if (amount === 710) return of(cardOfBrand(BRANDS[Math.floor(Math.random() * BRANDS.length)]!), 'K')
  return PAYS.get(714)!
}
