import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { modulesOf, ROOT } from './modules.ts'

const sources = modulesOf('src', 'sandbox', 'agent').filter(({ path }) => !path.endsWith('.test.ts'))
const migrations = globSync('src/db/migrations/*.sql', { cwd: ROOT }).map(path => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}))

/** Where the machine's own time is read: all other code uses the clock port, which a test or a sandbox can move. */
const MACHINE_TIME: readonly string[] = [
  'src/adapters/clock/machine.ts',
  // A separate process, outside the gateway.
  'sandbox/processor/main.ts',
  'sandbox/device/main.ts',
]

/** Moments that another library wants as a Date and that are no time of day. */
const FOREIGN_DATES: Readonly<Record<string, string>> = {
  'src/adapters/pdf/draw-invoice.ts': 'the PDF package takes the time of the document as a Date',
  'src/auth/oauth/model.ts': 'the OAuth library compares an expiry with the machine time: it gets one that never comes',
  'src/cli/backup/write-backup.ts': 'entries of an archive carry the moment of the snapshot',
}

/** Durations on this machine; no point in time is stored or compared with one that is. */
const DURATIONS: Readonly<Record<string, string>> = {
  'src/jobs/worker.ts': 'whether the loop still turns, and how long a drain waits for what others hold',
  'src/auth/ttl-cache.ts': 'how long a looked-up user or token is cached',
  'src/auth/invalidation.ts': 'how long a process uses cached credentials without asking whether they changed',
  'src/auth/sign-in.ts': 'how long a failed sign-in is made to take',
  'src/payments/lifecycle/submit.ts': 'how long a processor is waited for',
  'src/lib/circuit.ts': 'how long what cannot be reached is left alone',
  'src/postbacks/dispatcher.ts': 'how long postbacks leased by another process are waited for',
  'src/postbacks/deliveries.ts': 'whether an interval is over to the millisecond',
  'src/adapters/postback/https-poster.ts': 'how long a receiver took to answer',
  'src/lib/until-available.ts': 'how long what is known is tried to be stored while its caller waits',
  'src/payments/batches/settle.ts': 'how long a request settles the parts of a batch itself',
  'src/payments/lifecycle/routing.ts': 'how long secrets of an account are used without a look at newer ones',
  'src/payments/lifecycle/payment.ts': 'until when a stored request may be submitted',
  'src/adapters/cipher/keyring/printed-ring.ts': 'when a program is asked for the key ring again',
  'src/db/list-memory.ts': 'how long the total of a long list is kept',
  'src/db/fair-turns.ts': 'whether another merchant was active just now',
  'src/http/admission.ts': 'whether another merchant was active just now, and how long requests were worked on',
  'src/http/connections.ts': 'how long the peer of a connection has neither read nor sent',
  'src/adapters/cipher/keyring/serviced-ring.ts': 'how long keys are used after they were unwrapped',
  'src/db/embedded.ts': 'how long the server may take to start and to stop',
  'src/lib/wakeable-sleep.ts': 'when all that looks for work does so next',
  'sandbox/device/screen.ts': 'how long a person at a virtual terminal has left',
}

/**
 * Leases end in the machine time of their holders: a sandbox that jumps a month ahead must not lose its running jobs.
 */
const LEASES: readonly string[] = [
  'src/db/machine-now.ts',
  'src/db/migrate.ts',
  // What may be trimmed must not depend on what the role that serves says of the time.
  'src/db/migrations/0153_serving_role.sql',
  // Only where the first part of a table ends; rows are put by their ids.
  'src/db/migrations/0260_postbacks_by_week.sql',
  'src/db/migrations/0330_events_in_parts.sql',
  // As 0153.
  'src/db/migrations/0333_parts_of_events.sql',
]

test('the time of day comes from the clock port alone', () => {
  const readers = sources
    .filter(({ text }) => /Date\.now\(|new Date\(|Temporal\.Now\.(?!timeZoneId\b)|process\.hrtime/.test(text))
    .map(({ path }) => path)
  assert.deepEqual(
    readers.filter(path => !MACHINE_TIME.includes(path) && !(path in FOREIGN_DATES)),
    [],
  )
})

test('durations are measured in few places, each known', () => {
  const readers = sources.filter(({ text }) => /\bperformance\b/.test(text)).map(({ path }) => path)
  assert.deepEqual(
    readers.filter(path => !(path in DURATIONS)),
    [],
  )
})

test('the database is not asked for the time, except for leases', () => {
  const now = /(?<![.\w])now\(\)(?!:)|\b(current_timestamp|current_date|localtimestamp|statement_timestamp)\b/i
  assert.deepEqual(
    [...sources, ...migrations].filter(({ text }) => now.test(text)).map(({ path }) => path),
    [],
  )
  const leases = [...sources, ...migrations]
    .filter(({ text }) => text.includes('clock_timestamp'))
    .map(({ path }) => path)
  assert.deepEqual(
    leases.filter(path => !LEASES.includes(path)),
    [],
  )
})

test('the lists above name no file that has no need of it any more', () => {
  const texts = new Map([...sources, ...migrations].map(({ path, text }) => [path, text]))
  const has = (path: string, pattern: RegExp) => pattern.test(texts.get(path) ?? '')
  assert.deepEqual(
    MACHINE_TIME.filter(path => !has(path, /Date\.now\(/)),
    [],
  )
  assert.deepEqual(
    Object.keys(FOREIGN_DATES).filter(path => !has(path, /new Date\([^)]/) || has(path, /Date\.now\(|new Date\(\)/)),
    [],
  )
  assert.deepEqual(
    Object.keys(DURATIONS).filter(path => !has(path, /performance/)),
    [],
  )
  assert.deepEqual(
    LEASES.filter(path => !has(path, /clock_timestamp/)),
    [],
  )
})
