import { type Check, check, clockCheck, partCheck } from '../check.ts'
import type { Answer, Client, Json } from '../client.ts'
import { answered, bare, matches, record, refused, refusedWith, same, that } from '../expect.ts'
import { newUser, UNKNOWN } from '../fixtures.ts'
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
      same(Object.keys(refused(await signIn(lab, rest))), [name], `fields reported as missing without ${name}`)
      for (const wrong of ['', null, 7, {}, ['a'], 'a\u0000b', 'x'.repeat(256)])
        same(
          Object.keys(refused(await signIn(lab, { ...login, [name]: wrong }))),
          [name],
          `fields reported for a wrong ${name}`,
        )
    }
    for (const body of [undefined, [], 'x', null])
      refusedWith(await lab.as({ 'developer-id': lab.sandbox.developer_id }).post('token', body), 400, 422)
    refusedWith(await signIn(lab, { ...login, domain: lab.other.user.domain }), 401)
    that(typeof (await newToken(lab)).token === 'string', 'token is no string')
  }),
  partCheck('AUTH-TOK-01', 'one answer for all errors', async lab => {
    const { login } = await clerkWithPassword(lab)
    const said: string[] = []
    for (const wrong of [
      { ...login, password: `${login.password}x` },
      { ...login, username: lab.unique() },
      { ...login, domain: 'nowhere.example' },
      { ...login, domain: lab.other.user.domain },
    ]) {
      const answer = await signIn(lab, wrong)
      refusedWith(answer, 401)
      said.push(answer.body.message)
    }
    same([...new Set(said)].length, 1, 'the number of different messages')
  }),
  partCheck('AUTH-TOK-01', 'developer-id', async lab => {
    const login = loginOf(lab)
    refusedWith(await lab.as({}).post('token', login), 401)
    record(await lab.as({}).post(`token?developer-id=${lab.sandbox.developer_id}`, login), 'token', 201)
  }),
  check(['AUTH-TOK-02', 'USR-16'], async lab => {
    const token = await newToken(lab)
    same(Object.keys(token).toSorted(), MEMBERS.toSorted(), 'the members of a token')
    const { user, location_id } = lab.merchant
    same(
      [token.id, token.username, token.primary_location_id, token.user_type_id, token.password_expire_ts],
      [user.user_id, user.username, location_id, 250, null],
      'id, username, primary_location_id, user_type_id and password_expire_ts',
    )
    same(token.timezone, 'America/New_York', 'timezone')
    that(Math.abs(token.time - (await lab.seconds())) < 60, `time is ${token.time}`)
    matches(token.token, /^[A-Za-z0-9]{32}$/, 'token')
  }),
  check('AUTH-TOK-03', async lab => same((await newToken(lab)).expire, 15, 'expire')),
  check('AUTH-TOK-04', async lab => {
    const { token } = await newToken(lab)
    same((await me(lab, token)).id, lab.merchant.user.user_id, 'the id of users/me')
    for (const wrong of [`${token}x`, token.slice(1), token.toLowerCase(), '%00', 'x'.repeat(3000)])
      refusedWith(await withToken(lab, wrong).get('users/me'), 401)
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
    await lab.advance('PT14M')
    await me(lab, token)
    await lab.advance('PT15M')
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    refusedWith(await withToken(lab, token).delete(`token/${token}`), 404)
    await me(lab, (await newToken(lab)).token)
  }),
  clockCheck(['AUTH-TOK-07', 'LIM-03'], async lab => {
    const { token } = await newToken(lab)
    for (let use = 0; use < 4; use += 1) {
      await lab.advance('PT10M')
      await me(lab, token)
    }
    await lab.advance('PT10M')
    refused(await withToken(lab, token).get('tags?nothing=1'), 'nothing')
    refusedWith(await withToken(lab, token).get(`tags/${UNKNOWN}`), 404)
    await lab.advance('PT6M')
    refusedWith(await withToken(lab, token).get('users/me'), 401)
  }),
  check(['AUTH-TOK-09', 'ERR-01', 'ERR-02'], async lab => {
    const { token } = await newToken(lab)
    await me(lab, token)
    bare(await lab.api.delete(`token/${token}`))
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    for (const caller of [lab.api, lab.as({ 'developer-id': lab.sandbox.developer_id }), withToken(lab, token)])
      refusedWith(await caller.delete(`token/${token}`), 404)
  }),
  partCheck('AUTH-TOK-09', 'without a user', async lab => {
    const { token } = await newToken(lab)
    refusedWith(await lab.as({}).delete(`token/${token}`), 401)
    bare(await lab.as({ 'developer-id': lab.sandbox.developer_id }).delete(`token/${token}`))
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    const [one, other] = [await newToken(lab), await newToken(lab)]
    bare(await withToken(lab, one.token).delete(`token/${other.token}`))
    refusedWith(await withToken(lab, other.token).get('users/me'), 401)
    await me(lab, one.token)
  }),
  check(['AUTH-TOK-10', 'ERR-03'], async lab => {
    const { token } = await newToken(lab)
    refusedWith(offered(await lab.api.delete('token/nothing-of-the-kind'), 'DELETE /v2/token/{token}'), 404)
    for (const caller of [lab.stranger, lab.clerk]) refusedWith(await caller.delete(`token/${token}`), 404)
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
    const capitals = { ...login, username: login.username.toUpperCase(), domain: login.domain.toUpperCase() }
    same((await me(lab, (await newToken(lab, capitals)).token)).id, id, 'the id of users/me with capitals')
  }),
  partCheck('USR-25', 'counts', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    for (let tries = 0; tries < 2; tries += 1)
      refusedWith(await signIn(lab, { ...login, password: 'Wrong-9.wrong' }), 401)
    same(record(await lab.api.get(`users/${id}`), 'user', 200).login_attempts, 2, 'login_attempts after two failures')
  }),
  partCheck(['USR-25', 'USR-26', 'USR-27', 'USR-28'], 'after a sign-in', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    const shown = async () => record(await lab.api.get(`users/${id}`), 'user', 200)
    const before = await shown()
    same([before.last_login_ts, before.current_login, before.current_login_ip], [null, null, null], 'the last sign-in')
    refusedWith(await signIn(lab, { ...login, password: 'Wrong-9.wrong' }), 401)
    await newToken(lab, login)
    const found = await shown()
    same(found.login_attempts, 0, 'login_attempts after a sign-in')
    that(Math.abs(found.last_login_ts - (await lab.seconds())) < 60, `last_login_ts is ${found.last_login_ts}`)
    matches(found.current_login_ip, /^[0-9a-f.:]{3,45}$/i, 'current_login_ip')
    matches(found.current_login, /^\d{4}-\d\d-\d\d$/, 'current_login')
  }),
  check(['USR-45', 'USR-51'], async lab => {
    const { id, login } = await clerkWithPassword(lab)
    const { token } = await newToken(lab, login)
    const { token: elsewhere } = await newToken(lab, login)
    const caller = withToken(lab, token)
    const change = (user: Record<string, Json>): Promise<Answer> => caller.put(`users/${id}`, { user })
    refused(await change({ password: PASSWORDS[1] }), 'old_password')
    refused(await change({ password: PASSWORDS[1], old_password: 'Wrong-9.wrong' }), 'old_password')
    await newToken(lab, login)
    for (const password of [PASSWORDS[0], 'short1!'])
      refused(await change({ password, old_password: PASSWORDS[0] }), 'password')
    const answer = await change({ password: PASSWORDS[1], old_password: PASSWORDS[0] })
    same(record(answer, 'user', 200).requires_new_password, '0', 'requires_new_password of the own password')
    await me(lab, token)
    refusedWith(await withToken(lab, elsewhere).get('users/me'), 401)
    refusedWith(await signIn(lab, { ...login }), 401)
    await newToken(lab, { ...login, password: PASSWORDS[1] })
  }),
  check('USR-50', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    const answer = await lab.api.put(`users/${id}`, { user: { password: PASSWORDS[2] } })
    same(record(answer, 'user', 200).requires_new_password, '1', 'requires_new_password')
    refusedWith(await signIn(lab, { ...login }), 401)
    const given = { ...login, password: PASSWORDS[2] }
    const { token } = await newToken(lab, given)
    refusedWith(await signIn(lab, given), 401)
    const own = { password: PASSWORDS[1], old_password: PASSWORDS[2] }
    const changed = await withToken(lab, token).put(`users/${id}`, { user: own })
    same(record(changed, 'user', 200).requires_new_password, '0', 'requires_new_password of the own password')
  }),
  partCheck(['USR-18', 'USR-49'], 'tokens', async lab => {
    const { id, login } = await clerkWithPassword(lab)
    const { token } = await newToken(lab, login)
    answered(await lab.api.put(`users/${id}`, { user: { status_id: 0 } }), 200)
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    refusedWith(await signIn(lab, { ...login }), 401)
    answered(await lab.api.put(`users/${id}`, { user: { status_id: 1 } }), 200)
    refusedWith(await withToken(lab, token).get('users/me'), 401)
    const next = await newToken(lab, login)
    await me(lab, next.token)
    answered(await lab.api.delete(`users/${id}`), 204)
    refusedWith(await withToken(lab, next.token).get('users/me'), 401)
    refusedWith(await signIn(lab, { ...login }), 401)
  }),
]

export const signInChecks: Check[] = [...tokenChecks, ...userChecks]
