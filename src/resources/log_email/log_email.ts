import { choice, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

const MEANING = {
  sending: 'on its way to the carrier',
  queued: 'it could not be handed over and is tried again',
  sent: 'the carrier has taken it',
  failed: 'it was refused, or tried in vain for too long',
  bounced: 'it came back; the recipient is blacklisted since',
  withheld: 'the recipient is blacklisted',
  dropped: 'there was no reason for it any more',
}

/** An e-mail that was sent, failed or was withheld: one record for each recipient. */
export const log_email = defineResource({
  name: 'log_email',
  plural: 'log_emails',
  spec: '6',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    location_id: ref('location', 'S', { always: true }),
    subject: text(undefined, 256, 'S', { always: true }),
    body: text(undefined, undefined, 'S', { always: true, note: 'Its plain text.' }),
    source_address: text(undefined, 128, 'S', { note: 'Who it is from.' }),
    return_path: text(undefined, 128, 'S', { note: 'Where it comes back to when it cannot be delivered.' }),
    provider_id: text(undefined, 255, 'S', { note: "The carrier's own words or id for it." }),
    domain_id: ref('branding_domain', 'S'),
    reason_sent: text(undefined, 36, 'S', { always: true }),
    reason_model: text(undefined, 36, 'S', { always: true, note: 'QuickInvoice, Paylink, Transaction, Recurring …' }),
    reason_model_id: text(24, 36, 'S', { always: true }),
    reply_to: text(undefined, 128, 'S'),
    recipient: text(undefined, 128, 'S', { always: true, searched: true }),
    status: choice(['sending', 'queued', 'sent', 'failed', 'bounced', 'withheld', 'dropped'], 'S', {
      always: true,
      means: MEANING,
    }),
    detail: text(undefined, 255, 'S', { note: 'Why it is in this status, in the words of who said so.' }),
    attempts: integer(undefined, 'S', { fallback: 0 }),
    sent_ts: stamp('S', {}),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: { location: one('location', 'location_id') },
  about: [
    'Keeping watch',
    'A mail that was sent, failed or was withheld.',
    {
      subject: 'The subject.',
      domain_id: 'The domain it was sent under.',
      reason_sent: 'What it was sent for.',
      reason_model: 'What kind of record it is about.',
      reason_model_id: 'The record it is about.',
      reply_to: 'Where answers go.',
      recipient: 'The address it was sent to.',
      status: 'What became of it.',
      attempts: 'How often it was tried.',
      sent_ts: 'When it was sent.',
    },
  ],
})
