import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { processor } from '../../src/cli/processor.ts'
import { worldpayRoom } from '../contracts/worldpay-cnp.fixture.ts'
import { MERCHANT } from '../hosts/worldpay-cnp/index.ts'
import { testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { paid, saleBody } from '../support/payments.ts'

/** A product is given to Worldpay by command, beside a running gateway. */
const room = await worldpayRoom()
after(() => room.close())
const t = await testApp('worldpay_command')
after(() => t.close())
const operator = operatorOf(t)
const { cc_product_transaction_id: product } = t.merchants[0]
const run = (...args: string[]) => operator.run(processor(args))

/** A running gateway reads settings again once a second. */
const aSecond = () => pause(1_100)

function set(over: Record<string, string>): Promise<string> {
  const path = join(t.home, 'worldpay.json')
  writeFileSync(path, JSON.stringify({ ...MERCHANT, url: room.host.address, ...over }))
  return run('set', '--product', product, '--connector', 'worldpay-cnp', '--settings', path)
}

test('a product is set, checked, certified, shown without its password, and paid through', async () => {
  assert.match(await set({}), /connector worldpay-cnp/)
  assert.equal(await run('check', '--product', product), 'address and credentials work')
  const report = await run('certify', '--product', product)
  assert.match(report, /order 13, authorization/)
  assert.doesNotMatch(report, /4457010000000009/)
  const shown = await run('show', '--product', product)
  assert.match(shown, new RegExp(MERCHANT.merchant_id))
  assert.ok(!`${shown}${report}`.includes(MERCHANT.password))
  const sale = await paid(t.api, saleBody({ transaction_amount: '18.00' }))
  assert.equal(sale.status_id, 101)
  assert.deepEqual(
    [room.host.book.transactions.at(-1)!.amount, room.host.book.transactions.at(-1)!.element],
    [1800n, 'sale'],
  )
})

test('a wrong password is one plain line for the operator and a set-up issue for the payer, and is put right', async () => {
  await set({ password: 'planted-wrong-77' })
  await assert.rejects(run('check', '--product', product), {
    message: /Worldpay does not accept the user, the password or the merchant id\.$/,
  })
  await aSecond()
  const { status_id, reason_code_id } = await paid(t.api, saleBody({ transaction_amount: '19.00' }))
  assert.deepEqual([status_id, reason_code_id], [301, 1540])
  await set({})
  await aSecond()
  assert.equal((await paid(t.api, saleBody({ transaction_amount: '20.00' }))).status_id, 101)
  assert.ok(!`${t.logged()}${operator.printed.join()}`.includes('planted-wrong-77'))
})
