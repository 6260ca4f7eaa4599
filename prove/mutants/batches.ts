import { type Mutant, only, RACE } from './mutant.ts'

const CLOSE = 'src/payments/batches/close.ts'
const RULES = 'src/db/migrations/0085_batches_close.sql'
const SETTLED = 'src/db/migrations/0360_taken_back.sql'

/** Without it PostgreSQL refuses what the other edits of a mutant let through. */
const SUMS = {
  file: 'src/db/migrations/0086_orders_left_out.sql',
  find: '  if batch.processing_status_id <> 2 and (batch.processing_status_id <> 5 or batch.fixed_ts is null) then return; end if;',
  replace: '  return;',
}

/** Mistakes in what a batch relies on: who belongs to it, and from when on nothing in it changes. */
export const batchMutants: readonly Mutant[] = [
  {
    name: 'batch-fixed-without-waiting',
    hangs: true,
    why: 'Payments that are just being stored are not waited for when the membership of a batch is fixed. The lock is taken by code and by PostgreSQL, which also refuses who comes later and compares the sums: all four are taken out.',
    edits: [
      { file: CLOSE, find: ' for update skip locked', replace: '' },
      {
        file: RULES,
        find: '  perform from transactionbatch where id = new.id and root_id = new.root_id for update;\n',
        replace: '',
      },
      {
        file: RULES,
        find: '(is_open or fixed_ts is null and processing_status_id in (5, 6) and old.transaction_batch_id is null)',
        replace: 'true',
      },
      SUMS,
    ],
    // Payments are stored faster than a batch goes on after it was fixed: one of the tests holds one back.
    tests: ['test/flows/batch-close.test.ts'],
  },
  {
    name: 'void-of-what-is-settled',
    why: 'A void begins although the batch is being settled or was. The rule is in the code and in PostgreSQL, and the processor refuses it as well: all three are taken out.',
    edits: [
      {
        file: 'src/resources/transactionbatch/transactionbatch.ts',
        find: '  if (status === PROCESSING.settled || status === PROCESSING.processing) return true\n',
        replace: '',
      },
      { file: SETTLED, find: '  if batch.processing_status_id = 1 then return new; end if;', replace: '  return new;' },
      SUMS,
      {
        file: 'sandbox/processor/order-states.ts',
        find: "    if (state.settled || state.kind === 'check' || state.refunded > 0n) return not_in_this_state",
        replace: "    if (state.kind === 'check' || state.refunded > 0n) return not_in_this_state",
      },
    ],
    scene: only(RACE, 'settledBack', 'voided', 'closing'),
  },
  {
    name: 'held-back-counted-twice',
    why: 'A payment that is moved to the next batch stays in the totals of the one it was in. PostgreSQL would refuse to have that one settled.',
    edits: [
      {
        file: 'src/payments/batches/batch.ts',
        find: 'return to === null ? left : [...left, [to,',
        replace: 'return to === null ? left : [[to,',
      },
      SUMS,
    ],
    scene: only(RACE, 'voided', 'closing'),
  },
  {
    name: 'unknown-batch-stays',
    why: 'Nobody can close a batch whose outcome stays unknown: 409 for ever.',
    edits: [
      {
        file: 'src/payments/batches/batch-operations.ts',
        find: 'if (batch.processing_status_id !== PROCESSING.processing || batch.unknown_ts === null) refuseUnlessWaiting(batch)',
        replace: 'refuseUnlessWaiting(batch)',
      },
    ],
    tests: ['test/flows/batch-resolution.test.ts'],
  },
]
