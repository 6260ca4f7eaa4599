import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../support/axe.ts'
import { gatewayVisits } from '../support/gateway-visit.ts'

const { t, visit, address } = await gatewayVisits('paylink_qr_code')
const { child_location_id: location_id } = t.merchants[0]

test('PL-25 who opens a link at a desk is shown a code that opens it on a phone, and who is on a phone is not', async () => {
  const { id } = (await t.api.post('paylinks', { paylink: { location_id, amount_due: 85 } })).body.paylink
  t.app.setPublicUrl('https://pay.example')
  const page = await visit(`/?paylink_id=${id}`)
  const offer = page.getByText('Pay on your phone instead')
  const image = page.getByAltText('QR code that opens this page')
  assert.equal(await image.isVisible(), false)
  await offer.click()
  assert.equal(await image.isVisible(), true)
  assert.equal(await image.evaluate((each: { naturalWidth?: number }) => each.naturalWidth), 176)
  await assertAccessible(page, 'a paylink with its code')

  const phone = await visit(`/?paylink_id=${id}`, {
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  assert.equal(await phone.getByText('Pay on your phone instead').isVisible(), false)

  t.app.setPublicUrl(address())
  const near = await visit(`/?paylink_id=${id}`)
  assert.equal(await near.getByText('Pay on your phone instead').count(), 0)
})
