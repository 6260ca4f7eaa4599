import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Brand, HEADER, LINE } from './columns.ts'
import { UNIT_CODES } from './unit-codes.ts'
import { validateLevel3 } from './validate.ts'

type Data = Record<string, unknown>

const visaLine: Data = {
  commodity_code: '55',
  description: 'Cool drink',
  product_code: 'coke12345678',
  quantity: '5',
  unit_code: 'gll',
  unit_cost: '10.1234',
  tax_amount: '4.00',
  tax_rate: '8.25',
  discount_amount: '1.00',
  other_tax_amount: '0.50',
}
const visa: Data = {
  tax_exempt: '0',
  sales_tax: '200.00',
  national_tax: '1.00',
  merchant_vat_registration: '123456',
  customer_vat_registration: '12345678',
  summary_commodity_code: 'C1K2',
  freight_amount: '0.20',
  duty_amount: '0.50',
  shipto_zip_code: '48201',
  shipfrom_zip_code: 'A1A 1A1',
  destination_country_code: '840',
  unique_vat_ref_number: 'vat1234',
  order_date: '260310',
  tax_amount: '10.00',
  tax_rate: '8.25',
  line_items: [visaLine],
}
const mcLine: Data = {
  description: 'Cool drink',
  product_code: 'coke',
  quantity: 1.5,
  unit_code: 'EA',
  unit_cost: '3',
  alternate_tax_id: '1234',
  tax_rate: '20',
  tax_type_applied: '22',
  tax_amount: '3.14',
  debit_credit: 'C',
  discount_amount: '3',
  discount_rate: '11',
  tax_type_id: '03',
}
const mc: Data = {
  national_tax: '2.00',
  tax_exempt: '1',
  sales_tax: '3.00',
  freight_amount: '0.40',
  duty_amount: '0.10',
  shipto_zip_code: '12345',
  shipfrom_zip_code: '54321',
  destination_country_code: 'USA',
  tax_amount: '10.10',
  line_items: [mcLine],
}
const samples: Record<Brand, { data: Data; line: Data }> = {
  visa: { data: visa, line: visaLine },
  mc: { data: mc, line: mcLine },
}

const withHeader = (brand: Brand, over: Data): Data => ({ ...samples[brand].data, ...over })
const withLine = (brand: Brand, over: Data): Data =>
  withHeader(brand, { line_items: [{ ...samples[brand].line, ...over }] })
const told = (data: Data, brand: Brand): string[] => Object.keys(validateLevel3(data, brand).problems)

test('L3-05 L3-06 L3-04 all fields of variant A come back for Visa as they were sent', () => {
  assert.equal(Object.keys(visa).length, 16)
  assert.equal(Object.keys(visaLine).length, 10)
  assert.deepEqual(validateLevel3(visa, 'visa'), { data: visa, problems: {} })
})

test('L3-07 L3-08 all fields of variant B come back for Mastercard as they were sent, numbers as numbers', () => {
  assert.equal(Object.keys(mc).length, 10)
  assert.equal(Object.keys(mcLine).length, 13)
  assert.deepEqual(validateLevel3(mc, 'mc'), { data: mc, problems: {} })
})

test('fields of the other brand and unknown ones are set aside', () => {
  const both = { ...visa, ...mc, colour: 'red', line_items: [{ ...visaLine, ...mcLine, size: 'XL', constructor: 'x' }] }
  assert.deepEqual(Object.keys(validateLevel3(both, 'mc').data).toSorted(), Object.keys(mc).toSorted())
  const [line] = validateLevel3(both, 'visa').data.line_items as Data[]
  assert.deepEqual(Object.keys(line!).toSorted(), Object.keys(visaLine).toSorted())
})

const REQUIRED = ['description', 'product_code', 'quantity', 'unit_code', 'unit_cost', 'tax_amount', 'tax_rate']

for (const brand of ['visa', 'mc'] as const) {
  test(`what has to be sent for ${brand} is told by its path, everything at once`, () => {
    const line = brand === 'visa' ? ['commodity_code', ...REQUIRED] : REQUIRED
    const expected = [...(brand === 'visa' ? ['tax_rate'] : []), ...line.map(name => `line_items[0].${name}`)]
    assert.deepEqual(told({ line_items: [{}] }, brand), expected)
    assert.deepEqual(told({ ...samples[brand].data, line_items: [{ ...samples[brand].line, unit_code: '' }] }, brand), [
      'line_items[0].unit_code',
    ])
  })

  test(`every other field of ${brand} may be left out, null or empty`, () => {
    for (const [columns, build] of [
      [HEADER, withHeader],
      [LINE, withLine],
    ] as const) {
      for (const [name, column] of Object.entries(columns)) {
        if (column.required.includes(brand) || !column.brands.includes(brand)) continue
        for (const value of [undefined, null, ''])
          assert.deepEqual(told(build(brand, { [name]: value }), brand), [], name)
      }
    }
  })
}

test('the texts are those of the rest of the interface', () => {
  const { problems } = validateLevel3(withLine('visa', { unit_code: undefined, quantity: 'many' }), 'visa')
  assert.deepEqual(problems, {
    'line_items[0].unit_code': ['Unit Code cannot be blank.'],
    'line_items[0].quantity': ['Quantity must be a number of at most 4 digits before and 4 after the point.'],
  })
})

test('data without line items is refused', () => {
  for (const line_items of [undefined, null, []]) {
    assert.deepEqual(validateLevel3({ ...visa, line_items }, 'visa').problems, {
      line_items: ['Line item record details missing'],
    })
  }
  assert.deepEqual(told({ ...visa, line_items: { 0: visaLine } }, 'visa'), ['line_items'])
  assert.deepEqual(told({ ...visa, line_items: [visaLine, 'second', null, []] }, 'visa'), [
    'line_items[1]',
    'line_items[2]',
    'line_items[3]',
  ])
})

for (const [id, brand, most] of [
  ['L3-20', 'mc', 98],
  ['L3-21', 'visa', 998],
] as const) {
  test(`${id} LIM-05 ${most} line items of a ${brand} transaction are taken, one more is not`, () => {
    const lines = (count: number) => ({ ...samples[brand].data, line_items: Array(count).fill(samples[brand].line) })
    assert.deepEqual(told(lines(most), brand), [])
    assert.deepEqual(told(lines(most + 1), brand), ['line_items'])
  })
}

test('L3-10 all 232 unit codes are taken, in small letters too, and others are not', () => {
  assert.equal(UNIT_CODES.size, 232)
  const byLength = [1, 2, 3].map(length => [...UNIT_CODES].filter(code => code.length === length).length)
  assert.deepEqual(byLength, [3, 12, 217])
  for (const unit_code of UNIT_CODES) {
    assert.deepEqual(told(withLine('mc', { unit_code }), 'mc'), [])
    assert.deepEqual(told(withLine('visa', { unit_code: unit_code.toLowerCase() }), 'visa'), [])
  }
  for (const unit_code of ['ZZZ', 'E', 'EAA', ' EA']) {
    assert.deepEqual(told(withLine('visa', { unit_code }), 'visa'), ['line_items[0].unit_code'])
  }
})

test('L3-09 the 16 tax type identifiers are taken and others are not', () => {
  const known = '00 01 02 03 04 05 06 10 11 12 13 14 20 21 22'.split(' ').concat(' ')
  assert.equal(known.length, 16)
  for (const tax_type_id of known) assert.deepEqual(told(withLine('mc', { tax_type_id }), 'mc'), [])
  for (const tax_type_id of ['99', '07', '0', '  ']) {
    assert.deepEqual(told(withLine('mc', { tax_type_id }), 'mc'), ['line_items[0].tax_type_id'])
  }
})

type Case = [brand: Brand, name: string, fits: unknown[], not: unknown[]]

const HEADER_CASES: Case[] = [
  ['visa', 'tax_exempt', ['0', '1', 0], ['2', 'yes', true]],
  ['mc', 'sales_tax', ['1234567890.12', 0.1], ['12345678901', '1.123', '-1', '1,00', '.5', 'x']],
  ['visa', 'national_tax', ['1234567890'], ['12345678901']],
  ['mc', 'freight_amount', ['123456789012.99'], ['1234567890123']],
  ['visa', 'duty_amount', ['123456789012'], ['1234567890123']],
  ['mc', 'tax_amount', ['123456789.99'], ['1234567890']],
  ['visa', 'tax_rate', ['1234.56', 7], ['12345', '1.234']],
  ['mc', 'shipto_zip_code', ['1', '1234567890', 48201], ['12345678901']],
  ['visa', 'shipfrom_zip_code', ['1234567890'], ['12345678901']],
  ['mc', 'destination_country_code', ['840', 'USA', 840, 'SWE', '036'], ['US', '8400', 'SWD', '999']],
  ['visa', 'merchant_vat_registration', ['x'.repeat(20)], ['x'.repeat(21)]],
  ['visa', 'customer_vat_registration', ['x'.repeat(13)], ['x'.repeat(14)]],
  ['visa', 'summary_commodity_code', ['abcd'], ['abcde']],
  ['visa', 'unique_vat_ref_number', ['x'.repeat(15)], ['x'.repeat(16)]],
  ['visa', 'order_date', ['240229', '991231'], ['250229', '261301', '26031', '2026-03-10', '2603100']],
  ['mc', 'transaction_discount_amount', ['1.50'], ['1.505', ['1']]],
]

const LINE_CASES: Case[] = [
  ['visa', 'commodity_code', ['x'.repeat(12)], ['x'.repeat(13)]],
  ['mc', 'description', ['a'.repeat(26), 'Item 1'], ['a'.repeat(27), 'a-b', 'é']],
  ['visa', 'product_code', ['x'.repeat(12)], ['x'.repeat(13)]],
  ['mc', 'quantity', ['1234.1234', 1], ['12345', '1.12345', '-1']],
  ['visa', 'unit_cost', ['123456789012.1234'], ['1234567890123', '1.12345']],
  ['mc', 'tax_amount', ['123456789.12'], ['1234567890']],
  ['visa', 'tax_rate', ['12.34'], ['123', '1.234']],
  ['mc', 'discount_amount', ['123456789012.12'], ['1234567890123']],
  ['visa', 'other_tax_amount', ['123456789012.12'], ['1234567890123']],
  ['mc', 'alternate_tax_id', ['x'.repeat(15)], ['x'.repeat(16)]],
  ['mc', 'debit_credit', ['D', 'C'], ['d', 'X', 'DC']],
  ['mc', 'discount_rate', ['12345.67'], ['123456']],
  ['mc', 'tax_type_applied', ['1234'], ['12345']],
]

for (const [cases, build, path] of [
  [HEADER_CASES, withHeader, ''],
  [LINE_CASES, withLine, 'line_items[0].'],
] as const) {
  for (const [brand, name, fits, not] of cases) {
    test(`${path}${name} of ${brand} is bounded as its table says`, () => {
      for (const value of fits) assert.deepEqual(told(build(brand, { [name]: value }), brand), [], String(value))
      for (const value of not)
        assert.deepEqual(told(build(brand, { [name]: value }), brand), [path + name], String(value))
    })
  }
}

test('a thousand wrong lines are not all told', () => {
  const lines = Array.from({ length: 998 }, () => ({}))
  assert.ok(told({ ...visa, line_items: lines }, 'visa').length < 110)
})
