import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { machineClock } from './adapters/clock/machine.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { checkServer } from './db/check-server.ts'
import { type Embedded, startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/pool.ts'
import { openLog } from './log.ts'
import { openKeys } from './open-keys.ts'
import { startSandbox } from './sandbox/start.ts'

/** Starts the process: configuration, database, key ring, sandbox, server; says so in one line; stops cleanly when asked. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  await makeHome(config)
  const log = openLog(config.log_level, pino.destination({ dest: 2, sync: false }))
  const undo: (() => Promise<unknown>)[] = []
  stopOnSignal(undo, log)
  try {
    const embedded: Embedded | null = config.database_url ? null : await startEmbedded({ home: config.home })
    if (embedded) undo.unshift(() => embedded.stop())
    const url = config.database_url ?? embedded!.url
    const db = openDatabase({ url, size: config.database_connections, prepare: config.database_prepare })
    undo.unshift(() => db.close())
    await checkServer(db)
    await migrate(url)
    const cipher = await openKeys(join(config.home, 'keyring.json'), db, machineClock)
    const sandbox = await startSandbox({ config, db, log })
    undo.unshift(() => sandbox.stop())
    const app = await createApp({ config, db, cipher, clock: sandbox.clock, processors: sandbox.processors, log })
    undo.unshift(() => app.close())
    await sandbox.attach(app, cipher)
    if (config.role !== 'api') app.worker.start()
    const address = await listen(app, config)
    await sandbox.announce(address)
    process.stdout.write(`Tollgate ready at ${address}\n`)
  } catch (error) {
    for (const step of undo) await step().catch(() => undefined)
    throw error
  }
}

async function makeHome(config: Config): Promise<void> {
  try {
    await mkdir(config.home, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new Error(`TOLLGATE_HOME ${config.home} cannot be used: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** A worker serves health checks only; its port may be 0. */
async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<string> {
  try {
    await app.http.listen({ port: config.port, host: config.host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Error(`port ${config.port} on ${config.host} is in use; set PORT to another one`)
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
      throw new Error(`cannot listen on ${config.host}:${config.port} (${code})`)
    throw error
  }
  const { port } = app.http.server.address() as { port: number }
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  app.setPublicUrl(config.public_url ?? address)
  return address
}

/** The first signal drains, also in the middle of starting: no new request, requests in flight finish, then everything we started ends. */
function stopOnSignal(undo: (() => Promise<unknown>)[], log: pino.Logger): void {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    let code = 0
    for (const step of undo) {
      try {
        await step()
      } catch (error) {
        code = 1
        log.error({ message: (error as Error).message }, 'stopping failed')
      }
    }
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`tollgate: ${(error as Error).message}\n`)
  process.exit(1)
}
