import { flag, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known, one } from '../../definition/resource.ts'
import { defineTask } from '../../jobs/declare/task.ts'

/** How a prompt ended, as a reason code. */
export const REASON = { accepted: 1000, declined: 1500, unanswered: 1531 } as const

/**
 * Terms shown to the customer on a terminal, and the customer's response. They cannot be changed or deleted, but terms
 * that were not accepted can be shown again by sending them with the same `device_terms_api_id` (contract 4.10).
 */
export const deviceterm = defineResource({
  name: 'deviceterm',
  plural: 'deviceterms',
  spec: '2.10, 4.10',
  scope: 'location_id',
  verbs: ['create', 'read', 'list'],
  api_id: 'device_terms_api_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    terminal_id: ref('terminal', 'RP', { note: 'A terminal of this location.' }),
    require_signature: flag('RP', {
      note: 'Needs a terminal with sig_capture_enable whose application has sig_capture_capable.',
    }),
    terms_conditions: text(1, 4096, 'RP', {
      note: 'The virtual device accepts and signs; with the word DECLINE in it the terms are declined, with TIMEOUT they get no answer.',
    }),
    device_terms_api_id: text(0, 36, 'P', {
      holds: 'identifier',
      note: "The caller's own id, unique per location. Sent again, terms that were not accepted are shown again, and the answer is 200.",
    }),
    device_term_api_id: text(0, 36, 'P', {
      holds: 'identifier',
      reach: 'input',
      note: 'device_terms_api_id by its other name.',
    }),
    reason_code_id: integer(4, 'S', {
      note: '1000 accepted, 1500 declined, 1531 no answer; null while the terms are shown.',
    }),
    created_ts: stamp(),
    created_user_id: ref('user', 'S'),
    prompts: integer(9, 'S', { always: true, reach: 'hidden', note: 'How often the terms were shown.' }),
    prompt_ends_ts: stamp('S', { always: true, reach: 'hidden', note: 'From then on no response is awaited.' }),
  },
  derived: {
    device_term_api_id: {
      of: row => row.device_terms_api_id,
      schema: { type: ['string', 'null'], description: 'device_terms_api_id by its other name.' },
      column: 'device_terms_api_id',
    },
    signature: {
      // The expand of the same name fills it in; it is always embedded.
      of: () => null,
      schema: { type: 'null', description: 'Null while nothing is signed.' },
    },
  },
  order: [
    'id',
    'location_id',
    'terminal_id',
    'require_signature',
    'terms_conditions',
    'device_terms_api_id',
    'device_term_api_id',
    'reason_code_id',
    'signature',
    'created_ts',
    'created_user_id',
  ],
  expands: {
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    location: one('location', 'location_id'),
    terminal: one('terminal', 'terminal_id'),
    reason_code: one('reasoncode', 'reason_code_id'),
    signature: one('signature', 'id', 'resource_id'),
  },
  constraints: { deviceterm_device_terms_api_id_key: 'device_terms_api_id' },
  about: [
    'In the shop',
    'Terms that a terminal shows to a customer, and what the customer said to them.',
    {
      location_id: 'The location that shows the terms.',
      terms_conditions: 'What is shown.',
      require_signature: 'Whether the customer has to sign.',
      terminal_id: 'Where they are shown.',
    },
  ],
})

/** Ends a prompt whose process died before the response was stored. */
export const giveUpTask = defineTask<{ deviceterm_id: string; prompts: number }>('deviceterm.give_up')
