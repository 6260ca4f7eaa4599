import type { JsonSchema } from '../../definition/kind.ts'
import { refusals } from './responses.ts'
import { securityWithSignature } from './security.ts'

const DATA: JsonSchema = {
  type: 'string',
  description:
    "Hex of the JSON of the record's fields under its name, without the account, and with options: parent_origin, parent_send_message, parent_close, parent_close_delay, display_close_button, redirect_url_on_approval, redirect_url_delay, show_cvv, show_street, require_street, show_zip, require_zip, show_account_holder_name.",
}
const page = { content: { 'text/html': { schema: { type: 'string' } } } }

const form = (name: string, what: string, api_id: string): Record<string, Record<string, unknown>> => ({
  get: {
    operationId: `open${name}`,
    tags: ['forms'],
    summary: `A form to show in a frame: ${what}`,
    description: `${api_id} is required. Whatever is wrong with the address is answered in JSON.`,
    security: securityWithSignature,
    parameters: [{ name: 'data', in: 'query', required: true, schema: DATA }],
    responses: { 200: { description: 'The form.', ...page }, ...refusals(400, 401, 403, 422, 429, 500) },
  },
  post: {
    operationId: `send${name}`,
    tags: ['forms'],
    summary: 'What the form itself sends',
    description: 'It carries what it was made with, sealed; no other credential is asked.',
    security: [],
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
    responses: {
      200: { description: 'How it ended, for the person and for the page around the form.', ...page },
      422: { description: 'The form once more, with what to mend.', ...page },
      429: { description: 'Too many tries.', ...page },
    },
  },
})

/** The hosted forms of contract 5.3. */
export const formPaths: Record<string, Record<string, Record<string, unknown>>> = {
  '/v2/payform': form('Payform', 'a payment by card or bank account', 'transaction_api_id'),
  '/v2/accountform': form('Accountform', 'a card or bank account to store', 'account_vault_api_id'),
}
