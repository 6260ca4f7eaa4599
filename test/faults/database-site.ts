import assert from 'node:assert/strict'
import type { Database } from '../../src/db/database.ts'
import { LIMITS } from '../../src/db/lanes.ts'
import { openDatabase } from '../../src/db/pool.ts'
import type { Processor } from '../../src/ports/processor.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { allIsSquare } from '../support/payment-matrix.ts'
import { orderAtProcessor, resolveNow, rowOf } from '../support/power-cut.ts'
import { expectsFault } from '../support/server-faults.ts'
import { type DatabaseLine, databaseLine } from './database-line.ts'

/** A gateway with injected faults between it and its database. */
export interface DatabaseSite {
  t: TestApp
  line: DatabaseLine
  faults: Readonly<Record<FaultName, DatabaseFault>>
  /** Runs `work` once, after the processor's next outcome and before the gateway receives it. */
  meanwhile(work: () => Promise<void>): void
  /** Resolves all open payments and asserts that gateway and processor agree on this one. Returns its row. */
  agrees(id: string, what: string): Promise<Record<string, unknown>>
}

/**
 * `cut`: connections break once. `frozen`: the server processes of all connections stop, but new connections work. All
 * faults except `cut` last until `end`. Requests still succeed under `slow`.
 */
export type FaultName = 'cut' | 'gone' | 'stalled' | 'slow' | 'too slow' | 'frozen' | 'read only' | 'disk full'

interface DatabaseFault {
  begin(): Promise<void>
  end(): Promise<void>
}

/** Milliseconds per packet. A payment takes about ten packets. */
const SLOW_MS = 20
/** Milliseconds for which the gateway retries to store an outcome while the caller waits. */
export const STORE_MS = 1_000

export async function databaseSite(name: string): Promise<DatabaseSite> {
  // Short limits keep the test fast. test/db/pool.test.ts covers the limits themselves.
  for (const limits of Object.values(LIMITS)) Object.assign(limits, { connection_ms: 1_000, statement_ms: 1_000 })
  expectsFault(503, 'the database has a fault')
  let opened: DatabaseLine | undefined
  let work: (() => Promise<void>) | null = null
  const interrupted = (real: Processor): Processor => {
    const actions = Object.entries(real.actions).map(([action, act]) => [
      action,
      async (order: Parameters<typeof act>[0]) => {
        const doing = work
        work = null
        const outcome = await act(order)
        await doing?.()
        return outcome
      },
    ])
    return { ...real, actions: Object.fromEntries(actions) as Processor['actions'] }
  }
  const t = await testApp(name, {
    processor: interrupted,
    retry_policy: { store_ms: STORE_MS, find_ms: [1], poll_ms: 1_000 },
    async connect(url) {
      opened = await databaseLine(url)
      return openDatabase({ url: opened.url, size: { requests: 5, outcomes: 2, jobs: 3, lists: 2, pages: 2 } })
    },
  })
  const line = opened!
  return {
    t: {
      ...t,
      async close() {
        await t.close()
        await line.close()
      },
    },
    line,
    faults: await faultsOf(t, line),
    meanwhile(next) {
      work = next
    },
    async agrees(id, what) {
      // The owner's connections bypass the faults.
      await resolveNow({ ...t, db: t.owner }, t.app.payments)
      const row = await rowOf(t, id)
      const theirs = await orderAtProcessor(t, id)
      assert.ok(!['pending', 'unknown'].includes(row.outcome) && row.doing === null, what)
      // A refund captures nothing itself, and a captured amount is no longer held.
      const ours = {
        captured: row.type_id === 30 ? theirs.captured : row.captured_amount,
        held: row.status_id === 102 ? row.authorized_amount : theirs.held,
        refunded: row.refunded_amount,
      }
      assert.deepEqual(ours, theirs, `${what}: both books`)
      await allIsSquare(t)
      return row
    },
  }
}

async function faultsOf({ db, owner }: TestApp, line: DatabaseLine): Promise<DatabaseSite['faults']> {
  const [{ name } = { name: '' }] = await owner.query<{ name: string }>('select current_database() as name')
  await prepareFailingWrites(owner)
  const set = (next: DatabaseLine['state']) => async (): Promise<void> => {
    line.state = next
  }
  const state = (next: DatabaseLine['state']): DatabaseFault => ({ begin: set(next), end: set('well') })
  const readOnly = (on: boolean) => async (): Promise<void> => {
    await owner.run(`alter database ${name} set default_transaction_read_only = ${on}`)
    // As after a failover, all connections are new, so the setting applies to each of them.
    line.cut()
    for (let is_there = false; !is_there; )
      is_there = await db.query('select').then(
        () => true,
        () => false,
      )
  }
  const signal = async (name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
    const backends = await owner.query<{ pid: number }>(BACKENDS)
    for (const { pid } of backends) process.kill(pid, name)
  }
  return {
    cut: { begin: async () => line.cut(), end: async () => undefined },
    gone: state('gone'),
    stalled: state('stalled'),
    slow: state(SLOW_MS),
    'too slow': failingWrites(owner, 'too slow'),
    frozen: { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') },
    'read only': { begin: readOnly(true), end: readOnly(false) },
    'disk full': failingWrites(owner, 'disk full'),
  }
}

const BACKENDS = `select pid from pg_stat_activity where datname = current_database() and usename <> current_user`

/**
 * `disk full`: a trigger on every table raises PostgreSQL's error 53100 at the first write, because a test cannot mount
 * a small disk. (If the disk of its write-ahead log is full, PostgreSQL stops, which is the fault `gone`.) `too slow`:
 * writes take longer than the statement timeout.
 */
const WRITES_FAIL = `
create function fail_writes() returns trigger language plpgsql security definer as $$ begin
  if exists (select from injected_fault where name = 'disk full') then
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
  end if;
  if exists (select from injected_fault where name = 'too slow') then perform pg_sleep(5); end if;
  return null;
end $$`
const ON_EVERY_TABLE = `
do $$ declare table_name text; begin
  for table_name in select relname from pg_class
                     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition loop
    execute format('create trigger a_fault before insert or update on %I for each statement execute function fail_writes()', table_name);
  end loop;
end $$`

async function prepareFailingWrites(owner: Database): Promise<void> {
  await owner.transaction(async tx => {
    // On a busy machine, creating all triggers can exceed the statement timeout.
    await tx.run('set local statement_timeout = 60000')
    await tx.run(WRITES_FAIL)
    await tx.run(ON_EVERY_TABLE)
    await tx.run('create table injected_fault (name text)')
  })
}

function failingWrites(owner: Database, name: string): DatabaseFault {
  return {
    begin: async () => void (await owner.run('insert into injected_fault values ($1)', [name])),
    end: async () => void (await owner.run('delete from injected_fault')),
  }
}
