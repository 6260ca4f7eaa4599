type Scheme = Record<string, unknown>

const key = (place: 'header' | 'query', name: string, description: string): Scheme => ({
  type: 'apiKey',
  in: place,
  name,
  description,
})

/** The scope without a limit (contract 5.5). */
const SCOPE = 'api'

/** How callers authenticate (contract section 5). Names in headers and queries have dashes. */
export const securitySchemes = (public_url: string): Record<string, Scheme> => ({
  developer_id_header: key('header', 'developer-id', 'The calling software; needed on every request.'),
  developer_id_query: key('query', 'developer-id', 'The calling software, where headers cannot be set.'),
  user_id_header: key('header', 'user-id', 'The user, together with user-api-key.'),
  user_api_key_header: key('header', 'user-api-key', "The user's API key."),
  user_id_query: key('query', 'user-id', 'The user, together with user-api-key.'),
  user_api_key_query: key('query', 'user-api-key', "The user's API key."),
  basic: { type: 'http', scheme: 'basic', description: 'The user id as user name, the API key as password.' },
  oauth2: {
    type: 'oauth2',
    description: 'An access token from POST /o/token as a bearer token; it ends after an hour.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${public_url}/o/authorize`,
        tokenUrl: `${public_url}/o/token`,
        refreshUrl: `${public_url}/o/token`,
        scopes: {
          [SCOPE]: 'Everything that the user may do.',
          read: 'What the user may read.',
          invoices: 'What the user may read; invoices, paylinks and contacts.',
          payments: 'What the user may read; payments, stored accounts, recurrings and contacts.',
        },
      },
    },
  },
  access_token_header: key(
    'header',
    'access-token',
    'A token from POST /v2/token; ends after 15 minutes without use, and after 12 hours.',
  ),
  access_token_query: key('query', 'access-token', 'The same, where headers cannot be set.'),
  hash_key_header: key(
    'header',
    'hash-key',
    'HMAC-SHA-256 of user id and timestamp, keyed with user_hash_key, in hex.',
  ),
  hash_key_query: key('query', 'hash-key', 'The same in the query.'),
  timestamp_header: key(
    'header',
    'timestamp',
    'The signed Unix time in seconds, at most 15 minutes ago and one ahead.',
  ),
  timestamp_query: key('query', 'timestamp', 'The same in the query.'),
})

const DEVELOPER = ['developer_id_header', 'developer_id_query']
const USER = [
  ['user_id_header', 'user_api_key_header'],
  ['basic'],
  ['oauth2'],
  ['access_token_header'],
  ['user_id_query', 'user_api_key_query'],
  ['access_token_query'],
]
const SIGNED = [
  ['user_id_header', 'hash_key_header', 'timestamp_header'],
  ['user_id_query', 'hash_key_query', 'timestamp_query'],
]

type Security = Record<string, string[]>[]

const allOf = (names: string[]): Record<string, string[]> =>
  Object.fromEntries(names.map(name => [name, name === 'oauth2' ? [SCOPE] : []]))
const withDeveloper = (schemes: string[][]): Security =>
  DEVELOPER.flatMap(developer => schemes.map(scheme => allOf([developer, ...scheme])))

/** A developer id in either place together with any way to authenticate the user. */
export const security: Security = withDeveloper(USER)

/** The same with signatures, for the few paths that accept them. */
export const securityWithSignature: Security = [...security, ...withDeveloper(SIGNED)]

/** For paths that need the developer id alone. */
export const developerOnly: Security = DEVELOPER.map(name => allOf([name]))
