import { DEATHS, type Mutant, only, RACE } from './mutant.ts'

const IDEMPOTENT = 'src/http/idempotent-request.ts'

/** Mistakes in what a client relies on when it repeats a request. */
export const requestMutants: readonly Mutant[] = [
  {
    name: 'key-joins-nobody',
    why: 'A request whose Idempotency-Key is known runs again instead of getting the first answer.',
    simulated: { scene: 'a sale sent again under its key', seed: 1 },
    edits: [
      {
        file: 'src/http/idempotency.ts',
        find: ' where idempotency.created_ts < $7\n',
        replace: ' where idempotency.created_ts < $7 + 1000000\n',
      },
    ],
    scene: only(RACE, 'sale'),
  },
  {
    name: 'open-answer-kept',
    why: 'A payment that is recovered while its outcome is open is kept as the answer of its key. That a repeated request waits for the outcome would hide it.',
    edits: [
      { file: IDEMPOTENT, find: 'response.status !== 202 && !response.open', replace: 'response.status !== 202' },
      {
        file: IDEMPOTENT,
        find: '  if (response.open) throw stillOpen(response.open)\n',
        replace: '  void stillOpen\n',
      },
      {
        file: 'src/resources/transaction/transaction.operations.ts',
        find: '({ row: await parts.payments.decided(row) })',
        replace: '({ row: parts ? row : row })',
      },
    ],
    scene: only(DEATHS, 'sale'),
  },
  {
    name: 'unstored-is-an-error',
    why: 'An outcome that cannot be stored at once is an error: not tried again, and the caller gets a 500 for a payment that the processor has made.',
    edits: [
      {
        file: 'src/payments/lifecycle/record-outcome.ts',
        find: "return untilAvailable(retry_policy.store_ms, () => onLane('outcomes', work))",
        replace:
          "return onLane('outcomes', work).catch(error => { throw new Error('not stored', { cause: [error, retry_policy] }) })",
      },
      {
        file: 'src/payments/lifecycle/payment.ts',
        find: "    leaveToResolver(context, [attempt], error)\n    return attempt.purpose === 'order' ? row : { ...row, ...COMMUNICATION_ERROR }",
        replace: '    if (attempt.id) throw error\n    return { ...row, ...COMMUNICATION_ERROR }',
      },
    ],
    scene: {
      ...only(DEATHS, 'sale'),
      victims: { postgres: 1 },
      least_kills: { postgres: 6 },
      pause_ms: 300,
      fault_in: 1,
    },
  },
  {
    name: 'answer-not-kept',
    why: 'A response that cannot be stored at once under its key is not stored: a retry after its record was deleted gets another answer.',
    edits: [
      {
        file: 'src/http/idempotency.ts',
        find: 'await untilAvailable(FINISH_MS, () => db.run(',
        replace: 'await untilAvailable(0, () => db.run(',
      },
    ],
    tests: ['test/api/idempotency.test.ts'],
  },
  {
    name: 'lists-before-payments',
    why: 'Lists use the connections of requests: forty that cannot get on keep a sale waiting.',
    edits: [
      {
        file: 'src/http/list-route.ts',
        find: "onLane('lists', () => buildPage(",
        replace: "onLane('requests', () => buildPage(",
      },
    ],
    scene: { ...only(RACE, 'besideLists'), clients: 1, work_ms: 1_000, least_done: 2 },
  },
  {
    name: 'consent-in-the-scope-of-its-user',
    why: 'A grant is stored as if the user had to see the integration, so only users of the root can allow an integration of the operator.',
    edits: [
      {
        file: 'src/auth/oauth/model.ts',
        find: 'store.transaction({ caller: owner, in_scope }, ',
        replace: 'store.transaction({ caller: owner, in_scope: in_scope && new Set<string>() }, ',
      },
    ],
    tests: ['test/walks/walks.test.ts'],
  },
  {
    name: 'own-id-twice',
    why: 'The client’s own id of a payment is not unique: a retry after a lost answer is a second payment.',
    simulated: { scene: 'a sale sent again under its own id', seed: 2 },
    edits: [
      {
        file: 'src/db/migrations/0003_payments.sql',
        find: 'create unique index transaction_transaction_api_id_key',
        replace: 'create index transaction_transaction_api_id_key',
      },
    ],
    scene: only(RACE, 'sale'),
  },
  {
    name: 'form-twice',
    why: 'A pay page’s form that reaches two processes at once is paid by both.',
    edits: [
      {
        file: 'src/pages/checkout/page-payments.ts',
        find: 'from json_populate_recordset(null::page_attempt, $1)`',
        replace: 'from json_populate_recordset(null::page_attempt, $1) on conflict do nothing`',
      },
    ],
    scene: only(RACE, 'invoice'),
  },
  {
    name: 'invoice-under-another-request',
    why: 'What payments of invoices change that are stored together is told under the request of one of them.',
    edits: [
      {
        file: 'src/payments/posting/invoice-payment.ts',
        find: 'options: { effects }, actor: change.actor }',
        replace: 'options: { effects } }',
      },
    ],
    tests: ['test/flows/statement-batching.test.ts'],
  },
  {
    name: 'invoice-overpaid',
    why: 'Payments that do not fit together are all taken. The check under the lock and the trigger are one pair.',
    edits: [
      {
        file: 'src/payments/lifecycle/store-transaction.ts',
        find: 'fits?.(invoices.get(details.quick_invoice_id!) ?? null)',
        replace: 'void (fits && details)',
      },
      {
        file: 'src/db/migrations/0059_lean_rules.sql',
        find: 'when (new.pending_amount > 0 and not new.allow_overpayment)',
        replace: 'when (false and new.pending_amount > 0 and not new.allow_overpayment)',
      },
    ],
    scene: only(RACE, 'invoice'),
  },
  {
    name: 'surcharge-pays-the-invoice',
    why: 'What a payer bears as a surcharge is counted as paid of the invoice; the rule of PostgreSQL that compares the sums is taken out too.',
    edits: [
      {
        file: 'src/payments/posting/invoice-payment.ts',
        find: 'surcharge_id === null ? 0n : (surcharge_amount ?? 0n)',
        replace: '0n',
      },
      {
        file: 'src/db/migrations/0230_surcharges.sql',
        find: 'and (q.paid_amount <> own.paid or q.pending_amount <> own.pending)',
        replace: 'and q.paid_amount <> own.paid',
      },
    ],
    tests: ['test/flows/surcharges.test.ts'],
  },
  {
    name: 'paylink-twice',
    hangs: true,
    why: 'Two people pay one link. The look under the lock and the exclusion constraint are one pair.',
    edits: [
      {
        file: 'src/payments/posting/paylink-payment.ts',
        find: '  mustBeOpen(link, seconds, place.tz)\n',
        replace: '',
      },
      {
        file: 'src/db/migrations/0082_tenant_keys.sql',
        find: "where (paylink_id is not null and type_id in (20, 50) and outcome <> 'declined')",
        replace: "where (false and outcome <> 'declined')",
      },
    ],
    scene: only(RACE, 'paylink'),
  },
  {
    name: 'receipt-beside-the-books',
    why: 'What a write causes is queued after its commit instead of with it: who dies in between owes a receipt for ever.',
    edits: [
      {
        file: 'src/engine/store.ts',
        find: '  const { text, values } = statementOf(resource, alike, engine.clock.now(), engine.outbox, closing)\n',
        replace: `  const now = engine.clock.now()
  const without = alike.map(each => ({ ...each, options: { ...each.options, effects: [] } }))
  const { text, values } = statementOf(resource, without, now, engine.outbox, closing)
  const late = alike.flatMap(({ options, actor }) => (options.effects ?? []).map(({ task, payload, key }) => [newId(now), task, JSON.stringify(payload), key ?? null, Math.floor(now / 1000), actor.caller.root_id]))
  const job = 'insert into job (id, task, payload, key, run_at, root_id, created_ts) values ($1, $2, $3, $4, $5, $6, $5) on conflict do nothing'
  for (const each of late) setTimeout(() => void engine.db.run(job, each).catch(() => undefined), 400)
`,
      },
    ],
    scene: only(DEATHS, 'sale'),
  },
  {
    name: 'hosted-pages-tell-nobody',
    why: 'Users who want receipts hear nothing of what is paid on hosted payment pages.',
    edits: [
      {
        file: 'src/payments/posting/consequences.ts',
        find: '(after.quick_invoice_id ?? after.paylink_id ?? after.hosted_payment_page_id)',
        replace: '(after.quick_invoice_id ?? after.paylink_id)',
      },
    ],
    tests: ['test/flows/receipts.test.ts'],
  },
  {
    name: 'users-told-of-what-they-never-asked-for',
    why: 'Users who want no receipts are mailed each payment of an invoice.',
    edits: [
      { file: 'src/payments/posting/posting-batch.ts', find: 'and u.email_trx_receipt and', replace: 'and' },
      {
        file: 'src/resources/transaction/transaction.tasks.ts',
        find: '!reader?.email_trx_receipt || reader.status_id',
        replace: 'reader?.status_id',
      },
    ],
    tests: ['test/flows/receipts.test.ts'],
  },
  {
    name: 'client-takes-a-new-key',
    why: 'The typed client sends a payment again under a new Idempotency-Key: one whose answer was lost is made twice.',
    edits: [
      {
        file: 'packages/client/src/requests.js',
        find: 'this.#once(request, { key, is_open, until })',
        replace: 'this.#once(request, { key: key && crypto.randomUUID(), is_open, until })',
      },
    ],
    tests: ['test/client/retries.test.ts'],
  },
  {
    name: 'client-believes-the-last-answer',
    why: 'The typed client reports a payment as refused that was turned away only when it was asked for again.',
    edits: [
      {
        file: 'packages/client/src/retries.js',
        find: 'return status === 401 || status === 403 || status === 429',
        replace: 'return status === -1',
      },
    ],
    tests: ['test/client/retries.test.ts'],
  },
  {
    name: 'approval-used-twice',
    why: 'An approval of a refund is good for as many refunds as are sent with it.',
    edits: [
      {
        file: 'src/payments/risk/refund-approval.ts',
        find: "approval.status !== 'approved'",
        replace: "approval.status !== 'approved' && approval.status !== 'used'",
      },
    ],
    tests: ['test/attack/refund-approvals.test.ts'],
  },
  {
    name: 'small-refunds-not-summed',
    why: 'What a user gives back in a day without a second person is compared with the limit one by one.',
    edits: [
      {
        file: 'src/payments/risk/refund-approval.ts',
        find: 'amount = u.amount + excluded.amount',
        replace: 'amount = excluded.amount',
      },
    ],
    tests: ['test/attack/refund-approvals.test.ts'],
  },
  {
    name: 'quota-of-one-gateway',
    why: 'Uses of a quota replace the count that another process has stored, so that several take what is left.',
    edits: [
      {
        file: 'src/auth/quotas.ts',
        find: 'set used = merchant_use.used + excluded.used',
        replace: 'set used = excluded.used',
      },
    ],
    tests: ['test/attack/quotas.test.ts'],
  },
]
