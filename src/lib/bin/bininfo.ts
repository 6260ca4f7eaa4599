import { type Bininfo, derivedFacts, spaceFilled } from './bin-facts.ts'
import { binLookup } from './bin-lookup.ts'
import { BIN_TABLE } from './bin-table.ts'

export { BININFO_SCHEMA, type Bininfo } from './bin-facts.ts'

const COMMERCIAL = ['B', 'P', 'T']

/**
 * Returns the BIN data of a card number, or of its first six or more digits (contract 2.3, `bininfo`). Ranges can be
 * as narrow as one card, so the whole number gives the best result. Unknown fields are blank.
 */
export const bininfo: (digits: string) => Bininfo = binLookup(BIN_TABLE)

/** Returns whether a card is commercial (business, purchasing or travel). Only those carry level 3 data. */
export function isCommercial({ card_class }: Pick<Bininfo, 'card_class'>): boolean {
  return COMMERCIAL.includes(card_class)
}

/** Returns the digits of a card that are known here: all of them, or the first six of one that the processor keeps. */
export function cardDigits(account: { account_number: string } | { token: string; first_six: string | null }): string {
  return 'token' in account ? (account.first_six ?? '') : account.account_number
}

/** The letters of `bininfo` for networks and for how a card is funded. */
const PRODUCTS: Readonly<Record<string, string>> = {
  visa: 'V',
  mc: 'M',
  amex: 'A',
  disc: 'D',
  diners: 'D',
  jcb: 'D',
  other: 'N',
}
const SOURCES: Readonly<Record<string, string>> = { credit: 'C', debit: 'D', prepaid: 'P' }

/** Returns what an operator's BIN data say of a card as `bininfo` does. */
export function bininfoOf(
  digits: string,
  { brand, funding, country }: Record<'brand' | 'funding' | 'country', string>,
): Bininfo {
  const product = PRODUCTS[brand]
  return spaceFilled({
    ...derivedFacts(digits),
    ...(product ? { detail_card_product: product } : {}),
    country_code: country,
    account_fund_source: SOURCES[funding] ?? '',
    prepaid_indicator: funding === 'prepaid' ? 'P' : '',
  })
}
