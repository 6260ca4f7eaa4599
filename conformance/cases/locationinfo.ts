import { type Check, check, partCheck } from '../check.ts'
import type { Json } from '../client.ts'
import { record, records, refusedWith, same, that } from '../expect.ts'
import { newBankProduct, newTag, UNKNOWN } from '../fixtures.ts'
import type { Lab } from '../lab.ts'

const FIELDS =
  'id name address1 address2 city state zip office_phone office_ext_phone fax tz branding_domain_url default_cc default_ach contact_email_trx_receipt_default show_contact_notes show_contact_files'.split(
    ' ',
  )

/** Members of the nested items, by statement. */
const PRODUCT: Record<string, string> = {
  'LI-04':
    'id payment_method processor title receipt_header receipt_footer receipt_add_account_above_signature receipt_add_recurring_above_signature receipt_logo receipt_show_contact_name industry_type partner',
  'LI-05':
    'vt_cvv vt_street vt_zip vt_order_num display_avs vt_enable vt_enable_tip surcharge default_transaction_type vt_require_street vt_require_zip vt_enable_sales_tax vt_override_sales_tax_allowed vt_billing_phone vt_clerk_number auto_decline_cvv',
  'LI-06':
    'current_batch quick_invoice_allow active hosted_payment_page_max_allowed hosted_payment_page_allow level3_allow level3_default tax_surcharge_config velocity_settings processor_data _links',
}
const VELOCITY: Record<string, string> = {
  'LI-07': 'debit_hold_days debit_items_per_day debit_daily_aggregate debit_items_per_month debit_monthly_aggregate',
  'LI-08':
    'refund_largest_item refund_items_per_day refund_daily_aggregate refund_items_per_month refund_monthly_aggregate refund_hold_days',
  'LI-09':
    'credit_largest_item credit_daily_aggregate credit_items_per_day credit_items_per_month credit_monthly_aggregate',
}
const SERVICES: Record<string, [name: string, members: string]> = {
  'LI-16': [
    'product_file',
    'free_bytes byte_increment increment_cost monthly_fee max_file_size_bytes id title product_file_credential_id container file_ext_allowed created_user_id modified_user_id created_ts modified_ts active _links',
  ],
  'LI-17': [
    'product_accountvault',
    'id title location_id created_user_id modified_user_id billing_location_id created_ts modified_ts active _links',
  ],
  'LI-18': [
    'product_recurring',
    'id title location_id created_user_id modified_user_id billing_location_id created_ts modified_ts send_declined_notifications require_full_payment active _links',
  ],
  'LI-19': [
    'branding_domain',
    'allow_contact_signup allow_contact_registration allow_contact_login registration_fields id url title logo company_name support_email created_user_id created modified_user_id modified help_text email_reply_to',
  ],
  'LI-21': [
    'branding_domain',
    'nav_color nav_logo fav_icon button_primary_color logo_background_color icon_background_color menu_text_background_color menu_text_color right_menu_background_color right_menu_text_color button_primary_text_color custom_javascript custom_theme custom_css',
  ],
}
const REQUIREMENTS = [
  'driver_license',
  'identity_verification',
  'account_holder_name',
  'routing',
  'account_number',
  'account_type',
  'check_number',
  'billing_street',
  'billing_city',
  'billing_state',
  'billing_zip',
]

const info = (lab: Lab): Promise<Json> =>
  lab.once('location info', async () =>
    record(await lab.api.get(`locationinfos/${lab.merchant.location_id}`), 'locationinfo', 200),
  )

function has(item: Json, members: string, what: string): void {
  same(
    members.split(' ').filter(name => !(name in (item ?? {}))),
    [],
    `missing members of ${what}`,
  )
}

/** Asserts that an object has no members beyond the contract's, so that no hidden field leaks. */
function only(item: Json, members: string, what: string): void {
  const known = members.split(' ')
  same(
    Object.keys(item ?? {}).filter(name => !known.includes(name)),
    [],
    `unexpected members of ${what}`,
  )
}

const membersOf = (...lists: readonly (Record<string, string> | readonly string[])[]): string =>
  lists.flatMap(list => Object.values(list)).join(' ')

const NESTED = ['_links', 'product_transactions', ...Object.values(SERVICES).map(([name]) => name), 'terminals', 'tags']
const TERMINAL = 'id local_ip_address port title _links'
const BANK_TERMINAL = 'terminal_id sec_code actions required'

const terminals = async (lab: Lab): Promise<Json[]> => {
  const { product_transactions } = await info(lab)
  return product_transactions.flatMap((product: Json) => product.processor_data?.terminals ?? [])
}

const nestedChecks: Check[] = [
  ...Object.entries(PRODUCT).map(([id, members]) =>
    check(id, async lab => {
      const { product_transactions } = await info(lab)
      for (const product of product_transactions) has(product, members, `the product ${product.title}`)
    }),
  ),
  ...Object.entries(VELOCITY).map(([id, members]) =>
    check(id, async lab => {
      const { product_transactions } = await info(lab)
      for (const product of product_transactions)
        has(product.velocity_settings, members, `velocity_settings of ${product.title}`)
    }),
  ),
  ...Object.entries(SERVICES).map(([id, [name, members]]) =>
    check(id, async lab => has((await info(lab))[name], members, name)),
  ),
]

export const locationinfoChecks: Check[] = [
  ...nestedChecks,
  check('LI-01', async lab => {
    const found = await info(lab)
    has(found, FIELDS.join(' '), 'the location info')
    const location = record(await lab.api.get(`locations/${lab.merchant.location_id}`), 'location', 200)
    for (const name of FIELDS) same(found[name], location[name === 'zip' ? 'zip_code' : name], name)
  }),
  partCheck('LI-01', 'nothing else', async lab => only(await info(lab), membersOf(FIELDS, NESTED), 'a location info')),
  partCheck(['LI-04', 'LI-05', 'LI-06'], 'nothing else', async lab => {
    for (const product of (await info(lab)).product_transactions) only(product, membersOf(PRODUCT), 'a product')
  }),
  partCheck(['LI-07', 'LI-08', 'LI-09'], 'nothing else', async lab => {
    for (const { velocity_settings } of (await info(lab)).product_transactions)
      only(velocity_settings, membersOf(VELOCITY), 'velocity_settings')
  }),
  ...Object.entries(SERVICES).map(([id, [name]]) =>
    partCheck(id, 'nothing else', async lab => {
      const members = Object.values(SERVICES).flatMap(([other, list]) => (other === name ? [list] : []))
      only((await info(lab))[name], membersOf(members), name)
    }),
  ),
  check('LI-02', async lab => {
    const { _links } = await info(lab)
    that(/\/v2\/locationinfos\//.test(_links?.self?.href), `_links.self is ${JSON.stringify(_links?.self)}`)
    that(/\/v2\/locations\//.test(_links?.location?.href), `_links.location is ${JSON.stringify(_links?.location)}`)
    for (const [name, { href }] of [
      ['locationinfo', _links.self],
      ['location', _links.location],
    ] as const)
      same(record(await lab.api.get(new URL(href).pathname), name, 200).id, lab.merchant.location_id, `id of ${href}`)
  }),
  check('LI-03', async lab => {
    const ids = (await info(lab)).product_transactions.map(({ id }: Json) => id)
    for (const id of [lab.merchant.cc_product_transaction_id, lab.merchant.ach_product_transaction_id]) {
      that(ids.includes(id), `the product ${id} is missing`)
    }
    that(!ids.includes(lab.merchant.child_cc_product_transaction_id), 'a product of the child location is listed')
  }),
  check(['LI-10', 'LI-11', 'LI-12', 'LI-15'], async lab => {
    const found = await terminals(lab)
    that(found.length > 0, 'no product has bank terminals')
    for (const terminal of found) {
      has(terminal, BANK_TERMINAL, `the bank terminal ${terminal.terminal_id}`)
      only(terminal, BANK_TERMINAL, 'a bank terminal')
      for (const name of ['actions', 'required']) {
        that(
          Array.isArray(terminal[name]) && terminal[name].every((each: Json) => typeof each === 'string'),
          `${name} is ${JSON.stringify(terminal[name])}`,
        )
      }
      same(
        terminal.required.filter((name: string) => !REQUIREMENTS.includes(name)),
        [],
        'requirement names beyond the known ones',
      )
    }
  }),
  ...(
    [
      ['LI-13', 'driver_license', [{ dl_number: 'L1' }, { dl_state: 'MI' }, {}], { dl_number: 'L1', dl_state: 'MI' }],
      ['LI-14', 'identity_verification', [{}, { ssn4: '1234', dob_year: '1980' }], { ssn4: '1234' }],
    ] as const
  ).map(([id, requirement, wrong, right]) =>
    check(id, async lab => {
      const required = ['account_holder_name', 'routing', 'account_number', 'account_type', requirement]
      const data = { terminals: [{ terminal_id: '2311', sec_code: 'WEB', actions: ['debit', 'refund'], required }] }
      const product = await newBankProduct(lab, { processor_data: data })
      const transaction = {
        action: 'debit',
        payment_method: 'ach',
        location_id: lab.merchant.location_id,
        product_transaction_id: product.id,
        transaction_amount: '3.00',
        account_number: '856667001122',
        routing: '072000326',
        account_type: 'checking',
        account_holder_name: 'Pat Example',
        ach_sec_code: 'WEB',
      }
      for (const over of wrong)
        refusedWith(await lab.api.post('transactions', { transaction: { ...transaction, ...over } }), 422)
      record(await lab.api.post('transactions', { transaction: { ...transaction, ...right } }), 'transaction', 201)
    }),
  ),
  partCheck('LI-16', 'link', async lab => {
    const { id, _links } = (await info(lab)).product_file
    that(_links.self.href.endsWith(`/v2/productfiles/${id}`), `_links.self is ${_links.self.href}`)
  }),
  partCheck('LI-19', 'url', async lab =>
    same((await info(lab)).branding_domain.url, lab.merchant.user.domain, 'url of the branding domain'),
  ),
  check('LI-20', async lab => {
    const { registration_fields } = (await info(lab)).branding_domain ?? {}
    that(Array.isArray(registration_fields), `registration_fields is ${JSON.stringify(registration_fields)}`)
    that(
      registration_fields.every((name: Json) => typeof name === 'string'),
      'registration_fields holds more than names',
    )
  }),
  check('LI-22', async lab => {
    const { terminals: devices } = await info(lab)
    const ids = devices.map(({ id }: Json) => id)
    for (const id of [lab.merchant.terminal_id, lab.merchant.terminal_id_without_signature])
      that(ids.includes(id), 'the terminal of the location is missing')
    for (const device of devices) has(device, TERMINAL, 'a terminal')
    for (const device of devices) only(device, TERMINAL, 'a terminal')
  }),
  check('LI-23', async lab => {
    const made = await newTag(lab)
    const below = await newTag(lab, { location_id: lab.merchant.child_location_id })
    const { tags } = record(await lab.api.get(`locationinfos/${lab.merchant.location_id}`), 'locationinfo', 200)
    same(
      tags.find(({ id }: Json) => id === made.id),
      made,
      'the tag among those of the location',
    )
    that(!tags.some(({ id }: Json) => id === below.id), 'a tag of the child location is listed')
  }),
  check('LI-24', async lab => {
    const found = records(await lab.api.get('locationinfos'), 'locationinfos')
    that(
      found.some(({ id }) => id === lab.merchant.location_id),
      "the caller's own location is missing",
    )
    that(!found.some(({ id }) => id === lab.other.location_id), "somebody else's location is there")
  }),
  partCheck('LI-24', 'relationship', async lab => {
    const { location_id, child_location_id } = lab.merchant
    const shown = (relationship: string): Promise<boolean[]> =>
      Promise.all(
        [location_id, child_location_id].map(async id => {
          const answer = await lab.api.get(`locationinfos?id=${id}&relationship=${relationship}`)
          return records(answer, 'locationinfos').length === 1
        }),
      )
    same(await shown('direct'), [true, false], 'whether direct has the parent and the child')
    same(await shown('child'), [false, true], 'whether child has the parent and the child')
    same(await shown('all'), [true, true], 'whether all has the parent and the child')
  }),
  check('LI-25', async lab => {
    same((await info(lab)).id, lab.merchant.location_id, 'id')
    refusedWith(await lab.api.get(`locationinfos/${lab.other.location_id}`), 404)
    refusedWith(await lab.api.get(`locationinfos/${UNKNOWN}`), 404)
  }),
  check('LI-26', async lab => {
    const path = `locationinfos/${lab.merchant.location_id}`
    record(await lab.api.get(path), 'locationinfo', 200)
    refusedWith(await lab.api.post('locationinfos', { locationinfo: {} }), 404, 405)
    refusedWith(await lab.api.put(path, { locationinfo: { name: 'Other' } }), 404, 405)
    refusedWith(await lab.api.delete(path), 404, 405)
  }),
]
