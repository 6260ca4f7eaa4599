// biome-ignore-all lint/style/noRestrictedGlobals: how long the server may take to start and to stop
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { dataVersion, initData } from './init-data.ts'
import { copyBinaries, findBinaries } from './postgres-binaries.ts'
import { lastFatal, launch, postmasterPid } from './postmaster.ts'
import { type Place, reaches, rootPlace, serverPlace } from './server-place.ts'
import { SERVING_ROLE } from './serving-role.ts'

export interface EmbeddedOptions {
  /** TOLLGATE_HOME: the data is in `<home>/postgres`. */
  home: string
  /** False only in tests: commits are not flushed to disk. */
  durable?: boolean
}

export interface Embedded {
  /** For serving: a role that reads and writes rows and changes no table. Stays valid when the server is restarted. */
  url: string
  /** For migrations and restores: the owner of the tables, a superuser. */
  owner_url: string
  /** Detaches from the server, and shuts it down when no other process is attached. Close the pools first. */
  stop(): Promise<void>
}

/**
 * Errors that go away by themselves: children of a killed server still there, or another process starting the same
 * data.
 */
const TRANSIENT_FATALS = /pre-existing shared memory|lock file "[^"]*" (?:already exists|is empty)/i
/** The superuser that initdb makes. */
const OWNER = 'tollgate'
const time_limits = { start: 120_000, stop: 60_000, restart: 10_000 }

/**
 * Starts PostgreSQL on `<home>/postgres`, or adopts the one that is running there, and resolves when it is ready.
 * The server listens on a Unix socket in a closed folder only. It is not tied to this process: after a SIGKILL of the
 * gateway it goes on, and the next start adopts it. If the server dies, it is started again behind the same URL.
 * Several processes may share a home. Each holds a shared advisory lock on its own connection; `stop` gives it back,
 * and the process that can then take the lock alone was the last and shuts the server down. A killed process loses
 * its connection and with it its share.
 * Throws an error of one line when the home cannot be written, no PostgreSQL fits, or the server does not start.
 */
export async function startEmbedded({ home, durable = true }: EmbeddedOptions): Promise<Embedded> {
  const place = serverPlace(home)
  const binaries = reachableBinaries(place)
  if (dataVersion(place.data) === undefined) await initData(binaries, place, durable)

  let stopping: Promise<void> | undefined
  let attached: Attachment | undefined
  const hold = async () => {
    attached = await running(place, binaries, durable)
    attached.onLost(() => {
      held = reconnect()
    })
  }
  // The cause, such as a full disk, may be repaired while we run.
  const reconnect = async (): Promise<void> => {
    while (!stopping) {
      try {
        return await hold()
      } catch {
        await pause(1_000)
      }
    }
  }
  let held = hold()
  await held
  await attached?.ensureRole(SERVING_ROLE)
  await attached?.ensureDatabase('tollgate')

  const stop = async () => {
    await held
    if (await attached?.isLast()) await shutDown(place.data)
    await attached?.end()
  }
  return {
    url: urlOf(place, 'tollgate', SERVING_ROLE),
    owner_url: urlOf(place, 'tollgate', OWNER),
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

function urlOf({ socket }: Place, database: string, user: string): string {
  return `postgresql:///${database}?${new URLSearchParams({ host: socket, user })}`
}

function reachableBinaries({ data, account }: Place): string {
  const binaries = findBinaries(dataVersion(data))
  if (!account || reaches(account, `${binaries.folder}/postgres`)) return binaries.folder
  return copyBinaries(binaries, rootPlace)
}

/**
 * Waits for the server of this data directory and starts it when there is none, repeatedly while the error is
 * transient.
 */
async function running(place: Place, binaries: string, durable: boolean): Promise<Attachment> {
  const begun = performance.now()
  let child: ReturnType<typeof launch> | undefined
  for (;;) {
    const ended =
      child !== undefined && (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    const elapsed = performance.now() - begun
    if (postmasterPid(place.data) === undefined && (child === undefined || ended)) {
      const why = ended ? lastFatal(place.data) : ''
      if (ended && !(TRANSIENT_FATALS.test(why) && elapsed < time_limits.restart))
        throw new Error(`PostgreSQL does not start: ${why}`)
      child = launch(binaries, place, durable)
    }
    const attachment = await attach(urlOf(place, 'postgres', OWNER))
    if (attachment) return attachment
    if (elapsed > time_limits.start)
      throw new Error(`PostgreSQL in ${place.data} does not answer; see ${place.data}.log`)
    await pause(child === undefined || ended ? 100 : 10)
  }
}

/** A fast shutdown: open transactions are rolled back, everything committed is written, connections end. */
async function shutDown(data: string): Promise<void> {
  askToStop(postmasterPid(data))
  const begun = performance.now()
  while (postmasterPid(data) !== undefined) {
    if (performance.now() - begun > time_limits.stop) throw new Error(`PostgreSQL in ${data} does not stop`)
    await pause(10)
  }
}

function askToStop(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    // It ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** One process's share in an embedded server: a connection with the shared lock. */
interface Attachment {
  /** Called once when the connection breaks. */
  onLost(listener: () => void): void
  /**
   * Gives the share back and returns whether it was the last one. If so, this connection now holds the lock alone and
   * no other process can attach.
   */
  isLast(): Promise<boolean>
  /** Makes a role that can sign in and nothing else. Homes of earlier versions have none. */
  ensureRole(name: string): Promise<void>
  ensureDatabase(name: string): Promise<void>
  end(): Promise<void>
}

/** An arbitrary number, in the `postgres` database only: advisory locks do not reach across databases. */
const lockNumber = 7_155_002
/** Who makes the role and the database. */
const MAKING = 7_155_003

/** Starting, stopping, recovering or full: worth another attempt. */
const TRANSIENT_STATES = new Set(['57P01', '57P02', '57P03', '53300'])

/** Attaches to the server. Returns undefined when none is ready or its last user is shutting it down. */
async function attach(url: string): Promise<Attachment | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tollgate home',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ shared: boolean }>('select pg_try_advisory_lock_shared($1) as shared', [
      lockNumber,
    ])
    if (rows[0]?.shared) return attachmentOn(client)
  } catch (error) {
    if (error instanceof pg.DatabaseError && !TRANSIENT_STATES.has(error.code ?? '')) throw error
  }
  await client.end().catch(() => {})
  return undefined
}

function attachmentOn(client: pg.Client): Attachment {
  return {
    onLost: listener => client.once('end', listener),
    async isLast() {
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [lockNumber])
        const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [lockNumber])
        return rows[0]?.last ?? false
      } catch {
        // The server is gone, so there is nothing to stop.
        return false
      }
    },
    ensureRole: name =>
      oneAtATime(client, async () => {
        const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
        if (!rowCount) await client.query(`create role ${pg.escapeIdentifier(name)} login`)
      }),
    ensureDatabase: name =>
      oneAtATime(client, async () => {
        const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
        if (rowCount) return
        // Copying files is five times as fast as logging every page, and an idle server has no checkpoint to delay.
        await client.query(`create database ${pg.escapeIdentifier(name)} strategy file_copy`)
        // Nothing needs temporary tables, and they are found before those of the gateway.
        await client.query(`revoke temporary on database ${pg.escapeIdentifier(name)} from public`)
      }),
    end: () => client.end().catch(() => {}),
  }
}

/** Two processes that start at the same moment would make the same, and change what both have found. */
async function oneAtATime(client: pg.Client, make: () => Promise<void>): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MAKING])
  try {
    await make()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MAKING]).catch(() => {})
  }
}
