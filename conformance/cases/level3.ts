import { type Check, check, partCheck } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { answered, bare, record, refused, refusedWith, same, that } from '../expect.ts'
import { COMMERCIAL_CARDS, newProduct, newSale, UNKNOWN } from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { UNIT_CODES } from './unit-codes.ts'

const VISA_ITEM = {
  commodity_code: 'cc123456',
  description: 'cool drink',
  product_code: 'coke12345',
  quantity: '5',
  unit_code: 'GLL',
  unit_cost: '10.00',
  tax_amount: '1.00',
  tax_rate: '8',
  discount_amount: '0.50',
  other_tax_amount: '0.25',
}
const VISA = {
  tax_exempt: '0',
  sales_tax: '2.00',
  national_tax: '2.00',
  merchant_vat_registration: '123456',
  customer_vat_registration: '12345678',
  summary_commodity_code: 'C1K2',
  freight_amount: '0.20',
  duty_amount: '0.05',
  shipto_zip_code: '66006',
  shipfrom_zip_code: '66222',
  destination_country_code: '840',
  unique_vat_ref_number: 'vat1234',
  order_date: '260401',
  tax_amount: '3.00',
  tax_rate: '8',
  line_items: [VISA_ITEM],
}
const MC_ITEM = {
  description: 'cool drink',
  product_code: 'coke12345',
  quantity: '5',
  unit_code: 'GLL',
  unit_cost: '10.00',
  alternate_tax_id: '1234',
  tax_rate: '8',
  tax_type_applied: '22',
  tax_amount: '1.00',
  debit_credit: 'C',
  discount_amount: '0.50',
  discount_rate: '1',
  tax_type_id: '00',
}
const MC = {
  national_tax: '2.00',
  tax_exempt: '0',
  sales_tax: '2.00',
  freight_amount: '0.20',
  duty_amount: '0.05',
  shipto_zip_code: '66006',
  shipfrom_zip_code: '66222',
  destination_country_code: '840',
  tax_amount: '3.00',
  line_items: [MC_ITEM],
}
const TAX_TYPES = ['00', '01', '02', '03', '04', '05', '06', '10', '11', '12', '13', '14', '20', '21', '22', ' ']

const sale = (lab: Lab, brand: 'visa' | 'mc'): Promise<Json> =>
  newSale(lab, '20.00', { account_number: COMMERCIAL_CARDS[brand] })

const send = (lab: Lab, transaction_id: unknown, level3_data: unknown): Promise<Answer> =>
  lab.api.post('transactionlevel3s', { transactionlevel3: { transaction_id, level3_data } })

const stored = async (lab: Lab, transaction_id: string, data: unknown): Promise<Json> => {
  const answer = await send(lab, transaction_id, data)
  that([200, 201].includes(answer.status), `${answer.asked} answered ${answer.status}: ${answer.text.slice(0, 120)}`)
  return record(answer, 'transactionlevel3')
}

/** Members in any order. */
const sorted = (value: Json): Json => Object.fromEntries(Object.entries(value ?? {}).toSorted())

const contentChecks: Check[] = [
  check(['L3-05', 'L3-06', 'L3-04', 'L3-03'], async lab => {
    const { level3_data } = await stored(lab, (await sale(lab, 'visa')).id, VISA)
    same(
      sorted({ ...level3_data, line_items: level3_data.line_items.map(sorted) }),
      sorted({ ...VISA, line_items: [sorted(VISA_ITEM)] }),
      'level3_data of Visa',
    )
  }),
  check(['L3-07', 'L3-08', 'L3-04'], async lab => {
    const { level3_data } = await stored(lab, (await sale(lab, 'mc')).id, MC)
    same(
      sorted({ ...level3_data, line_items: level3_data.line_items.map(sorted) }),
      sorted({ ...MC, line_items: [sorted(MC_ITEM)] }),
      'level3_data of Mastercard',
    )
  }),
  partCheck('L3-03', 'no object', async lab => {
    const { id } = await sale(lab, 'visa')
    for (const wrong of [[VISA], 'text', 7, null, undefined]) refused(await send(lab, id, wrong), 'level3_data')
    refused(await send(lab, id, { ...VISA, line_items: [] }))
    refused(await send(lab, id, { ...VISA, line_items: 'many' }))
  }),
  ...['description', 'product_code', 'quantity', 'tax_amount', 'tax_rate', 'unit_code', 'unit_cost'].map(name =>
    partCheck(['L3-06', 'L3-08'], `${name} is required`, async lab => {
      for (const [brand, data, item] of [
        ['visa', VISA, VISA_ITEM],
        ['mc', MC, MC_ITEM],
      ] as const) {
        const { id } = await lab.once(`level 3 ${brand}`, () => sale(lab, brand))
        refused(await send(lab, id, { ...data, line_items: [{ ...item, [name]: undefined }] }))
      }
    }),
  ),
  check('L3-09', async lab => {
    const { id } = await sale(lab, 'mc')
    for (const tax_type_id of TAX_TYPES) {
      const { level3_data } = await stored(lab, id, { ...MC, line_items: [{ ...MC_ITEM, tax_type_id }] })
      same(level3_data.line_items[0].tax_type_id, tax_type_id, 'tax_type_id')
    }
    for (const wrong of ['99', '07', '0', '000'])
      refused(await send(lab, id, { ...MC, line_items: [{ ...MC_ITEM, tax_type_id: wrong }] }))
  }),
  check('L3-10', async lab => {
    same(UNIT_CODES.length, 232, 'the number of codes of the contract')
    const { id } = await sale(lab, 'visa')
    const line_items = UNIT_CODES.map(unit_code => ({ ...VISA_ITEM, unit_code }))
    const { level3_data } = await stored(lab, id, { ...VISA, line_items })
    same(
      level3_data.line_items.map(({ unit_code }: Json) => unit_code),
      [...UNIT_CODES],
      'unit_code of each line',
    )
    for (const unit_code of ['ZZZ', 'XX', '', 'EACH'])
      refused(await send(lab, id, { ...VISA, line_items: [{ ...VISA_ITEM, unit_code }] }))
  }),
  check(['L3-20', 'LIM-05'], async lab => {
    const { id } = await sale(lab, 'mc')
    const items = (count: number) => ({ ...MC, line_items: Array(count).fill(MC_ITEM) })
    same((await stored(lab, id, items(98))).level3_data.line_items.length, 98, 'lines of Mastercard')
    refused(await send(lab, id, items(99)))
  }),
  check(['L3-21', 'LIM-05'], async lab => {
    const { id } = await sale(lab, 'visa')
    const items = (count: number) => ({ ...VISA, line_items: Array(count).fill(VISA_ITEM) })
    same((await stored(lab, id, items(998))).level3_data.line_items.length, 998, 'lines of Visa')
    refused(await send(lab, id, items(999)))
  }),
]

const ruleChecks: Check[] = [
  check('L3-01', async lab => {
    const { id } = await sale(lab, 'visa')
    const fields = { id: 'f1'.repeat(12), transaction_id: id, level3_data: VISA }
    const made = record(await lab.api.post('transactionlevel3s', { transactionlevel3: fields }), 'transactionlevel3')
    that(made.id !== fields.id && /^.{24,36}$/.test(made.id), `id is ${made.id}`)
  }),
  check('L3-02', async lab => {
    for (const wrong of [UNKNOWN, 'short', null, undefined, '']) refused(await send(lab, wrong, VISA), 'transaction_id')
  }),
  check('L3-11', async lab => {
    const { id } = await sale(lab, 'visa')
    const made = await stored(lab, id, VISA)
    same(
      Object.keys(made)
        .filter(name => name !== '_links')
        .toSorted(),
      ['id', 'level3_data', 'transaction_id'],
      'the members of the answer',
    )
    same(made.transaction_id, id, 'transaction_id')
  }),
  check('L3-12', async lab => {
    const made = await stored(lab, (await sale(lab, 'visa')).id, VISA)
    same(
      record(await lab.api.get(`transactionlevel3s/${made.id}`), 'transactionlevel3', 200),
      made,
      'the data read after the create',
    )
    refusedWith(await lab.stranger.get(`transactionlevel3s/${made.id}`), 404)
    refusedWith(await lab.api.get('transactionlevel3s'), 404, 405)
  }),
  check(['L3-13', 'ERR-01'], async lab => {
    const { id } = await stored(lab, (await sale(lab, 'visa')).id, VISA)
    refusedWith(await lab.stranger.delete(`transactionlevel3s/${id}`), 404)
    bare(await lab.api.delete(`transactionlevel3s/${id}`))
    answered(await lab.api.get(`transactionlevel3s/${id}`), 404)
    refusedWith(await lab.api.delete('transactionlevel3s'), 404, 405)
  }),
  check(['L3-15', 'L3-16'], async lab => {
    const { id } = await sale(lab, 'visa')
    const first = await stored(lab, id, VISA)
    const { freight_amount: _, ...rest } = VISA
    const second = await stored(lab, id, { ...rest, sales_tax: '9.99' })
    same(second.id, first.id, 'the id after a second POST')
    same(
      [second.level3_data.sales_tax, second.level3_data.freight_amount],
      ['9.99', undefined],
      'sales_tax and freight_amount after a second POST without the latter',
    )
    const found = record(
      await lab.api.get(`transactions/${id}?expand=transaction_level3`),
      'transaction',
      200,
    ).transaction_level3
    same(found?.level3_data?.sales_tax, '9.99', 'sales_tax in the expand')
  }),
  check(['L3-17', 'L3-19'], async lab => {
    for (const brand of ['visa', 'mc'] as const) {
      const { id } = await sale(lab, brand)
      const { transaction_level3 } = record(
        await lab.api.get(`transactions/${id}?expand=transaction_level3`),
        'transaction',
        200,
      )
      that(
        typeof transaction_level3?.level3_data === 'object',
        `transaction_level3 of a commercial card is ${JSON.stringify(transaction_level3)}`,
      )
    }
  }),
  check(['L3-18', 'L3-19'], async lab => {
    const { id } = await newSale(lab, '20.00')
    const found = record(await lab.api.get(`transactions/${id}?expand=transaction_level3`), 'transaction', 200)
    same(found.transaction_level3, null, 'transaction_level3 of a consumer card')
    refused(await send(lab, id, VISA), 'transaction_id')
  }),
  check('L3-22', async lab => {
    const product = await newProduct(lab, { industry_type: 'lodging' })
    const { id } = await newSale(lab, '20.00', {
      account_number: COMMERCIAL_CARDS.visa,
      product_transaction_id: product.id,
      checkin_date: '2090-01-01',
      checkout_date: '2090-01-03',
      room_rate: '10.00',
    })
    refused(await send(lab, id, VISA), 'transaction_id')
    for (const industry_type of ['retail', 'ecommerce', 'moto']) {
      const fit = await newProduct(lab, { industry_type, level3_allow: 1 })
      const paid = await newSale(lab, '20.00', {
        account_number: COMMERCIAL_CARDS.visa,
        product_transaction_id: fit.id,
      })
      await stored(lab, paid.id, VISA)
    }
  }),
  check('L3-23', async lab => {
    const { id } = await stored(lab, (await sale(lab, 'visa')).id, VISA)
    refusedWith(await lab.api.put(`transactionlevel3s/${id}`, { transactionlevel3: { level3_data: VISA } }), 404, 405)
  }),
  check('L3-24', async lab => {
    const { id } = await stored(lab, (await sale(lab, 'visa')).id, VISA)
    const answer = await lab.api.get(`transactionlevel3s/${id}?expand=transaction`)
    if (answer.status === 422) return
    same('transaction' in record(answer, 'transactionlevel3', 200), false, 'whether a transaction is embedded')
  }),
  check(['L3-14', 'ERR-06'], async lab => {
    const product = await newProduct(lab, { level3_allow: 1 })
    const paid = await newSale(lab, '21.00', {
      account_number: COMMERCIAL_CARDS.visa,
      product_transaction_id: product.id,
    })
    const { id } = await stored(lab, paid.id, VISA)
    answered(await lab.api.post(`transactionbatches/${paid.transaction_batch_id}/settle`), 200)
    refused(await lab.api.delete(`transactionlevel3s/${id}`))
    answered(await lab.api.get(`transactionlevel3s/${id}`), 200)
  }),
]

export const level3Checks: Check[] = [...contentChecks, ...ruleChecks]
