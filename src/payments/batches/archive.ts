import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '../../db/database.ts'
import { systemCaller } from '../../definition/caller.ts'
import { recordEvents } from '../../events/record-events.ts'
import { firstIdAt } from '../../lib/id.ts'
import { monthsBefore } from '../../lib/local-date.ts'
import type { Clock } from '../../ports/clock.ts'

interface Parts {
  db: Database
  clock: Clock
}

interface Wanted {
  /** Unix seconds: payments and closings of batches before this. */
  before: number
  /** The root location of one merchant; null for all. */
  root_id: string | null
  /** Only counts. */
  is_dry?: boolean
  /** Rows of a batch that one transaction looks at. */
  piece?: number
  /** Ends after the piece under way once it is aborted. */
  stopping?: AbortSignal
}

/** The name of this work among what is done at night. */
export const ARCHIVING = 'archive old payments'
/** The number of this lock among the advisory locks of the database. */
const ARCHIVE_LOCK = 7_265_104
const PIECE = 1_000
/** Between two transactions, so that vacuum and other writes get their turn. */
const PAUSE_MS = 20
const BATCHES = 200
/** A tally that no other write adds to, so that none waits for a piece. */
const OWN_SHARD = 64

const DAY = 86_400

/**
 * Returns the time (Unix seconds) before which payments are archived: so many months ago, and never while the number of
 * their card may still be kept, because that time is counted from living payments.
 */
export function archivedBefore(seconds: number, months: number, number_days: number): number {
  return Math.min(monthsBefore(seconds, months), seconds - number_days * DAY)
}

interface OldBatch {
  id: string
  root_id: string
  location_id: string
}

/**
 * Moves payments of batches that were closed before a time to the archive, with their attempts, histories and level 3
 * data; what may go is decided by `payment_can_go` (migration 0099). Each piece is a short transaction of its own that
 * waits for nobody, so the next run goes on where one was interrupted, and several processes take turns. Returns how
 * many payments were moved.
 */
export async function archivePayments(parts: Parts, wanted: Wanted): Promise<number> {
  let all = 0
  for (let last = ''; ; ) {
    const values = [last, firstIdAt(wanted.before * 1000), wanted.root_id]
    const batches = await parts.db.query<OldBatch>(OLD_BATCHES, values)
    for (const batch of batches) if (!wanted.stopping?.aborted) all += await archiveBatch(parts, batch, wanted)
    if (batches.length < BATCHES || wanted.stopping?.aborted) return all
    last = batches.at(-1)!.id
  }
}

/** Which of them are closed and for how long is decided with each payment. */
const OLD_BATCHES = `
select id, root_id, location_id from transactionbatch
 where id > $1 and id < $2 and ($3::text is null or root_id = $3) and processing_status_id in (2, 6)
 order by id limit ${BATCHES}`

async function archiveBatch(parts: Parts, batch: OldBatch, wanted: Wanted): Promise<number> {
  const piece = wanted.piece ?? PIECE
  let all = 0
  for (let last = ''; ; ) {
    const { looked_at, last_id, moved } = await (wanted.is_dry
      ? parts.db.transaction(tx => lookAt(tx, PIECE_THAT_WOULD_GO, batch, wanted.before, last, piece))
      : parts.db.transaction(tx => movePiece(parts, tx, batch, wanted.before, last, piece)))
    all += moved
    if (looked_at < piece || wanted.stopping?.aborted) return all
    last = last_id!
    await pause(PAUSE_MS)
  }
}

interface Moved {
  looked_at: number
  last_id: string | null
  moved: number
}

async function movePiece(
  { clock }: Parts,
  tx: Tx,
  batch: OldBatch,
  before: number,
  last: string,
  piece: number,
): Promise<Moved> {
  // Only others that archive wait here, for one piece.
  await tx.query('select pg_advisory_xact_lock($1)', [ARCHIVE_LOCK])
  const done = await lookAt(tx, MOVE_PIECE, batch, before, last, piece)
  if (done.moved === 0) return done
  await recordEvents(tx, clock, [
    {
      caller: systemCaller(batch.root_id, 'operator'),
      location_id: batch.location_id,
      noun: 'transactionbatch',
      record_id: batch.id,
      verb: 'archived',
      details: { payments: done.moved, before },
    },
  ])
  return done
}

async function lookAt(
  tx: Tx,
  text: string,
  { id, root_id }: OldBatch,
  before: number,
  last: string,
  piece: number,
): Promise<Moved> {
  const [row] = await tx.query<Moved>(text, [id, root_id, before, last, piece])
  return row!
}

/** Payments of a batch, and those that can go with all that refer to them. A locked one stays for the next run. */
const CAN_GO = (locked: string): string => `
with looked_at as materialized (
  select id from transaction
   where transaction_batch_id = $1 and root_id = $2 and id > $4 order by id limit $5),
first as materialized (
  select t.id from looked_at join transaction t on t.id = looked_at.id and t.root_id = $2
   where payment_can_go(t, $3) ${locked}),
going as materialized (
  select id from first
  union all
  select later.id from first join transaction later on later.previous_transaction_id = first.id and later.root_id = $2)`

const TOLD = '(select count(*)::int from looked_at) as looked_at, (select max(id) from looked_at) as last_id'

const PIECE_THAT_WOULD_GO = `${CAN_GO('')}
select ${TOLD}, (select count(*)::int from going) as moved`

/** Deleted and stored by one statement, so that everyone finds each row in exactly one of the two places. */
const MOVE_PIECE = `${CAN_GO('for update of t skip locked')},
${move('attempt', 'transaction_id')},
${move('transactionhistory', 'transaction_id')},
${move('transactionlevel3', 'transaction_id')},
${move('transaction', 'id')},
counted as (
  insert into tally (noun, root_id, place, shard, records, moves)
  select 'transaction', root_id, location_id, ${OWN_SHARD}, -count(*), 1 from gone_transaction
   where deleted_ts is null group by root_id, location_id
      on conflict (noun, root_id, place, shard) do update set records = tally.records + excluded.records, moves = tally.moves + 1)
select ${TOLD}, (select count(*)::int from gone_transaction) as moved`

function move(table: string, column: string): string {
  return `gone_${table} as (
  delete from ${table} t using going where t.root_id = $2 and t.${column} = going.id returning t.*),
kept_${table} as (insert into archived_${table} select * from gone_${table})`
}

/** Reads living and archived rows as one table. Only where rows are found by an index that both have. */
export const LIVING_AND_ARCHIVED = {
  transaction: '(select * from transaction union all select * from archived_transaction)',
  attempt: '(select * from attempt union all select * from archived_attempt)',
} as const
