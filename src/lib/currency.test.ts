import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherCurrencies } from './currency.ts'

test('G6 every name of a currency takes U.S. dollars only', () => {
  const names = ['currency', 'currency_code', 'currencyCode', 'transaction_currency', 'amount_currency', 'Currency']
  for (const name of names) {
    for (const value of ['JPY', 'eur', 978, 'dollars', { code: 'USD' }, 'USDT'])
      assert.match(otherCurrencies({ [name]: value })[name]?.join() ?? '', /must be USD/, `${name} ${value}`)
    for (const value of ['USD', 'usd', ' Usd ', '840', 840, '', null, undefined])
      assert.deepEqual(otherCurrencies({ [name]: value }), {}, `${name} ${value}`)
  }
  for (const name of ['description', 'currencies_note', 'current', 'currency'.repeat(20_000)])
    assert.deepEqual(otherCurrencies({ [name]: 'JPY' }), {})
})
