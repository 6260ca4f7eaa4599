import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rightsOf } from '../../src/auth/permissions.ts'
import { KEY_COLUMNS } from '../../src/boot/seal-kept-keys.ts'
import { USER_TYPE } from '../../src/definition/caller.ts'
import { openKey } from '../../src/lib/sealed-key.ts'
import { hostedpaymentpage } from '../../src/resources/hostedpaymentpage/hostedpaymentpage.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Client, Json } from '../support/app.ts'
import { type Conforming, conforming } from '../support/conforming.ts'
import { makeEverything } from '../support/make-everything.ts'
import { integration } from '../support/oauth.ts'

const nouns = bareRegistry().nouns
/** Fields that only those see who may use them, by noun. */
const KEYS = new Map(
  nouns.flatMap(({ resource }) => {
    const names = Object.keys(resource.fields).filter(name => resource.fields[name]!.options.reach === 'key')
    return names.length > 0 ? [[resource.name, names] as const] : []
  }),
)

let c: Conforming
/** Who may see no key: users of weaker types by their own keys, and an administrator's integration. */
const refused = new Map<string, Client>()
let administrator: Client
/** Every key there is. */
const keys: string[] = []

async function userOf(user_type_id: number): Promise<Client> {
  const { location_id } = c.own.merchant
  const key = `Of-type-${user_type_id}-by-itself-7c41d0`
  const user = { username: `type${user_type_id}`, last_name: 'U', email: 'u@example.com', user_api_key: key }
  const made = await c.own.api.post('users', { user: { ...user, primary_location_id: location_id, user_type_id } })
  assert.equal(made.status, 201, made.text)
  return c.t.as({ 'developer-id': c.t.developer_id, 'user-id': made.body.user.id, 'user-api-key': key })
}

before(async () => {
  c = await conforming()
  const { t, own } = c
  await makeEverything(c, own)
  administrator = own.api
  for (const type of [USER_TYPE.clerk, USER_TYPE.reader]) refused.set(`type ${type}`, await userOf(type))
  const { body } = await integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
    .code()
    .then(code => integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! }).exchange(code))
  const bearer = { 'developer-id': t.developer_id, authorization: `Bearer ${body.access_token}` }
  refused.set('an integration of an administrator', t.as(bearer))
  await c.post(hostedpaymentpage, {}, c.own)
  for (const { table, name } of KEY_COLUMNS) {
    const rows = await t.db.query<Json>(`select * from ${table}`)
    keys.push(...rows.map(row => openKey(t.cipher, row, name)))
  }
  assert.ok(keys.length >= 4)
})
after(() => c.t.close())

const hasKey = (text: string): boolean => keys.some(key => text.includes(key))

test('locations have the keys that the contract names, payment pages theirs, and each is one that few may see', () => {
  const names = ['location_api_key', 'ticket_hash_key']
  assert.deepEqual(Object.fromEntries(KEYS), {
    location: names,
    hostedpaymentpage: ['encryption_key'],
    locationinfo: names,
  })
})

test('who may change a location and comes by a key of his own sees its keys', async () => {
  const { location } = (await administrator.get(`locations/${c.own.merchant.location_id}`)).body
  assert.equal(location.location_api_key, c.own.merchant.location_api_key)
  assert.equal(location.ticket_hash_key, c.own.merchant.ticket_hash_key)
  for (const type of [USER_TYPE.admin, USER_TYPE.manager]) assert.ok(rightsOf(type, 'location').includes('update'))
})

test('nobody else does, wherever locations are shown: records, lists, expands, exports, changelogs', async () => {
  const paths = [`locations/${c.own.merchant.location_id}`, `locationinfos/${c.own.merchant.location_id}`]
  for (const { resource } of nouns.filter(each => each.resource.verbs.includes('list'))) {
    const embedded = Object.entries(resource.expands).flatMap(([name, { kind, ...target }]) =>
      kind !== 'fact' && 'noun' in target && KEYS.has(target.noun) ? [name] : [],
    )
    if (KEYS.has(resource.name)) embedded.unshift('')
    for (const name of embedded) paths.push(`${resource.plural}?page_size=50${name && `&expand=${name}`}`)
  }
  assert.ok(paths.length > 10)
  for (const [who, client] of refused) {
    let shown = 0
    for (const path of [...paths, 'locations?format=csv', 'changelogs?page_size=500']) {
      const { status, text } = await client.get(path)
      assert.ok(status < 500, text)
      if (status === 200) shown += 1
      assert.ok(!hasKey(text), `${who} ${path}`)
    }
    assert.ok(shown > 5, who)
  }
  assert.ok(hasKey((await administrator.get('locations')).text), 'there is something to see')
})

test('nobody who may not see a key finds it by asking whether it equals or follows another', async () => {
  for (const name of KEYS.get('location')!)
    for (const [who, client] of [...refused, ['an administrator', administrator] as const])
      for (const query of [`${name}=${keys[0]}`, `sort=${name}`, `sort=-${name}`]) {
        const { status, text } = await client.get(`locations?${query}`)
        const sees_it = client === administrator && !query.startsWith('sort')
        assert.equal(status, sees_it ? 200 : 422, `${who} ${query} ${text.slice(0, 200)}`)
      }
})

test('an integration that makes a location is not given its keys, nor are they in what is logged of it', async () => {
  const location = {
    parent_id: c.own.merchant.location_id,
    name: 'By a machine',
    branding_domain_url: c.own.merchant.user.domain,
  }
  const made = await refused.get('an integration of an administrator')!.post('locations', { location })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.location
  assert.deepEqual([made.body.location.location_api_key, made.body.location.ticket_hash_key], [null, null])
  const { body } = await administrator.get(`locations/${id}`)
  const events = await c.t.db.query('select * from event where record_id = $1', [id])
  const secret = [body.location.location_api_key, body.location.ticket_hash_key]
  assert.ok(secret.every(key => !JSON.stringify(events).includes(key) && !c.t.logged().includes(key)))
})

test('G47 no key, secret, password or token that was ever given out is in a table in clear', async () => {
  const { t, own } = c
  const given = new Map(keys.map((key, index) => [`key ${index}`, key]))
  const { user } = own.merchant
  for (const name of ['user_api_key', 'user_hash_key', 'password'] as const) given.set(name, user[name])
  given.set('client_secret of the sandbox', t.oauth.client_secret)
  const note = async (path: string, body: Json = {}, method: 'post' | 'get' = 'post') => {
    const answer = method === 'get' ? await administrator.get(path) : await administrator.post(path, body)
    assert.ok(answer.status < 300, answer.text)
    for (const [name, value] of secretsIn(answer.body)) given.set(`${name} of ${path}`, value)
    return answer.body
  }
  const asked = { expand: 'basic_auth_username,basic_auth_password,signing_secret' }
  const hook = { resource: 'contact', url: 'http://127.0.0.1:9/', basic_auth_password: 'Of-the-receiver-51c' }
  const { postbackconfig } = await note('postbackconfigs', {
    postbackconfig: { ...hook, location_id: own.merchant.location_id, basic_auth_username: 'tollgate' },
  })
  await note(`postbackconfigs/${postbackconfig.id}?expand=${asked.expand}`, {}, 'get')
  await note(`postbackconfigs/${postbackconfig.id}/rotatesecret`)
  await note(`users/${user.user_id}/generateuserhashkey`)
  const agent = await note('terminalagents', {
    terminalagent: { title: 'Counter', location_id: own.merchant.location_id },
  })
  await note(`terminalagents/${agent.terminalagent.id}/generatekey`)
  const about = { description: 'Own', homepage_url: 'https://own.example', redirect_urls: ['https://own.example/'] }
  await note('oauthclients', { oauthclient: { name: 'Looked for', ...about } })
  for (const name of ['signing_secret', 'user_hash_key', 'agent_key', 'client_secret', 'basic_auth_password'])
    assert.ok(
      [...given.keys()].some(each => each.startsWith(`${name} of `)),
      name,
    )

  const tables = await t.owner.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  assert.ok(tables.length > 60)
  for (const { name: table } of tables) {
    const rows = await t.owner.query<{ text: string }>(`select each::text as text from ${table} as each`)
    for (const [name, value] of given)
      assert.ok(!rows.some(({ text }) => text.includes(value)), `${name} is in ${table} in clear`)
  }
})

/** Values of an answer whose names are those of secrets, however deep. */
function secretsIn(body: Json, name = ''): [string, string][] {
  if (typeof body === 'string')
    return /(_key|secret|password|token)$/.test(name) && body.length >= 12 ? [[name, body]] : []
  return typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([key, value]) => secretsIn(value as Json, key))
    : []
}
