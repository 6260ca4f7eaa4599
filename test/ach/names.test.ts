/** Names of payers in bank files. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, testApp } from '../support/app.ts'
import { bankVault, byVault, debit, goTo, withoutRefundHold } from '../support/bank.ts'
import { debitBody, postTransaction } from '../support/payments.ts'

const t = await testApp('ach_names')
await withoutRefundHold(t)
after(() => t.close())

const product = t.merchants[0].ach_product_transaction_id

function refused({ status, body }: Answer, why: RegExp): void {
  assert.equal(status, 422)
  assert.match(JSON.stringify(body.errors.account_holder_name), why)
}

test('G4 the bank reads a name in its own letters, transliterated', async () => {
  await goTo(t, '2027-03-01T10:00')
  const sent = {
    'Łukasz Øster': 'LUKASZ OSTER',
    'Siobhán O’Brien': "SIOBHAN O'BRIEN",
    'Æsa Weiß–Đukić': 'AESA WEISS-DUKIC',
  }
  for (const [index, account_holder_name] of Object.keys(sent).entries())
    await debit(t, { account_holder_name, customer_id: `NAME-${index}` })
  await goTo(t, '2027-03-02T10:00')
  const entries = t.bank.book.entries()
  for (const [index, name] of Object.values(sent).entries())
    assert.equal(entries.find(({ individual_id }) => individual_id === `NAME-${index}`)?.name, name)
})

test('G4 a name in letters that no bank file has is refused wherever it is sent', async () => {
  const account_holder_name = '王小明'
  const why = /must be in Latin letters.*王 小 明/
  refused(await postTransaction(t.api, debitBody(product, { account_holder_name })), why)
  const vault = await bankVault(t, '123456789')
  refused(await postTransaction(t.api, byVault(t, vault.id, { account_holder_name })), why)
  refused(await t.api.put(`accountvaults/${vault.id}`, { accountvault: { account_holder_name } }), why)
  const { id: _id, ...copy } = { ...vault, account_number: '123456789', routing: '072000326' }
  const fresh = { ...pick(copy), account_holder_name }
  refused(await t.api.post('accountvaults', { accountvault: fresh }), why)
  refused(await postTransaction(t.api, debitBody(product, { account_holder_name: '☺' })), /must have letters/)
})

function pick(vault: Record<string, unknown>) {
  const names = [
    'payment_method',
    'location_id',
    'account_number',
    'routing',
    'account_type',
    'is_company',
    'ach_sec_code',
  ]
  return Object.fromEntries(names.map(name => [name, vault[name]]))
}
