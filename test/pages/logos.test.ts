import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grayPng } from '../../src/lib/gray-png.ts'
import { pictureIn } from '../../src/lib/picture.ts'
import { LARGEST_LOGO_BYTES } from '../../src/resources/branding_domain/uploaded-logo.ts'
import type { Json } from '../support/app.ts'
import { HOSTILE_PNGS } from '../support/hostile-pictures.ts'
import { newInvoice, outbox } from '../support/invoices.ts'
import { payPage } from '../support/pay-page.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t
const [merchant] = t.merchants
const { branding_domain_id } = (await api.get(`locations/${merchant.location_id}`)).body.location

let shade = 0
/** A picture that nobody has uploaded yet. */
function png(width = 8, height = 4): Buffer {
  shade += 1
  return grayPng(Buffer.alloc(width * height, shade), width, height)
}
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080010002001011100ffd9', 'hex')
const WEBP = Buffer.from('524946462400000057454250565038200a0000003001009d012a10000800000000000000000000000000', 'hex')

function upload(content: Buffer | string, over: { name?: string; type?: string; to?: string; by?: typeof api } = {}) {
  const { name = 'logo.png', type = 'image/png', to = `locations/${merchant.location_id}`, by = api } = over
  const form = new FormData()
  form.append('file[file]', new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }), name)
  return by.multipart('POST', `${to}/logo`, form)
}

const get = (url: string) => t.app.http.inject({ url })
const count = async () => Number((await t.db.query<{ n: string }>('select count(*) as n from logo'))[0]!.n)

test('a logo is stored, and shown on pages and in mails by an address that may be kept for good', async () => {
  const content = png()
  const stored = await upload(content)
  assert.equal(stored.status, 200, stored.text)
  const { receipt_logo } = stored.body.location
  assert.match(receipt_logo, /^\/logos\/[0-9a-f]{40}\.png$/)
  const served = await get(receipt_logo)
  assert.deepEqual([served.statusCode, served.rawPayload], [200, content])
  const { headers } = served
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
  const invoice = await newInvoice(t, { email: 'logo@example.com', send_email: 1 })
  await t.settle()
  const page = payPage(t, invoice.id)
  assert.ok((await page.open()).document.includes(`<img class="logo" src="${receipt_logo}"`))
  assert.ok((await page.follow(await page.pay())).document.includes(`<img class="logo" src="${receipt_logo}"`))
  const [mail] = await outbox(t, 'logo@example.com')
  assert.match(mail.html, new RegExp(`<img src="http://[^"]+${receipt_logo}" alt=""`))
})

test('a branding domain has a logo for all of its locations that have none of their own', async () => {
  const { body } = await upload(png(), { to: `branding_domains/${branding_domain_id}` })
  const { logo } = body.branding_domain
  assert.match(logo, /^\/logos\//)
  await api.put(`locations/${merchant.location_id}`, { location: { receipt_logo: '' } })
  const invoice = await newInvoice(t)
  assert.ok((await payPage(t, invoice.id).open()).document.includes(`src="${logo}"`))
})

test('what a picture is its bytes say, and not its sender', async () => {
  for (const [content, type] of [
    [JPEG, 'image/jpeg'],
    [WEBP, 'image/webp'],
  ] as const) {
    const { body } = await upload(content, { name: 'x.svg', type: 'image/svg+xml' })
    assert.equal((await get(body.location.receipt_logo)).headers['content-type'], type)
  }
  assert.deepEqual([pictureIn(JPEG)?.width, pictureIn(JPEG)?.height], [32, 16])
  assert.deepEqual([pictureIn(WEBP)?.width, pictureIn(WEBP)?.height], [16, 8])
})

test('G41 an SVG, a page, an empty file, too many bytes or pixels, hostile pictures and none at all are refused, and nothing is stored', async () => {
  const before = await count()
  const large = Buffer.concat([png(), Buffer.alloc(LARGEST_LOGO_BYTES)])
  const refused: (Buffer | string)[] = [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<!doctype html><script>alert(1)</script>',
    'GIF89a',
    '',
    large,
    png(2001, 1),
    png().subarray(0, 20),
    JPEG.subarray(0, 12),
    Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(64, 0xff)]),
    ...Object.values(HOSTILE_PNGS),
  ]
  for (const content of refused) {
    const { status, body } = await upload(content)
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['file']])
  }
  const none = await api.multipart('POST', `locations/${merchant.location_id}/logo`, new FormData())
  assert.ok(none.status === 422 || none.status === 400, none.text)
  assert.equal(await count(), before)
})

test('another merchant stores no logo here, and an address that nobody has is 404', async () => {
  assert.equal((await upload(png(), { by: t.stranger })).status, 404)
  for (const url of [`/logos/${'0'.repeat(40)}.png`, '/logos/x.png', `/logos/${'0'.repeat(40)}.svg`])
    assert.equal((await get(url)).statusCode, 404, url)
})

test('earlier pictures stay for mails that show them, but no more than fifty that no record shows', async () => {
  const first: Json = (await upload(png(), { to: `branding_domains/${branding_domain_id}` })).body.branding_domain
  const addresses: string[] = []
  for (let at = 0; at < 54; at += 1) addresses.push((await upload(png())).body.location.receipt_logo)
  assert.equal((await get(first.logo)).statusCode, 200)
  assert.equal((await get(addresses.at(-1)!)).statusCode, 200)
  // The picture of the branding domain may be older than the fifty.
  assert.ok([50, 51].includes(await count()))
})

test('F27 a logo URL that pages cannot show is refused', async () => {
  const put = (path: string, wrapper: string, receipt_logo: string) => api.put(path, { [wrapper]: { receipt_logo } })
  for (const [path, wrapper] of [
    [`locations/${merchant.location_id}`, 'location'],
    [`producttransactions/${merchant.cc_product_transaction_id}`, 'producttransaction'],
  ] as const) {
    for (const elsewhere of [
      ...['https://cdn.example/logo.png', 'http://cdn.example/l.png', '//cdn.example/l.png', 'logo.png'],
      ...['javascript:alert(1)', 'data:text/html;base64,PHA+', 'data:image/png,%89PNG', '/logo.png?size=2', '/\\cdn'],
    ]) {
      const answer = await put(path, wrapper, elsewhere)
      assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['receipt_logo']])
    }
    for (const shown of ['data:image/png;base64,iVBORw0KGgo=', '/logo.png', '']) {
      assert.equal((await put(path, wrapper, shown)).status, 200)
    }
  }
})
