import { type Check, check, clockCheck, NotChecked } from '../check.ts'
import type { Answer, Client, Json } from '../client.ts'
import { decide, inputsOf, openConsent } from '../consent.ts'
import { answered, bare, record, refusedWith, same, that } from '../expect.ts'
import type { Lab } from '../lab.ts'

interface Application {
  auth_url: string
  client_id: string
  client_secret: string
  redirect_uri: string
}

const MEMBERS = ['access_token', 'expires_in', 'refresh_token', 'state', 'token_type', 'user_id']
const STATE = '{"cart":"7 ü & = ?","n":1}'

/** The application that is registered with the sandbox. */
function application({ sandbox }: Lab): Application {
  const { oauth } = sandbox
  if (!oauth) throw new NotChecked('sandbox.json registers no OAuth application')
  const [redirect_uri = ''] = oauth.redirect_uris
  return { ...oauth, redirect_uri }
}

function authorizeAddress(lab: Lab, over: Record<string, string | undefined> = {}): string {
  const { client_id, redirect_uri } = application(lab)
  const all = { response_type: 'code', redirect_uri, client_id, scope: 'api', state: STATE, ...over }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/o/authrize?${new URLSearchParams(given)}`
}

const person = ({ merchant }: Lab) => {
  const { domain, username, password } = merchant.user
  return { domain, username, password }
}

/** The query of the redirect back to the application. */
function returned(lab: Lab, answer: Answer): URLSearchParams {
  const location = answer.headers.get('location') ?? ''
  that(answer.status === 302, `the decision was answered with ${answer.status}, expected 302`)
  that(location.startsWith(application(lab).redirect_uri), `the redirect leads to ${location.split('?')[0]}`)
  return new URL(location).searchParams
}

async function newCode(lab: Lab): Promise<string> {
  const query = returned(lab, await decide(lab, authorizeAddress(lab), person(lab), 'grant'))
  const code = query.get('code')
  that(code !== null && code !== '', 'the redirect carries no code')
  return code
}

/** POSTs to one of the endpoints with parameters in the query, as the contract shows them. */
const post = (lab: Lab, path: string, query: Record<string, string | undefined>): Promise<Answer> => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return lab.as({}).post(`/o/${path}?${new URLSearchParams(given)}`)
}

const exchange = (lab: Lab, code: string, over: Record<string, string | undefined> = {}): Promise<Answer> => {
  const { client_id, client_secret } = application(lab)
  return post(lab, 'token', { code, state: STATE, client_id, client_secret, grant_type: 'authorization_code', ...over })
}

const refresh = (lab: Lab, refresh_token: string, over: Record<string, string | undefined> = {}): Promise<Answer> => {
  const { client_id, client_secret } = application(lab)
  return post(lab, 'token', {
    refresh_token,
    state: STATE,
    client_id,
    client_secret,
    grant_type: 'refresh_token',
    ...over,
  })
}

const revoke = (lab: Lab, token: string, over: Record<string, string | undefined> = {}): Promise<Answer> => {
  const { client_id, client_secret } = application(lab)
  return post(lab, 'revoke', { token, client_id, client_secret, ...over })
}

const newTokens = async (lab: Lab): Promise<Json> => answered(await exchange(lab, await newCode(lab)), 200).body

const bearer = (
  lab: Lab,
  token: string,
  headers: Record<string, string> = { 'developer-id': lab.sandbox.developer_id },
): Client => lab.as({ ...headers, authorization: `Bearer ${token}` })

const checks = async (lab: Lab, token: string): Promise<void> =>
  same(
    record(await bearer(lab, token).get('users/me'), 'user', 200).id,
    lab.merchant.user.user_id,
    'the id of users/me',
  )

function denied(answer: Answer): void {
  that([400, 401].includes(answer.status), `${answer.asked} answered ${answer.status}, expected 400 or 401`)
  that(typeof answer.body?.access_token === 'undefined', `${answer.asked} was refused with an access_token`)
}

const authorizeChecks: Check[] = [
  check(['AUTH-OA-10', 'AUTH-OA-12'], async lab => {
    for (const path of [authorizeAddress(lab), authorizeAddress(lab).replace('authrize', 'authorize')]) {
      const { answer } = await openConsent(lab, path)
      answered(answer, 200)
      const names = [...inputsOf(answer.text).keys()].join(' ')
      for (const word of ['domain', 'username', 'password'])
        that(names.includes(word), `the form asks for ${names}, not for ${word}`)
    }
    const wrong = await decide(lab, authorizeAddress(lab), { ...person(lab), password: 'Wrong-9.wrong' }, 'grant')
    same(
      new URL(wrong.headers.get('location') ?? 'http://none.example/').searchParams.get('code'),
      null,
      'the code after a wrong password',
    )
    const refused = returned(lab, await decide(lab, authorizeAddress(lab), person(lab), 'refuse'))
    same(
      [refused.get('code'), refused.get('error'), refused.get('state')],
      [null, 'access_denied', STATE],
      'code, error and state after a refusal',
    )
  }),
  check(['AUTH-OA-02', 'AUTH-OA-09'], async lab => {
    answered((await openConsent(lab, authorizeAddress(lab))).answer, 200)
    for (const over of [
      { response_type: 'token' },
      { response_type: undefined },
      { scope: 'other' },
      { scope: 'api admin' },
    ]) {
      const { answer } = await openConsent(lab, authorizeAddress(lab, over))
      that(answer.status !== 200, `${answer.asked} shows a form`)
    }
    denied(await exchange(lab, await newCode(lab), { grant_type: 'password' }))
  }),
  check(['AUTH-OA-05', 'AUTH-OA-06', 'AUTH-OA-07'], async lab => {
    const { client_id, client_secret } = application(lab)
    that(client_id.length > 0 && client_secret.length >= 16, 'client_id or client_secret is missing')
    answered((await openConsent(lab, authorizeAddress(lab))).answer, 200)
    for (const over of [
      { client_id: 'nobody' },
      { client_id: undefined },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${application(lab).redirect_uri}/more` },
      { redirect_uri: `${application(lab).redirect_uri}.evil.example` },
      { redirect_uri: undefined },
    ]) {
      const { answer } = await openConsent(lab, authorizeAddress(lab, over))
      that(
        answer.status >= 400 && answer.status < 500,
        `${answer.asked} answered ${answer.status}, expected a refusal without a redirect`,
      )
      same(answer.headers.get('location'), null, 'the redirect of a refused request')
    }
  }),
  check(['AUTH-OA-11', 'AUTH-OA-13'], async lab => {
    const query = returned(lab, await decide(lab, authorizeAddress(lab), person(lab), 'grant'))
    same(
      [query.get('state'), query.get('user_id')],
      [STATE, lab.merchant.user.user_id],
      'state and user_id of the redirect',
    )
    that((query.get('code') ?? '').length >= 16, 'the code is short')
  }),
]

const tokenChecks: Check[] = [
  check(['AUTH-OA-14', 'AUTH-OA-16', 'AUTH-OA-17', 'AUTH-OA-18', 'LIM-07'], async lab => {
    const answer = answered(await exchange(lab, await newCode(lab)), 200)
    same(Object.keys(answer.body).toSorted(), MEMBERS, 'the members of a token response')
    same(
      [answer.body.token_type, answer.body.state, answer.body.user_id],
      ['bearer', STATE, lab.merchant.user.user_id],
      'token_type, state and user_id',
    )
    that(
      Number.isInteger(answer.body.expires_in) && answer.body.expires_in >= 60,
      `expires_in is ${answer.body.expires_in}`,
    )
    for (const over of [
      { code: undefined },
      { client_id: undefined },
      { client_secret: undefined },
      { grant_type: undefined },
      { code: 'nothing' },
    ]) {
      denied(await exchange(lab, await newCode(lab), over))
    }
  }),
  check(['AUTH-OA-08', 'AUTH-OA-23'], async lab => {
    const { refresh_token } = await newTokens(lab)
    for (const over of [
      { client_id: undefined },
      { client_secret: undefined },
      { client_secret: 'wrong' },
      { client_id: 'nobody' },
    ]) {
      denied(await exchange(lab, await newCode(lab), over))
      denied(await refresh(lab, refresh_token, over))
      denied(await revoke(lab, refresh_token, over))
    }
    denied(await refresh(lab, 'nothing-of-the-kind'))
    answered(await refresh(lab, refresh_token), 200)
  }),
  check(['AUTH-OA-01', 'AUTH-OA-19', 'AUTH-OA-09'], async lab => {
    const { access_token } = await newTokens(lab)
    await checks(lab, access_token)
    refusedWith(await bearer(lab, access_token, {}).get('users/me'), 401)
    refusedWith(await bearer(lab, `${access_token}x`).get('users/me'), 401)
    const tag = { title: lab.unique(), location_id: lab.merchant.location_id }
    record(await bearer(lab, access_token).post('tags', { tag }), 'tag', 201)
  }),
  check(['AUTH-OA-20', 'AUTH-OA-21', 'AUTH-OA-22', 'LIM-07'], async lab => {
    const { refresh_token } = await newTokens(lab)
    const first = answered(await refresh(lab, refresh_token), 200).body
    same(Object.keys(first).toSorted(), MEMBERS, 'the members of a refresh response')
    that(Number.isInteger(first.expires_in), `expires_in is ${first.expires_in}`)
    await checks(lab, first.access_token)
    await checks(lab, answered(await refresh(lab, first.refresh_token), 200).body.access_token)
  }),
  check(['AUTH-OA-04', 'AUTH-OA-23', 'AUTH-OA-24', 'ERR-01'], async lab => {
    const { access_token, refresh_token } = await newTokens(lab)
    bare(await revoke(lab, refresh_token))
    denied(await refresh(lab, refresh_token))
    refusedWith(await bearer(lab, access_token).get('users/me'), 401)
  }),
  check('AUTH-OA-15', async lab => {
    const code = await newCode(lab)
    const { access_token } = answered(await exchange(lab, code), 200).body
    denied(await exchange(lab, code))
    refusedWith(await bearer(lab, access_token).get('users/me'), 401)
  }),
  clockCheck('AUTH-OA-15', async lab => {
    const code = await newCode(lab)
    await lab.advance('PT10M')
    denied(await exchange(lab, code))
  }),
  clockCheck(['AUTH-OA-03', 'AUTH-OA-18', 'AUTH-OA-25'], async lab => {
    const { access_token, refresh_token, expires_in } = await newTokens(lab)
    await checks(lab, access_token)
    await lab.advance(`PT${expires_in + 5}S`)
    refusedWith(await bearer(lab, access_token).get('users/me'), 401)
    await checks(lab, answered(await refresh(lab, refresh_token), 200).body.access_token)
  }),
]

export const oauthChecks: Check[] = [...authorizeChecks, ...tokenChecks]
