import { type Check, check, partCheck } from '../../check.ts'
import { record, refused, same } from '../../expect.ts'
import { invoiceBody, newInvoice, readInvoice } from '../../fixtures.ts'

/** The text of an item list of exactly this many characters, with labels people could have written. */
function itemText(length: number): string {
  const items: Record<string, number> = {}
  const size = (): number => JSON.stringify(items).length
  for (let index = 10; length - size() > 140; index += 1) items[`${index}`.padEnd(90, 'x')] = 1
  const rest = length - size()
  items['y'.repeat(rest - '"":1'.length - (Object.keys(items).length > 0 ? 1 : 0))] = 1
  return JSON.stringify(items)
}

export const itemChecks: Check[] = [
  check('QI-05', async lab => {
    const item_list = { Mowing: 7.5, Hedge: '2.50' }
    same((await newInvoice(lab, { item_list })).item_list, item_list, 'item_list sent as an object')
    const asText = await newInvoice(lab, { item_list: JSON.stringify(item_list) })
    same(asText.amount_due, '10.00', 'amount_due of an item_list sent as text')
    const shown = typeof asText.item_list === 'string' ? JSON.parse(asText.item_list) : asText.item_list
    same(shown, item_list, 'item_list sent as text')
  }),
  ...[
    ['an amount that is no number', { Mowing: 'much' }],
    ['an amount that is an object', { Mowing: { amount: 1 } }],
    ['an amount that is null', { Mowing: null }],
    ['an amount with three decimals', { Mowing: '1.005' }],
    ['no items', {}],
    ['an array', [1, 2]],
    ['a text that is no map', '7.50'],
    ['a text that is no JSON', '{"Mowing":'],
    ['a text that is too short', '{}'],
    ['a number', 7],
  ].map(([part, item_list]) =>
    partCheck('QI-05', part as string, async lab => {
      refused(await lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), item_list } }), 'item_list')
      const made = await newInvoice(lab)
      refused(await lab.api.put(`quickinvoices/${made.id}`, { quickinvoice: { item_list } }), 'item_list')
      same((await readInvoice(lab, made.id)).amount_due, made.amount_due, 'amount_due after a refused update')
    }),
  ),
  partCheck(['QI-05', 'GEN-20', 'LIM-06'], 'lengths', async lab => {
    for (const length of [7, 4000]) await newInvoice(lab, { item_list: itemText(length) })
    await newInvoice(lab, { item_list: JSON.parse(itemText(4000)) })
    await newInvoice(lab, { item_list: { ['x'.repeat(3993)]: 1 } })
    for (const item_list of [itemText(4001), JSON.parse(itemText(4001))]) {
      refused(await lab.api.post('quickinvoices', { quickinvoice: { ...invoiceBody(lab), item_list } }), 'item_list')
    }
  }),
  partCheck(['QI-05', 'GEN-14'], 'required', async lab => {
    const { item_list: _, ...rest } = invoiceBody(lab)
    for (const body of [rest, { ...rest, item_list: null }, { ...rest, item_list: '' }]) {
      refused(await lab.api.post('quickinvoices', { quickinvoice: body }), 'item_list')
    }
  }),
  check('QI-06', async lab => {
    for (const [item_list, amount_due] of [
      [{ One: 1.1, Two: 2.2 }, '3.30'],
      [{ One: 0.1, Two: 0.2 }, '0.30'],
      [{ One: '1.10', Two: 2 }, '3.10'],
      [{ One: 10, Discount: -2.5 }, '7.50'],
      [{ One: 0.01 }, '0.01'],
      [{ One: '33333333.33', Two: 0.07 }, '33333333.40'],
    ] as const) {
      same((await newInvoice(lab, { item_list })).amount_due, amount_due, `amount_due of ${JSON.stringify(item_list)}`)
    }
  }),
  check(['QI-06', 'QI-07'], async lab => {
    const made = await newInvoice(lab, { item_list: { One: 1.1, Two: 2.2 } })
    same(made.remaining_balance, '3.30', 'remaining_balance of a new invoice')
    const answer = await lab.api.put(`quickinvoices/${made.id}`, { quickinvoice: { item_list: { One: 4 } } })
    const changed = record(answer, 'quickinvoice', 200)
    same([changed.amount_due, changed.remaining_balance], ['4.00', '4.00'], 'the amounts after an update of item_list')
    same(changed.item_list, { One: 4 }, 'item_list after an update')
  }),
]
