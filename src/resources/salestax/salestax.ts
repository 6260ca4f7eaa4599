import { id, money, ref, text } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/** The sales tax of one amount, computed and never stored. Its rates are the resource salestaxrate. */
export const salestax = defineResource({
  name: 'salestax',
  plural: 'salestax',
  spec: '5.3',
  scope: 'location_id',
  table: 'salestaxrate',
  verbs: [],
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    zip: text(0, 10, 'P'),
    amount: money('RP', { reach: 'input', note: 'What is sold, without tax.' }),
    tax_rate: text(1, 8, 'S', { always: true }),
  },
  about: [
    'Setting up',
    'A quote of the sales tax that a location adds.',
    {
      zip: "The buyer's ZIP code.",
      tax_rate: 'The rate in percent.',
      location_id: 'The location that sells.',
      amount: 'What is sold, without tax.',
    },
  ],
})
