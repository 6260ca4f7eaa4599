import type { Logger } from 'pino'
import type { Queryable } from '../db/database.ts'
import { isFree, SKIP_LOCKED } from '../db/lease.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'
import { type Night, nightAfter } from '../lib/night.ts'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'
import type { PeriodicTask } from './periodic-task.ts'

/** Work that is done once a night for the whole gateway, such as deleting what is over. */
export interface NightlyTask {
  name: string
  /** Returns how many rows it deleted or moved. Ends soon once `stopping` is aborted; another process goes on then. */
  run(stopping: AbortSignal): Promise<number>
}

interface Parts {
  db: Queryable
  clock: Clock
  log: Logger
}

const LOOK_EVERY_MS = 60_000
const RENEW_EVERY_MS = 60_000
const LEASE_SECONDS = 300
/** Seconds until what failed is tried again. */
const RETRY_SECONDS = 900
const LONGEST_PROBLEM = 255

/**
 * Returns the look for nightly work, to be repeated. Each task runs in one process, one after the other, in the first
 * look after its night has come: a gateway that stood still in the night does it when it is back.
 */
export function nightlyWork(parts: Parts, night: Night, tasks: readonly NightlyTask[]): PeriodicTask {
  const names = tasks.map(({ name }) => name)
  let is_planned = false
  return {
    name: 'work of the night',
    every_ms: LOOK_EVERY_MS,
    async run(stopping) {
      const { db, clock } = parts
      if (!is_planned) {
        await db.run(PLAN, [names, nightAfter(clock.seconds(), night)])
        await db.run(SWITCHED_OFF, [names])
        is_planned = true
      }
      for (;;) {
        const [due] = await db.query<Due>(CLAIM, [names, clock.seconds(), LEASE_SECONDS])
        const task = tasks.find(({ name }) => name === due?.name)
        if (!due || !task) return
        await runOnce(parts, night, task, due, stopping)
        if (stopping.aborted) return
      }
    },
  }
}

interface Due {
  name: string
  next_ts: number
}

async function runOnce(
  { db, clock, log }: Parts,
  night: Night,
  { name, run }: NightlyTask,
  due: Due,
  stopping: AbortSignal,
): Promise<void> {
  const renew = () => db.run(RENEW, [name, LEASE_SECONDS]).catch(() => undefined)
  const renewal = setInterval(() => void renew(), RENEW_EVERY_MS).unref()
  try {
    const done = await run(stopping)
    if (stopping.aborted) await db.run(RELEASED, [name])
    else await db.run(DONE, [name, clock.seconds(), done, nightAfter(clock.seconds(), night, due.next_ts)])
  } catch (error) {
    const problem = redactText((error as Error).message).slice(0, LONGEST_PROBLEM)
    log.error({ work: name, message: problem }, 'work of the night failed')
    await db.run(FAILED, [name, problem, RETRY_SECONDS])
  } finally {
    clearInterval(renewal)
  }
}

const PLAN = `
insert into nightly_work (name, next_ts, lease_until)
select name, $2, 0 from unnest($1::text[]) as name on conflict (name) do nothing`

const SWITCHED_OFF = 'delete from nightly_work where name <> all($1)'

const CLAIM = `
update nightly_work set lease_until = ${MACHINE_NOW} + $3
 where name = (select name from nightly_work
                where name = any($1) and next_ts <= $2 and ${isFree('lease_until')}
                order by next_ts, name limit 1 ${SKIP_LOCKED})
returning name, next_ts`

const RENEW = `update nightly_work set lease_until = ${MACHINE_NOW} + $2 where name = $1`
const DONE = `
update nightly_work set ended_ts = $2, done = $3, next_ts = $4, problem = null, lease_until = 0 where name = $1`
const RELEASED = 'update nightly_work set lease_until = 0 where name = $1'
const FAILED = `update nightly_work set problem = $2, lease_until = ${MACHINE_NOW} + $3 where name = $1`
