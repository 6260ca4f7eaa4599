import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { onLane } from '../db/lanes.ts'
import type { Store } from '../definition/store.ts'
import type { Engine } from '../engine/engine.ts'
import { assertHandled, type Tasks } from '../jobs/declare/task.ts'
import { type Worker, worker } from '../jobs/worker.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Payments, TerminalRuns } from '../payments/payments.ts'
import type { Clock } from '../ports/clock.ts'
import { VERSION } from '../version.ts'
import { openCore } from './core.ts'
import { accessFeature } from './features/access.ts'
import { alertsFeature } from './features/alerts.ts'
import { bankFeature } from './features/bank.ts'
import { checkoutFeature } from './features/checkout.ts'
import { documentationFeature } from './features/documentation.ts'
import { housekeepingFeature } from './features/housekeeping.ts'
import { messagingFeature } from './features/messaging.ts'
import { metricsFeature } from './features/metrics.ts'
import { pageWatchFeature } from './features/page-watch.ts'
import { paymentsFeature } from './features/payments.ts'
import { postbacksFeature } from './features/postbacks.ts'
import { recurringsFeature } from './features/recurrings.ts'
import { terminalsFeature } from './features/terminals.ts'
import { openServer } from './open-server.ts'
import type { AppParts, Feature, FeatureFactory, Messaging } from './parts.ts'
import { readiness } from './readiness.ts'

/** Every feature of the product, one line each. */
const FEATURES: readonly FeatureFactory[] = [
  documentationFeature,
  messagingFeature,
  checkoutFeature,
  pageWatchFeature,
  accessFeature,
  paymentsFeature,
  recurringsFeature,
  bankFeature,
  terminalsFeature,
  postbacksFeature,
  housekeepingFeature,
  alertsFeature,
  metricsFeature,
]

export interface App {
  http: FastifyInstance
  engine: Engine
  store: Store
  payments: Payments
  runs: TerminalRuns
  worker: Worker
  messaging: Messaging
  /** Sets the base of every link. */
  setPublicUrl(url: string): void
  /** Has to be called once the server listens; sets the base of every link where the configuration leaves it open. */
  listening(address: string): Promise<void>
  /** `deadline`: until when what requests have begun is waited for, whose clients have gone. */
  close(deadline?: AbortSignal): Promise<void>
}

/** Nothing of the package is loaded where nobody asks for figures. */
async function openMetrics(parts: { db: Database; clock: Clock; version: string }): Promise<Metrics> {
  return (await import('../metrics/metrics.ts')).openMetrics(parts)
}

/** The composition root: joins the features of the product and of its mode to one server and one worker. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, db, clock, log } = parts
  const metrics = config.metrics_token === null ? null : await openMetrics({ db, clock, version: VERSION })
  const connectors = metrics ? metrics.measured(parts.connectors) : parts.connectors
  const core = openCore({ ...parts, connectors, metrics }, () => jobs.wake())
  const features = [...parts.features, ...FEATURES].map(feature => feature(core))
  const each = async (step: (feature: Feature) => void | Promise<void> | undefined): Promise<void> => {
    for (const feature of features) await step(feature)
  }
  const tasks: Tasks = Object.assign({}, ...features.map(each => each.tasks))
  assertHandled(tasks)
  const jobs = worker({
    db,
    tasks,
    periodicTasks: features.flatMap(({ periodicTasks }) => periodicTasks ?? []),
    dueScans: features.flatMap(({ dueScans }) => dueScans ?? []),
    clock,
    log,
    at_once: Object.assign({}, ...features.map(each => each.at_once)),
  })
  const ready = readiness({ ...core, worker: jobs })
  const http = await openServer(core, ready)
  await each(({ routes }) => routes?.(http, jobs))
  await each(({ prepare }) => prepare?.())

  const { engine, store, payments, runs, messaging } = core
  return {
    http,
    engine,
    store,
    payments,
    runs,
    messaging,
    worker: {
      ...jobs,
      start() {
        jobs.start()
        onLane('jobs', () => {
          for (const { background } of features) background?.start()
        })
      },
    },
    setPublicUrl(url) {
      engine.public_url = url
    },
    async listening(address) {
      engine.public_url = config.public_url ?? address
      ready.start()
      await each(({ listening }) => listening?.(address))
    },
    async close(deadline) {
      await each(({ beforeClose }) => beforeClose?.())
      await http.close()
      await http.workEnded(deadline)
      await each(({ background }) => background?.stop())
      await jobs.stop()
      await ready.stop()
      await each(({ close }) => close?.())
    },
  }
}
