import { setTimeout as pause } from 'node:timers/promises'
import { type Attachment, attach } from './attachment.ts'
import { dataVersion, initData } from './init-data.ts'
import { copyBinaries, findBinaries } from './postgres-binaries.ts'
import { lastFatal, launch, postmasterPid } from './postmaster.ts'
import { type Place, reaches, rootPlace, serverPlace } from './server-place.ts'

export interface EmbeddedOptions {
  /** TOLLGATE_HOME: the data is in `<home>/postgres`. */
  home: string
  /** False only for tests: commits are not written through to the disk. */
  durable?: boolean
}

export interface Embedded {
  /** For openDatabase and migrate. Stays true when the server is restarted. */
  url: string
  /** Lets go of the server, and shuts it down when nobody else is attached. Close the pools first. */
  stop(): Promise<void>
}

/** What a server says that goes away by itself: children of a killed one still there, or another process starting the same data. */
const passing = /pre-existing shared memory|lock file .* (already exists|is empty)/i
const patience = { start: 120_000, stop: 60_000, restart: 10_000 }

/**
 * Starts PostgreSQL on `<home>/postgres`, or adopts the one that is running there, and answers when it answers queries.
 *
 * The server listens on a Unix socket in a closed folder and nowhere else. It is not tied to this process: killed with SIGKILL, the
 * gateway leaves it running and the next start adopts it. Should the server die instead, it is started again behind the same URL.
 * Several processes may share a home. Each holds a shared advisory lock on a connection of its own; `stop` gives it back, and who can
 * then take the lock alone was the last and shuts the server down. A killed process loses its connection and with it its share.
 *
 * Throws an Error of one line when the home cannot be written, no PostgreSQL fits, or the server does not start.
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
      held = regain()
    })
  }
  // What keeps the server down, a full disk for one, may be mended while we run.
  const regain = async (): Promise<void> => {
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
  await attached?.ensureDatabase('tollgate')

  const stop = async () => {
    await held
    if (await attached?.isLast()) await shutDown(place.data)
    await attached?.end()
  }
  return {
    url: urlOf(place, 'tollgate'),
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

function urlOf({ socket }: Place, database: string): string {
  return `postgresql:///${database}?${new URLSearchParams({ host: socket, user: 'tollgate' })}`
}

function reachableBinaries({ data, account }: Place): string {
  const binaries = findBinaries(dataVersion(data))
  if (!account || reaches(account, `${binaries.folder}/postgres`)) return binaries.folder
  return copyBinaries(binaries, rootPlace)
}

/** Waits for the server of this data to answer and starts it when there is none, again and again while the reason is a passing one. */
async function running(place: Place, binaries: string, durable: boolean): Promise<Attachment> {
  const begun = performance.now()
  let child: ReturnType<typeof launch> | undefined
  for (;;) {
    const ended =
      child !== undefined && (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    const elapsed = performance.now() - begun
    if (postmasterPid(place.data) === undefined && (child === undefined || ended)) {
      const why = ended ? lastFatal(place.data) : ''
      if (ended && !(passing.test(why) && elapsed < patience.restart))
        throw new Error(`PostgreSQL does not start: ${why}`)
      child = launch(binaries, place, durable)
    }
    const attachment = await attach(urlOf(place, 'postgres'))
    if (attachment) return attachment
    if (elapsed > patience.start) throw new Error(`PostgreSQL in ${place.data} does not answer; see ${place.data}.log`)
    await pause(child === undefined || ended ? 100 : 10)
  }
}

/** A fast shutdown: open transactions are rolled back, everything committed is written, connections end. */
async function shutDown(data: string): Promise<void> {
  askToStop(postmasterPid(data))
  const begun = performance.now()
  while (postmasterPid(data) !== undefined) {
    if (performance.now() - begun > patience.stop) throw new Error(`PostgreSQL in ${data} does not stop`)
    await pause(10)
  }
}

function askToStop(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    // It ended by itself between the look and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
