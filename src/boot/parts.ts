import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { AgentLine } from '../agents/agent-line.ts'
import type { KeyPlaces } from '../alerts/key-places.ts'
import type { Raise } from '../alerts/raise-alert.ts'
import type { Watch } from '../alerts/watch-counts.ts'
import type { Authenticators } from '../auth/authenticators.ts'
import type { Identify } from '../auth/identify.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../definition/store.ts'
import type { Engine } from '../engine/engine.ts'
import type { CardLikeFields } from '../events/card-like-fields.ts'
import type { OpenapiRouteOptions } from '../http/openapi/openapi.ts'
import type { DueScanDefinition } from '../jobs/declare/due-scan.ts'
import type { Tasks } from '../jobs/declare/task.ts'
import type { DueScan } from '../jobs/due-scan.ts'
import type { PeriodicTask } from '../jobs/periodic-task.ts'
import type { Worker } from '../jobs/worker.ts'
import type { Retention } from '../lib/number-retention.ts'
import type { Messages } from '../messages/outgoing.ts'
import type { Unsubscribing } from '../messages/unsubscribing.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Assets } from '../pages/assets.ts'
import type { DocsPagesOptions } from '../pages/docs/docs-pages.ts'
import type { OpenCircuits } from '../payments/accounts/open-circuits.ts'
import type { BankContext } from '../payments/bank/bank-context.ts'
import type { RetryPolicy } from '../payments/lifecycle/payment-context.ts'
import type { Connectors } from '../payments/lifecycle/routing.ts'
import type { Payments, ProcessorAccounts, TerminalRuns } from '../payments/payments.ts'
import type { Vaulting } from '../payments/vaulting.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileStore } from '../ports/files.ts'
import type { InvoicePrinter } from '../ports/invoice-printer.ts'
import type { InboundText, Mailer, TextInbound } from '../ports/mailer.ts'
import type { Poster } from '../ports/poster.ts'
import type { Quotas } from '../ports/quotas.ts'
import type { Terminals } from '../ports/terminal.ts'
import type { Dispatcher } from '../postbacks/dispatcher.ts'
import type { Merchant } from '../resources/location/merchant.ts'

/** What every process brings, whatever its mode. */
export interface ProcessParts {
  config: Config
  db: Database
  cipher: Cipher
  log: Logger
}

/** The connection to the bank that files of bank payments go to. */
export type BankConnection = Pick<BankContext, 'odfi' | 'originator' | 'acknowledges' | 'is_near'>

/** What live mode and the sandbox differ in. */
export interface Environment {
  clock: Clock
  connectors: Connectors
  /** Drivers of terminals that only this mode has, by the number of their manufacturer. */
  terminals: Terminals
  /** Null where there is no bank: bank payments wait. */
  bank: BankConnection | null
  /** Features that only this mode has. Their routes are registered before those of the product. */
  features: readonly FeatureFactory[]
  /** What the documentation says of this mode: tables of test values, headers that every request may have, own keys. */
  documentation: {
    tests: DocsPagesOptions['tests']
    headers: OpenapiRouteOptions['headers']
    ownValues?(core: Core): DocsPagesOptions['ownValues']
  }
  close(): Promise<void>
}

/** Everything that differs between the product, its tests and its benchmark. */
export interface AppParts extends ProcessParts, Omit<Environment, 'close'> {
  /** Replaces authentication; for the benchmark, which measures what that costs. */
  identify?: Identify
  /** Figures for a monitor; null where none may read them. */
  metrics?: Metrics | null
  /** How long processors are waited for, where it differs; for tests. */
  retry_policy?: Partial<RetryPolicy>
}

/** Mail and texts through the carriers that are configured, and what recipients and carriers send back. */
export interface Messaging {
  messages: Messages
  unsubscribing: Unsubscribing<Merchant>
  mailer: Mailer
  /** How the carrier of texts reports to us, where it does. */
  inbound: TextInbound | undefined
  handleInbound(heard: InboundText): Promise<void>
  /** Handles a mail that has come back. Returns false when there is no mail of this id that could. */
  bounced(message_id: string, detail: string): Promise<boolean>
}

/** What features share. A feature takes what it needs from here and opens the rest itself. */
export interface Core extends AppParts {
  assets: Assets
  auth: Authenticators
  engine: Engine
  store: Store
  /** Answers that are counted, so that what is out of line is found. */
  watch: Watch
  /** From where keys are used. */
  places: KeyPlaces
  /** Warns of what may be an attack. */
  raise: Raise
  /** Identifiers that look like card numbers, counted. */
  cardLikes: CardLikeFields
  files: FileStore
  /** What a merchant may use at the cost of others. */
  quotas: Quotas
  vaulting: Vaulting
  retention: Retention
  payments: Payments
  accounts: ProcessorAccounts
  circuits: OpenCircuits
  runs: TerminalRuns
  /** The line to terminals behind agents. */
  agents: AgentLine
  poster: Poster
  printer: InvoicePrinter
  dispatcher: Dispatcher
  messaging: Messaging
  /** The base of every link. */
  publicUrl(): string
}

/** One part of the product as the composition root sees it. What a feature does not have it leaves out. */
export interface Feature {
  /** Registers its routes. Features are called one after the other, before the server listens. */
  routes?(http: FastifyInstance, worker: Worker): void | Promise<void>
  /** What its jobs do, by the name of the task. */
  tasks?: Tasks
  /** How many jobs of a task one process runs at once, where more would only wait for each other. */
  at_once?: Readonly<Record<string, number>>
  dueScans?: readonly (DueScan | DueScanDefinition)[]
  periodicTasks?: readonly PeriodicTask[]
  /** Work of its own, done in the processes that run jobs. */
  background?: { start(): void; stop(): Promise<void> }
  /** Runs once everything is composed, before the server listens. */
  prepare?(): Promise<void>
  /** Runs once the server listens at this address. */
  listening?(address: string): Promise<void>
  /** Runs before the server closes: ends what requests in flight would wait for. */
  beforeClose?(): Promise<void>
  /** Releases what it holds, once the server and all jobs have stopped. */
  close?(): void | Promise<void>
}

export type FeatureFactory = (core: Core) => Feature
