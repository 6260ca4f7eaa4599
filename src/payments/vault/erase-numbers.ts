import type { Database, Tx } from '../../db/database.ts'
import { systemCaller } from '../../definition/caller.ts'
import { recordEvents } from '../../events/record-events.ts'
import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import { keptSeconds, LONGEST_LOOK, type Retention } from '../../lib/number-retention.ts'
import type { Clock } from '../../ports/clock.ts'

export const eraseNumbersTask = defineTask<Record<never, never>>('vault.erase')

interface Parts {
  db: Database
  clock: Clock
  retention: Retention
}

/** Numbers are looked at in pieces, each in a transaction of its own. */
const PIECE = 200
/** Seconds until a number is looked at again that an open payment needs. */
const AGAIN = 600

/** Sealed numbers whose time has come. */
export const eraseNumbersDue = dueScan({
  name: 'sealed numbers that end',
  task: eraseNumbersTask,
  moment: 'select min(erase_ts) from instrument where erase_ts is not null',
})

/** Erases every number whose time has come and that nothing needs, in so many pieces at most. Returns how many. */
export async function eraseNumbers(parts: Parts, most = Number.POSITIVE_INFINITY): Promise<number> {
  let erased = 0
  for (let pieces = 0; pieces < most; pieces += 1) {
    const piece = await parts.db.transaction(tx => erasePiece(parts, tx))
    erased += piece.erased
    if (piece.looked < PIECE) break
  }
  return erased
}

/** Pieces of one job: the scan finds what is left, and a process that stops waits for one job at most. */
export const PIECES = 50

/**
 * Looks at some numbers: erases what nothing needs, and says of the others when to look again. Their rows are locked
 * first, as a whole: whoever begins to need one (a payment, a stored account) holds its row until that is stored.
 * What was stored before the lock is seen only by a statement that begins after it.
 */
async function erasePiece({ clock, retention }: Parts, tx: Tx): Promise<{ looked: number; erased: number }> {
  const seconds = clock.seconds()
  const locked = await tx.query<{ id: string; root_id: string }>(
    'select id, root_id from instrument where erase_ts <= $1 order by erase_ts limit $2 for update skip locked',
    [seconds, PIECE],
  )
  const { card, card_by_reference, bank } = keptSeconds(retention)
  const looked = await tx.query<{ root_id: string; erased: boolean }>(JUDGE, [
    locked.map(({ id }) => id),
    locked.map(({ root_id }) => root_id),
    seconds,
    seconds + AGAIN,
    retention.by_reference,
    card,
    card_by_reference,
    bank,
    LONGEST_LOOK,
  ])
  const gone = looked.filter(({ erased }) => erased)
  const events = [...Map.groupBy(gone, ({ root_id }) => root_id)].map(([root_id, { length: count }]) => {
    const what = { location_id: null, noun: 'instrument', record_id: '', verb: 'erased', details: { count } }
    return { caller: systemCaller(root_id, 'vault'), ...what }
  })
  await recordEvents(tx, clock, events)
  return { looked: locked.length, erased: gone.length }
}

/**
 * $1, $2: ids and merchants; $3: now; $4: the next look at what an open payment needs; $5: connectors that refund by
 * reference, '' for accounts that name none; $6, $7, $8: the seconds that a card's number is kept, at these
 * processors, and a bank account's; $9: the seconds until the next look at most. Materialized, because what a
 * number is needed for would be asked ten times for each.
 */
const JUDGE = `
with looked as materialized (
  select one.id, one.root_id, one.payment_method, one.created_ts, instrument_need(one) as need, paid.*
    from unnest($1::text[], $2::text[]) as due (id, root_id)
    join instrument one on one.root_id = due.root_id and one.id = due.id
   cross join lateral (
     select max(t.created_ts) as paid_ts, bool_and(coalesce(a.connector, '') = any ($5::text[])) as by_reference
       from transaction t
       left join processor_account a on a.root_id = t.root_id and a.id = t.processor_account_id
      where t.root_id = one.root_id and t.instrument_id in (select unnest(instrument_names(one)))) as paid),
judged as materialized (
  select *, case
      when need = 'stored account' then null
      when need is not null then $4
      when paid_ts is null then $3
      when payment_method = 'ach' then paid_ts + $8
      when by_reference then paid_ts + $7
      else paid_ts + $6
    end::bigint as until
    from looked)
update instrument one
   set sealed = case when until <= $3 then null else sealed end,
       key_id = case when until <= $3 then null else key_id end,
       erased_ts = case when until <= $3 then $3::bigint end,
       erase_ts = case when until > $3 then least(until, $3 + $9::bigint) end
  from judged where one.root_id = judged.root_id and one.id = judged.id
returning one.root_id, one.erased_ts is not null as erased`

/** What numbers are kept for, and how many of them. */
export interface KeptNumbers {
  payment_method: 'cc' | 'ach'
  /** Null: for refunds by reference, and for another payment with the account. */
  need: string | null
  numbers: number
  /** Unix seconds. */
  oldest_ts: number
}

/** Returns what every number is kept for (PCI DSS 3.2.1), and how many are erased. Reads the whole table. */
export async function keptNumbers(db: Pick<Database, 'query'>): Promise<{ kept: KeptNumbers[]; erased: number }> {
  const kept = await db.query<KeptNumbers>(
    `select payment_method, instrument_need(one) as need, count(*) as numbers, min(created_ts) as oldest_ts
       from instrument one where sealed is not null group by 1, 2 order by 1, 3 desc`,
  )
  const [row] = await db.query<{ erased: number }>('select count(*) as erased from instrument where sealed is null')
  return { kept, erased: row?.erased ?? 0 }
}
