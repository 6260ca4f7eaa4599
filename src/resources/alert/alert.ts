import { choice, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** What somebody is warned of; what to do about each is in docs/operating.md. */
export const MATTERS = [
  'chain_broken',
  'many_refusals',
  'key_place',
  'privilege_granted',
  'decline_rate',
  'page_differs',
  'bank_file_set_aside',
  'bank_change_unread',
  'database_disk_low',
  'quota_used_up',
  'refund_limit_raised',
] as const

const MEANS = {
  chain_broken: 'The audit trail was changed behind its seals. A matter of the operator.',
  many_refusals: 'Far more requests or payments than usual were refused within half an hour.',
  key_place: 'An API key or an integration came from a network or a country for the first time.',
  privilege_granted: 'A user was made an administrator, or got more rights.',
  decline_rate: 'Far more payments of a product are declined than in the week before.',
  page_differs: 'Payment pages are not served as this release was approved. A matter of the operator.',
  bank_file_set_aside: 'A file of the bank could not be applied. A matter of the operator.',
  bank_change_unread: 'The bank corrects an account, and its data could not be read: the next payment may come back.',
  database_disk_low: 'The disk of the database has little room left. A matter of the operator.',
  quota_used_up: 'The merchant has sent, printed or stored as much as the operator allows.',
  refund_limit_raised: 'More will be refunded without a second person: an amount was raised or switched off.',
} as const satisfies Record<(typeof MATTERS)[number], string>

export type Matter = (typeof MATTERS)[number]

const hidden = { reach: 'hidden' } as const

/** What may be an attack or needs a person soon. The same is told once a day. */
export const alert = defineResource({
  name: 'alert',
  plural: 'alerts',
  spec: '',
  scope: 'location_id',
  verbs: ['read', 'list'],
  sort: '-created_ts',
  fields: {
    id: id(),
    location_id: ref('location', 'S', { note: 'Null only for what belongs to no merchant; no merchant sees it.' }),
    matter: choice(MATTERS, 'S', { always: true, means: MEANS }),
    subject: text(undefined, 64, 'S', {
      always: true,
      note: 'The user, key, product, file or account it is about; empty for none.',
    }),
    says: text(undefined, 512, 'S', { always: true, note: 'What was seen, in a sentence.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    day: integer(9, 'S', { ...hidden, always: true, note: 'Days since 1970 (UTC).' }),
    notice_ts: stamp('S', { ...hidden, note: 'When the operator is to be told.' }),
  },
  expands: { location: one('location', 'location_id') },
  about: [
    'Keeping watch',
    'A warning of what may be an attack, or of what needs a person soon: a file of a bank, a disk that fills up.',
    { matter: 'What was noticed.' },
  ],
})
