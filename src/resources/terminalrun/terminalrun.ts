import { choice, id, integer, json, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one, type Row } from '../../definition/resource.ts'

/** What a terminal can be asked for by the API. `store` keeps a card, `settle` closes the batch. */
const RUN_ACTIONS = ['sale', 'authonly', 'avsonly', 'force', 'refund', 'store', 'settle'] as const
export type RunAction = (typeof RUN_ACTIONS)[number]

const hidden = { reach: 'hidden' } as const

/**
 * One request at a terminal, from the order to what became of it. It outlives the HTTP request that began it: who hung
 * up finds the result here, and who does not want to wait starts here. A run that failed authorised nothing.
 */
export const terminalrun = defineResource({
  name: 'terminalrun',
  plural: 'terminalruns',
  spec: '4.14',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    location_id: ref('location', 'S', { always: true }),
    terminal_id: ref('terminal', 'S', { always: true }),
    action: choice(RUN_ACTIONS, 'S', { always: true }),
    status: choice(['running', 'unknown', 'ended'], 'S', {
      always: true,
      note: 'unknown: the line broke, and the device is being asked what became of it.',
    }),
    result: choice(['approved', 'declined', 'failed'], 'S', {
      note: 'failed: nothing was authorised. Null for a payment that was abandoned: its transaction tells.',
    }),
    step: choice(['connecting', 'taken', 'cancelling', 'asking'], 'S', { note: 'Where a running request stands.' }),
    message: text(undefined, 255, 'S', { note: 'For people.' }),
    transaction_amount: money('S'),
    transaction_api_id: text(undefined, 64, 'S'),
    contact_id: ref('contact', 'S'),
    product_transaction_id: ref('producttransaction', 'S'),
    transaction_id: ref('transaction', 'S'),
    account_vault_id: ref('accountvault', 'S'),
    cancel_ts: stamp('S', { note: 'When somebody asked to cancel it.' }),
    abandoned_ts: stamp('S', { note: 'When somebody gave its terminal up for lost.' }),
    deadline_ts: stamp('S', { always: true, note: 'Until then the device may take.' }),
    ended_ts: stamp('S', {}),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    processor_account_id: text(24, 36, 'S', { ...hidden, note: "Its product's at the processor, when it began." }),
    details: json(undefined, 'S', { ...hidden, always: true, note: 'What the transaction or vault gets besides.' }),
    request_mark: text(undefined, 64, 'S', { ...hidden, always: true, note: 'Tells a repeated request from another.' }),
    lease_until: stamp('S', { ...hidden, always: true, note: 'Machine time: until then nobody asks about it.' }),
    holder: text(undefined, 36, 'S', { ...hidden, note: 'The process that waits for its device.' }),
    asks: integer(9, 'S', { ...hidden, always: true }),
  },
  expands: {
    terminal: one('terminal', 'terminal_id'),
    transaction: one('transaction', 'transaction_id'),
    account_vault: one('accountvault', 'account_vault_id'),
    contact: one('contact', 'contact_id'),
    location: one('location', 'location_id'),
  },
  constraints: {
    terminalrun_busy_key: ['terminal_id', 'Terminal is busy with another request.'],
    terminalrun_transaction_api_id_key: 'transaction_api_id',
  },
  about: [
    'In the shop',
    'One request at a terminal, from its beginning to what became of it.',
    {
      terminal_id: 'The terminal.',
      action: 'What it was asked for.',
      transaction_amount: 'How much.',
      contact_id: 'Who pays.',
      product_transaction_id: 'The product it is made with.',
      transaction_id: 'The payment it became.',
      account_vault_id: 'The vault it became.',
      ended_ts: 'When it ended.',
    },
  ],
})

export type RunRow = Row<typeof terminalrun>
