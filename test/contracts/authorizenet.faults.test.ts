import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/ports/processor.ts'
import type { Action, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type AuthorizeNetHost, openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import type { HostFault } from '../hosts/host.ts'
import { checking, connect, visa } from './authorizenet.fixture.ts'
import { ask, orderOf, originalOf } from './processor.contract.ts'

let host: AuthorizeNetHost
before(async () => {
  host = await openAuthorizeNet()
})
after(() => host.close())

const FAULTS: readonly HostFault[] = ['lost_before', 'lost_after', 'cut', 'late', 'garbage', 'error_500']
const patient = () => connect(host.url, {}, 5_000)
const hasty = () => connect(host.url, {}, 150)

/** A payment that `action` can act on, told as the gateway tells it. */
async function original(action: Action): Promise<ProcessorRequest['original']> {
  const begun = action === 'authcomplete' ? 'authonly' : 'sale'
  const order = orderOf(begun, 1_000n, { instrument: visa })
  const { processor_reference } = await ask(patient(), order)
  if (action === 'refund') host.book.close()
  return { ...originalOf(order), processor_reference, last_four: '1111' }
}

async function requestFor(action: Action): Promise<ProcessorRequest> {
  if (action === 'sale' || action === 'authonly') return orderOf(action, 1_000n, { instrument: visa })
  if (action === 'debit') return orderOf(action, 1_000n, { instrument: checking })
  return orderOf(action, 1_000n, { original: await original(action) })
}

/** Calls before the one that moves money. */
const LOOKS: Partial<Record<Action, number>> = { refund: 1 }

for (const action of ['sale', 'authonly', 'debit', 'authcomplete', 'void', 'refund'] as const)
  for (const fault of FAULTS)
    test(`${action}, ${fault}: the outcome is unknown, and find tells the truth`, async () => {
      const request = await requestFor(action)
      host.faults.push(...Array<null>(LOOKS[action] ?? 0).fill(null), fault)
      const outcome = await ask(hasty(), request)
      host.release()
      assert.deepEqual([outcome.result, outcome.never_left], ['unknown', undefined])
      const found = await patient().find(request)
      if (fault === 'lost_before') return assert.deepEqual(found, { seen: false })
      assert.ok(found.seen)
      assert.equal(found.outcome.result, 'approved')
      if (action !== 'void') assert.equal(found.outcome.auth_amount, 1_000n)
    })

test('what has to be looked up before a refund, and is not answered, means that nothing was sent', async () => {
  const request = await requestFor('refund')
  host.faults.push('lost_after')
  const { result, never_left } = await ask(hasty(), request)
  assert.deepEqual([result, never_left], ['unknown', true])
  assert.deepEqual(await patient().find(request), { seen: false })
})

test('the same request again after an answer that was lost is the same payment', async () => {
  for (const action of ['sale', 'debit'] as const) {
    const request = await requestFor(action)
    const count = host.book.entries.length
    host.faults.push('lost_after')
    assert.equal((await ask(hasty(), request)).result, 'unknown')
    assert.equal((await ask(patient(), request)).result, 'approved')
    assert.equal(host.book.entries.length, count + 1)
  }
})

test('a capture that is sent again is the one of before, and one of another amount is not', async () => {
  const request = await requestFor('authcomplete')
  host.faults.push('lost_after')
  await ask(hasty(), request)
  assert.equal((await ask(patient(), request)).result, 'approved')
  const other = { ...request, amount: 900n }
  const { result, reason_code_id } = await ask(patient(), other)
  assert.deepEqual([result, reason_code_id], ['declined', 1667])
})

test('a duplicate whose original is not shown stays unknown', async () => {
  const request = await requestFor('sale')
  await ask(patient(), request)
  host.faults.push(null, 'error_500')
  assert.equal((await ask(hasty(), request)).result, 'unknown')
})

test('a partial approval is released; where that is lost, find releases it', async () => {
  const partial = () => orderOf('sale', 1_000n, { instrument: visa, allow_partial: true, billing: { zip: '46225' } })
  const at_once = await ask(patient(), partial())
  assert.deepEqual(partly(at_once), ['approved', 1201, 123n])
  const request = partial()
  host.faults.push(null, 'lost_before')
  assert.equal((await ask(hasty(), request)).result, 'unknown')
  assert.equal(host.book.entries.at(-1)?.status, 'authorizedPendingRelease')
  const found = await patient().find(request)
  assert.ok(found.seen)
  assert.deepEqual(partly(found.outcome), ['approved', 1201, 123n])
  assert.equal(host.book.entries.at(-1)?.status, 'capturedPendingSettlement')
  const strict = await ask(patient(), { ...partial(), allow_partial: false })
  assert.equal(strict.result, 'declined')
})

const partly = ({ result, reason_code_id, auth_amount }: Outcome) => [result, reason_code_id, auth_amount]

test('a void of what is settled says so, and find says it too', async () => {
  const request = await requestFor('void')
  host.book.close()
  const outcome = await ask(patient(), request)
  assert.deepEqual([outcome.result, outcome.settled], ['declined', true])
  const found = await patient().find(request)
  assert.ok(found.seen && found.outcome.settled)
  host.faults.push(null, 'lost_after')
  assert.equal((await ask(hasty(), request)).result, 'unknown')
})

test('a refund before the settlement is declined softly, and says what can be done', async () => {
  const sale = orderOf('sale', 1_000n, { instrument: visa })
  await ask(patient(), sale)
  const outcome = await ask(patient(), orderOf('refund', 500n, { original: originalOf(sale) }))
  assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.decline_class], ['declined', 1667, 'soft'])
  assert.match(outcome.verbiage, /void it/)
})

test('a bank payment is given back to the account that the records mask', async () => {
  const debit = orderOf('debit', 1_000n, { instrument: checking })
  const { processor_reference } = await ask(patient(), debit)
  host.book.close()
  const refund = orderOf('refund', 1_000n, { original: { ...originalOf(debit), processor_reference } })
  assert.equal((await ask(patient(), refund)).result, 'approved')
  const sent = JSON.parse(host.received.at(-1)!.body).createTransactionRequest.transactionRequest
  assert.deepEqual(sent.payment, {
    bankAccount: {
      routingNumber: 'XXXX0326',
      accountNumber: 'XXXX6789',
      nameOnAccount: 'Wilma Testperson',
      echeckType: 'WEB',
    },
  })
})

test('what was sent back by a bank is an approved payment that was returned', async () => {
  const debit = orderOf('debit', 1_000n, { instrument: checking })
  await ask(patient(), debit)
  host.book.close()
  const entry = host.book.entries.at(-1)!
  entry.status = 'returnedItem'
  entry.returned = { code: 'R01', ts: 1_767_225_600 }
  const found = await patient().find(debit)
  assert.ok(found.seen)
  assert.deepEqual(found.outcome.returned, { code: 'R01', ts: 1_767_225_600 })
  assert.equal(found.outcome.result, 'approved')
})

test('a payment that is held is asked about until a person has decided', async () => {
  for (const is_approved of [true, false]) {
    host.book.review = 'FDSAuthorizedPendingReview'
    const sale = orderOf('sale', 1_000n, { instrument: visa })
    const outcome = await ask(patient(), sale)
    host.book.review = null
    assert.equal(outcome.result, 'held')
    const before_it = await patient().find(sale)
    assert.ok(before_it.seen && before_it.outcome.result === 'held')
    host.book.decide(outcome.processor_reference!, is_approved)
    const found = await patient().find(sale)
    assert.ok(found.seen)
    assert.equal(found.outcome.result, is_approved ? 'approved' : 'declined')
    if (!is_approved) assert.equal(found.outcome.reason_code_id, 1624)
  }
})

test('a payment is found among thousands, and after its batch was closed', async () => {
  const sale = orderOf('sale', 1_000n, { instrument: visa })
  await ask(patient(), sale)
  const [entry] = host.book.entries.splice(-1)
  const others = Array.from({ length: 2_500 }, (_, index) => ({
    ...entry!,
    id: String(90_000_000_000 + index),
    invoice: `OTHER${index}`,
  }))
  host.book.entries.push(entry!, ...others)
  const unsettled = await patient().find(sale)
  host.book.close()
  const settled = await patient().find(sale)
  assert.ok(unsettled.seen && settled.seen)
  assert.equal(settled.outcome.processor_reference, entry!.id)
  host.book.entries.splice(-others.length)
})

test('of an authorization that has expired there is nothing to take back', async () => {
  const hold = orderOf('authonly', 1_000n, { instrument: visa })
  const { processor_reference } = await ask(patient(), hold)
  host.book.byId(processor_reference!)!.status = 'expired'
  host.book.byId(processor_reference!)!.batch = 'gone'
  const request = orderOf('void', 1_000n, { original: { ...originalOf(hold), processor_reference } })
  assert.equal((await ask(patient(), request)).reason_code_id, 1609)
  const found = await patient().find(request)
  assert.ok(found.seen && found.outcome.reason_code_id === 1609)
})
