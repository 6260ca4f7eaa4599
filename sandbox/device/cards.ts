import { cardBrand } from '../../src/lib/card-brand.ts'

/** A public test card that can be presented to a virtual device. */
export interface TestCard {
  number: string
  title: string
  /** Asks for a PIN when its chip or stripe is read. */
  is_debit: boolean
}

/** The cards offered beside the device. */
export const CARDS: readonly TestCard[] = [
  { number: '4111111111111111', title: 'Visa credit', is_debit: false },
  { number: '5454545454545454', title: 'Mastercard credit', is_debit: false },
  { number: '371449635398431', title: 'American Express', is_debit: false },
  { number: '6011000995500000', title: 'Discover', is_debit: false },
  { number: '4556773060150333', title: 'Visa debit', is_debit: true },
  { number: '4005562231212149', title: 'Visa corporate', is_debit: false },
]

/** Numbers that can be keyed, so that no real number is entered into a sandbox. */
const KEYED: readonly string[] = [
  ...CARDS.map(({ number }) => number),
  '4012888888881881',
  '4485271031055802',
  '4485420616463945',
  '4716677219134014',
  '4716917729443632',
  '4916065618219339',
  '5405222222222226',
  '5470675332875417',
  '5560988568989757',
  '5565061411468182',
  '5568022953219547',
  '5435815271011988',
  '5288071301680537',
  '5566806760567334',
  '4005554444444460',
]

export const HOLDER = 'TEST CARD'
export const EXPIRES = '1230'

export function isTestCard(number: string): boolean {
  return KEYED.includes(number)
}

/** Returns the offered card of a brand. */
export function cardOfBrand(brand: string): TestCard {
  return CARDS.find(card => cardBrand(card.number) === brand) ?? CARDS[0]!
}

export const DEBIT_CARD: TestCard = CARDS.find(card => card.is_debit)!

const APPLICATIONS: Readonly<Record<string, readonly [aid: string, label: string]>> = {
  visa: ['A0000000031010', 'VISA CREDIT'],
  mc: ['A0000000041010', 'MASTERCARD'],
  amex: ['A000000025010801', 'AMERICAN EXPRESS'],
  disc: ['A0000001523010', 'DISCOVER'],
}

/** Cardholder verification methods by the protocol's digits. */
export const CVM = { none: '7', pin: '1', signature: '6' } as const

/** Returns the EMV data for a receipt. Debit chips carry the application of the published sample. */
export function chipTags(brand: string, is_debit: boolean, cvm: string, seed: string): Record<string, string> {
  const shared = { TC: seed.slice(0, 16).toUpperCase(), ATC: seed.slice(16, 20).toUpperCase(), CVM: cvm }
  if (is_debit) {
    const sample = { AID: 'a0000000042203', APPLAB: 'US Maestro', APPPN: 'US Maestro' }
    return { ...shared, ...sample, TVR: '0800008000', TSI: 'e800' }
  }
  const [AID, APPLAB] = APPLICATIONS[brand] ?? APPLICATIONS.visa!
  return { ...shared, AID, APPLAB, APPPN: APPLAB, TVR: '0000008000', TSI: 'E800' }
}
