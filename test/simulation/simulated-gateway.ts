import { Writable } from 'node:stream'
import { openCore } from '../../src/boot/core.ts'
import { checkoutFeature } from '../../src/boot/features/checkout.ts'
import { paymentsFeature } from '../../src/boot/features/payments.ts'
import { recurringsFeature } from '../../src/boot/features/recurrings.ts'
import { openLog } from '../../src/boot/log.ts'
import type { Core } from '../../src/boot/parts.ts'
import type { Config } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { worker } from '../../src/jobs/worker.ts'
import { UNNAMED } from '../../src/payments/lifecycle/routing.ts'
import type { Cipher } from '../../src/ports/cipher.ts'
import type { Clock } from '../../src/ports/clock.ts'
import { newProcess, type Scheduler, type SimulatedProcess } from './scheduler.ts'
import { simulatedDatabase } from './simulated-database.ts'
import type { SimulatedHost } from './simulated-processor.ts'

/** A gateway process without sockets. It runs the product's code between a parsed request and the database. */
export interface SimulatedGateway extends SimulatedProcess {
  core: Core
  /** Runs all jobs and work that are due. */
  drain(): Promise<unknown>
  /** Runs one resolver pass over unknown outcomes, open settlements and abandoned orders. */
  resolve(): Promise<unknown>
  /** Its log lines. */
  logged: string[]
}

export interface GatewayParts {
  /** The connections that all processes share. No result depends on which one is used. */
  pool: Database
  config: Config
  cipher: Cipher
  scheduler: Scheduler
  host: SimulatedHost
}

export function startGateway({ pool, config, cipher, scheduler, host }: GatewayParts, name: string): SimulatedGateway {
  const own = newProcess(name)
  const db = simulatedDatabase(pool, scheduler, own)
  const logged: string[] = []
  const write = (line: Buffer, _encoding: string, done: () => void): void => {
    logged.push(String(line))
    done()
  }
  const log = openLog('warn', new Writable({ write }))
  const clock: Clock = { now: () => scheduler.now(), seconds: () => Math.floor(scheduler.now() / 1000) }
  return scheduler.within(own, () => {
    const core = openCore(
      {
        ...{ config, db, cipher, clock, log, terminals: {}, bank: null, features: [] },
        connectors: { [UNNAMED]: host.connector(own) },
        documentation: { tests: null, headers: {} },
      },
      () => undefined,
    )
    const features = [paymentsFeature, recurringsFeature, checkoutFeature].map(feature => feature(core))
    const tasks = Object.assign({}, ...features.map(each => each.tasks))
    const dueScans = features.flatMap(each => each.dueScans ?? [])
    const jobs = worker({ db, tasks, dueScans, periodicTasks: [], clock, log })
    return Object.assign(own, {
      core,
      logged,
      drain: () => scheduler.within(own, () => jobs.drain(0)),
      resolve: () => scheduler.within(own, () => core.payments.resolve()),
    })
  })
}
