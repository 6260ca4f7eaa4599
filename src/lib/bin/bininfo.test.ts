import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkCardNumber } from '../card-number.ts'
import { BIN_TABLE } from './bin-table.ts'
import { type Bininfo, bininfo, isCommercial } from './bininfo.ts'

const WIDTHS: [field: keyof Bininfo, width: number][] = [
  ['issuer_bank_name', 60],
  ['country_code', 3],
  ['detail_card_product', 1],
  ['detail_card_indicator', 2],
  ['fsa_indicator', 1],
  ['prepaid_indicator', 1],
  ['product_id', 3],
  ['regulator_indicator', 1],
  ['visa_product_sub_type', 2],
  ['visa_large_ticket_indicator', 1],
  ['account_fund_source', 1],
  ['card_class', 1],
  ['token_ind', 1],
]

const CODES: Partial<Record<keyof Bininfo, RegExp>> = {
  country_code: /^([A-Z]{3}| {3})$/,
  detail_card_product: /^[VMADN]$/,
  detail_card_indicator: /^([CEHJKLMNOPRSX] | {2})$/,
  fsa_indicator: /^[F ]$/,
  prepaid_indicator: /^[P ]$/,
  regulator_indicator: /^[BN1 ]$/,
  visa_large_ticket_indicator: /^[L ]$/,
  account_fund_source: /^[CDPHR ]$/,
  card_class: /^[BCPT ]$/,
  token_ind: /^[Y ]$/,
}

function assertForm(info: Bininfo): void {
  assert.deepEqual(Object.keys(info), [...WIDTHS.map(([field]) => field), 'issuing_network'])
  for (const [field, width] of WIDTHS) assert.equal(info[field]?.length, width, field)
  for (const [field, form] of Object.entries(CODES)) assert.match(info[field as keyof Bininfo] ?? '', form, field)
  assert.match(info.issuing_network ?? '00', /^0[0-4]$/)
}

test('BIN-01 BIN-02 every test card has all fourteen fields, as strings of their width with the codes of the networks', () => {
  for (const { low } of BIN_TABLE) assertForm(bininfo(low))
})

test('BIN-01 BIN-02 every other number has them too', () => {
  fc.assert(fc.property(fc.oneof(fc.stringMatching(/^\d{0,19}$/), fc.string()), digits => assertForm(bininfo(digits))))
})

test('every card of the table is one possible card number', () => {
  for (const { low, high } of BIN_TABLE) {
    assert.equal(low, high)
    assert.equal(checkCardNumber(low), null, low)
  }
})

const COMMERCIAL = [
  '4005562231212149',
  '4485271031055802',
  '4485420616463945',
  '4716677219134014',
  '4716917729443632',
  '5405222222222226',
  '5470675332875417',
  '5560988568989757',
  '5565061411468182',
  '5568022953219547',
  '5435815271011988',
  '5566806760567334',
]
const CONSUMER = [
  '4111111111111111',
  '4012888888881881',
  '4556773060150333',
  '4916065618219339',
  '5454545454545454',
  '5288071301680537',
  '6011000995500000',
  '371449635398431',
]

for (const number of COMMERCIAL) {
  test(`the test card ${number} is commercial, asked by number, eight or six digits`, () => {
    for (const length of [19, 8, 6]) assert.ok(isCommercial(bininfo(number.slice(0, length))), `${length}`)
  })
}

for (const number of CONSUMER) {
  test(`the test card ${number} is not commercial`, () => assert.equal(isCommercial(bininfo(number)), false))
}

test("a card that only shares its first digits with a test card is not given that card's facts", () => {
  assert.equal(isCommercial(bininfo('4005562231212156')), false)
  assert.equal(bininfo('4111111111111129').issuer_bank_name.trim(), '')
})

const NETWORKS: [digits: string, product: string, network: string | null][] = [
  ['4999990000000000', 'V', null],
  ['5199990000000000', 'M', null],
  ['2221000000000000', 'M', null],
  ['341111000000000', 'A', null],
  ['6500000000000000', 'D', '00'],
  ['6222000000000000', 'D', '03'],
  ['36000000000000', 'D', '01'],
  ['3530000000000000', 'D', '02'],
  ['9999990000000000', 'N', null],
]

for (const [digits, product, network] of NETWORKS) {
  test(`an unknown issuer under ${digits.slice(0, 6)} answers network ${product}${network ?? ''} and blanks`, () => {
    const { detail_card_product, issuing_network, ...others } = bininfo(digits)
    assert.deepEqual([detail_card_product, issuing_network], [product, network])
    assert.equal(Object.values(others).join('').trim(), '')
  })
}
