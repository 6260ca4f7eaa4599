import type { Json } from './client.ts'
import { record } from './expect.ts'
import {
  CARD,
  cardVaultBody,
  type Fields,
  invoiceBody,
  locationBody,
  paylinkBody,
  postbackBody,
  recurringBody,
  scannerBody,
  tagBody,
  userBody,
} from './fixtures.ts'
import type { Lab } from './lab.ts'

/** A kind of record that can be created, read, listed and mostly updated: for statements about all of them. */
export interface Sample {
  noun: string
  plural: string
  body(lab: Lab): Promise<Fields>
  /** A field that an update may change, with another value; absent where the resource has no updates. */
  change?: Fields
}

export const SAMPLES: readonly Sample[] = [
  { noun: 'tag', plural: 'tags', body: async lab => tagBody(lab), change: { title: 'Changed' } },
  { noun: 'quickinvoice', plural: 'quickinvoices', body: async lab => fullInvoice(lab), change: { note: 'Changed' } },
  { noun: 'accountvault', plural: 'accountvaults', body: async lab => fullVault(lab), change: { title: 'Changed' } },
  { noun: 'location', plural: 'locations', body: async lab => fullLocation(lab), change: { name: 'Changed' } },
  { noun: 'paylink', plural: 'paylinks', body: async lab => fullPaylink(lab), change: { description: 'Changed' } },
  {
    noun: 'recurring',
    plural: 'recurrings',
    body: lab => recurringBody(lab, { installment_total_count: 3, description: 'Rent' }),
    change: { description: 'Changed' },
  },
  { noun: 'user', plural: 'users', body: async lab => userBody(lab), change: { company_name: 'Changed' } },
  { noun: 'scanner', plural: 'scanners', body: scannerBody, change: { title: 'Changed' } },
  {
    noun: 'postbackconfig',
    plural: 'postbackconfigs',
    body: async lab => postbackBody(lab),
    change: { number_of_attempts: 2 },
  },
  { noun: 'contact', plural: 'contacts', body: async lab => contactBody(lab), change: { city: 'Changed' } },
  { noun: 'transaction', plural: 'transactions', body: async lab => saleBody(lab) },
]

/** The record of a sample and the answer that created it, shared by all checks that only read it. */
export function sampleMade(lab: Lab, sample: Sample): Promise<Json> {
  return lab.once(`sample ${sample.noun}`, async () => {
    const body = await sample.body(lab)
    return record(await lab.api.post(sample.plural, { [sample.noun]: body }), sample.noun, 201)
  })
}

function fullInvoice(lab: Lab): Fields {
  return {
    ...invoiceBody(lab),
    ach_product_transaction_id: lab.merchant.ach_product_transaction_id,
    contact_id: lab.merchant.contact_id,
    expire_date: '2091-01-31',
    invoice_number: `INV ${lab.unique()}`,
    item_header: 'What was done',
    item_footer: 'Thank you',
    note: 'By the gate',
    cell_phone: '7005550123',
    quick_invoice_api_id: lab.unique(),
    customer_id: `c ${lab.unique()}`,
  }
}

function fullVault(lab: Lab): Fields {
  return {
    ...cardVaultBody(lab),
    contact_id: lab.merchant.contact_id,
    title: 'Household card',
    account_holder_name: 'Pat Example',
    billing_address: '12 Orchard Lane',
    billing_city: 'Ithaca',
    billing_state: 'NY',
    billing_zip: '14850',
    billing_phone: '7005550123',
    account_vault_api_id: lab.unique(),
    accountvault_c1: 'one',
    customer_id: lab.unique(),
    dl_number: 'L1',
    dl_state: 'NY',
    terms_agree: 1,
    terms_agree_ip: '203.0.113.10',
  }
}

function fullLocation(lab: Lab): Fields {
  return {
    ...locationBody(lab),
    aba: '072000326',
    dda: '123456',
    account_number: 'A1',
    address1: '12 Orchard Lane',
    city: 'Ithaca',
    state: 'NY',
    zip_code: '14850',
    office_phone: '7005550123',
    fax: '7005550124',
    tz: 'America/Chicago',
    email_reply_to: `desk@${lab.unique()}.example`,
    location_api_id: lab.unique().repeat(2),
    location_c1: 'one',
    recurring_notification_days_default: 3,
  }
}

function fullPaylink(lab: Lab): Fields {
  return { ...paylinkBody(lab), amount_due: 10.5, expire_date: '2090-01-31', description: 'A lamp' }
}

function contactBody(lab: Lab): Fields {
  return { location_id: lab.merchant.location_id, last_name: `Payer ${lab.unique()}`, email: lab.address() }
}

function saleBody(lab: Lab): Fields {
  return { action: 'sale', ...CARD, location_id: lab.merchant.location_id, transaction_amount: '12.34' }
}
