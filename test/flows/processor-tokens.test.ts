import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import type { TokenAccount } from '../../src/lib/account.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { Outcome, Processor } from '../../src/ports/processor.ts'
import { type Json, testApp } from '../support/app.ts'
import { ownProduct, paid, saleBody } from '../support/payments.ts'
import { cardBody, storedVault } from '../support/vaults.ts'

/** What the simulator answered to the latest sale. */
let told: Outcome | undefined

const t = await testApp('kept_cards', {
  processor: (real: Processor): Processor => ({
    ...real,
    actions: {
      ...real.actions,
      async sale(request) {
        told = await real.actions.sale!(request)
        return told
      },
    },
  }),
})
after(() => t.close())
const { location_id, contact_id } = t.merchants[0]

/** An account vault whose card a processor keeps under a token. */
async function vaultOf(token: string): Promise<Json> {
  const account: TokenAccount = {
    ...{ payment_method: 'cc', token, first_six: '411111', last_four: '1111', brand: 'visa' },
    ...{ exp_date: '1230', account_holder_name: null },
  }
  const vault = await storedVault(t.api, cardBody(location_id, { contact_id }))
  const vaults = vaulting({ db: t.db, cipher: t.cipher, clock: t.clock })
  await t.app.store.transaction({ caller: systemCaller(location_id, 'test') }, async work => {
    const { id } = await vaults.keep(work, location_id, account)
    await work.query('update accountvault set instrument_id = $2 where id = $1', [vault.id, id])
  })
  return vault
}

const pay = (vault: Json, more: Json = {}) =>
  paid(t.api, {
    ...{ action: 'sale', payment_method: 'cc', location_id, account_vault_id: vault.id },
    ...{ transaction_amount: '14.00', ...more },
  })

test('the first payment of a stored card gets a token, and a sale with that token is approved', async () => {
  await paid(t.api, saleBody())
  assert.equal(told?.token, undefined, 'nothing was to be stored')
  await paid(t.api, saleBody({ save_account: 1, contact_id }))
  const token = told?.token ?? ''
  assert.match(token, /^SIMT-411111-1111-visa-[0-9a-f]{24}$/)
  const sale = await pay(await vaultOf(token))
  assert.deepEqual([sale.status_id, sale.first_six, sale.last_four], [101, '411111', '1111'])
  assert.doesNotMatch(t.logged(), /SIMT-/)
})

test('a token of another processor is declined', async () => {
  const sale = await pay(await vaultOf('pm_1Hq2mzLkdIwHu7ix'))
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.verbiage], [301, 1608, 'TOKEN NOT KNOWN'])
})

test('a card that a processor keeps itself is not sent to another product, by rule or as a second try', async () => {
  const second = await ownProduct(t)
  const rules = [{ brand: ['visa'], product_transaction_id: second }]
  const first = await ownProduct(t, { processor_rules: { rules, second } })
  await paid(t.api, saleBody({ save_account: 1, contact_id }))
  const vault = await vaultOf(told?.token ?? '')
  const sale = await pay(vault, { product_transaction_id: first, transaction_amount: '6.33' })
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.product_transaction_id], [301, 1603, first])
})
