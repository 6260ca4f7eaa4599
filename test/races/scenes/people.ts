import { totpCode } from '../../../src/lib/totp.ts'
import type { Json } from '../../support/app.ts'
import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'

/** Users, their keys and tokens, and integrations: used while they are replaced or ended. */

const AT = '/v2/users/{id}'

async function clerk({ post, way, merchant, mark }: Maker): Promise<Stage> {
  const { id } = await post('users', 'user', {
    ...{ username: `user${mark}`, last_name: 'Testperson', email: `user${mark}@example.com` },
    ...{ primary_location_id: merchant.location_id, user_type_id: 250 },
  })
  const { body } = await way.send('POST', `/v2/users/${id}/generateuserapikey`)
  return { id, key: body.user.user_api_key, location_id: merchant.location_id, mark }
}

/** A request of the user himself, by the key he had at the beginning. */
const use: Move = {
  name: 'use the key',
  covers: null,
  send: (way, { id, key = '', mark }) =>
    way.send(
      'POST',
      '/v2/email_blacklists',
      { email_blacklist: { email: `${mark}@example.com` } },
      {
        'user-id': id,
        'user-api-key': key,
      },
    ),
}

const user: Scene = {
  name: 'user with a key',
  make: clerk,
  moves: [
    use,
    move('new key', `POST ${AT}/generateuserapikey`),
    move('new hash key', `POST ${AT}/generateuserhashkey`),
    move('first name', `PUT ${AT}`, { user: { first_name: 'First', ui_prefs: { page_size: 20 } } }),
    move('inactive', `PUT ${AT}`, { user: { status_id: 0, ui_prefs: { entry_page: 'reports' } } }),
    move('delete', `DELETE ${AT}`),
  ],
  looks: [AT, '/v2/email_blacklists?email={mark}@example.com'],
}

const PASSWORD = 'Correct-horse-1'
const himself = ({ id, key = '' }: Stage): Record<string, string> => ({ 'user-id': id, 'user-api-key': key })

/** A user whose app has a secret and shows a code of it, which he has not sent yet. */
async function beginner(maker: Maker): Promise<Stage> {
  const stage = await clerk(maker)
  await maker.put(`/v2/users/${stage.id}`, 'user', { password: PASSWORD })
  const asked = { user: { old_password: PASSWORD } }
  const { body } = await maker.way.send('POST', `/v2/users/${stage.id}/generatesecondfactor`, asked, himself(stage))
  const step = Math.floor((await maker.seconds()) / 30)
  return { ...stage, code: totpCode(body.user.second_factor_secret, step) }
}

const factor: Scene = {
  name: 'user with a second factor',
  make: beginner,
  moves: [
    move('begin again', `POST ${AT}/generatesecondfactor`, { user: { old_password: PASSWORD } }, himself),
    move(
      'confirm',
      `POST ${AT}/confirmsecondfactor`,
      ({ code = '' }: Stage) => ({ user: { second_factor: code } }),
      himself,
    ),
    move('take away', `POST ${AT}/removesecondfactor`),
    move('last name', `PUT ${AT}`, { user: { last_name: 'Other' } }),
  ],
  looks: [AT],
  blurred: ['second_factor_secret', 'second_factor_url', 'recovery_codes'],
}

async function registered(way: Maker['way'], name: string, redirect_url: string): Promise<Json> {
  const oauthclient = {
    ...{ name, description: 'Own', homepage_url: 'https://own.example', redirect_urls: [redirect_url] },
  }
  return (await way.send('POST', '/v2/oauthclients', { oauthclient })).body.oauthclient
}

const client: Scene = {
  name: 'integration',
  async make({ way, mark }) {
    const { id } = await registered(way, mark, 'https://own.example/')
    return { id, mark }
  },
  moves: [
    move('rename', 'PUT /v2/oauthclients/{id}', { oauthclient: { name: 'Other' } }),
    move('switch off', 'PUT /v2/oauthclients/{id}', { oauthclient: { active: 0, description: 'Off' } }),
    move('new secret', 'POST /v2/oauthclients/{id}/generateclientsecret'),
    move('delete', 'DELETE /v2/oauthclients/{id}'),
  ],
  looks: ['/v2/oauthclients/{id}'],
}

const token = (stage: Stage): Record<string, string> => ({ 'user-id': '', 'user-api-key': '', ...bearer(stage) })
const bearer = ({ access }: Stage): Record<string, string> => ({ authorization: `Bearer ${access}` })

/** What an integration was allowed, with the token it has of it. */
async function granted({ way, merchant, mark }: Maker): Promise<Stage> {
  const redirect_uri = 'https://own.example/'
  const { client_id, client_secret } = await registered(way, mark, redirect_uri)
  const { domain, username, password } = merchant.user
  const asked = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri, scope: 'api', state: mark },
  })
  const form = new URLSearchParams({ domain, username, password, decision: 'allow' })
  const allowed = await way.send('POST', `/o/authorize?${asked}`, form)
  const code = new URL(String(allowed.headers.location)).searchParams.get('code')!
  const given = await exchanged(way, { client_id, client_secret, code, grant_type: 'authorization_code', state: mark })
  const { body } = await way.send('GET', `/v2/oauthgrants?oauthclient_id=${client_id}`)
  const { access_token: access, refresh_token: refresh } = given.body
  return { id: body.oauthgrants[0].id, access, refresh, client_id, client_secret, mark }
}

const exchanged = (way: Maker['way'], sent: Record<string, string>): Promise<Json> =>
  way.send('POST', '/o/token', new URLSearchParams(sent))

const grant: Scene = {
  name: 'grant of an integration',
  make: granted,
  moves: [
    move('end', 'DELETE /v2/oauthgrants/{id}'),
    move(
      'use',
      'POST /v2/email_blacklists',
      ({ mark }: Stage) => ({ email_blacklist: { email: `${mark}@example.com` } }),
      token,
    ),
  ],
  looks: ['/v2/oauthgrants/{id}', '/v2/email_blacklists?email={mark}@example.com'],
}

export const peopleScenes: Scene[] = [user, factor, client, grant]
