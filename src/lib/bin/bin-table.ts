import type { Bininfo } from './bin-facts.ts'
import type { BinRange } from './bin-lookup.ts'

/**
 * The public test cards, each a range of one number, so that nothing is claimed about real cards with the same first
 * digits. No open data has these fields; an operator's acquirer supplies a BIN file. Product codes are real, issuers
 * are invented.
 */
export const BIN_TABLE: readonly BinRange[] = [
  card('4111111111111111', product('F^', 'C', 'C')),
  card('4012888888881881', product('F^', 'C', 'C')),
  card('4916065618219339', product('F^', 'C', 'C')),
  card('4556773060150333', { ...product('F^', 'D', 'C'), detail_card_indicator: 'H', regulator_indicator: 'B' }),
  card('4005562231212149', product('S^', 'C', 'P')),
  card('4485271031055802', { ...product('S^', 'C', 'P'), visa_large_ticket_indicator: 'L' }),
  card('4485420616463945', product('S1', 'C', 'P')),
  card('4716677219134014', { ...product('S2', 'C', 'P'), visa_large_ticket_indicator: 'L' }),
  card('4716917729443632', { ...product('S2', 'C', 'P'), visa_large_ticket_indicator: 'L' }),
  card('4486101754876333', product('K1', 'C', 'T')),
  card('4000491425554808', product('G^', 'C', 'B')),
  card('4851122993812597', { ...product('F^', 'P', 'C'), detail_card_indicator: 'S', prepaid_indicator: 'P' }),
  card('5454545454545454', product('MCC', 'C', 'C')),
  card('5288071301680537', product('MCS', 'C', 'C')),
  card('5405222222222226', product('MCP', 'C', 'P')),
  card('5470675332875417', product('MCP', 'C', 'P')),
  card('5560988568989757', product('MCF', 'C', 'P')),
  card('5565061411468182', product('MGF', 'C', 'P')),
  card('5568022953219547', product('MGF', 'C', 'P')),
  card('5566806760567334', product('MCO', 'C', 'T')),
  card('5435815271011988', { ...product('MPW', 'P', 'B'), detail_card_indicator: 'J', prepaid_indicator: 'P' }),
  card('6011000995500000', product('001', 'C', 'C')),
  card('6011111111111117', { ...product('003', 'D', 'C'), detail_card_indicator: 'S' }),
  card('6221499053360818', { ...product('', 'C', 'C'), issuing_network: '03', country_code: 'CHN' }),
  card('38692699346326', { ...product('002', 'C', 'B'), issuing_network: '01' }),
  card('3562164426662050', { ...product('', 'C', 'C'), issuing_network: '02', country_code: 'JPN' }),
  // American Express publishes its name only.
  card('371449635398431', { issuer_bank_name: 'AMERICAN EXPRESS', detail_card_indicator: 'X' }),
]

/** Returns a range of one card. Its network follows from the number. */
function card(number: string, product: Partial<Bininfo>): BinRange {
  return { low: number, high: number, facts: { issuer_bank_name: 'TEST ISSUER', ...product } }
}

/** Returns a product of an unregulated United States issuer, credit without PIN, unless the line says otherwise. */
function product(product_id: string, account_fund_source: string, card_class: string): Partial<Bininfo> {
  return {
    country_code: 'USA',
    detail_card_indicator: 'X',
    regulator_indicator: 'N',
    product_id,
    account_fund_source,
    card_class,
  }
}
