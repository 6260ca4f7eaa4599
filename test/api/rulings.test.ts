import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Shop } from '../support/app.ts'
import { sampleOf } from '../support/samples.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { bankBody, storedVault } from '../support/vaults.ts'

/** Rulings where the contract leaves a choice; the numbers are those of the project's list of decisions. */

let t: Shop
before(async () => {
  t = await newMerchant()
})

test('decision 40 a bank account shows its last four digits, and the first six of a long number only', async () => {
  const { location_id } = t.merchants[0]
  for (const [account_number, first_six, last_four] of [
    ['856667001122', null, '1122'],
    ['8566670011223', '856667', '1223'],
    ['8566670', null, '670'],
  ]) {
    const vault = await storedVault(t.api, bankBody(location_id, { account_number }))
    assert.deepEqual([vault.first_six, vault.last_four], [first_six, last_four], String(account_number))
  }
})

test('decision 41 a record that is in the way is a 409 with errors; where a key is in use it has none', async () => {
  const own = await t.api.delete(`users/${t.merchants[0].user.user_id}`)
  assert.deepEqual([own.status, Object.keys(own.body)], [409, ['errors', 'request_id', 'doc_url']])
  const contact = await sampleOf({ api: t.api, merchant: t.merchants[0] }, 'contact')
  const sent = Array.from({ length: 12 }, () => t.api.post('contacts', { contact }, { 'idempotency-key': 'in-use' }))
  const answers = await Promise.all(sent)
  const refused = answers.filter(({ status }) => status === 409)
  assert.ok(refused.length > 0)
  const keys = ['name', 'message', 'code', 'status', 'request_id', 'doc_url']
  for (const { body } of refused) assert.deepEqual(Object.keys(body), keys)
})

test('decision 44 a username is changed by who may write users, and stays unique in its domain', async () => {
  const site = { api: t.api, merchant: t.merchants[0] }
  const made = async () => (await t.api.post('users', { user: await sampleOf(site, 'user') })).body.user
  const [one, other] = [await made(), await made()]
  const put = (username: string) => t.api.put(`users/${one.id}`, { user: { username } })
  assert.equal((await put(`${one.username}-new`)).body.user.username, `${one.username}-new`)
  const taken = await put(other.username.toUpperCase())
  assert.deepEqual([taken.status, Object.keys(taken.body.errors)], [422, ['username']])
  const clerk = await t.clerk.put(`users/${one.id}`, { user: { username: 'mine-now' } })
  assert.ok([403, 404].includes(clerk.status))
})
