import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { AdmissionUse } from '../db/lanes.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector, Processor } from '../ports/processor.ts'
import type { ProcessorRequest } from '../ports/processor-request.ts'
import { blocks } from './blocked-loop.ts'
import { moneyGauges } from './money-gauges.ts'

interface MetricsParts {
  db: Database
  clock: Clock
  version: string
}

type Connectors = Readonly<Record<string, Connector>>

/** Figures of this process and of the books, as a monitor reads them. */
export interface Metrics {
  content_type: string
  /** Returns all figures as they are now, in the text format of Prometheus. */
  read(): Promise<string>
  /** Counts a request that was answered. `route`: its template, never its path; left out where there was none. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void
  /** Shows how many requests begin at once, and how many wait because others of their merchant are worked on. */
  admitting(use: () => AdmissionUse): void
  /** Returns the same connectors; what is sent through them is counted. */
  measured(connectors: Connectors): Connectors
}

/** Seconds: from one statement to a request that waits for a processor as long as it may. */
const ANSWERED_WITHIN = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const PROCESSED_WITHIN = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]

/** Opens the figures. Labels are words of ours: none names a merchant, a payer or a payment. */
export function openMetrics({ db, clock, version }: MetricsParts): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  moneyGauges(registry, { db, clock })
  poolGauges(registry, db)
  loopFigures(registry)
  new Gauge({ name: 'tollgate_build_info', help: 'Always 1; the version.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  const requests = new Histogram({
    name: 'tollgate_http_request_duration_seconds',
    help: 'Requests that were answered, and in how long, by route template and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: ANSWERED_WITHIN,
    registers,
  })
  return {
    content_type: registry.contentType,
    read: () => registry.metrics(),
    answered: ({ method, route = 'none', status, seconds }) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    admitting: use => admissionFigures(registry, use),
    measured: processorMetrics(registry),
  }
}

function admissionFigures(registry: Registry, use: () => AdmissionUse): void {
  const registers = [registry]
  const requests: Gauge = new Gauge({
    name: 'tollgate_http_requests',
    help: 'Requests of known merchants that are worked on, and that wait while others of their merchant are.',
    labelNames: ['state'],
    registers,
    collect() {
      const { working, waiting } = use()
      requests.set({ state: 'working' }, working)
      requests.set({ state: 'waiting' }, waiting)
    },
  })
  let counted = 0
  const held_back: Counter = new Counter({
    name: 'tollgate_http_requests_held_back_total',
    help: 'Requests that waited because their merchant had more to do than its share.',
    registers,
    collect() {
      const { waited } = use()
      held_back.inc(waited - counted)
      counted = waited
    },
  })
}

/** How often, and for how long, the event loop was blocked. */
function loopFigures(registry: Registry): void {
  const figures = {
    count: ['tollgate_event_loop_blocked_total', 'How often the event loop was blocked for a second or longer.'],
    seconds: ['tollgate_event_loop_blocked_seconds_total', 'For how long it was blocked then, altogether.'],
  } as const
  for (const [figure, [name, help]] of Object.entries(figures) as [keyof typeof blocks, readonly [string, string]][]) {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        counter.reset()
        counter.inc(blocks[figure])
      },
    })
  }
}

/** Connections by lane, which are what a busy process runs out of first. */
function poolGauges(registry: Registry, db: Pick<Database, 'connections'>): void {
  const connections: Gauge = new Gauge({
    name: 'tollgate_database_connections',
    help: 'Connections to the database of this process, by the lane of work they belong to.',
    labelNames: ['lane', 'state'],
    registers: [registry],
    collect() {
      for (const { lane, ...states } of db.connections())
        for (const [state, count] of Object.entries(states)) connections.set({ lane, state }, count)
    },
  })
}

function processorMetrics(registry: Registry): Metrics['measured'] {
  const registers = [registry]
  const outcomes = new Counter({
    name: 'tollgate_processor_requests_total',
    help: 'Requests sent to processors, by connector, action and outcome.',
    labelNames: ['connector', 'action', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'tollgate_processor_request_duration_seconds',
    help: 'How long processors took to answer.',
    labelNames: ['connector'],
    buckets: PROCESSED_WITHIN,
    registers,
  })
  const measure = (connector: string, processor: Processor): Processor => {
    const actions = Object.entries(processor.actions).map(([action, send]) => [
      action,
      async (request: ProcessorRequest) => {
        const stop = durations.startTimer({ connector })
        const outcome = await send(request)
        stop()
        outcomes.inc({ connector, action, outcome: outcome.misconfigured ? 'misconfigured' : outcome.result })
        return outcome
      },
    ])
    return { ...processor, actions: Object.fromEntries(actions) }
  }
  return connectors =>
    Object.fromEntries(
      Object.entries(connectors).map(([name, open]) => [
        name,
        Object.assign((account: Parameters<Connector>[0]) => {
          const processor = open(account)
          return measure(processor.name, processor)
        }, open),
      ]),
    )
}
