import { isAbsolute, join, resolve } from 'node:path'
import type { KeyRingPlace } from './adapters/cipher/keyring/index.ts'
import type { TlsPlaces } from './adapters/tls/certificate.ts'
import { type QuotaLimits, quotaLimits } from './lib/quotas.ts'
import type { SignInPolicy } from './resources/user/sign-in-policy.ts'
import type { Setting } from './settings/setting.ts'
import { SETTINGS } from './settings/settings.ts'

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
  /** What one merchant may use at the cost of others. */
  quotas: QuotaLimits
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
  const mode = settingValue('TOLLGATE_MODE', env, 'sandbox')
  const of = <N extends Name>(name: N): Value<N> => settingValue(name, env, mode)
  const home = resolve(of('TOLLGATE_HOME'))
  const config: Config = {
    port: of('PORT'),
    host: of('HOST'),
    tls: tlsPlaces(of('TOLLGATE_TLS_CERT'), of('TOLLGATE_TLS_KEY')),
    public_url: of('TOLLGATE_PUBLIC_URL'),
    home,
    keyring: servicedPlace(of('TOLLGATE_KEY_SERVICE'), keyringPlace(of('TOLLGATE_KEYRING'), home)),
    database_url: databaseUrl('DATABASE_URL', env, mode),
    migration_database_url: databaseUrl('TOLLGATE_MIGRATION_DATABASE_URL', env, mode),
    role: of('TOLLGATE_ROLE'),
    mode,
    smtp_url: of('SMTP_URL'),
    twilio_url: of('TWILIO_URL'),
    notice_email: of('TOLLGATE_NOTICE_EMAIL'),
    alerts: {
      silenced: of('TOLLGATE_ALERTS_OFF'),
      refusals: of('TOLLGATE_ALERT_REFUSALS'),
      decline_points: of('TOLLGATE_ALERT_DECLINE_POINTS'),
    },
    country_header: of('TOLLGATE_COUNTRY_HEADER')?.toLowerCase() ?? null,
    keep: {
      audit_months: of('TOLLGATE_KEEP_AUDIT_MONTHS'),
      archive_months: of('TOLLGATE_ARCHIVE_MONTHS'),
      messages_days: of('TOLLGATE_KEEP_MESSAGES_DAYS'),
      terminal_runs_days: of('TOLLGATE_KEEP_TERMINAL_RUNS_DAYS'),
    },
    night: { hour: of('TOLLGATE_NIGHT_HOUR'), zone: of('TOLLGATE_TIME_ZONE') },
    looks_at_pages: of('TOLLGATE_LOOK_AT_PAGES') && mode === 'live',
    metrics_token: of('TOLLGATE_METRICS_TOKEN'),
    log_level: of('TOLLGATE_LOG_LEVEL'),
    trust_proxy: of('TOLLGATE_TRUST_PROXY'),
    database_connections: of('TOLLGATE_DATABASE_CONNECTIONS'),
    database_prepare: of('TOLLGATE_DATABASE_PREPARE'),
    requests_per_minute: {
      credential: of('TOLLGATE_REQUESTS_PER_CREDENTIAL'),
      address: of('TOLLGATE_REQUESTS_PER_ADDRESS'),
    },
    connections: { total: of('TOLLGATE_CONNECTIONS'), per_address: of('TOLLGATE_CONNECTIONS_PER_ADDRESS') },
    sign_in: {
      attempts: of('TOLLGATE_SIGN_IN_ATTEMPTS'),
      lock_seconds: of('TOLLGATE_SIGN_IN_LOCK_MINUTES') * 60,
      failures_per_address: of('TOLLGATE_SIGN_IN_FAILURES'),
      wrong_keys_per_address: of('TOLLGATE_KEY_FAILURES'),
      policy: mode === 'live' ? LIVE_POLICY : PUBLISHED_POLICY,
    },
    payer_tries: of('TOLLGATE_PAYER_TRIES'),
    quotas: quotaLimits(of),
    number_days: of('TOLLGATE_NUMBER_DAYS'),
    terminal_networks: of('TOLLGATE_TERMINAL_NETWORKS'),
    sandbox_password: of('TOLLGATE_SANDBOX_PASSWORD'),
    simulator_delay_scale: of('TOLLGATE_SIMULATOR_DELAY_SCALE'),
    ach: bank(env),
  }
  const is_https = config.public_url ? config.public_url.startsWith('https://') : config.tls !== null
  if (mode === 'live' && !is_https) throw new Error('TOLLGATE_PUBLIC_URL must be an https address in live mode')
  if (config.migration_database_url && !config.database_url)
    throw new Error('TOLLGATE_MIGRATION_DATABASE_URL is of no use without DATABASE_URL')
  return Object.freeze(config)
}

type Name = keyof typeof SETTINGS
type Value<N extends Name> = ReturnType<(typeof SETTINGS)[N]['read']>

/** An empty value is as good as none. */
function settingValue<N extends Name>(name: N, env: Environment, mode: Config['mode']): Value<N> {
  const setting = SETTINGS[name] as Setting<Value<N>>
  const text = env[name]
  return text ? setting.read(text, name) : setting.fallback(mode)
}

/** PCI DSS 4.0.1: 8.3.6, 8.3.7 and 8.2.6. */
const LIVE_POLICY: SignInPolicy = { min_length: 12, history: 4, refuses_guessable: true, inactive_days: 90 }
/** What clients of the published interface have always been asked. */
const PUBLISHED_POLICY: SignInPolicy = { min_length: 8, history: 1, refuses_guessable: false, inactive_days: 0 }

function tlsPlaces(cert: string | null, key: string | null): TlsPlaces | null {
  if (!cert && !key) return null
  if (!cert || !key) throw new Error('TOLLGATE_TLS_CERT and TOLLGATE_TLS_KEY must be set together')
  return { cert: resolve(cert), key: resolve(key) }
}

/** A bank's address is of no use without our identity at that bank, so both are required together. */
function bank(env: Environment): AchConfig | null {
  const of = <N extends Name>(name: N): Value<N> => settingValue(name, env, 'live')
  const required = (name: 'TOLLGATE_ACH_DESTINATION' | 'TOLLGATE_ACH_ORIGIN' | 'TOLLGATE_ACH_COMPANY_ID'): string => {
    const text = of(name)
    if (text === null) throw new Error(`${name} must be ${SETTINGS[name].takes}`)
    return text
  }
  const address = of('TOLLGATE_ACH_URL')
  if (!address) return null
  const protocol = URL.canParse(address) ? new URL(address).protocol : ''
  if (protocol !== 'file:' && protocol !== 'sftp:')
    throw new Error('TOLLGATE_ACH_URL must be an address such as file:///var/ach or sftp://user@bank.example/folder')
  const host_key = of('TOLLGATE_ACH_HOST_KEY')
  if (protocol === 'sftp:' && !/^SHA256:[A-Za-z0-9+/]{43}=?$/.test(host_key ?? ''))
    throw new Error('TOLLGATE_ACH_HOST_KEY must be the key of the SFTP server, SHA256:… as ssh-keygen -lf prints it')
  const destination = required('TOLLGATE_ACH_DESTINATION')
  return {
    url: address,
    key_file: of('TOLLGATE_ACH_KEY_FILE'),
    host_key,
    answers: of('TOLLGATE_ACH_ANSWERS'),
    originator: {
      destination,
      destination_name: of('TOLLGATE_ACH_DESTINATION_NAME'),
      origin: required('TOLLGATE_ACH_ORIGIN'),
      origin_name: of('TOLLGATE_ACH_ORIGIN_NAME'),
      odfi_id: of('TOLLGATE_ACH_ODFI') ?? destination.slice(0, 8),
      company_id: required('TOLLGATE_ACH_COMPANY_ID'),
    },
  }
}

const PRINTED = 'exec:'

/** A file, or `exec:` with a program and its arguments, separated by spaces. */
function keyringPlace(text: string | null, home: string): KeyRingPlace {
  if (!text) return { path: join(home, 'keyring.json') }
  if (!text.startsWith(PRINTED)) return { path: resolve(text) }
  const command = programIn(text)
  if (!command) throw new Error(`TOLLGATE_KEYRING must be a file, or ${PRINTED} with the whole path of a program`)
  return { command }
}

/** Returns the program and its arguments; null without its whole path, since PATH could have another for somebody. */
function programIn(text: string): string[] | null {
  const command = text.slice(PRINTED.length).trim().split(/\s+/)
  return isAbsolute(command[0]!) ? command : null
}

const SOCKET = 'unix:'

/** The key service that wraps the keys of the ring file: `unix:` with a socket, or `exec:` with a program. */
function servicedPlace(text: string | null, place: KeyRingPlace): KeyRingPlace {
  const name = 'TOLLGATE_KEY_SERVICE'
  if (!text) return place
  if (!('path' in place)) throw new Error(`${name} needs the key ring in a file, and TOLLGATE_KEYRING is a program`)
  if (text.startsWith(SOCKET) && isAbsolute(text.slice(SOCKET.length)))
    return { ...place, service: { socket: text.slice(SOCKET.length) } }
  const command = text.startsWith(PRINTED) ? programIn(text) : null
  if (!command)
    throw new Error(`${name} must be ${SOCKET} with the whole path of a socket, or ${PRINTED} with one of a program`)
  return { ...place, service: { command } }
}

/** The text is not repeated in the error, because it usually holds a password. */
function databaseUrl(
  name: 'DATABASE_URL' | 'TOLLGATE_MIGRATION_DATABASE_URL',
  env: Environment,
  mode: Config['mode'],
): string | null {
  const text = settingValue(name, env, mode)
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
  const authority = settingValue('TOLLGATE_DATABASE_CA', env, mode)
  const ca = authority ? resolve(authority) : null
  const added = new URLSearchParams()
  if ((mode === 'live' || ca) && !said.has('sslmode')) added.set('sslmode', 'verify-full')
  if (ca && !said.has('sslrootcert')) added.set('sslrootcert', ca)
  return added.size === 0 ? text : `${text}${text.includes('?') ? '&' : '?'}${added}`
}

/** Parameters that would turn off what `sslmode=verify-full` says. */
const LAXER = ['ssl', 'uselibpqcompat']
