type Scheme = Record<string, unknown>

const key = (place: 'header' | 'query', name: string, description: string): Scheme => ({
  type: 'apiKey',
  in: place,
  name,
  description,
})

/** The ways in which a caller says who it is (contract section 5). Names in headers and queries have dashes. */
export const securitySchemes: Record<string, Scheme> = {
  developer_id_header: key('header', 'developer-id', 'The calling software; needed on every request.'),
  developer_id_query: key('query', 'developer-id', 'The calling software, where headers cannot be set.'),
  user_id_header: key('header', 'user-id', 'The user, together with user-api-key.'),
  user_api_key_header: key('header', 'user-api-key', "The user's API key."),
  user_id_query: key('query', 'user-id', 'The user, together with user-api-key.'),
  user_api_key_query: key('query', 'user-api-key', "The user's API key."),
  basic: { type: 'http', scheme: 'basic', description: 'The user id as user name, the API key as password.' },
}

const DEVELOPER = ['developer_id_header', 'developer_id_query']
const USER = [['user_id_header', 'user_api_key_header'], ['basic'], ['user_id_query', 'user_api_key_query']]

/** A developer id in one of its places, and one of the ways to name the user: any pair of them will do. */
export const security: Record<string, string[]>[] = DEVELOPER.flatMap(developer =>
  USER.map(user => Object.fromEntries([developer, ...user].map(name => [name, []]))),
)
