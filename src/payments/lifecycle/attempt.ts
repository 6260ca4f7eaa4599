import type { Queryable } from '../../db/database.ts'
import { lease, SKIP_LOCKED } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import type { Resource, Settable } from '../../definition/resource.ts'
import { overRows, type SideStatement, type UnitOfWork } from '../../definition/store.ts'
import { momentOf } from '../../lib/id.ts'
import { remembered } from '../../lib/remembered.ts'
import { copyWithout } from '../../lib/wide-records.ts'
import type { Outcome } from '../../ports/processor.ts'
import type { Action, SentBetween } from '../../ports/processor-request.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { type OpenBatch, openBatchOf } from '../batches/batch.ts'
import type { RetryPolicy } from './payment-context.ts'

/**
 * `order`: the request a transaction begins with. `follow_up`: an action on it. `reversal`: of an approval that must
 * not stand.
 */
export type Purpose = 'order' | 'follow_up' | 'reversal'

/** A request to a processor, stored before it is submitted. Its id is the reference the processor receives. */
export interface Attempt {
  id: string
  root_id: string
  transaction_id: string
  /** The account at the processor: that of its transaction. */
  processor_account_id: string
  action: Action
  purpose: Purpose
  /** The reference of the request it acts on. */
  original: string | null
  /** Minor units. */
  amount: bigint
  /** Columns an approval sets beyond those of the action itself: a tip, a tax, a description. */
  changes: Settable<typeof transaction>
  state: 'pending' | 'approved' | 'declined' | 'unknown' | 'reversed'
  /** When it was reported as failed, Unix seconds; an approval after that has to be reversed. */
  told_ts: number | null
  /** Since when a person has to intervene, Unix seconds. */
  stuck_ts: number | null
  /** What its processor does with it, where that has it and decides later. */
  underway: 'pending' | 'held' | null
  asks: number
  /**
   * A gateway whose database was lost may have sent it: it is not sent before its processor has said that it never
   * arrived.
   */
  is_doubtful: boolean
}

export type NewAttempt = Pick<
  Attempt,
  'id' | 'root_id' | 'transaction_id' | 'processor_account_id' | 'action' | 'purpose' | 'amount'
> & {
  is_doubtful?: boolean
  original?: string | null
  changes?: Settable<typeof transaction>
}

export interface AttemptRecord extends Omit<Attempt, 'amount' | 'changes'> {
  amount: number
  changes: Record<string, unknown> | null
}

/** Returns the attempt of a new request. */
export function newAttempt(made: NewAttempt): Attempt {
  return {
    original: null,
    changes: {},
    ...made,
    state: 'pending',
    told_ts: null,
    stuck_ts: null,
    underway: null,
    asks: 0,
    is_doubtful: made.is_doubtful ?? false,
  }
}

/** Whether an attempt was made at the account that its payment has left for a second one. */
export function isLeft(row: Pick<TransactionRow, 'processor_account_id'>, { processor_account_id }: Attempt): boolean {
  return processor_account_id !== row.processor_account_id
}

/**
 * Stores attempts; their leases begin, but for doubtful ones: nothing is on its way, and the resolver asks at once.
 * The database refuses a second open one of the same transaction.
 */
export async function openAttempts(
  work: UnitOfWork,
  attempts: readonly Attempt[],
  retry_policy: RetryPolicy,
  seconds: number,
): Promise<void> {
  if (attempts.length === 0) return
  const { text, values } = attemptInsert(attempts, retry_policy, seconds)
  await work.query(text, values)
}

/** The statement that stores attempts. */
export function attemptInsert(
  attempts: readonly Attempt[],
  { lease_seconds }: RetryPolicy,
  seconds: number,
): SideStatement {
  const rows = attempts.map(({ changes, amount, ...attempt }) => ({
    ...attempt,
    amount: amount.toString(),
    changes: encodeChanges(changes),
    created_ts: seconds,
  }))
  return overRows(OPEN, rows, lease_seconds)
}

const OPEN = `
insert into attempt (id, root_id, transaction_id, processor_account_id, action, purpose, original, amount, changes, created_ts, is_doubtful, state, ask_ts, believe_ts)
select id, root_id, transaction_id, processor_account_id, action, purpose, original, amount, changes, created_ts, is_doubtful, 'pending',
       ${MACHINE_NOW} + (case when is_doubtful then 0 else $2 end), ${MACHINE_NOW} + (case when is_doubtful then 0 else $2 end)
  from json_populate_recordset(null::attempt, $1)`

/** An attempt and its transaction, both locked, with the open batch that its payment would join. */
export interface LockedAttempt {
  attempt: Attempt
  row: TransactionRow
  open_batch: OpenBatch | null
}

/**
 * Locks attempts with their transactions, a transaction before its attempt and in the order of ids; returns them by
 * attempt. An open batch is held open with them (see `joinBatch`), which spares orders a statement of their own.
 */
export async function lockAttempts(work: UnitOfWork, ids: readonly string[]): Promise<Map<string, LockedAttempt>> {
  type Found = Record<string, unknown> & { attempt: AttemptRecord; open_batch: OpenBatch | null }
  const rows = await work.query<Found>(LOCK, [ids, work.actor.caller.root_id])
  return new Map(
    rows.map(found => {
      const { attempt, open_batch } = found
      const row = loaded<TransactionRow>(transaction, columnsIn(found))
      return [attempt.id, { attempt: decodeAttempt(attempt), row, open_batch }]
    }),
  )
}

const columnsIn = copyWithout(['attempt', 'open_batch'])

// No index serves "is not distinct from", so both are found by their ids, whatever PostgreSQL knows of the tables.
const LOCK = `
select t.*, row_to_json(a) as attempt,
       case when a.purpose = 'order' then (select row_to_json(b) from (${openBatchOf('t.processor_account_id')}) b) end as open_batch
  from transaction t join attempt a on a.root_id is not distinct from t.root_id and a.transaction_id = t.id
 where a.id = any($1) and a.root_id is not distinct from $2
 order by t.id, a.id
   for no key update of t for update of a`

/** How an attempt ends. */
export interface EndedAttempt {
  id: string
  state: 'approved' | 'declined'
  outcome: Outcome
  /** A person has to intervene: the processor refuses a reversal, or the transaction has moved on. */
  is_stuck: boolean
}

/** The statement that stores the outcomes of attempts, and the state each one leaves its attempt in. */
export function attemptEnd(ended: readonly EndedAttempt[], seconds: number): SideStatement {
  const rows = ended.map(({ id, state, outcome, is_stuck }) => ({
    ...outcome,
    id,
    state,
    auth_amount: outcome.auth_amount?.toString() ?? null,
    stuck_ts: is_stuck ? seconds : null,
  }))
  return { text: END, values: [JSON.stringify(rows), seconds, ended.map(({ id }) => id)] }
}

const END = `
update attempt
   set state = said.state, reason_code_id = said.reason_code_id, verbiage = said.verbiage, response_message = said.response_message,
       auth_code = said.auth_code, auth_amount = said.auth_amount, avs = said.avs, avs_enhanced = said.avs_enhanced,
       cvv_response = said.cvv_response, processor_reference = said.processor_reference, decline_class = said.decline_class,
       advice_code = said.advice_code, network_transaction_id = said.network_transaction_id, ended_ts = $2, stuck_ts = said.stuck_ts
  from json_populate_recordset(null::attempt, $1) as said
 where attempt.id = said.id and attempt.id = any($3)`

/** Marks an attempt as reported as failed; the resolver continues to poll it. */
export async function markReportedFailed(
  work: UnitOfWork,
  id: string,
  seconds: number,
  next_seconds: number,
): Promise<void> {
  const text = `update attempt set state = 'unknown', told_ts = coalesce(told_ts, $2), ask_ts = ${MACHINE_NOW} + $3 where id = $1`
  await work.query(text, [id, seconds, next_seconds])
}

/** The statement that marks approvals as reversed. */
export function attemptReversed(references: readonly string[]): SideStatement {
  return {
    text: `update attempt set state = 'reversed' where id = any($1) and state = 'approved'`,
    values: [references],
  }
}

/** Returns the processor accounts at which polls of open attempts are due, those with reversals first. */
export async function accountsDue(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ account: string }>(ACCOUNTS_DUE)
  return rows.map(({ account }) => account)
}

/**
 * Leases open attempts of a processor account whose next poll is due, so that several workers never poll the same one
 * at once. The oldest debt comes first: reversals of approvals that must not stand, then what was reported as failed,
 * then the rest.
 */
export async function takeDue(db: Queryable, account: string, most: number, lease_seconds: number): Promise<Attempt[]> {
  const rows = await open_attempts.claim(db, lease_seconds, [most, account])
  return rows.map(decodeAttempt)
}

const OPEN_STATES = `state in ('pending', 'unknown')`
/** As the index attempt_due has it. */
const DEBT = `(case when purpose = 'reversal' then 0 when told_ts is not null then 1 else 2 end)`
const DEBTS = '(values (0), (1), (2)) as sort (debt)'

/** The time is a subquery because an index is not searched by a volatile expression. */
function dueAt(account: string): string {
  return `${OPEN_STATES} and processor_account_id = ${account} and ${DEBT} = sort.debt and ask_ts <= (select ${MACHINE_NOW})`
}

/** Steps from account to account along the index, however many attempts each has open. */
const ACCOUNTS_DUE = `
with recursive known as (
  select min(processor_account_id) as account from attempt where ${OPEN_STATES}
  union all
  select (select min(processor_account_id) from attempt where ${OPEN_STATES} and processor_account_id > known.account)
    from known where known.account is not null)
select account from known, ${DEBTS}
 where account is not null and exists (select from attempt where ${dueAt('known.account')})
 group by account order by min(debt), account`

const open_attempts = lease<AttemptRecord>({
  table: 'attempt',
  column: 'ask_ts',
  counter: 'asks',
  open: OPEN_STATES,
  pick: `
  select due.id from ${DEBTS}, lateral (
    select id from attempt where ${dueAt('$3')} order by ask_ts, id limit $2 ${SKIP_LOCKED}) as due
   limit $2`,
})

/** Postpones the next poll of an attempt that is still open. */
export function pollLater(db: Queryable, id: string, seconds: number): Promise<void> {
  return open_attempts.release(db, id, seconds)
}

/**
 * Renews the lease for one more call at `seconds`, the gateway's time; returns false when the attempt has been ended
 * meanwhile.
 */
export async function renewAttempt(
  db: Queryable,
  id: string,
  lease_seconds: number,
  seconds: number,
): Promise<boolean> {
  const text = `
update attempt set ask_ts = ${MACHINE_NOW} + $2, believe_ts = ${MACHINE_NOW} + $2, sent_ts = $3
 where id = $1 and state = 'pending'`
  return (await db.run(text, [id, lease_seconds, seconds])) > 0
}

/**
 * Returns when a request may have been sent: between the first and the last of `times` (Unix seconds) and, where one is
 * given, the moment of its reference.
 */
export function sentBetween(reference: string | null, times: readonly (number | null)[]): SentBetween {
  const moment = reference === null ? null : momentOf(reference)
  const known = [...(moment === null ? [] : [Math.floor(moment / 1000)]), ...times.filter(time => time !== null)]
  return { since: Math.min(...known), until: Math.max(...known) }
}

/** Whether the processor would have received the request by now, had it ever arrived. */
export async function isBelievable(db: Queryable, attempt: Attempt): Promise<boolean> {
  const rows = await db.query(`select 1 from attempt where id = $1 and believe_ts <= ${MACHINE_NOW}`, [attempt.id])
  return rows.length > 0
}

export function decodeAttempt(row: AttemptRecord): Attempt {
  return { ...row, amount: BigInt(row.amount), changes: decodeChanges(row.changes) }
}

type Set = Settable<typeof transaction>

/**
 * Columns of a transaction that are set later, as JSON can hold them: amounts become texts, because JSON has no
 * integers.
 */
function encodeChanges(changes: Set): Record<string, unknown> | null {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return null
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  )
}

export function decodeChanges(stored: Record<string, unknown> | null): Set {
  return loaded<Set>(transaction, { ...stored })
}

/**
 * Columns of a resource as the engine reads them: kinds load what JSON or the driver returns in another form. They are
 * loaded in place, since a copy of so many columns costs more than reading them.
 */
export function loaded<T>(resource: Pick<Resource, 'fields'>, columns: Record<string, unknown>): T {
  for (const [name, load] of loadingOf(resource)) {
    const value = columns[name]
    if (value !== null && value !== undefined) columns[name] = load(value as never)
  }
  return columns as T
}

const loadingOf = remembered(({ fields }: Pick<Resource, 'fields'>) =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind.load ? [[name, kind.load] as const] : [])),
)
