import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { outbox } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t

const newLink = (over: Json = {}): Promise<Json> =>
  api.paylinks.create({ location_id: t.merchants[0].location_id, amount_due: 10, ...over })

test('F18 a withdrawn paylink can be reactivated, and an expired one extended', async () => {
  const link = await newLink()
  const put = (paylink: Json) => api.put(`paylinks/${link.id}`, { paylink })
  await put({ active: 0 })
  assert.equal((await put({ description: 'Hedge' })).status, 422)
  assert.equal((await put({ active: 1, description: 'Hedge' })).body.paylink.active, 1)
  await put({ expire_date: '2020-01-01' })
  assert.equal((await put({ amount_due: 5 })).status, 422)
  assert.equal((await put({ expire_date: '2020-02-01' })).status, 422)
  const extended = await put({ expire_date: '2049-12-31' })
  assert.deepEqual([extended.status, extended.body.paylink.expire_date], [200, '2049-12-31'])
})

test('F20 a closed paylink can be resent, and its mail says that it is closed', async () => {
  const email = 'closed-paylink@juniper.example'
  const link = await newLink({ email })
  await api.put(`paylinks/${link.id}`, { paylink: { active: 0 } })
  assert.equal((await api.post(`paylinks/${link.id}/resend`)).status, 204)
  const [mail] = await outbox(t, email)
  assert.match(mail.text, /This link can no longer be paid/)
  assert.doesNotMatch(mail.text, /Pay now/)
})
