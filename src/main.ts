import { mkdir } from 'node:fs/promises'
import { type Logger, pino } from 'pino'
import type { App } from './boot/app.ts'
import { collectGarbage } from './boot/collect-garbage.ts'
import { assertMerchant, openInstallation, refuseUnreconciled } from './boot/installation.ts'
import { openLog } from './boot/log.ts'
import { launchProcessor, loadMode, openEnvironment } from './boot/mode.ts'
import { gracefulShutdown, Interrupted, type Shutdown } from './boot/shutdown.ts'
import { type Config, readConfig } from './config.ts'
import { lanesOf } from './db/lanes.ts'
import { watchLoop } from './metrics/blocked-loop.ts'

/** Longer than the slowest processor may take to answer. */
const DRAIN_MS = 30_000
const QUIET_MS = 1_000

/**
 * The process: starts, says so in one line, serves until it is stopped, stops everything it started. Returns the exit
 * code.
 */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  const log = openLog(config.log_level, pino.destination({ dest: 2, sync: false }))
  logWarnings(log)
  const shutdown = gracefulShutdown()
  let code = 0
  try {
    const address = await start(config, log, shutdown)
    process.stdout.write(`Tollgate ready at ${address}\n`)
    await shutdown.requested
  } catch (error) {
    if (!(error instanceof Interrupted)) code = complain(error)
  }
  await shutdown.run(error => {
    code = 1
    log.error({ message: error.message }, 'stopping failed')
  })
  return code
}

/** Starts database, key ring, mode and server one after the other. Returns the server's address. */
async function start(config: Config, log: Logger, shutdown: Shutdown): Promise<string> {
  await makeHome(config.home)
  const pool = { size: lanesOf(config.database_connections), application_name: 'tollgate' }
  // PostgreSQL and the sandbox's processor start as processes of their own: what serves is loaded meanwhile.
  const [{ db, cipher }, simulator, { createApp, noteStart }] = await allOf([
    openInstallation(config, shutdown, pool),
    launchProcessor(config, log, shutdown),
    loadServing(config),
  ])
  await refuseUnreconciled(db)
  if (config.mode === 'live') await assertMerchant(db)
  const parts = { config, db, cipher, log }
  const environment = await shutdown.adopt(openEnvironment({ ...parts, simulator }), opened => opened.close())
  await noteStart({ ...parts, clock: environment.clock })
  const app = await shutdown.adopt(createApp({ ...parts, ...environment }), made => drain(made, log, shutdown))
  if (config.role !== 'api') app.worker.start()
  const address = await shutdown.interruptible(listen(app, config))
  watchLoop(log)
  await app.listening(address)
  setTimeout(collectGarbage, 1000).unref()
  return address
}

async function loadServing({ mode }: Config) {
  const [{ createApp }, { noteStart }] = await Promise.all([
    import('./boot/app.ts'),
    import('./boot/settings-trail.ts'),
    loadMode(mode),
  ])
  return { createApp, noteStart }
}

/** Throws only once all of them have ended: until then it is not known what has started and has to be stopped. */
async function allOf<T extends readonly unknown[]>(starting: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(starting)
  return Promise.all(starting) as Promise<unknown> as Promise<T>
}

const REASONS: Record<string, string> = {
  EEXIST: 'it is not a folder',
  ENOTDIR: 'it is not a folder, or is inside something that is none',
  EACCES: 'this user may not create it',
  EROFS: 'the file system is read-only',
}

async function makeHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o755 })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new Error(`TOLLGATE_HOME ${home} cannot be used: ${REASONS[code] ?? code}`)
  }
}

async function listen(app: App, { host, port: wanted, tls }: Config): Promise<string> {
  try {
    await app.http.listen({ port: wanted, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Error(`port ${wanted} on ${host} is in use; set PORT to another one`)
    throw new Error(`cannot listen on ${host}, port ${wanted} (${code}); see HOST and PORT`)
  }
  const { port } = app.http.server.address() as { port: number }
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Takes no new request, answers those in flight, finishes running jobs. Clients that are still sending after half a
 * minute, or at the second signal, are cut off; a payment whose answer was lost that way is resolved after the next
 * start.
 */
async function drain(app: App, log: Logger, { forced }: Shutdown): Promise<void> {
  const deadline = AbortSignal.any([forced, AbortSignal.timeout(DRAIN_MS)])
  const cut = () => app.http.server.closeAllConnections()
  deadline.addEventListener('abort', cut)
  const waiting = () => log.warn('waiting for requests in flight; another signal cuts them off')
  // A start that failed has no requests, however long its parts take to close.
  const notice = app.http.server.listening ? setTimeout(waiting, QUIET_MS) : undefined
  const closing = app.close(deadline)
  if (deadline.aborted) cut()
  await closing
  clearTimeout(notice)
}

/** Node and packages print warnings as plain text; the log is JSON lines. */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn({ name }, message.split('\n', 1)[0] ?? name))
}

/** Reports an error in one line, also one that was not meant for people. */
function complain(error: unknown): number {
  const text = error instanceof Error ? error.message || error.name : String(error)
  process.stderr.write(`tollgate: ${text.replaceAll(/\s+/g, blanks => (blanks.includes('\n') ? ' ' : blanks))}\n`)
  return 1
}

process.exit(await main().catch(complain))
