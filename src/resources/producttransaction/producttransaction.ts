import { choice, flag, id, integer, json, money, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, known, many, one } from '../../definition/resource.ts'
import { LEVEL3_SCHEMA } from '../../lib/level3-schema.ts'
import { LOGO_ADDRESS } from '../../lib/logo-address.ts'
import { LARGEST_AMOUNT } from '../../lib/money.ts'
import { PROCESSOR_DATA, PROCESSOR_RULES } from './processor-schemas.ts'
import { VELOCITY, VELOCITY_DEFAULTS } from './velocity-settings.ts'

export const PROCESSORS = ['zgate', 'zgate2', 'zach', 'ach', 'fortisach', 'cash'] as const
export const INDUSTRIES = ['ecommerce', 'restaurant', 'lodging', 'moto', 'retail', 'retail_self_serve'] as const

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
    refund_approval_amount: money('PU', {
      note: 'A refund or credit above it needs a refundapproval: by itself, with what was refunded of its payment, or with what its user gave back that day. Null: never. A higher amount, or null, counts a day later.',
    }),
    refund_approval_was: money('S', { reach: 'hidden', note: 'The lower limit that still counts.' }),
    refund_approval_until_ts: stamp('S', { reach: 'hidden', note: 'Until when it does.' }),
    allow_blind_refund: flag('PU', { fallback: false, note: 'Refunds without an earlier transaction.' }),
    require_cvv_on_keyed_cnp: flag('PU', off),
    require_cvv_on_tokenized_cnp: flag('PU', off),
    dup_check_per_batch: text(0, 500, 'PU', {
      note: 'Comma list of transaction fields; a second payment equal in all of them is declined.',
    }),
    velocity_settings: json(2000, 'PU', {
      fallback: VELOCITY_DEFAULTS,
      schema: VELOCITY,
      note: 'Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves.',
    }),
    ach_allow_debit: flag('PU', { fallback: true, note: bankOnly }),
    ach_allow_credit: flag('PU', { fallback: false, note: bankOnly }),
    ach_allow_refund: flag('PU', { fallback: true, note: bankOnly }),
    debit_allow_void: flag('PU', { fallback: true, note: bankOnly }),
    processor_data: json(16384, 'PU', {
      holds: 'identifier',
      fallback: { terminals: [] },
      schema: PROCESSOR_DATA,
      note: '`terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank.',
    }),
    processor_rules: json(4096, 'PU', {
      schema: PROCESSOR_RULES,
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
    level3_default: json(4000, 'PU', {
      schema: LEVEL3_SCHEMA,
      note: 'Enhanced data of payments with company cards that send none of their own.',
    }),
    hosted_payment_page_allow: flag('PU', off),
    hosted_payment_page_max_allowed: integer(3, 'PU', { fallback: 5, least: 1, most: 999 }),
    sms_enable: flag('PU', off),
    split_payments_allow: flag('PU', off),
    bank_funded_only: flag('PU', off),
    surcharge_id: ref('surcharge', 'PU', { note: 'Of the same location; card products only.' }),
    tax_surcharge_config: choice([0, 1, 2, 3], 'PU', { fallback: 2 }),
    display_avs: flag('PU', cardsOnly),
    statement_descriptor: text(0, 64, 'PU', {
      note: 'If omitted, the processor uses the text it has on file. Shortened to what it accepts; it is left out where refused.',
    }),
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
    least_amount: money('S', { fallback: 1n, reach: 'hidden', note: 'The least payment that its processor takes.' }),
    largest_amount: money('S', {
      fallback: LARGEST_AMOUNT,
      reach: 'hidden',
      note: 'The largest payment that its processor takes.',
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  expands: {
    location: one('location', 'location_id'),
    surcharge: one('surcharge', 'surcharge_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: { producttransaction_product_transaction_api_id_key: 'product_transaction_api_id' },
  about: [
    'Setting up',
    'What a location takes payments with: one account for cards or for bank payments, with all that is demanded of a payment.',
    {
      title: 'What people call it.',
      payment_method: 'What it takes.',
      processor_version: "The version of the processor's interface, for the merchant's own records.",
      industry_type: 'The trade, on which data of payments depend.',
      merchant_id: "The merchant's number at the processor.",
      active: 'Whether it takes payments.',
      current_batch: 'The number of the open batch.',
      current_stan: 'The number of the next request to the processor.',
      portfolio_id: 'The portfolio it counts in, for the operator. Kept for programs; the gateway does not act on it.',
      sales_office_id: 'The office that sold it, for the operator. Kept for programs; the gateway does not act on it.',
      partner: 'The partner through whom it was sold. Kept for programs; the gateway does not act on it.',
      card_type_visa: 'Whether Visa is taken.',
      card_type_mc: 'Whether Mastercard is taken.',
      card_type_disc: 'Whether Discover is taken.',
      card_type_amex: 'Whether American Express is taken.',
      card_type_diners: 'Whether Diners Club is taken.',
      card_type_jcb: 'Whether JCB is taken.',
      card_type_ebt: 'Whether cards of benefit programs (EBT) are taken.',
      vt_enable: 'Whether people key payments in at a screen. Kept for programs; the gateway does not act on it.',
      vt_cvv: 'Whether that screen asks for the security code.',
      vt_street: 'Whether that screen asks for the billing street.',
      vt_zip: 'Whether that screen asks for the billing ZIP code.',
      vt_order_num: 'Whether that screen asks for an order number. Kept for programs; the gateway does not act on it.',
      vt_enable_tip: 'Whether that screen asks for a tip. Kept for programs; the gateway does not act on it.',
      vt_enable_sales_tax: 'Whether that screen adds sales tax. Kept for programs; the gateway does not act on it.',
      vt_override_sales_tax_allowed:
        'Whether people may change the sales tax. Kept for programs; the gateway does not act on it.',
      vt_clerk_number: 'Whether that screen asks for the clerk. Kept for programs; the gateway does not act on it.',
      vt_billing_phone:
        'Whether that screen asks for a phone number. Kept for programs; the gateway does not act on it.',
      vt_show_custom_fields:
        'Whether that screen asks for transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it.',
      auto_decline_cvv: 'Whether an approval is taken back when the security code is wrong.',
      auto_decline_street: 'Whether an approval is taken back when the billing street is wrong.',
      auto_decline_zip: 'Whether an approval is taken back when the billing ZIP code is wrong.',
      auto_decline_cavv:
        'Whether an approval is taken back when 3-D Secure failed. Kept for programs; the gateway does not act on it.',
      allow_partial_authorization: 'Whether an approval of less than was asked for stands.',
      allow_recurring_partial_authorization: 'The same for recurring payments.',
      require_cvv_on_keyed_cnp: 'Whether a keyed card that is not present needs a security code.',
      require_cvv_on_tokenized_cnp: 'Whether a stored card that is not present needs a security code.',
      ach_allow_debit: 'Whether money is taken from bank accounts.',
      ach_allow_credit: 'Whether money is sent to bank accounts.',
      ach_allow_refund: 'Whether debits are refunded.',
      debit_allow_void: 'Whether debits can be voided before they leave.',
      run_avs_on_accountvault_create: 'Whether the address of a card is verified when the card is stored.',
      accountvault_expire_notification_email_enable:
        'Whether contacts are mailed before a stored card expires. Kept for programs; the gateway does not act on it.',
      cau_subscribe_type_id:
        'The subscription to updates of stored cards, for the operator. Kept for programs; the gateway does not act on it.',
      cau_account_number: 'The account of that subscription. Kept for programs; the gateway does not act on it.',
      quick_invoice_allow: 'Whether invoices can be paid with it.',
      quick_invoice_text_to_pay:
        'Whether invoices can be texted. Kept for programs; send_text_to_pay of an invoice decides.',
      paylink_allow: 'Whether paylinks can be paid with it.',
      hosted_payment_page_allow: 'Whether hosted payment pages can use it.',
      hosted_payment_page_max_allowed: 'How many hosted payment pages may use it.',
      sms_enable: 'Whether payers are texted. Kept for programs; send_text_to_pay of a record decides.',
      split_payments_allow:
        'Whether one purchase may be paid in parts. Kept for programs; the gateway does not act on it.',
      bank_funded_only: 'Whether only debit cards are taken, whose money comes from a bank account.',
      surcharge_id: 'What is added to payments by credit card.',
      tax_surcharge_config: 'What a surcharge is calculated of: 3 the subtotal with its tax, all others the subtotal.',
      display_avs: 'Whether people see the result of the address check.',
      statement_descriptor: "The text on the payer's card statement.",
      receipt_header: 'The text at the top of receipts.',
      receipt_footer: 'The text at the bottom of receipts.',
      receipt_add_account_above_signature:
        'The text above the signature when an account is stored. Kept for programs; the gateway does not act on it.',
      receipt_add_recurring_above_signature:
        'The text above the signature when a recurring is made. Kept for programs; the gateway does not act on it.',
      receipt_vt_above_signature:
        'The text above the signature when a payment is made. Kept for programs; the gateway does not act on it.',
      receipt_logo: 'The address of the picture on receipts.',
      receipt_show_contact_name:
        'Whether receipts name the contact. Kept for programs; the gateway does not act on it.',
      receipt_show_custom_fields:
        'Whether receipts show transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it.',
    },
  ],
})
