import { join } from 'node:path'
import type { Logger } from 'pino'
import { machineClock } from '../src/adapters/clock/machine.ts'
import { folderOdfi } from '../src/adapters/odfi/folder/index.ts'
import { directLine } from '../src/adapters/terminals/pax/direct-line.ts'
import { paxTerminal } from '../src/adapters/terminals/pax/index.ts'
import { agentLine, eitherLine } from '../src/agents/agent-line.ts'
import type { App, BankParts } from '../src/boot/app.ts'
import { bankFromConfig } from '../src/boot/bank-from-config.ts'
import type { Config } from '../src/config.ts'
import type { Database } from '../src/db/database.ts'
import type { DueScan } from '../src/jobs/due-scan.ts'
import { parseNetworks } from '../src/lib/networks.ts'
import type { Cipher } from '../src/ports/cipher.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { Processor } from '../src/ports/processor.ts'
import type { Terminals } from '../src/ports/terminal.ts'
import type { TerminalLine } from '../src/ports/terminal-line.ts'
import { simulator } from '../src/processors/simulator/index.ts'
import { Bank } from './bank/bank.ts'
import { sandboxClock } from './clock.ts'
import { registerConsole } from './console.ts'
import { type Devices, devices } from './device/devices.ts'
import { registerFace, virtualTerminals } from './face/routes.ts'
import { askedFaults } from './faults/asked-faults.ts'
import { registerFaults } from './faults/routes.ts'
import { readLedger, readSettlements } from './ledger.ts'
import { launchSimulator } from './processor/launch.ts'
import { registerSandbox } from './routes.ts'
import { readSandboxFile, writeSandboxFile } from './sandbox-file.ts'
import { seedOauth } from './seed-oauth.ts'
import { seedSandbox } from './seed-sandbox.ts'

export interface Sandbox {
  clock: Clock
  processors: Record<string, Processor>
  terminals: Terminals
  /** Reads of every request which fault it asks for. */
  attend(http: App['http']): void
  bank: BankParts
  /** What the sandbox's bank does when its moment comes. */
  dueScans: readonly DueScan[]
  /** Registers the controls and seeds an empty database. */
  attach(app: App, cipher: Cipher): Promise<void>
  /** Writes the address into sandbox.json, for developers to read. */
  announce(address: string): Promise<void>
  stop(): Promise<void>
}

const FOLLOW_MS = 1000
/** Every processor name a product may carry is answered by the simulator. */
export const SIMULATED = ['zgate', 'zgate2', 'zach', 'ach', 'fortisach', 'cash']

/** Everything a sandbox has and live mode has not: a movable clock, a simulated processor, seeded merchants, controls. */
export async function startSandbox(parts: {
  config: Config
  db: Database
  cipher: Cipher
  log: Logger
}): Promise<Sandbox> {
  const { config, db, cipher, log } = parts
  const agents = agentLine({ db, cipher })
  const clock = sandboxClock(db, machineClock)
  await clock.follow()
  const launched = await launchSimulator({
    home: config.home,
    log: text => log.info(text),
    delay_scale: config.simulator_delay_scale,
  })
  const asked = askedFaults()
  const real = simulator({
    address: launched.address,
    secret: launched.secret,
    clock,
    restart: launched.restartIfGone,
  })
  const processor = asked.processor(real)
  const virtual = devices({
    home: config.home,
    log: text => log.info(text),
    delay_scale: config.simulator_delay_scale,
    clock,
    machine: machineClock,
  })
  const { bank, parts: bank_parts } = config.ach
    ? { bank: null, parts: bankFromConfig(config.ach) }
    : sandboxBank(config.home)
  let ending = false
  const following = setInterval(() => void clock.follow().catch(() => undefined), FOLLOW_MS).unref()

  return {
    clock,
    processors: Object.fromEntries(SIMULATED.map(name => [name, processor])),
    terminals: sandboxTerminals({ ...virtual, line: asked.line(virtual.line, virtual) }, config, clock, agents),
    attend: asked.attend,
    bank: bank_parts,
    dueScans: bank ? [bank.due] : [],
    async attach(app, cipher) {
      // A simulator that had to be started again has another address.
      const ledger = async (reference: string | undefined) => readLedger(await launched.restartIfGone(), reference)
      const settlements = async (name: string | undefined) => readSettlements(await launched.restartIfGone(), name)
      const controls = { db, clock, worker: app.worker, messaging: app.messaging, bank, ledger, settlements }
      registerSandbox(app.http, controls)
      registerFaults(app.http, launched.restartIfGone)
      registerFace(app.http, { db, devices: virtual, publicUrl: () => app.engine.public_url })
      registerConsole(app.http, { ...controls, home: config.home, publicUrl: () => app.engine.public_url })
      const parts = { db, store: app.store, cipher, clock }
      const url = app.engine.public_url
      await seedSandbox(parts, ({ developer_id, merchants, oauth }) =>
        writeSandboxFile(config.home, { base_url: url, developer_id, merchants, oauth: { auth_url: url, ...oauth } }),
      )
      const known = await readSandboxFile(config.home)
      if (known && !known.oauth)
        await writeSandboxFile(config.home, { ...known, oauth: { auth_url: url, ...(await seedOauth(parts)) } })
      // Tills may dial the devices before anybody asks one for something; nobody waits for that.
      void setUp(virtual, db).catch(error => {
        if (!ending) log.warn({ message: String(error) }, 'the virtual terminals do not start')
      })
    },
    async announce(address) {
      const base_url = config.public_url ?? address
      const known = await readSandboxFile(config.home)
      if (!known)
        return log.warn('sandbox.json is not in this home: the keys were written when the database was seeded')
      const oauth = known.oauth && { oauth: { ...known.oauth, auth_url: base_url } }
      await writeSandboxFile(config.home, { ...known, base_url, ...oauth })
    },
    async stop() {
      ending = true
      clearInterval(following)
      agents.close()
      bank?.close()
      await bank_parts.odfi.close()
      await virtual.stop()
      await launched.stop()
    },
  }
}

/** The sandbox's bank and the way to it: a folder in the home. */
export function sandboxBank(home: string): { bank: Bank; parts: BankParts } {
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
    parts: { odfi: folderOdfi(folder), originator, acknowledges: true, is_near: true },
  }
}

/** Gives every virtual terminal its device, the oldest first. */
async function setUp(virtual: Devices, db: Database): Promise<void> {
  for (const terminal of await virtualTerminals(db)) await virtual.place(terminal)
}

/** The numbers of the makes that speak the PAX protocol: real ones, and the virtual device. */
const PAX = 1
const VIRTUAL = 100

/** The same driver for both; only the way to the device differs. */
export function sandboxTerminals(
  virtual: Devices,
  { terminal_networks }: Pick<Config, 'terminal_networks'>,
  clock: Clock,
  agents: TerminalLine,
): Terminals {
  return {
    [PAX]: paxTerminal({ line: eitherLine(directLine(parseNetworks(terminal_networks)!), agents), clock }),
    [VIRTUAL]: paxTerminal({ line: virtual.line, clock }),
  }
}
