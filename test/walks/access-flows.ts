import assert from 'node:assert/strict'
import { rightsOf } from '../../src/auth/permissions.ts'
import { integration } from '../support/oauth.ts'
import { nameAt } from './users.ts'
import { attach, browse, type Flow, good, hiddenIn, Stopped, signOnLink, type Visit } from './visit.ts'

/** Flows for access and for records other than payments. */
export const ACCESS_FLOWS: readonly Flow[] = [
  {
    name: 'allow an integration of the operator and revoke its access',
    needs: [],
    names: 'nothing',
    walk: visit => consent(visit, 'of the operator'),
  },
  {
    name: 'G19 allow an integration of the merchant and revoke its access',
    needs: [],
    names: 'nothing',
    walk: visit => consent(visit, 'of the merchant'),
  },
  {
    name: 'sign in, read users/me, and sign out',
    needs: [],
    names: 'nothing',
    async walk({ t, user }) {
      const { username, password, domain } = user
      const { token } = (
        await good(t.as({ 'developer-id': t.developer_id }).post('token', { username, password, domain }))
      ).token
      const signedIn = t.as({ 'developer-id': t.developer_id, 'access-token': token })
      assert.equal((await good(signedIn.get('users/me'))).user.id, user.user_id)
      await good(signedIn.delete(`token/${token}`))
      assert.equal((await signedIn.get('users/me')).status, 401)
    },
  },
  {
    name: 'G45 sign in, make a key with the password, and use it',
    needs: [['user', 'update']],
    names: 'nothing',
    async walk({ t, user }) {
      const { username, password, domain, user_id } = user
      const software = { 'developer-id': t.developer_id }
      const { token } = (await good(t.as(software).post('token', { username, password, domain }))).token
      const signedIn = t.as({ ...software, 'access-token': token })
      const path = `users/${user_id}/generateuserapikey`
      const bare = await signedIn.post(path)
      if (bare.status !== 422) throw new Stopped(bare.status, bare.text)
      const limits = { user_api_key_scope: 'read', old_password: password }
      const { user_api_key } = (await good(signedIn.post(path, { user: limits }))).user
      const limited = t.user({ user_id, user_api_key })
      assert.equal((await good(limited.get('users/me'))).user.user_api_key_scope, 'read')
      assert.equal((await limited.post(path)).status, 403)
      // The other flows go on with a key that has no limits.
      const next = (await good(signedIn.post(path, { user: { old_password: password } }))).user.user_api_key
      Object.assign(user, { user_api_key: next, api: t.user({ user_id, user_api_key: next }) })
    },
  },
  {
    name: 'change your own user record',
    needs: [['user', 'update']],
    names: 'nothing',
    async walk({ api, user, mark }) {
      const { user: changed } = await good(api.put(`users/${user.user_id}`, { user: { first_name: mark } }))
      assert.equal(changed.first_name, mark)
    },
  },
  {
    name: 'sign a payer on to a contact page',
    needs: [['contact', 'create']],
    names: 'field',
    async walk(visit) {
      const { location } = await browse(visit, signOnLink(visit, {}))
      assert.match((await browse(visit, location)).text, /<h1 id="contact-title">Payer</)
    },
  },
  {
    name: 'configure postbacks for contacts and read the log',
    needs: [
      ['postbackconfig', 'create'],
      ['postbackconfig', 'update'],
      ['postback_log', 'read'],
    ],
    names: 'field',
    async walk(visit) {
      const body = { location_id: visit.place.location_id, resource: 'contact', url: 'http://127.0.0.1:9/hook' }
      const { id } = (await good(visit.api.post('postbackconfigs', { postbackconfig: body }))).postbackconfig
      const pinged = (await good(visit.api.post(`postbackconfigs/${id}/ping`, {}))).postbackconfig
      await good(visit.api.get(`postbacklogs/${pinged.postback_log_id}`))
      await good(visit.api.post(`postbackconfigs/${id}/rotatesecret`, {}))
    },
  },
  {
    name: 'export contacts as CSV',
    needs: [['contact', 'list']],
    names: 'list',
    async walk({ api, place }) {
      const answer = await api.get('contacts?_format=csv')
      await good(Promise.resolve(answer))
      return answer.text.includes(nameAt(place.level)) ? undefined : 'not in list'
    },
  },
  {
    name: 'find a contact in the list',
    needs: [['contact', 'list']],
    names: 'list',
    async walk({ api, place }) {
      const { contacts } = await good(api.get(`contacts?id=${place.contact_id}`))
      return contacts.length === 1 ? undefined : 'not in list'
    },
  },
  {
    name: 'attach a file to a contact and delete it',
    needs: [
      ['contact', 'update'],
      ['contact', 'read'],
    ],
    names: 'record',
    async walk(visit) {
      await attach(visit, `contacts/${visit.place.contact_id}/files`)
    },
  },
  {
    name: 'add a note to a contact and delete it',
    needs: [
      ['note', 'create'],
      ['note', 'remove'],
    ],
    names: 'field',
    async walk({ api, place }) {
      const body = { resource_id: place.contact_id, resource: 'Contact', note: 'Prefers mornings.' }
      const { note } = await good(api.post('notes', { note: body }))
      await good(api.delete(`notes/${note.id}`))
    },
  },
  {
    name: 'change the settings of a location',
    needs: [['location', 'update']],
    names: 'record',
    async walk({ api, place, mark }) {
      await good(api.put(`locations/${place.location_id}`, { location: { email_reply_to: `${mark}@example.com` } }))
    },
  },
  {
    name: 'register an integration of the merchant',
    needs: [['oauthclient', 'create']],
    names: 'nothing',
    async walk({ api }) {
      const names = { name: 'Shop', description: 'A shop', homepage_url: 'https://shop.example' }
      const body = { ...names, redirect_urls: ['https://shop.example/cb'] }
      const { client_id } = (await good(api.post('oauthclients', { oauthclient: body }))).oauthclient
      await good(api.delete(`oauthclients/${client_id}`))
    },
  },
  {
    name: 'put an email address on the blacklist',
    needs: [
      ['email_blacklist', 'create'],
      ['email_blacklist', 'read'],
    ],
    names: 'nothing',
    async walk({ api, mark }) {
      const body = { email: `${mark}@example.com` }
      const { email_blacklist } = await good(api.post('email_blacklists', { email_blacklist: body }))
      await good(api.get(`email_blacklists/${email_blacklist.id}`))
    },
  },
]

/** Allows an integration as the user, uses its token, and revokes its access. */
async function consent(visit: Visit, whose: keyof Visit['clients']): Promise<void> {
  const { t, user, clients } = visit
  const keys = clients[whose]
  const app = integration(t, keys, user as never)
  const answer = await app.decide('allow')
  if (answer.status !== 302) throw new Stopped(answer.status, answer.text)
  const code = new URL(answer.headers.location!).searchParams.get('code')
  const { access_token, user_id } = await good(app.exchange(code!))
  assert.equal(user_id, user.user_id)
  assert.equal((await good(app.me(access_token))).user.id, user.user_id)
  const made = await actsAsUser(visit, access_token)
  const { username, password, domain } = user
  const listed = await browse(visit, '/o/integrations', { username, password, domain })
  const ended = await browse(visit, '/o/integrations/end', { ...hiddenIn(listed), integration: keys.client_id })
  assert.match(ended.text, /role="status"/)
  assert.equal((await app.me(access_token)).status, 401)
  if (made !== null) assert.equal((await visit.api.get(`postbackconfigs/${made}`)).status, 404, 'ends with its grant')
}

/**
 * The integration sees the same contacts as its user, and makes a postback configuration where its user may. Returns
 * the id of that.
 */
async function actsAsUser({ t, api, user, place }: Visit, access_token: string): Promise<string | null> {
  const bearer = t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${access_token}` })
  const [mine, its] = [await api.get('contacts?sort=id'), await bearer.get('contacts?sort=id')]
  assert.deepEqual([its.status, its.body.contacts], [mine.status, mine.body.contacts], 'as the user who allowed it')
  const may = rightsOf(user.type, 'postbackconfig').includes('create')
  const hook = { location_id: place.location_id, resource: 'contact', url: 'http://127.0.0.1:9/hook' }
  const made = await bearer.post('postbackconfigs', { postbackconfig: hook })
  assert.equal(made.status, may ? 201 : 403, made.text)
  return may ? made.body.postbackconfig.id : null
}
