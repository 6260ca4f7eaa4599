import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../../conformance/fuzz/random.ts'
import { type SeededMerchant, seedMerchant } from '../../sandbox/seed.ts'
import { MERCHANTS } from '../../sandbox/seed-data.ts'
import { openKeyRing } from '../../src/boot/installation.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { LIMITS } from '../../src/db/lanes.ts'
import { openDatabase } from '../../src/db/pool.ts'
import type { Cipher } from '../../src/ports/cipher.ts'
import { createTestDatabase } from '../support/database.ts'
import { type Observer, openObserver, SIMULATED } from './observer.ts'
import { Scheduler } from './scheduler.ts'
import { startGateway } from './simulated-gateway.ts'
import { simulatedHost } from './simulated-processor.ts'
import { installSimulatedTime } from './simulated-time.ts'

/** The start of every run: a Wednesday morning in New York. */
export const START_MS = Date.UTC(2027, 2, 3, 15)
/** The seeded records are a day older than the runs, so their ids sort first. */
const SEEDED_MS = START_MS - 86_400_000

/** The database that all runs share, one after another. It has one merchant. */
export interface SimulationSite {
  /** The connections of all simulated processes. */
  pool: Database
  config: Config
  cipher: Cipher
  merchant: SeededMerchant
  observer: Observer
  /** Restores the rows from before the first run. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Enough connections that no work waits for one: the driver, not the seed, would decide which work gets it. */
const CONNECTIONS = { requests: 20, outcomes: 20, jobs: 20, lists: 5, pages: 5 }

/** Creates a database with a simulated clock and rows that can be restored. */
export async function openSite(): Promise<SimulationSite> {
  installSimulatedTime()
  const { url, owner_url, owner, database, drop } = await createTestDatabase('simulation')
  const home = await mkdtemp(join(tmpdir(), 'tollgate-simulation-'))
  const config: Config = {
    ...readConfig({ TOLLGATE_HOME: home, TOLLGATE_PAYER_TRIES: '1000000' }),
    public_url: 'http://127.0.0.1:8080',
  }
  const clock = { now: () => SEEDED_MS, seconds: () => SEEDED_MS / 1000 }
  const cipher = await openKeyRing({ path: join(home, 'keyring.json') }, database, clock)
  const observer = await openObserver(owner_url)
  await observer.query(CLOCK)
  withoutTimeLimits()
  const pool = openDatabase({ url, size: CONNECTIONS, application_name: SIMULATED })
  const merchant = await seeded({ pool, config, cipher, observer })
  await observer.query(SNAPSHOT)
  await owner.close()
  return {
    ...{ pool, config, cipher, merchant, observer },
    reset: async () => void (await observer.query('select simulation.reset()')),
    async close() {
      await pool.close()
      await observer.close()
      await drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** 0 means no limit. `statement_ms` must be positive, because the driver adds to it. */
const UNLIMITED = { lock_ms: 0, idle_ms: 0, statement_ms: 600_000 }

/** Removes time limits, so that a slow machine does not decide which statement fails. Waiting forever is a finding. */
function withoutTimeLimits(): void {
  for (const limits of Object.values(LIMITS)) Object.assign(limits, UNLIMITED)
}

async function seeded(parts: Pick<SimulationSite, 'pool' | 'config' | 'cipher' | 'observer'>): Promise<SeededMerchant> {
  const scheduler = new Scheduler(random(0), parts.observer, SEEDED_MS)
  const host = await simulatedHost(scheduler, random(0), { rules_out: true })
  const gateway = startGateway({ ...parts, scheduler, host }, 'seeder')
  const { store } = gateway.core
  let made: SeededMerchant | undefined
  let failed: unknown
  scheduler
    .within(gateway, () => seedMerchant({ store, cipher: parts.cipher, clock: gateway.core.clock }, MERCHANTS[0]!))
    .then(
      merchant => {
        made = merchant
      },
      error => {
        failed = error
      },
    )
  while (!made && !failed) await scheduler.run(() => made !== undefined || failed !== undefined)
  if (!made) throw failed
  return made
}

/**
 * Adds a schema that comes first in the search path. Its `clock_timestamp()` returns simulated time, which leases use.
 */
const CLOCK = `
create schema simulation;
create table simulation.clock (at timestamptz not null);
insert into simulation.clock values (to_timestamp(${SEEDED_MS / 1000}));
create function simulation.clock_timestamp() returns timestamptz language sql volatile as 'select at from simulation.clock';
grant usage on schema simulation to public;
grant select on simulation.clock to public;
do $$ begin
  execute format('alter database %I set search_path to simulation, public, pg_catalog', current_database());
  execute format('alter database %I set deadlock_timeout to ''20ms''', current_database());
end $$;`

/** Tables with more rows than this are not restored: runs never write to them. */
const MOST_KEPT = 200

/**
 * Creates a function that restores all rows. Autovacuum is off, because a lock that it holds would look like a
 * statement that waits for another.
 */
const SNAPSHOT = `
do $$
declare
  each record;
  kept bigint;
  columns text;
  body text := '';
begin
  for each in
    select c.oid, c.oid::regclass as name, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'
  loop
    execute format('alter table %s set (autovacuum_enabled = off)', each.name);
    execute format('select count(*) from %s', each.name) into kept;
    continue when kept > ${MOST_KEPT};
    if kept = 0 then
      body := body || format('if exists (select from %1$s) then delete from %1$s; end if;', each.name);
      continue;
    end if;
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
     where attrelid = each.oid and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create table simulation.%I as table %s', 'kept_' || each.relname, each.name);
    body := body || format(
      'if %4$s <> (select count(*) from %1$s) or exists (select from %1$s where xmin::text::bigint > %5$s) then
         delete from %1$s;
         insert into %1$s (%2$s) overriding system value select %2$s from simulation.%3$I;
       end if;',
      each.name, columns, 'kept_' || each.relname, kept, pg_current_xact_id());
  end loop;
  execute format('create function simulation.reset() returns void language plpgsql set session_replication_role = replica as %L',
                 'begin ' || body || ' end');
end $$`
