import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { columnTypes } from './column-types.ts'
import type { Database, Queryable, Tx } from './database.ts'

export interface PoolOptions {
  url: string
  /** Maximum number of connections. */
  size?: number
  /**
   * Use named prepared statements. False for poolers that forward neither names nor start parameters; set the
   * time-outs on the role then.
   */
  prepare?: boolean
  /** Shown in pg_stat_activity. */
  application_name?: string
}

const attempts = 5

/**
 * A pool of connections. Opens nothing until the first statement; see `checkServer`. Time limits: 30 s per statement,
 * 60 s for an idle transaction, 10 s to wait for a connection.
 */
export function openDatabase({ url, size = 10, prepare = true, application_name = 'tollgate' }: PoolOptions): Database {
  const limits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000, application_name }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: columnTypes,
    ...(prepare ? limits : {}),
  })
  // An idle connection may break: the pool replaces it, and a holder is informed by its next statement.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))

  const nameOf = prepare ? statementNames() : () => undefined
  const single = <T>(work: (queryable: Queryable) => Promise<T>) =>
    retrying(() => onConnection(pool, client => work(queryableOn(client, nameOf))))

  let closing: Promise<void> | undefined
  return {
    query: (text, values) => single(queryable => queryable.query(text, values)),
    run: (text, values) => single(queryable => queryable.run(text, values)),
    transaction: work => retrying(() => onConnection(pool, client => inTransaction(client, nameOf, work))),
    listen: (channel, onNotify) => listen(url, channel, onNotify),
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

function queryableOn(client: pg.ClientBase, nameOf: (text: string) => string | undefined): Queryable {
  const send = (text: string, values: readonly unknown[] = []) => {
    const name = nameOf(text)
    return client.query({ text, values: values as unknown[], ...(name === undefined ? {} : { name }) })
  }
  return {
    query: async <T>(text: string, values?: readonly unknown[]) => (await send(text, values)).rows as T[],
    run: async (text, values) => (await send(text, values)).rowCount ?? 0,
  }
}

/**
 * Runs `work` on a connection. One that is still in a transaction, or holds an outdated plan, is closed and not
 * returned to the pool.
 */
async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let stale = false
  try {
    return await work(client)
  } catch (error) {
    stale = isStalePlan(error)
    throw error
  } finally {
    client.release(stale || client.getTransactionStatus() !== 'I')
  }
}

async function inTransaction<T>(
  client: pg.ClientBase,
  nameOf: (text: string) => string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await client.query('begin')
  try {
    const result = await work({ kind: 'tx', ...queryableOn(client, nameOf) })
    const { command } = await client.query('commit')
    // PostgreSQL replies ROLLBACK to the COMMIT of a failed transaction: work that swallowed an error must not pass
    // for stored.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back because a statement in it had failed')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Repeats transactions that PostgreSQL aborted in favour of others, after a growing random pause. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !(isLostRace(error) || isStalePlan(error))) throw error
      await pause(Math.random() * 5 * 2 ** attempt)
    }
  }
}

/** Serialization failure or deadlock. */
function isLostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** A migration changed the columns of a prepared statement: a new connection prepares it again. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

const PAUSE_MS = 1_000

/**
 * Listens on a channel over its own connection, and over a new one when that breaks. Notifications in between are
 * lost, so callers poll as well. Returns a function that stops it.
 */
function listen(url: string, channel: string, onNotify: (payload: string) => void): () => void {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const again = (): void => {
    if (stopped) return
    timer = setTimeout(connect, PAUSE_MS)
    timer.unref()
  }
  const connect = (): void => {
    const own = new pg.Client({ connectionString: url, application_name: 'tollgate listen', keepAlive: true })
    client = own
    own.on('error', () => {})
    own.once('end', again)
    own.on('notification', ({ payload }) => onNotify(payload ?? ''))
    own
      .connect()
      .then(() => own.query(`listen ${pg.escapeIdentifier(channel)}`))
      .catch(() => own.end().catch(() => {}))
  }
  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    void client?.end().catch(() => {})
  }
}

/**
 * Names prepared statements. A text has the same name on every connection, so that PostgreSQL plans it once per
 * connection. Past `limit` distinct texts the result is undefined (unnamed), so that generated statements do not fill
 * the server's memory.
 */
function statementNames(limit = 400): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return text => {
    const known = names.get(text)
    if (known !== undefined || names.size >= limit) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }
}
