import type { Bininfo } from './bin-facts.ts'
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
