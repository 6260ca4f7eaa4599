import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { processor } from '../../src/cli/processor.ts'
import { testApp } from '../support/app.ts'
import { authorizenetPlace, type Place, stripePlace, worldpayPlace } from '../support/connector-places.ts'
import { operatorOf } from '../support/operator.ts'
import { paid, saleBody, VISA } from '../support/payments.ts'

/** An operator gives a product to a real processor by command, beside a running gateway. */
const t = await testApp('connector_command')
after(() => t.close())
const operator = operatorOf(t)
const run = (...args: string[]) => operator.run(processor(args))
const { cc_product_transaction_id: product } = t.merchants[0]
const seconds = () => t.clock.seconds()

/** A running gateway reads settings again once a second. */
const aSecond = () => pause(1_100)
/** Credentials in the form that every processor takes, and nobody's. */
const WRONG = 'sk_test_wrong77'

/** What proves that its merchant is who he says, and what an operator is told where that is wrong. */
const CREDENTIALS = [
  [
    'worldpay-cnp',
    await worldpayPlace(),
    'password',
    /^Worldpay does not accept the user, the password or the merchant id\.$/,
  ],
  [
    'authorizenet',
    await authorizenetPlace(seconds),
    'transaction_key',
    /^[^\n]*does not accept login_id and transaction_key\.$/,
  ],
  ['stripe', await stripePlace(seconds), 'secret_key', /^Stripe does not take the secret key[^\n]*$/],
] as const

function set(connector: string, { settings, secrets }: Place, over: Record<string, string> = {}): Promise<string> {
  const path = join(t.home, 'settings.json')
  writeFileSync(path, JSON.stringify({ ...settings, ...secrets, ...over }))
  return run('set', '--product', product, '--connector', connector, '--settings', path)
}

for (const [connector, place, credential, complaint] of CREDENTIALS)
  describe(connector, () => {
    after(() => place.host.close())

    test('a product is set, checked, certified, shown without secrets, and paid through', async () => {
      assert.match(await set(connector, place), new RegExp(`connector ${connector}`))
      assert.equal(await run('check', '--product', product), 'address and credentials work')
      const report = await run('certify', '--product', product)
      assert.match(report, /, 0 failed$/)
      const shown = await run('show', '--product', product)
      for (const setting of Object.values(place.settings)) assert.ok(shown.includes(setting), setting)
      await aSecond()
      const { id, status_id } = await paid(t.api, saleBody({ transaction_amount: '18.00' }))
      assert.equal(status_id, 101)
      assert.equal(place.movements().find(({ reference }) => reference === id)?.moved, 1800)
      for (const secret of [...Object.values(place.secrets), VISA])
        assert.ok(!`${shown}${report}${t.logged()}`.includes(secret), secret)
    })

    test('G67 in a sandbox no address of production is the default', async () => {
      const { url, ...settings } = place.settings
      assert.ok(url)
      const without = () => set(connector, { ...place, settings })
      // Which of its systems Stripe uses is said by the key, and both have one address.
      if (connector === 'stripe') return void assert.match(await without(), /api\.stripe\.com/)
      await assert.rejects(without(), /url is missing/)
      assert.ok(!(await run('show', '--product', product)).includes('https://'))
    })

    test('wrong credentials are one plain line for the operator, a set-up issue for the payer, and put right', async () => {
      await set(connector, place, { [credential]: WRONG })
      await assert.rejects(run('check', '--product', product), { message: complaint })
      await aSecond()
      const { status_id, reason_code_id } = await paid(t.api, saleBody({ transaction_amount: '19.00' }))
      assert.deepEqual([status_id, reason_code_id], [301, 1540])
      await set(connector, place)
      await aSecond()
      assert.equal((await paid(t.api, saleBody({ transaction_amount: '20.00' }))).status_id, 101)
      assert.ok(!`${t.logged()}${operator.printed.join()}`.includes(WRONG))
    })
  })

test('where reports of Worldpay lie is checked with the account; a password has a setting of its own', async () => {
  const place = await worldpayPlace()
  after(() => place.host.close())
  const lying = (over: Record<string, string>) => set('worldpay-cnp', place, over)
  await assert.rejects(lying({ reports: 'sftp://wp:planted-inline-5@reports.example/reports' }), error => {
    assert.match((error as Error).message, /reports does not look as it has to/)
    return !(error as Error).message.includes('planted-inline-5')
  })
  await lying({ reports: `file://${t.home}/nothing-here` })
  await assert.rejects(run('check', '--product', product), { message: /^The reports of Worldpay cannot be read/ })
  await lying({ reports: `file://${t.home}`, reports_password: 'planted-sftp-6' })
  assert.equal(await run('check', '--product', product), 'address and credentials work')
  const shown = await run('show', '--product', product)
  assert.ok(shown.includes(`file://${t.home}`))
  assert.ok(!`${shown}${t.logged()}`.includes('planted-sftp-6'))
})
