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

/** A gateway whose way to its database fails as a test tells it to. */
export interface DatabaseSite {
  t: TestApp
  line: DatabaseLine
  faults: Readonly<Record<FaultName, DatabaseFault>>
  /** Done once, while the processor carries out the next request; the answer comes when it is done. */
  meanwhile(work: () => Promise<void>): void
  /** After the fault: everything open is resolved, and the books agree with the processor's about this payment. */
  agrees(id: string, what: string): Promise<Record<string, unknown>>
}

/**
 * `cut`: connections break once. `frozen`: the server processes of all connections stop, and new ones work. All but
 * `cut` last until they are ended, and `slow` lets everything get on.
 */
export type FaultName = 'cut' | 'gone' | 'stalled' | 'slow' | 'too slow' | 'frozen' | 'read only' | 'disk full'

interface DatabaseFault {
  begin(): Promise<void>
  end(): Promise<void>
}

/** Milliseconds of each packet; a payment takes some ten of them. */
const SLOW_MS = 40
/** Milliseconds for which an outcome is tried to be stored while its caller waits. */
export const STORE_MS = 1_000

export async function databaseSite(name: string): Promise<DatabaseSite> {
  // Waiting takes no longer than it has to; the limits themselves are the subject of test/db/pool.test.ts.
  for (const limits of Object.values(LIMITS)) Object.assign(limits, { connection_ms: 1_000, statement_ms: 1_000 })
  expectsFault(503, 'the database cannot do it')
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
      // Asked by connections that no fault has broken.
      await resolveNow({ ...t, db: t.owner }, t.app.payments)
      const row = await rowOf(t, id)
      const theirs = await orderAtProcessor(t, id)
      assert.ok(!['pending', 'unknown'].includes(row.outcome) && row.doing === null, what)
      // A refund captures nothing of its own, and what was captured is held by nobody any more.
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
    // As after a failover: connections to the new server know it from their beginning, and are all there are.
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
 * A disk that is really full needs one of its own, which a test may not mount. PostgreSQL's error (53100) comes from a
 * trigger on every table instead, at the first row that would need room. Where its log of writes has no room PostgreSQL
 * stops: that is a server that is gone. Too slow is what takes longer than statements may.
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
    // All tables together may take a busy machine longer than a request may.
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
