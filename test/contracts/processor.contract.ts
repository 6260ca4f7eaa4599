/**
 * Suites that every adapter of a port must pass, and their runners. Never: a rule of a single adapter in a shared
 * suite.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../../src/lib/id.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { Found, Outcome, Processor } from '../../src/ports/processor.ts'
import type {
  Action,
  BankInstrument,
  CardInstrument,
  Inquiry,
  Original,
  ProcessorRequest,
} from '../../src/ports/processor-request.ts'

export interface ProcessorUnderTest {
  processor: Processor
  /** The same adapter with an address where nothing answers. */
  unreachable: Processor
  card: CardInstrument
  bank?: BankInstrument | undefined
  /** Minor units the processor approves. At least 100. */
  approved: bigint
  /** What of a payment makes the processor decline it, and its reason. */
  declined: Partial<ProcessorRequest> & { reason_code_id: number }
  /** Settles what was captured, where a processor gives nothing back before. */
  settle?: () => Promise<void>
  /** Everything that was written down on the way: recordings, ledgers, logs. */
  transcript(): Promise<string>
  close(): Promise<void>
}

/** An order for tests, with a fresh reference unless one is given. */
export function orderOf(action: Action, amount: bigint, more: Partial<ProcessorRequest> = {}): ProcessorRequest {
  return {
    reference: newId(Date.now()),
    action,
    amount,
    currency: 'USD',
    allow_partial: false,
    initiation: BY_CARDHOLDER,
    ...more,
  }
}

/** What is asked about an order of which the reference alone is known. */
export function asked(reference: string): Inquiry {
  return { reference, action: 'sale', amount: 0n }
}

/** An order as one that acts on it names it. */
export function originalOf({ reference, action, amount, original, instrument }: ProcessorRequest): Original {
  const about = { processor_reference: null, last_four: null, auth_code: null, created_ts: 0 }
  const payment_method = original?.payment_method ?? (instrument?.kind === 'bank' ? 'ach' : 'cc')
  return { reference, action, amount, payment_method, ...about }
}

export async function ask(processor: Processor, order: ProcessorRequest): Promise<Outcome> {
  const action = processor.actions[order.action]
  assert.ok(action, `${processor.name} has no ${order.action}`)
  return action(order)
}

/** Actions that begin a payment of their own; a refund is tried as what gives an earlier one back. */
const BEGINNINGS: ReadonlySet<Action> = new Set(['sale', 'authonly', 'avsonly', 'force', 'debit', 'credit'])

/** One suite for every processor adapter: recorded, simulated or live. `make` is called once. */
export function processorContract(name: string, make: () => Promise<ProcessorUnderTest>): void {
  describe(`processor contract: ${name}`, () => {
    let under: ProcessorUnderTest
    before(async () => {
      under = await make()
    })
    after(() => under.close())

    const has = (...actions: Action[]) => actions.every(action => under.processor.actions[action])
    const refused = () => {
      const { reason_code_id: _, ...makes_it_so } = under.declined
      return makes_it_so
    }
    const pay = (action: Action, more: Partial<ProcessorRequest> = {}) => {
      return orderOf(action, under.approved, { instrument: under.card, ...more })
    }

    /** With all that any action needs, so that nothing but the way to the processor is wrong. */
    const whole = (action: Action) => {
      const instrument = action === 'debit' || action === 'credit' ? (under.bank ?? under.card) : under.card
      if (BEGINNINGS.has(action)) return pay(action, { instrument, auth_code: '123456' })
      const original = originalOf(pay(action === 'void' || action === 'refund' ? 'sale' : 'authonly'))
      return orderOf(action, under.approved, { original })
    }

    test('an approval names the amount, a code and the processor’s own reference', async () => {
      const outcome = await ask(under.processor, pay('sale'))
      assert.equal(outcome.result, 'approved')
      assert.equal(outcome.reason_code_id, 1000)
      assert.equal(outcome.auth_amount, under.approved)
      assert.match(outcome.auth_code ?? '', /^.{1,6}$/)
      assert.ok(outcome.processor_reference)
      assert.ok((outcome.response_message ?? '').length <= 255)
    })

    test('a decline carries its reason and no amount', async () => {
      const outcome = await ask(under.processor, { ...pay('sale'), ...refused() })
      assert.equal(outcome.result, 'declined')
      assert.equal(outcome.reason_code_id, under.declined.reason_code_id)
      assert.equal(outcome.auth_amount, null)
      assert.ok(outcome.verbiage)
    })

    test('the same reference again gives the first outcome, also when all arrive at once', async () => {
      const order = pay('sale')
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(under.processor, order)))
      const later = await ask(under.processor, order)
      for (const outcome of outcomes) assert.deepEqual(outcome, later)
    })

    test('find tells what the answer told, and that an order was never seen', async () => {
      for (const more of [{}, refused()]) {
        const order = pay('sale', more)
        const outcome = await ask(under.processor, order)
        assert.deepEqual(await under.processor.find(order), { seen: true, outcome })
      }
      assert.deepEqual(await under.processor.find(orderOf('sale', 1n)), { seen: false })
    })

    test('an order that was ruled out before it came is declined when it comes; one that has come cannot be', async context => {
      const { ruleOut, find } = under.processor
      if (!ruleOut) return context.skip('the connector rules out no order')
      const late = pay('sale')
      for (let time = 0; time < 2; time += 1) assert.deepEqual(await ruleOut(late), { seen: false })
      assert.equal((await ask(under.processor, late)).result, 'declined')
      assert.deepEqual(await find(late), { seen: false })
      const early = pay('sale')
      const outcome = await ask(under.processor, early)
      assert.deepEqual(await ruleOut(early), { seen: true, outcome })
    })

    test('of an order and its ruling out at the same moment one wins, and both know which', async context => {
      const { ruleOut } = under.processor
      if (!ruleOut) return context.skip('the connector rules out no order')
      for (let time = 0; time < 20; time += 1) {
        const order = pay('sale')
        const both: [Promise<Outcome>, Promise<Found>] = [ask(under.processor, order), ruleOut(order)]
        const [outcome, found] = await Promise.all(both)
        assert.equal(outcome.result, found.seen ? 'approved' : 'declined')
      }
    })

    test('a sale is voided once, and a voided one is not refunded', async context => {
      if (!has('void', 'refund')) return context.skip('the connector lacks void or refund')
      const sale = pay('sale')
      await ask(under.processor, sale)
      const follow = (action: Action) =>
        ask(under.processor, orderOf(action, under.approved, { original: originalOf(sale) }))
      assert.equal((await follow('void')).result, 'approved')
      assert.equal((await follow('void')).result, 'declined')
      assert.equal((await follow('refund')).result, 'declined')
    })

    test('refunds go up to what was captured and not a cent further', async context => {
      if (!has('refund')) return context.skip('the connector lacks refund')
      const sale = pay('sale')
      await ask(under.processor, sale)
      await under.settle?.()
      const refund = (amount: bigint) => ask(under.processor, orderOf('refund', amount, { original: originalOf(sale) }))
      assert.equal((await refund(under.approved - 1n)).result, 'approved')
      assert.equal((await refund(2n)).result, 'declined')
      assert.equal((await refund(1n)).result, 'approved')
      assert.equal((await refund(1n)).result, 'declined')
    })

    test('a refund that is repeated with its reference takes the money once', async context => {
      if (!has('refund')) return context.skip('the connector lacks refund')
      const sale = pay('sale')
      await ask(under.processor, sale)
      await under.settle?.()
      const half = orderOf('refund', under.approved / 2n, { original: originalOf(sale) })
      const repeated = await Promise.all([half, half, half].map(order => ask(under.processor, order)))
      assert.deepEqual(
        repeated.map(({ result }) => result),
        ['approved', 'approved', 'approved'],
      )
      const rest = orderOf('refund', under.approved - half.amount, { original: originalOf(sale) })
      assert.equal((await ask(under.processor, rest)).result, 'approved')
    })

    test('an authorization is completed once and never above its amount', async context => {
      if (!has('authonly', 'authcomplete')) return context.skip('the connector lacks authonly or authcomplete')
      const hold = pay('authonly')
      await ask(under.processor, hold)
      const complete = (amount: bigint) =>
        ask(under.processor, orderOf('authcomplete', amount, { original: originalOf(hold) }))
      assert.equal((await complete(under.approved + 1n)).result, 'declined')
      const outcome = await complete(under.approved - 1n)
      assert.equal(outcome.result, 'approved')
      assert.equal(outcome.auth_amount, under.approved - 1n)
      assert.equal(outcome.reason_code_id, 1001)
      assert.equal((await complete(1n)).result, 'declined')
    })

    test('a voice authorization is approved as forced', async context => {
      if (!has('force')) return context.skip('the connector lacks force')
      const outcome = await ask(under.processor, whole('force'))
      assert.deepEqual([outcome.result, outcome.reason_code_id], ['approved', 1002])
    })

    test('an order on an original the processor never saw is declined', async context => {
      if (!has('authcomplete', 'void', 'refund'))
        return context.skip('the connector lacks authcomplete or void or refund')
      for (const action of ['authcomplete', 'void', 'refund'] as const) {
        const outcome = await ask(
          under.processor,
          orderOf(action, under.approved, { original: originalOf(orderOf('sale', 1n)) }),
        )
        assert.equal(outcome.result, 'declined', action)
      }
    })

    test('bank accounts are debited and credited', async context => {
      if (!under.bank || !has('debit', 'credit')) return context.skip('the connector takes no bank accounts')
      for (const action of ['debit', 'credit'] as const) {
        const outcome = await ask(under.processor, pay(action, { instrument: under.bank }))
        assert.equal(outcome.result, 'approved')
        assert.equal(outcome.reason_code_id, 1000)
      }
    })

    test('when nobody answers every action is unknown with reason 1531 and find throws', async () => {
      for (const action of Object.keys(under.unreachable.actions) as Action[]) {
        const outcome = await ask(under.unreachable, whole(action))
        assert.equal(outcome.result, 'unknown', action)
        assert.equal(outcome.reason_code_id, 1531)
        assert.equal(outcome.auth_amount, null)
      }
      await assert.rejects(under.unreachable.find(orderOf('sale', 1n)))
    })

    test('no card number, security code or track is answered or written down', async () => {
      const card = { ...under.card, cvv: '8642', track_data: `;${under.card.number}=30121015432112345678?` }
      const outcome = await ask(under.processor, pay('sale', { instrument: card }))
      const written = `${await under.transcript()}${JSON.stringify({ ...outcome, auth_amount: null })}`
      for (const secret of [card.number, '"8642"', '15432112345678']) assert.ok(!written.includes(secret), secret)
    })
  })
}
