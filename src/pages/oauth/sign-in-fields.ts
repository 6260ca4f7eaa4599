/** Signing in for an integration: consent, what a user has allowed, and the endpoints for programs. Never: what a token is worth. */

import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { type Field, fieldView, line } from '../payform/field.ts'

/** What a person typed; the password is never printed into a page again. */
export interface Typed {
  domain: string
  username: string
  password: string
}

export const NOTHING_TYPED: Typed = { domain: '', username: '', password: '' }

const plain = { autocapitalize: 'none', spellcheck: 'false', maxlength: 128 }

const FIELDS: readonly Field[] = [
  {
    name: 'domain',
    label: 'Domain',
    hint: 'The address your business signs in under, such as pay.example.com.',
    missing: 'Enter the domain.',
    invalid: 'Enter the domain.',
    attributes: { ...plain, autocomplete: 'organization' },
    read: line(1, 128),
  },
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
]

/** Domain, username and password (contract 5.5). */
export function signInFields(typed: Typed): Html {
  const filled = { values: { domain: typed.domain, username: typed.username }, errors: {} }
  return html`${FIELDS.map(field => fieldView({ field, required: true }, filled))}`
}

/** Why the form came back, before the fields and in a role that is read aloud. */
export function problemView(problem: string | null): Html | null {
  return problem === null
    ? null
    : html`<div class="problems" role="alert"><h2>That did not work</h2><p>${problem}</p></div>`
}

/** What a submitted form says; what is missing, and what nobody can be called, is empty. */
export function typedIn(body: URLSearchParams): Typed {
  const text = (name: string) => {
    const value = body.get(name) ?? ''
    return value.length > 128 || value.includes('\u0000') ? '' : value
  }
  return { domain: text('domain').trim(), username: text('username').trim(), password: text('password') }
}
