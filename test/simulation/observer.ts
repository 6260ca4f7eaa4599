import pg from 'pg'

/** Reads the database and sets its clock from outside the simulated processes. */
export interface Observer {
  /** Returns how many statements of simulated processes wait for a lock. */
  blocked(): Promise<number>
  /** Sets the time that the database returns, in milliseconds since the Unix epoch. */
  setClock(ms: number): Promise<void>
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
  close(): Promise<void>
}

/** The application name of the simulated processes' connections. */
export const SIMULATED = 'simulated'

// PostgreSQL marks a lock as granted before it answers the commit that released it, so this never counts a statement
// that can continue.
const BLOCKED = `
select count(distinct l.pid)::int as count from pg_locks l
 where not l.granted and l.pid in (
   select pid from pg_stat_activity where datname = current_database() and application_name = '${SIMULATED}')`

/** Reads bigint columns (times and cents) as numbers. */
const types = {
  getTypeParser: (oid: number, format?: 'text') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}
const INT8 = 20

/** Connects as the owner of the tables. */
export async function openObserver(owner_url: string): Promise<Observer> {
  const client = new pg.Client({ connectionString: owner_url, application_name: 'observer', types: types as never })
  await client.connect()
  const query = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
    (await client.query(text, values as unknown[])).rows as T[]
  const blocked = { name: 'blocked', text: BLOCKED }
  const clock = { name: 'clock', text: 'update simulation.clock set at = $1' }
  return {
    blocked: async () => (await client.query(blocked)).rows[0].count,
    setClock: async ms => void (await client.query({ ...clock, values: [new Date(ms)] })),
    query,
    close: () => client.end(),
  }
}
