/**
 * Each kind of credential that the contract has, at each endpoint of the definitions and each route of the server: what
 * it opens is said by a rule here, not by a list of routes, so that a new route is tried by itself.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rightsOf } from '../../src/auth/permissions.ts'
import { readConfig } from '../../src/config.ts'
import { USER_TYPE } from '../../src/definition/caller.ts'
import { addressOf, type Route, routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { signature } from '../support/hosted-form.ts'
import { integration } from '../support/oauth.ts'
import { servedRoutes } from '../support/served-routes.ts'

type Headers = Record<string, string>
/** `opens`: neither 401 nor 403. */
type Verdict = 'opens' | 401 | 403

interface Credential {
  /** Made anew for each request where it is good once. */
  headers(): Headers
  expected(route: Route): Verdict
}

const routes = routesOf(bareRegistry().nouns)
const nobody = '0'.repeat(24)
const never = (): Verdict => 401

/** Contract 5.3: the resources whose paths take a signature, with and without an s. */
const SIGNED = ['accountform', 'accountvault', 'payform', 'routeraccountvault', 'salestax', 'transaction']
const takesSignature = ({ path }: Route): boolean => SIGNED.some(name => new RegExp(`^/v2/${name}s?(/|$)`).test(path))

let t: TestApp
const kinds = new Map<string, Credential>()

/** Asks a route with these headers, and a body where it takes one; nothing that exists is named. */
async function ask({ method, path }: Pick<Route, 'method' | 'path'>, headers: Headers) {
  // Without an id all other sessions end, and the tokens of this test with them.
  const named = method === 'DELETE' && path.endsWith('/sessions') ? `?session_id=${nobody}` : ''
  const url = path.replaceAll(/\{\w+\}/g, nobody) + named
  const body = method === 'GET' ? {} : { payload: '{}', headers: { ...headers, 'content-type': 'application/json' } }
  return t.app.http.inject({ method, url, headers, ...body })
}

const verdictOf = (status: number): Verdict => (status === 401 || status === 403 ? status : 'opens')

before(async () => {
  const { sign_in } = readConfig({})
  // Guesses are slowed elsewhere: here each one is to be refused for what it is.
  const unslowed = { ...sign_in, wrong_keys_per_address: 1_000_000 }
  t = await testApp('matrix', { config: { sign_in: unslowed } })
  const [{ user, location_id, contact_id }] = t.merchants
  const developer = { 'developer-id': t.developer_id }
  const keys = t.keysOf(user)
  const asKey = (user_api_key: string) => ({ ...developer, 'user-id': user.user_id, 'user-api-key': user_api_key })
  const asToken = (token: string) => ({ ...developer, 'access-token': token })
  const add = (name: string, headers: Headers | (() => Headers), expected: Credential['expected'] = never) =>
    kinds.set(name, { headers: typeof headers === 'function' ? headers : () => headers, expected })
  const made = async (path: string, body: Json): Promise<Json> => {
    const answer = await t.api.post(path, body)
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const login = { username: user.username, password: user.password, domain: user.domain }
  const { token } = (await t.as(developer).post('token', login)).body.token
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! }, user)
  const code = await app.code()
  const granted = (await app.exchange(await app.code())).body
  const { ticket } = await made('tickets', {
    ticket: { location_id, account_number: '4111111111111111', exp_date: '1230', cvv: '999' },
  })
  const place = (await t.api.get(`locations/${location_id}`)).body.location
  const agent = (await made('terminalagents', { terminalagent: { location_id, title: 'Till' } })).terminalagent
  const agent_key = JSON.stringify(await made(`terminalagents/${agent.id}/generatekey`, {})).match(
    /[0-9a-f]{24}\.[\w-]{43}/,
  )![0]
  const administrator = (username: string): Json => ({
    ...{ username, last_name: 'Limited', email: 'limited@example.com', user_type_id: 250 },
    primary_location_id: location_id,
  })
  const forms = (
    await made('users', {
      user: {
        ...{ username: 'forms', last_name: 'Forms', email: 'forms@example.com', user_type_id: 250 },
        ...{ primary_location_id: location_id, forms_only: true },
      },
    })
  ).user
  const forms_key = (await made(`users/${forms.id}/generateuserapikey`, {})).user.user_api_key
  const cookie = await pageCookie(contact_id)

  add('user key', keys, asAdministrator)
  add('token of a sign-in', asToken(token), asAdministrator)
  add(
    'signature',
    () => signature(t),
    route => (takesSignature(route) ? asAdministrator(route) : 401),
  )
  add('token of an integration', { ...developer, authorization: `Bearer ${granted.access_token}` }, route =>
    isOfSessions(route) || (route.method !== 'GET' && givesAccess(route)) ? 403 : asAdministrator(route),
  )
  for (const scope of ['read', 'invoices', 'payments'] as const) {
    const limits = { user_api_key_scope: scope }
    const limited = (await made('users', { user: administrator(`limited-${scope}`) })).user
    const key = (await made(`users/${limited.id}/generateuserapikey`, { user: limits })).user.user_api_key
    add(`key with the scope ${scope}`, { ...developer, 'user-id': limited.id, 'user-api-key': key }, inScope(scope))
    const token = (await app.exchange(await app.code({ scope }))).body.access_token
    add(`grant with the scope ${scope}`, { ...developer, authorization: `Bearer ${token}` }, inScope(scope))
  }
  add('user for forms only', { ...developer, 'user-id': forms.id, 'user-api-key': forms_key }, () => 403)
  add('cookie of a page', { ...developer, cookie })
  add('cookie of a page, as a token', asToken(cookie.split('=')[1]!))
  add('refresh token', { ...developer, authorization: `Bearer ${granted.refresh_token}` })
  add('code of an integration', { ...developer, authorization: `Bearer ${code}` })
  add('client of an integration', {
    ...developer,
    authorization: `Basic ${Buffer.from(`${t.oauth.client_id}:${t.oauth.client_secret}`).toString('base64')}`,
  })
  add('ticket, as a token', asToken(ticket.id))
  add('ticket, as a key', asKey(ticket.id))
  add("location's key, as a token", asToken(place.location_api_key))
  add("location's key, as a key", asKey(place.location_api_key))
  add('key of tickets, as a key', asKey(place.ticket_hash_key))
  add('hash key, as a key', asKey(user.user_hash_key))
  add('password, as a key', asKey(user.password))
  add('key of an agent', { ...developer, authorization: `Bearer ${agent_key}` })
  add('key of an agent, as a token', asToken(agent_key))
  add('key without software', { 'user-id': user.user_id, 'user-api-key': user.user_api_key })
})
after(() => t.close())

/** By the table of rights alone, which `docs/permissions.md` shows. */
function asAdministrator({ noun, right, command }: Route): Verdict {
  return command?.own === true || rightsOf(USER_TYPE.admin, noun.resource.name).includes(right) ? 'opens' : 403
}

/** What an integration may not make or change, so that nothing outlives its grant. */
function givesAccess({ noun, command }: Route): boolean {
  if (['user', 'authroleuser', 'oauthclient', 'terminalagent'].includes(noun.resource.name)) return true
  return ['rotatesecret', 'processor', 'generateencryptionkey', 'approve', 'refuse'].includes(command?.name ?? '')
}

/** Only a user himself sees and ends his sessions: with a token of his, or a key without a scope. */
function isOfSessions({ command }: Route): boolean {
  return ['sessions', 'endsessions'].includes(command?.name ?? '')
}

/** What a scope writes, written again here, so that a gateway that lets more through fails. */
const WRITES = {
  read: [],
  invoices: ['quickinvoice', 'paylink', 'contact', 'note', 'tag', 'file'],
  payments: [
    // It asks for approvals of refunds, and gives none.
    'refundapproval',
    ...['transaction', 'transactionbatch', 'transactionlevel3', 'routertransaction', 'terminalrun', 'deviceterm'],
    ...['accountvault', 'routeraccountvault', 'microdeposit', 'ticket', 'signature', 'recurring'],
    ...['contact', 'note', 'tag', 'file'],
  ],
} as const satisfies Record<string, readonly string[]>

function inScope(scope: keyof typeof WRITES): (route: Route) => Verdict {
  const writes: readonly string[] = WRITES[scope]
  return route => {
    const { noun, right, command } = route
    if (isOfSessions(route) || (noun.resource.name === 'refundapproval' && command)) return 403
    const may = command?.own || right === 'read' || right === 'list' || writes.includes(noun.resource.name)
    return may ? asAdministrator(route) : 403
  }
}

/** The cookie that a link that signs on leaves in a browser. */
async function pageCookie(contact_id: string): Promise<string> {
  const [{ user, location_id }] = t.merchants
  const link = { timestamp: String(t.clock.seconds()), user_id: user.user_id, user_api_key: user.user_api_key }
  const data = Buffer.from(JSON.stringify({ ...link, location_id, contact_api_id: contact_id, last_name: 'Reed' }))
  const address = `/v2/contactsso?developer-id=${t.developer_id}&data=${data.toString('hex')}`
  const { headers } = await t.app.http.inject({ url: address })
  const page = await t.app.http.inject({
    url: new URL(String(headers.location)).pathname + new URL(String(headers.location)).search,
  })
  const set = String(page.headers['set-cookie']).split(';')[0]!
  assert.match(set, /^tollgate_session=\w+$/)
  return set
}

const KINDS = [
  'user key',
  'token of a sign-in',
  'signature',
  'token of an integration',
  ...['read', 'invoices', 'payments'].flatMap(scope => [
    `key with the scope ${scope}`,
    `grant with the scope ${scope}`,
  ]),
  'user for forms only',
  'cookie of a page',
  'cookie of a page, as a token',
  'refresh token',
  'code of an integration',
  'client of an integration',
  'ticket, as a token',
  'ticket, as a key',
  "location's key, as a token",
  "location's key, as a key",
  'key of tickets, as a key',
  'hash key, as a key',
  'password, as a key',
  'key of an agent',
  'key of an agent, as a token',
  'key without software',
]

for (const kind of KINDS) {
  test(`${kind}: opens at each endpoint what its rule says, and nothing else`, async () => {
    const { headers, expected } = kinds.get(kind)!
    const differs: string[] = []
    for (const route of routes) {
      const { statusCode } = await ask(route, headers())
      const [found, wanted] = [verdictOf(statusCode), expected(route)]
      if (found !== wanted) differs.push(`${addressOf(route)} answers ${statusCode} instead of ${wanted}`)
      assert.ok(statusCode < 500, `${addressOf(route)} ${statusCode}`)
    }
    assert.deepEqual(differs, [])
  })
}

test('every kind is tried, at more than 150 endpoints', () => {
  assert.deepEqual([...kinds.keys()], KINDS)
  assert.ok(routes.length > 150)
})

test('what opens no endpoint opens no page and no figure of the server either', async () => {
  const known = new Set(routes.map(addressOf))
  const beside = servedRoutes(t.app).filter(
    route => !known.has(route) && !/ \/(sandbox|assets|healthz|readyz)/.test(route),
  )
  const [{ user, contact_id, name }] = t.merchants
  const secrets = [user.user_id, contact_id, name]
  for (const [kind, { headers, expected }] of kinds) {
    if (expected !== never || kind.startsWith('cookie')) continue
    for (const route of beside) {
      const [method, path] = route.split(' ') as [Route['method'], string]
      const { statusCode, body } = await ask({ method, path }, headers())
      assert.ok(statusCode < 500, `${kind} ${route} ${statusCode}`)
      assert.deepEqual(
        secrets.filter(secret => body.includes(secret)),
        [],
        `${kind} ${route}`,
      )
    }
  }
})
