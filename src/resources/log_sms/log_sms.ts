import { choice, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** A text message that was sent, failed or was withheld. */
export const log_sms = defineResource({
  name: 'log_sms',
  plural: 'log_smses',
  spec: '6',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    location_id: ref('location', 'S', { always: true }),
    body: text(undefined, undefined, 'S', { always: true }),
    sender: text(undefined, 64, 'S', { note: 'The number it left under.' }),
    recipient: text(undefined, 10, 'S', { always: true, format: DIGITS }),
    provider_id: text(undefined, 255, 'S', { note: "The carrier's own id for it." }),
    reason_sent: text(undefined, 36, 'S', { always: true }),
    reason_model: text(undefined, 36, 'S', { always: true }),
    reason_model_id: text(24, 36, 'S', { always: true }),
    status: choice(
      ['sending', 'queued', 'sent', 'delivered', 'failed', 'bounced', 'withheld', 'dropped', 'unknown'],
      'S',
      {
        always: true,
        means: {
          delivered: 'the carrier says that it arrived',
          unknown: 'it may have left; a second one would not be known for the same, so it is not tried again',
          bounced: 'the number takes no texts from us; it is blacklisted since',
        },
      },
    ),
    detail: text(undefined, 255, 'S', { note: 'Why it is in this status, in the words of who said so.' }),
    attempts: integer(undefined, 'S', { fallback: 0 }),
    sent_ts: stamp('S', {}),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: { location: one('location', 'location_id') },
  about: [
    'Keeping watch',
    'A text message that was sent, failed or was withheld.',
    {
      body: 'The text.',
      recipient: 'The number it was sent to.',
      reason_sent: 'What it was sent for.',
      reason_model: 'What kind of record it is about.',
      reason_model_id: 'The record it is about.',
      status: 'What became of it.',
      attempts: 'How often it was tried.',
      sent_ts: 'When it was sent.',
    },
  ],
})
