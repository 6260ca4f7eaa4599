import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { type KeyRingPlace, openAnyKeyRing } from '../adapters/cipher/keyring/index.ts'
import type { KeyFacts } from '../adapters/cipher/keyring/ring.ts'
import { readCertificate } from '../adapters/tls/certificate.ts'
import { fitsCanary } from '../boot/installation.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/database.ts'
import { counted } from '../lib/counted.ts'
import { isLoopback } from '../lib/loopback.ts'
import { testAccounts } from '../payments/accounts/test-accounts.ts'
import type { Connectors } from '../payments/lifecycle/routing.ts'
import type { Clock } from '../ports/clock.ts'
import { bad, type Finding, good, look, missing } from './finding.ts'

/** Where an operator keeps copies, as the arguments of the command name it. */
interface Copies {
  /** The folder of backups. */
  backups: string
  /** A copy of the key ring. */
  keyring: string
}

interface Checklist {
  config: Config
  db: Queryable
  clock: Clock
  copies: Copies
  connectors: Connectors
}

/** What has to be in place before real money is taken, beside what every gateway needs. Changes nothing. */
export async function liveFindings({ config, db, clock, copies, connectors }: Checklist): Promise<Finding[]> {
  return [
    ...(await keyFindings(config.keyring, clock)),
    await copyFinding(copies.keyring, config.keyring, db, clock),
    backupFinding(copies.backups, clock),
    ...(await certificateFindings(config, clock)),
    ...frontFindings(config),
    ...(await databaseFindings(config, db)),
    ...credentialFindings(config),
    ...tellingFindings(config),
    ...(await merchantFindings(config, db)),
    ...(await peopleFindings(db)),
    ...(await testFindings(config.keyring, db, clock, connectors)),
  ]
}

/** What was named of copies, which can be looked at before a gateway is live. */
export async function copyFindings({ config, db, clock, copies }: Omit<Checklist, 'connectors'>): Promise<Finding[]> {
  return [
    ...(copies.keyring ? [await copyFinding(copies.keyring, config.keyring, db, clock)] : []),
    ...(copies.backups ? [backupFinding(copies.backups, clock)] : []),
  ]
}

const DAY = 86_400
const OLDEST_BACKUP = DAY + DAY / 2

async function keyFindings(place: KeyRingPlace, clock: Clock): Promise<Finding[]> {
  try {
    const ring = await openAnyKeyRing({ ...place, create: false, clock })
    const active = ring.keys().find(({ state }) => state === 'active')
    const days = Math.floor((clock.seconds() - (active?.created_ts ?? 0)) / DAY)
    const age = `the active key is ${counted(days, 'day')} old`
    const is_over = active !== undefined && active.ends_ts <= clock.seconds()
    const sealing = is_over ? look(`${age} and its period is over: npm run tollgate -- rotate-keys`) : good(age)
    return [sealing, ...fingerprintFindings(ring.fingerprintKeys(), clock.seconds())]
  } catch (error) {
    return [bad((error as Error).message)]
  }
}

/** Nothing where one key of fingerprints is taken. */
function fingerprintFindings(keys: readonly KeyFacts[], seconds: number): Finding[] {
  const [former, newest] = keys.filter(({ state }) => state !== 'retired')
  if (!former || !newest) return []
  const days = Math.floor((seconds - newest.starts_ts) / DAY)
  const command = `npm run tollgate -- keyring retire --key ${former.id}`
  return [
    days < 31
      ? good(`the key of fingerprints was replaced ${counted(days, 'day')} ago`)
      : look(
          `the earlier key of fingerprints is taken still, ${counted(days, 'day')} after it was replaced: ${command}`,
        ),
  ]
}

/** Whether the copy opens what the ring seals now. */
async function copyFinding(path: string, place: KeyRingPlace, db: Queryable, clock: Clock): Promise<Finding> {
  if (!path)
    return look('no copy of the key ring was shown: doctor --keyring-copy FILE tells whether yours is complete')
  try {
    const [known] = await db.query<{ canary: string }>('select canary from installation where id = 1')
    const service = 'path' in place ? place.service : undefined
    const copy = await openAnyKeyRing({ path, ...(service ? { service } : {}), create: false, clock })
    const kept = new Set([...copy.keys(), ...copy.fingerprintKeys()].map(({ id }) => id))
    const ring = await openAnyKeyRing({ ...place, create: false, clock })
    const lost = [...ring.keys(), ...ring.fingerprintKeys()].filter(({ id }) => !kept.has(id))
    if (!known || !fitsCanary(copy, known.canary)) return missing(`${path} is a copy of another key ring`)
    return lost.length > 0
      ? missing(`the copy of the key ring lacks ${counted(lost.length, 'key')}: copy it again after each rotation`)
      : good('the copy of the key ring is complete')
  } catch (error) {
    return missing((error as Error).message)
  }
}

function backupFinding(folder: string, clock: Clock): Finding {
  if (!folder) return look('no folder of backups was named: doctor --backups FOLDER tells how old the newest is')
  try {
    const times = readdirSync(folder)
      .filter(name => /^tollgate-.*\.tar\.gz(\.age)?$/.test(name))
      .map(name => statSync(join(folder, name)).mtimeMs / 1000)
    if (times.length === 0) return missing(`there is no backup in ${folder}: npm run tollgate -- backup, every night`)
    const age = clock.seconds() - Math.max(...times)
    const says = `the newest backup is ${counted(Math.max(0, Math.floor(age / 3600)), 'hour')} old`
    return age > OLDEST_BACKUP ? missing(`${says}: have one made every night`) : good(says)
  } catch (error) {
    return missing(`the folder of backups ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

const HANDSHAKE_MS = 5_000
const RENEWED_DAYS_BEFORE = 14

/** Whether the public address has a certificate that browsers and integrations take. */
async function certificateFindings({ public_url }: Config, clock: Clock): Promise<Finding[]> {
  const { hostname, port } = new URL(public_url ?? 'https://localhost')
  try {
    const { valid_to } = await certificateOf(hostname, Number(port || 443))
    const days = Math.floor((Date.parse(valid_to) / 1000 - clock.seconds()) / DAY)
    const says = `the certificate of ${hostname} is valid for ${counted(days, 'day')}`
    return [days < RENEWED_DAYS_BEFORE ? look(`${says}: have it renewed by itself`) : good(says)]
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException
    return [
      missing(
        `${hostname} cannot be reached with a valid certificate (${code}): see to its name, proxy and certificate`,
      ),
    ]
  }
}

function certificateOf(host: string, port: number): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: HANDSHAKE_MS }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
  })
}

/** Whether the listener's own certificate is fit to be used, and for how long; nothing where a proxy has it. */
export function ownCertificateFindings({ tls }: Config, clock: Clock): Finding[] {
  if (!tls) return []
  try {
    const days = Math.floor((readCertificate(tls, clock).valid_until - clock.seconds()) / DAY)
    const says = `the certificate ${tls.cert} is valid for ${counted(days, 'day')}`
    return [days < RENEWED_DAYS_BEFORE ? look(`${says}: have it renewed by itself`) : good(says)]
  } catch (error) {
    return [bad((error as Error).message)]
  }
}

function frontFindings({ host, trust_proxy, tls }: Config): Finding[] {
  if (tls && !trust_proxy) return [good('clients reach the gateway itself, by TLS of its own')]
  const is_near = isLoopback(host)
  return [
    trust_proxy
      ? good('the address of clients is the one that the proxy says')
      : missing(
          'TOLLGATE_TRUST_PROXY is not 1: every client counts as the proxy, and limits hold for all of them together',
        ),
    is_near
      ? good('the gateway listens on this machine only')
      : look(`it listens on ${host} without TLS: nothing but the proxy may reach that address`),
  ]
}

/** Passwords of examples, which everybody knows. */
const KNOWN_PASSWORDS = ['', 'postgres', 'password', 'tollgate', 'secret', 'changeme', 'change-me', 'example']

async function databaseFindings({ database_url }: Config, db: Queryable): Promise<Finding[]> {
  if (!database_url)
    return [
      look('the database is the embedded one, on this machine: a server of its own survives the loss of this one'),
    ]
  const [row] = await db.query<{ ssl: boolean }>(
    'select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl',
  )
  // Live mode opens no other connections (config.ts).
  const encrypted = good(
    row?.ssl ? 'the connection to the database is encrypted' : 'the database is at a socket of this machine',
  )
  const password = /^\w+:\/\/[^/:@]*:([^@]*)@/.exec(database_url)?.[1]
  const is_known = password !== undefined && KNOWN_PASSWORDS.includes(decodeURIComponent(password).toLowerCase())
  return [encrypted, ...(is_known ? [bad('the password of the database is one that everybody knows')] : [])]
}

function credentialFindings({ home, metrics_token }: Config): Finding[] {
  const sandbox = join(home, 'sandbox.json')
  return [
    existsSync(sandbox) ? bad(`${sandbox} is of a sandbox: use a home of its own`) : good('the home is no sandbox'),
    ...(metrics_token && new Set(metrics_token).size < 8 ? [bad('TOLLGATE_METRICS_TOKEN can be guessed')] : []),
  ]
}

/** How customers and operators are told. */
function tellingFindings({ smtp_url, notice_email, metrics_token, twilio_url }: Config): Finding[] {
  return [
    smtp_url
      ? good('mail is sent by SMTP: pay 1.00 and see that the receipt comes')
      : missing('SMTP_URL is not set: receipts, invoices and notices go nowhere'),
    notice_email
      ? good('discrepancies are mailed to TOLLGATE_NOTICE_EMAIL')
      : missing('TOLLGATE_NOTICE_EMAIL is not set: nobody is told of discrepancies'),
    metrics_token
      ? good('a monitor can read /metrics')
      : missing('TOLLGATE_METRICS_TOKEN is not set: no monitor sees what goes wrong'),
    ...(twilio_url ? [] : [look('TWILIO_URL is not set: texts go nowhere')]),
  ]
}

async function merchantFindings({ ach }: Config, db: Queryable): Promise<Finding[]> {
  const [row] = await db.query<{ roots: number; cards: number; banks: number; products: number }>(
    `select (select count(*) from location where parent_id is null and deleted_ts is null)::integer as roots,
            count(*)::integer as products,
            (count(*) filter (where p.payment_method = 'cc' and a.connector is null))::integer as cards,
            (count(*) filter (where p.payment_method = 'ach' and a.connector is null))::integer as banks
       from producttransaction p left join processor_account a on a.id = p.processor_account_id and a.root_id = p.root_id
      where p.active and p.deleted_ts is null`,
  )
  const { roots = 0, cards = 0, banks = 0, products = 0 } = row ?? {}
  return [
    roots > 0
      ? good(`${counted(roots, 'merchant')}`)
      : missing('there is no merchant: npm run tollgate -- create-root'),
    products === 0
      ? missing('no merchant has a product: POST /v2/producttransactions')
      : good(`${counted(products, 'product')}`),
    cards === 0
      ? good('every active product for cards has a processor')
      : missing(`${cards} active products for cards have no processor: npm run tollgate -- processor set`),
    banks > 0 && !ach
      ? missing(`${banks} active products for bank accounts have neither a processor nor a bank: see TOLLGATE_ACH_URL`)
      : good(ach ? 'bank files go to the bank of TOLLGATE_ACH_URL' : 'no product needs a bank for files'),
    ...bankKeyFindings(ach),
  ]
}

/** Products that are shown by their ids; the others are counted. */
const SHOWN = 3

/** Who decides about users and processors with a password alone (PCI DSS 8.4.2). */
async function peopleFindings(db: Queryable): Promise<Finding[]> {
  const found = await db.query<{ id: string; username: string; total: number }>(
    `select id, username, (count(*) over ())::integer as total from "user"
      where user_type_id between 200 and 250 and status_id = 1 and deleted_ts is null and password_mark is not null
        and second_factor_ts is null
      order by user_type_id, id limit ${SHOWN}`,
  )
  const total = found[0]?.total ?? 0
  if (total === 0) return [good('every operator and administrator with a password has a second factor')]
  const shown = found.map(({ id, username }) => `${username} (${id})`).join(', ')
  const more = total > found.length ? ` and ${total - found.length} more` : ''
  return [look(`operators and administrators without a second factor: ${shown}${more}; second_factor_of asks for it`)]
}

/** Whether a product in use reaches only the test system of its processor. */
async function testFindings(
  place: KeyRingPlace,
  db: Queryable,
  clock: Clock,
  connectors: Connectors,
): Promise<Finding[]> {
  try {
    const cipher = await openAnyKeyRing({ ...place, create: false, clock })
    const shown: string[] = []
    let count = 0
    for await (const page of testAccounts({ db, cipher, connectors })) {
      count += page.length
      for (const { product_transaction_id: id, connector, setting } of page.slice(0, SHOWN - shown.length))
        shown.push(`${id} (${connector} ${setting})`)
    }
    if (count === 0) return [good('no product uses a test key or a test address')]
    const which = shown.join(', ')
    const more = count > SHOWN ? ` and ${count - SHOWN} more` : ''
    return [missing(`a test key or test address moves no money: ${which}${more}: npm run tollgate -- processor set`)]
  } catch (error) {
    return [bad(`the settings of processors cannot be read: ${(error as Error).message}`)]
  }
}

function bankKeyFindings(ach: Config['ach']): Finding[] {
  if (!ach?.key_file) return []
  try {
    readFileSync(ach.key_file)
    return (statSync(ach.key_file).mode & 0o077) === 0
      ? [good('the key for the bank is closed to others')]
      : [bad(`others may read ${ach.key_file}, run: chmod 600 ${ach.key_file}`)]
  } catch (error) {
    return [missing(`TOLLGATE_ACH_KEY_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`)]
  }
}
