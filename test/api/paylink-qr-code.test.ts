import assert from 'node:assert/strict'
import { test } from 'node:test'
import QRCode from 'qrcode'
import { readPng } from '../support/read-png.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { location_id } = t.merchants[0]
const made = await t.api.post('paylinks?expand=payment_url', { paylink: { location_id, amount_due: 5 } })
const { id, payment_url } = made.body.paylink
const keys = t.keysOf(t.merchants[0].user)

const BORDER = 4

/** The modules of an address, row by row, as the standard draws them. */
function modulesOf(address: string): boolean[] {
  return [...QRCode.create(address, { errorCorrectionLevel: 'M' }).modules.data].map(each => each === 1)
}

async function image(query = '', headers: Record<string, string> = {}) {
  const url = `/v2/paylinks/${id}/qrcode${query}`
  const { statusCode, rawPayload, headers: sent } = await t.app.http.inject({ url, headers: { ...keys, ...headers } })
  return { status: statusCode, content: rawPayload, headers: sent }
}

test('PL-25 the QR code of a link is an SVG image that says its address and nothing else', async () => {
  const { status, content, headers } = await image()
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'image/svg+xml')
  assert.match(String(headers['content-disposition']), /^inline; filename\*=UTF-8''paylink-.*\.svg$/)
  const [, width, side] = /width="(\d+)".*viewBox="0 0 (\d+)/.exec(content.toString())!.map(Number)
  assert.equal(width, 300)
  const size = side! - 2 * BORDER
  const drawn = Array.from({ length: size * size }, () => false)
  const path = /fill="#000" d="([^"]*)"/.exec(content.toString())![1]!
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(length); at += 1) drawn[(Number(y) - BORDER) * size + Number(x) - BORDER + at] = true
  }
  assert.deepEqual(drawn, modulesOf(payment_url))
})

test('PL-25 the QR code of a link is a PNG image of the size that is asked for', async () => {
  for (const size of [100, 333, 1024]) {
    const { status, content, headers } = await image(`?format=png&size=${size}`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'image/png')
    const { width, height, dots } = readPng(content)
    assert.deepEqual([width, height], [size, size])
    const expected = modulesOf(payment_url)
    const side = Math.sqrt(expected.length)
    const step = size / (side + 2 * BORDER)
    const middle = (at: number): number => Math.floor((at + BORDER + 0.5) * step)
    const read = expected.map((_, at) => dots[middle(Math.floor(at / side)) * size + middle(at % side)] === 0)
    assert.deepEqual(read, expected)
  }
})

test('a QR code may be kept by who asked for it, and is asked for again by its tag', async () => {
  const { headers } = await image('?format=png')
  assert.equal(headers['cache-control'], 'private, max-age=86400')
  const again = await image('?format=png', { 'if-none-match': String(headers.etag) })
  assert.equal(again.status, 304)
  assert.equal(again.content.length, 0)
  assert.equal((await image('?format=png&size=301', { 'if-none-match': String(headers.etag) })).status, 200)
})

test('a size or format that is not offered is refused, each under its name', async () => {
  for (const [query, fields] of [
    ['size=99', ['size']],
    ['size=1025', ['size']],
    ['size=large', ['size']],
    ['size=', ['size']],
    ['format=gif', ['format']],
    ['format=gif&size=0', ['format', 'size']],
  ] as const) {
    const answer = await t.api.get(`paylinks/${id}/qrcode?${query}`)
    assert.equal(answer.status, 422, query)
    assert.deepEqual(Object.keys(answer.body.errors), fields)
  }
})

test('PL-36 the QR code of an unknown, deleted or foreign link is 404', async () => {
  const gone = (await t.api.post('paylinks', { paylink: { location_id, amount_due: 5 } })).body.paylink.id
  await t.api.delete(`paylinks/${gone}`)
  assert.equal((await t.api.get(`paylinks/${gone}/qrcode`)).status, 404)
  assert.equal((await t.api.get('paylinks/0123456789abcdef01234567/qrcode')).status, 404)
  assert.equal((await t.stranger.get(`paylinks/${id}/qrcode`)).status, 404)
  assert.equal((await t.as({}).get(`/v2/paylinks/${id}/qrcode`)).status, 401)
})
