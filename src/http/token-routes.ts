import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccessTokens, IDLE_SECONDS } from '../auth/access-tokens.ts'
import type { CheckDeveloper, Credentials, Identify } from '../auth/identify.ts'
import type { Login, SignIn } from '../auth/sign-in.ts'
import { type Caller, USER_TYPE } from '../definition/caller.ts'
import { addProblem, invalid, label, notFound, type Problems } from '../lib/problem.ts'
import type { Clock } from '../ports/clock.ts'
import { readBody } from './body.ts'
import { refuseOtherMethods } from './error-response.ts'
import { credentialsOf, queryOf } from './request.ts'
import { jsonResponse, send } from './response.ts'

export interface TokenRouteParts {
  clock: Clock
  identify: Identify
  checkDeveloper: CheckDeveloper
  signIn: SignIn
  tokens: AccessTokens
}

/** `POST /v2/token` and `DELETE /v2/token/{token}` (contract 5.2). */
export function registerTokens(app: FastifyInstance, parts: TokenRouteParts): void {
  const { clock, signIn, tokens } = parts
  app.post('/v2/token', async (request, reply) => {
    await parts.checkDeveloper(credentialsOf(request, queryOf(request)))
    const { body } = await readBody(request)
    const user = await signIn(loginOf(body, request.headers['second-factor']), request.ip, 'token')
    const user_agent = request.headers['user-agent'] ?? null
    const { token } = await tokens.issue(user, undefined, { address: request.ip, user_agent })
    const record = {
      id: user.user_id,
      expire: IDLE_SECONDS / 60,
      first_name: user.first_name,
      last_name: user.last_name,
      // Passwords do not expire.
      password_expire_ts: null,
      time: clock.seconds(),
      token,
      username: user.username,
      primary_location_id: user.primary_location_id,
      timezone: user.zone,
      user_type_id: user.user_type_id,
    }
    return send(reply, jsonResponse({ token: record }, 201))
  })
  app.delete<{ Params: { token: string } }>('/v2/token/:token', async (request, reply) => {
    const { token } = request.params
    const may = await mayEnd(parts, request, token)
    if (!(await tokens.end(token, may))) throw notFound('There is no such token, or it has expired.')
    return send(reply, { status: 204, body: '' })
  })
  refuseOtherMethods(app, '/v2/token', ['POST'])
  refuseOtherMethods(app, '/v2/token/:token', ['DELETE'])
}

/**
 * The body is flat (contract 5.2); one below `token` is accepted as well. The code of a second factor may come as a
 * header, too. Throws 422.
 */
function loginOf(body: unknown, header: unknown): Login {
  const sent = (isRecord(body) && isRecord(body.token) ? body.token : body) as Record<string, unknown> | undefined
  const problems: Problems = {}
  const read = (name: 'username' | 'password' | 'domain'): string => {
    const value = isRecord(sent) ? sent[name] : undefined
    if (value === undefined || value === null || value === '')
      addProblem(problems, name, `${label(name)} cannot be blank.`)
    else if (typeof value !== 'string') addProblem(problems, name, `${label(name)} must be a string.`)
    else if (value.length > LONGEST || value.includes('\u0000'))
      addProblem(problems, name, `${label(name)} is invalid.`)
    else return value
    return ''
  }
  const code = (isRecord(sent) ? sent.second_factor : null) ?? header ?? null
  if (code !== null && (typeof code !== 'string' || code.length > LONGEST))
    addProblem(problems, 'second_factor', 'Second Factor is invalid.')
  const second_factor = typeof code === 'string' && code !== '' ? code : null
  const login = { username: read('username'), password: read('password'), domain: read('domain'), second_factor }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return login
}

const LONGEST = 255

/**
 * Returns which tokens this request may end. A token needs no other credential to end itself. Another credential in the
 * request must be valid and belong to the same user or to an administrator above him; to other users the token does not
 * exist.
 */
async function mayEnd(
  parts: TokenRouteParts,
  request: FastifyRequest,
  token: string,
): Promise<(holder: { user_id: string; root_id: string }) => boolean> {
  const credentials = credentialsOf(request, queryOf(request))
  await parts.checkDeveloper(credentials)
  if (!hasOtherCredential(credentials, token)) return () => true
  const caller = await parts.identify(credentials)
  return holder => holder.user_id === caller.user_id || reaches(caller, holder.root_id)
}

/** A key or grant that is limited ends the tokens of its own user only. */
function reaches(caller: Caller, root_id: string): boolean {
  if (caller.scopes) return false
  const isAdministrator = caller.user_type_id !== USER_TYPE.contact && caller.user_type_id <= USER_TYPE.admin
  return isAdministrator && caller.sees_root && caller.root_id === root_id
}

const NAMES = ['user-id', 'authorization', 'access-token', 'hash-key']

function hasOtherCredential({ header, parameter }: Credentials, token: string): boolean {
  return NAMES.some(name => [header(name), parameter(name)].some(value => value !== undefined && value !== token))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
