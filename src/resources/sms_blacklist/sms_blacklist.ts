import { flag, id, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, known } from '../../definition/resource.ts'

/** A number that gets no more texts from this merchant, because its owner replied STOP or asked otherwise. */
export const sms_blacklist = defineResource({
  name: 'sms_blacklist',
  plural: 'sms_blacklists',
  spec: '4.2',
  scope: 'tree',
  fields: {
    id: id(),
    cell_phone: text(1, 10, 'RP', { format: DIGITS }),
    is_blacklisted: flag('PU', { fallback: true, as: 'boolean' }),
    detail: text(undefined, 255, 'PU', { note: 'Why, in the words of whoever listed it.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: { created_user: known('user', 'created_user_id', 'first_name', 'last_name') },
  constraints: { sms_blacklist_cell_phone_key: 'cell_phone' },
  about: [
    'Keeping watch',
    'A number that is texted nothing.',
    { cell_phone: 'The number, ten digits.', is_blacklisted: 'Whether it is texted nothing.' },
  ],
})
