import { flag, id, integer, json, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

const HEADERS = { type: 'object', additionalProperties: true }
const EXAMPLE = { 'content-type': 'application/json; charset=utf-8' }
const always = { always: true } as const

/** One attempt to deliver a postback: request and response. Credentials are masked, long responses truncated. */
export const postback_attempt = defineResource({
  name: 'postback_attempt',
  plural: 'postbackattempts',
  spec: '6',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    location_id: ref('location', 'S', always),
    postback_config_id: ref('postbackconfig', 'S', always),
    postback_log_id: ref('postback_log', 'S', always),
    number_of_attempts: integer(3, 'S', { always: true, note: 'Number of the attempt, as sent to the receiver.' }),
    succeeded: flag('S', { as: 'boolean', always: true, note: 'The receiver answered 2xx.' }),
    url: text(1, 512, 'S', always),
    request_headers: json(undefined, 'S', {
      ...always,
      schema: HEADERS,
      example: EXAMPLE,
      note: 'The headers that were sent.',
    }),
    response_status: integer(3, 'S', { note: 'Null when no answer came.' }),
    response_headers: json(undefined, 'S', { schema: HEADERS, note: 'The headers that came back.' }),
    response_body: text(undefined, undefined, 'S', { note: 'The first 4,096 characters, without secrets.' }),
    error: text(undefined, 255, 'S', { note: 'Why there was no answer, or why it does not count.' }),
    duration_ms: integer(6, 'S', always),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: {
    postback_config: one('postbackconfig', 'postback_config_id'),
    postback_log: one('postback_log', 'postback_log_id'),
  },
  about: [
    'After the payment',
    'One attempt to deliver a postback: request and response.',
    {
      postback_config_id: 'The configuration that it was sent by.',
      postback_log_id: 'The postback.',
      url: 'Where it was sent.',
      duration_ms: 'How many milliseconds it took.',
      response_status: 'The status of the response.',
    },
  ],
})
