import { DEATHS, type Mutant, OPEN_TWICE, only, RACE } from './mutant.ts'

const PAYMENT = 'src/payments/lifecycle/payment.ts'
/** A processor that hangs, or answers nothing. */
const DOWN = 'test/flows/processor-outage.test.ts'
const CREDENTIALS = 'test/flows/processor-credentials.test.ts'

/** A transaction takes a second action while one is under way: neither the check under the lock nor the index holds. */
const SECOND_ACTION: Mutant['edits'] = [
  {
    file: 'src/resources/transaction/transaction.states.ts',
    find: '  if (row.doing !== null) return row.stuck_ts ? STUCK : IN_PROGRESS\n  const from',
    replace: '  const from',
  },
  OPEN_TWICE,
]

/** Mistakes in what payments rely on: the intent before the call, the locks, and the query before an assumption. */
export const paymentMutants: readonly Mutant[] = [
  {
    name: 'intent-after-call',
    why: 'The processor is asked before the intent is committed: a death in between leaves money that nobody wrote down. The commit is slow, so that deaths meet it.',
    simulated: { scene: 'first sales of a product', seed: 2 },
    edits: [
      {
        file: PAYMENT,
        find: '    if (claimOf(plan, context.clock.seconds()) || !isLikeOthers(plan)) return await authorise(plan)\n    if (!standsAlone(plan)) return await authoriseTogether(context)({ plan, actor: asRoot(actor) })\n',
        replace: '',
      },
      {
        file: PAYMENT,
        find: '    return authorised(context, [await storeAlone(context, asRoot(actor), plan)], begun_ms)\n',
        replace:
          '    return await context.store.transaction(asRoot(actor), async work => {\n      const made = await authorisePayments(context, work, [{ plan }])\n      for (const { processor, request } of made.requests) await processor.actions[request.action]?.(request)\n      await new Promise(resolve => setTimeout(resolve, 250))\n      return made\n    })\n',
      },
    ],
    scene: only(DEATHS, 'sale', 'refunds'),
  },
  {
    name: 'resolver-guesses',
    why: 'What nobody knows is given up without asking. Both questions are taken out: before giving up, the processor is asked once more to rule the order out.',
    simulated: { scene: 'first sales of a product', seed: 7 },
    edits: [
      {
        file: 'src/payments/resolution/resolve.ts',
        find: '  const found = await lookUp(context, question)\n  if (!found) return false',
        replace: '  const found = NOT_SEEN as Found',
      },
      {
        file: 'src/payments/resolution/resolve.ts',
        find: '  const last = processor.ruleOut\n    ? await lookUp(context, { ...(await questionOf(context, attempt, processor)), ruling_out: true })\n    : NOT_SEEN',
        replace: '  const last = NOT_SEEN as Found',
      },
    ],
    scene: only(DEATHS, 'sale'),
  },
  {
    name: 'held-told-as-failed',
    why: 'A payment that its processor holds for a review is reported as failed, and given back once the merchant has approved it.',
    edits: [
      {
        file: PAYMENT,
        find: '    if (isUnderway(outcome)) return await noteUnderway(context, actor, attempt, outcome)\n',
        replace: '    if (isUnderway(outcome)) return await reportFailed(context, actor, attempt)\n',
      },
    ],
    tests: ['test/flows/pending-at-processor.test.ts'],
  },
  {
    name: 'sent-and-in-a-file',
    why: 'A bank payment that its processor has sent waits for a file of ours as well.',
    edits: [
      {
        file: 'src/payments/lifecycle/outcome.ts',
        find: '  if (set.status_id !== STATUS.ach_pending || terms.is_sent_by_processor) return {}\n',
        replace: '  if (set.status_id !== STATUS.ach_pending) return {}\n',
      },
    ],
    tests: ['test/flows/ach-by-processor.test.ts'],
  },
  {
    name: 'unsent-by-guess',
    why: 'An order that was not answered is declined as if it had never left.',
    simulated: { scene: 'first sales of a product', seed: 1 },
    edits: [
      {
        file: 'src/payments/lifecycle/submit.ts',
        find: "  return outcome.result === 'unknown' && !outcome.never_left ? poll(reach, sending) : outcome",
        replace: "  return outcome.result === 'unknown' ? { ...outcome, never_left: true } : outcome",
      },
    ],
    scene: { ...only(RACE, 'sale'), fault_in: 2 },
  },
  {
    name: 'refused-and-sent',
    why: 'A request is declined as not sent while the processor is down, and leaves all the same.',
    edits: [
      {
        file: 'src/payments/lifecycle/submit.ts',
        find: '  if (!(await line.admits(request.reference, probe_wait_ms))) return',
        replace:
          '  const is_admitted = await line.admits(request.reference, probe_wait_ms)\n  if (!is_admitted) void processor.actions[request.action]?.(request).catch(() => undefined)\n  if (!is_admitted) return',
      },
    ],
    tests: [DOWN],
  },
  {
    name: 'look-up-without-end',
    why: 'A look-up that is never answered keeps its slot.',
    edits: [
      {
        file: 'src/payments/lifecycle/look-up.ts',
        find: 'await within(Math.max(0, ms), ',
        replace: 'await (async (_ms: number, answer: Promise<Found>) => answer)(ms, ',
      },
    ],
    tests: [DOWN],
  },
  {
    name: 'one-pool-of-slots',
    why: 'All processor accounts share one pool of slots: one that hangs fills it.',
    edits: [
      {
        file: 'src/payments/resolution/account-slots.ts',
        find: '    const slots = known.get(account) ?? {',
        replace: '    const slots = known.values().next().value ?? {',
      },
    ],
    tests: [DOWN],
  },
  {
    name: 'reported-and-kept',
    why: 'An approval that was reported as failed is not reversed.',
    simulated: { scene: 'first sales of a product', seed: 1 },
    edits: [
      {
        file: 'src/payments/lifecycle/outcome.ts',
        find: "return decision('approved', set, { reverse: moves_money })",
        replace: "return decision('approved', set)",
      },
    ],
    scene: { ...only(RACE, 'sale'), fault_in: 2 },
  },
  {
    name: 'increment-as-asked',
    why: 'An increment that was approved in part counts what was requested: more is shown as held than the processor holds.',
    edits: [
      {
        file: 'src/payments/lifecycle/approved-action.ts',
        find: '    ...newTotal(approvedAmount(attempt, outcome), row),\n    ...extended(row, seconds),',
        replace: '    ...newTotal(attempt.amount, row),\n    ...extended(row, seconds),',
      },
    ],
    scene: only(RACE, 'authorization'),
  },
  {
    name: 'end-over-capture',
    hangs: true,
    why: 'An authorization ends although it is just being captured. All end at once, so that they meet; what the scan looks at, the check under the lock and the unique index of open attempts are one defence each.',
    simulated: { scene: 'hold', seed: 3 },
    edits: [
      {
        file: 'src/payments/lifecycle/authorization-validity.ts',
        find: 'const DAY = 86_400',
        replace: 'const DAY = 0',
      },
      {
        file: 'src/resources/transaction/transaction.due.ts',
        find: "where: 'doing is null',",
        replace: "where: 'true',",
      },
      ...SECOND_ACTION,
    ],
    scene: only(RACE, 'authorization'),
  },
  {
    name: 'refunds-unlocked',
    why: 'Refunds at the same moment are not measured against each other. Lock, constraint and the processor’s own check are one defence each: all three are taken out.',
    edits: [
      {
        file: 'src/payments/lifecycle/store-transaction.ts',
        find: "  const originals = await lockRecords(work, transaction, ids.toSorted(), plans.length > 1 ? 'free' : undefined)\n",
        replace:
          '  const originals = new Map((await work.all(transaction, { id: ids }, ids.length)).map(row => [row.id, row]))\n',
      },
      {
        file: 'src/db/migrations/0003_payments.sql',
        find: 'check (refunded_amount + refund_pending_amount <= captured_amount)',
        replace: 'check (refunded_amount + refund_pending_amount >= 0)',
      },
      {
        file: 'sandbox/processor/order-states.ts',
        find: '    if (left === 0n) return already_reversed\n    return amount > 0n && amount <= left ? null : amount_error',
        replace: '    return amount > 0n || left < 0n ? null : amount_error',
      },
    ],
    scene: only(RACE, 'refunds'),
  },
  {
    name: 'surcharge-kept-by-cents',
    why: 'Each refund gives back its own share of the surcharge, rounded by itself: all refunds together do not give back all of it.',
    edits: [
      {
        file: 'src/resources/surcharge/surcharge-amount.ts',
        find: '  const share = due - surcharge_given_back\n',
        replace: '  const share = (amount * surcharge_amount) / captured_amount + (due - due)\n',
      },
    ],
    tests: ['test/api/surcharges.test.ts'],
  },
  {
    name: 'two-actions-at-once',
    hangs: true,
    why: 'A transaction takes a second action while one is under way. The check under the lock and the unique index of open attempts are one pair.',
    simulated: { scene: 'card sale', seed: 26 },
    edits: SECOND_ACTION,
    scene: only(RACE, 'voided', 'authorization'),
  },
  {
    name: 'two-open-batches',
    why: 'Two payments open a batch each. The lock on the product and the unique index of open batches are one pair.',
    simulated: { scene: 'first sales of a product', seed: 11 },
    edits: [
      {
        file: 'src/payments/batches/batch.ts',
        find: 'const product = await work.lock(producttransaction, product_transaction_id)',
        replace: 'const product = await work.maybe(producttransaction, product_transaction_id)',
      },
      {
        file: 'src/db/migrations/0084_processor_accounts.sql',
        find: 'create unique index transactionbatch_open_key',
        replace: 'create index transactionbatch_open_key',
      },
    ],
    scene: { ...only(RACE, 'closing'), clients: 2 },
  },
  {
    name: 'follow-up-at-todays-processor',
    why: 'An action on a payment is sent to the account that its product has today, and not to the one that authorised it.',
    edits: [
      {
        file: 'src/payments/lifecycle/authorise-follow-up.ts',
        find: 'await accountOf(work, row)',
        replace: 'await accountOf(work, product)',
      },
    ],
    scene: only(RACE, 'moved'),
  },
  {
    name: 'batch-at-todays-processor',
    hangs: true,
    why: 'A batch is settled at the account that its product has today, and not at the one its payments were made with.',
    edits: [
      {
        file: 'src/payments/batches/settle.ts',
        find: '  const processor = await processorFor(context, piece)\n',
        replace:
          '  const [today] = await context.db.query<typeof piece>(\n    "select p.root_id, p.processor_account_id from transactionbatch b join producttransaction p on p.id = b.product_transaction_id where b.id = $1",\n    [piece.transactionbatch_id],\n  )\n  const processor = await processorFor(context, today!)\n',
      },
    ],
    scene: only(RACE, 'moved'),
  },
  {
    name: 'secrets-read-once',
    why: 'An account is read once in a process, secrets too: a password that was changed is never used.',
    edits: [
      { file: 'src/payments/lifecycle/routing.ts', find: 'found.read_at > now - FRESH_MS', replace: 'FRESH_MS > 0' },
    ],
    tests: [CREDENTIALS],
  },
  {
    name: 'connector-forgotten',
    why: 'A version that a setting of the product makes names no connector: its payments go to the simulator.',
    edits: [
      {
        file: 'src/resources/producttransaction/processor-account.ts',
        find: "$5::json, last.connector, coalesce(last.connector_settings, '{}'),\n       last.credentials_account_id,",
        replace: "$5::json, null, '{}',\n       null,",
      },
    ],
    tests: [CREDENTIALS],
  },
  {
    name: 'notification-taken-again',
    why: 'A notification that comes twice has its payment looked at twice.',
    edits: [
      {
        file: 'src/payments/accounts/notifications.ts',
        find: '  if (taken === 0 || !about) return',
        replace: '  if (taken < 0 || !about) return',
      },
    ],
    tests: ['test/flows/processor-notifications.test.ts'],
  },
]
