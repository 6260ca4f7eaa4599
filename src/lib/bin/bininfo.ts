import type { Bininfo } from './bin-facts.ts'
import { binLookup } from './bin-lookup.ts'
import { BIN_TABLE } from './bin-table.ts'

export { BININFO_SCHEMA, type Bininfo } from './bin-facts.ts'

const COMMERCIAL = ['B', 'P', 'T']

/**
 * What is known of a card by its number, or by its first six digits or more (contract 2.3, `bininfo`). The whole number
 * gives the surest answer, because ranges can be as narrow as one card. Every field is present; unknown ones are blank.
 */
export const bininfo: (digits: string) => Bininfo = binLookup(BIN_TABLE)

/** Whether a card is a company's or a government's: business, purchasing or travel. Only those carry level 3 data. */
export function isCommercial({ card_class }: Pick<Bininfo, 'card_class'>): boolean {
  return COMMERCIAL.includes(card_class)
}
