import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Unavailable } from '../lib/problem.ts'
import { columnTypes } from './column-types.ts'
import type { Database, Lane, LaneUse, Queryable, Tx } from './database.ts'
import { type FairTurns, fairTurns, recentMerchants } from './fair-turns.ts'
import { currentLane, currentMerchant, type LaneLimits, LIMITS, withConnection } from './lanes.ts'
import { type NameOf, openTransaction, queryableOn } from './open-transaction.ts'
import { isLost, outageOf } from './outage.ts'
import { withSettings } from './session-settings.ts'

export interface PoolOptions {
  url: string
  /** The most connections: of each lane, or of all work together. */
  size?: number | Record<Lane, number>
  /**
   * Use named prepared statements. False for poolers that forward neither names nor start parameters; set the
   * time-outs on the role then, for statements outside transactions.
   */
  prepare?: boolean
  /** Shown in pg_stat_activity. */
  application_name?: string
}

const attempts = 5
/** PostgreSQL cancels a statement that takes too long itself; later than that the server is gone. */
const SERVER_GONE_MS = 5_000

/** Opens nothing until the first statement; see `checkServer`. All work has the limits of its lane. */
export function openDatabase({ url, size = 10, prepare = true, application_name = 'tollgate' }: PoolOptions): Database {
  const active = recentMerchants()
  const open = (lane: Lane, max: number): LanePool => {
    const pool = openPool({ url, prepare, application_name }, LIMITS[lane], max)
    return { ...pool, turns: fairTurns(max, LIMITS[lane].connection_ms, active) }
  }
  const shared = typeof size === 'number' ? open('jobs', size) : null
  const lanes = Object.keys(LIMITS) as Lane[]
  const pools = Object.fromEntries(
    lanes.map(lane => [lane, shared ?? open(lane, (size as Record<Lane, number>)[lane])]),
  ) as Record<Lane, LanePool>
  const poolNow = (): LanePool => {
    const lane = currentLane()
    const merchant = currentMerchant()
    const isBusy = (each: LanePool): boolean => isFull(each) || (merchant !== null && !each.turns.isFree(merchant))
    // Where all of its own are in use, an outcome takes a free connection of requests.
    return lane === 'outcomes' && isBusy(pools.outcomes) && !isBusy(pools.requests) ? pools.requests : pools[lane]
  }

  const nameOf = prepare ? statementNames() : () => undefined
  const single = <T>(work: (queryable: Queryable) => Promise<T>) =>
    retrying(() =>
      onConnection(poolNow(), async client => {
        try {
          return await work(queryableOn(client, nameOf))
        } catch (error) {
          throw isStalePlan(error) || isLostRace(error) ? error : outageOf(error, false)
        }
      }),
    )

  let closing: Promise<void> | undefined
  return {
    query: (text, values, reading) => single(queryable => queryable.query(text, values, reading)),
    run: (text, values) => single(queryable => queryable.run(text, values)),
    transaction: work =>
      retrying(() => {
        const pool = poolNow()
        return onConnection(pool, client => withConnection(() => inTransaction(client, pool.begin, nameOf, work)))
      }),
    listen: (channel, onNotify) => listen(url, channel, onNotify),
    connections: () => (shared ? [useOf('shared', shared)] : lanes.map(lane => useOf(lane, pools[lane]))),
    close() {
      closing ??= Promise.all([...new Set(Object.values(pools))].map(({ pool }) => pool.end())).then(() => {})
      return closing
    },
  }
}

interface LanePool {
  pool: pg.Pool
  turns: FairTurns
  /** The statement that begins a transaction. */
  begin: string
}

type Opening = Required<Pick<PoolOptions, 'url' | 'prepare' | 'application_name'>>

function openPool(
  { url, prepare, application_name }: Opening,
  limits: LaneLimits,
  max: number,
): Omit<LanePool, 'turns'> {
  const { connection_ms, lock_ms: lock_timeout, statement_ms: statement_timeout, idle_ms, options } = limits
  const parameters = {
    statement_timeout,
    lock_timeout,
    idle_in_transaction_session_timeout: idle_ms,
    application_name,
  }
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: connection_ms,
    query_timeout: statement_timeout + SERVER_GONE_MS,
    keepAlive: true,
    types: columnTypes,
    ...(prepare ? { ...parameters, ...withSettings(url, options) } : { connectionString: url }),
  })
  // An idle connection may break: the pool replaces it, and a holder is informed by its next statement.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const local = { statement_timeout, lock_timeout, idle_in_transaction_session_timeout: idle_ms }
  const setLocal = Object.entries(local).map(([name, ms]) => `; set local ${name} = ${ms}`)
  return { pool, begin: prepare ? 'begin' : `begin${setLocal.join('')}` }
}

function useOf(lane: LaneUse['lane'], { pool, turns }: LanePool): LaneUse {
  const { totalCount, idleCount: idle, waitingCount } = pool
  return { lane, used: totalCount - idle, idle, waiting: waitingCount + turns.waiting(), most: pool.options.max }
}

/** Whether work would have to wait for a connection. */
function isFull({ pool }: LanePool): boolean {
  return pool.idleCount === 0 && pool.totalCount >= pool.options.max
}

/**
 * Runs `work` on a connection. One that is still in a transaction, is lost or holds an outdated plan is closed and not
 * returned to the pool.
 */
async function onConnection<T>({ pool, turns }: LanePool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const merchant = currentMerchant()
  if (merchant === null) return connected(pool, work)
  const taken = turns.take(merchant)
  const end = typeof taken === 'function' ? taken : await taken
  try {
    return await connected(pool, work)
  } finally {
    end()
  }
}

async function connected<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(error => {
    throw new Unavailable(true, error)
  })
  let is_spoiled = false
  try {
    return await work(client)
  } catch (error) {
    is_spoiled = isStalePlan(error) || (error instanceof Unavailable && isLost(error.cause))
    throw error
  } finally {
    client.release(is_spoiled || client.getTransactionStatus() !== 'I')
  }
}

async function inTransaction<T>(
  client: pg.ClientBase,
  begin: string,
  nameOf: NameOf,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const own = openTransaction(client, begin, nameOf)
  try {
    const result = await work(own.tx)
    await own.commit()
    return result
  } catch (error) {
    if (own.isBegun() && !isLost(error)) await client.query('rollback').catch(() => {})
    throw isStalePlan(error) || isLostRace(error) ? error : outageOf(error, own.isUndone())
  }
}

/**
 * Repeats transactions that PostgreSQL aborted in favour of others, or whose connection was gone before the commit,
 * after a growing random pause.
 */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !isWorthAnotherTry(error)) throw outageOf(error, true)
      await pause(Math.random() * 5 * 2 ** attempt)
    }
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof Unavailable) return error.is_undone && isLost(error.cause)
  return isLostRace(error) || isStalePlan(error)
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
function statementNames(limit = 400): NameOf {
  const names = new Map<string, string>()
  return text => {
    const known = names.get(text)
    if (known !== undefined || names.size >= limit) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }
}
