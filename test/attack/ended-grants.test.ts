import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { RECEIVERS } from '../../src/auth/permissions.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { type Client, type Json, testApp } from '../support/app.ts'
import { type Integration, integration } from '../support/oauth.ts'

const t = await testApp('ended_grants')
after(t.close)
const [{ user: admin, location_id, child_location_id }] = t.merchants
const developer = { 'developer-id': t.developer_id }
const redirect_uri = 'https://shop.example/cb'

const bearer = (token: string): Client => t.as({ ...developer, authorization: `Bearer ${token}` })
const registered = async (): Promise<Json> => {
  const names = { name: 'Shop', description: 'A shop', homepage_url: 'https://shop.example' }
  return (await t.api.post('oauthclients', { oauthclient: { ...names, redirect_urls: [redirect_uri] } })).body
    .oauthclient
}

interface Granted {
  app: Integration
  api: Client
  client: Json
  refresh_token: string
  grant_id: string
}

async function granted(user: Json = admin): Promise<Granted> {
  const client = await registered()
  const app = integration(
    t,
    { ...(client as { client_id: string; client_secret: string }), redirect_uri },
    user as never,
  )
  const { body } = await app.exchange(await app.code())
  const [grant] = (await t.api.get(`oauthgrants?oauthclient_id=${client.id}`)).body.oauthgrants
  return { app, api: bearer(body.access_token), client, refresh_token: body.refresh_token, grant_id: grant.id }
}

const hook = (over: Json = {}): Json => ({
  postbackconfig: { location_id, resource: 'contact', on_create: 1, url: 'https://hook.example/take', ...over },
})
async function made(api: Client, over?: Json): Promise<Json> {
  const answer = await api.post('postbackconfigs', hook(over))
  assert.equal(answer.status, 201, answer.text)
  return answer.body.postbackconfig
}
const statusOf = async (id: string): Promise<number> => (await t.api.get(`postbackconfigs/${id}`)).status

/** Every way in which a grant ends. */
const ENDS: Readonly<Record<string, (given: Granted) => Promise<unknown>>> = {
  'the integration revokes it': ({ app, refresh_token }) => app.revoke(refresh_token),
  'an administrator ends it': ({ grant_id }) => t.api.delete(`oauthgrants/${grant_id}`),
  'the integration is removed': ({ client }) => t.api.delete(`oauthclients/${client.id}`),
  'the password changes': ({ api: _ }) => t.api.put(`users/${person.id}`, { user: { password: NEXT.pop() } }),
  'the user is switched off': async () => {
    await t.api.put(`users/${person.id}`, { user: { status_id: 0 } })
    await t.api.put(`users/${person.id}`, { user: { status_id: 1 } })
  },
  'a refresh token is replayed': async ({ app, refresh_token }) => {
    const next = (await app.refresh(refresh_token)).body.refresh_token
    await app.refresh(next)
    await app.refresh(refresh_token)
  },
  'the user is removed': () => t.api.delete(`users/${person.id}`),
}
const NEXT = ['Next-Lantern-95']
let person: { id: string } & Json

for (const [name, end] of Object.entries(ENDS)) {
  test(`G44 what an integration made ends with its grant: ${name}`, async () => {
    const password = 'Juniper-Lantern-93'
    const record = {
      username: `ends ${name}`,
      password,
      last_name: 'Example',
      email: 'e@example.com',
      user_type_id: 250,
    }
    const { body } = await t.api.post('users', { user: { ...record, primary_location_id: child_location_id } })
    person = body.user
    const given = await granted({ domain: admin.domain, username: record.username, password })
    const own = await made(given.api, { location_id: child_location_id })
    assert.equal(own.oauthgrant_id, given.grant_id)
    const of_user = await made(t.api)
    assert.equal(of_user.oauthgrant_id, null)
    await end(given)
    assert.deepEqual([await statusOf(own.id), await statusOf(of_user.id)], [404, 200])
    const { changelogs } = (await t.api.get(`changelogs?model_id=${own.id}`)).body
    assert.ok(changelogs.length >= 2, 'the trail has it')
  })
}

test('G44 of a grant that ends and a configuration that is made at the same moment none is left', async () => {
  for (const _ of [1, 2, 3]) {
    const given = await granted()
    const creates = Array.from({ length: 6 }, () => given.api.post('postbackconfigs', hook()))
    const answers = await Promise.all([...creates, given.app.revoke(given.refresh_token)])
    const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.postbackconfig.id as string] : []))
    for (const id of ids) assert.equal(await statusOf(id), 404)
  }
})

test('G44 what an integration made is off while the integration is', async () => {
  const { api, client } = await granted()
  const { id } = await made(api)
  assert.equal((await t.api.put(`oauthclients/${client.id}`, { oauthclient: { active: 0 } })).status, 200)
  const { is_active, disabled_reason } = (await t.api.get(`postbackconfigs/${id}`)).body.postbackconfig
  assert.deepEqual([is_active, disabled_reason], [0, 'The integration that made it was switched off.'])
})

test('G44 an integration uses and changes the postback configurations that it made, and no others', async () => {
  const { api } = await granted()
  const [own, other, of_user] = [await made(api), await made((await granted()).api), await made(t.api)]
  const acts = (id: string) => [
    api.put(`postbackconfigs/${id}`, { postbackconfig: { url: 'https://hook.example/other' } }),
    api.post(`postbackconfigs/${id}/ping`, {}),
    api.post(`postbackconfigs/${id}/replay`, { postbackconfig: { url: 'https://hook.example/other' } }),
    api.delete(`postbackconfigs/${id}`),
  ]
  for (const { id } of [other, of_user])
    assert.deepEqual(
      (await Promise.all(acts(id))).map(({ status }) => status),
      [403, 403, 403, 403],
    )
  const pinged = (await t.api.post(`postbackconfigs/${of_user.id}/ping`, {})).body.postbackconfig
  await t.db.run('update postback_log set next_run_ts = null where id = $1', [pinged.postback_log_id])
  const again = await api.post(`postbacklogs/${pinged.postback_log_id}/replay`, {
    postback_log: { url: 'https://hook.example' },
  })
  assert.equal(again.status, 403, again.text)
  assert.equal((await api.put(`postbackconfigs/${own.id}`, hook({ url: 'https://hook.example/other' }))).status, 200)
  assert.equal((await api.delete(`postbackconfigs/${own.id}`)).status, 204)
})

/** Fields that name an address and may be set by an integration, and why nothing of that outlives a grant. */
const HARMLESS: Readonly<Record<string, string>> = {
  'location.branding_domain_url': 'proven to be the merchant’s',
  'location.branding_domain_id': 'a domain of the same merchant',
  'paylink.redirect_url_on_approve': 'of one payment',
  'paylink.redirect_url_on_decline': 'of one payment',
  'hostedpaymentpage.stylesheet_url': 'never loaded',
  'postbackconfig.url': 'ends with the grant',
  'quickinvoice.email': 'of the payer',
  'quickinvoice.notification_email': 'of the payer',
  'paylink.email': 'of the payer',
  'contact.email': 'of the payer',
  'transaction.notification_email_address': 'of one payment',
  'email_blacklist.email': 'receives nothing',
}
/** What gives access is refused to integrations as a whole. */
const REFUSED = ['user', 'oauthclient']

test('G44 every field that says who receives something is known, and none of them is an integration’s', async () => {
  const { api } = await granted()
  const unknown: string[] = []
  for (const { resource } of bareRegistry().nouns) {
    if (REFUSED.includes(resource.name) || resource.name === 'locationinfo' || resource.name === 'terminalinfo')
      continue
    for (const [name, { mark }] of Object.entries(resource.fields)) {
      if (
        mark === 'S' ||
        /^(?:send|attach)_/.test(name) ||
        !/(?:url|urls|origins?|email|reply_to|ip_address|email_address)$|_url_on_/.test(name)
      )
        continue
      if (!RECEIVERS[resource.name]?.includes(name) && !HARMLESS[`${resource.name}.${name}`])
        unknown.push(`${resource.name}.${name}`)
    }
  }
  assert.deepEqual(unknown, [])

  const page = { location_id, product_transaction_id: t.merchants[0].cc_product_transaction_id, title: 'Donate' }
  const place = {
    hostedpaymentpage: (await t.api.post('hostedpaymentpages', { hostedpaymentpage: page })).body.hostedpaymentpage,
  }
  const { terminal_id } = t.merchants[0]
  const tries: [string, string, Json][] = [
    [`terminals/${terminal_id}`, 'terminal', { local_ip_address: '10.0.0.66' }],
    [`locations/${location_id}`, 'location', { ticket_origins: ['https://evil.example'] }],
    [`locations/${location_id}`, 'location', { email_reply_to: 'evil@evil.example' }],
    [
      `hostedpaymentpages/${place.hostedpaymentpage.id}`,
      'hostedpaymentpage',
      { parent_origin: 'https://evil.example' },
    ],
    [`hostedpaymentpages/${place.hostedpaymentpage.id}`, 'hostedpaymentpage', { parent_send_message: 1 }],
    [
      `hostedpaymentpages/${place.hostedpaymentpage.id}`,
      'hostedpaymentpage',
      { redirect_url_on_approve: 'https://evil.example' },
    ],
    [
      `hostedpaymentpages/${place.hostedpaymentpage.id}`,
      'hostedpaymentpage',
      { redirect_url_on_decline: 'https://evil.example' },
    ],
  ]
  for (const [path, noun, change] of tries) {
    const refused = await api.put(path, { [noun]: change })
    assert.equal(refused.status, 403, `${path} ${JSON.stringify(change)} ${refused.text}`)
    const { status, text } = await t.api.put(path, { [noun]: change })
    assert.equal(status, 200, text)
    const read = (await api.get(path)).body[noun]
    const back = await api.put(path, { [noun]: read })
    assert.equal(back.status, 200, `what was read can be sent back: ${back.text}`)
  }
  assert.equal(
    (await api.post('hostedpaymentpages', { hostedpaymentpage: { ...page, parent_origin: 'https://evil.example' } }))
      .status,
    403,
  )
  assert.equal((await api.post(`hostedpaymentpages/${place.hostedpaymentpage.id}/generateencryptionkey`)).status, 403)
})

test('G44 no command that makes a secret is an integration’s', async () => {
  const { api } = await granted()
  const nobody = '0'.repeat(24)
  const makes = bareRegistry().nouns.flatMap(({ resource, commands }) =>
    commands
      .filter(({ name }) => /^(?:generate|rotate|confirmsecond|removesecond)/.test(name))
      .map(command => ({ resource, command })),
  )
  assert.ok(makes.length >= 7, `${makes.length}`)
  for (const { resource, command } of makes) {
    const answer = await api.post(`${resource.plural}/${nobody}/${command.name}`)
    assert.equal(answer.status, 403, `${resource.name} ${command.name} ${answer.text}`)
  }
})
