import type { Action, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { orderOf } from './processor.contract.ts'
import { CHECKING, MASTERCARD, VISA } from './worldpay-cnp.fixture.ts'

const HOME = {
  name: 'Wilma & "Testperson" <Ltd>',
  street: '1 Very Long Main Street of the Northern Part, Apartment 222',
  city: 'Burlington',
  state: 'MA',
  zip: '01803-3747',
  country: 'US',
  phone: '8005550100',
  email: 'wilma@example.com',
}

const LINE = {
  description: 'Hedge trimming',
  product_code: 'HT1',
  quantity: '2.5',
  unit_code: 'ea',
  unit_cost: '33.3333',
  tax_amount: '6.88',
  tax_rate: '8.25',
  discount_amount: '1.00',
}

const VISA_LEVEL_3 = {
  tax_exempt: '0',
  sales_tax: '8.25',
  national_tax: '1.10',
  merchant_vat_registration: 'VAT-77',
  freight_amount: '5.00',
  duty_amount: '2.50',
  shipto_zip_code: '04101',
  shipfrom_zip_code: '14850',
  destination_country_code: '840',
  unique_vat_ref_number: 'INV-9',
  order_date: '261122',
  tax_amount: '8.25',
  tax_rate: '8.25',
  transaction_discount_amount: '3.00',
  line_items: [{ ...LINE, commodity_code: '80111600' }],
}

const MASTERCARD_LEVEL_3 = {
  tax_exempt: 1,
  destination_country_code: 'CAN',
  line_items: [{ ...LINE, tax_type_id: '02', alternate_tax_id: 'ALT-1', debit_credit: 'D' }, LINE],
}

const STAY = {
  checkin_date: '2026-11-20',
  checkout_date: '2026-11-22',
  room_num: '12',
  room_rate: 9_900n,
  folio_num: 'F-77',
  is_advance_deposit: false,
  is_no_show: false,
}

const APPLE = JSON.stringify({
  paymentData: {
    data: 'ZGF0YQ==',
    header: { ephemeralPublicKey: 'a2V5', publicKeyHash: 'aGFzaA==', transactionId: 'f00d' },
    signature: 'c2lnbmF0dXJl',
    version: 'EC_v1',
  },
})

const NETWORK_ID = '63225578415568556365452427825'
const by = (initiation: Partial<ProcessorRequest['initiation']>): Pick<ProcessorRequest, 'initiation'> => ({
  initiation: { by: 'cardholder', series: null, is_first: false, ...initiation },
})

const referring = (action: Action, is_bank = false): ProcessorRequest['original'] => ({
  reference: '01a2b3c4d5e6f708192a3b4c',
  processor_reference: '82919999999999999',
  action,
  payment_method: is_bank ? 'ach' : 'cc',
  amount: 10_825n,
  last_four: '1111',
  auth_code: '11111',
  created_ts: 1_795_000_000,
})

type Kind = readonly [action: Action, more: Partial<ProcessorRequest>]

const card = (action: Action, more: Partial<ProcessorRequest> = {}): Kind => [action, { instrument: VISA, ...more }]
const bank = (action: Action, more: Partial<ProcessorRequest> = {}): Kind => [action, { instrument: CHECKING, ...more }]

/** A request of each kind, by what it is about. */
const KINDS = {
  'a sale in a browser': card('sale', {
    instrument: { ...VISA, cvv: '349' },
    billing: HOME,
    shipping: { street: '2 Main St.', zip: '02915', country: 'us' },
    customer_ip: '203.0.113.7',
    customer_id: 'C-1 "&"',
    order_num: 'A.1#2/3_4',
    allow_partial: true,
    descriptor: 'STORE*ÄBC 12',
  }),
  'a sale by telephone': card('sale', { industry: 'moto', billing: { street: '5800 NW 39th AVE', zip: '32606' } }),
  'a card that was swiped': card('sale', {
    instrument: { ...VISA, track_data: '%B4111111111111111^TEST/W^3012101?;4111111111111111=3012101?' },
    card_present: true,
    entry_mode: 'swiped',
    industry: 'retail',
  }),
  'a stripe where no card is said to be present': card('sale', {
    instrument: { ...VISA, track_data: '%B4111111111111111^TEST/W^3012101?;4111111111111111=3012101?' },
    entry_mode: 'swiped',
  }),
  'a card keyed at a kiosk': card('sale', { card_present: true, entry_mode: 'keyed', industry: 'retail_self_serve' }),
  'level 2': card('sale', { po_number: 'PO 12345678901234567890', tax: 825n, surcharge: 300n }),
  'level 3 of Visa': card('sale', { amount: 10_825n, level3: { brand: 'visa', data: VISA_LEVEL_3 } }),
  'level 3 of Mastercard': card('sale', {
    instrument: MASTERCARD,
    level3: { brand: 'mc', data: MASTERCARD_LEVEL_3 },
  }),
  'a stay': card('authonly', { lodging: STAY, industry: 'lodging', card_present: true, allow_partial: true }),
  'a no-show': card('sale', { lodging: { ...STAY, checkin_date: null, is_no_show: true } }),
  '3-D Secure': card('sale', {
    three_d_secure: {
      cavv: 'AAABBJg0VhI0VniQEjRWAAAAAAA=',
      xid: 'f38e6948-5388-41a6-bca4-b49723c19437',
      eci: '05',
      version: '2.2.0',
    },
  }),
  '3-D Secure attempted': card('authonly', { three_d_secure: { cavv: 'AAAB', eci: '01', version: '1.0.2' } }),
  'the first of a recurring': card('sale', by({ series: 'recurring', is_first: true })),
  'a later one of a recurring': card(
    'sale',
    by({ by: 'merchant', series: 'recurring', network_transaction_id: NETWORK_ID }),
  ),
  'the first installment': card('sale', by({ series: 'installment', is_first: true, number: 1, count: 12 })),
  'a later installment': card(
    'sale',
    by({ by: 'merchant', series: 'installment', number: 2, count: 12, network_transaction_id: NETWORK_ID }),
  ),
  'a card that is stored': card('avsonly', by({ series: 'unscheduled', is_first: true })),
  'a stored card, by the merchant': card(
    'sale',
    by({ by: 'merchant', series: 'unscheduled', network_transaction_id: NETWORK_ID }),
  ),
  'a stored card, by its holder': card('authonly', by({ series: 'unscheduled', network_transaction_id: NETWORK_ID })),
  'a token': card('sale', {
    instrument: { kind: 'token', token: '1111000276870123', brand: 'visa', exp_date: '1230', cvv: '349' },
  }),
  'Apple Pay': card('sale', { instrument: { kind: 'wallet', wallet: 'apple_pay', payment_token: APPLE } }),
  'a voice authorization': card('force', { reference: '019a8f3b40055aa00bb11cc2', auth_code: 'VOICE1', tax: 100n }),
  'a refund without a payment': card('refund', { billing: { zip: '01803' } }),
  'a capture': ['authcomplete', { amount: 9_000n, original: referring('authonly') }],
  'a capture with a surcharge': ['authcomplete', { amount: 9_000n, surcharge: 262n, original: referring('authonly') }],
  'a capture with level 3 of Visa': [
    'authcomplete',
    {
      amount: 9_000n,
      original: referring('authonly'),
      level3: { brand: 'visa', data: VISA_LEVEL_3 },
      po_number: 'PO 77',
    },
  ],
  'a refund': ['refund', { original: referring('authcomplete') }],
  'a refund of a surcharge': ['refund', { surcharge: 29n, original: referring('authcomplete') }],
  'the void of an authorization': ['void', { original: referring('authonly') }],
  'the void of a sale': ['void', { original: referring('sale') }],
  'a part of an authorization given up': ['partialreversal', { amount: 10_000n, original: referring('authonly') }],
  'a debit in a browser': bank('debit', { billing: HOME, check_number: '1001' }),
  'a debit of a company': bank('debit', {
    instrument: { ...CHECKING, sec_code: 'CCD', is_company: true, account_holder_name: 'Widget Inc' },
    description: 'Invoice 77',
  }),
  'a debit by telephone, again': bank('debit', {
    instrument: { ...CHECKING, sec_code: 'TEL', account_type: 'savings' },
    ...by({ by: 'merchant', series: 'recurring' }),
  }),
  'a debit with a signature': bank('debit', { instrument: { ...CHECKING, sec_code: 'PPD' } }),
  'a credit to a bank account': bank('credit'),
  'a bank account that is verified': bank('avsonly', { billing: HOME }),
  'the refund of a debit': ['refund', { original: referring('debit', true) }],
  'the void of a debit': ['void', { original: referring('debit', true) }],
} as const satisfies Record<string, Kind>

/** What the last one of these tests sends under a reference that never changes. */
export const REFERENCE = '019a8f3b40055aa00bb11cc2'

export function requestsOfEachKind(): [name: string, request: ProcessorRequest][] {
  return Object.entries(KINDS).map(([name, [action, more]]) => [
    name,
    orderOf(action, 1000n, { reference: REFERENCE, ...more } as Partial<ProcessorRequest>),
  ])
}
