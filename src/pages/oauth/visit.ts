import { timingSafeEqual } from 'node:crypto'
import type { Cipher } from '../../ports/cipher.ts'

type Marks = Pick<Cipher, 'fingerprint'>

const VISIT_SECONDS = 600

/**
 * Proves who signed in on the page before, for ten minutes and until the password changes. It stands in the page's own forms and
 * in no cookie, so no other page can make a browser send it.
 */
export function visitOf(
  cipher: Marks,
  user: { user_id: string; password_mark: string | null },
  seconds: number,
): string {
  const until = seconds + VISIT_SECONDS
  return `${user.user_id}.${until}.${markOf(cipher, user.user_id, until, user.password_mark)}`
}

/** Whose visit that claims to be; only `isVisit` says whether it is. */
export function claimedUser(visit: string): string | null {
  return PATTERN.exec(visit)?.[1] ?? null
}

export function isVisit(cipher: Marks, visit: string, password_mark: string | null, seconds: number): boolean {
  const [, user_id, until, mark] = PATTERN.exec(visit) ?? []
  if (!user_id || !until || !mark || Number(until) < seconds) return false
  return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(cipher, user_id, Number(until), password_mark)))
}

const PATTERN = /^([0-9a-f]{24})\.(\d{10})\.([0-9a-f]{64})$/

function markOf(cipher: Marks, user_id: string, until: number, password_mark: string | null): string {
  return cipher.fingerprint('oauth_visit', `${user_id} ${until} ${password_mark}`)
}
