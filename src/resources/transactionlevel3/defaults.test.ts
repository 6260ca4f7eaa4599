import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultLevel3 } from './defaults.ts'
import { validateLevel3 } from './validate.ts'

const origin = { tz: 'America/New_York', zip_code: '14850' }
const payment = {
  transaction_amount: 10825n,
  tax: 825n,
  description: 'Hedge trimming, spring',
  order_num: '123456789012',
  billing_zip: '04101',
  created_ts: 1773200000,
}

test('L3-17 a payment becomes one line item of its net amount with its tax', () => {
  assert.deepEqual(defaultLevel3('visa', payment, origin, null), {
    tax_exempt: '0',
    sales_tax: '8.25',
    national_tax: '0.00',
    freight_amount: '0.00',
    duty_amount: '0.00',
    shipto_zip_code: '04101',
    shipfrom_zip_code: '14850',
    destination_country_code: '840',
    order_date: '260310',
    tax_amount: '8.25',
    tax_rate: '8.25',
    line_items: [
      {
        commodity_code: '00000000',
        description: 'Hedge trimming spring',
        product_code: '123456789012',
        quantity: '1',
        unit_code: 'EA',
        unit_cost: '100.00',
        tax_amount: '8.25',
        tax_rate: '8.25',
      },
    ],
  })
})

test("the product's own defaults go first, unless they do not fit", () => {
  const own = { shipfrom_zip_code: '99999', summary_commodity_code: 'C1' }
  const mixed = defaultLevel3('visa', payment, origin, own)
  assert.deepEqual([mixed.shipfrom_zip_code, mixed.summary_commodity_code, mixed.sales_tax], ['99999', 'C1', '8.25'])
  const unfit = { shipfrom_zip_code: '99999', tax_rate: 'much' }
  assert.deepEqual(defaultLevel3('visa', payment, origin, unfit), defaultLevel3('visa', payment, origin, null))
  assert.equal(defaultLevel3('mc', payment, origin, own).summary_commodity_code, undefined)
})

const amounts = fc.bigInt({ min: 1n, max: 999_999_999n })

test('the default of any payment is data that the endpoint itself would take', () => {
  const payments = fc.record({
    transaction_amount: amounts,
    tax: fc.oneof(fc.constant(0n), amounts),
    description: fc.option(fc.string({ maxLength: 64, unit: 'grapheme' })),
    order_num: fc.option(fc.string({ maxLength: 32 })),
    billing_zip: fc.option(fc.string({ minLength: 4, maxLength: 12 })),
    created_ts: fc.integer({ min: 1_500_000_000, max: 3_000_000_000 }),
  })
  fc.assert(
    fc.property(payments, fc.constantFrom('visa' as const, 'mc' as const), (any, brand) => {
      const data = defaultLevel3(brand, any, origin, null)
      assert.deepEqual(validateLevel3(data, brand), { data, problems: {} })
    }),
    { numRuns: 500 },
  )
})
