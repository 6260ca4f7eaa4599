/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code to find contains template placeholders. */
import type { Mutant } from './mutant.ts'

const POOL = 'src/db/pool.ts'
const OUTAGE = 'src/db/outage.ts'
const HTTP = 'src/processors/http.ts'
const ADDRESS = ['test/faults/address.test.ts']
const DATABASE = ['test/faults/database.test.ts']

/** Mistakes that only a fault of the database, machine, clock, network or processor reveals. */
export const faultMutants: readonly Mutant[] = [
  {
    name: 'lost-commit-repeated',
    why: 'If the connection breaks before PostgreSQL confirms a commit, the transaction is repeated although it may have been committed.',
    edits: [
      { file: POOL, find: 'return error.is_undone && isLost(error.cause)', replace: 'return isLost(error.cause)' },
    ],
    tests: DATABASE,
  },
  {
    name: 'half-open-waited-for',
    why: 'A half-open connection blocks its requests until the operating system closes it, which takes hours.',
    edits: [{ file: POOL, find: '    query_timeout: statement_timeout + SERVER_GONE_MS,\n', replace: '' }],
    tests: DATABASE,
  },
  {
    name: 'read-only-is-an-error',
    why: 'A read-only server, as after a failover, causes 500 instead of 503, so clients do not retry.',
    edits: [{ file: OUTAGE, find: '|25006|', replace: '|' }],
    tests: DATABASE,
  },
  {
    name: 'full-disk-is-an-error',
    why: 'A full disk causes 500 instead of 503, and storing an outcome is not retried.',
    edits: [{ file: OUTAGE, find: '|53...|', replace: '|' }],
    tests: DATABASE,
  },
  {
    name: 'sent-after-its-lease',
    why: 'A scheduled payment is sent although its lease expired while a slow database stored it, and another process may have closed it.',
    edits: [
      {
        file: 'src/payments/lifecycle/payment.ts',
        find: '      if (performance.now() > latest_ms) return\n',
        replace: '',
      },
    ],
    tests: DATABASE,
  },
  {
    name: 'frozen-process-keeps-its-locks',
    why: 'The transaction of a frozen process keeps its locks for hours, so no other process can resolve its payments.',
    edits: [
      {
        file: POOL,
        find: '    idle_in_transaction_session_timeout: idle_ms,\n    application_name',
        replace: '    idle_in_transaction_session_timeout: 0 * idle_ms,\n    application_name',
      },
    ],
    tests: ['test/faults/pauses.test.ts'],
  },
  {
    name: 'leases-by-the-gateways-clock',
    why: 'Leases of requests use the clock of the gateway’s machine. If it is set back, open payments are not queried until it catches up.',
    edits: [
      {
        file: 'src/payments/lifecycle/attempt.ts',
        find: '       ${MACHINE_NOW} + (case when is_doubtful then 0 else $2 end), ${MACHINE_NOW} + (case when is_doubtful then 0 else $2 end)\n',
        replace: '       created_ts + $2, created_ts + $2\n',
      },
    ],
    tests: ['test/faults/clock.test.ts'],
  },
  {
    name: 'not-asked-is-never-seen',
    why: 'A query that could not be sent, because DNS failed, counts as the answer that the processor never saw the order.',
    edits: [
      {
        file: 'src/payments/lifecycle/look-up.ts',
        find: '    return null\n  }\n}',
        replace: '    return (error as { never_left?: boolean }).never_left ? { seen: false } : null\n  }\n}',
      },
    ],
    tests: ADDRESS,
  },
  {
    name: 'expired-certificate-taken',
    why: 'Orders and secrets are sent to a server with an expired certificate. Other invalid certificates are refused.',
    edits: [
      {
        file: HTTP,
        find: "new Agent({ ...kept, minVersion: 'TLSv1.2', ca: settings.ca })",
        replace: "new Agent({ ...kept, minVersion: 'TLSv1.2', ca: settings.ca, rejectUnauthorized: false })",
      },
      {
        file: HTTP,
        find: '      socket.once(ready, send)',
        replace:
          "      socket.once(ready, () => {\n        const { authorizationError: error } = socket as { authorizationError?: unknown }\n        if (error && error !== 'CERT_HAS_EXPIRED') fail(new Error(String(error)))\n        else send()\n      })",
      },
    ],
    tests: ADDRESS,
  },
  {
    name: 'asked-about-as-long-as-remembered',
    why: 'An order is searched only in batches that Authorize.Net settled within its duplicate window, and then counts as never seen.',
    edits: [
      {
        file: 'src/processors/authorizenet/records.ts',
        find: 'const batch of await batchesBetween(ask, since, until)',
        replace: 'const batch of await batchesBetween(ask, since, since + 28_800)',
      },
    ],
    tests: ['test/faults/forgetful.test.ts'],
  },
  {
    name: 'silent-not-named',
    why: 'After a restore, `reconcile` does not warn the operator of processors that cannot list their orders.',
    edits: [
      {
        file: 'src/cli/reconcile/list-differences.ts',
        find: '    if (!requests && !taken) listed.silent.push(...namesOf(connected))\n',
        replace: '',
      },
    ],
    tests: ['test/faults/restored.deep.test.ts'],
  },
]
