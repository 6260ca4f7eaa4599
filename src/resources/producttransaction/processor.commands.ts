import type { Command } from '../../definition/command.ts'
import { json, text } from '../../definition/field.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import type { producttransaction } from './producttransaction.ts'

type Product = typeof producttransaction

const ACCOUNT = {
  product_transaction_id: { type: 'string', description: 'The product.' },
  connector: { type: ['string', 'null'], description: "Null: the sandbox's simulator, and in live mode nothing." },
  version: { type: 'integer', description: 'Of the account; another connector or another setting makes the next one.' },
  settings: { type: 'object', description: 'Secrets are masked.', additionalProperties: { type: 'string' } },
  is_connected: { type: 'boolean', description: 'Whether this gateway has the connector.' },
} as const

/** Merchants do not choose their processor: only operators have the right to remove a product, which nobody does. */
const right = 'remove'

const show: Command<Product> = {
  name: 'processor',
  method: 'GET',
  on: 'one',
  right,
  says: 'The connector and the account at it that new payments of the product are made with. For operators.',
  operation: 'getProducttransactionProcessor',
  returns: { schema: objectSchema({ processor: objectSchema(ACCOUNT) }) },
  run: async ({ actor, row, parts: { accounts } }) => ({ body: { processor: await accounts.show(actor, row.id) } }),
}

const connect: Command<Product> = {
  name: 'processor',
  method: 'PUT',
  on: 'one',
  right,
  input: {
    connector: text(1, 64, 'R', { holds: 'identifier', example: 'authorizenet', note: 'The name of the connector.' }),
    settings: json(16384, 'R', {
      holds: 'secret',
      example: { login_id: '5KP3u95bQpv', transaction_key: '346HZ32z3fP4hTG2' },
      note: 'All settings that the connector takes, by name; secrets are not shown again.',
    }),
  },
  says: 'Gives the product its connector and its account there, for what begins afterwards; open payments stay where they are. Secrets alone replace the earlier ones, for open payments too. The same again changes nothing. For operators.',
  operation: 'setProducttransactionProcessor',
  returns: {
    schema: objectSchema({
      processor: objectSchema({
        ...ACCOUNT,
        change: { type: 'string', enum: ['account', 'secrets', 'nothing'], description: 'What was changed.' },
      }),
    }),
  },
  refuses: ['invalid'],
  async run({ actor, row, input, parts: { accounts } }) {
    const to = input as { connector: string; settings: unknown }
    return { body: { processor: await accounts.connect(actor, row.id, to) } }
  },
}

const disconnect: Command<Product> = {
  name: 'processor',
  method: 'DELETE',
  on: 'one',
  right,
  says: 'Takes the product from its connector: nothing new begins there, and what is open is still reached. For operators.',
  operation: 'removeProducttransactionProcessor',
  returns: 'nothing',
  async run({ actor, row, parts: { accounts } }) {
    await accounts.disconnect(actor, row.id)
    return null
  },
}

const check: Command<Product> = {
  name: 'check',
  method: 'POST',
  on: 'one',
  path: '/processor/check',
  right,
  says: 'Makes one harmless call to the processor, to see whether address and credentials work. For operators.',
  operation: 'checkProducttransactionProcessor',
  returns: {
    schema: objectSchema({
      processor: objectSchema({
        is_working: { type: 'boolean', description: 'Whether the processor took the call.' },
        problem: { type: ['string', 'null'], description: 'One line; null where everything works.' },
      }),
    }),
  },
  refuses: ['invalid'],
  run: async ({ actor, row, parts: { accounts } }) => ({ body: { processor: await accounts.check(actor, row.id) } }),
}

/** Accounts at processors by the API. */
export const processorCommands = [show, connect, disconnect, check]
