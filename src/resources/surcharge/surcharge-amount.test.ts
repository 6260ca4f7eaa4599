import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  isSurchargeable,
  mostWithin,
  refundedSurcharge,
  type SurchargeTerms,
  surchargeOf,
  surchargeTerms,
} from './surcharge-amount.ts'

const TERMS: SurchargeTerms = {
  surcharge_fee: 0n,
  surcharge_rate: 250n,
  min_fee_amount: null,
  max_fee_amount: null,
  max_transaction_amount: null,
  cap: 400n,
}

const CASES: [what: string, terms: Partial<SurchargeTerms>, amount: bigint, surcharge: bigint][] = [
  ['a rate', {}, 10_000n, 250n],
  ['half a cent is rounded up', {}, 60n, 2n],
  ['less than half a cent is nothing', {}, 19n, 0n],
  ['a fixed amount beside the rate', { surcharge_fee: 30n }, 10_000n, 280n],
  ['no less than the least', { min_fee_amount: 300n }, 10_000n, 300n],
  ['no more than the most', { max_fee_amount: 100n }, 10_000n, 100n],
  ['none above the largest payment that carries one', { max_transaction_amount: 9_999n }, 10_000n, 0n],
  ['one at the largest payment', { max_transaction_amount: 10_000n }, 10_000n, 250n],
  ['a fixed amount is within what the networks allow', { surcharge_fee: 300n }, 100n, 4n],
  ['and so is the least', { min_fee_amount: 300n }, 1_000n, 40n],
  ['what the networks allow is rounded down', { surcharge_rate: 400n }, 13n, 0n],
  ['three percent where Visa is taken', { surcharge_rate: 400n, cap: 300n }, 10_000n, 300n],
  ['none of nothing', { surcharge_fee: 300n }, 0n, 0n],
]

for (const [what, terms, amount, surcharge] of CASES) {
  test(`a surcharge is ${what}`, () => assert.equal(surchargeOf({ ...TERMS, ...terms }, amount), surcharge))
}

test('a product that takes Visa has the cap of Visa for all its cards', () => {
  assert.equal(surchargeTerms(TERMS, { card_type_visa: true }).cap, 300n)
  assert.equal(surchargeTerms(TERMS, { card_type_visa: false }).cap, 400n)
})

const amounts = fc.bigInt({ min: 1n, max: 999_999_999n })
const fees = fc.option(fc.bigInt({ min: 0n, max: 100_000n }), { nil: null })

test('whatever is set up, a surcharge is within what the networks allow of its payment', () => {
  const terms = fc.record({
    surcharge_fee: fc.bigInt({ min: 0n, max: 100_000n }),
    surcharge_rate: fc.bigInt({ min: 0n, max: 400n }),
    min_fee_amount: fees,
    max_fee_amount: fees,
    max_transaction_amount: fees,
    cap: fc.constantFrom(300n, 400n),
  })
  fc.assert(
    fc.property(terms, amounts, (set, amount) => {
      const surcharge = surchargeOf(set, amount)
      assert.ok(surcharge >= 0n && surcharge * 10_000n <= amount * set.cap)
      assert.ok(surcharge <= mostWithin(amount + surcharge))
    }),
  )
})

test('refunds give back the surcharge in proportion, and all of it together with the whole amount', () => {
  const parts = fc.array(fc.bigInt({ min: 1n, max: 50_000n }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.bigInt({ min: 0n, max: 400n }), (refunds, rate) => {
      const captured_amount = refunds.reduce((sum, each) => sum + each, 0n)
      const surcharge_amount = (mostWithin(captured_amount) * rate) / 400n
      let [given_back, surcharge_given_back] = [0n, 0n]
      for (const amount of refunds) {
        const of = { captured_amount, surcharge_amount, given_back, surcharge_given_back }
        const share = refundedSurcharge(of, amount)
        assert.ok(share >= 0n && share <= amount)
        given_back += amount
        surcharge_given_back += share
        const exact = given_back * surcharge_amount
        const off = exact - surcharge_given_back * captured_amount
        assert.ok((off < 0n ? -off : off) * 2n <= captured_amount, 'within half a cent of its share')
      }
      assert.equal(surcharge_given_back, surcharge_amount)
    }),
  )
})

test('a refund that is declined leaves its part to the others', () => {
  const of = { captured_amount: 10_300n, surcharge_amount: 300n, given_back: 5_150n, surcharge_given_back: 151n }
  assert.equal(refundedSurcharge(of, 5_150n), 149n)
})

const FUNDED: [account_fund_source: string, prepaid_indicator: string, carries: boolean][] = [
  ['C', ' ', true],
  ['H', ' ', true],
  ['C', 'P', false],
  ['D', ' ', false],
  ['P', 'P', false],
  ['R', ' ', false],
  [' ', ' ', false],
]

for (const [account_fund_source, prepaid_indicator, carries] of FUNDED) {
  test(`a card of source "${account_fund_source}${prepaid_indicator}" carries ${carries ? 'a' : 'no'} surcharge`, () =>
    assert.equal(isSurchargeable({ account_fund_source, prepaid_indicator }), carries))
}
