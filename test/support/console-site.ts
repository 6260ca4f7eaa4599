import type { FastifyInstance } from 'fastify'
import { apiCalls } from '../../sandbox/console/api-call.ts'
import { registerConsole } from '../../sandbox/console/console-routes.ts'
import { sandboxGuard } from '../../sandbox/guard.ts'
import { loadAssets, pageAssets } from '../../src/pages/assets.ts'
import type { TestApp } from './app.ts'

/** Serves the console of a test app on a server of its own, whose address is known once it listens. */
export async function consoleOn(site: FastifyInstance, t: TestApp, address: () => string): Promise<void> {
  const { db, clock, app, home, bank, requests } = t
  const publicUrl = () => address() || 'http://127.0.0.1'
  await site.register(pageAssets, { assets: loadAssets() })
  registerConsole(site, {
    db,
    clock,
    worker: app.worker,
    messaging: app.messaging,
    bank,
    ledger: async () => ({ entries: await t.ledger() }),
    home,
    publicUrl,
    guard: sandboxGuard({ publicUrl, is_exposed: false, verify: async () => false }),
    requests,
    registry: app.engine.registry,
    callApi: apiCalls(app.http),
  })
}
