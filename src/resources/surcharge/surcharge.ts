import { flag, id, integer, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known, many, one } from '../../definition/resource.ts'

/** What a merchant adds to payments by credit card: how much, and to which of them. Products name it. */
export const surcharge = defineResource({
  name: 'surcharge',
  plural: 'surcharges',
  spec: '2.15',
  scope: 'location_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    title: text(1, 256, 'RPU'),
    surcharge_label: text(0, 64, 'PU', { fallback: 'Surcharge', note: 'What payers read beside the amount.' }),
    surcharge_fee: money('PU', { fallback: 0n, note: 'A fixed amount, added to what the rate gives.' }),
    surcharge_rate: money('PU', {
      fallback: 0n,
      example: 300n,
      note: 'In percent of the amount, such as 2.50. At most 3.00 where a product takes Visa, and 4.00 anywhere.',
    }),
    min_fee_amount: money('PU', { note: 'No surcharge is less than this, as far as the networks allow.' }),
    max_fee_amount: money('PU', { note: 'No surcharge is more than this.' }),
    max_transaction_amount: money('PU', { note: 'Payments of more than this carry no surcharge.' }),
    surcharge_on_recurring: flag('PU', { fallback: false, note: 'Added to payments of recurrings too.' }),
    refund_surcharges: flag('PU', {
      fallback: true,
      note: 'A refund gives back its part of the surcharge. Otherwise the surcharge stays with the merchant.',
    }),
    run_as_separate_transaction: flag('PU', {
      fallback: false,
      note: 'Always 0: the networks want a surcharge within the payment that it is added to.',
    }),
    apply_to_user_type_id: integer(4, 'PU', {
      least: 100,
      note: 'Only payments that users of this type make carry it; those of pages and recurrings do not.',
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  expands: {
    location: one('location', 'location_id'),
    product_transactions: many('producttransaction', 'surcharge_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: {
    surcharge_within_cap: ['surcharge_rate', 'Surcharge Rate must be no more than 4.00 percent.'],
    surcharge_bounds: ['max_fee_amount', 'Max Fee Amount must be no less than Min Fee Amount.'],
  },
  about: [
    'Setting up',
    'What a merchant adds to payments by credit card. Debit and prepaid cards and bank accounts never carry it.',
    { title: 'What the merchant calls it.' },
  ],
})
