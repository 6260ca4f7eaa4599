import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OPERATOR, rightsOf } from '../../src/auth/permissions.ts'
import { USER_TYPE } from '../../src/definition/caller.ts'
import type { Noun } from '../../src/definition/noun.ts'
import { addressOf, type Route, routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Client, Json, UserClient } from '../support/app.ts'
import { type Conforming, conforming } from '../support/conforming.ts'
import { pathTo, send, userAt } from '../support/isolation.ts'
import { isAddressed, makeEverything, recordsOf } from '../support/make-everything.ts'
import { integration } from '../support/oauth.ts'
import { sampleNouns } from '../support/samples.ts'
import { servedRoutes } from '../support/served-routes.ts'

/**
 * Generated from the registry and the server's own routes: a new resource, command, expand or page is covered without
 * being listed here.
 */

const nouns = bareRegistry().nouns
const routes = routesOf(nouns)

let c: Conforming
/** An administrator of a location beside the one whose records are tried, in the same tree. */
let sibling: Client
let sibling_location = ''
/** For what only operators may. */
const operators: Record<string, Client> = {}
/** An integration that acts for an operator of the root, so that nothing but being one holds it back. */
let program: Client
/** Every record of the first merchant, by resource. */
const ours = new Map<string, string[]>()

/** A token that an operator of the root has granted. */
async function programOf({ merchant, api }: Conforming['own']): Promise<Client> {
  const { location_id: primary_location_id, user } = merchant
  const login = { username: 'granting', password: 'Correct-horse-1' }
  const record = {
    ...login,
    last_name: 'U',
    email: 'u@example.com',
    primary_location_id,
    user_type_id: USER_TYPE.admin,
  }
  const made = await api.post('users', { user: record })
  assert.equal(made.status, 201, made.text)
  await c.t.db.run('update "user" set user_type_id = $2 where id = $1', [made.body.user.id, OPERATOR])
  const keys = { ...c.t.oauth, redirect_uri: c.t.oauth.redirect_uris[0]! }
  const app = integration(c.t, keys, { ...user, ...login })
  const { access_token } = (await app.exchange(await app.code())).body
  return c.t.as({ 'developer-id': c.t.developer_id, authorization: `Bearer ${access_token}` })
}

/** An operator, whom no administrator makes. */
async function operatorAt(location_id: string, by: UserClient): Promise<Client> {
  const client = await userAt(c, location_id, USER_TYPE.reader, by)
  const text = `update "user" set user_type_id = $2, username = 'operator' where primary_location_id = $1 and user_type_id = 500`
  await c.t.db.run(text, [location_id, OPERATOR])
  return client
}

before(async () => {
  c = await conforming()
  const { merchant, api } = c.own
  const beside = { parent_id: merchant.location_id, name: 'Beside', branding_domain_url: merchant.user.domain }
  sibling_location = (await api.post('locations', { location: beside })).body.location.id
  sibling = await userAt(c, sibling_location, USER_TYPE.admin)
  operators.stranger = await operatorAt(c.other.merchant.location_id, c.other.api)
  operators.sibling = await operatorAt(sibling_location, api)
  program = await programOf(c.own)
  for (const site of [c.own, c.other]) {
    await makeEverything(c, site)
    for (const { resource } of nouns) if (sampleNouns.includes(resource.name)) await c.post(resource, {}, site)
  }
  for (const noun of nouns)
    ours.set(noun.resource.name, await recordsOf(c, noun, merchant.location_id, sibling_location))
})
after(() => c.t.close())

/** Anybody may note that somebody wants no more messages. */
const NOTED_ANYWHERE = ['email_blacklist', 'sms_blacklist']

const isShared = ({ resource }: Noun): boolean => resource.scope === 'none'

const oneOf = (noun: Noun): string => ours.get(noun.resource.name)?.[0] ?? ''

test('there is a record of everything that endpoints name', () => {
  const missing = nouns.filter(noun => isAddressed(noun) && !isShared(noun) && oneOf(noun) === '')
  assert.deepEqual(
    missing.map(({ resource }) => resource.name),
    [],
    'liveThrough() or samples have to make one, or its endpoints are not tried',
  )
  assert.ok(routes.length > 150)
})

/** Whether a route makes or changes what gives access: a user, an integration, an agent, a key or another secret. */
function handlesCredentials({ noun, command }: Route): boolean {
  if (['user', 'authroleuser', 'oauthclient', 'terminalagent'].includes(noun.resource.name)) return true
  const { returns, input = {}, name = '' } = command ?? {}
  const answer = typeof returns === 'object' && 'schema' in returns ? JSON.stringify(returns.schema) : ''
  const takes = Object.values(input).some(({ options }) => options.holds === 'secret')
  return (
    takes ||
    /"\w*(secret|key)"/.test(answer) ||
    ['processor', 'generateencryptionkey', 'approve', 'refuse'].includes(name)
  )
}

for (const route of routes) {
  const { noun, method, right } = route
  const { name } = noun.resource
  test(`nobody without credentials gets to ${addressOf(route)}`, async () => {
    for (const headers of [{}, { 'developer-id': c.t.developer_id }] as Record<string, string>[]) {
      const answer = await send(c.t.as(headers), method, pathTo(route, oneOf(noun) || '0'.repeat(24)))
      assert.equal(answer.status, 401, answer.text)
    }
  })

  if (method !== 'GET') {
    const credentials = handlesCredentials(route)
    test(`an integration ${credentials ? 'is refused' : 'may use'} ${addressOf(route)}`, async () => {
      const { status, text } = await send(program, method, pathTo(route, '0'.repeat(24)), { [name]: {} })
      assert.equal(status === 403, credentials, text)
    })
  }

  if (noun.resource.scope === 'tree' && !['read', 'list'].includes(right)) {
    test(`who sits below the root is refused ${addressOf(route)} on what belongs to the whole tree`, async () => {
      if (right === 'create' && NOTED_ANYWHERE.includes(name)) return
      for (const id of (ours.get(name) ?? ['']).slice(0, 3)) {
        const answer = await send(sibling, method, pathTo(route, id), { [name]: {} })
        assert.deepEqual([answer.status, typeof answer.body.message], [403, 'string'], answer.text)
      }
    })
  }

  if (isShared(noun) || !route.path.includes('/{id}')) continue
  test(`a record of another merchant or location does not exist for ${addressOf(route)}`, async () => {
    const callers: [string, Client][] = [['stranger', c.t.stranger]]
    if (noun.resource.scope !== 'tree') callers.push(['sibling', sibling])
    const may = rightsOf(USER_TYPE.admin, name).includes(right)
    for (const [who, administrator] of callers) {
      const client = may ? administrator : operators[who]!
      for (const id of (ours.get(name) ?? []).slice(0, 3)) {
        const answer = await send(client, method, pathTo(route, id), { [name]: {} })
        assert.equal(answer.status, 404, `${who}: ${answer.text}`)
      }
    }
  })
}

/** Every `id` of a record anywhere in an answer. */
function idsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (value === null || typeof value !== 'object') return []
  const own = typeof value.id === 'string' ? [value.id] : []
  return [...own, ...Object.values(value).flatMap(idsIn)]
}

for (const noun of nouns.filter(({ resource }) => resource.verbs.includes('list') && resource.scope !== 'none')) {
  const { name, plural, expands, fields, scope, api_id } = noun.resource
  const names = Object.keys(expands)

  test(`lists of ${plural} with every expand, filter and sort show nothing of another merchant or location`, async () => {
    const all = new Set([...ours.values()].flat())
    const own = ours.get(name) ?? []
    const asked = [`expand=${names.join(',')}`, 'sort=-id', 'sort=created_ts', 'created_ts=today']
    const refs = Object.entries(fields).filter(([, { options }]) => options.to !== undefined && !options.reach)
    for (const [field, { options }] of refs) {
      const [target] = ours.get(options.to ?? '') ?? []
      if (target) asked.push(`${field}=${target}`)
    }
    for (const id of own.slice(0, 2)) asked.push(`id=${id}`)
    for (const query of asked) {
      const answer = await c.t.stranger.get(`${plural}?page_size=200&${query}`)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(
        idsIn(answer.body).filter(id => all.has(id)),
        [],
        `stranger ${query}`,
      )
      if (scope === 'tree') continue
      const near = await sibling.get(`${plural}?page_size=200&${query}`)
      const seen = near.body[plural].map(({ id }: Json) => id).filter((id: string) => own.includes(id))
      assert.deepEqual(seen, [], `sibling ${query}`)
    }
    if (api_id === null) return
    const found = await c.t.stranger.get(`${plural}/x1?api_id=1&location_id=${c.own.merchant.location_id}`)
    assert.equal(found.status, 404)
  })
}

for (const route of routes.filter(({ path }) => /\{id\}.*\{\w+\}/.test(path))) {
  test(`what hangs on a record of another merchant is not reached through an own one: ${addressOf(route)}`, async () => {
    const [mine] = await recordsOf(c, route.noun, c.other.merchant.location_id)
    assert.ok(mine)
    for (const id of (ours.get('file') ?? []).slice(0, 5)) {
      const path = route.path.replace('{id}', mine).replace(/\{\w+\}/, id)
      const answer = await send(c.t.stranger, route.method, path)
      assert.equal(answer.status, 404, answer.text)
    }
  })
}

/**
 * What is served besides the endpoints of resources, and who may use it. `open`: anyone, and it reveals nothing of a
 * merchant. `key`: the address itself gives access to one thing, as intended. `credentials`: like an endpoint.
 * `proof`: a secret in the request.
 */
const BESIDE: Readonly<Record<string, 'open' | 'key' | 'credentials' | 'proof'>> = {
  'GET /': 'key',
  'POST /': 'key',
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /openapi.json': 'open',
  'GET /docs': 'open',
  'GET /docs/': 'open',
  'GET /docs/{name}': 'open',
  'GET /docs/search': 'open',
  'GET /docs/guides/{name}': 'open',
  'GET /docs/manual/{name}': 'open',
  'GET /docs/manual/processors/{name}': 'open',
  'GET /docs/manual/growth.svg': 'open',
  'GET /docs/conventions': 'open',
  'GET /docs/test-tables': 'open',
  'GET /docs/errors': 'open',
  'GET /docs/errors.md': 'open',
  'GET /docs/errors/{name}': 'open',
  'GET /docs/search-index.js': 'open',
  'GET /docs/postman.json': 'open',
  'GET /llms.txt': 'open',
  'GET /.well-known/oauth-authorization-server': 'open',
  'GET /o/authrize': 'open',
  'GET /o/authorize': 'open',
  'POST /o/authrize': 'proof',
  'POST /o/authorize': 'proof',
  'GET /o/integrations': 'open',
  'POST /o/integrations': 'proof',
  'POST /o/integrations/end': 'proof',
  'GET /o/second-factor': 'open',
  'POST /o/second-factor': 'proof',
  'POST /o/second-factor/confirm': 'proof',
  'POST /o/second-factor/remove': 'proof',
  'POST /o/token': 'proof',
  'POST /o/revoke': 'proof',
  'GET /v2/version': 'proof',
  'POST /v2/token': 'proof',
  'DELETE /v2/token/{token}': 'credentials',
  'GET /v2/payform': 'credentials',
  'POST /v2/payform': 'credentials',
  'GET /v2/accountform': 'credentials',
  'POST /v2/accountform': 'credentials',
  'GET /quickinvoice': 'key',
  'POST /quickinvoice': 'key',
  'GET /quickinvoice/': 'key',
  'POST /quickinvoice/': 'key',
  'GET /quickinvoice/receipt': 'key',
  'GET /quickinvoice/pdf': 'key',
  'GET /quickinvoice/files/{file_id}': 'key',
  'GET /logos/{name}': 'key',
  'GET /hostedpaymentpage': 'key',
  'GET /hostedpaymentpage/': 'key',
  'POST /hostedpaymentpage': 'key',
  'POST /hostedpaymentpage/': 'key',
  'GET /hostedpaymentpage/receipt': 'key',
  'GET /paylink/receipt': 'key',
  'POST /v2/cardtickets': 'proof',
  'OPTIONS /v2/cardtickets': 'open',
  'POST /page-reports': 'open',
  'POST /processors/{connector}/{product_transaction_id}': 'proof',
  'GET /unsubscribe': 'key',
  'POST /unsubscribe': 'key',
  'GET /v2/contactsso': 'proof',
  'POST /v2/contactsso': 'proof',
  'GET /custom/contactsso': 'proof',
  'POST /custom/contactsso': 'proof',
  'GET /custom/sso': 'proof',
  'POST /custom/sso': 'proof',
  'GET /charge': 'proof',
  'GET /contact/{id}': 'proof',
  'POST /contact/{id}/sign-out': 'open',
}

/** Only in a sandbox, for the developer whose machine it is; the sandbox's own tests cover access. */
const SANDBOX = /^\w+ \/sandbox(\/|$)/
const ASSETS = /^GET \/assets\//

test('every route of the server is an endpoint of a noun, or stands in the list of this test', () => {
  const known = new Set(routes.map(addressOf))
  const offered = new Set(routes.map(({ path }) => path))
  const served = servedRoutes(c.t.app)
  assert.ok(served.length > 300)
  const strange = served.filter(route => {
    const [method = '', path = ''] = route.split(' ')
    if (known.has(route) || route in BESIDE || SANDBOX.test(route) || ASSETS.test(route)) return false
    // What a path does not offer is answered with 405 there.
    const others = Object.keys(BESIDE).some(each => each.endsWith(` ${path}`))
    return !(method !== '' && (offered.has(path) || others))
  })
  assert.deepEqual(strange, [])
  const gone = Object.keys(BESIDE).filter(route => !served.includes(route))
  assert.deepEqual(gone, [])
})

for (const [route, access] of Object.entries(BESIDE)) {
  const [method = '', path = ''] = route.split(' ')
  test(`${route} tells who brings nothing, or something of others, nothing of a merchant (${access})`, async () => {
    const secrets = [c.own.merchant.name, c.own.merchant.user.user_id, ...(ours.get('contact') ?? [])]
    const asked = [path.replace(/\{\w+\}/, 'x'), path.replace(/\{\w+\}/, ours.get('contact')?.[0] ?? '')]
    // An address that opens one thing opens it by that thing's id only, not by another's.
    for (const id of [ours.get('contact')?.[0], ours.get('user')?.[0], ours.get('transaction')?.[0]])
      asked.push(`${path.replace(/\{\w+\}/, 'x')}?id=${id}&paylink_id=${id}&quick_invoice_id=${id}`)
    for (const url of asked) {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const http = c.t.app.http
      const answer = await http.inject({
        method: method as 'GET',
        url,
        ...(method === 'POST' ? { headers: type, payload: 'a=1' } : {}),
      })
      assert.ok(answer.statusCode < 500, `${url} ${answer.statusCode}`)
      if (access === 'proof' || access === 'credentials')
        assert.ok(answer.statusCode >= 300, `${url} ${answer.statusCode}`)
      const said = secrets.filter(secret => answer.body.includes(secret) && !url.includes(secret))
      assert.deepEqual(said, [], url)
    }
  })
}
