import type { Answer, Client, Json } from './client.ts'
import { record } from './expect.ts'
import type { Lab } from './lab.ts'

/** A public test card and a public test bank account of the sandbox. */
export const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const
export const COMMERCIAL_CARDS = { visa: '4005562231212149', mc: '5405222222222226' } as const
export const BANK = {
  payment_method: 'ach',
  account_number: '856667001122',
  account_holder_name: 'Pat Example',
  account_type: 'checking',
  is_company: 0,
  routing: '072000326',
} as const

/** An identifier of the right form that belongs to nothing. */
export const UNKNOWN = 'f0f0f0f0f0f0f0f0f0f0f0f0'

export type Fields = Record<string, Json>

export function tagBody(lab: Lab): Fields {
  return { title: `tag ${lab.unique()}`, location_id: lab.merchant.location_id }
}

export function invoiceBody(lab: Lab): Fields {
  return {
    location_id: lab.merchant.location_id,
    title: `Garden work ${lab.unique()}`,
    due_date: '2090-01-31',
    item_list: { Mowing: 7.5, Hedge: '2.50' },
  }
}

export function cardVaultBody(lab: Lab): Fields {
  return { ...CARD, location_id: lab.merchant.location_id }
}

export function bankVaultBody(lab: Lab): Fields {
  return { ...BANK, location_id: lab.merchant.location_id }
}

export function locationBody(lab: Lab): Fields {
  const url = `${lab.unique()}.example`
  return { parent_id: lab.merchant.location_id, name: `Branch ${lab.unique()}`, branding_domain_url: url }
}

/** Creates a record and returns it; anything but 201 ends the check. */
export async function made(api: Client, noun: string, plural: string, body: Fields): Promise<Json> {
  return record(await api.post(plural, { [noun]: body }), noun, 201)
}

export const newTag = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'tag', 'tags', { ...tagBody(lab), ...over })

export const newInvoice = (lab: Lab, over: Fields = {}, api = lab.api): Promise<Json> =>
  made(api, 'quickinvoice', 'quickinvoices', { ...invoiceBody(lab), ...over })

export const newVault = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'accountvault', 'accountvaults', { ...cardVaultBody(lab), ...over })

export const newBankVault = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'accountvault', 'accountvaults', { ...bankVaultBody(lab), ...over })

export const newLocation = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'location', 'locations', { ...locationBody(lab), ...over })

export const newContact = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'contact', 'contacts', {
    location_id: lab.merchant.location_id,
    last_name: `Payer ${lab.unique()}`,
    ...over,
  })

/** A card or bank product of a location, as its administrator sets one up. */
export const newProduct = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'producttransaction', 'producttransactions', {
    location_id: lab.merchant.location_id,
    title: 'Cards',
    payment_method: 'cc',
    processor: 'zgate',
    industry_type: 'ecommerce',
    quick_invoice_allow: 1,
    paylink_allow: 1,
    ...over,
  })

export const newBankProduct = (lab: Lab, over: Fields = {}): Promise<Json> =>
  newProduct(lab, { title: 'Banks', payment_method: 'ach', processor: 'ach', ach_allow_debit: 1, ...over })

/** A card sale through the API; approved unless its amount is one that declines. */
export const newSale = (lab: Lab, transaction_amount: string, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'transaction', 'transactions', {
    action: 'sale',
    ...CARD,
    location_id: lab.merchant.location_id,
    transaction_amount,
    ...over,
  })

/** The body of a recurring with a new vault: 10.00 every month from a day in the far future. */
export async function recurringBody(lab: Lab, over: Fields = {}): Promise<Fields> {
  return {
    account_vault_id: over.account_vault_id ?? (await newVault(lab)).id,
    location_id: lab.merchant.location_id,
    interval: '1',
    interval_type: 'm',
    start_date: '2090-01-31',
    transaction_amount: '10.00',
    ...over,
  }
}

/** A monthly recurring with a new vault. */
export async function newRecurring(lab: Lab, over: Fields = {}): Promise<Json> {
  return made(lab.api, 'recurring', 'recurrings', await recurringBody(lab, over))
}

export function paylinkBody(lab: Lab): Fields {
  return { location_id: lab.merchant.location_id, amount_due: 10 }
}

export function hostedPageBody(lab: Lab): Fields {
  const { location_id, cc_product_transaction_id: product_transaction_id } = lab.merchant
  const fields = [
    { id: 'transaction_amount', value: '12.00', readonly: true },
    { id: 'description', label: 'For' },
    { id: 'custom_data-size', label: 'Size' },
  ]
  return { location_id, product_transaction_id, title: 'Sneakers', field_configuration: { body: { fields } } }
}

export const newPaylink = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'paylink', 'paylinks', { ...paylinkBody(lab), ...over })

/** A clerk of the first merchant, with a unique username. */
export function userBody(lab: Lab): Fields {
  const username = lab.unique()
  return {
    username,
    email: `${username}@example.net`,
    last_name: 'Helper',
    primary_location_id: lab.merchant.location_id,
    user_type_id: 400,
  }
}

export const newUser = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'user', 'users', { ...userBody(lab), ...over })

export async function scannerBody(lab: Lab): Promise<Fields> {
  const models = await lab.once('scanner models', async () => (await lab.api.get('scannermodels')).body.scannermodels)
  return {
    scanner_model_id: models?.[0]?.id ?? 1,
    title: 'Front desk',
    serial_number: lab.unique(),
    location_id: lab.merchant.location_id,
  }
}

export const newScanner = async (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'scanner', 'scanners', { ...(await scannerBody(lab)), ...over })

/** A configuration whose events do not occur, so that it posts nothing. */
export function postbackBody(lab: Lab): Fields {
  return {
    location_id: lab.merchant.location_id,
    resource: 'contact',
    url: 'http://127.0.0.1:9/never',
    on_create: 0,
    on_update: 0,
    on_delete: 0,
    is_active: 0,
  }
}

export const newPostback = (lab: Lab, over: Fields = {}): Promise<Json> =>
  made(lab.api, 'postbackconfig', 'postbackconfigs', { ...postbackBody(lab), ...over })

export async function readInvoice(lab: Lab, id: string, query = ''): Promise<Json> {
  return record(await lab.api.get(`quickinvoices/${id}${query}`), 'quickinvoice', 200)
}

/** Takes back a card payment that is not settled yet. */
export const voided = (lab: Lab, id: string): Promise<Answer> =>
  lab.api.put(`transactions/${id}`, { transaction: { action: 'void' } })
