/** What the published certification table says of an account. */
export interface Expectation {
  code: string
  auth_code?: string
  avs?: string
  cvv?: string
  /** Of a partial approval. */
  part?: bigint
}

/** Worldpay's test cards. */
export const TEST_CARDS: Readonly<Record<string, Expectation>> = {
  '4457010000000009': { code: '000', auth_code: '11111 ', avs: '01', cvv: 'M' },
  '5112010000000003': { code: '000', auth_code: '22222 ', avs: '10', cvv: 'M' },
  '6011010000000003': { code: '000', auth_code: '33333 ', avs: '10', cvv: 'M' },
  '375001000000005': { code: '000', auth_code: '44444 ', avs: '13' },
  '4457010200000007': { code: '000', auth_code: '55555 ', avs: '32', cvv: 'M' },
  '4457010100000008': { code: '110', avs: '34', cvv: 'P' },
  '5112010100000002': { code: '301', avs: '34', cvv: 'N' },
  '6011010100000002': { code: '123', avs: '34', cvv: 'P' },
  '375001010000003': { code: '303', avs: '34' },
  '4457010140000141': { code: '010', auth_code: '10010 ', part: 32_000n },
  '5112010140000004': { code: '010', auth_code: '11011 ', part: 48_000n },
  '375001014000009': { code: '010', auth_code: '12012 ', part: 40_000n },
  '6011010140000004': { code: '010', auth_code: '13013 ', part: 12_000n },
  '4457119999999999': { code: '301' },
}

/** Worldpay's test bank accounts, by element and account number; all others are approved. */
export const TEST_BANKS: Readonly<Record<string, string>> = {
  'echeckVerification 10@BC99999': '301',
  'echeckVerification 3099999999': '950',
  'echeckVerification 8099999999': '951',
  'echeckSale 10@BC99999': '301',
  'echeckSale 9099999992': '900',
  'echeckCredit 10@BC99999': '301',
}

/** The token of a card number that was registered before; the first registration says 801. */
export const TEST_TOKENS: Readonly<Record<string, string>> = { '4457119922390123': '1111000276870123' }
