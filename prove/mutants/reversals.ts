import { type Mutant, OPEN_TWICE, only, RACE } from './mutant.ts'

const OUTCOME = 'src/payments/lifecycle/outcome.ts'
const RECORDED = 'src/payments/lifecycle/record-outcome.ts'

const SECOND = 'test/flows/failover.test.ts'

/** Many sales are reported as failed, and settled before they can be voided. */
const SETTLED = { ...only(RACE, 'sale'), fault_in: 1 }

/** Mistakes in what makes true that a payment failed: its void, its refund, a person's decision. */
export const reversalMutants: readonly Mutant[] = [
  {
    name: 'refused-reversal-reversed',
    why: 'A reversal that the processor has refused is shown as reversed.',
    edits: [
      {
        file: OUTCOME,
        find: "  if (outcome.result !== 'approved' && outcome.reason_code_id !== REASON.already_reversed) {",
        replace: "  if (outcome.result === 'unknown') {",
      },
    ],
    scene: SETTLED,
  },
  {
    name: 'settled-not-refunded',
    why: 'A payment that was reported as failed, and settled before it could be voided, is not refunded.',
    edits: [{ file: RECORDED, find: 'return decision?.refund ? {', replace: 'return decision?.reverse ? {' }],
    scene: SETTLED,
  },
  {
    name: 'settled-refunded-twice',
    why: 'What was settled before it could be voided is refunded twice. Both unique indexes of attempts and the processor’s own check are one defence each: all three are taken out.',
    edits: [
      {
        file: 'src/payments/lifecycle/payment.ts',
        find: '  const wanted = decided.flatMap(each => reversingOf(each) ?? [])',
        replace:
          "  const once = decided.flatMap(each => reversingOf(each) ?? [])\n  const wanted = once.flatMap(each => (each.action === 'refund' ? [each, each] : [each]))",
      },
      {
        file: 'src/db/migrations/0090_ways_out.sql',
        find: 'create unique index attempt_refund_key',
        replace: 'create index attempt_refund_key',
      },
      OPEN_TWICE,
      {
        file: 'sandbox/processor/order-states.ts',
        find: '    if (left === 0n) return already_reversed\n    return amount > 0n && amount <= left ? null : amount_error',
        replace: '    return amount > 0n || left < 0n ? null : amount_error',
      },
    ],
    scene: SETTLED,
  },
  {
    name: 'kept-without-consequences',
    why: 'A payment that a person keeps becomes an approval, and nothing follows from it: no batch, no receipt, no paid invoice.',
    edits: [
      {
        file: 'src/payments/resolution/intervene.ts',
        find: "  const posted = await postOutcome(work, row, set, 'updated', seconds)\n",
        replace: "  const posted = await work.update(transaction, row, set, { verb: 'updated', effects: [] })\n",
      },
    ],
    tests: ['test/flows/resolution-decisions.test.ts'],
  },
  {
    name: 'second-try-after-unknown',
    why: 'A payment whose outcome nobody knows is made again at the second product.',
    edits: [
      {
        file: 'src/payments/lifecycle/elsewhere.ts',
        find: "outcome.result === 'unknown' && outcome.never_left",
        replace: "outcome.result === 'unknown'",
      },
    ],
    tests: [SECOND],
  },
  {
    name: 'second-try-sent-unstored',
    why: 'A payment leaves for the second processor before its second attempt is committed.',
    edits: [
      {
        file: 'src/payments/lifecycle/second-try.ts',
        find: '  await openAttempts(work, [next], context.retry_policy, seconds)\n',
        replace: '',
      },
    ],
    tests: [SECOND],
  },
  {
    name: 'second-payment-undone',
    why: 'The reversal of what the first processor approved late makes a decline of the payment that the second has made.',
    edits: [{ file: OUTCOME, find: '...(is_left ? { set: {} } : {})', replace: '...(is_left ? {} : {})' }],
    tests: [SECOND],
  },
  {
    name: 'refund-that-failed-later-kept',
    why: 'A refund that its processor took back stays approved: the payer never gets the money, and the sale cannot be refunded again.',
    edits: [
      {
        file: 'src/payments/resolution/taken-back.ts',
        find: '    if (decision === null) return null\n    return follow(',
        replace: '    if (decision === null || row.type_id === TYPE.refund) return null\n    return follow(',
      },
    ],
    tests: ['test/flows/taken-back.test.ts'],
  },
  {
    name: 'settled-twice-compared-once',
    why: 'Of a payment that was settled twice only one line is compared with the books, so no difference is listed.',
    edits: [
      {
        file: 'src/payments/reconciliation/compare-settled.ts',
        find: 'select sum(coalesce(s.told_amount, s.amount))::text as theirs',
        replace: 'select max(coalesce(s.told_amount, s.amount))::text as theirs',
      },
    ],
    tests: ['test/flows/settled-twice.test.ts'],
  },
]
