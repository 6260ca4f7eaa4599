import type { Import, Module } from './modules.ts'

interface Row {
  /** The files whose imports these are; the first row that matches counts. */
  from: RegExp
  /** `$1` stands for the first group of `from`. */
  may: readonly string[]
  /** Allowed as types only. */
  types?: readonly string[]
}

/** What a resource shares with other rooms: its definition and what belongs to it, not what it decides or does. */
const NOUN = '^src/resources/[^/]+/(?!.*\\.(rules|commands|operations|reactions|tasks|due)\\.ts$)[^/]+\\.ts$'
const RULES = '^src/resources/([^/]+)/\\1\\.rules\\.ts$'
const LAYER = (name: string): string => `^src/${name}/`
/** Tasks and due scans are declared beside what they are about: a name, the type of a payload, a column. */
const DECLARATIONS = '^src/jobs/declare/'

/** Lists and pages have connections of their own. */
const LANES = '^src/db/lanes\\.ts$'
/** All a payer has is an id: the record is looked up among all merchants, together with those of other payers. */
const PAID_RECORD = '^src/db/row-by-id\\.ts$'

/** What resources know of payments and of the vault: types only, from one file each. */
const PAYMENTS_PORT = '^src/payments/(payments|vaulting)\\.ts$'

/** Who may import whom. Every file may import its own folder, and `own` says which that is. */
const FENCE: readonly Row[] = [
  { from: /^src\/lib\//, may: [LAYER('lib')] },
  // What payers read, in their languages.
  { from: /^src\/words\//, may: [LAYER('words'), LAYER('lib')] },
  { from: /^src\/settings\//, may: [LAYER('settings'), LAYER('lib'), '^src/resources/alert/alert\\.ts$'] },
  // A format and nothing else: it can be taken out and used alone.
  { from: /^src\/nacha\//, may: [LAYER('nacha'), LAYER('lib')] },
  { from: /^src\/definition\//, may: [LAYER('definition'), LAYER('lib')] },
  { from: /^src\/ports\//, may: [LAYER('ports'), LAYER('lib')], types: [LAYER('definition')] },
  {
    from: /^src\/resources\/index\.ts$/,
    may: [LAYER('resources'), LAYER('definition')],
    types: [LAYER('ports'), PAYMENTS_PORT],
  },
  { from: /^src\/resources\/definitions\.ts$/, may: [NOUN], types: [LAYER('definition')] },
  // Views of locations and terminals show those' own fields, and the services of a location share theirs.
  {
    from: /^src\/resources\/(locationinfo|terminalinfo|product_recurring)\/\1\.ts$/,
    may: [
      '^src/resources/(location/location|terminal/terminal|product_accountvault/product_accountvault)\\.ts$',
      LAYER('definition'),
      LAYER('lib'),
    ],
  },
  // Whether a payment is settled is a fact of its batch.
  {
    from: /^src\/resources\/transaction\/transaction\.ts$/,
    may: [
      '^src/resources/(transaction/|transactionbatch/transactionbatch\\.ts$)',
      LAYER('definition'),
      LAYER('lib'),
      DECLARATIONS,
    ],
  },
  {
    from: /^src\/resources\/([^/]+)\/\1\.ts$/,
    may: ['^src/resources/$1/', LAYER('definition'), LAYER('lib'), DECLARATIONS],
  },
  {
    from: /^src\/resources\/([^/]+)\/\1\.rules\.ts$/,
    may: ['^src/resources/$1/', LAYER('definition'), LAYER('lib'), NOUN],
  },
  {
    from: /^src\/resources\/([^/]+)\//,
    may: [
      '^src/resources/$1/',
      '^src/resources/definitions\\.ts$',
      LAYER('definition'),
      LAYER('lib'),
      NOUN,
      LAYER('messages'),
      LAYER('words'),
      DECLARATIONS,
    ],
    types: [LAYER('ports'), PAYMENTS_PORT],
  },
  {
    from: /^src\/payments\//,
    // That an account number was opened is noted in the audit trail, in the statement that reads it.
    may: [
      LAYER('payments'),
      LAYER('events'),
      LAYER('definition'),
      LAYER('ports'),
      LAYER('nacha'),
      LAYER('db'),
      LAYER('lib'),
      DECLARATIONS,
      NOUN,
      RULES,
    ],
  },
  // What is found is a record like any other, is told of by mail, and new links of the trail are verified.
  {
    from: /^src\/alerts\//,
    may: [
      LAYER('alerts'),
      LAYER('events'),
      LAYER('definition'),
      LAYER('ports'),
      LAYER('db'),
      LAYER('lib'),
      DECLARATIONS,
      '^src/resources/alert/alert\\.ts$',
      '^src/payments/tell-operator\\.ts$',
    ],
  },
  // Sending depends on no resource and no carrier.
  {
    from: /^src\/messages\//,
    may: [LAYER('messages'), LAYER('definition'), LAYER('lib')],
    types: [LAYER('ports'), LAYER('db'), DECLARATIONS],
  },
  // The outbox is part of a write, records are posted as the engine shows them, and the dispatcher wakes up as the
  // worker does.
  {
    from: /^src\/postbacks\//,
    may: [
      LAYER('postbacks'),
      LAYER('engine'),
      LAYER('definition'),
      LAYER('ports'),
      LAYER('db'),
      LAYER('lib'),
      NOUN,
      '^src/resources/postbackconfig/credentials\\.ts$',
    ],
    types: ['^src/jobs/due-scan\\.ts$'],
  },
  // What a person decides about a job, and that one is deleted, is noted in the audit trail.
  {
    from: /^src\/jobs\/given-up\.ts$/,
    may: [LAYER('jobs'), LAYER('events'), LAYER('definition'), LAYER('ports'), LAYER('db'), LAYER('lib')],
  },
  { from: /^src\/db\//, may: [LAYER('db'), LAYER('lib'), LAYER('definition')] },
  {
    from: /^src\/(engine|events|jobs)\//,
    may: [LAYER('$1'), LAYER('definition'), LAYER('ports'), LAYER('db'), LAYER('lib')],
  },
  // What a user grants to an integration is a record like any other, and is written as one.
  {
    from: /^src\/auth\/oauth\//,
    may: [
      LAYER('auth'),
      LAYER('events'),
      LAYER('definition'),
      LAYER('ports'),
      LAYER('db'),
      LAYER('lib'),
      NOUN,
      '^src/resources/oauthclient/client-secret\\.ts$',
    ],
  },
  {
    from: /^src\/auth\//,
    // Refused callers are recorded in the audit trail. What a user has to show to sign in is kept in his record.
    may: [
      LAYER('auth'),
      '^src/resources/user/(second-factor|sign-in-policy|switch-off)\\.ts$',
      LAYER('events'),
      LAYER('engine'),
      LAYER('definition'),
      LAYER('ports'),
      LAYER('db'),
      LAYER('lib'),
    ],
  },
  // What is open in the books, counted for a monitor.
  { from: /^src\/metrics\//, may: [LAYER('metrics'), LAYER('ports'), LAYER('db'), LAYER('lib')] },
  // Lists as files are read by the engine's own filters, orders and scope.
  {
    from: /^src\/exports\//,
    may: [
      LAYER('exports'),
      LAYER('engine'),
      LAYER('definition'),
      LAYER('lib'),
      '^src/db/(params|column-types|record-text|text-spool)\\.ts$',
    ],
  },
  {
    from: /^src\/http\//,
    may: [
      LAYER('http'),
      LAYER('auth'),
      LAYER('exports'),
      LAYER('engine'),
      LAYER('definition'),
      LAYER('ports'),
      LAYER('lib'),
      LANES,
      '^src/db/machine-now\\.ts$',
    ],
    // Idempotency keys, and their leases, are kept by the HTTP layer itself: they belong to a request, not to a record.
    types: ['^src/db/database\\.ts$'],
  },
  // The documentation shows what the OpenAPI document says, in the same words.
  {
    from: /^src\/pages\/docs\//,
    may: [
      LAYER('pages'),
      LAYER('definition'),
      LAYER('lib'),
      LAYER('http/openapi'),
      LAYER('http/errors'),
      '^src/http/conventions\\.ts$',
      // What became of a payment is explained from the tables that decide it.
      '^src/resources/reasoncode/reason-titles\\.ts$',
      '^src/payments/bank/return-codes\\.ts$',
    ],
  },
  // Pay pages are clients of the same engine: they name the resources they read.
  {
    from: /^src\/pages\//,
    may: [
      LAYER('pages'),
      LAYER('auth'),
      LAYER('engine'),
      LAYER('definition'),
      LAYER('ports'),
      LAYER('lib'),
      LAYER('payments'),
      LAYER('messages'),
      LAYER('words'),
      NOUN,
      LANES,
      PAID_RECORD,
    ],
    // Who signs on by a link is recorded in the audit trail.
    types: [LAYER('events')],
  },
  { from: /^src\/adapters\/([^/]+(?:\/[^/]+)?)\//, may: ['^src/adapters/$1/', LAYER('ports'), LAYER('lib')] },
  { from: /^src\/processors\/index\.ts$/, may: [LAYER('processors')], types: [LAYER('ports')] },
  { from: /^src\/processors\/http(\.test)?\.ts$/, may: [LAYER('lib'), '^src/processors/http\\.ts$'] },
  { from: /^src\/processors\/settled-lines\.ts$/, may: [], types: [LAYER('ports')] },
  {
    from: /^src\/processors\/([^/]+)\//,
    may: ['^src/processors/$1/', '^src/processors/(http|settled-lines)\\.ts$', LAYER('ports'), LAYER('lib')],
  },
  // It speaks to terminals as a gateway on the same network would.
  {
    from: /^agent\//,
    may: [
      '^agent/',
      LAYER('ports'),
      LAYER('lib'),
      '^src/adapters/terminals/',
      '^src/adapters/clock/machine\\.ts$',
      '^src/version\\.ts$',
    ],
  },
  { from: /^src\/agents\//, may: [LAYER('agents'), LAYER('ports'), LAYER('db'), LAYER('lib')] },
  // The sandbox fills and drives the whole product; only the composition root may import it.
  { from: /^sandbox\//, may: ['^(src|sandbox)/'] },
  { from: /^src\/cli\//, may: ['^src/'] },
  { from: /^src\/boot\/sandbox(-processor)?\.ts$/, may: ['^(src|sandbox)/'] },
  { from: /^src\/boot\//, may: ['^src/'] },
  { from: /^src\/[^/]+\.ts$/, may: ['^src/'] },
  // Broken rules are applied by the same code as other wrong builds.
  { from: /^conformance\/broken\//, may: ['^conformance/', '^prove/mutants/(mutant|apply)\\.ts$'] },
  // It reaches a gateway by its address alone.
  { from: /^conformance\//, may: ['^conformance/'] },
  // The proof must not share the code it judges: it may know where a server and a simulator are, and no rule about
  // money. Hosts of real processors are the other side, with books of their own.
  {
    from: /^prove\//,
    may: [
      '^prove/',
      '^conformance/fuzz/random\\.ts$',
      '^tools/node-flags\\.mjs$',
      '^src/db/(postmaster|server-place)\\.ts$',
      '^sandbox/sidecar/lock\\.ts$',
      '^test/hosts/',
      // The simulation, which `--simulate` runs instead of the proof.
      '^test/simulation/run-simulation\\.ts$',
    ],
    types: ['^sandbox/(sandbox-file|seed)\\.ts$'],
  },
  // The client is published alone, and works in browsers: of Node only its command line may know.
  { from: /^packages\/client\/src\/cli\//, may: ['^packages/client/src/'] },
  { from: /^packages\/client\/src\//, may: ['^packages/client/src/[^/]+$'] },
  {
    from: /^(test|tools|bench)\//,
    may: ['^(src|sandbox|agent|test|tools|bench|conformance|prove|packages)/', '^package\\.json$'],
  },
]

/** Live mode loads nothing of the sandbox, so only the composition of the sandbox may import it. */
const SANDBOX = /^sandbox\//
const COMPOSES_SANDBOX = /^src\/boot\/sandbox(-processor)?\.ts$/

/** Returns what this module imports and may not; null for a module without a row. */
export function breaches(module: Pick<Module, 'path' | 'imports'>): string[] | null {
  const row = FENCE.find(({ from }) => from.test(module.path))
  if (!row) return null
  const inside = module.imports.filter(each => each.inside)
  return inside
    .filter(each => !isAllowed(row, module.path, each))
    .map(each => `${module.path} imports ${each.of}${each.type_only ? ' (types)' : ''}`)
}

function isAllowed(row: Row, path: string, each: Import): boolean {
  const fits = (patterns: readonly string[]) => patterns.some(pattern => filled(pattern, row.from, path).test(each.of))
  if (SANDBOX.test(each.of) && path.startsWith('src/')) return COMPOSES_SANDBOX.test(path)
  // Tests beside the sources may use what tests share.
  if (path.endsWith('.test.ts') && each.of.startsWith('test/support/')) return true
  return fits(row.may) || (each.type_only && fits(row.types ?? []))
}

function filled(pattern: string, from: RegExp, path: string): RegExp {
  const group = from.exec(path)?.[1] ?? ''
  return new RegExp(pattern.replaceAll('$1', group))
}
