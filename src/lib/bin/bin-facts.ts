import { cardBrand } from '../card-brand.ts'

/**
 * The fourteen fields of `bininfo` (contract 2.3), in the order of its list. Blank values are spaces of the field's
 * width.
 */
export interface Bininfo {
  issuer_bank_name: string
  /** ISO 3166-1 alpha-3; blank for American Express. */
  country_code: string
  /**
   * V Visa, M Mastercard, A American Express, D Discover and what runs on its network, N other networks with PIN only.
   */
  detail_card_product: string
  /**
   * Credit: X, C with PIN too. Debit: H both, S signature only, P PIN only, J and K commercial without and with PIN, …
   */
  detail_card_indicator: string
  /** F for a flexible spending account. */
  fsa_indicator: string
  /** P for prepaid. */
  prepaid_indicator: string
  /**
   * The network's own code of the card product: `F^` Visa Classic, `MCO` Mastercard Corporate, `001` Discover Rewards,
   * …
   */
  product_id: string
  /** B regulated issuer (interchange cap on debit), 1 the same with fraud adjustment, N not regulated. */
  regulator_indicator: string
  visa_product_sub_type: string
  /** L for Visa's large ticket programme. */
  visa_large_ticket_indicator: string
  /** C credit, D debit, P prepaid, H charge, R deferred debit. */
  account_fund_source: string
  /** B business, C consumer, P purchasing, T travel and entertainment. */
  card_class: string
  /** Y when the number is a network token. */
  token_ind: string
  /** On the Discover network: 00 Discover, 01 Diners, 02 JCB, 03 China UnionPay, 04 PayPal; else null. */
  issuing_network: string | null
}

const WIDTHS = {
  issuer_bank_name: 60,
  country_code: 3,
  detail_card_product: 1,
  detail_card_indicator: 2,
  fsa_indicator: 1,
  prepaid_indicator: 1,
  product_id: 3,
  regulator_indicator: 1,
  visa_product_sub_type: 2,
  visa_large_ticket_indicator: 1,
  account_fund_source: 1,
  card_class: 1,
  token_ind: 1,
} as const

const WORDS: Readonly<Record<keyof typeof WIDTHS, string>> = {
  issuer_bank_name: 'The bank that issued the card.',
  country_code: 'The country of that bank, three letters.',
  detail_card_product: 'The network by one letter: V Visa, M Mastercard, A American Express, D Discover.',
  detail_card_indicator: 'What kind of product it is, in the letters of the network.',
  fsa_indicator: 'Whether it is a card for health care accounts.',
  prepaid_indicator: 'Whether it is prepaid.',
  product_id: 'The product, by the code of the network.',
  regulator_indicator:
    'B regulated issuer (interchange cap on debit), 1 the same with fraud adjustment, N not regulated.',
  visa_product_sub_type: "Visa's code of a variety of the product.",
  visa_large_ticket_indicator: "L for Visa's large ticket programme.",
  account_fund_source: 'C credit, D debit, P prepaid, H charge, R deferred debit.',
  card_class: 'B business, C consumer, P purchasing, T travel and entertainment.',
  token_ind: 'Y when the number is a network token.',
}

/** The response with these fields as JSON Schema. */
export const BININFO_SCHEMA = {
  type: 'object',
  required: ['bininfo'],
  properties: {
    bininfo: {
      type: 'object',
      required: [...Object.keys(WIDTHS), 'issuing_network'],
      properties: {
        ...Object.fromEntries(
          Object.entries(WIDTHS).map(([name, width]) => [name, fixed(name as keyof typeof WIDTHS, width)]),
        ),
        issuing_network: {
          type: ['string', 'null'],
          description:
            'On the Discover network: 00 Discover, 01 Diners, 02 JCB, 03 China UnionPay, 04 PayPal; else null.',
        },
      },
    },
  },
}

function fixed(name: keyof typeof WIDTHS, width: number): object {
  return { type: 'string', minLength: width, maxLength: width, description: WORDS[name] }
}

/** Returns all fields, unknown ones blank, padded to their width as in the networks' files. */
export function spaceFilled(facts: Partial<Bininfo>): Bininfo {
  const texts = Object.entries(WIDTHS).map(([field, width]) => [
    field,
    (facts[field as keyof typeof WIDTHS] ?? '').padEnd(width),
  ])
  return {
    ...(Object.fromEntries(texts) as Record<keyof typeof WIDTHS, string>),
    issuing_network: facts.issuing_network ?? null,
  }
}

/** Returns what the number alone tells when no range matches: its network. */
export function derivedFacts(digits: string): Partial<Bininfo> {
  switch (cardBrand(digits)) {
    case 'visa':
      return { detail_card_product: 'V' }
    case 'mc':
      return { detail_card_product: 'M' }
    case 'amex':
      return { detail_card_product: 'A' }
    case 'disc':
      return { detail_card_product: 'D', issuing_network: digits.startsWith('62') ? '03' : '00' }
    case 'diners':
      return { detail_card_product: 'D', issuing_network: '01' }
    case 'jcb':
      return { detail_card_product: 'D', issuing_network: '02' }
    default:
      return { detail_card_product: 'N' }
  }
}
