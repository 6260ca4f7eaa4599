import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { onLane } from '../db/lanes.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { probeWrite } from '../db/write-probe.ts'
import type { NotReady } from '../http/readiness.ts'
import { repeat } from '../jobs/periodic-task.ts'
import { within } from '../lib/within.ts'
import type { Cipher } from '../ports/cipher.ts'

/** Whether this process can take payments, known before one fails. */
export interface Readiness {
  /** Returns why not; null where it can. */
  problem(): Promise<NotReady | null>
  /** Has the database tried every few seconds from now on; before, each question tries it. */
  start(): void
  stop(): Promise<void>
}

interface ReadinessParts {
  db: Database
  cipher: Pick<Cipher, 'ready'>
  log: Logger
  worker: { healthy(): boolean }
}

/** Half of what load balancers usually take between two looks. */
const LOOK_EVERY_MS = 5_000
const ANSWER_MS = 5_000

/**
 * Readiness comes from a write: a database that answers may be read-only or have a full disk, and then every sale is a
 * 503. The write is tried at intervals and not for each look, which costs no credentials.
 */
export function readiness({ db, cipher, log, worker }: ReadinessParts): Readiness {
  let found: NotReady | null = null
  let stop: (() => Promise<void>) | undefined
  let first: Promise<unknown> | undefined
  /** One that got no answer is waited for again rather than asked again. */
  let running: Promise<NotReady | null> | undefined

  const look = async (): Promise<NotReady | null> => {
    running ??= onLane('outcomes', () => tried(db)).finally(() => {
      running = undefined
    })
    const now = await within(ANSWER_MS, running).catch((): NotReady => 'database_slow')
    if (now !== found) {
      if (now) log.error({ reason: now }, 'not ready: payments cannot be stored')
      else log.info({ was: found }, 'ready again')
    }
    found = now
    return now
  }
  return {
    async problem() {
      await (stop ? first : look())
      if (found) return found
      if (!worker.healthy()) return 'worker_stuck'
      return cipher.ready().then(
        () => null,
        () => 'keys_unavailable',
      )
    },
    start() {
      stop ??= repeat({ name: 'try to write', every_ms: LOOK_EVERY_MS, run: () => (first = look()) }, log)
    },
    stop: async () => stop?.(),
  }
}

async function tried(db: Database): Promise<NotReady | null> {
  const missing = await pendingMigrations(db).catch(() => null)
  return missing?.length ? 'migrations_missing' : probeWrite(db)
}
