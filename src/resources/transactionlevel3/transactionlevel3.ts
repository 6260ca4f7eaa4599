import { flag, id, json, ref } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'
import { LEVEL3_SCHEMA } from '../../lib/level3-schema.ts'

/** What a card of Visa takes. */
const FOR_VISA = {
  tax_rate: '8.25',
  sales_tax: '0.83',
  order_date: '300131',
  shipto_zip_code: '14850',
  line_items: [
    {
      commodity_code: '55',
      description: 'Lawn seed',
      product_code: 'SEED',
      quantity: '5',
      unit_code: 'EA',
      unit_cost: '2.00',
      tax_amount: '0.83',
      tax_rate: '8.25',
    },
  ],
}

/** The enhanced data of a payment with a company's card. One record belongs to one transaction; a POST replaces it. */
export const transactionlevel3 = defineResource({
  name: 'transactionlevel3',
  plural: 'transactionlevel3s',
  spec: '2.11, 4.11',
  scope: 'location_id',
  verbs: ['create', 'read', 'remove'],
  fields: {
    id: id(),
    transaction_id: ref('transaction', 'RP'),
    level3_data: json(undefined, 'RP', {
      example: FOR_VISA,
      schema: LEVEL3_SCHEMA,
      note: "Visa's fields are variant A, Mastercard's variant B; the other's are set aside.",
    }),
    location_id: ref('location', 'S', { always: true, reach: 'hidden', note: "The transaction's." }),
    automatic: flag('S', {
      fallback: true,
      reach: 'hidden',
      note: 'Filled in by the gateway; nobody has sent any yet.',
    }),
  },
  constraints: { transactionlevel3_transaction_id_key: 'transaction_id' },
  about: [
    'After the payment',
    "The enhanced data of a payment with a company's card. One record belongs to one payment; a POST replaces it.",
    { transaction_id: 'The payment it belongs to.', level3_data: 'What was bought, with tax and shipping.' },
  ],
})
