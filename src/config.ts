import { isAbsolute, join, resolve } from 'node:path'
import type { KeyRingPlace } from './adapters/cipher/keyring/index.ts'
import type { TlsPlaces } from './adapters/tls/certificate.ts'
import { isTimeZone } from './lib/local-date.ts'
import { parseNetworks } from './lib/networks.ts'
import { USUAL_DAYS } from './lib/number-retention.ts'
import { trimEnd } from './lib/trim-end.ts'
import { MATTERS } from './resources/alert/alert.ts'
import type { SignInPolicy } from './resources/user/sign-in-policy.ts'

export interface Config {
  port: number
  host: string
  /** Certificate and key of the listener's own TLS; null where a proxy has it. */
  tls: TlsPlaces | null
  /** Null: the address the server listens on. */
  public_url: string | null
  home: string
  /** `keyring.json` in the home unless said otherwise. */
  keyring: KeyRingPlace
  /** Null: the embedded PostgreSQL in `home`. */
  database_url: string | null
  /** The same database by the role that owns its tables, for migrations; null: that of `database_url`. */
  migration_database_url: string | null
  role: 'all' | 'api' | 'worker'
  mode: 'sandbox' | 'live'
  smtp_url: string | null
  twilio_url: string | null
  /** Where the operator is told of discrepancies; null: nowhere. */
  notice_email: string | null
  /** When somebody is warned of what may be an attack. */
  alerts: {
    /** Names of matters, or a matter, a colon and a merchant or subject, that nobody is told of. */
    silenced: readonly string[]
    /** Refusals of a merchant within half an hour. */
    refusals: number
    /** Percentage points by which a product's share of declined payments rises over its week before. */
    decline_points: number
  }
  /** The header in which a proxy in front says the country of an address; null: nobody does. */
  country_header: string | null
  /** How long what is kept for looking back stays; 0 is for ever. */
  keep: { audit_months: number; messages_days: number; archive_months: number; terminal_runs_days: number }
  /** The hour of the night's work, and the zone in which it counts for what belongs to no merchant. */
  night: { hour: number; zone: string }
  /** Whether the payment pages are looked at in the night of live mode, through the public address. */
  looks_at_pages: boolean
  /** The bearer token of GET /metrics; null: there is no such path. */
  metrics_token: string | null
  log_level: string
  trust_proxy: boolean
  /** Connections of a process, which kinds of work share. */
  database_connections: number
  /** False for connection poolers that do not keep prepared statements. */
  database_prepare: boolean
  /** Requests a minute and process, of which a write counts as ten; 0 means no limit. */
  requests_per_minute: { credential: number; address: number }
  /** The most connections to this process, and from one address; 0 means half of them. */
  connections: { total: number; per_address: number }
  /** Limits against guessing passwords. */
  sign_in: {
    /** Wrong passwords in a row before a user is locked. */
    attempts: number
    lock_seconds: number
    /** Failures from one address in a quarter of an hour. */
    failures_per_address: number
    /** Wrong keys and secrets from one address in a quarter of an hour. */
    wrong_keys_per_address: number
    /** What is asked of users where their merchant asks for nothing stricter. */
    policy: SignInPolicy
  }
  /** Attempts to pay one page from one address in a quarter of an hour. */
  payer_tries: number
  /** Days that a number is kept after its last payment where no stored account needs it; see `Retention`. */
  number_days: number
  /**
   * Networks in which terminals may be dialled directly, since users of the API write their addresses. Separated by
   * commas.
   */
  terminal_networks: string
  /** Of the controls of a sandbox that other machines reach; null: one is made. */
  sandbox_password: string | null
  /** How fast the processor simulator's test delays run; 1 is real time. */
  simulator_delay_scale: number
  /** The bank that files of bank payments go to; null in the sandbox means its own. */
  ach: AchConfig | null
}

export interface AchConfig {
  /** `file:///folder` or `sftp://user@host/folder`. */
  url: string
  /** File with the private key for SFTP. */
  key_file: string | null
  /** `SHA256:…` of the SFTP server's key. */
  host_key: string | null
  /** False when the bank acknowledges nothing: a file counts as accepted once it is delivered. */
  answers: boolean
  /** The originator of files, unless a product has its own. */
  originator: {
    destination: string
    destination_name: string
    origin: string
    origin_name: string
    odfi_id: string
    company_id: string
  }
}

type Environment = Record<string, string | undefined>

/** Reads the environment; nothing else does. Throws an Error of one clear line for an invalid value. */
export function readConfig(env: Environment): Readonly<Config> {
  const mode = oneOf(env, 'TOLLGATE_MODE', ['sandbox', 'live'])
  const home = resolve(env.TOLLGATE_HOME || './.tollgate')
  const config: Config = {
    port: whole(env, 'PORT', 8080, 0, 65535),
    host: env.HOST || '127.0.0.1',
    tls: tlsPlaces(env),
    public_url: url(env, 'TOLLGATE_PUBLIC_URL'),
    home,
    keyring: servicedPlace(env, 'TOLLGATE_KEY_SERVICE', keyringPlace(env, 'TOLLGATE_KEYRING', home)),
    database_url: databaseUrl(env, 'DATABASE_URL', mode),
    migration_database_url: databaseUrl(env, 'TOLLGATE_MIGRATION_DATABASE_URL', mode),
    role: oneOf(env, 'TOLLGATE_ROLE', ['all', 'api', 'worker']),
    mode,
    smtp_url: env.SMTP_URL || null,
    twilio_url: env.TWILIO_URL || null,
    notice_email: env.TOLLGATE_NOTICE_EMAIL
      ? formed(env, 'TOLLGATE_NOTICE_EMAIL', /^[^\s@<>]+@[^\s@<>]+$/, 'an e-mail address')
      : null,
    ...alerting(env),
    keep: {
      audit_months: monthsFrom(env, 'TOLLGATE_KEEP_AUDIT_MONTHS', FEWEST_AUDIT_MONTHS),
      archive_months: monthsFrom(env, 'TOLLGATE_ARCHIVE_MONTHS', FEWEST_ARCHIVE_MONTHS),
      messages_days: whole(env, 'TOLLGATE_KEEP_MESSAGES_DAYS', 0, 0, 36_500),
      terminal_runs_days: daysFrom(env, 'TOLLGATE_KEEP_TERMINAL_RUNS_DAYS', 396, FEWEST_TERMINAL_RUNS_DAYS),
    },
    night: { hour: whole(env, 'TOLLGATE_NIGHT_HOUR', 3, 0, 23), zone: timeZone(env, 'TOLLGATE_TIME_ZONE') },
    looks_at_pages: oneOf(env, 'TOLLGATE_LOOK_AT_PAGES', ['1', '0']) === '1' && mode === 'live',
    metrics_token: env.TOLLGATE_METRICS_TOKEN
      ? formed(env, 'TOLLGATE_METRICS_TOKEN', /^[!-~]{24,256}$/, '24 characters or more, without spaces')
      : null,
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
    database_connections: whole(env, 'TOLLGATE_DATABASE_CONNECTIONS', 20, 2, 200),
    database_prepare: oneOf(env, 'TOLLGATE_DATABASE_PREPARE', ['1', '0']) === '1',
    requests_per_minute: {
      credential: whole(env, 'TOLLGATE_REQUESTS_PER_CREDENTIAL', 120_000, 0, 1_000_000_000),
      address: whole(env, 'TOLLGATE_REQUESTS_PER_ADDRESS', 120_000, 0, 1_000_000_000),
    },
    connections: {
      total: whole(env, 'TOLLGATE_CONNECTIONS', 20_000, 16, 1_000_000),
      per_address: whole(env, 'TOLLGATE_CONNECTIONS_PER_ADDRESS', 0, 0, 1_000_000),
    },
    sign_in: {
      attempts: whole(env, 'TOLLGATE_SIGN_IN_ATTEMPTS', 6, 1, 10),
      lock_seconds: whole(env, 'TOLLGATE_SIGN_IN_LOCK_MINUTES', 30, 1, 1440) * 60,
      failures_per_address: whole(env, 'TOLLGATE_SIGN_IN_FAILURES', 100, 1, 1_000_000),
      // Tests of an integration try wrong keys as well, all from one address.
      wrong_keys_per_address: whole(env, 'TOLLGATE_KEY_FAILURES', mode === 'live' ? 300 : 3000, 1, 1_000_000),
      policy: mode === 'live' ? LIVE_POLICY : PUBLISHED_POLICY,
    },
    // An integrator's tests pay from one address, and test cards are worth nothing to a thief.
    payer_tries: whole(env, 'TOLLGATE_PAYER_TRIES', mode === 'live' ? 12 : 1200, 1, 1_000_000),
    number_days: whole(env, 'TOLLGATE_NUMBER_DAYS', USUAL_DAYS, 0, 3650),
    terminal_networks: networks(env, 'TOLLGATE_TERMINAL_NETWORKS', mode === 'live' ? '' : '127.0.0.0/8,::1'),
    sandbox_password: env.TOLLGATE_SANDBOX_PASSWORD
      ? formed(env, 'TOLLGATE_SANDBOX_PASSWORD', /^.{12,256}$/, 'a password of 12 characters or more')
      : null,
    simulator_delay_scale: scale(env, 'TOLLGATE_SIMULATOR_DELAY_SCALE', 1),
    ach: bank(env),
  }
  const is_https = config.public_url ? config.public_url.startsWith('https://') : config.tls !== null
  if (mode === 'live' && !is_https) throw new Error('TOLLGATE_PUBLIC_URL must be an https address in live mode')
  if (config.migration_database_url && !config.database_url)
    throw new Error('TOLLGATE_MIGRATION_DATABASE_URL is of no use without DATABASE_URL')
  return Object.freeze(config)
}

/** PCI DSS 4.0.1: 8.3.6, 8.3.7 and 8.2.6. */
const LIVE_POLICY: SignInPolicy = { min_length: 12, history: 4, refuses_guessable: true, inactive_days: 90 }
/** What clients of the published interface have always been asked. */
const PUBLISHED_POLICY: SignInPolicy = { min_length: 8, history: 1, refuses_guessable: false, inactive_days: 0 }

function tlsPlaces(env: Environment): TlsPlaces | null {
  const { TOLLGATE_TLS_CERT: cert, TOLLGATE_TLS_KEY: key } = env
  if (!cert && !key) return null
  if (!cert || !key) throw new Error('TOLLGATE_TLS_CERT and TOLLGATE_TLS_KEY must be set together')
  return { cert: resolve(cert), key: resolve(key) }
}

/** A bank's address is of no use without our identity at that bank, so both are required together. */
function bank(env: Environment): AchConfig | null {
  const address = env.TOLLGATE_ACH_URL
  if (!address) return null
  const protocol = URL.canParse(address) ? new URL(address).protocol : ''
  if (protocol !== 'file:' && protocol !== 'sftp:')
    throw new Error('TOLLGATE_ACH_URL must be an address such as file:///var/ach or sftp://user@bank.example/folder')
  const host_key = env.TOLLGATE_ACH_HOST_KEY || null
  if (protocol === 'sftp:' && !/^SHA256:[A-Za-z0-9+/]{43}=?$/.test(host_key ?? ''))
    throw new Error('TOLLGATE_ACH_HOST_KEY must be the key of the SFTP server, SHA256:… as ssh-keygen -lf prints it')
  const destination = formed(env, 'TOLLGATE_ACH_DESTINATION', /^\d{9}$/, 'nine digits')
  const origin = formed(env, 'TOLLGATE_ACH_ORIGIN', /^[0-9A-Za-z]{1,10}$/, 'at most ten letters and digits')
  const odfi = env.TOLLGATE_ACH_ODFI ? formed(env, 'TOLLGATE_ACH_ODFI', /^\d{8}$/, 'eight digits') : null
  return {
    url: address,
    key_file: env.TOLLGATE_ACH_KEY_FILE || null,
    host_key,
    answers: oneOf(env, 'TOLLGATE_ACH_ANSWERS', ['1', '0']) === '1',
    originator: {
      destination,
      destination_name: env.TOLLGATE_ACH_DESTINATION_NAME || 'BANK',
      origin,
      origin_name: env.TOLLGATE_ACH_ORIGIN_NAME || 'TOLLGATE',
      odfi_id: odfi ?? destination.slice(0, 8),
      company_id: formed(env, 'TOLLGATE_ACH_COMPANY_ID', /^[0-9A-Za-z]{1,10}$/, 'at most ten letters and digits'),
    },
  }
}

/** PCI DSS 10.5.1: at least twelve months of the audit trail. */
export const FEWEST_AUDIT_MONTHS = 12

/**
 * Card networks let a payment be disputed for at most 540 days.
 */
export const FEWEST_ARCHIVE_MONTHS = 18

/** Batches that differ from what their device reported are compared for thirty nights, and devices close late. */
const FEWEST_TERMINAL_RUNS_DAYS = 60

/** Returns 0 for ever. */
function daysFrom(env: Environment, name: string, fallback: number, fewest: number): number {
  const days = whole(env, name, fallback, 0, 36_500)
  if (days > 0 && days < fewest) throw new Error(`${name} must be 0 or a whole number from ${fewest} to 36500`)
  return days
}

/** The machine's own where nothing is set. */
function timeZone(env: Environment, name: string): string {
  const zone = env[name] || Temporal.Now.timeZoneId()
  if (!isTimeZone(zone)) throw new Error(`${name} must be the name of a time zone such as America/Denver`)
  return zone
}

/** Returns 0 where it is not to be done. */
function monthsFrom(env: Environment, name: string, fewest: number): number {
  const months = whole(env, name, 0, 0, 1200)
  if (months > 0 && months < fewest) throw new Error(`${name} must be 0 or a whole number from ${fewest} to 1200`)
  return months
}

function alerting(env: Environment): Pick<Config, 'alerts' | 'country_header'> {
  return {
    alerts: {
      silenced: silencedAlerts(env, 'TOLLGATE_ALERTS_OFF'),
      refusals: whole(env, 'TOLLGATE_ALERT_REFUSALS', 300, 1, 1_000_000),
      decline_points: whole(env, 'TOLLGATE_ALERT_DECLINE_POINTS', 20, 1, 100),
    },
    country_header: env.TOLLGATE_COUNTRY_HEADER
      ? formed(env, 'TOLLGATE_COUNTRY_HEADER', /^[A-Za-z][A-Za-z-]{1,63}$/, 'the name of a header').toLowerCase()
      : null,
  }
}

function silencedAlerts(env: Environment, name: string): string[] {
  const entries = (env[name] ?? '').split(',').flatMap(each => each.trim() || [])
  const unknown = entries.find(each => !MATTERS.some(matter => each === matter || each.startsWith(`${matter}:`)))
  if (unknown !== undefined) throw new Error(`${name} must name alerts, of ${MATTERS.join(', ')}, parted by commas`)
  return entries
}

function formed(env: Environment, name: string, form: RegExp, says: string): string {
  const text = env[name] ?? ''
  if (!form.test(text)) throw new Error(`${name} must be ${says}`)
  return text
}

const PRINTED = 'exec:'

/** A file, or `exec:` with a program and its arguments, parted by spaces. */
function keyringPlace(env: Environment, name: string, home: string): KeyRingPlace {
  const text = env[name]
  if (!text) return { path: join(home, 'keyring.json') }
  if (!text.startsWith(PRINTED)) return { path: resolve(text) }
  const command = programIn(text)
  if (!command) throw new Error(`${name} must be a file, or ${PRINTED} with the whole path of a program`)
  return { command }
}

/** Returns the program and its arguments; null without its whole path, since PATH could have another for somebody. */
function programIn(text: string): string[] | null {
  const command = text.slice(PRINTED.length).trim().split(/\s+/)
  return isAbsolute(command[0]!) ? command : null
}

const SOCKET = 'unix:'

/** The key service that wraps the keys of the ring file: `unix:` with a socket, or `exec:` with a program. */
function servicedPlace(env: Environment, name: string, place: KeyRingPlace): KeyRingPlace {
  const text = env[name]
  if (!text) return place
  if (!('path' in place)) throw new Error(`${name} needs the key ring in a file, and TOLLGATE_KEYRING is a program`)
  if (text.startsWith(SOCKET) && isAbsolute(text.slice(SOCKET.length)))
    return { ...place, service: { socket: text.slice(SOCKET.length) } }
  const command = text.startsWith(PRINTED) ? programIn(text) : null
  if (!command)
    throw new Error(`${name} must be ${SOCKET} with the whole path of a socket, or ${PRINTED} with one of a program`)
  return { ...place, service: { command } }
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
  const value = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw new Error(`${name} must be a number that is not negative`)
  return value
}

function networks(env: Environment, name: string, fallback: string): string {
  const found = env[name] || fallback
  if (!parseNetworks(found)) throw new Error(`${name} must be networks such as 192.168.0.0/16, parted by commas`)
  return found
}

/** The text is not repeated in the error, because it usually holds a password. */
function databaseUrl(env: Environment, name: string, mode: Config['mode']): string | null {
  const text = env[name]
  if (!text) return null
  // libpq's form without a host, `postgres://user@/database?host=/run/postgresql`, is none by the URL standard.
  const whole = text.replace('@/', '@localhost/')
  if (!URL.canParse(whole) || !/^postgres(ql)?:\/\//.test(text))
    throw new Error(`${name} must be an address such as postgres://user:password@host:5432/database`)
  const { searchParams: said, hostname } = new URL(whole)
  if ((said.getAll('host').at(-1) ?? decodeURIComponent(hostname)).startsWith('/')) return text
  const is_weak = said.getAll('sslmode').some(each => each !== 'verify-full') || LAXER.some(each => said.has(each))
  if (mode === 'live' && is_weak)
    throw new Error(`${name} must have sslmode=verify-full in live mode, unless the database is at a socket`)
  const ca = env.TOLLGATE_DATABASE_CA ? resolve(env.TOLLGATE_DATABASE_CA) : null
  const added = new URLSearchParams()
  if ((mode === 'live' || ca) && !said.has('sslmode')) added.set('sslmode', 'verify-full')
  if (ca && !said.has('sslrootcert')) added.set('sslrootcert', ca)
  return added.size === 0 ? text : `${text}${text.includes('?') ? '&' : '?'}${added}`
}

/** Parameters that would turn off what `sslmode=verify-full` says. */
const LAXER = ['ssl', 'uselibpqcompat']

function url(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (!URL.canParse(text) || !/^https?:\/\//.test(text)) throw new Error(`${name} must be an http or https address`)
  return trimEnd(text, '/')
}
