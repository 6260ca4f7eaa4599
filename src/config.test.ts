import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('everything has a default that works, and an empty setting is one that is not there', () => {
  const { home, keyring, ...config } = readConfig({})
  assert.match(home, /\.tollgate$/)
  assert.deepEqual(keyring, { path: `${home}/keyring.json` })
  assert.deepEqual(config, {
    port: 8080,
    host: '127.0.0.1',
    tls: null,
    public_url: null,
    database_url: null,
    migration_database_url: null,
    role: 'all',
    mode: 'sandbox',
    smtp_url: null,
    twilio_url: null,
    notice_email: null,
    alerts: { silenced: [], refusals: 300, decline_points: 20 },
    country_header: null,
    keep: { audit_months: 0, messages_days: 0, archive_months: 0, terminal_runs_days: 396 },
    night: { hour: 3, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    looks_at_pages: false,
    metrics_token: null,
    log_level: 'warn',
    trust_proxy: false,
    database_connections: 20,
    database_prepare: true,
    quotas: {
      mail: { hour: 20_000, day: 100_000, month: 1_000_000 },
      text: { hour: 20_000, day: 20_000, month: 200_000 },
      print: { day: 20_000, month: 200_000 },
      file_byte: { all: 20_000_000_000 },
    },
    requests_per_minute: { credential: 120_000, address: 120_000 },
    connections: { total: 20_000, per_address: 0 },
    sign_in: {
      attempts: 6,
      lock_seconds: 1800,
      failures_per_address: 100,
      wrong_keys_per_address: 3000,
      policy: { min_length: 8, history: 1, refuses_guessable: false, inactive_days: 0 },
    },
    payer_tries: 1200,
    number_days: 396,
    terminal_networks: '127.0.0.0/8,::1',
    sandbox_password: null,
    simulator_delay_scale: 1,
    ach: null,
  })
  const empty = { PORT: '', HOST: '', DATABASE_URL: '', TOLLGATE_PUBLIC_URL: '', TOLLGATE_SIMULATOR_DELAY_SCALE: '' }
  assert.deepEqual(readConfig(empty), readConfig({}))
})

test('values that make no sense name the setting and what it takes', () => {
  const cases: [Record<string, string>, RegExp][] = [
    ...['x', '-1', '65536', '80.5', '1e3', ' ', '0x50'].map((PORT): [Record<string, string>, RegExp] => [
      { PORT },
      /^PORT must be a whole number from 0 to 65535$/,
    ]),
    [{ TOLLGATE_ROLE: 'both' }, /^TOLLGATE_ROLE must be one of all, api, worker$/],
    [{ TOLLGATE_MODE: 'prod' }, /^TOLLGATE_MODE must be one of sandbox, live$/],
    [{ TOLLGATE_PUBLIC_URL: 'pay.example' }, /^TOLLGATE_PUBLIC_URL must be an http or https address$/],
    [{ TOLLGATE_DATABASE_CONNECTIONS: '1' }, /^TOLLGATE_DATABASE_CONNECTIONS must be a whole number from 2 to 200$/],
    [
      { TOLLGATE_SIMULATOR_DELAY_SCALE: '-1' },
      /^TOLLGATE_SIMULATOR_DELAY_SCALE must be a number that is not negative$/,
    ],
    [{ TOLLGATE_ARCHIVE_MONTHS: '17' }, /^TOLLGATE_ARCHIVE_MONTHS must be 0 or a whole number from 18 to 1200$/],
    [{ TOLLGATE_NIGHT_HOUR: '24' }, /^TOLLGATE_NIGHT_HOUR must be a whole number from 0 to 23$/],
    [{ TOLLGATE_TIME_ZONE: 'Mars' }, /^TOLLGATE_TIME_ZONE must be the name of a time zone such as America\/Denver$/],
    [
      { TOLLGATE_KEEP_TERMINAL_RUNS_DAYS: '59' },
      /^TOLLGATE_KEEP_TERMINAL_RUNS_DAYS must be 0 or a whole number from 60 to 36500$/,
    ],
    [{ TOLLGATE_KEEP_AUDIT_MONTHS: '6' }, /^TOLLGATE_KEEP_AUDIT_MONTHS must be 0 or a whole number from 12 to 1200$/],
    [{ TOLLGATE_NOTICE_EMAIL: 'operator' }, /^TOLLGATE_NOTICE_EMAIL must be an e-mail address$/],
    [{ TOLLGATE_METRICS_TOKEN: 'short' }, /^TOLLGATE_METRICS_TOKEN must be 24 characters or more, without spaces$/],
    [{ TOLLGATE_CONNECTIONS: '15' }, /^TOLLGATE_CONNECTIONS must be a whole number from 16 to 1000000$/],
    [{ TOLLGATE_CONNECTIONS_PER_ADDRESS: 'x' }, /^TOLLGATE_CONNECTIONS_PER_ADDRESS must be a whole number from 0 to/],
    [{ TOLLGATE_SANDBOX_PASSWORD: 'too short' }, /^TOLLGATE_SANDBOX_PASSWORD must be a password of 12 characters or/],
    [{ TOLLGATE_TLS_CERT: 'cert.pem' }, /^TOLLGATE_TLS_CERT and TOLLGATE_TLS_KEY must be set together$/],
    [{ TOLLGATE_TRUST_PROXY: 'yes' }, /^TOLLGATE_TRUST_PROXY must be one of 0, 1$/],
  ]
  for (const [env, message] of cases) assert.throws(() => readConfig(env), { message }, JSON.stringify(env))
})

test('a database address is one of PostgreSQL, and is not repeated where it is refused', () => {
  for (const DATABASE_URL of [
    'postgres://gate:hush@db.example/gate',
    'postgresql:///gate?host=%2Frun%2Fpostgresql&user=gate',
    'postgres://gate@/gate?host=/run/postgresql',
  ])
    assert.equal(readConfig({ DATABASE_URL }).database_url, DATABASE_URL)
  for (const DATABASE_URL of ['gate', 'mysql://gate:hush@db.example/gate', 'postgres://gate:hush@db.example:port/gate'])
    assert.throws(() => readConfig({ DATABASE_URL }), {
      message: /^(?!.*hush)DATABASE_URL must be an address such as/,
    })
})

test('in live mode a database that is not at a socket is reached by TLS that verifies certificate and name', () => {
  const live = { TOLLGATE_MODE: 'live', TOLLGATE_PUBLIC_URL: 'https://pay.example' }
  const address = (DATABASE_URL: string, more = {}) => readConfig({ ...live, DATABASE_URL, ...more }).database_url
  const far = 'postgres://gate:hush@db.example/gate'
  assert.equal(address(far), `${far}?sslmode=verify-full`)
  assert.equal(address(`${far}?options=-c`), `${far}?options=-c&sslmode=verify-full`)
  assert.equal(address(`${far}?sslmode=verify-full`), `${far}?sslmode=verify-full`)
  const TOLLGATE_DATABASE_CA = import.meta.filename
  assert.equal(
    address(far, { TOLLGATE_DATABASE_CA }),
    `${far}?${new URLSearchParams({ sslmode: 'verify-full', sslrootcert: TOLLGATE_DATABASE_CA })}`,
  )
  assert.match(
    readConfig({ DATABASE_URL: far, TOLLGATE_DATABASE_CA }).database_url!,
    /sslmode=verify-full&sslrootcert=/,
  )
  for (const socket of ['postgres://gate@/gate?host=/run/postgresql', 'postgres://gate@%2Frun%2Fpostgresql/gate'])
    assert.equal(address(socket, { TOLLGATE_DATABASE_CA }), socket)
  for (const weak of [
    ...['disable', 'allow', 'prefer', 'require', 'verify-ca', 'no-verify'].map(mode => `sslmode=${mode}`),
    'sslmode=verify-full&sslmode=disable',
    'sslmode=verify-full&uselibpqcompat=true',
    'ssl=0',
    'host=/run/postgresql&host=db.example&sslmode=disable',
  ]) {
    const message = /^(?!.*hush)\w*DATABASE_URL must have sslmode=verify-full in live mode, unless .* socket$/
    assert.throws(() => address(`${far}?${weak}`), { message }, weak)
    const TOLLGATE_MIGRATION_DATABASE_URL = `${far}?${weak}`
    assert.throws(() => address(far, { TOLLGATE_MIGRATION_DATABASE_URL }), { message }, weak)
  }
  assert.equal(readConfig({ DATABASE_URL: far }).database_url, far, 'a sandbox says nothing of TLS')
})

test('a second address for migrations is of no use alone', () => {
  const TOLLGATE_MIGRATION_DATABASE_URL = 'postgres://owner@db.example/gate'
  assert.throws(() => readConfig({ TOLLGATE_MIGRATION_DATABASE_URL }), { message: /is of no use without DATABASE_URL/ })
})

test('live mode starts on nothing that is only fit for trying out', () => {
  const live = { TOLLGATE_MODE: 'live' }
  const https = { ...live, TOLLGATE_PUBLIC_URL: 'https://pay.example' }
  assert.throws(() => readConfig(live), { message: /TOLLGATE_PUBLIC_URL must be an https address in live mode/ })
  assert.throws(() => readConfig({ ...live, TOLLGATE_PUBLIC_URL: 'http://pay.example' }), { message: /https/ })
  const own = { TOLLGATE_TLS_CERT: '/etc/cert.pem', TOLLGATE_TLS_KEY: '/etc/key.pem' }
  assert.deepEqual(readConfig({ ...live, ...own }).tls, { cert: '/etc/cert.pem', key: '/etc/key.pem' })
  assert.throws(() => readConfig({ ...live, ...own, TOLLGATE_PUBLIC_URL: 'http://pay.example' }), { message: /https/ })
  const { mode, terminal_networks, payer_tries, log_level } = readConfig(https)
  assert.deepEqual([mode, terminal_networks, payer_tries, log_level], ['live', '', 12, 'info'])
})

test('the key ring is in the home, in a file elsewhere, or what a program prints', () => {
  const of = (TOLLGATE_KEYRING: string) => readConfig({ TOLLGATE_HOME: '/srv/gate', TOLLGATE_KEYRING }).keyring
  assert.deepEqual(of(''), { path: '/srv/gate/keyring.json' })
  assert.deepEqual(of('/etc/tollgate/keyring.json'), { path: '/etc/tollgate/keyring.json' })
  assert.deepEqual(of('exec:/usr/bin/print-key  --name gate'), { command: ['/usr/bin/print-key', '--name', 'gate'] })
  for (const unclear of ['exec:print-key', 'exec:'])
    assert.throws(() => of(unclear), /^Error: TOLLGATE_KEYRING must be a file, or exec: with the whole path/)
})

test('an address may try a pay page as often as the setting says, from once to a million times', () => {
  assert.equal(readConfig({}).number_days, 396)
  assert.equal(readConfig({ TOLLGATE_NUMBER_DAYS: '0' }).number_days, 0)
  assert.throws(() => readConfig({ TOLLGATE_NUMBER_DAYS: '-1' }), /^Error: TOLLGATE_NUMBER_DAYS must be a whole number/)
  assert.equal(readConfig({ TOLLGATE_PAYER_TRIES: '12' }).payer_tries, 12)
  assert.throws(() => readConfig({ TOLLGATE_PAYER_TRIES: '0' }), /^Error: TOLLGATE_PAYER_TRIES must be a whole number/)
})

test('a bank is reached by an address, and only with all that it has to be told', () => {
  const bank = {
    TOLLGATE_ACH_URL: 'file:///var/ach',
    TOLLGATE_ACH_DESTINATION: '110000000',
    TOLLGATE_ACH_ORIGIN: '1999999999',
    TOLLGATE_ACH_COMPANY_ID: '1999999999',
  }
  assert.equal(readConfig({}).ach, null)
  const { ach } = readConfig(bank)
  assert.deepEqual([ach?.url, ach?.answers, ach?.originator.odfi_id], ['file:///var/ach', true, '11000000'])
  const wrong: [Record<string, string>, RegExp][] = [
    [{ TOLLGATE_ACH_URL: 'ftp://bank.example/' }, /TOLLGATE_ACH_URL/],
    [{ TOLLGATE_ACH_URL: 'sftp://user@bank.example/' }, /TOLLGATE_ACH_HOST_KEY/],
    [{ TOLLGATE_ACH_URL: 'sftp://user@bank.example/', TOLLGATE_ACH_HOST_KEY: 'MD5:00' }, /TOLLGATE_ACH_HOST_KEY/],
    [{ TOLLGATE_ACH_DESTINATION: '11000000' }, /TOLLGATE_ACH_DESTINATION/],
    [{ TOLLGATE_ACH_ORIGIN: '' }, /TOLLGATE_ACH_ORIGIN/],
    [{ TOLLGATE_ACH_COMPANY_ID: 'too long for it' }, /TOLLGATE_ACH_COMPANY_ID/],
    [{ TOLLGATE_ACH_ODFI: '123' }, /TOLLGATE_ACH_ODFI/],
    [{ TOLLGATE_ACH_ANSWERS: 'yes' }, /TOLLGATE_ACH_ANSWERS/],
  ]
  for (const [over, names] of wrong) assert.throws(() => readConfig({ ...bank, ...over }), names)
})
