import { flag, id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'

/** The fields that the services of a location have in common. */
export const serviceFields = {
  id: id(),
  title: text(1, 64, 'RPU'),
  location_id: ref('location', 'RP'),
  created_user_id: ref('user', 'S'),
  modified_user_id: ref('user', 'S'),
  billing_location_id: ref('location', 'PU', {
    always: true,
    note: 'Who is billed for it; the location itself unless said otherwise.',
  }),
  created_ts: stamp(),
  modified_ts: stamp(),
}

/** The account vault service of a location. */
export const product_accountvault = defineResource({
  name: 'product_accountvault',
  plural: 'productaccountvaults',
  spec: '2.15',
  scope: 'location_id',
  verbs: ['create', 'read', 'list', 'update'],
  fields: {
    ...serviceFields,
    active: flag('PU', { fallback: true }),
  },
  expands: { location: one('location', 'location_id') },
  constraints: { product_accountvault_location_id_key: 'location_id' },
  about: [
    'Setting up',
    'The vault service of a location: whether accounts may be stored.',
    {
      title: 'What people call it.',
      active: 'Whether accounts may be stored.',
      billing_location_id: 'The location that is charged for it.',
    },
  ],
})

const { rules, accept } = rulesOf(product_accountvault)

export const productAccountvaultRules = rules({
  create: { decide: draft => accept({ billing_location_id: draft.billing_location_id || draft.location_id }) },
})
