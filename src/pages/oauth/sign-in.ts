/** What the consent page and the list of integrations share: signing in, and the pages for what went wrong. */

import type { FastifyRequest } from 'fastify'
import type { AuthorizationServer } from '../../auth/oauth/authorization-server.ts'
import type { OauthParts } from '../../auth/oauth/end-grant.ts'
import { findOwner, type ResourceOwner } from '../../auth/oauth/store.ts'
import type { Login, SignIn, SignInPurpose } from '../../auth/sign-in.ts'
import { Refusal } from '../../lib/problem.ts'
import { LANGUAGES, type Words } from '../../words/words.ts'
import type { Assets } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { noticePage } from '../notice.ts'
import { isSameOrigin, type PageResponse } from '../page-routes.ts'
import { type Field, fieldView, line } from '../payform/field.ts'
import { type Presentation, presentation } from '../presentation.ts'
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
  if (!isOwnForm(options, request)) return { problem: problemPage(options, request, 403, 'foreign_form') }
  const { db, cipher, clock } = options
  const proof = request.body.get('visit') ?? ''
  const owner = await findOwner(db, claimedUser(proof) ?? '', request.ip)
  if (!owner || !isSignInProof(cipher, proof, owner, clock.seconds()))
    return { problem: problemPage(options, request, 403, 'sign_in_over') }
  return { owner, form: request.body }
}

/** Returns the user who signed in, or why the sign-in failed, as a text for the person. */
export async function signedInOwner(
  options: OauthPagesOptions,
  request: FastifyRequest,
  login: Login,
  purpose: SignInPurpose = 'page',
): Promise<ResourceOwner | { status: number; problem: string }> {
  const { db, signIn } = options
  const { words } = shownTo(options, request)
  const { access } = words
  try {
    const { user_id, password_mark } = await signIn(login, request.ip, purpose)
    const owner = await findOwner(db, user_id, request.ip)
    if (!owner) return { status: 401, problem: access.closed }
    if (owner.password_mark === password_mark) return owner
    return { status: 401, problem: access.changed }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, problem: refusalText(words, error) }
  }
}

/** Returns who signed in by the form of a page, or that page once more, or the one that says why not. */
export async function formOwner(
  options: OauthPagesOptions,
  request: FastifyRequest,
  signInPage: (shown: Presentation, login: Login, problem: string) => string,
  purpose?: SignInPurpose,
): Promise<{ owner: ResourceOwner } | { problem: PageResponse }> {
  if (!isOwnForm(options, request)) return { problem: problemPage(options, request, 403, 'foreign_form') }
  const login = readLogin(request.body)
  const owner = await signedInOwner(options, request, login, purpose)
  if (!('problem' in owner)) return { owner }
  const document = signInPage(shownTo(options, request), login, owner.problem)
  return { problem: { status: owner.status, document } }
}

/** Refusals of the API are in English, and say more than what they have in common. */
function refusalText({ language, access: { refused, code } }: Words, { status, message, headers }: Refusal): string {
  if (language === LANGUAGES[0].language) return message
  if (status === 401) return headers?.['second-factor'] ? code.missing : refused.wrong
  return status === 429 ? refused.too_often : refused.forbidden
}

export const EMPTY_LOGIN: Login = { domain: '', username: '', password: '', second_factor: null }

const plain = { autocapitalize: 'none', spellcheck: 'false', maxlength: 128 }

/** The domain comes last: browsers fill in the first two together. */
function signInInputs({ access: { username, password, domain } }: Words): readonly Field[] {
  return [
    {
      name: 'username',
      ...username,
      invalid: username.missing,
      attributes: { ...plain, autocomplete: 'username' },
      read: line(1, 128),
    },
    {
      name: 'password',
      ...password,
      invalid: password.missing,
      attributes: { ...plain, type: 'password', autocomplete: 'current-password' },
      secret: true,
      read: line(1, 128),
    },
    {
      name: 'domain',
      ...domain,
      invalid: domain.missing,
      attributes: { ...plain, autocomplete: 'organization' },
      read: line(1, 128),
    },
  ]
}

/** The input for a code, which phones fill in by themselves. */
export function codeField({ access: { code } }: Words, hint: string): Field {
  return {
    name: 'second_factor',
    label: code.label,
    hint,
    missing: code.missing,
    invalid: code.missing,
    attributes: { ...plain, maxlength: 64, autocomplete: 'one-time-code' },
    secret: true,
    read: line(1, 64),
  }
}

/** Why a form is shown again. */
export function problemView({ access }: Words, problem: string): Html {
  return html`<div class="problems" role="alert"><h2>${access.failed}</h2><p>${problem}</p></div>`
}

/**
 * Domain, username, password (contract 5.5) and the code of a second factor, and above them why the form is shown
 * again.
 */
export function signInFields(words: Words, { domain, username }: Login, problem: string | null): Html {
  const input = { values: { domain, username }, errors: {} }
  return html`${problem !== null && problemView(words, problem)}
${signInInputs(words).map(field => fieldView({ field, required: true }, input, words.form))}
${fieldView({ field: codeField(words, words.access.code.hint), required: false }, input, words.form)}`
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
  options: OauthPagesOptions,
  request: FastifyRequest,
  status: number,
  problem: keyof Words['access']['problems'],
): PageResponse {
  // The same page in another language would have the address that was refused in its link.
  const shown = { ...shownTo(options, request), languages: [] }
  const { title, text } = shown.words.access.problems[problem]
  return { status, document: noticePage(shown, { icon: 'alert', tone: 'warn', title, text }) }
}

/**
 * How a page is shown to who asks for it. What a form has led to has no address of its own, so it is not offered in
 * other languages. No money moves here, so a sandbox has nothing to say.
 */
export function shownTo({ assets }: OauthPagesOptions, request: FastifyRequest): Presentation {
  const shown = presentation({ assets, sandbox: false }, request)
  return request.method === 'POST' ? { ...shown, languages: [] } : shown
}
