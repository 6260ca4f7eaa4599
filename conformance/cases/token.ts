import { type Check, check, clockCheck, partCheck } from '../check.ts'
import type { Answer, Client, Json } from '../client.ts'
import { answered, bare, matches, record, refused, refusedWith, same, that } from '../expect.ts'
import { newUser } from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { offered } from './offered.ts'

const MEMBERS =
  'id expire first_name last_name password_expire_ts time token username primary_location_id timezone user_type_id'.split(
    ' ',
  )

interface Login {
  username: string
  password: string
  domain: string
}

const loginOf = ({ merchant }: Lab): Login => {
  const { username, password, domain } = merchant.user
  return { username, password, domain }
}

/** Signing in needs a developer-id and no other credential. */
const signIn = async (lab: Lab, login: Record<string, Json>): Promise<Answer> =>
  offered(await lab.as({ 'developer-id': lab.sandbox.developer_id }).post('token', login), 'POST /v2/token')

async function newToken(lab: Lab, login: Login = loginOf(lab)): Promise<Json> {
  return record(await signIn(lab, { ...login }), 'token', 201)
}

const withToken = (lab: Lab, token: string): Client =>
  lab.as({ 'developer-id': lab.sandbox.developer_id, 'access-token': token })

const me = async (lab: Lab, token: string): Promise<Json> =>
  record(await withToken(lab, token).get('users/me'), 'user', 200)

const tokenChecks: Check[] = [
  check('AUTH-TOK-01', async lab => {
    const login = loginOf(lab)
    for (const name of ['username', 'password', 'domain'] as const) {
      const { [name]: _, ...rest } = login
      refusedWith(await signIn(lab, rest), 401, 422)
      for (const wrong of ['', `${login[name]}x`, null, 7, {}, ['a']])
        refusedWith(await signIn(lab, { ...login, [name]: wrong }), 401, 422)
    }
    refusedWith(await signIn(lab, { ...login, domain: lab.other.user.domain }), 401)
    that(typeof (await newToken(lab)).token === 'string', 'token is no string')
  }),
  check(['AUTH-TOK-02', 'USR-16'], async lab => {
    const token = await newToken(lab)
    same(
      MEMBERS.filter(name => !(name in token)),
      [],
      'members missing in a token',
    )
    const { user, location_id } = lab.merchant
    same(
      [token.username, token.primary_location_id, token.user_type_id],
      [user.username, location_id, 250],
      'username, primary_location_id and user_type_id',
    )
    matches(token.token, /^\S{8,}$/, 'token')
  }),
  check('AUTH-TOK-03', async lab => same((await newToken(lab)).expire, 15, 'expire')),
  check('AUTH-TOK-04', async lab => {
    const { token } = await newToken(lab)
    same((await me(lab, token)).id, lab.merchant.user.user_id, 'the id of users/me')
    refusedWith(await withToken(lab, `${token}x`).get('users/me'), 401)
    refusedWith(await lab.as({ 'access-token': token }).get('users/me'), 401)
  }),
  check('AUTH-TOK-05', async lab => {
    const { token } = await newToken(lab)
    const caller = lab.as({ 'developer-id': lab.sandbox.developer_id })
    same(
      record(await caller.get(`users/me?access-token=${encodeURIComponent(token)}`), 'user', 200).id,
      lab.merchant.user.user_id,
      'the id of users/me',
    )
    refusedWith(await caller.get('users/me?access-token=nothing'), 401)
  }),
  clockCheck(['AUTH-TOK-06', 'AUTH-TOK-08', 'LIM-03'], async lab => {
    const { token } = await newToken(lab)
    await me(lab, token)
    await lab.advance('PT16M')
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    await me(lab, (await newToken(lab)).token)
  }),
  clockCheck(['AUTH-TOK-07', 'LIM-03'], async lab => {
    const { token } = await newToken(lab)
    for (let use = 0; use < 4; use += 1) {
      await lab.advance('PT10M')
      await me(lab, token)
    }
  }),
  check(['AUTH-TOK-09', 'ERR-01', 'ERR-02'], async lab => {
    const { token } = await newToken(lab)
    await me(lab, token)
    bare(await lab.api.delete(`token/${token}`))
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    refusedWith(await lab.api.delete(`token/${token}`), 404)
  }),
  check(['AUTH-TOK-10', 'ERR-03'], async lab => {
    const { token } = await newToken(lab)
    refusedWith(offered(await lab.api.delete('token/nothing-of-the-kind'), 'DELETE /v2/token/{token}'), 404)
    refusedWith(await lab.stranger.delete(`token/${token}`), 404)
    await me(lab, token)
  }),
]

const PASSWORDS = ['First-1.first', 'Second-2.second', 'Third-3.third'] as const

/** A clerk with a password, and how he signs in. */
async function clerkWithPassword(lab: Lab): Promise<{ id: string; login: Login }> {
  const { id, username } = await newUser(lab, { password: PASSWORDS[0] })
  return { id, login: { username, password: PASSWORDS[0], domain: lab.merchant.user.domain } }
}

const userChecks: Check[] = [
  partCheck('USR-02', 'signs in', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    same((await me(lab, (await newToken(lab, login)).token)).id, id, 'the id of users/me')
  }),
  partCheck('USR-25', 'counts', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    for (let tries = 0; tries < 2; tries += 1)
      refusedWith(await signIn(lab, { ...login, password: 'Wrong-9.wrong' }), 401)
    same(record(await lab.api.get(`users/${id}`), 'user', 200).login_attempts, 2, 'login_attempts after two failures')
  }),
  partCheck(['USR-26', 'USR-28', 'USR-27'], 'after a sign-in', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    await newToken(lab, login)
    const found = record(await lab.api.get(`users/${id}`), 'user', 200)
    that(Math.abs(found.last_login_ts - (await lab.seconds())) < 60, `last_login_ts is ${found.last_login_ts}`)
    matches(found.current_login_ip, /^[0-9a-f.:]{3,45}$/i, 'current_login_ip')
    that(found.current_login !== null, 'current_login is null after a sign-in')
  }),
  check(['USR-45', 'USR-51'], async lab => {
    const { id, login } = await clerkWithPassword(lab)
    const caller = withToken(lab, (await newToken(lab, login)).token)
    const change = (user: Record<string, Json>): Promise<Answer> => caller.put(`users/${id}`, { user })
    refused(await change({ password: PASSWORDS[1] }), 'old_password')
    refused(await change({ password: PASSWORDS[1], old_password: 'Wrong-9.wrong' }), 'old_password')
    await newToken(lab, login)
    answered(await change({ password: PASSWORDS[1], old_password: PASSWORDS[0] }), 200)
    refusedWith(await signIn(lab, { ...login }), 401)
    await newToken(lab, { ...login, password: PASSWORDS[1] })
  }),
  check('USR-50', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    answered(await lab.api.put(`users/${id}`, { user: { password: PASSWORDS[2] } }), 200)
    refusedWith(await signIn(lab, { ...login }), 401)
    const given = { ...login, password: PASSWORDS[2] }
    await newToken(lab, given)
    refusedWith(await signIn(lab, given), 401)
  }),
]

export const signInChecks: Check[] = [...tokenChecks, ...userChecks]
