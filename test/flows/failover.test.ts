import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { isBound } from '../../src/payments/lifecycle/elsewhere.ts'
import { NO_RESPONSE_DATA, type Outcome, type Processor } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { changed, ownProduct, paid, saleBody } from '../support/payments.ts'
import { cardPayment, gateway, resolveNow, rootActor } from '../support/power-cut.ts'
import { refusal } from '../support/typed-client.ts'

type Sale = NonNullable<Processor['actions']['sale']>
type Answering = (request: ProcessorRequest, real: Sale) => Promise<Outcome>

/** What becomes of a payment's first request, and of its second; null: what the simulator says. */
const answers: { first: Answering | null; second: Answering | null } = { first: null, second: null }

let t: TestApp
let first: string
let second: string
before(async () => {
  t = await testApp('second_try', { processor, retry_policy: { call_ms: 4_000, lease_seconds: 30 } })
  second = await ownProduct(t)
})
beforeEach(async () => {
  Object.assign(answers, { first: null, second: null })
  // An account of its own for each test: what could not be reached in one is nothing to the next.
  first = await ownProduct(t, { processor_rules: { second } })
})
after(() => t.close())

function processor(real: Processor): Processor {
  const sale: Sale = request => {
    const answer = request.reference === request.transaction_id ? answers.first : answers.second
    return answer ? answer(request, real.actions.sale!) : real.actions.sale!(request)
  }
  return { ...real, actions: { ...real.actions, sale } }
}

const NOBODY_KNOWS: Outcome = { ...NO_RESPONSE_DATA, result: 'unknown', reason_code_id: 1531, verbiage: 'NO ANSWER' }
const NOT_REACHED: Outcome = { ...NOBODY_KNOWS, never_left: true }

const pay = (more: Json = {}) => paid(t.api, saleBody({ product_transaction_id: first, ...more }))
const change = (product: string, producttransaction: Json) =>
  t.api.producttransactions.update(product, producttransaction)

/** No reply from the issuer at the first processor it is sent to, and approved at another one. */
const ELSEWHERE = '6.33'

const attemptsOf = async (id: string): Promise<Json[]> => {
  const body = await t.api.transactions.listAttempts(id)
  return body.attempts.map((each: Json) => [each.product_transaction_id, each.state, each.reason_code_id])
}

test('a soft decline that another processor may change is tried once at the second product', async () => {
  const sale = await pay({ transaction_amount: ELSEWHERE, transaction_api_id: 'once-elsewhere' })
  assert.deepEqual([sale.status_id, sale.product_transaction_id], [101, second])
  assert.deepEqual(await attemptsOf(sale.id), [
    [first, 'declined', 1603],
    [second, 'approved', 1000],
  ])
  const again = await refusal(t.api.transactions.create(saleBody({ transaction_api_id: 'once-elsewhere' })))
  assert.equal(again.status, 422, 'it keeps the id its caller gave it')
  const transactionbatch = await t.api.transactionbatches.get(sale.transaction_batch_id)
  assert.equal(transactionbatch.product_transaction_id, second)
  const refund = { action: 'refund', payment_method: 'cc', previous_transaction_id: sale.id }
  assert.equal((await paid(t.api, { ...refund, transaction_amount: '1.00' })).product_transaction_id, second)
})

test('what follows a payment at the second product goes to its processor', async () => {
  const held = await pay({ transaction_amount: ELSEWHERE, action: 'authonly' })
  assert.deepEqual([held.status_id, held.product_transaction_id], [102, second])
  const captured = await changed(t.api, held.id, { action: 'authcomplete' })
  assert.equal(captured.status_id, 101)
  const voided = await changed(t.api, held.id, { action: 'void' })
  assert.equal(voided.status_id, 201)
})

test('a decline about the account, and one that the networks forbid to repeat, is not tried elsewhere', async () => {
  for (const [amount, reason] of [
    ['6.16', 1616],
    ['6.15', 1615],
    ['6.07', 1607],
    ['5.00', 1500],
  ] as const) {
    const sale = await pay({ transaction_amount: amount })
    assert.deepEqual([sale.status_id, sale.product_transaction_id], [301, first])
    assert.deepEqual(await attemptsOf(sale.id), [[first, 'declined', reason]])
  }
})

test('a network that says when to try again is not asked before', async () => {
  const told = { ...NO_RESPONSE_DATA, reason_code_id: 1603, verbiage: 'LATER', decline_class: 'soft' } as const
  answers.first = async () => ({ ...told, result: 'declined', advice_code: '25' })
  assert.equal((await pay({ transaction_amount: '12.25' })).product_transaction_id, first)
})

test('there is one second try at most, and its answer is the last word', async () => {
  const sale = await pay({ transaction_amount: '6.03' })
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.product_transaction_id], [301, 1603, second])
  assert.deepEqual(await attemptsOf(sale.id), [
    [first, 'declined', 1603],
    [second, 'declined', 1603],
  ])
})

test('what certainly never left goes to the second product at once', async () => {
  answers.first = async () => NOT_REACHED
  const sale = await pay({ transaction_amount: '12.01' })
  assert.deepEqual([sale.status_id, sale.product_transaction_id], [101, second])
  assert.deepEqual(await attemptsOf(sale.id), [
    [first, 'declined', 1530],
    [second, 'approved', 1000],
  ])
})

test('an account whose settings are refused leaves its payments to the second product', async () => {
  const refused = { ...NO_RESPONSE_DATA, result: 'declined', reason_code_id: 1628, verbiage: 'BAD KEY' } as const
  answers.first = async () => ({ ...refused, misconfigured: 'the key is not known' })
  const sale = await pay({ transaction_amount: '12.02' })
  assert.deepEqual([sale.status_id, sale.product_transaction_id], [101, second])
})

test('never a second try where the first is unknown, whatever it turns out to be', async () => {
  answers.first = async (request, real) => {
    await real(request)
    throw new Error('the answer was lost')
  }
  const sale = await pay({ transaction_amount: '12.03' })
  assert.deepEqual([sale.product_transaction_id, (await attemptsOf(sale.id)).length], [first, 1])
  answers.first = async () => NOBODY_KNOWS
  const lost = await pay({ transaction_amount: '12.04' })
  assert.deepEqual([lost.reason_code_id, lost.product_transaction_id], [1531, first])
  assert.equal((await attemptsOf(lost.id)).length, 1)
})

test('a second try of unknown outcome is reported as failed, and asked about at the second processor only', async () => {
  answers.second = async () => NOBODY_KNOWS
  const sale = await pay({ transaction_amount: ELSEWHERE })
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.product_transaction_id], [301, 1531, second])
  assert.deepEqual(
    (await attemptsOf(sale.id)).map(([product, state]) => [product, state]),
    [
      [first, 'declined'],
      [second, 'unknown'],
    ],
  )
})

test('the same payment again is a duplicate where it was asked for, though it was made elsewhere', async () => {
  await change(first, { dup_check_per_batch: 'account_number,transaction_amount' })
  const sale = await pay({ transaction_amount: ELSEWHERE })
  assert.deepEqual([sale.status_id, sale.product_transaction_id], [101, second])
  const again = await pay({ transaction_amount: ELSEWHERE })
  assert.deepEqual([again.status_id, again.reason_code_id, again.product_transaction_id], [301, 1801, first])
})

test('a request that comes twice gets the outcome of the second try', async () => {
  const key = { idempotency_key: 'tried-elsewhere' }
  const body = saleBody({ product_transaction_id: first, transaction_amount: ELSEWHERE })
  const one = await t.api.transactions.create(body, key)
  const other = await t.api.transactions.create(body, key)
  for (const { status_id, product_transaction_id } of [one, other])
    assert.deepEqual([status_id, product_transaction_id], [101, second])
  assert.equal(one.id, other.id)
})

test('a second product that cannot take the payment leaves it with the first decline', async () => {
  await change(second, { card_type_visa: 0 })
  const sale = await pay({ transaction_amount: ELSEWHERE })
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.product_transaction_id], [301, 1603, first])
  await change(second, { card_type_visa: 1 })
})

/** A soft decline, of a payment that its processor approves all the same. */
const MISTAKEN: Answering = async (request, real) => {
  await real(request)
  return {
    ...NO_RESPONSE_DATA,
    result: 'declined',
    reason_code_id: 1603,
    verbiage: 'NO REPLY',
    decline_class: 'soft',
  }
}

/** What a notification of the first processor causes. */
const lookAtFirst = (id: string) => t.app.payments.resolution.lookAgain(t.merchants[0].location_id, id)

test('what the first processor approves after all is given back there; the payment stays as the second made it', async () => {
  answers.first = MISTAKEN
  const sale = await pay({ transaction_amount: '13.01' })
  await lookAtFirst(sale.id)
  assert.deepEqual(await attemptsOf(sale.id), [
    [first, 'reversed', 1000],
    [second, 'approved', 1000],
    [first, 'approved', 1000],
  ])
  const transaction = await t.api.transactions.get(sale.id)
  assert.deepEqual([transaction.status_id, transaction.auth_amount, transaction.is_stuck], [101, '13.01', false])
})

test('it is given back as well while nobody knows what became of the second', async () => {
  answers.first = MISTAKEN
  answers.second = async () => NOBODY_KNOWS
  const sale = await pay({ transaction_amount: '13.02' })
  await lookAtFirst(sale.id)
  const states = (await attemptsOf(sale.id)).map(([product, state]) => [product, state])
  assert.deepEqual(states, [
    [first, 'reversed'],
    [second, 'unknown'],
    [first, 'approved'],
  ])
})

test('a first approval that cannot be taken back waits for a person, who can only give it back', async () => {
  answers.first = (request, real) => MISTAKEN({ ...request, fault: 'keep' }, real)
  const sale = await pay({ transaction_amount: '13.03' })
  await lookAtFirst(sale.id)
  const read = () => t.api.transactions.get(sale.id)
  const stuck = await read()
  assert.deepEqual([stuck.status_id, stuck.reason_code_id, stuck.is_stuck], [101, 1000, true])
  const decide = (resolution: 'kept' | 'given_back_outside') =>
    t.api.transactions.resolve(sale.id, { resolution, note: 'seen at the processor' })
  assert.equal((await refusal(decide('kept'))).status, 422, 'the payment would be made twice')
  await decide('given_back_outside')
  const over = await read()
  assert.deepEqual([over.status_id, over.auth_amount, over.is_stuck], [101, '13.03', false])
  assert.deepEqual((await attemptsOf(sale.id))[0], [first, 'reversed', 1000])
})

/** Begins a payment whose process dies after its second request was stored; returns its id. */
async function diesAtSecond(answer: Answering): Promise<string> {
  const reached = Promise.withResolvers<string>()
  answers.second = async (request, real) => {
    await answer(request, real)
    reached.resolve(request.transaction_id!)
    return new Promise(() => {})
  }
  void pay({ transaction_amount: ELSEWHERE }).catch(() => undefined)
  const id = await reached.promise
  await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where transaction_id = $1 and state = 'pending'`, [id])
  await t.app.payments.resolve()
  return id
}

test('a process that dies at the second try leaves a payment that the second processor is asked about', async () => {
  const made = await diesAtSecond((request, real) => real(request))
  const transaction = await t.api.transactions.get(made)
  assert.deepEqual([transaction.status_id, transaction.product_transaction_id], [101, second])
  assert.deepEqual(await attemptsOf(made), [
    [first, 'declined', 1603],
    [second, 'approved', 1000],
  ])
  const never_sent = await diesAtSecond(async () => NOBODY_KNOWS)
  assert.deepEqual(await attemptsOf(never_sent), [
    [first, 'declined', 1603],
    [second, 'declined', 1531],
  ])
})

test('wherever a process dies on the way, the payment is made once, and its record says where', async () => {
  const ends: string[] = []
  for (let survives = 0; survives <= 3; survives += 1) {
    const details = { order_num: `dies-after-${survives}` }
    const payment = cardPayment(t, { product_transaction_id: first, amount: 633n, details })
    await gateway(t, processor, survives)
      .run(rootActor(t), payment)
      .catch(() => undefined)
    await resolveNow(t, gateway(t, processor))
    const [made] = await Array.fromAsync(t.api.transactions.list({ order_num: details.order_num }))
    if (!made) continue
    const { attempts } = await t.api.transactions.listAttempts(made.id)
    assert.equal(made.product_transaction_id, attempts.at(-1)?.product_transaction_id)
    const references = new Set(attempts.map(({ reference }: Json) => reference))
    const taken = (await t.ledger()).filter(each => references.has(each.reference) && each.result === 'approved')
    assert.equal(taken.length, made.status_id === 101 ? 1 : 0)
    ends.push(`${made.status_id} ${made.reason_code_id} after ${attempts.length}`)
  }
  assert.deepEqual(ends, ['301 1603 after 1', '101 1000 after 2', '101 1000 after 2'])
})

/** What can go wrong on the way to the second processor. */
const FAULTS = [
  'drop_before',
  'drop_after',
  'drop_after,hide:2',
  'wander:30',
  'late:50',
  'twice',
  'again:20',
  'garbage',
  'error',
  'contradict',
  'misdirect',
  'held:2',
  'pending:2',
  'drop_after,hide:2,settled',
]

for (const fault of FAULTS)
  test(`with the fault ${fault} at the second processor, both books end the same, and the first has nothing`, async () => {
    answers.second = (request, real) => real({ ...request, fault })
    const { id } = await pay({ transaction_amount: ELSEWHERE })
    await resolveNow(t, gateway(t, processor))
    const transaction = await t.api.transactions.get(id)
    const { attempts } = await t.api.transactions.listAttempts(id)
    const ledger = await t.ledger()
    const count = (...actions: string[]) =>
      ledger.filter(
        ({ reference, action, result }) =>
          actions.includes(action) &&
          result === 'approved' &&
          attempts.some((each: Json) => each.reference === reference),
      ).length
    assert.equal(count('sale') - count('void', 'refund'), transaction.status_id === 101 ? 1 : 0)
    assert.equal(transaction.product_transaction_id, second)
    assert.deepEqual([attempts[0]?.product_transaction_id, attempts[0]?.state], [first, 'declined'])
    assert.ok(attempts.slice(1).every((each: Json) => each.product_transaction_id === second))
  })

test('no postback tells of a payment before its outcome, and the trail tells that it was passed on', async () => {
  await t.api.postbackconfigs.create({
    location_id: t.merchants[0].location_id,
    resource: 'transaction',
    url: 'https://shop.example/in',
    product_transaction_id: second,
    is_active: true,
    on_create: true,
    on_update: true,
    number_of_attempts: 1,
  })
  const sale = await pay({ transaction_amount: ELSEWHERE })
  const posted = await t.db.query<{ type: string }>('select type from postback_log where resource_id = $1', [sale.id])
  assert.deepEqual(
    posted.map(({ type }) => type),
    ['CREATE'],
  )
  const changelogs = await Array.fromAsync(t.api.changelogs.list({ model_id: sale.id, sort: 'created_ts' }))
  assert.deepEqual(changelogs.map(({ verb }: Json) => verb).toSorted(), ['created', 'started', 'started_elsewhere'])
})

test('a wallet, and a card that a processor keeps itself, are of use at that processor only', () => {
  const account = { payment_method: 'cc', account_holder_name: null, exp_date: '1230' } as const
  const card = { ...account, account_number: '4111111111111111' }
  const token = { ...account, token: 'kept-there', first_six: null, last_four: '1111', brand: 'visa' }
  assert.equal(isBound({ account: card }), false)
  assert.equal(isBound({ account: token }), true)
  assert.equal(isBound({ account: null, wallet: { kind: 'wallet', wallet: 'apple_pay', payment_token: '{}' } }), true)
})
