import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, describe, test } from 'node:test'
import { Stripe } from 'stripe'
import { LOCALHOST } from '../support/localhost-certificate.ts'
import { ask, orderOf, originalOf } from './processor.contract.ts'
import { openStripeRoom, pay, visa } from './stripe.fixture.ts'

const room = await openStripeRoom()
const { send } = room
after(() => room.close())
beforeEach(() => {
  room.host.received.length = 0
  room.host.account.raw_cards = true
})

describe('an account that does not work', () => {
  test('is a decline for the payer and one plain line for the operator, without a secret', async () => {
    const sale = () => pay('sale')
    const wrong_key = room.another({ secret_key: 'sk_test_wrongwrongwrong' })
    const cases = [
      [() => ask(wrong_key, sale()), /does not take the secret key/],
      [
        () => {
          room.host.account.raw_cards = false
          return send(sale())
        },
        /may not send card numbers/,
      ],
      [
        () => {
          room.host.account.raw_cards = true
          room.host.says.push({ status: 403, body: JSON.stringify({ error: { type: 'invalid_request_error' } }) })
          return send(sale())
        },
        /no right/,
      ],
    ] as const
    for (const [asking, line] of cases) {
      const outcome = await asking()
      assert.deepEqual([outcome.result, outcome.reason_code_id], ['declined', 1540])
      assert.match(outcome.misconfigured ?? '', line)
      const { auth_amount: _, ...said } = outcome
      assert.doesNotMatch(JSON.stringify(said), /sk_test|4242/)
    }
    const unfit = await openStripeRoom('')
    const asks_too_much = unfit.another({ features: 'moto' })
    const outcome = await ask(asks_too_much, pay('sale', { entry_mode: 'keyed' }))
    assert.match(outcome.misconfigured ?? '', /parameter_unknown \(payment_method_options\[card\]\[moto\]\)/)
    await unfit.close()
  })

  test('check says what is wrong in one line', async context => {
    const secure = createServer(LOCALHOST, (_, response) => response.end('{}'))
    await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve))
    context.after(() => secure.close())
    const { port } = secure.address() as AddressInfo
    const cases = [
      [{ secret_key: 'sk_test_wrongwrongwrong' }, {}, /does not take the secret key/],
      [{ url: 'http://127.0.0.1:1' }, {}, /could not be reached/],
      [{ url: 'https://processor.example' }, { lookup: nowhere }, /has no address/],
      [{ url: `https://127.0.0.1:${port}` }, {}, /certificate/],
      [{ url: `https://localhost:${port}` }, { ca: LOCALHOST.cert }, /not as Stripe does/],
    ] as const
    for (const [credentials, http, line] of cases) {
      const error = await room.another(credentials, http).check!().then(
        () => null,
        (thrown: Error) => thrown.message,
      )
      assert.match(error ?? 'nothing is wrong', line)
      assert.doesNotMatch(error ?? '', /\n|sk_test/)
    }
    room.host.faults.push('late')
    await assert.rejects(room.another({}, { call_ms: 100 }).check!(), /gave no answer: timed out/)
    room.host.release()
    await room.processor.check!()
  })
})

const nowhere = ((_: string, __: unknown, done: (error: Error) => void) =>
  done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))) as never

describe('what Stripe says by itself', () => {
  const now = 1_790_000_000

  test('a signed notification names what it is about; the same again has the same id', () => {
    const metadata = { reference: 'ours' }
    const read = (object: object) =>
      room.processor.read!({ ...room.host.notification('x.y', object, now), received_ts: now })
    const said = (object: object) => read(object)!.map(({ id: _, ...each }) => each)
    assert.deepEqual(said({ object: 'payment_intent', id: 'pi_1', metadata }), [
      { event: 'x.y', reference: 'ours', processor_reference: 'pi_1' },
    ])
    assert.deepEqual(said({ object: 'refund', id: 're_1', payment_intent: 'pi_1', metadata }), [
      { event: 'x.y', reference: 'ours', processor_reference: 're_1' },
    ])
    assert.deepEqual(said({ object: 'dispute', id: 'du_1', payment_intent: 'pi_1' }), [
      { event: 'x.y', processor_reference: 'pi_1' },
    ])
    assert.deepEqual(said({ object: 'payout', id: 'po_1' }), [{ event: 'x.y' }])
    const message = { ...room.host.notification('x.y', { object: 'payout' }, now), received_ts: now }
    assert.deepEqual(room.processor.read!(message), room.processor.read!(message))
  })

  test('one that is old, of the future, touched, unsigned or signed with another secret is not read', () => {
    const { headers, body } = room.host.notification('x.y', { object: 'payout' }, now)
    const read = (more: object) => room.processor.read!({ headers, body, received_ts: now, ...more })
    assert.equal(read({})?.length, 1)
    assert.equal(read({ received_ts: now + 300 })?.length, 1)
    for (const more of [
      { received_ts: now + 301 },
      { received_ts: now - 301 },
      { body: `${body} ` },
      { headers: {} },
      { headers: { 'stripe-signature': headers['stripe-signature']!.replace('v1=', 'v0=') } },
      { headers: { 'stripe-signature': `t=${now},v1=00` } },
      { headers: { 'stripe-signature': [headers['stripe-signature']] } },
    ])
      assert.equal(read(more), null, JSON.stringify(more))
    const message = { headers, body, received_ts: now }
    assert.equal(room.another({ webhook_secret: '' }).read!(message), null)
    assert.equal(room.another({ webhook_secret: 'whsec_another0' }).read!(message), null)
  })

  test('signatures are those of the official package', () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'a.b',
      data: { object: { object: 'payout' } },
    })
    const stripe = new Stripe(room.host.secret_key)
    const secret = 'whsec_official01'
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now })
    const message = { headers: { 'stripe-signature': signature }, body: payload, received_ts: now }
    assert.deepEqual(room.another({ webhook_secret: secret }).read!(message), [{ id: 'evt_1', event: 'a.b' }])
  })

  test('what was paid out is told with its fees, page by page; what is on its way or came back is not', async () => {
    const own = await openStripeRoom()
    const sale = pay('sale')
    await ask(own.processor, sale)
    await ask(own.processor, orderOf('refund', 300n, { original: originalOf(sale) }))
    own.host.book.move('stripe_fee', -200, 'fee_1')
    const [voided, earlier, failed] = [pay('sale'), pay('sale'), pay('sale')]
    for (const order of [voided, earlier, failed]) await ask(own.processor, order)
    await ask(own.processor, orderOf('void', 1000n, { original: originalOf(voided) }))
    await ask(own.processor, orderOf('refund', 1000n, { original: originalOf(failed) }))
    const [given] = [...own.host.book.refunds.values()].slice(-1)
    own.host.book.move('refund_failure', 1000, given!.id)
    const stranger = [...own.host.book.charges.values()].at(-2)!
    stranger.metadata = { ...stranger.metadata, product_transaction_id: 'of another' }
    const payout = own.host.book.payOut()
    await ask(own.processor, pay('sale'))
    own.host.book.payOut('failed')
    for (let each = 0; each < 120; each += 1) await ask(own.processor, pay('sale'))
    const large = own.host.book.payOut('in_transit')
    const paid_out = { ...originalOf(sale), amount: 700n }
    await ask(own.processor, orderOf('void', 700n, { original: paid_out }))
    const last = own.host.book.payOut()
    await ask(own.processor, pay('sale'))
    const pages = await Array.fromAsync(own.processor.settled!(0, 4_000_000_000))
    assert.deepEqual(
      pages.map(page => page.length),
      [1, 100, 20, 5],
    )
    const order = await own.processor.find(sale)
    const undone = order.seen && {
      processor_reference: order.outcome.processor_reference,
      amount: -700n,
      batch: last.id,
    }
    assert.deepEqual(
      pages[0]!.map(({ processor_reference, amount, batch }) => ({ processor_reference, amount, batch })),
      [undone],
      'what takes a payment back that was paid out before is a line of that payment',
    )
    assert.ok(pages[1]!.every(({ batch }) => batch === large.id))
    const lines = pages.at(-1)!.map(({ amount, fee, reference, batch, funding_reference }) => {
      return { amount, fee, is_sale: reference === sale.reference, batch, funding_reference }
    })
    const of = { batch: payout.id, funding_reference: payout.id }
    assert.deepEqual(lines, [
      { amount: 0n, fee: 0n, is_sale: false, ...of },
      { amount: 1000n, fee: 59n, is_sale: false, ...of },
      { amount: 0n, fee: 59n, is_sale: false, ...of },
      { amount: -300n, fee: 0n, is_sale: false, ...of },
      { amount: 1000n, fee: 59n, is_sale: true, ...of },
    ])
    assert.deepEqual(await Array.fromAsync(own.processor.settled!(0, 1)), [])
    await own.close()
  })

  test('the published table is run with a key of test mode, and with no other', async () => {
    const cases = await Array.fromAsync(room.processor.certify!())
    assert.deepEqual(
      cases.filter(({ is_passed }) => !is_passed),
      [],
    )
    assert.equal(cases.length, 13)
    const live = room.another({ secret_key: 'sk_live_madeUpForTheseTests1' })
    await assert.rejects(Array.fromAsync(live.certify!()), /test mode only/)
  })
})

test('the official package, by itself, understands the host and is understood', async () => {
  const { port } = new URL(room.host.url)
  const settings = { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 2, telemetry: false } as const
  const stripe = new Stripe(room.host.secret_key, settings)
  const made = await stripe.paymentIntents.create({ amount: 500, currency: 'usd', metadata: { a: 'b' } })
  assert.equal(made.status, 'requires_payment_method')
  assert.deepEqual((await stripe.paymentIntents.retrieve(made.id)).metadata, { a: 'b' })
  const same = await Promise.all([1, 2].map(() => stripe.customers.create({ name: 'W' }, { idempotencyKey: 'once' })))
  assert.equal(same[0]!.id, same[1]!.id)
  await assert.rejects(
    stripe.customers.create({ name: 'V' }, { idempotencyKey: 'once' }),
    Stripe.errors.StripeIdempotencyError,
  )
  await assert.rejects(stripe.paymentIntents.capture(made.id), { code: 'payment_intent_unexpected_state' })
  await assert.rejects(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }), { code: 'amount_too_small' })
  await assert.rejects(stripe.paymentIntents.create({ amount: 500, currency: 'usd', colour: 'red' } as never), {
    code: 'parameter_unknown',
    param: 'colour',
  })
  const stranger = new Stripe('sk_test_wrong', settings)
  await assert.rejects(stranger.balance.retrieve(), Stripe.errors.StripeAuthenticationError)
  room.host.faults.push('lost_after')
  const before = room.host.book.customers.size
  await stripe.customers.create({ name: 'sent twice by the package, made once by the host' })
  assert.equal(room.host.book.customers.size, before + 1)
})

test('numbers, codes, tracks and keys are in no outcome and no error', async () => {
  const instrument = { ...visa, cvv: '8642', track_data: ';4242424242424242=30121015432112345678?' }
  const outcomes: unknown[] = []
  for (const raw_cards of [true, false]) {
    room.host.account.raw_cards = raw_cards
    for (const action of ['sale', 'authonly', 'avsonly'] as const)
      outcomes.push(await send(pay(action, { instrument })))
  }
  room.host.says.push({
    status: 400,
    body: JSON.stringify({ error: { type: 'invalid_request_error', code: `no ${visa.number}`, message: '8642' } }),
  })
  outcomes.push(await send(pay('sale', { instrument })))
  room.host.says.push({ body: `<html>${visa.number}</html>` })
  outcomes.push(await room.processor.find(pay('sale')).catch((error: Error) => `${error.message} ${error.stack}`))
  const stranger = room.another({ secret_key: 'sk_test_wrongwrongwrong' })
  outcomes.push(await stranger.find(pay('sale')).catch((error: Error) => error.message))
  outcomes.push(await Array.fromAsync(stranger.settled!(0, 1)).catch((error: Error) => error.message))
  assert.deepEqual(
    outcomes.slice(-2),
    Array(2).fill('Stripe does not take the secret key: it is wrong, has expired or was revoked.'),
  )
  const said = JSON.stringify(outcomes, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  for (const secret of [visa.number, '"8642"', ' 8642', '15432112345678', room.host.secret_key])
    assert.ok(!said.includes(secret), secret)
})
