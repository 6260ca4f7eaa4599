import assert from 'node:assert/strict'
import test, { after, beforeEach } from 'node:test'
import { unknownOutcomes } from '../../src/payments/resolution/unknown-outcomes.ts'
import type { BatchClosure, SettlementRequest } from '../../src/ports/processor.ts'
import { transactionbatch } from '../../src/resources/transactionbatch/transactionbatch.ts'
import { allowedIn } from '../support/allowed-states.ts'
import { type Json, testApp } from '../support/app.ts'
import { ownProduct } from '../support/payments.ts'
import { refusal } from '../support/typed-client.ts'

/** What the line to the processor does with requests to settle. */
const line: {
  instead: ((batch: SettlementRequest, real: () => Promise<BatchClosure>) => Promise<BatchClosure>) | null
  is_deaf: boolean
} = { instead: null, is_deaf: false }
const sent: string[] = []
const t = await testApp('batch_ways_out', {
  processor: real => ({
    ...real,
    settlement_orders_max: 2,
    actions: {
      ...real.actions,
      // The processor forgets what it approved of this amount.
      sale: async order => {
        const outcome = await real.actions.sale!({
          ...order,
          reference: order.amount === 7777n ? 'x' : order.reference,
        })
        return outcome
      },
    },
    async settle(batch) {
      sent.push(batch.reference)
      return line.instead ? line.instead(batch, () => real.settle!(batch)) : real.settle!(batch)
    },
    async findSettlement(reference) {
      if (line.is_deaf) throw new Error('not reachable')
      return real.findSettlement!(reference)
    },
  }),
})
after(t.close)
beforeEach(() => {
  line.instead = null
  line.is_deaf = false
  sent.length = 0
})
const [home] = t.merchants
const UNKNOWN: BatchClosure = { result: 'unknown', message: '' }

async function sales(amounts: readonly string[]): Promise<Json[]> {
  const product_transaction_id = await ownProduct(t, { batch_auto_settle: 0 })
  const made: Json[] = []
  for (const transaction_amount of amounts) {
    const transaction = await t.api.transactions.create({
      ...{ payment_method: 'cc', action: 'sale', account_number: '4111111111111111', exp_date: '1235' },
      ...{ location_id: home.location_id, product_transaction_id, transaction_amount },
    })
    assert.equal(transaction.reason_code_id, 1000)
    made.push(transaction)
  }
  return made
}

const { settle, reprocess, forceClose } = t.api.transactionbatches
const commands = { settle, reprocess, forceclose: forceClose }
type Command = keyof typeof commands
const command = (id: string, name: Command): Promise<Json> => commands[name](id)
/** The status by which a call is refused. */
const statusOf = async (call: Promise<unknown>): Promise<number> => (await refusal(call)).status
const report = async (id: string): Promise<Json> => (await t.api.transactionbatches.getReport(id)).report
const shown = (id: string): Promise<Json> => t.api.transactions.get(id, { expand: ['is_settled', 'is_voidable'] })
const undo = (id: string): Promise<Json> => t.api.transactions.void(id)
async function resolve(): Promise<void> {
  await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
  await t.app.payments.resolve()
}
const listed = async (id: string) => (await unknownOutcomes(t.db, t.clock.seconds())).filter(each => each.id === id)

test('a batch goes to the processor in parts of as many payments as it takes, and is settled when all parts are', async () => {
  const made = await sales(['11.00', '12.00', '13.00', '14.00', '15.00'])
  const id = made[0]!.transaction_batch_id
  const batch = await command(id, 'settle')
  assert.deepEqual([batch.processing_status_id, batch.batch_close_detail], [2, 'Accepted (3 parts)'])
  const pieces = await t.db.query<Json>(
    'select orders, amount, file_name, after_id, to_id from settlement where transactionbatch_id = $1 order by after_id',
    [id],
  )
  assert.deepEqual(
    pieces.map(({ orders, amount }) => [orders, amount]),
    [
      [2, 2300],
      [2, 2700],
      [1, 1500],
    ],
  )
  assert.equal(batch.settlement_file_name, pieces[0]!.file_name)
  const told = await report(id)
  assert.deepEqual([told.reconciled, told.mismatches, told.net_amount, told.lines.length], [true, [], '65.00', 5])
})

test('where a part is refused only that part is sent again, and only its payments can be changed meanwhile', async () => {
  const made = await sales(['11.00', '12.00', '13.00', '14.00'])
  const id = made[0]!.transaction_batch_id
  line.instead = async (batch, real) =>
    batch.orders.includes(made[2]!.id) ? { result: 'error', message: 'Not today' } : real()
  const refused = await command(id, 'settle')
  assert.deepEqual([refused.processing_status_id, refused.batch_close_detail], [3, 'Not today (1 of 2 parts)'])
  const facts = await Promise.all(made.map(async each => (await shown(each.id)).is_settled))
  assert.deepEqual(facts, [true, true, false, false])
  assert.equal(await statusOf(undo(made[0]!.id)), 422)
  await undo(made[3]!.id)

  line.instead = null
  sent.length = 0
  const settled = await command(id, 'settle')
  assert.deepEqual([settled.processing_status_id, sent.length], [2, 1])
  const told = await report(id)
  assert.deepEqual([told.reconciled, told.net_amount], [true, '36.00'])
})

test('a refused part of which nothing is left needs no processor any more', async () => {
  const made = await sales(['11.00', '12.00', '13.00'])
  const id = made[0]!.transaction_batch_id
  line.instead = async (batch, real) => (batch.orders.length === 1 ? { result: 'error', message: 'No' } : real())
  assert.equal((await command(id, 'settle')).processing_status_id, 3)
  await undo(made[2]!.id)
  assert.equal((await command(id, 'settle')).processing_status_id, 2)
  assert.equal((await report(id)).reconciled, true)
})

test('a payment that the processor does not know is left out and listed, the others are settled; reprocess tries it once more', async () => {
  const [known, lost] = await sales(['11.00', '77.77'])
  const id = known!.transaction_batch_id
  const batch = await command(id, 'settle')
  assert.equal(batch.processing_status_id, 2)
  assert.deepEqual((await report(id)).mismatches, [
    {
      what: 'left out by the processor: Unknown Transaction in Batch',
      transaction_id: lost!.id,
      ours: '77.77',
      theirs: null,
    },
  ])
  const [open] = await listed(lost!.id)
  assert.deepEqual([open?.kind, open?.amount], ['left out', 7777n])

  await command(id, 'reprocess')
  const moved = await shown(lost!.id)
  assert.notEqual(moved.transaction_batch_id, id)
  assert.deepEqual([moved.is_settled, moved.is_voidable], [false, true])
  assert.deepEqual(await listed(lost!.id), [])
  const told = await report(id)
  assert.deepEqual([told.reconciled, told.net_amount], [true, '11.00'])
  assert.equal(await statusOf(command(id, 'reprocess')), 422)
})

test('what was left out once more stays where it is until a person leaves it at that', async () => {
  const [known, lost] = await sales(['11.00', '77.77'])
  const id = known!.transaction_batch_id
  await command(id, 'settle')
  assert.equal((await listed(lost!.id)).length, 1)
  await command(id, 'forceclose')
  assert.deepEqual([await listed(lost!.id), (await report(id)).mismatches], [[], []])
  assert.equal(await statusOf(command(id, 'forceclose')), 422)
})

test('a settlement that the processor never received is sent again under its reference, and asked about before', async () => {
  const [paid] = await sales(['11.00'])
  const id = paid!.transaction_batch_id
  line.instead = async () => UNKNOWN
  assert.equal((await command(id, 'settle')).processing_status_id, 5)
  line.instead = async (_batch, real) => {
    await real()
    return UNKNOWN
  }
  await resolve()
  assert.equal(new Set(sent).size, 1)
  line.instead = () => assert.fail('what the processor has is not sent again')
  await resolve()
  assert.equal((await t.api.transactionbatches.get(id)).processing_status_id, 2)
})

test('a person has a batch processed again once the processor says that it never received it', async () => {
  const [paid] = await sales(['11.00'])
  const id = paid!.transaction_batch_id
  line.instead = async () => UNKNOWN
  await command(id, 'settle')
  assert.equal((await listed(id)).length, 1)
  line.is_deaf = true
  assert.equal(await statusOf(command(id, 'reprocess')), 409)
  line.is_deaf = false
  const again = await command(id, 'reprocess')
  assert.deepEqual([again.processing_status_id, again.batch_close_detail], [4, 'The processor never received it.'])
  line.instead = null
  assert.equal((await command(id, 'settle')).processing_status_id, 2)
  assert.equal((await report(id)).reconciled, true)
})

test('a batch of unknown outcome is closed by hand; what the processor says later is recorded and differs', async () => {
  const [paid, other] = [await sales(['11.00']), await sales(['12.00'])].map(([each]) => each!)
  const [id, never] = [paid!.transaction_batch_id, other!.transaction_batch_id]
  line.instead = async (_batch, real) => {
    await real()
    return UNKNOWN
  }
  line.is_deaf = true
  await command(id, 'settle')
  line.instead = async () => UNKNOWN
  await command(never, 'settle')
  for (const each of [id, never]) {
    const closed = await command(each, 'forceclose')
    assert.equal(closed.processing_status_id, 6)
  }
  line.instead = () => assert.fail('nothing is sent of what a person has closed')
  await resolve()
  assert.equal((await listed(id)).length, 1, 'it is asked about still')
  line.is_deaf = false
  await resolve()
  assert.deepEqual([await listed(id), await listed(never)], [[], []])
  const { reconciled, mismatches } = await report(id)
  assert.equal(reconciled, false)
  assert.equal(mismatches[0].what, 'the processor has settled what was closed without it')
  assert.deepEqual([(await shown(paid!.id)).is_settled, (await shown(other!.id)).is_settled], [true, false])
  assert.equal(await statusOf(undo(paid!.id)), 422)
})

test('while a settlement is on its way nobody closes its batch by hand', async () => {
  const [paid] = await sales(['11.00'])
  const id = paid!.transaction_batch_id
  line.instead = async (_batch, real) => {
    assert.equal(await statusOf(command(id, 'forceclose')), 409)
    assert.equal(await statusOf(command(id, 'reprocess')), 409)
    return real()
  }
  assert.equal((await command(id, 'settle')).processing_status_id, 2)
})

/** The status of a batch, the states of what was asked of its processor, and what became of payments left out. */
async function stateOf(id: string): Promise<string> {
  const [found] = await t.db.query<Json>(
    `select processing_status_id as status,
            array(select distinct state from settlement where transactionbatch_id = b.id order by 1) as pieces,
            array(select distinct coalesce(resolution, 'open') from settlement_exception
                   where transactionbatch_id = b.id order by 1) as left_out
       from transactionbatch b where id = $1`,
    [id],
  )
  const { status, pieces, left_out } = found!
  return [status, ...pieces, ...left_out.map((each: string) => `left out ${each}`)].join(', ')
}

const lost = async () => UNKNOWN
const lostAfter: typeof line.instead = async (_batch, real) => {
  await real()
  return UNKNOWN
}
const refuses = async (): Promise<BatchClosure> => ({ result: 'error', message: 'Not today' })
/** Of the second part only. */
const inPart =
  (second: typeof line.instead): typeof line.instead =>
  (batch, real) =>
    batch.orders.length === 1 ? second!(batch, real) : real()

/** A batch whose processor behaves like this while it is settled. */
async function settledWhile(amounts: readonly string[], instead: typeof line.instead): Promise<string> {
  const [{ transaction_batch_id: id }] = (await sales(amounts)) as [Json]
  line.instead = instead
  await command(id, 'settle')
  line.instead = null
  return id
}

async function closing(): Promise<string> {
  const [{ transaction_batch_id: id }] = (await sales(['11.00'])) as [Json]
  await t.db.transaction(async tx => {
    // A payment that is being stored, for longer than the request waits.
    await tx.query('select id from transactionbatch where id = $1 for key share', [id])
    assert.equal((await command(id, 'settle')).processing_status_id, 5)
  })
  return id
}

async function then(made: Promise<string>, name: Command): Promise<string> {
  const id = await made
  // What a person closes is not heard of at once.
  line.is_deaf = name === 'forceclose'
  await command(id, name)
  line.is_deaf = false
  return id
}

const PERSON = ['settle', 'forceclose'] as const
const UNKNOWN_WAYS = ['by itself', 'reprocess', 'forceclose'] as const
const REFUSED_WAYS = ['settle', 'reprocess', 'forceclose', 'void'] as const

/** How a batch comes into each state that waits, and what ends it: a command, time, or that its payments are voided. */
const WAITING: Readonly<Record<string, readonly [string, () => Promise<string>, readonly string[]]>> = {
  open: ['1', async () => (await sales(['11.00']))[0]!.transaction_batch_id, [...PERSON, 'its cut-off']],
  'closed beside a payment that is being stored': ['5', closing, ['by itself', 'forceclose']],
  'asked for in vain': ['5, pending', () => settledWhile(['11.00'], lost), UNKNOWN_WAYS],
  'asked for, its answer lost': ['5, pending', () => settledWhile(['11.00'], lostAfter), UNKNOWN_WAYS],
  'asked for in parts, one answer lost': [
    '5, pending, settled',
    () => settledWhile(['11.00', '12.00', '13.00'], inPart(lostAfter)),
    UNKNOWN_WAYS,
  ],
  refused: ['3, error', () => settledWhile(['11.00'], refuses), REFUSED_WAYS],
  'refused in part': [
    '3, error, settled',
    () => settledWhile(['11.00', '12.00', '13.00'], inPart(refuses)),
    ['settle', 'reprocess', 'forceclose'],
  ],
  'to be processed again': [
    '4, error',
    () => then(settledWhile(['11.00'], refuses), 'reprocess'),
    [...PERSON, 'its cut-off', 'void'],
  ],
  'settled without a payment that was left out': [
    '2, settled, left out open',
    () => settledWhile(['11.00', '77.77'], null),
    ['reprocess', 'forceclose'],
  ],
  'closed by hand, its answer late': [
    '6, pending',
    () => then(settledWhile(['11.00'], lostAfter), 'forceclose'),
    ['by itself'],
  ],
  'closed by hand, never received': [
    '6, pending',
    () => then(settledWhile(['11.00'], lost), 'forceclose'),
    ['by itself'],
  ],
}

async function leave(id: string, way: string): Promise<void> {
  if (way === 'by itself') return
  if (way === 'void') {
    for await (const each of t.api.transactions.list({ transaction_batch_id: id })) await undo(each.id)
  }
  if (way === 'void' || way === 'its cut-off') {
    const transactionbatch = await t.api.transactionbatches.get(id)
    await t.api.producttransactions.update(transactionbatch.product_transaction_id, { batch_auto_settle: 1 })
    return t.app.payments.batches.settleDue(home.location_id, id, t.clock.seconds())
  }
  await command(id, way as Command)
}

/** Settled, or closed by force; nothing is asked for any more, and nobody has to look at it. */
const isOver = (state: string): boolean => /^[26]\b/.test(state) && !/pending|open/.test(state)

test('every state in which a batch waits is left by each of its ways, and ends', async () => {
  const seen = new Set<string>()
  const look = async (id: string): Promise<string> => {
    const state = await stateOf(id)
    seen.add(state)
    return state
  }
  for (const [name, [state, make, ways]] of Object.entries(WAITING))
    for (const way of ways) {
      const what = `${name}: ${way}`
      const id = await make()
      assert.equal(await look(id), state, what)
      assert.equal(isOver(state), false, what)
      await leave(id, way)
      await t.db.run('update transactionbatch set continue_ts = 0 where continue_ts is not null')
      await resolve()
      // What is to be processed again waits for its cut-off, or a person.
      if ((await look(id)).startsWith('4')) await command(id, 'settle')
      assert.ok(isOver(await look(id)), `${what} ends in ${await stateOf(id)}`)
      assert.deepEqual(await listed(id), [], what)
    }
  const walked = (prefix: string) => [...seen].some(state => state.split(', ').includes(prefix))
  const statuses = transactionbatch.fields.processing_status_id.kind.schema({}).enum as number[]
  const words = [...(await allowedIn(t.db, 'settlement_state')), 'left out open']
  const resolutions = (await allowedIn(t.db, 'settlement_exception_resolution')).map(each => `left out ${each}`)
  const states = [...statuses.map(String), ...words, ...resolutions]
  assert.deepEqual(
    states.filter(state => !walked(state)),
    [],
    'a state that no way leads out of: put it into WAITING',
  )
})
