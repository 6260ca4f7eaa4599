import { choice, flag, id, integer, json, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, known, many, one } from '../../definition/resource.ts'
import { LOGO_ADDRESS } from '../../lib/logo-address.ts'

export const PROCESSORS = ['zgate', 'zgate2', 'zach', 'ach', 'fortisach', 'cash'] as const
export const INDUSTRIES = ['ecommerce', 'restaurant', 'lodging', 'moto', 'retail', 'retail_self_serve'] as const

/** The sixteen limits of bank payments (contract 2.15). Null means no limit. */
export const VELOCITY_DEFAULTS: Record<string, number | null> = {
  debit_hold_days: 0,
  debit_items_per_day: null,
  debit_daily_aggregate: null,
  debit_items_per_month: null,
  debit_monthly_aggregate: null,
  refund_largest_item: null,
  refund_items_per_day: null,
  refund_daily_aggregate: null,
  refund_items_per_month: null,
  refund_monthly_aggregate: null,
  // Banking days in which most returns of a consumer's debit have arrived.
  refund_hold_days: 5,
  credit_largest_item: null,
  credit_daily_aggregate: null,
  credit_items_per_day: null,
  credit_items_per_month: null,
  credit_monthly_aggregate: null,
}

const on = { fallback: true } as const
const off = { fallback: false } as const
const cardsOnly = { fallback: true, note: 'Always 0 on a bank product.' } as const
const bankOnly = 'Always 0 on a card product.'

/**
 * A processing account of a location, through which payments are routed. Credentials for the processor are not among
 * its fields. It is never deleted, because transactions refer to it; `active` 0 takes it out of use.
 */
export const producttransaction = defineResource({
  name: 'producttransaction',
  plural: 'producttransactions',
  spec: '2.13, 2.15, 4.4',
  scope: 'location_id',
  verbs: ['create', 'read', 'list', 'update'],
  api_id: 'product_transaction_api_id',
  cached: true,
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    title: text(1, 64, 'RPU'),
    payment_method: choice(['cc', 'ach'], 'RP', { means: { cc: 'cards', ach: 'bank accounts' } }),
    processor: choice(PROCESSORS, 'RPU', {
      note: 'zgate and zgate2 take cards; zach, ach and fortisach take bank accounts.',
    }),
    processor_version: text(0, 24, 'PU'),
    industry_type: choice(INDUSTRIES, 'RPU'),
    mcc: text(0, 4, 'PU', { format: DIGITS, note: 'Merchant category code.' }),
    merchant_id: text(0, 24, 'PU', { holds: 'identifier' }),
    terminal_id: text(0, 24, 'PU', {
      holds: 'identifier',
      note: "The processor's terminal number, not a terminal record.",
    }),
    account_number: text(0, 32, 'PU', { holds: 'identifier', note: 'Of the merchant, at the processor.' }),
    active: flag('PU', on),
    tz: text(0, 30, 'PU', { note: "Zone of the batch's day; the location's when empty." }),
    current_batch: integer(4, 'S', { fallback: 1, least: 1, most: 9999 }),
    batch_auto_settle: flag('PU', {
      fallback: true,
      note: 'Settles the open batch of a card product every day at batch_settle_hour.',
    }),
    batch_settle_hour: integer(2, 'PU', { fallback: 4, least: 0, most: 23, note: "Of the product's day; see tz." }),
    current_stan: integer(6, 'S', { fallback: 1, least: 1 }),
    product_transaction_api_id: text(0, 64, 'PU', {
      holds: 'identifier',
      note: "The caller's own id, unique per location.",
    }),
    portfolio_id: text(0, 36, 'PU', { holds: 'identifier' }),
    sales_office_id: text(0, 36, 'PU', { holds: 'identifier' }),
    partner: text(0, 64, 'PU'),
    default_transaction_type: choice(['sale', 'authonly', 'debit'], 'PU', {
      always: true,
      note: 'Left out on create: debit for bank accounts, authonly for lodging, else sale.',
    }),
    card_type_visa: flag('PU', cardsOnly),
    card_type_mc: flag('PU', cardsOnly),
    card_type_disc: flag('PU', cardsOnly),
    card_type_amex: flag('PU', cardsOnly),
    card_type_diners: flag('PU', cardsOnly),
    card_type_jcb: flag('PU', cardsOnly),
    card_type_ebt: flag('PU', off),
    vt_enable: flag('PU', on),
    vt_cvv: flag('PU', cardsOnly),
    vt_require_cvv: flag('PU', { fallback: false, note: 'A card payment with a number needs a cvv.' }),
    vt_street: flag('PU', on),
    vt_zip: flag('PU', on),
    vt_order_num: flag('PU', on),
    vt_require_street: flag('PU', { fallback: false, note: 'A payment with a number needs billing_street.' }),
    vt_require_zip: flag('PU', { fallback: false, note: 'A payment with a number needs billing_zip.' }),
    vt_enable_tip: flag('PU', off),
    vt_enable_sales_tax: flag('PU', off),
    vt_override_sales_tax_allowed: flag('PU', off),
    vt_clerk_number: flag('PU', off),
    vt_billing_phone: flag('PU', off),
    vt_show_custom_fields: flag('PU', off),
    auto_decline_cvv: flag('PU', off),
    auto_decline_street: flag('PU', off),
    auto_decline_zip: flag('PU', off),
    auto_decline_cavv: flag('PU', off),
    allow_partial_authorization: flag('PU', off),
    allow_recurring_partial_authorization: flag('PU', off),
    allow_blind_refund: flag('PU', { fallback: false, note: 'Refunds without an earlier transaction.' }),
    require_cvv_on_keyed_cnp: flag('PU', off),
    require_cvv_on_tokenized_cnp: flag('PU', off),
    dup_check_per_batch: text(0, 500, 'PU', {
      note: 'Comma list of transaction fields; a second payment equal in all of them is declined.',
    }),
    velocity_settings: json(2000, 'PU', {
      fallback: VELOCITY_DEFAULTS,
      note: 'Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves.',
    }),
    ach_allow_debit: flag('PU', { fallback: true, note: bankOnly }),
    ach_allow_credit: flag('PU', { fallback: false, note: bankOnly }),
    ach_allow_refund: flag('PU', { fallback: true, note: bankOnly }),
    debit_allow_void: flag('PU', { fallback: true, note: bankOnly }),
    processor_data: json(16384, 'PU', {
      holds: 'identifier',
      fallback: { terminals: [] },
      note: '`terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank.',
    }),
    processor_rules: json(4096, 'PU', {
      note: '`rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change.',
    }),
    run_avs_on_accountvault_create: flag('PU', off),
    accountvault_expire_notification_email_enable: flag('PU', off),
    cau_subscribe_type_id: integer(2, 'PU', { fallback: 0 }),
    cau_account_number: text(0, 32, 'PU', { holds: 'identifier' }),
    quick_invoice_allow: flag('PU', on),
    quick_invoice_text_to_pay: flag('PU', off),
    paylink_allow: flag('PU', on),
    level3_allow: flag('PU', {
      fallback: true,
      note: 'Always 0 on a bank product and outside retail, ecommerce and moto (contract 4.11).',
    }),
    level3_default: json(4000, 'PU'),
    hosted_payment_page_allow: flag('PU', off),
    hosted_payment_page_max_allowed: integer(3, 'PU', { fallback: 5, least: 1, most: 999 }),
    sms_enable: flag('PU', off),
    split_payments_allow: flag('PU', off),
    bank_funded_only: flag('PU', off),
    surcharge: json(undefined, 'S', { note: 'Always null: surcharging is not offered.' }),
    tax_surcharge_config: choice([0, 1, 2], 'PU', { fallback: 2 }),
    display_avs: flag('PU', cardsOnly),
    receipt_header: text(0, 255, 'PU'),
    receipt_footer: text(0, 255, 'PU'),
    receipt_add_account_above_signature: text(0, 1032, 'PU'),
    receipt_add_recurring_above_signature: text(0, 1032, 'PU'),
    receipt_vt_above_signature: text(0, 1032, 'PU'),
    receipt_logo: text(0, 256, 'PU', { format: LOGO_ADDRESS }),
    receipt_show_contact_name: flag('PU', on),
    receipt_show_custom_fields: flag('PU', off),
    processor_account_id: text(24, 36, 'S', {
      reach: 'hidden',
      always: true,
      note: 'The version of its account at the processor that new payments are made with.',
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  expands: {
    location: one('location', 'location_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: { producttransaction_product_transaction_api_id_key: 'product_transaction_api_id' },
})
