import type { FastifyInstance } from 'fastify'
import { machineClock } from '../adapters/clock/machine.ts'
import { followCertificate, OLDEST_TLS, readCertificate } from '../adapters/tls/certificate.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { idempotency } from '../http/idempotency.ts'
import { server } from '../http/server.ts'
import type { Worker } from '../jobs/worker.ts'
import { VERSION } from '../version.ts'
import { connectionLimits } from './connection-limits.ts'
import { noteAccess, notedIdentify } from './noted.ts'
import type { Core } from './parts.ts'

/** The server with the routes of every resource. */
export async function openServer(core: Core, jobs: Worker): Promise<FastifyInstance> {
  const { config, db, cipher, clock, log, engine, store, auth } = core
  const { tls } = config
  const identify = notedIdentify(core)
  const http = await server(
    {
      ...{ engine, store, identify, idempotency: idempotency(db, cipher, clock), sign_in: { ...auth, clock } },
      accessed: noteAccess(core),
    },
    {
      logger: log,
      trust_proxy: config.trust_proxy,
      version: VERSION,
      requests_per_minute: config.requests_per_minute.address,
      connections: connectionLimits(config),
      tls: tls && { ...readCertificate(tls, machineClock), minVersion: OLDEST_TLS },
      ready: () => isReady(core, jobs),
    },
  )
  if (tls) {
    const secured = http.server as unknown as Parameters<typeof followCertificate>[0]
    const stop = followCertificate(secured, tls, machineClock, log)
    http.addHook('onClose', async () => stop())
  }
  return http
}

async function isReady({ db, cipher }: Core, jobs: Worker): Promise<boolean> {
  try {
    await cipher.ready()
    return (await pendingMigrations(db)).length === 0 && jobs.healthy()
  } catch {
    return false
  }
}
