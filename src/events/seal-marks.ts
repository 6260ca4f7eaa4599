import type { Cipher } from '../ports/cipher.ts'

type Marks = Pick<Cipher, 'fingerprint' | 'fingerprintLike'>

/** The columns of an event that its seal covers; `changes` is the text of its JSON. */
export interface SealedEvent {
  id: string
  root_id: string
  location_id: string | null
  noun: string
  record_id: string
  verb: string
  changes: string | null
  user_id: string | null
  method: string
  credential: string | null
  address: string | null
  request_id: string | null
  created_ts: number
}

/** The columns of a `SealedEvent` for a statement in which the table is called `e`. */
export const SEALED_COLUMNS = `e.id, e.root_id, e.location_id, e.noun, e.record_id, e.verb, e.changes::text as changes, e.user_id, e.method,
 e.credential, e.address, e.request_id, e.created_ts`

/** The previous hash of the first link of a chain. */
export const FIRST_HASH = ''

/**
 * Characters of each event's hash in its link: enough to find a changed event. The link's `content` covers the whole
 * hashes.
 */
export const MARK_LETTERS = 16

/** All marks of a link are in one form, that of its hash (`like`). */
export function eventMark(cipher: Marks, like: string, event: SealedEvent): string {
  const { id, root_id, location_id, noun, record_id, verb, changes } = event
  const { user_id, method, credential, address, request_id, created_ts } = event
  const what = [id, root_id, location_id, noun, record_id, verb, changes]
  // Events of the time before there were request ids are sealed without one.
  const who = [user_id, method, credential, address, created_ts, ...(request_id === null ? [] : [request_id])]
  return cipher.fingerprintLike(like, 'audit_event', JSON.stringify([...what, ...who]))
}

export function contentMark(cipher: Marks, like: string, marks: readonly string[]): string {
  return cipher.fingerprintLike(like, 'audit_content', marks.join(' '))
}

export function linkHash(
  cipher: Marks,
  like: string,
  link: { root_id: string; position: number; content: string; hash_before: string },
): string {
  const { root_id, position, content, hash_before } = link
  return cipher.fingerprintLike(like, 'audit_link', JSON.stringify([root_id, position, content, hash_before]))
}

/** Returns what shows the form that new links have. */
export function currentForm(cipher: Marks): string {
  return cipher.fingerprint('audit_link', '')
}

/**
 * Whether a fingerprint is of an earlier form than another. Those of the first key are digits of 16, later ones begin
 * with their number.
 */
export function isEarlierForm(one: string, other: string): boolean {
  const formOf = (mark: string) => (mark.startsWith('g') ? mark.slice(0, 3) : '')
  return formOf(one) < formOf(other)
}
