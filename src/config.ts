import { resolve } from 'node:path'
import { parseNetworks } from './lib/networks.ts'

export interface Config {
  port: number
  host: string
  /** Null: the address the server listens on. */
  public_url: string | null
  home: string
  /** Null: the embedded PostgreSQL in `home`. */
  database_url: string | null
  role: 'all' | 'api' | 'worker'
  mode: 'sandbox' | 'live'
  smtp_url: string | null
  twilio_url: string | null
  log_level: string
  trust_proxy: boolean
  /** Connections per process. */
  database_connections: number
  /** False for connection poolers that do not keep prepared statements. */
  database_prepare: boolean
  /** Requests a minute and process; 0: as many as come. */
  requests_per_minute: { credential: number; address: number }
  /** Against guessing passwords. */
  sign_in: {
    /** Wrong passwords in a row before a user is locked. */
    attempts: number
    lock_seconds: number
    /** Failures from one address in a quarter of an hour. */
    failures_per_address: number
  }
  /** Tries to pay one page from one address in a quarter of an hour. */
  payer_tries: number
  /** Where terminals may be dialled directly; users of the API write their addresses. Networks parted by commas. */
  terminal_networks: string
  /** How fast the processor simulator's test delays run; 1 is real time. */
  simulator_delay_scale: number
}

type Environment = Record<string, string | undefined>

/** The only reader of the environment. Throws an Error of one clear line for a value that makes no sense. */
export function readConfig(env: Environment): Readonly<Config> {
  const mode = oneOf(env, 'TOLLGATE_MODE', ['sandbox', 'live'])
  const config: Config = {
    port: whole(env, 'PORT', 8080, 0, 65535),
    host: env.HOST || '127.0.0.1',
    public_url: url(env, 'TOLLGATE_PUBLIC_URL'),
    home: resolve(env.TOLLGATE_HOME || './.tollgate'),
    database_url: databaseUrl(env, 'DATABASE_URL'),
    role: oneOf(env, 'TOLLGATE_ROLE', ['all', 'api', 'worker']),
    mode,
    smtp_url: env.SMTP_URL || null,
    twilio_url: env.TWILIO_URL || null,
    log_level: oneOf(env, 'TOLLGATE_LOG_LEVEL', [
      mode === 'live' ? 'info' : 'warn',
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
    trust_proxy: oneOf(env, 'TOLLGATE_TRUST_PROXY', ['0', '1']) === '1',
    database_connections: whole(env, 'TOLLGATE_DATABASE_CONNECTIONS', 10, 2, 200),
    database_prepare: oneOf(env, 'TOLLGATE_DATABASE_PREPARE', ['1', '0']) === '1',
    requests_per_minute: {
      credential: whole(env, 'TOLLGATE_REQUESTS_PER_CREDENTIAL', 600_000, 0, 1_000_000_000),
      address: whole(env, 'TOLLGATE_REQUESTS_PER_ADDRESS', 600_000, 0, 1_000_000_000),
    },
    sign_in: {
      attempts: whole(env, 'TOLLGATE_SIGN_IN_ATTEMPTS', 6, 1, 10),
      lock_seconds: whole(env, 'TOLLGATE_SIGN_IN_LOCK_MINUTES', 30, 1, 1440) * 60,
      failures_per_address: whole(env, 'TOLLGATE_SIGN_IN_FAILURES', 100, 1, 1_000_000),
    },
    // An integrator's tests pay from one address, and test cards are worth nothing to a thief.
    payer_tries: whole(env, 'TOLLGATE_PAYER_TRIES', mode === 'live' ? 12 : 1200, 1, 1_000_000),
    terminal_networks: networks(env, 'TOLLGATE_TERMINAL_NETWORKS', mode === 'live' ? '' : '127.0.0.0/8,::1'),
    simulator_delay_scale: scale(env, 'TOLLGATE_SIMULATOR_DELAY_SCALE', 1),
  }
  if (mode === 'live') refuseLive(config)
  return Object.freeze(config)
}

/** Live mode does not start on anything that is only fit for trying out. */
function refuseLive(config: Config): void {
  if (!config.public_url?.startsWith('https://'))
    throw new Error('TOLLGATE_PUBLIC_URL must be an https address in live mode')
  throw new Error(
    'live mode needs a processor and a key provider fit for production; this release brings the simulator and the file key ring only',
  )
}

function oneOf<const T extends string>(env: Environment, name: string, values: readonly T[]): T {
  const value = env[name]
  if (value === undefined || value === '') return values[0]!
  const found = values.find(each => each === value)
  if (!found) throw new Error(`${name} must be one of ${[...new Set(values)].join(', ')}`)
  return found
}

function whole(env: Environment, name: string, fallback: number, from: number, to: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to)) throw new Error(`${name} must be a whole number from ${from} to ${to}`)
  return value
}

function scale(env: Environment, name: string, fallback: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw new Error(`${name} must be a number that is not negative`)
  return value
}

function networks(env: Environment, name: string, fallback: string): string {
  const found = env[name] || fallback
  if (!parseNetworks(found)) throw new Error(`${name} must be networks such as 192.168.0.0/16, parted by commas`)
  return found
}

/** The text is not repeated in the error, because it usually holds a password. */
function databaseUrl(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  // libpq's form without a host, `postgres://user@/database?host=/run/postgresql`, is none by the URL standard.
  if (!URL.canParse(text.replace('@/', '@localhost/')) || !/^postgres(ql)?:\/\//.test(text))
    throw new Error(`${name} must be an address such as postgres://user:password@host:5432/database`)
  return text
}

function url(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  // libpq's form without a host, `postgres://user@/database?host=/run/postgresql`, is none by the URL standard.
  if (!URL.canParse(text.replace('@/', '@localhost/')) || !/^https?:\/\//.test(text))
    throw new Error(`${name} must be an http or https address`)
  return text.replace(/\/+$/, '')
}
