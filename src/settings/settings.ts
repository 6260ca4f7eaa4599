import { USUAL_DAYS } from '../lib/number-retention.ts'
import { MATTERS } from '../resources/alert/alert.ts'
import { factor, formed, list, named, networks, oneOf, text, timeZone, toggle, webAddress, whole } from './setting.ts'

/** PCI DSS 10.5.1: at least twelve months of the audit trail. */
export const FEWEST_AUDIT_MONTHS = 12

/** Card networks allow disputes of a payment for at most 540 days. */
export const FEWEST_ARCHIVE_MONTHS = 18

/** Batches that differ from the device's report are compared for thirty nights, and devices close late. */
const FEWEST_TERMINAL_RUNS_DAYS = 60

const LISTENING = {
  TOLLGATE_MODE: oneOf(['sandbox', 'live'], 'sandbox', {
    says: '`live` takes [real money](going-live.md): real processors, no seed data, no simulator. A database belongs to the mode that made it.',
    example: { value: 'live' },
  }),
  PORT: whole(8080, [0, 65_535], { says: 'Port to listen on. 0 takes a free one.' }),
  HOST: named('127.0.0.1', { says: 'Address to listen on.' }),
  TOLLGATE_PUBLIC_URL: webAddress({
    usual: '`http://HOST:PORT`',
    says: 'Base of all links in mails, texts and answers. Live mode needs https.',
    example: { value: 'https://pay.example.com' },
  }),
  TOLLGATE_TLS_CERT: text({
    usual: 'not set: plain http',
    takes: 'a PEM file',
    says: "The gateway's own certificate, where no proxy has one. It listens with TLS 1.2 or newer, and reads the file again when it changes. Needs `TOLLGATE_TLS_KEY`.",
    example: {
      value: '/etc/tollgate/fullchain.pem',
      is_off: true,
      note: 'One proxy in front (compose.yaml sets it), or a certificate of the gateway itself:',
    },
  }),
  TOLLGATE_TLS_KEY: text({
    takes: 'a PEM file',
    says: 'The private key of that certificate.',
    example: { value: '/etc/tollgate/key.pem', is_off: true },
  }),
  TOLLGATE_TRUST_PROXY: toggle('0', {
    says: '`1` if exactly one proxy in front sets `X-Forwarded-For`. Only the address that this proxy added is used.',
    example: { value: '1', is_off: true },
  }),
  TOLLGATE_ROLE: oneOf(['all', 'api', 'worker'], 'all', {
    says: '`api` answers requests only. `worker` does what follows them: mails, retries, questions about unknown payments. At least one process must be `worker` or `all`.',
  }),
  TOLLGATE_HOME: named('./.tollgate', {
    takes: 'a folder',
    says: 'Embedded database, key ring, uploaded files and `sandbox.json`.',
  }),
  TOLLGATE_LOG_LEVEL: oneOf(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    { sandbox: 'warn', live: 'info' },
    { says: 'Which lines are logged: JSON, on standard error.' },
  ),
}

const DATABASE = {
  DATABASE_URL: text({
    usual: 'not set: embedded PostgreSQL in `TOLLGATE_HOME`',
    takes: 'an address such as `postgres://user:password@host:5432/database`',
    says: 'PostgreSQL 15 or newer. In live mode `sslmode=verify-full` is added unless the database is at a socket.',
    example: {
      value: 'postgres://tollgate_serving:password@db.example.com/tollgate',
      is_off: true,
      note: 'Your own database: the role that serves, and the role that owns the tables (compose.yaml sets both):',
    },
  }),
  TOLLGATE_MIGRATION_DATABASE_URL: text({
    usual: '`DATABASE_URL`',
    takes: 'an address such as `postgres://user:password@host:5432/database`',
    says: 'The same database by the role that owns its tables, for migrations, backups and restores: [roles](operating.md#database).',
    example: { value: 'postgres://tollgate:password@db.example.com/tollgate', is_off: true },
  }),
  TOLLGATE_DATABASE_CA: text({
    usual: 'the authorities that Node knows',
    takes: 'a PEM file',
    says: "Certificate of the authority that signed the database's certificate.",
  }),
  TOLLGATE_DATABASE_CONNECTIONS: whole(20, [2, 200], {
    says: 'Connections of each process, divided among [kinds of work](decisions/0028-connections.md).',
  }),
  TOLLGATE_DATABASE_PREPARE: toggle('1', { says: '`0` for connection poolers that lose prepared statements.' }),
}

const KEYS = {
  TOLLGATE_KEYRING: text({
    usual: '`keyring.json` in `TOLLGATE_HOME`',
    takes: 'a file, or `exec:/path/of/program arguments`',
    says: 'The key ring. A program must print it within 10 seconds; this lets a key management service or an HSM keep it.',
  }),
  TOLLGATE_KEY_SERVICE: text({
    usual: 'not set: the keys in the ring are not wrapped',
    takes: '`unix:/path/of/socket` or `exec:/path/of/program arguments`',
    says: 'The service that wraps and unwraps the keys of the ring, such as a key management service or an HSM: [protocol](operating.md#key-ring).',
  }),
  TOLLGATE_NUMBER_DAYS: whole(USUAL_DAYS, [0, 3650], {
    says: 'Days that the sealed number of a card or bank account is kept after its last payment, if no stored account needs it. With 0, cards end with their payments at processors that refund by their own id, and cannot be charged again by `previous_transaction_id`.',
  }),
}

const MESSAGES = {
  SMTP_URL: text({
    usual: "not set: the sandbox's outbox",
    takes: 'an address such as `smtps://user:password@mail.example.com/?from=payments@example.com`',
    says: 'Mail server and sender: [messages](messages.md).',
    example: { value: 'smtps://user:password@mail.example.com/?from=payments@example.com' },
  }),
  TWILIO_URL: text({
    usual: "not set: the sandbox's outbox",
    takes: 'an address such as `https://{account sid}:{auth token}@api.twilio.com/?from=+12025550100`',
    says: 'Where texts are sent.',
  }),
}

const WATCHING = {
  TOLLGATE_NOTICE_EMAIL: formed(/^[^\s@<>]+@[^\s@<>]+$/, 'an e-mail address', {
    usual: 'not set: no notices',
    says: 'Where the gateway sends [discrepancies](behaviour.md#discrepancies), once a day for each merchant, and [settings that a processor refuses](behaviour.md#accounts-at-processors).',
    example: { value: 'ops@example.com' },
  }),
  TOLLGATE_METRICS_TOKEN: formed(/^[!-~]{24,256}$/, '24 characters or more, without spaces', {
    usual: 'not set: no such path',
    says: 'Bearer token of `GET /metrics`: [figures for a monitor](metrics.md).',
    example: { value: '', note: 'openssl rand -hex 24' },
  }),
  TOLLGATE_ALERTS_OFF: list(
    entry => MATTERS.some(matter => entry === matter || entry.startsWith(`${matter}:`)),
    `names of alerts (${MATTERS.join(', ')}), separated by commas`,
    {
      says: '[Alerts](operating.md#when-an-alert-comes) that are not sent. A name may be followed by a colon and a merchant or subject.',
    },
  ),
  TOLLGATE_ALERT_REFUSALS: whole(300, [1, 1_000_000], {
    says: 'Refused requests of one merchant within half an hour that cause an alert.',
  }),
  TOLLGATE_ALERT_DECLINE_POINTS: whole(20, [1, 100], {
    says: "Percentage points by which a product's share of declined payments must exceed its last week to cause an alert.",
  }),
  TOLLGATE_COUNTRY_HEADER: formed(/^[A-Za-z][A-Za-z-]{1,63}$/, 'the name of a header', {
    says: 'Header in which a proxy names the country of an address, such as `cf-ipcountry`. A key that is used from a new country causes an alert.',
  }),
  TOLLGATE_LOOK_AT_PAGES: toggle('1', {
    says: 'Live mode compares payment pages with the approved ones every night, through the public address. `0` where the gateway cannot reach that address; run `doctor` from outside then ([security](security.md#hosted-forms-and-pages)).',
  }),
}

const UPKEEP = {
  TOLLGATE_NIGHT_HOUR: whole(3, [0, 23], {
    says: "Hour of the night's [upkeep](behaviour.md#upkeep). Books are compared with a processor at this hour in the time zone of its product.",
  }),
  TOLLGATE_TIME_ZONE: timeZone({ says: 'Time zone of upkeep that belongs to no merchant.' }),
  TOLLGATE_KEEP_AUDIT_MONTHS: whole(0, [0, 1200], {
    least: FEWEST_AUDIT_MONTHS,
    usual: '0: forever',
    says: 'Months that events of the audit trail are kept.',
    example: { value: '24' },
  }),
  TOLLGATE_ARCHIVE_MONTHS: whole(0, [0, 1200], {
    least: FEWEST_ARCHIVE_MONTHS,
    usual: '0: never',
    says: 'Months after which card payments of closed batches move to the [archive](behaviour.md#upkeep).',
    example: { value: '24' },
  }),
  TOLLGATE_KEEP_MESSAGES_DAYS: whole(0, [0, 36_500], {
    usual: '0: forever',
    says: 'Days that logs of mails and texts are kept.',
  }),
  TOLLGATE_KEEP_TERMINAL_RUNS_DAYS: whole(396, [0, 36_500], {
    least: FEWEST_TERMINAL_RUNS_DAYS,
    says: 'Days that requests at terminals are kept after they end. 0 keeps them forever.',
  }),
}

const LIMITS = {
  TOLLGATE_REQUESTS_PER_CREDENTIAL: whole(120_000, [0, 1_000_000_000], {
    says: 'Requests a minute of one credential that a process answers before 429. A write counts as ten. 0 is no limit.',
  }),
  TOLLGATE_REQUESTS_PER_ADDRESS: whole(120_000, [0, 1_000_000_000], {
    says: 'The same for one address.',
  }),
  TOLLGATE_CONNECTIONS: whole(20_000, [16, 1_000_000], {
    says: 'Most connections of a process, but no more than 65 % of its descriptors (`ulimit -n`).',
  }),
  TOLLGATE_CONNECTIONS_PER_ADDRESS: whole(0, [0, 1_000_000], {
    usual: '0: half of them',
    says: 'Most connections from one address. It does not apply with `TOLLGATE_TRUST_PROXY`.',
  }),
  TOLLGATE_SIGN_IN_ATTEMPTS: whole(6, [1, 10], {
    says: 'Wrong passwords in a row that lock a user at the address they come from.',
  }),
  TOLLGATE_SIGN_IN_LOCK_MINUTES: whole(30, [1, 1440], { says: 'Minutes that the lock lasts.' }),
  TOLLGATE_SIGN_IN_FAILURES: whole(100, [1, 1_000_000], {
    says: 'Failed sign-ins from one address in a quarter of an hour.',
  }),
  // Tests of an integration try wrong keys as well, all from one address.
  TOLLGATE_KEY_FAILURES: whole({ sandbox: 3000, live: 300 }, [1, 1_000_000], {
    says: 'Wrong keys and client secrets from one address in a quarter of an hour.',
  }),
  TOLLGATE_MAILS_PER_DAY: whole(100_000, [0, 1_000_000_000], {
    says: 'Mails that a merchant may send in a day of UTC; more are [held back](behaviour.md#limits). 0 is no limit, as for the quotas below.',
  }),
  TOLLGATE_MAILS_PER_MONTH: whole(1_000_000, [0, 1_000_000_000], {
    says: 'The same in a month.',
  }),
  TOLLGATE_TEXTS_PER_DAY: whole(20_000, [0, 1_000_000_000], {
    says: 'Texts that a merchant may send in a day.',
  }),
  TOLLGATE_TEXTS_PER_MONTH: whole(200_000, [0, 1_000_000_000], {
    says: 'The same in a month.',
  }),
  TOLLGATE_PRINTS_PER_DAY: whole(20_000, [0, 1_000_000_000], {
    says: 'Invoices that a merchant may print as PDF in a day; more are 429.',
  }),
  TOLLGATE_PRINTS_PER_MONTH: whole(200_000, [0, 1_000_000_000], {
    says: 'The same in a month.',
  }),
  TOLLGATE_FILES_GB: whole(20, [0, 1_000_000_000], {
    says: 'Gigabytes of attached files that a merchant may store; more are 429.',
  }),
  // An integrator's tests pay from one address, and test cards are worth nothing to a thief.
  TOLLGATE_PAYER_TRIES: whole({ sandbox: 1200, live: 12 }, [1, 1_000_000], {
    says: 'Attempts to pay one page from one address in a quarter of an hour.',
  }),
  TOLLGATE_TERMINAL_NETWORKS: networks(
    { sandbox: '127.0.0.0/8,::1', live: '' },
    {
      says: 'Networks in which the gateway may reach [terminals](operating.md#terminals-in-a-shop) directly. Users of the API write the addresses of terminals.',
    },
  ),
}

const BANK = {
  TOLLGATE_ACH_URL: text({
    usual: "not set: the sandbox's own bank",
    takes: '`file:///folder` or `sftp://user:password@host:22/folder?outgoing=in&incoming=out`',
    says: "Where [files of bank payments](ach.md) go. A folder is emptied and filled by the bank's own program.",
  }),
  TOLLGATE_ACH_HOST_KEY: text({
    takes: '`SHA256:…` as `ssh-keygen -lf` prints it',
    says: 'The key of the SFTP server. There is no connection without it.',
  }),
  TOLLGATE_ACH_KEY_FILE: text({ takes: 'a file', says: 'A private key for SFTP, in place of a password.' }),
  TOLLGATE_ACH_ANSWERS: toggle('1', {
    says: '`0` for banks that send no acknowledgments: a file counts as accepted when it is delivered.',
  }),
  TOLLGATE_ACH_DESTINATION: formed(/^\d{9}$/, 'nine digits', {
    says: 'Routing number of the bank that takes the files.',
  }),
  TOLLGATE_ACH_DESTINATION_NAME: named('BANK', { says: 'Its name.' }),
  TOLLGATE_ACH_ORIGIN: formed(/^[0-9A-Za-z]{1,10}$/, 'at most ten letters and digits', {
    says: 'Identification of the sender at the bank.',
  }),
  TOLLGATE_ACH_ORIGIN_NAME: named('TOLLGATE', { says: 'Name of the sender.' }),
  TOLLGATE_ACH_ODFI: formed(/^\d{8}$/, 'eight digits', {
    usual: 'those of `TOLLGATE_ACH_DESTINATION`',
    says: "First eight digits of the originating bank's routing number.",
  }),
  TOLLGATE_ACH_COMPANY_ID: formed(/^[0-9A-Za-z]{1,10}$/, 'at most ten letters and digits', {
    says: 'Identification of the merchant at the bank, unless a product has its own.',
  }),
}

const SANDBOX = {
  TOLLGATE_SANDBOX_PASSWORD: formed(/^.{12,256}$/, 'a password of 12 characters or more', {
    usual: 'made at the first start, printed once',
    says: 'Password of `/sandbox` (Basic authorization, any name). All requests need it if it is set, if `HOST` or `TOLLGATE_PUBLIC_URL` is not a loopback address, or with `TOLLGATE_TRUST_PROXY`; otherwise only requests from other machines or through a proxy.',
  }),
  TOLLGATE_SIMULATOR_DELAY_SCALE: factor(1, { says: '0 removes the delay of test amounts that answer late.' }),
}

/** The settings by what they are about, in the order of the documentation. */
export const SETTING_GROUPS = {
  'Address and process': LISTENING,
  Database: DATABASE,
  'Keys and stored numbers': KEYS,
  'Mail and texts': MESSAGES,
  'Notices, alerts and monitoring': WATCHING,
  Upkeep: UPKEEP,
  Limits: LIMITS,
  'Bank payments': BANK,
  Sandbox: SANDBOX,
}

/** Every setting of the gateway, by its name in the environment. */
export const SETTINGS = {
  ...LISTENING,
  ...DATABASE,
  ...KEYS,
  ...MESSAGES,
  ...WATCHING,
  ...UPKEEP,
  ...LIMITS,
  ...BANK,
  ...SANDBOX,
}
