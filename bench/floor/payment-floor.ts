import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { startFloor, startSimulator } from '../gateway.ts'
import type { Load } from '../measure.ts'
import type { OwnDatabase } from '../own-database.ts'
import { type Processes, processorTime } from '../processor-time.ts'

/** A row that a payment writes. */
export interface Write {
  table: string
  /** Columns of the primary key. */
  key: string[]
  /** Columns that an update changed; empty for a new row. */
  changed: string[]
  /** The written row by column, without nulls. */
  row: Record<string, unknown>
}

/** The rows that one payment writes before and after the processor call. */
export interface Recording {
  intent: Write[]
  outcome: Write[]
}

interface Noted {
  xid: string
  relation: string
  old: Write['row'] | null
  new: Write['row'] | null
  key: string[]
}

const POLL_MS = 20
const MOST_MS = 30_000

/** SQL: the tables of the gateway, without partitions. */
const TABLES = `select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
const NOTE = `
create schema floor;
create table floor.noted (n bigserial, xid xid8, relation regclass, old jsonb, new jsonb);
create function floor.note() returns trigger language plpgsql security definer as $$
begin
  insert into floor.noted (xid, relation, old, new) values (
    pg_current_xact_id(), coalesce(pg_partition_root(tg_relid), tg_relid),
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$`

/** Prepares a database for `recordWrites`. The recording and the floor's tables are in the schema `floor`. */
export async function openFloor(db: Database): Promise<void> {
  for (const statement of NOTE.split(/;\n(?=create)/)) await db.run(statement)
}

/**
 * Runs `pay` to make one payment, and returns the rows that its two commits wrote: intent and outcome. Rows that other
 * transactions wrote, such as those of later jobs, are left out.
 */
export async function recordWrites(db: Database, pay: () => Promise<unknown>): Promise<Recording> {
  const tables = await db.query<{ name: string }>(TABLES)
  await db.run('truncate floor.noted')
  const each = 'after insert or update or delete'
  for (const { name } of tables)
    await db.run(`create trigger zz_floor ${each} on ${name} for each row execute function floor.note()`)
  try {
    await pay()
    return await twoCommits(db)
  } finally {
    for (const { name } of tables) await db.run(`drop trigger zz_floor on ${name}`)
  }
}

/** A server that writes the same rows for each request and calls its own simulator between the two commits. */
export interface PaymentFloor {
  load: Load
  time: () => Promise<Processes>
  stop(): Promise<void>
}

export async function startPaymentFloor(
  { home, url, ...own }: OwnDatabase,
  recorded: Recording,
): Promise<PaymentFloor> {
  const simulated = join(home, 'floor')
  const simulator = await startSimulator(simulated)
  own.finally(() => simulator.stop())
  const endpoint = join(simulated, 'processor', 'address.json')
  const floor = await startFloor('payments', [url, endpoint, JSON.stringify(recorded)])
  own.finally(floor.stop)
  return {
    load: { url: floor.url, next: () => ({ path: '/', body: { transaction: SALE } }) },
    time: await processorTime(floor.pid, home, simulated),
    async stop() {
      await floor.stop()
      await simulator.stop()
    },
  }
}

const SALE = { action: 'sale', transaction_amount: '11.00', account_number: '4111111111111111', exp_date: '1249' }

async function twoCommits(db: Database): Promise<Recording> {
  for (const until = performance.now() + MOST_MS; performance.now() < until; await pause(POLL_MS)) {
    const noted = await db.query<Noted>(
      `select xid::text, relation::text, old, new, array(
         select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
          where indrelid = relation and indisprimary order by attnum) as key
         from floor.noted order by n`,
    )
    const payments = noted.filter(({ relation }) => relation === 'transaction')
    const intent = payments.find(({ old }) => old === null)
    const outcome = payments.find(({ old, new: row }) => old?.outcome === 'pending' && row?.outcome !== 'pending')
    if (intent && outcome) return { intent: writesOf(noted, intent.xid), outcome: writesOf(noted, outcome.xid) }
  }
  throw new Error('the payment did not finish')
}

function writesOf(noted: readonly Noted[], ofXid: string): Write[] {
  return noted
    .filter(({ xid, new: row }) => xid === ofXid && row !== null)
    .map(({ relation, old, new: row, key }) => ({
      table: relation,
      key,
      changed: old ? columnsOf(row!).filter(name => !isSame(row![name], old[name])) : [],
      row: Object.fromEntries(Object.entries(row!).filter(([, value]) => value !== null)),
    }))
}

const columnsOf = (row: Write['row']): string[] => Object.keys(row)
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
