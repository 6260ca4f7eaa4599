import type { JsonSchema } from '../../definition/kind.ts'
import { jsonContent, refusals } from './responses.ts'

type Operation = Record<string, unknown>

const text = (description: string, limits: JsonSchema, ...examples: string[]): JsonSchema => ({
  type: 'string',
  description,
  ...limits,
  ...(examples.length > 0 ? { examples } : {}),
})

const ORIGIN = { type: 'string', format: 'uri', examples: ['https://shop.example'] }

/** What tells a browser that a script of this origin may read the answer. */
const readable = {
  'access-control-allow-origin': {
    description: 'The origin of the request, where the location names it in ticket_origins.',
    schema: ORIGIN,
  },
  vary: { description: 'Always origin: the answer to one origin is not that to another.', schema: { type: 'string' } },
}

const origin = (description: string) => ({ name: 'origin', in: 'header', description, schema: ORIGIN })

/** Signed by the merchant's server. */
const SIGNED: Record<string, JsonSchema> = {
  location_api_key: text('The location_api_key of the location, which payers may see.', { maxLength: 64 }),
  timestamp: {
    type: ['string', 'integer'],
    description: 'The signed Unix time in ten digits of seconds, at most 15 minutes ago.',
    examples: ['1767225600'],
  },
  order_id: text("The merchant's name for what is paid.", { maxLength: 64 }, 'order-1042'),
  signature: text(
    'HMAC-SHA-256 of location_api_key, timestamp and order_id, one after the other, keyed with ticket_hash_key, in hex.',
    { maxLength: 64 },
  ),
}

const CARD: Record<string, JsonSchema> = {
  card_number: text('The number of the card, digits only.', { minLength: 13, maxLength: 19 }, '4111111111111111'),
  exp_date: text('MMYY.', { minLength: 4, maxLength: 4 }, '1230'),
  cvv: text('Checked for its form and discarded.', { minLength: 3, maxLength: 4 }, '999'),
  account_holder_name: text('The name on the card.', { maxLength: 32 }, 'Rosa Lindqvist'),
  billing_street: text('The street of the billing address.', { maxLength: 32 }, '12 Mill Lane'),
  billing_zip: text('The postal code of the billing address.', { minLength: 5, maxLength: 10 }, '14850'),
}

const EXAMPLE = {
  cardticket: {
    location_api_key: '5f0f7c56-1c1b-4f1e-9c7e-0f3b6a2d9b11',
    timestamp: '1767225600',
    order_id: 'order-1042',
    signature: 'c2b1f7a05e9d4c6b8a7f3e2d1c0b9a8f7e6d5c4b3a29180716f5e4d3c2b1a0f9',
    card_number: '4111111111111111',
    exp_date: '1230',
    cvv: '999',
    account_holder_name: 'Rosa Lindqvist',
    billing_zip: '14850',
  },
}

const sent: JsonSchema = {
  type: 'object',
  required: ['cardticket'],
  properties: {
    cardticket: {
      type: 'object',
      description: "What the merchant's server has signed, and the card that its payer typed.",
      required: [...Object.keys(SIGNED), 'card_number', 'exp_date'],
      properties: { ...SIGNED, ...CARD },
    },
  },
}

const id: JsonSchema = { type: 'string', minLength: 24, maxLength: 36 }
const GIVEN: Record<string, JsonSchema> = {
  id: { ...id, description: 'What a transaction or an account vault takes as ticket, once.' },
  ticket: { ...id, description: 'The same as id.' },
  ticket_number: text('Nine digits that do wherever the id does.', { minLength: 9, maxLength: 9 }, '482913057'),
  order_id: text('As it was sent.', { maxLength: 64 }, 'order-1042'),
  first_six: text('The first digits of the card.', { minLength: 6, maxLength: 6 }, '411111'),
  last_four: text('The last digits of the card.', { minLength: 4, maxLength: 4 }, '1111'),
  account_type: text('The brand of the card.', {}, 'visa'),
  exp_date: text('As it was sent.', { minLength: 4, maxLength: 4 }, '1230'),
  expire_ts: { type: 'integer', description: 'From this Unix second on it can no longer be used: 15 minutes later.' },
}

const made: JsonSchema = {
  type: 'object',
  required: ['cardticket'],
  properties: {
    cardticket: { type: 'object', description: 'The ticket.', required: Object.keys(GIVEN), properties: GIVEN },
  },
  examples: [
    {
      cardticket: {
        id: '0198b6f2-7c11-7a52-b9a4-3d5e8f102c44',
        ticket: '0198b6f2-7c11-7a52-b9a4-3d5e8f102c44',
        ticket_number: '482913057',
        order_id: 'order-1042',
        first_six: '411111',
        last_four: '1111',
        account_type: 'visa',
        exp_date: '1230',
        expire_ts: 1767226500,
      },
    },
  ],
}

const SIGNATURE =
  'The signature in the body is the credential; no other is read. It makes one ticket: a second card takes the place of the first until the ticket is used.'

const post: Operation = {
  operationId: 'createCardticket',
  tags: ['forms'],
  summary: "Leave a card for a ticket from the payer's browser",
  description: `${SIGNATURE} Scripts of a page may ask where the location names its origin in ticket_origins; programs send no origin. The fields may also be sent without the wrapper.`,
  security: [],
  parameters: [origin('Where the page of the script comes from. Browsers send it.')],
  requestBody: { required: true, content: { 'application/json': { schema: sent, example: EXAMPLE } } },
  responses: {
    201: { ...jsonContent('The ticket.', made, false), headers: readable },
    ...refusals(400, 401, 403, 405, 413, 415, 422, 429, 500, 503),
  },
}

const preflight: Operation = {
  operationId: 'askForCardtickets',
  tags: ['forms'],
  summary: 'Ask whether scripts of an origin may leave cards',
  description: 'What a browser asks by itself before it sends the card (CORS preflight).',
  security: [],
  parameters: [{ ...origin('Where the page of the script comes from.'), required: true }],
  responses: {
    204: {
      description: 'They may.',
      headers: {
        ...readable,
        'access-control-allow-methods': { description: 'Always POST.', schema: { type: 'string' } },
        'access-control-allow-headers': { description: 'Always content-type.', schema: { type: 'string' } },
        'access-control-max-age': {
          description: 'Seconds for which this may be remembered.',
          schema: { type: 'string' },
        },
      },
    },
    ...refusals(403, 429, 500, 503),
  },
}

const script: Operation = {
  operationId: 'getTicketScript',
  tags: ['forms'],
  summary: "The script for a merchant's own form",
  description:
    'It leaves the card of a form with data-tollgate-ticket at the gateway and sends the form with a ticket in its place. Its content never changes, so a page can name its hash (Subresource Integrity).',
  security: [],
  responses: {
    200: {
      description: 'The script, for pages of any origin.',
      headers: {
        'access-control-allow-origin': { description: 'Always *.', schema: { type: 'string', enum: ['*'] } },
      },
      content: { 'text/javascript': { schema: { type: 'string', description: 'The script.' } } },
    },
    ...refusals(429, 500),
  },
}

/** Cards that go from a page of a merchant straight to the gateway (decision 0050). */
export const cardTicketPaths: Record<string, Record<string, Operation>> = {
  '/v2/cardtickets': { post, options: preflight },
  '/assets/tickets-1.js': { get: script },
}
