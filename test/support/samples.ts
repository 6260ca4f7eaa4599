import assert from 'node:assert/strict'
import type { SeededMerchant } from '../../sandbox/seed.ts'
import type { Client, Json, UserClient } from './app.ts'
import { saleBody } from './payments.ts'
import { cardBody } from './vaults.ts'

/** The merchant that the samples belong to. */
export interface SampleSite {
  /** A client admin of the merchant. */
  api: Client
  merchant: SeededMerchant
}

export interface UserSite extends SampleSite {
  api: UserClient
}

/** One dot, the smallest PNG there is. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A public test card of a company: sales with it carry level 3 data. */
const COMPANY_CARD = '4485271031055802'

/** A line of level 3 data with all that Visa asks for. */
const LINE = {
  commodity_code: '55',
  description: 'Lawn seed',
  product_code: 'SEED',
  quantity: '5',
  unit_code: 'EA',
  unit_cost: '2',
  tax_amount: '1',
  tax_rate: '8.25',
}

const newUser = (merchant: SeededMerchant, username: string): Json => ({
  username,
  last_name: 'Testperson',
  email: `${username}@example.com`,
  primary_location_id: merchant.location_id,
  user_type_id: 400,
})

type Sample = (site: SampleSite, mark: string) => Json | Promise<Json>

/**
 * For every resource with a POST, a body that is accepted as it is, with nothing in it that could be left out. `mark`
 * is a new number each time, for fields that have to be unique. Records that it refers to are created through the
 * API.
 */
const samples: Readonly<Record<string, Sample>> = {
  location: ({ merchant }, mark) => ({
    parent_id: merchant.location_id,
    name: `Branch ${mark}`,
    branding_domain_url: `branch${mark}.${merchant.user.domain}`,
  }),
  contact: ({ merchant }) => ({ location_id: merchant.location_id, last_name: 'Testperson' }),
  producttransaction: ({ merchant }) => ({
    location_id: merchant.location_id,
    title: 'More cards',
    payment_method: 'cc',
    processor: 'zgate',
    industry_type: 'ecommerce',
  }),
  surcharge: ({ merchant }) => ({ location_id: merchant.location_id, title: 'Credit cards', surcharge_rate: '2.50' }),
  user: ({ merchant }, mark) => newUser(merchant, `user${mark}`),
  authroleuser: async ({ api, merchant }, mark) => ({
    user_id: (await api.post('users', { user: newUser(merchant, `role${mark}`) })).body.user.id,
    auth_role_id: '300',
  }),
  accountvault: ({ merchant }) => cardBody(merchant.location_id),
  salestaxrate: async ({ api, merchant }, mark) => {
    const branch = await api.post('locations', {
      location: { parent_id: merchant.location_id, name: `Shop ${mark}`, branding_domain_url: merchant.user.domain },
    })
    return { location_id: branch.body.location.id, tax_rate: '8.25' }
  },
  ticket: ({ merchant }) => ({
    location_id: merchant.location_id,
    account_number: '4111111111111111',
    exp_date: '1230',
  }),
  transaction: () => saleBody(),
  refundapproval: ({ merchant }) => ({
    action: 'refund',
    product_transaction_id: merchant.cc_product_transaction_id,
    last_four: '1111',
    transaction_amount: '10.00',
    reason: 'Wrong item delivered.',
  }),
  quickinvoice: ({ merchant }) => ({
    location_id: merchant.location_id,
    title: 'Garden work',
    due_date: '2030-01-31',
    item_list: { Mowing: '10.00' },
  }),
  paylink: ({ merchant }) => ({ location_id: merchant.location_id, amount_due: '10.00' }),
  hostedpaymentpage: ({ merchant }) => ({
    location_id: merchant.location_id,
    product_transaction_id: merchant.cc_product_transaction_id,
    title: 'Donations',
  }),
  recurring: async site => ({
    account_vault_id: (await made(site, 'accountvaults', 'accountvault', cardBody(site.merchant.location_id))).id,
    location_id: site.merchant.location_id,
    transaction_amount: '10.00',
    interval: '1',
    interval_type: 'm',
    start_date: '2030-01-31',
  }),
  transactionlevel3: async site => ({
    transaction_id: (await made(site, 'transactions', 'transaction', saleBody({ account_number: COMPANY_CARD }))).id,
    level3_data: { tax_rate: '8.25', sales_tax: '2.00', line_items: [LINE] },
  }),
  tag: ({ merchant }, mark) => ({ location_id: merchant.location_id, title: `Tag ${mark}` }),
  terminal: ({ merchant }, mark) => ({
    location_id: merchant.location_id,
    terminal_manufacturer_id: 100,
    terminal_application_id: '000000000000000000000101',
    title: 'Counter',
    serial_number: `SN${mark}`,
  }),
  terminalagent: ({ merchant }) => ({ location_id: merchant.location_id, title: 'Shop floor' }),
  scanner: async ({ api, merchant }) => ({
    location_id: merchant.location_id,
    title: 'Back office',
    serial_number: 'SN1',
    scanner_model_id: (await api.get('scannermodels')).body.scannermodels[0].id,
  }),
  deviceterm: ({ merchant }) => ({
    location_id: merchant.location_id,
    terminal_id: merchant.terminal_id,
    require_signature: 0,
    terms_conditions: 'I agree.',
  }),
  signature: async site => ({
    resource_id: (await made(site, 'accountvaults', 'accountvault', cardBody(site.merchant.location_id))).id,
    resource: 'AccountVault',
    signature: DOT,
  }),
  note: ({ merchant }) => ({ resource_id: merchant.contact_id, resource: 'Contact', note: 'Prefers mornings.' }),
  postbackconfig: ({ merchant }) => ({
    location_id: merchant.location_id,
    resource: 'transaction',
    product_transaction_id: merchant.cc_product_transaction_id,
    url: 'https://example.com/hooks',
  }),
  product_file: async (site, mark) => ({ location_id: await newLocation(site, mark), title: 'Files' }),
  product_accountvault: async (site, mark) => ({ location_id: await newLocation(site, mark), title: 'Vault' }),
  product_recurring: async (site, mark) => ({ location_id: await newLocation(site, mark), title: 'Recurring' }),
  quick_invoice_setting: async (site, mark) => ({ location_id: await newLocation(site, mark) }),
  email_blacklist: (_site, mark) => ({ email: `nomail${mark}@example.com` }),
  sms_blacklist: (_site, mark) => ({ cell_phone: `20255${mark.padStart(5, '0')}` }),
}

let count = 0

/** Returns a valid body for this resource; throws for one without a sample. */
export async function sampleOf(site: SampleSite, noun: string): Promise<Json> {
  const sample = samples[noun]
  assert.ok(sample, `test/support/samples.ts has no body for ${noun}`)
  count += 1
  return sample(site, String(count))
}

export const sampleNouns: readonly string[] = Object.keys(samples)

async function newLocation(site: SampleSite, mark: string): Promise<string> {
  const { merchant } = site
  const location = { parent_id: merchant.location_id, name: `Place ${mark}`, branding_domain_url: merchant.user.domain }
  return (await made(site, 'locations', 'location', location)).id
}

async function made({ api }: SampleSite, plural: string, name: string, body: Json): Promise<Json> {
  const answer = await api.post(plural, { [name]: body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[name]
}
