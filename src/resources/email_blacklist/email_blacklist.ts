import { flag, id, stamp, text } from '../../definition/field.ts'
import { defineResource, known } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'
import { EMAIL_ADDRESS } from '../../lib/email-address.ts'

/** An address that gets no more mail from this merchant, because of a bounce, a complaint or a request. */
export const email_blacklist = defineResource({
  name: 'email_blacklist',
  plural: 'email_blacklists',
  spec: '4.2',
  scope: 'tree',
  fields: {
    id: id(),
    email: text(5, 128, 'RP', { format: EMAIL_ADDRESS, note: 'Kept in lower case: capitals make no difference.' }),
    is_blacklisted: flag('PU', { fallback: true, as: 'boolean' }),
    detail: text(undefined, 255, 'PU', { note: 'Why, in the words of whoever listed it.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: { created_user: known('user', 'created_user_id', 'first_name', 'last_name') },
  constraints: { email_blacklist_email_key: 'email' },
  about: ['Keeping watch', 'An address that is mailed nothing.', { is_blacklisted: 'Whether it is mailed nothing.' }],
})

const { rules, accept } = rulesOf(email_blacklist)

export const emailBlacklistRules = rules({
  create: { decide: draft => accept({ email: draft.email.toLowerCase() }) },
})
