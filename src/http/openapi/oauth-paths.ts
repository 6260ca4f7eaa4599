import type { JsonSchema } from '../../definition/kind.ts'
import { jsonContent, otherContent } from './responses.ts'

type Operation = Record<string, unknown>

const text = (description: string): JsonSchema => ({ type: 'string', description })
const inQuery = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } })

const CLIENT = {
  client_id: text('Of the integration.'),
  client_secret: text('Of the integration; HTTP Basic does as well, and public clients have none.'),
}

const given: JsonSchema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'refresh_token', 'user_id'],
  properties: {
    access_token: text('Sent as Authorization: Bearer, together with developer-id.'),
    token_type: { ...text('Always bearer.'), enum: ['bearer'] },
    expires_in: { type: 'integer', description: 'Seconds.' },
    refresh_token: text('For the next access token.'),
    state: { type: ['string', 'null'], description: 'As it was sent; null where none was.' },
    user_id: text('Who allowed it.'),
    scope: text('What the grant is limited to; left out where it is api, without a limit.'),
  },
}

const refused: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: text('The code of RFC 6749, section 5.2.'),
    error_description: text('For a person.'),
    error_uri: { type: 'string', format: 'uri', description: 'The page that explains this error.' },
  },
}

const refusals = {
  400: jsonContent('A parameter does not fit, or what was given is not good any more.', refused, false),
  401: jsonContent('The client is not known, or its secret is wrong.', refused, false),
  405: jsonContent('Only POST is offered.', refused, false),
  413: jsonContent('The body is too large.', refused, false),
  429: jsonContent('Too many wrong secrets; Retry-After gives the seconds to wait.', refused, false),
  500: jsonContent('A fault of the gateway.', refused, false),
}

/** An endpoint for programs: parameters come by query (contract 5.5) or in a form (RFC 6749, RFC 7009). */
function endpoint(
  operationId: string,
  summary: string,
  sent: Record<string, JsonSchema>,
  responses: object,
): { post: Operation } {
  const parameters = Object.entries(sent).map(([name, { description }]) => inQuery(name, String(description)))
  const form = { schema: { type: 'object', properties: sent } }
  return {
    post: {
      operationId,
      tags: ['oauth'],
      summary,
      description: 'By query or as a form; the query wins.',
      security: [],
      parameters,
      requestBody: { content: { 'application/x-www-form-urlencoded': form } },
      responses: { ...responses, ...refusals },
    },
  }
}

function authorize(operationId: string): Record<string, Operation> {
  const parameters = [
    inQuery('response_type', 'Only code.'),
    inQuery('client_id', 'Of the integration.'),
    inQuery('redirect_uri', 'One of the addresses of the integration.'),
    inQuery('scope', 'api, or some of read, invoices and payments with spaces between.'),
    inQuery('state', 'Returned as it is.'),
    inQuery('code_challenge', 'PKCE (RFC 7636), required of public clients.'),
    inQuery('code_challenge_method', 'Only S256.'),
  ]
  const page = otherContent('The page where a user signs in and allows it, with what is wrong.', ['text/html'])
  const answers = [401, 403, 413, 415, 422, 429, 500, 503].map(status => [status, page] as const)
  const said = Object.fromEntries(answers)
  const responses = {
    200: page,
    302: { description: 'Back to redirect_uri, with a code or an error.' },
    400: otherContent('A page that says what is wrong.', ['text/html']),
  }
  const summary = 'Where a user allows an integration to act for him'
  const description = 'A page for the browser of the user. The contract spells the address both ways.'
  const about = { tags: ['oauth'], description, security: [], parameters }
  return {
    get: { operationId, summary, ...about, responses },
    post: {
      operationId: `${operationId}Decided`,
      summary: 'The form of that page',
      ...about,
      requestBody: {
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', additionalProperties: true } } },
      },
      responses: { ...responses, ...said },
    },
  }
}

/** OAuth 2.0 (contract 5.5). */
export const oauthPaths: Record<string, Record<string, Operation>> = {
  '/o/authorize': authorize('authorize'),
  '/o/authrize': authorize('authorizeByContract'),
  '/o/token': endpoint(
    'exchangeOauthToken',
    'Exchange a code or a refresh token for an access token',
    {
      grant_type: text('authorization_code or refresh_token.'),
      code: text('With authorization_code.'),
      redirect_uri: text('With authorization_code, as it was asked with.'),
      code_verifier: text('With authorization_code, where a code_challenge was sent.'),
      refresh_token: text('With refresh_token.'),
      state: text('Required by query.'),
      ...CLIENT,
    },
    { 200: jsonContent('Tokens.', given, false) },
  ),
  '/o/revoke': endpoint(
    'revokeOauthToken',
    'End a grant',
    { token: text('The refresh token, or an access token.'), ...CLIENT },
    {
      200: { description: 'Revoked, where the token came in a form.' },
      204: { description: 'Revoked, where it came by query.' },
    },
  ),
  '/.well-known/oauth-authorization-server': {
    get: {
      operationId: 'getOauthMetadata',
      tags: ['oauth'],
      summary: 'Where the OAuth endpoints are',
      description: 'Metadata for libraries that configure themselves (RFC 8414).',
      security: [],
      responses: {
        200: jsonContent('The metadata.', { type: 'object', additionalProperties: true }, false),
        429: refusals[429],
      },
    },
  },
}
