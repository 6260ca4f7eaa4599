import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Processor } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { postTransaction, putTransaction, refundBody } from '../support/payments.ts'

const sent: ProcessorRequest[] = []
let wallets: Processor['wallets'] = ['apple_pay', 'google_pay']
let t: TestApp
before(async () => {
  t = await testApp('wallets', {
    processor: real => ({
      ...real,
      get wallets() {
        return wallets ?? []
      },
      actions: {
        ...real.actions,
        async sale(request) {
          sent.push(request)
          return real.actions.sale!(request)
        },
      },
    }),
  })
})
after(() => t.close())

const APPLE = { version: 'EC_v1', data: 'sealed-by-a-phone', signature: 'sig', header: { transactionId: 'aa' } }
const GOOGLE = { protocolVersion: 'ECv2', signature: 'sig', signedMessage: '{}' }
const OPENED = { id: 'tok_1', object: 'token', card: { tokenization_method: 'apple_pay' } }
const sale = (payment_token: unknown, more: Json = {}) =>
  postTransaction(t.api, {
    ...{ action: 'sale', payment_method: 'cc', transaction_amount: '10.00', location_id: t.merchants[0].location_id },
    ...{ payment_token: typeof payment_token === 'string' ? payment_token : JSON.stringify(payment_token), ...more },
  })

test('what a wallet gave is passed on as it is, and the payment can be refunded without an account', async () => {
  for (const [token, wallet] of [
    [APPLE, 'apple_pay'],
    [GOOGLE, 'google_pay'],
    [OPENED, 'apple_pay'],
    [{ id: 'tok_2', object: 'token' }, 'google_pay'],
  ] as const) {
    const { status, body, text } = await sale(token)
    assert.equal(status, 201, text)
    const { id, status_id, first_six, last_four, payment_token } = body.transaction
    assert.deepEqual([status_id, first_six, last_four, payment_token], [101, null, null, undefined])
    assert.deepEqual(sent.pop()?.instrument, { kind: 'wallet', wallet, payment_token: JSON.stringify(token) })
    const refund = refundBody(id, '4.00')
    assert.equal((await postTransaction(t.api, refund)).body.transaction.status_id, 111)
    assert.equal((await putTransaction(t.api, id, { action: 'void' })).status, 422)
  }
  const kept = await t.db.query(`select 1 from event where event::text like '%sealed-by-a-phone%'`)
  assert.deepEqual(kept, [])
})

test('two payments with one token are one, with tokens of their own they are two', async () => {
  const { cc_product_transaction_id: id } = t.merchants[0]
  await t.api.put(`producttransactions/${id}`, {
    producttransaction: { dup_check_per_batch: 'account_number,transaction_amount' },
  })
  const token = { ...APPLE, data: 'one' }
  assert.equal((await sale(token)).body.transaction.status_id, 101)
  assert.equal((await sale(token)).body.transaction.reason_code_id, 1801)
  assert.equal((await sale({ ...APPLE, data: 'two' })).body.transaction.status_id, 101)
  await t.api.put(`producttransactions/${id}`, { producttransaction: { dup_check_per_batch: null } })
})

test('what is no token, stands beside a card or cannot be decrypted there is refused by its field', async () => {
  const refusal = async (...of: Parameters<typeof sale>) => {
    const { status, body } = await sale(...of)
    return [status, Object.keys(body.errors)]
  }
  assert.deepEqual(await refusal('not json'), [422, ['payment_token']])
  assert.deepEqual(await refusal({ data: 1 }), [422, ['payment_token']])
  assert.deepEqual(await refusal(APPLE, { save_account: true }), [422, ['save_account']])
  assert.deepEqual(await refusal(APPLE, { payment_method: 'ach', action: 'debit' }), [422, ['payment_token']])
  assert.deepEqual(await refusal(APPLE, { account_number: '4111111111111111', exp_date: '1230' }), [
    422,
    ['payment_token'],
  ])
  wallets = undefined
  assert.deepEqual(await refusal(APPLE), [422, ['payment_token']])
  wallets = ['apple_pay', 'google_pay']
})

test('what 3-D Secure has said goes along: cryptogram, ids, indicator and version', async () => {
  const said = { cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA=', xid: 'ds-1', eci: '05', three_d_secure_version: '2.2.0' }
  await sale({ ...APPLE, data: 'three' }, said)
  const { three_d_secure_version: version, ...rest } = said
  assert.deepEqual(sent.pop()?.three_d_secure, { ...rest, version })
})
