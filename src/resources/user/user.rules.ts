import type { Caller } from '../../definition/caller.ts'
import type { Change, Draft, Row } from '../../definition/resource.ts'
import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { isGuessable } from '../../lib/guessable.ts'
import { isTimeZone } from '../../lib/local-date.ts'
import { invalidField, label } from '../../lib/problem.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { terminal } from '../terminal/terminal.ts'
import { API_KEY_LIMITS, UI_PREFS, user } from './user.ts'
import { checkKeyEnds, checkKeyLimits } from './user-keys.ts'
import { checkMayChange, mayGive } from './user-rank.ts'

const { rules, accept, refuse } = rulesOf(user)

type User = typeof user

const CONTACT = 100

/** Characters of a key of the own choice that nobody guesses. The contract asks for 16 in all. */
const LEAST_OF_KEY = 10

export const userRules = rules({
  create: {
    validate(draft, problems) {
      checkTexts(draft, problems)
      checkKeyLimits(draft, problems.add)
      for (const name of Object.keys(API_KEY_LIMITS) as (keyof typeof API_KEY_LIMITS)[]) {
        if (draft[name] && !draft.user_api_key)
          problems.add(name, `${label(name)} limits a user_api_key: send one, or use generateuserapikey.`)
      }
      for (const name of ['user_api_key', 'user_hash_key'] as const) {
        if (draft[name] && isGuessable(draft[name], LEAST_OF_KEY, wordsAbout(draft)))
          problems.add(name, `${label(name)} is easy to guess; make it of random characters.`)
      }
    },
    async load(_draft, refs, read) {
      const { primary_location_id: place } = refs
      const named = refs.branding_domain_id ?? refs.domain_id
      // Reads return the newest first, so the last one is the location's oldest terminal.
      const terminals = await read.all(terminal, { location_id: place.id, active: true })
      return {
        domain: named ?? (await read.one(branding_domain, place.branding_domain_id, 'domain_id')),
        default_terminal: terminals.at(-1)?.id ?? null,
      }
    },
    decide(draft, { domain, default_terminal }, { caller, seconds }) {
      checkType(caller, draft.user_type_id)
      checkKeyEnds(draft, seconds)
      return accept({
        domain_id: domain.id,
        branding_domain_url: domain.url,
        ui_prefs: prefsOf(draft.ui_prefs, default_terminal),
        requires_new_password: false,
        login_attempts: 0,
        password_spent: false,
        last_active_ts: seconds,
        ...(draft.password ? { password_set_ts: seconds } : {}),
      })
    },
  },
  update: {
    validate(change, problems) {
      checkTexts(change, problems)
      if (change.password === null) problems.add('password', 'Password cannot be blank.')
    },
    decide(row, change, _refs, { caller, seconds }) {
      checkMayChange(caller, row)
      const isSelf = caller.user_id === row.id
      if (change.user_type_id !== undefined) checkType(caller, change.user_type_id)
      if (caller.user_type_id === CONTACT) checkUnmoved(row, change)
      if (isSelf && change.status_id === 0) refuse('status_id', 'Status Id of your own user cannot be set to inactive.')
      // With a password for one use he may replace it, and do nothing else (contract 4.8).
      if (isSelf && row.requires_new_password && caller.method === 'token' && !change.password)
        refuse('password', 'Password was set by somebody else: change it first.')
      if (isSelf && change.forms_only === true) refuse('forms_only', 'Forms Only of your own user cannot be set.')
      // A password set by another user is known to both, so it is good for one use (contract 4.8).
      const password = {
        password_set_ts: seconds,
        password_spent: false,
        requires_new_password: !isSelf,
        login_attempts: 0,
        login_locked_until_ts: null,
      }
      return accept({
        // Who is switched on again has as long as anybody to come.
        ...(change.status_id === 1 && row.status_id !== 1 ? { last_active_ts: seconds } : {}),
        ...(change.ui_prefs ? { ui_prefs: { ...(row.ui_prefs as object), ...(change.ui_prefs as object) } } : {}),
        ...(change.password ? password : {}),
      })
    },
  },
  remove: {
    decide(row, _facts, { caller }) {
      checkMayChange(caller, row)
      if (caller.user_id === row.id) throw invalidField('id', 'Your own user cannot be deleted.', 409)
      return accept({})
    },
  },
})

/** What somebody who knows a user would try. */
export function wordsAbout(about: Partial<Draft<User>>): (string | null | undefined)[] {
  const { username, first_name, last_name, company_name, email } = about
  return [username, first_name, last_name, company_name, email]
}

/** Returns the defaults with what was sent in their place; a null default_terminal means the location's own. */
function prefsOf(sent: unknown, default_terminal: string | null): object {
  const prefs = { ...UI_PREFS, ...(sent as object) }
  return { ...prefs, default_terminal: prefs.default_terminal ?? default_terminal }
}

function checkType(caller: Caller, user_type_id: number): void {
  if (mayGive(caller, user_type_id)) return
  refuse('user_type_id', 'User Type Id cannot have more rights than your own.')
}

/** The merchant decides which payer a user of type contact is, and where. */
function checkUnmoved(row: Row<User>, change: Change<User>): void {
  for (const field of ['contact_id', 'primary_location_id'] as const) {
    if (change[field] !== undefined && change[field] !== row[field])
      refuse(field, `${label(field)} cannot be changed by a contact.`)
  }
}

function checkTexts(sent: { tz?: string | null; ui_prefs?: unknown }, problems: ProblemList<User>): void {
  if (sent.tz && !isTimeZone(sent.tz)) problems.add('tz', 'Tz is not a known time zone.')
  const problem = sent.ui_prefs === undefined ? null : uiPrefsProblem(sent.ui_prefs)
  if (problem) problems.add('ui_prefs', `Ui Prefs ${problem}`)
}

/** Returns what is wrong with preferences, or null. Keys that the contract does not name are not checked. */
function uiPrefsProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'must be an object.'
  const prefs = sent as Record<string, unknown>
  for (const name of ['entry_page', 'report_export_type', 'process_method']) {
    if (prefs[name] !== undefined && typeof prefs[name] !== 'string') return `must have a string for ${name}.`
  }
  const { page_size, default_terminal } = prefs
  if (page_size !== undefined && !isPageSize(page_size)) return 'must have a whole number from 1 to 5000 for page_size.'
  const isTerminal =
    default_terminal === null || (typeof default_terminal === 'string' && default_terminal.length <= 36)
  if (default_terminal !== undefined && !isTerminal) return 'must have an identifier or null for default_terminal.'
  return null
}

/** The largest page of a list is 5000 (contract section 8). */
function isPageSize(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 5000
}
