import type { Command } from '../../definition/command.ts'
import { choice, text } from '../../definition/field.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import type { InterventionDecision } from '../../payments/payments.ts'
import { INTERVENTIONS } from './transaction.states.ts'
import type { transaction } from './transaction.ts'

const shown = (type: 'string' | 'integer', description?: string): JsonSchema => ({
  type,
  ...(description ? { description } : {}),
})
const maybe = (type: 'string' | 'integer', description?: string): JsonSchema => ({
  type: [type, 'null'],
  ...(description ? { description } : {}),
})

/** One request to the processor. */
const ATTEMPT = objectSchema({
  reference: shown('string', 'What the processor knows it by.'),
  action: shown('string', 'What was asked for.'),
  purpose: {
    ...shown('string', 'Whether it began the payment, acts on it, or takes an approval back.'),
    enum: ['order', 'follow_up', 'reversal'],
  },
  original: maybe('string', 'The reference of the request it acts on.'),
  processor: shown('string', 'The connector.'),
  product_transaction_id: shown('string', 'The product it was sent through: a payment may be tried at a second one.'),
  amount: shown('string', 'How much was asked for.'),
  state: {
    ...shown('string', 'What is known of it.'),
    enum: ['pending', 'approved', 'declined', 'unknown', 'reversed'],
  },
  created_ts: shown('integer', 'When it was made, in Unix seconds.'),
  reported_ts: maybe('integer', 'When a caller was told that it failed.'),
  ended_ts: maybe('integer', 'When its outcome was known.'),
  taken_back_ts: maybe('integer', 'When its processor took back what it had approved.'),
  stuck_ts: maybe('integer', 'Since when a person has to decide.'),
  reason_code_id: maybe('integer', 'Why it was declined.'),
  verbiage: maybe('string', 'The same in words.'),
  response_message: maybe('string', "The processor's own code and text."),
  decline_class: maybe(
    'string',
    'soft: it may work later; hard: not as it is; never: the card networks forbid another try.',
  ),
  advice_code: maybe('string', "The card network's advice, as it was sent."),
  auth_code: maybe('string', "The issuer's approval code."),
  auth_amount: maybe('string', 'How much was approved.'),
  processor_reference: maybe('string', "The processor's own id of it."),
  asks: shown('integer', 'How often the processor was asked about it.'),
  resolutions: {
    type: 'array',
    items: { type: 'string', enum: INTERVENTIONS },
    description: 'What a person may decide.',
  },
  intervention: {
    type: ['object', 'null'],
    description: 'What a person has decided.',
    properties: {
      resolution: { type: 'string', enum: INTERVENTIONS, description: 'The decision.' },
      note: shown('string', 'Why.'),
      user_id: maybe('string', 'Null for the operator of the gateway.'),
      created_ts: shown('integer', 'When, in Unix seconds.'),
    },
  },
})

const attempts: Command<typeof transaction> = {
  name: 'attempts',
  method: 'GET',
  on: 'one',
  right: 'read',
  says: 'Lists every request to the processor about the transaction, oldest first, with its answer, and what a person has decided. GET /v2/transactions?is_stuck=1 lists the transactions that wait for a person.',
  operation: 'listTransactionAttempts',
  returns: {
    schema: objectSchema({
      attempts: { type: 'array', items: ATTEMPT, description: 'The requests, the oldest one first.' },
    }),
  },
  run: async ({ row, parts: { payments } }) => ({ body: { attempts: await payments.attempts(row) } }),
}

const resolve: Command<typeof transaction> = {
  name: 'resolve',
  method: 'POST',
  on: 'one',
  right: 'remove',
  input: {
    resolution: choice(INTERVENTIONS, 'R', {
      note: 'given_back_outside: the money went back by another way, and the payment is a decline. kept: the approval stands, and the customer was told. approved, declined: what the processor says of a request that it gives the gateway no answer to.',
    }),
    note: text(1, 512, 'R', { note: 'Why, and how the customer knows.' }),
  },
  says: 'Decides about a transaction that is_stuck, where the processor refuses to take an approval back or gives no answer any more. The same decision again changes nothing.',
  returns: 'record',
  refuses: ['invalid'],
  run: async ({ actor, row, input, parts: { payments } }) => ({
    row: await payments.intervene(actor, row.id, input as unknown as InterventionDecision),
  }),
}

/** What people do about a payment that no processor brings to an end. */
export const interventionCommands = [attempts, resolve]
