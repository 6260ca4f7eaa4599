import type { JsonSchema } from '../../definition/kind.ts'
import { NOT_READY } from '../readiness.ts'
import { jsonContent, refusals, sharedResponses } from './responses.ts'
import { developerOnly, securityWithSignature } from './security.ts'

const text = (description: string, examples: string[]): JsonSchema => ({ type: 'string', description, examples })
const id: JsonSchema = { type: 'string', minLength: 24, maxLength: 36 }

const login: JsonSchema = {
  type: 'object',
  required: ['username', 'password', 'domain'],
  properties: {
    username: text('The login name; capitals make no difference.', ['clerk']),
    password: text('The password.', ['Correct-horse-1']),
    domain: text("The user's branding_domain_url.", ['juniper.example']),
    second_factor: text(
      'A code of the app of a user with a second factor, or a recovery code; also as a header, second-factor. Where it is missing the answer is 401 with second-factor: required.',
      ['482913'],
    ),
  },
}

const token: JsonSchema = {
  type: 'object',
  properties: {
    id: { ...id, description: "The user's id." },
    expire: { type: 'integer', description: 'Minutes without use after which the token ends: 15.' },
    first_name: { type: ['string', 'null'], description: 'The first name of the user.' },
    last_name: { type: 'string', description: 'The last name of the user.' },
    password_expire_ts: { type: 'null', description: 'Passwords do not expire.' },
    time: { type: 'integer', description: 'Now, in Unix seconds.' },
    token: text('What to send as access-token; shown this once.', ['3pPzNQstYfXDCE5x3pPzNQstYfXDCE5x']),
    username: { type: 'string', description: 'The login name.' },
    primary_location_id: { ...id, description: 'Where the user works; what lies below it is visible too.' },
    timezone: { type: 'string', description: 'The zone in which time words of filters are read.' },
    user_type_id: { type: 'integer', description: 'The type of user, on which rights depend.' },
  },
}
const made: JsonSchema = {
  type: 'object',
  required: ['token'],
  properties: { token: { ...token, description: 'The token and whom it stands for.' } },
}

const page = { content: { 'text/html': { schema: { type: 'string' } } } }

const version: JsonSchema = {
  type: 'object',
  required: ['api', 'number'],
  properties: {
    api: text('The prefix of the paths: what works under it goes on working.', ['v2']),
    number: text('Of the release: what breaks, what is added, what is mended.', ['1.4.2']),
  },
}

const inQuery = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } })

const notVisited = {
  204: { description: 'To HEAD, and to a browser that fetches the page ahead: nothing was opened.' },
}

const OF_SIGNED_LINKS = {
  'user-id': 'Of a signed link: the user who signs it.',
  timestamp: 'Of a signed link: Unix seconds, at most 15 minutes ago.',
  signature:
    'Of a signed link: HMAC-SHA-256 of contactsso.{user-id}.{timestamp}.{data}, or with e_data in the place of data, keyed with the hash key of the user, in hex. Locations with sso_signature_required accept no other links.',
}

const signOn = (operationId: string, summary: string): Record<string, unknown> => ({
  operationId,
  tags: ['token'],
  summary,
  description:
    'JSON with timestamp (Unix seconds, at most 15 minutes from now), user_id, user_api_key, location_id, contact_api_id and fields of the contact, which is made or changed. With transaction_amt, or route virtualterminal and params, it leads to a form that charges. Prefer a signed link: leave user_api_key and timestamp out of the data and send user-id, timestamp and signature beside it, so that no address holds an API key. A form may send the same names in its body.',
  security: developerOnly,
  parameters: [
    inQuery('data', 'Hex of the JSON text.'),
    inQuery('e_data', 'Hex of a 16 byte vector and the AES-128-CBC of the JSON text under the key of the software.'),
    ...Object.entries(OF_SIGNED_LINKS).map(([name, description]) => inQuery(name, description)),
  ],
  responses: {
    200: { description: "The contact's page, for who follows the redirect.", ...page },
    ...notVisited,
    302: { description: "To the contact's page, signed in by a code that is good once; or to a form that charges." },
    ...refusals(400, 401, 403, 413, 415, 422, 429, 500),
  },
})

/** Signing in and out: endpoints that belong to no resource (contract 5.2). */
export const tokenPaths: Record<string, Record<string, Record<string, unknown>>> = {
  '/v2/token': {
    post: {
      operationId: 'createToken',
      tags: ['token'],
      summary: 'Sign in with domain, username and password',
      description:
        'Makes an access token, which ends after 15 minutes without use, and 12 hours after the sign-in at the latest.',
      security: developerOnly,
      requestBody: { required: true, content: { 'application/json': { schema: login } } },
      responses: {
        201: jsonContent('A token.', made, false),
        ...refusals(400, 401, 403, 405, 413, 415, 422, 429, 500, 503),
      },
    },
  },
  '/v2/contactsso': {
    get: signOn('signContactOn', 'Sign a contact on by a link'),
    post: signOn('signContactOnByForm', 'Sign a contact on by a form'),
  },
  '/v2/version': {
    get: {
      operationId: 'getVersion',
      tags: ['health'],
      summary: 'Get the version of the gateway',
      description: 'Which release this is, and which version of the interface it speaks.',
      security: developerOnly,
      responses: {
        200: jsonContent(
          'The version.',
          {
            type: 'object',
            properties: { version: { ...version, description: 'The versions.' } },
          },
          false,
        ),
        ...refusals(400, 401, 429, 500),
      },
    },
  },
  '/v2/token/{token}': {
    delete: {
      operationId: 'deleteToken',
      tags: ['token'],
      summary: 'End a token',
      description: 'The token itself is the credential. Other credentials in the request must be valid.',
      security: developerOnly,
      parameters: [
        { name: 'token', in: 'path', required: true, schema: { type: 'string' }, description: 'The token.' },
      ],
      responses: { 204: { description: 'Ended.' }, ...refusals(400, 401, 404, 405, 429, 500, 503) },
    },
  },
}

const DATA: JsonSchema = {
  type: 'string',
  description:
    "Hex of the JSON of the record's fields under its name, without the account, and with options: parent_origin, parent_send_message, parent_close, parent_close_delay, display_close_button, redirect_url_on_approval, redirect_url_delay, show_cvv, show_street, require_street, show_zip, require_zip, show_account_holder_name.",
}
const DATA_HASH = {
  type: 'string',
  description:
    'HMAC-SHA-256 of user id, timestamp and data as they are sent, one after the other, keyed with user_hash_key, in hex. Required where the location says form_data_hash_required.',
}
/** JSON for software, a page for the browser of a payer. */
const refusedOrPage = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map(status => {
      const { description, content } = sharedResponses[`Refused${status}`] as { description: string; content: object }
      return [status, { description, content: { ...content, ...page.content } }]
    }),
  )

const form = (name: string, what: string, api_id: string): Record<string, Record<string, unknown>> => ({
  get: {
    operationId: `open${name}`,
    tags: ['forms'],
    summary: `A form to show in a frame: ${what}`,
    description: `${api_id} is required. Errors in the address are returned as JSON, and to a browser that opens it as a page. Who gets the address sees everything in it: a hash-key that has opened a form is refused at the API, and for the same ${api_id} with other data.`,
    security: securityWithSignature,
    parameters: [
      { name: 'data', in: 'query', required: true, schema: DATA },
      { name: 'data-hash', in: 'query', schema: DATA_HASH },
    ],
    responses: {
      200: { description: 'The form.', ...page },
      ...notVisited,
      ...refusedOrPage(400, 401, 403, 422, 429, 500),
    },
  },
  post: {
    operationId: `send${name}`,
    tags: ['forms'],
    summary: 'Submission of the form',
    description: 'It carries its own encrypted state and needs no other credential.',
    security: [],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', additionalProperties: true } } },
    },
    responses: {
      200: { description: 'The result, for the person and for the page around the form.', ...page },
      400: { description: 'A page: the form is broken.', ...page },
      401: { description: 'A page: who signed the address may no longer sign in.', ...page },
      403: {
        description: 'A page: who signed the address may not do this, or the form comes from elsewhere.',
        ...page,
      },
      410: { description: 'A page: the form was opened more than 15 minutes ago.', ...page },
      413: { description: 'A page: the form is too large.', ...page },
      422: { description: 'The form again, with what to correct.', ...page },
      429: { description: 'Too many attempts.', ...page },
      ...refusedOrPage(415),
    },
  },
})

const stateOf = (required: string[], properties: Record<string, unknown>) => ({
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const state = stateOf(['status'], { status: text('ok or ready.', ['ready']) })
const notReady = stateOf(['status', 'reason'], {
  status: text('not ready.', ['not ready']),
  reason: {
    type: 'string',
    enum: Object.keys(NOT_READY),
    description: Object.entries(NOT_READY)
      .map(([reason, means]) => `${reason}: ${means}`)
      .join(' '),
  },
})
const broken = { description: 'The request cannot be read.' }

/** For load balancers and monitors; no credentials are needed. */
export const healthPaths: Record<string, Record<string, Record<string, unknown>>> = {
  '/healthz': {
    get: check('getHealth', 'Whether the process is up', {
      200: { description: 'It is.', ...state },
      400: broken,
    }),
  },
  '/readyz': {
    get: check('getReadiness', 'Whether payments can be taken', {
      200: {
        description: 'They can: the database takes writes, and its migrations, the worker and the keys are ready.',
        ...state,
      },
      400: broken,
      503: { description: 'They cannot.', ...notReady },
    }),
  },
}

function check(operationId: string, summary: string, responses: Record<number, unknown>): Record<string, unknown> {
  const description = 'Needs no credentials and is not limited.'
  return { operationId, tags: ['health'], summary, description, security: [], responses }
}

const charge: Record<string, unknown> = {
  operationId: 'openCharge',
  tags: ['forms'],
  summary: 'The form that a sign-on link leads to',
  description:
    'Where /v2/contactsso redirects a link that is to charge somebody. The address is made by the gateway, sealed, and good for 15 minutes; it is sent to /v2/payform.',
  security: [],
  parameters: [
    { ...inQuery('form', 'The sealed state of the form, as the redirect has it.'), required: true },
    inQuery('lang', 'The language of the page, where it is not to be that of the browser.'),
  ],
  responses: {
    200: { description: 'The form.', ...page },
    400: { description: 'A page that says that the address is broken.', ...page },
    401: { description: 'A page: the user of the link may no longer sign in.', ...page },
    410: { description: 'A page: the address is older than 15 minutes.', ...page },
    ...refusals(422, 429, 500, 503),
  },
}

/** The hosted forms of contract 5.3, and the one of sign-on links. */
export const formPaths: Record<string, Record<string, Record<string, unknown>>> = {
  '/v2/payform': form('Payform', 'a payment by card or bank account', 'transaction_api_id'),
  '/v2/accountform': form('Accountform', 'a card or bank account to store', 'account_vault_api_id'),
  '/charge': { get: charge },
}
