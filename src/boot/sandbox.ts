import { join } from 'node:path'
import { Bank } from '../../sandbox/bank/bank.ts'
import { bankAccounts } from '../../sandbox/bank/triggers.ts'
import { type SandboxClock, sandboxClock } from '../../sandbox/clock.ts'
import { apiCalls } from '../../sandbox/console/api-call.ts'
import { registerConsole } from '../../sandbox/console/console-routes.ts'
import { type Devices, devices } from '../../sandbox/device/devices.ts'
import { faultHeader, faultLines } from '../../sandbox/faults/fault-list.ts'
import { requestedFaults } from '../../sandbox/faults/requested-faults.ts'
import { registerFaults } from '../../sandbox/faults/routes.ts'
import { guardRoutes, type SandboxGuard, sandboxGuard } from '../../sandbox/guard.ts'
import { readLedger, readSettlements } from '../../sandbox/ledger.ts'
import { sandboxPassword } from '../../sandbox/password.ts'
import { type LaunchedSimulator, launchSimulator } from '../../sandbox/processor/launch.ts'
import * as triggers from '../../sandbox/processor/triggers.ts'
import { type RequestLog, requestLog } from '../../sandbox/request-log.ts'
import { registerSandbox, type SandboxParts } from '../../sandbox/routes.ts'
import { exampleValues, readSandboxFile, writeSandboxFile } from '../../sandbox/sandbox-file.ts'
import { seedOauth, seedSandbox } from '../../sandbox/seed-sandbox.ts'
import { registerTerminalUi, virtualTerminals } from '../../sandbox/terminal-ui/terminal-routes.ts'
import { machineClock } from '../adapters/clock/machine.ts'
import { folderOdfi } from '../adapters/odfi/folder/index.ts'
import { openFolder } from '../adapters/odfi/index.ts'
import { paxTerminal } from '../adapters/terminals/pax/index.ts'
import type { Config } from '../config.ts'
import { repeat } from '../jobs/periodic-task.ts'
import type { Worker } from '../jobs/worker.ts'
import { isLoopback } from '../lib/loopback.ts'
import { type Connectors, UNNAMED } from '../payments/lifecycle/routing.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/processor.ts'
import { type ProcessorHttp, processorHttp } from '../processors/http.ts'
import { openConnectors } from '../processors/index.ts'
import { simulator as simulatorConnector } from '../processors/simulator/index.ts'
import { bankFromConfig } from './features/bank.ts'
import type { BankConnection, Core, Environment, Feature, FeatureFactory, ProcessParts } from './parts.ts'
import type { Shutdown } from './shutdown.ts'

/** The number of the manufacturer of virtual devices. */
const VIRTUAL = 100
const FOLLOW_EVERY_MS = 1000

type FeatureName = 'faults' | 'bank' | 'controls' | 'terminals' | 'console' | 'seed'

/** What a sandbox is made of, for tests that look behind it. */
export interface Sandbox {
  environment: Environment
  /** The environment's own features, by name. */
  features: Record<FeatureName, FeatureFactory>
  clock: SandboxClock
  devices: Devices
  /** Null where bank files go elsewhere. */
  bank: Bank | null
  simulator: LaunchedSimulator
  /** What it was asked. */
  requests: RequestLog
}

/** `simulator`: one that was launched already. */
interface SandboxProcess extends ProcessParts {
  simulator?: LaunchedSimulator | null
}

export async function openEnvironment(parts: SandboxProcess): Promise<Environment> {
  return (await openSandbox(parts)).environment
}

/**
 * The sandbox: a clock that can be moved, a simulated processor, virtual terminals, a bank, controls and seeded
 * merchants.
 */
export async function openSandbox(parts: SandboxProcess): Promise<Sandbox> {
  const { config, db, log } = parts
  const clock = sandboxClock(db, machineClock)
  await clock.follow()
  const settings = {
    home: config.home,
    log: (text: string) => log.info(text),
    delay_scale: config.simulator_delay_scale,
  }
  const simulator = parts.simulator ?? (await launchSimulator(settings))
  const faults = requestedFaults()
  const requests = requestLog(clock)
  const connector = connect(simulator, clock)
  const http = toProcessors()
  const virtual = devices({ ...settings, clock, machine: machineClock })
  const line = faults.line(virtual.line, virtual)
  const { bank, connection } = config.ach
    ? { bank: null, connection: bankFromConfig(config.ach) }
    : sandboxBank(config.home)
  const guarded = await openGuard(config)
  const controls = (core: Core, worker: Worker): ControlParts => ({ core, worker, clock, bank, simulator })
  let unfollow = async (): Promise<void> => undefined
  const features: Sandbox['features'] = {
    faults: () => ({ routes: faults.attend }),
    bank: () => ({ dueScans: bank ? [bank.due] : [] }),
    controls: core => ({
      routes(http, worker) {
        requests.attend(http)
        http.register(async scope => {
          guardRoutes(scope, guarded(core))
          registerSandbox(scope, controlsOf(controls(core, worker)))
          registerFaults(scope, simulator.restartIfGone)
          requests.serve(scope)
        })
      },
      // Other processes of this sandbox move the clock too.
      async listening() {
        const why = exposure(config)
        if (why) log.warn(`${why}: anyone who can reach the sandbox sees test data and, with its password, all keys`)
        else log.info(UNASKED)
        unfollow = repeat({ name: 'follow the clock', every_ms: FOLLOW_EVERY_MS, run: clock.follow }, log)
      },
    }),
    terminals: core => terminalsFeature(core, virtual, guarded(core)),
    console: core => ({
      routes(http, worker) {
        const { publicUrl } = core
        const shown = { ...controlsOf(controls(core, worker)), home: config.home, publicUrl }
        const { registry } = core.engine
        registerConsole(http, { ...shown, guard: guarded(core), requests, registry, callApi: apiCalls(http) })
      },
    }),
    seed: seedFeature,
  }
  const environment: Environment = {
    clock,
    connectors: allConnectors(account => faults.processor(connector(account)), http),
    terminals: { [VIRTUAL]: paxTerminal({ line, clock }) },
    bank: connection,
    features: Object.values(features),
    documentation: {
      tests: { ...triggers, faultLines, bankAccounts },
      headers: faultHeader,
      ownValues: core => async request => {
        const isAllowed = (await guarded(core)(request, 'form')) === null
        return isAllowed ? exampleValues(await readSandboxFile(config.home), clock.seconds()) : null
      },
    },
    async close() {
      await unfollow()
      http.close()
      bank?.close()
      await connection.odfi.close()
      await virtual.stop()
      await simulator.stop()
    },
  }
  return { environment, features, clock, devices: virtual, bank, simulator, requests }
}

/** Who may use the controls. From other machines that takes a password, which is told once. */
async function openGuard(config: Config): Promise<(core: Pick<Core, 'publicUrl'>) => SandboxGuard> {
  const is_exposed = exposure(config) !== null
  const chosen = config.sandbox_password
  const { verify, made } = await sandboxPassword(config.home, { chosen, is_needed: is_exposed })
  // Not into the log, which is kept and shown to more people.
  if (made) process.stderr.write(`tollgate: the password of this sandbox is ${made} (it is not shown again)\n`)
  return ({ publicUrl }) => sandboxGuard({ publicUrl, is_exposed, verify })
}

/** Returns why everybody is asked for the password; null where programs on this machine are not. */
function exposure({ host, public_url, trust_proxy, sandbox_password }: Config): string | null {
  if (!isLoopback(host)) return `the sandbox listens on ${host}`
  if (public_url && !isLoopback(new URL(public_url).hostname)) return `TOLLGATE_PUBLIC_URL is ${public_url}`
  if (trust_proxy) return 'TOLLGATE_TRUST_PROXY says that a proxy is in front'
  return sandbox_password === null ? null : 'TOLLGATE_SANDBOX_PASSWORD is set'
}

const UNASKED =
  'the controls under /sandbox ask programs on this machine for no password: set TOLLGATE_SANDBOX_PASSWORD before you put a proxy or tunnel in front'

/** The simulator and all connectors, as long as the command runs. */
export async function launchConnectors(config: Config, shutdown: Shutdown): Promise<Connectors> {
  const { home, simulator_delay_scale: delay_scale } = config
  const launching = launchSimulator({ home, log: () => undefined, delay_scale })
  const launched = await shutdown.adopt(launching, started => started.stop())
  const http = await shutdown.adopt(Promise.resolve(toProcessors()), async opened => opened.close())
  return allConnectors(connect(launched, machineClock), http)
}

/** A simulator that had to be started again has another address. */
function connect({ address, secret, restartIfGone }: LaunchedSimulator, clock: Clock): Connector {
  return simulatorConnector({ address, secret, clock, restart: restartIfGone })
}

/** Test hosts of processors may run on this machine. */
function toProcessors(): ProcessorHttp {
  return processorHttp({ allow_loopback: true })
}

/** The simulator serves every account that names no connector, and refunds by its own id. */
function allConnectors(
  connect: (...of: Parameters<Connector>) => ReturnType<Connector>,
  http: ProcessorHttp,
): Connectors {
  const simulator: Connector = Object.assign(connect, { refunds_by_reference: true as const })
  return { ...openConnectors({ http, openFolder }), simulator, [UNNAMED]: simulator }
}

interface ControlParts extends Pick<Sandbox, 'clock' | 'bank' | 'simulator'> {
  core: Core
  worker: Worker
}

function controlsOf({ core, simulator, ...parts }: ControlParts): SandboxParts {
  return {
    ...parts,
    db: core.db,
    messaging: core.messaging,
    ledger: async reference => readLedger(await simulator.restartIfGone(), reference),
    settlements: async name => readSettlements(await simulator.restartIfGone(), name),
  }
}

/** The sandbox's bank and the connection to it: a folder in the home. */
export function sandboxBank(home: string): { bank: Bank; connection: BankConnection } {
  const folder = join(home, 'bank')
  const originator = {
    destination: '110000000',
    destination_name: 'SANDBOX BANK',
    origin: '1999999999',
    origin_name: 'TOLLGATE SANDBOX',
    odfi_id: '11000000',
    company_id: '1999999999',
  }
  return {
    bank: new Bank(folder),
    connection: { odfi: folderOdfi(folder), originator, acknowledges: true, is_near: true },
  }
}

/**
 * The faces of virtual terminals. Their devices start with the server, the oldest first, since tills may dial them
 * unasked.
 */
function terminalsFeature({ db, log, publicUrl }: Core, virtual: Devices, guard: SandboxGuard): Feature {
  let closing = false
  const start = async (): Promise<void> => {
    for (const terminal of await virtualTerminals(db)) await virtual.place(terminal)
  }
  return {
    routes: http => registerTerminalUi(http, { db, devices: virtual, guard, publicUrl }),
    async listening() {
      void start().catch(error => {
        if (!closing) log.warn({ message: String(error) }, 'the virtual terminals do not start')
      })
    },
    async beforeClose() {
      closing = true
    },
  }
}

/** Seeds an empty database, and keeps the credentials in sandbox.json for developers to read. */
function seedFeature({ config, db, engine, store, cipher, clock, log, publicUrl }: Core): Feature {
  const parts = { db, store, cipher, clock }
  const { home } = config
  return {
    async prepare() {
      const url = publicUrl()
      await seedSandbox(parts, ({ developer_id, merchants, oauth }) =>
        writeSandboxFile(home, { base_url: url, developer_id, merchants, oauth: { auth_url: url, ...oauth } }),
      )
      const known = await readSandboxFile(home)
      if (known && !known.oauth)
        await writeSandboxFile(home, { ...known, oauth: { auth_url: url, ...(await seedOauth(parts)) } })
    },
    async listening(address) {
      const known = await readSandboxFile(home)
      if (config.role === 'worker') {
        if (config.public_url) return
        // Links in messages lead to the API, whose address a worker of the same home finds in the file.
        engine.public_url = known?.base_url ?? address
        log.warn(`TOLLGATE_PUBLIC_URL is not set: links in messages of this worker lead to ${engine.public_url}`)
        return
      }
      const base_url = config.public_url ?? address
      if (!known)
        return log.warn('sandbox.json is not in this home: the keys were written when the database was seeded')
      const oauth = known.oauth && { oauth: { ...known.oauth, auth_url: base_url } }
      await writeSandboxFile(home, { ...known, base_url, ...oauth })
    },
  }
}
