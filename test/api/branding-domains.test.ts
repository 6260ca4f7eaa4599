import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { payPage } from '../support/pay-page.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t
const [merchant] = t.merchants
const { branding_domain_id: id } = (await api.get(`locations/${merchant.location_id}`)).body.location
const put = (branding_domain: Json, by = api) => by.put(`branding_domains/${id}`, { branding_domain })
const invoice = await newInvoice(t)
const stylesheets = async () =>
  [...(await payPage(t, invoice.id).open()).document.matchAll(/rel="stylesheet" href="([^"]*)"/g)].map(
    ([, href]) => href!,
  )

const THEME = {
  button_primary_color: '#7A1F5C',
  button_primary_text_color: '#ffffff',
  page_background_color: '#f7ecf3',
  page_card_color: '#ffffff',
  page_text_color: '#33202c',
  page_link_color: '#7a1f5c',
  page_corner_radius: 4,
  page_font: 'serif',
}

test('what a merchant sets of the looks of its pages is on them at once, and taken back it is not', async () => {
  const set = await put({ ...THEME, company_name: 'Juniper', support_email: 'ask@juniper.example' })
  assert.equal(set.status, 200, set.text)
  for (const [name, value] of Object.entries(THEME)) assert.equal(set.body.branding_domain[name], value, name)
  const [, theme] = await stylesheets()
  assert.equal(theme, '/assets/brand.7a1f5c.ffffff.f7ecf3.ffffff.33202c.7a1f5c.4.serif.css')
  const sheet = await t.app.http.inject(theme!)
  assert.equal(sheet.statusCode, 200)
  assert.match(sheet.body, /color-scheme:light;--ground:#f7ecf3;--surface:#ffffff.*--round:0\.25rem.*--letters:Charter/)
  const { document } = await payPage(t, invoice.id).open()
  assert.match(document, /mailto:ask@juniper\.example/)
  const none = Object.fromEntries(Object.keys(THEME).map(name => [name, null]))
  assert.equal((await put(none)).status, 200)
  assert.equal((await stylesheets()).length, 1)
})

test('colours that payers could not read are refused with the pair that fails, and nothing is stored', async () => {
  const refused = await put({ page_text_color: '#777777', page_card_color: '#999999', page_corner_radius: 3 })
  assert.equal(refused.status, 422)
  assert.match(
    refused.body.errors.page_text_color[0],
    /^#777777 of page_text_color on #999999 of page_card_color has a contrast of 1\.\d\d; text needs 4\.5/,
  )
  const { branding_domain } = (await api.get(`branding_domains/${id}`)).body
  assert.deepEqual([branding_domain.page_text_color, branding_domain.page_corner_radius], [null, null])
  // A change of one colour is compared with those that are there.
  assert.equal((await put({ page_card_color: '#101322', page_background_color: '#101322' })).status, 200)
  assert.deepEqual(Object.keys((await put({ page_text_color: '#333333' })).body.errors), ['page_text_color'])
  assert.equal((await put({ page_card_color: null, page_background_color: null })).status, 200)
})

test('a colour, a radius and a font are what they say', async () => {
  const wrong = {
    page_card_color: 'red',
    page_link_color: '#12345',
    page_corner_radius: 25,
    page_font: 'Comic Sans MS',
    button_primary_color: 'url(//x)',
  }
  const { status, body } = await put(wrong)
  assert.deepEqual([status, Object.keys(body.errors).toSorted()], [422, Object.keys(wrong).toSorted()])
  assert.equal((await put({ page_corner_radius: -1 })).status, 422)
})

test('a record with colours from before they were compared takes other changes', async () => {
  await t.db.run(
    `update branding_domain set button_primary_color = '#ffe066', button_primary_text_color = '#ffffff' where id = $1`,
    [id],
  )
  const set = await put({
    button_primary_color: '#ffe066',
    button_primary_text_color: '#ffffff',
    page_corner_radius: 6,
  })
  assert.equal(set.status, 200, set.text)
  assert.equal((await put({ button_primary_text_color: '#fffffe' })).status, 422)
  assert.equal((await put({ button_primary_text_color: '#000000', page_corner_radius: null })).status, 200)
})

test('only who may change locations, and sits at the root, says how pages look', async () => {
  assert.equal((await put({ page_corner_radius: 9 }, t.stranger)).status, 404)
})

test('F23 another merchant’s domain cannot be used for a second domain, and both merchants can still sign in', async () => {
  for (const url of [t.merchants[1].user.domain, t.merchants[1].user.domain.toUpperCase()]) {
    const location = {
      parent_id: merchant.location_id,
      name: 'Branch',
      branding_domain_url: url,
      branding_domain_title: 'B',
    }
    const answer = await api.post('locations', { location: { ...location, is_new_domain: true } })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['branding_domain_url']], answer.text)
    const moved = await api.put(`locations/${merchant.child_location_id}`, { location: { branding_domain_url: url } })
    assert.equal(moved.status, 422)
  }
  for (const { user } of t.merchants) {
    const { username, password, domain } = user
    const { status, body } = await t
      .as({ 'developer-id': t.developer_id })
      .post('token', { username, password, domain })
    assert.deepEqual([status, body.token?.id !== undefined && body.token.username], [201, username])
  }
})
