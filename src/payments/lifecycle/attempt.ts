import type { Queryable } from '../../db/database.ts'
import { lease } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { Action, Outcome } from '../../ports/processor.ts'
import type { transaction } from '../../resources/transaction/transaction.ts'
import { decodeChanges, encodeChanges } from './encode-changes.ts'
import type { RetryPolicy } from './retry-policy.ts'

/**
 * `order`: the question a transaction began with. `follow_up`: an action on it. `reversal`: taking back an approval that
 * must not stand.
 */
export type Purpose = 'order' | 'follow_up' | 'reversal'

/** One question to a processor, written down before it is asked. Its id is the reference that is sent. */
export interface Attempt {
  id: string
  root_id: string
  transaction_id: string
  /** The name products carry. */
  processor: string
  action: Action
  purpose: Purpose
  /** The reference it acts on. */
  original: string | null
  /** Minor units. */
  amount: bigint
  /** What an approval sets beyond what the action itself does: a tip, a tax, a description. */
  changes: Settable<typeof transaction>
  state: 'pending' | 'approved' | 'declined' | 'unknown' | 'reversed'
  /** When somebody was told that it did not happen, Unix seconds; from then on that has to become true. */
  told_ts: number | null
  /** Machine time before which nobody else asks about it. */
  ask_ts: number
  /** Machine time from which `never seen` is believed: before, the order may still be on its way. */
  believe_ts: number
  asks: number
}

export type NewAttempt = Pick<
  Attempt,
  'id' | 'root_id' | 'transaction_id' | 'processor' | 'action' | 'purpose' | 'amount'
> & {
  original?: string | null
  changes?: Settable<typeof transaction>
}

export interface AttemptRecord extends Omit<Attempt, 'amount' | 'changes'> {
  amount: number
  changes: Record<string, unknown> | null
}

/** Writes the attempt down; its lease begins. A second open one for the same transaction is refused by the database. */
export async function openAttempt(
  work: UnitOfWork,
  made: NewAttempt,
  retry_policy: RetryPolicy,
  seconds: number,
): Promise<Attempt> {
  const [row] = await work.query<AttemptRecord>(OPEN, [
    made.id,
    made.root_id,
    made.transaction_id,
    made.processor,
    made.action,
    made.purpose,
    made.original ?? null,
    made.amount.toString(),
    encodeChanges(made.changes ?? {}),
    seconds,
    retry_policy.lease_seconds,
  ])
  return decodeAttempt(row!)
}

const OPEN = `
insert into attempt (id, root_id, transaction_id, processor, action, purpose, original, amount, changes, created_ts, state, ask_ts, believe_ts)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending', ${MACHINE_NOW} + $11, ${MACHINE_NOW} + $11)
returning *`

/** The same for many, in one statement. */
export async function openAttempts(
  work: UnitOfWork,
  made: readonly NewAttempt[],
  retry_policy: RetryPolicy,
  seconds: number,
): Promise<Attempt[]> {
  const rows = made.map(({ changes: _none, amount, original = null, ...attempt }) => ({
    ...attempt,
    original,
    amount: amount.toString(),
  }))
  const opened = await work.query<AttemptRecord>(OPEN_MANY, [JSON.stringify(rows), seconds, retry_policy.lease_seconds])
  return opened.map(decodeAttempt)
}

const OPEN_MANY = `
insert into attempt (id, root_id, transaction_id, processor, action, purpose, original, amount, created_ts, state, ask_ts, believe_ts)
select id, root_id, transaction_id, processor, action, purpose, original, amount, $2, 'pending', ${MACHINE_NOW} + $3, ${MACHINE_NOW} + $3
  from json_populate_recordset(null::attempt, $1)
returning *`

/** Reads many attempts and holds them, always in the same order. */
export async function lockAttempts(work: UnitOfWork, ids: readonly string[]): Promise<Attempt[]> {
  const text = 'select * from attempt where id = any($1) order by id for update'
  return (await work.query<AttemptRecord>(text, [ids])).map(decodeAttempt)
}

/** Reads an attempt and holds it until the transaction ends. */
export async function lockAttempt(work: UnitOfWork, id: string): Promise<Attempt | null> {
  const [row] = await work.query<AttemptRecord>('select * from attempt where id = $1 for update', [id])
  return row ? decodeAttempt(row) : null
}

/** Stores what the processor said and in which state that leaves the attempt. */
export async function endAttempt(
  work: UnitOfWork,
  id: string,
  state: Attempt['state'],
  outcome: Outcome,
  seconds: number,
): Promise<void> {
  await work.query(END, [
    id,
    state,
    outcome.reason_code_id,
    outcome.verbiage,
    outcome.response_message,
    outcome.auth_code,
    outcome.auth_amount?.toString() ?? null,
    outcome.avs,
    outcome.avs_enhanced,
    outcome.cvv_response,
    outcome.processor_reference,
    seconds,
  ])
}

const END = `
update attempt
   set state = $2, reason_code_id = $3, verbiage = $4, response_message = $5, auth_code = $6, auth_amount = $7, avs = $8,
       avs_enhanced = $9, cvv_response = $10, processor_reference = $11, ended_ts = $12
 where id = $1`

/** The same for many, in one statement. */
export async function endAttempts(
  work: UnitOfWork,
  ended: readonly (Outcome & Pick<Attempt, 'id' | 'state'>)[],
  seconds: number,
): Promise<void> {
  const rows = ended.map(each => ({ ...each, auth_amount: each.auth_amount?.toString() ?? null }))
  await work.query(END_MANY, [JSON.stringify(rows), seconds])
}

const END_MANY = `
update attempt
   set state = said.state, reason_code_id = said.reason_code_id, verbiage = said.verbiage, response_message = said.response_message,
       auth_code = said.auth_code, auth_amount = said.auth_amount, avs = said.avs, avs_enhanced = said.avs_enhanced,
       cvv_response = said.cvv_response, processor_reference = said.processor_reference, ended_ts = $2
  from json_populate_recordset(null::attempt, $1) as said
 where attempt.id = said.id`

/** Somebody was told that it did not happen; the resolver asks on, from now. */
export async function markReportedFailed(
  work: UnitOfWork,
  id: string,
  seconds: number,
  next_seconds: number,
): Promise<void> {
  const text = `update attempt set state = 'unknown', told_ts = coalesce(told_ts, $2), ask_ts = ${MACHINE_NOW} + $3 where id = $1`
  await work.query(text, [id, seconds, next_seconds])
}

/** Marks an approval as taken back. */
export async function markReversed(work: UnitOfWork, reference: string): Promise<void> {
  await work.query(`update attempt set state = 'reversed' where id = $1 and state = 'approved'`, [reference])
}

/** A person has to look at it: the processor will not take the money back. */
export async function markStuck(work: UnitOfWork, id: string, seconds: number): Promise<void> {
  await work.query('update attempt set stuck_ts = $2 where id = $1', [id, seconds])
}

/** Takes open attempts whose time has come, so that several workers never ask about the same one at once. */
export async function takeDue(db: Queryable, most: number, lease_seconds: number): Promise<Attempt[]> {
  const rows = await open_attempts.claim(db, lease_seconds, [most])
  return rows.map(decodeAttempt)
}

const open_attempts = lease<AttemptRecord>({
  table: 'attempt',
  column: 'ask_ts',
  counter: 'asks',
  open: `state in ('pending', 'unknown')`,
})

/** Nothing was learned; the next query waits. */
export function pollLater(db: Queryable, id: string, seconds: number): Promise<void> {
  return open_attempts.release(db, id, seconds)
}

/** Holds an attempt for one more call, as when it was opened; false when somebody has ended it meanwhile. */
export async function renewAttempt(db: Queryable, id: string, lease_seconds: number): Promise<boolean> {
  const text = `update attempt set ask_ts = ${MACHINE_NOW} + $2, believe_ts = ${MACHINE_NOW} + $2 where id = $1 and state = 'pending'`
  return (await db.run(text, [id, lease_seconds])) > 0
}

/** Whether the processor would have seen the order by now, had it ever arrived. */
export async function isBelievable(db: Queryable, attempt: Attempt): Promise<boolean> {
  const rows = await db.query(`select 1 from attempt where id = $1 and believe_ts <= ${MACHINE_NOW}`, [attempt.id])
  return rows.length > 0
}

export function decodeAttempt(row: AttemptRecord): Attempt {
  return { ...row, amount: BigInt(row.amount), changes: decodeChanges(row.changes) }
}
