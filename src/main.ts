import { mkdir } from 'node:fs/promises'
import { type Logger, pino } from 'pino'
import { readSandboxFile } from '../sandbox/sandbox-file.ts'
import { startSandbox } from '../sandbox/start.ts'
import { type App, createApp } from './boot/app.ts'
import { openInstallation, refuseUnreconciled } from './boot/installation.ts'
import { Interrupted, type Lifetime, lifetime } from './boot/lifetime.ts'
import { openLog } from './boot/log.ts'
import { type Config, readConfig } from './config.ts'

/** Longer than the slowest processor may take to answer. */
const DRAIN_MS = 30_000
const QUIET_MS = 1_000

/** The process: starts, says so in one line, serves until it is told to stop, ends everything it started. Returns the exit code. */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  const log = openLog(config.log_level, pino.destination({ dest: 2, sync: false }))
  logWarnings(log)
  const running = lifetime()
  let code = 0
  try {
    const address = await start(config, log, running)
    process.stdout.write(`Tollgate ready at ${address}\n`)
    await running.stopped
  } catch (error) {
    if (!(error instanceof Interrupted)) code = complain(error)
  }
  await running.end(error => {
    code = 1
    log.error({ message: error.message }, 'stopping failed')
  })
  return code
}

/** Database, key ring, sandbox, server, one after the other; what was started is kept to be ended. Answers the server's address. */
async function start(config: Config, log: Logger, running: Lifetime): Promise<string> {
  await makeHome(config.home)
  const pool = { size: config.database_connections, application_name: 'tollgate' }
  const { db, cipher } = await openInstallation(config, running, pool)
  await refuseUnreconciled(db)
  const sandbox = await running.keep(startSandbox({ config, db, cipher, log }), started => started.stop())
  const { clock, processors, terminals, attend, bank, dueScans } = sandbox
  const parts = { config, db, cipher, clock, processors, terminals, log, attend, bank, dueScans }
  const app = await running.keep(createApp(parts), made => drain(made, log, running))
  await sandbox.attach(app, cipher)
  if (config.role !== 'api') app.worker.start()
  const address = await running.unlessStopped(listen(app, config))
  app.setPublicUrl(await publicUrl(config, address, log))
  if (config.role !== 'worker') await sandbox.announce(address)
  return address
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

async function listen(app: App, { host, port: wanted }: Config): Promise<string> {
  try {
    await app.http.listen({ port: wanted, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Error(`port ${wanted} on ${host} is in use; set PORT to another one`)
    throw new Error(`cannot listen on ${host}, port ${wanted} (${code}); see HOST and PORT`)
  }
  const { port } = app.http.server.address() as { port: number }
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Links in messages lead to the API. A worker listens for those who watch it; it takes the address that the API of its home told. */
async function publicUrl(config: Config, address: string, log: Logger): Promise<string> {
  if (config.public_url) return config.public_url
  if (config.role !== 'worker') return address
  const url = (await readSandboxFile(config.home))?.base_url ?? address
  log.warn(`TOLLGATE_PUBLIC_URL is not set: links in messages of this worker lead to ${url}`)
  return url
}

/**
 * No new request is taken, requests in flight are answered, running jobs finish. Whoever is still sending a request after half a minute,
 * or when a second signal comes, is cut off; a payment whose answer got lost that way is asked about at the next start.
 */
async function drain(app: App, log: Logger, { hurry }: Lifetime): Promise<void> {
  const patience = AbortSignal.any([hurry, AbortSignal.timeout(DRAIN_MS)])
  const cut = () => app.http.server.closeAllConnections()
  patience.addEventListener('abort', cut)
  const waiting = () => log.warn('waiting for requests in flight; another signal cuts them off')
  const notice = setTimeout(waiting, QUIET_MS)
  const closing = app.close()
  if (patience.aborted) cut()
  await closing
  clearTimeout(notice)
}

/** Node and packages print warnings as plain text; the log is JSON lines. */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn({ name }, message.split('\n', 1)[0] ?? name))
}

/** One line, also for an error that was not meant for people. */
function complain(error: unknown): number {
  const text = error instanceof Error ? error.message || error.name : String(error)
  process.stderr.write(`tollgate: ${text.replaceAll(/\s*\n\s*/g, ' ')}\n`)
  return 1
}

process.exit(await main().catch(complain))
