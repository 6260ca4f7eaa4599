import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'
import type { Caller } from '../definition/caller.ts'
import { cardDataIn } from '../lib/card-data-in.ts'
import { newId } from '../lib/id.ts'
import { invalidField, Refusal } from '../lib/problem.ts'
import { untilAvailable } from '../lib/until-available.ts'
import type { Binding, Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { Body } from './body.ts'
import { IDEMPOTENCY_LEASE_SECONDS, IDEMPOTENCY_SECONDS, LONGEST_IDEMPOTENCY_KEY } from './conventions.ts'

/** A finished response. */
interface StoredResponse {
  status: number
  body: string
  /** It holds a credential, so it is stored encrypted. */
  secret?: boolean
}

/**
 * What is to be done with a request: run it, repeat the stored response, or return the record that was stored before a
 * crash.
 */
type Claimed =
  | { kind: 'run'; claim: string }
  | { kind: 'replay'; response: StoredResponse }
  | { kind: 'recover'; claim: string; noun: string; record_id: string }

interface ClaimRow {
  id: string
  request_mark: string
  noun: string | null
  record_id: string | null
  status: number | null
  answer: string | null
  leased_until: number
  is_leased: boolean
}

/**
 * Idempotency-Key: the first response is stored for a day and repeated. The request itself is stored as a keyed hash
 * only, so no card data is. A key whose request died with its process is taken over: when a record was stored under it,
 * the response is that record; otherwise nothing has happened and the request runs.
 */
export interface Idempotency {
  /** `joins` says whether another request may wait for the one that stored a record of this resource. */
  claim(caller: Caller, key: string, request: string, body: Body, joins: (noun: string) => boolean): Promise<Claimed>
  finish(claim: string, response: StoredResponse): Promise<void>
  /** The request failed without a final response: a retry runs again unless a record was stored. */
  abandon(claim: string): Promise<void>
}

export function idempotency(db: Database, cipher: Cipher, clock: Clock): Idempotency {
  return {
    async claim(caller, sent, request, body, joins) {
      if (sent.length > LONGEST_IDEMPOTENCY_KEY)
        throw invalidField('Idempotency-Key', `should contain at most ${LONGEST_IDEMPOTENCY_KEY} characters.`)
      // A key may be an order number, which looks like a card number at times: taken, and not stored as it came.
      const owner = caller.user_id ?? caller.method
      const key = cardDataIn(sent) ? await storedKey(db, cipher, caller.root_id, owner, sent) : sent
      const text = `${actsFor(caller)}${request}\n${JSON.stringify(body.body ?? null)}\n${body.uploads.map(digest).join('\n')}`
      const now = clock.seconds()
      const id = newId(clock.now())
      const made = await db.query(INSERT_CLAIM, [
        id,
        owner,
        key,
        cipher.fingerprint('request', text),
        IDEMPOTENCY_LEASE_SECONDS,
        now,
        now - IDEMPOTENCY_SECONDS,
        caller.root_id,
      ])
      if (made.length > 0) return { kind: 'run', claim: id }

      const [found] = await db.query<ClaimRow>(READ_CLAIM, [owner, key, caller.root_id])
      if (!found) throw askAgain('A request with this Idempotency-Key has just ended; send it again.')
      if (!cipher.isFingerprint(found.request_mark, 'request', text))
        throw invalidField('Idempotency-Key', 'This key was used with another request.')
      if (found.status !== null)
        return { kind: 'replay', response: { status: found.status, body: decrypted(cipher, found) } }
      if (found.noun && found.record_id && joins(found.noun))
        return { kind: 'recover', claim: found.id, noun: found.noun, record_id: found.record_id }
      if (found.is_leased) throw stillRuns()
      return takeOver(db, found, id)
    },
    async finish(claim, { status, body, secret }) {
      const text = secret ? cipher.seal(body, bindingOf(claim)) : body
      // A database that is away for a moment must not cost the response: the record may be changed or deleted later.
      await untilAvailable(FINISH_MS, () => db.run(FINISH, [claim, status, text]))
    },
    async abandon(claim) {
      await db.run('delete from idempotency where id = $1 and record_id is null', [claim])
    },
  }
}

/**
 * Returns the form in which a key is stored already, while the key of fingerprints is replaced; else the current one.
 */
async function storedKey(db: Database, cipher: Cipher, root_id: string, owner: string, sent: string): Promise<string> {
  const [key = '', ...others] = cipher.fingerprints('idempotency_key', sent)
  if (others.length === 0) return key
  const [found] = await db.query<{ key: string }>(
    'select key from idempotency where user_id = $1 and root_id = $2 and key = any($3) limit 1',
    [owner, root_id, others],
  )
  return found?.key ?? key
}

/**
 * Returns what sets the requests of an integration, a limited key or a signature apart from those of the user himself:
 * his responses may show keys that are refused to it, and a repeated response is not checked again.
 */
function actsFor({ method, limited_key, scopes }: Caller): string {
  const is_user = (method === 'user-key' && !limited_key) || method === 'token'
  return is_user ? '' : `${[method, ...(scopes ?? [])].join(' ')} `
}

/** How long a response that is known waits to be stored, in milliseconds. */
const FINISH_MS = 8_000

const FINISH = 'update idempotency set status = $2, answer = $3 where id = $1 and status is null'

/** Responses are JSON or empty; an encrypted one begins with the version of the cipher text. */
function decrypted(cipher: Cipher, { id, answer }: ClaimRow): string {
  const text = answer ?? ''
  return text.startsWith('v1.') ? cipher.open(text, bindingOf(id)) : text
}

function bindingOf(claim: string): Binding {
  return { location_id: 'idempotency', record_id: claim, field: 'answer' }
}

/** A key older than a day can be used for another request. */
const INSERT_CLAIM = `
insert into idempotency (id, user_id, key, request_mark, leased_until, created_ts, root_id)
values ($1, $2, $3, $4, ${MACHINE_NOW} + $5, $6, $8)
on conflict (user_id, key, root_id) do update
   set id = excluded.id, request_mark = excluded.request_mark, leased_until = excluded.leased_until,
       created_ts = excluded.created_ts, noun = null, record_id = null, status = null, answer = null
 where idempotency.created_ts < $7
returning id`

const READ_CLAIM = `
select *, leased_until > ${MACHINE_NOW} as is_leased from idempotency where user_id = $1 and key = $2 and root_id = $3`

/**
 * A claim without a record gets a new id, so that a request that was only slow can store nothing under the old one.
 * Once a record is stored the claim keeps its id: the outcome of a payment that is being processed still has to be
 * stored.
 */
async function takeOver(db: Database, before: ClaimRow, id: string): Promise<Claimed> {
  const isEmpty = before.noun === null || before.record_id === null
  const claim = isEmpty ? id : before.id
  const taken = await db.run(TAKE_OVER, [before.id, before.leased_until, claim, IDEMPOTENCY_LEASE_SECONDS, isEmpty])
  if (taken === 0) throw stillRuns()
  if (isEmpty) return { kind: 'run', claim }
  return { kind: 'recover', claim, noun: before.noun!, record_id: before.record_id! }
}

const TAKE_OVER = `
update idempotency set id = $3, leased_until = ${MACHINE_NOW} + $4
 where id = $1 and leased_until = $2 and status is null and (record_id is null) = $5`

function stillRuns(): Refusal {
  return askAgain('A request with this Idempotency-Key is still running.')
}

function askAgain(text: string): Refusal {
  return new Refusal(409, text, null, { 'retry-after': '1' })
}

function digest(upload: { field: string; content: Buffer }): string {
  return `${upload.field} ${createHash('sha256').update(upload.content).digest('hex')}`
}

/** Rows of one statement, so that its locks are short. */
const PURGED_AT_ONCE = 5000

/** Deletes expired keys, a few thousand at a time. Returns how many. */
export async function purgeIdempotencyKeys(db: Database, clock: Clock): Promise<number> {
  let all = 0
  for (let gone = PURGED_AT_ONCE; gone === PURGED_AT_ONCE; all += gone) {
    gone = await db.run(
      `delete from idempotency where id in (
         select id from idempotency where created_ts < $1 order by created_ts limit ${PURGED_AT_ONCE})`,
      [clock.seconds() - IDEMPOTENCY_SECONDS],
    )
  }
  return all
}
