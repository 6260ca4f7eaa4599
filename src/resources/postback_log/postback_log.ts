import { choice, id, integer, json, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, fact, many, one } from '../../definition/resource.ts'

/** The status of a postback. Only `new` and `retrying` ones are still to be sent. */
export const POSTBACK = { new: 1, sent: 2, retrying: 3, failed: 4, canceled: 5 } as const

const STATUS_TITLES = { 1: 'New', 2: 'Sent', 3: 'Failed, to be tried again', 4: 'Failed', 5: 'Canceled' }

const always = { always: true } as const
const hidden = { reach: 'hidden' } as const

/** One event posted to the receiver of a configuration, with all attempts to deliver it. */
export const postback_log = defineResource({
  name: 'postback_log',
  plural: 'postbacklogs',
  spec: '6',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    location_id: ref('location', 'S', always),
    postback_config_id: ref('postbackconfig', 'S', always),
    resource: text(undefined, undefined, 'S', always),
    type: choice(['CREATE', 'UPDATE', 'DELETE', 'PING'], 'S', always),
    resource_id: text(24, 36, 'S', {
      always: true,
      note: 'The record it is about; the configuration itself for a PING.',
    }),
    postback_status_id: choice([1, 2, 3, 4, 5], 'S', { always: true, means: STATUS_TITLES }),
    number_of_attempts: integer(3, 'S', { always: true, note: 'Attempts made so far.' }),
    next_run_ts: stamp('S', { note: 'When the next attempt is due; null once there will be none.' }),
    message_id: text(24, 36, 'S', {
      always: true,
      note: 'The webhook-id header: the same for every attempt and every replay.',
    }),
    replay_of_id: ref('postback_log', 'S', { note: 'The postback that is sent again.' }),
    url: text(1, 512, 'S', { note: 'Where a replay goes; null for the address of the configuration.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    event_id: text(24, 36, 'S', hidden),
    expands: text(0, 512, 'S', hidden),
    record: json(undefined, 'S', { reach: 'secret', note: 'The row as it was stored, until data is made of it.' }),
    data: text(undefined, undefined, 'S', { reach: 'secret', note: 'The record as it is posted, as JSON.' }),
    place: stamp('S', { always: true, reach: 'hidden', note: 'Orders the postbacks of one record.' }),
    leased_until: stamp('S', { reach: 'hidden', note: 'Machine time until which a worker holds it.' }),
  },
  expands: {
    attempts: many('postback_attempt', 'postback_log_id'),
    data: fact(row => row.data, {
      type: ['string', 'null'],
      description: 'The record as it is posted, as a string of JSON; null until it is rendered.',
    }),
    location: one('location', 'location_id'),
    postback_config: one('postbackconfig', 'postback_config_id'),
    replay_of: one('postback_log', 'replay_of_id'),
  },
  about: [
    'After the payment',
    'One postback with its state; its attempts are embedded by expand.',
    {
      postback_config_id: 'The configuration that it was sent by.',
      resource: 'What kind of record it is about.',
      type: 'What happened to the record.',
      postback_status_id: 'How far its delivery is.',
    },
  ],
})
