import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { bankAccounts } from '../../sandbox/bank/triggers.ts'
import { faultHeader, faultLines } from '../../sandbox/faults/fault-list.ts'
import * as triggers from '../../sandbox/processor/triggers.ts'
import { machineClock } from '../adapters/clock/machine.ts'
import { diskFiles } from '../adapters/files/disk/index.ts'
import { httpsPoster } from '../adapters/postback/https-poster.ts'
import { agentDoor } from '../agents/agent-door.ts'
import { type Authenticators, authenticators } from '../auth/authenticators.ts'
import { encryptionKeyOf } from '../auth/encryption-key.ts'
import type { Identify } from '../auth/identify.ts'
import { authority } from '../auth/oauth/authority.ts'
import { endUnusedGrants } from '../auth/oauth/parts.ts'
import { sweepOauth } from '../auth/oauth/store.ts'
import { hashPassword, verifyPassword } from '../auth/password.ts'
import { permit } from '../auth/permissions.ts'
import { signOnCodes } from '../auth/sign-on-codes.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { type Registry, registry } from '../definition/registry.ts'
import type { Store } from '../definition/store.ts'
import type { Tasks } from '../definition/task.ts'
import type { Engine } from '../engine/engine.ts'
import { store as openStore } from '../engine/store.ts'
import { steady } from '../engine/versioned-cache.ts'
import { sealEvents } from '../events/seal.ts'
import type { ApiParts } from '../http/api.ts'
import { forgetOldKeys, idempotency } from '../http/idempotency.ts'
import { registerOpenapi } from '../http/openapi/register-openapi.ts'
import { server } from '../http/server.ts'
import type { DueScan } from '../jobs/due-scan.ts'
import type { PeriodicTask } from '../jobs/periodic-task.ts'
import { type Worker, worker } from '../jobs/worker.ts'
import { newId } from '../lib/id.ts'
import { dueNotices, type Noticed } from '../messages/due-notices.ts'
import type { Messages } from '../messages/outgoing.ts'
import type { Unsubscribing } from '../messages/unsubscribing.ts'
import { loadAssets, pageAssets } from '../pages/assets.ts'
import { cardGuard } from '../pages/checkout/card-guard.ts'
import type { PaymentParts } from '../pages/checkout/page-payments.ts'
import { contactPages } from '../pages/contactsso/contact-routes.ts'
import { registerSignOn } from '../pages/contactsso/sign-on-routes.ts'
import { docsPages } from '../pages/docs/docs-pages.ts'
import { registerHostedForms } from '../pages/hostedform/form-routes.ts'
import { oauthEndpoints } from '../pages/oauth/oauth-endpoints.ts'
import { oauthPages } from '../pages/oauth/oauth-pages.ts'
import { paylinkPagePort } from '../pages/paylink/engine-port.ts'
import { paylinkPages } from '../pages/paylink/routes.ts'
import { invoicePagePort } from '../pages/quickinvoice/engine-port.ts'
import { quickinvoicePages } from '../pages/quickinvoice/routes.ts'
import { unsubscribePages } from '../pages/unsubscribe/routes.ts'
import type { BankContext } from '../payments/bank/bank-context.ts'
import { bankWork } from '../payments/bank/work.ts'
import { payments as makePayments } from '../payments/lifecycle/payment.ts'
import { RETRY_POLICY } from '../payments/lifecycle/retry-policy.ts'
import type { Payments } from '../payments/payments.ts'
import { type TerminalRuns, terminalRuns } from '../payments/terminals/terminal-runs.ts'
import { sweepTickets } from '../payments/vault/sweep-tickets.ts'
import { vaulting as makeVaulting } from '../payments/vault/vault.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileStore } from '../ports/files.ts'
import type { Poster } from '../ports/poster.ts'
import type { Processor } from '../ports/processor.ts'
import type { Terminals } from '../ports/terminal.ts'
import { type Dispatcher, dispatcher } from '../postbacks/dispatcher.ts'
import { postbackDue, postbackTasks } from '../postbacks/due.ts'
import { forgetOldPostbacks } from '../postbacks/forget-old.ts'
import { postbackOutbox } from '../postbacks/outbox.ts'
import { renderer } from '../postbacks/render.ts'
import { devicetermTasks } from '../resources/deviceterm/deviceterm.tasks.ts'
import { nouns } from '../resources/index.ts'
import { paylinkTasks } from '../resources/paylink/paylink.tasks.ts'
import { disabling, postbackconfigTasks } from '../resources/postbackconfig/postbackconfig.tasks.ts'
import { quickinvoiceTasks } from '../resources/quickinvoice/quickinvoice.tasks.ts'
import { recurringDue } from '../resources/recurring/recurring.due.ts'
import { recurringTasks } from '../resources/recurring/recurring.tasks.ts'
import { transactionTasks } from '../resources/transaction/transaction.tasks.ts'
import { transactionbatchDue } from '../resources/transactionbatch/transactionbatch.due.ts'
import { transactionbatchTasks } from '../resources/transactionbatch/transactionbatch.tasks.ts'
import { hashKeyBinding } from '../resources/user/user.ts'
import { VERSION } from '../version.ts'
import { type Messaging, messaging } from './messaging.ts'

/** What the process brings: everything that differs between the product, its tests and its benchmark. */
export interface Parts {
  config: Config
  db: Database
  cipher: Cipher
  clock: Clock
  /** Processor by the name products carry. */
  processors: Record<string, Processor>
  /** Terminal by the number of its make. */
  terminals: Terminals
  log: Logger
  /** Sees every request before it is handled; the sandbox's way in. */
  attend?: ((http: FastifyInstance) => void) | undefined
  /** The bank that files of bank payments go to; null where there is none, and they wait. */
  bank: BankParts | null
  /** Due work of the sandbox's own. */
  dueScans?: readonly DueScan[]
  /** Left out everywhere but in the benchmark, which measures what identifying costs. */
  identify?: Identify
}

/** The way to a bank. `is_near`: its folder can be looked into all the time. */
export type BankParts = Pick<BankContext, 'odfi' | 'originator' | 'acknowledges'> & { is_near: boolean }

export interface App {
  http: FastifyInstance
  engine: Engine
  store: Store
  payments: Payments
  runs: TerminalRuns
  worker: Worker
  messaging: Messaging
  /** The base of every link; known once the server listens when the configuration leaves it open. */
  setPublicUrl(url: string): void
  close(): Promise<void>
}

const RESOLVE_EVERY_MS = 2_000
const SEAL_EVERY_MS = 5_000
const TIDY_EVERY_MS = 60_000
/** A job of runs sends forty orders together: more of them in one process would only wait for each other. */
const AT_ONCE = { 'recurring.run': 3, 'transactionbatch.settle': 5 }

const NOTICED: readonly Noticed[] = [
  { name: 'reminders of invoices', table: 'quickinvoice', column: 'reminder_ts', task: 'quickinvoice.remind' },
  { name: 'notices of recurrings', table: 'recurring', column: 'notice_ts', task: 'recurring.remind' },
]

/** The one place where registry, engine, http, jobs and adapters are joined. */
export async function createApp(parts: Parts): Promise<App> {
  const { config, db, cipher, clock, log } = parts
  const auth = openAuthenticators(parts)
  const { tokens } = auth
  const files = diskFiles(join(config.home, 'files'))
  const engine = engineOf(parts, { outbox: postbackOutbox(() => posts.wake()), wake: () => jobs.wake() })
  const publicUrl = () => engine.public_url
  const store = openStore(engine)
  const vaulting = makeVaulting({ db, cipher, clock })
  const payments = makePayments({ db, store, vaulting, processors: parts.processors, clock, log })
  const runs = terminalRuns({ ...parts, store, vaulting, retry_policy: RETRY_POLICY }, parts.terminals)
  const sandbox = config.mode === 'sandbox'
  const poster = httpsPoster({ sandbox })
  const nounParts = {
    cipher,
    clock,
    files,
    payments,
    runs,
    poster,
    posted: () => posts.wake(),
    terminals: parts.terminals,
    vaulting,
    hashPassword,
    verifyPassword,
    publicUrl,
    forget: auth.credentials.forget,
    endSessions: tokens.endAll,
  }
  engine.registry = registry(nouns(nounParts))
  const posts = dispatcherOf(parts, { engine, store, poster })
  const messages_ = messaging({ config, db, cipher, clock, log, store, publicUrl })
  const { messages, unsubscribing } = messages_
  const bank = bankWork(parts.bank && { db, store, vaulting, clock, log, ...parts.bank })
  const tasks = { ...tasksOf({ store, files, payments, publicUrl, messages }), ...postbackTasks(posts), ...bank.tasks }
  const periodicTasks = [...periodicTasksOf(parts, { payments, runs, store, auth }), ...bank.periodicTasks]
  const dueScans = [...dueScansOf(parts, posts), ...bank.dueScans, ...(parts.dueScans ?? [])]
  const jobs = worker({ db, tasks, periodicTasks, dueScans, clock, log, at_once: AT_ONCE })
  const http = await httpOf(parts, { engine, store, auth, jobs })
  parts.attend?.(http)
  await messages_.register(http)
  const agents = agentDoor({ db, cipher, clock, log })
  agents.attach(http.server)
  const pages = { ...nounParts, db, store, unsubscribing, payer_tries: config.payer_tries, sandbox, auth }
  await servePages(http, engine.registry, pages)
  await serveSignOn(http, { ...pages, engine })

  return {
    http,
    engine,
    store,
    payments,
    runs,
    worker: withDispatcher(jobs, posts),
    messaging: messages_,
    setPublicUrl(url) {
      engine.public_url = url
    },
    async close() {
      await runs.close()
      await agents.close()
      await http.close()
      await posts.stop()
      await jobs.stop()
      await tokens.flush()
      await poster.close()
      messages_.close()
    },
  }
}

/** The server with the routes of every noun. */
function httpOf(
  { config, db, cipher, clock, log, ...given }: Parts,
  { engine, store, auth, jobs }: { engine: Engine; store: Store; auth: Authenticators; jobs: Worker },
): Promise<FastifyInstance> {
  const identify = given.identify ?? auth.identify
  const api: ApiParts = { engine, store, identify, idempotency: idempotency(db, cipher, clock) }
  return server(
    { ...api, sign_in: { ...auth, clock } },
    {
      logger: log,
      trust_proxy: config.trust_proxy,
      requests_per_minute: config.requests_per_minute.address,
      ready: readiness(db, jobs),
    },
  )
}

type PublicUrl = () => string

/** The registry is filled once the nouns have their parts, some of which write through this engine. */
function engineOf({ config, db, clock }: Parts, rousing: Pick<Engine, 'outbox' | 'wake'>): Engine {
  const public_url = config.public_url ?? `http://${config.host}:${config.port}`
  return { db, clock, permit, public_url, registry: registry([]), steady: steady(), ...rousing }
}

function openAuthenticators({ config, db, cipher, clock }: Parts): Authenticators {
  const { sign_in: limits, requests_per_minute } = config
  return authenticators({
    db,
    cipher,
    clock,
    limits,
    requests_per_minute: requests_per_minute.credential,
    bindingOf: hashKeyBinding,
  })
}

interface TaskJoin {
  store: Store
  files: FileStore
  payments: Payments
  messages: Messages
  publicUrl: PublicUrl
}

/** What runs after a commit. */
function tasksOf(parts: TaskJoin): Tasks {
  return {
    ...quickinvoiceTasks(parts),
    ...devicetermTasks(parts),
    ...paylinkTasks(parts),
    ...transactionTasks(parts),
    ...transactionbatchTasks(parts),
    ...postbackconfigTasks(parts),
    ...recurringTasks(parts),
  }
}

/** What is looked for at intervals. */
function periodicTasksOf(
  { db, cipher, clock }: Parts,
  { auth, store, payments, runs }: { auth: Authenticators; store: Store; payments: Payments; runs: TerminalRuns },
): PeriodicTask[] {
  const { credentials, tokens } = auth
  const oauth = { db, store, clock, forget: credentials.forget }
  return [
    { name: 'forget idle tokens', every_ms: TIDY_EVERY_MS, run: () => tokens.sweep() },
    { name: 'resolve unknown outcomes', every_ms: RESOLVE_EVERY_MS, run: () => payments.resolve() },
    { name: 'carry on terminal runs', every_ms: RESOLVE_EVERY_MS, run: () => runs.recover() },
    { name: 'forget unused tickets', every_ms: TIDY_EVERY_MS, run: () => sweepTickets(db, clock) },
    { name: 'forget old idempotency keys', every_ms: TIDY_EVERY_MS, run: () => forgetOldKeys(db, clock) },
    { name: 'seal the audit trail', every_ms: SEAL_EVERY_MS, run: () => sealEvents({ db, cipher, clock }) },
    { name: 'forget old codes and tokens', every_ms: TIDY_EVERY_MS, run: () => sweepOauth(db, clock.seconds()) },
    { name: 'end grants nobody used', every_ms: TIDY_EVERY_MS, run: () => endUnusedGrants(oauth) },
    { name: 'forget old postbacks', every_ms: TIDY_EVERY_MS, run: () => forgetOldPostbacks(db, clock) },
  ]
}

/** What is found by looking at rows when its moment comes. */
function dueScansOf({ config, db, clock }: Parts, posts: Dispatcher): DueScan[] {
  const parts = { db, newId: () => newId(clock.now()) }
  const dueScans = [
    recurringDue(parts),
    transactionbatchDue(parts),
    ...NOTICED.map(noticed => dueNotices(parts, noticed)),
  ]
  return config.mode === 'sandbox' ? [...dueScans, postbackDue(db, clock, posts)] : dueScans
}

function dispatcherOf(
  { db, cipher, clock, log }: Parts,
  { engine, store, poster }: { engine: Engine; store: Store; poster: Poster },
): Dispatcher {
  const render = renderer(engine)
  return dispatcher({
    db,
    cipher,
    clock,
    machine: machineClock,
    log,
    poster,
    render,
    health: disabling({ store, clock }),
    version: VERSION,
  })
}

/** Where jobs are done, postbacks are delivered too. */
function withDispatcher(jobs: Worker, posts: Dispatcher): Worker {
  const start = () => {
    jobs.start()
    posts.start()
  }
  return { ...jobs, start }
}

function readiness(db: Database, jobs: Worker): () => Promise<boolean> {
  return async () => {
    try {
      return (await pendingMigrations(db)).length === 0 && jobs.healthy()
    } catch {
      return false
    }
  }
}

interface SignOnJoin extends Pick<Parts, 'db' | 'cipher' | 'clock'> {
  payer_tries: number
  engine: Engine
  store: Store
  auth: Authenticators
}

/** Sign-on by link with the page it leads to, and the forms that merchants show in their own pages. */
async function serveSignOn(http: FastifyInstance, { auth, ...parts }: SignOnJoin): Promise<void> {
  const codes = signOnCodes(parts)
  const keyOf = (developer_id: string) => encryptionKeyOf(parts.db, parts.cipher, developer_id)
  registerSignOn(http, { ...parts, ...auth, codes, encryptionKeyOf: keyOf })
  const publicUrl = () => parts.engine.public_url
  const assets = loadAssets()
  await http.register(contactPages, { ...parts, tokens: auth.tokens, codes, assets, publicUrl })
  registerHostedForms(http, { ...parts, ...auth, assets, publicUrl, guard: cardGuard(parts) })
}

interface PageParts extends PaymentParts {
  files: FileStore
  unsubscribing: Unsubscribing
  publicUrl: PublicUrl
  sandbox: boolean
  auth: Authenticators
}

/** Everything a person opens in a browser, and the description of the API. */
async function servePages(http: FastifyInstance, known: Registry, parts: PageParts): Promise<void> {
  const { auth, clock, publicUrl, unsubscribing, sandbox } = parts
  const assets = loadAssets()
  const looks = { assets, clock, publicUrl }
  registerOpenapi(http, { registry: known, version: VERSION, publicUrl, headers: sandbox ? faultHeader : {} })
  await http.register(pageAssets, { assets })
  await http.register(quickinvoicePages, { ...looks, port: invoicePagePort(parts) })
  await http.register(paylinkPages, { ...looks, port: paylinkPagePort(parts), sandbox })
  await http.register(unsubscribePages, { ...looks, unsubscribing })
  const oauth = { ...parts, forget: auth.credentials.forget, refused: auth.refused }
  const granting = authority(oauth)
  await http.register(oauthPages, { ...oauth, assets, authority: granting, signIn: auth.signIn })
  await http.register(oauthEndpoints, { authority: granting, publicUrl })
  await http.register(docsPages, {
    registry: known,
    assets,
    version: VERSION,
    publicUrl,
    tests: sandbox ? { ...triggers, faultLines, bankAccounts } : null,
  })
}
