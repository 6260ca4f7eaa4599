import type { FastifyInstance } from 'fastify'
import { machineClock } from '../adapters/clock/machine.ts'
import { followCertificate, OLDEST_TLS, readCertificate } from '../adapters/tls/certificate.ts'
import { idempotency } from '../http/idempotency.ts'
import { server } from '../http/server.ts'
import { VERSION } from '../version.ts'
import { connectionLimits } from './connection-limits.ts'
import { noteAccess, notedIdentify } from './noted.ts'
import type { Core } from './parts.ts'
import type { Readiness } from './readiness.ts'

/** The server with the routes of every resource. */
export async function openServer(core: Core, ready: Readiness): Promise<FastifyInstance> {
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
      problem: ready.problem,
    },
  )
  if (tls) {
    const secured = http.server as unknown as Parameters<typeof followCertificate>[0]
    const stop = followCertificate(secured, tls, machineClock, log)
    http.addHook('onClose', async () => stop())
  }
  return http
}
