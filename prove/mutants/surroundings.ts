/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is looked for holds placeholders of its own. */
import { DEATHS, type Mutant, only, RACE } from './mutant.ts'

const LOCATIONS_END = 'src/db/migrations/0240_locations_end.sql'
const POSTMASTER = 'src/db/postmaster.ts'
const POWER = { ...only(DEATHS, 'sale'), victims: { power: 1 }, least_kills: { power: 3 } } as const

/** Mistakes around payments: disks, queues, totals, notices and postbacks. */
export const surroundingMutants: readonly Mutant[] = [
  {
    name: 'ledger-unsynced',
    why: 'The simulator answers before its ledger is on the disk. Killing it shows nothing; a loss of power does.',
    edits: [
      { file: 'sandbox/processor/ledger.ts', find: '      await file.datasync()\n      for', replace: '      for' },
    ],
    scene: POWER,
  },
  {
    name: 'commits-unsynced',
    why: 'The database says that a transaction is committed before it is on the disk (synchronous_commit).',
    edits: [{ file: POSTMASTER, find: "  jit: 'off',\n", replace: "  jit: 'off',\n  synchronous_commit: 'off',\n" }],
    scene: { ...only(DEATHS, 'sale'), victims: { postgres: 1 }, least_kills: { postgres: 2 } },
  },
  {
    name: 'database-unsynced',
    why: 'The database never waits for its disk (fsync). No killed process shows that: its settings are asked.',
    edits: [{ file: POSTMASTER, find: "  jit: 'off',\n", replace: "  jit: 'off',\n  fsync: 'off',\n" }],
    scene: only({ ...RACE, work_ms: 1_000, least_done: 5 }, 'sale'),
  },
  {
    name: 'postbacks-overtake',
    why: 'A later event of a record is delivered before an earlier one.',
    edits: [
      {
        file: 'src/postbacks/queue.ts',
        find: 'and earlier.next_run_ts is not null and earlier.place < one.place)\n     order by',
        replace: 'and earlier.next_run_ts is not null and earlier.place < one.place and false)\n     order by',
      },
    ],
    // Those that are due at once mostly arrive in their order anyway: a receiver that fails to a pattern shows it.
    tests: ['test/flows/postback-order.test.ts'],
  },
  {
    name: 'postback-told-once',
    why: 'A postback the receiver did not accept counts as delivered.',
    edits: [
      {
        file: 'src/postbacks/record-attempts.ts',
        find: '  if (attempt.succeeded) return { status: POSTBACK.sent, next: null }',
        replace: '  return { status: POSTBACK.sent, next: null }',
      },
    ],
    scene: only(RACE, 'sale'),
  },
  {
    name: 'needed-number-erased',
    why: 'A number is erased although an open payment needs it.',
    edits: [
      {
        file: 'src/db/migrations/0138_needs_of_numbers.sql',
        find: "  if found then return 'open payment'; end if;\n",
        replace: '',
      },
    ],
    tests: ['test/db/card-number-retention.test.ts'],
  },
  {
    name: 'number-erased-beside-a-sale',
    why: 'Numbers are erased without locking their rows whole: a sale that is being stored and names one is not seen.',
    edits: [{ file: 'src/payments/vault/erase-numbers.ts', find: ' for update skip locked', replace: '' }],
    tests: ['test/db/card-number-retention.test.ts'],
  },
  {
    name: 'totals-only-grow',
    why: 'The total of a list does not learn that a record is gone.',
    edits: [
      {
        file: 'src/db/tallies.ts',
        find: 'do update set records = tally.records + excluded.records, ',
        replace: 'do update set records = tally.records + abs(excluded.records), ',
      },
    ],
    scene: only(RACE, 'people'),
  },
  {
    name: 'jobs-of-the-dead',
    hangs: true,
    why: 'Nobody takes over what a killed worker held.',
    edits: [
      {
        file: 'src/jobs/queue.ts',
        find: "${isFree('leased_until')} and coalesce",
        replace: 'leased_until is null and coalesce',
      },
      {
        file: 'src/jobs/queue.ts',
        find: "and ${isFree('job.leased_until')}",
        replace: 'and job.leased_until is null',
      },
    ],
    scene: {
      ...only(DEATHS, 'sale', 'invoice'),
      victims: { worker: 1 },
      least_kills: { worker: 16 },
      pause_ms: 200,
      clients: 10,
      forgets: false,
      time_limit_ms: 100_000,
    },
  },
  {
    name: 'notice-again',
    why: 'A notice is given as often as somebody looks. The row that makes it once and the moment that moves on are one pair.',
    edits: [
      {
        file: 'src/resources/recurring/notices.ts',
        find: '(await work.query(text, [id, next_run_date, seconds, root_id])).length > 0',
        replace: '(await work.query(text, [id, next_run_date, seconds, root_id])).length >= 0',
      },
      {
        file: 'src/resources/recurring/notices.ts',
        find: 'await work.update(recurring, row, { notice_ts: null }, {',
        replace: 'await work.update(recurring, row, { notice_ts: seconds + 1800 }, {',
      },
    ],
    scene: { ...only(RACE, 'schedule', 'sale'), hop_ms: 2_000, work_ms: 12_000 },
  },
  {
    name: 'lost-card-charged-again',
    why: 'A recurring goes on although its card must never be charged again.',
    edits: [
      {
        file: 'src/resources/recurring/hold-refused.ts',
        find: "decline_class === 'never'",
        replace: "(decline_class as string) === 'none'",
      },
    ],
    tests: ['test/flows/recurring-failures.deep.test.ts'],
  },
  {
    name: 'location-ends-with-payments-by-its-product',
    why: 'A location is deleted while payments of another one are on their way by its product. Code and database ask the same function, so that one edit blinds both.',
    edits: [
      {
        file: LOCATIONS_END,
        find: 'select id from producttransaction where root_id = tree and location_id = place))',
        replace: 'select id from producttransaction where root_id = tree and location_id = place and false))',
      },
    ],
    tests: ['test/api/location-deletion.test.ts'],
  },
  {
    name: 'location-ends-under-its-records',
    why: 'A location is deleted while a record is being stored in it: nobody waits for who holds its key. The lock of the trigger would hide that of the code, so both are removed.',
    edits: [
      { file: LOCATIONS_END, find: 'where id = new.id for update;', replace: 'where id = new.id;' },
      {
        file: 'src/resources/location/location.operations.ts',
        find: "work.lock(location, id, 'whole')",
        replace: 'work.lock(location, id)',
      },
    ],
    tests: ['test/api/location-deletion.test.ts'],
  },
]
