import assert from 'node:assert/strict'
import type { SeededUser } from '../../sandbox/seed.ts'
import type { Answer, Client, Shop } from './app.ts'

type Query = Record<string, string>

/** An OAuth integration as an integrator would write one by hand, from the contract. */
export interface Integration {
  /** The parameters of a good authorization request. */
  request: Query
  /** Opens the page; `over` replaces parameters, an empty one is left out. */
  ask(over?: Query): Promise<Answer>
  /** Fills in the form and presses a button. */
  decide(decision: 'allow' | 'refuse', over?: Query, login?: Partial<SeededUser>): Promise<Answer>
  /** A fresh code. */
  code(over?: Query): Promise<string>
  /** The token endpoint in the contract's form, by query. */
  token(parameters: Query): Promise<Answer>
  exchange(code: string, over?: Query): Promise<Answer>
  refresh(refresh_token: string, over?: Query): Promise<Answer>
  revoke(token: string, over?: Query): Promise<Answer>
  /** GET /v2/users/me with this access token. */
  me(access_token: string): Promise<Answer>
}

export interface IntegrationKeys {
  client_id: string
  client_secret: string
  redirect_uri: string
}

/** What is asked with where the test says nothing about it. */
export const STATE = '{"order":17,"note":"caf\u00e9 & tea\\n"}'

export function integration(t: Shop, keys: IntegrationKeys, user: SeededUser = t.merchants[0].user): Integration {
  const { client_id, client_secret, redirect_uri } = keys
  const request = { response_type: 'code', redirect_uri, client_id, scope: 'api', state: STATE }
  const web = t.as({})
  const send = (client: Client, path: string, form?: Query): Promise<Answer> =>
    form === undefined
      ? client.get(path)
      : client.post(path, query(form), { 'content-type': 'application/x-www-form-urlencoded' })
  const token = (parameters: Query) => send(web, `/o/token?${query(parameters)}`, {})
  const secret = { client_id, client_secret, state: STATE }
  const decide: Integration['decide'] = (decision, over = {}, login = {}) => {
    const { domain, username, password } = { ...user, ...login }
    return send(web, `/o/authorize?${query({ ...request, ...over })}`, { domain, username, password, decision })
  }
  return {
    request,
    decide,
    token,
    ask: (over = {}) => send(web, `/o/authrize?${query({ ...request, ...over })}`),
    async code(over) {
      const code = returned(await decide('allow', over)).get('code')
      assert.ok(code)
      return code
    },
    exchange: (code, over = {}) => token({ code, grant_type: 'authorization_code', ...secret, ...over }),
    refresh: (refresh_token, over = {}) => token({ refresh_token, grant_type: 'refresh_token', ...secret, ...over }),
    revoke: (revoked, over = {}) =>
      send(web, `/o/revoke?${query({ token: revoked, client_id, client_secret, ...over })}`, {}),
    me: access_token =>
      t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${access_token}` }).get('/v2/users/me'),
  }
}

/** The parameters with which the browser is sent back; fails when it is not. */
export function returned(answer: Answer): URLSearchParams {
  assert.equal(answer.status, 302, answer.text.slice(0, 300))
  return new URL(answer.headers.location!).searchParams
}

/** The form of parameters; empty ones are left out. */
function query(parameters: Query): string {
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString()
}
