import type { Options } from '../options.ts'
import { type Mutant, only, RACE } from './mutant.ts'

const WORLDPAY = 'src/processors/worldpay-cnp'
const AUTHORIZENET = 'src/processors/authorizenet'
const STRIPE = 'src/processors/stripe'
const MATRIX = 'test/flows/connector-matrix.deep.test.ts'

/** Merchants at one real processor; half of what it is sent goes wrong. */
const at = (...connectors: Options['connectors']): Partial<Options> => ({
  ...RACE,
  connectors,
  connected_only: true,
  fault_in: 2,
})

/** Mistakes between the gateway and real processors. */
export const connectorMutants: readonly Mutant[] = [
  {
    name: 'sent-again-after-unknown',
    why: 'A request without an answer is sent once more at once. The processor takes it for the same one or for another: nothing here knows.',
    edits: [
      {
        file: 'src/processors/http.ts',
        find: '        : secureRequest(url, { ...options, agent: secure })\n      return exchange(asking, { url, is_plain, body, settings })',
        replace:
          '        : secureRequest(url, { ...options, agent: secure })\n      return exchange(asking, { url, is_plain, body, settings }).catch(() => exchange(http.request(url, { ...options, agent: plain }), { url, is_plain, body, settings }))',
      },
    ],
    scene: only(at('worldpay-cnp', 'stripe'), 'sale', 'voided'),
  },
  {
    name: 'reference-not-sent',
    why: 'A request has no reference of ours, so that one whose answer was lost is never found.',
    edits: [
      {
        file: `${AUTHORIZENET}/wire.ts`,
        find: 'order: { invoiceNumber: shortReference(reference)',
        replace: "order: { invoiceNumber: '0000000000000000000'",
      },
    ],
    scene: only(at('authorizenet'), 'sale'),
  },
  {
    name: 'connector-follow-up-at-todays-processor',
    why: 'What follows a payment goes to the processor that its product has today.',
    edits: [
      {
        file: 'src/payments/lifecycle/authorise-follow-up.ts',
        find: 'await accountOf(work, row)',
        replace: 'await accountOf(work, product)',
      },
    ],
    scene: only(at('worldpay-cnp', 'authorizenet', 'stripe'), 'moved', 'sale'),
  },
  {
    name: 'void-without-processor',
    why: 'A void is approved although the processor was never asked.',
    edits: [
      {
        file: `${WORLDPAY}/index.ts`,
        find: '      void: send,\n',
        replace:
          "      void: async ({ amount }) => ({ ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, verbiage: 'VOIDED', auth_amount: amount }),\n",
      },
    ],
    scene: only(at('worldpay-cnp'), 'voided', 'authorization'),
  },
  {
    name: 'network-id-dropped',
    why: 'Later payments of a series are sent without the card network’s id of the first.',
    edits: [
      {
        file: 'src/payments/lifecycle/processor-request.ts',
        find: '  if (ids.length === 0 || initiation.series === null) return initiation',
        replace: '  if (ids.length >= 0 || initiation.series === null) return initiation',
      },
    ],
    tests: ['test/flows/stripe.test.ts', 'test/flows/authorizenet.test.ts', 'test/flows/worldpay-cnp.test.ts'],
  },
  {
    name: 'another-amount-captured',
    why: 'A capture that was made before is taken for this one, whatever its amount.',
    edits: [
      {
        file: `${AUTHORIZENET}/index.ts`,
        find: "  if (details.settles !== request.amount) return refusedHere(ALREADY_CAPTURED, 'It has been captured already.')\n  return knownOutcome(async () => captureOfRecord(request, details))",
        replace: '  return approvedOutcome(request, { ...details }, request.amount)',
      },
    ],
    tests: ['test/contracts/authorizenet.test.ts', 'test/contracts/authorizenet.faults.test.ts', MATRIX],
  },
  {
    name: 'reversed-before-is-enough',
    why: 'That a payment was reversed before ends every action on it as approved, a capture of any amount too.',
    edits: [
      {
        file: 'src/payments/lifecycle/outcome.ts',
        find: "  const is_void_already = attempt.action === 'void' && outcome.reason_code_id === REASON.already_reversed",
        replace: '  const is_void_already = outcome.reason_code_id === REASON.already_reversed',
      },
    ],
    tests: ['src/payments/lifecycle/outcome.test.ts'],
  },
  {
    name: 'answer-of-another-believed',
    why: 'The answer to another request is taken for the answer to this one: what follows acts on the other payment.',
    edits: [
      {
        file: `${WORLDPAY}/wire.ts`,
        find: "  if (element.attributes.id !== id) throw new Error('this is the answer to another request')\n",
        replace: '',
      },
    ],
    // In the proof an answer of the same kind is there too rarely.
    tests: ['test/contracts/worldpay-cnp.test.ts'],
  },
  {
    name: 'garbage-believed',
    why: 'An answer that makes no sense is an approval. What was carried out as asked hides it: it shows with a decline.',
    edits: [
      {
        file: `${AUTHORIZENET}/index.ts`,
        find: '  } catch {\n    return { outcome: unknownOutcome(NOT_UNDERSTOOD) }\n  }\n',
        replace:
          "  } catch {\n    return { outcome: { ...unknownOutcome(NOT_UNDERSTOOD), result: 'approved', auth_amount: request.amount } }\n  }\n",
      },
    ],
    tests: ['test/contracts/authorizenet.faults.test.ts'],
  },
  {
    name: 'refund-of-what-was-read-before',
    why: 'A refund names its payment as it was read, not as it is when it is locked: one that was captured meanwhile is named by its authorization.',
    edits: [
      {
        file: 'src/payments/lifecycle/store-transaction.ts',
        find: 'payment: { ...payment, details, refunds: original }',
        replace: 'payment: { ...payment, details }',
      },
    ],
    tests: ['test/flows/worldpay-cnp.test.ts'],
  },
  {
    name: 'refund-refused-for-good',
    why: 'What a refund on its way stands in the way of is refused for good, though its processor may decline that refund.',
    edits: [
      {
        file: 'src/resources/transaction/transaction.states.ts',
        find: '  return row.refund_pending_amount > 0n ? REFUND_UNDER_WAY : null',
        replace: '  return row.refund_pending_amount > 0n ? notNow(action) : null',
      },
    ],
    tests: ['src/resources/transaction/transaction.states.test.ts'],
  },
  {
    name: 'open-compared-as-declined',
    why: 'What a processor has settled is a difference although the payment’s outcome is still asked about.',
    edits: [
      {
        file: 'src/payments/reconciliation/compare-settled.ts',
        find: '  if (is_open || ',
        replace: '  if (',
      },
    ],
    tests: ['test/flows/processor-settlements.test.ts'],
  },
  {
    name: 'sent-before-asked-after-restore',
    why: 'A restored gateway sends scheduled payments at once. Processors have forgotten the references by then.',
    edits: [
      {
        file: 'src/payments/lifecycle/payment.ts',
        find: 'attempt && !attempt.is_doubtful ?',
        replace: 'attempt ?',
      },
    ],
    tests: ['test/flows/after-restore.test.ts'],
  },
  {
    name: 'lost-orders-not-compared',
    why: 'After a restore only the reference is asked about: a recurring that was moved since the backup is charged twice.',
    edits: [
      {
        file: 'src/payments/resolution/doubtful.ts',
        find: "  if (await isLikeLost(context, attempt, row)) return 'unclear'\n",
        replace: '',
      },
    ],
    tests: ['test/flows/after-restore.test.ts'],
  },
  {
    name: 'looked-for-around-the-due-date',
    why: 'Stripe is asked around the moment in a reference, and not around the time in which the request was sent.',
    edits: [
      {
        file: `${STRIPE}/find.ts`,
        find: 'sent ?? { since: seconds, until: seconds }',
        replace: '{ since: seconds, until: seconds }',
      },
    ],
    tests: ['test/faults/forgetful.test.ts'],
  },
  {
    name: 'forgotten-key-believed',
    why: 'At Stripe a key that is free again counts as proof that an order never arrived.',
    edits: [
      {
        file: `${STRIPE}/find.ts`,
        find: 'const found = await search(asked, ofItsTime)\n    if (found.seen ||',
        replace: 'const found = is_free ? NOT_SEEN : await search(asked, ofItsTime)\n    if (found.seen ||',
      },
    ],
    tests: ['test/contracts/stripe.test.ts'],
  },
  {
    name: 'second-key-left-free',
    why: 'At Stripe an order is ruled out while it can still arrive without its descriptor, under its second key.',
    edits: [
      {
        file: `${STRIPE}/find.ts`,
        find: 'is_free && DESCRIBED.includes(action)',
        replace: 'is_free && DESCRIBED.includes(action) && NOT_SEEN.seen',
      },
    ],
    tests: ['test/contracts/stripe.test.ts'],
  },
  {
    name: 'review-of-given-up-not-awaited',
    why: 'A given-up order that arrives and is held for a review is not looked at again: what the review approves stays taken.',
    edits: [
      {
        file: 'src/payments/resolution/given-up.ts',
        find: 'Math.min(attempt.looks, UNDECIDED)',
        replace: 'WATCH_SECONDS.length',
      },
    ],
    tests: ['test/flows/unknown-outcomes.test.ts'],
  },
]
