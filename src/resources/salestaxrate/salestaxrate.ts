import { id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known, one } from '../../definition/resource.ts'

const PERCENT = {
  pattern: /^\d{1,2}(\.\d{1,4})?$/,
  says: 'must be a percentage below 100 with at most four decimals, such as 8.875.',
}
const ZIP = { pattern: /^[A-Za-z0-9 -]*$/, says: 'must contain letters, digits, spaces and dashes only.' }

/** The sales tax rate of a location, in general or for buyers in one ZIP code. */
export const salestaxrate = defineResource({
  name: 'salestaxrate',
  plural: 'salestaxrates',
  spec: '5.3',
  scope: 'location_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    zip: text(0, 10, 'PU', {
      fallback: '',
      format: ZIP,
      note: "The buyer's ZIP code; empty: wherever no other rate of the location says more.",
    }),
    tax_rate: text(1, 8, 'RPU', { format: PERCENT, note: 'In percent.' }),
    title: text(0, 64, 'PU'),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: {
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    location: one('location', 'location_id'),
  },
  constraints: { salestaxrate_zip_key: 'zip' },
  about: [
    'Setting up',
    'The rate of sales tax of a location, for everywhere or for one ZIP code.',
    { title: 'What people call it.' },
  ],
})
