import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rightsOf } from '../../src/auth/permissions.ts'
import { USER_TYPE } from '../../src/definition/caller.ts'
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
let keys: string[] = []

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
  const rows = await t.db.query<Json>(
    'select location_api_key, ticket_hash_key, null as encryption_key from location union select null, null, encryption_key from hostedpaymentpage',
  )
  keys = rows.flatMap(row => Object.values(row).filter(key => typeof key === 'string'))
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
