import { USER_TYPE } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import { isGuessable } from '../../lib/guessable.ts'
import { invalidField } from '../../lib/problem.ts'
import type { location } from '../location/location.ts'

/** What is asked of passwords and of users who do not come any more. */
export interface SignInPolicy {
  /** Characters of a password. */
  min_length: number
  /** How many of a user's latest passwords a new one has to differ from, the current one included. */
  history: number
  /** Whether a password that is easy to guess is refused. */
  refuses_guessable: boolean
  /** Days without a sign-in or a request after which a user is switched off; 0 is never. */
  inactive_days: number
}

/** The latest passwords that can be asked about. */
export const LONGEST_HISTORY = 24

/** Characters of a password that count, however long it is: what one guess covers is one character. */
const LEAST_UNGUESSED = 8

type Settings = Pick<Row<typeof location>, 'password_min_length' | 'password_history' | 'user_inactive_days'>

/** Returns the policy of a merchant: that of the gateway, or what the merchant's root asks where that is stricter. */
export function policyOf(gateway: SignInPolicy, root: Settings): SignInPolicy {
  const days = [gateway.inactive_days, root.user_inactive_days ?? 0].filter(each => each > 0)
  return {
    min_length: Math.max(gateway.min_length, root.password_min_length ?? 0),
    history: Math.max(gateway.history, root.password_history ?? 0),
    // A merchant who asks for longer passwords asks for ones that keep somebody out.
    refuses_guessable: gateway.refuses_guessable || root.password_min_length !== null,
    inactive_days: days.length > 0 ? Math.min(...days) : 0,
  }
}

/** Throws 422 for a password that the policy does not take. `about`: what people who know the user would try. */
export function checkPassword(
  { min_length, refuses_guessable }: SignInPolicy,
  password: string,
  about: readonly (string | null | undefined)[],
): void {
  if ([...password].length < min_length)
    throw invalidField('password', `Password should contain at least ${min_length} characters.`)
  if (refuses_guessable && isGuessable(password, LEAST_UNGUESSED, about))
    throw invalidField('password', 'Password is easy to guess; use other words, or more of them.')
}

/** Users whom a second factor is asked of, by `second_factor_of` of the root. */
const ASKED = { nobody: 0, administrators: 1, everybody: 2 } as const

/** Whether a user of this type may sign in with a second factor only. Payers are never asked. */
export function needsSecondFactor(second_factor_of: number | null, user_type_id: number): boolean {
  if (user_type_id === USER_TYPE.contact) return false
  if (second_factor_of === ASKED.everybody) return true
  return second_factor_of === ASKED.administrators && user_type_id <= USER_TYPE.admin
}
