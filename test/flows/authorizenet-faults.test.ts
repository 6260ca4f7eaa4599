import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Processor } from '../../src/ports/processor.ts'
import { referenceOf } from '../../src/processors/authorizenet/wire.ts'
import { connect } from '../contracts/authorizenet.fixture.ts'
import { type AuthorizeNetHost, openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import type { HostFault } from '../hosts/host.ts'
import { type Answer, type Json, type TestApp, testApp } from '../support/app.ts'
import { debitBody, paid, postTransaction, putTransaction, saleBody } from '../support/payments.ts'
import { bankPayment, cardPayment, gateway, rootActor } from '../support/power-cut.ts'

/**
 * Every fault on the way to Authorize.Net, in each request of a payment's life, with Authorize.Net reachable again at
 * once or for a while not. However it goes, the gateway's books end where theirs do.
 */
const FAULTS: readonly HostFault[] = ['lost_before', 'lost_after', 'cut', 'late', 'garbage', 'error_500']

/** A request that is made: first what it acts on, then the request itself. */
type Case = () => Promise<() => Promise<unknown>>

const card = (action: string, over: Json = {}): Json => saleBody({ action, transaction_amount: '10.00', ...over })
const bank = (action: string): Json => debitBody(t.merchants[0].ach_product_transaction_id, { action })
const post = (body: Json) => async () => () => postTransaction(t.api, body)
const refundOf = (id: string): Json => {
  return { action: 'refund', payment_method: 'cc', previous_transaction_id: id, transaction_amount: '4.00' }
}
const settledSale = async (): Promise<string> => {
  const { id } = await paid(t.api, card('sale'))
  host.book.close()
  return id
}
const put = (first: () => Promise<Json>, body: Json) => async () => {
  const { id } = await first()
  return () => putTransaction(t.api, id, body)
}

const CASES: Readonly<Record<string, Case>> = {
  sale: () => post(card('sale'))(),
  authonly: () => post(card('authonly'))(),
  force: () => post(card('force', { auth_code: 'V12345' }))(),
  avsonly: () => post({ ...card('avsonly'), transaction_amount: undefined, billing_zip: '14850' })(),
  'refund without a payment': () => post(card('refund'))(),
  debit: () => post(bank('debit'))(),
  credit: () => post(bank('credit'))(),
  refund: async () => post(refundOf(await settledSale()))(),
  authcomplete: put(() => paid(t.api, card('authonly')), { action: 'authcomplete', transaction_amount: '9.00' }),
  'void of a sale': put(() => paid(t.api, card('sale')), { action: 'void' }),
  'void of an authorization': put(() => paid(t.api, card('authonly')), { action: 'void' }),
  'void of a refund': put(async () => paid(t.api, refundOf(await settledSale())), { action: 'void' }),
  'void of a debit': put(() => paid(t.api, bank('debit')), { action: 'void' }),
}

let host: AuthorizeNetHost
let t: TestApp
let there: Processor
before(async () => {
  host = await openAuthorizeNet()
  there = connect(host.url, {}, 250)
  t = await testApp('authorizenet_faults', { processor: () => there, retry_policy: { find_ms: [10], poll_ms: 300 } })
  const { cc_product_transaction_id, ach_product_transaction_id } = t.merchants[0]
  const producttransaction = { allow_blind_refund: 1, debit_allow_void: 1, dup_check_per_batch: 0 }
  for (const id of [cc_product_transaction_id, ach_product_transaction_id])
    assert.equal((await t.api.put(`producttransactions/${id}`, { producttransaction })).status, 200)
})
after(async () => {
  await t.close()
  await host.close()
})

async function resolveSome(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
    await t.app.payments.resolve()
  }
}

/** Minor units taken less those given back, and those held, in their book. */
function theirs(): [taken: bigint, held: bigint] {
  const sum = (pattern: RegExp, of: 'settles' | 'authorized'): bigint =>
    host.book.entries.reduce((all, each) => (pattern.test(each.status) ? all + each[of] : all), 0n)
  const taken = sum(/^(captured|settled)/, 'settles') - sum(/^refund/, 'settles')
  return [taken, sum(/^authorizedPending/, 'authorized')]
}

async function ours(): Promise<[taken: bigint, held: bigint]> {
  const [row] = await t.db.query<{ taken: string; held: string }>(`
    select (coalesce(sum(captured_amount) filter (where status_id = 101), 0)
            + coalesce(sum(auth_amount) filter (where status_id = 131 and type_id = 50), 0)
            - coalesce(sum(auth_amount) filter (where status_id = 111 or status_id = 131 and type_id = 40), 0))::text as taken,
           coalesce(sum(authorized_amount) filter (where status_id = 102), 0)::text as held
      from transaction`)
  return [BigInt(row!.taken), BigInt(row!.held)]
}

for (const [name, prepare] of Object.entries(CASES))
  for (const fault of FAULTS)
    for (const is_away of [false, true])
      test(`${name}, ${fault}${is_away ? ', and away for a while' : ''}: both books say the same`, async () => {
        const request = await prepare()
        // A refund looks up its payment first.
        const looks = name === 'refund' ? [null] : []
        const away = is_away ? Array<HostFault>(12).fill('lost_before') : []
        host.faults.push(...looks, fault, ...away)
        const { status } = (await request()) as Answer
        assert.ok(status === 200 || status === 201, String(status))
        host.faults.splice(0)
        host.release()
        await resolveSome()
        assert.deepEqual(await ours(), theirs())
      })

for (const [name, make] of [
  ['sale', () => cardPayment(t)],
  ['authonly', () => cardPayment(t, { action: 'authonly' })],
  ['debit', () => bankPayment(t, 'debit')],
] as const)
  for (const fault of ['lost_before', 'lost_after', 'garbage', null] as const)
    test(`${name}, ${fault ?? 'nothing wrong'}, but its process dies before the answer is stored: both books agree`, async () => {
      host.faults.push(fault)
      const dying = gateway(t, () => there, 1, { find_ms: [1], poll_ms: 300 }).run(rootActor(t), make())
      await assert.rejects(dying, /power cut/)
      host.faults.splice(0)
      await resolveSome()
      assert.deepEqual(await ours(), theirs())
    })

test('every payment of theirs is one of the gateway’s, and none was made twice', async () => {
  const references = host.book.entries.map(({ invoice }) => referenceOf(invoice))
  assert.equal(new Set(references).size, references.length)
  const [row] = await t.db.query<{ known: number }>('select count(*)::int as known from attempt where id = any($1)', [
    references,
  ])
  assert.equal(row!.known, references.length)
  const voided = host.book.entries.filter(({ status }) => status === 'voided')
  for (const type of ['authCaptureTransaction', 'authOnlyTransaction', 'refundTransaction'])
    assert.ok(voided.filter(each => each.type === type).length >= 10, type)
  assert.ok(voided.filter(({ echeck_type }) => echeck_type === 'WEB').length >= 5)
})

test('nothing of a card is in a log', async () => {
  assert.ok(!t.logged().includes('4111111111111111'))
})
