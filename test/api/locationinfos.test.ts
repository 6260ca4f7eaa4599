import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const own = merchant.location_id
const child = merchant.child_location_id

const services = {
  productfiles: 'product_file',
  productaccountvaults: 'product_accountvault',
  productrecurrings: 'product_recurring',
}
for (const [plural, name] of Object.entries(services)) {
  // The sandbox may have given the location this service already; it has it at most once.
  const { status } = await t.api.post(plural, { [name]: { title: name, location_id: own } })
  assert.ok(status === 201 || status === 422)
}
const garden = await t.api.post('tags', { tag: { location_id: own, title: 'garden' } })
assert.equal(garden.status, 201)

async function info(id = own, query = ''): Promise<Json> {
  const { status, body } = await t.api.get(`locationinfos/${id}${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.locationinfo
}

async function listed(query: string, api = t.api): Promise<string[]> {
  const { status, body } = await api.get(`locationinfos${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.locationinfos.map((each: { id: string }) => each.id)
}

function words(text: string): string[] {
  return text.trim().split(/[\s,]+/)
}

test('LI-01 LI-02 LI-24 a location info has the keys of the location and of everything inside, and no others', async () => {
  const { body } = await t.api.get('locationinfos')
  assert.deepEqual(
    Object.keys(body.locationinfos[0]),
    words(`id, name, address1, address2, city, state, zip, office_phone, office_ext_phone, fax, tz, branding_domain_url,
      default_cc, default_ach, contact_email_trx_receipt_default, show_contact_notes, show_contact_files, _links,
      product_transactions, product_file, product_accountvault, product_recurring, branding_domain, terminals, tags`),
  )
  assert.deepEqual(Object.keys(body), ['locationinfos', 'meta'])
})

test('LI-01 LI-02 its values are the location’s, and both links lead somewhere', async () => {
  const record = await info()
  const { location } = (await t.api.get(`locations/${own}`)).body
  for (const name of words(
    'id name address1 city state office_phone tz branding_domain_url default_cc default_ach show_contact_notes',
  )) {
    assert.deepEqual(record[name], location[name], name)
  }
  assert.equal(record.zip, location.zip_code)
  const { self, location: place } = record._links
  assert.equal((await t.api.get(new URL(self.href).pathname)).body.locationinfo.id, own)
  assert.equal((await t.api.get(new URL(place.href).pathname)).body.location.id, own)
})

test('LI-03 LI-04 LI-05 LI-06 the products of a location, with exactly the keys of the contract', async () => {
  const { product_transactions } = await info()
  const ids = product_transactions.map((each: Json) => each.id).toSorted()
  assert.deepEqual(ids, [merchant.cc_product_transaction_id, merchant.ach_product_transaction_id].toSorted())
  const keys =
    words(`id, payment_method, processor, title, receipt_header, receipt_footer, receipt_add_account_above_signature,
    receipt_add_recurring_above_signature, receipt_logo, receipt_show_contact_name, industry_type, partner, vt_cvv, vt_street, vt_zip,
    vt_order_num, display_avs, vt_enable, vt_enable_tip, surcharge, default_transaction_type, vt_require_street, vt_require_zip,
    vt_enable_sales_tax, vt_override_sales_tax_allowed, current_batch, vt_billing_phone, vt_clerk_number, quick_invoice_allow, active,
    hosted_payment_page_max_allowed, hosted_payment_page_allow, auto_decline_cvv, level3_allow, level3_default, tax_surcharge_config,
    velocity_settings, processor_data, _links`)
  for (const product of product_transactions) {
    assert.deepEqual(Object.keys(product), keys)
    for (const name of keys) assert.notEqual(product[name], undefined, name)
  }
})

test('LI-07 LI-08 LI-09 velocity_settings has its sixteen keys', async () => {
  const { product_transactions } = await info()
  for (const { velocity_settings } of product_transactions) {
    assert.deepEqual(
      Object.keys(velocity_settings),
      words(`debit_hold_days, debit_items_per_day, debit_daily_aggregate, debit_items_per_month, debit_monthly_aggregate,
        refund_largest_item, refund_items_per_day, refund_daily_aggregate, refund_items_per_month, refund_monthly_aggregate,
        refund_hold_days, credit_largest_item, credit_daily_aggregate, credit_items_per_day, credit_items_per_month,
        credit_monthly_aggregate`),
    )
  }
})

test('LI-10 LI-11 LI-12 LI-15 LI-25 the single form shows what a bank terminal does and requires', async () => {
  const { product_transactions } = await info()
  const bank = product_transactions.find((each: Json) => each.payment_method === 'ach')
  assert.ok(bank.processor_data.terminals.length > 0)
  const known =
    words(`driver_license identity_verification account_holder_name routing account_number account_type check_number
    billing_street billing_city billing_state billing_zip`)
  for (const terminal of bank.processor_data.terminals) {
    assert.deepEqual(Object.keys(terminal), ['terminal_id', 'sec_code', 'actions', 'required'])
    for (const action of terminal.actions) assert.equal(typeof action, 'string')
    for (const name of terminal.required) assert.ok(known.includes(name), name)
  }
})

test('LI-16 LI-17 LI-18 the services of a location, with exactly the keys of the contract', async () => {
  const { product_file, product_accountvault, product_recurring } = await info()
  assert.deepEqual(
    Object.keys(product_file),
    words(`free_bytes, byte_increment, increment_cost, monthly_fee, max_file_size_bytes, id, title, product_file_credential_id,
      container, file_ext_allowed, created_user_id, modified_user_id, created_ts, modified_ts, active, _links`),
  )
  const keys = 'id, title, location_id, created_user_id, modified_user_id, billing_location_id, created_ts, modified_ts'
  assert.deepEqual(Object.keys(product_accountvault), words(`${keys}, active, _links`))
  assert.deepEqual(
    Object.keys(product_recurring),
    words(`${keys}, send_declined_notifications, require_full_payment, active, _links`),
  )
  assert.ok(product_file._links.self.href.endsWith(`/v2/productfiles/${product_file.id}`))
})

test('LI-19 LI-20 LI-21 the branding domain, with exactly the keys of the contract', async () => {
  const { branding_domain } = await info()
  assert.deepEqual(
    Object.keys(branding_domain),
    words(`allow_contact_signup, allow_contact_registration, allow_contact_login, registration_fields, id, url, title, logo,
      company_name, support_email, created_user_id, created, modified_user_id, modified, nav_color, nav_logo, fav_icon,
      button_primary_color, logo_background_color, icon_background_color, menu_text_background_color, menu_text_color,
      right_menu_background_color, right_menu_text_color, button_primary_text_color, help_text, email_reply_to, custom_javascript,
      custom_theme, custom_css`),
  )
  assert.ok(Array.isArray(branding_domain.registration_fields))
  assert.equal(branding_domain.url, merchant.user.domain)
})

test('LI-22 LI-23 terminals in short, tags as they are', async () => {
  const record = await info()
  const ids = record.terminals.map((each: Json) => each.id)
  assert.ok(ids.includes(merchant.terminal_id) && ids.includes(merchant.terminal_id_without_signature))
  assert.deepEqual(Object.keys(record.terminals[0]), ['id', 'local_ip_address', 'port', 'title', '_links'])
  assert.deepEqual(record.tags, [garden.body.tag])
})

test('GAP-22 expand=terminals adds to each product the terminals that charge to it', async () => {
  assert.equal('terminals' in (await info()).product_transactions[0], false)
  const { product_transactions } = await info(own, '?expand=terminals')
  const cards = product_transactions.find((each: Json) => each.id === merchant.cc_product_transaction_id)
  const bank = product_transactions.find((each: Json) => each.id === merchant.ach_product_transaction_id)
  assert.deepEqual(Object.keys(cards.terminals[0]), ['id', 'local_ip_address', 'port', 'title', '_links'])
  assert.equal(cards.terminals.length, 2)
  assert.deepEqual(bank.terminals, [])
})

test('GAP-22 product_transaction_active shows the products in that state only', async () => {
  const id = merchant.child_ach_product_transaction_id
  const off = await t.api.put(`producttransactions/${id}`, { producttransaction: { active: 0 } })
  assert.equal(off.status, 200, JSON.stringify(off.body))
  const shown = async (query: string) => (await info(child, query)).product_transactions.map((each: Json) => each.id)
  assert.equal((await shown('')).length, 2)
  assert.deepEqual(await shown('?product_transaction_active=0'), [id])
  assert.deepEqual(await shown('?product_transaction_active=1'), [merchant.child_cc_product_transaction_id])
  const list = await t.api.get('locationinfos?relationship=child&product_transaction_active=0')
  assert.deepEqual(
    list.body.locationinfos[0].product_transactions.map((each: Json) => each.id),
    [id],
  )
  assert.equal((await t.api.get('locationinfos?product_transaction_active=maybe')).status, 422)
})

test('relationship: the own location unless those below it, or all, are asked for', async () => {
  assert.deepEqual(await listed(''), [own])
  assert.deepEqual(await listed('?relationship=direct'), [own])
  assert.deepEqual(await listed('?relationship=child'), [child])
  assert.deepEqual((await listed('?relationship=all')).toSorted(), [own, child].toSorted())
  assert.deepEqual(await listed('', t.clerk), [child])
  assert.deepEqual(await listed('?relationship=child', t.clerk), [])
  assert.deepEqual(await listed('?relationship=all', t.clerk), [child])
  assert.deepEqual((await t.api.get('locationinfos?relationship=cousin')).body.errors, {
    relationship: ['Relationship must be one of direct, child, all.'],
  })
})

test('other filters narrow what the relationship leaves', async () => {
  assert.deepEqual(await listed(`?id=${child}`), [])
  assert.deepEqual(await listed(`?id=${child},${own}&relationship=child`), [child])
  assert.deepEqual(await listed('?relationship=all&zip=14850&sort=name'), [own, child])
  assert.deepEqual(await listed('?relationship=all&zip=99999'), [])
  assert.equal((await t.api.get('locationinfos?shoe_size=9')).status, 422)
})

test('LI-24 the meta counts, links and sorts like every list', async () => {
  const { meta } = (await t.api.get('locationinfos?relationship=all&page_size=1')).body
  assert.deepEqual([meta.pagination.totalCount, meta.pagination.pageCount, meta.pagination.perPage], [2, 2, 1])
  assert.ok(meta.pagination.links.next.href.endsWith('/v2/locationinfos?page_size=1&relationship=all&page=2'))
  assert.deepEqual(meta.sort.attributes, { created_ts: 'desc' })
  const first = (await t.api.get('locationinfos')).body.meta.pagination
  assert.equal(first.totalCount, 1)
  assert.ok(first.links.self.href.endsWith('/v2/locationinfos?relationship=direct&page=1'))
})

test('a location info is seen by who sees the location', async () => {
  assert.equal((await t.clerk.get(`locationinfos/${own}`)).status, 404)
  assert.equal((await t.clerk.get(`locationinfos/${child}`)).status, 200)
  assert.equal((await t.stranger.get(`locationinfos/${child}`)).status, 404)
})

test('LI-26 only GET is offered', async () => {
  for (const path of ['locationinfos', `locationinfos/${own}`]) {
    assert.equal((await t.api.post(path, { locationinfo: {} })).status, 405)
    assert.equal((await t.api.put(path, { locationinfo: {} })).status, 405)
    assert.equal((await t.api.delete(path)).status, 405)
  }
})

test('a page takes the same number of queries however many locations it has', async () => {
  const { query } = t.db
  let asked = 0
  t.db.query = (text, values) => {
    // Cached credentials are reloaded now and then.
    if (!/credential_version|from developer|"user" u/.test(text)) asked += 1
    return query.call(t.db, text, values) as never
  }
  const queriesFor = async (path: string, locations: number) => {
    asked = 0
    assert.equal((await listed(path)).length, locations)
    return asked
  }
  const one = await queriesFor('?relationship=all&page_size=1', 1)
  const two = await queriesFor('?relationship=all&page_size=2', 2)
  t.db.query = query
  assert.ok(one > 0)
  assert.equal(two, one)
})
