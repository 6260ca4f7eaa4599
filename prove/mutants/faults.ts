/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is looked for holds placeholders of its own. */
import type { Mutant } from './mutant.ts'

const POOL = 'src/db/pool.ts'
const OUTAGE = 'src/db/outage.ts'
const HTTP = 'src/processors/http.ts'
const ADDRESS = ['test/faults/address.test.ts']
const DATABASE = ['test/faults/database.test.ts']

/** Mistakes that only a fault beside the gateway shows: of its database, machine, clock or network. */
export const faultMutants: readonly Mutant[] = [
  {
    name: 'lost-commit-repeated',
    why: 'What may have been committed is done again when the connection breaks before PostgreSQL confirms it.',
    edits: [
      { file: POOL, find: 'return error.is_undone && isLost(error.cause)', replace: 'return isLost(error.cause)' },
    ],
    tests: DATABASE,
  },
  {
    name: 'half-open-waited-for',
    why: 'A connection on which nothing arrives any more is waited for as long as the system keeps it, which is hours.',
    edits: [{ file: POOL, find: '    query_timeout: statement_timeout + SERVER_GONE_MS,\n', replace: '' }],
    tests: DATABASE,
  },
  {
    name: 'read-only-is-an-error',
    why: 'A server that takes no writes, as after a failover, is a 500 and not a 503: clients do not come again.',
    edits: [{ file: OUTAGE, find: '|25006|', replace: '|' }],
    tests: DATABASE,
  },
  {
    name: 'full-disk-is-an-error',
    why: 'A full disk is a 500 and not a 503, and an outcome that finds no room is not tried to be stored again.',
    edits: [{ file: OUTAGE, find: '|53...|', replace: '|' }],
    tests: DATABASE,
  },
  {
    name: 'sent-after-its-lease',
    why: 'A scheduled payment that a slow database took too long to store is sent, although others may have ended it.',
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
    why: 'The transaction of a process that is frozen lives for hours, and with it its locks: nobody else can resolve its payments.',
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
    why: 'Leases of requests end by the clock of the gateway’s machine: set back, nobody asks about what is open until it has come there again.',
    edits: [
      {
        file: 'src/payments/lifecycle/attempt.ts',
        find: "'pending', ${MACHINE_NOW} + $2, ${MACHINE_NOW} + $2\n",
        replace: "'pending', created_ts + $2, created_ts + $2\n",
      },
    ],
    tests: ['test/faults/clock.test.ts'],
  },
  {
    name: 'not-asked-is-never-seen',
    why: 'A look-up that could not be sent, because the name of the processor has no address for a while, counts as an answer: the order was never seen.',
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
    why: 'Orders and secrets are sent to a server whose certificate has expired; other certificates that do not fit are refused.',
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
    why: 'An order is looked for in what Authorize.Net settled within the hours in which it knows a repeat, and counts as never seen after that.',
    edits: [
      {
        file: 'src/processors/authorizenet/records.ts',
        find: 'batchesBetween(ask, since, since + SPAN_SECONDS)',
        replace: 'batchesBetween(ask, since, since + 28_800)',
      },
    ],
    tests: ['test/faults/forgetful.test.ts'],
  },
  {
    name: 'silent-not-named',
    why: 'After a restore the operator is not warned of processors that cannot list what they were sent.',
    edits: [
      {
        file: 'src/cli/reconcile/list-differences.ts',
        find: '    if (!connected.processor.requests) listed.silent',
        replace: '    if (connected.processor.requests) listed.silent',
      },
    ],
    tests: ['test/faults/restored.deep.test.ts'],
  },
]
