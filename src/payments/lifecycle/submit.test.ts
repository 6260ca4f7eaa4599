import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { onRequest, ownedBy } from '../../db/lanes.ts'
import { BY_CARDHOLDER } from '../../lib/initiation.ts'
import { type Found, KEEPS_ALL, NO_RESPONSE_DATA, type Outcome, type Processor } from '../../ports/processor.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'
import { openLines } from './lines.ts'
import { RETRY_POLICY, retryDelay } from './payment-context.ts'
import { submit } from './submit.ts'

const order: ProcessorRequest = {
  reference: 'r1',
  action: 'sale',
  amount: 100n,
  currency: 'USD',
  allow_partial: false,
  initiation: BY_CARDHOLDER,
}
const approved: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'approved',
  reason_code_id: 1000,
  verbiage: 'APPROVAL',
  auth_code: 'abc123',
  auth_amount: 100n,
}
const unknown: Outcome = { ...NO_RESPONSE_DATA, result: 'unknown', reason_code_id: 1531, verbiage: 'NO ANSWER' }
const QUICK = { ...RETRY_POLICY, call_ms: 20, find_ms: [1, 1, 1], poll_ms: 30_000 }
const parts = { clock: { now: () => 0, seconds: () => 0 }, log: { warn: () => undefined } }

/** Submits to an account that nothing was sent to before. */
const submitted = (processor: Processor, request: ProcessorRequest, retry_policy = QUICK) =>
  submit({ ...parts, lines: openLines(parts), retry_policy }, { account: 'fake', processor, request })

function fake(sale: () => Promise<Outcome>, finds: (() => Promise<Found>)[]): Processor & { asked: number } {
  const processor = {
    name: 'fake',
    asked: 0,
    memory: KEEPS_ALL,
    actions: { sale },
    find: () => (finds[processor.asked++] ?? (() => Promise.resolve<Found>({ seen: false })))(),
  }
  return processor
}

const lost = () => Promise.reject(new Error('connection lost'))
const never = () => new Promise<never>(() => undefined)

test('an answer is taken as it is, and nobody is asked again', async () => {
  const processor = fake(async () => approved, [])
  assert.deepEqual(await submitted(processor, order), approved)
  assert.equal(processor.asked, 0)
})

test('whatever goes wrong on the way, the outcome is unknown and found out by asking', async () => {
  for (const sale of [lost, never, async () => unknown]) {
    const processor = fake(sale, [lost, async () => ({ seen: true, outcome: approved })])
    assert.deepEqual(await submitted(processor, order), approved)
    assert.equal(processor.asked, 2)
  }
})

test('"never seen" is not believed while the order may still be on its way', async () => {
  const processor = fake(lost, [async () => ({ seen: false }), async () => ({ seen: true, outcome: approved })])
  assert.deepEqual(await submitted(processor, order), approved)
})

test('when nothing is learned in time the outcome stays unknown with reason 1531', async () => {
  for (const find of [
    lost,
    never,
    async () => ({ seen: false }) as const,
    async () => ({ seen: true, outcome: unknown }) as const,
  ]) {
    const outcome = await submitted(fake(lost, [find, find, find]), order, { ...QUICK, poll_ms: 20 })
    assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.auth_amount], ['unknown', 1531, null])
  }
})

test('an action the processor does not have is never approved', async () => {
  const outcome = await submitted(
    fake(async () => approved, []),
    { ...order, action: 'void' },
  )
  assert.equal(outcome.result, 'unknown')
})

test('what certainly never left is not asked about', async () => {
  const processor = fake(async () => ({ ...unknown, never_left: true }), [])
  const outcome = await submitted(processor, order)
  assert.deepEqual([outcome.result, outcome.never_left, processor.asked], ['unknown', true, 0])
})

test('an account that answers nothing is sent nothing more', async () => {
  const lines = openLines(parts)
  let sent = 0
  const sale = () => {
    sent += 1
    return lost()
  }
  const down: Processor = { ...fake(sale, []), find: lost }
  const to = (processor: Processor, reference: string) =>
    submit({ ...parts, lines, retry_policy: QUICK }, { account: 'one', processor, request: { ...order, reference } })
  for (const reference of ['a', 'b', 'c', 'd', 'e'])
    assert.equal((await to(down, reference)).never_left, undefined, 'it may have arrived')
  for (const reference of ['f', 'g']) assert.equal((await to(down, reference)).never_left, true)
  assert.equal(sent, 5)
})

test('questions of the resolver come at growing distances', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 100].map(asks => retryDelay(asks, RETRY_POLICY))
  assert.deepEqual(pauses, [2, 5, 15, 60, 300, 900, 3600, 3600, 3600])
})

test('what has to be given back is sent again while the processor has not recorded it, and refused later on', async () => {
  const refused: Outcome = { ...approved, result: 'declined', reason_code_id: 1668, unrecorded: true }
  const request = { ...order, reference: '0'.repeat(24) }
  for (const [ms, result] of [
    [599_000, 'unknown'],
    [600_000, 'declined'],
  ] as const) {
    const clock = { now: () => ms, seconds: () => ms / 1000 }
    const reach = { clock, lines: openLines({ ...parts, clock }), retry_policy: QUICK }
    const sending = { account: 'fake', processor: fake(async () => refused, []), request }
    assert.equal((await submit(reach, { ...sending, is_reversal: true })).result, result)
    assert.equal((await submit(reach, sending)).result, 'declined', 'a caller is told at once')
  }
})

test('while the processor works, and is asked again, other requests of the merchant are worked on', async () => {
  let is_away = false
  const place = {
    leave: () => undefined,
    async away<T>(work: () => Promise<T>) {
      is_away = true
      return work().finally(() => {
        is_away = false
      })
    },
  }
  const seen: boolean[] = []
  const sale = async () => {
    seen.push(is_away)
    return unknown
  }
  const found = async (): Promise<Found> => {
    seen.push(is_away)
    return { seen: true, outcome: approved }
  }
  await onRequest({ enter: () => place }, new EventEmitter(), async () => {
    await ownedBy('merchant')
    await submitted(fake(sale, [found]), order)
  })
  assert.deepEqual([...seen, is_away], [true, true, false])
})
