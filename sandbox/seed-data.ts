/** A business invented for the sandbox. */
export interface SeedMerchant {
  name: string
  domain: string
  city: string
  state: string
  zip: string
  street: string
  color: string
}

/** Two invented, unrelated businesses: what belongs to one must never be seen by the other. */
export const MERCHANTS: readonly SeedMerchant[] = [
  {
    name: 'Juniper Garden Works',
    domain: 'juniper.example',
    street: '12 Orchard Lane',
    city: 'Ithaca',
    state: 'NY',
    zip: '14850',
    color: '#1f6f54',
  },
  {
    name: 'Harbor Light Dental',
    domain: 'harborlight.example',
    street: '400 Pier Street',
    city: 'Portland',
    state: 'ME',
    zip: '04101',
    color: '#1d4f91',
  },
]

/** The virtual device's applications, as the migration seeds them. */
export const APPLICATION = { signing: '000000000000000000000101', plain: '000000000000000000000102' } as const

const ACH_REQUIRED = ['account_holder_name', 'routing', 'account_number', 'account_type']

/** The sandbox's card and bank product, ready to use. */
export const seededProducts = {
  cc: {
    title: 'Cards',
    payment_method: 'cc',
    processor: 'zgate',
    industry_type: 'ecommerce',
    default_transaction_type: 'sale',
    quick_invoice_allow: true,
    paylink_allow: true,
    hosted_payment_page_allow: true,
    hosted_payment_page_max_allowed: 999,
    level3_allow: true,
    allow_partial_authorization: true,
  },
  ach: {
    title: 'Bank accounts',
    payment_method: 'ach',
    processor: 'ach',
    industry_type: 'ecommerce',
    default_transaction_type: 'debit',
    quick_invoice_allow: true,
    paylink_allow: true,
    hosted_payment_page_allow: true,
    hosted_payment_page_max_allowed: 999,
    ach_allow_debit: true,
    ach_allow_credit: true,
    ach_allow_refund: true,
    processor_data: {
      terminals: [
        { terminal_id: '2310', sec_code: 'WEB', actions: ['debit', 'refund', 'credit'], required: ACH_REQUIRED },
        { terminal_id: '2010', sec_code: 'PPD', actions: ['debit', 'refund', 'credit'], required: ACH_REQUIRED },
        { terminal_id: '2710', sec_code: 'CCD', actions: ['debit', 'refund', 'credit'], required: ACH_REQUIRED },
        {
          terminal_id: '2210',
          sec_code: 'TEL',
          actions: ['debit', 'refund'],
          required: [...ACH_REQUIRED, 'check_number'],
        },
      ],
    },
  },
} as const
