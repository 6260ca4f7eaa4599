// Written by `npm run client` from the description of the API: not to be edited.

/** What may be said about any request, beside its fields. */
export interface RequestOptions {
  /** The order's own key: the same key never does anything twice, for a day. One is made where none is given. */
  idempotency_key?: string | undefined
  /** Ends the waiting, with the reason of the signal. What was sent may be done all the same. */
  signal?: AbortSignal | undefined
  /** How long one try may take, in milliseconds. */
  timeout_ms?: number | undefined
  /** Headers that are sent besides. */
  headers?: Record<string, string> | undefined
}

/** One page of a list. */
export interface Page<T> {
  records: T[]
  /** Which page it is, how many records match in all, and how they are sorted. */
  meta: Meta
}

/**
 * A list that is read page by page, as its records are asked for:
 * `for await (const tag of tollgate.tags.list())`.
 */
export interface List<T> extends AsyncIterable<T> {
  /** Returns one page: the first, or the one that `page` of the query names. */
  page(): Promise<Page<T>>
  /** Returns all records that match as one file, in the order of the list and without pages. */
  file(format: FileFormat): Promise<Blob>
}

export type FileFormat = 'csv' | 'tsv' | 'xlsx'

/** A value of a filter: a value, several as `a,b`, a range as `a|b`, or words such as `last week`. */
export type Filter = string | number | boolean | undefined

/** What every list can be asked. */
export interface ListQuery<Field extends string, Expand extends string> {
  /** The fields to sort by; with - before the name, descending. */
  sort?: Field | `-${Field}` | readonly (Field | `-${Field}`)[] | undefined
  /** Related records to embed, each under its own name. */
  expand?: readonly Expand[] | undefined
  page?: number | undefined
  /** Records of a page: never more than 5,000. */
  page_size?: number | undefined
}

/** A merchant's place of business. Locations form a tree: callers see their own and all below it. */
export interface Location {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Required on create; only the root of a tree has none. */
  parent_id: string | null
  /** What the place is called, on pages and receipts too. */
  name: string
  /** Routing number of its bank. */
  aba: string | null
  /** Number of its bank account. */
  dda: string | null
  /** The merchant's number at the operator of the gateway. */
  account_number: string | null
  /** Street and number. */
  address1: string | null
  /** Second line of the address. */
  address2: string | null
  /** City of the address. */
  city: string | null
  /** State of the address. */
  state: string | null
  /** ZIP code of the address. */
  zip_code: string | null
  /** Phone number, ten digits. */
  office_phone: string | null
  /** Extension of the phone number. */
  office_ext_phone: string | null
  /** Fax number, ten digits. */
  fax: string | null
  /** Time zone name; dates of this location are read in it. */
  tz: string
  /** Required when is_new_domain is false. */
  branding_domain_id: string
  /** Required when is_new_domain is true. */
  branding_domain_title: string | null
  /** A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused. */
  branding_domain_url: string | null
  /** Whether new contacts are mailed a receipt for every payment, unless their record says otherwise. */
  contact_email_trx_receipt_default: 0 | 1
  /** The product that takes payments from bank accounts where none is named. */
  default_ach: string | null
  /** The product that takes card payments where none is named. */
  default_cc: string | null
  /** Who made the software that works here. */
  developer_company_id: string | null
  /** Where answers to its mails go; its mails are from it where its domain is proven to be the merchant’s. */
  email_reply_to: string | null
  /** The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path. */
  location_api_id: string | null
  /** A secret of the location, for whom the contract gives it no use of its own. */
  location_api_key: string | null
  /** The secret under which a shop signs tickets for the browsers of payers. */
  ticket_hash_key: string | null
  /** For the merchant: any text. */
  location_c1: string | null
  /** For the merchant: any text. */
  location_c2: string | null
  /** For the merchant: any text. */
  location_c3: string | null
  /** The address of the picture on pages, receipts and mails; `POST /v2/locations/{id}/logo` stores one and sets it. */
  receipt_logo: string | null
  /** How many days before a recurring payment contacts are notified, where the recurring says nothing. */
  recurring_notification_days_default: number
  /** Whether people see the files of contacts here. Kept for programs; the gateway does not act on it. */
  show_contact_files: 0 | 1
  /** Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it. */
  show_contact_notes: 0 | 1
  /** Hosted forms of this location and those below it open only with a data-hash. */
  form_data_hash_required: boolean
  /** The address of a hosted form, and a signed sign-on link, of this location and those below it opens it once. */
  form_opens_once: boolean
  /** Sign-on links of this location and those below it need a signature; those with an API key in their data are 401. */
  sso_signature_required: boolean
  /** Origins whose pages may make tickets in the browser of a payer, such as https://shop.example. None: none may. */
  ticket_origins: string[] | null
  /** At the root, by administrators; counts where it is stricter than the gateway. Guessable ones are then refused, too. */
  password_min_length: number | null
  /** At the root, by administrators; counts where it is stricter than the gateway. Latest passwords that may not come back. */
  password_history: number | null
  /** At the root, by administrators; counts where it is stricter than the gateway. Users are switched off after them. */
  user_inactive_days: number | null
  /** At the root, by administrators: who signs in with a second factor only. 0 nobody, 1 administrators and operators, 2 everybody but contacts. */
  second_factor_of: 0 | 1 | 2 | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The branding_domain that `branding_domain_id` names; null where it names none. Only with `expand=branding_domain`. */
  branding_domain?: BrandingDomain | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The developercompany that `developer_company_id` names; null where it names none. Only with `expand=developer_company`. */
  developer_company?: Developercompany | null
  /** The producttransaction records that belong to it. Only with `expand=product_transactions`. */
  product_transactions?: Producttransaction[]
  /** The product_recurring that belongs to it; null where there is none. Only with `expand=product_recurring`. */
  product_recurring?: ProductRecurring | null
  /** The product_file that belongs to it; null where there is none. Only with `expand=product_file`. */
  product_file?: ProductFile | null
  /** The location that `parent_id` names; null where it names none. Only with `expand=parent`. */
  parent?: Location | null
  /** The location records that belong to it. Only with `expand=children`. */
  children?: Location[]
  /** The terminal records that belong to it. Only with `expand=terminal`. */
  terminal?: Terminal[]
  /** The tag records that belong to it. Only with `expand=tags`. */
  tags?: Tag[]
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** A customer of a location: who pays, how he is reached, and what was agreed with him. */
export interface Contact {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The payer's number at the merchant. */
  account_number: string | null
  /** The caller's own id, unique per location. */
  contact_api_id: string | null
  /** The company the contact stands for. */
  company_name: string | null
  /** First name. */
  first_name: string | null
  /** Last name; for a company, its name will do. */
  last_name: string
  /** Where receipts and notices are mailed. */
  email: string | null
  /** Street and number. */
  address: string | null
  /** City of the address. */
  city: string | null
  /** State of the address, two letters. */
  state: string | null
  /** ZIP or postal code of the address. */
  zip: string | null
  /** Phone number at home, ten digits. */
  home_phone: string | null
  /** Mobile number, ten digits; texts go there. */
  cell_phone: string | null
  /** Phone number at work, ten digits. */
  office_phone: string | null
  /** Extension of the number at work. */
  office_ext_phone: string | null
  /** Mails a receipt for every transaction. Left out on create: the location's contact_email_trx_receipt_default. */
  email_trx_receipt: boolean
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Date of birth; it is kept out of the audit trail. */
  date_of_birth: string | null
  /** What people at the merchant read when they open the contact. Kept for programs; the gateway does not act on it. */
  header_message: string | null
  /** How that message is shown. 0 when left out on create. 0 popup, 1 banner, 2 banner, 3 banner, 4 banner. */
  header_message_type: 0 | 1 | 2 | 3 | 4
  /** For the merchant: any text. */
  contact_c1: string | null
  /** For the merchant: any text. */
  contact_c2: string | null
  /** For the merchant: any text. */
  contact_c3: string | null
  /** Kept for the merchant; the gateway never computes it. */
  contact_balance: string | null
  /** The language of the customer. Mails, texts and pay pages are in this language: en or es, with a region as in es-US. Others count as none. */
  locale: string | null
  /** header_message_type by its other name. */
  header_message_type_id: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** Always null: none is above another. Only with `expand=parent`. */
  parent?: string | null
  /** Always empty: none is below another. Only with `expand=children`. */
  children?: { [name: string]: unknown }[]
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The note records that belong to it. Only with `expand=notes`. */
  notes?: Note[]
  /** The user that belongs to it; null where there is none. Only with `expand=user`. */
  user?: User | null
  /** The recurring records that belong to it. Only with `expand=recurrings`. */
  recurrings?: Recurring[]
  /** The file records that belong to it. Only with `expand=files`. */
  files?: File[]
  /** The email_blacklist that `email` names; null where it names none. Only with `expand=email_blacklist`. */
  email_blacklist?: EmailBlacklist | null
  /** The sms_blacklist that `cell_phone` names; null where it names none. Only with `expand=sms_blacklist`. */
  sms_blacklist?: SmsBlacklist | null
  /** The log_email records that belong to it. Only with `expand=received_emails`. */
  received_emails?: LogEmail[]
  /** The postback_log records that belong to it. Only with `expand=postback_logs`. */
  postback_logs?: PostbackLog[]
  /** Whether it may be deleted: all its recurrings have ended. Only with `expand=is_deletable`. */
  is_deletable?: boolean
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** What a location takes payments with: one account for cards or for bank payments, with all that is demanded of a payment. */
export interface Producttransaction {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What people call it. */
  title: string
  /** What it takes. cc cards, ach bank accounts. */
  payment_method: "cc" | "ach"
  /** zgate and zgate2 take cards; zach, ach and fortisach take bank accounts. */
  processor: "zgate" | "zgate2" | "zach" | "ach" | "fortisach" | "cash"
  /** The version of the processor's interface, for the merchant's own records. */
  processor_version: string | null
  /** The trade, on which data of payments depend. */
  industry_type: "ecommerce" | "restaurant" | "lodging" | "moto" | "retail" | "retail_self_serve"
  /** Merchant category code. */
  mcc: string | null
  /** The merchant's number at the processor. */
  merchant_id: string | null
  /** The processor's terminal number, not a terminal record. */
  terminal_id: string | null
  /** Of the merchant, at the processor. */
  account_number: string | null
  /** Whether it takes payments. */
  active: 0 | 1
  /** Zone of the batch's day; the location's when empty. */
  tz: string | null
  /** The number of the open batch. */
  current_batch: number
  /** Settles the open batch of a card product every day at batch_settle_hour. */
  batch_auto_settle: 0 | 1
  /** Of the product's day; see tz. */
  batch_settle_hour: number
  /** The number of the next request to the processor. */
  current_stan: number
  /** The caller's own id, unique per location. */
  product_transaction_api_id: string | null
  /** The portfolio it counts in, for the operator. Kept for programs; the gateway does not act on it. */
  portfolio_id: string | null
  /** The office that sold it, for the operator. Kept for programs; the gateway does not act on it. */
  sales_office_id: string | null
  /** The partner through whom it was sold. Kept for programs; the gateway does not act on it. */
  partner: string | null
  /** Left out on create: debit for bank accounts, authonly for lodging, else sale. */
  default_transaction_type: "sale" | "authonly" | "debit"
  /** Whether Visa is taken. Always 0 on a bank product. */
  card_type_visa: 0 | 1
  /** Whether Mastercard is taken. Always 0 on a bank product. */
  card_type_mc: 0 | 1
  /** Whether Discover is taken. Always 0 on a bank product. */
  card_type_disc: 0 | 1
  /** Whether American Express is taken. Always 0 on a bank product. */
  card_type_amex: 0 | 1
  /** Whether Diners Club is taken. Always 0 on a bank product. */
  card_type_diners: 0 | 1
  /** Whether JCB is taken. Always 0 on a bank product. */
  card_type_jcb: 0 | 1
  /** Whether cards of benefit programs (EBT) are taken. */
  card_type_ebt: 0 | 1
  /** Whether people key payments in at a screen. Kept for programs; the gateway does not act on it. */
  vt_enable: 0 | 1
  /** Whether that screen asks for the security code. Always 0 on a bank product. */
  vt_cvv: 0 | 1
  /** A card payment with a number needs a cvv. */
  vt_require_cvv: 0 | 1
  /** Whether that screen asks for the billing street. */
  vt_street: 0 | 1
  /** Whether that screen asks for the billing ZIP code. */
  vt_zip: 0 | 1
  /** Whether that screen asks for an order number. Kept for programs; the gateway does not act on it. */
  vt_order_num: 0 | 1
  /** A payment with a number needs billing_street. */
  vt_require_street: 0 | 1
  /** A payment with a number needs billing_zip. */
  vt_require_zip: 0 | 1
  /** Whether that screen asks for a tip. Kept for programs; the gateway does not act on it. */
  vt_enable_tip: 0 | 1
  /** Whether that screen adds sales tax. Kept for programs; the gateway does not act on it. */
  vt_enable_sales_tax: 0 | 1
  /** Whether people may change the sales tax. Kept for programs; the gateway does not act on it. */
  vt_override_sales_tax_allowed: 0 | 1
  /** Whether that screen asks for the clerk. Kept for programs; the gateway does not act on it. */
  vt_clerk_number: 0 | 1
  /** Whether that screen asks for a phone number. Kept for programs; the gateway does not act on it. */
  vt_billing_phone: 0 | 1
  /** Whether that screen asks for transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. */
  vt_show_custom_fields: 0 | 1
  /** Whether an approval is taken back when the security code is wrong. */
  auto_decline_cvv: 0 | 1
  /** Whether an approval is taken back when the billing street is wrong. */
  auto_decline_street: 0 | 1
  /** Whether an approval is taken back when the billing ZIP code is wrong. */
  auto_decline_zip: 0 | 1
  /** Whether an approval is taken back when 3-D Secure failed. Kept for programs; the gateway does not act on it. */
  auto_decline_cavv: 0 | 1
  /** Whether an approval of less than was asked for stands. */
  allow_partial_authorization: 0 | 1
  /** The same for recurring payments. */
  allow_recurring_partial_authorization: 0 | 1
  /** A refund or credit above it needs a refundapproval: by itself, with what was refunded of its payment, or with what its user gave back that day. Null: never. A higher amount, or null, counts a day later. */
  refund_approval_amount: string | null
  /** Refunds without an earlier transaction. */
  allow_blind_refund: 0 | 1
  /** Whether a keyed card that is not present needs a security code. */
  require_cvv_on_keyed_cnp: 0 | 1
  /** Whether a stored card that is not present needs a security code. */
  require_cvv_on_tokenized_cnp: 0 | 1
  /** Comma list of transaction fields; a second payment equal in all of them is declined. */
  dup_check_per_batch: string | null
  /** Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves. */
  velocity_settings: { debit_hold_days?: number | null; debit_items_per_day?: number | null; debit_daily_aggregate?: number | null; debit_items_per_month?: number | null; debit_monthly_aggregate?: number | null; refund_largest_item?: number | null; refund_items_per_day?: number | null; refund_daily_aggregate?: number | null; refund_items_per_month?: number | null; refund_monthly_aggregate?: number | null; refund_hold_days?: number | null; credit_largest_item?: number | null; credit_daily_aggregate?: number | null; credit_items_per_day?: number | null; credit_items_per_month?: number | null; credit_monthly_aggregate?: number | null; [name: string]: unknown }
  /** Whether money is taken from bank accounts. Always 0 on a card product. */
  ach_allow_debit: 0 | 1
  /** Whether money is sent to bank accounts. Always 0 on a card product. */
  ach_allow_credit: 0 | 1
  /** Whether debits are refunded. Always 0 on a card product. */
  ach_allow_refund: 0 | 1
  /** Whether debits can be voided before they leave. Always 0 on a card product. */
  debit_allow_void: 0 | 1
  /** `terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank. */
  processor_data: { terminals?: { terminal_id?: string; sec_code?: string; actions?: string[]; required?: string[]; [name: string]: unknown }[]; same_day?: boolean; represent?: 0 | 1 | 2; verify_accounts?: boolean; originator?: { destination?: string; destination_name?: string; origin?: string; origin_name?: string; odfi_id?: string; company_id?: string; company_name?: string; entry_description?: string; [name: string]: unknown }; [name: string]: unknown }
  /** `rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change. */
  processor_rules: { rules?: { product_transaction_id: string; brand?: string[]; amount_from?: string; amount_to?: string; bin_country?: string[]; initiation?: string[]; [name: string]: unknown }[]; second?: string; [name: string]: unknown } | null
  /** Whether the address of a card is verified when the card is stored. */
  run_avs_on_accountvault_create: 0 | 1
  /** Whether contacts are mailed before a stored card expires. Kept for programs; the gateway does not act on it. */
  accountvault_expire_notification_email_enable: 0 | 1
  /** The subscription to updates of stored cards, for the operator. Kept for programs; the gateway does not act on it. */
  cau_subscribe_type_id: number
  /** The account of that subscription. Kept for programs; the gateway does not act on it. */
  cau_account_number: string | null
  /** Whether invoices can be paid with it. */
  quick_invoice_allow: 0 | 1
  /** Whether invoices can be texted. Kept for programs; send_text_to_pay of an invoice decides. */
  quick_invoice_text_to_pay: 0 | 1
  /** Whether paylinks can be paid with it. */
  paylink_allow: 0 | 1
  /** Always 0 on a bank product and outside retail, ecommerce and moto (contract 4.11). */
  level3_allow: 0 | 1
  /** Enhanced data of payments with company cards that send none of their own. */
  level3_default: { tax_exempt?: string | number | null; sales_tax?: string | number | null; national_tax?: string | number | null; merchant_vat_registration?: string | number | null; customer_vat_registration?: string | number | null; summary_commodity_code?: string | number | null; freight_amount?: string | number | null; duty_amount?: string | number | null; shipto_zip_code?: string | number | null; shipfrom_zip_code?: string | number | null; destination_country_code?: string | number | null; unique_vat_ref_number?: string | number | null; order_date?: string | number | null; tax_amount?: string | number | null; tax_rate?: string | number | null; transaction_discount_amount?: string | number | null; line_items?: { commodity_code?: string | number | null; description?: string | number | null; product_code?: string | number | null; quantity?: string | number | null; unit_code?: string | number | null; unit_cost?: string | number | null; tax_amount?: string | number | null; tax_rate?: string | number | null; discount_amount?: string | number | null; other_tax_amount?: string | number | null; alternate_tax_id?: string | number | null; tax_type_applied?: string | number | null; debit_credit?: string | number | null; discount_rate?: string | number | null; tax_type_id?: string | number | null; [name: string]: unknown }[]; [name: string]: unknown } | null
  /** Whether hosted payment pages can use it. */
  hosted_payment_page_allow: 0 | 1
  /** How many hosted payment pages may use it. */
  hosted_payment_page_max_allowed: number
  /** Whether payers are texted. Kept for programs; send_text_to_pay of a record decides. */
  sms_enable: 0 | 1
  /** Whether one purchase may be paid in parts. Kept for programs; the gateway does not act on it. */
  split_payments_allow: 0 | 1
  /** Whether only debit cards are taken, whose money comes from a bank account. */
  bank_funded_only: 0 | 1
  /** What is added to payments by credit card. Of the same location; card products only. */
  surcharge_id: string | null
  /** What a surcharge is calculated of: 3 the subtotal with its tax, all others the subtotal. */
  tax_surcharge_config: 0 | 1 | 2 | 3
  /** Whether people see the result of the address check. Always 0 on a bank product. */
  display_avs: 0 | 1
  /** The text on the payer's card statement. If omitted, the processor uses the text it has on file. Shortened to what it accepts; it is left out where refused. */
  statement_descriptor: string | null
  /** The text at the top of receipts. */
  receipt_header: string | null
  /** The text at the bottom of receipts. */
  receipt_footer: string | null
  /** The text above the signature when an account is stored. Kept for programs; the gateway does not act on it. */
  receipt_add_account_above_signature: string | null
  /** The text above the signature when a recurring is made. Kept for programs; the gateway does not act on it. */
  receipt_add_recurring_above_signature: string | null
  /** The text above the signature when a payment is made. Kept for programs; the gateway does not act on it. */
  receipt_vt_above_signature: string | null
  /** The address of the picture on receipts. */
  receipt_logo: string | null
  /** Whether receipts name the contact. Kept for programs; the gateway does not act on it. */
  receipt_show_contact_name: 0 | 1
  /** Whether receipts show transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. */
  receipt_show_custom_fields: 0 | 1
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The surcharge that `surcharge_id` names; null where it names none. Only with `expand=surcharge`. */
  surcharge?: Surcharge | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** What a merchant adds to payments by credit card. Debit and prepaid cards and bank accounts never carry it. */
export interface Surcharge {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What the merchant calls it. */
  title: string
  /** What payers read beside the amount. */
  surcharge_label: string
  /** A fixed amount, added to what the rate gives. */
  surcharge_fee: string
  /** In percent of the amount, such as 2.50. At most 3.00 where a product takes Visa, and 4.00 anywhere. */
  surcharge_rate: string
  /** No surcharge is less than this, as far as the networks allow. */
  min_fee_amount: string | null
  /** No surcharge is more than this. */
  max_fee_amount: string | null
  /** Payments of more than this carry no surcharge. */
  max_transaction_amount: string | null
  /** Added to payments of recurrings too. */
  surcharge_on_recurring: 0 | 1
  /** A refund gives back its part of the surcharge. Otherwise the surcharge stays with the merchant. */
  refund_surcharges: 0 | 1
  /** Always 0: the networks want a surcharge within the payment that it is added to. */
  run_as_separate_transaction: 0 | 1
  /** Only payments that users of this type make carry it; those of pages and recurrings do not. */
  apply_to_user_type_id: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The producttransaction records that belong to it. Only with `expand=product_transactions`. */
  product_transactions?: Producttransaction[]
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** A person or a program that calls the API or signs in. It belongs to a location and sees that and all below it. */
export interface User {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Unique within a domain; capitals make no difference. */
  username: string
  /** First name. */
  first_name: string | null
  /** Last name. */
  last_name: string
  /** The company the user works for. */
  company_name: string | null
  /** Where the user is mailed. */
  email: string
  /** Street and number. */
  address: string | null
  /** City of the address. */
  city: string | null
  /** State of the address. */
  state: string | null
  /** ZIP code of the address. */
  zip: string | null
  /** Mobile number, ten digits. */
  cell_phone: string | null
  /** Phone number at home, ten digits. */
  home_phone: string | null
  /** Phone number at work, ten digits. */
  office_phone: string | null
  /** Extension of the number at work. */
  office_ext_phone: string | null
  /** The user's number at the merchant. */
  account_number: string | null
  /** Date of birth. */
  date_of_birth: string | null
  /** The contact that a user of type contact is. */
  contact_id: string | null
  /** Left out on create: the primary location's. */
  domain_id: string
  /** The domain to sign in with. */
  branding_domain_url: string | null
  /** The user sees this location and all below it. */
  primary_location_id: string
  /** Nobody can give more rights than his own. 100 Contact, 200 Operator, 250 Client Admin, 300 Manager, 400 Clerk, 500 Read only, 600 and to 1000: as 500. */
  user_type_id: 100 | 200 | 250 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 1000
  /** Whether the user may sign in. 0 inactive, 1 active. */
  status_id: 0 | 1
  /** status_id. */
  status: number
  /** Whether the user is mailed what payers pay on invoices, paylinks and hosted pages of the primary location and those below it. */
  email_trx_receipt: boolean
  /** The language of the user, such as en-US. */
  locale: string | null
  /** Time zone name; the primary location's counts when empty. */
  tz: string | null
  /** Never shown; generateuserapikey answers a new one once. */
  user_api_key: string | null
  /** Never shown; generateuserhashkey answers a new one once. */
  user_hash_key: string | null
  /** Whether the user has to choose a new password. */
  requires_new_password: "0" | "1"
  /** Failed ones since the last success. */
  login_attempts: number
  /** When the user last signed in. Unix seconds. */
  last_login_ts: number | null
  /** The latest sign-in. */
  current_login: string | null
  /** The network address of the latest sign-in. */
  current_login_ip: string | null
  /** Now in the user's zone. */
  current_date_time: string
  /** When the user accepted the terms. Unix seconds. */
  terms_accepted_ts: number | null
  /** The network address from which the terms were accepted. */
  terms_agree_ip: string | null
  /** Which terms were accepted. */
  terms_condition_id: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location. */
  ui_prefs: { entry_page?: string; page_size?: number; report_export_type?: string; process_method?: string; default_terminal?: string | null; [name: string]: unknown }
  /** Opens hosted forms (payform, accountform) by signature; everything else is refused with 403. */
  forms_only: boolean
  /** When the API key was made; null without one. Unix seconds. */
  user_api_key_ts: number | null
  /** Scope of the API key. Either all, or one or more of read, invoices and payments, separated by spaces. It limits the rights of the user. Default: all. */
  user_api_key_scope: string | null
  /** When the API key ends. Left out: never. Unix seconds. */
  user_api_key_expire_ts: number | null
  /** From where the API key may be used. Addresses and networks from which the API key may be used. Left out: any. */
  user_api_key_addresses: string[] | null
  /** When the hash key was made; null until it was shown once. Unix seconds. */
  user_hash_key_ts: number | null
  /** When the hash key ends. Left out: never. Unix seconds. */
  user_hash_key_expire_ts: number | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The location that `primary_location_id` names; null where it names none. Only with `expand=primary_location`. */
  primary_location?: Location | null
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** The branding_domain that `domain_id` names; null where it names none. Only with `expand=branding_domain`. */
  branding_domain?: BrandingDomain | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** The role of a user, which is his user_type_id: giving one replaces it, taking it away leaves a contact's rights. */
export interface Authroleuser {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Who has the role. */
  user_id: string
  /** The role: the user's user_type_id. */
  auth_role_id: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that belongs to it; null where there is none. */
  user?: { [name: string]: unknown } | null
}

/** A stored card or bank account. Its number is sealed; payments name the record instead of the number. */
export interface Accountvault {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** A card (cc) or a bank account (ach). */
  payment_method: "cc" | "ach"
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whose account it is. */
  contact_id: string | null
  /** What people call it. */
  title: string | null
  /** The name on the account. Required for ach, and for ach only. */
  account_holder_name: string | null
  /** The first six digits. Null where the number is too short to show as much of it. */
  first_six: string | null
  /** The last four digits. Half of the digits where the number has fewer than eight. */
  last_four: string
  /** MMYY. Required with a card number; a month that is over is refused. Null for ach. */
  exp_date: string | null
  /** Calendar months from this month to the month of expiry. */
  expiring_in_months: number | null
  /** checking or savings, required with a bank account number; for cc the brand of the card. */
  account_type: string | null
  /** Required with a bank account number. Ignored for cc. */
  is_company: boolean | null
  /** Always null. */
  routing: string | null
  /** CCD for a company, PPD for a person, unless sent. Null for cc. */
  ach_sec_code: string | null
  /** Street and number of the billing address. */
  billing_address: string | null
  /** City of the billing address. */
  billing_city: string | null
  /** State of the billing address, two letters. */
  billing_state: string | null
  /** ZIP code of the billing address. */
  billing_zip: string | null
  /** Phone number of the holder. */
  billing_phone: string | null
  /** The caller's own id of the record. Unique per location. */
  account_vault_api_id: string | null
  /** For the merchant: any text. */
  accountvault_c1: string | null
  /** For the merchant: any text. */
  accountvault_c2: string | null
  /** For the merchant: any text. */
  accountvault_c3: string | null
  /** The holder's number at the merchant. */
  customer_id: string | null
  /** Number of the holder's driver license. Sent together with dl_state. */
  dl_number: string | null
  /** The state that issued the driver license; together with dl_number. */
  dl_state: string | null
  /** Year of birth of the holder. */
  dob_year: string | null
  /** The last four digits of the social security number of the holder. */
  ssn4: string | null
  /** 1 where the holder agreed to the terms. */
  terms_agree: number | null
  /** The network address from which the holder agreed. */
  terms_agree_ip: string | null
  /** Tied to a recurring that still runs; the vault cannot be deleted then. */
  has_recurring: boolean
  /** Always 1. */
  active: number
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** The signature that belongs to it; null where there is none. Only with `expand=signature`. */
  signature?: Signature | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** Always null: cards are not updated by the networks. Only with `expand=account_vault_cau_product_transaction`. */
  account_vault_cau_product_transaction?: string | null
  /** Always empty: cards are not updated by the networks. Only with `expand=account_vault_cau_logs`. */
  account_vault_cau_logs?: { [name: string]: unknown }[]
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
  /** The microdeposit records that belong to it. Only with `expand=microdeposits`. */
  microdeposits?: Microdeposit[]
}

/** A verification of a stored bank account by two small amounts that its holder reads on a statement. */
export interface Microdeposit {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The account that is verified. */
  account_vault_id: string
  /** The product whose bank sends the amounts. */
  product_transaction_id: string
  /** How far the verification is. pending waits for its bank file, sent with the bank; can be confirmed from settle_date on, verified both amounts were confirmed, failed wrong amounts too often; the account is locked, returned the bank sent an entry back. */
  status: "pending" | "sent" | "verified" | "failed" | "returned"
  /** How many wrong amounts may still be sent. */
  tries_left: number
  /** The day on which the deposits are in the account. */
  settle_date: string | null
  /** When the right amounts were sent. Unix seconds. */
  verified_ts: number | null
  /** Why the bank sent it back. */
  reason_code_id: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`. */
  account_vault?: Accountvault | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** Stands once, and for minutes, for an account that a payment or a vault is made of. */
export interface Ticket {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Nine digits that do wherever the id does, for fields that take a number. */
  ticket_number: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whose account it is. */
  contact_id: string | null
  /** MMYY. */
  exp_date: string
  /** The name on the account. */
  account_holder_name: string | null
  /** Street and number of the billing address. */
  billing_street: string | null
  /** ZIP code of the billing address. */
  billing_zip: string | null
  /** The first six digits. */
  first_six: string
  /** The last four digits. */
  last_four: string
  /** The brand of the card. */
  account_type: string
  /** From this second on it can no longer be used. Unix seconds. */
  expire_ts: number
  /** Of a ticket that a browser made: what was signed. */
  order_id: string | null
  /** When it was used. Unix seconds. */
  used_ts: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
}

/** One payment with the processor, from the request to what finally became of it. status_id tells the result. */
export interface Transaction {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** By card (cc) or from a bank account (ach). */
  payment_method: "cc" | "ach"
  /** The stored account that pays. Instead of account_number and exp_date. */
  account_vault_id: string | null
  /** The recurring that made it. */
  recurring_id: string | null
  /** The first six digits of the account. */
  first_six: string | null
  /** The last four digits of the account. */
  last_four: string | null
  /** The name on the account. Required for bank accounts without a vault. */
  account_holder_name: string | null
  /** How much is paid. Includes tax, tip and surcharge. A JSON number in answers. */
  transaction_amount: number
  /** What is paid for, for the merchant. */
  description: string | null
  /** The code that the processor gave it. */
  transaction_code: string | null
  /** The result of the address check. GOOD, BAD, or the part that does not match: STREET, ZIP. */
  avs: string | null
  /** The processor's own letter for the address check. */
  avs_enhanced: string | null
  /** The number of its batch; null where there is none. */
  batch: string | null
  /** The processor's number of the item. */
  item: string | null
  /** The merchant's order number. Twelve digits are made up when left out. */
  order_num: string | null
  /** When the processor answered. Unix seconds. */
  timestamp: number | null
  /** For people; approval is told by status_id alone. */
  verbiage: string | null
  /** Always null. */
  transaction_settlement_status: string | null
  /** The day on which a bank payment takes effect. */
  effective_date: string | null
  /** Routing number of the bank of the account. */
  routing: string | null
  /** The day on which the bank returned it. */
  return_date: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The caller's own id, unique per location: a second POST with it is refused. */
  transaction_api_id: string | null
  /** 1 where the payer agreed to the terms. */
  terms_agree: number | null
  /** Where the receipt is mailed. */
  notification_email_address: string | null
  /** Whether the receipt was mailed. */
  notification_email_sent: boolean
  /** The processor's own code and text. */
  response_message: string | null
  /** What was approved; less than asked for a partial approval. */
  auth_amount: string | null
  /** What became of it. Approval is told by this alone. 0 Pending, 101 Sale approved, 102 Auth only, 111 Refunded, 121 AVS only, 131 ACH pending origination, 132 ACH originating, 133 ACH originated, 134 ACH settled, 135 ACH reserved, 136 ACH rejected, 191 Settled (deprecated), 201 Voided, 301 Declined, 331 ACH charged back. */
  status_id: 0 | 101 | 102 | 111 | 121 | 131 | 132 | 133 | 134 | 135 | 136 | 191 | 201 | 301 | 331
  /** What kind of payment it is. 20 Sale, 21 AVS only, 22 Settle (deprecated), 30 Refund, 40 Credit, 50 Debit. */
  type_id: 20 | 21 | 22 | 30 | 40 | 50
  /** Why it has this status: 1000 approved, others name the reason of a decline. */
  reason_code_id: number
  /** The caller's primary location when left out. */
  location_id: string
  /** The day on which it was settled. */
  settle_date: string | null
  /** The day on which the payer disputed it. */
  charge_back_date: string | null
  /** The day on which it was voided. */
  void_date: string | null
  /** What kind of account it is. checking or savings for bank accounts; the brand of a card in answers. */
  account_type: string | null
  /** Lodging: the first night. */
  checkin_date: string | null
  /** Lodging: the day of departure. */
  checkout_date: string | null
  /** Lodging: the room. */
  room_num: string | null
  /** Lodging: the price of a night. */
  room_rate: string
  /** Whether it is a deposit for a stay to come. Lodging. */
  advance_deposit: boolean
  /** Whether it is for a stay that the guest did not come to. Lodging. */
  no_show: boolean
  /** How the card was read. B Barcode, S Swiped, K Keyed, C Chip, P Contactless, F Fallback. */
  entry_mode_id: "B" | "S" | "K" | "C" | "P" | "F" | null
  /** What a receipt of a chip card has to show; chip cards only. */
  emv_receipt_data: { TC?: string; TVR?: string; AID?: string; TSI?: string; ATC?: string; APPLAB?: string; APPN?: string; CVM?: string; [name: string]: unknown } | null
  /** Lodging: the number of the folio. */
  folio_num: string | null
  /** The payer's number at the merchant. */
  customer_id: string | null
  /** The payer's network address. */
  customer_ip: string | null
  /** The letter of the security code check: M matches, N does not. */
  cvv_response: string | null
  /** The issuer's approval code. Six characters; required for force, ignored otherwise. */
  auth_code: string | null
  /** The location's default for the payment method when left out. */
  product_transaction_id: string
  /** The batch it is settled with. */
  transaction_batch_id: string | null
  /** The transaction to refund, or whose payment data is used again. */
  previous_transaction_id: string | null
  /** Who pays. */
  contact_id: string | null
  /** The invoice it pays. */
  quick_invoice_id: string | null
  /** The paylink it pays. */
  paylink_id: string | null
  /** The hosted payment page on which it was paid. */
  hosted_payment_page_id: string | null
  /** The terminal on which it was paid. */
  terminal_id: string | null
  /** The serial number of the terminal. */
  terminal_serial_number: string | null
  /** Sales tax within the amount. */
  tax: string
  /** Tip within the amount. */
  tip_amount: string | null
  /** The amount without tax and tip. */
  subtotal_amount: string | null
  /** Surcharge within the amount. Taken off again, here and from the amount, where the card may not carry one. */
  surcharge_amount: string | null
  /** Street and number of the billing address. */
  billing_street: string | null
  /** City of the billing address. */
  billing_city: string | null
  /** State of the billing address. */
  billing_state: string | null
  /** ZIP code of the billing address. */
  billing_zip: string | null
  /** Phone number of the payer, ten digits. */
  billing_phone: string | null
  /** Street and number where the service is given. */
  service_address: string | null
  /** City where the service is given. */
  service_city: string | null
  /** State where the service is given. */
  service_state: string | null
  /** ZIP code where the service is given. */
  service_zip: string | null
  /** Country where the service is given: two or three letters, or the number, of ISO 3166. */
  service_country: string | null
  /** The buyer's purchase order. */
  po_number: string | null
  /** The text on the payer's card statement. Replaces that of the product; shortened to what the processor accepts. */
  statement_descriptor: string | null
  /** The clerk who took the payment. */
  clerk_number: string | null
  /** For the merchant: any text. */
  transaction_c1: string | null
  /** For the merchant: any text. */
  transaction_c2: string | null
  /** For the merchant: any text. */
  transaction_c3: string | null
  /** For the merchant: any JSON. */
  custom_data: { [name: string]: unknown } | unknown[] | null
  /** Parts of the amount that are for health care or transit. */
  additional_amounts: { type: "4S" | "4U" | "4V" | "4W" | "4X"; amount: string | number }[]
  /** Whether the card was there. Follows the industry when left out; false for a stored account. */
  card_present: boolean
  /** The standard entry class of a bank payment (Nacha). Required for bank accounts; a vault's own when left out. */
  ach_sec_code: "WEB" | "PPD" | "CCD" | "TEL" | "POP" | "C21" | null
  /** What kind of bank credit it is. P payroll. */
  ach_identifier: "P" | null
  /** The number of the check. */
  check_number: string | null
  /** The wallet that the card came from. Kept for programs; the gateway does not act on it. */
  wallet_id: string | null
  /** The language of the payer, such as en-US. */
  locale: string | null
  /** Where it was begun: 12 is the API. */
  trx_source_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18
  /** Whether it pays a bill. */
  bill_payment: boolean
  /** Which payment of its recurring it is. */
  recurring_number: number | null
  /** Which installment it is. */
  installment_number: number | null
  /** Of how many installments. */
  installment_total_count: number | null
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** auth_code by its older name. */
  auth: string | null
  /** Whether a recurring made it. */
  is_recurring: boolean
  /** Whether it was paid from a stored account. */
  is_accountvault: boolean
  /** Whether a person has to decide what it is, with POST …/resolve. */
  is_stuck: boolean
  /** is_recurring in words. */
  recurring_flag: "no" | "yes"
  /** The tag records that `tag_ids` names. Only with `expand=tags`. */
  tags: { id: string; title: string }[] | Tag[]
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`. */
  account_vault?: Accountvault | null
  /** The tag records that `tag_ids` names. Only with `expand=all_tags`. */
  all_tags?: Tag[]
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** Always null: no company is known of a developer id. Only with `expand=developer_company`. */
  developer_company?: string | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The log_email records that belong to it. Only with `expand=log_emails`. */
  log_emails?: LogEmail[]
  /** entry_mode_id with its title. Only with `expand=entrymode`. */
  entrymode?: { id: string; title: string } | null
  /** Whether it is authorized and can be captured with authcomplete, as things stand now. Only with `expand=is_completable`. */
  is_completable?: boolean
  /** Whether money of it can be given back with refund, as things stand now. Only with `expand=is_refundable`. */
  is_refundable?: boolean
  /** Whether a part of it can be released with partialreversal, as things stand now. Only with `expand=is_reversible`. */
  is_reversible?: boolean
  /** Whether it has been settled, as things stand now. Only with `expand=is_settled`. */
  is_settled?: boolean
  /** Whether it can be undone with void, because it is not settled yet, as things stand now. Only with `expand=is_voidable`. */
  is_voidable?: boolean
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The paylink that `paylink_id` names; null where it names none. Only with `expand=paylink`. */
  paylink?: Paylink | null
  /** The hostedpaymentpage that `hosted_payment_page_id` names; null where it names none. Only with `expand=hosted_payment_page`. */
  hosted_payment_page?: Hostedpaymentpage | null
  /** The postback_log records that belong to it. Only with `expand=postback_logs`. */
  postback_logs?: PostbackLog[]
  /** The transaction that `previous_transaction_id` names; null where it names none. Only with `expand=previous_transaction`. */
  previous_transaction?: Transaction | null
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** The quickinvoice that `quick_invoice_id` names; null where it names none. Only with `expand=quick_invoice`. */
  quick_invoice?: Quickinvoice | null
  /** The reasoncode that `reason_code_id` names; null where it names none. Only with `expand=reason_code`. */
  reason_code?: Reasoncode | null
  /** The recurring that `recurring_id` names; null where it names none. Only with `expand=recurring`. */
  recurring?: Recurring | null
  /** The accountvault that `saved_account_vault_id` names; null where it names none. Only with `expand=saved_account`. */
  saved_account?: Accountvault | null
  /** The signature that belongs to it; null where there is none. Only with `expand=signature`. */
  signature?: Signature | null
  /** status_id with its title. Only with `expand=status`. */
  status?: { id: number; title: string } | null
  /** The surcharge that `surcharge_id` names; null where it names none. Only with `expand=surcharge`. */
  surcharge?: Surcharge | null
  /** Always null: a surcharge is within the payment that it is added to. Only with `expand=surcharge_transaction`. */
  surcharge_transaction?: string | null
  /** The terminal that `terminal_id` names; null where it names none. Only with `expand=terminal`. */
  terminal?: Terminal | null
  /** The transactionbatch that `transaction_batch_id` names; null where it names none. Only with `expand=transaction_batch`. */
  transaction_batch?: Transactionbatch | null
  /** The transactionhistory records that belong to it. Only with `expand=transaction_histories`. */
  transaction_histories?: Transactionhistory[]
  /** The transactionlevel3 that belongs to it; null where there is none. Only with `expand=transaction_level3`. */
  transaction_level3?: Transactionlevel3 | null
  /** type_id with its title. Only with `expand=type`. */
  type?: { id: number; title: string } | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** The approval of a refund or credit by a second person, where its product asks for one (refund_approval_amount). */
export interface Refundapproval {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** What is approved. */
  action: "refund" | "credit"
  /** The product it is made with. Needed for a credit; a refund is made with the product of its payment. */
  product_transaction_id: string
  /** The payment to refund. Left out: last_four. */
  transaction_id: string | null
  /** Of the account that is credited, where no payment is refunded. */
  last_four: string | null
  /** How much is given back, exactly. */
  transaction_amount: string
  /** For the user who decides. */
  reason: string
  /** used: the refund was made; refund_transaction_id is it. */
  status: "waiting" | "approved" | "refused" | "used"
  /** A day after the request: until then it is approved and used. Unix seconds. */
  expire_ts: number
  /** When it was approved or refused. Unix seconds. */
  decided_ts: number | null
  /** Who approved or refused it. */
  decided_user_id: string | null
  /** The refund that was made with it. */
  refund_transaction_id: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Who makes the refund. */
  created_user_id: string
  /** The location of the payment to refund, else of the product. */
  location_id: string
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** The transaction that `transaction_id` names; null where it names none. Only with `expand=transaction`. */
  transaction?: Transaction | null
  /** The transaction that `refund_transaction_id` names; null where it names none. Only with `expand=refund_transaction`. */
  refund_transaction?: Transaction | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The user that `decided_user_id` names; null where it names none. Only with `expand=decided_user`. */
  decided_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
}

/** The payments of a product that are settled together. */
export interface Transactionbatch {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** One more than the batch before; 1 follows 9999. */
  batch_num: number
  /** The product whose payments it holds. */
  product_transaction_id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** How far its settlement is. 1 To settle, 2 Settled, 3 Error, 4 Re-process, 5 Processing, 6 Forced closed. */
  processing_status_id: 1 | 2 | 3 | 4 | 5 | 6
  /** Whether payments still join it. */
  is_open: 0 | 1
  /** When it was closed. Unix seconds. */
  batch_close_ts: number | null
  /** The processor's own file of what was settled. */
  settlement_file_name: string | null
  /** What the processor said, or who closed it. */
  batch_close_detail: string | null
  /** What its sales come to. */
  total_sale_amount: string
  /** How many sales it holds. */
  total_sale_count: number
  /** What its refunds come to. */
  total_refund_amount: string
  /** How many refunds it holds. */
  total_refund_count: number
  /** What its voided payments came to. */
  total_void_amount: string
  /** How many voided payments it holds. */
  total_void_count: number
  /** What its refunds without an earlier payment come to. */
  total_blind_refund_amount: string
  /** How many refunds without an earlier payment it holds. */
  total_blind_refund_count: number
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** A difference between what the gateway and a processor, a bank or a terminal say of a payment. */
export interface Discrepancy {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Null only for what belongs to no merchant; no merchant sees it. */
  location_id: string | null
  /** What differs. batch_totals A batch's totals are not the sums of its payments., batch_state The processor has settled what is not settled here, or in another file., file_missing The processor has no file of a settlement a day and a half after it., line_missing A payment of a settled batch is not in the processor's file., line_extra A payment in the processor's file is not of this batch, or was voided here., line_amount A payment is in the processor's file with another amount., line_twice Payments are in the file more than once., net_amount The file comes to another amount than the batch., terminal_total A device reported another amount at its closing than the payments taken at it since the one before., order_unrecorded The processor approved an order that is not stored here., order_unseen An order is approved here, and the processor never received it., order_result One side has an order approved, the other declined., order_amount An order was approved with different amounts., return_unmatched The bank sent back what was never sent., return_amount The bank sent an entry back with another amount or for another bank., bank_file_unanswered The bank has not acknowledged a file for three banking days., bank_file_totals A bank file does not come to its entries., bank_payment_state A bank payment and its entry disagree on whether it settled or was returned., report_unreadable A processor's report cannot be read; the others were., taken_back The processor took back what it had approved: a refund failed later, a void did not happen., settlement_missing The processor has not told a week later that payments of a closed batch were settled. */
  kind: "batch_totals" | "batch_state" | "file_missing" | "line_missing" | "line_extra" | "line_amount" | "line_twice" | "net_amount" | "terminal_total" | "order_unrecorded" | "order_unseen" | "order_result" | "order_amount" | "return_unmatched" | "return_amount" | "bank_file_unanswered" | "bank_file_totals" | "bank_payment_state" | "report_unreadable" | "settlement_missing" | "taken_back"
  /** explained: by a person, with a note. gone: a later comparison found both sides equal. */
  status: "open" | "explained" | "gone"
  /** The product concerned. */
  product_transaction_id: string | null
  /** The batch concerned. */
  transaction_batch_id: string | null
  /** The payment concerned. */
  transaction_id: string | null
  /** What the other side calls it: an order's reference, a trace number. */
  reference: string | null
  /** What the processor says. */
  processor: string | null
  /** What the books say; null for nothing. */
  ours: string | null
  /** What the other side says; null for nothing. */
  theirs: string | null
  /** Which comparison found it first. */
  found_by: "settlement" | "night" | "return" | "hand"
  /** How often it was found. */
  times_found: number
  /** When it was found last. Unix seconds. */
  seen_ts: number
  /** How a person explained it. */
  note: string | null
  /** When a person explained it. Unix seconds. */
  explained_ts: number | null
  /** Who explained it. */
  explained_user_id: string | null
  /** When it was no longer found. Unix seconds. */
  gone_ts: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** The transactionbatch that `transaction_batch_id` names; null where it names none. Only with `expand=transaction_batch`. */
  transaction_batch?: Transactionbatch | null
  /** The transaction that `transaction_id` names; null where it names none. Only with `expand=transaction`. */
  transaction?: Transaction | null
  /** The user that `explained_user_id` names; null where it names none. Only with `expand=explained_user`. */
  explained_user?: User | null
}

/** A warning of what may be an attack, or of what needs a person soon: a file of a bank, a disk that fills up. */
export interface Alert {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Null only for what belongs to no merchant; no merchant sees it. */
  location_id: string | null
  /** What was noticed. chain_broken The audit trail was changed behind its seals. A matter of the operator., many_refusals Far more requests or payments than usual were refused within half an hour., key_place An API key or an integration came from a network or a country for the first time., privilege_granted A user was made an administrator, or got more rights., decline_rate Far more payments of a product are declined than in the week before., page_differs Payment pages are not served as this release was approved. A matter of the operator., bank_file_set_aside A file of the bank could not be applied. A matter of the operator., bank_change_unread The bank corrects an account, and its data could not be read: the next payment may come back., database_disk_low The disk of the database has little room left. A matter of the operator., quota_used_up The merchant has sent, printed or stored as much as the operator allows., refund_limit_raised More will be refunded without a second person: an amount was raised or switched off. */
  matter: "chain_broken" | "many_refusals" | "key_place" | "privilege_granted" | "decline_rate" | "page_differs" | "bank_file_set_aside" | "bank_change_unread" | "database_disk_low" | "quota_used_up" | "refund_limit_raised"
  /** The user, key, product, file or account it is about; empty for none. */
  subject: string
  /** What was seen, in a sentence. */
  says: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** One status that a payment had, and since when. */
export interface Transactionhistory {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The payment. */
  transaction_id: string
  /** The status it took. */
  status_id: number
  /** When it took that status. Unix seconds. */
  event_date_ts: number
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** A request for payment of listed items, which its recipient pays on a page of its own. */
export interface Quickinvoice {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What it is called, on the pay page and in mails too. */
  title: string
  /** Until when it should be paid. */
  due_date: string
  /** What is billed: labels and amounts, whose sum is amount_due. */
  item_list: { [name: string]: number | string }
  /** The location's default_cc when left out; null or empty means none. Fixed once a payment has been made. */
  cc_product_transaction_id: string | null
  /** The location's default_ach when left out; null or empty means none. Fixed once a payment has been made. */
  ach_product_transaction_id: string | null
  /** Who is billed. Its email fills an empty email. */
  contact_id: string | null
  /** The payer's number at the merchant. */
  customer_id: string | null
  /** Number of the payer's driver license. Together with dl_state. */
  dl_number: string | null
  /** The state that issued the driver license; together with dl_number. */
  dl_state: string | null
  /** Year of birth of the payer. Or ssn4, never both. */
  dob_year: string | null
  /** The last four digits of the social security number of the payer. Or dob_year, never both. */
  ssn4: string | null
  /** Where notifications go; the contact's when left out. */
  email: string | null
  /** Until when it can be paid. The last day it can be paid, in the zone of its location. */
  expire_date: string | null
  /** The merchant's number of the invoice. */
  invoice_number: string | null
  /** Text above the items. */
  item_header: string | null
  /** Text below the items. */
  item_footer: string | null
  /** A message. To the recipient. */
  note: string | null
  /** Whether more than amount_due may be paid. It takes payments after amount_due is met. */
  allow_overpayment: 0 | 1
  /** Whether less than all may be paid at once. 0 unless the location's settings say otherwise. */
  allow_partial_pay: 0 | 1
  /** Whether its files go with the mails. */
  attach_files_to_email: 0 | 1
  /** Whether it goes with the mails as a PDF to print. */
  attach_pdf_to_email: 0 | 1
  /** Where it is texted, ten digits. Required when send_text_to_pay is 1. */
  cell_phone: string | null
  /** 1 sends reminders by text, too, and with send_email the first notification. */
  send_text_to_pay: 0 | 1
  /** How many days before the due date its recipient is notified; 0 for never. 3 unless the location's settings say otherwise. */
  notification_days_before_due_date: number
  /** How many days after the due date its recipient is notified; 0 for never. 7 unless the location's settings say otherwise. */
  notification_days_after_due_date: number
  /** Whether its recipient is notified on the due date. 1 unless the location's settings say otherwise. */
  notification_on_due_date: 0 | 1
  /** 1 sends the notification at once. */
  send_email: 0 | 1
  /** The caller's own id, unique per location. */
  quick_invoice_api_id: string | null
  /** Further addresses that get the notifications, separated by commas. */
  notification_email: string | null
  /** Whether it can be paid. It closes when it becomes fully paid and allow_overpayment is 0; a PUT that would change it is 422. Filters read 0 as Closed. 1 Open, 2 Closed. */
  status_id: 1 | 2
  /** How much of it is paid. 1 Unpaid, 2 Paid, 3 Partially Paid. */
  payment_status_id: 1 | 2 | 3
  /** What is billed. The sum of the items. */
  amount_due: string
  /** What is left to pay. Never below 0.00. */
  remaining_balance: string
  /** The least that one payment may be. The least of a part on the pay page, where allow_partial_pay is 1; the last part may be less. */
  single_payment_min_amount: string
  /** The most that one payment may be. The most of one payment on the pay page. Left out: the largest amount a transaction can carry. */
  single_payment_max_amount: string
  /** For the merchant: any text. */
  quick_invoice_c1: string | null
  /** For the merchant: any text. */
  quick_invoice_c2: string | null
  /** For the merchant: any text. */
  quick_invoice_c3: string | null
  /** Whether only debit cards are taken, in place of bank_funded_only of the product. */
  bank_funded_only_override: 0 | 1 | null
  /** Whether it opens again when a payment of it is taken back. 1: a closed invoice opens again when a payment of it is voided, refunded, returned or taken off it. */
  auto_reopen: 0 | 1
  /** Whether it is in use. */
  is_active: 0 | 1
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** is_active by its other name. */
  active: 0 | 1
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** The email_blacklist that `email` names; null where it names none. Only with `expand=email_blacklist`. */
  email_blacklist?: EmailBlacklist | null
  /** The sms_blacklist that `cell_phone` names; null where it names none. Only with `expand=sms_blacklist`. */
  sms_blacklist?: SmsBlacklist | null
  /** The file records that belong to it. Only with `expand=files`. */
  files?: File[]
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The tag records that `tag_ids` names. Only with `expand=tags`. */
  tags?: Tag[]
  /** The tag records that `tag_ids` names. Only with `expand=all_tags`. */
  all_tags?: Tag[]
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The user that `modified_user_id` names; null where it names none. Only with `expand=modified_user`. */
  modified_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The quick_invoice_setting that `location_id` names; null where it names none. Only with `expand=quick_invoice_settings`. */
  quick_invoice_settings?: QuickInvoiceSetting | null
  /** The quick_invoice_view records that belong to it. Only with `expand=quick_invoice_views`. */
  quick_invoice_views?: QuickInvoiceView[]
  /** The transaction records that belong to it. Only with `expand=transactions`. */
  transactions?: Transaction[]
  /** The log_email records that belong to it. Only with `expand=log_emails`. */
  log_emails?: LogEmail[]
  /** The log_sms records that belong to it. Only with `expand=log_sms`. */
  log_sms?: LogSms[]
  /** The pay page of the invoice, to be sent to whoever pays. Only with `expand=payment_url`. */
  payment_url?: string
  /** The producttransaction that `cc_product_transaction_id` names; null where it names none. Only with `expand=cc_product_transaction`. */
  cc_product_transaction?: Producttransaction | null
  /** The producttransaction that `ach_product_transaction_id` names; null where it names none. Only with `expand=ach_product_transaction`. */
  ach_product_transaction?: Producttransaction | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** A link on which one amount is paid, once. */
export interface Paylink {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The location's default_cc when left out; null or empty means none. */
  cc_product_transaction_id: string | null
  /** The location's default_ach when left out; null or empty means none. */
  ach_product_transaction_id: string | null
  /** Who pays. */
  contact_id: string | null
  /** The caller's own id, unique per location. */
  paylink_api_id: string | null
  /** What is to be paid. At least 0.01. */
  amount_due: string
  /** Where the link is mailed to. */
  email: string | null
  /** Where the link is texted to. Required when delivery_method is 2 or 3. */
  cell_phone: string | null
  /** How the link is sent. 0 none, 1 Email, 2 SMS, 3 Both. */
  delivery_method: 0 | 1 | 2 | 3
  /** What is paid for, as the payer reads it. */
  description: string | null
  /** Until when it can be paid. The last day it can be paid, in the zone of its location. A later one opens an expired link again. */
  expire_date: string | null
  /** Whether the money is taken (sale) or reserved (auth-only). */
  paylink_action: "sale" | "auth-only"
  /** Shows the receipt after a payment. */
  display_product_transaction_receipt_details: 0 | 1
  /** Asks for a billing address. */
  display_billing_fields: 0 | 1
  /** Whether it is paid. Paid by the first approved sale or authorization; a later void does not open it again. 0 Unpaid, 1 Paid. */
  status_id: 0 | 1
  /** Whether the link can be paid. 0 withdraws the link, 1 offers it again. */
  active: 0 | 1
  /** Whether only debit cards are taken, in place of bank_funded_only of the product. */
  bank_funded_only_override: 0 | 1 | null
  /** Stores the payer's account as a vault of the contact. */
  store_token: 0 | 1
  /** What the stored account is called. */
  store_token_title: string | null
  /** Where the payer goes after an approval. */
  redirect_url_on_approve: string | null
  /** Where the payer goes after a decline. */
  redirect_url_on_decline: string | null
  /** Seconds before the payer is sent on. */
  redirect_url_delay: number
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** The email_blacklist that `email` names; null where it names none. Only with `expand=email_blacklist`. */
  email_blacklist?: EmailBlacklist | null
  /** The sms_blacklist that `cell_phone` names; null where it names none. Only with `expand=sms_blacklist`. */
  sms_blacklist?: SmsBlacklist | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The tag records that `tag_ids` names. Only with `expand=tags`. */
  tags?: Tag[]
  /** The tag records that `tag_ids` names. Only with `expand=all_tags`. */
  all_tags?: Tag[]
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The transaction records that belong to it. Only with `expand=transactions`. */
  transactions?: Transaction[]
  /** The log_email records that belong to it. Only with `expand=log_emails`. */
  log_emails?: LogEmail[]
  /** The log_sms records that belong to it. Only with `expand=log_sms`. */
  log_sms?: LogSms[]
  /** The pay page of the link, to be sent to whoever pays. Only with `expand=payment_url`. */
  payment_url?: string
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** A page on which payers pay a merchant who needs no software for it. */
export interface Hostedpaymentpage {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Who made it. */
  user_id: string | null
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What is paid through; it has to allow hosted payment pages. */
  product_transaction_id: string
  /** What people call it. */
  title: string
  /** Seconds before the payer is sent on. */
  redirect_url_delay: number
  /** The least a payer may enter; 0.01 when left out. */
  min_payment_amount: string | null
  /** The most a payer may enter. */
  max_payment_amount: string | null
  /** Where the payer goes after an approval. */
  redirect_url_on_approve: string | null
  /** Where the payer goes after a decline. */
  redirect_url_on_decline: string | null
  /** The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction. */
  field_configuration: { body?: { fields?: { id?: string; value?: string | number | boolean | null; label?: string | null; readonly?: boolean | number | string; visible?: boolean | number | string; [name: string]: unknown }[]; [name: string]: unknown }; [name: string]: unknown } | null
  /** What the data of a link are encrypted and signed with. Whoever has it can ask for any amount. */
  encryption_key: string | null
  /** Kept, and never loaded: nothing from elsewhere runs where a card is entered. The branding of the location counts. */
  stylesheet_url: string | null
  /** The one origin that may frame the page, such as https://shop.example. Without it nobody may. */
  parent_origin: string | null
  /** Posts the transaction to the page around the frame. */
  parent_send_message: 0 | 1
  /** Asks only for what is required. */
  hide_optional_fields: 0 | 1
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | null
  /** The user that `modified_user_id` names; null where it names none. Only with `expand=modified_user`. */
  modified_user?: User | null
  /** Where payers open it. Only with `expand=payment_url`. */
  payment_url?: string
  /** The transaction records that belong to it. Only with `expand=transactions`. */
  transactions?: Transaction[]
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** A series of payments from a stored account, made by the gateway on their days. */
export interface Recurring {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The stored account that pays. The vault that pays. Required, or account_vault_api_id. */
  account_vault_id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Left out: the location's default product for the vault's payment method. */
  product_transaction_id: string
  /** How much each payment is. */
  transaction_amount: string
  /** How many days, weeks or months lie between two payments. */
  interval: string
  /** The unit of interval. d days, w weeks, m months. */
  interval_type: "d" | "w" | "m"
  /** The day of the first payment. Every later date is counted from this one; day 31 means the last day of shorter months. */
  start_date: string
  /** The last possible day. An installment recurring gets the day before the payment that would follow its last one. */
  end_date: string | null
  /** The day of the next payment. A new date becomes the one that later dates are counted from. */
  next_run_date: string | null
  /** What is paid for. */
  description: string | null
  /** How many payments to make. Left out: no fixed number. */
  installment_total_count: number | null
  /** Amount times count; null when there is no fixed number. */
  installment_amount_total: string | null
  /** Days before a payment on which the contact is notified. Left out: the location's recurring_notification_days_default. */
  notification_days: string
  /** The vault's. */
  payment_method: "cc" | "ach"
  /** The caller's own id, unique per location. */
  recurring_api_id: string | null
  /** For the merchant: any text. */
  recurring_c1: string | null
  /** For the merchant: any text. */
  recurring_c2: string | null
  /** For the merchant: any text. */
  recurring_c3: string | null
  /** Read for ongoing recurrings only: 0 puts on hold, 1 activates. */
  active: "0" | "1"
  /** i when installment_total_count was sent. o ongoing, i installment. */
  recurring_type_id: "o" | "i"
  /** active runs, on hold waits, ended is over. */
  status: "active" | "on hold" | "ended"
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`. */
  account_vault?: Accountvault | null
  /** The transaction records that belong to it. Only with `expand=transactions`. */
  transactions?: Transaction[]
  /** The log_email records that belong to it. Only with `expand=log_emails`. */
  log_emails?: LogEmail[]
  /** The signature that belongs to it; null where there is none. Only with `expand=signature`. */
  signature?: Signature | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** The tag records that `tag_ids` names. Only with `expand=tags`. */
  tags?: Tag[]
  /** The tag records that `tag_ids` names. Only with `expand=all_tags`. */
  all_tags?: Tag[]
  /** The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`. */
  product_transaction?: Producttransaction | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** The enhanced data of a payment with a company's card. One record belongs to one payment; a POST replaces it. */
export interface Transactionlevel3 {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The payment it belongs to. */
  transaction_id: string
  /** What was bought, with tax and shipping. Visa's fields are variant A, Mastercard's variant B; the other's are set aside. */
  level3_data: { tax_exempt?: string | number | null; sales_tax?: string | number | null; national_tax?: string | number | null; merchant_vat_registration?: string | number | null; customer_vat_registration?: string | number | null; summary_commodity_code?: string | number | null; freight_amount?: string | number | null; duty_amount?: string | number | null; shipto_zip_code?: string | number | null; shipfrom_zip_code?: string | number | null; destination_country_code?: string | number | null; unique_vat_ref_number?: string | number | null; order_date?: string | number | null; tax_amount?: string | number | null; tax_rate?: string | number | null; transaction_discount_amount?: string | number | null; line_items?: { commodity_code?: string | number | null; description?: string | number | null; product_code?: string | number | null; quantity?: string | number | null; unit_code?: string | number | null; unit_cost?: string | number | null; tax_amount?: string | number | null; tax_rate?: string | number | null; discount_amount?: string | number | null; other_tax_amount?: string | number | null; alternate_tax_id?: string | number | null; tax_type_applied?: string | number | null; debit_credit?: string | number | null; discount_rate?: string | number | null; tax_type_id?: string | number | null; [name: string]: unknown }[]; [name: string]: unknown }
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** A word by which a location sorts its invoices, paylinks, recurrings and payments. */
export interface Tag {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The word. */
  title: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** A payment terminal of a location. */
export interface Terminal {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** A terminal manufacturer; 100 is the virtual device. */
  terminal_manufacturer_id: number
  /** What the device can do. */
  terminal_application_id: string
  /** What people call it. */
  title: string
  /** The number on the device. */
  serial_number: string
  /** The product that its payments are made with. */
  default_product_transaction_id: string | null
  /** How it verifies the cardholder. Kept for programs; the gateway does not act on it. */
  terminal_cvm_id: string | null
  /** The agent through which it is reached; dialled directly without. */
  terminal_agent_id: string | null
  /** Its network card. */
  mac_address: string | null
  /** Where it is reached in the network of the shop. */
  local_ip_address: string | null
  /** The port it listens at. */
  port: number
  /** The processor's number of it. Kept for programs; the gateway does not act on it. */
  terminal_number: string | null
  /** The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path. */
  terminal_api_id: string | null
  /** Whether it takes debit cards with a PIN. */
  debit: 0 | 1
  /** Whether it reads chips. */
  emv: 0 | 1
  /** Whether it offers cash back. Kept for programs; the gateway does not act on it. */
  cashback_enable: 0 | 1
  /** Whether it prints receipts. Kept for programs; the gateway does not act on it. */
  print_enable: 0 | 1
  /** Whether it takes signatures. */
  sig_capture_enable: 0 | 1
  /** Whether it asks for a tip. */
  tip_enable: 0 | 1
  /** Whether it has been set up. */
  is_provisioned: 0 | 1
  /** Whether its encryption has been validated (P2PE). Kept for programs; the gateway does not act on it. */
  validated_decryption: 0 | 1
  /** Whether it is in use. */
  active: 0 | 1
  /** How it is connected. */
  communication_type: "http" | "tcp/ip" | "usb/serial" | null
  /** Line 1 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line1: string | null
  /** Line 2 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line2: string | null
  /** Line 3 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line3: string | null
  /** Line 4 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line4: string | null
  /** Line 5 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line5: string | null
  /** Line 1 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line1: string | null
  /** Line 2 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line2: string | null
  /** Line 3 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line3: string | null
  /** Line 4 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line4: string | null
  /** Line 5 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line5: string | null
  /** Lodging: the first night it suggests. Kept for programs; the gateway does not act on it. */
  default_checkin: string | null
  /** Lodging: the day of departure it suggests. Kept for programs; the gateway does not act on it. */
  default_checkout: string | null
  /** Lodging: the price of a night it suggests. Kept for programs; the gateway does not act on it. */
  default_room_rate: string | null
  /** Lodging: the room it suggests. Kept for programs; the gateway does not act on it. */
  default_room_number: string | null
  /** Seconds the device waits at each step; steps left out keep their value. */
  terminal_timeouts: { card_entry_timeout?: number | string; device_terms_prompt_timeout?: number | string; overall_timeout?: number | string; pin_entry_timeout?: number | string; signature_input_timeout?: number | string; signature_submit_timeout?: number | string; status_display_time?: number | string; tip_cashback_timeout?: number | string; transaction_timeout?: number | string; [name: string]: unknown }
  /** percent_1, percent_2 and percent_3, each 0 to 99; all three or none. */
  tip_percents: { percent_1: number | string | null; percent_2: number | string | null; percent_3: number | string | null } | null
  /** When it last registered. Unix seconds. */
  last_registration_ts: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The terminalagent that `terminal_agent_id` names; null where it names none. Only with `expand=terminal_agent`. */
  terminal_agent?: Terminalagent | null
  /** The terminalagent records that belong to it. Only with `expand=terminal_routers`. */
  terminal_routers?: Terminalagent[]
  /** Whether an agent in the shop carries requests to it. Only with `expand=has_terminal_routers`. */
  has_terminal_routers?: boolean
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The terminalapplication that `terminal_application_id` names; null where it names none. Only with `expand=terminal_application`. */
  terminal_application?: Terminalapplication | null
  /** The terminalcvm that `terminal_cvm_id` names; null where it names none. Only with `expand=terminal_cvm`. */
  terminal_cvm?: Terminalcvm | null
  /** The terminalmanufacturer that `terminal_manufacturer_id` names; null where it names none. Only with `expand=terminal_manufacturer`. */
  terminal_manufacturer?: Terminalmanufacturer | null
  /** The producttransaction that `default_product_transaction_id` names; null where it names none. Only with `expand=default_product_transaction`. */
  default_product_transaction?: Producttransaction | null
  /** The changelog records that belong to it. Only with `expand=changelogs`. */
  changelogs?: Changelog[]
}

/** One request at a terminal, from its beginning to what became of it. */
export interface Terminalrun {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The terminal. */
  terminal_id: string
  /** What it was asked for. */
  action: "sale" | "authonly" | "avsonly" | "force" | "refund" | "store" | "settle"
  /** unknown: the line broke, and the device is being asked what became of it. */
  status: "running" | "unknown" | "ended"
  /** failed: nothing was authorised. Null for a payment that was abandoned: its transaction tells. */
  result: "approved" | "declined" | "failed" | null
  /** Where a running request stands. */
  step: "connecting" | "taken" | "cancelling" | "asking" | null
  /** For people. */
  message: string | null
  /** How much. */
  transaction_amount: string | null
  /** The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path. */
  transaction_api_id: string | null
  /** Who pays. */
  contact_id: string | null
  /** The product it is made with. */
  product_transaction_id: string | null
  /** The payment it became. */
  transaction_id: string | null
  /** The vault it became. */
  account_vault_id: string | null
  /** When somebody asked to cancel it. Unix seconds. */
  cancel_ts: number | null
  /** When somebody gave its terminal up for lost. Unix seconds. */
  abandoned_ts: number | null
  /** Until then the device may take. Unix seconds. */
  deadline_ts: number
  /** When it ended. Unix seconds. */
  ended_ts: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The terminal that `terminal_id` names; null where it names none. Only with `expand=terminal`. */
  terminal?: Terminal | null
  /** The transaction that `transaction_id` names; null where it names none. Only with `expand=transaction`. */
  transaction?: Transaction | null
  /** The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`. */
  account_vault?: Accountvault | null
  /** The contact that `contact_id` names; null where it names none. Only with `expand=contact`. */
  contact?: Contact | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** A program in the shop through which terminals are reached that have no address in the internet. */
export interface Terminalagent {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What people call it. */
  title: string
  /** An inactive agent cannot connect. */
  active: 0 | 1
  /** As of its last connection. */
  version: string | null
  /** Follows every half minute while it is connected. Unix seconds. */
  last_seen_ts: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The terminal records that belong to it. Only with `expand=terminals`. */
  terminals?: Terminal[]
}

/** The software of a terminal and what it can do; the same for all merchants. */
export interface Terminalapplication {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The name of the software. */
  title: string
  /** What kind of device it is for. */
  description: string | null
  /** Whether the device works without a till. */
  standalone: 0 | 1
  /** Whether it reads chips. */
  emv_capable: 0 | 1
  /** Whether it reads contactless cards. */
  nfc_capable: 0 | 1
  /** Whether it takes a PIN. */
  pin_capable: 0 | 1
  /** Whether it prints. */
  print_capable: 0 | 1
  /** Whether it reads stripes. */
  msr_capable: 0 | 1
  /** Whether it takes signatures. */
  sig_capture_capable: 0 | 1
  /** Whether it belongs to a phone or tablet. */
  mpos_terminal: 0 | 1
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** How a terminal verifies the cardholder; the same for all merchants. */
export interface Terminalcvm {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The manufacturer it is for. */
  terminal_manufacturer_code: number
  /** What it is called. */
  title: string
  /** The settings for chips that are inserted. */
  contact_data: string | null
  /** The settings for cards that are held near. */
  contactless_data: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The terminalmanufacturer that `terminal_manufacturer_code` names; null where it names none. Only with `expand=terminal_manufacturer`. */
  terminal_manufacturer?: Terminalmanufacturer | null
}

/** A terminal as a till needs it. Read only. */
export interface Terminalinfo {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Where it is reached in the network of the shop. */
  local_ip_address: string | null
  /** The port it listens at. */
  port: number
  /** What people call it. */
  title: string
  /** The number on the device. */
  serial_number: string
  /** Whether it is in use. */
  active: 0 | 1
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The terminalmanufacturer that `terminal_manufacturer_id` names; null where it names none. Only with `expand=terminal_manufacturer`. */
  terminal_manufacturer?: Terminalmanufacturer | null
}

/** A maker of terminals; the same for all merchants. */
export interface Terminalmanufacturer {
  /** Identifies the record. The gateway assigns it. */
  id: number
  /** The name of the maker. */
  title: string
  /** By what its devices are known. mac known by its network address, sn known by its serial number. */
  idtype: "mac" | "sn"
  /** The same as id. */
  code: number
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** A device that reads checks. */
export interface Scanner {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** What people call it. */
  title: string
  /** The number on the device. */
  serial_number: string
  /** A scanner model, see /v2/scannermodels. */
  scanner_model_id: number
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whether it is in use. */
  active: 0 | 1
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The scannermodel that `scanner_model_id` names; null where it names none. Only with `expand=scanner_model`. */
  scanner_model?: Scannermodel | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The scannermanufacturer that `scanner_manufacturer_id` names; null where it names none. Only with `expand=scanner_manufacturer`. */
  scanner_manufacturer?: Scannermanufacturer | null
}

/** A model of scanner; the same for all merchants. */
export interface Scannermodel {
  /** Identifies the record. The gateway assigns it. */
  id: number
  /** The name of the model. */
  title: string
  /** Who makes it. */
  scanner_manufacturer_id: number
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The scannermanufacturer that `scanner_manufacturer_id` names; null where it names none. Only with `expand=scanner_manufacturer`. */
  scanner_manufacturer?: Scannermanufacturer | null
}

/** A maker of scanners; the same for all merchants. */
export interface Scannermanufacturer {
  /** Identifies the record. The gateway assigns it. */
  id: number
  /** The name of the maker. */
  title: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** Terms that a terminal shows to a customer, and what the customer said to them. */
export interface Deviceterm {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that shows the terms. */
  location_id: string
  /** Where they are shown. A terminal of this location. */
  terminal_id: string
  /** Whether the customer has to sign. Needs a terminal with sig_capture_enable whose application has sig_capture_capable. */
  require_signature: 0 | 1
  /** What is shown. The virtual device accepts and signs; with the word DECLINE in it the terms are declined, with TIMEOUT they get no answer. */
  terms_conditions: string
  /** The caller's own id, unique per location. Sent again, terms that were not accepted are shown again, and the answer is 200. */
  device_terms_api_id: string | null
  /** device_terms_api_id by its other name. */
  device_term_api_id: string | null
  /** 1000 accepted, 1500 declined, 1531 no answer; null while the terms are shown. */
  reason_code_id: number | null
  /** The signature that belongs to it; null where there is none. */
  signature: null | { [name: string]: unknown } | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. */
  created_user?: { [name: string]: unknown } | null
  /** The location that `location_id` names; null where it names none. */
  location?: { [name: string]: unknown } | null
  /** The terminal that `terminal_id` names; null where it names none. */
  terminal?: { [name: string]: unknown } | null
  /** The reasoncode that `reason_code_id` names; null where it names none. */
  reason_code?: { [name: string]: unknown } | null
}

/** A signature, as a picture, on a payment, a vault, a recurring or terms. */
export interface Signature {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The id of the signed record. */
  resource_id: string
  /** What was signed. */
  resource: "AccountVault" | "Transaction" | "Recurring" | "DeviceTerm"
  /** A PNG image in base64. */
  signature: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
}

/** A note that people keep with a contact or another record. */
export interface Note {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The record it belongs to. */
  resource_id: string
  /** What kind of record that is. */
  resource: "Contact"
  /** Always null: notes have no groups. */
  visibility_group_id: string
  /** The text. */
  note: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The contact that `resource_id` names; null where it names none. */
  contact?: { [name: string]: unknown } | null
  /** The user that `created_user_id` names; null where it names none. */
  created_user?: { [name: string]: unknown } | null
  /** Always null: notes have no groups. Only with `expand=visibility_group`. */
  visibility_group?: string | null
}

/** Where changes of records are posted (webhooks). */
export interface Postbackconfig {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whose changes are posted. */
  resource: "contact" | "transaction" | "transactionbatch" | "accountvault" | "quickinvoice" | "paylink" | "recurring" | "alert" | "refundapproval"
  /** Whether new records are posted. */
  on_create: 0 | 1
  /** Whether changes are posted. */
  on_update: 0 | 1
  /** Whether deletions are posted. */
  on_delete: 0 | 1
  /** Where they are posted. */
  url: string
  /** Whether anything is posted. */
  is_active: 0 | 1
  /** The form of what is posted: api-default is JSON. api-default a JSON object, api-form the same names as a form (x-www-form-urlencoded). */
  format: "api-default" | "api-form"
  /** All attempts of one delivery, the first included. */
  number_of_attempts: number
  /** Seconds between two attempts. */
  attempt_interval: number
  /** Expands added to the posted record, separated by commas. */
  expands: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The grant under which an integration made it. The grant of the integration that made it, and with which it ends; null where a user made it. */
  oauthgrant_id: string | null
  /** The product whose payments or batches are posted. Required for transaction and transactionbatch, null otherwise. */
  product_transaction_id: string | null
  /** When Tollgate switched it off because its receiver took nothing for days. Unix seconds. */
  disabled_ts: number | null
  /** Why the gateway switched it off. */
  disabled_reason: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. */
  location?: { [name: string]: unknown } | null
  /** The producttransaction that `product_transaction_id` names; null where it names none. */
  product_transaction?: { [name: string]: unknown } | null
  /** The user that `created_user_id` names; null where it names none. */
  created_user?: { [name: string]: unknown } | null
  /** The user name of Basic authorization. Only with `expand=basic_auth_username`. */
  basic_auth_username?: string | null
  /** The password of Basic authorization. Only with `expand=basic_auth_password`. */
  basic_auth_password?: string | null
  /** Signs every postback by Standard Webhooks. Only with `expand=signing_secret`. */
  signing_secret?: string | null
  /** The postback_log records that belong to it. */
  postback_logs?: { [name: string]: unknown }[]
  /** The changelog records that belong to it. */
  changelogs?: { [name: string]: unknown }[]
}

/** One postback with its state; its attempts are embedded by expand. */
export interface PostbackLog {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The configuration that it was sent by. */
  postback_config_id: string
  /** What kind of record it is about. */
  resource: string
  /** What happened to the record. */
  type: "CREATE" | "UPDATE" | "DELETE" | "PING"
  /** The record it is about; the configuration itself for a PING. */
  resource_id: string
  /** How far its delivery is. 1 New, 2 Sent, 3 Failed, to be tried again, 4 Failed, 5 Canceled. */
  postback_status_id: 1 | 2 | 3 | 4 | 5
  /** Attempts made so far. */
  number_of_attempts: number
  /** When the next attempt is due; null once there will be none. Unix seconds. */
  next_run_ts: number | null
  /** The webhook-id header: the same for every attempt and every replay. */
  message_id: string
  /** The postback that is sent again. */
  replay_of_id: string | null
  /** Where a replay goes; null for the address of the configuration. */
  url: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The postback_attempt records that belong to it. Only with `expand=attempts`. */
  attempts?: PostbackAttempt[]
  /** The record as it is posted, as a string of JSON; null until it is rendered. Only with `expand=data`. */
  data?: string | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The postbackconfig that `postback_config_id` names; null where it names none. Only with `expand=postback_config`. */
  postback_config?: Postbackconfig | null
  /** The postback_log that `replay_of_id` names; null where it names none. Only with `expand=replay_of`. */
  replay_of?: PostbackLog | null
}

/** One attempt to deliver a postback: request and response. */
export interface PostbackAttempt {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The configuration that it was sent by. */
  postback_config_id: string
  /** The postback. */
  postback_log_id: string
  /** Number of the attempt, as sent to the receiver. */
  number_of_attempts: number
  /** The receiver answered 2xx. */
  succeeded: boolean
  /** Where it was sent. */
  url: string
  /** The headers that were sent. */
  request_headers: { [name: string]: unknown }
  /** The status of the response. Null when no answer came. */
  response_status: number | null
  /** The headers that came back. */
  response_headers: { [name: string]: unknown } | null
  /** The first 4,096 characters, without secrets. */
  response_body: string | null
  /** Why there was no answer, or why it does not count. */
  error: string | null
  /** How many milliseconds it took. */
  duration_ms: number
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The postbackconfig that `postback_config_id` names; null where it names none. Only with `expand=postback_config`. */
  postback_config?: Postbackconfig | null
  /** The postback_log that `postback_log_id` names; null where it names none. Only with `expand=postback_log`. */
  postback_log?: PostbackLog | null
}

/** A location together with everything that is set up for it. Read only. */
export interface Locationinfo {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** What the place is called, on pages and receipts too. */
  name: string
  /** Street and number. */
  address1: string | null
  /** Second line of the address. */
  address2: string | null
  /** City of the address. */
  city: string | null
  /** State of the address. */
  state: string | null
  /** The same as zip_code. */
  zip: string | null
  /** Phone number, ten digits. */
  office_phone: string | null
  /** Extension of the phone number. */
  office_ext_phone: string | null
  /** Fax number, ten digits. */
  fax: string | null
  /** Time zone name; dates of this location are read in it. */
  tz: string
  /** A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused. */
  branding_domain_url: string | null
  /** The product that takes card payments where none is named. */
  default_cc: string | null
  /** The product that takes payments from bank accounts where none is named. */
  default_ach: string | null
  /** Whether new contacts are mailed a receipt for every payment, unless their record says otherwise. */
  contact_email_trx_receipt_default: 0 | 1
  /** Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it. */
  show_contact_notes: 0 | 1
  /** Whether people see the files of contacts here. Kept for programs; the gateway does not act on it. */
  show_contact_files: 0 | 1
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The producttransaction records that belong to it. */
  product_transactions?: { [name: string]: unknown }[]
  /** The product_file that belongs to it; null where there is none. */
  product_file?: { [name: string]: unknown } | null
  /** The product_accountvault that belongs to it; null where there is none. */
  product_accountvault?: { [name: string]: unknown } | null
  /** The product_recurring that belongs to it; null where there is none. */
  product_recurring?: { [name: string]: unknown } | null
  /** The branding_domain that `branding_domain_id` names; null where it names none. */
  branding_domain?: { [name: string]: unknown } | null
  /** The surcharge records that belong to it. */
  surcharges?: { [name: string]: unknown }[]
  /** The terminal records that belong to it. */
  terminals?: { [name: string]: unknown }[]
  /** The tag records that belong to it. */
  tags?: { [name: string]: unknown }[]
}

/** The file service of a location: whether files may be attached, and how large they may be. */
export interface ProductFile {
  /** How much is stored without a charge. Kept for programs; the gateway does not act on it. */
  free_bytes: number
  /** By how much more is charged. Kept for programs; the gateway does not act on it. */
  byte_increment: number
  /** What each increment costs. Kept for programs; the gateway does not act on it. */
  increment_cost: string
  /** What the service costs a month. Kept for programs; the gateway does not act on it. */
  monthly_fee: string
  /** How large a file may be. */
  max_file_size_bytes: number
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** What people call it. */
  title: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The credentials of the store, for the operator. Kept for programs; the gateway does not act on it. */
  product_file_credential_id: string | null
  /** The container in the store. */
  container: string | null
  /** File name extensions, separated by commas; null allows all. */
  file_ext_allowed: string | null
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Whether files may be attached. */
  active: 0 | 1
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** The vault service of a location: whether accounts may be stored. */
export interface ProductAccountvault {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** What people call it. */
  title: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** The location that is charged for it. Who is billed for it; the location itself unless said otherwise. */
  billing_location_id: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Whether accounts may be stored. */
  active: 0 | 1
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** The recurring service of a location. */
export interface ProductRecurring {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** What people call it. */
  title: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** The location that is charged for it. Who is billed for it; the location itself unless said otherwise. */
  billing_location_id: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Whether contacts are mailed when a payment is declined. */
  send_declined_notifications: 0 | 1
  /** Whether an approval of less than was asked for counts as a decline. */
  require_full_payment: 0 | 1
  /** Whether recurrings may be made. */
  active: 0 | 1
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** A file that is attached to a contact or an invoice. */
export interface File {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The record it is attached to. The id of the record it is attached to. */
  resource_id: string
  /** What kind of record it is attached to. */
  resource: "QuickInvoice" | "Contact"
  /** The file service of the location, where it has one of its own. */
  product_file_id: string | null
  /** Its name. */
  file_name: string
  /** The extension of its name. */
  file_extension: string | null
  /** Its size. */
  file_size_bytes: number
  /** As the sender named it. */
  content_type: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The product_file that `product_file_id` names; null where it names none. Only with `expand=product_file`. */
  product_file?: ProductFile | null
}

/** A mail that was sent, failed or was withheld. */
export interface LogEmail {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The subject. */
  subject: string
  /** Its plain text. */
  body: string
  /** Who it is from. */
  source_address: string | null
  /** Where it comes back to when it cannot be delivered. */
  return_path: string | null
  /** The carrier's own words or id for it. */
  provider_id: string | null
  /** The domain it was sent under. */
  domain_id: string | null
  /** What it was sent for. */
  reason_sent: string
  /** What kind of record it is about. QuickInvoice, Paylink, Transaction, Recurring …. */
  reason_model: string
  /** The record it is about. */
  reason_model_id: string
  /** Where answers go. */
  reply_to: string | null
  /** The address it was sent to. */
  recipient: string
  /** What became of it. sending on its way to the carrier, queued it could not be handed over and is tried again, sent the carrier has taken it, failed it was refused, or tried in vain for too long, bounced it came back; the recipient is blacklisted since, withheld the recipient is blacklisted, dropped there was no reason for it any more. */
  status: "sending" | "queued" | "sent" | "failed" | "bounced" | "withheld" | "dropped"
  /** Why it is in this status, in the words of who said so. */
  detail: string | null
  /** How often it was tried. */
  attempts: number
  /** When it was sent. Unix seconds. */
  sent_ts: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** A text message that was sent, failed or was withheld. */
export interface LogSms {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The text. */
  body: string
  /** The number it left under. */
  sender: string | null
  /** The number it was sent to. */
  recipient: string
  /** The carrier's own id for it. */
  provider_id: string | null
  /** What it was sent for. */
  reason_sent: string
  /** What kind of record it is about. */
  reason_model: string
  /** The record it is about. */
  reason_model_id: string
  /** What became of it. delivered the carrier says that it arrived, unknown it may have left; a second one would not be known for the same, so it is not tried again, bounced the number takes no texts from us; it is blacklisted since. */
  status: "sending" | "queued" | "sent" | "delivered" | "failed" | "bounced" | "withheld" | "dropped" | "unknown"
  /** Why it is in this status, in the words of who said so. */
  detail: string | null
  /** How often it was tried. */
  attempts: number
  /** When it was sent. Unix seconds. */
  sent_ts: number | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** One time that the page of an invoice was opened. */
export interface QuickInvoiceView {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The invoice. */
  quick_invoice_id: string
  /** The network address it was opened from. */
  remote_ip: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The quickinvoice that `quick_invoice_id` names; null where it names none. Only with `expand=quick_invoice`. */
  quick_invoice?: Quickinvoice | null
}

/** What new invoices of a location start with. */
export interface QuickInvoiceSetting {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** A location has at most one. */
  location_id: string
  /** Whether less than all may be paid at once. */
  default_allow_partial_pay: 0 | 1
  /** Whether recipients are notified on the due date. */
  default_notification_on_due_date: 0 | 1
  /** How many days after the due date recipients are notified. */
  default_notification_days_after_due_date: number
  /** How many days before the due date recipients are notified. */
  default_notification_days_before_due_date: number
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** An address that is mailed nothing. */
export interface EmailBlacklist {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Kept in lower case: capitals make no difference. */
  email: string
  /** Whether it is mailed nothing. */
  is_blacklisted: boolean
  /** Why, in the words of whoever listed it. */
  detail: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
}

/** A number that is texted nothing. */
export interface SmsBlacklist {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The number, ten digits. */
  cell_phone: string
  /** Whether it is texted nothing. */
  is_blacklisted: boolean
  /** Why, in the words of whoever listed it. */
  detail: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
}

/** The domain under which a merchant's pages and mails appear. */
export interface BrandingDomain {
  /** Whether contacts may sign up. */
  allow_contact_signup: boolean
  /** Whether contacts may register. */
  allow_contact_registration: boolean
  /** Whether contacts may sign in. */
  allow_contact_login: boolean
  /** What contacts are asked when they register. */
  registration_fields: string[]
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** Host name. */
  url: string
  /** What people call it. */
  title: string
  /** The address of the logo. */
  logo: string | null
  /** The company that payers read. */
  company_name: string | null
  /** Where payers find help. */
  support_email: string | null
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** created_ts in words, UTC. */
  created: string
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** modified_ts in words, UTC. */
  modified: string
  /** The colour of the navigation, such as #225588. */
  nav_color: string | null
  /** The address of the logo in the navigation. */
  nav_logo: string | null
  /** The address of the icon of the pages. */
  fav_icon: string | null
  /** The colour of buttons, such as #225588. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA). */
  button_primary_color: string | null
  /** The colour of the ground of the logo, such as #225588. */
  logo_background_color: string | null
  /** The colour of the ground of icons, such as #225588. */
  icon_background_color: string | null
  /** The colour of the ground of the menu, such as #225588. */
  menu_text_background_color: string | null
  /** The colour of the text of the menu, such as #225588. */
  menu_text_color: string | null
  /** The colour of the ground of the right menu, such as #225588. */
  right_menu_background_color: string | null
  /** The colour of the text of the right menu, such as #225588. */
  right_menu_text_color: string | null
  /** The colour of the text of buttons, such as #225588. Black or white, whichever can be read, unless it is set. */
  button_primary_text_color: string | null
  /** Always null: domains hold no key. */
  aes_key: string | null
  /** The help that payers read. */
  help_text: string | null
  /** Where answers to mails go. */
  email_reply_to: string | null
  /** Returned as it is. The gateway never runs it, nor puts it on a page. */
  custom_javascript: string | null
  /** The theme of the pages. */
  custom_theme: string
  /** Styles of the pages. */
  custom_css: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** The colour behind everything on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA). */
  page_background_color: string | null
  /** The colour of the form and of receipts on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA). */
  page_card_color: string | null
  /** The colour of the text on pages of payers. */
  page_text_color: string | null
  /** The colour of links on pages of payers. */
  page_link_color: string | null
  /** How round the corners of fields and buttons are; those of cards follow. In pixels; 12 unless it is set. */
  page_corner_radius: number | null
  /** The letters of pages of payers. One that computers and phones have: pages load none. */
  page_font: "system" | "humanist" | "geometric" | "serif" | "rounded" | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** A company that makes software for merchants. */
export interface Developercompany {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The name of the company. */
  title: string
  /** What it makes. */
  description: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** A reason for the status of a payment; the same for all merchants. */
export interface Reasoncode {
  /** Identifies the record. The gateway assigns it. */
  id: number
  /** What it means. */
  title: string
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
}

/** The rate of sales tax of a location, for everywhere or for one ZIP code. */
export interface Salestaxrate {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The buyer's ZIP code; empty: wherever no other rate of the location says more. */
  zip: string
  /** In percent. */
  tax_rate: string
  /** What people call it. */
  title: string | null
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
}

/** A program that users of this merchant may let act for them. */
export interface Oauthclient {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The name of the program. What users are shown. */
  name: string
  /** What it does, as users read it. */
  description: string
  /** Where users read more about it. */
  homepage_url: string
  /** Where codes may be sent; compared exactly. https, or http on loopback. */
  redirect_urls: string[]
  /** A program that cannot keep a secret: it has none, must use PKCE, and its refresh token changes with every use. */
  is_public: boolean
  /** Gives a new refresh token with every use to a client with a secret as well; an old one shown again ends the grant, but for 30 seconds. */
  rotates_refresh_token: boolean
  /** The picture that users are shown beside its name, at most 12 KB. */
  logo: string | null
  /** One that is switched off has no access. */
  active: 0 | 1
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** The user who created the record; null where the gateway itself or a payer did. */
  created_user_id: string | null
  /** The user who last changed the record; null where the gateway itself or a payer did. */
  modified_user_id: string | null
  /** id. */
  client_id: string
  /** Shown once, when it is made; null afterwards. */
  client_secret: string | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `created_user_id` names; null where it names none. Only with `expand=created_user`. */
  created_user?: User | { id: string | null; first_name: string | null; last_name: string | null } | null
}

/** What a user allowed an integration to do. */
export interface Oauthgrant {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** The user's primary location. */
  location_id: string
  /** Who granted it, and for whom the integration acts. */
  user_id: string
  /** The integration. */
  oauthclient_id: string
  /** What the integration was called when it was granted. */
  name: string
  /** What it may do: api is everything that the user may; read, invoices and payments are parts of it. */
  scope: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** When the record was last changed. Unix seconds. */
  modified_ts: number
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The user that `user_id` names; null where it names none. Only with `expand=user`. */
  user?: User | null
  /** The oauthclient that `oauthclient_id` names; null where it names none. Only with `expand=oauthclient`. */
  oauthclient?: Oauthclient | null
  /** The location that `location_id` names; null where it names none. Only with `expand=location`. */
  location?: Location | null
  /** The postbackconfig records that belong to it. Only with `expand=postback_configs`. */
  postback_configs?: Postbackconfig[]
}

/** An entry of the audit trail: who did what to which record, when, from where and with which credential. */
export interface Changelog {
  /** Identifies the record. The gateway assigns it. */
  id: string
  /** When the record was created. Unix seconds. */
  created_ts: number
  /** CREATE, UPDATE, DELETE; READ of a card number or a whole list as a file, SIGN_IN, REFUSED. */
  action: string
  /** The kind of record: Contact, QuickInvoice, …. */
  model: string
  /** The record. */
  model_id: string
  /** Null where the gateway itself did it, or a payer. */
  user_id: string | null
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string | null
  /** What happened in more exact words: created, paid, settled, …. */
  verb: string
  /** How the caller came in: user-key, token, oauth, page, worker, …. */
  method: string
  /** Which key, token or grant was shown; a name, not the secret. */
  credential: string | null
  /** The network address of the caller. */
  address: string | null
  /** The x-request-id of the request; null where no request caused it. */
  request_id: string | null
  /** The fields that changed and what they were before; null for what is secret or personal. */
  changelog_details: { id: string; changelog_id: string; field: string; old_value: string | number | boolean | { [name: string]: unknown } | unknown[] | null }[]
  /** Who did it; null where the gateway itself or a payer did. */
  user: { id?: string | null; username?: string | null; first_name?: string | null; last_name?: string | null } | null
  /** Its own address, and those of what it belongs to. */
  _links: { self: Link; [name: string]: Link }
  /** The location that `location_id` names; null where it names none. */
  location?: { [name: string]: unknown } | null
}

export interface LocationCreate {
  /** Required on create; only the root of a tree has none. */
  parent_id?: string | null | undefined
  /** What the place is called, on pages and receipts too. */
  name: string
  /** Routing number of its bank. */
  aba?: string | null | undefined
  /** Number of its bank account. */
  dda?: string | null | undefined
  /** The merchant's number at the operator of the gateway. */
  account_number?: string | null | undefined
  /** Street and number. */
  address1?: string | null | undefined
  /** Second line of the address. */
  address2?: string | null | undefined
  /** City of the address. */
  city?: string | null | undefined
  /** State of the address. */
  state?: string | null | undefined
  /** ZIP code of the address. */
  zip_code?: string | null | undefined
  /** Phone number, ten digits. */
  office_phone?: string | null | undefined
  /** Extension of the phone number. */
  office_ext_phone?: string | null | undefined
  /** Fax number, ten digits. */
  fax?: string | null | undefined
  /** Time zone name; dates of this location are read in it. "America/New_York" when left out. */
  tz?: string | null | undefined
  /** Required when is_new_domain is false. */
  branding_domain_id?: string | null | undefined
  /** Required when is_new_domain is true. */
  branding_domain_title?: string | null | undefined
  /** A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused. */
  branding_domain_url?: string | null | undefined
  /** True when branding_domain_url is sent and this is not. */
  is_new_domain?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether new contacts are mailed a receipt for every payment, unless their record says otherwise. 0 when left out. */
  contact_email_trx_receipt_default?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The product that takes payments from bank accounts where none is named. */
  default_ach?: string | null | undefined
  /** The product that takes card payments where none is named. */
  default_cc?: string | null | undefined
  /** Who made the software that works here. */
  developer_company_id?: string | null | undefined
  /** Where answers to its mails go; its mails are from it where its domain is proven to be the merchant’s. */
  email_reply_to?: string | null | undefined
  /** The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path. */
  location_api_id?: string | null | undefined
  /** For the merchant: any text. */
  location_c1?: string | null | undefined
  /** For the merchant: any text. */
  location_c2?: string | null | undefined
  /** For the merchant: any text. */
  location_c3?: string | null | undefined
  /** The address of the picture on pages, receipts and mails; `POST /v2/locations/{id}/logo` stores one and sets it. */
  receipt_logo?: string | null | undefined
  /** How many days before a recurring payment contacts are notified, where the recurring says nothing. 0 when left out. */
  recurring_notification_days_default?: number | string | null | undefined
  /** Whether people see the files of contacts here. Kept for programs; the gateway does not act on it. 0 when left out. */
  show_contact_files?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it. 0 when left out. */
  show_contact_notes?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Hosted forms of this location and those below it open only with a data-hash. false when left out. */
  form_data_hash_required?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The address of a hosted form, and a signed sign-on link, of this location and those below it opens it once. false when left out. */
  form_opens_once?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Sign-on links of this location and those below it need a signature; those with an API key in their data are 401. false when left out. */
  sso_signature_required?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Origins whose pages may make tickets in the browser of a payer, such as https://shop.example. None: none may. */
  ticket_origins?: string[] | null | undefined
}

export interface LocationUpdate {
  /** Required on create; only the root of a tree has none. */
  parent_id?: string | null | undefined
  /** What the place is called, on pages and receipts too. */
  name?: string | null | undefined
  /** Routing number of its bank. */
  aba?: string | null | undefined
  /** Number of its bank account. */
  dda?: string | null | undefined
  /** The merchant's number at the operator of the gateway. */
  account_number?: string | null | undefined
  /** Street and number. */
  address1?: string | null | undefined
  /** Second line of the address. */
  address2?: string | null | undefined
  /** City of the address. */
  city?: string | null | undefined
  /** State of the address. */
  state?: string | null | undefined
  /** ZIP code of the address. */
  zip_code?: string | null | undefined
  /** Phone number, ten digits. */
  office_phone?: string | null | undefined
  /** Extension of the phone number. */
  office_ext_phone?: string | null | undefined
  /** Fax number, ten digits. */
  fax?: string | null | undefined
  /** Time zone name; dates of this location are read in it. */
  tz?: string | null | undefined
  /** Required when is_new_domain is false. */
  branding_domain_id?: string | null | undefined
  /** A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused. */
  branding_domain_url?: string | null | undefined
  /** Whether new contacts are mailed a receipt for every payment, unless their record says otherwise. */
  contact_email_trx_receipt_default?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The product that takes payments from bank accounts where none is named. */
  default_ach?: string | null | undefined
  /** The product that takes card payments where none is named. */
  default_cc?: string | null | undefined
  /** Who made the software that works here. */
  developer_company_id?: string | null | undefined
  /** Where answers to its mails go; its mails are from it where its domain is proven to be the merchant’s. */
  email_reply_to?: string | null | undefined
  /** The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path. */
  location_api_id?: string | null | undefined
  /** For the merchant: any text. */
  location_c1?: string | null | undefined
  /** For the merchant: any text. */
  location_c2?: string | null | undefined
  /** For the merchant: any text. */
  location_c3?: string | null | undefined
  /** The address of the picture on pages, receipts and mails; `POST /v2/locations/{id}/logo` stores one and sets it. */
  receipt_logo?: string | null | undefined
  /** How many days before a recurring payment contacts are notified, where the recurring says nothing. */
  recurring_notification_days_default?: number | string | null | undefined
  /** Whether people see the files of contacts here. Kept for programs; the gateway does not act on it. */
  show_contact_files?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it. */
  show_contact_notes?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Hosted forms of this location and those below it open only with a data-hash. */
  form_data_hash_required?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The address of a hosted form, and a signed sign-on link, of this location and those below it opens it once. */
  form_opens_once?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Sign-on links of this location and those below it need a signature; those with an API key in their data are 401. */
  sso_signature_required?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Origins whose pages may make tickets in the browser of a payer, such as https://shop.example. None: none may. */
  ticket_origins?: string[] | null | undefined
  /** At the root, by administrators; counts where it is stricter than the gateway. Guessable ones are then refused, too. */
  password_min_length?: number | null | undefined
  /** At the root, by administrators; counts where it is stricter than the gateway. Latest passwords that may not come back. */
  password_history?: number | string | null | undefined
  /** At the root, by administrators; counts where it is stricter than the gateway. Users are switched off after them. */
  user_inactive_days?: number | string | null | undefined
  /** At the root, by administrators: who signs in with a second factor only. 0 nobody, 1 administrators and operators, 2 everybody but contacts. */
  second_factor_of?: 0 | 1 | 2 | null | undefined
}

export interface ContactCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The payer's number at the merchant. */
  account_number?: string | null | undefined
  /** The caller's own id, unique per location. */
  contact_api_id?: string | null | undefined
  /** The company the contact stands for. */
  company_name?: string | null | undefined
  /** First name. */
  first_name?: string | null | undefined
  /** Last name; for a company, its name will do. */
  last_name: string
  /** Where receipts and notices are mailed. */
  email?: string | null | undefined
  /** Street and number. */
  address?: string | null | undefined
  /** City of the address. */
  city?: string | null | undefined
  /** State of the address, two letters. */
  state?: string | null | undefined
  /** ZIP or postal code of the address. */
  zip?: string | null | undefined
  /** Phone number at home, ten digits. */
  home_phone?: string | null | undefined
  /** Mobile number, ten digits; texts go there. */
  cell_phone?: string | null | undefined
  /** Phone number at work, ten digits. */
  office_phone?: string | null | undefined
  /** Extension of the number at work. */
  office_ext_phone?: string | null | undefined
  /** Mails a receipt for every transaction. Left out on create: the location's contact_email_trx_receipt_default. */
  email_trx_receipt?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Date of birth; it is kept out of the audit trail. */
  date_of_birth?: string | null | undefined
  /** What people at the merchant read when they open the contact. Kept for programs; the gateway does not act on it. */
  header_message?: string | null | undefined
  /** How that message is shown. 0 when left out on create. 0 popup, 1 banner, 2 banner, 3 banner, 4 banner. */
  header_message_type?: 0 | 1 | 2 | 3 | 4 | null | undefined
  /** For the merchant: any text. */
  contact_c1?: string | null | undefined
  /** For the merchant: any text. */
  contact_c2?: string | null | undefined
  /** For the merchant: any text. */
  contact_c3?: string | null | undefined
  /** Kept for the merchant; the gateway never computes it. */
  contact_balance?: string | null | undefined
  /** The language of the customer. Mails, texts and pay pages are in this language: en or es, with a region as in es-US. Others count as none. */
  locale?: string | null | undefined
  /** With contact_api_id: when the location has that contact already, it is changed instead, and the answer is 200. 0 when left out. */
  update_if_exists?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ContactUpdate {
  /** The payer's number at the merchant. */
  account_number?: string | null | undefined
  /** The caller's own id, unique per location. */
  contact_api_id?: string | null | undefined
  /** The company the contact stands for. */
  company_name?: string | null | undefined
  /** First name. */
  first_name?: string | null | undefined
  /** Last name; for a company, its name will do. */
  last_name?: string | null | undefined
  /** Where receipts and notices are mailed. */
  email?: string | null | undefined
  /** Street and number. */
  address?: string | null | undefined
  /** City of the address. */
  city?: string | null | undefined
  /** State of the address, two letters. */
  state?: string | null | undefined
  /** ZIP or postal code of the address. */
  zip?: string | null | undefined
  /** Phone number at home, ten digits. */
  home_phone?: string | null | undefined
  /** Mobile number, ten digits; texts go there. */
  cell_phone?: string | null | undefined
  /** Phone number at work, ten digits. */
  office_phone?: string | null | undefined
  /** Extension of the number at work. */
  office_ext_phone?: string | null | undefined
  /** Mails a receipt for every transaction. Left out on create: the location's contact_email_trx_receipt_default. */
  email_trx_receipt?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Date of birth; it is kept out of the audit trail. */
  date_of_birth?: string | null | undefined
  /** What people at the merchant read when they open the contact. Kept for programs; the gateway does not act on it. */
  header_message?: string | null | undefined
  /** How that message is shown. 0 when left out on create. 0 popup, 1 banner, 2 banner, 3 banner, 4 banner. */
  header_message_type?: 0 | 1 | 2 | 3 | 4 | null | undefined
  /** For the merchant: any text. */
  contact_c1?: string | null | undefined
  /** For the merchant: any text. */
  contact_c2?: string | null | undefined
  /** For the merchant: any text. */
  contact_c3?: string | null | undefined
  /** Kept for the merchant; the gateway never computes it. */
  contact_balance?: string | null | undefined
  /** The language of the customer. Mails, texts and pay pages are in this language: en or es, with a region as in es-US. Others count as none. */
  locale?: string | null | undefined
}

export interface ProducttransactionCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What people call it. */
  title: string
  /** What it takes. cc cards, ach bank accounts. */
  payment_method: "cc" | "ach"
  /** zgate and zgate2 take cards; zach, ach and fortisach take bank accounts. */
  processor: "zgate" | "zgate2" | "zach" | "ach" | "fortisach" | "cash"
  /** The version of the processor's interface, for the merchant's own records. */
  processor_version?: string | null | undefined
  /** The trade, on which data of payments depend. */
  industry_type: "ecommerce" | "restaurant" | "lodging" | "moto" | "retail" | "retail_self_serve"
  /** Merchant category code. */
  mcc?: string | null | undefined
  /** The merchant's number at the processor. */
  merchant_id?: string | null | undefined
  /** The processor's terminal number, not a terminal record. */
  terminal_id?: string | null | undefined
  /** Of the merchant, at the processor. */
  account_number?: string | null | undefined
  /** Whether it takes payments. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Zone of the batch's day; the location's when empty. */
  tz?: string | null | undefined
  /** Settles the open batch of a card product every day at batch_settle_hour. 1 when left out. */
  batch_auto_settle?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Of the product's day; see tz. 4 when left out. */
  batch_settle_hour?: number | string | null | undefined
  /** The caller's own id, unique per location. */
  product_transaction_api_id?: string | null | undefined
  /** The portfolio it counts in, for the operator. Kept for programs; the gateway does not act on it. */
  portfolio_id?: string | null | undefined
  /** The office that sold it, for the operator. Kept for programs; the gateway does not act on it. */
  sales_office_id?: string | null | undefined
  /** The partner through whom it was sold. Kept for programs; the gateway does not act on it. */
  partner?: string | null | undefined
  /** Left out on create: debit for bank accounts, authonly for lodging, else sale. */
  default_transaction_type?: "sale" | "authonly" | "debit" | null | undefined
  /** Whether Visa is taken. Always 0 on a bank product. 1 when left out. */
  card_type_visa?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether Mastercard is taken. Always 0 on a bank product. 1 when left out. */
  card_type_mc?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether Discover is taken. Always 0 on a bank product. 1 when left out. */
  card_type_disc?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether American Express is taken. Always 0 on a bank product. 1 when left out. */
  card_type_amex?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether Diners Club is taken. Always 0 on a bank product. 1 when left out. */
  card_type_diners?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether JCB is taken. Always 0 on a bank product. 1 when left out. */
  card_type_jcb?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether cards of benefit programs (EBT) are taken. 0 when left out. */
  card_type_ebt?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether people key payments in at a screen. Kept for programs; the gateway does not act on it. 1 when left out. */
  vt_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the security code. Always 0 on a bank product. 1 when left out. */
  vt_cvv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A card payment with a number needs a cvv. 0 when left out. */
  vt_require_cvv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the billing street. 1 when left out. */
  vt_street?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the billing ZIP code. 1 when left out. */
  vt_zip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for an order number. Kept for programs; the gateway does not act on it. 1 when left out. */
  vt_order_num?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A payment with a number needs billing_street. 0 when left out. */
  vt_require_street?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A payment with a number needs billing_zip. 0 when left out. */
  vt_require_zip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for a tip. Kept for programs; the gateway does not act on it. 0 when left out. */
  vt_enable_tip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen adds sales tax. Kept for programs; the gateway does not act on it. 0 when left out. */
  vt_enable_sales_tax?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether people may change the sales tax. Kept for programs; the gateway does not act on it. 0 when left out. */
  vt_override_sales_tax_allowed?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the clerk. Kept for programs; the gateway does not act on it. 0 when left out. */
  vt_clerk_number?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for a phone number. Kept for programs; the gateway does not act on it. 0 when left out. */
  vt_billing_phone?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. 0 when left out. */
  vt_show_custom_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when the security code is wrong. 0 when left out. */
  auto_decline_cvv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when the billing street is wrong. 0 when left out. */
  auto_decline_street?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when the billing ZIP code is wrong. 0 when left out. */
  auto_decline_zip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when 3-D Secure failed. Kept for programs; the gateway does not act on it. 0 when left out. */
  auto_decline_cavv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval of less than was asked for stands. 0 when left out. */
  allow_partial_authorization?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The same for recurring payments. 0 when left out. */
  allow_recurring_partial_authorization?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A refund or credit above it needs a refundapproval: by itself, with what was refunded of its payment, or with what its user gave back that day. Null: never. A higher amount, or null, counts a day later. */
  refund_approval_amount?: string | number | null | undefined
  /** Refunds without an earlier transaction. 0 when left out. */
  allow_blind_refund?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether a keyed card that is not present needs a security code. 0 when left out. */
  require_cvv_on_keyed_cnp?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether a stored card that is not present needs a security code. 0 when left out. */
  require_cvv_on_tokenized_cnp?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Comma list of transaction fields; a second payment equal in all of them is declined. */
  dup_check_per_batch?: string | null | undefined
  /** Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves. {"debit_hold_days":0,"debit_items_per_day":null,"debit_daily_aggregate":null,"debit_items_per_month":null,"debit_monthly_aggregate":null,"refund_largest_item":null,"refund_items_per_day":null,"refund_daily_aggregate":null,"refund_items_per_month":null,"refund_monthly_aggregate":null,"refund_hold_days":5,"credit_largest_item":null,"credit_daily_aggregate":null,"credit_items_per_day":null,"credit_items_per_month":null,"credit_monthly_aggregate":null} when left out. */
  velocity_settings?: { debit_hold_days?: number | null | undefined; debit_items_per_day?: number | null | undefined; debit_daily_aggregate?: number | null | undefined; debit_items_per_month?: number | null | undefined; debit_monthly_aggregate?: number | null | undefined; refund_largest_item?: number | null | undefined; refund_items_per_day?: number | null | undefined; refund_daily_aggregate?: number | null | undefined; refund_items_per_month?: number | null | undefined; refund_monthly_aggregate?: number | null | undefined; refund_hold_days?: number | null | undefined; credit_largest_item?: number | null | undefined; credit_daily_aggregate?: number | null | undefined; credit_items_per_day?: number | null | undefined; credit_items_per_month?: number | null | undefined; credit_monthly_aggregate?: number | null | undefined; [name: string]: unknown } | null | undefined
  /** Whether money is taken from bank accounts. Always 0 on a card product. 1 when left out. */
  ach_allow_debit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether money is sent to bank accounts. Always 0 on a card product. 0 when left out. */
  ach_allow_credit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether debits are refunded. Always 0 on a card product. 1 when left out. */
  ach_allow_refund?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether debits can be voided before they leave. Always 0 on a card product. 1 when left out. */
  debit_allow_void?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** `terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank. {"terminals":[]} when left out. */
  processor_data?: { terminals?: { terminal_id?: string | undefined; sec_code?: string | undefined; actions?: string[] | undefined; required?: string[] | undefined; [name: string]: unknown }[] | undefined; same_day?: boolean | undefined; represent?: 0 | 1 | 2 | undefined; verify_accounts?: boolean | undefined; originator?: { destination?: string | undefined; destination_name?: string | undefined; origin?: string | undefined; origin_name?: string | undefined; odfi_id?: string | undefined; company_id?: string | undefined; company_name?: string | undefined; entry_description?: string | undefined; [name: string]: unknown } | undefined; [name: string]: unknown } | null | undefined
  /** `rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change. */
  processor_rules?: { rules?: { product_transaction_id: string; brand?: string[] | undefined; amount_from?: string | undefined; amount_to?: string | undefined; bin_country?: string[] | undefined; initiation?: string[] | undefined; [name: string]: unknown }[] | undefined; second?: string | undefined; [name: string]: unknown } | null | undefined
  /** Whether the address of a card is verified when the card is stored. 0 when left out. */
  run_avs_on_accountvault_create?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether contacts are mailed before a stored card expires. Kept for programs; the gateway does not act on it. 0 when left out. */
  accountvault_expire_notification_email_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The subscription to updates of stored cards, for the operator. Kept for programs; the gateway does not act on it. 0 when left out. */
  cau_subscribe_type_id?: number | string | null | undefined
  /** The account of that subscription. Kept for programs; the gateway does not act on it. */
  cau_account_number?: string | null | undefined
  /** Whether invoices can be paid with it. 1 when left out. */
  quick_invoice_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether invoices can be texted. Kept for programs; send_text_to_pay of an invoice decides. 0 when left out. */
  quick_invoice_text_to_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether paylinks can be paid with it. 1 when left out. */
  paylink_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Always 0 on a bank product and outside retail, ecommerce and moto (contract 4.11). 1 when left out. */
  level3_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Enhanced data of payments with company cards that send none of their own. */
  level3_default?: { tax_exempt?: string | number | null | undefined; sales_tax?: string | number | null | undefined; national_tax?: string | number | null | undefined; merchant_vat_registration?: string | number | null | undefined; customer_vat_registration?: string | number | null | undefined; summary_commodity_code?: string | number | null | undefined; freight_amount?: string | number | null | undefined; duty_amount?: string | number | null | undefined; shipto_zip_code?: string | number | null | undefined; shipfrom_zip_code?: string | number | null | undefined; destination_country_code?: string | number | null | undefined; unique_vat_ref_number?: string | number | null | undefined; order_date?: string | number | null | undefined; tax_amount?: string | number | null | undefined; tax_rate?: string | number | null | undefined; transaction_discount_amount?: string | number | null | undefined; line_items?: { commodity_code?: string | number | null | undefined; description?: string | number | null | undefined; product_code?: string | number | null | undefined; quantity?: string | number | null | undefined; unit_code?: string | number | null | undefined; unit_cost?: string | number | null | undefined; tax_amount?: string | number | null | undefined; tax_rate?: string | number | null | undefined; discount_amount?: string | number | null | undefined; other_tax_amount?: string | number | null | undefined; alternate_tax_id?: string | number | null | undefined; tax_type_applied?: string | number | null | undefined; debit_credit?: string | number | null | undefined; discount_rate?: string | number | null | undefined; tax_type_id?: string | number | null | undefined; [name: string]: unknown }[] | undefined; [name: string]: unknown } | null | undefined
  /** Whether hosted payment pages can use it. 0 when left out. */
  hosted_payment_page_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How many hosted payment pages may use it. 5 when left out. */
  hosted_payment_page_max_allowed?: number | string | null | undefined
  /** Whether payers are texted. Kept for programs; send_text_to_pay of a record decides. 0 when left out. */
  sms_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether one purchase may be paid in parts. Kept for programs; the gateway does not act on it. 0 when left out. */
  split_payments_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether only debit cards are taken, whose money comes from a bank account. 0 when left out. */
  bank_funded_only?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** What is added to payments by credit card. Of the same location; card products only. */
  surcharge_id?: string | null | undefined
  /** What a surcharge is calculated of: 3 the subtotal with its tax, all others the subtotal. 2 when left out. */
  tax_surcharge_config?: 0 | 1 | 2 | 3 | null | undefined
  /** Whether people see the result of the address check. Always 0 on a bank product. 1 when left out. */
  display_avs?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The text on the payer's card statement. If omitted, the processor uses the text it has on file. Shortened to what it accepts; it is left out where refused. */
  statement_descriptor?: string | null | undefined
  /** The text at the top of receipts. */
  receipt_header?: string | null | undefined
  /** The text at the bottom of receipts. */
  receipt_footer?: string | null | undefined
  /** The text above the signature when an account is stored. Kept for programs; the gateway does not act on it. */
  receipt_add_account_above_signature?: string | null | undefined
  /** The text above the signature when a recurring is made. Kept for programs; the gateway does not act on it. */
  receipt_add_recurring_above_signature?: string | null | undefined
  /** The text above the signature when a payment is made. Kept for programs; the gateway does not act on it. */
  receipt_vt_above_signature?: string | null | undefined
  /** The address of the picture on receipts. */
  receipt_logo?: string | null | undefined
  /** Whether receipts name the contact. Kept for programs; the gateway does not act on it. 1 when left out. */
  receipt_show_contact_name?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether receipts show transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. 0 when left out. */
  receipt_show_custom_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ProducttransactionUpdate {
  /** What people call it. */
  title?: string | null | undefined
  /** zgate and zgate2 take cards; zach, ach and fortisach take bank accounts. */
  processor?: "zgate" | "zgate2" | "zach" | "ach" | "fortisach" | "cash" | null | undefined
  /** The version of the processor's interface, for the merchant's own records. */
  processor_version?: string | null | undefined
  /** The trade, on which data of payments depend. */
  industry_type?: "ecommerce" | "restaurant" | "lodging" | "moto" | "retail" | "retail_self_serve" | null | undefined
  /** Merchant category code. */
  mcc?: string | null | undefined
  /** The merchant's number at the processor. */
  merchant_id?: string | null | undefined
  /** The processor's terminal number, not a terminal record. */
  terminal_id?: string | null | undefined
  /** Of the merchant, at the processor. */
  account_number?: string | null | undefined
  /** Whether it takes payments. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Zone of the batch's day; the location's when empty. */
  tz?: string | null | undefined
  /** Settles the open batch of a card product every day at batch_settle_hour. */
  batch_auto_settle?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Of the product's day; see tz. */
  batch_settle_hour?: number | string | null | undefined
  /** The caller's own id, unique per location. */
  product_transaction_api_id?: string | null | undefined
  /** The portfolio it counts in, for the operator. Kept for programs; the gateway does not act on it. */
  portfolio_id?: string | null | undefined
  /** The office that sold it, for the operator. Kept for programs; the gateway does not act on it. */
  sales_office_id?: string | null | undefined
  /** The partner through whom it was sold. Kept for programs; the gateway does not act on it. */
  partner?: string | null | undefined
  /** Left out on create: debit for bank accounts, authonly for lodging, else sale. */
  default_transaction_type?: "sale" | "authonly" | "debit" | null | undefined
  /** Whether Visa is taken. Always 0 on a bank product. */
  card_type_visa?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether Mastercard is taken. Always 0 on a bank product. */
  card_type_mc?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether Discover is taken. Always 0 on a bank product. */
  card_type_disc?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether American Express is taken. Always 0 on a bank product. */
  card_type_amex?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether Diners Club is taken. Always 0 on a bank product. */
  card_type_diners?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether JCB is taken. Always 0 on a bank product. */
  card_type_jcb?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether cards of benefit programs (EBT) are taken. */
  card_type_ebt?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether people key payments in at a screen. Kept for programs; the gateway does not act on it. */
  vt_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the security code. Always 0 on a bank product. */
  vt_cvv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A card payment with a number needs a cvv. */
  vt_require_cvv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the billing street. */
  vt_street?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the billing ZIP code. */
  vt_zip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for an order number. Kept for programs; the gateway does not act on it. */
  vt_order_num?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A payment with a number needs billing_street. */
  vt_require_street?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A payment with a number needs billing_zip. */
  vt_require_zip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for a tip. Kept for programs; the gateway does not act on it. */
  vt_enable_tip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen adds sales tax. Kept for programs; the gateway does not act on it. */
  vt_enable_sales_tax?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether people may change the sales tax. Kept for programs; the gateway does not act on it. */
  vt_override_sales_tax_allowed?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for the clerk. Kept for programs; the gateway does not act on it. */
  vt_clerk_number?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for a phone number. Kept for programs; the gateway does not act on it. */
  vt_billing_phone?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether that screen asks for transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. */
  vt_show_custom_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when the security code is wrong. */
  auto_decline_cvv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when the billing street is wrong. */
  auto_decline_street?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when the billing ZIP code is wrong. */
  auto_decline_zip?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval is taken back when 3-D Secure failed. Kept for programs; the gateway does not act on it. */
  auto_decline_cavv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval of less than was asked for stands. */
  allow_partial_authorization?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The same for recurring payments. */
  allow_recurring_partial_authorization?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A refund or credit above it needs a refundapproval: by itself, with what was refunded of its payment, or with what its user gave back that day. Null: never. A higher amount, or null, counts a day later. */
  refund_approval_amount?: string | number | null | undefined
  /** Refunds without an earlier transaction. */
  allow_blind_refund?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether a keyed card that is not present needs a security code. */
  require_cvv_on_keyed_cnp?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether a stored card that is not present needs a security code. */
  require_cvv_on_tokenized_cnp?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Comma list of transaction fields; a second payment equal in all of them is declined. */
  dup_check_per_batch?: string | null | undefined
  /** Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves. */
  velocity_settings?: { debit_hold_days?: number | null | undefined; debit_items_per_day?: number | null | undefined; debit_daily_aggregate?: number | null | undefined; debit_items_per_month?: number | null | undefined; debit_monthly_aggregate?: number | null | undefined; refund_largest_item?: number | null | undefined; refund_items_per_day?: number | null | undefined; refund_daily_aggregate?: number | null | undefined; refund_items_per_month?: number | null | undefined; refund_monthly_aggregate?: number | null | undefined; refund_hold_days?: number | null | undefined; credit_largest_item?: number | null | undefined; credit_daily_aggregate?: number | null | undefined; credit_items_per_day?: number | null | undefined; credit_items_per_month?: number | null | undefined; credit_monthly_aggregate?: number | null | undefined; [name: string]: unknown } | null | undefined
  /** Whether money is taken from bank accounts. Always 0 on a card product. */
  ach_allow_debit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether money is sent to bank accounts. Always 0 on a card product. */
  ach_allow_credit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether debits are refunded. Always 0 on a card product. */
  ach_allow_refund?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether debits can be voided before they leave. Always 0 on a card product. */
  debit_allow_void?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** `terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank. */
  processor_data?: { terminals?: { terminal_id?: string | undefined; sec_code?: string | undefined; actions?: string[] | undefined; required?: string[] | undefined; [name: string]: unknown }[] | undefined; same_day?: boolean | undefined; represent?: 0 | 1 | 2 | undefined; verify_accounts?: boolean | undefined; originator?: { destination?: string | undefined; destination_name?: string | undefined; origin?: string | undefined; origin_name?: string | undefined; odfi_id?: string | undefined; company_id?: string | undefined; company_name?: string | undefined; entry_description?: string | undefined; [name: string]: unknown } | undefined; [name: string]: unknown } | null | undefined
  /** `rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change. */
  processor_rules?: { rules?: { product_transaction_id: string; brand?: string[] | undefined; amount_from?: string | undefined; amount_to?: string | undefined; bin_country?: string[] | undefined; initiation?: string[] | undefined; [name: string]: unknown }[] | undefined; second?: string | undefined; [name: string]: unknown } | null | undefined
  /** Whether the address of a card is verified when the card is stored. */
  run_avs_on_accountvault_create?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether contacts are mailed before a stored card expires. Kept for programs; the gateway does not act on it. */
  accountvault_expire_notification_email_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The subscription to updates of stored cards, for the operator. Kept for programs; the gateway does not act on it. */
  cau_subscribe_type_id?: number | string | null | undefined
  /** The account of that subscription. Kept for programs; the gateway does not act on it. */
  cau_account_number?: string | null | undefined
  /** Whether invoices can be paid with it. */
  quick_invoice_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether invoices can be texted. Kept for programs; send_text_to_pay of an invoice decides. */
  quick_invoice_text_to_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether paylinks can be paid with it. */
  paylink_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Always 0 on a bank product and outside retail, ecommerce and moto (contract 4.11). */
  level3_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Enhanced data of payments with company cards that send none of their own. */
  level3_default?: { tax_exempt?: string | number | null | undefined; sales_tax?: string | number | null | undefined; national_tax?: string | number | null | undefined; merchant_vat_registration?: string | number | null | undefined; customer_vat_registration?: string | number | null | undefined; summary_commodity_code?: string | number | null | undefined; freight_amount?: string | number | null | undefined; duty_amount?: string | number | null | undefined; shipto_zip_code?: string | number | null | undefined; shipfrom_zip_code?: string | number | null | undefined; destination_country_code?: string | number | null | undefined; unique_vat_ref_number?: string | number | null | undefined; order_date?: string | number | null | undefined; tax_amount?: string | number | null | undefined; tax_rate?: string | number | null | undefined; transaction_discount_amount?: string | number | null | undefined; line_items?: { commodity_code?: string | number | null | undefined; description?: string | number | null | undefined; product_code?: string | number | null | undefined; quantity?: string | number | null | undefined; unit_code?: string | number | null | undefined; unit_cost?: string | number | null | undefined; tax_amount?: string | number | null | undefined; tax_rate?: string | number | null | undefined; discount_amount?: string | number | null | undefined; other_tax_amount?: string | number | null | undefined; alternate_tax_id?: string | number | null | undefined; tax_type_applied?: string | number | null | undefined; debit_credit?: string | number | null | undefined; discount_rate?: string | number | null | undefined; tax_type_id?: string | number | null | undefined; [name: string]: unknown }[] | undefined; [name: string]: unknown } | null | undefined
  /** Whether hosted payment pages can use it. */
  hosted_payment_page_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How many hosted payment pages may use it. */
  hosted_payment_page_max_allowed?: number | string | null | undefined
  /** Whether payers are texted. Kept for programs; send_text_to_pay of a record decides. */
  sms_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether one purchase may be paid in parts. Kept for programs; the gateway does not act on it. */
  split_payments_allow?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether only debit cards are taken, whose money comes from a bank account. */
  bank_funded_only?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** What is added to payments by credit card. Of the same location; card products only. */
  surcharge_id?: string | null | undefined
  /** What a surcharge is calculated of: 3 the subtotal with its tax, all others the subtotal. */
  tax_surcharge_config?: 0 | 1 | 2 | 3 | null | undefined
  /** Whether people see the result of the address check. Always 0 on a bank product. */
  display_avs?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The text on the payer's card statement. If omitted, the processor uses the text it has on file. Shortened to what it accepts; it is left out where refused. */
  statement_descriptor?: string | null | undefined
  /** The text at the top of receipts. */
  receipt_header?: string | null | undefined
  /** The text at the bottom of receipts. */
  receipt_footer?: string | null | undefined
  /** The text above the signature when an account is stored. Kept for programs; the gateway does not act on it. */
  receipt_add_account_above_signature?: string | null | undefined
  /** The text above the signature when a recurring is made. Kept for programs; the gateway does not act on it. */
  receipt_add_recurring_above_signature?: string | null | undefined
  /** The text above the signature when a payment is made. Kept for programs; the gateway does not act on it. */
  receipt_vt_above_signature?: string | null | undefined
  /** The address of the picture on receipts. */
  receipt_logo?: string | null | undefined
  /** Whether receipts name the contact. Kept for programs; the gateway does not act on it. */
  receipt_show_contact_name?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether receipts show transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. */
  receipt_show_custom_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface SetProducttransactionProcessorInput {
  /** The name of the connector. */
  connector: string
  /** All settings that the connector takes, by name; secrets are not shown again. */
  settings: { [name: string]: unknown } | unknown[]
}

export interface SurchargeCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What the merchant calls it. */
  title: string
  /** What payers read beside the amount. "Surcharge" when left out. */
  surcharge_label?: string | null | undefined
  /** A fixed amount, added to what the rate gives. "0.00" when left out. */
  surcharge_fee?: string | number | null | undefined
  /** In percent of the amount, such as 2.50. At most 3.00 where a product takes Visa, and 4.00 anywhere. "0.00" when left out. */
  surcharge_rate?: string | number | null | undefined
  /** No surcharge is less than this, as far as the networks allow. */
  min_fee_amount?: string | number | null | undefined
  /** No surcharge is more than this. */
  max_fee_amount?: string | number | null | undefined
  /** Payments of more than this carry no surcharge. */
  max_transaction_amount?: string | number | null | undefined
  /** Added to payments of recurrings too. 0 when left out. */
  surcharge_on_recurring?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A refund gives back its part of the surcharge. Otherwise the surcharge stays with the merchant. 1 when left out. */
  refund_surcharges?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Always 0: the networks want a surcharge within the payment that it is added to. 0 when left out. */
  run_as_separate_transaction?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Only payments that users of this type make carry it; those of pages and recurrings do not. */
  apply_to_user_type_id?: number | null | undefined
}

export interface SurchargeUpdate {
  /** What the merchant calls it. */
  title?: string | null | undefined
  /** What payers read beside the amount. */
  surcharge_label?: string | null | undefined
  /** A fixed amount, added to what the rate gives. */
  surcharge_fee?: string | number | null | undefined
  /** In percent of the amount, such as 2.50. At most 3.00 where a product takes Visa, and 4.00 anywhere. */
  surcharge_rate?: string | number | null | undefined
  /** No surcharge is less than this, as far as the networks allow. */
  min_fee_amount?: string | number | null | undefined
  /** No surcharge is more than this. */
  max_fee_amount?: string | number | null | undefined
  /** Payments of more than this carry no surcharge. */
  max_transaction_amount?: string | number | null | undefined
  /** Added to payments of recurrings too. */
  surcharge_on_recurring?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** A refund gives back its part of the surcharge. Otherwise the surcharge stays with the merchant. */
  refund_surcharges?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Always 0: the networks want a surcharge within the payment that it is added to. */
  run_as_separate_transaction?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Only payments that users of this type make carry it; those of pages and recurrings do not. */
  apply_to_user_type_id?: number | null | undefined
}

export interface UserCreate {
  /** Unique within a domain; capitals make no difference. */
  username: string
  /** First name. */
  first_name?: string | null | undefined
  /** Last name. */
  last_name: string
  /** The company the user works for. */
  company_name?: string | null | undefined
  /** Where the user is mailed. */
  email: string
  /** Street and number. */
  address?: string | null | undefined
  /** City of the address. */
  city?: string | null | undefined
  /** State of the address. */
  state?: string | null | undefined
  /** ZIP code of the address. */
  zip?: string | null | undefined
  /** Mobile number, ten digits. */
  cell_phone?: string | null | undefined
  /** Phone number at home, ten digits. */
  home_phone?: string | null | undefined
  /** Phone number at work, ten digits. */
  office_phone?: string | null | undefined
  /** Extension of the number at work. */
  office_ext_phone?: string | null | undefined
  /** The user's number at the merchant. */
  account_number?: string | null | undefined
  /** Date of birth. */
  date_of_birth?: string | null | undefined
  /** The contact that a user of type contact is. */
  contact_id?: string | null | undefined
  /** Left out on create: the primary location's. */
  domain_id?: string | null | undefined
  /** Another name of domain_id on create. */
  branding_domain_id?: string | null | undefined
  /** The user sees this location and all below it. */
  primary_location_id: string
  /** Nobody can give more rights than his own. 100 Contact, 200 Operator, 250 Client Admin, 300 Manager, 400 Clerk, 500 Read only, 600 and to 1000: as 500. */
  user_type_id: 100 | 200 | 250 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 1000
  /** Whether the user may sign in. 0 inactive, 1 active. 1 when left out. */
  status_id?: 0 | 1 | null | undefined
  /** Opens hosted forms (payform, accountform) by signature; everything else is refused with 403. false when left out. */
  forms_only?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether the user is mailed what payers pay on invoices, paylinks and hosted pages of the primary location and those below it. false when left out. */
  email_trx_receipt?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The language of the user, such as en-US. */
  locale?: string | null | undefined
  /** Time zone name; the primary location's counts when empty. */
  tz?: string | null | undefined
  /** Without one there is no signing in by password. One set for somebody else is good for one use. */
  password?: string | null | undefined
  /** Needed to change the own password; the caller's own is needed to create a user with a password or keys by an access token. */
  old_password?: string | null | undefined
  /** A code, where old_password is needed on create and the caller has a second factor. */
  second_factor?: string | null | undefined
  /** A key of the own choice, on create only; always null in answers. */
  user_api_key?: string | null | undefined
  /** A key to sign with of the own choice, on create only; always null in answers. generateuserhashkey makes one. */
  user_hash_key?: string | null | undefined
  /** Scope of the API key. Either all, or one or more of read, invoices and payments, separated by spaces. It limits the rights of the user. Default: all. */
  user_api_key_scope?: string | null | undefined
  /** When the API key ends. Left out: never. Unix seconds. */
  user_api_key_expire_ts?: number | string | null | undefined
  /** From where the API key may be used. Addresses and networks from which the API key may be used. Left out: any. */
  user_api_key_addresses?: string[] | null | undefined
  /** When the hash key ends. Left out: never. Unix seconds. */
  user_hash_key_expire_ts?: number | string | null | undefined
  /** Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location. {"entry_page":"dashboard","page_size":15,"report_export_type":"csv","process_method":"virtual_terminal","default_terminal":null} when left out. */
  ui_prefs?: { entry_page?: string | undefined; page_size?: number | undefined; report_export_type?: string | undefined; process_method?: string | undefined; default_terminal?: string | null | undefined; [name: string]: unknown } | null | undefined
}

export interface UserUpdate {
  /** Unique within a domain; capitals make no difference. */
  username?: string | null | undefined
  /** First name. */
  first_name?: string | null | undefined
  /** Last name. */
  last_name?: string | null | undefined
  /** The company the user works for. */
  company_name?: string | null | undefined
  /** Where the user is mailed. */
  email?: string | null | undefined
  /** Street and number. */
  address?: string | null | undefined
  /** City of the address. */
  city?: string | null | undefined
  /** State of the address. */
  state?: string | null | undefined
  /** ZIP code of the address. */
  zip?: string | null | undefined
  /** Mobile number, ten digits. */
  cell_phone?: string | null | undefined
  /** Phone number at home, ten digits. */
  home_phone?: string | null | undefined
  /** Phone number at work, ten digits. */
  office_phone?: string | null | undefined
  /** Extension of the number at work. */
  office_ext_phone?: string | null | undefined
  /** The user's number at the merchant. */
  account_number?: string | null | undefined
  /** Date of birth. */
  date_of_birth?: string | null | undefined
  /** The contact that a user of type contact is. */
  contact_id?: string | null | undefined
  /** The user sees this location and all below it. */
  primary_location_id?: string | null | undefined
  /** Nobody can give more rights than his own. 100 Contact, 200 Operator, 250 Client Admin, 300 Manager, 400 Clerk, 500 Read only, 600 and to 1000: as 500. */
  user_type_id?: 100 | 200 | 250 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 1000 | null | undefined
  /** Whether the user may sign in. 0 inactive, 1 active. */
  status_id?: 0 | 1 | null | undefined
  /** Opens hosted forms (payform, accountform) by signature; everything else is refused with 403. */
  forms_only?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether the user is mailed what payers pay on invoices, paylinks and hosted pages of the primary location and those below it. */
  email_trx_receipt?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The language of the user, such as en-US. */
  locale?: string | null | undefined
  /** Time zone name; the primary location's counts when empty. */
  tz?: string | null | undefined
  /** Without one there is no signing in by password. One set for somebody else is good for one use. */
  password?: string | null | undefined
  /** Needed to change the own password; the caller's own is needed to create a user with a password or keys by an access token. */
  old_password?: string | null | undefined
  /** Sent with a password: true keeps the keys of the user, false ends them. Left out, they end, unless the request has a user_api_key. */
  keep_keys?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location. */
  ui_prefs?: { entry_page?: string | undefined; page_size?: number | undefined; report_export_type?: string | undefined; process_method?: string | undefined; default_terminal?: string | null | undefined; [name: string]: unknown } | null | undefined
}

export interface GenerateUserApiKeyInput {
  /** Scope of the API key. Either all, or one or more of read, invoices and payments, separated by spaces. It limits the rights of the user. Default: all. */
  user_api_key_scope?: string | null | undefined
  /** When the API key ends. Left out: never. Unix seconds. */
  user_api_key_expire_ts?: number | string | null | undefined
  /** From where the API key may be used. Addresses and networks from which the API key may be used. Left out: any. */
  user_api_key_addresses?: string[] | null | undefined
  /** With an access token: the own password of the caller. */
  old_password?: string | null | undefined
  /** With an access token, where the caller has a second factor: a code of it. */
  second_factor?: string | null | undefined
}

export interface GenerateUserHashKeyInput {
  /** When the hash key ends. Left out: never. Unix seconds. */
  user_hash_key_expire_ts?: number | string | null | undefined
  /** With an access token: the own password of the caller. */
  old_password?: string | null | undefined
  /** With an access token, where the caller has a second factor: a code of it. */
  second_factor?: string | null | undefined
}

export interface GenerateSecondFactorInput {
  /** The own password. */
  old_password?: string | null | undefined
}

export interface ConfirmSecondFactorInput {
  /** The code that the app shows. */
  second_factor: string
  /** true keeps the own keys, false ends them. Left out, they end, unless the request has a user_api_key. */
  keep_keys?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface RemoveSecondFactorInput {
  /** The own password. */
  old_password?: string | null | undefined
  /** A code of the app, or a recovery code. */
  second_factor?: string | null | undefined
}

export interface AuthroleuserCreate {
  /** Who has the role. */
  user_id: string
  /** The role. A user_type_id: 200 operator, 250 client admin, 300 manager, 400 clerk, 500 and above read only. */
  auth_role_id: string
}

export interface AccountvaultCreate {
  /** A card (cc) or a bank account (ach). */
  payment_method: "cc" | "ach"
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whose account it is. */
  contact_id?: string | null | undefined
  /** What people call it. */
  title?: string | null | undefined
  /** The name on the account. Required for ach, and for ach only. */
  account_holder_name?: string | null | undefined
  /** The number of the card or bank account. It is sealed and never shown. Required unless another source of the account is named. */
  account_number?: string | null | undefined
  /** MMYY. Required with a card number; a month that is over is refused. Null for ach. */
  exp_date?: string | null | undefined
  /** checking or savings, required with a bank account number; for cc the brand of the card. */
  account_type?: string | null | undefined
  /** Required with a bank account number. Ignored for cc. */
  is_company?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Always null. Required with a bank account number. Always returned as null. */
  routing?: string | null | undefined
  /** CCD for a company, PPD for a person, unless sent. Null for cc. */
  ach_sec_code?: string | null | undefined
  /** Street and number of the billing address. */
  billing_address?: string | null | undefined
  /** City of the billing address. */
  billing_city?: string | null | undefined
  /** State of the billing address, two letters. */
  billing_state?: string | null | undefined
  /** ZIP code of the billing address. */
  billing_zip?: string | null | undefined
  /** Phone number of the holder. */
  billing_phone?: string | null | undefined
  /** The caller's own id of the record. Unique per location. */
  account_vault_api_id?: string | null | undefined
  /** For the merchant: any text. */
  accountvault_c1?: string | null | undefined
  /** For the merchant: any text. */
  accountvault_c2?: string | null | undefined
  /** For the merchant: any text. */
  accountvault_c3?: string | null | undefined
  /** The holder's number at the merchant. */
  customer_id?: string | null | undefined
  /** Number of the holder's driver license. Sent together with dl_state. */
  dl_number?: string | null | undefined
  /** The state that issued the driver license; together with dl_number. */
  dl_state?: string | null | undefined
  /** Year of birth of the holder. */
  dob_year?: string | null | undefined
  /** The last four digits of the social security number of the holder. */
  ssn4?: string | null | undefined
  /** 1 where the holder agreed to the terms. */
  terms_agree?: number | string | null | undefined
  /** The network address from which the holder agreed. */
  terms_agree_ip?: string | null | undefined
  /** The id or the nine digits of a ticket that is neither used nor expired. */
  ticket?: string | null | undefined
  /** An encrypted swipe; refused, as nothing here could decrypt it. */
  e_track_data?: string | null | undefined
  /** Only number, month of expiry and name are kept of it. */
  track_data?: string | null | undefined
  /** The payment whose account is stored. */
  previous_transaction_id?: string | null | undefined
  /** The same, by the caller's own id. */
  previous_transaction_api_id?: string | null | undefined
  /** The vault whose account is stored once more. */
  previous_account_vault_id?: string | null | undefined
  /** The same, by the caller's own id. */
  previous_account_vault_api_id?: string | null | undefined
  /** Cards only. Overrides run_avs_on_accountvault_create of the location's default card product. */
  run_avs?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface AccountvaultUpdate {
  /** Whose account it is. */
  contact_id?: string | null | undefined
  /** What people call it. */
  title?: string | null | undefined
  /** The name on the account. Required for ach, and for ach only. */
  account_holder_name?: string | null | undefined
  /** MMYY. Required with a card number; a month that is over is refused. Null for ach. */
  exp_date?: string | null | undefined
  /** CCD for a company, PPD for a person, unless sent. Null for cc. */
  ach_sec_code?: string | null | undefined
  /** Street and number of the billing address. */
  billing_address?: string | null | undefined
  /** City of the billing address. */
  billing_city?: string | null | undefined
  /** State of the billing address, two letters. */
  billing_state?: string | null | undefined
  /** ZIP code of the billing address. */
  billing_zip?: string | null | undefined
  /** Phone number of the holder. */
  billing_phone?: string | null | undefined
  /** The caller's own id of the record. Unique per location. */
  account_vault_api_id?: string | null | undefined
  /** For the merchant: any text. */
  accountvault_c1?: string | null | undefined
  /** For the merchant: any text. */
  accountvault_c2?: string | null | undefined
  /** For the merchant: any text. */
  accountvault_c3?: string | null | undefined
  /** The holder's number at the merchant. */
  customer_id?: string | null | undefined
  /** Number of the holder's driver license. Sent together with dl_state. */
  dl_number?: string | null | undefined
  /** The state that issued the driver license; together with dl_number. */
  dl_state?: string | null | undefined
  /** The last four digits of the social security number of the holder. */
  ssn4?: string | null | undefined
  /** 1 where the holder agreed to the terms. */
  terms_agree?: number | string | null | undefined
  /** The network address from which the holder agreed. */
  terms_agree_ip?: string | null | undefined
}

export interface SendAccountvaultMicrodepositsInput {
  /** The location's default_ach when left out. */
  product_transaction_id?: string | null | undefined
}

export interface VerifyAccountvaultMicrodepositsInput {
  /** One of the two amounts on the statement. */
  first_amount: string | number
  /** The other amount. */
  second_amount: string | number
}

export interface TicketCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whose account it is. */
  contact_id?: string | null | undefined
  /** The number of the card or bank account; never shown again. */
  account_number: string
  /** MMYY. */
  exp_date: string
  /** Never stored, and so not part of a later payment. */
  cvv?: string | null | undefined
  /** The name on the account. */
  account_holder_name?: string | null | undefined
  /** Street and number of the billing address. */
  billing_street?: string | null | undefined
  /** ZIP code of the billing address. */
  billing_zip?: string | null | undefined
}

export interface TransactionCreate {
  /** What is to be done: sale takes money, authonly reserves it for a capture by authcomplete, avsonly only verifies the address. POST begins with one of the first seven; PUT without an action edits. */
  action: "sale" | "authonly" | "avsonly" | "force" | "refund" | "debit" | "credit" | "void" | "authcomplete" | "authincrement" | "partialreversal" | "tipadjust" | "edit"
  /** By card (cc) or from a bank account (ach). */
  payment_method: "cc" | "ach"
  /** The stored account that pays. Instead of account_number and exp_date. */
  account_vault_id?: string | null | undefined
  /** The name on the account. Required for bank accounts without a vault. */
  account_holder_name?: string | null | undefined
  /** How much is paid. Includes tax, tip and surcharge. A JSON number in answers. */
  transaction_amount?: string | number | null | undefined
  /** What is paid for, for the merchant. */
  description?: string | null | undefined
  /** The merchant's order number. Twelve digits are made up when left out. */
  order_num?: string | null | undefined
  /** The day on which a bank payment takes effect. */
  effective_date?: string | null | undefined
  /** Routing number of the bank of the account. */
  routing?: string | null | undefined
  /** The caller's own id, unique per location: a second POST with it is refused. */
  transaction_api_id?: string | null | undefined
  /** 1 where the payer agreed to the terms. */
  terms_agree?: number | string | null | undefined
  /** Where the receipt is mailed. */
  notification_email_address?: string | null | undefined
  /** The caller's primary location when left out. */
  location_id?: string | null | undefined
  /** What kind of account it is. checking or savings for bank accounts; the brand of a card in answers. */
  account_type?: string | null | undefined
  /** Lodging: the first night. */
  checkin_date?: string | null | undefined
  /** Lodging: the day of departure. */
  checkout_date?: string | null | undefined
  /** Lodging: the room. */
  room_num?: string | null | undefined
  /** Lodging: the price of a night. "0.00" when left out. */
  room_rate?: string | number | null | undefined
  /** Whether it is a deposit for a stay to come. Lodging. false when left out. */
  advance_deposit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it is for a stay that the guest did not come to. Lodging. false when left out. */
  no_show?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The payer's number at the merchant. */
  customer_id?: string | null | undefined
  /** The payer's network address. */
  customer_ip?: string | null | undefined
  /** The issuer's approval code. Six characters; required for force, ignored otherwise. */
  auth_code?: string | null | undefined
  /** The location's default for the payment method when left out. */
  product_transaction_id?: string | null | undefined
  /** The transaction to refund, or whose payment data is used again. */
  previous_transaction_id?: string | null | undefined
  /** Who pays. */
  contact_id?: string | null | undefined
  /** The serial number of the terminal. */
  terminal_serial_number?: string | null | undefined
  /** Sales tax within the amount. "0.00" when left out. */
  tax?: string | number | null | undefined
  /** Tip within the amount. */
  tip_amount?: string | number | null | undefined
  /** The amount without tax and tip. */
  subtotal_amount?: string | number | null | undefined
  /** Surcharge within the amount. Taken off again, here and from the amount, where the card may not carry one. */
  surcharge_amount?: string | number | null | undefined
  /** Street and number of the billing address. */
  billing_street?: string | null | undefined
  /** City of the billing address. */
  billing_city?: string | null | undefined
  /** State of the billing address. */
  billing_state?: string | null | undefined
  /** ZIP code of the billing address. */
  billing_zip?: string | null | undefined
  /** Phone number of the payer, ten digits. */
  billing_phone?: string | null | undefined
  /** Street and number where the service is given. */
  service_address?: string | null | undefined
  /** City where the service is given. */
  service_city?: string | null | undefined
  /** State where the service is given. */
  service_state?: string | null | undefined
  /** ZIP code where the service is given. */
  service_zip?: string | null | undefined
  /** Country where the service is given: two or three letters, or the number, of ISO 3166. */
  service_country?: string | null | undefined
  /** The buyer's purchase order. */
  po_number?: string | null | undefined
  /** The text on the payer's card statement. Replaces that of the product; shortened to what the processor accepts. */
  statement_descriptor?: string | null | undefined
  /** The clerk who took the payment. */
  clerk_number?: string | null | undefined
  /** For the merchant: any text. */
  transaction_c1?: string | null | undefined
  /** For the merchant: any text. */
  transaction_c2?: string | null | undefined
  /** For the merchant: any text. */
  transaction_c3?: string | null | undefined
  /** For the merchant: any JSON. */
  custom_data?: { [name: string]: unknown } | unknown[] | null | undefined
  /** Parts of the amount that are for health care or transit. [] when left out. */
  additional_amounts?: { type: "4S" | "4U" | "4V" | "4W" | "4X"; amount: string | number }[] | null | undefined
  /** Whether the card was there. Follows the industry when left out; false for a stored account. */
  card_present?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The standard entry class of a bank payment (Nacha). Required for bank accounts; a vault's own when left out. */
  ach_sec_code?: "WEB" | "PPD" | "CCD" | "TEL" | "POP" | "C21" | null | undefined
  /** What kind of bank credit it is. P payroll. */
  ach_identifier?: "P" | null | undefined
  /** The number of the check. */
  check_number?: string | null | undefined
  /** The wallet that the card came from. Kept for programs; the gateway does not act on it. */
  wallet_id?: string | null | undefined
  /** The language of the payer, such as en-US. */
  locale?: string | null | undefined
  /** Instead of location_id. */
  location_api_id?: string | null | undefined
  /** Instead of contact_id. */
  contact_api_id?: string | null | undefined
  /** Instead of account_vault_id. */
  account_vault_api_id?: string | null | undefined
  /** Instead of previous_transaction_id. */
  previous_transaction_api_id?: string | null | undefined
  /** Of a refund or credit above refund_approval_amount of its product: the refundapproval, made by the same user and approved by another. */
  refund_approval_id?: string | null | undefined
  /** Sealed in the vault; answers show first_six and last_four. */
  account_number?: string | null | undefined
  /** MMYY; required with the account_number of a card. */
  exp_date?: string | null | undefined
  /** Passed on to the processor, never stored. */
  cvv?: string | null | undefined
  /** An encrypted swipe; refused, as nothing here could decrypt it. */
  e_track_data?: string | null | undefined
  /** A swipe; never stored. */
  track_data?: string | null | undefined
  /** A card, once; see tickets. */
  ticket?: string | null | undefined
  /** The front of a check, in Base64. */
  image_front?: string | null | undefined
  /** The back of a check, in Base64. */
  image_back?: string | null | undefined
  /** Together with dl_state. */
  dl_number?: string | null | undefined
  /** The state that issued the driver license. */
  dl_state?: string | null | undefined
  /** ssn4 or dob_year, never both. */
  ssn4?: string | null | undefined
  /** Year of birth of the payer. */
  dob_year?: string | null | undefined
  /** The cryptogram of 3-D Secure; passed on to the processor, never stored. */
  cavv?: string | null | undefined
  /** The id of that authentication; passed on, never stored. */
  xid?: string | null | undefined
  /** The electronic commerce indicator of 3-D Secure: 05, 06, 07, or 02, 01, 00 of Mastercard. */
  eci?: string | null | undefined
  /** The version of 3-D Secure, such as 2.2.0. */
  three_d_secure_version?: string | null | undefined
  /** What Apple Pay or Google Pay gave, as JSON; passed on to processors that decrypt it, never stored. */
  payment_token?: string | null | undefined
  /** Whether only a debit card is taken, in place of bank_funded_only of the product. */
  bank_funded_only_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Titles, or tags as they are read; one the location does not have yet is made. */
  tags?: string[] | null | undefined
  /** For this payment, in place of the setting of the product. */
  allow_partial_authorization_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** For this payment, in place of the setting of the product. */
  auto_decline_cvv_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** For this payment, in place of the setting of the product. */
  auto_decline_street_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** For this payment, in place of the setting of the product. */
  auto_decline_zip_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Once approved, the account is stored for the contact. 0 when left out. */
  save_account?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** What the stored account is called. */
  save_account_title?: string | null | undefined
}

export interface TransactionUpdate {
  /** What is to be done: sale takes money, authonly reserves it for a capture by authcomplete, avsonly only verifies the address. POST begins with one of the first seven; PUT without an action edits. */
  action?: "sale" | "authonly" | "avsonly" | "force" | "refund" | "debit" | "credit" | "void" | "authcomplete" | "authincrement" | "partialreversal" | "tipadjust" | "edit" | null | undefined
  /** The name on the account. Required for bank accounts without a vault. */
  account_holder_name?: string | null | undefined
  /** How much is paid. Includes tax, tip and surcharge. A JSON number in answers. */
  transaction_amount?: string | number | null | undefined
  /** What is paid for, for the merchant. */
  description?: string | null | undefined
  /** Lodging: the day of departure. */
  checkout_date?: string | null | undefined
  /** Lodging: the room. */
  room_num?: string | null | undefined
  /** Lodging: the price of a night. */
  room_rate?: string | number | null | undefined
  /** Who pays. */
  contact_id?: string | null | undefined
  /** The invoice it pays. */
  quick_invoice_id?: string | null | undefined
  /** The serial number of the terminal. */
  terminal_serial_number?: string | null | undefined
  /** Sales tax within the amount. */
  tax?: string | number | null | undefined
  /** Tip within the amount. */
  tip_amount?: string | number | null | undefined
  /** The amount without tax and tip. */
  subtotal_amount?: string | number | null | undefined
  /** Surcharge within the amount. Taken off again, here and from the amount, where the card may not carry one. */
  surcharge_amount?: string | number | null | undefined
  /** For the merchant: any text. */
  transaction_c1?: string | null | undefined
  /** For the merchant: any text. */
  transaction_c2?: string | null | undefined
  /** For the merchant: any text. */
  transaction_c3?: string | null | undefined
  /** For the merchant: any JSON. */
  custom_data?: { [name: string]: unknown } | unknown[] | null | undefined
  /** Instead of contact_id. */
  contact_api_id?: string | null | undefined
  /** Titles, or tags as they are read; one the location does not have yet is made. */
  tags?: string[] | null | undefined
  /** With a new contact_id: its account vault goes to that contact too. */
  move_account_vault?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** And so do all transactions of that vault. */
  move_account_vault_transactions?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface UpdateAchTransactionInput {
  /** How much is paid. Left out: the amount of the voided payment. */
  transaction_amount?: string | number | null | undefined
  /** The line of a check: T routing T account O number. Left out: the account of the voided payment. */
  track_data?: string | null | undefined
}

export interface ResolveTransactionInput {
  /** given_back_outside: the money went back by another way, and the payment is a decline. kept: the approval stands, and the customer was told. approved, declined: what the processor says of a request that it gives the gateway no answer to. */
  resolution: "given_back_outside" | "kept" | "approved" | "declined"
  /** Why, and how the customer knows. */
  note: string
}

export interface RefundapprovalCreate {
  /** What is approved. */
  action: "refund" | "credit"
  /** The product it is made with. Needed for a credit; a refund is made with the product of its payment. */
  product_transaction_id?: string | null | undefined
  /** The payment to refund. Left out: last_four. */
  transaction_id?: string | null | undefined
  /** Of the account that is credited, where no payment is refunded. */
  last_four?: string | null | undefined
  /** How much is given back, exactly. */
  transaction_amount: string | number
  /** For the user who decides. */
  reason: string
}

export interface ForceCloseTransactionbatchInput {
  /** Why. */
  batch_close_detail?: string | null | undefined
}

export interface ExplainDiscrepancyInput {
  /** What was found out, and what was done. */
  note: string
}

export interface QuickinvoiceCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What it is called, on the pay page and in mails too. */
  title: string
  /** Until when it should be paid. */
  due_date: string
  /** What is billed: labels and amounts, whose sum is amount_due. */
  item_list: { [name: string]: number | string }
  /** The location's default_cc when left out; null or empty means none. Fixed once a payment has been made. */
  cc_product_transaction_id?: string | null | undefined
  /** The location's default_ach when left out; null or empty means none. Fixed once a payment has been made. */
  ach_product_transaction_id?: string | null | undefined
  /** Who is billed. Its email fills an empty email. */
  contact_id?: string | null | undefined
  /** Names the contact by its own id; answers show contact_id. */
  contact_api_id?: string | null | undefined
  /** The payer's number at the merchant. */
  customer_id?: string | null | undefined
  /** Number of the payer's driver license. Together with dl_state. */
  dl_number?: string | null | undefined
  /** The state that issued the driver license; together with dl_number. */
  dl_state?: string | null | undefined
  /** Year of birth of the payer. Or ssn4, never both. */
  dob_year?: string | null | undefined
  /** The last four digits of the social security number of the payer. Or dob_year, never both. */
  ssn4?: string | null | undefined
  /** Where notifications go; the contact's when left out. */
  email?: string | null | undefined
  /** Until when it can be paid. The last day it can be paid, in the zone of its location. */
  expire_date?: string | null | undefined
  /** The merchant's number of the invoice. */
  invoice_number?: string | null | undefined
  /** Text above the items. */
  item_header?: string | null | undefined
  /** Text below the items. */
  item_footer?: string | null | undefined
  /** A message. To the recipient. */
  note?: string | null | undefined
  /** Whether more than amount_due may be paid. It takes payments after amount_due is met. 0 when left out. */
  allow_overpayment?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether less than all may be paid at once. 0 unless the location's settings say otherwise. */
  allow_partial_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether its files go with the mails. 0 when left out. */
  attach_files_to_email?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it goes with the mails as a PDF to print. 0 when left out. */
  attach_pdf_to_email?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Where it is texted, ten digits. Required when send_text_to_pay is 1. */
  cell_phone?: string | null | undefined
  /** 1 sends reminders by text, too, and with send_email the first notification. 0 when left out. */
  send_text_to_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How many days before the due date its recipient is notified; 0 for never. 3 unless the location's settings say otherwise. */
  notification_days_before_due_date?: number | string | null | undefined
  /** How many days after the due date its recipient is notified; 0 for never. 7 unless the location's settings say otherwise. */
  notification_days_after_due_date?: number | string | null | undefined
  /** Whether its recipient is notified on the due date. 1 unless the location's settings say otherwise. */
  notification_on_due_date?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** 1 sends the notification at once. 0 when left out. */
  send_email?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. */
  tags?: string[] | null | undefined
  /** The caller's own id, unique per location. */
  quick_invoice_api_id?: string | null | undefined
  /** Further addresses that get the notifications, separated by commas. */
  notification_email?: string | null | undefined
  /** The least that one payment may be. The least of a part on the pay page, where allow_partial_pay is 1; the last part may be less. "0.00" when left out. */
  single_payment_min_amount?: string | number | null | undefined
  /** The most that one payment may be. The most of one payment on the pay page. Left out: the largest amount a transaction can carry. "99999999.99" when left out. */
  single_payment_max_amount?: string | number | null | undefined
  /** For the merchant: any text. */
  quick_invoice_c1?: string | null | undefined
  /** For the merchant: any text. */
  quick_invoice_c2?: string | null | undefined
  /** For the merchant: any text. */
  quick_invoice_c3?: string | null | undefined
  /** Whether only debit cards are taken, in place of bank_funded_only of the product. */
  bank_funded_only_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it opens again when a payment of it is taken back. 1: a closed invoice opens again when a payment of it is voided, refunded, returned or taken off it. 0 when left out. */
  auto_reopen?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface QuickinvoiceUpdate {
  /** What it is called, on the pay page and in mails too. */
  title?: string | null | undefined
  /** Until when it should be paid. */
  due_date?: string | null | undefined
  /** What is billed: labels and amounts, whose sum is amount_due. */
  item_list?: { [name: string]: number | string } | null | undefined
  /** The location's default_cc when left out; null or empty means none. Fixed once a payment has been made. */
  cc_product_transaction_id?: string | null | undefined
  /** The location's default_ach when left out; null or empty means none. Fixed once a payment has been made. */
  ach_product_transaction_id?: string | null | undefined
  /** Who is billed. Its email fills an empty email. */
  contact_id?: string | null | undefined
  /** Names the contact by its own id; answers show contact_id. */
  contact_api_id?: string | null | undefined
  /** Where notifications go; the contact's when left out. */
  email?: string | null | undefined
  /** Until when it can be paid. The last day it can be paid, in the zone of its location. */
  expire_date?: string | null | undefined
  /** The merchant's number of the invoice. */
  invoice_number?: string | null | undefined
  /** Text above the items. */
  item_header?: string | null | undefined
  /** Text below the items. */
  item_footer?: string | null | undefined
  /** A message. To the recipient. */
  note?: string | null | undefined
  /** Whether more than amount_due may be paid. It takes payments after amount_due is met. */
  allow_overpayment?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether less than all may be paid at once. 0 unless the location's settings say otherwise. */
  allow_partial_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether its files go with the mails. */
  attach_files_to_email?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it goes with the mails as a PDF to print. */
  attach_pdf_to_email?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Where it is texted, ten digits. Required when send_text_to_pay is 1. */
  cell_phone?: string | null | undefined
  /** 1 sends reminders by text, too, and with send_email the first notification. */
  send_text_to_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How many days before the due date its recipient is notified; 0 for never. 3 unless the location's settings say otherwise. */
  notification_days_before_due_date?: number | string | null | undefined
  /** How many days after the due date its recipient is notified; 0 for never. 7 unless the location's settings say otherwise. */
  notification_days_after_due_date?: number | string | null | undefined
  /** Whether its recipient is notified on the due date. 1 unless the location's settings say otherwise. */
  notification_on_due_date?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The caller's own id, unique per location. */
  quick_invoice_api_id?: string | null | undefined
  /** Further addresses that get the notifications, separated by commas. */
  notification_email?: string | null | undefined
  /** Whether it can be paid. It closes when it becomes fully paid and allow_overpayment is 0; a PUT that would change it is 422. Filters read 0 as Closed. 1 Open, 2 Closed. */
  status_id?: 1 | 2 | null | undefined
  /** The least that one payment may be. The least of a part on the pay page, where allow_partial_pay is 1; the last part may be less. */
  single_payment_min_amount?: string | number | null | undefined
  /** The most that one payment may be. The most of one payment on the pay page. Left out: the largest amount a transaction can carry. */
  single_payment_max_amount?: string | number | null | undefined
  /** For the merchant: any text. */
  quick_invoice_c1?: string | null | undefined
  /** For the merchant: any text. */
  quick_invoice_c2?: string | null | undefined
  /** For the merchant: any text. */
  quick_invoice_c3?: string | null | undefined
  /** Whether only debit cards are taken, in place of bank_funded_only of the product. */
  bank_funded_only_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it opens again when a payment of it is taken back. 1: a closed invoice opens again when a payment of it is voided, refunded, returned or taken off it. */
  auto_reopen?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface AddQuickinvoiceTransactionInput {
  /** The payment. */
  transaction_id: string
}

export interface RemoveQuickinvoiceTransactionInput {
  /** The payment. */
  transaction_id: string
}

export interface PaylinkCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The location's default_cc when left out; null or empty means none. */
  cc_product_transaction_id?: string | null | undefined
  /** The location's default_ach when left out; null or empty means none. */
  ach_product_transaction_id?: string | null | undefined
  /** Who pays. */
  contact_id?: string | null | undefined
  /** Names the contact by its own id; answers show contact_id. */
  contact_api_id?: string | null | undefined
  /** The caller's own id, unique per location. */
  paylink_api_id?: string | null | undefined
  /** What is to be paid. At least 0.01. */
  amount_due: string | number
  /** Where the link is mailed to. */
  email?: string | null | undefined
  /** Where the link is texted to. Required when delivery_method is 2 or 3. */
  cell_phone?: string | null | undefined
  /** How the link is sent. 0 none, 1 Email, 2 SMS, 3 Both. 0 when left out. */
  delivery_method?: 0 | 1 | 2 | 3 | null | undefined
  /** What is paid for, as the payer reads it. */
  description?: string | null | undefined
  /** Until when it can be paid. The last day it can be paid, in the zone of its location. A later one opens an expired link again. */
  expire_date?: string | null | undefined
  /** Whether the money is taken (sale) or reserved (auth-only). "sale" when left out. */
  paylink_action?: "sale" | "auth-only" | null | undefined
  /** Shows the receipt after a payment. 0 when left out. */
  display_product_transaction_receipt_details?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Asks for a billing address. 0 when left out. */
  display_billing_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether the link can be paid. 0 withdraws the link, 1 offers it again. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether only debit cards are taken, in place of bank_funded_only of the product. */
  bank_funded_only_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Stores the payer's account as a vault of the contact. 0 when left out. */
  store_token?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** What the stored account is called. */
  store_token_title?: string | null | undefined
  /** Where the payer goes after an approval. */
  redirect_url_on_approve?: string | null | undefined
  /** Where the payer goes after a decline. */
  redirect_url_on_decline?: string | null | undefined
  /** Seconds before the payer is sent on. 15 when left out. */
  redirect_url_delay?: number | string | null | undefined
  /** Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all. */
  tags?: string[] | null | undefined
}

export interface PaylinkUpdate {
  /** The location's default_cc when left out; null or empty means none. */
  cc_product_transaction_id?: string | null | undefined
  /** The location's default_ach when left out; null or empty means none. */
  ach_product_transaction_id?: string | null | undefined
  /** Who pays. */
  contact_id?: string | null | undefined
  /** Names the contact by its own id; answers show contact_id. */
  contact_api_id?: string | null | undefined
  /** The caller's own id, unique per location. */
  paylink_api_id?: string | null | undefined
  /** What is to be paid. At least 0.01. */
  amount_due?: string | number | null | undefined
  /** Where the link is mailed to. */
  email?: string | null | undefined
  /** Where the link is texted to. Required when delivery_method is 2 or 3. */
  cell_phone?: string | null | undefined
  /** How the link is sent. 0 none, 1 Email, 2 SMS, 3 Both. */
  delivery_method?: 0 | 1 | 2 | 3 | null | undefined
  /** What is paid for, as the payer reads it. */
  description?: string | null | undefined
  /** Until when it can be paid. The last day it can be paid, in the zone of its location. A later one opens an expired link again. */
  expire_date?: string | null | undefined
  /** Whether the money is taken (sale) or reserved (auth-only). */
  paylink_action?: "sale" | "auth-only" | null | undefined
  /** Shows the receipt after a payment. */
  display_product_transaction_receipt_details?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Asks for a billing address. */
  display_billing_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether the link can be paid. 0 withdraws the link, 1 offers it again. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether only debit cards are taken, in place of bank_funded_only of the product. */
  bank_funded_only_override?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Stores the payer's account as a vault of the contact. */
  store_token?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** What the stored account is called. */
  store_token_title?: string | null | undefined
  /** Where the payer goes after an approval. */
  redirect_url_on_approve?: string | null | undefined
  /** Where the payer goes after a decline. */
  redirect_url_on_decline?: string | null | undefined
  /** Seconds before the payer is sent on. */
  redirect_url_delay?: number | string | null | undefined
  /** Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all. */
  tags?: string[] | null | undefined
}

export interface HostedpaymentpageCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What is paid through; it has to allow hosted payment pages. */
  product_transaction_id: string
  /** What people call it. */
  title: string
  /** Seconds before the payer is sent on. 15 when left out. */
  redirect_url_delay?: number | string | null | undefined
  /** The least a payer may enter; 0.01 when left out. */
  min_payment_amount?: string | number | null | undefined
  /** The most a payer may enter. */
  max_payment_amount?: string | number | null | undefined
  /** Where the payer goes after an approval. */
  redirect_url_on_approve?: string | null | undefined
  /** Where the payer goes after a decline. */
  redirect_url_on_decline?: string | null | undefined
  /** The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction. */
  field_configuration?: { body?: { fields?: { id?: string | undefined; value?: string | number | boolean | null | undefined; label?: string | null | undefined; readonly?: boolean | number | string | undefined; visible?: boolean | number | string | undefined; [name: string]: unknown }[] | undefined; [name: string]: unknown } | undefined; [name: string]: unknown } | null | undefined
  /** Kept, and never loaded: nothing from elsewhere runs where a card is entered. The branding of the location counts. */
  stylesheet_url?: string | null | undefined
  /** The one origin that may frame the page, such as https://shop.example. Without it nobody may. */
  parent_origin?: string | null | undefined
  /** Posts the transaction to the page around the frame. 0 when left out. */
  parent_send_message?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Asks only for what is required. 0 when left out. */
  hide_optional_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface HostedpaymentpageUpdate {
  /** What people call it. */
  title?: string | null | undefined
  /** Seconds before the payer is sent on. */
  redirect_url_delay?: number | string | null | undefined
  /** The least a payer may enter; 0.01 when left out. */
  min_payment_amount?: string | number | null | undefined
  /** The most a payer may enter. */
  max_payment_amount?: string | number | null | undefined
  /** Where the payer goes after an approval. */
  redirect_url_on_approve?: string | null | undefined
  /** Where the payer goes after a decline. */
  redirect_url_on_decline?: string | null | undefined
  /** The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction. */
  field_configuration?: { body?: { fields?: { id?: string | undefined; value?: string | number | boolean | null | undefined; label?: string | null | undefined; readonly?: boolean | number | string | undefined; visible?: boolean | number | string | undefined; [name: string]: unknown }[] | undefined; [name: string]: unknown } | undefined; [name: string]: unknown } | null | undefined
  /** Kept, and never loaded: nothing from elsewhere runs where a card is entered. The branding of the location counts. */
  stylesheet_url?: string | null | undefined
  /** The one origin that may frame the page, such as https://shop.example. Without it nobody may. */
  parent_origin?: string | null | undefined
  /** Posts the transaction to the page around the frame. */
  parent_send_message?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Asks only for what is required. */
  hide_optional_fields?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface RecurringCreate {
  /** The stored account that pays. The vault that pays. Required, or account_vault_api_id. */
  account_vault_id?: string | null | undefined
  /** In place of account_vault_id. */
  account_vault_api_id?: string | null | undefined
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Left out: the location's default product for the vault's payment method. */
  product_transaction_id?: string | null | undefined
  /** How much each payment is. */
  transaction_amount: string | number
  /** How many days, weeks or months lie between two payments. */
  interval: number | string
  /** The unit of interval. d days, w weeks, m months. */
  interval_type: "d" | "w" | "m"
  /** The day of the first payment. Every later date is counted from this one; day 31 means the last day of shorter months. */
  start_date: string
  /** The last possible day. An installment recurring gets the day before the payment that would follow its last one. */
  end_date?: string | null | undefined
  /** What is paid for. */
  description?: string | null | undefined
  /** How many payments to make. Left out: no fixed number. */
  installment_total_count?: number | string | null | undefined
  /** Days before a payment on which the contact is notified. Left out: the location's recurring_notification_days_default. */
  notification_days?: number | string | null | undefined
  /** The vault's. */
  payment_method?: "cc" | "ach" | null | undefined
  /** The caller's own id, unique per location. */
  recurring_api_id?: string | null | undefined
  /** For the merchant: any text. */
  recurring_c1?: string | null | undefined
  /** For the merchant: any text. */
  recurring_c2?: string | null | undefined
  /** For the merchant: any text. */
  recurring_c3?: string | null | undefined
  /** Read for ongoing recurrings only: 0 puts on hold, 1 activates. "1" when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all. */
  tags?: string[] | null | undefined
}

export interface RecurringUpdate {
  /** The stored account that pays. The vault that pays. Required, or account_vault_api_id. */
  account_vault_id?: string | null | undefined
  /** In place of account_vault_id. */
  account_vault_api_id?: string | null | undefined
  /** Left out: the location's default product for the vault's payment method. */
  product_transaction_id?: string | null | undefined
  /** The last possible day. An installment recurring gets the day before the payment that would follow its last one. */
  end_date?: string | null | undefined
  /** The day of the next payment. A new date becomes the one that later dates are counted from. */
  next_run_date?: string | null | undefined
  /** What is paid for. */
  description?: string | null | undefined
  /** Days before a payment on which the contact is notified. Left out: the location's recurring_notification_days_default. */
  notification_days?: number | string | null | undefined
  /** The caller's own id, unique per location. */
  recurring_api_id?: string | null | undefined
  /** For the merchant: any text. */
  recurring_c1?: string | null | undefined
  /** For the merchant: any text. */
  recurring_c2?: string | null | undefined
  /** For the merchant: any text. */
  recurring_c3?: string | null | undefined
  /** Read for ongoing recurrings only: 0 puts on hold, 1 activates. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all. */
  tags?: string[] | null | undefined
}

export interface Transactionlevel3Create {
  /** The payment it belongs to. */
  transaction_id: string
  /** What was bought, with tax and shipping. Visa's fields are variant A, Mastercard's variant B; the other's are set aside. */
  level3_data: { tax_exempt?: string | number | null | undefined; sales_tax?: string | number | null | undefined; national_tax?: string | number | null | undefined; merchant_vat_registration?: string | number | null | undefined; customer_vat_registration?: string | number | null | undefined; summary_commodity_code?: string | number | null | undefined; freight_amount?: string | number | null | undefined; duty_amount?: string | number | null | undefined; shipto_zip_code?: string | number | null | undefined; shipfrom_zip_code?: string | number | null | undefined; destination_country_code?: string | number | null | undefined; unique_vat_ref_number?: string | number | null | undefined; order_date?: string | number | null | undefined; tax_amount?: string | number | null | undefined; tax_rate?: string | number | null | undefined; transaction_discount_amount?: string | number | null | undefined; line_items?: { commodity_code?: string | number | null | undefined; description?: string | number | null | undefined; product_code?: string | number | null | undefined; quantity?: string | number | null | undefined; unit_code?: string | number | null | undefined; unit_cost?: string | number | null | undefined; tax_amount?: string | number | null | undefined; tax_rate?: string | number | null | undefined; discount_amount?: string | number | null | undefined; other_tax_amount?: string | number | null | undefined; alternate_tax_id?: string | number | null | undefined; tax_type_applied?: string | number | null | undefined; debit_credit?: string | number | null | undefined; discount_rate?: string | number | null | undefined; tax_type_id?: string | number | null | undefined; [name: string]: unknown }[] | undefined; [name: string]: unknown }
}

export interface TagCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The word. */
  title: string
}

export interface TagUpdate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id?: string | null | undefined
  /** The word. */
  title?: string | null | undefined
}

export interface DeleteNamedTagInput {
  /** Identifies the record. The gateway assigns it. */
  id?: string | null | undefined
  /** The word. */
  title?: string | null | undefined
}

export interface TerminalCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** A terminal manufacturer; 100 is the virtual device. */
  terminal_manufacturer_id: number | string
  /** What the device can do. */
  terminal_application_id: string
  /** What people call it. */
  title: string
  /** The number on the device. */
  serial_number: string
  /** The product that its payments are made with. */
  default_product_transaction_id?: string | null | undefined
  /** How it verifies the cardholder. Kept for programs; the gateway does not act on it. */
  terminal_cvm_id?: string | null | undefined
  /** The agent through which it is reached; dialled directly without. */
  terminal_agent_id?: string | null | undefined
  /** Its network card. */
  mac_address?: string | null | undefined
  /** Where it is reached in the network of the shop. */
  local_ip_address?: string | null | undefined
  /** The port it listens at. 10009 when left out. */
  port?: number | string | null | undefined
  /** The processor's number of it. Kept for programs; the gateway does not act on it. */
  terminal_number?: string | null | undefined
  /** The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path. */
  terminal_api_id?: string | null | undefined
  /** Whether it takes debit cards with a PIN. 0 when left out. */
  debit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it reads chips. 0 when left out. */
  emv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it offers cash back. Kept for programs; the gateway does not act on it. 0 when left out. */
  cashback_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it prints receipts. Kept for programs; the gateway does not act on it. 0 when left out. */
  print_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it takes signatures. 0 when left out. */
  sig_capture_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it asks for a tip. 0 when left out. */
  tip_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it has been set up. 0 when left out. */
  is_provisioned?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether its encryption has been validated (P2PE). Kept for programs; the gateway does not act on it. 0 when left out. */
  validated_decryption?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it is in use. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How it is connected. */
  communication_type?: "http" | "tcp/ip" | "usb/serial" | null | undefined
  /** Line 1 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line1?: string | null | undefined
  /** Line 2 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line2?: string | null | undefined
  /** Line 3 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line3?: string | null | undefined
  /** Line 4 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line4?: string | null | undefined
  /** Line 5 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line5?: string | null | undefined
  /** Line 1 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line1?: string | null | undefined
  /** Line 2 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line2?: string | null | undefined
  /** Line 3 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line3?: string | null | undefined
  /** Line 4 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line4?: string | null | undefined
  /** Line 5 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line5?: string | null | undefined
  /** Lodging: the first night it suggests. Kept for programs; the gateway does not act on it. */
  default_checkin?: string | null | undefined
  /** Lodging: the day of departure it suggests. Kept for programs; the gateway does not act on it. */
  default_checkout?: string | null | undefined
  /** Lodging: the price of a night it suggests. Kept for programs; the gateway does not act on it. */
  default_room_rate?: string | number | null | undefined
  /** Lodging: the room it suggests. Kept for programs; the gateway does not act on it. */
  default_room_number?: string | null | undefined
  /** Seconds the device waits at each step; steps left out keep their value. {"card_entry_timeout":120,"device_terms_prompt_timeout":60,"overall_timeout":300,"pin_entry_timeout":30,"signature_input_timeout":10,"signature_submit_timeout":30,"status_display_time":7,"tip_cashback_timeout":30,"transaction_timeout":10} when left out. */
  terminal_timeouts?: { card_entry_timeout?: number | string | undefined; device_terms_prompt_timeout?: number | string | undefined; overall_timeout?: number | string | undefined; pin_entry_timeout?: number | string | undefined; signature_input_timeout?: number | string | undefined; signature_submit_timeout?: number | string | undefined; status_display_time?: number | string | undefined; tip_cashback_timeout?: number | string | undefined; transaction_timeout?: number | string | undefined; [name: string]: unknown } | null | undefined
  /** percent_1, percent_2 and percent_3, each 0 to 99; all three or none. */
  tip_percents?: { percent_1: number | string | null; percent_2: number | string | null; percent_3: number | string | null } | null | undefined
}

export interface TerminalUpdate {
  /** What the device can do. */
  terminal_application_id?: string | null | undefined
  /** What people call it. */
  title?: string | null | undefined
  /** The number on the device. */
  serial_number?: string | null | undefined
  /** The product that its payments are made with. */
  default_product_transaction_id?: string | null | undefined
  /** How it verifies the cardholder. Kept for programs; the gateway does not act on it. */
  terminal_cvm_id?: string | null | undefined
  /** The agent through which it is reached; dialled directly without. */
  terminal_agent_id?: string | null | undefined
  /** Its network card. */
  mac_address?: string | null | undefined
  /** Where it is reached in the network of the shop. */
  local_ip_address?: string | null | undefined
  /** The port it listens at. */
  port?: number | string | null | undefined
  /** The processor's number of it. Kept for programs; the gateway does not act on it. */
  terminal_number?: string | null | undefined
  /** The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path. */
  terminal_api_id?: string | null | undefined
  /** Whether it takes debit cards with a PIN. */
  debit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it reads chips. */
  emv?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it offers cash back. Kept for programs; the gateway does not act on it. */
  cashback_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it prints receipts. Kept for programs; the gateway does not act on it. */
  print_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it takes signatures. */
  sig_capture_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it asks for a tip. */
  tip_enable?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it has been set up. */
  is_provisioned?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether its encryption has been validated (P2PE). Kept for programs; the gateway does not act on it. */
  validated_decryption?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it is in use. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How it is connected. */
  communication_type?: "http" | "tcp/ip" | "usb/serial" | null | undefined
  /** Line 1 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line1?: string | null | undefined
  /** Line 2 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line2?: string | null | undefined
  /** Line 3 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line3?: string | null | undefined
  /** Line 4 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line4?: string | null | undefined
  /** Line 5 at the top of its receipts. Kept for programs; the gateway does not act on it. */
  header_line5?: string | null | undefined
  /** Line 1 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line1?: string | null | undefined
  /** Line 2 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line2?: string | null | undefined
  /** Line 3 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line3?: string | null | undefined
  /** Line 4 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line4?: string | null | undefined
  /** Line 5 at the bottom of its receipts. Kept for programs; the gateway does not act on it. */
  trailer_line5?: string | null | undefined
  /** Lodging: the first night it suggests. Kept for programs; the gateway does not act on it. */
  default_checkin?: string | null | undefined
  /** Lodging: the day of departure it suggests. Kept for programs; the gateway does not act on it. */
  default_checkout?: string | null | undefined
  /** Lodging: the price of a night it suggests. Kept for programs; the gateway does not act on it. */
  default_room_rate?: string | number | null | undefined
  /** Lodging: the room it suggests. Kept for programs; the gateway does not act on it. */
  default_room_number?: string | null | undefined
  /** Seconds the device waits at each step; steps left out keep their value. */
  terminal_timeouts?: { card_entry_timeout?: number | string | undefined; device_terms_prompt_timeout?: number | string | undefined; overall_timeout?: number | string | undefined; pin_entry_timeout?: number | string | undefined; signature_input_timeout?: number | string | undefined; signature_submit_timeout?: number | string | undefined; status_display_time?: number | string | undefined; tip_cashback_timeout?: number | string | undefined; transaction_timeout?: number | string | undefined; [name: string]: unknown } | null | undefined
  /** percent_1, percent_2 and percent_3, each 0 to 99; all three or none. */
  tip_percents?: { percent_1: number | string | null; percent_2: number | string | null; percent_3: number | string | null } | null | undefined
}

export interface CreateRoutertransactionInput {
  /** By card (cc). */
  payment_method: "cc"
  /** Other actions act on a transaction: PUT /v2/transactions/{id}. */
  action: "sale" | "authonly" | "avsonly" | "force" | "refund" | "settle"
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** A terminal of this location. */
  terminal_id: string
  /** Required but for avsonly and settle. Includes tax and tip_amount. */
  transaction_amount?: string | number | null | undefined
  /** ZIP code of the billing address. */
  billing_zip?: string | null | undefined
  /** Street and number of the billing address. */
  billing_street?: string | null | undefined
  /** With force, and only then. */
  auth_code?: string | null | undefined
  /** With settle only: the number of the batch that is meant. */
  batch?: string | null | undefined
  /** Who pays. */
  contact_id?: string | null | undefined
  /** Instead of contact_id. */
  contact_api_id?: string | null | undefined
  /** What is paid for. */
  description?: string | null | undefined
  /** The merchant's order number. */
  order_num?: string | null | undefined
  /** The buyer's purchase order. */
  po_number?: string | null | undefined
  /** The deposit account. Required where the location has more than one for cards. */
  product_transaction_id?: string | null | undefined
  /** The caller's own id, unique per location. The same request sent again joins the one that runs, or gets its result. */
  transaction_api_id?: string | null | undefined
  /** Sales tax within the amount. */
  tax?: string | number | null | undefined
  /** Left out, the payer is asked where the terminal has tip_enable. */
  tip_amount?: string | number | null | undefined
  /** Once approved, the card is stored for the contact; without a contact it is not. */
  save_account?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Where the receipt is mailed. */
  notification_email_address?: string | null | undefined
  /** The shop's number of the sale. */
  ticket?: number | string | null | undefined
  /** Whether it is a deposit for a stay to come. */
  advance_deposit?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether it is for a stay that the guest did not come to. */
  no_show?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Lodging: the first night. */
  checkin_date?: string | null | undefined
  /** Lodging: the day of departure. */
  checkout_date?: string | null | undefined
  /** Lodging: the room. */
  room_num?: string | null | undefined
  /** Lodging: the price of a night. */
  room_rate?: string | number | null | undefined
}

export interface CreateRouteraccountvaultInput {
  /** A card (cc). */
  payment_method: "cc"
  /** Always store. */
  action: "store"
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whose card it is. */
  contact_id: string
  /** A terminal of this location. */
  terminal_id: string
}

export interface TerminalagentCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** What people call it. */
  title: string
  /** An inactive agent cannot connect. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface TerminalagentUpdate {
  /** What people call it. */
  title?: string | null | undefined
  /** An inactive agent cannot connect. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface GenerateTerminalagentKeyInput {
  /** With an access token: the own password of the caller. */
  old_password?: string | null | undefined
  /** With an access token, where the caller has a second factor: a code of it. */
  second_factor?: string | null | undefined
}

export interface ScannerCreate {
  /** What people call it. */
  title: string
  /** The number on the device. */
  serial_number: string
  /** A scanner model, see /v2/scannermodels. */
  scanner_model_id: number | string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whether it is in use. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ScannerUpdate {
  /** What people call it. */
  title?: string | null | undefined
  /** The number on the device. */
  serial_number?: string | null | undefined
  /** A scanner model, see /v2/scannermodels. */
  scanner_model_id?: number | string | null | undefined
  /** Whether it is in use. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface DevicetermCreate {
  /** The location that shows the terms. */
  location_id: string
  /** Where they are shown. A terminal of this location. */
  terminal_id: string
  /** Whether the customer has to sign. Needs a terminal with sig_capture_enable whose application has sig_capture_capable. */
  require_signature: 0 | 1 | false | true | "0" | "1"
  /** What is shown. The virtual device accepts and signs; with the word DECLINE in it the terms are declined, with TIMEOUT they get no answer. */
  terms_conditions: string
  /** The caller's own id, unique per location. Sent again, terms that were not accepted are shown again, and the answer is 200. */
  device_terms_api_id?: string | null | undefined
  /** device_terms_api_id by its other name. */
  device_term_api_id?: string | null | undefined
}

export interface SignatureCreate {
  /** The id of the signed record. */
  resource_id: string
  /** What was signed. */
  resource: "AccountVault" | "Transaction" | "Recurring" | "DeviceTerm"
  /** A PNG image in base64. */
  signature: string
}

export interface NoteCreate {
  /** The record it belongs to. */
  resource_id: string
  /** What kind of record that is. */
  resource: "Contact"
  /** Always null: notes have no groups. "" when left out. */
  visibility_group_id?: string | null | undefined
  /** The text. */
  note: string
}

export interface NoteUpdate {
  /** Always null: notes have no groups. */
  visibility_group_id?: string | null | undefined
  /** The text. */
  note?: string | null | undefined
}

export interface PostbackconfigCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** Whose changes are posted. */
  resource: "contact" | "transaction" | "transactionbatch" | "accountvault" | "quickinvoice" | "paylink" | "recurring" | "alert" | "refundapproval"
  /** Whether new records are posted. 0 when left out. */
  on_create?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether changes are posted. 0 when left out. */
  on_update?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether deletions are posted. 0 when left out. */
  on_delete?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Where they are posted. */
  url: string
  /** Whether anything is posted. 1 when left out. */
  is_active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The form of what is posted: api-default is JSON. api-default a JSON object, api-form the same names as a form (x-www-form-urlencoded). "api-default" when left out. */
  format?: "api-default" | "api-form" | null | undefined
  /** All attempts of one delivery, the first included. 1 when left out. */
  number_of_attempts?: number | string | null | undefined
  /** Seconds between two attempts. 300 when left out. */
  attempt_interval?: number | string | null | undefined
  /** Expands added to the posted record, separated by commas. */
  expands?: string | null | undefined
  /** The product whose payments or batches are posted. Required for transaction and transactionbatch, null otherwise. */
  product_transaction_id?: string | null | undefined
  /** The user name of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it. */
  basic_auth_username?: string | null | undefined
  /** The password of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it. */
  basic_auth_password?: string | null | undefined
}

export interface PostbackconfigUpdate {
  /** Whether new records are posted. */
  on_create?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether changes are posted. */
  on_update?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether deletions are posted. */
  on_delete?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Where they are posted. */
  url?: string | null | undefined
  /** Whether anything is posted. */
  is_active?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The form of what is posted: api-default is JSON. api-default a JSON object, api-form the same names as a form (x-www-form-urlencoded). */
  format?: "api-default" | "api-form" | null | undefined
  /** All attempts of one delivery, the first included. */
  number_of_attempts?: number | string | null | undefined
  /** Seconds between two attempts. */
  attempt_interval?: number | string | null | undefined
  /** Expands added to the posted record, separated by commas. */
  expands?: string | null | undefined
  /** The product whose payments or batches are posted. Required for transaction and transactionbatch, null otherwise. */
  product_transaction_id?: string | null | undefined
  /** The user name of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it. */
  basic_auth_username?: string | null | undefined
  /** The password of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it. */
  basic_auth_password?: string | null | undefined
}

export interface RotatePostbackconfigSecretInput {
  /** Seconds for which the old secret signs beside the new one; a day when left out. 86400 when left out. */
  overlap?: number | string | null | undefined
}

export interface ReplayPostbacksInput {
  /** Postbacks made from then on; all that are kept when left out. Unix seconds. */
  from_ts?: number | string | null | undefined
  /** Until then, inclusive; now when left out. Unix seconds. */
  to_ts?: number | string | null | undefined
  /** Only those; 4 and 5, what never arrived, when left out. */
  postback_status_id?: number | string | null | undefined
  /** Where they are posted. Another receiver; it gets no Basic credentials. */
  url?: string | null | undefined
}

export interface ReplayPostbackLogInput {
  /** Another receiver; it gets no Basic credentials. */
  url?: string | null | undefined
}

export interface ProductFileCreate {
  /** How much is stored without a charge. Kept for programs; the gateway does not act on it. 13107200 when left out. */
  free_bytes?: number | string | null | undefined
  /** By how much more is charged. Kept for programs; the gateway does not act on it. 1073741824 when left out. */
  byte_increment?: number | string | null | undefined
  /** What each increment costs. Kept for programs; the gateway does not act on it. "0.00" when left out. */
  increment_cost?: string | number | null | undefined
  /** What the service costs a month. Kept for programs; the gateway does not act on it. "0.00" when left out. */
  monthly_fee?: string | number | null | undefined
  /** How large a file may be. 5242880 when left out. */
  max_file_size_bytes?: number | string | null | undefined
  /** What people call it. */
  title: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The credentials of the store, for the operator. Kept for programs; the gateway does not act on it. */
  product_file_credential_id?: string | null | undefined
  /** The container in the store. */
  container?: string | null | undefined
  /** File name extensions, separated by commas; null allows all. */
  file_ext_allowed?: string | null | undefined
  /** Whether files may be attached. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ProductFileUpdate {
  /** How much is stored without a charge. Kept for programs; the gateway does not act on it. */
  free_bytes?: number | string | null | undefined
  /** By how much more is charged. Kept for programs; the gateway does not act on it. */
  byte_increment?: number | string | null | undefined
  /** What each increment costs. Kept for programs; the gateway does not act on it. */
  increment_cost?: string | number | null | undefined
  /** What the service costs a month. Kept for programs; the gateway does not act on it. */
  monthly_fee?: string | number | null | undefined
  /** How large a file may be. */
  max_file_size_bytes?: number | string | null | undefined
  /** What people call it. */
  title?: string | null | undefined
  /** The credentials of the store, for the operator. Kept for programs; the gateway does not act on it. */
  product_file_credential_id?: string | null | undefined
  /** The container in the store. */
  container?: string | null | undefined
  /** File name extensions, separated by commas; null allows all. */
  file_ext_allowed?: string | null | undefined
  /** Whether files may be attached. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ProductAccountvaultCreate {
  /** What people call it. */
  title: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The location that is charged for it. Who is billed for it; the location itself unless said otherwise. */
  billing_location_id?: string | null | undefined
  /** Whether accounts may be stored. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ProductAccountvaultUpdate {
  /** What people call it. */
  title?: string | null | undefined
  /** The location that is charged for it. Who is billed for it; the location itself unless said otherwise. */
  billing_location_id?: string | null | undefined
  /** Whether accounts may be stored. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ProductRecurringCreate {
  /** What people call it. */
  title: string
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The location that is charged for it. Who is billed for it; the location itself unless said otherwise. */
  billing_location_id?: string | null | undefined
  /** Whether contacts are mailed when a payment is declined. 0 when left out. */
  send_declined_notifications?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval of less than was asked for counts as a decline. 0 when left out. */
  require_full_payment?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether recurrings may be made. 1 when left out. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface ProductRecurringUpdate {
  /** What people call it. */
  title?: string | null | undefined
  /** The location that is charged for it. Who is billed for it; the location itself unless said otherwise. */
  billing_location_id?: string | null | undefined
  /** Whether contacts are mailed when a payment is declined. */
  send_declined_notifications?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether an approval of less than was asked for counts as a decline. */
  require_full_payment?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether recurrings may be made. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface QuickInvoiceSettingCreate {
  /** A location has at most one. */
  location_id: string
  /** Whether less than all may be paid at once. 0 when left out. */
  default_allow_partial_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether recipients are notified on the due date. 1 when left out. */
  default_notification_on_due_date?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How many days after the due date recipients are notified. 7 when left out. */
  default_notification_days_after_due_date?: number | string | null | undefined
  /** How many days before the due date recipients are notified. 3 when left out. */
  default_notification_days_before_due_date?: number | string | null | undefined
}

export interface QuickInvoiceSettingUpdate {
  /** Whether less than all may be paid at once. */
  default_allow_partial_pay?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Whether recipients are notified on the due date. */
  default_notification_on_due_date?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** How many days after the due date recipients are notified. */
  default_notification_days_after_due_date?: number | string | null | undefined
  /** How many days before the due date recipients are notified. */
  default_notification_days_before_due_date?: number | string | null | undefined
}

export interface EmailBlacklistCreate {
  /** Kept in lower case: capitals make no difference. */
  email: string
  /** Whether it is mailed nothing. true when left out. */
  is_blacklisted?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Why, in the words of whoever listed it. */
  detail?: string | null | undefined
}

export interface EmailBlacklistUpdate {
  /** Whether it is mailed nothing. */
  is_blacklisted?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Why, in the words of whoever listed it. */
  detail?: string | null | undefined
}

export interface SmsBlacklistCreate {
  /** The number, ten digits. */
  cell_phone: string
  /** Whether it is texted nothing. true when left out. */
  is_blacklisted?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Why, in the words of whoever listed it. */
  detail?: string | null | undefined
}

export interface SmsBlacklistUpdate {
  /** Whether it is texted nothing. */
  is_blacklisted?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Why, in the words of whoever listed it. */
  detail?: string | null | undefined
}

export interface BrandingDomainUpdate {
  /** The address of the logo. */
  logo?: string | null | undefined
  /** The company that payers read. */
  company_name?: string | null | undefined
  /** Where payers find help. */
  support_email?: string | null | undefined
  /** The colour of buttons, such as #225588. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA). */
  button_primary_color?: string | null | undefined
  /** The colour of the text of buttons, such as #225588. Black or white, whichever can be read, unless it is set. */
  button_primary_text_color?: string | null | undefined
  /** The colour behind everything on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA). */
  page_background_color?: string | null | undefined
  /** The colour of the form and of receipts on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA). */
  page_card_color?: string | null | undefined
  /** The colour of the text on pages of payers. */
  page_text_color?: string | null | undefined
  /** The colour of links on pages of payers. */
  page_link_color?: string | null | undefined
  /** How round the corners of fields and buttons are; those of cards follow. In pixels; 12 unless it is set. */
  page_corner_radius?: number | string | null | undefined
  /** The letters of pages of payers. One that computers and phones have: pages load none. */
  page_font?: "system" | "humanist" | "geometric" | "serif" | "rounded" | null | undefined
}

export interface QuoteSalestaxInput {
  /** The location that sells. */
  location_id: string
  /** What is sold, without tax. What is sold, without tax. */
  amount: string | number
  /** The buyer's ZIP code. */
  zip?: string | null | undefined
}

export interface SalestaxrateCreate {
  /** The location that the record belongs to. Callers see those of their own location and of all below it. */
  location_id: string
  /** The buyer's ZIP code; empty: wherever no other rate of the location says more. "" when left out. */
  zip?: string | null | undefined
  /** In percent. */
  tax_rate: string
  /** What people call it. */
  title?: string | null | undefined
}

export interface SalestaxrateUpdate {
  /** The buyer's ZIP code; empty: wherever no other rate of the location says more. */
  zip?: string | null | undefined
  /** In percent. */
  tax_rate?: string | null | undefined
  /** What people call it. */
  title?: string | null | undefined
}

export interface OauthclientUpdate {
  /** The name of the program. What users are shown. */
  name?: string | null | undefined
  /** What it does, as users read it. */
  description?: string | null | undefined
  /** Where users read more about it. */
  homepage_url?: string | null | undefined
  /** Where codes may be sent; compared exactly. https, or http on loopback. */
  redirect_urls?: string[] | null | undefined
  /** Gives a new refresh token with every use to a client with a secret as well; an old one shown again ends the grant, but for 30 seconds. */
  rotates_refresh_token?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The picture that users are shown beside its name, at most 12 KB. */
  logo?: string | null | undefined
  /** One that is switched off has no access. */
  active?: 0 | 1 | false | true | "0" | "1" | null | undefined
}

export interface CreateOauthclientInput {
  /** The name of the program. What users are shown. */
  name: string
  /** What it does, as users read it. */
  description: string
  /** Where users read more about it. */
  homepage_url: string
  /** Where codes may be sent; compared exactly. https, or http on loopback. */
  redirect_urls: string[]
  /** A program that cannot keep a secret: it has none, must use PKCE, and its refresh token changes with every use. false when left out. */
  is_public?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** Gives a new refresh token with every use to a client with a secret as well; an old one shown again ends the grant, but for 30 seconds. true when left out. */
  rotates_refresh_token?: 0 | 1 | false | true | "0" | "1" | null | undefined
  /** The picture that users are shown beside its name, at most 12 KB. */
  logo?: string | null | undefined
  /** With an access token: the own password of the caller. */
  old_password?: string | null | undefined
  /** With an access token, where the caller has a second factor: a code of it. */
  second_factor?: string | null | undefined
}

export interface GenerateOauthclientSecretInput {
  /** With an access token: the own password of the caller. */
  old_password?: string | null | undefined
  /** With an access token, where the caller has a second factor: a code of it. */
  second_factor?: string | null | undefined
}

export interface GetProducttransactionProcessorResult {
  /** What the command returns. */
  processor: { product_transaction_id: string; connector: string | null; version: number; settings: { [name: string]: string }; is_connected: boolean }
}

export interface SetProducttransactionProcessorResult {
  /** What the command returns. */
  processor: { product_transaction_id: string; connector: string | null; version: number; settings: { [name: string]: string }; is_connected: boolean; change: "account" | "secrets" | "nothing" }
}

export interface CheckProducttransactionProcessorResult {
  /** What the command returns. */
  processor: { is_working: boolean; problem: string | null }
}

export interface GenerateUserApiKeyResult {
  /** What the command returns. */
  user: { user_api_key: string }
}

export interface GenerateUserHashKeyResult {
  /** What the command returns. */
  user: { user_hash_key: string }
}

export interface GenerateSecondFactorResult {
  /** What the command returns. */
  user: { second_factor_secret: string; second_factor_url: string }
}

export interface ConfirmSecondFactorResult {
  /** What the command returns. */
  user: { recovery_codes: string[] }
}

export interface ListSessionsResult {
  /** The sign-ins. */
  sessions: { id: string; created_ts: number; used_ts: number; expire_ts: number; is_current: 0 | 1; page: string | null; address: string | null; user_agent: string | null }[]
}

export interface GetAccountvaultBininfoResult {
  /** What the command returns. */
  bininfo: { issuer_bank_name: string; country_code: string; detail_card_product: string; detail_card_indicator: string; fsa_indicator: string; prepaid_indicator: string; product_id: string; regulator_indicator: string; visa_product_sub_type: string; visa_large_ticket_indicator: string; account_fund_source: string; card_class: string; token_ind: string; issuing_network: string | null }
}

export interface GetTransactionBininfoResult {
  /** What the command returns. */
  bininfo: { issuer_bank_name: string; country_code: string; detail_card_product: string; detail_card_indicator: string; fsa_indicator: string; prepaid_indicator: string; product_id: string; regulator_indicator: string; visa_product_sub_type: string; visa_large_ticket_indicator: string; account_fund_source: string; card_class: string; token_ind: string; issuing_network: string | null }
}

export interface ListTransactionAttemptsResult {
  /** The requests, the oldest one first. */
  attempts: { reference: string; action: string; purpose: "order" | "follow_up" | "reversal"; original: string | null; processor: string; product_transaction_id: string; amount: string; state: "pending" | "approved" | "declined" | "unknown" | "reversed"; created_ts: number; reported_ts: number | null; ended_ts: number | null; taken_back_ts: number | null; stuck_ts: number | null; reason_code_id: number | null; verbiage: string | null; response_message: string | null; decline_class: string | null; advice_code: string | null; auth_code: string | null; auth_amount: string | null; processor_reference: string | null; asks: number; resolutions: ("given_back_outside" | "kept" | "approved" | "declined")[]; intervention: { resolution?: "given_back_outside" | "kept" | "approved" | "declined"; note?: string; user_id?: string | null; created_ts?: number } | null }[]
}

export interface GetTransactionbatchReportResult {
  /** The report. */
  report: { id: string; batch_num: number; product_transaction_id: string; processing_status_id: number; batch_close_ts: number | null; settlement_file_name: string | null; reconciled: boolean | null; net_amount: string; totals: { account_type: string | null; action: "sale" | "refund" | "blind_refund" | "void"; count: number; amount: string }[]; mismatches: { what: string; transaction_id: string | null; ours: string | null; theirs: string | null }[]; lines: { id: string; created_ts: number; action: "sale" | "refund" | "blind_refund" | "void"; account_type: string | null; first_six: string | null; last_four: string | null; order_num: string | null; auth_code: string | null; amount: string }[] }
}

export interface PreviewRecurringResult {
  /** What the command returns. */
  preview: { recurring_id: string; status: "active" | "on hold" | "ended"; payments: { run_date: string; notification_date: string | null; transaction_amount: string }[] }
}

export interface ListRecurringRunsResult {
  /** The dates, the latest one first. */
  runs: { run_date: string; result: "made" | "missed"; transaction_id: string | null }[]
}

export interface IsTerminalOnlineResult {
  /** What the command returns. */
  terminal: { id: string; online: true }
}

export interface GenerateTerminalagentKeyResult {
  /** What the command returns. */
  terminalagent: { id: string; agent_key: string }
}

export interface RotatePostbackconfigSecretResult {
  /** What the command returns. */
  postbackconfig: { id: string; signing_secret: string; old_secret_until_ts: number }
}

export interface PingPostbackconfigResult {
  /** What the command returns. */
  postbackconfig: { id: string; postback_log_id: string }
}

export interface ReplayPostbacksResult {
  /** What the command returns. */
  postbackconfig: { id: string; replayed: number }
}

export interface GetSalestaxResult {
  /** What the command returns. */
  salestax: { location_id: string; zip: string; amount: string; tax_rate: string; tax: string; total: string }
}

export interface QuoteSalestaxResult {
  /** What the command returns. */
  salestax: { location_id: string; zip: string; amount: string; tax_rate: string; tax: string; total: string }
}

export interface GenerateOauthclientSecretResult {
  /** What the command returns. */
  oauthclient: { id: string; client_id: string; client_secret: string }
}

/** Which page this is, and how the list is sorted. */
export interface Meta {
  /** Which part of the list this is. */
  pagination: { links: { self: Link; next?: Link; last?: Link }; totalCount: number; pageCount: number; currentPage: number; perPage: number }
  /** How the list is sorted. */
  sort: { attributes: { [name: string]: "asc" | "desc" } }
}

/** A link. */
export interface Link {
  /** An address of the API. */
  href: string
}

export interface TokenCreate {
  /** The login name; capitals make no difference. */
  username: string
  /** The password. */
  password: string
  /** The user's branding_domain_url. */
  domain: string
  /** A code of the app of a user with a second factor, or a recovery code; also as a header, second-factor. Where it is missing the answer is 401 with second-factor: required. */
  second_factor?: string | undefined
}

/** The token and whom it stands for. */
export interface Token {
  /** The user's id. */
  id?: string
  /** Minutes without use after which the token ends: 15. */
  expire?: number
  /** The first name of the user. */
  first_name?: string | null
  /** The last name of the user. */
  last_name?: string
  /** Passwords do not expire. */
  password_expire_ts?: null
  /** Now, in Unix seconds. */
  time?: number
  /** What to send as access-token; shown this once. */
  token?: string
  /** The login name. */
  username?: string
  /** Where the user works; what lies below it is visible too. */
  primary_location_id?: string
  /** The zone in which time words of filters are read. */
  timezone?: string
  /** The type of user, on which rights depend. */
  user_type_id?: number
}

/** The versions. */
export interface Version {
  /** The prefix of the paths: what works under it goes on working. */
  api: string
  /** Of the release: what breaks, what is added, what is mended. */
  number: string
}

/** What can be embedded. */
export type AccountvaultsExpand = 'location' | 'contact' | 'signature' | 'created_user' | 'product_transaction' | 'account_vault_cau_product_transaction' | 'account_vault_cau_logs' | 'changelogs' | 'microdeposits'

/** What list accountvaults can be asked. */
export type AccountvaultsQuery = Partial<Record<'id' | 'payment_method' | 'location_id' | 'contact_id' | 'title' | 'account_holder_name' | 'account_holder_name_contains' | 'first_six' | 'last_four' | 'exp_date' | 'expiring_in_months' | 'account_type' | 'is_company' | 'ach_sec_code' | 'billing_address' | 'billing_city' | 'billing_state' | 'billing_zip' | 'billing_phone' | 'account_vault_api_id' | 'accountvault_c1' | 'accountvault_c2' | 'accountvault_c3' | 'customer_id' | 'dl_number' | 'dl_state' | 'dob_year' | 'ssn4' | 'terms_agree' | 'terms_agree_ip' | 'has_recurring' | 'active' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'payment_method' | 'location_id' | 'contact_id' | 'title' | 'account_holder_name' | 'first_six' | 'last_four' | 'exp_date' | 'expiring_in_months' | 'account_type' | 'is_company' | 'ach_sec_code' | 'billing_address' | 'billing_city' | 'billing_state' | 'billing_zip' | 'billing_phone' | 'account_vault_api_id' | 'accountvault_c1' | 'accountvault_c2' | 'accountvault_c3' | 'customer_id' | 'dl_number' | 'dl_state' | 'dob_year' | 'ssn4' | 'terms_agree' | 'terms_agree_ip' | 'has_recurring' | 'active' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', AccountvaultsExpand>

/** What can be embedded. */
export type MicrodepositsExpand = 'account_vault' | 'location' | 'product_transaction' | 'changelogs'

/** What list microdeposits can be asked. */
export type MicrodepositsQuery = Partial<Record<'id' | 'location_id' | 'account_vault_id' | 'product_transaction_id' | 'status' | 'tries_left' | 'settle_date' | 'verified_ts' | 'verified_ts_from' | 'verified_ts_to' | 'reason_code_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'account_vault_id' | 'product_transaction_id' | 'status' | 'tries_left' | 'settle_date' | 'verified_ts' | 'reason_code_id' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', MicrodepositsExpand>

/** What can be embedded. */
export type TicketsExpand = 'location' | 'contact' | 'created_user'

/** What can be embedded. */
export type TransactionsExpand = 'account_vault' | 'all_tags' | 'contact' | 'developer_company' | 'created_user' | 'log_emails' | 'entrymode' | 'is_completable' | 'is_refundable' | 'is_reversible' | 'is_settled' | 'is_voidable' | 'location' | 'paylink' | 'hosted_payment_page' | 'postback_logs' | 'previous_transaction' | 'product_transaction' | 'quick_invoice' | 'reason_code' | 'recurring' | 'saved_account' | 'signature' | 'status' | 'surcharge' | 'surcharge_transaction' | 'tags' | 'terminal' | 'transaction_batch' | 'transaction_histories' | 'transaction_level3' | 'type' | 'changelogs'

/** What list transactions can be asked. */
export type TransactionsQuery = Partial<Record<'id' | 'payment_method' | 'account_vault_id' | 'recurring_id' | 'first_six' | 'last_four' | 'account_holder_name' | 'transaction_amount' | 'description' | 'transaction_code' | 'avs' | 'avs_enhanced' | 'batch' | 'item' | 'order_num' | 'timestamp' | 'timestamp_from' | 'timestamp_to' | 'verbiage' | 'transaction_settlement_status' | 'effective_date' | 'routing' | 'return_date' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'transaction_api_id' | 'terms_agree' | 'notification_email_address' | 'notification_email_sent' | 'response_message' | 'auth_amount' | 'status_id' | 'type_id' | 'reason_code_id' | 'location_id' | 'settle_date' | 'charge_back_date' | 'void_date' | 'account_type' | 'checkin_date' | 'checkout_date' | 'room_num' | 'room_rate' | 'advance_deposit' | 'no_show' | 'entry_mode_id' | 'emv_receipt_data' | 'folio_num' | 'customer_id' | 'customer_ip' | 'cvv_response' | 'auth_code' | 'product_transaction_id' | 'transaction_batch_id' | 'previous_transaction_id' | 'contact_id' | 'quick_invoice_id' | 'paylink_id' | 'hosted_payment_page_id' | 'terminal_id' | 'terminal_serial_number' | 'tax' | 'tip_amount' | 'subtotal_amount' | 'surcharge_amount' | 'billing_street' | 'billing_city' | 'billing_state' | 'billing_zip' | 'billing_phone' | 'service_address' | 'service_city' | 'service_state' | 'service_zip' | 'service_country' | 'po_number' | 'statement_descriptor' | 'clerk_number' | 'transaction_c1' | 'transaction_c2' | 'transaction_c3' | 'custom_data' | 'additional_amounts' | 'card_present' | 'ach_sec_code' | 'ach_identifier' | 'check_number' | 'wallet_id' | 'locale' | 'trx_source_id' | 'bill_payment' | 'recurring_number' | 'installment_number' | 'installment_total_count' | 'created_user_id' | 'modified_user_id' | 'auth' | 'is_recurring' | 'is_accountvault' | 'is_stuck' | 'recurring_flag' | 'tags', Filter>> & ListQuery<'id' | 'payment_method' | 'account_vault_id' | 'recurring_id' | 'first_six' | 'last_four' | 'account_holder_name' | 'transaction_amount' | 'description' | 'transaction_code' | 'avs' | 'avs_enhanced' | 'batch' | 'item' | 'order_num' | 'timestamp' | 'verbiage' | 'transaction_settlement_status' | 'effective_date' | 'routing' | 'return_date' | 'created_ts' | 'modified_ts' | 'transaction_api_id' | 'terms_agree' | 'notification_email_address' | 'notification_email_sent' | 'response_message' | 'auth_amount' | 'status_id' | 'type_id' | 'reason_code_id' | 'location_id' | 'settle_date' | 'charge_back_date' | 'void_date' | 'account_type' | 'checkin_date' | 'checkout_date' | 'room_num' | 'room_rate' | 'advance_deposit' | 'no_show' | 'entry_mode_id' | 'emv_receipt_data' | 'folio_num' | 'customer_id' | 'customer_ip' | 'cvv_response' | 'auth_code' | 'product_transaction_id' | 'transaction_batch_id' | 'previous_transaction_id' | 'contact_id' | 'quick_invoice_id' | 'paylink_id' | 'hosted_payment_page_id' | 'terminal_id' | 'terminal_serial_number' | 'tax' | 'tip_amount' | 'subtotal_amount' | 'surcharge_amount' | 'billing_street' | 'billing_city' | 'billing_state' | 'billing_zip' | 'billing_phone' | 'service_address' | 'service_city' | 'service_state' | 'service_zip' | 'service_country' | 'po_number' | 'statement_descriptor' | 'clerk_number' | 'transaction_c1' | 'transaction_c2' | 'transaction_c3' | 'custom_data' | 'additional_amounts' | 'card_present' | 'ach_sec_code' | 'ach_identifier' | 'check_number' | 'wallet_id' | 'locale' | 'trx_source_id' | 'bill_payment' | 'recurring_number' | 'installment_number' | 'installment_total_count' | 'created_user_id' | 'modified_user_id' | 'auth' | 'is_recurring' | 'is_accountvault' | 'is_stuck' | 'recurring_flag' | 'tags', TransactionsExpand>

/** What can be embedded. */
export type HostedpaymentpagesExpand = 'location' | 'product_transaction' | 'created_user' | 'modified_user' | 'payment_url' | 'transactions' | 'changelogs'

/** What list hostedpaymentpages can be asked. */
export type HostedpaymentpagesQuery = Partial<Record<'id' | 'user_id' | 'location_id' | 'product_transaction_id' | 'title' | 'redirect_url_delay' | 'min_payment_amount' | 'max_payment_amount' | 'redirect_url_on_approve' | 'redirect_url_on_decline' | 'field_configuration' | 'stylesheet_url' | 'parent_origin' | 'parent_send_message' | 'hide_optional_fields' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'user_id' | 'location_id' | 'product_transaction_id' | 'title' | 'redirect_url_delay' | 'min_payment_amount' | 'max_payment_amount' | 'redirect_url_on_approve' | 'redirect_url_on_decline' | 'field_configuration' | 'stylesheet_url' | 'parent_origin' | 'parent_send_message' | 'hide_optional_fields' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', HostedpaymentpagesExpand>

/** What can be embedded. */
export type QuickinvoicesExpand = 'contact' | 'email_blacklist' | 'sms_blacklist' | 'files' | 'location' | 'tags' | 'all_tags' | 'created_user' | 'modified_user' | 'quick_invoice_settings' | 'quick_invoice_views' | 'transactions' | 'log_emails' | 'log_sms' | 'payment_url' | 'cc_product_transaction' | 'ach_product_transaction' | 'changelogs'

/** What list quickinvoices can be asked. */
export type QuickinvoicesQuery = Partial<Record<'id' | 'location_id' | 'title' | 'title_contains' | 'due_date' | 'item_list' | 'cc_product_transaction_id' | 'ach_product_transaction_id' | 'contact_id' | 'customer_id' | 'dl_number' | 'dl_state' | 'dob_year' | 'ssn4' | 'email' | 'email_contains' | 'expire_date' | 'invoice_number' | 'item_header' | 'item_footer' | 'note' | 'allow_overpayment' | 'allow_partial_pay' | 'attach_files_to_email' | 'attach_pdf_to_email' | 'cell_phone' | 'send_text_to_pay' | 'notification_days_before_due_date' | 'notification_days_after_due_date' | 'notification_on_due_date' | 'send_email' | 'quick_invoice_api_id' | 'notification_email' | 'status_id' | 'payment_status_id' | 'amount_due' | 'remaining_balance' | 'single_payment_min_amount' | 'single_payment_max_amount' | 'quick_invoice_c1' | 'quick_invoice_c2' | 'quick_invoice_c3' | 'bank_funded_only_override' | 'auto_reopen' | 'is_active' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id' | 'active', Filter>> & ListQuery<'id' | 'location_id' | 'title' | 'due_date' | 'item_list' | 'cc_product_transaction_id' | 'ach_product_transaction_id' | 'contact_id' | 'customer_id' | 'dl_number' | 'dl_state' | 'dob_year' | 'ssn4' | 'email' | 'expire_date' | 'invoice_number' | 'item_header' | 'item_footer' | 'note' | 'allow_overpayment' | 'allow_partial_pay' | 'attach_files_to_email' | 'attach_pdf_to_email' | 'cell_phone' | 'send_text_to_pay' | 'notification_days_before_due_date' | 'notification_days_after_due_date' | 'notification_on_due_date' | 'send_email' | 'quick_invoice_api_id' | 'notification_email' | 'status_id' | 'payment_status_id' | 'amount_due' | 'remaining_balance' | 'single_payment_min_amount' | 'single_payment_max_amount' | 'quick_invoice_c1' | 'quick_invoice_c2' | 'quick_invoice_c3' | 'bank_funded_only_override' | 'auto_reopen' | 'is_active' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id' | 'active', QuickinvoicesExpand>

/** What list quickinvoice files can be asked. */
export type QuickinvoicesListFilesQuery = Partial<Record<'api_id' | 'location_id', Filter>> & ListQuery<never, never>

/** What can be embedded. */
export type PaylinksExpand = 'contact' | 'email_blacklist' | 'sms_blacklist' | 'location' | 'tags' | 'all_tags' | 'created_user' | 'transactions' | 'log_emails' | 'log_sms' | 'payment_url' | 'changelogs'

/** What list paylinks can be asked. */
export type PaylinksQuery = Partial<Record<'id' | 'location_id' | 'cc_product_transaction_id' | 'ach_product_transaction_id' | 'contact_id' | 'paylink_api_id' | 'amount_due' | 'email' | 'email_contains' | 'cell_phone' | 'delivery_method' | 'description' | 'expire_date' | 'paylink_action' | 'display_product_transaction_receipt_details' | 'display_billing_fields' | 'status_id' | 'active' | 'bank_funded_only_override' | 'store_token' | 'store_token_title' | 'redirect_url_on_approve' | 'redirect_url_on_decline' | 'redirect_url_delay' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'cc_product_transaction_id' | 'ach_product_transaction_id' | 'contact_id' | 'paylink_api_id' | 'amount_due' | 'email' | 'cell_phone' | 'delivery_method' | 'description' | 'expire_date' | 'paylink_action' | 'display_product_transaction_receipt_details' | 'display_billing_fields' | 'status_id' | 'active' | 'bank_funded_only_override' | 'store_token' | 'store_token_title' | 'redirect_url_on_approve' | 'redirect_url_on_decline' | 'redirect_url_delay' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', PaylinksExpand>

/** What can be embedded. */
export type RecurringsExpand = 'created_user' | 'account_vault' | 'transactions' | 'log_emails' | 'signature' | 'location' | 'contact' | 'tags' | 'all_tags' | 'product_transaction' | 'changelogs'

/** What list recurrings can be asked. */
export type RecurringsQuery = Partial<Record<'id' | 'account_vault_id' | 'location_id' | 'product_transaction_id' | 'transaction_amount' | 'interval' | 'interval_type' | 'start_date' | 'end_date' | 'next_run_date' | 'description' | 'installment_total_count' | 'installment_amount_total' | 'notification_days' | 'payment_method' | 'recurring_api_id' | 'recurring_c1' | 'recurring_c2' | 'recurring_c3' | 'active' | 'recurring_type_id' | 'status' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'account_vault_id' | 'location_id' | 'product_transaction_id' | 'transaction_amount' | 'interval' | 'interval_type' | 'start_date' | 'end_date' | 'next_run_date' | 'description' | 'installment_total_count' | 'installment_amount_total' | 'notification_days' | 'payment_method' | 'recurring_api_id' | 'recurring_c1' | 'recurring_c2' | 'recurring_c3' | 'active' | 'recurring_type_id' | 'status' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', RecurringsExpand>

/** What can be embedded. */
export type TagsExpand = 'created_user' | 'location' | 'changelogs'

/** What list tags can be asked. */
export type TagsQuery = Partial<Record<'id' | 'location_id' | 'title' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'title' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', TagsExpand>

/** What can be embedded. */
export type QuickInvoiceViewsExpand = 'quick_invoice'

/** What list quick_invoice_views can be asked. */
export type QuickInvoiceViewsQuery = Partial<Record<'id' | 'quick_invoice_id' | 'remote_ip' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'quick_invoice_id' | 'remote_ip' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', QuickInvoiceViewsExpand>

/** What can be embedded. */
export type QuickInvoiceSettingsExpand = 'location'

/** What list quick_invoice_settings can be asked. */
export type QuickInvoiceSettingsQuery = Partial<Record<'id' | 'location_id' | 'default_allow_partial_pay' | 'default_notification_on_due_date' | 'default_notification_days_after_due_date' | 'default_notification_days_before_due_date' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'default_allow_partial_pay' | 'default_notification_on_due_date' | 'default_notification_days_after_due_date' | 'default_notification_days_before_due_date' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', QuickInvoiceSettingsExpand>

/** What can be embedded. */
export type ContactsExpand = 'parent' | 'children' | 'created_user' | 'location' | 'notes' | 'user' | 'recurrings' | 'files' | 'email_blacklist' | 'sms_blacklist' | 'received_emails' | 'postback_logs' | 'is_deletable' | 'changelogs'

/** What list contacts can be asked. */
export type ContactsQuery = Partial<Record<'id' | 'location_id' | 'account_number' | 'contact_api_id' | 'company_name' | 'company_name_contains' | 'first_name' | 'first_name_contains' | 'last_name' | 'last_name_contains' | 'email' | 'email_contains' | 'address' | 'city' | 'state' | 'zip' | 'home_phone' | 'cell_phone' | 'office_phone' | 'office_ext_phone' | 'email_trx_receipt' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'date_of_birth' | 'header_message' | 'header_message_type' | 'contact_c1' | 'contact_c2' | 'contact_c3' | 'contact_balance' | 'locale' | 'header_message_type_id' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'account_number' | 'contact_api_id' | 'company_name' | 'first_name' | 'last_name' | 'email' | 'address' | 'city' | 'state' | 'zip' | 'home_phone' | 'cell_phone' | 'office_phone' | 'office_ext_phone' | 'email_trx_receipt' | 'created_ts' | 'modified_ts' | 'date_of_birth' | 'header_message' | 'header_message_type' | 'contact_c1' | 'contact_c2' | 'contact_c3' | 'contact_balance' | 'locale' | 'header_message_type_id' | 'created_user_id' | 'modified_user_id', ContactsExpand>

/** What list contact files can be asked. */
export type ContactsListFilesQuery = Partial<Record<'api_id' | 'location_id', Filter>> & ListQuery<never, never>

/** What can be embedded. */
export type NotesExpand = 'contact' | 'created_user' | 'visibility_group'

/** What list notes can be asked. */
export type NotesQuery = Partial<Record<'id' | 'resource_id' | 'resource' | 'visibility_group_id' | 'note' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'resource_id' | 'resource' | 'visibility_group_id' | 'note' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', NotesExpand>

/** What can be embedded. */
export type FilesExpand = 'created_user' | 'product_file'

/** What list files can be asked. */
export type FilesQuery = Partial<Record<'id' | 'resource_id' | 'resource' | 'product_file_id' | 'file_name' | 'file_extension' | 'file_size_bytes' | 'content_type' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'resource_id' | 'resource' | 'product_file_id' | 'file_name' | 'file_extension' | 'file_size_bytes' | 'content_type' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', FilesExpand>

/** What can be embedded. */
export type RefundapprovalsExpand = 'location' | 'product_transaction' | 'transaction' | 'refund_transaction' | 'created_user' | 'decided_user'

/** What list refundapprovals can be asked. */
export type RefundapprovalsQuery = Partial<Record<'id' | 'action' | 'product_transaction_id' | 'transaction_id' | 'last_four' | 'transaction_amount' | 'reason' | 'status' | 'expire_ts' | 'expire_ts_from' | 'expire_ts_to' | 'decided_ts' | 'decided_ts_from' | 'decided_ts_to' | 'decided_user_id' | 'refund_transaction_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'location_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'action' | 'product_transaction_id' | 'transaction_id' | 'last_four' | 'transaction_amount' | 'reason' | 'status' | 'expire_ts' | 'decided_ts' | 'decided_user_id' | 'refund_transaction_id' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'location_id' | 'modified_user_id', RefundapprovalsExpand>

/** What can be embedded. */
export type TransactionbatchesExpand = 'product_transaction' | 'changelogs'

/** What list transactionbatches can be asked. */
export type TransactionbatchesQuery = Partial<Record<'id' | 'batch_num' | 'product_transaction_id' | 'location_id' | 'processing_status_id' | 'is_open' | 'batch_close_ts' | 'batch_close_ts_from' | 'batch_close_ts_to' | 'settlement_file_name' | 'batch_close_detail' | 'total_sale_amount' | 'total_sale_count' | 'total_refund_amount' | 'total_refund_count' | 'total_void_amount' | 'total_void_count' | 'total_blind_refund_amount' | 'total_blind_refund_count' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'batch_num' | 'product_transaction_id' | 'location_id' | 'processing_status_id' | 'is_open' | 'batch_close_ts' | 'settlement_file_name' | 'batch_close_detail' | 'total_sale_amount' | 'total_sale_count' | 'total_refund_amount' | 'total_refund_count' | 'total_void_amount' | 'total_void_count' | 'total_blind_refund_amount' | 'total_blind_refund_count' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', TransactionbatchesExpand>

/** What can be embedded. */
export type DiscrepanciesExpand = 'location' | 'product_transaction' | 'transaction_batch' | 'transaction' | 'explained_user'

/** What list discrepancies can be asked. */
export type DiscrepanciesQuery = Partial<Record<'id' | 'location_id' | 'kind' | 'status' | 'product_transaction_id' | 'transaction_batch_id' | 'transaction_id' | 'reference' | 'processor' | 'ours' | 'theirs' | 'found_by' | 'times_found' | 'seen_ts' | 'seen_ts_from' | 'seen_ts_to' | 'note' | 'explained_ts' | 'explained_ts_from' | 'explained_ts_to' | 'explained_user_id' | 'gone_ts' | 'gone_ts_from' | 'gone_ts_to' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'kind' | 'status' | 'product_transaction_id' | 'transaction_batch_id' | 'transaction_id' | 'reference' | 'processor' | 'ours' | 'theirs' | 'found_by' | 'times_found' | 'seen_ts' | 'note' | 'explained_ts' | 'explained_user_id' | 'gone_ts' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', DiscrepanciesExpand>

/** What can be embedded. */
export type PostbackconfigsExpand = 'location' | 'product_transaction' | 'created_user' | 'basic_auth_username' | 'basic_auth_password' | 'signing_secret' | 'postback_logs' | 'changelogs'

/** What list postbackconfigs can be asked. */
export type PostbackconfigsQuery = Partial<Record<'id' | 'location_id' | 'resource' | 'on_create' | 'on_update' | 'on_delete' | 'url' | 'is_active' | 'format' | 'number_of_attempts' | 'attempt_interval' | 'expands' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'oauthgrant_id' | 'product_transaction_id' | 'disabled_ts' | 'disabled_ts_from' | 'disabled_ts_to' | 'disabled_reason' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'resource' | 'on_create' | 'on_update' | 'on_delete' | 'url' | 'is_active' | 'format' | 'number_of_attempts' | 'attempt_interval' | 'expands' | 'created_ts' | 'modified_ts' | 'oauthgrant_id' | 'product_transaction_id' | 'disabled_ts' | 'disabled_reason' | 'created_user_id' | 'modified_user_id', PostbackconfigsExpand>

/** What can be embedded. */
export type PostbacklogsExpand = 'attempts' | 'data' | 'location' | 'postback_config' | 'replay_of'

/** What list postbacklogs can be asked. */
export type PostbacklogsQuery = Partial<Record<'id' | 'location_id' | 'postback_config_id' | 'resource' | 'type' | 'resource_id' | 'postback_status_id' | 'number_of_attempts' | 'next_run_ts' | 'next_run_ts_from' | 'next_run_ts_to' | 'message_id' | 'replay_of_id' | 'url' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'postback_config_id' | 'resource' | 'type' | 'resource_id' | 'postback_status_id' | 'number_of_attempts' | 'next_run_ts' | 'message_id' | 'replay_of_id' | 'url' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', PostbacklogsExpand>

/** What can be embedded. */
export type PostbackattemptsExpand = 'postback_config' | 'postback_log'

/** What list postbackattempts can be asked. */
export type PostbackattemptsQuery = Partial<Record<'id' | 'location_id' | 'postback_config_id' | 'postback_log_id' | 'number_of_attempts' | 'succeeded' | 'url' | 'request_headers' | 'response_status' | 'response_headers' | 'response_body' | 'error' | 'duration_ms' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'postback_config_id' | 'postback_log_id' | 'number_of_attempts' | 'succeeded' | 'url' | 'request_headers' | 'response_status' | 'response_headers' | 'response_body' | 'error' | 'duration_ms' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', PostbackattemptsExpand>

/** What list reasoncodes can be asked. */
export type ReasoncodesQuery = Partial<Record<'id' | 'title' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'title' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', never>

/** What can be embedded. */
export type TerminalsExpand = 'terminal_agent' | 'terminal_routers' | 'has_terminal_routers' | 'location' | 'created_user' | 'terminal_application' | 'terminal_cvm' | 'terminal_manufacturer' | 'default_product_transaction' | 'changelogs'

/** What list terminals can be asked. */
export type TerminalsQuery = Partial<Record<'id' | 'location_id' | 'terminal_manufacturer_id' | 'terminal_application_id' | 'title' | 'serial_number' | 'default_product_transaction_id' | 'terminal_cvm_id' | 'terminal_agent_id' | 'mac_address' | 'local_ip_address' | 'port' | 'terminal_number' | 'terminal_api_id' | 'debit' | 'emv' | 'cashback_enable' | 'print_enable' | 'sig_capture_enable' | 'tip_enable' | 'is_provisioned' | 'validated_decryption' | 'active' | 'communication_type' | 'header_line1' | 'header_line2' | 'header_line3' | 'header_line4' | 'header_line5' | 'trailer_line1' | 'trailer_line2' | 'trailer_line3' | 'trailer_line4' | 'trailer_line5' | 'default_checkin' | 'default_checkout' | 'default_room_rate' | 'default_room_number' | 'terminal_timeouts' | 'tip_percents' | 'last_registration_ts' | 'last_registration_ts_from' | 'last_registration_ts_to' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'terminal_manufacturer_id' | 'terminal_application_id' | 'title' | 'serial_number' | 'default_product_transaction_id' | 'terminal_cvm_id' | 'terminal_agent_id' | 'mac_address' | 'local_ip_address' | 'port' | 'terminal_number' | 'terminal_api_id' | 'debit' | 'emv' | 'cashback_enable' | 'print_enable' | 'sig_capture_enable' | 'tip_enable' | 'is_provisioned' | 'validated_decryption' | 'active' | 'communication_type' | 'header_line1' | 'header_line2' | 'header_line3' | 'header_line4' | 'header_line5' | 'trailer_line1' | 'trailer_line2' | 'trailer_line3' | 'trailer_line4' | 'trailer_line5' | 'default_checkin' | 'default_checkout' | 'default_room_rate' | 'default_room_number' | 'terminal_timeouts' | 'tip_percents' | 'last_registration_ts' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', TerminalsExpand>

/** What can be embedded. */
export type TerminalrunsExpand = 'terminal' | 'transaction' | 'account_vault' | 'contact' | 'location'

/** What list terminalruns can be asked. */
export type TerminalrunsQuery = Partial<Record<'id' | 'location_id' | 'terminal_id' | 'action' | 'status' | 'result' | 'step' | 'message' | 'transaction_amount' | 'transaction_api_id' | 'contact_id' | 'product_transaction_id' | 'transaction_id' | 'account_vault_id' | 'cancel_ts' | 'cancel_ts_from' | 'cancel_ts_to' | 'abandoned_ts' | 'abandoned_ts_from' | 'abandoned_ts_to' | 'deadline_ts' | 'deadline_ts_from' | 'deadline_ts_to' | 'ended_ts' | 'ended_ts_from' | 'ended_ts_to' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'terminal_id' | 'action' | 'status' | 'result' | 'step' | 'message' | 'transaction_amount' | 'transaction_api_id' | 'contact_id' | 'product_transaction_id' | 'transaction_id' | 'account_vault_id' | 'cancel_ts' | 'abandoned_ts' | 'deadline_ts' | 'ended_ts' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', TerminalrunsExpand>

/** What can be embedded. */
export type TerminalagentsExpand = 'location' | 'terminals'

/** What list terminalagents can be asked. */
export type TerminalagentsQuery = Partial<Record<'id' | 'location_id' | 'title' | 'active' | 'version' | 'last_seen_ts' | 'last_seen_ts_from' | 'last_seen_ts_to' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'title' | 'active' | 'version' | 'last_seen_ts' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', TerminalagentsExpand>

/** What list terminalapplications can be asked. */
export type TerminalapplicationsQuery = Partial<Record<'id' | 'title' | 'description' | 'standalone' | 'emv_capable' | 'nfc_capable' | 'pin_capable' | 'print_capable' | 'msr_capable' | 'sig_capture_capable' | 'mpos_terminal' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'title' | 'description' | 'standalone' | 'emv_capable' | 'nfc_capable' | 'pin_capable' | 'print_capable' | 'msr_capable' | 'sig_capture_capable' | 'mpos_terminal' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', never>

/** What can be embedded. */
export type TerminalcvmsExpand = 'terminal_manufacturer'

/** What list terminalcvms can be asked. */
export type TerminalcvmsQuery = Partial<Record<'id' | 'terminal_manufacturer_code' | 'title' | 'contact_data' | 'contactless_data' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'terminal_manufacturer_code' | 'title' | 'contact_data' | 'contactless_data' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', TerminalcvmsExpand>

/** What can be embedded. */
export type TerminalinfosExpand = 'location' | 'terminal_manufacturer'

/** What list terminalinfos can be asked. */
export type TerminalinfosQuery = Partial<Record<'id' | 'location_id' | 'local_ip_address' | 'port' | 'title' | 'serial_number' | 'active', Filter>> & ListQuery<'id' | 'location_id' | 'local_ip_address' | 'port' | 'title' | 'serial_number' | 'active', TerminalinfosExpand>

/** What list terminalmanufacturers can be asked. */
export type TerminalmanufacturersQuery = Partial<Record<'id' | 'title' | 'idtype' | 'code' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'title' | 'idtype' | 'code' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', never>

/** What can be embedded. */
export type ScannersExpand = 'scanner_model' | 'location' | 'created_user' | 'scanner_manufacturer'

/** What list scanners can be asked. */
export type ScannersQuery = Partial<Record<'id' | 'title' | 'serial_number' | 'scanner_model_id' | 'location_id' | 'active' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'title' | 'serial_number' | 'scanner_model_id' | 'location_id' | 'active' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', ScannersExpand>

/** What can be embedded. */
export type ScannermodelsExpand = 'scanner_manufacturer'

/** What list scannermodels can be asked. */
export type ScannermodelsQuery = Partial<Record<'id' | 'title' | 'scanner_manufacturer_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'title' | 'scanner_manufacturer_id' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', ScannermodelsExpand>

/** What list scannermanufacturers can be asked. */
export type ScannermanufacturersQuery = Partial<Record<'id' | 'title' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'title' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', never>

/** What can be embedded. */
export type DevicetermsExpand = 'created_user' | 'location' | 'terminal' | 'reason_code' | 'signature'

/** What list deviceterms can be asked. */
export type DevicetermsQuery = Partial<Record<'id' | 'location_id' | 'terminal_id' | 'require_signature' | 'terms_conditions' | 'device_terms_api_id' | 'device_term_api_id' | 'reason_code_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'created_user_id' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'terminal_id' | 'require_signature' | 'terms_conditions' | 'device_terms_api_id' | 'device_term_api_id' | 'reason_code_id' | 'created_ts' | 'created_user_id' | 'modified_ts' | 'modified_user_id', DevicetermsExpand>

/** What can be embedded. */
export type SignaturesExpand = 'created_user'

/** What list signatures can be asked. */
export type SignaturesQuery = Partial<Record<'id' | 'resource_id' | 'resource' | 'signature' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'resource_id' | 'resource' | 'signature' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', SignaturesExpand>

/** What can be embedded. */
export type LocationsExpand = 'branding_domain' | 'created_user' | 'developer_company' | 'product_transactions' | 'product_recurring' | 'product_file' | 'parent' | 'children' | 'terminal' | 'tags' | 'changelogs'

/** What list locations can be asked. */
export type LocationsQuery = Partial<Record<'id' | 'parent_id' | 'name' | 'aba' | 'dda' | 'account_number' | 'address1' | 'address2' | 'city' | 'state' | 'zip_code' | 'office_phone' | 'office_ext_phone' | 'fax' | 'tz' | 'branding_domain_id' | 'branding_domain_title' | 'branding_domain_url' | 'contact_email_trx_receipt_default' | 'default_ach' | 'default_cc' | 'developer_company_id' | 'email_reply_to' | 'location_api_id' | 'location_c1' | 'location_c2' | 'location_c3' | 'receipt_logo' | 'recurring_notification_days_default' | 'show_contact_files' | 'show_contact_notes' | 'form_data_hash_required' | 'form_opens_once' | 'sso_signature_required' | 'ticket_origins' | 'password_min_length' | 'password_history' | 'user_inactive_days' | 'second_factor_of' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'parent_id' | 'name' | 'aba' | 'dda' | 'account_number' | 'address1' | 'address2' | 'city' | 'state' | 'zip_code' | 'office_phone' | 'office_ext_phone' | 'fax' | 'tz' | 'branding_domain_id' | 'branding_domain_title' | 'branding_domain_url' | 'contact_email_trx_receipt_default' | 'default_ach' | 'default_cc' | 'developer_company_id' | 'email_reply_to' | 'location_api_id' | 'location_c1' | 'location_c2' | 'location_c3' | 'receipt_logo' | 'recurring_notification_days_default' | 'show_contact_files' | 'show_contact_notes' | 'form_data_hash_required' | 'form_opens_once' | 'sso_signature_required' | 'ticket_origins' | 'password_min_length' | 'password_history' | 'user_inactive_days' | 'second_factor_of' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', LocationsExpand>

/** What can be embedded. */
export type ProducttransactionsExpand = 'location' | 'surcharge' | 'created_user' | 'changelogs'

/** What list producttransactions can be asked. */
export type ProducttransactionsQuery = Partial<Record<'id' | 'location_id' | 'title' | 'payment_method' | 'processor' | 'processor_version' | 'industry_type' | 'mcc' | 'merchant_id' | 'terminal_id' | 'account_number' | 'active' | 'tz' | 'current_batch' | 'batch_auto_settle' | 'batch_settle_hour' | 'current_stan' | 'product_transaction_api_id' | 'portfolio_id' | 'sales_office_id' | 'partner' | 'default_transaction_type' | 'card_type_visa' | 'card_type_mc' | 'card_type_disc' | 'card_type_amex' | 'card_type_diners' | 'card_type_jcb' | 'card_type_ebt' | 'vt_enable' | 'vt_cvv' | 'vt_require_cvv' | 'vt_street' | 'vt_zip' | 'vt_order_num' | 'vt_require_street' | 'vt_require_zip' | 'vt_enable_tip' | 'vt_enable_sales_tax' | 'vt_override_sales_tax_allowed' | 'vt_clerk_number' | 'vt_billing_phone' | 'vt_show_custom_fields' | 'auto_decline_cvv' | 'auto_decline_street' | 'auto_decline_zip' | 'auto_decline_cavv' | 'allow_partial_authorization' | 'allow_recurring_partial_authorization' | 'refund_approval_amount' | 'allow_blind_refund' | 'require_cvv_on_keyed_cnp' | 'require_cvv_on_tokenized_cnp' | 'dup_check_per_batch' | 'velocity_settings' | 'ach_allow_debit' | 'ach_allow_credit' | 'ach_allow_refund' | 'debit_allow_void' | 'processor_data' | 'processor_rules' | 'run_avs_on_accountvault_create' | 'accountvault_expire_notification_email_enable' | 'cau_subscribe_type_id' | 'cau_account_number' | 'quick_invoice_allow' | 'quick_invoice_text_to_pay' | 'paylink_allow' | 'level3_allow' | 'level3_default' | 'hosted_payment_page_allow' | 'hosted_payment_page_max_allowed' | 'sms_enable' | 'split_payments_allow' | 'bank_funded_only' | 'surcharge_id' | 'tax_surcharge_config' | 'display_avs' | 'statement_descriptor' | 'receipt_header' | 'receipt_footer' | 'receipt_add_account_above_signature' | 'receipt_add_recurring_above_signature' | 'receipt_vt_above_signature' | 'receipt_logo' | 'receipt_show_contact_name' | 'receipt_show_custom_fields' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'title' | 'payment_method' | 'processor' | 'processor_version' | 'industry_type' | 'mcc' | 'merchant_id' | 'terminal_id' | 'account_number' | 'active' | 'tz' | 'current_batch' | 'batch_auto_settle' | 'batch_settle_hour' | 'current_stan' | 'product_transaction_api_id' | 'portfolio_id' | 'sales_office_id' | 'partner' | 'default_transaction_type' | 'card_type_visa' | 'card_type_mc' | 'card_type_disc' | 'card_type_amex' | 'card_type_diners' | 'card_type_jcb' | 'card_type_ebt' | 'vt_enable' | 'vt_cvv' | 'vt_require_cvv' | 'vt_street' | 'vt_zip' | 'vt_order_num' | 'vt_require_street' | 'vt_require_zip' | 'vt_enable_tip' | 'vt_enable_sales_tax' | 'vt_override_sales_tax_allowed' | 'vt_clerk_number' | 'vt_billing_phone' | 'vt_show_custom_fields' | 'auto_decline_cvv' | 'auto_decline_street' | 'auto_decline_zip' | 'auto_decline_cavv' | 'allow_partial_authorization' | 'allow_recurring_partial_authorization' | 'refund_approval_amount' | 'allow_blind_refund' | 'require_cvv_on_keyed_cnp' | 'require_cvv_on_tokenized_cnp' | 'dup_check_per_batch' | 'velocity_settings' | 'ach_allow_debit' | 'ach_allow_credit' | 'ach_allow_refund' | 'debit_allow_void' | 'processor_data' | 'processor_rules' | 'run_avs_on_accountvault_create' | 'accountvault_expire_notification_email_enable' | 'cau_subscribe_type_id' | 'cau_account_number' | 'quick_invoice_allow' | 'quick_invoice_text_to_pay' | 'paylink_allow' | 'level3_allow' | 'level3_default' | 'hosted_payment_page_allow' | 'hosted_payment_page_max_allowed' | 'sms_enable' | 'split_payments_allow' | 'bank_funded_only' | 'surcharge_id' | 'tax_surcharge_config' | 'display_avs' | 'statement_descriptor' | 'receipt_header' | 'receipt_footer' | 'receipt_add_account_above_signature' | 'receipt_add_recurring_above_signature' | 'receipt_vt_above_signature' | 'receipt_logo' | 'receipt_show_contact_name' | 'receipt_show_custom_fields' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', ProducttransactionsExpand>

/** What can be embedded. */
export type SurchargesExpand = 'location' | 'product_transactions' | 'created_user' | 'changelogs'

/** What list surcharges can be asked. */
export type SurchargesQuery = Partial<Record<'id' | 'location_id' | 'title' | 'surcharge_label' | 'surcharge_fee' | 'surcharge_rate' | 'min_fee_amount' | 'max_fee_amount' | 'max_transaction_amount' | 'surcharge_on_recurring' | 'refund_surcharges' | 'run_as_separate_transaction' | 'apply_to_user_type_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'title' | 'surcharge_label' | 'surcharge_fee' | 'surcharge_rate' | 'min_fee_amount' | 'max_fee_amount' | 'max_transaction_amount' | 'surcharge_on_recurring' | 'refund_surcharges' | 'run_as_separate_transaction' | 'apply_to_user_type_id' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', SurchargesExpand>

/** What can be embedded. */
export type UsersExpand = 'created_user' | 'primary_location' | 'contact' | 'branding_domain' | 'changelogs'

/** What list users can be asked. */
export type UsersQuery = Partial<Record<'id' | 'username' | 'first_name' | 'last_name' | 'company_name' | 'email' | 'address' | 'city' | 'state' | 'zip' | 'cell_phone' | 'home_phone' | 'office_phone' | 'office_ext_phone' | 'account_number' | 'date_of_birth' | 'contact_id' | 'domain_id' | 'branding_domain_url' | 'primary_location_id' | 'user_type_id' | 'status_id' | 'status' | 'email_trx_receipt' | 'locale' | 'tz' | 'requires_new_password' | 'login_attempts' | 'last_login_ts' | 'last_login_ts_from' | 'last_login_ts_to' | 'current_login' | 'current_login_ip' | 'terms_accepted_ts' | 'terms_accepted_ts_from' | 'terms_accepted_ts_to' | 'terms_agree_ip' | 'terms_condition_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'ui_prefs' | 'forms_only' | 'user_api_key_ts' | 'user_api_key_ts_from' | 'user_api_key_ts_to' | 'user_api_key_scope' | 'user_api_key_expire_ts' | 'user_api_key_expire_ts_from' | 'user_api_key_expire_ts_to' | 'user_api_key_addresses' | 'user_hash_key_ts' | 'user_hash_key_ts_from' | 'user_hash_key_ts_to' | 'user_hash_key_expire_ts' | 'user_hash_key_expire_ts_from' | 'user_hash_key_expire_ts_to' | 'modified_user_id', Filter>> & ListQuery<'id' | 'username' | 'first_name' | 'last_name' | 'company_name' | 'email' | 'address' | 'city' | 'state' | 'zip' | 'cell_phone' | 'home_phone' | 'office_phone' | 'office_ext_phone' | 'account_number' | 'date_of_birth' | 'contact_id' | 'domain_id' | 'branding_domain_url' | 'primary_location_id' | 'user_type_id' | 'status_id' | 'status' | 'email_trx_receipt' | 'locale' | 'tz' | 'requires_new_password' | 'login_attempts' | 'last_login_ts' | 'current_login' | 'current_login_ip' | 'terms_accepted_ts' | 'terms_agree_ip' | 'terms_condition_id' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'ui_prefs' | 'forms_only' | 'user_api_key_ts' | 'user_api_key_scope' | 'user_api_key_expire_ts' | 'user_api_key_addresses' | 'user_hash_key_ts' | 'user_hash_key_expire_ts' | 'modified_user_id', UsersExpand>

/** What can be embedded. */
export type AuthroleusersExpand = 'user'

/** What list authroleusers can be asked. */
export type AuthroleusersQuery = Partial<Record<'id' | 'user_id' | 'auth_role_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'user_id' | 'auth_role_id' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', AuthroleusersExpand>

/** What can be embedded. */
export type LocationinfosExpand = 'product_transactions' | 'product_file' | 'product_accountvault' | 'product_recurring' | 'branding_domain' | 'surcharges' | 'terminals' | 'tags'

/** What list locationinfos can be asked. */
export type LocationinfosQuery = Partial<Record<'relationship' | 'product_transaction_active' | 'id' | 'name' | 'address1' | 'address2' | 'city' | 'state' | 'zip' | 'office_phone' | 'office_ext_phone' | 'fax' | 'tz' | 'branding_domain_url' | 'default_cc' | 'default_ach' | 'contact_email_trx_receipt_default' | 'show_contact_notes' | 'show_contact_files' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'name' | 'address1' | 'address2' | 'city' | 'state' | 'zip' | 'office_phone' | 'office_ext_phone' | 'fax' | 'tz' | 'branding_domain_url' | 'default_cc' | 'default_ach' | 'contact_email_trx_receipt_default' | 'show_contact_notes' | 'show_contact_files' | 'created_user_id' | 'modified_user_id', LocationinfosExpand>

/** What can be embedded. */
export type ProductfilesExpand = 'location'

/** What list productfiles can be asked. */
export type ProductfilesQuery = Partial<Record<'free_bytes' | 'byte_increment' | 'increment_cost' | 'monthly_fee' | 'max_file_size_bytes' | 'id' | 'title' | 'location_id' | 'product_file_credential_id' | 'container' | 'file_ext_allowed' | 'created_user_id' | 'modified_user_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'active', Filter>> & ListQuery<'free_bytes' | 'byte_increment' | 'increment_cost' | 'monthly_fee' | 'max_file_size_bytes' | 'id' | 'title' | 'location_id' | 'product_file_credential_id' | 'container' | 'file_ext_allowed' | 'created_user_id' | 'modified_user_id' | 'created_ts' | 'modified_ts' | 'active', ProductfilesExpand>

/** What can be embedded. */
export type ProductaccountvaultsExpand = 'location'

/** What list productaccountvaults can be asked. */
export type ProductaccountvaultsQuery = Partial<Record<'id' | 'title' | 'location_id' | 'created_user_id' | 'modified_user_id' | 'billing_location_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'active', Filter>> & ListQuery<'id' | 'title' | 'location_id' | 'created_user_id' | 'modified_user_id' | 'billing_location_id' | 'created_ts' | 'modified_ts' | 'active', ProductaccountvaultsExpand>

/** What can be embedded. */
export type ProductrecurringsExpand = 'location'

/** What list productrecurrings can be asked. */
export type ProductrecurringsQuery = Partial<Record<'id' | 'title' | 'location_id' | 'created_user_id' | 'modified_user_id' | 'billing_location_id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'send_declined_notifications' | 'require_full_payment' | 'active', Filter>> & ListQuery<'id' | 'title' | 'location_id' | 'created_user_id' | 'modified_user_id' | 'billing_location_id' | 'created_ts' | 'modified_ts' | 'send_declined_notifications' | 'require_full_payment' | 'active', ProductrecurringsExpand>

/** What can be embedded. */
export type SalestaxratesExpand = 'created_user' | 'location'

/** What list salestaxrates can be asked. */
export type SalestaxratesQuery = Partial<Record<'id' | 'location_id' | 'zip' | 'tax_rate' | 'title' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'zip' | 'tax_rate' | 'title' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', SalestaxratesExpand>

/** What can be embedded. */
export type OauthclientsExpand = 'created_user'

/** What list oauthclients can be asked. */
export type OauthclientsQuery = Partial<Record<'id' | 'name' | 'description' | 'homepage_url' | 'redirect_urls' | 'is_public' | 'rotates_refresh_token' | 'logo' | 'active' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id' | 'client_id', Filter>> & ListQuery<'id' | 'name' | 'description' | 'homepage_url' | 'redirect_urls' | 'is_public' | 'rotates_refresh_token' | 'logo' | 'active' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id' | 'client_id', OauthclientsExpand>

/** What can be embedded. */
export type OauthgrantsExpand = 'user' | 'oauthclient' | 'location' | 'postback_configs'

/** What list oauthgrants can be asked. */
export type OauthgrantsQuery = Partial<Record<'id' | 'location_id' | 'user_id' | 'oauthclient_id' | 'name' | 'scope' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'user_id' | 'oauthclient_id' | 'name' | 'scope' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', OauthgrantsExpand>

/** What can be embedded. */
export type AlertsExpand = 'location'

/** What list alerts can be asked. */
export type AlertsQuery = Partial<Record<'id' | 'location_id' | 'matter' | 'subject' | 'says' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'matter' | 'subject' | 'says' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', AlertsExpand>

/** What can be embedded. */
export type LogEmailsExpand = 'location'

/** What list log_emails can be asked. */
export type LogEmailsQuery = Partial<Record<'id' | 'location_id' | 'subject' | 'body' | 'source_address' | 'return_path' | 'provider_id' | 'domain_id' | 'reason_sent' | 'reason_model' | 'reason_model_id' | 'reply_to' | 'recipient' | 'recipient_contains' | 'status' | 'detail' | 'attempts' | 'sent_ts' | 'sent_ts_from' | 'sent_ts_to' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'subject' | 'body' | 'source_address' | 'return_path' | 'provider_id' | 'domain_id' | 'reason_sent' | 'reason_model' | 'reason_model_id' | 'reply_to' | 'recipient' | 'status' | 'detail' | 'attempts' | 'sent_ts' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', LogEmailsExpand>

/** What can be embedded. */
export type LogSmsesExpand = 'location'

/** What list log_smses can be asked. */
export type LogSmsesQuery = Partial<Record<'id' | 'location_id' | 'body' | 'sender' | 'recipient' | 'provider_id' | 'reason_sent' | 'reason_model' | 'reason_model_id' | 'status' | 'detail' | 'attempts' | 'sent_ts' | 'sent_ts_from' | 'sent_ts_to' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'location_id' | 'body' | 'sender' | 'recipient' | 'provider_id' | 'reason_sent' | 'reason_model' | 'reason_model_id' | 'status' | 'detail' | 'attempts' | 'sent_ts' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', LogSmsesExpand>

/** What can be embedded. */
export type EmailBlacklistsExpand = 'created_user'

/** What list email_blacklists can be asked. */
export type EmailBlacklistsQuery = Partial<Record<'id' | 'email' | 'is_blacklisted' | 'detail' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'email' | 'is_blacklisted' | 'detail' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', EmailBlacklistsExpand>

/** What can be embedded. */
export type SmsBlacklistsExpand = 'created_user'

/** What list sms_blacklists can be asked. */
export type SmsBlacklistsQuery = Partial<Record<'id' | 'cell_phone' | 'is_blacklisted' | 'detail' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'cell_phone' | 'is_blacklisted' | 'detail' | 'created_ts' | 'modified_ts' | 'created_user_id' | 'modified_user_id', SmsBlacklistsExpand>

/** What can be embedded. */
export type ChangelogsExpand = 'location'

/** What list changelogs can be asked. */
export type ChangelogsQuery = Partial<Record<'id' | 'created_ts' | 'created_ts_from' | 'created_ts_to' | 'action' | 'model' | 'model_id' | 'user_id' | 'location_id' | 'verb' | 'method' | 'credential' | 'address' | 'request_id' | 'modified_ts' | 'modified_ts_from' | 'modified_ts_to' | 'created_user_id' | 'modified_user_id', Filter>> & ListQuery<'id' | 'created_ts' | 'action' | 'model' | 'model_id' | 'user_id' | 'location_id' | 'verb' | 'method' | 'credential' | 'address' | 'request_id' | 'modified_ts' | 'created_user_id' | 'modified_user_id', ChangelogsExpand>

/** A stored card or bank account. Its number is sealed; payments name the record instead of the number. */
export interface AccountvaultsResource {
  /** Creates the record and returns it. */
  create(fields: AccountvaultCreate, options?: RequestOptions & { expand?: readonly AccountvaultsExpand[] | undefined }): Promise<Accountvault>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: AccountvaultsQuery, options?: RequestOptions): List<Accountvault>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly AccountvaultsExpand[] | undefined }): Promise<Accountvault>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: AccountvaultUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly AccountvaultsExpand[] | undefined }): Promise<Accountvault>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
  /** Sends two credits below a dollar and one debit of their sum to the bank account, described as ACCTVERIFY. */
  sendMicrodeposits(id: string | number, fields?: SendAccountvaultMicrodepositsInput, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<Microdeposit>
  /** Takes the two amounts that were sent, in either order. Wrong ones are 422 and counted; after three the account is locked. */
  verifyMicrodeposits(id: string | number, fields: VerifyAccountvaultMicrodepositsInput, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<Microdeposit>
  /** What the first digits of the card tell about it: its issuer, its product, how it is funded. Bank accounts have none: 422. */
  getBininfo(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<GetAccountvaultBininfoResult>
}

/** A verification of a stored bank account by two small amounts that its holder reads on a statement. */
export interface MicrodepositsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: MicrodepositsQuery, options?: RequestOptions): List<Microdeposit>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly MicrodepositsExpand[] | undefined }): Promise<Microdeposit>
}

/** Stands once, and for minutes, for an account that a payment or a vault is made of. */
export interface TicketsResource {
  /** Creates the record and returns it. */
  create(fields: TicketCreate, options?: RequestOptions & { expand?: readonly TicketsExpand[] | undefined }): Promise<Ticket>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly TicketsExpand[] | undefined }): Promise<Ticket>
}

/** One payment with the processor, from the request to what finally became of it. status_id tells the result. */
export interface TransactionsResource {
  /** Creates the record and returns it. */
  create(fields: TransactionCreate, options?: RequestOptions & { expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TransactionsQuery, options?: RequestOptions): List<Transaction>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: TransactionUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** Changes the fields that are sent and leaves all others as they are. */
  void(id: string | number, fields?: Omit<TransactionUpdate, 'action'>, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** Changes the fields that are sent and leaves all others as they are. */
  authcomplete(id: string | number, fields?: Omit<TransactionUpdate, 'action'>, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** Changes the fields that are sent and leaves all others as they are. */
  authincrement(id: string | number, fields?: Omit<TransactionUpdate, 'action'>, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** Changes the fields that are sent and leaves all others as they are. */
  partialreversal(id: string | number, fields?: Omit<TransactionUpdate, 'action'>, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** Changes the fields that are sent and leaves all others as they are. */
  tipadjust(id: string | number, fields?: Omit<TransactionUpdate, 'action'>, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
  /** What the first digits of the card tell about it: its issuer, its product, how it is funded. Bank accounts have none: 422. */
  getBininfo(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<GetTransactionBininfoResult>
  /** Makes a bank payment in place of one that was voided today, with another amount or from another check. Returns the new one. */
  updateAch(id: string | number, fields?: UpdateAchTransactionInput, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<Transaction>
  /** Voids a bank payment (TEL, POP or C21) that was refused today with reason 1663, and makes it again with the approval of a manager. Takes no fields. Returns the new one. */
  override(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<Transaction>
  /** Lists every request to the processor about the transaction, oldest first, with its answer, and what a person has decided. GET /v2/transactions?is_stuck=1 lists the transactions that wait for a person. */
  listAttempts(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<ListTransactionAttemptsResult>
  /** Decides about a transaction that is_stuck, where the processor refuses to take an approval back or gives no answer any more. The same decision again changes nothing. */
  resolve(id: string | number, fields: ResolveTransactionInput, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TransactionsExpand[] | undefined }): Promise<Transaction>
}

/** A page on which payers pay a merchant who needs no software for it. */
export interface HostedpaymentpagesResource {
  /** Creates the record and returns it. */
  create(fields: HostedpaymentpageCreate, options?: RequestOptions & { expand?: readonly HostedpaymentpagesExpand[] | undefined }): Promise<Hostedpaymentpage>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: HostedpaymentpagesQuery, options?: RequestOptions): List<Hostedpaymentpage>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly HostedpaymentpagesExpand[] | undefined }): Promise<Hostedpaymentpage>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: HostedpaymentpageUpdate, options?: RequestOptions & { expand?: readonly HostedpaymentpagesExpand[] | undefined }): Promise<Hostedpaymentpage>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
  /** Gives the page a new encryption key. Links that were made with the old one open no more. */
  generateKey(id: string | number, options?: RequestOptions & { expand?: readonly HostedpaymentpagesExpand[] | undefined }): Promise<Hostedpaymentpage>
}

/** A request for payment of listed items, which its recipient pays on a page of its own. */
export interface QuickinvoicesResource {
  /** Creates the record and returns it. */
  create(fields: QuickinvoiceCreate & { files?: readonly Blob[] | undefined }, options?: RequestOptions & { expand?: readonly QuickinvoicesExpand[] | undefined }): Promise<Quickinvoice>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: QuickinvoicesQuery, options?: RequestOptions): List<Quickinvoice>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly QuickinvoicesExpand[] | undefined }): Promise<Quickinvoice>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: QuickinvoiceUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly QuickinvoicesExpand[] | undefined }): Promise<Quickinvoice>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
  /** Opens a closed quick invoice again. */
  reopen(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly QuickinvoicesExpand[] | undefined }): Promise<Quickinvoice>
  /** Sends the notification again, by e-mail and SMS as far as there is an address. */
  resend(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; sms?: 0 | 1 | undefined; email?: 0 | 1 | undefined }): Promise<void>
  /** The invoice as a PDF to print, in the language of its contact: Letter in North America, else A4. */
  getPdf(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<Blob>
  /** Counts a transaction that was paid through another medium as a payment of this invoice. */
  addTransaction(id: string | number, fields: AddQuickinvoiceTransactionInput, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly QuickinvoicesExpand[] | undefined }): Promise<Quickinvoice>
  /** Takes a transaction off this invoice. */
  removeTransaction(id: string | number, fields: RemoveQuickinvoiceTransactionInput, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly QuickinvoicesExpand[] | undefined }): Promise<Quickinvoice>
  /** Attaches a file, sent as the part `file[file]` of a multipart body. */
  attachFile(id: string | number, file: Blob, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<File>
  /** Lists the attached files, newest first, on one page; `/v2/files?resource_id=` filters and sorts them. */
  listFiles(id: string | number, query?: QuickinvoicesListFilesQuery, options?: RequestOptions): List<File>
  /** Downloads an attached file. */
  downloadFile(id: string | number, file_id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<Blob>
  /** Deletes an attached file. */
  deleteFile(id: string | number, file_id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
}

/** A link on which one amount is paid, once. */
export interface PaylinksResource {
  /** Creates the record and returns it. */
  create(fields: PaylinkCreate, options?: RequestOptions & { expand?: readonly PaylinksExpand[] | undefined }): Promise<Paylink>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: PaylinksQuery, options?: RequestOptions): List<Paylink>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly PaylinksExpand[] | undefined }): Promise<Paylink>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: PaylinkUpdate, options?: RequestOptions & { expand?: readonly PaylinksExpand[] | undefined }): Promise<Paylink>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
  /** Sends the link again, also a closed one: the ways delivery_method says, or to every recipient there is when it says none. */
  resend(id: string | number, options?: RequestOptions): Promise<void>
  /** The address of the pay page as a QR code, an image in SVG or PNG. */
  getQrcode(id: string | number, options?: RequestOptions & { format?: "svg" | "png" | undefined; size?: number | undefined }): Promise<Blob>
}

/** A series of payments from a stored account, made by the gateway on their days. */
export interface RecurringsResource {
  /** Creates the record and returns it. */
  create(fields: RecurringCreate, options?: RequestOptions & { expand?: readonly RecurringsExpand[] | undefined }): Promise<Recurring>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: RecurringsQuery, options?: RequestOptions): List<Recurring>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly RecurringsExpand[] | undefined }): Promise<Recurring>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: RecurringUpdate, options?: RequestOptions & { expand?: readonly RecurringsExpand[] | undefined }): Promise<Recurring>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
  /** Gives up the next payments; the end date stays. An installment recurring collects that many payments less. */
  skipPayment(id: string | number, options?: RequestOptions & { skip_count?: number | undefined; expand?: readonly RecurringsExpand[] | undefined }): Promise<Recurring>
  /** Moves the next payments of an installment recurring behind its last one, so that all are still collected. */
  deferPayment(id: string | number, options?: RequestOptions & { defer_count?: number | undefined; expand?: readonly RecurringsExpand[] | undefined }): Promise<Recurring>
  /** Pauses the recurring: nothing runs until it is activated, and no payment is lost. */
  placeOnHold(id: string | number, options?: RequestOptions & { expand?: readonly RecurringsExpand[] | undefined }): Promise<Recurring>
  /** Goes on after a pause, with the first date of the schedule that is not past. */
  activate(id: string | number, options?: RequestOptions & { expand?: readonly RecurringsExpand[] | undefined }): Promise<Recurring>
  /** Shows when the next payments will run. */
  preview(id: string | number, options?: RequestOptions & { count?: number | undefined }): Promise<PreviewRecurringResult>
  /** Lists the latest 1000 dates that have come: whether a payment was made (approved or declined) or the date was missed. */
  listRuns(id: string | number, options?: RequestOptions): Promise<ListRecurringRunsResult>
}

/** A word by which a location sorts its invoices, paylinks, recurrings and payments. */
export interface TagsResource {
  /** Creates the record and returns it. */
  create(fields: TagCreate, options?: RequestOptions & { expand?: readonly TagsExpand[] | undefined }): Promise<Tag>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TagsQuery, options?: RequestOptions): List<Tag>
  /** Deletes the tag that the query or the body names. */
  deleteNamed(fields?: DeleteNamedTagInput, options?: RequestOptions & { id?: string | undefined; title?: string | undefined; location_id?: string | undefined }): Promise<void>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TagsExpand[] | undefined }): Promise<Tag>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: TagUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TagsExpand[] | undefined }): Promise<Tag>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
}

/** One time that the page of an invoice was opened. */
export interface QuickInvoiceViewsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: QuickInvoiceViewsQuery, options?: RequestOptions): List<QuickInvoiceView>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly QuickInvoiceViewsExpand[] | undefined }): Promise<QuickInvoiceView>
}

/** What new invoices of a location start with. */
export interface QuickInvoiceSettingsResource {
  /** Creates the record and returns it. */
  create(fields: QuickInvoiceSettingCreate, options?: RequestOptions & { expand?: readonly QuickInvoiceSettingsExpand[] | undefined }): Promise<QuickInvoiceSetting>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: QuickInvoiceSettingsQuery, options?: RequestOptions): List<QuickInvoiceSetting>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly QuickInvoiceSettingsExpand[] | undefined }): Promise<QuickInvoiceSetting>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: QuickInvoiceSettingUpdate, options?: RequestOptions & { expand?: readonly QuickInvoiceSettingsExpand[] | undefined }): Promise<QuickInvoiceSetting>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** A customer of a location: who pays, how he is reached, and what was agreed with him. */
export interface ContactsResource {
  /** Creates the record and returns it. */
  create(fields: ContactCreate, options?: RequestOptions & { expand?: readonly ContactsExpand[] | undefined }): Promise<Contact>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ContactsQuery, options?: RequestOptions): List<Contact>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly ContactsExpand[] | undefined }): Promise<Contact>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: ContactUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly ContactsExpand[] | undefined }): Promise<Contact>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
  /** Attaches a file, sent as the part `file[file]` of a multipart body. */
  attachFile(id: string | number, file: Blob, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<File>
  /** Lists the attached files, newest first, on one page; `/v2/files?resource_id=` filters and sorts them. */
  listFiles(id: string | number, query?: ContactsListFilesQuery, options?: RequestOptions): List<File>
  /** Downloads an attached file. */
  downloadFile(id: string | number, file_id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<Blob>
  /** Deletes an attached file. */
  deleteFile(id: string | number, file_id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
}

/** A note that people keep with a contact or another record. */
export interface NotesResource {
  /** Creates the record and returns it. */
  create(fields: NoteCreate, options?: RequestOptions & { expand?: readonly NotesExpand[] | undefined }): Promise<Note>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: NotesQuery, options?: RequestOptions): List<Note>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly NotesExpand[] | undefined }): Promise<Note>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: NoteUpdate, options?: RequestOptions & { expand?: readonly NotesExpand[] | undefined }): Promise<Note>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** A file that is attached to a contact or an invoice. */
export interface FilesResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: FilesQuery, options?: RequestOptions): List<File>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly FilesExpand[] | undefined }): Promise<File>
}

/** The approval of a refund or credit by a second person, where its product asks for one (refund_approval_amount). */
export interface RefundapprovalsResource {
  /** Creates the record and returns it. */
  create(fields: RefundapprovalCreate, options?: RequestOptions & { expand?: readonly RefundapprovalsExpand[] | undefined }): Promise<Refundapproval>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: RefundapprovalsQuery, options?: RequestOptions): List<Refundapproval>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly RefundapprovalsExpand[] | undefined }): Promise<Refundapproval>
  /** Approves a refund for the user who asked for it. By another user, whom that one has neither made nor changed; not by an integration or a limited key. */
  approve(id: string | number, options?: RequestOptions & { expand?: readonly RefundapprovalsExpand[] | undefined }): Promise<Refundapproval>
  /** Refuses a refund, which can be asked for again. */
  refuse(id: string | number, options?: RequestOptions & { expand?: readonly RefundapprovalsExpand[] | undefined }): Promise<Refundapproval>
}

/** The payments of a product that are settled together. */
export interface TransactionbatchesResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TransactionbatchesQuery, options?: RequestOptions): List<Transactionbatch>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly TransactionbatchesExpand[] | undefined }): Promise<Transactionbatch>
  /** Closes the batch and has the processor settle it. processing_status_id tells what came of it: 2 settled, 3 refused (settle it again once that is mended), 5 not known yet. */
  settle(id: string | number, options?: RequestOptions & { expand?: readonly TransactionbatchesExpand[] | undefined }): Promise<Transactionbatch>
  /** Has a batch that was refused (3) settled again with the next cut-off (4), also where the product does not settle by itself. */
  reprocess(id: string | number, options?: RequestOptions & { expand?: readonly TransactionbatchesExpand[] | undefined }): Promise<Transactionbatch>
  /** What the batch holds and comes to, by card and action, and whether the processor's own file says the same: reconciled is true or false, and null where nothing was settled yet or there is no file. */
  getReport(id: string | number, options?: RequestOptions & { _format?: "json" | "csv" | undefined }): Promise<GetTransactionbatchReportResult>
  /** Closes a batch without the processor (6): one that was settled another way, or never will be. Nothing of it is settled by the gateway after this. */
  forceClose(id: string | number, fields?: ForceCloseTransactionbatchInput, options?: RequestOptions & { expand?: readonly TransactionbatchesExpand[] | undefined }): Promise<Transactionbatch>
}

/** A difference between what the gateway and a processor, a bank or a terminal say of a payment. */
export interface DiscrepanciesResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: DiscrepanciesQuery, options?: RequestOptions): List<Discrepancy>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly DiscrepanciesExpand[] | undefined }): Promise<Discrepancy>
  /** Closes a discrepancy that a person has looked into. It opens again when either side changes what it says. */
  explain(id: string | number, fields: ExplainDiscrepancyInput, options?: RequestOptions & { expand?: readonly DiscrepanciesExpand[] | undefined }): Promise<Discrepancy>
}

/** One status that a payment had, and since when. */
export interface TransactionhistoriesResource {
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<Transactionhistory>
}

/** The enhanced data of a payment with a company's card. One record belongs to one payment; a POST replaces it. */
export interface Transactionlevel3sResource {
  /** Creates the record and returns it. */
  create(fields: Transactionlevel3Create, options?: RequestOptions): Promise<Transactionlevel3>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<Transactionlevel3>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** Where changes of records are posted (webhooks). */
export interface PostbackconfigsResource {
  /** Creates the record and returns it. */
  create(fields: PostbackconfigCreate, options?: RequestOptions & { expand?: readonly PostbackconfigsExpand[] | undefined }): Promise<Postbackconfig>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: PostbackconfigsQuery, options?: RequestOptions): List<Postbackconfig>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly PostbackconfigsExpand[] | undefined }): Promise<Postbackconfig>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: PostbackconfigUpdate, options?: RequestOptions & { expand?: readonly PostbackconfigsExpand[] | undefined }): Promise<Postbackconfig>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
  /** Makes a new signing_secret and shows it; the old one signs too until the overlap is over. */
  rotateSecret(id: string | number, fields?: RotatePostbackconfigSecretInput, options?: RequestOptions): Promise<RotatePostbackconfigSecretResult>
  /** Sends a postback of type PING, with the data {"id"} of the configuration. The answer names its postback log. */
  ping(id: string | number, options?: RequestOptions): Promise<PingPostbackconfigResult>
  /** Sends postbacks that are over once more, oldest first, with the same data and webhook-id; 10,000 at a time. */
  replayPostbacks(id: string | number, fields?: ReplayPostbacksInput, options?: RequestOptions): Promise<ReplayPostbacksResult>
}

/** One postback with its state; its attempts are embedded by expand. */
export interface PostbacklogsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: PostbacklogsQuery, options?: RequestOptions): List<PostbackLog>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly PostbacklogsExpand[] | undefined }): Promise<PostbackLog>
  /** Sends a postback that is over once more, with the same data and webhook-id. Answers the new postback log. */
  replay(id: string | number, fields?: ReplayPostbackLogInput, options?: RequestOptions): Promise<PostbackLog>
}

/** One attempt to deliver a postback: request and response. */
export interface PostbackattemptsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: PostbackattemptsQuery, options?: RequestOptions): List<PostbackAttempt>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly PostbackattemptsExpand[] | undefined }): Promise<PostbackAttempt>
}

/** A reason for the status of a payment; the same for all merchants. */
export interface ReasoncodesResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ReasoncodesQuery, options?: RequestOptions): List<Reasoncode>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<Reasoncode>
}

/** A payment terminal of a location. */
export interface TerminalsResource {
  /** Creates the record and returns it. */
  create(fields: TerminalCreate, options?: RequestOptions & { expand?: readonly TerminalsExpand[] | undefined }): Promise<Terminal>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TerminalsQuery, options?: RequestOptions): List<Terminal>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TerminalsExpand[] | undefined }): Promise<Terminal>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: TerminalUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TerminalsExpand[] | undefined }): Promise<Terminal>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
  /** Whether the device answers at this moment: `{"terminal": {"id", "online": true}}`, or 503. */
  isOnline(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<IsTerminalOnlineResult>
}

/** One request at a terminal, from its beginning to what became of it. */
export interface TerminalrunsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TerminalrunsQuery, options?: RequestOptions): List<Terminalrun>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly TerminalrunsExpand[] | undefined }): Promise<Terminalrun>
  /** Asks the terminal to stop. What was authorised before stays authorised: the run tells how it ended. */
  cancel(id: string | number, options?: RequestOptions & { expand?: readonly TerminalrunsExpand[] | undefined }): Promise<Terminalrun>
  /** Gives a terminal up for lost, whose run is unknown: it is free for other requests, and the processor is asked what became of the payment. Approved, the payment stands; never seen, it is ruled out, so that the terminal cannot charge with it later. */
  abandon(id: string | number, options?: RequestOptions & { expand?: readonly TerminalrunsExpand[] | undefined }): Promise<Terminalrun>
}

/** A payment that a terminal takes: the answer comes when the payer is done. */
export interface RoutertransactionsResource {
  /** Asks a terminal for a payment and answers when it is done, within its overall_timeout. With Prefer: respond-async it answers 202 at once. */
  create(fields: CreateRoutertransactionInput, options?: RequestOptions): Promise<Transaction>
  /** Asks a terminal for a payment and answers when it is done, within its overall_timeout. With Prefer: respond-async it answers 202 at once. This returns the run at once: Prefer: respond-async is sent. */
  start(fields: CreateRoutertransactionInput, options?: RequestOptions): Promise<Terminalrun>
}

/** A card that a terminal reads and the gateway stores for a contact. */
export interface RouteraccountvaultsResource {
  /** Has a terminal read a card and keeps it as an account vault of the contact; answers when the terminal is done. */
  create(fields: CreateRouteraccountvaultInput, options?: RequestOptions): Promise<Accountvault>
  /** Has a terminal read a card and keeps it as an account vault of the contact; answers when the terminal is done. This returns the run at once: Prefer: respond-async is sent. */
  start(fields: CreateRouteraccountvaultInput, options?: RequestOptions): Promise<Terminalrun>
}

/** A program in the shop through which terminals are reached that have no address in the internet. */
export interface TerminalagentsResource {
  /** Creates the record and returns it. */
  create(fields: TerminalagentCreate, options?: RequestOptions & { expand?: readonly TerminalagentsExpand[] | undefined }): Promise<Terminalagent>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TerminalagentsQuery, options?: RequestOptions): List<Terminalagent>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly TerminalagentsExpand[] | undefined }): Promise<Terminalagent>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: TerminalagentUpdate, options?: RequestOptions & { expand?: readonly TerminalagentsExpand[] | undefined }): Promise<Terminalagent>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
  /** Makes a key for the agent and shows it this once, as TOLLGATE_AGENT_KEY of its program; one it had stops working. With an access token it needs the own password. */
  generateKey(id: string | number, fields?: GenerateTerminalagentKeyInput, options?: RequestOptions): Promise<GenerateTerminalagentKeyResult>
}

/** The software of a terminal and what it can do; the same for all merchants. */
export interface TerminalapplicationsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TerminalapplicationsQuery, options?: RequestOptions): List<Terminalapplication>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<Terminalapplication>
}

/** How a terminal verifies the cardholder; the same for all merchants. */
export interface TerminalcvmsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TerminalcvmsQuery, options?: RequestOptions): List<Terminalcvm>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly TerminalcvmsExpand[] | undefined }): Promise<Terminalcvm>
}

/** A terminal as a till needs it. Read only. */
export interface TerminalinfosResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TerminalinfosQuery, options?: RequestOptions): List<Terminalinfo>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly TerminalinfosExpand[] | undefined }): Promise<Terminalinfo>
}

/** A maker of terminals; the same for all merchants. */
export interface TerminalmanufacturersResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: TerminalmanufacturersQuery, options?: RequestOptions): List<Terminalmanufacturer>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<Terminalmanufacturer>
}

/** A device that reads checks. */
export interface ScannersResource {
  /** Creates the record and returns it. */
  create(fields: ScannerCreate, options?: RequestOptions & { expand?: readonly ScannersExpand[] | undefined }): Promise<Scanner>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ScannersQuery, options?: RequestOptions): List<Scanner>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly ScannersExpand[] | undefined }): Promise<Scanner>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: ScannerUpdate, options?: RequestOptions & { expand?: readonly ScannersExpand[] | undefined }): Promise<Scanner>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** A model of scanner; the same for all merchants. */
export interface ScannermodelsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ScannermodelsQuery, options?: RequestOptions): List<Scannermodel>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly ScannermodelsExpand[] | undefined }): Promise<Scannermodel>
}

/** A maker of scanners; the same for all merchants. */
export interface ScannermanufacturersResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ScannermanufacturersQuery, options?: RequestOptions): List<Scannermanufacturer>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<Scannermanufacturer>
}

/** Terms that a terminal shows to a customer, and what the customer said to them. */
export interface DevicetermsResource {
  /** Creates the record and returns it. */
  create(fields: DevicetermCreate, options?: RequestOptions & { expand?: readonly DevicetermsExpand[] | undefined }): Promise<Deviceterm>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: DevicetermsQuery, options?: RequestOptions): List<Deviceterm>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly DevicetermsExpand[] | undefined }): Promise<Deviceterm>
}

/** A signature, as a picture, on a payment, a vault, a recurring or terms. */
export interface SignaturesResource {
  /** Creates the record and returns it. */
  create(fields: SignatureCreate, options?: RequestOptions & { expand?: readonly SignaturesExpand[] | undefined }): Promise<Signature>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: SignaturesQuery, options?: RequestOptions): List<Signature>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly SignaturesExpand[] | undefined }): Promise<Signature>
}

/** A merchant's place of business. Locations form a tree: callers see their own and all below it. */
export interface LocationsResource {
  /** Creates the record and returns it. */
  create(fields: LocationCreate, options?: RequestOptions & { expand?: readonly LocationsExpand[] | undefined }): Promise<Location>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: LocationsQuery, options?: RequestOptions): List<Location>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly LocationsExpand[] | undefined }): Promise<Location>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: LocationUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly LocationsExpand[] | undefined }): Promise<Location>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
  /** Stores a picture, sent as the part `file[file]` of a multipart body, and sets `receipt_logo` to its address. Pages, receipts and mails show it. */
  uploadLogo(id: string | number, file: Blob, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly LocationsExpand[] | undefined }): Promise<Location>
}

/** What a location takes payments with: one account for cards or for bank payments, with all that is demanded of a payment. */
export interface ProducttransactionsResource {
  /** Creates the record and returns it. */
  create(fields: ProducttransactionCreate, options?: RequestOptions & { expand?: readonly ProducttransactionsExpand[] | undefined }): Promise<Producttransaction>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ProducttransactionsQuery, options?: RequestOptions): List<Producttransaction>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly ProducttransactionsExpand[] | undefined }): Promise<Producttransaction>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: ProducttransactionUpdate, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly ProducttransactionsExpand[] | undefined }): Promise<Producttransaction>
  /** The connector and the account at it that new payments of the product are made with. For operators. */
  getProcessor(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<GetProducttransactionProcessorResult>
  /** Gives the product its connector and its account there, for what begins afterwards; open payments stay where they are. Secrets alone replace the earlier ones, for open payments too. The same again changes nothing. For operators. */
  setProcessor(id: string | number, fields: SetProducttransactionProcessorInput, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<SetProducttransactionProcessorResult>
  /** Takes the product from its connector: nothing new begins there, and what is open is still reached. For operators. */
  removeProcessor(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<void>
  /** Makes one harmless call to the processor, to see whether address and credentials work. For operators. */
  checkProcessor(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined }): Promise<CheckProducttransactionProcessorResult>
}

/** What a merchant adds to payments by credit card. Debit and prepaid cards and bank accounts never carry it. */
export interface SurchargesResource {
  /** Creates the record and returns it. */
  create(fields: SurchargeCreate, options?: RequestOptions & { expand?: readonly SurchargesExpand[] | undefined }): Promise<Surcharge>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: SurchargesQuery, options?: RequestOptions): List<Surcharge>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly SurchargesExpand[] | undefined }): Promise<Surcharge>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: SurchargeUpdate, options?: RequestOptions & { expand?: readonly SurchargesExpand[] | undefined }): Promise<Surcharge>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** A person or a program that calls the API or signs in. It belongs to a location and sees that and all below it. */
export interface UsersResource {
  /** Creates the record and returns it. */
  create(fields: UserCreate, options?: RequestOptions & { expand?: readonly UsersExpand[] | undefined }): Promise<User>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: UsersQuery, options?: RequestOptions): List<User>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly UsersExpand[] | undefined }): Promise<User>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: UserUpdate, options?: RequestOptions & { expand?: readonly UsersExpand[] | undefined }): Promise<User>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
  /** Returns the user whose credentials the request carries. */
  getCurrent(options?: RequestOptions & { expand?: readonly UsersExpand[] | undefined }): Promise<User>
  /** Makes a new user_api_key and shows it this once; the old one stops working. With an access token it needs the own password. */
  generateApiKey(id: string | number, fields?: GenerateUserApiKeyInput, options?: RequestOptions): Promise<GenerateUserApiKeyResult>
  /** Makes a new user_hash_key and shows it this once; the old one stops working. With an access token it needs the own password. */
  generateHashKey(id: string | number, fields?: GenerateUserHashKeyInput, options?: RequestOptions): Promise<GenerateUserHashKeyResult>
  /** Makes the secret of a second factor (RFC 6238) for an app of the own user and shows it this once; a code of the app puts it into use. */
  generateSecondFactor(id: string | number, fields?: GenerateSecondFactorInput, options?: RequestOptions): Promise<GenerateSecondFactorResult>
  /** Puts the own second factor into use, and shows recovery codes this once, each good for one sign-in without the app. Other sign-ins and the own keys end, unless the keys are confirmed. */
  confirmSecondFactor(id: string | number, fields: ConfirmSecondFactorInput, options?: RequestOptions): Promise<ConfirmSecondFactorResult>
  /** Takes the second factor away: the own one by password and code, that of somebody else as an administrator above. His sign-ins end. */
  removeSecondFactor(id: string | number, fields?: RemoveSecondFactorInput, options?: RequestOptions): Promise<void>
  /** Lists the sessions of the caller that have not ended, the most recently used first. */
  listSessions(options?: RequestOptions): Promise<ListSessionsResult>
  /** Ends one session of the caller, or all others. Every process refuses them once this has answered. */
  endSessions(options?: RequestOptions & { session_id?: string | undefined }): Promise<void>
}

/** The role of a user, which is his user_type_id: giving one replaces it, taking it away leaves a contact's rights. */
export interface AuthroleusersResource {
  /** Creates the record and returns it. */
  create(fields: AuthroleuserCreate, options?: RequestOptions & { expand?: readonly AuthroleusersExpand[] | undefined }): Promise<Authroleuser>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: AuthroleusersQuery, options?: RequestOptions): List<Authroleuser>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly AuthroleusersExpand[] | undefined }): Promise<Authroleuser>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** A location together with everything that is set up for it. Read only. */
export interface LocationinfosResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: LocationinfosQuery, options?: RequestOptions): List<Locationinfo>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { api_id?: "1" | 1 | undefined; location_id?: string | undefined; expand?: readonly LocationinfosExpand[] | undefined }): Promise<Locationinfo>
}

/** The file service of a location: whether files may be attached, and how large they may be. */
export interface ProductfilesResource {
  /** Creates the record and returns it. */
  create(fields: ProductFileCreate, options?: RequestOptions & { expand?: readonly ProductfilesExpand[] | undefined }): Promise<ProductFile>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ProductfilesQuery, options?: RequestOptions): List<ProductFile>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly ProductfilesExpand[] | undefined }): Promise<ProductFile>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: ProductFileUpdate, options?: RequestOptions & { expand?: readonly ProductfilesExpand[] | undefined }): Promise<ProductFile>
}

/** The vault service of a location: whether accounts may be stored. */
export interface ProductaccountvaultsResource {
  /** Creates the record and returns it. */
  create(fields: ProductAccountvaultCreate, options?: RequestOptions & { expand?: readonly ProductaccountvaultsExpand[] | undefined }): Promise<ProductAccountvault>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ProductaccountvaultsQuery, options?: RequestOptions): List<ProductAccountvault>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly ProductaccountvaultsExpand[] | undefined }): Promise<ProductAccountvault>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: ProductAccountvaultUpdate, options?: RequestOptions & { expand?: readonly ProductaccountvaultsExpand[] | undefined }): Promise<ProductAccountvault>
}

/** The recurring service of a location. */
export interface ProductrecurringsResource {
  /** Creates the record and returns it. */
  create(fields: ProductRecurringCreate, options?: RequestOptions & { expand?: readonly ProductrecurringsExpand[] | undefined }): Promise<ProductRecurring>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ProductrecurringsQuery, options?: RequestOptions): List<ProductRecurring>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly ProductrecurringsExpand[] | undefined }): Promise<ProductRecurring>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: ProductRecurringUpdate, options?: RequestOptions & { expand?: readonly ProductrecurringsExpand[] | undefined }): Promise<ProductRecurring>
}

/** The domain under which a merchant's pages and mails appear. */
export interface BrandingDomainsResource {
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<BrandingDomain>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: BrandingDomainUpdate, options?: RequestOptions): Promise<BrandingDomain>
  /** Stores a picture, sent as the part `file[file]` of a multipart body, and sets `logo` to its address. Pages, receipts and mails show it. */
  uploadLogo(id: string | number, file: Blob, options?: RequestOptions): Promise<BrandingDomain>
}

/** A company that makes software for merchants. */
export interface DevelopercompaniesResource {
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions): Promise<Developercompany>
}

/** A quote of the sales tax that a location adds. */
export interface SalestaxResource {
  /** Quotes the sales tax for an amount that a location sells. */
  get(options?: RequestOptions & { location_id?: string | undefined; amount?: string | undefined; zip?: string | undefined }): Promise<GetSalestaxResult>
  /** Quotes the sales tax, asked by a body. */
  quote(fields: QuoteSalestaxInput, options?: RequestOptions): Promise<QuoteSalestaxResult>
}

/** The rate of sales tax of a location, for everywhere or for one ZIP code. */
export interface SalestaxratesResource {
  /** Creates the record and returns it. */
  create(fields: SalestaxrateCreate, options?: RequestOptions & { expand?: readonly SalestaxratesExpand[] | undefined }): Promise<Salestaxrate>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: SalestaxratesQuery, options?: RequestOptions): List<Salestaxrate>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly SalestaxratesExpand[] | undefined }): Promise<Salestaxrate>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: SalestaxrateUpdate, options?: RequestOptions & { expand?: readonly SalestaxratesExpand[] | undefined }): Promise<Salestaxrate>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** A program that users of this merchant may let act for them. */
export interface OauthclientsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: OauthclientsQuery, options?: RequestOptions): List<Oauthclient>
  /** Registers an integration and shows its client_secret this once. Users of this merchant may then let it act for them. With an access token it needs the own password. */
  create(fields: CreateOauthclientInput, options?: RequestOptions): Promise<Oauthclient>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly OauthclientsExpand[] | undefined }): Promise<Oauthclient>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: OauthclientUpdate, options?: RequestOptions & { expand?: readonly OauthclientsExpand[] | undefined }): Promise<Oauthclient>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
  /** Makes a new client_secret and shows it this once; the old one stops working. Grants stay. With an access token it needs the own password. */
  generateSecret(id: string | number, fields?: GenerateOauthclientSecretInput, options?: RequestOptions): Promise<GenerateOauthclientSecretResult>
}

/** What a user allowed an integration to do. */
export interface OauthgrantsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: OauthgrantsQuery, options?: RequestOptions): List<Oauthgrant>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly OauthgrantsExpand[] | undefined }): Promise<Oauthgrant>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** Sign in with a password, and sign a contact on by a link. */
export interface TokenResource {
  /** Makes an access token, which ends after 15 minutes without use, and 12 hours after the sign-in at the latest. */
  create(fields?: TokenCreate, options?: RequestOptions): Promise<Token>
  /** The token itself is the credential. Other credentials in the request must be valid. */
  delete(token: string | number, options?: RequestOptions): Promise<void>
}

/** A warning of what may be an attack, or of what needs a person soon: a file of a bank, a disk that fills up. */
export interface AlertsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: AlertsQuery, options?: RequestOptions): List<Alert>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly AlertsExpand[] | undefined }): Promise<Alert>
}

/** A mail that was sent, failed or was withheld. */
export interface LogEmailsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: LogEmailsQuery, options?: RequestOptions): List<LogEmail>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly LogEmailsExpand[] | undefined }): Promise<LogEmail>
}

/** A text message that was sent, failed or was withheld. */
export interface LogSmsesResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: LogSmsesQuery, options?: RequestOptions): List<LogSms>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly LogSmsesExpand[] | undefined }): Promise<LogSms>
}

/** An address that is mailed nothing. */
export interface EmailBlacklistsResource {
  /** Creates the record and returns it. */
  create(fields: EmailBlacklistCreate, options?: RequestOptions & { expand?: readonly EmailBlacklistsExpand[] | undefined }): Promise<EmailBlacklist>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: EmailBlacklistsQuery, options?: RequestOptions): List<EmailBlacklist>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly EmailBlacklistsExpand[] | undefined }): Promise<EmailBlacklist>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: EmailBlacklistUpdate, options?: RequestOptions & { expand?: readonly EmailBlacklistsExpand[] | undefined }): Promise<EmailBlacklist>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** A number that is texted nothing. */
export interface SmsBlacklistsResource {
  /** Creates the record and returns it. */
  create(fields: SmsBlacklistCreate, options?: RequestOptions & { expand?: readonly SmsBlacklistsExpand[] | undefined }): Promise<SmsBlacklist>
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: SmsBlacklistsQuery, options?: RequestOptions): List<SmsBlacklist>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly SmsBlacklistsExpand[] | undefined }): Promise<SmsBlacklist>
  /** Changes the fields that are sent and leaves all others as they are. */
  update(id: string | number, fields?: SmsBlacklistUpdate, options?: RequestOptions & { expand?: readonly SmsBlacklistsExpand[] | undefined }): Promise<SmsBlacklist>
  /** Deletes the record; afterwards it is 404. */
  delete(id: string | number, options?: RequestOptions): Promise<void>
}

/** An entry of the audit trail: who did what to which record, when, from where and with which credential. */
export interface ChangelogsResource {
  /** Returns one page of the records that match the filters, or with `_format` all of them as a file. */
  list(query?: ChangelogsQuery, options?: RequestOptions): List<Changelog>
  /** Returns one record. */
  get(id: string | number, options?: RequestOptions & { expand?: readonly ChangelogsExpand[] | undefined }): Promise<Changelog>
}

/** For load balancers and monitors. */
export interface HealthResource {
  /** Which release this is, and which version of the interface it speaks. */
  getVersion(options?: RequestOptions): Promise<Version>
}
