/** What the consent page and the list of integrations share: signing in, and the pages for what went wrong. */

import type { FastifyRequest } from 'fastify'
import type { AuthorizationServer } from '../../auth/oauth/authorization-server.ts'
import type { OauthParts } from '../../auth/oauth/end-grant.ts'
import { findOwner, type ResourceOwner } from '../../auth/oauth/store.ts'
import type { Login, SignIn, SignInPurpose } from '../../auth/sign-in.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Assets } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { noticePage } from '../notice.ts'
import { isSameOrigin, type PageResponse } from '../page-routes.ts'
import { type Field, fieldView, line } from '../payform/field.ts'
import { claimedUser, isSignInProof } from './sign-in-proof.ts'

export interface OauthPagesOptions extends OauthParts {
  authorizationServer: AuthorizationServer
  signIn: SignIn
  assets: Assets
  publicUrl(): string
  /** Ends all tokens of a user but one. */
  endSessions(user_id: string, except: string | null): Promise<void>
}

/** Whether the request is a form submitted from a page of this gateway. */
export function isOwnForm(
  { publicUrl }: OauthPagesOptions,
  request: FastifyRequest,
): request is FastifyRequest<{ Body: URLSearchParams }> {
  return request.body instanceof URLSearchParams && isSameOrigin(request, publicUrl())
}

/** Returns the form and who signed in a moment ago by what the form's own page shows, or the page that says why not. */
export async function provenOwner(
  options: OauthPagesOptions,
  request: FastifyRequest,
): Promise<{ owner: ResourceOwner; form: URLSearchParams } | { problem: PageResponse }> {
  if (!isOwnForm(options, request)) return { problem: problemPage(options, 403, 'foreign_form') }
  const { db, cipher, clock } = options
  const proof = request.body.get('visit') ?? ''
  const owner = await findOwner(db, claimedUser(proof) ?? '', request.ip)
  if (!owner || !isSignInProof(cipher, proof, owner, clock.seconds()))
    return { problem: problemPage(options, 403, 'sign_in_over') }
  return { owner, form: request.body }
}

/** Returns the user who signed in, or why the sign-in failed, as a text for the person. */
export async function signedInOwner(
  { db, signIn }: OauthPagesOptions,
  request: FastifyRequest,
  login: Login,
  purpose: SignInPurpose = 'page',
): Promise<ResourceOwner | { status: number; problem: string }> {
  try {
    const { user_id, password_mark } = await signIn(login, request.ip, purpose)
    const owner = await findOwner(db, user_id, request.ip)
    if (!owner) return { status: 401, problem: 'Your account was closed a moment ago.' }
    if (owner.password_mark === password_mark) return owner
    return { status: 401, problem: 'Your password was changed a moment ago. Sign in with the new one.' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, problem: error.message }
  }
}

export const EMPTY_LOGIN: Login = { domain: '', username: '', password: '', second_factor: null }

const plain = { autocapitalize: 'none', spellcheck: 'false', maxlength: 128 }

/** The domain comes last: browsers fill in the first two together. */
const FIELDS: readonly Field[] = [
  {
    name: 'username',
    label: 'Username',
    missing: 'Enter the username.',
    invalid: 'Enter the username.',
    attributes: { ...plain, autocomplete: 'username' },
    read: line(1, 128),
  },
  {
    name: 'password',
    label: 'Password',
    missing: 'Enter the password.',
    invalid: 'Enter the password.',
    attributes: { ...plain, type: 'password', autocomplete: 'current-password' },
    secret: true,
    read: line(1, 128),
  },
  {
    name: 'domain',
    label: 'Domain',
    hint: 'The address your business signs in under, such as pay.example.com.',
    missing: 'Enter the domain.',
    invalid: 'Enter the domain.',
    attributes: { ...plain, autocomplete: 'organization' },
    read: line(1, 128),
  },
]

/** The input for a code, which phones fill in by themselves. */
export function codeField(hint: string): Field {
  return {
    name: 'second_factor',
    label: 'Code',
    hint,
    missing: 'Enter the code.',
    invalid: 'Enter the code.',
    attributes: { ...plain, maxlength: 64, autocomplete: 'one-time-code' },
    secret: true,
    read: line(1, 64),
  }
}

const CODE = codeField(
  'From your authenticator app, or a recovery code. Leave it empty if you have not set up a second factor.',
)

/**
 * Domain, username, password (contract 5.5) and the code of a second factor, and above them why the form is shown
 * again.
 */
export function signInFields({ domain, username }: Login, problem: string | null): Html {
  const input = { values: { domain, username }, errors: {} }
  return html`${problem !== null && html`<div class="problems" role="alert"><h2>That did not work</h2><p>${problem}</p></div>`}
${FIELDS.map(field => fieldView({ field, required: true }, input))}
${fieldView({ field: CODE, required: false }, input)}`
}

/** Returns what was typed. Values that no user can have are empty. */
export function readLogin(body: URLSearchParams): Login {
  const text = (name: string) => {
    const value = body.get(name) ?? ''
    return value.length > 128 || value.includes('\u0000') ? '' : value
  }
  return {
    domain: text('domain').trim(),
    username: text('username').trim(),
    password: text('password'),
    second_factor: text('second_factor') || null,
  }
}

/** Why nothing was allowed. The page never links to an address that was not checked. */
export function problemPage(
  { assets }: OauthPagesOptions,
  status: number,
  problem: keyof typeof PROBLEMS,
): PageResponse {
  const [title, text] = PROBLEMS[problem]
  return { status, document: noticePage({ assets }, { icon: 'alert', tone: 'warn', title, text }) }
}

const PROBLEMS = {
  unknown_client: [
    'This integration is not known here',
    'Its client_id belongs to no registered integration. Nothing was allowed.',
  ],
  no_client: ['This request does not say who asks', 'Its client_id is missing. Nothing was allowed.'],
  withdrawn_client: [
    'This integration was withdrawn',
    'It was registered here once and no longer is. Nothing was allowed. Its maker can tell you what to do.',
  ],
  no_redirect: ['This request does not say where to return to', 'Its redirect_uri is missing. Nothing was allowed.'],
  unknown_redirect: [
    'This address is not registered',
    'The integration asked to be answered at a redirect_uri that is not one of its own. Nothing was allowed, and you were not sent there.',
  ],
  unclear: ['This request cannot be read', 'It names a parameter twice. Nothing was allowed.'],
  foreign_form: [
    'This form came from another site',
    'To protect you, nothing was allowed. Start again from the integration itself.',
  ],
  foreign_merchant: [
    'This integration belongs to another business',
    'It was registered by a business for its own users only. Nothing was allowed.',
  ],
  sign_in_over: [
    'Please sign in again',
    'You were signed in for a few minutes only. Open your integrations once more.',
  ],
  bad_form: ['This form could not be read', 'Nothing was allowed. Start again from the integration itself.'],
  error: ['Something went wrong on our side', 'Nothing was allowed. Please try again in a moment.'],
} satisfies Record<string, [title: string, text: string]>
