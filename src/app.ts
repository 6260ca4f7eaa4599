import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { diskFiles } from './adapters/files/disk/index.ts'
import { outboxMailer } from './adapters/mail/outbox/index.ts'
import { smtpMailer } from './adapters/mail/smtp/index.ts'
import { outboxTexter } from './adapters/text/outbox/index.ts'
import { credentialStore } from './auth/credential-store.ts'
import { identifier } from './auth/identify.ts'
import { userKey } from './auth/methods/user-key.ts'
import { hashPassword, verifyPassword } from './auth/password.ts'
import { permit } from './auth/permissions.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { pendingMigrations } from './db/migrate.ts'
import type { Door } from './definition/door.ts'
import { registry } from './definition/registry.ts'
import type { Engine } from './engine/engine.ts'
import { steady } from './engine/steady.ts'
import { door as openDoor } from './engine/write.ts'
import { forgetOldKeys, idempotency } from './http/idempotency.ts'
import { server } from './http/server.ts'
import { type Worker, worker } from './jobs/worker.ts'
import { loadAssets, pageAssets } from './pages/assets.ts'
import { invoicePagePort } from './pages/quickinvoice/engine-port.ts'
import { quickinvoicePages } from './pages/quickinvoice/routes.ts'
import type { Payments } from './payments/payments.ts'
import { sweepTickets } from './payments/sweep-tickets.ts'
import { payments as makePayments } from './payments/transact.ts'
import { vaulting as makeVaulting } from './payments/vault.ts'
import type { Cipher } from './ports/cipher.ts'
import type { Clock } from './ports/clock.ts'
import type { Processor } from './ports/processor.ts'
import { nouns } from './resources/index.ts'
import { paylinkTasks } from './resources/paylink/paylink.tasks.ts'
import { quickinvoiceTasks } from './resources/quickinvoice/quickinvoice.tasks.ts'

/** What the process brings: everything that differs between the product, its tests and its benchmark. */
export interface Parts {
  config: Config
  db: Database
  cipher: Cipher
  clock: Clock
  /** Processor by the name products carry. */
  processors: Record<string, Processor>
  log: Logger
}

export interface App {
  http: FastifyInstance
  engine: Engine
  door: Door
  payments: Payments
  worker: Worker
  /** The base of every link; known once the server listens when the configuration leaves it open. */
  setPublicUrl(url: string): void
  close(): Promise<void>
}

const RESOLVE_EVERY_MS = 2_000
const TIDY_EVERY_MS = 60_000

/** The one place where registry, engine, http, jobs and adapters are joined. */
export async function createApp(parts: Parts): Promise<App> {
  const { config, db, cipher, clock, log } = parts
  const store = credentialStore(db, cipher)
  const files = diskFiles(join(config.home, 'files'))
  const mailer = config.smtp_url ? smtpMailer(config.smtp_url) : outboxMailer({ db, clock })
  const texter = outboxTexter({ db, clock })
  const engine: Engine = {
    db,
    clock,
    permit,
    public_url: config.public_url ?? `http://${config.host}:${config.port}`,
    registry: registry([]),
    steady: steady(),
    wake: () => jobs.wake(),
  }
  const door = openDoor(engine)
  const vault = makeVaulting({ db, cipher, clock })
  const payments = makePayments({ db, door, vaulting: vault, processors: parts.processors, clock, log })
  engine.registry = registry(
    nouns({
      cipher,
      clock,
      files,
      payments,
      vaulting: vault,
      hashPassword,
      verifyPassword,
      publicUrl: () => engine.public_url,
      forget: () => store.forget(),
    }),
  )

  const publicUrl = () => engine.public_url
  const tasks = {
    ...quickinvoiceTasks({ door, mailer, texter, files, clock, publicUrl }),
    ...paylinkTasks({ door, mailer, texter, publicUrl }),
  }
  const rounds = [
    { name: 'resolve unknown outcomes', every_ms: RESOLVE_EVERY_MS, run: () => payments.resolve() },
    { name: 'forget unused tickets', every_ms: TIDY_EVERY_MS, run: () => sweepTickets(db, clock) },
    { name: 'forget old idempotency keys', every_ms: TIDY_EVERY_MS, run: () => forgetOldKeys(db, clock) },
  ]
  const jobs: Worker = worker(db, tasks, rounds, clock, log)
  const identify = identifier([userKey(store)], store.knowsDeveloper)
  const api = { engine, door, identify, idempotency: idempotency(db, cipher, clock) }
  const ready = async (): Promise<boolean> => {
    try {
      return (await pendingMigrations(db)).length === 0 && jobs.healthy()
    } catch {
      return false
    }
  }
  const http = await server(api, { logger: log, trust_proxy: config.trust_proxy, ready })
  const assets = loadAssets()
  await http.register(pageAssets, { assets })
  await http.register(quickinvoicePages, {
    port: invoicePagePort({ db, door, payments, files, clock, cipher }),
    assets,
    clock,
    publicUrl: () => engine.public_url,
  })

  return {
    http,
    engine,
    door,
    payments,
    worker: jobs,
    setPublicUrl(url) {
      engine.public_url = url
    },
    async close() {
      await http.close()
      await jobs.stop()
    },
  }
}
