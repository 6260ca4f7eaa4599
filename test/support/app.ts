import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Tollgate } from '../../packages/client/src/index.js'
import type { Bank } from '../../sandbox/bank/bank.ts'
import type { SandboxClock } from '../../sandbox/clock.ts'
import type { Devices } from '../../sandbox/device/devices.ts'
import { readLedger } from '../../sandbox/ledger.ts'
import type { RequestLog } from '../../sandbox/request-log.ts'
import { readSandboxFile, type SandboxFile } from '../../sandbox/sandbox-file.ts'
import type { SeededMerchant, SeededUser } from '../../sandbox/seed.ts'
import type { KeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { type App, createApp } from '../../src/boot/app.ts'
import { openKeyRing } from '../../src/boot/installation.ts'
import { openLog } from '../../src/boot/log.ts'
import { openSandbox, type Sandbox } from '../../src/boot/sandbox.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import type { RetryPolicy } from '../../src/payments/lifecycle/payment-context.ts'
import { type Connectors, UNNAMED } from '../../src/payments/lifecycle/routing.ts'
import type { Cipher } from '../../src/ports/cipher.ts'
import type { Connector, Processor, ProcessorAccount } from '../../src/ports/processor.ts'
import type { Terminal } from '../../src/ports/terminal.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { compareAnswers } from './described-answers.ts'
import { noteLogLine } from './server-faults.ts'
import { simulatorHere } from './simulator.ts'
import { typedClient } from './typed-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by tests, field by field.
export type Json = any

export interface Answer {
  status: number
  body: Json
  headers: Record<string, string>
  text: string
}

/** What is refused, as an answer or as the typed client throws it. */
export type Refusal = Pick<Answer, 'status' | 'body'>

/** Requests as they are, for tests of the API itself. Paths are relative to /v2 or absolute. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A multipart POST or PUT: text fields and files by bracketed names. */
  multipart(method: 'POST' | 'PUT', path: string, form: FormData, headers?: Record<string, string>): Promise<Answer>
}

/** The API as one user calls it: by the typed client, as integrators do, or by requests as they are. */
export type UserClient = Tollgate & Client

export interface LedgerEntry {
  reference: string
  action: string
  amount: string
  result: string
  ts: number
  /** Of payments that a schedule made. */
  initiation?: string
}

type UserKey = Pick<SeededUser, 'user_id' | 'user_api_key'>

/**
 * A gateway with two merchants. It may be shared: every file then has its own merchants and does not move the clock.
 */
export interface Shop {
  app: App
  db: Database
  database_url: string
  /** The same database by the role that owns its tables, to break rules with. */
  owner: Database
  owner_url: string
  cipher: Cipher
  clock: Pick<SandboxClock, 'now' | 'seconds'>
  /** The virtual terminals; their process runs once one of them was asked for something. */
  devices: Devices
  developer_id: string
  merchants: [SeededMerchant, SeededMerchant]
  /** An integration that serves both merchants. */
  oauth: NonNullable<SandboxFile['oauth']>
  /** Client admin of the first merchant. */
  api: UserClient
  /** Clerk of the first merchant's child location. */
  clerk: UserClient
  /** Client admin of the other merchant. */
  stranger: UserClient
  /** Whoever has this key. */
  user(key: UserKey): UserClient
  /** A client with these headers only. */
  as(headers: Record<string, string>): Client
  /** Headers that identify a user by key. */
  keysOf(user: UserKey): Record<string, string>
  /** The sandbox's bank, with its own database. */
  bank: Bank
  /** The processor simulator, as an account or a device (null) has it. */
  connector: (account: ProcessorAccount | null) => Processor
  /** Those that the options name. */
  connectors: Connectors
  /** Its ledger. */
  ledger(reference?: string): Promise<LedgerEntry[]>
  /** What the sandbox was asked. */
  requests: RequestLog
  /** Everything the gateway logged so far. */
  logged(): string
  /** Runs all due jobs. */
  settle(): Promise<void>
}

/** A gateway with its own database. */
export interface TestApp extends Shop {
  clock: SandboxClock
  home: string
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Wraps the simulator adapter, for faults. */
  processor?: (real: Processor) => Processor
  /** More connectors, by the names that accounts give. */
  connectors?: Connectors
  requests_per_minute?: Config['requests_per_minute']
  /** Settings of its own. */
  config?: Partial<Config>
  /** Without what only a sandbox sees of a request. */
  live?: boolean
  retry_policy?: Partial<RetryPolicy>
  /** Wraps the key ring, for faults. */
  cipher?: (real: KeyRing) => KeyRing
  /** Stands for every virtual device. */
  terminal?: Terminal
  /** Runs the simulator as a separate process that a test can kill. By default it runs in the test's process. */
  simulator?: 'process'
  /** Opens the gateway's database connections, to inject faults between the two. The app closes them. */
  connect?: (url: string) => Database | Promise<Database>
}

/** A database and a home with the two merchants of a sandbox, seeded once for each process. */
let seeded: Promise<Seeded> | undefined

interface Seeded {
  clone(name: string): Promise<TestDatabase>
  home: string
}

async function seed(): Promise<Seeded> {
  const database = await createTestDatabase('seeded')
  const t = await appOn(database, await newHome())
  const home = await newHome()
  for (const file of ['keyring.json', 'sandbox.json']) await copyFile(join(t.home, file), join(home, file))
  await t.end()
  return { clone: await database.asTemplate(), home }
}

const newHome = (): Promise<string> => mkdtemp(join(tmpdir(), 'tollgate-test-'))

/** The whole gateway on a database of its own, seeded like a sandbox, spoken to without a socket: `after(t.close)`. */
export async function testApp(name = 'api', options: TestAppOptions = {}): Promise<TestApp> {
  seeded ??= seed()
  const { clone, home: source } = await seeded
  const [database, home] = await Promise.all([clone(name), newHome()])
  await cp(source, home, { recursive: true })
  const { end, ...t } = await appOn(database, home, options)
  return {
    ...t,
    async close() {
      await end()
      await database.drop()
    },
  }
}

/** `end` leaves the database. */
async function appOn(
  database: TestDatabase,
  home: string,
  options: TestAppOptions = {},
): Promise<Omit<TestApp, 'close'> & { end(): Promise<void> }> {
  const db = (await options.connect?.(database.url)) ?? database.database
  const lines: string[] = []
  const log = openLog('debug', collect(lines))
  const config = {
    ...readConfig({
      TOLLGATE_HOME: home,
      DATABASE_URL: database.url,
      TOLLGATE_LOG_LEVEL: 'debug',
      TOLLGATE_PAYER_TRIES: '12',
      TOLLGATE_SIMULATOR_DELAY_SCALE: '0',
    }),
    public_url: 'http://127.0.0.1:8080',
    ...options.config,
    ...(options.requests_per_minute ? { requests_per_minute: options.requests_per_minute } : {}),
  }
  const ring = await openKeyRing({ path: join(home, 'keyring.json') }, db, machineClock)
  const cipher = options.cipher?.(ring) ?? ring
  const parts = { config, db, cipher, log }
  const simulator = options.simulator === 'process' ? null : await simulatorHere(home, config.simulator_delay_scale)
  const sandbox = await openSandbox({ ...parts, simulator })
  const { environment, clock } = sandbox
  const { retry_policy = {} } = options
  const app = await createApp({ ...parts, ...environment, ...replaced(sandbox, options), retry_policy })
  const assertDescribed = compareAnswers(app.http)
  const { developer_id, merchants, oauth } = (await readSandboxFile(home))!
  const keysOf = ({ user_id, user_api_key }: UserKey) => ({
    'developer-id': developer_id,
    'user-id': user_id,
    'user-api-key': user_api_key,
  })
  const user = ({ user_id, user_api_key }: UserKey): UserClient =>
    Object.assign(
      typedClient(app.http, { developer_id, user_id, user_api_key }),
      client(app, keysOf({ user_id, user_api_key })),
    )
  const [first, second] = merchants as [SeededMerchant, SeededMerchant]
  return {
    app,
    db,
    owner: database.owner,
    owner_url: database.owner_url,
    database_url: database.url,
    cipher,
    clock,
    devices: sandbox.devices,
    home,
    developer_id,
    merchants: [first, second],
    oauth: oauth!,
    api: user(first.user),
    clerk: user(first.clerk),
    stranger: user(second.user),
    user,
    as: headers => client(app, headers),
    keysOf,
    bank: sandbox.bank!,
    connector: environment.connectors.simulator as TestApp['connector'],
    connectors: options.connectors ?? {},
    requests: sandbox.requests,
    ledger: async reference =>
      ((await readLedger(await sandbox.simulator.restartIfGone(), reference)) as { entries: LedgerEntry[] }).entries,
    logged: () => lines.join(''),
    settle: async () => void (await app.worker.drain()),
    async end() {
      await app.close()
      await environment.close()
      await db.close()
      await rm(home, { recursive: true, force: true })
      assertDescribed()
    },
  }
}

/** How a test app differs from a sandbox. No test app has the console: its tests serve it on a server of their own. */
function replaced({ environment, features }: Sandbox, { processor, connectors, terminal, live }: TestAppOptions) {
  const { console: _, faults, ...others } = features
  const all = { ...environment.connectors, ...connectors }
  return {
    features: [...(live ? [] : [faults]), ...Object.values(others)],
    ...(processor ? { connectors: { ...all, [UNNAMED]: eachOnce(processor, all[UNNAMED]!) } } : { connectors: all }),
    ...(terminal ? { terminals: { 100: terminal } } : {}),
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

function client(app: App, identity: Record<string, string>): Client {
  const send = async (
    method: Method,
    path: string,
    headers: Record<string, string> = {},
    payload?: string | Buffer,
    type: Record<string, string> = {},
  ): Promise<Answer> => {
    const url = path.startsWith('/') ? path : `/v2/${path}`
    const sent = { ...type, ...identity, ...headers }
    return answerOf(
      await app.http.inject({ method, url, headers: sent, ...(payload === undefined ? {} : { payload }) }),
    )
  }
  const sendJson = (method: Method, path: string, body: unknown, headers?: Record<string, string>) => {
    if (body === undefined) return send(method, path, headers)
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    return send(method, path, headers, payload, { 'content-type': 'application/json' })
  }
  return {
    get: (path, headers) => send('GET', path, headers),
    post: (path, body, headers) => sendJson('POST', path, body, headers),
    put: (path, body, headers) => sendJson('PUT', path, body, headers),
    delete: (path, body, headers) => sendJson('DELETE', path, body, headers),
    async multipart(method, path, form, headers) {
      const encoded = new Response(form)
      const type = { 'content-type': encoded.headers.get('content-type')! }
      return send(method, path, headers, Buffer.from(await encoded.arrayBuffer()), type)
    },
  }
}

function answerOf(response: { statusCode: number; body: string; headers: unknown }): Answer {
  let body: Json
  try {
    body = response.body === '' ? undefined : JSON.parse(response.body)
  } catch {
    body = response.body
  }
  return { status: response.statusCode, body, headers: response.headers as Record<string, string>, text: response.body }
}

function collect(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      noteLogLine(String(chunk), true)
      done()
    },
  })
}

/** Opens each account once, as wrappers may remember what went through them. */
function eachOnce(wrap: (real: Processor) => Processor, real: Connector): Connector {
  const opened = new Map<string, Processor>()
  return account => {
    const processor = opened.get(account.id) ?? wrap(real(account))
    opened.set(account.id, processor)
    return processor
  }
}
