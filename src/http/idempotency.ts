import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import { newId } from '../lib/id.ts'
import { invalidField, Refusal } from '../lib/problem.ts'
import type { Binding, Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { Body } from './body.ts'
import { IDEMPOTENCY_LEASE_SECONDS, IDEMPOTENCY_SECONDS, LONGEST_IDEMPOTENCY_KEY } from './conventions.ts'

/** A finished answer, as it went out. */
export interface StoredAnswer {
  status: number
  body: string
  /** Kept sealed, because it holds a credential. */
  secret?: boolean
}

/** What a key stands for when a request arrives with it. */
export type Claimed =
  | { kind: 'run'; claim: string }
  | { kind: 'replay'; answer: StoredAnswer }
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
 * Idempotency-Key: the first answer is kept for a day and given again. The request itself is kept as a keyed mark only,
 * so no card data is stored. A key whose request died with its process is taken over: when a record was already written
 * under it, that record is the answer; otherwise nothing happened and the request may run.
 */
export interface Idempotency {
  /** `joins` tells whether a request that wrote a record of this noun can be waited for by others. */
  claim(caller: Caller, key: string, request: string, body: Body, joins: (noun: string) => boolean): Promise<Claimed>
  finish(claim: string, answer: StoredAnswer): Promise<void>
  /** The request failed without a definite answer; a retry may run again unless a record was written. */
  abandon(claim: string): Promise<void>
}

export function idempotency(db: Database, cipher: Cipher, clock: Clock): Idempotency {
  return {
    async claim(caller, key, request, body, joins) {
      if (key.length > LONGEST_IDEMPOTENCY_KEY)
        throw invalidField('Idempotency-Key', `should contain at most ${LONGEST_IDEMPOTENCY_KEY} characters.`)
      const mark = cipher.fingerprint(
        'request',
        `${request}\n${JSON.stringify(body.body ?? null)}\n${body.uploads.map(digest).join('\n')}`,
      )
      const owner = caller.user_id ?? caller.method
      const now = clock.seconds()
      const id = newId(clock.now())
      const made = await db.query(INSERT_CLAIM, [
        id,
        owner,
        key,
        mark,
        IDEMPOTENCY_LEASE_SECONDS,
        now,
        now - IDEMPOTENCY_SECONDS,
        caller.root_id,
      ])
      if (made.length > 0) return { kind: 'run', claim: id }

      const [held] = await db.query<ClaimRow>(READ_CLAIM, [owner, key, caller.root_id])
      if (!held) throw new Refusal(409, 'A request with this Idempotency-Key has just ended; send it again.')
      if (held.request_mark !== mark) throw invalidField('Idempotency-Key', 'This key was used with another request.')
      if (held.status !== null) return { kind: 'replay', answer: { status: held.status, body: opened(cipher, held) } }
      if (held.noun && held.record_id && joins(held.noun))
        return { kind: 'recover', claim: held.id, noun: held.noun, record_id: held.record_id }
      if (held.is_leased) throw stillRuns()
      return takeOver(db, held, id)
    },
    async finish(claim, answer) {
      const kept = answer.secret ? cipher.seal(answer.body, bindingOf(claim)) : answer.body
      await db.run('update idempotency set status = $2, answer = $3 where id = $1', [claim, answer.status, kept])
    },
    async abandon(claim) {
      await db.run('delete from idempotency where id = $1 and record_id is null', [claim])
    },
  }
}

/** Answers are JSON or nothing; a sealed one begins with the version of the seal. */
function opened(cipher: Cipher, held: ClaimRow): string {
  const answer = held.answer ?? ''
  return answer.startsWith('v1.') ? cipher.open(answer, bindingOf(held.id)) : answer
}

function bindingOf(claim: string): Binding {
  return { location_id: 'idempotency', record_id: claim, field: 'answer' }
}

/** Leases are machine time, not business time: moving the sandbox clock must not take a key from the request that runs under it. */
const MACHINE_NOW = 'extract(epoch from clock_timestamp())::bigint'

/** A key that has outlived its day starts anew. */
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
 * A claim without a record gets a new id, so that a request which was only slow can write no more under the old one. Once a
 * record is written the claim stays what it is: the outcome of a payment that is on its way has to be stored.
 */
async function takeOver(db: Database, held: ClaimRow, id: string): Promise<Claimed> {
  const isEmpty = held.noun === null || held.record_id === null
  const claim = isEmpty ? id : held.id
  const taken = await db.run(TAKE_OVER, [held.id, held.leased_until, claim, IDEMPOTENCY_LEASE_SECONDS, isEmpty])
  if (taken === 0) throw stillRuns()
  if (isEmpty) return { kind: 'run', claim }
  return { kind: 'recover', claim, noun: held.noun!, record_id: held.record_id! }
}

const TAKE_OVER = `
update idempotency set id = $3, leased_until = ${MACHINE_NOW} + $4
 where id = $1 and leased_until = $2 and status is null and (record_id is null) = $5`

function stillRuns(): Refusal {
  return new Refusal(409, 'A request with this Idempotency-Key is still running.')
}

function digest(upload: { field: string; content: Buffer }): string {
  return `${upload.field} ${createHash('sha256').update(upload.content).digest('hex')}`
}

/** Removes keys that have outlived their day, a few thousand at a time. */
export async function forgetOldKeys(db: Database, clock: Clock): Promise<number> {
  return db.run(
    'delete from idempotency where id in (select id from idempotency where created_ts < $1 order by created_ts limit 5000)',
    [clock.seconds() - IDEMPOTENCY_SECONDS],
  )
}
