"""What the API takes and returns."""

# Written by `npm run client` from the description of the API: not to be edited.

from __future__ import annotations

from typing import Any, Dict, List, Literal, Sequence, TypedDict, Union

#: A value of a filter: a value, several as ``a,b``, a range as ``a|b``, or words such as ``last week``.
Filter = Union[str, int, float, bool]


class _LocationRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Required on create; only the root of a tree has none.
    parent_id: Union[str, None]
    #: What the place is called, on pages and receipts too.
    name: str
    #: Routing number of its bank.
    aba: Union[str, None]
    #: Number of its bank account.
    dda: Union[str, None]
    #: The merchant's number at the operator of the gateway.
    account_number: Union[str, None]
    #: Street and number.
    address1: Union[str, None]
    #: Second line of the address.
    address2: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address.
    state: Union[str, None]
    #: ZIP code of the address.
    zip_code: Union[str, None]
    #: Phone number, ten digits.
    office_phone: Union[str, None]
    #: Extension of the phone number.
    office_ext_phone: Union[str, None]
    #: Fax number, ten digits.
    fax: Union[str, None]
    #: Time zone name; dates of this location are read in it.
    tz: str
    #: Required when is_new_domain is false.
    branding_domain_id: str
    #: Required when is_new_domain is true.
    branding_domain_title: Union[str, None]
    #: A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused.
    branding_domain_url: Union[str, None]
    #: Whether new contacts are mailed a receipt for every payment, unless their record says otherwise.
    contact_email_trx_receipt_default: Literal[0, 1]
    #: The product that takes payments from bank accounts where none is named.
    default_ach: Union[str, None]
    #: The product that takes card payments where none is named.
    default_cc: Union[str, None]
    #: Who made the software that works here.
    developer_company_id: Union[str, None]
    #: Where answers to its mails go; its mails are from it where its domain is proven to be the merchant’s.
    email_reply_to: Union[str, None]
    #: The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path.
    location_api_id: Union[str, None]
    #: A secret of the location, for whom the contract gives it no use of its own.
    location_api_key: Union[str, None]
    #: The secret under which a shop signs tickets for the browsers of payers.
    ticket_hash_key: Union[str, None]
    #: For the merchant: any text.
    location_c1: Union[str, None]
    #: For the merchant: any text.
    location_c2: Union[str, None]
    #: For the merchant: any text.
    location_c3: Union[str, None]
    #: The address of the picture on pages, receipts and mails; `POST /v2/locations/{id}/logo` stores one and sets it.
    receipt_logo: Union[str, None]
    #: How many days before a recurring payment contacts are notified, where the recurring says nothing.
    recurring_notification_days_default: int
    #: Whether people see the files of contacts here. Kept for programs; the gateway does not act on it.
    show_contact_files: Literal[0, 1]
    #: Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it.
    show_contact_notes: Literal[0, 1]
    #: Hosted forms of this location and those below it open only with a data-hash.
    form_data_hash_required: bool
    #: The address of a hosted form, and a signed sign-on link, of this location and those below it opens it once.
    form_opens_once: bool
    #: Sign-on links of this location and those below it need a signature; those with an API key in their data are 401.
    sso_signature_required: bool
    #: Origins whose pages may make tickets in the browser of a payer, such as https://shop.example. None: none may.
    ticket_origins: Union[List[str], None]
    #: At the root, by administrators; counts where it is stricter than the gateway. Guessable ones are then refused, too.
    password_min_length: Union[int, None]
    #: At the root, by administrators; counts where it is stricter than the gateway. Latest passwords that may not come back.
    password_history: Union[int, None]
    #: At the root, by administrators; counts where it is stricter than the gateway. Users are switched off after them.
    user_inactive_days: Union[int, None]
    #: At the root, by administrators: who signs in with a second factor only. 0 nobody, 1 administrators and operators, 2 everybody but contacts.
    second_factor_of: Literal[0, 1, 2, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Location(_LocationRequired, total=False):
    """A merchant's place of business. Locations form a tree: callers see their own and all below it."""
    #: The branding_domain that `branding_domain_id` names; null where it names none. Only with `expand=branding_domain`.
    branding_domain: Union[BrandingDomain, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, LocationCreatedUser2, None]
    #: The developercompany that `developer_company_id` names; null where it names none. Only with `expand=developer_company`.
    developer_company: Union[Developercompany, None]
    #: The producttransaction records that belong to it. Only with `expand=product_transactions`.
    product_transactions: List[Producttransaction]
    #: The product_recurring that belongs to it; null where there is none. Only with `expand=product_recurring`.
    product_recurring: Union[ProductRecurring, None]
    #: The product_file that belongs to it; null where there is none. Only with `expand=product_file`.
    product_file: Union[ProductFile, None]
    #: The location that `parent_id` names; null where it names none. Only with `expand=parent`.
    parent: Union[Location, None]
    #: The location records that belong to it. Only with `expand=children`.
    children: List[Location]
    #: The terminal records that belong to it. Only with `expand=terminal`.
    terminal: List[Terminal]
    #: The tag records that belong to it. Only with `expand=tags`.
    tags: List[Tag]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class LocationCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _ContactRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The payer's number at the merchant.
    account_number: Union[str, None]
    #: The caller's own id, unique per location.
    contact_api_id: Union[str, None]
    #: The company the contact stands for.
    company_name: Union[str, None]
    #: First name.
    first_name: Union[str, None]
    #: Last name; for a company, its name will do.
    last_name: str
    #: Where receipts and notices are mailed.
    email: Union[str, None]
    #: Street and number.
    address: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address, two letters.
    state: Union[str, None]
    #: ZIP or postal code of the address.
    zip: Union[str, None]
    #: Phone number at home, ten digits.
    home_phone: Union[str, None]
    #: Mobile number, ten digits; texts go there.
    cell_phone: Union[str, None]
    #: Phone number at work, ten digits.
    office_phone: Union[str, None]
    #: Extension of the number at work.
    office_ext_phone: Union[str, None]
    #: Mails a receipt for every transaction. Left out on create: the location's contact_email_trx_receipt_default.
    email_trx_receipt: bool
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Date of birth; it is kept out of the audit trail.
    date_of_birth: Union[str, None]
    #: What people at the merchant read when they open the contact. Kept for programs; the gateway does not act on it.
    header_message: Union[str, None]
    #: How that message is shown. 0 when left out on create. 0 popup, 1 banner, 2 banner, 3 banner, 4 banner.
    header_message_type: Literal[0, 1, 2, 3, 4]
    #: For the merchant: any text.
    contact_c1: Union[str, None]
    #: For the merchant: any text.
    contact_c2: Union[str, None]
    #: For the merchant: any text.
    contact_c3: Union[str, None]
    #: Kept for the merchant; the gateway never computes it.
    contact_balance: Union[str, None]
    #: The language of the customer. Mails, texts and pay pages are in this language: en or es, with a region as in es-US. Others count as none.
    locale: Union[str, None]
    #: header_message_type by its other name.
    header_message_type_id: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Contact(_ContactRequired, total=False):
    """A customer of a location: who pays, how he is reached, and what was agreed with him."""
    #: Always null: none is above another. Only with `expand=parent`.
    parent: Union[str, None]
    #: Always empty: none is below another. Only with `expand=children`.
    children: List[Dict[str, Any]]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, ContactCreatedUser2, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The note records that belong to it. Only with `expand=notes`.
    notes: List[Note]
    #: The user that belongs to it; null where there is none. Only with `expand=user`.
    user: Union[User, None]
    #: The recurring records that belong to it. Only with `expand=recurrings`.
    recurrings: List[Recurring]
    #: The file records that belong to it. Only with `expand=files`.
    files: List[File]
    #: The email_blacklist that `email` names; null where it names none. Only with `expand=email_blacklist`.
    email_blacklist: Union[EmailBlacklist, None]
    #: The sms_blacklist that `cell_phone` names; null where it names none. Only with `expand=sms_blacklist`.
    sms_blacklist: Union[SmsBlacklist, None]
    #: The log_email records that belong to it. Only with `expand=received_emails`.
    received_emails: List[LogEmail]
    #: The postback_log records that belong to it. Only with `expand=postback_logs`.
    postback_logs: List[PostbackLog]
    #: Whether it may be deleted: all its recurrings have ended. Only with `expand=is_deletable`.
    is_deletable: bool
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class ContactCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _ProducttransactionRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What people call it.
    title: str
    #: What it takes. cc cards, ach bank accounts.
    payment_method: Literal["cc", "ach"]
    #: zgate and zgate2 take cards; zach, ach and fortisach take bank accounts.
    processor: Literal["zgate", "zgate2", "zach", "ach", "fortisach", "cash"]
    #: The version of the processor's interface, for the merchant's own records.
    processor_version: Union[str, None]
    #: The trade, on which data of payments depend.
    industry_type: Literal["ecommerce", "restaurant", "lodging", "moto", "retail", "retail_self_serve"]
    #: Merchant category code.
    mcc: Union[str, None]
    #: The merchant's number at the processor.
    merchant_id: Union[str, None]
    #: The processor's terminal number, not a terminal record.
    terminal_id: Union[str, None]
    #: Of the merchant, at the processor.
    account_number: Union[str, None]
    #: Whether it takes payments.
    active: Literal[0, 1]
    #: Zone of the batch's day; the location's when empty.
    tz: Union[str, None]
    #: The number of the open batch.
    current_batch: int
    #: Settles the open batch of a card product every day at batch_settle_hour.
    batch_auto_settle: Literal[0, 1]
    #: Of the product's day; see tz.
    batch_settle_hour: int
    #: The number of the next request to the processor.
    current_stan: int
    #: The caller's own id, unique per location.
    product_transaction_api_id: Union[str, None]
    #: The portfolio it counts in, for the operator. Kept for programs; the gateway does not act on it.
    portfolio_id: Union[str, None]
    #: The office that sold it, for the operator. Kept for programs; the gateway does not act on it.
    sales_office_id: Union[str, None]
    #: The partner through whom it was sold. Kept for programs; the gateway does not act on it.
    partner: Union[str, None]
    #: Left out on create: debit for bank accounts, authonly for lodging, else sale.
    default_transaction_type: Literal["sale", "authonly", "debit"]
    #: Whether Visa is taken. Always 0 on a bank product.
    card_type_visa: Literal[0, 1]
    #: Whether Mastercard is taken. Always 0 on a bank product.
    card_type_mc: Literal[0, 1]
    #: Whether Discover is taken. Always 0 on a bank product.
    card_type_disc: Literal[0, 1]
    #: Whether American Express is taken. Always 0 on a bank product.
    card_type_amex: Literal[0, 1]
    #: Whether Diners Club is taken. Always 0 on a bank product.
    card_type_diners: Literal[0, 1]
    #: Whether JCB is taken. Always 0 on a bank product.
    card_type_jcb: Literal[0, 1]
    #: Whether cards of benefit programs (EBT) are taken.
    card_type_ebt: Literal[0, 1]
    #: Whether people key payments in at a screen. Kept for programs; the gateway does not act on it.
    vt_enable: Literal[0, 1]
    #: Whether that screen asks for the security code. Always 0 on a bank product.
    vt_cvv: Literal[0, 1]
    #: A card payment with a number needs a cvv.
    vt_require_cvv: Literal[0, 1]
    #: Whether that screen asks for the billing street.
    vt_street: Literal[0, 1]
    #: Whether that screen asks for the billing ZIP code.
    vt_zip: Literal[0, 1]
    #: Whether that screen asks for an order number. Kept for programs; the gateway does not act on it.
    vt_order_num: Literal[0, 1]
    #: A payment with a number needs billing_street.
    vt_require_street: Literal[0, 1]
    #: A payment with a number needs billing_zip.
    vt_require_zip: Literal[0, 1]
    #: Whether that screen asks for a tip. Kept for programs; the gateway does not act on it.
    vt_enable_tip: Literal[0, 1]
    #: Whether that screen adds sales tax. Kept for programs; the gateway does not act on it.
    vt_enable_sales_tax: Literal[0, 1]
    #: Whether people may change the sales tax. Kept for programs; the gateway does not act on it.
    vt_override_sales_tax_allowed: Literal[0, 1]
    #: Whether that screen asks for the clerk. Kept for programs; the gateway does not act on it.
    vt_clerk_number: Literal[0, 1]
    #: Whether that screen asks for a phone number. Kept for programs; the gateway does not act on it.
    vt_billing_phone: Literal[0, 1]
    #: Whether that screen asks for transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it.
    vt_show_custom_fields: Literal[0, 1]
    #: Whether an approval is taken back when the security code is wrong.
    auto_decline_cvv: Literal[0, 1]
    #: Whether an approval is taken back when the billing street is wrong.
    auto_decline_street: Literal[0, 1]
    #: Whether an approval is taken back when the billing ZIP code is wrong.
    auto_decline_zip: Literal[0, 1]
    #: Whether an approval is taken back when 3-D Secure failed. Kept for programs; the gateway does not act on it.
    auto_decline_cavv: Literal[0, 1]
    #: Whether an approval of less than was asked for stands.
    allow_partial_authorization: Literal[0, 1]
    #: The same for recurring payments.
    allow_recurring_partial_authorization: Literal[0, 1]
    #: A refund or credit above it needs a refundapproval: by itself, with what was refunded of its payment, or with what its user gave back that day. Null: never. A higher amount, or null, counts a day later.
    refund_approval_amount: Union[str, None]
    #: Refunds without an earlier transaction.
    allow_blind_refund: Literal[0, 1]
    #: Whether a keyed card that is not present needs a security code.
    require_cvv_on_keyed_cnp: Literal[0, 1]
    #: Whether a stored card that is not present needs a security code.
    require_cvv_on_tokenized_cnp: Literal[0, 1]
    #: Comma list of transaction fields; a second payment equal in all of them is declined.
    dup_check_per_batch: Union[str, None]
    #: Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves.
    velocity_settings: ProducttransactionVelocitySettings
    #: Whether money is taken from bank accounts. Always 0 on a card product.
    ach_allow_debit: Literal[0, 1]
    #: Whether money is sent to bank accounts. Always 0 on a card product.
    ach_allow_credit: Literal[0, 1]
    #: Whether debits are refunded. Always 0 on a card product.
    ach_allow_refund: Literal[0, 1]
    #: Whether debits can be voided before they leave. Always 0 on a card product.
    debit_allow_void: Literal[0, 1]
    #: `terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank.
    processor_data: ProducttransactionProcessorData
    #: `rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change.
    processor_rules: Union[ProducttransactionProcessorRules, None]
    #: Whether the address of a card is verified when the card is stored.
    run_avs_on_accountvault_create: Literal[0, 1]
    #: Whether contacts are mailed before a stored card expires. Kept for programs; the gateway does not act on it.
    accountvault_expire_notification_email_enable: Literal[0, 1]
    #: The subscription to updates of stored cards, for the operator. Kept for programs; the gateway does not act on it.
    cau_subscribe_type_id: int
    #: The account of that subscription. Kept for programs; the gateway does not act on it.
    cau_account_number: Union[str, None]
    #: Whether invoices can be paid with it.
    quick_invoice_allow: Literal[0, 1]
    #: Whether invoices can be texted. Kept for programs; send_text_to_pay of an invoice decides.
    quick_invoice_text_to_pay: Literal[0, 1]
    #: Whether paylinks can be paid with it.
    paylink_allow: Literal[0, 1]
    #: Always 0 on a bank product and outside retail, ecommerce and moto (contract 4.11).
    level3_allow: Literal[0, 1]
    #: Enhanced data of payments with company cards that send none of their own.
    level3_default: Union[ProducttransactionLevel3Default, None]
    #: Whether hosted payment pages can use it.
    hosted_payment_page_allow: Literal[0, 1]
    #: How many hosted payment pages may use it.
    hosted_payment_page_max_allowed: int
    #: Whether payers are texted. Kept for programs; send_text_to_pay of a record decides.
    sms_enable: Literal[0, 1]
    #: Whether one purchase may be paid in parts. Kept for programs; the gateway does not act on it.
    split_payments_allow: Literal[0, 1]
    #: Whether only debit cards are taken, whose money comes from a bank account.
    bank_funded_only: Literal[0, 1]
    #: What is added to payments by credit card. Of the same location; card products only.
    surcharge_id: Union[str, None]
    #: What a surcharge is calculated of: 3 the subtotal with its tax, all others the subtotal.
    tax_surcharge_config: Literal[0, 1, 2, 3]
    #: Whether people see the result of the address check. Always 0 on a bank product.
    display_avs: Literal[0, 1]
    #: The text on the payer's card statement. If omitted, the processor uses the text it has on file. Shortened to what it accepts; it is left out where refused.
    statement_descriptor: Union[str, None]
    #: The text at the top of receipts.
    receipt_header: Union[str, None]
    #: The text at the bottom of receipts.
    receipt_footer: Union[str, None]
    #: The text above the signature when an account is stored. Kept for programs; the gateway does not act on it.
    receipt_add_account_above_signature: Union[str, None]
    #: The text above the signature when a recurring is made. Kept for programs; the gateway does not act on it.
    receipt_add_recurring_above_signature: Union[str, None]
    #: The text above the signature when a payment is made. Kept for programs; the gateway does not act on it.
    receipt_vt_above_signature: Union[str, None]
    #: The address of the picture on receipts.
    receipt_logo: Union[str, None]
    #: Whether receipts name the contact. Kept for programs; the gateway does not act on it.
    receipt_show_contact_name: Literal[0, 1]
    #: Whether receipts show transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it.
    receipt_show_custom_fields: Literal[0, 1]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Producttransaction(_ProducttransactionRequired, total=False):
    """What a location takes payments with: one account for cards or for bank payments, with all that is demanded of a payment."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The surcharge that `surcharge_id` names; null where it names none. Only with `expand=surcharge`.
    surcharge: Union[Surcharge, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, ProducttransactionCreatedUser2, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class ProducttransactionVelocitySettings(TypedDict, total=False):
    """Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves."""
    #: Banking days by which the money of debits is held back.
    debit_hold_days: Union[int, None]
    #: How many a day, for debits; null means no limit.
    debit_items_per_day: Union[int, None]
    #: Whole dollars a day, for debits; null means no limit.
    debit_daily_aggregate: Union[int, None]
    #: How many a month, for debits; null means no limit.
    debit_items_per_month: Union[int, None]
    #: Whole dollars a month, for debits; null means no limit.
    debit_monthly_aggregate: Union[int, None]
    #: Whole dollars of one, for refunds; null means no limit.
    refund_largest_item: Union[int, None]
    #: How many a day, for refunds; null means no limit.
    refund_items_per_day: Union[int, None]
    #: Whole dollars a day, for refunds; null means no limit.
    refund_daily_aggregate: Union[int, None]
    #: How many a month, for refunds; null means no limit.
    refund_items_per_month: Union[int, None]
    #: Whole dollars a month, for refunds; null means no limit.
    refund_monthly_aggregate: Union[int, None]
    #: Banking days after a debit settled before which no refund of it leaves.
    refund_hold_days: Union[int, None]
    #: Whole dollars of one, for credits; null means no limit.
    credit_largest_item: Union[int, None]
    #: Whole dollars a day, for credits; null means no limit.
    credit_daily_aggregate: Union[int, None]
    #: How many a day, for credits; null means no limit.
    credit_items_per_day: Union[int, None]
    #: How many a month, for credits; null means no limit.
    credit_items_per_month: Union[int, None]
    #: Whole dollars a month, for credits; null means no limit.
    credit_monthly_aggregate: Union[int, None]


class ProducttransactionProcessorData(TypedDict, total=False):
    """`terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank."""
    #: One for each way of sending.
    terminals: List[ProducttransactionProcessorDataTerminalsItem]
    #: Whether payments are sent as Same Day ACH.
    same_day: bool
    #: How often a debit without funds is presented again.
    represent: Literal[0, 1, 2]
    #: Whether a stored account is verified before its first WEB debit.
    verify_accounts: bool
    #: The sender of files, where it is not the installation's.
    originator: ProducttransactionProcessorDataOriginator


class ProducttransactionProcessorDataTerminalsItem(TypedDict, total=False):
    #: What the processor calls it.
    terminal_id: str
    #: The standard entry class of what it sends: WEB, PPD, CCD, TEL, POP or C21.
    sec_code: str
    #: What it sends: debit, credit, refund, void, avsonly.
    actions: List[str]
    #: Fields that a payment through it must have.
    required: List[str]


class ProducttransactionProcessorDataOriginator(TypedDict, total=False):
    """The sender of files, where it is not the installation's."""
    #: Routing number of the bank that takes the files.
    destination: str
    #: The name of that bank.
    destination_name: str
    #: What the bank knows the sender of files by.
    origin: str
    #: The name of the sender.
    origin_name: str
    #: The first eight digits of the originating bank's routing number.
    odfi_id: str
    #: What the bank knows the merchant by.
    company_id: str
    #: What payers read on their statement.
    company_name: str
    #: What the payments are for, as payers read it.
    entry_description: str


class ProducttransactionProcessorRules(TypedDict, total=False):
    """`rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change."""
    #: The first that fits counts.
    rules: List[ProducttransactionProcessorRulesRulesItem]
    #: The product that takes a payment while the processor cannot be reached.
    second: str


class _ProducttransactionProcessorRulesRulesItemRequired(TypedDict):
    #: The product that takes the payment instead.
    product_transaction_id: str


class ProducttransactionProcessorRulesRulesItem(_ProducttransactionProcessorRulesRulesItemRequired, total=False):
    #: Brands of cards: visa, mc, amex, …
    brand: List[str]
    #: The least amount.
    amount_from: str
    #: The largest amount.
    amount_to: str
    #: Countries of the issuing bank (ISO 3166).
    bin_country: List[str]
    #: Who begins it, or in which series: cardholder, merchant, recurring, installment, unscheduled.
    initiation: List[str]


class ProducttransactionLevel3Default(TypedDict, total=False):
    """Enhanced data of payments with company cards that send none of their own."""
    #: 1 where no tax is due.
    tax_exempt: Union[str, float, None]
    #: The sales tax of the whole purchase.
    sales_tax: Union[str, float, None]
    #: National or value added tax.
    national_tax: Union[str, float, None]
    #: The VAT number of the merchant.
    merchant_vat_registration: Union[str, float, None]
    #: The VAT number of the buyer.
    customer_vat_registration: Union[str, float, None]
    #: The class of goods of the whole purchase.
    summary_commodity_code: Union[str, float, None]
    #: What shipping costs.
    freight_amount: Union[str, float, None]
    #: Import duty.
    duty_amount: Union[str, float, None]
    #: Where the goods go.
    shipto_zip_code: Union[str, float, None]
    #: Where the goods come from.
    shipfrom_zip_code: Union[str, float, None]
    #: The country the goods go to: three letters, or the number, of ISO 3166.
    destination_country_code: Union[str, float, None]
    #: The number of the VAT invoice.
    unique_vat_ref_number: Union[str, float, None]
    #: When it was ordered, yymmdd.
    order_date: Union[str, float, None]
    #: All tax of the purchase.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off the whole purchase.
    transaction_discount_amount: Union[str, float, None]
    #: What was bought, line by line.
    line_items: List[ProducttransactionLevel3DefaultLineItemsItem]


class ProducttransactionLevel3DefaultLineItemsItem(TypedDict, total=False):
    #: The class of goods.
    commodity_code: Union[str, float, None]
    #: What it is.
    description: Union[str, float, None]
    #: What the merchant calls it.
    product_code: Union[str, float, None]
    #: How many.
    quantity: Union[str, float, None]
    #: The unit of measure, such as EA, DZ or KGM.
    unit_code: Union[str, float, None]
    #: What one costs.
    unit_cost: Union[str, float, None]
    #: The tax on this line.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off this line.
    discount_amount: Union[str, float, None]
    #: Further tax on this line.
    other_tax_amount: Union[str, float, None]
    #: The tax number that the tax was reported under.
    alternate_tax_id: Union[str, float, None]
    #: The kind of tax, as it is called where it is due.
    tax_type_applied: Union[str, float, None]
    #: D adds the line to the total, C takes it off.
    debit_credit: Union[str, float, None]
    #: The discount in percent.
    discount_rate: Union[str, float, None]
    #: The kind of tax by its number, such as 02 State Sales Tax.
    tax_type_id: Union[str, float, None]


class ProducttransactionCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _SurchargeRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What the merchant calls it.
    title: str
    #: What payers read beside the amount.
    surcharge_label: str
    #: A fixed amount, added to what the rate gives.
    surcharge_fee: str
    #: In percent of the amount, such as 2.50. At most 3.00 where a product takes Visa, and 4.00 anywhere.
    surcharge_rate: str
    #: No surcharge is less than this, as far as the networks allow.
    min_fee_amount: Union[str, None]
    #: No surcharge is more than this.
    max_fee_amount: Union[str, None]
    #: Payments of more than this carry no surcharge.
    max_transaction_amount: Union[str, None]
    #: Added to payments of recurrings too.
    surcharge_on_recurring: Literal[0, 1]
    #: A refund gives back its part of the surcharge. Otherwise the surcharge stays with the merchant.
    refund_surcharges: Literal[0, 1]
    #: Always 0: the networks want a surcharge within the payment that it is added to.
    run_as_separate_transaction: Literal[0, 1]
    #: Only payments that users of this type make carry it; those of pages and recurrings do not.
    apply_to_user_type_id: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Surcharge(_SurchargeRequired, total=False):
    """What a merchant adds to payments by credit card. Debit and prepaid cards and bank accounts never carry it."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The producttransaction records that belong to it. Only with `expand=product_transactions`.
    product_transactions: List[Producttransaction]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, SurchargeCreatedUser2, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class SurchargeCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _UserRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Unique within a domain; capitals make no difference.
    username: str
    #: First name.
    first_name: Union[str, None]
    #: Last name.
    last_name: str
    #: The company the user works for.
    company_name: Union[str, None]
    #: Where the user is mailed.
    email: str
    #: Street and number.
    address: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address.
    state: Union[str, None]
    #: ZIP code of the address.
    zip: Union[str, None]
    #: Mobile number, ten digits.
    cell_phone: Union[str, None]
    #: Phone number at home, ten digits.
    home_phone: Union[str, None]
    #: Phone number at work, ten digits.
    office_phone: Union[str, None]
    #: Extension of the number at work.
    office_ext_phone: Union[str, None]
    #: The user's number at the merchant.
    account_number: Union[str, None]
    #: Date of birth.
    date_of_birth: Union[str, None]
    #: The contact that a user of type contact is.
    contact_id: Union[str, None]
    #: Left out on create: the primary location's.
    domain_id: str
    #: The domain to sign in with.
    branding_domain_url: Union[str, None]
    #: The user sees this location and all below it.
    primary_location_id: str
    #: Nobody can give more rights than his own. 100 Contact, 200 Operator, 250 Client Admin, 300 Manager, 400 Clerk, 500 Read only, 600 and to 1000: as 500.
    user_type_id: Literal[100, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1000]
    #: Whether the user may sign in. 0 inactive, 1 active.
    status_id: Literal[0, 1]
    #: status_id.
    status: int
    #: Whether the user is mailed what payers pay on invoices, paylinks and hosted pages of the primary location and those below it.
    email_trx_receipt: bool
    #: The language of the user, such as en-US.
    locale: Union[str, None]
    #: Time zone name; the primary location's counts when empty.
    tz: Union[str, None]
    #: Never shown; generateuserapikey answers a new one once.
    user_api_key: Union[str, None]
    #: Never shown; generateuserhashkey answers a new one once.
    user_hash_key: Union[str, None]
    #: Whether the user has to choose a new password.
    requires_new_password: Literal["0", "1"]
    #: Failed ones since the last success.
    login_attempts: int
    #: When the user last signed in. Unix seconds.
    last_login_ts: Union[int, None]
    #: The latest sign-in.
    current_login: Union[str, None]
    #: The network address of the latest sign-in.
    current_login_ip: Union[str, None]
    #: Now in the user's zone.
    current_date_time: str
    #: When the user accepted the terms. Unix seconds.
    terms_accepted_ts: Union[int, None]
    #: The network address from which the terms were accepted.
    terms_agree_ip: Union[str, None]
    #: Which terms were accepted.
    terms_condition_id: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location.
    ui_prefs: UserUiPrefs
    #: Opens hosted forms (payform, accountform) by signature; everything else is refused with 403.
    forms_only: bool
    #: When the API key was made; null without one. Unix seconds.
    user_api_key_ts: Union[int, None]
    #: Scope of the API key. Either all, or one or more of read, invoices and payments, separated by spaces. It limits the rights of the user. Default: all.
    user_api_key_scope: Union[str, None]
    #: When the API key ends. Left out: never. Unix seconds.
    user_api_key_expire_ts: Union[int, None]
    #: From where the API key may be used. Addresses and networks from which the API key may be used. Left out: any.
    user_api_key_addresses: Union[List[str], None]
    #: When the hash key was made; null until it was shown once. Unix seconds.
    user_hash_key_ts: Union[int, None]
    #: When the hash key ends. Left out: never. Unix seconds.
    user_hash_key_expire_ts: Union[int, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class User(_UserRequired, total=False):
    """A person or a program that calls the API or signs in. It belongs to a location and sees that and all below it."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, UserCreatedUser2, None]
    #: The location that `primary_location_id` names; null where it names none. Only with `expand=primary_location`.
    primary_location: Union[Location, None]
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: The branding_domain that `domain_id` names; null where it names none. Only with `expand=branding_domain`.
    branding_domain: Union[BrandingDomain, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class UserUiPrefs(TypedDict, total=False):
    """Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location."""
    #: The page that opens first.
    entry_page: str
    #: Rows of a list.
    page_size: int
    #: The format of exported reports.
    report_export_type: str
    #: Where payments are taken: virtual_terminal or a terminal.
    process_method: str
    #: The terminal that is chosen first.
    default_terminal: Union[str, None]


class UserCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _AuthroleuserRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Who has the role.
    user_id: str
    #: The role: the user's user_type_id.
    auth_role_id: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Authroleuser(_AuthroleuserRequired, total=False):
    """The role of a user, which is his user_type_id: giving one replaces it, taking it away leaves a contact's rights."""
    #: The user that belongs to it; null where there is none.
    user: Union[Dict[str, Any], None]


class _AccountvaultRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: A card (cc) or a bank account (ach).
    payment_method: Literal["cc", "ach"]
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Whose account it is.
    contact_id: Union[str, None]
    #: What people call it.
    title: Union[str, None]
    #: The name on the account. Required for ach, and for ach only.
    account_holder_name: Union[str, None]
    #: The first six digits. Null where the number is too short to show as much of it.
    first_six: Union[str, None]
    #: The last four digits. Half of the digits where the number has fewer than eight.
    last_four: str
    #: MMYY. Required with a card number; a month that is over is refused. Null for ach.
    exp_date: Union[str, None]
    #: Calendar months from this month to the month of expiry.
    expiring_in_months: Union[int, None]
    #: checking or savings, required with a bank account number; for cc the brand of the card.
    account_type: Union[str, None]
    #: Required with a bank account number. Ignored for cc.
    is_company: Union[bool, None]
    #: Always null.
    routing: Union[str, None]
    #: CCD for a company, PPD for a person, unless sent. Null for cc.
    ach_sec_code: Union[str, None]
    #: Street and number of the billing address.
    billing_address: Union[str, None]
    #: City of the billing address.
    billing_city: Union[str, None]
    #: State of the billing address, two letters.
    billing_state: Union[str, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]
    #: Phone number of the holder.
    billing_phone: Union[str, None]
    #: The caller's own id of the record. Unique per location.
    account_vault_api_id: Union[str, None]
    #: For the merchant: any text.
    accountvault_c1: Union[str, None]
    #: For the merchant: any text.
    accountvault_c2: Union[str, None]
    #: For the merchant: any text.
    accountvault_c3: Union[str, None]
    #: The holder's number at the merchant.
    customer_id: Union[str, None]
    #: Number of the holder's driver license. Sent together with dl_state.
    dl_number: Union[str, None]
    #: The state that issued the driver license; together with dl_number.
    dl_state: Union[str, None]
    #: Year of birth of the holder.
    dob_year: Union[str, None]
    #: The last four digits of the social security number of the holder.
    ssn4: Union[str, None]
    #: 1 where the holder agreed to the terms.
    terms_agree: Union[int, None]
    #: The network address from which the holder agreed.
    terms_agree_ip: Union[str, None]
    #: Tied to a recurring that still runs; the vault cannot be deleted then.
    has_recurring: bool
    #: Always 1.
    active: int
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Accountvault(_AccountvaultRequired, total=False):
    """A stored card or bank account. Its number is sealed; payments name the record instead of the number."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: The signature that belongs to it; null where there is none. Only with `expand=signature`.
    signature: Union[Signature, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, AccountvaultCreatedUser2, None]
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: Always null: cards are not updated by the networks. Only with `expand=account_vault_cau_product_transaction`.
    account_vault_cau_product_transaction: Union[str, None]
    #: Always empty: cards are not updated by the networks. Only with `expand=account_vault_cau_logs`.
    account_vault_cau_logs: List[Dict[str, Any]]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]
    #: The microdeposit records that belong to it. Only with `expand=microdeposits`.
    microdeposits: List[Microdeposit]


class AccountvaultCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _MicrodepositRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The account that is verified.
    account_vault_id: str
    #: The product whose bank sends the amounts.
    product_transaction_id: str
    #: How far the verification is. pending waits for its bank file, sent with the bank; can be confirmed from settle_date on, verified both amounts were confirmed, failed wrong amounts too often; the account is locked, returned the bank sent an entry back.
    status: Literal["pending", "sent", "verified", "failed", "returned"]
    #: How many wrong amounts may still be sent.
    tries_left: int
    #: The day on which the deposits are in the account.
    settle_date: Union[str, None]
    #: When the right amounts were sent. Unix seconds.
    verified_ts: Union[int, None]
    #: Why the bank sent it back.
    reason_code_id: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Microdeposit(_MicrodepositRequired, total=False):
    """A verification of a stored bank account by two small amounts that its holder reads on a statement."""
    #: The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`.
    account_vault: Union[Accountvault, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class _TicketRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Nine digits that do wherever the id does, for fields that take a number.
    ticket_number: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Whose account it is.
    contact_id: Union[str, None]
    #: MMYY.
    exp_date: str
    #: The name on the account.
    account_holder_name: Union[str, None]
    #: Street and number of the billing address.
    billing_street: Union[str, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]
    #: The first six digits.
    first_six: str
    #: The last four digits.
    last_four: str
    #: The brand of the card.
    account_type: str
    #: From this second on it can no longer be used. Unix seconds.
    expire_ts: int
    #: Of a ticket that a browser made: what was signed.
    order_id: Union[str, None]
    #: When it was used. Unix seconds.
    used_ts: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Ticket(_TicketRequired, total=False):
    """Stands once, and for minutes, for an account that a payment or a vault is made of."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, TicketCreatedUser2, None]


class TicketCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _TransactionRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: By card (cc) or from a bank account (ach).
    payment_method: Literal["cc", "ach"]
    #: The stored account that pays. Instead of account_number and exp_date.
    account_vault_id: Union[str, None]
    #: The recurring that made it.
    recurring_id: Union[str, None]
    #: The first six digits of the account.
    first_six: Union[str, None]
    #: The last four digits of the account.
    last_four: Union[str, None]
    #: The name on the account. Required for bank accounts without a vault.
    account_holder_name: Union[str, None]
    #: How much is paid. Includes tax, tip and surcharge. A JSON number in answers.
    transaction_amount: float
    #: What is paid for, for the merchant.
    description: Union[str, None]
    #: The code that the processor gave it.
    transaction_code: Union[str, None]
    #: The result of the address check. GOOD, BAD, or the part that does not match: STREET, ZIP.
    avs: Union[str, None]
    #: The processor's own letter for the address check.
    avs_enhanced: Union[str, None]
    #: The number of its batch; null where there is none.
    batch: Union[str, None]
    #: The processor's number of the item.
    item: Union[str, None]
    #: The merchant's order number. Twelve digits are made up when left out.
    order_num: Union[str, None]
    #: When the processor answered. Unix seconds.
    timestamp: Union[int, None]
    #: For people; approval is told by status_id alone.
    verbiage: Union[str, None]
    #: Always null.
    transaction_settlement_status: Union[str, None]
    #: The day on which a bank payment takes effect.
    effective_date: Union[str, None]
    #: Routing number of the bank of the account.
    routing: Union[str, None]
    #: The day on which the bank returned it.
    return_date: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The caller's own id, unique per location: a second POST with it is refused.
    transaction_api_id: Union[str, None]
    #: 1 where the payer agreed to the terms.
    terms_agree: Union[int, None]
    #: Where the receipt is mailed.
    notification_email_address: Union[str, None]
    #: Whether the receipt was mailed.
    notification_email_sent: bool
    #: The processor's own code and text.
    response_message: Union[str, None]
    #: What was approved; less than asked for a partial approval.
    auth_amount: Union[str, None]
    #: What became of it. Approval is told by this alone. 0 Pending, 101 Sale approved, 102 Auth only, 111 Refunded, 121 AVS only, 131 ACH pending origination, 132 ACH originating, 133 ACH originated, 134 ACH settled, 135 ACH reserved, 136 ACH rejected, 191 Settled (deprecated), 201 Voided, 301 Declined, 331 ACH charged back.
    status_id: Literal[0, 101, 102, 111, 121, 131, 132, 133, 134, 135, 136, 191, 201, 301, 331]
    #: What kind of payment it is. 20 Sale, 21 AVS only, 22 Settle (deprecated), 30 Refund, 40 Credit, 50 Debit.
    type_id: Literal[20, 21, 22, 30, 40, 50]
    #: Why it has this status: 1000 approved, others name the reason of a decline.
    reason_code_id: int
    #: The caller's primary location when left out.
    location_id: str
    #: The day on which it was settled.
    settle_date: Union[str, None]
    #: The day on which the payer disputed it.
    charge_back_date: Union[str, None]
    #: The day on which it was voided.
    void_date: Union[str, None]
    #: What kind of account it is. checking or savings for bank accounts; the brand of a card in answers.
    account_type: Union[str, None]
    #: Lodging: the first night.
    checkin_date: Union[str, None]
    #: Lodging: the day of departure.
    checkout_date: Union[str, None]
    #: Lodging: the room.
    room_num: Union[str, None]
    #: Lodging: the price of a night.
    room_rate: str
    #: Whether it is a deposit for a stay to come. Lodging.
    advance_deposit: bool
    #: Whether it is for a stay that the guest did not come to. Lodging.
    no_show: bool
    #: How the card was read. B Barcode, S Swiped, K Keyed, C Chip, P Contactless, F Fallback.
    entry_mode_id: Literal["B", "S", "K", "C", "P", "F", None]
    #: What a receipt of a chip card has to show; chip cards only.
    emv_receipt_data: Union[TransactionEmvReceiptData, None]
    #: Lodging: the number of the folio.
    folio_num: Union[str, None]
    #: The payer's number at the merchant.
    customer_id: Union[str, None]
    #: The payer's network address.
    customer_ip: Union[str, None]
    #: The letter of the security code check: M matches, N does not.
    cvv_response: Union[str, None]
    #: The issuer's approval code. Six characters; required for force, ignored otherwise.
    auth_code: Union[str, None]
    #: The location's default for the payment method when left out.
    product_transaction_id: str
    #: The batch it is settled with.
    transaction_batch_id: Union[str, None]
    #: The transaction to refund, or whose payment data is used again.
    previous_transaction_id: Union[str, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: The invoice it pays.
    quick_invoice_id: Union[str, None]
    #: The paylink it pays.
    paylink_id: Union[str, None]
    #: The hosted payment page on which it was paid.
    hosted_payment_page_id: Union[str, None]
    #: The terminal on which it was paid.
    terminal_id: Union[str, None]
    #: The serial number of the terminal.
    terminal_serial_number: Union[str, None]
    #: Sales tax within the amount.
    tax: str
    #: Tip within the amount.
    tip_amount: Union[str, None]
    #: The amount without tax and tip.
    subtotal_amount: Union[str, None]
    #: Surcharge within the amount. Taken off again, here and from the amount, where the card may not carry one.
    surcharge_amount: Union[str, None]
    #: Street and number of the billing address.
    billing_street: Union[str, None]
    #: City of the billing address.
    billing_city: Union[str, None]
    #: State of the billing address.
    billing_state: Union[str, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]
    #: Phone number of the payer, ten digits.
    billing_phone: Union[str, None]
    #: Street and number where the service is given.
    service_address: Union[str, None]
    #: City where the service is given.
    service_city: Union[str, None]
    #: State where the service is given.
    service_state: Union[str, None]
    #: ZIP code where the service is given.
    service_zip: Union[str, None]
    #: Country where the service is given: two or three letters, or the number, of ISO 3166.
    service_country: Union[str, None]
    #: The buyer's purchase order.
    po_number: Union[str, None]
    #: The text on the payer's card statement. Replaces that of the product; shortened to what the processor accepts.
    statement_descriptor: Union[str, None]
    #: The clerk who took the payment.
    clerk_number: Union[str, None]
    #: For the merchant: any text.
    transaction_c1: Union[str, None]
    #: For the merchant: any text.
    transaction_c2: Union[str, None]
    #: For the merchant: any text.
    transaction_c3: Union[str, None]
    #: For the merchant: any JSON.
    custom_data: Union[Dict[str, Any], List[Any], None]
    #: Parts of the amount that are for health care or transit.
    additional_amounts: List[TransactionAdditionalAmountsItem]
    #: Whether the card was there. Follows the industry when left out; false for a stored account.
    card_present: bool
    #: The standard entry class of a bank payment (Nacha). Required for bank accounts; a vault's own when left out.
    ach_sec_code: Literal["WEB", "PPD", "CCD", "TEL", "POP", "C21", None]
    #: What kind of bank credit it is. P payroll.
    ach_identifier: Literal["P", None]
    #: The number of the check.
    check_number: Union[str, None]
    #: The wallet that the card came from. Kept for programs; the gateway does not act on it.
    wallet_id: Union[str, None]
    #: The language of the payer, such as en-US.
    locale: Union[str, None]
    #: Where it was begun: 12 is the API.
    trx_source_id: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]
    #: Whether it pays a bill.
    bill_payment: bool
    #: Which payment of its recurring it is.
    recurring_number: Union[int, None]
    #: Which installment it is.
    installment_number: Union[int, None]
    #: Of how many installments.
    installment_total_count: Union[int, None]
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: auth_code by its older name.
    auth: Union[str, None]
    #: Whether a recurring made it.
    is_recurring: bool
    #: Whether it was paid from a stored account.
    is_accountvault: bool
    #: Whether a person has to decide what it is, with POST …/resolve.
    is_stuck: bool
    #: is_recurring in words.
    recurring_flag: Literal["no", "yes"]
    #: The tag records that `tag_ids` names. Only with `expand=tags`.
    tags: Union[List[TransactionTagsItem], List[Tag]]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Transaction(_TransactionRequired, total=False):
    """One payment with the processor, from the request to what finally became of it. status_id tells the result."""
    #: The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`.
    account_vault: Union[Accountvault, None]
    #: The tag records that `tag_ids` names. Only with `expand=all_tags`.
    all_tags: List[Tag]
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: Always null: no company is known of a developer id. Only with `expand=developer_company`.
    developer_company: Union[str, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, TransactionCreatedUser2, None]
    #: The log_email records that belong to it. Only with `expand=log_emails`.
    log_emails: List[LogEmail]
    #: entry_mode_id with its title. Only with `expand=entrymode`.
    entrymode: Union[TransactionEntrymode, None]
    #: Whether it is authorized and can be captured with authcomplete, as things stand now. Only with `expand=is_completable`.
    is_completable: bool
    #: Whether money of it can be given back with refund, as things stand now. Only with `expand=is_refundable`.
    is_refundable: bool
    #: Whether a part of it can be released with partialreversal, as things stand now. Only with `expand=is_reversible`.
    is_reversible: bool
    #: Whether it has been settled, as things stand now. Only with `expand=is_settled`.
    is_settled: bool
    #: Whether it can be undone with void, because it is not settled yet, as things stand now. Only with `expand=is_voidable`.
    is_voidable: bool
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The paylink that `paylink_id` names; null where it names none. Only with `expand=paylink`.
    paylink: Union[Paylink, None]
    #: The hostedpaymentpage that `hosted_payment_page_id` names; null where it names none. Only with `expand=hosted_payment_page`.
    hosted_payment_page: Union[Hostedpaymentpage, None]
    #: The postback_log records that belong to it. Only with `expand=postback_logs`.
    postback_logs: List[PostbackLog]
    #: The transaction that `previous_transaction_id` names; null where it names none. Only with `expand=previous_transaction`.
    previous_transaction: Union[Transaction, None]
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: The quickinvoice that `quick_invoice_id` names; null where it names none. Only with `expand=quick_invoice`.
    quick_invoice: Union[Quickinvoice, None]
    #: The reasoncode that `reason_code_id` names; null where it names none. Only with `expand=reason_code`.
    reason_code: Union[Reasoncode, None]
    #: The recurring that `recurring_id` names; null where it names none. Only with `expand=recurring`.
    recurring: Union[Recurring, None]
    #: The accountvault that `saved_account_vault_id` names; null where it names none. Only with `expand=saved_account`.
    saved_account: Union[Accountvault, None]
    #: The signature that belongs to it; null where there is none. Only with `expand=signature`.
    signature: Union[Signature, None]
    #: status_id with its title. Only with `expand=status`.
    status: Union[TransactionStatus, None]
    #: The surcharge that `surcharge_id` names; null where it names none. Only with `expand=surcharge`.
    surcharge: Union[Surcharge, None]
    #: Always null: a surcharge is within the payment that it is added to. Only with `expand=surcharge_transaction`.
    surcharge_transaction: Union[str, None]
    #: The terminal that `terminal_id` names; null where it names none. Only with `expand=terminal`.
    terminal: Union[Terminal, None]
    #: The transactionbatch that `transaction_batch_id` names; null where it names none. Only with `expand=transaction_batch`.
    transaction_batch: Union[Transactionbatch, None]
    #: The transactionhistory records that belong to it. Only with `expand=transaction_histories`.
    transaction_histories: List[Transactionhistory]
    #: The transactionlevel3 that belongs to it; null where there is none. Only with `expand=transaction_level3`.
    transaction_level3: Union[Transactionlevel3, None]
    #: type_id with its title. Only with `expand=type`.
    type: Union[TransactionType, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class TransactionEmvReceiptData(TypedDict, total=False):
    """What a receipt of a chip card has to show; chip cards only."""
    #: The transaction certificate.
    TC: str
    #: The terminal verification results.
    TVR: str
    #: The application on the chip.
    AID: str
    #: The transaction status information.
    TSI: str
    #: The counter of payments of the application.
    ATC: str
    #: The label of the application.
    APPLAB: str
    #: The name of the application, as its issuer prefers it.
    APPN: str
    #: How the cardholder was verified.
    CVM: str


class TransactionAdditionalAmountsItem(TypedDict):
    #: What the part is for.
    type: Literal["4S", "4U", "4V", "4W", "4X"]
    #: How much of the amount it is.
    amount: Union[str, float]


class TransactionTagsItem(TypedDict):
    #: The tag.
    id: str
    #: What it was called.
    title: str


class TransactionCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class TransactionEntrymode(TypedDict):
    """entry_mode_id with its title. Only with `expand=entrymode`."""
    #: The entry_mode_id.
    id: str
    #: What it means.
    title: str


class TransactionStatus(TypedDict):
    """status_id with its title. Only with `expand=status`."""
    #: The status_id.
    id: int
    #: What it means.
    title: str


class TransactionType(TypedDict):
    """type_id with its title. Only with `expand=type`."""
    #: The type_id.
    id: int
    #: What it means.
    title: str


class _RefundapprovalRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: What is approved.
    action: Literal["refund", "credit"]
    #: The product it is made with. Needed for a credit; a refund is made with the product of its payment.
    product_transaction_id: str
    #: The payment to refund. Left out: last_four.
    transaction_id: Union[str, None]
    #: Of the account that is credited, where no payment is refunded.
    last_four: Union[str, None]
    #: How much is given back, exactly.
    transaction_amount: str
    #: For the user who decides.
    reason: str
    #: used: the refund was made; refund_transaction_id is it.
    status: Literal["waiting", "approved", "refused", "used"]
    #: A day after the request: until then it is approved and used. Unix seconds.
    expire_ts: int
    #: When it was approved or refused. Unix seconds.
    decided_ts: Union[int, None]
    #: Who approved or refused it.
    decided_user_id: Union[str, None]
    #: The refund that was made with it.
    refund_transaction_id: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Who makes the refund.
    created_user_id: str
    #: The location of the payment to refund, else of the product.
    location_id: str
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Refundapproval(_RefundapprovalRequired, total=False):
    """The approval of a refund or credit by a second person, where its product asks for one (refund_approval_amount)."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: The transaction that `transaction_id` names; null where it names none. Only with `expand=transaction`.
    transaction: Union[Transaction, None]
    #: The transaction that `refund_transaction_id` names; null where it names none. Only with `expand=refund_transaction`.
    refund_transaction: Union[Transaction, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, RefundapprovalCreatedUser2, None]
    #: The user that `decided_user_id` names; null where it names none. Only with `expand=decided_user`.
    decided_user: Union[User, RefundapprovalDecidedUser2, None]


class RefundapprovalCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class RefundapprovalDecidedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _TransactionbatchRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: One more than the batch before; 1 follows 9999.
    batch_num: int
    #: The product whose payments it holds.
    product_transaction_id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: How far its settlement is. 1 To settle, 2 Settled, 3 Error, 4 Re-process, 5 Processing, 6 Forced closed.
    processing_status_id: Literal[1, 2, 3, 4, 5, 6]
    #: Whether payments still join it.
    is_open: Literal[0, 1]
    #: When it was closed. Unix seconds.
    batch_close_ts: Union[int, None]
    #: The processor's own file of what was settled.
    settlement_file_name: Union[str, None]
    #: What the processor said, or who closed it.
    batch_close_detail: Union[str, None]
    #: What its sales come to.
    total_sale_amount: str
    #: How many sales it holds.
    total_sale_count: int
    #: What its refunds come to.
    total_refund_amount: str
    #: How many refunds it holds.
    total_refund_count: int
    #: What its voided payments came to.
    total_void_amount: str
    #: How many voided payments it holds.
    total_void_count: int
    #: What its refunds without an earlier payment come to.
    total_blind_refund_amount: str
    #: How many refunds without an earlier payment it holds.
    total_blind_refund_count: int
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Transactionbatch(_TransactionbatchRequired, total=False):
    """The payments of a product that are settled together."""
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class _DiscrepancyRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Null only for what belongs to no merchant; no merchant sees it.
    location_id: Union[str, None]
    #: What differs. batch_totals A batch's totals are not the sums of its payments., batch_state The processor has settled what is not settled here, or in another file., file_missing The processor has no file of a settlement a day and a half after it., line_missing A payment of a settled batch is not in the processor's file., line_extra A payment in the processor's file is not of this batch, or was voided here., line_amount A payment is in the processor's file with another amount., line_twice Payments are in the file more than once., net_amount The file comes to another amount than the batch., terminal_total A device reported another amount at its closing than the payments taken at it since the one before., order_unrecorded The processor approved an order that is not stored here., order_unseen An order is approved here, and the processor never received it., order_result One side has an order approved, the other declined., order_amount An order was approved with different amounts., return_unmatched The bank sent back what was never sent., return_amount The bank sent an entry back with another amount or for another bank., bank_file_unanswered The bank has not acknowledged a file for three banking days., bank_file_totals A bank file does not come to its entries., bank_payment_state A bank payment and its entry disagree on whether it settled or was returned., report_unreadable A processor's report cannot be read; the others were., taken_back The processor took back what it had approved: a refund failed later, a void did not happen., settlement_missing The processor has not told a week later that payments of a closed batch were settled.
    kind: Literal["batch_totals", "batch_state", "file_missing", "line_missing", "line_extra", "line_amount", "line_twice", "net_amount", "terminal_total", "order_unrecorded", "order_unseen", "order_result", "order_amount", "return_unmatched", "return_amount", "bank_file_unanswered", "bank_file_totals", "bank_payment_state", "report_unreadable", "settlement_missing", "taken_back"]
    #: explained: by a person, with a note. gone: a later comparison found both sides equal.
    status: Literal["open", "explained", "gone"]
    #: The product concerned.
    product_transaction_id: Union[str, None]
    #: The batch concerned.
    transaction_batch_id: Union[str, None]
    #: The payment concerned.
    transaction_id: Union[str, None]
    #: What the other side calls it: an order's reference, a trace number.
    reference: Union[str, None]
    #: What the processor says.
    processor: Union[str, None]
    #: What the books say; null for nothing.
    ours: Union[str, None]
    #: What the other side says; null for nothing.
    theirs: Union[str, None]
    #: Which comparison found it first.
    found_by: Literal["settlement", "night", "return", "hand"]
    #: How often it was found.
    times_found: int
    #: When it was found last. Unix seconds.
    seen_ts: int
    #: How a person explained it.
    note: Union[str, None]
    #: When a person explained it. Unix seconds.
    explained_ts: Union[int, None]
    #: Who explained it.
    explained_user_id: Union[str, None]
    #: When it was no longer found. Unix seconds.
    gone_ts: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Discrepancy(_DiscrepancyRequired, total=False):
    """A difference between what the gateway and a processor, a bank or a terminal say of a payment."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: The transactionbatch that `transaction_batch_id` names; null where it names none. Only with `expand=transaction_batch`.
    transaction_batch: Union[Transactionbatch, None]
    #: The transaction that `transaction_id` names; null where it names none. Only with `expand=transaction`.
    transaction: Union[Transaction, None]
    #: The user that `explained_user_id` names; null where it names none. Only with `expand=explained_user`.
    explained_user: Union[User, None]


class _AlertRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Null only for what belongs to no merchant; no merchant sees it.
    location_id: Union[str, None]
    #: What was noticed. chain_broken The audit trail was changed behind its seals. A matter of the operator., many_refusals Far more requests or payments than usual were refused within half an hour., key_place An API key or an integration came from a network or a country for the first time., privilege_granted A user was made an administrator, or got more rights., decline_rate Far more payments of a product are declined than in the week before., page_differs Payment pages are not served as this release was approved. A matter of the operator., bank_file_set_aside A file of the bank could not be applied. A matter of the operator., bank_change_unread The bank corrects an account, and its data could not be read: the next payment may come back., database_disk_low The disk of the database has little room left. A matter of the operator., quota_used_up The merchant has sent, printed or stored as much as the operator allows., refund_limit_raised More will be refunded without a second person: an amount was raised or switched off.
    matter: Literal["chain_broken", "many_refusals", "key_place", "privilege_granted", "decline_rate", "page_differs", "bank_file_set_aside", "bank_change_unread", "database_disk_low", "quota_used_up", "refund_limit_raised"]
    #: The user, key, product, file or account it is about; empty for none.
    subject: str
    #: What was seen, in a sentence.
    says: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Alert(_AlertRequired, total=False):
    """A warning of what may be an attack, or of what needs a person soon: a file of a bank, a disk that fills up."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class Transactionhistory(TypedDict):
    """One status that a payment had, and since when."""
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The payment.
    transaction_id: str
    #: The status it took.
    status_id: int
    #: When it took that status. Unix seconds.
    event_date_ts: int
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class _QuickinvoiceRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What it is called, on the pay page and in mails too.
    title: str
    #: Until when it should be paid.
    due_date: str
    #: What is billed: labels and amounts, whose sum is amount_due.
    item_list: Dict[str, Union[float, str]]
    #: The location's default_cc when left out; null or empty means none. Fixed once a payment has been made.
    cc_product_transaction_id: Union[str, None]
    #: The location's default_ach when left out; null or empty means none. Fixed once a payment has been made.
    ach_product_transaction_id: Union[str, None]
    #: Who is billed. Its email fills an empty email.
    contact_id: Union[str, None]
    #: The payer's number at the merchant.
    customer_id: Union[str, None]
    #: Number of the payer's driver license. Together with dl_state.
    dl_number: Union[str, None]
    #: The state that issued the driver license; together with dl_number.
    dl_state: Union[str, None]
    #: Year of birth of the payer. Or ssn4, never both.
    dob_year: Union[str, None]
    #: The last four digits of the social security number of the payer. Or dob_year, never both.
    ssn4: Union[str, None]
    #: Where notifications go; the contact's when left out.
    email: Union[str, None]
    #: Until when it can be paid. The last day it can be paid, in the zone of its location.
    expire_date: Union[str, None]
    #: The merchant's number of the invoice.
    invoice_number: Union[str, None]
    #: Text above the items.
    item_header: Union[str, None]
    #: Text below the items.
    item_footer: Union[str, None]
    #: A message. To the recipient.
    note: Union[str, None]
    #: Whether more than amount_due may be paid. It takes payments after amount_due is met.
    allow_overpayment: Literal[0, 1]
    #: Whether less than all may be paid at once. 0 unless the location's settings say otherwise.
    allow_partial_pay: Literal[0, 1]
    #: Whether its files go with the mails.
    attach_files_to_email: Literal[0, 1]
    #: Whether it goes with the mails as a PDF to print.
    attach_pdf_to_email: Literal[0, 1]
    #: Where it is texted, ten digits. Required when send_text_to_pay is 1.
    cell_phone: Union[str, None]
    #: 1 sends reminders by text, too, and with send_email the first notification.
    send_text_to_pay: Literal[0, 1]
    #: How many days before the due date its recipient is notified; 0 for never. 3 unless the location's settings say otherwise.
    notification_days_before_due_date: int
    #: How many days after the due date its recipient is notified; 0 for never. 7 unless the location's settings say otherwise.
    notification_days_after_due_date: int
    #: Whether its recipient is notified on the due date. 1 unless the location's settings say otherwise.
    notification_on_due_date: Literal[0, 1]
    #: 1 sends the notification at once.
    send_email: Literal[0, 1]
    #: The caller's own id, unique per location.
    quick_invoice_api_id: Union[str, None]
    #: Further addresses that get the notifications, separated by commas.
    notification_email: Union[str, None]
    #: Whether it can be paid. It closes when it becomes fully paid and allow_overpayment is 0; a PUT that would change it is 422. Filters read 0 as Closed. 1 Open, 2 Closed.
    status_id: Literal[1, 2]
    #: How much of it is paid. 1 Unpaid, 2 Paid, 3 Partially Paid.
    payment_status_id: Literal[1, 2, 3]
    #: What is billed. The sum of the items.
    amount_due: str
    #: What is left to pay. Never below 0.00.
    remaining_balance: str
    #: The least that one payment may be. The least of a part on the pay page, where allow_partial_pay is 1; the last part may be less.
    single_payment_min_amount: str
    #: The most that one payment may be. The most of one payment on the pay page. Left out: the largest amount a transaction can carry.
    single_payment_max_amount: str
    #: For the merchant: any text.
    quick_invoice_c1: Union[str, None]
    #: For the merchant: any text.
    quick_invoice_c2: Union[str, None]
    #: For the merchant: any text.
    quick_invoice_c3: Union[str, None]
    #: Whether only debit cards are taken, in place of bank_funded_only of the product.
    bank_funded_only_override: Literal[0, 1, None]
    #: Whether it opens again when a payment of it is taken back. 1: a closed invoice opens again when a payment of it is voided, refunded, returned or taken off it.
    auto_reopen: Literal[0, 1]
    #: Whether it is in use.
    is_active: Literal[0, 1]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: is_active by its other name.
    active: Literal[0, 1]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Quickinvoice(_QuickinvoiceRequired, total=False):
    """A request for payment of listed items, which its recipient pays on a page of its own."""
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: The email_blacklist that `email` names; null where it names none. Only with `expand=email_blacklist`.
    email_blacklist: Union[EmailBlacklist, None]
    #: The sms_blacklist that `cell_phone` names; null where it names none. Only with `expand=sms_blacklist`.
    sms_blacklist: Union[SmsBlacklist, None]
    #: The file records that belong to it. Only with `expand=files`.
    files: List[File]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The tag records that `tag_ids` names. Only with `expand=tags`.
    tags: List[Tag]
    #: The tag records that `tag_ids` names. Only with `expand=all_tags`.
    all_tags: List[Tag]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, QuickinvoiceCreatedUser2, None]
    #: The user that `modified_user_id` names; null where it names none. Only with `expand=modified_user`.
    modified_user: Union[User, QuickinvoiceModifiedUser2, None]
    #: The quick_invoice_setting that `location_id` names; null where it names none. Only with `expand=quick_invoice_settings`.
    quick_invoice_settings: Union[QuickInvoiceSetting, None]
    #: The quick_invoice_view records that belong to it. Only with `expand=quick_invoice_views`.
    quick_invoice_views: List[QuickInvoiceView]
    #: The transaction records that belong to it. Only with `expand=transactions`.
    transactions: List[Transaction]
    #: The log_email records that belong to it. Only with `expand=log_emails`.
    log_emails: List[LogEmail]
    #: The log_sms records that belong to it. Only with `expand=log_sms`.
    log_sms: List[LogSms]
    #: The pay page of the invoice, to be sent to whoever pays. Only with `expand=payment_url`.
    payment_url: str
    #: The producttransaction that `cc_product_transaction_id` names; null where it names none. Only with `expand=cc_product_transaction`.
    cc_product_transaction: Union[Producttransaction, None]
    #: The producttransaction that `ach_product_transaction_id` names; null where it names none. Only with `expand=ach_product_transaction`.
    ach_product_transaction: Union[Producttransaction, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class QuickinvoiceCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class QuickinvoiceModifiedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _PaylinkRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The location's default_cc when left out; null or empty means none.
    cc_product_transaction_id: Union[str, None]
    #: The location's default_ach when left out; null or empty means none.
    ach_product_transaction_id: Union[str, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: The caller's own id, unique per location.
    paylink_api_id: Union[str, None]
    #: What is to be paid. At least 0.01.
    amount_due: str
    #: Where the link is mailed to.
    email: Union[str, None]
    #: Where the link is texted to. Required when delivery_method is 2 or 3.
    cell_phone: Union[str, None]
    #: How the link is sent. 0 none, 1 Email, 2 SMS, 3 Both.
    delivery_method: Literal[0, 1, 2, 3]
    #: What is paid for, as the payer reads it.
    description: Union[str, None]
    #: Until when it can be paid. The last day it can be paid, in the zone of its location. A later one opens an expired link again.
    expire_date: Union[str, None]
    #: Whether the money is taken (sale) or reserved (auth-only).
    paylink_action: Literal["sale", "auth-only"]
    #: Shows the receipt after a payment.
    display_product_transaction_receipt_details: Literal[0, 1]
    #: Asks for a billing address.
    display_billing_fields: Literal[0, 1]
    #: Whether it is paid. Paid by the first approved sale or authorization; a later void does not open it again. 0 Unpaid, 1 Paid.
    status_id: Literal[0, 1]
    #: Whether the link can be paid. 0 withdraws the link, 1 offers it again.
    active: Literal[0, 1]
    #: Whether only debit cards are taken, in place of bank_funded_only of the product.
    bank_funded_only_override: Literal[0, 1, None]
    #: Stores the payer's account as a vault of the contact.
    store_token: Literal[0, 1]
    #: What the stored account is called.
    store_token_title: Union[str, None]
    #: Where the payer goes after an approval.
    redirect_url_on_approve: Union[str, None]
    #: Where the payer goes after a decline.
    redirect_url_on_decline: Union[str, None]
    #: Seconds before the payer is sent on.
    redirect_url_delay: int
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Paylink(_PaylinkRequired, total=False):
    """A link on which one amount is paid, once."""
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: The email_blacklist that `email` names; null where it names none. Only with `expand=email_blacklist`.
    email_blacklist: Union[EmailBlacklist, None]
    #: The sms_blacklist that `cell_phone` names; null where it names none. Only with `expand=sms_blacklist`.
    sms_blacklist: Union[SmsBlacklist, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The tag records that `tag_ids` names. Only with `expand=tags`.
    tags: List[Tag]
    #: The tag records that `tag_ids` names. Only with `expand=all_tags`.
    all_tags: List[Tag]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, PaylinkCreatedUser2, None]
    #: The transaction records that belong to it. Only with `expand=transactions`.
    transactions: List[Transaction]
    #: The log_email records that belong to it. Only with `expand=log_emails`.
    log_emails: List[LogEmail]
    #: The log_sms records that belong to it. Only with `expand=log_sms`.
    log_sms: List[LogSms]
    #: The pay page of the link, to be sent to whoever pays. Only with `expand=payment_url`.
    payment_url: str
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class PaylinkCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _HostedpaymentpageRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Who made it.
    user_id: Union[str, None]
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What is paid through; it has to allow hosted payment pages.
    product_transaction_id: str
    #: What people call it.
    title: str
    #: Seconds before the payer is sent on.
    redirect_url_delay: int
    #: The least a payer may enter; 0.01 when left out.
    min_payment_amount: Union[str, None]
    #: The most a payer may enter.
    max_payment_amount: Union[str, None]
    #: Where the payer goes after an approval.
    redirect_url_on_approve: Union[str, None]
    #: Where the payer goes after a decline.
    redirect_url_on_decline: Union[str, None]
    #: The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction.
    field_configuration: Union[HostedpaymentpageFieldConfiguration, None]
    #: What the data of a link are encrypted and signed with. Whoever has it can ask for any amount.
    encryption_key: Union[str, None]
    #: Kept, and never loaded: nothing from elsewhere runs where a card is entered. The branding of the location counts.
    stylesheet_url: Union[str, None]
    #: The one origin that may frame the page, such as https://shop.example. Without it nobody may.
    parent_origin: Union[str, None]
    #: Posts the transaction to the page around the frame.
    parent_send_message: Literal[0, 1]
    #: Asks only for what is required.
    hide_optional_fields: Literal[0, 1]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Hostedpaymentpage(_HostedpaymentpageRequired, total=False):
    """A page on which payers pay a merchant who needs no software for it."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, None]
    #: The user that `modified_user_id` names; null where it names none. Only with `expand=modified_user`.
    modified_user: Union[User, None]
    #: Where payers open it. Only with `expand=payment_url`.
    payment_url: str
    #: The transaction records that belong to it. Only with `expand=transactions`.
    transactions: List[Transaction]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class HostedpaymentpageFieldConfiguration(TypedDict, total=False):
    """The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction."""
    #: What the page asks.
    body: HostedpaymentpageFieldConfigurationBody


class HostedpaymentpageFieldConfigurationBody(TypedDict, total=False):
    """What the page asks."""
    #: In their order.
    fields: List[HostedpaymentpageFieldConfigurationBodyFieldsItem]


class HostedpaymentpageFieldConfigurationBodyFieldsItem(TypedDict, total=False):
    #: The field of the transaction, or a name of its own.
    id: str
    #: What it holds at first.
    value: Union[str, float, bool, None]
    #: What it is called on the page.
    label: Union[str, None]
    #: Whether the payer may not change it.
    readonly: Union[bool, int, str]
    #: Whether the payer sees it.
    visible: Union[bool, int, str]


class _RecurringRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The stored account that pays. The vault that pays. Required, or account_vault_api_id.
    account_vault_id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Left out: the location's default product for the vault's payment method.
    product_transaction_id: str
    #: How much each payment is.
    transaction_amount: str
    #: How many days, weeks or months lie between two payments.
    interval: str
    #: The unit of interval. d days, w weeks, m months.
    interval_type: Literal["d", "w", "m"]
    #: The day of the first payment. Every later date is counted from this one; day 31 means the last day of shorter months.
    start_date: str
    #: The last possible day. An installment recurring gets the day before the payment that would follow its last one.
    end_date: Union[str, None]
    #: The day of the next payment. A new date becomes the one that later dates are counted from.
    next_run_date: Union[str, None]
    #: What is paid for.
    description: Union[str, None]
    #: How many payments to make. Left out: no fixed number.
    installment_total_count: Union[int, None]
    #: Amount times count; null when there is no fixed number.
    installment_amount_total: Union[str, None]
    #: Days before a payment on which the contact is notified. Left out: the location's recurring_notification_days_default.
    notification_days: str
    #: The vault's.
    payment_method: Literal["cc", "ach"]
    #: The caller's own id, unique per location.
    recurring_api_id: Union[str, None]
    #: For the merchant: any text.
    recurring_c1: Union[str, None]
    #: For the merchant: any text.
    recurring_c2: Union[str, None]
    #: For the merchant: any text.
    recurring_c3: Union[str, None]
    #: Read for ongoing recurrings only: 0 puts on hold, 1 activates.
    active: Literal["0", "1"]
    #: i when installment_total_count was sent. o ongoing, i installment.
    recurring_type_id: Literal["o", "i"]
    #: active runs, on hold waits, ended is over.
    status: Literal["active", "on hold", "ended"]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Recurring(_RecurringRequired, total=False):
    """A series of payments from a stored account, made by the gateway on their days."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, RecurringCreatedUser2, None]
    #: The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`.
    account_vault: Union[Accountvault, None]
    #: The transaction records that belong to it. Only with `expand=transactions`.
    transactions: List[Transaction]
    #: The log_email records that belong to it. Only with `expand=log_emails`.
    log_emails: List[LogEmail]
    #: The signature that belongs to it; null where there is none. Only with `expand=signature`.
    signature: Union[Signature, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: The tag records that `tag_ids` names. Only with `expand=tags`.
    tags: List[Tag]
    #: The tag records that `tag_ids` names. Only with `expand=all_tags`.
    all_tags: List[Tag]
    #: The producttransaction that `product_transaction_id` names; null where it names none. Only with `expand=product_transaction`.
    product_transaction: Union[Producttransaction, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class RecurringCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class Transactionlevel3(TypedDict):
    """The enhanced data of a payment with a company's card. One record belongs to one payment; a POST replaces it."""
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The payment it belongs to.
    transaction_id: str
    #: What was bought, with tax and shipping. Visa's fields are variant A, Mastercard's variant B; the other's are set aside.
    level3_data: Transactionlevel3Level3Data
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Transactionlevel3Level3Data(TypedDict, total=False):
    """What was bought, with tax and shipping. Visa's fields are variant A, Mastercard's variant B; the other's are set aside."""
    #: 1 where no tax is due.
    tax_exempt: Union[str, float, None]
    #: The sales tax of the whole purchase.
    sales_tax: Union[str, float, None]
    #: National or value added tax.
    national_tax: Union[str, float, None]
    #: The VAT number of the merchant.
    merchant_vat_registration: Union[str, float, None]
    #: The VAT number of the buyer.
    customer_vat_registration: Union[str, float, None]
    #: The class of goods of the whole purchase.
    summary_commodity_code: Union[str, float, None]
    #: What shipping costs.
    freight_amount: Union[str, float, None]
    #: Import duty.
    duty_amount: Union[str, float, None]
    #: Where the goods go.
    shipto_zip_code: Union[str, float, None]
    #: Where the goods come from.
    shipfrom_zip_code: Union[str, float, None]
    #: The country the goods go to: three letters, or the number, of ISO 3166.
    destination_country_code: Union[str, float, None]
    #: The number of the VAT invoice.
    unique_vat_ref_number: Union[str, float, None]
    #: When it was ordered, yymmdd.
    order_date: Union[str, float, None]
    #: All tax of the purchase.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off the whole purchase.
    transaction_discount_amount: Union[str, float, None]
    #: What was bought, line by line.
    line_items: List[Transactionlevel3Level3DataLineItemsItem]


class Transactionlevel3Level3DataLineItemsItem(TypedDict, total=False):
    #: The class of goods.
    commodity_code: Union[str, float, None]
    #: What it is.
    description: Union[str, float, None]
    #: What the merchant calls it.
    product_code: Union[str, float, None]
    #: How many.
    quantity: Union[str, float, None]
    #: The unit of measure, such as EA, DZ or KGM.
    unit_code: Union[str, float, None]
    #: What one costs.
    unit_cost: Union[str, float, None]
    #: The tax on this line.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off this line.
    discount_amount: Union[str, float, None]
    #: Further tax on this line.
    other_tax_amount: Union[str, float, None]
    #: The tax number that the tax was reported under.
    alternate_tax_id: Union[str, float, None]
    #: The kind of tax, as it is called where it is due.
    tax_type_applied: Union[str, float, None]
    #: D adds the line to the total, C takes it off.
    debit_credit: Union[str, float, None]
    #: The discount in percent.
    discount_rate: Union[str, float, None]
    #: The kind of tax by its number, such as 02 State Sales Tax.
    tax_type_id: Union[str, float, None]


class _TagRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The word.
    title: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Tag(_TagRequired, total=False):
    """A word by which a location sorts its invoices, paylinks, recurrings and payments."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, TagCreatedUser2, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class TagCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _TerminalRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: A terminal manufacturer; 100 is the virtual device.
    terminal_manufacturer_id: int
    #: What the device can do.
    terminal_application_id: str
    #: What people call it.
    title: str
    #: The number on the device.
    serial_number: str
    #: The product that its payments are made with.
    default_product_transaction_id: Union[str, None]
    #: How it verifies the cardholder. Kept for programs; the gateway does not act on it.
    terminal_cvm_id: Union[str, None]
    #: The agent through which it is reached; dialled directly without.
    terminal_agent_id: Union[str, None]
    #: Its network card.
    mac_address: Union[str, None]
    #: Where it is reached in the network of the shop.
    local_ip_address: Union[str, None]
    #: The port it listens at.
    port: int
    #: The processor's number of it. Kept for programs; the gateway does not act on it.
    terminal_number: Union[str, None]
    #: The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path.
    terminal_api_id: Union[str, None]
    #: Whether it takes debit cards with a PIN.
    debit: Literal[0, 1]
    #: Whether it reads chips.
    emv: Literal[0, 1]
    #: Whether it offers cash back. Kept for programs; the gateway does not act on it.
    cashback_enable: Literal[0, 1]
    #: Whether it prints receipts. Kept for programs; the gateway does not act on it.
    print_enable: Literal[0, 1]
    #: Whether it takes signatures.
    sig_capture_enable: Literal[0, 1]
    #: Whether it asks for a tip.
    tip_enable: Literal[0, 1]
    #: Whether it has been set up.
    is_provisioned: Literal[0, 1]
    #: Whether its encryption has been validated (P2PE). Kept for programs; the gateway does not act on it.
    validated_decryption: Literal[0, 1]
    #: Whether it is in use.
    active: Literal[0, 1]
    #: How it is connected.
    communication_type: Literal["http", "tcp/ip", "usb/serial", None]
    #: Line 1 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line1: Union[str, None]
    #: Line 2 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line2: Union[str, None]
    #: Line 3 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line3: Union[str, None]
    #: Line 4 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line4: Union[str, None]
    #: Line 5 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line5: Union[str, None]
    #: Line 1 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line1: Union[str, None]
    #: Line 2 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line2: Union[str, None]
    #: Line 3 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line3: Union[str, None]
    #: Line 4 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line4: Union[str, None]
    #: Line 5 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line5: Union[str, None]
    #: Lodging: the first night it suggests. Kept for programs; the gateway does not act on it.
    default_checkin: Union[str, None]
    #: Lodging: the day of departure it suggests. Kept for programs; the gateway does not act on it.
    default_checkout: Union[str, None]
    #: Lodging: the price of a night it suggests. Kept for programs; the gateway does not act on it.
    default_room_rate: Union[str, None]
    #: Lodging: the room it suggests. Kept for programs; the gateway does not act on it.
    default_room_number: Union[str, None]
    #: Seconds the device waits at each step; steps left out keep their value.
    terminal_timeouts: TerminalTerminalTimeouts
    #: percent_1, percent_2 and percent_3, each 0 to 99; all three or none.
    tip_percents: Union[TerminalTipPercents, None]
    #: When it last registered. Unix seconds.
    last_registration_ts: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Terminal(_TerminalRequired, total=False):
    """A payment terminal of a location."""
    #: The terminalagent that `terminal_agent_id` names; null where it names none. Only with `expand=terminal_agent`.
    terminal_agent: Union[Terminalagent, None]
    #: The terminalagent records that belong to it. Only with `expand=terminal_routers`.
    terminal_routers: List[Terminalagent]
    #: Whether an agent in the shop carries requests to it. Only with `expand=has_terminal_routers`.
    has_terminal_routers: bool
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, TerminalCreatedUser2, None]
    #: The terminalapplication that `terminal_application_id` names; null where it names none. Only with `expand=terminal_application`.
    terminal_application: Union[Terminalapplication, None]
    #: The terminalcvm that `terminal_cvm_id` names; null where it names none. Only with `expand=terminal_cvm`.
    terminal_cvm: Union[Terminalcvm, None]
    #: The terminalmanufacturer that `terminal_manufacturer_id` names; null where it names none. Only with `expand=terminal_manufacturer`.
    terminal_manufacturer: Union[Terminalmanufacturer, None]
    #: The producttransaction that `default_product_transaction_id` names; null where it names none. Only with `expand=default_product_transaction`.
    default_product_transaction: Union[Producttransaction, None]
    #: The changelog records that belong to it. Only with `expand=changelogs`.
    changelogs: List[Changelog]


class TerminalTerminalTimeouts(TypedDict, total=False):
    """Seconds the device waits at each step; steps left out keep their value."""
    #: Seconds, 20 to 120.
    card_entry_timeout: Union[int, str]
    #: Seconds, 5 to 300.
    device_terms_prompt_timeout: Union[int, str]
    #: Seconds, 30 to 300.
    overall_timeout: Union[int, str]
    #: Seconds, 20 to 50.
    pin_entry_timeout: Union[int, str]
    #: Seconds, 10 to 50.
    signature_input_timeout: Union[int, str]
    #: Seconds, 20 to 50.
    signature_submit_timeout: Union[int, str]
    #: Seconds, 1 to 30.
    status_display_time: Union[int, str]
    #: Seconds, 20 to 50.
    tip_cashback_timeout: Union[int, str]
    #: Seconds, 10 to 20.
    transaction_timeout: Union[int, str]


class TerminalTipPercents(TypedDict):
    """percent_1, percent_2 and percent_3, each 0 to 99; all three or none."""
    #: Percent of the amount that the device offers.
    percent_1: Union[int, str, None]
    #: Percent of the amount that the device offers.
    percent_2: Union[int, str, None]
    #: Percent of the amount that the device offers.
    percent_3: Union[int, str, None]


class TerminalCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _TerminalrunRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The terminal.
    terminal_id: str
    #: What it was asked for.
    action: Literal["sale", "authonly", "avsonly", "force", "refund", "store", "settle"]
    #: unknown: the line broke, and the device is being asked what became of it.
    status: Literal["running", "unknown", "ended"]
    #: failed: nothing was authorised. Null for a payment that was abandoned: its transaction tells.
    result: Literal["approved", "declined", "failed", None]
    #: Where a running request stands.
    step: Literal["connecting", "taken", "cancelling", "asking", None]
    #: For people.
    message: Union[str, None]
    #: How much.
    transaction_amount: Union[str, None]
    #: The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path.
    transaction_api_id: Union[str, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: The product it is made with.
    product_transaction_id: Union[str, None]
    #: The payment it became.
    transaction_id: Union[str, None]
    #: The vault it became.
    account_vault_id: Union[str, None]
    #: When somebody asked to cancel it. Unix seconds.
    cancel_ts: Union[int, None]
    #: When somebody gave its terminal up for lost. Unix seconds.
    abandoned_ts: Union[int, None]
    #: Until then the device may take. Unix seconds.
    deadline_ts: int
    #: When it ended. Unix seconds.
    ended_ts: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Terminalrun(_TerminalrunRequired, total=False):
    """One request at a terminal, from its beginning to what became of it."""
    #: The terminal that `terminal_id` names; null where it names none. Only with `expand=terminal`.
    terminal: Union[Terminal, None]
    #: The transaction that `transaction_id` names; null where it names none. Only with `expand=transaction`.
    transaction: Union[Transaction, None]
    #: The accountvault that `account_vault_id` names; null where it names none. Only with `expand=account_vault`.
    account_vault: Union[Accountvault, None]
    #: The contact that `contact_id` names; null where it names none. Only with `expand=contact`.
    contact: Union[Contact, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class _TerminalagentRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What people call it.
    title: str
    #: An inactive agent cannot connect.
    active: Literal[0, 1]
    #: As of its last connection.
    version: Union[str, None]
    #: Follows every half minute while it is connected. Unix seconds.
    last_seen_ts: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Terminalagent(_TerminalagentRequired, total=False):
    """A program in the shop through which terminals are reached that have no address in the internet."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The terminal records that belong to it. Only with `expand=terminals`.
    terminals: List[Terminal]


class Terminalapplication(TypedDict):
    """The software of a terminal and what it can do; the same for all merchants."""
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The name of the software.
    title: str
    #: What kind of device it is for.
    description: Union[str, None]
    #: Whether the device works without a till.
    standalone: Literal[0, 1]
    #: Whether it reads chips.
    emv_capable: Literal[0, 1]
    #: Whether it reads contactless cards.
    nfc_capable: Literal[0, 1]
    #: Whether it takes a PIN.
    pin_capable: Literal[0, 1]
    #: Whether it prints.
    print_capable: Literal[0, 1]
    #: Whether it reads stripes.
    msr_capable: Literal[0, 1]
    #: Whether it takes signatures.
    sig_capture_capable: Literal[0, 1]
    #: Whether it belongs to a phone or tablet.
    mpos_terminal: Literal[0, 1]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class _TerminalcvmRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The manufacturer it is for.
    terminal_manufacturer_code: int
    #: What it is called.
    title: str
    #: The settings for chips that are inserted.
    contact_data: Union[str, None]
    #: The settings for cards that are held near.
    contactless_data: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Terminalcvm(_TerminalcvmRequired, total=False):
    """How a terminal verifies the cardholder; the same for all merchants."""
    #: The terminalmanufacturer that `terminal_manufacturer_code` names; null where it names none. Only with `expand=terminal_manufacturer`.
    terminal_manufacturer: Union[Terminalmanufacturer, None]


class _TerminalinfoRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Where it is reached in the network of the shop.
    local_ip_address: Union[str, None]
    #: The port it listens at.
    port: int
    #: What people call it.
    title: str
    #: The number on the device.
    serial_number: str
    #: Whether it is in use.
    active: Literal[0, 1]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Terminalinfo(_TerminalinfoRequired, total=False):
    """A terminal as a till needs it. Read only."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The terminalmanufacturer that `terminal_manufacturer_id` names; null where it names none. Only with `expand=terminal_manufacturer`.
    terminal_manufacturer: Union[Terminalmanufacturer, None]


class Terminalmanufacturer(TypedDict):
    """A maker of terminals; the same for all merchants."""
    #: Identifies the record. The gateway assigns it.
    id: int
    #: The name of the maker.
    title: str
    #: By what its devices are known. mac known by its network address, sn known by its serial number.
    idtype: Literal["mac", "sn"]
    #: The same as id.
    code: int
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class _ScannerRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: What people call it.
    title: str
    #: The number on the device.
    serial_number: str
    #: A scanner model, see /v2/scannermodels.
    scanner_model_id: int
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Whether it is in use.
    active: Literal[0, 1]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Scanner(_ScannerRequired, total=False):
    """A device that reads checks."""
    #: The scannermodel that `scanner_model_id` names; null where it names none. Only with `expand=scanner_model`.
    scanner_model: Union[Scannermodel, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, ScannerCreatedUser2, None]
    #: The scannermanufacturer that `scanner_manufacturer_id` names; null where it names none. Only with `expand=scanner_manufacturer`.
    scanner_manufacturer: Union[Scannermanufacturer, None]


class ScannerCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _ScannermodelRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: int
    #: The name of the model.
    title: str
    #: Who makes it.
    scanner_manufacturer_id: int
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Scannermodel(_ScannermodelRequired, total=False):
    """A model of scanner; the same for all merchants."""
    #: The scannermanufacturer that `scanner_manufacturer_id` names; null where it names none. Only with `expand=scanner_manufacturer`.
    scanner_manufacturer: Union[Scannermanufacturer, None]


class Scannermanufacturer(TypedDict):
    """A maker of scanners; the same for all merchants."""
    #: Identifies the record. The gateway assigns it.
    id: int
    #: The name of the maker.
    title: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class _DevicetermRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that shows the terms.
    location_id: str
    #: Where they are shown. A terminal of this location.
    terminal_id: str
    #: Whether the customer has to sign. Needs a terminal with sig_capture_enable whose application has sig_capture_capable.
    require_signature: Literal[0, 1]
    #: What is shown. The virtual device accepts and signs; with the word DECLINE in it the terms are declined, with TIMEOUT they get no answer.
    terms_conditions: str
    #: The caller's own id, unique per location. Sent again, terms that were not accepted are shown again, and the answer is 200.
    device_terms_api_id: Union[str, None]
    #: device_terms_api_id by its other name.
    device_term_api_id: Union[str, None]
    #: 1000 accepted, 1500 declined, 1531 no answer; null while the terms are shown.
    reason_code_id: Union[int, None]
    #: The signature that belongs to it; null where there is none.
    signature: Union[None, Union[Dict[str, Any], None]]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Deviceterm(_DevicetermRequired, total=False):
    """Terms that a terminal shows to a customer, and what the customer said to them."""
    #: The user that `created_user_id` names; null where it names none.
    created_user: Union[Dict[str, Any], None]
    #: The location that `location_id` names; null where it names none.
    location: Union[Dict[str, Any], None]
    #: The terminal that `terminal_id` names; null where it names none.
    terminal: Union[Dict[str, Any], None]
    #: The reasoncode that `reason_code_id` names; null where it names none.
    reason_code: Union[Dict[str, Any], None]


class _SignatureRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The id of the signed record.
    resource_id: str
    #: What was signed.
    resource: Literal["AccountVault", "Transaction", "Recurring", "DeviceTerm"]
    #: A PNG image in base64.
    signature: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Signature(_SignatureRequired, total=False):
    """A signature, as a picture, on a payment, a vault, a recurring or terms."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, SignatureCreatedUser2, None]


class SignatureCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _NoteRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The record it belongs to.
    resource_id: str
    #: What kind of record that is.
    resource: Literal["Contact"]
    #: Always null: notes have no groups.
    visibility_group_id: str
    #: The text.
    note: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Note(_NoteRequired, total=False):
    """A note that people keep with a contact or another record."""
    #: The contact that `resource_id` names; null where it names none.
    contact: Union[Dict[str, Any], None]
    #: The user that `created_user_id` names; null where it names none.
    created_user: Union[Dict[str, Any], None]
    #: Always null: notes have no groups. Only with `expand=visibility_group`.
    visibility_group: Union[str, None]


class _PostbackconfigRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Whose changes are posted.
    resource: Literal["contact", "transaction", "transactionbatch", "accountvault", "quickinvoice", "paylink", "recurring", "alert", "refundapproval"]
    #: Whether new records are posted.
    on_create: Literal[0, 1]
    #: Whether changes are posted.
    on_update: Literal[0, 1]
    #: Whether deletions are posted.
    on_delete: Literal[0, 1]
    #: Where they are posted.
    url: str
    #: Whether anything is posted.
    is_active: Literal[0, 1]
    #: The form of what is posted: api-default is JSON. api-default a JSON object, api-form the same names as a form (x-www-form-urlencoded).
    format: Literal["api-default", "api-form"]
    #: All attempts of one delivery, the first included.
    number_of_attempts: int
    #: Seconds between two attempts.
    attempt_interval: int
    #: Expands added to the posted record, separated by commas.
    expands: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The grant under which an integration made it. The grant of the integration that made it, and with which it ends; null where a user made it.
    oauthgrant_id: Union[str, None]
    #: The product whose payments or batches are posted. Required for transaction and transactionbatch, null otherwise.
    product_transaction_id: Union[str, None]
    #: When Tollgate switched it off because its receiver took nothing for days. Unix seconds.
    disabled_ts: Union[int, None]
    #: Why the gateway switched it off.
    disabled_reason: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Postbackconfig(_PostbackconfigRequired, total=False):
    """Where changes of records are posted (webhooks)."""
    #: The location that `location_id` names; null where it names none.
    location: Union[Dict[str, Any], None]
    #: The producttransaction that `product_transaction_id` names; null where it names none.
    product_transaction: Union[Dict[str, Any], None]
    #: The user that `created_user_id` names; null where it names none.
    created_user: Union[Dict[str, Any], None]
    #: The user name of Basic authorization. Only with `expand=basic_auth_username`.
    basic_auth_username: Union[str, None]
    #: The password of Basic authorization. Only with `expand=basic_auth_password`.
    basic_auth_password: Union[str, None]
    #: Signs every postback by Standard Webhooks. Only with `expand=signing_secret`.
    signing_secret: Union[str, None]
    #: The postback_log records that belong to it.
    postback_logs: List[Dict[str, Any]]
    #: The changelog records that belong to it.
    changelogs: List[Dict[str, Any]]


class _PostbackLogRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The configuration that it was sent by.
    postback_config_id: str
    #: What kind of record it is about.
    resource: str
    #: What happened to the record.
    type: Literal["CREATE", "UPDATE", "DELETE", "PING"]
    #: The record it is about; the configuration itself for a PING.
    resource_id: str
    #: How far its delivery is. 1 New, 2 Sent, 3 Failed, to be tried again, 4 Failed, 5 Canceled.
    postback_status_id: Literal[1, 2, 3, 4, 5]
    #: Attempts made so far.
    number_of_attempts: int
    #: When the next attempt is due; null once there will be none. Unix seconds.
    next_run_ts: Union[int, None]
    #: The webhook-id header: the same for every attempt and every replay.
    message_id: str
    #: The postback that is sent again.
    replay_of_id: Union[str, None]
    #: Where a replay goes; null for the address of the configuration.
    url: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class PostbackLog(_PostbackLogRequired, total=False):
    """One postback with its state; its attempts are embedded by expand."""
    #: The postback_attempt records that belong to it. Only with `expand=attempts`.
    attempts: List[PostbackAttempt]
    #: The record as it is posted, as a string of JSON; null until it is rendered. Only with `expand=data`.
    data: Union[str, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The postbackconfig that `postback_config_id` names; null where it names none. Only with `expand=postback_config`.
    postback_config: Union[Postbackconfig, None]
    #: The postback_log that `replay_of_id` names; null where it names none. Only with `expand=replay_of`.
    replay_of: Union[PostbackLog, None]


class _PostbackAttemptRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The configuration that it was sent by.
    postback_config_id: str
    #: The postback.
    postback_log_id: str
    #: Number of the attempt, as sent to the receiver.
    number_of_attempts: int
    #: The receiver answered 2xx.
    succeeded: bool
    #: Where it was sent.
    url: str
    #: The headers that were sent.
    request_headers: Dict[str, Any]
    #: The status of the response. Null when no answer came.
    response_status: Union[int, None]
    #: The headers that came back.
    response_headers: Union[Dict[str, Any], None]
    #: The first 4,096 characters, without secrets.
    response_body: Union[str, None]
    #: Why there was no answer, or why it does not count.
    error: Union[str, None]
    #: How many milliseconds it took.
    duration_ms: int
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class PostbackAttempt(_PostbackAttemptRequired, total=False):
    """One attempt to deliver a postback: request and response."""
    #: The postbackconfig that `postback_config_id` names; null where it names none. Only with `expand=postback_config`.
    postback_config: Union[Postbackconfig, None]
    #: The postback_log that `postback_log_id` names; null where it names none. Only with `expand=postback_log`.
    postback_log: Union[PostbackLog, None]


class _LocationinfoRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: What the place is called, on pages and receipts too.
    name: str
    #: Street and number.
    address1: Union[str, None]
    #: Second line of the address.
    address2: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address.
    state: Union[str, None]
    #: The same as zip_code.
    zip: Union[str, None]
    #: Phone number, ten digits.
    office_phone: Union[str, None]
    #: Extension of the phone number.
    office_ext_phone: Union[str, None]
    #: Fax number, ten digits.
    fax: Union[str, None]
    #: Time zone name; dates of this location are read in it.
    tz: str
    #: A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused.
    branding_domain_url: Union[str, None]
    #: The product that takes card payments where none is named.
    default_cc: Union[str, None]
    #: The product that takes payments from bank accounts where none is named.
    default_ach: Union[str, None]
    #: Whether new contacts are mailed a receipt for every payment, unless their record says otherwise.
    contact_email_trx_receipt_default: Literal[0, 1]
    #: Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it.
    show_contact_notes: Literal[0, 1]
    #: Whether people see the files of contacts here. Kept for programs; the gateway does not act on it.
    show_contact_files: Literal[0, 1]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Locationinfo(_LocationinfoRequired, total=False):
    """A location together with everything that is set up for it. Read only."""
    #: The producttransaction records that belong to it.
    product_transactions: List[Dict[str, Any]]
    #: The product_file that belongs to it; null where there is none.
    product_file: Union[Dict[str, Any], None]
    #: The product_accountvault that belongs to it; null where there is none.
    product_accountvault: Union[Dict[str, Any], None]
    #: The product_recurring that belongs to it; null where there is none.
    product_recurring: Union[Dict[str, Any], None]
    #: The branding_domain that `branding_domain_id` names; null where it names none.
    branding_domain: Union[Dict[str, Any], None]
    #: The surcharge records that belong to it.
    surcharges: List[Dict[str, Any]]
    #: The terminal records that belong to it.
    terminals: List[Dict[str, Any]]
    #: The tag records that belong to it.
    tags: List[Dict[str, Any]]


class _ProductFileRequired(TypedDict):
    #: How much is stored without a charge. Kept for programs; the gateway does not act on it.
    free_bytes: int
    #: By how much more is charged. Kept for programs; the gateway does not act on it.
    byte_increment: int
    #: What each increment costs. Kept for programs; the gateway does not act on it.
    increment_cost: str
    #: What the service costs a month. Kept for programs; the gateway does not act on it.
    monthly_fee: str
    #: How large a file may be.
    max_file_size_bytes: int
    #: Identifies the record. The gateway assigns it.
    id: str
    #: What people call it.
    title: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The credentials of the store, for the operator. Kept for programs; the gateway does not act on it.
    product_file_credential_id: Union[str, None]
    #: The container in the store.
    container: Union[str, None]
    #: File name extensions, separated by commas; null allows all.
    file_ext_allowed: Union[str, None]
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Whether files may be attached.
    active: Literal[0, 1]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class ProductFile(_ProductFileRequired, total=False):
    """The file service of a location: whether files may be attached, and how large they may be."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class _ProductAccountvaultRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: What people call it.
    title: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: The location that is charged for it. Who is billed for it; the location itself unless said otherwise.
    billing_location_id: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Whether accounts may be stored.
    active: Literal[0, 1]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class ProductAccountvault(_ProductAccountvaultRequired, total=False):
    """The vault service of a location: whether accounts may be stored."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class _ProductRecurringRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: What people call it.
    title: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: The location that is charged for it. Who is billed for it; the location itself unless said otherwise.
    billing_location_id: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Whether contacts are mailed when a payment is declined.
    send_declined_notifications: Literal[0, 1]
    #: Whether an approval of less than was asked for counts as a decline.
    require_full_payment: Literal[0, 1]
    #: Whether recurrings may be made.
    active: Literal[0, 1]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class ProductRecurring(_ProductRecurringRequired, total=False):
    """The recurring service of a location."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class _FileRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The record it is attached to. The id of the record it is attached to.
    resource_id: str
    #: What kind of record it is attached to.
    resource: Literal["QuickInvoice", "Contact"]
    #: The file service of the location, where it has one of its own.
    product_file_id: Union[str, None]
    #: Its name.
    file_name: str
    #: The extension of its name.
    file_extension: Union[str, None]
    #: Its size.
    file_size_bytes: int
    #: As the sender named it.
    content_type: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class File(_FileRequired, total=False):
    """A file that is attached to a contact or an invoice."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, FileCreatedUser2, None]
    #: The product_file that `product_file_id` names; null where it names none. Only with `expand=product_file`.
    product_file: Union[ProductFile, None]


class FileCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _LogEmailRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The subject.
    subject: str
    #: Its plain text.
    body: str
    #: Who it is from.
    source_address: Union[str, None]
    #: Where it comes back to when it cannot be delivered.
    return_path: Union[str, None]
    #: The carrier's own words or id for it.
    provider_id: Union[str, None]
    #: The domain it was sent under.
    domain_id: Union[str, None]
    #: What it was sent for.
    reason_sent: str
    #: What kind of record it is about. QuickInvoice, Paylink, Transaction, Recurring ….
    reason_model: str
    #: The record it is about.
    reason_model_id: str
    #: Where answers go.
    reply_to: Union[str, None]
    #: The address it was sent to.
    recipient: str
    #: What became of it. sending on its way to the carrier, queued it could not be handed over and is tried again, sent the carrier has taken it, failed it was refused, or tried in vain for too long, bounced it came back; the recipient is blacklisted since, withheld the recipient is blacklisted, dropped there was no reason for it any more.
    status: Literal["sending", "queued", "sent", "failed", "bounced", "withheld", "dropped"]
    #: Why it is in this status, in the words of who said so.
    detail: Union[str, None]
    #: How often it was tried.
    attempts: int
    #: When it was sent. Unix seconds.
    sent_ts: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class LogEmail(_LogEmailRequired, total=False):
    """A mail that was sent, failed or was withheld."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class _LogSmsRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The text.
    body: str
    #: The number it left under.
    sender: Union[str, None]
    #: The number it was sent to.
    recipient: str
    #: The carrier's own id for it.
    provider_id: Union[str, None]
    #: What it was sent for.
    reason_sent: str
    #: What kind of record it is about.
    reason_model: str
    #: The record it is about.
    reason_model_id: str
    #: What became of it. delivered the carrier says that it arrived, unknown it may have left; a second one would not be known for the same, so it is not tried again, bounced the number takes no texts from us; it is blacklisted since.
    status: Literal["sending", "queued", "sent", "delivered", "failed", "bounced", "withheld", "dropped", "unknown"]
    #: Why it is in this status, in the words of who said so.
    detail: Union[str, None]
    #: How often it was tried.
    attempts: int
    #: When it was sent. Unix seconds.
    sent_ts: Union[int, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class LogSms(_LogSmsRequired, total=False):
    """A text message that was sent, failed or was withheld."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class _QuickInvoiceViewRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The invoice.
    quick_invoice_id: str
    #: The network address it was opened from.
    remote_ip: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class QuickInvoiceView(_QuickInvoiceViewRequired, total=False):
    """One time that the page of an invoice was opened."""
    #: The quickinvoice that `quick_invoice_id` names; null where it names none. Only with `expand=quick_invoice`.
    quick_invoice: Union[Quickinvoice, None]


class _QuickInvoiceSettingRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: A location has at most one.
    location_id: str
    #: Whether less than all may be paid at once.
    default_allow_partial_pay: Literal[0, 1]
    #: Whether recipients are notified on the due date.
    default_notification_on_due_date: Literal[0, 1]
    #: How many days after the due date recipients are notified.
    default_notification_days_after_due_date: int
    #: How many days before the due date recipients are notified.
    default_notification_days_before_due_date: int
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class QuickInvoiceSetting(_QuickInvoiceSettingRequired, total=False):
    """What new invoices of a location start with."""
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class _EmailBlacklistRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Kept in lower case: capitals make no difference.
    email: str
    #: Whether it is mailed nothing.
    is_blacklisted: bool
    #: Why, in the words of whoever listed it.
    detail: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class EmailBlacklist(_EmailBlacklistRequired, total=False):
    """An address that is mailed nothing."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, EmailBlacklistCreatedUser2, None]


class EmailBlacklistCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _SmsBlacklistRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The number, ten digits.
    cell_phone: str
    #: Whether it is texted nothing.
    is_blacklisted: bool
    #: Why, in the words of whoever listed it.
    detail: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class SmsBlacklist(_SmsBlacklistRequired, total=False):
    """A number that is texted nothing."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, SmsBlacklistCreatedUser2, None]


class SmsBlacklistCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class BrandingDomain(TypedDict):
    """The domain under which a merchant's pages and mails appear."""
    #: Whether contacts may sign up.
    allow_contact_signup: bool
    #: Whether contacts may register.
    allow_contact_registration: bool
    #: Whether contacts may sign in.
    allow_contact_login: bool
    #: What contacts are asked when they register.
    registration_fields: List[str]
    #: Identifies the record. The gateway assigns it.
    id: str
    #: Host name.
    url: str
    #: What people call it.
    title: str
    #: The address of the logo.
    logo: Union[str, None]
    #: The company that payers read.
    company_name: Union[str, None]
    #: Where payers find help.
    support_email: Union[str, None]
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: created_ts in words, UTC.
    created: str
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: modified_ts in words, UTC.
    modified: str
    #: The colour of the navigation, such as #225588.
    nav_color: Union[str, None]
    #: The address of the logo in the navigation.
    nav_logo: Union[str, None]
    #: The address of the icon of the pages.
    fav_icon: Union[str, None]
    #: The colour of buttons, such as #225588. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA).
    button_primary_color: Union[str, None]
    #: The colour of the ground of the logo, such as #225588.
    logo_background_color: Union[str, None]
    #: The colour of the ground of icons, such as #225588.
    icon_background_color: Union[str, None]
    #: The colour of the ground of the menu, such as #225588.
    menu_text_background_color: Union[str, None]
    #: The colour of the text of the menu, such as #225588.
    menu_text_color: Union[str, None]
    #: The colour of the ground of the right menu, such as #225588.
    right_menu_background_color: Union[str, None]
    #: The colour of the text of the right menu, such as #225588.
    right_menu_text_color: Union[str, None]
    #: The colour of the text of buttons, such as #225588. Black or white, whichever can be read, unless it is set.
    button_primary_text_color: Union[str, None]
    #: Always null: domains hold no key.
    aes_key: Union[str, None]
    #: The help that payers read.
    help_text: Union[str, None]
    #: Where answers to mails go.
    email_reply_to: Union[str, None]
    #: Returned as it is. The gateway never runs it, nor puts it on a page.
    custom_javascript: Union[str, None]
    #: The theme of the pages.
    custom_theme: str
    #: Styles of the pages.
    custom_css: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: The colour behind everything on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA).
    page_background_color: Union[str, None]
    #: The colour of the form and of receipts on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA).
    page_card_color: Union[str, None]
    #: The colour of the text on pages of payers.
    page_text_color: Union[str, None]
    #: The colour of links on pages of payers.
    page_link_color: Union[str, None]
    #: How round the corners of fields and buttons are; those of cards follow. In pixels; 12 unless it is set.
    page_corner_radius: Union[int, None]
    #: The letters of pages of payers. One that computers and phones have: pages load none.
    page_font: Literal["system", "humanist", "geometric", "serif", "rounded", None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Developercompany(TypedDict):
    """A company that makes software for merchants."""
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The name of the company.
    title: str
    #: What it makes.
    description: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Reasoncode(TypedDict):
    """A reason for the status of a payment; the same for all merchants."""
    #: Identifies the record. The gateway assigns it.
    id: int
    #: What it means.
    title: str
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class _SalestaxrateRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The buyer's ZIP code; empty: wherever no other rate of the location says more.
    zip: str
    #: In percent.
    tax_rate: str
    #: What people call it.
    title: Union[str, None]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Salestaxrate(_SalestaxrateRequired, total=False):
    """The rate of sales tax of a location, for everywhere or for one ZIP code."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, SalestaxrateCreatedUser2, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]


class SalestaxrateCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _OauthclientRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The name of the program. What users are shown.
    name: str
    #: What it does, as users read it.
    description: str
    #: Where users read more about it.
    homepage_url: str
    #: Where codes may be sent; compared exactly. https, or http on loopback.
    redirect_urls: List[str]
    #: A program that cannot keep a secret: it has none, must use PKCE, and its refresh token changes with every use.
    is_public: bool
    #: Gives a new refresh token with every use to a client with a secret as well; an old one shown again ends the grant, but for 30 seconds.
    rotates_refresh_token: bool
    #: The picture that users are shown beside its name, at most 12 KB.
    logo: Union[str, None]
    #: One that is switched off has no access.
    active: Literal[0, 1]
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: The user who created the record; null where the gateway itself or a payer did.
    created_user_id: Union[str, None]
    #: The user who last changed the record; null where the gateway itself or a payer did.
    modified_user_id: Union[str, None]
    #: id.
    client_id: str
    #: Shown once, when it is made; null afterwards.
    client_secret: Union[str, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Oauthclient(_OauthclientRequired, total=False):
    """A program that users of this merchant may let act for them."""
    #: The user that `created_user_id` names; null where it names none. Only with `expand=created_user`.
    created_user: Union[User, OauthclientCreatedUser2, None]


class OauthclientCreatedUser2(TypedDict):
    """A user that the caller may not read."""
    #: Its id.
    id: Union[str, None]
    #: Its first_name.
    first_name: Union[str, None]
    #: Its last_name.
    last_name: Union[str, None]


class _OauthgrantRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: The user's primary location.
    location_id: str
    #: Who granted it, and for whom the integration acts.
    user_id: str
    #: The integration.
    oauthclient_id: str
    #: What the integration was called when it was granted.
    name: str
    #: What it may do: api is everything that the user may; read, invoices and payments are parts of it.
    scope: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: When the record was last changed. Unix seconds.
    modified_ts: int
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Oauthgrant(_OauthgrantRequired, total=False):
    """What a user allowed an integration to do."""
    #: The user that `user_id` names; null where it names none. Only with `expand=user`.
    user: Union[User, None]
    #: The oauthclient that `oauthclient_id` names; null where it names none. Only with `expand=oauthclient`.
    oauthclient: Union[Oauthclient, None]
    #: The location that `location_id` names; null where it names none. Only with `expand=location`.
    location: Union[Location, None]
    #: The postbackconfig records that belong to it. Only with `expand=postback_configs`.
    postback_configs: List[Postbackconfig]


class _ChangelogRequired(TypedDict):
    #: Identifies the record. The gateway assigns it.
    id: str
    #: When the record was created. Unix seconds.
    created_ts: int
    #: CREATE, UPDATE, DELETE; READ of a card number or a whole list as a file, SIGN_IN, REFUSED.
    action: str
    #: The kind of record: Contact, QuickInvoice, ….
    model: str
    #: The record.
    model_id: str
    #: Null where the gateway itself did it, or a payer.
    user_id: Union[str, None]
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: Union[str, None]
    #: What happened in more exact words: created, paid, settled, ….
    verb: str
    #: How the caller came in: user-key, token, oauth, page, worker, ….
    method: str
    #: Which key, token or grant was shown; a name, not the secret.
    credential: Union[str, None]
    #: The network address of the caller.
    address: Union[str, None]
    #: The x-request-id of the request; null where no request caused it.
    request_id: Union[str, None]
    #: The fields that changed and what they were before; null for what is secret or personal.
    changelog_details: List[ChangelogChangelogDetailsItem]
    #: Who did it; null where the gateway itself or a payer did.
    user: Union[ChangelogUser, None]
    #: Its own address, and those of what it belongs to.
    _links: Dict[str, Link]


class Changelog(_ChangelogRequired, total=False):
    """An entry of the audit trail: who did what to which record, when, from where and with which credential."""
    #: The location that `location_id` names; null where it names none.
    location: Union[Dict[str, Any], None]


class ChangelogChangelogDetailsItem(TypedDict):
    #: Identifies the change within the entry.
    id: str
    #: The entry.
    changelog_id: str
    #: The field that changed.
    field: str
    #: What it was before.
    old_value: Union[str, float, bool, Dict[str, Any], List[Any], None]


class ChangelogUser(TypedDict, total=False):
    """Who did it; null where the gateway itself or a payer did."""
    #: The user.
    id: Union[str, None]
    #: The login name.
    username: Union[str, None]
    #: The first name.
    first_name: Union[str, None]
    #: The last name.
    last_name: Union[str, None]


class _LocationCreateRequired(TypedDict):
    #: What the place is called, on pages and receipts too.
    name: str


class LocationCreate(_LocationCreateRequired, total=False):
    #: Required on create; only the root of a tree has none.
    parent_id: Union[str, None]
    #: Routing number of its bank.
    aba: Union[str, None]
    #: Number of its bank account.
    dda: Union[str, None]
    #: The merchant's number at the operator of the gateway.
    account_number: Union[str, None]
    #: Street and number.
    address1: Union[str, None]
    #: Second line of the address.
    address2: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address.
    state: Union[str, None]
    #: ZIP code of the address.
    zip_code: Union[str, None]
    #: Phone number, ten digits.
    office_phone: Union[str, None]
    #: Extension of the phone number.
    office_ext_phone: Union[str, None]
    #: Fax number, ten digits.
    fax: Union[str, None]
    #: Time zone name; dates of this location are read in it. "America/New_York" when left out.
    tz: Union[str, None]
    #: Required when is_new_domain is false.
    branding_domain_id: Union[str, None]
    #: Required when is_new_domain is true.
    branding_domain_title: Union[str, None]
    #: A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused.
    branding_domain_url: Union[str, None]
    #: True when branding_domain_url is sent and this is not.
    is_new_domain: Literal[0, 1, False, True, "0", "1", None]
    #: Whether new contacts are mailed a receipt for every payment, unless their record says otherwise. 0 when left out.
    contact_email_trx_receipt_default: Literal[0, 1, False, True, "0", "1", None]
    #: The product that takes payments from bank accounts where none is named.
    default_ach: Union[str, None]
    #: The product that takes card payments where none is named.
    default_cc: Union[str, None]
    #: Who made the software that works here.
    developer_company_id: Union[str, None]
    #: Where answers to its mails go; its mails are from it where its domain is proven to be the merchant’s.
    email_reply_to: Union[str, None]
    #: The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path.
    location_api_id: Union[str, None]
    #: For the merchant: any text.
    location_c1: Union[str, None]
    #: For the merchant: any text.
    location_c2: Union[str, None]
    #: For the merchant: any text.
    location_c3: Union[str, None]
    #: The address of the picture on pages, receipts and mails; `POST /v2/locations/{id}/logo` stores one and sets it.
    receipt_logo: Union[str, None]
    #: How many days before a recurring payment contacts are notified, where the recurring says nothing. 0 when left out.
    recurring_notification_days_default: Union[int, str, None]
    #: Whether people see the files of contacts here. Kept for programs; the gateway does not act on it. 0 when left out.
    show_contact_files: Literal[0, 1, False, True, "0", "1", None]
    #: Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it. 0 when left out.
    show_contact_notes: Literal[0, 1, False, True, "0", "1", None]
    #: Hosted forms of this location and those below it open only with a data-hash. false when left out.
    form_data_hash_required: Literal[0, 1, False, True, "0", "1", None]
    #: The address of a hosted form, and a signed sign-on link, of this location and those below it opens it once. false when left out.
    form_opens_once: Literal[0, 1, False, True, "0", "1", None]
    #: Sign-on links of this location and those below it need a signature; those with an API key in their data are 401. false when left out.
    sso_signature_required: Literal[0, 1, False, True, "0", "1", None]
    #: Origins whose pages may make tickets in the browser of a payer, such as https://shop.example. None: none may.
    ticket_origins: Union[List[str], None]


class LocationUpdate(TypedDict, total=False):
    #: Required on create; only the root of a tree has none.
    parent_id: Union[str, None]
    #: What the place is called, on pages and receipts too.
    name: Union[str, None]
    #: Routing number of its bank.
    aba: Union[str, None]
    #: Number of its bank account.
    dda: Union[str, None]
    #: The merchant's number at the operator of the gateway.
    account_number: Union[str, None]
    #: Street and number.
    address1: Union[str, None]
    #: Second line of the address.
    address2: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address.
    state: Union[str, None]
    #: ZIP code of the address.
    zip_code: Union[str, None]
    #: Phone number, ten digits.
    office_phone: Union[str, None]
    #: Extension of the phone number.
    office_ext_phone: Union[str, None]
    #: Fax number, ten digits.
    fax: Union[str, None]
    #: Time zone name; dates of this location are read in it.
    tz: Union[str, None]
    #: Required when is_new_domain is false.
    branding_domain_id: Union[str, None]
    #: A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused.
    branding_domain_url: Union[str, None]
    #: Whether new contacts are mailed a receipt for every payment, unless their record says otherwise.
    contact_email_trx_receipt_default: Literal[0, 1, False, True, "0", "1", None]
    #: The product that takes payments from bank accounts where none is named.
    default_ach: Union[str, None]
    #: The product that takes card payments where none is named.
    default_cc: Union[str, None]
    #: Who made the software that works here.
    developer_company_id: Union[str, None]
    #: Where answers to its mails go; its mails are from it where its domain is proven to be the merchant’s.
    email_reply_to: Union[str, None]
    #: The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path.
    location_api_id: Union[str, None]
    #: For the merchant: any text.
    location_c1: Union[str, None]
    #: For the merchant: any text.
    location_c2: Union[str, None]
    #: For the merchant: any text.
    location_c3: Union[str, None]
    #: The address of the picture on pages, receipts and mails; `POST /v2/locations/{id}/logo` stores one and sets it.
    receipt_logo: Union[str, None]
    #: How many days before a recurring payment contacts are notified, where the recurring says nothing.
    recurring_notification_days_default: Union[int, str, None]
    #: Whether people see the files of contacts here. Kept for programs; the gateway does not act on it.
    show_contact_files: Literal[0, 1, False, True, "0", "1", None]
    #: Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it.
    show_contact_notes: Literal[0, 1, False, True, "0", "1", None]
    #: Hosted forms of this location and those below it open only with a data-hash.
    form_data_hash_required: Literal[0, 1, False, True, "0", "1", None]
    #: The address of a hosted form, and a signed sign-on link, of this location and those below it opens it once.
    form_opens_once: Literal[0, 1, False, True, "0", "1", None]
    #: Sign-on links of this location and those below it need a signature; those with an API key in their data are 401.
    sso_signature_required: Literal[0, 1, False, True, "0", "1", None]
    #: Origins whose pages may make tickets in the browser of a payer, such as https://shop.example. None: none may.
    ticket_origins: Union[List[str], None]
    #: At the root, by administrators; counts where it is stricter than the gateway. Guessable ones are then refused, too.
    password_min_length: Union[int, None]
    #: At the root, by administrators; counts where it is stricter than the gateway. Latest passwords that may not come back.
    password_history: Union[int, str, None]
    #: At the root, by administrators; counts where it is stricter than the gateway. Users are switched off after them.
    user_inactive_days: Union[int, str, None]
    #: At the root, by administrators: who signs in with a second factor only. 0 nobody, 1 administrators and operators, 2 everybody but contacts.
    second_factor_of: Literal[0, 1, 2, None]


class _ContactCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Last name; for a company, its name will do.
    last_name: str


class ContactCreate(_ContactCreateRequired, total=False):
    #: The payer's number at the merchant.
    account_number: Union[str, None]
    #: The caller's own id, unique per location.
    contact_api_id: Union[str, None]
    #: The company the contact stands for.
    company_name: Union[str, None]
    #: First name.
    first_name: Union[str, None]
    #: Where receipts and notices are mailed.
    email: Union[str, None]
    #: Street and number.
    address: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address, two letters.
    state: Union[str, None]
    #: ZIP or postal code of the address.
    zip: Union[str, None]
    #: Phone number at home, ten digits.
    home_phone: Union[str, None]
    #: Mobile number, ten digits; texts go there.
    cell_phone: Union[str, None]
    #: Phone number at work, ten digits.
    office_phone: Union[str, None]
    #: Extension of the number at work.
    office_ext_phone: Union[str, None]
    #: Mails a receipt for every transaction. Left out on create: the location's contact_email_trx_receipt_default.
    email_trx_receipt: Literal[0, 1, False, True, "0", "1", None]
    #: Date of birth; it is kept out of the audit trail.
    date_of_birth: Union[str, None]
    #: What people at the merchant read when they open the contact. Kept for programs; the gateway does not act on it.
    header_message: Union[str, None]
    #: How that message is shown. 0 when left out on create. 0 popup, 1 banner, 2 banner, 3 banner, 4 banner.
    header_message_type: Literal[0, 1, 2, 3, 4, None]
    #: For the merchant: any text.
    contact_c1: Union[str, None]
    #: For the merchant: any text.
    contact_c2: Union[str, None]
    #: For the merchant: any text.
    contact_c3: Union[str, None]
    #: Kept for the merchant; the gateway never computes it.
    contact_balance: Union[str, None]
    #: The language of the customer. Mails, texts and pay pages are in this language: en or es, with a region as in es-US. Others count as none.
    locale: Union[str, None]
    #: With contact_api_id: when the location has that contact already, it is changed instead, and the answer is 200. 0 when left out.
    update_if_exists: Literal[0, 1, False, True, "0", "1", None]


class ContactUpdate(TypedDict, total=False):
    #: The payer's number at the merchant.
    account_number: Union[str, None]
    #: The caller's own id, unique per location.
    contact_api_id: Union[str, None]
    #: The company the contact stands for.
    company_name: Union[str, None]
    #: First name.
    first_name: Union[str, None]
    #: Last name; for a company, its name will do.
    last_name: Union[str, None]
    #: Where receipts and notices are mailed.
    email: Union[str, None]
    #: Street and number.
    address: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address, two letters.
    state: Union[str, None]
    #: ZIP or postal code of the address.
    zip: Union[str, None]
    #: Phone number at home, ten digits.
    home_phone: Union[str, None]
    #: Mobile number, ten digits; texts go there.
    cell_phone: Union[str, None]
    #: Phone number at work, ten digits.
    office_phone: Union[str, None]
    #: Extension of the number at work.
    office_ext_phone: Union[str, None]
    #: Mails a receipt for every transaction. Left out on create: the location's contact_email_trx_receipt_default.
    email_trx_receipt: Literal[0, 1, False, True, "0", "1", None]
    #: Date of birth; it is kept out of the audit trail.
    date_of_birth: Union[str, None]
    #: What people at the merchant read when they open the contact. Kept for programs; the gateway does not act on it.
    header_message: Union[str, None]
    #: How that message is shown. 0 when left out on create. 0 popup, 1 banner, 2 banner, 3 banner, 4 banner.
    header_message_type: Literal[0, 1, 2, 3, 4, None]
    #: For the merchant: any text.
    contact_c1: Union[str, None]
    #: For the merchant: any text.
    contact_c2: Union[str, None]
    #: For the merchant: any text.
    contact_c3: Union[str, None]
    #: Kept for the merchant; the gateway never computes it.
    contact_balance: Union[str, None]
    #: The language of the customer. Mails, texts and pay pages are in this language: en or es, with a region as in es-US. Others count as none.
    locale: Union[str, None]


class _ProducttransactionCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What people call it.
    title: str
    #: What it takes. cc cards, ach bank accounts.
    payment_method: Literal["cc", "ach"]
    #: zgate and zgate2 take cards; zach, ach and fortisach take bank accounts.
    processor: Literal["zgate", "zgate2", "zach", "ach", "fortisach", "cash"]
    #: The trade, on which data of payments depend.
    industry_type: Literal["ecommerce", "restaurant", "lodging", "moto", "retail", "retail_self_serve"]


class ProducttransactionCreate(_ProducttransactionCreateRequired, total=False):
    #: The version of the processor's interface, for the merchant's own records.
    processor_version: Union[str, None]
    #: Merchant category code.
    mcc: Union[str, None]
    #: The merchant's number at the processor.
    merchant_id: Union[str, None]
    #: The processor's terminal number, not a terminal record.
    terminal_id: Union[str, None]
    #: Of the merchant, at the processor.
    account_number: Union[str, None]
    #: Whether it takes payments. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: Zone of the batch's day; the location's when empty.
    tz: Union[str, None]
    #: Settles the open batch of a card product every day at batch_settle_hour. 1 when left out.
    batch_auto_settle: Literal[0, 1, False, True, "0", "1", None]
    #: Of the product's day; see tz. 4 when left out.
    batch_settle_hour: Union[int, str, None]
    #: The caller's own id, unique per location.
    product_transaction_api_id: Union[str, None]
    #: The portfolio it counts in, for the operator. Kept for programs; the gateway does not act on it.
    portfolio_id: Union[str, None]
    #: The office that sold it, for the operator. Kept for programs; the gateway does not act on it.
    sales_office_id: Union[str, None]
    #: The partner through whom it was sold. Kept for programs; the gateway does not act on it.
    partner: Union[str, None]
    #: Left out on create: debit for bank accounts, authonly for lodging, else sale.
    default_transaction_type: Literal["sale", "authonly", "debit", None]
    #: Whether Visa is taken. Always 0 on a bank product. 1 when left out.
    card_type_visa: Literal[0, 1, False, True, "0", "1", None]
    #: Whether Mastercard is taken. Always 0 on a bank product. 1 when left out.
    card_type_mc: Literal[0, 1, False, True, "0", "1", None]
    #: Whether Discover is taken. Always 0 on a bank product. 1 when left out.
    card_type_disc: Literal[0, 1, False, True, "0", "1", None]
    #: Whether American Express is taken. Always 0 on a bank product. 1 when left out.
    card_type_amex: Literal[0, 1, False, True, "0", "1", None]
    #: Whether Diners Club is taken. Always 0 on a bank product. 1 when left out.
    card_type_diners: Literal[0, 1, False, True, "0", "1", None]
    #: Whether JCB is taken. Always 0 on a bank product. 1 when left out.
    card_type_jcb: Literal[0, 1, False, True, "0", "1", None]
    #: Whether cards of benefit programs (EBT) are taken. 0 when left out.
    card_type_ebt: Literal[0, 1, False, True, "0", "1", None]
    #: Whether people key payments in at a screen. Kept for programs; the gateway does not act on it. 1 when left out.
    vt_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the security code. Always 0 on a bank product. 1 when left out.
    vt_cvv: Literal[0, 1, False, True, "0", "1", None]
    #: A card payment with a number needs a cvv. 0 when left out.
    vt_require_cvv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the billing street. 1 when left out.
    vt_street: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the billing ZIP code. 1 when left out.
    vt_zip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for an order number. Kept for programs; the gateway does not act on it. 1 when left out.
    vt_order_num: Literal[0, 1, False, True, "0", "1", None]
    #: A payment with a number needs billing_street. 0 when left out.
    vt_require_street: Literal[0, 1, False, True, "0", "1", None]
    #: A payment with a number needs billing_zip. 0 when left out.
    vt_require_zip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for a tip. Kept for programs; the gateway does not act on it. 0 when left out.
    vt_enable_tip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen adds sales tax. Kept for programs; the gateway does not act on it. 0 when left out.
    vt_enable_sales_tax: Literal[0, 1, False, True, "0", "1", None]
    #: Whether people may change the sales tax. Kept for programs; the gateway does not act on it. 0 when left out.
    vt_override_sales_tax_allowed: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the clerk. Kept for programs; the gateway does not act on it. 0 when left out.
    vt_clerk_number: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for a phone number. Kept for programs; the gateway does not act on it. 0 when left out.
    vt_billing_phone: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. 0 when left out.
    vt_show_custom_fields: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when the security code is wrong. 0 when left out.
    auto_decline_cvv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when the billing street is wrong. 0 when left out.
    auto_decline_street: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when the billing ZIP code is wrong. 0 when left out.
    auto_decline_zip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when 3-D Secure failed. Kept for programs; the gateway does not act on it. 0 when left out.
    auto_decline_cavv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval of less than was asked for stands. 0 when left out.
    allow_partial_authorization: Literal[0, 1, False, True, "0", "1", None]
    #: The same for recurring payments. 0 when left out.
    allow_recurring_partial_authorization: Literal[0, 1, False, True, "0", "1", None]
    #: A refund or credit above it needs a refundapproval: by itself, with what was refunded of its payment, or with what its user gave back that day. Null: never. A higher amount, or null, counts a day later.
    refund_approval_amount: Union[str, float, None]
    #: Refunds without an earlier transaction. 0 when left out.
    allow_blind_refund: Literal[0, 1, False, True, "0", "1", None]
    #: Whether a keyed card that is not present needs a security code. 0 when left out.
    require_cvv_on_keyed_cnp: Literal[0, 1, False, True, "0", "1", None]
    #: Whether a stored card that is not present needs a security code. 0 when left out.
    require_cvv_on_tokenized_cnp: Literal[0, 1, False, True, "0", "1", None]
    #: Comma list of transaction fields; a second payment equal in all of them is declined.
    dup_check_per_batch: Union[str, None]
    #: Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves. {"debit_hold_days":0,"debit_items_per_day":null,"debit_daily_aggregate":null,"debit_items_per_month":null,"debit_monthly_aggregate":null,"refund_largest_item":null,"refund_items_per_day":null,"refund_daily_aggregate":null,"refund_items_per_month":null,"refund_monthly_aggregate":null,"refund_hold_days":5,"credit_largest_item":null,"credit_daily_aggregate":null,"credit_items_per_day":null,"credit_items_per_month":null,"credit_monthly_aggregate":null} when left out.
    velocity_settings: Union[ProducttransactionCreateVelocitySettings, None]
    #: Whether money is taken from bank accounts. Always 0 on a card product. 1 when left out.
    ach_allow_debit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether money is sent to bank accounts. Always 0 on a card product. 0 when left out.
    ach_allow_credit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether debits are refunded. Always 0 on a card product. 1 when left out.
    ach_allow_refund: Literal[0, 1, False, True, "0", "1", None]
    #: Whether debits can be voided before they leave. Always 0 on a card product. 1 when left out.
    debit_allow_void: Literal[0, 1, False, True, "0", "1", None]
    #: `terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank. {"terminals":[]} when left out.
    processor_data: Union[ProducttransactionCreateProcessorData, None]
    #: `rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change.
    processor_rules: Union[ProducttransactionCreateProcessorRules, None]
    #: Whether the address of a card is verified when the card is stored. 0 when left out.
    run_avs_on_accountvault_create: Literal[0, 1, False, True, "0", "1", None]
    #: Whether contacts are mailed before a stored card expires. Kept for programs; the gateway does not act on it. 0 when left out.
    accountvault_expire_notification_email_enable: Literal[0, 1, False, True, "0", "1", None]
    #: The subscription to updates of stored cards, for the operator. Kept for programs; the gateway does not act on it. 0 when left out.
    cau_subscribe_type_id: Union[int, str, None]
    #: The account of that subscription. Kept for programs; the gateway does not act on it.
    cau_account_number: Union[str, None]
    #: Whether invoices can be paid with it. 1 when left out.
    quick_invoice_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Whether invoices can be texted. Kept for programs; send_text_to_pay of an invoice decides. 0 when left out.
    quick_invoice_text_to_pay: Literal[0, 1, False, True, "0", "1", None]
    #: Whether paylinks can be paid with it. 1 when left out.
    paylink_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Always 0 on a bank product and outside retail, ecommerce and moto (contract 4.11). 1 when left out.
    level3_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Enhanced data of payments with company cards that send none of their own.
    level3_default: Union[ProducttransactionCreateLevel3Default, None]
    #: Whether hosted payment pages can use it. 0 when left out.
    hosted_payment_page_allow: Literal[0, 1, False, True, "0", "1", None]
    #: How many hosted payment pages may use it. 5 when left out.
    hosted_payment_page_max_allowed: Union[int, str, None]
    #: Whether payers are texted. Kept for programs; send_text_to_pay of a record decides. 0 when left out.
    sms_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether one purchase may be paid in parts. Kept for programs; the gateway does not act on it. 0 when left out.
    split_payments_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Whether only debit cards are taken, whose money comes from a bank account. 0 when left out.
    bank_funded_only: Literal[0, 1, False, True, "0", "1", None]
    #: What is added to payments by credit card. Of the same location; card products only.
    surcharge_id: Union[str, None]
    #: What a surcharge is calculated of: 3 the subtotal with its tax, all others the subtotal. 2 when left out.
    tax_surcharge_config: Literal[0, 1, 2, 3, None]
    #: Whether people see the result of the address check. Always 0 on a bank product. 1 when left out.
    display_avs: Literal[0, 1, False, True, "0", "1", None]
    #: The text on the payer's card statement. If omitted, the processor uses the text it has on file. Shortened to what it accepts; it is left out where refused.
    statement_descriptor: Union[str, None]
    #: The text at the top of receipts.
    receipt_header: Union[str, None]
    #: The text at the bottom of receipts.
    receipt_footer: Union[str, None]
    #: The text above the signature when an account is stored. Kept for programs; the gateway does not act on it.
    receipt_add_account_above_signature: Union[str, None]
    #: The text above the signature when a recurring is made. Kept for programs; the gateway does not act on it.
    receipt_add_recurring_above_signature: Union[str, None]
    #: The text above the signature when a payment is made. Kept for programs; the gateway does not act on it.
    receipt_vt_above_signature: Union[str, None]
    #: The address of the picture on receipts.
    receipt_logo: Union[str, None]
    #: Whether receipts name the contact. Kept for programs; the gateway does not act on it. 1 when left out.
    receipt_show_contact_name: Literal[0, 1, False, True, "0", "1", None]
    #: Whether receipts show transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it. 0 when left out.
    receipt_show_custom_fields: Literal[0, 1, False, True, "0", "1", None]


class ProducttransactionCreateVelocitySettings(TypedDict, total=False):
    """Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves. {"debit_hold_days":0,"debit_items_per_day":null,"debit_daily_aggregate":null,"debit_items_per_month":null,"debit_monthly_aggregate":null,"refund_largest_item":null,"refund_items_per_day":null,"refund_daily_aggregate":null,"refund_items_per_month":null,"refund_monthly_aggregate":null,"refund_hold_days":5,"credit_largest_item":null,"credit_daily_aggregate":null,"credit_items_per_day":null,"credit_items_per_month":null,"credit_monthly_aggregate":null} when left out."""
    #: Banking days by which the money of debits is held back.
    debit_hold_days: Union[int, None]
    #: How many a day, for debits; null means no limit.
    debit_items_per_day: Union[int, None]
    #: Whole dollars a day, for debits; null means no limit.
    debit_daily_aggregate: Union[int, None]
    #: How many a month, for debits; null means no limit.
    debit_items_per_month: Union[int, None]
    #: Whole dollars a month, for debits; null means no limit.
    debit_monthly_aggregate: Union[int, None]
    #: Whole dollars of one, for refunds; null means no limit.
    refund_largest_item: Union[int, None]
    #: How many a day, for refunds; null means no limit.
    refund_items_per_day: Union[int, None]
    #: Whole dollars a day, for refunds; null means no limit.
    refund_daily_aggregate: Union[int, None]
    #: How many a month, for refunds; null means no limit.
    refund_items_per_month: Union[int, None]
    #: Whole dollars a month, for refunds; null means no limit.
    refund_monthly_aggregate: Union[int, None]
    #: Banking days after a debit settled before which no refund of it leaves.
    refund_hold_days: Union[int, None]
    #: Whole dollars of one, for credits; null means no limit.
    credit_largest_item: Union[int, None]
    #: Whole dollars a day, for credits; null means no limit.
    credit_daily_aggregate: Union[int, None]
    #: How many a day, for credits; null means no limit.
    credit_items_per_day: Union[int, None]
    #: How many a month, for credits; null means no limit.
    credit_items_per_month: Union[int, None]
    #: Whole dollars a month, for credits; null means no limit.
    credit_monthly_aggregate: Union[int, None]


class ProducttransactionCreateProcessorData(TypedDict, total=False):
    """`terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank. {"terminals":[]} when left out."""
    #: One for each way of sending.
    terminals: List[ProducttransactionCreateProcessorDataTerminalsItem]
    #: Whether payments are sent as Same Day ACH.
    same_day: bool
    #: How often a debit without funds is presented again.
    represent: Literal[0, 1, 2]
    #: Whether a stored account is verified before its first WEB debit.
    verify_accounts: bool
    #: The sender of files, where it is not the installation's.
    originator: ProducttransactionCreateProcessorDataOriginator


class ProducttransactionCreateProcessorDataTerminalsItem(TypedDict, total=False):
    #: What the processor calls it.
    terminal_id: str
    #: The standard entry class of what it sends: WEB, PPD, CCD, TEL, POP or C21.
    sec_code: str
    #: What it sends: debit, credit, refund, void, avsonly.
    actions: List[str]
    #: Fields that a payment through it must have.
    required: List[str]


class ProducttransactionCreateProcessorDataOriginator(TypedDict, total=False):
    """The sender of files, where it is not the installation's."""
    #: Routing number of the bank that takes the files.
    destination: str
    #: The name of that bank.
    destination_name: str
    #: What the bank knows the sender of files by.
    origin: str
    #: The name of the sender.
    origin_name: str
    #: The first eight digits of the originating bank's routing number.
    odfi_id: str
    #: What the bank knows the merchant by.
    company_id: str
    #: What payers read on their statement.
    company_name: str
    #: What the payments are for, as payers read it.
    entry_description: str


class ProducttransactionCreateProcessorRules(TypedDict, total=False):
    """`rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change."""
    #: The first that fits counts.
    rules: List[ProducttransactionCreateProcessorRulesRulesItem]
    #: The product that takes a payment while the processor cannot be reached.
    second: str


class _ProducttransactionCreateProcessorRulesRulesItemRequired(TypedDict):
    #: The product that takes the payment instead.
    product_transaction_id: str


class ProducttransactionCreateProcessorRulesRulesItem(_ProducttransactionCreateProcessorRulesRulesItemRequired, total=False):
    #: Brands of cards: visa, mc, amex, …
    brand: List[str]
    #: The least amount.
    amount_from: str
    #: The largest amount.
    amount_to: str
    #: Countries of the issuing bank (ISO 3166).
    bin_country: List[str]
    #: Who begins it, or in which series: cardholder, merchant, recurring, installment, unscheduled.
    initiation: List[str]


class ProducttransactionCreateLevel3Default(TypedDict, total=False):
    """Enhanced data of payments with company cards that send none of their own."""
    #: 1 where no tax is due.
    tax_exempt: Union[str, float, None]
    #: The sales tax of the whole purchase.
    sales_tax: Union[str, float, None]
    #: National or value added tax.
    national_tax: Union[str, float, None]
    #: The VAT number of the merchant.
    merchant_vat_registration: Union[str, float, None]
    #: The VAT number of the buyer.
    customer_vat_registration: Union[str, float, None]
    #: The class of goods of the whole purchase.
    summary_commodity_code: Union[str, float, None]
    #: What shipping costs.
    freight_amount: Union[str, float, None]
    #: Import duty.
    duty_amount: Union[str, float, None]
    #: Where the goods go.
    shipto_zip_code: Union[str, float, None]
    #: Where the goods come from.
    shipfrom_zip_code: Union[str, float, None]
    #: The country the goods go to: three letters, or the number, of ISO 3166.
    destination_country_code: Union[str, float, None]
    #: The number of the VAT invoice.
    unique_vat_ref_number: Union[str, float, None]
    #: When it was ordered, yymmdd.
    order_date: Union[str, float, None]
    #: All tax of the purchase.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off the whole purchase.
    transaction_discount_amount: Union[str, float, None]
    #: What was bought, line by line.
    line_items: List[ProducttransactionCreateLevel3DefaultLineItemsItem]


class ProducttransactionCreateLevel3DefaultLineItemsItem(TypedDict, total=False):
    #: The class of goods.
    commodity_code: Union[str, float, None]
    #: What it is.
    description: Union[str, float, None]
    #: What the merchant calls it.
    product_code: Union[str, float, None]
    #: How many.
    quantity: Union[str, float, None]
    #: The unit of measure, such as EA, DZ or KGM.
    unit_code: Union[str, float, None]
    #: What one costs.
    unit_cost: Union[str, float, None]
    #: The tax on this line.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off this line.
    discount_amount: Union[str, float, None]
    #: Further tax on this line.
    other_tax_amount: Union[str, float, None]
    #: The tax number that the tax was reported under.
    alternate_tax_id: Union[str, float, None]
    #: The kind of tax, as it is called where it is due.
    tax_type_applied: Union[str, float, None]
    #: D adds the line to the total, C takes it off.
    debit_credit: Union[str, float, None]
    #: The discount in percent.
    discount_rate: Union[str, float, None]
    #: The kind of tax by its number, such as 02 State Sales Tax.
    tax_type_id: Union[str, float, None]


class ProducttransactionUpdate(TypedDict, total=False):
    #: What people call it.
    title: Union[str, None]
    #: zgate and zgate2 take cards; zach, ach and fortisach take bank accounts.
    processor: Literal["zgate", "zgate2", "zach", "ach", "fortisach", "cash", None]
    #: The version of the processor's interface, for the merchant's own records.
    processor_version: Union[str, None]
    #: The trade, on which data of payments depend.
    industry_type: Literal["ecommerce", "restaurant", "lodging", "moto", "retail", "retail_self_serve", None]
    #: Merchant category code.
    mcc: Union[str, None]
    #: The merchant's number at the processor.
    merchant_id: Union[str, None]
    #: The processor's terminal number, not a terminal record.
    terminal_id: Union[str, None]
    #: Of the merchant, at the processor.
    account_number: Union[str, None]
    #: Whether it takes payments.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: Zone of the batch's day; the location's when empty.
    tz: Union[str, None]
    #: Settles the open batch of a card product every day at batch_settle_hour.
    batch_auto_settle: Literal[0, 1, False, True, "0", "1", None]
    #: Of the product's day; see tz.
    batch_settle_hour: Union[int, str, None]
    #: The caller's own id, unique per location.
    product_transaction_api_id: Union[str, None]
    #: The portfolio it counts in, for the operator. Kept for programs; the gateway does not act on it.
    portfolio_id: Union[str, None]
    #: The office that sold it, for the operator. Kept for programs; the gateway does not act on it.
    sales_office_id: Union[str, None]
    #: The partner through whom it was sold. Kept for programs; the gateway does not act on it.
    partner: Union[str, None]
    #: Left out on create: debit for bank accounts, authonly for lodging, else sale.
    default_transaction_type: Literal["sale", "authonly", "debit", None]
    #: Whether Visa is taken. Always 0 on a bank product.
    card_type_visa: Literal[0, 1, False, True, "0", "1", None]
    #: Whether Mastercard is taken. Always 0 on a bank product.
    card_type_mc: Literal[0, 1, False, True, "0", "1", None]
    #: Whether Discover is taken. Always 0 on a bank product.
    card_type_disc: Literal[0, 1, False, True, "0", "1", None]
    #: Whether American Express is taken. Always 0 on a bank product.
    card_type_amex: Literal[0, 1, False, True, "0", "1", None]
    #: Whether Diners Club is taken. Always 0 on a bank product.
    card_type_diners: Literal[0, 1, False, True, "0", "1", None]
    #: Whether JCB is taken. Always 0 on a bank product.
    card_type_jcb: Literal[0, 1, False, True, "0", "1", None]
    #: Whether cards of benefit programs (EBT) are taken.
    card_type_ebt: Literal[0, 1, False, True, "0", "1", None]
    #: Whether people key payments in at a screen. Kept for programs; the gateway does not act on it.
    vt_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the security code. Always 0 on a bank product.
    vt_cvv: Literal[0, 1, False, True, "0", "1", None]
    #: A card payment with a number needs a cvv.
    vt_require_cvv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the billing street.
    vt_street: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the billing ZIP code.
    vt_zip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for an order number. Kept for programs; the gateway does not act on it.
    vt_order_num: Literal[0, 1, False, True, "0", "1", None]
    #: A payment with a number needs billing_street.
    vt_require_street: Literal[0, 1, False, True, "0", "1", None]
    #: A payment with a number needs billing_zip.
    vt_require_zip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for a tip. Kept for programs; the gateway does not act on it.
    vt_enable_tip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen adds sales tax. Kept for programs; the gateway does not act on it.
    vt_enable_sales_tax: Literal[0, 1, False, True, "0", "1", None]
    #: Whether people may change the sales tax. Kept for programs; the gateway does not act on it.
    vt_override_sales_tax_allowed: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for the clerk. Kept for programs; the gateway does not act on it.
    vt_clerk_number: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for a phone number. Kept for programs; the gateway does not act on it.
    vt_billing_phone: Literal[0, 1, False, True, "0", "1", None]
    #: Whether that screen asks for transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it.
    vt_show_custom_fields: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when the security code is wrong.
    auto_decline_cvv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when the billing street is wrong.
    auto_decline_street: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when the billing ZIP code is wrong.
    auto_decline_zip: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval is taken back when 3-D Secure failed. Kept for programs; the gateway does not act on it.
    auto_decline_cavv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval of less than was asked for stands.
    allow_partial_authorization: Literal[0, 1, False, True, "0", "1", None]
    #: The same for recurring payments.
    allow_recurring_partial_authorization: Literal[0, 1, False, True, "0", "1", None]
    #: A refund or credit above it needs a refundapproval: by itself, with what was refunded of its payment, or with what its user gave back that day. Null: never. A higher amount, or null, counts a day later.
    refund_approval_amount: Union[str, float, None]
    #: Refunds without an earlier transaction.
    allow_blind_refund: Literal[0, 1, False, True, "0", "1", None]
    #: Whether a keyed card that is not present needs a security code.
    require_cvv_on_keyed_cnp: Literal[0, 1, False, True, "0", "1", None]
    #: Whether a stored card that is not present needs a security code.
    require_cvv_on_tokenized_cnp: Literal[0, 1, False, True, "0", "1", None]
    #: Comma list of transaction fields; a second payment equal in all of them is declined.
    dup_check_per_batch: Union[str, None]
    #: Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves.
    velocity_settings: Union[ProducttransactionUpdateVelocitySettings, None]
    #: Whether money is taken from bank accounts. Always 0 on a card product.
    ach_allow_debit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether money is sent to bank accounts. Always 0 on a card product.
    ach_allow_credit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether debits are refunded. Always 0 on a card product.
    ach_allow_refund: Literal[0, 1, False, True, "0", "1", None]
    #: Whether debits can be voided before they leave. Always 0 on a card product.
    debit_allow_void: Literal[0, 1, False, True, "0", "1", None]
    #: `terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank.
    processor_data: Union[ProducttransactionUpdateProcessorData, None]
    #: `rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change.
    processor_rules: Union[ProducttransactionUpdateProcessorRules, None]
    #: Whether the address of a card is verified when the card is stored.
    run_avs_on_accountvault_create: Literal[0, 1, False, True, "0", "1", None]
    #: Whether contacts are mailed before a stored card expires. Kept for programs; the gateway does not act on it.
    accountvault_expire_notification_email_enable: Literal[0, 1, False, True, "0", "1", None]
    #: The subscription to updates of stored cards, for the operator. Kept for programs; the gateway does not act on it.
    cau_subscribe_type_id: Union[int, str, None]
    #: The account of that subscription. Kept for programs; the gateway does not act on it.
    cau_account_number: Union[str, None]
    #: Whether invoices can be paid with it.
    quick_invoice_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Whether invoices can be texted. Kept for programs; send_text_to_pay of an invoice decides.
    quick_invoice_text_to_pay: Literal[0, 1, False, True, "0", "1", None]
    #: Whether paylinks can be paid with it.
    paylink_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Always 0 on a bank product and outside retail, ecommerce and moto (contract 4.11).
    level3_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Enhanced data of payments with company cards that send none of their own.
    level3_default: Union[ProducttransactionUpdateLevel3Default, None]
    #: Whether hosted payment pages can use it.
    hosted_payment_page_allow: Literal[0, 1, False, True, "0", "1", None]
    #: How many hosted payment pages may use it.
    hosted_payment_page_max_allowed: Union[int, str, None]
    #: Whether payers are texted. Kept for programs; send_text_to_pay of a record decides.
    sms_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether one purchase may be paid in parts. Kept for programs; the gateway does not act on it.
    split_payments_allow: Literal[0, 1, False, True, "0", "1", None]
    #: Whether only debit cards are taken, whose money comes from a bank account.
    bank_funded_only: Literal[0, 1, False, True, "0", "1", None]
    #: What is added to payments by credit card. Of the same location; card products only.
    surcharge_id: Union[str, None]
    #: What a surcharge is calculated of: 3 the subtotal with its tax, all others the subtotal.
    tax_surcharge_config: Literal[0, 1, 2, 3, None]
    #: Whether people see the result of the address check. Always 0 on a bank product.
    display_avs: Literal[0, 1, False, True, "0", "1", None]
    #: The text on the payer's card statement. If omitted, the processor uses the text it has on file. Shortened to what it accepts; it is left out where refused.
    statement_descriptor: Union[str, None]
    #: The text at the top of receipts.
    receipt_header: Union[str, None]
    #: The text at the bottom of receipts.
    receipt_footer: Union[str, None]
    #: The text above the signature when an account is stored. Kept for programs; the gateway does not act on it.
    receipt_add_account_above_signature: Union[str, None]
    #: The text above the signature when a recurring is made. Kept for programs; the gateway does not act on it.
    receipt_add_recurring_above_signature: Union[str, None]
    #: The text above the signature when a payment is made. Kept for programs; the gateway does not act on it.
    receipt_vt_above_signature: Union[str, None]
    #: The address of the picture on receipts.
    receipt_logo: Union[str, None]
    #: Whether receipts name the contact. Kept for programs; the gateway does not act on it.
    receipt_show_contact_name: Literal[0, 1, False, True, "0", "1", None]
    #: Whether receipts show transaction_c1 to transaction_c3. Kept for programs; the gateway does not act on it.
    receipt_show_custom_fields: Literal[0, 1, False, True, "0", "1", None]


class ProducttransactionUpdateVelocitySettings(TypedDict, total=False):
    """Sixteen limits of bank payments, amounts in whole dollars. Keys left out keep their value; null means no limit. refund_hold_days: banking days after a bank debit settled before which no refund of it leaves."""
    #: Banking days by which the money of debits is held back.
    debit_hold_days: Union[int, None]
    #: How many a day, for debits; null means no limit.
    debit_items_per_day: Union[int, None]
    #: Whole dollars a day, for debits; null means no limit.
    debit_daily_aggregate: Union[int, None]
    #: How many a month, for debits; null means no limit.
    debit_items_per_month: Union[int, None]
    #: Whole dollars a month, for debits; null means no limit.
    debit_monthly_aggregate: Union[int, None]
    #: Whole dollars of one, for refunds; null means no limit.
    refund_largest_item: Union[int, None]
    #: How many a day, for refunds; null means no limit.
    refund_items_per_day: Union[int, None]
    #: Whole dollars a day, for refunds; null means no limit.
    refund_daily_aggregate: Union[int, None]
    #: How many a month, for refunds; null means no limit.
    refund_items_per_month: Union[int, None]
    #: Whole dollars a month, for refunds; null means no limit.
    refund_monthly_aggregate: Union[int, None]
    #: Banking days after a debit settled before which no refund of it leaves.
    refund_hold_days: Union[int, None]
    #: Whole dollars of one, for credits; null means no limit.
    credit_largest_item: Union[int, None]
    #: Whole dollars a day, for credits; null means no limit.
    credit_daily_aggregate: Union[int, None]
    #: How many a day, for credits; null means no limit.
    credit_items_per_day: Union[int, None]
    #: How many a month, for credits; null means no limit.
    credit_items_per_month: Union[int, None]
    #: Whole dollars a month, for credits; null means no limit.
    credit_monthly_aggregate: Union[int, None]


class ProducttransactionUpdateProcessorData(TypedDict, total=False):
    """`terminals` of a bank product: {terminal_id, sec_code, actions, required}. None given: one each for WEB, PPD, CCD, TEL. `same_day`, `represent` and `originator`: how its payments go to the bank."""
    #: One for each way of sending.
    terminals: List[ProducttransactionUpdateProcessorDataTerminalsItem]
    #: Whether payments are sent as Same Day ACH.
    same_day: bool
    #: How often a debit without funds is presented again.
    represent: Literal[0, 1, 2]
    #: Whether a stored account is verified before its first WEB debit.
    verify_accounts: bool
    #: The sender of files, where it is not the installation's.
    originator: ProducttransactionUpdateProcessorDataOriginator


class ProducttransactionUpdateProcessorDataTerminalsItem(TypedDict, total=False):
    #: What the processor calls it.
    terminal_id: str
    #: The standard entry class of what it sends: WEB, PPD, CCD, TEL, POP or C21.
    sec_code: str
    #: What it sends: debit, credit, refund, void, avsonly.
    actions: List[str]
    #: Fields that a payment through it must have.
    required: List[str]


class ProducttransactionUpdateProcessorDataOriginator(TypedDict, total=False):
    """The sender of files, where it is not the installation's."""
    #: Routing number of the bank that takes the files.
    destination: str
    #: The name of that bank.
    destination_name: str
    #: What the bank knows the sender of files by.
    origin: str
    #: The name of the sender.
    origin_name: str
    #: The first eight digits of the originating bank's routing number.
    odfi_id: str
    #: What the bank knows the merchant by.
    company_id: str
    #: What payers read on their statement.
    company_name: str
    #: What the payments are for, as payers read it.
    entry_description: str


class ProducttransactionUpdateProcessorRules(TypedDict, total=False):
    """`rules`: list of {product_transaction_id, brand, amount_from, amount_to, bin_country, initiation}, of which the first that fits names the product that takes a payment instead. `second`: the product that takes it while the processor cannot be reached, or after a soft decline that another processor may change."""
    #: The first that fits counts.
    rules: List[ProducttransactionUpdateProcessorRulesRulesItem]
    #: The product that takes a payment while the processor cannot be reached.
    second: str


class _ProducttransactionUpdateProcessorRulesRulesItemRequired(TypedDict):
    #: The product that takes the payment instead.
    product_transaction_id: str


class ProducttransactionUpdateProcessorRulesRulesItem(_ProducttransactionUpdateProcessorRulesRulesItemRequired, total=False):
    #: Brands of cards: visa, mc, amex, …
    brand: List[str]
    #: The least amount.
    amount_from: str
    #: The largest amount.
    amount_to: str
    #: Countries of the issuing bank (ISO 3166).
    bin_country: List[str]
    #: Who begins it, or in which series: cardholder, merchant, recurring, installment, unscheduled.
    initiation: List[str]


class ProducttransactionUpdateLevel3Default(TypedDict, total=False):
    """Enhanced data of payments with company cards that send none of their own."""
    #: 1 where no tax is due.
    tax_exempt: Union[str, float, None]
    #: The sales tax of the whole purchase.
    sales_tax: Union[str, float, None]
    #: National or value added tax.
    national_tax: Union[str, float, None]
    #: The VAT number of the merchant.
    merchant_vat_registration: Union[str, float, None]
    #: The VAT number of the buyer.
    customer_vat_registration: Union[str, float, None]
    #: The class of goods of the whole purchase.
    summary_commodity_code: Union[str, float, None]
    #: What shipping costs.
    freight_amount: Union[str, float, None]
    #: Import duty.
    duty_amount: Union[str, float, None]
    #: Where the goods go.
    shipto_zip_code: Union[str, float, None]
    #: Where the goods come from.
    shipfrom_zip_code: Union[str, float, None]
    #: The country the goods go to: three letters, or the number, of ISO 3166.
    destination_country_code: Union[str, float, None]
    #: The number of the VAT invoice.
    unique_vat_ref_number: Union[str, float, None]
    #: When it was ordered, yymmdd.
    order_date: Union[str, float, None]
    #: All tax of the purchase.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off the whole purchase.
    transaction_discount_amount: Union[str, float, None]
    #: What was bought, line by line.
    line_items: List[ProducttransactionUpdateLevel3DefaultLineItemsItem]


class ProducttransactionUpdateLevel3DefaultLineItemsItem(TypedDict, total=False):
    #: The class of goods.
    commodity_code: Union[str, float, None]
    #: What it is.
    description: Union[str, float, None]
    #: What the merchant calls it.
    product_code: Union[str, float, None]
    #: How many.
    quantity: Union[str, float, None]
    #: The unit of measure, such as EA, DZ or KGM.
    unit_code: Union[str, float, None]
    #: What one costs.
    unit_cost: Union[str, float, None]
    #: The tax on this line.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off this line.
    discount_amount: Union[str, float, None]
    #: Further tax on this line.
    other_tax_amount: Union[str, float, None]
    #: The tax number that the tax was reported under.
    alternate_tax_id: Union[str, float, None]
    #: The kind of tax, as it is called where it is due.
    tax_type_applied: Union[str, float, None]
    #: D adds the line to the total, C takes it off.
    debit_credit: Union[str, float, None]
    #: The discount in percent.
    discount_rate: Union[str, float, None]
    #: The kind of tax by its number, such as 02 State Sales Tax.
    tax_type_id: Union[str, float, None]


class SetProducttransactionProcessorInput(TypedDict):
    #: The name of the connector.
    connector: str
    #: All settings that the connector takes, by name; secrets are not shown again.
    settings: Union[Dict[str, Any], List[Any]]


class _SurchargeCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What the merchant calls it.
    title: str


class SurchargeCreate(_SurchargeCreateRequired, total=False):
    #: What payers read beside the amount. "Surcharge" when left out.
    surcharge_label: Union[str, None]
    #: A fixed amount, added to what the rate gives. "0.00" when left out.
    surcharge_fee: Union[str, float, None]
    #: In percent of the amount, such as 2.50. At most 3.00 where a product takes Visa, and 4.00 anywhere. "0.00" when left out.
    surcharge_rate: Union[str, float, None]
    #: No surcharge is less than this, as far as the networks allow.
    min_fee_amount: Union[str, float, None]
    #: No surcharge is more than this.
    max_fee_amount: Union[str, float, None]
    #: Payments of more than this carry no surcharge.
    max_transaction_amount: Union[str, float, None]
    #: Added to payments of recurrings too. 0 when left out.
    surcharge_on_recurring: Literal[0, 1, False, True, "0", "1", None]
    #: A refund gives back its part of the surcharge. Otherwise the surcharge stays with the merchant. 1 when left out.
    refund_surcharges: Literal[0, 1, False, True, "0", "1", None]
    #: Always 0: the networks want a surcharge within the payment that it is added to. 0 when left out.
    run_as_separate_transaction: Literal[0, 1, False, True, "0", "1", None]
    #: Only payments that users of this type make carry it; those of pages and recurrings do not.
    apply_to_user_type_id: Union[int, None]


class SurchargeUpdate(TypedDict, total=False):
    #: What the merchant calls it.
    title: Union[str, None]
    #: What payers read beside the amount.
    surcharge_label: Union[str, None]
    #: A fixed amount, added to what the rate gives.
    surcharge_fee: Union[str, float, None]
    #: In percent of the amount, such as 2.50. At most 3.00 where a product takes Visa, and 4.00 anywhere.
    surcharge_rate: Union[str, float, None]
    #: No surcharge is less than this, as far as the networks allow.
    min_fee_amount: Union[str, float, None]
    #: No surcharge is more than this.
    max_fee_amount: Union[str, float, None]
    #: Payments of more than this carry no surcharge.
    max_transaction_amount: Union[str, float, None]
    #: Added to payments of recurrings too.
    surcharge_on_recurring: Literal[0, 1, False, True, "0", "1", None]
    #: A refund gives back its part of the surcharge. Otherwise the surcharge stays with the merchant.
    refund_surcharges: Literal[0, 1, False, True, "0", "1", None]
    #: Always 0: the networks want a surcharge within the payment that it is added to.
    run_as_separate_transaction: Literal[0, 1, False, True, "0", "1", None]
    #: Only payments that users of this type make carry it; those of pages and recurrings do not.
    apply_to_user_type_id: Union[int, None]


class _UserCreateRequired(TypedDict):
    #: Unique within a domain; capitals make no difference.
    username: str
    #: Last name.
    last_name: str
    #: Where the user is mailed.
    email: str
    #: The user sees this location and all below it.
    primary_location_id: str
    #: Nobody can give more rights than his own. 100 Contact, 200 Operator, 250 Client Admin, 300 Manager, 400 Clerk, 500 Read only, 600 and to 1000: as 500.
    user_type_id: Literal[100, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1000]


class UserCreate(_UserCreateRequired, total=False):
    #: First name.
    first_name: Union[str, None]
    #: The company the user works for.
    company_name: Union[str, None]
    #: Street and number.
    address: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address.
    state: Union[str, None]
    #: ZIP code of the address.
    zip: Union[str, None]
    #: Mobile number, ten digits.
    cell_phone: Union[str, None]
    #: Phone number at home, ten digits.
    home_phone: Union[str, None]
    #: Phone number at work, ten digits.
    office_phone: Union[str, None]
    #: Extension of the number at work.
    office_ext_phone: Union[str, None]
    #: The user's number at the merchant.
    account_number: Union[str, None]
    #: Date of birth.
    date_of_birth: Union[str, None]
    #: The contact that a user of type contact is.
    contact_id: Union[str, None]
    #: Left out on create: the primary location's.
    domain_id: Union[str, None]
    #: Another name of domain_id on create.
    branding_domain_id: Union[str, None]
    #: Whether the user may sign in. 0 inactive, 1 active. 1 when left out.
    status_id: Literal[0, 1, None]
    #: Opens hosted forms (payform, accountform) by signature; everything else is refused with 403. false when left out.
    forms_only: Literal[0, 1, False, True, "0", "1", None]
    #: Whether the user is mailed what payers pay on invoices, paylinks and hosted pages of the primary location and those below it. false when left out.
    email_trx_receipt: Literal[0, 1, False, True, "0", "1", None]
    #: The language of the user, such as en-US.
    locale: Union[str, None]
    #: Time zone name; the primary location's counts when empty.
    tz: Union[str, None]
    #: Without one there is no signing in by password. One set for somebody else is good for one use.
    password: Union[str, None]
    #: Needed to change the own password; the caller's own is needed to create a user with a password or keys by an access token.
    old_password: Union[str, None]
    #: A code, where old_password is needed on create and the caller has a second factor.
    second_factor: Union[str, None]
    #: A key of the own choice, on create only; always null in answers.
    user_api_key: Union[str, None]
    #: A key to sign with of the own choice, on create only; always null in answers. generateuserhashkey makes one.
    user_hash_key: Union[str, None]
    #: Scope of the API key. Either all, or one or more of read, invoices and payments, separated by spaces. It limits the rights of the user. Default: all.
    user_api_key_scope: Union[str, None]
    #: When the API key ends. Left out: never. Unix seconds.
    user_api_key_expire_ts: Union[int, str, None]
    #: From where the API key may be used. Addresses and networks from which the API key may be used. Left out: any.
    user_api_key_addresses: Union[List[str], None]
    #: When the hash key ends. Left out: never. Unix seconds.
    user_hash_key_expire_ts: Union[int, str, None]
    #: Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location. {"entry_page":"dashboard","page_size":15,"report_export_type":"csv","process_method":"virtual_terminal","default_terminal":null} when left out.
    ui_prefs: Union[UserCreateUiPrefs, None]


class UserCreateUiPrefs(TypedDict, total=False):
    """Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location. {"entry_page":"dashboard","page_size":15,"report_export_type":"csv","process_method":"virtual_terminal","default_terminal":null} when left out."""
    #: The page that opens first.
    entry_page: str
    #: Rows of a list.
    page_size: int
    #: The format of exported reports.
    report_export_type: str
    #: Where payments are taken: virtual_terminal or a terminal.
    process_method: str
    #: The terminal that is chosen first.
    default_terminal: Union[str, None]


class UserUpdate(TypedDict, total=False):
    #: Unique within a domain; capitals make no difference.
    username: Union[str, None]
    #: First name.
    first_name: Union[str, None]
    #: Last name.
    last_name: Union[str, None]
    #: The company the user works for.
    company_name: Union[str, None]
    #: Where the user is mailed.
    email: Union[str, None]
    #: Street and number.
    address: Union[str, None]
    #: City of the address.
    city: Union[str, None]
    #: State of the address.
    state: Union[str, None]
    #: ZIP code of the address.
    zip: Union[str, None]
    #: Mobile number, ten digits.
    cell_phone: Union[str, None]
    #: Phone number at home, ten digits.
    home_phone: Union[str, None]
    #: Phone number at work, ten digits.
    office_phone: Union[str, None]
    #: Extension of the number at work.
    office_ext_phone: Union[str, None]
    #: The user's number at the merchant.
    account_number: Union[str, None]
    #: Date of birth.
    date_of_birth: Union[str, None]
    #: The contact that a user of type contact is.
    contact_id: Union[str, None]
    #: The user sees this location and all below it.
    primary_location_id: Union[str, None]
    #: Nobody can give more rights than his own. 100 Contact, 200 Operator, 250 Client Admin, 300 Manager, 400 Clerk, 500 Read only, 600 and to 1000: as 500.
    user_type_id: Literal[100, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1000, None]
    #: Whether the user may sign in. 0 inactive, 1 active.
    status_id: Literal[0, 1, None]
    #: Opens hosted forms (payform, accountform) by signature; everything else is refused with 403.
    forms_only: Literal[0, 1, False, True, "0", "1", None]
    #: Whether the user is mailed what payers pay on invoices, paylinks and hosted pages of the primary location and those below it.
    email_trx_receipt: Literal[0, 1, False, True, "0", "1", None]
    #: The language of the user, such as en-US.
    locale: Union[str, None]
    #: Time zone name; the primary location's counts when empty.
    tz: Union[str, None]
    #: Without one there is no signing in by password. One set for somebody else is good for one use.
    password: Union[str, None]
    #: Needed to change the own password; the caller's own is needed to create a user with a password or keys by an access token.
    old_password: Union[str, None]
    #: Sent with a password: true keeps the keys of the user, false ends them. Left out, they end, unless the request has a user_api_key.
    keep_keys: Literal[0, 1, False, True, "0", "1", None]
    #: Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location.
    ui_prefs: Union[UserUpdateUiPrefs, None]


class UserUpdateUiPrefs(TypedDict, total=False):
    """Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location."""
    #: The page that opens first.
    entry_page: str
    #: Rows of a list.
    page_size: int
    #: The format of exported reports.
    report_export_type: str
    #: Where payments are taken: virtual_terminal or a terminal.
    process_method: str
    #: The terminal that is chosen first.
    default_terminal: Union[str, None]


class GenerateUserApiKeyInput(TypedDict, total=False):
    #: Scope of the API key. Either all, or one or more of read, invoices and payments, separated by spaces. It limits the rights of the user. Default: all.
    user_api_key_scope: Union[str, None]
    #: When the API key ends. Left out: never. Unix seconds.
    user_api_key_expire_ts: Union[int, str, None]
    #: From where the API key may be used. Addresses and networks from which the API key may be used. Left out: any.
    user_api_key_addresses: Union[List[str], None]
    #: With an access token: the own password of the caller.
    old_password: Union[str, None]
    #: With an access token, where the caller has a second factor: a code of it.
    second_factor: Union[str, None]


class GenerateUserHashKeyInput(TypedDict, total=False):
    #: When the hash key ends. Left out: never. Unix seconds.
    user_hash_key_expire_ts: Union[int, str, None]
    #: With an access token: the own password of the caller.
    old_password: Union[str, None]
    #: With an access token, where the caller has a second factor: a code of it.
    second_factor: Union[str, None]


class GenerateSecondFactorInput(TypedDict, total=False):
    #: The own password.
    old_password: Union[str, None]


class _ConfirmSecondFactorInputRequired(TypedDict):
    #: The code that the app shows.
    second_factor: str


class ConfirmSecondFactorInput(_ConfirmSecondFactorInputRequired, total=False):
    #: true keeps the own keys, false ends them. Left out, they end, unless the request has a user_api_key.
    keep_keys: Literal[0, 1, False, True, "0", "1", None]


class RemoveSecondFactorInput(TypedDict, total=False):
    #: The own password.
    old_password: Union[str, None]
    #: A code of the app, or a recovery code.
    second_factor: Union[str, None]


class AuthroleuserCreate(TypedDict):
    #: Who has the role.
    user_id: str
    #: The role. A user_type_id: 200 operator, 250 client admin, 300 manager, 400 clerk, 500 and above read only.
    auth_role_id: str


class _AccountvaultCreateRequired(TypedDict):
    #: A card (cc) or a bank account (ach).
    payment_method: Literal["cc", "ach"]
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str


class AccountvaultCreate(_AccountvaultCreateRequired, total=False):
    #: Whose account it is.
    contact_id: Union[str, None]
    #: What people call it.
    title: Union[str, None]
    #: The name on the account. Required for ach, and for ach only.
    account_holder_name: Union[str, None]
    #: The number of the card or bank account. It is sealed and never shown. Required unless another source of the account is named.
    account_number: Union[str, None]
    #: MMYY. Required with a card number; a month that is over is refused. Null for ach.
    exp_date: Union[str, None]
    #: checking or savings, required with a bank account number; for cc the brand of the card.
    account_type: Union[str, None]
    #: Required with a bank account number. Ignored for cc.
    is_company: Literal[0, 1, False, True, "0", "1", None]
    #: Always null. Required with a bank account number. Always returned as null.
    routing: Union[str, None]
    #: CCD for a company, PPD for a person, unless sent. Null for cc.
    ach_sec_code: Union[str, None]
    #: Street and number of the billing address.
    billing_address: Union[str, None]
    #: City of the billing address.
    billing_city: Union[str, None]
    #: State of the billing address, two letters.
    billing_state: Union[str, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]
    #: Phone number of the holder.
    billing_phone: Union[str, None]
    #: The caller's own id of the record. Unique per location.
    account_vault_api_id: Union[str, None]
    #: For the merchant: any text.
    accountvault_c1: Union[str, None]
    #: For the merchant: any text.
    accountvault_c2: Union[str, None]
    #: For the merchant: any text.
    accountvault_c3: Union[str, None]
    #: The holder's number at the merchant.
    customer_id: Union[str, None]
    #: Number of the holder's driver license. Sent together with dl_state.
    dl_number: Union[str, None]
    #: The state that issued the driver license; together with dl_number.
    dl_state: Union[str, None]
    #: Year of birth of the holder.
    dob_year: Union[str, None]
    #: The last four digits of the social security number of the holder.
    ssn4: Union[str, None]
    #: 1 where the holder agreed to the terms.
    terms_agree: Union[int, str, None]
    #: The network address from which the holder agreed.
    terms_agree_ip: Union[str, None]
    #: The id or the nine digits of a ticket that is neither used nor expired.
    ticket: Union[str, None]
    #: An encrypted swipe; refused, as nothing here could decrypt it.
    e_track_data: Union[str, None]
    #: Only number, month of expiry and name are kept of it.
    track_data: Union[str, None]
    #: The payment whose account is stored.
    previous_transaction_id: Union[str, None]
    #: The same, by the caller's own id.
    previous_transaction_api_id: Union[str, None]
    #: The vault whose account is stored once more.
    previous_account_vault_id: Union[str, None]
    #: The same, by the caller's own id.
    previous_account_vault_api_id: Union[str, None]
    #: Cards only. Overrides run_avs_on_accountvault_create of the location's default card product.
    run_avs: Literal[0, 1, False, True, "0", "1", None]


class AccountvaultUpdate(TypedDict, total=False):
    #: Whose account it is.
    contact_id: Union[str, None]
    #: What people call it.
    title: Union[str, None]
    #: The name on the account. Required for ach, and for ach only.
    account_holder_name: Union[str, None]
    #: MMYY. Required with a card number; a month that is over is refused. Null for ach.
    exp_date: Union[str, None]
    #: CCD for a company, PPD for a person, unless sent. Null for cc.
    ach_sec_code: Union[str, None]
    #: Street and number of the billing address.
    billing_address: Union[str, None]
    #: City of the billing address.
    billing_city: Union[str, None]
    #: State of the billing address, two letters.
    billing_state: Union[str, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]
    #: Phone number of the holder.
    billing_phone: Union[str, None]
    #: The caller's own id of the record. Unique per location.
    account_vault_api_id: Union[str, None]
    #: For the merchant: any text.
    accountvault_c1: Union[str, None]
    #: For the merchant: any text.
    accountvault_c2: Union[str, None]
    #: For the merchant: any text.
    accountvault_c3: Union[str, None]
    #: The holder's number at the merchant.
    customer_id: Union[str, None]
    #: Number of the holder's driver license. Sent together with dl_state.
    dl_number: Union[str, None]
    #: The state that issued the driver license; together with dl_number.
    dl_state: Union[str, None]
    #: The last four digits of the social security number of the holder.
    ssn4: Union[str, None]
    #: 1 where the holder agreed to the terms.
    terms_agree: Union[int, str, None]
    #: The network address from which the holder agreed.
    terms_agree_ip: Union[str, None]


class SendAccountvaultMicrodepositsInput(TypedDict, total=False):
    #: The location's default_ach when left out.
    product_transaction_id: Union[str, None]


class VerifyAccountvaultMicrodepositsInput(TypedDict):
    #: One of the two amounts on the statement.
    first_amount: Union[str, float]
    #: The other amount.
    second_amount: Union[str, float]


class _TicketCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The number of the card or bank account; never shown again.
    account_number: str
    #: MMYY.
    exp_date: str


class TicketCreate(_TicketCreateRequired, total=False):
    #: Whose account it is.
    contact_id: Union[str, None]
    #: Never stored, and so not part of a later payment.
    cvv: Union[str, None]
    #: The name on the account.
    account_holder_name: Union[str, None]
    #: Street and number of the billing address.
    billing_street: Union[str, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]


class _TransactionCreateRequired(TypedDict):
    #: What is to be done: sale takes money, authonly reserves it for a capture by authcomplete, avsonly only verifies the address. POST begins with one of the first seven; PUT without an action edits.
    action: Literal["sale", "authonly", "avsonly", "force", "refund", "debit", "credit", "void", "authcomplete", "authincrement", "partialreversal", "tipadjust", "edit"]
    #: By card (cc) or from a bank account (ach).
    payment_method: Literal["cc", "ach"]


class TransactionCreate(_TransactionCreateRequired, total=False):
    #: The stored account that pays. Instead of account_number and exp_date.
    account_vault_id: Union[str, None]
    #: The name on the account. Required for bank accounts without a vault.
    account_holder_name: Union[str, None]
    #: How much is paid. Includes tax, tip and surcharge. A JSON number in answers.
    transaction_amount: Union[str, float, None]
    #: What is paid for, for the merchant.
    description: Union[str, None]
    #: The merchant's order number. Twelve digits are made up when left out.
    order_num: Union[str, None]
    #: The day on which a bank payment takes effect.
    effective_date: Union[str, None]
    #: Routing number of the bank of the account.
    routing: Union[str, None]
    #: The caller's own id, unique per location: a second POST with it is refused.
    transaction_api_id: Union[str, None]
    #: 1 where the payer agreed to the terms.
    terms_agree: Union[int, str, None]
    #: Where the receipt is mailed.
    notification_email_address: Union[str, None]
    #: The caller's primary location when left out.
    location_id: Union[str, None]
    #: What kind of account it is. checking or savings for bank accounts; the brand of a card in answers.
    account_type: Union[str, None]
    #: Lodging: the first night.
    checkin_date: Union[str, None]
    #: Lodging: the day of departure.
    checkout_date: Union[str, None]
    #: Lodging: the room.
    room_num: Union[str, None]
    #: Lodging: the price of a night. "0.00" when left out.
    room_rate: Union[str, float, None]
    #: Whether it is a deposit for a stay to come. Lodging. false when left out.
    advance_deposit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it is for a stay that the guest did not come to. Lodging. false when left out.
    no_show: Literal[0, 1, False, True, "0", "1", None]
    #: The payer's number at the merchant.
    customer_id: Union[str, None]
    #: The payer's network address.
    customer_ip: Union[str, None]
    #: The issuer's approval code. Six characters; required for force, ignored otherwise.
    auth_code: Union[str, None]
    #: The location's default for the payment method when left out.
    product_transaction_id: Union[str, None]
    #: The transaction to refund, or whose payment data is used again.
    previous_transaction_id: Union[str, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: The serial number of the terminal.
    terminal_serial_number: Union[str, None]
    #: Sales tax within the amount. "0.00" when left out.
    tax: Union[str, float, None]
    #: Tip within the amount.
    tip_amount: Union[str, float, None]
    #: The amount without tax and tip.
    subtotal_amount: Union[str, float, None]
    #: Surcharge within the amount. Taken off again, here and from the amount, where the card may not carry one.
    surcharge_amount: Union[str, float, None]
    #: Street and number of the billing address.
    billing_street: Union[str, None]
    #: City of the billing address.
    billing_city: Union[str, None]
    #: State of the billing address.
    billing_state: Union[str, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]
    #: Phone number of the payer, ten digits.
    billing_phone: Union[str, None]
    #: Street and number where the service is given.
    service_address: Union[str, None]
    #: City where the service is given.
    service_city: Union[str, None]
    #: State where the service is given.
    service_state: Union[str, None]
    #: ZIP code where the service is given.
    service_zip: Union[str, None]
    #: Country where the service is given: two or three letters, or the number, of ISO 3166.
    service_country: Union[str, None]
    #: The buyer's purchase order.
    po_number: Union[str, None]
    #: The text on the payer's card statement. Replaces that of the product; shortened to what the processor accepts.
    statement_descriptor: Union[str, None]
    #: The clerk who took the payment.
    clerk_number: Union[str, None]
    #: For the merchant: any text.
    transaction_c1: Union[str, None]
    #: For the merchant: any text.
    transaction_c2: Union[str, None]
    #: For the merchant: any text.
    transaction_c3: Union[str, None]
    #: For the merchant: any JSON.
    custom_data: Union[Dict[str, Any], List[Any], None]
    #: Parts of the amount that are for health care or transit. [] when left out.
    additional_amounts: Union[List[TransactionCreateAdditionalAmountsItem], None]
    #: Whether the card was there. Follows the industry when left out; false for a stored account.
    card_present: Literal[0, 1, False, True, "0", "1", None]
    #: The standard entry class of a bank payment (Nacha). Required for bank accounts; a vault's own when left out.
    ach_sec_code: Literal["WEB", "PPD", "CCD", "TEL", "POP", "C21", None]
    #: What kind of bank credit it is. P payroll.
    ach_identifier: Literal["P", None]
    #: The number of the check.
    check_number: Union[str, None]
    #: The wallet that the card came from. Kept for programs; the gateway does not act on it.
    wallet_id: Union[str, None]
    #: The language of the payer, such as en-US.
    locale: Union[str, None]
    #: Instead of location_id.
    location_api_id: Union[str, None]
    #: Instead of contact_id.
    contact_api_id: Union[str, None]
    #: Instead of account_vault_id.
    account_vault_api_id: Union[str, None]
    #: Instead of previous_transaction_id.
    previous_transaction_api_id: Union[str, None]
    #: Of a refund or credit above refund_approval_amount of its product: the refundapproval, made by the same user and approved by another.
    refund_approval_id: Union[str, None]
    #: Sealed in the vault; answers show first_six and last_four.
    account_number: Union[str, None]
    #: MMYY; required with the account_number of a card.
    exp_date: Union[str, None]
    #: Passed on to the processor, never stored.
    cvv: Union[str, None]
    #: An encrypted swipe; refused, as nothing here could decrypt it.
    e_track_data: Union[str, None]
    #: A swipe; never stored.
    track_data: Union[str, None]
    #: A card, once; see tickets.
    ticket: Union[str, None]
    #: The front of a check, in Base64.
    image_front: Union[str, None]
    #: The back of a check, in Base64.
    image_back: Union[str, None]
    #: Together with dl_state.
    dl_number: Union[str, None]
    #: The state that issued the driver license.
    dl_state: Union[str, None]
    #: ssn4 or dob_year, never both.
    ssn4: Union[str, None]
    #: Year of birth of the payer.
    dob_year: Union[str, None]
    #: The cryptogram of 3-D Secure; passed on to the processor, never stored.
    cavv: Union[str, None]
    #: The id of that authentication; passed on, never stored.
    xid: Union[str, None]
    #: The electronic commerce indicator of 3-D Secure: 05, 06, 07, or 02, 01, 00 of Mastercard.
    eci: Union[str, None]
    #: The version of 3-D Secure, such as 2.2.0.
    three_d_secure_version: Union[str, None]
    #: What Apple Pay or Google Pay gave, as JSON; passed on to processors that decrypt it, never stored.
    payment_token: Union[str, None]
    #: Whether only a debit card is taken, in place of bank_funded_only of the product.
    bank_funded_only_override: Literal[0, 1, False, True, "0", "1", None]
    #: Titles, or tags as they are read; one the location does not have yet is made.
    tags: Union[List[str], None]
    #: For this payment, in place of the setting of the product.
    allow_partial_authorization_override: Literal[0, 1, False, True, "0", "1", None]
    #: For this payment, in place of the setting of the product.
    auto_decline_cvv_override: Literal[0, 1, False, True, "0", "1", None]
    #: For this payment, in place of the setting of the product.
    auto_decline_street_override: Literal[0, 1, False, True, "0", "1", None]
    #: For this payment, in place of the setting of the product.
    auto_decline_zip_override: Literal[0, 1, False, True, "0", "1", None]
    #: Once approved, the account is stored for the contact. 0 when left out.
    save_account: Literal[0, 1, False, True, "0", "1", None]
    #: What the stored account is called.
    save_account_title: Union[str, None]


class TransactionCreateAdditionalAmountsItem(TypedDict):
    #: What the part is for.
    type: Literal["4S", "4U", "4V", "4W", "4X"]
    #: How much of the amount it is.
    amount: Union[str, float]


class TransactionUpdate(TypedDict, total=False):
    #: What is to be done: sale takes money, authonly reserves it for a capture by authcomplete, avsonly only verifies the address. POST begins with one of the first seven; PUT without an action edits.
    action: Literal["sale", "authonly", "avsonly", "force", "refund", "debit", "credit", "void", "authcomplete", "authincrement", "partialreversal", "tipadjust", "edit", None]
    #: The name on the account. Required for bank accounts without a vault.
    account_holder_name: Union[str, None]
    #: How much is paid. Includes tax, tip and surcharge. A JSON number in answers.
    transaction_amount: Union[str, float, None]
    #: What is paid for, for the merchant.
    description: Union[str, None]
    #: Lodging: the day of departure.
    checkout_date: Union[str, None]
    #: Lodging: the room.
    room_num: Union[str, None]
    #: Lodging: the price of a night.
    room_rate: Union[str, float, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: The invoice it pays.
    quick_invoice_id: Union[str, None]
    #: The serial number of the terminal.
    terminal_serial_number: Union[str, None]
    #: Sales tax within the amount.
    tax: Union[str, float, None]
    #: Tip within the amount.
    tip_amount: Union[str, float, None]
    #: The amount without tax and tip.
    subtotal_amount: Union[str, float, None]
    #: Surcharge within the amount. Taken off again, here and from the amount, where the card may not carry one.
    surcharge_amount: Union[str, float, None]
    #: For the merchant: any text.
    transaction_c1: Union[str, None]
    #: For the merchant: any text.
    transaction_c2: Union[str, None]
    #: For the merchant: any text.
    transaction_c3: Union[str, None]
    #: For the merchant: any JSON.
    custom_data: Union[Dict[str, Any], List[Any], None]
    #: Instead of contact_id.
    contact_api_id: Union[str, None]
    #: Titles, or tags as they are read; one the location does not have yet is made.
    tags: Union[List[str], None]
    #: With a new contact_id: its account vault goes to that contact too.
    move_account_vault: Literal[0, 1, False, True, "0", "1", None]
    #: And so do all transactions of that vault.
    move_account_vault_transactions: Literal[0, 1, False, True, "0", "1", None]


class UpdateAchTransactionInput(TypedDict, total=False):
    #: How much is paid. Left out: the amount of the voided payment.
    transaction_amount: Union[str, float, None]
    #: The line of a check: T routing T account O number. Left out: the account of the voided payment.
    track_data: Union[str, None]


class ResolveTransactionInput(TypedDict):
    #: given_back_outside: the money went back by another way, and the payment is a decline. kept: the approval stands, and the customer was told. approved, declined: what the processor says of a request that it gives the gateway no answer to.
    resolution: Literal["given_back_outside", "kept", "approved", "declined"]
    #: Why, and how the customer knows.
    note: str


class _RefundapprovalCreateRequired(TypedDict):
    #: What is approved.
    action: Literal["refund", "credit"]
    #: How much is given back, exactly.
    transaction_amount: Union[str, float]
    #: For the user who decides.
    reason: str


class RefundapprovalCreate(_RefundapprovalCreateRequired, total=False):
    #: The product it is made with. Needed for a credit; a refund is made with the product of its payment.
    product_transaction_id: Union[str, None]
    #: The payment to refund. Left out: last_four.
    transaction_id: Union[str, None]
    #: Of the account that is credited, where no payment is refunded.
    last_four: Union[str, None]


class ForceCloseTransactionbatchInput(TypedDict, total=False):
    #: Why.
    batch_close_detail: Union[str, None]


class ExplainDiscrepancyInput(TypedDict):
    #: What was found out, and what was done.
    note: str


class _QuickinvoiceCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What it is called, on the pay page and in mails too.
    title: str
    #: Until when it should be paid.
    due_date: str
    #: What is billed: labels and amounts, whose sum is amount_due.
    item_list: Dict[str, Union[float, str]]


class QuickinvoiceCreate(_QuickinvoiceCreateRequired, total=False):
    #: The location's default_cc when left out; null or empty means none. Fixed once a payment has been made.
    cc_product_transaction_id: Union[str, None]
    #: The location's default_ach when left out; null or empty means none. Fixed once a payment has been made.
    ach_product_transaction_id: Union[str, None]
    #: Who is billed. Its email fills an empty email.
    contact_id: Union[str, None]
    #: Names the contact by its own id; answers show contact_id.
    contact_api_id: Union[str, None]
    #: The payer's number at the merchant.
    customer_id: Union[str, None]
    #: Number of the payer's driver license. Together with dl_state.
    dl_number: Union[str, None]
    #: The state that issued the driver license; together with dl_number.
    dl_state: Union[str, None]
    #: Year of birth of the payer. Or ssn4, never both.
    dob_year: Union[str, None]
    #: The last four digits of the social security number of the payer. Or dob_year, never both.
    ssn4: Union[str, None]
    #: Where notifications go; the contact's when left out.
    email: Union[str, None]
    #: Until when it can be paid. The last day it can be paid, in the zone of its location.
    expire_date: Union[str, None]
    #: The merchant's number of the invoice.
    invoice_number: Union[str, None]
    #: Text above the items.
    item_header: Union[str, None]
    #: Text below the items.
    item_footer: Union[str, None]
    #: A message. To the recipient.
    note: Union[str, None]
    #: Whether more than amount_due may be paid. It takes payments after amount_due is met. 0 when left out.
    allow_overpayment: Literal[0, 1, False, True, "0", "1", None]
    #: Whether less than all may be paid at once. 0 unless the location's settings say otherwise.
    allow_partial_pay: Literal[0, 1, False, True, "0", "1", None]
    #: Whether its files go with the mails. 0 when left out.
    attach_files_to_email: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it goes with the mails as a PDF to print. 0 when left out.
    attach_pdf_to_email: Literal[0, 1, False, True, "0", "1", None]
    #: Where it is texted, ten digits. Required when send_text_to_pay is 1.
    cell_phone: Union[str, None]
    #: 1 sends reminders by text, too, and with send_email the first notification. 0 when left out.
    send_text_to_pay: Literal[0, 1, False, True, "0", "1", None]
    #: How many days before the due date its recipient is notified; 0 for never. 3 unless the location's settings say otherwise.
    notification_days_before_due_date: Union[int, str, None]
    #: How many days after the due date its recipient is notified; 0 for never. 7 unless the location's settings say otherwise.
    notification_days_after_due_date: Union[int, str, None]
    #: Whether its recipient is notified on the due date. 1 unless the location's settings say otherwise.
    notification_on_due_date: Literal[0, 1, False, True, "0", "1", None]
    #: 1 sends the notification at once. 0 when left out.
    send_email: Literal[0, 1, False, True, "0", "1", None]
    #: Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags.
    tags: Union[List[str], None]
    #: The caller's own id, unique per location.
    quick_invoice_api_id: Union[str, None]
    #: Further addresses that get the notifications, separated by commas.
    notification_email: Union[str, None]
    #: The least that one payment may be. The least of a part on the pay page, where allow_partial_pay is 1; the last part may be less. "0.00" when left out.
    single_payment_min_amount: Union[str, float, None]
    #: The most that one payment may be. The most of one payment on the pay page. Left out: the largest amount a transaction can carry. "99999999.99" when left out.
    single_payment_max_amount: Union[str, float, None]
    #: For the merchant: any text.
    quick_invoice_c1: Union[str, None]
    #: For the merchant: any text.
    quick_invoice_c2: Union[str, None]
    #: For the merchant: any text.
    quick_invoice_c3: Union[str, None]
    #: Whether only debit cards are taken, in place of bank_funded_only of the product.
    bank_funded_only_override: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it opens again when a payment of it is taken back. 1: a closed invoice opens again when a payment of it is voided, refunded, returned or taken off it. 0 when left out.
    auto_reopen: Literal[0, 1, False, True, "0", "1", None]


class QuickinvoiceUpdate(TypedDict, total=False):
    #: What it is called, on the pay page and in mails too.
    title: Union[str, None]
    #: Until when it should be paid.
    due_date: Union[str, None]
    #: What is billed: labels and amounts, whose sum is amount_due.
    item_list: Union[Dict[str, Union[float, str]], None]
    #: The location's default_cc when left out; null or empty means none. Fixed once a payment has been made.
    cc_product_transaction_id: Union[str, None]
    #: The location's default_ach when left out; null or empty means none. Fixed once a payment has been made.
    ach_product_transaction_id: Union[str, None]
    #: Who is billed. Its email fills an empty email.
    contact_id: Union[str, None]
    #: Names the contact by its own id; answers show contact_id.
    contact_api_id: Union[str, None]
    #: Where notifications go; the contact's when left out.
    email: Union[str, None]
    #: Until when it can be paid. The last day it can be paid, in the zone of its location.
    expire_date: Union[str, None]
    #: The merchant's number of the invoice.
    invoice_number: Union[str, None]
    #: Text above the items.
    item_header: Union[str, None]
    #: Text below the items.
    item_footer: Union[str, None]
    #: A message. To the recipient.
    note: Union[str, None]
    #: Whether more than amount_due may be paid. It takes payments after amount_due is met.
    allow_overpayment: Literal[0, 1, False, True, "0", "1", None]
    #: Whether less than all may be paid at once. 0 unless the location's settings say otherwise.
    allow_partial_pay: Literal[0, 1, False, True, "0", "1", None]
    #: Whether its files go with the mails.
    attach_files_to_email: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it goes with the mails as a PDF to print.
    attach_pdf_to_email: Literal[0, 1, False, True, "0", "1", None]
    #: Where it is texted, ten digits. Required when send_text_to_pay is 1.
    cell_phone: Union[str, None]
    #: 1 sends reminders by text, too, and with send_email the first notification.
    send_text_to_pay: Literal[0, 1, False, True, "0", "1", None]
    #: How many days before the due date its recipient is notified; 0 for never. 3 unless the location's settings say otherwise.
    notification_days_before_due_date: Union[int, str, None]
    #: How many days after the due date its recipient is notified; 0 for never. 7 unless the location's settings say otherwise.
    notification_days_after_due_date: Union[int, str, None]
    #: Whether its recipient is notified on the due date. 1 unless the location's settings say otherwise.
    notification_on_due_date: Literal[0, 1, False, True, "0", "1", None]
    #: The caller's own id, unique per location.
    quick_invoice_api_id: Union[str, None]
    #: Further addresses that get the notifications, separated by commas.
    notification_email: Union[str, None]
    #: Whether it can be paid. It closes when it becomes fully paid and allow_overpayment is 0; a PUT that would change it is 422. Filters read 0 as Closed. 1 Open, 2 Closed.
    status_id: Literal[1, 2, None]
    #: The least that one payment may be. The least of a part on the pay page, where allow_partial_pay is 1; the last part may be less.
    single_payment_min_amount: Union[str, float, None]
    #: The most that one payment may be. The most of one payment on the pay page. Left out: the largest amount a transaction can carry.
    single_payment_max_amount: Union[str, float, None]
    #: For the merchant: any text.
    quick_invoice_c1: Union[str, None]
    #: For the merchant: any text.
    quick_invoice_c2: Union[str, None]
    #: For the merchant: any text.
    quick_invoice_c3: Union[str, None]
    #: Whether only debit cards are taken, in place of bank_funded_only of the product.
    bank_funded_only_override: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it opens again when a payment of it is taken back. 1: a closed invoice opens again when a payment of it is voided, refunded, returned or taken off it.
    auto_reopen: Literal[0, 1, False, True, "0", "1", None]


class AddQuickinvoiceTransactionInput(TypedDict):
    #: The payment.
    transaction_id: str


class RemoveQuickinvoiceTransactionInput(TypedDict):
    #: The payment.
    transaction_id: str


class _PaylinkCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What is to be paid. At least 0.01.
    amount_due: Union[str, float]


class PaylinkCreate(_PaylinkCreateRequired, total=False):
    #: The location's default_cc when left out; null or empty means none.
    cc_product_transaction_id: Union[str, None]
    #: The location's default_ach when left out; null or empty means none.
    ach_product_transaction_id: Union[str, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: Names the contact by its own id; answers show contact_id.
    contact_api_id: Union[str, None]
    #: The caller's own id, unique per location.
    paylink_api_id: Union[str, None]
    #: Where the link is mailed to.
    email: Union[str, None]
    #: Where the link is texted to. Required when delivery_method is 2 or 3.
    cell_phone: Union[str, None]
    #: How the link is sent. 0 none, 1 Email, 2 SMS, 3 Both. 0 when left out.
    delivery_method: Literal[0, 1, 2, 3, None]
    #: What is paid for, as the payer reads it.
    description: Union[str, None]
    #: Until when it can be paid. The last day it can be paid, in the zone of its location. A later one opens an expired link again.
    expire_date: Union[str, None]
    #: Whether the money is taken (sale) or reserved (auth-only). "sale" when left out.
    paylink_action: Literal["sale", "auth-only", None]
    #: Shows the receipt after a payment. 0 when left out.
    display_product_transaction_receipt_details: Literal[0, 1, False, True, "0", "1", None]
    #: Asks for a billing address. 0 when left out.
    display_billing_fields: Literal[0, 1, False, True, "0", "1", None]
    #: Whether the link can be paid. 0 withdraws the link, 1 offers it again. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: Whether only debit cards are taken, in place of bank_funded_only of the product.
    bank_funded_only_override: Literal[0, 1, False, True, "0", "1", None]
    #: Stores the payer's account as a vault of the contact. 0 when left out.
    store_token: Literal[0, 1, False, True, "0", "1", None]
    #: What the stored account is called.
    store_token_title: Union[str, None]
    #: Where the payer goes after an approval.
    redirect_url_on_approve: Union[str, None]
    #: Where the payer goes after a decline.
    redirect_url_on_decline: Union[str, None]
    #: Seconds before the payer is sent on. 15 when left out.
    redirect_url_delay: Union[int, str, None]
    #: Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all.
    tags: Union[List[str], None]


class PaylinkUpdate(TypedDict, total=False):
    #: The location's default_cc when left out; null or empty means none.
    cc_product_transaction_id: Union[str, None]
    #: The location's default_ach when left out; null or empty means none.
    ach_product_transaction_id: Union[str, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: Names the contact by its own id; answers show contact_id.
    contact_api_id: Union[str, None]
    #: The caller's own id, unique per location.
    paylink_api_id: Union[str, None]
    #: What is to be paid. At least 0.01.
    amount_due: Union[str, float, None]
    #: Where the link is mailed to.
    email: Union[str, None]
    #: Where the link is texted to. Required when delivery_method is 2 or 3.
    cell_phone: Union[str, None]
    #: How the link is sent. 0 none, 1 Email, 2 SMS, 3 Both.
    delivery_method: Literal[0, 1, 2, 3, None]
    #: What is paid for, as the payer reads it.
    description: Union[str, None]
    #: Until when it can be paid. The last day it can be paid, in the zone of its location. A later one opens an expired link again.
    expire_date: Union[str, None]
    #: Whether the money is taken (sale) or reserved (auth-only).
    paylink_action: Literal["sale", "auth-only", None]
    #: Shows the receipt after a payment.
    display_product_transaction_receipt_details: Literal[0, 1, False, True, "0", "1", None]
    #: Asks for a billing address.
    display_billing_fields: Literal[0, 1, False, True, "0", "1", None]
    #: Whether the link can be paid. 0 withdraws the link, 1 offers it again.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: Whether only debit cards are taken, in place of bank_funded_only of the product.
    bank_funded_only_override: Literal[0, 1, False, True, "0", "1", None]
    #: Stores the payer's account as a vault of the contact.
    store_token: Literal[0, 1, False, True, "0", "1", None]
    #: What the stored account is called.
    store_token_title: Union[str, None]
    #: Where the payer goes after an approval.
    redirect_url_on_approve: Union[str, None]
    #: Where the payer goes after a decline.
    redirect_url_on_decline: Union[str, None]
    #: Seconds before the payer is sent on.
    redirect_url_delay: Union[int, str, None]
    #: Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all.
    tags: Union[List[str], None]


class _HostedpaymentpageCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What is paid through; it has to allow hosted payment pages.
    product_transaction_id: str
    #: What people call it.
    title: str


class HostedpaymentpageCreate(_HostedpaymentpageCreateRequired, total=False):
    #: Seconds before the payer is sent on. 15 when left out.
    redirect_url_delay: Union[int, str, None]
    #: The least a payer may enter; 0.01 when left out.
    min_payment_amount: Union[str, float, None]
    #: The most a payer may enter.
    max_payment_amount: Union[str, float, None]
    #: Where the payer goes after an approval.
    redirect_url_on_approve: Union[str, None]
    #: Where the payer goes after a decline.
    redirect_url_on_decline: Union[str, None]
    #: The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction.
    field_configuration: Union[HostedpaymentpageCreateFieldConfiguration, None]
    #: Kept, and never loaded: nothing from elsewhere runs where a card is entered. The branding of the location counts.
    stylesheet_url: Union[str, None]
    #: The one origin that may frame the page, such as https://shop.example. Without it nobody may.
    parent_origin: Union[str, None]
    #: Posts the transaction to the page around the frame. 0 when left out.
    parent_send_message: Literal[0, 1, False, True, "0", "1", None]
    #: Asks only for what is required. 0 when left out.
    hide_optional_fields: Literal[0, 1, False, True, "0", "1", None]


class HostedpaymentpageCreateFieldConfiguration(TypedDict, total=False):
    """The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction."""
    #: What the page asks.
    body: HostedpaymentpageCreateFieldConfigurationBody


class HostedpaymentpageCreateFieldConfigurationBody(TypedDict, total=False):
    """What the page asks."""
    #: In their order.
    fields: List[HostedpaymentpageCreateFieldConfigurationBodyFieldsItem]


class HostedpaymentpageCreateFieldConfigurationBodyFieldsItem(TypedDict, total=False):
    #: The field of the transaction, or a name of its own.
    id: str
    #: What it holds at first.
    value: Union[str, float, bool, None]
    #: What it is called on the page.
    label: Union[str, None]
    #: Whether the payer may not change it.
    readonly: Union[bool, int, str]
    #: Whether the payer sees it.
    visible: Union[bool, int, str]


class HostedpaymentpageUpdate(TypedDict, total=False):
    #: What people call it.
    title: Union[str, None]
    #: Seconds before the payer is sent on.
    redirect_url_delay: Union[int, str, None]
    #: The least a payer may enter; 0.01 when left out.
    min_payment_amount: Union[str, float, None]
    #: The most a payer may enter.
    max_payment_amount: Union[str, float, None]
    #: Where the payer goes after an approval.
    redirect_url_on_approve: Union[str, None]
    #: Where the payer goes after a decline.
    redirect_url_on_decline: Union[str, None]
    #: The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction.
    field_configuration: Union[HostedpaymentpageUpdateFieldConfiguration, None]
    #: Kept, and never loaded: nothing from elsewhere runs where a card is entered. The branding of the location counts.
    stylesheet_url: Union[str, None]
    #: The one origin that may frame the page, such as https://shop.example. Without it nobody may.
    parent_origin: Union[str, None]
    #: Posts the transaction to the page around the frame.
    parent_send_message: Literal[0, 1, False, True, "0", "1", None]
    #: Asks only for what is required.
    hide_optional_fields: Literal[0, 1, False, True, "0", "1", None]


class HostedpaymentpageUpdateFieldConfiguration(TypedDict, total=False):
    """The fields of the page. `{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction."""
    #: What the page asks.
    body: HostedpaymentpageUpdateFieldConfigurationBody


class HostedpaymentpageUpdateFieldConfigurationBody(TypedDict, total=False):
    """What the page asks."""
    #: In their order.
    fields: List[HostedpaymentpageUpdateFieldConfigurationBodyFieldsItem]


class HostedpaymentpageUpdateFieldConfigurationBodyFieldsItem(TypedDict, total=False):
    #: The field of the transaction, or a name of its own.
    id: str
    #: What it holds at first.
    value: Union[str, float, bool, None]
    #: What it is called on the page.
    label: Union[str, None]
    #: Whether the payer may not change it.
    readonly: Union[bool, int, str]
    #: Whether the payer sees it.
    visible: Union[bool, int, str]


class _RecurringCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: How much each payment is.
    transaction_amount: Union[str, float]
    #: How many days, weeks or months lie between two payments.
    interval: Union[int, str]
    #: The unit of interval. d days, w weeks, m months.
    interval_type: Literal["d", "w", "m"]
    #: The day of the first payment. Every later date is counted from this one; day 31 means the last day of shorter months.
    start_date: str


class RecurringCreate(_RecurringCreateRequired, total=False):
    #: The stored account that pays. The vault that pays. Required, or account_vault_api_id.
    account_vault_id: Union[str, None]
    #: In place of account_vault_id.
    account_vault_api_id: Union[str, None]
    #: Left out: the location's default product for the vault's payment method.
    product_transaction_id: Union[str, None]
    #: The last possible day. An installment recurring gets the day before the payment that would follow its last one.
    end_date: Union[str, None]
    #: What is paid for.
    description: Union[str, None]
    #: How many payments to make. Left out: no fixed number.
    installment_total_count: Union[int, str, None]
    #: Days before a payment on which the contact is notified. Left out: the location's recurring_notification_days_default.
    notification_days: Union[int, str, None]
    #: The vault's.
    payment_method: Literal["cc", "ach", None]
    #: The caller's own id, unique per location.
    recurring_api_id: Union[str, None]
    #: For the merchant: any text.
    recurring_c1: Union[str, None]
    #: For the merchant: any text.
    recurring_c2: Union[str, None]
    #: For the merchant: any text.
    recurring_c3: Union[str, None]
    #: Read for ongoing recurrings only: 0 puts on hold, 1 activates. "1" when left out.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all.
    tags: Union[List[str], None]


class RecurringUpdate(TypedDict, total=False):
    #: The stored account that pays. The vault that pays. Required, or account_vault_api_id.
    account_vault_id: Union[str, None]
    #: In place of account_vault_id.
    account_vault_api_id: Union[str, None]
    #: Left out: the location's default product for the vault's payment method.
    product_transaction_id: Union[str, None]
    #: The last possible day. An installment recurring gets the day before the payment that would follow its last one.
    end_date: Union[str, None]
    #: The day of the next payment. A new date becomes the one that later dates are counted from.
    next_run_date: Union[str, None]
    #: What is paid for.
    description: Union[str, None]
    #: Days before a payment on which the contact is notified. Left out: the location's recurring_notification_days_default.
    notification_days: Union[int, str, None]
    #: The caller's own id, unique per location.
    recurring_api_id: Union[str, None]
    #: For the merchant: any text.
    recurring_c1: Union[str, None]
    #: For the merchant: any text.
    recurring_c2: Union[str, None]
    #: For the merchant: any text.
    recurring_c3: Union[str, None]
    #: Read for ongoing recurrings only: 0 puts on hold, 1 activates.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all.
    tags: Union[List[str], None]


class Transactionlevel3Create(TypedDict):
    #: The payment it belongs to.
    transaction_id: str
    #: What was bought, with tax and shipping. Visa's fields are variant A, Mastercard's variant B; the other's are set aside.
    level3_data: Transactionlevel3CreateLevel3Data


class Transactionlevel3CreateLevel3Data(TypedDict, total=False):
    """What was bought, with tax and shipping. Visa's fields are variant A, Mastercard's variant B; the other's are set aside."""
    #: 1 where no tax is due.
    tax_exempt: Union[str, float, None]
    #: The sales tax of the whole purchase.
    sales_tax: Union[str, float, None]
    #: National or value added tax.
    national_tax: Union[str, float, None]
    #: The VAT number of the merchant.
    merchant_vat_registration: Union[str, float, None]
    #: The VAT number of the buyer.
    customer_vat_registration: Union[str, float, None]
    #: The class of goods of the whole purchase.
    summary_commodity_code: Union[str, float, None]
    #: What shipping costs.
    freight_amount: Union[str, float, None]
    #: Import duty.
    duty_amount: Union[str, float, None]
    #: Where the goods go.
    shipto_zip_code: Union[str, float, None]
    #: Where the goods come from.
    shipfrom_zip_code: Union[str, float, None]
    #: The country the goods go to: three letters, or the number, of ISO 3166.
    destination_country_code: Union[str, float, None]
    #: The number of the VAT invoice.
    unique_vat_ref_number: Union[str, float, None]
    #: When it was ordered, yymmdd.
    order_date: Union[str, float, None]
    #: All tax of the purchase.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off the whole purchase.
    transaction_discount_amount: Union[str, float, None]
    #: What was bought, line by line.
    line_items: List[Transactionlevel3CreateLevel3DataLineItemsItem]


class Transactionlevel3CreateLevel3DataLineItemsItem(TypedDict, total=False):
    #: The class of goods.
    commodity_code: Union[str, float, None]
    #: What it is.
    description: Union[str, float, None]
    #: What the merchant calls it.
    product_code: Union[str, float, None]
    #: How many.
    quantity: Union[str, float, None]
    #: The unit of measure, such as EA, DZ or KGM.
    unit_code: Union[str, float, None]
    #: What one costs.
    unit_cost: Union[str, float, None]
    #: The tax on this line.
    tax_amount: Union[str, float, None]
    #: The rate of the tax in percent.
    tax_rate: Union[str, float, None]
    #: What was taken off this line.
    discount_amount: Union[str, float, None]
    #: Further tax on this line.
    other_tax_amount: Union[str, float, None]
    #: The tax number that the tax was reported under.
    alternate_tax_id: Union[str, float, None]
    #: The kind of tax, as it is called where it is due.
    tax_type_applied: Union[str, float, None]
    #: D adds the line to the total, C takes it off.
    debit_credit: Union[str, float, None]
    #: The discount in percent.
    discount_rate: Union[str, float, None]
    #: The kind of tax by its number, such as 02 State Sales Tax.
    tax_type_id: Union[str, float, None]


class TagCreate(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: The word.
    title: str


class TagUpdate(TypedDict, total=False):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: Union[str, None]
    #: The word.
    title: Union[str, None]


class DeleteNamedTagInput(TypedDict, total=False):
    #: Identifies the record. The gateway assigns it.
    id: Union[str, None]
    #: The word.
    title: Union[str, None]


class _TerminalCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: A terminal manufacturer; 100 is the virtual device.
    terminal_manufacturer_id: Union[int, str]
    #: What the device can do.
    terminal_application_id: str
    #: What people call it.
    title: str
    #: The number on the device.
    serial_number: str


class TerminalCreate(_TerminalCreateRequired, total=False):
    #: The product that its payments are made with.
    default_product_transaction_id: Union[str, None]
    #: How it verifies the cardholder. Kept for programs; the gateway does not act on it.
    terminal_cvm_id: Union[str, None]
    #: The agent through which it is reached; dialled directly without.
    terminal_agent_id: Union[str, None]
    #: Its network card.
    mac_address: Union[str, None]
    #: Where it is reached in the network of the shop.
    local_ip_address: Union[str, None]
    #: The port it listens at. 10009 when left out.
    port: Union[int, str, None]
    #: The processor's number of it. Kept for programs; the gateway does not act on it.
    terminal_number: Union[str, None]
    #: The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path.
    terminal_api_id: Union[str, None]
    #: Whether it takes debit cards with a PIN. 0 when left out.
    debit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it reads chips. 0 when left out.
    emv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it offers cash back. Kept for programs; the gateway does not act on it. 0 when left out.
    cashback_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it prints receipts. Kept for programs; the gateway does not act on it. 0 when left out.
    print_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it takes signatures. 0 when left out.
    sig_capture_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it asks for a tip. 0 when left out.
    tip_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it has been set up. 0 when left out.
    is_provisioned: Literal[0, 1, False, True, "0", "1", None]
    #: Whether its encryption has been validated (P2PE). Kept for programs; the gateway does not act on it. 0 when left out.
    validated_decryption: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it is in use. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: How it is connected.
    communication_type: Literal["http", "tcp/ip", "usb/serial", None]
    #: Line 1 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line1: Union[str, None]
    #: Line 2 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line2: Union[str, None]
    #: Line 3 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line3: Union[str, None]
    #: Line 4 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line4: Union[str, None]
    #: Line 5 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line5: Union[str, None]
    #: Line 1 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line1: Union[str, None]
    #: Line 2 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line2: Union[str, None]
    #: Line 3 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line3: Union[str, None]
    #: Line 4 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line4: Union[str, None]
    #: Line 5 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line5: Union[str, None]
    #: Lodging: the first night it suggests. Kept for programs; the gateway does not act on it.
    default_checkin: Union[str, None]
    #: Lodging: the day of departure it suggests. Kept for programs; the gateway does not act on it.
    default_checkout: Union[str, None]
    #: Lodging: the price of a night it suggests. Kept for programs; the gateway does not act on it.
    default_room_rate: Union[str, float, None]
    #: Lodging: the room it suggests. Kept for programs; the gateway does not act on it.
    default_room_number: Union[str, None]
    #: Seconds the device waits at each step; steps left out keep their value. {"card_entry_timeout":120,"device_terms_prompt_timeout":60,"overall_timeout":300,"pin_entry_timeout":30,"signature_input_timeout":10,"signature_submit_timeout":30,"status_display_time":7,"tip_cashback_timeout":30,"transaction_timeout":10} when left out.
    terminal_timeouts: Union[TerminalCreateTerminalTimeouts, None]
    #: percent_1, percent_2 and percent_3, each 0 to 99; all three or none.
    tip_percents: Union[TerminalCreateTipPercents, None]


class TerminalCreateTerminalTimeouts(TypedDict, total=False):
    """Seconds the device waits at each step; steps left out keep their value. {"card_entry_timeout":120,"device_terms_prompt_timeout":60,"overall_timeout":300,"pin_entry_timeout":30,"signature_input_timeout":10,"signature_submit_timeout":30,"status_display_time":7,"tip_cashback_timeout":30,"transaction_timeout":10} when left out."""
    #: Seconds, 20 to 120.
    card_entry_timeout: Union[int, str]
    #: Seconds, 5 to 300.
    device_terms_prompt_timeout: Union[int, str]
    #: Seconds, 30 to 300.
    overall_timeout: Union[int, str]
    #: Seconds, 20 to 50.
    pin_entry_timeout: Union[int, str]
    #: Seconds, 10 to 50.
    signature_input_timeout: Union[int, str]
    #: Seconds, 20 to 50.
    signature_submit_timeout: Union[int, str]
    #: Seconds, 1 to 30.
    status_display_time: Union[int, str]
    #: Seconds, 20 to 50.
    tip_cashback_timeout: Union[int, str]
    #: Seconds, 10 to 20.
    transaction_timeout: Union[int, str]


class TerminalCreateTipPercents(TypedDict):
    """percent_1, percent_2 and percent_3, each 0 to 99; all three or none."""
    #: Percent of the amount that the device offers.
    percent_1: Union[int, str, None]
    #: Percent of the amount that the device offers.
    percent_2: Union[int, str, None]
    #: Percent of the amount that the device offers.
    percent_3: Union[int, str, None]


class TerminalUpdate(TypedDict, total=False):
    #: What the device can do.
    terminal_application_id: Union[str, None]
    #: What people call it.
    title: Union[str, None]
    #: The number on the device.
    serial_number: Union[str, None]
    #: The product that its payments are made with.
    default_product_transaction_id: Union[str, None]
    #: How it verifies the cardholder. Kept for programs; the gateway does not act on it.
    terminal_cvm_id: Union[str, None]
    #: The agent through which it is reached; dialled directly without.
    terminal_agent_id: Union[str, None]
    #: Its network card.
    mac_address: Union[str, None]
    #: Where it is reached in the network of the shop.
    local_ip_address: Union[str, None]
    #: The port it listens at.
    port: Union[int, str, None]
    #: The processor's number of it. Kept for programs; the gateway does not act on it.
    terminal_number: Union[str, None]
    #: The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path.
    terminal_api_id: Union[str, None]
    #: Whether it takes debit cards with a PIN.
    debit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it reads chips.
    emv: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it offers cash back. Kept for programs; the gateway does not act on it.
    cashback_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it prints receipts. Kept for programs; the gateway does not act on it.
    print_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it takes signatures.
    sig_capture_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it asks for a tip.
    tip_enable: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it has been set up.
    is_provisioned: Literal[0, 1, False, True, "0", "1", None]
    #: Whether its encryption has been validated (P2PE). Kept for programs; the gateway does not act on it.
    validated_decryption: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it is in use.
    active: Literal[0, 1, False, True, "0", "1", None]
    #: How it is connected.
    communication_type: Literal["http", "tcp/ip", "usb/serial", None]
    #: Line 1 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line1: Union[str, None]
    #: Line 2 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line2: Union[str, None]
    #: Line 3 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line3: Union[str, None]
    #: Line 4 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line4: Union[str, None]
    #: Line 5 at the top of its receipts. Kept for programs; the gateway does not act on it.
    header_line5: Union[str, None]
    #: Line 1 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line1: Union[str, None]
    #: Line 2 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line2: Union[str, None]
    #: Line 3 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line3: Union[str, None]
    #: Line 4 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line4: Union[str, None]
    #: Line 5 at the bottom of its receipts. Kept for programs; the gateway does not act on it.
    trailer_line5: Union[str, None]
    #: Lodging: the first night it suggests. Kept for programs; the gateway does not act on it.
    default_checkin: Union[str, None]
    #: Lodging: the day of departure it suggests. Kept for programs; the gateway does not act on it.
    default_checkout: Union[str, None]
    #: Lodging: the price of a night it suggests. Kept for programs; the gateway does not act on it.
    default_room_rate: Union[str, float, None]
    #: Lodging: the room it suggests. Kept for programs; the gateway does not act on it.
    default_room_number: Union[str, None]
    #: Seconds the device waits at each step; steps left out keep their value.
    terminal_timeouts: Union[TerminalUpdateTerminalTimeouts, None]
    #: percent_1, percent_2 and percent_3, each 0 to 99; all three or none.
    tip_percents: Union[TerminalUpdateTipPercents, None]


class TerminalUpdateTerminalTimeouts(TypedDict, total=False):
    """Seconds the device waits at each step; steps left out keep their value."""
    #: Seconds, 20 to 120.
    card_entry_timeout: Union[int, str]
    #: Seconds, 5 to 300.
    device_terms_prompt_timeout: Union[int, str]
    #: Seconds, 30 to 300.
    overall_timeout: Union[int, str]
    #: Seconds, 20 to 50.
    pin_entry_timeout: Union[int, str]
    #: Seconds, 10 to 50.
    signature_input_timeout: Union[int, str]
    #: Seconds, 20 to 50.
    signature_submit_timeout: Union[int, str]
    #: Seconds, 1 to 30.
    status_display_time: Union[int, str]
    #: Seconds, 20 to 50.
    tip_cashback_timeout: Union[int, str]
    #: Seconds, 10 to 20.
    transaction_timeout: Union[int, str]


class TerminalUpdateTipPercents(TypedDict):
    """percent_1, percent_2 and percent_3, each 0 to 99; all three or none."""
    #: Percent of the amount that the device offers.
    percent_1: Union[int, str, None]
    #: Percent of the amount that the device offers.
    percent_2: Union[int, str, None]
    #: Percent of the amount that the device offers.
    percent_3: Union[int, str, None]


class _CreateRoutertransactionInputRequired(TypedDict):
    #: By card (cc).
    payment_method: Literal["cc"]
    #: Other actions act on a transaction: PUT /v2/transactions/{id}.
    action: Literal["sale", "authonly", "avsonly", "force", "refund", "settle"]
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: A terminal of this location.
    terminal_id: str


class CreateRoutertransactionInput(_CreateRoutertransactionInputRequired, total=False):
    #: Required but for avsonly and settle. Includes tax and tip_amount.
    transaction_amount: Union[str, float, None]
    #: ZIP code of the billing address.
    billing_zip: Union[str, None]
    #: Street and number of the billing address.
    billing_street: Union[str, None]
    #: With force, and only then.
    auth_code: Union[str, None]
    #: With settle only: the number of the batch that is meant.
    batch: Union[str, None]
    #: Who pays.
    contact_id: Union[str, None]
    #: Instead of contact_id.
    contact_api_id: Union[str, None]
    #: What is paid for.
    description: Union[str, None]
    #: The merchant's order number.
    order_num: Union[str, None]
    #: The buyer's purchase order.
    po_number: Union[str, None]
    #: The deposit account. Required where the location has more than one for cards.
    product_transaction_id: Union[str, None]
    #: The caller's own id, unique per location. The same request sent again joins the one that runs, or gets its result.
    transaction_api_id: Union[str, None]
    #: Sales tax within the amount.
    tax: Union[str, float, None]
    #: Left out, the payer is asked where the terminal has tip_enable.
    tip_amount: Union[str, float, None]
    #: Once approved, the card is stored for the contact; without a contact it is not.
    save_account: Literal[0, 1, False, True, "0", "1", None]
    #: Where the receipt is mailed.
    notification_email_address: Union[str, None]
    #: The shop's number of the sale.
    ticket: Union[int, str, None]
    #: Whether it is a deposit for a stay to come.
    advance_deposit: Literal[0, 1, False, True, "0", "1", None]
    #: Whether it is for a stay that the guest did not come to.
    no_show: Literal[0, 1, False, True, "0", "1", None]
    #: Lodging: the first night.
    checkin_date: Union[str, None]
    #: Lodging: the day of departure.
    checkout_date: Union[str, None]
    #: Lodging: the room.
    room_num: Union[str, None]
    #: Lodging: the price of a night.
    room_rate: Union[str, float, None]


class CreateRouteraccountvaultInput(TypedDict):
    #: A card (cc).
    payment_method: Literal["cc"]
    #: Always store.
    action: Literal["store"]
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Whose card it is.
    contact_id: str
    #: A terminal of this location.
    terminal_id: str


class _TerminalagentCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: What people call it.
    title: str


class TerminalagentCreate(_TerminalagentCreateRequired, total=False):
    #: An inactive agent cannot connect. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]


class TerminalagentUpdate(TypedDict, total=False):
    #: What people call it.
    title: Union[str, None]
    #: An inactive agent cannot connect.
    active: Literal[0, 1, False, True, "0", "1", None]


class GenerateTerminalagentKeyInput(TypedDict, total=False):
    #: With an access token: the own password of the caller.
    old_password: Union[str, None]
    #: With an access token, where the caller has a second factor: a code of it.
    second_factor: Union[str, None]


class _ScannerCreateRequired(TypedDict):
    #: What people call it.
    title: str
    #: The number on the device.
    serial_number: str
    #: A scanner model, see /v2/scannermodels.
    scanner_model_id: Union[int, str]
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str


class ScannerCreate(_ScannerCreateRequired, total=False):
    #: Whether it is in use. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]


class ScannerUpdate(TypedDict, total=False):
    #: What people call it.
    title: Union[str, None]
    #: The number on the device.
    serial_number: Union[str, None]
    #: A scanner model, see /v2/scannermodels.
    scanner_model_id: Union[int, str, None]
    #: Whether it is in use.
    active: Literal[0, 1, False, True, "0", "1", None]


class _DevicetermCreateRequired(TypedDict):
    #: The location that shows the terms.
    location_id: str
    #: Where they are shown. A terminal of this location.
    terminal_id: str
    #: Whether the customer has to sign. Needs a terminal with sig_capture_enable whose application has sig_capture_capable.
    require_signature: Literal[0, 1, False, True, "0", "1"]
    #: What is shown. The virtual device accepts and signs; with the word DECLINE in it the terms are declined, with TIMEOUT they get no answer.
    terms_conditions: str


class DevicetermCreate(_DevicetermCreateRequired, total=False):
    #: The caller's own id, unique per location. Sent again, terms that were not accepted are shown again, and the answer is 200.
    device_terms_api_id: Union[str, None]
    #: device_terms_api_id by its other name.
    device_term_api_id: Union[str, None]


class SignatureCreate(TypedDict):
    #: The id of the signed record.
    resource_id: str
    #: What was signed.
    resource: Literal["AccountVault", "Transaction", "Recurring", "DeviceTerm"]
    #: A PNG image in base64.
    signature: str


class _NoteCreateRequired(TypedDict):
    #: The record it belongs to.
    resource_id: str
    #: What kind of record that is.
    resource: Literal["Contact"]
    #: The text.
    note: str


class NoteCreate(_NoteCreateRequired, total=False):
    #: Always null: notes have no groups. "" when left out.
    visibility_group_id: Union[str, None]


class NoteUpdate(TypedDict, total=False):
    #: Always null: notes have no groups.
    visibility_group_id: Union[str, None]
    #: The text.
    note: Union[str, None]


class _PostbackconfigCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: Whose changes are posted.
    resource: Literal["contact", "transaction", "transactionbatch", "accountvault", "quickinvoice", "paylink", "recurring", "alert", "refundapproval"]
    #: Where they are posted.
    url: str


class PostbackconfigCreate(_PostbackconfigCreateRequired, total=False):
    #: Whether new records are posted. 0 when left out.
    on_create: Literal[0, 1, False, True, "0", "1", None]
    #: Whether changes are posted. 0 when left out.
    on_update: Literal[0, 1, False, True, "0", "1", None]
    #: Whether deletions are posted. 0 when left out.
    on_delete: Literal[0, 1, False, True, "0", "1", None]
    #: Whether anything is posted. 1 when left out.
    is_active: Literal[0, 1, False, True, "0", "1", None]
    #: The form of what is posted: api-default is JSON. api-default a JSON object, api-form the same names as a form (x-www-form-urlencoded). "api-default" when left out.
    format: Literal["api-default", "api-form", None]
    #: All attempts of one delivery, the first included. 1 when left out.
    number_of_attempts: Union[int, str, None]
    #: Seconds between two attempts. 300 when left out.
    attempt_interval: Union[int, str, None]
    #: Expands added to the posted record, separated by commas.
    expands: Union[str, None]
    #: The product whose payments or batches are posted. Required for transaction and transactionbatch, null otherwise.
    product_transaction_id: Union[str, None]
    #: The user name of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it.
    basic_auth_username: Union[str, None]
    #: The password of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it.
    basic_auth_password: Union[str, None]


class PostbackconfigUpdate(TypedDict, total=False):
    #: Whether new records are posted.
    on_create: Literal[0, 1, False, True, "0", "1", None]
    #: Whether changes are posted.
    on_update: Literal[0, 1, False, True, "0", "1", None]
    #: Whether deletions are posted.
    on_delete: Literal[0, 1, False, True, "0", "1", None]
    #: Where they are posted.
    url: Union[str, None]
    #: Whether anything is posted.
    is_active: Literal[0, 1, False, True, "0", "1", None]
    #: The form of what is posted: api-default is JSON. api-default a JSON object, api-form the same names as a form (x-www-form-urlencoded).
    format: Literal["api-default", "api-form", None]
    #: All attempts of one delivery, the first included.
    number_of_attempts: Union[int, str, None]
    #: Seconds between two attempts.
    attempt_interval: Union[int, str, None]
    #: Expands added to the posted record, separated by commas.
    expands: Union[str, None]
    #: The product whose payments or batches are posted. Required for transaction and transactionbatch, null otherwise.
    product_transaction_id: Union[str, None]
    #: The user name of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it.
    basic_auth_username: Union[str, None]
    #: The password of Basic authorization at the receiver. Shown only when named in expand, to callers who may change it.
    basic_auth_password: Union[str, None]


class RotatePostbackconfigSecretInput(TypedDict, total=False):
    #: Seconds for which the old secret signs beside the new one; a day when left out. 86400 when left out.
    overlap: Union[int, str, None]


class ReplayPostbacksInput(TypedDict, total=False):
    #: Postbacks made from then on; all that are kept when left out. Unix seconds.
    from_ts: Union[int, str, None]
    #: Until then, inclusive; now when left out. Unix seconds.
    to_ts: Union[int, str, None]
    #: Only those; 4 and 5, what never arrived, when left out.
    postback_status_id: Union[int, str, None]
    #: Where they are posted. Another receiver; it gets no Basic credentials.
    url: Union[str, None]


class ReplayPostbackLogInput(TypedDict, total=False):
    #: Another receiver; it gets no Basic credentials.
    url: Union[str, None]


class _ProductFileCreateRequired(TypedDict):
    #: What people call it.
    title: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str


class ProductFileCreate(_ProductFileCreateRequired, total=False):
    #: How much is stored without a charge. Kept for programs; the gateway does not act on it. 13107200 when left out.
    free_bytes: Union[int, str, None]
    #: By how much more is charged. Kept for programs; the gateway does not act on it. 1073741824 when left out.
    byte_increment: Union[int, str, None]
    #: What each increment costs. Kept for programs; the gateway does not act on it. "0.00" when left out.
    increment_cost: Union[str, float, None]
    #: What the service costs a month. Kept for programs; the gateway does not act on it. "0.00" when left out.
    monthly_fee: Union[str, float, None]
    #: How large a file may be. 5242880 when left out.
    max_file_size_bytes: Union[int, str, None]
    #: The credentials of the store, for the operator. Kept for programs; the gateway does not act on it.
    product_file_credential_id: Union[str, None]
    #: The container in the store.
    container: Union[str, None]
    #: File name extensions, separated by commas; null allows all.
    file_ext_allowed: Union[str, None]
    #: Whether files may be attached. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]


class ProductFileUpdate(TypedDict, total=False):
    #: How much is stored without a charge. Kept for programs; the gateway does not act on it.
    free_bytes: Union[int, str, None]
    #: By how much more is charged. Kept for programs; the gateway does not act on it.
    byte_increment: Union[int, str, None]
    #: What each increment costs. Kept for programs; the gateway does not act on it.
    increment_cost: Union[str, float, None]
    #: What the service costs a month. Kept for programs; the gateway does not act on it.
    monthly_fee: Union[str, float, None]
    #: How large a file may be.
    max_file_size_bytes: Union[int, str, None]
    #: What people call it.
    title: Union[str, None]
    #: The credentials of the store, for the operator. Kept for programs; the gateway does not act on it.
    product_file_credential_id: Union[str, None]
    #: The container in the store.
    container: Union[str, None]
    #: File name extensions, separated by commas; null allows all.
    file_ext_allowed: Union[str, None]
    #: Whether files may be attached.
    active: Literal[0, 1, False, True, "0", "1", None]


class _ProductAccountvaultCreateRequired(TypedDict):
    #: What people call it.
    title: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str


class ProductAccountvaultCreate(_ProductAccountvaultCreateRequired, total=False):
    #: The location that is charged for it. Who is billed for it; the location itself unless said otherwise.
    billing_location_id: Union[str, None]
    #: Whether accounts may be stored. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]


class ProductAccountvaultUpdate(TypedDict, total=False):
    #: What people call it.
    title: Union[str, None]
    #: The location that is charged for it. Who is billed for it; the location itself unless said otherwise.
    billing_location_id: Union[str, None]
    #: Whether accounts may be stored.
    active: Literal[0, 1, False, True, "0", "1", None]


class _ProductRecurringCreateRequired(TypedDict):
    #: What people call it.
    title: str
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str


class ProductRecurringCreate(_ProductRecurringCreateRequired, total=False):
    #: The location that is charged for it. Who is billed for it; the location itself unless said otherwise.
    billing_location_id: Union[str, None]
    #: Whether contacts are mailed when a payment is declined. 0 when left out.
    send_declined_notifications: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval of less than was asked for counts as a decline. 0 when left out.
    require_full_payment: Literal[0, 1, False, True, "0", "1", None]
    #: Whether recurrings may be made. 1 when left out.
    active: Literal[0, 1, False, True, "0", "1", None]


class ProductRecurringUpdate(TypedDict, total=False):
    #: What people call it.
    title: Union[str, None]
    #: The location that is charged for it. Who is billed for it; the location itself unless said otherwise.
    billing_location_id: Union[str, None]
    #: Whether contacts are mailed when a payment is declined.
    send_declined_notifications: Literal[0, 1, False, True, "0", "1", None]
    #: Whether an approval of less than was asked for counts as a decline.
    require_full_payment: Literal[0, 1, False, True, "0", "1", None]
    #: Whether recurrings may be made.
    active: Literal[0, 1, False, True, "0", "1", None]


class _QuickInvoiceSettingCreateRequired(TypedDict):
    #: A location has at most one.
    location_id: str


class QuickInvoiceSettingCreate(_QuickInvoiceSettingCreateRequired, total=False):
    #: Whether less than all may be paid at once. 0 when left out.
    default_allow_partial_pay: Literal[0, 1, False, True, "0", "1", None]
    #: Whether recipients are notified on the due date. 1 when left out.
    default_notification_on_due_date: Literal[0, 1, False, True, "0", "1", None]
    #: How many days after the due date recipients are notified. 7 when left out.
    default_notification_days_after_due_date: Union[int, str, None]
    #: How many days before the due date recipients are notified. 3 when left out.
    default_notification_days_before_due_date: Union[int, str, None]


class QuickInvoiceSettingUpdate(TypedDict, total=False):
    #: Whether less than all may be paid at once.
    default_allow_partial_pay: Literal[0, 1, False, True, "0", "1", None]
    #: Whether recipients are notified on the due date.
    default_notification_on_due_date: Literal[0, 1, False, True, "0", "1", None]
    #: How many days after the due date recipients are notified.
    default_notification_days_after_due_date: Union[int, str, None]
    #: How many days before the due date recipients are notified.
    default_notification_days_before_due_date: Union[int, str, None]


class _EmailBlacklistCreateRequired(TypedDict):
    #: Kept in lower case: capitals make no difference.
    email: str


class EmailBlacklistCreate(_EmailBlacklistCreateRequired, total=False):
    #: Whether it is mailed nothing. true when left out.
    is_blacklisted: Literal[0, 1, False, True, "0", "1", None]
    #: Why, in the words of whoever listed it.
    detail: Union[str, None]


class EmailBlacklistUpdate(TypedDict, total=False):
    #: Whether it is mailed nothing.
    is_blacklisted: Literal[0, 1, False, True, "0", "1", None]
    #: Why, in the words of whoever listed it.
    detail: Union[str, None]


class _SmsBlacklistCreateRequired(TypedDict):
    #: The number, ten digits.
    cell_phone: str


class SmsBlacklistCreate(_SmsBlacklistCreateRequired, total=False):
    #: Whether it is texted nothing. true when left out.
    is_blacklisted: Literal[0, 1, False, True, "0", "1", None]
    #: Why, in the words of whoever listed it.
    detail: Union[str, None]


class SmsBlacklistUpdate(TypedDict, total=False):
    #: Whether it is texted nothing.
    is_blacklisted: Literal[0, 1, False, True, "0", "1", None]
    #: Why, in the words of whoever listed it.
    detail: Union[str, None]


class BrandingDomainUpdate(TypedDict, total=False):
    #: The address of the logo.
    logo: Union[str, None]
    #: The company that payers read.
    company_name: Union[str, None]
    #: Where payers find help.
    support_email: Union[str, None]
    #: The colour of buttons, such as #225588. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA).
    button_primary_color: Union[str, None]
    #: The colour of the text of buttons, such as #225588. Black or white, whichever can be read, unless it is set.
    button_primary_text_color: Union[str, None]
    #: The colour behind everything on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA).
    page_background_color: Union[str, None]
    #: The colour of the form and of receipts on pages of payers. Refused where text could not be read on it (contrast 4.5, WCAG 2.2 AA).
    page_card_color: Union[str, None]
    #: The colour of the text on pages of payers.
    page_text_color: Union[str, None]
    #: The colour of links on pages of payers.
    page_link_color: Union[str, None]
    #: How round the corners of fields and buttons are; those of cards follow. In pixels; 12 unless it is set.
    page_corner_radius: Union[int, str, None]
    #: The letters of pages of payers. One that computers and phones have: pages load none.
    page_font: Literal["system", "humanist", "geometric", "serif", "rounded", None]


class _QuoteSalestaxInputRequired(TypedDict):
    #: The location that sells.
    location_id: str
    #: What is sold, without tax. What is sold, without tax.
    amount: Union[str, float]


class QuoteSalestaxInput(_QuoteSalestaxInputRequired, total=False):
    #: The buyer's ZIP code.
    zip: Union[str, None]


class _SalestaxrateCreateRequired(TypedDict):
    #: The location that the record belongs to. Callers see those of their own location and of all below it.
    location_id: str
    #: In percent.
    tax_rate: str


class SalestaxrateCreate(_SalestaxrateCreateRequired, total=False):
    #: The buyer's ZIP code; empty: wherever no other rate of the location says more. "" when left out.
    zip: Union[str, None]
    #: What people call it.
    title: Union[str, None]


class SalestaxrateUpdate(TypedDict, total=False):
    #: The buyer's ZIP code; empty: wherever no other rate of the location says more.
    zip: Union[str, None]
    #: In percent.
    tax_rate: Union[str, None]
    #: What people call it.
    title: Union[str, None]


class OauthclientUpdate(TypedDict, total=False):
    #: The name of the program. What users are shown.
    name: Union[str, None]
    #: What it does, as users read it.
    description: Union[str, None]
    #: Where users read more about it.
    homepage_url: Union[str, None]
    #: Where codes may be sent; compared exactly. https, or http on loopback.
    redirect_urls: Union[List[str], None]
    #: Gives a new refresh token with every use to a client with a secret as well; an old one shown again ends the grant, but for 30 seconds.
    rotates_refresh_token: Literal[0, 1, False, True, "0", "1", None]
    #: The picture that users are shown beside its name, at most 12 KB.
    logo: Union[str, None]
    #: One that is switched off has no access.
    active: Literal[0, 1, False, True, "0", "1", None]


class _CreateOauthclientInputRequired(TypedDict):
    #: The name of the program. What users are shown.
    name: str
    #: What it does, as users read it.
    description: str
    #: Where users read more about it.
    homepage_url: str
    #: Where codes may be sent; compared exactly. https, or http on loopback.
    redirect_urls: List[str]


class CreateOauthclientInput(_CreateOauthclientInputRequired, total=False):
    #: A program that cannot keep a secret: it has none, must use PKCE, and its refresh token changes with every use. false when left out.
    is_public: Literal[0, 1, False, True, "0", "1", None]
    #: Gives a new refresh token with every use to a client with a secret as well; an old one shown again ends the grant, but for 30 seconds. true when left out.
    rotates_refresh_token: Literal[0, 1, False, True, "0", "1", None]
    #: The picture that users are shown beside its name, at most 12 KB.
    logo: Union[str, None]
    #: With an access token: the own password of the caller.
    old_password: Union[str, None]
    #: With an access token, where the caller has a second factor: a code of it.
    second_factor: Union[str, None]


class GenerateOauthclientSecretInput(TypedDict, total=False):
    #: With an access token: the own password of the caller.
    old_password: Union[str, None]
    #: With an access token, where the caller has a second factor: a code of it.
    second_factor: Union[str, None]


class GetProducttransactionProcessorResult(TypedDict):
    #: What the command returns.
    processor: GetProducttransactionProcessorResultProcessor


class GetProducttransactionProcessorResultProcessor(TypedDict):
    """What the command returns."""
    #: The product.
    product_transaction_id: str
    #: Null: the sandbox's simulator, and in live mode nothing.
    connector: Union[str, None]
    #: Of the account; another connector or another setting makes the next one.
    version: int
    #: Secrets are masked.
    settings: Dict[str, str]
    #: Whether this gateway has the connector.
    is_connected: bool


class SetProducttransactionProcessorResult(TypedDict):
    #: What the command returns.
    processor: SetProducttransactionProcessorResultProcessor


class SetProducttransactionProcessorResultProcessor(TypedDict):
    """What the command returns."""
    #: The product.
    product_transaction_id: str
    #: Null: the sandbox's simulator, and in live mode nothing.
    connector: Union[str, None]
    #: Of the account; another connector or another setting makes the next one.
    version: int
    #: Secrets are masked.
    settings: Dict[str, str]
    #: Whether this gateway has the connector.
    is_connected: bool
    #: What was changed.
    change: Literal["account", "secrets", "nothing"]


class CheckProducttransactionProcessorResult(TypedDict):
    #: What the command returns.
    processor: CheckProducttransactionProcessorResultProcessor


class CheckProducttransactionProcessorResultProcessor(TypedDict):
    """What the command returns."""
    #: Whether the processor took the call.
    is_working: bool
    #: One line; null where everything works.
    problem: Union[str, None]


class GenerateUserApiKeyResult(TypedDict):
    #: What the command returns.
    user: GenerateUserApiKeyResultUser


class GenerateUserApiKeyResultUser(TypedDict):
    """What the command returns."""
    #: The new key.
    user_api_key: str


class GenerateUserHashKeyResult(TypedDict):
    #: What the command returns.
    user: GenerateUserHashKeyResultUser


class GenerateUserHashKeyResultUser(TypedDict):
    """What the command returns."""
    #: The new key.
    user_hash_key: str


class GenerateSecondFactorResult(TypedDict):
    #: What the command returns.
    user: GenerateSecondFactorResultUser


class GenerateSecondFactorResultUser(TypedDict):
    """What the command returns."""
    #: Base32, for who types it into an app.
    second_factor_secret: str
    #: otpauth://…, for a QR code.
    second_factor_url: str


class ConfirmSecondFactorResult(TypedDict):
    #: What the command returns.
    user: ConfirmSecondFactorResultUser


class ConfirmSecondFactorResultUser(TypedDict):
    """What the command returns."""
    #: Each is good for one sign-in.
    recovery_codes: List[str]


class ListSessionsResult(TypedDict):
    #: The sign-ins.
    sessions: List[ListSessionsResultSessionsItem]


class ListSessionsResultSessionsItem(TypedDict):
    #: Id of the session; the audit trail has it as `credential`.
    id: str
    #: When the user signed in.
    created_ts: int
    #: When it was last used.
    used_ts: int
    #: When it ends: 15 minutes after its last use, and no later than 12 hours after the sign-in.
    expire_ts: int
    #: Whether this request was made with it.
    is_current: Literal[0, 1]
    #: The page it is valid for; null for a token of the API.
    page: Union[str, None]
    #: The network address of the sign-in; null where it is not known.
    address: Union[str, None]
    #: The `User-Agent` of the sign-in.
    user_agent: Union[str, None]


class GetAccountvaultBininfoResult(TypedDict):
    #: What the command returns.
    bininfo: GetAccountvaultBininfoResultBininfo


class GetAccountvaultBininfoResultBininfo(TypedDict):
    """What the command returns."""
    #: The bank that issued the card.
    issuer_bank_name: str
    #: The country of that bank, three letters.
    country_code: str
    #: The network by one letter: V Visa, M Mastercard, A American Express, D Discover.
    detail_card_product: str
    #: What kind of product it is, in the letters of the network.
    detail_card_indicator: str
    #: Whether it is a card for health care accounts.
    fsa_indicator: str
    #: Whether it is prepaid.
    prepaid_indicator: str
    #: The product, by the code of the network.
    product_id: str
    #: B regulated issuer (interchange cap on debit), 1 the same with fraud adjustment, N not regulated.
    regulator_indicator: str
    #: Visa's code of a variety of the product.
    visa_product_sub_type: str
    #: L for Visa's large ticket programme.
    visa_large_ticket_indicator: str
    #: C credit, D debit, P prepaid, H charge, R deferred debit.
    account_fund_source: str
    #: B business, C consumer, P purchasing, T travel and entertainment.
    card_class: str
    #: Y when the number is a network token.
    token_ind: str
    #: On the Discover network: 00 Discover, 01 Diners, 02 JCB, 03 China UnionPay, 04 PayPal; else null.
    issuing_network: Union[str, None]


class GetTransactionBininfoResult(TypedDict):
    #: What the command returns.
    bininfo: GetTransactionBininfoResultBininfo


class GetTransactionBininfoResultBininfo(TypedDict):
    """What the command returns."""
    #: The bank that issued the card.
    issuer_bank_name: str
    #: The country of that bank, three letters.
    country_code: str
    #: The network by one letter: V Visa, M Mastercard, A American Express, D Discover.
    detail_card_product: str
    #: What kind of product it is, in the letters of the network.
    detail_card_indicator: str
    #: Whether it is a card for health care accounts.
    fsa_indicator: str
    #: Whether it is prepaid.
    prepaid_indicator: str
    #: The product, by the code of the network.
    product_id: str
    #: B regulated issuer (interchange cap on debit), 1 the same with fraud adjustment, N not regulated.
    regulator_indicator: str
    #: Visa's code of a variety of the product.
    visa_product_sub_type: str
    #: L for Visa's large ticket programme.
    visa_large_ticket_indicator: str
    #: C credit, D debit, P prepaid, H charge, R deferred debit.
    account_fund_source: str
    #: B business, C consumer, P purchasing, T travel and entertainment.
    card_class: str
    #: Y when the number is a network token.
    token_ind: str
    #: On the Discover network: 00 Discover, 01 Diners, 02 JCB, 03 China UnionPay, 04 PayPal; else null.
    issuing_network: Union[str, None]


class ListTransactionAttemptsResult(TypedDict):
    #: The requests, the oldest one first.
    attempts: List[ListTransactionAttemptsResultAttemptsItem]


class ListTransactionAttemptsResultAttemptsItem(TypedDict):
    #: What the processor knows it by.
    reference: str
    #: What was asked for.
    action: str
    #: Whether it began the payment, acts on it, or takes an approval back.
    purpose: Literal["order", "follow_up", "reversal"]
    #: The reference of the request it acts on.
    original: Union[str, None]
    #: The connector.
    processor: str
    #: The product it was sent through: a payment may be tried at a second one.
    product_transaction_id: str
    #: How much was asked for.
    amount: str
    #: What is known of it.
    state: Literal["pending", "approved", "declined", "unknown", "reversed"]
    #: When it was made, in Unix seconds.
    created_ts: int
    #: When a caller was told that it failed.
    reported_ts: Union[int, None]
    #: When its outcome was known.
    ended_ts: Union[int, None]
    #: When its processor took back what it had approved.
    taken_back_ts: Union[int, None]
    #: Since when a person has to decide.
    stuck_ts: Union[int, None]
    #: Why it was declined.
    reason_code_id: Union[int, None]
    #: The same in words.
    verbiage: Union[str, None]
    #: The processor's own code and text.
    response_message: Union[str, None]
    #: soft: it may work later; hard: not as it is; never: the card networks forbid another try.
    decline_class: Union[str, None]
    #: The card network's advice, as it was sent.
    advice_code: Union[str, None]
    #: The issuer's approval code.
    auth_code: Union[str, None]
    #: How much was approved.
    auth_amount: Union[str, None]
    #: The processor's own id of it.
    processor_reference: Union[str, None]
    #: How often the processor was asked about it.
    asks: int
    #: What a person may decide.
    resolutions: List[Literal["given_back_outside", "kept", "approved", "declined"]]
    #: What a person has decided.
    intervention: Union[ListTransactionAttemptsResultAttemptsItemIntervention, None]


class ListTransactionAttemptsResultAttemptsItemIntervention(TypedDict, total=False):
    """What a person has decided."""
    #: The decision.
    resolution: Literal["given_back_outside", "kept", "approved", "declined"]
    #: Why.
    note: str
    #: Null for the operator of the gateway.
    user_id: Union[str, None]
    #: When, in Unix seconds.
    created_ts: int


class GetTransactionbatchReportResult(TypedDict):
    #: The report.
    report: GetTransactionbatchReportResultReport


class GetTransactionbatchReportResultReport(TypedDict):
    """The report."""
    #: The batch.
    id: str
    #: Its number.
    batch_num: int
    #: The product whose payments it holds.
    product_transaction_id: str
    #: How far its settlement is.
    processing_status_id: int
    #: When it was closed, in Unix seconds.
    batch_close_ts: Union[int, None]
    #: The processor's file that it was compared with.
    settlement_file_name: Union[str, None]
    #: Whether both sides say the same; null where none was compared.
    reconciled: Union[bool, None]
    #: What the batch comes to.
    net_amount: str
    #: Sums by card and action.
    totals: List[GetTransactionbatchReportResultReportTotalsItem]
    #: Where the two sides differ.
    mismatches: List[GetTransactionbatchReportResultReportMismatchesItem]
    #: The payments.
    lines: List[GetTransactionbatchReportResultReportLinesItem]


class GetTransactionbatchReportResultReportTotalsItem(TypedDict):
    #: The brand of the card, or the kind of account.
    account_type: Union[str, None]
    #: What was done.
    action: Literal["sale", "refund", "blind_refund", "void"]
    #: How many.
    count: int
    #: What they come to.
    amount: str


class GetTransactionbatchReportResultReportMismatchesItem(TypedDict):
    #: What differs.
    what: str
    #: The payment concerned.
    transaction_id: Union[str, None]
    #: What the gateway says.
    ours: Union[str, None]
    #: What the processor says.
    theirs: Union[str, None]


class GetTransactionbatchReportResultReportLinesItem(TypedDict):
    #: The payment.
    id: str
    #: When it was made, in Unix seconds.
    created_ts: int
    #: What was done.
    action: Literal["sale", "refund", "blind_refund", "void"]
    #: The brand of the card, or the kind of account.
    account_type: Union[str, None]
    #: The first six digits.
    first_six: Union[str, None]
    #: The last four digits.
    last_four: Union[str, None]
    #: The merchant's order number.
    order_num: Union[str, None]
    #: The issuer's approval code.
    auth_code: Union[str, None]
    #: How much it is.
    amount: str


class PreviewRecurringResult(TypedDict):
    #: What the command returns.
    preview: PreviewRecurringResultPreview


class PreviewRecurringResultPreview(TypedDict):
    """What the command returns."""
    #: The recurring.
    recurring_id: str
    #: Only an active one makes payments.
    status: Literal["active", "on hold", "ended"]
    #: The payments to come, the next one first.
    payments: List[PreviewRecurringResultPreviewPaymentsItem]


class PreviewRecurringResultPreviewPaymentsItem(TypedDict):
    #: When it is made.
    run_date: str
    #: When the contact is notified; null without a notice.
    notification_date: Union[str, None]
    #: How much it is.
    transaction_amount: str


class ListRecurringRunsResult(TypedDict):
    #: The dates, the latest one first.
    runs: List[ListRecurringRunsResultRunsItem]


class ListRecurringRunsResultRunsItem(TypedDict):
    #: The date.
    run_date: str
    #: What came of it.
    result: Literal["made", "missed"]
    #: The payment; null where the date was missed.
    transaction_id: Union[str, None]


class IsTerminalOnlineResult(TypedDict):
    #: What the command returns.
    terminal: IsTerminalOnlineResultTerminal


class IsTerminalOnlineResultTerminal(TypedDict):
    """What the command returns."""
    #: The terminal.
    id: str
    #: Always true: a device that does not answer is 503.
    online: Literal[True]


class GenerateTerminalagentKeyResult(TypedDict):
    #: What the command returns.
    terminalagent: GenerateTerminalagentKeyResultTerminalagent


class GenerateTerminalagentKeyResultTerminalagent(TypedDict):
    """What the command returns."""
    #: The agent.
    id: str
    #: The new key.
    agent_key: str


class RotatePostbackconfigSecretResult(TypedDict):
    #: What the command returns.
    postbackconfig: RotatePostbackconfigSecretResultPostbackconfig


class RotatePostbackconfigSecretResultPostbackconfig(TypedDict):
    """What the command returns."""
    #: The configuration.
    id: str
    #: The new secret.
    signing_secret: str
    #: Until when the old secret signs too, in Unix seconds.
    old_secret_until_ts: int


class PingPostbackconfigResult(TypedDict):
    #: What the command returns.
    postbackconfig: PingPostbackconfigResultPostbackconfig


class PingPostbackconfigResultPostbackconfig(TypedDict):
    """What the command returns."""
    #: The configuration.
    id: str
    #: The postback that was made.
    postback_log_id: str


class ReplayPostbacksResult(TypedDict):
    #: What the command returns.
    postbackconfig: ReplayPostbacksResultPostbackconfig


class ReplayPostbacksResultPostbackconfig(TypedDict):
    """What the command returns."""
    #: The configuration.
    id: str
    #: How many are sent again.
    replayed: int


class GetSalestaxResult(TypedDict):
    #: What the command returns.
    salestax: GetSalestaxResultSalestax


class GetSalestaxResultSalestax(TypedDict):
    """What the command returns."""
    #: The location that sells.
    location_id: str
    #: The buyer's ZIP code.
    zip: str
    #: What is sold, without tax.
    amount: str
    #: The rate in percent.
    tax_rate: str
    #: The tax.
    tax: str
    #: Amount and tax.
    total: str


class QuoteSalestaxResult(TypedDict):
    #: What the command returns.
    salestax: QuoteSalestaxResultSalestax


class QuoteSalestaxResultSalestax(TypedDict):
    """What the command returns."""
    #: The location that sells.
    location_id: str
    #: The buyer's ZIP code.
    zip: str
    #: What is sold, without tax.
    amount: str
    #: The rate in percent.
    tax_rate: str
    #: The tax.
    tax: str
    #: Amount and tax.
    total: str


class GenerateOauthclientSecretResult(TypedDict):
    #: What the command returns.
    oauthclient: GenerateOauthclientSecretResultOauthclient


class GenerateOauthclientSecretResultOauthclient(TypedDict):
    """What the command returns."""
    #: The integration.
    id: str
    #: The same as id.
    client_id: str
    #: The new secret.
    client_secret: str


class Meta(TypedDict):
    """Which page this is, and how the list is sorted."""
    #: Which part of the list this is.
    pagination: MetaPagination
    #: How the list is sorted.
    sort: MetaSort


class MetaPagination(TypedDict):
    """Which part of the list this is."""
    #: This page, and the next and the last one where there are any.
    links: MetaPaginationLinks
    #: All records that match.
    totalCount: int
    #: Pages of this size that hold them.
    pageCount: int
    #: The number of this page, counted from 1.
    currentPage: int
    #: Records of a full page.
    perPage: int


class _MetaPaginationLinksRequired(TypedDict):
    self: Link


class MetaPaginationLinks(_MetaPaginationLinksRequired, total=False):
    """This page, and the next and the last one where there are any."""
    next: Link
    last: Link


class MetaSort(TypedDict):
    """How the list is sorted."""
    #: The fields it is sorted by, the first one first.
    attributes: Dict[str, Literal["asc", "desc"]]


class Link(TypedDict):
    """A link."""
    #: An address of the API.
    href: str


class _TokenCreateRequired(TypedDict):
    #: The login name; capitals make no difference.
    username: str
    #: The password.
    password: str
    #: The user's branding_domain_url.
    domain: str


class TokenCreate(_TokenCreateRequired, total=False):
    #: A code of the app of a user with a second factor, or a recovery code; also as a header, second-factor. Where it is missing the answer is 401 with second-factor: required.
    second_factor: str


class Token(TypedDict, total=False):
    """The token and whom it stands for."""
    #: The user's id.
    id: str
    #: Minutes without use after which the token ends: 15.
    expire: int
    #: The first name of the user.
    first_name: Union[str, None]
    #: The last name of the user.
    last_name: str
    #: Passwords do not expire.
    password_expire_ts: None
    #: Now, in Unix seconds.
    time: int
    #: What to send as access-token; shown this once.
    token: str
    #: The login name.
    username: str
    #: Where the user works; what lies below it is visible too.
    primary_location_id: str
    #: The zone in which time words of filters are read.
    timezone: str
    #: The type of user, on which rights depend.
    user_type_id: int


class Version(TypedDict):
    """The versions."""
    #: The prefix of the paths: what works under it goes on working.
    api: str
    #: Of the release: what breaks, what is added, what is mended.
    number: str


#: What can be embedded.
AccountvaultsExpand = Literal["location", "contact", "signature", "created_user", "product_transaction", "account_vault_cau_product_transaction", "account_vault_cau_logs", "changelogs", "microdeposits"]


class AccountvaultsQuery(TypedDict, total=False):
    """What list accountvaults can be asked."""
    id: Filter
    payment_method: Filter
    location_id: Filter
    contact_id: Filter
    title: Filter
    account_holder_name: Filter
    account_holder_name_contains: Filter
    first_six: Filter
    last_four: Filter
    exp_date: Filter
    expiring_in_months: Filter
    account_type: Filter
    is_company: Filter
    ach_sec_code: Filter
    billing_address: Filter
    billing_city: Filter
    billing_state: Filter
    billing_zip: Filter
    billing_phone: Filter
    account_vault_api_id: Filter
    accountvault_c1: Filter
    accountvault_c2: Filter
    accountvault_c3: Filter
    customer_id: Filter
    dl_number: Filter
    dl_state: Filter
    dob_year: Filter
    ssn4: Filter
    terms_agree: Filter
    terms_agree_ip: Filter
    has_recurring: Filter
    active: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "payment_method", "location_id", "contact_id", "title", "account_holder_name", "first_six", "last_four", "exp_date", "expiring_in_months", "account_type", "is_company", "ach_sec_code", "billing_address", "billing_city", "billing_state", "billing_zip", "billing_phone", "account_vault_api_id", "accountvault_c1", "accountvault_c2", "accountvault_c3", "customer_id", "dl_number", "dl_state", "dob_year", "ssn4", "terms_agree", "terms_agree_ip", "has_recurring", "active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-payment_method", "-location_id", "-contact_id", "-title", "-account_holder_name", "-first_six", "-last_four", "-exp_date", "-expiring_in_months", "-account_type", "-is_company", "-ach_sec_code", "-billing_address", "-billing_city", "-billing_state", "-billing_zip", "-billing_phone", "-account_vault_api_id", "-accountvault_c1", "-accountvault_c2", "-accountvault_c3", "-customer_id", "-dl_number", "-dl_state", "-dob_year", "-ssn4", "-terms_agree", "-terms_agree_ip", "-has_recurring", "-active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "payment_method", "location_id", "contact_id", "title", "account_holder_name", "first_six", "last_four", "exp_date", "expiring_in_months", "account_type", "is_company", "ach_sec_code", "billing_address", "billing_city", "billing_state", "billing_zip", "billing_phone", "account_vault_api_id", "accountvault_c1", "accountvault_c2", "accountvault_c3", "customer_id", "dl_number", "dl_state", "dob_year", "ssn4", "terms_agree", "terms_agree_ip", "has_recurring", "active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-payment_method", "-location_id", "-contact_id", "-title", "-account_holder_name", "-first_six", "-last_four", "-exp_date", "-expiring_in_months", "-account_type", "-is_company", "-ach_sec_code", "-billing_address", "-billing_city", "-billing_state", "-billing_zip", "-billing_phone", "-account_vault_api_id", "-accountvault_c1", "-accountvault_c2", "-accountvault_c3", "-customer_id", "-dl_number", "-dl_state", "-dob_year", "-ssn4", "-terms_agree", "-terms_agree_ip", "-has_recurring", "-active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[AccountvaultsExpand]
    page: int
    page_size: int


#: What can be embedded.
MicrodepositsExpand = Literal["account_vault", "location", "product_transaction", "changelogs"]


class MicrodepositsQuery(TypedDict, total=False):
    """What list microdeposits can be asked."""
    id: Filter
    location_id: Filter
    account_vault_id: Filter
    product_transaction_id: Filter
    status: Filter
    tries_left: Filter
    settle_date: Filter
    verified_ts: Filter
    verified_ts_from: Filter
    verified_ts_to: Filter
    reason_code_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "account_vault_id", "product_transaction_id", "status", "tries_left", "settle_date", "verified_ts", "reason_code_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-account_vault_id", "-product_transaction_id", "-status", "-tries_left", "-settle_date", "-verified_ts", "-reason_code_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "account_vault_id", "product_transaction_id", "status", "tries_left", "settle_date", "verified_ts", "reason_code_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-account_vault_id", "-product_transaction_id", "-status", "-tries_left", "-settle_date", "-verified_ts", "-reason_code_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[MicrodepositsExpand]
    page: int
    page_size: int


#: What can be embedded.
TicketsExpand = Literal["location", "contact", "created_user"]


#: What can be embedded.
TransactionsExpand = Literal["account_vault", "all_tags", "contact", "developer_company", "created_user", "log_emails", "entrymode", "is_completable", "is_refundable", "is_reversible", "is_settled", "is_voidable", "location", "paylink", "hosted_payment_page", "postback_logs", "previous_transaction", "product_transaction", "quick_invoice", "reason_code", "recurring", "saved_account", "signature", "status", "surcharge", "surcharge_transaction", "tags", "terminal", "transaction_batch", "transaction_histories", "transaction_level3", "type", "changelogs"]


class TransactionsQuery(TypedDict, total=False):
    """What list transactions can be asked."""
    id: Filter
    payment_method: Filter
    account_vault_id: Filter
    recurring_id: Filter
    first_six: Filter
    last_four: Filter
    account_holder_name: Filter
    transaction_amount: Filter
    description: Filter
    transaction_code: Filter
    avs: Filter
    avs_enhanced: Filter
    batch: Filter
    item: Filter
    order_num: Filter
    timestamp: Filter
    timestamp_from: Filter
    timestamp_to: Filter
    verbiage: Filter
    transaction_settlement_status: Filter
    effective_date: Filter
    routing: Filter
    return_date: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    transaction_api_id: Filter
    terms_agree: Filter
    notification_email_address: Filter
    notification_email_sent: Filter
    response_message: Filter
    auth_amount: Filter
    status_id: Filter
    type_id: Filter
    reason_code_id: Filter
    location_id: Filter
    settle_date: Filter
    charge_back_date: Filter
    void_date: Filter
    account_type: Filter
    checkin_date: Filter
    checkout_date: Filter
    room_num: Filter
    room_rate: Filter
    advance_deposit: Filter
    no_show: Filter
    entry_mode_id: Filter
    emv_receipt_data: Filter
    folio_num: Filter
    customer_id: Filter
    customer_ip: Filter
    cvv_response: Filter
    auth_code: Filter
    product_transaction_id: Filter
    transaction_batch_id: Filter
    previous_transaction_id: Filter
    contact_id: Filter
    quick_invoice_id: Filter
    paylink_id: Filter
    hosted_payment_page_id: Filter
    terminal_id: Filter
    terminal_serial_number: Filter
    tax: Filter
    tip_amount: Filter
    subtotal_amount: Filter
    surcharge_amount: Filter
    billing_street: Filter
    billing_city: Filter
    billing_state: Filter
    billing_zip: Filter
    billing_phone: Filter
    service_address: Filter
    service_city: Filter
    service_state: Filter
    service_zip: Filter
    service_country: Filter
    po_number: Filter
    statement_descriptor: Filter
    clerk_number: Filter
    transaction_c1: Filter
    transaction_c2: Filter
    transaction_c3: Filter
    custom_data: Filter
    additional_amounts: Filter
    card_present: Filter
    ach_sec_code: Filter
    ach_identifier: Filter
    check_number: Filter
    wallet_id: Filter
    locale: Filter
    trx_source_id: Filter
    bill_payment: Filter
    recurring_number: Filter
    installment_number: Filter
    installment_total_count: Filter
    created_user_id: Filter
    modified_user_id: Filter
    auth: Filter
    is_recurring: Filter
    is_accountvault: Filter
    is_stuck: Filter
    recurring_flag: Filter
    tags: Filter
    sort: Union[Literal["id", "payment_method", "account_vault_id", "recurring_id", "first_six", "last_four", "account_holder_name", "transaction_amount", "description", "transaction_code", "avs", "avs_enhanced", "batch", "item", "order_num", "timestamp", "verbiage", "transaction_settlement_status", "effective_date", "routing", "return_date", "created_ts", "modified_ts", "transaction_api_id", "terms_agree", "notification_email_address", "notification_email_sent", "response_message", "auth_amount", "status_id", "type_id", "reason_code_id", "location_id", "settle_date", "charge_back_date", "void_date", "account_type", "checkin_date", "checkout_date", "room_num", "room_rate", "advance_deposit", "no_show", "entry_mode_id", "emv_receipt_data", "folio_num", "customer_id", "customer_ip", "cvv_response", "auth_code", "product_transaction_id", "transaction_batch_id", "previous_transaction_id", "contact_id", "quick_invoice_id", "paylink_id", "hosted_payment_page_id", "terminal_id", "terminal_serial_number", "tax", "tip_amount", "subtotal_amount", "surcharge_amount", "billing_street", "billing_city", "billing_state", "billing_zip", "billing_phone", "service_address", "service_city", "service_state", "service_zip", "service_country", "po_number", "statement_descriptor", "clerk_number", "transaction_c1", "transaction_c2", "transaction_c3", "custom_data", "additional_amounts", "card_present", "ach_sec_code", "ach_identifier", "check_number", "wallet_id", "locale", "trx_source_id", "bill_payment", "recurring_number", "installment_number", "installment_total_count", "created_user_id", "modified_user_id", "auth", "is_recurring", "is_accountvault", "is_stuck", "recurring_flag", "tags", "-id", "-payment_method", "-account_vault_id", "-recurring_id", "-first_six", "-last_four", "-account_holder_name", "-transaction_amount", "-description", "-transaction_code", "-avs", "-avs_enhanced", "-batch", "-item", "-order_num", "-timestamp", "-verbiage", "-transaction_settlement_status", "-effective_date", "-routing", "-return_date", "-created_ts", "-modified_ts", "-transaction_api_id", "-terms_agree", "-notification_email_address", "-notification_email_sent", "-response_message", "-auth_amount", "-status_id", "-type_id", "-reason_code_id", "-location_id", "-settle_date", "-charge_back_date", "-void_date", "-account_type", "-checkin_date", "-checkout_date", "-room_num", "-room_rate", "-advance_deposit", "-no_show", "-entry_mode_id", "-emv_receipt_data", "-folio_num", "-customer_id", "-customer_ip", "-cvv_response", "-auth_code", "-product_transaction_id", "-transaction_batch_id", "-previous_transaction_id", "-contact_id", "-quick_invoice_id", "-paylink_id", "-hosted_payment_page_id", "-terminal_id", "-terminal_serial_number", "-tax", "-tip_amount", "-subtotal_amount", "-surcharge_amount", "-billing_street", "-billing_city", "-billing_state", "-billing_zip", "-billing_phone", "-service_address", "-service_city", "-service_state", "-service_zip", "-service_country", "-po_number", "-statement_descriptor", "-clerk_number", "-transaction_c1", "-transaction_c2", "-transaction_c3", "-custom_data", "-additional_amounts", "-card_present", "-ach_sec_code", "-ach_identifier", "-check_number", "-wallet_id", "-locale", "-trx_source_id", "-bill_payment", "-recurring_number", "-installment_number", "-installment_total_count", "-created_user_id", "-modified_user_id", "-auth", "-is_recurring", "-is_accountvault", "-is_stuck", "-recurring_flag", "-tags"], Sequence[Literal["id", "payment_method", "account_vault_id", "recurring_id", "first_six", "last_four", "account_holder_name", "transaction_amount", "description", "transaction_code", "avs", "avs_enhanced", "batch", "item", "order_num", "timestamp", "verbiage", "transaction_settlement_status", "effective_date", "routing", "return_date", "created_ts", "modified_ts", "transaction_api_id", "terms_agree", "notification_email_address", "notification_email_sent", "response_message", "auth_amount", "status_id", "type_id", "reason_code_id", "location_id", "settle_date", "charge_back_date", "void_date", "account_type", "checkin_date", "checkout_date", "room_num", "room_rate", "advance_deposit", "no_show", "entry_mode_id", "emv_receipt_data", "folio_num", "customer_id", "customer_ip", "cvv_response", "auth_code", "product_transaction_id", "transaction_batch_id", "previous_transaction_id", "contact_id", "quick_invoice_id", "paylink_id", "hosted_payment_page_id", "terminal_id", "terminal_serial_number", "tax", "tip_amount", "subtotal_amount", "surcharge_amount", "billing_street", "billing_city", "billing_state", "billing_zip", "billing_phone", "service_address", "service_city", "service_state", "service_zip", "service_country", "po_number", "statement_descriptor", "clerk_number", "transaction_c1", "transaction_c2", "transaction_c3", "custom_data", "additional_amounts", "card_present", "ach_sec_code", "ach_identifier", "check_number", "wallet_id", "locale", "trx_source_id", "bill_payment", "recurring_number", "installment_number", "installment_total_count", "created_user_id", "modified_user_id", "auth", "is_recurring", "is_accountvault", "is_stuck", "recurring_flag", "tags", "-id", "-payment_method", "-account_vault_id", "-recurring_id", "-first_six", "-last_four", "-account_holder_name", "-transaction_amount", "-description", "-transaction_code", "-avs", "-avs_enhanced", "-batch", "-item", "-order_num", "-timestamp", "-verbiage", "-transaction_settlement_status", "-effective_date", "-routing", "-return_date", "-created_ts", "-modified_ts", "-transaction_api_id", "-terms_agree", "-notification_email_address", "-notification_email_sent", "-response_message", "-auth_amount", "-status_id", "-type_id", "-reason_code_id", "-location_id", "-settle_date", "-charge_back_date", "-void_date", "-account_type", "-checkin_date", "-checkout_date", "-room_num", "-room_rate", "-advance_deposit", "-no_show", "-entry_mode_id", "-emv_receipt_data", "-folio_num", "-customer_id", "-customer_ip", "-cvv_response", "-auth_code", "-product_transaction_id", "-transaction_batch_id", "-previous_transaction_id", "-contact_id", "-quick_invoice_id", "-paylink_id", "-hosted_payment_page_id", "-terminal_id", "-terminal_serial_number", "-tax", "-tip_amount", "-subtotal_amount", "-surcharge_amount", "-billing_street", "-billing_city", "-billing_state", "-billing_zip", "-billing_phone", "-service_address", "-service_city", "-service_state", "-service_zip", "-service_country", "-po_number", "-statement_descriptor", "-clerk_number", "-transaction_c1", "-transaction_c2", "-transaction_c3", "-custom_data", "-additional_amounts", "-card_present", "-ach_sec_code", "-ach_identifier", "-check_number", "-wallet_id", "-locale", "-trx_source_id", "-bill_payment", "-recurring_number", "-installment_number", "-installment_total_count", "-created_user_id", "-modified_user_id", "-auth", "-is_recurring", "-is_accountvault", "-is_stuck", "-recurring_flag", "-tags"]]]
    expand: Sequence[TransactionsExpand]
    page: int
    page_size: int


#: What can be embedded.
HostedpaymentpagesExpand = Literal["location", "product_transaction", "created_user", "modified_user", "payment_url", "transactions", "changelogs"]


class HostedpaymentpagesQuery(TypedDict, total=False):
    """What list hostedpaymentpages can be asked."""
    id: Filter
    user_id: Filter
    location_id: Filter
    product_transaction_id: Filter
    title: Filter
    redirect_url_delay: Filter
    min_payment_amount: Filter
    max_payment_amount: Filter
    redirect_url_on_approve: Filter
    redirect_url_on_decline: Filter
    field_configuration: Filter
    stylesheet_url: Filter
    parent_origin: Filter
    parent_send_message: Filter
    hide_optional_fields: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "user_id", "location_id", "product_transaction_id", "title", "redirect_url_delay", "min_payment_amount", "max_payment_amount", "redirect_url_on_approve", "redirect_url_on_decline", "field_configuration", "stylesheet_url", "parent_origin", "parent_send_message", "hide_optional_fields", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-user_id", "-location_id", "-product_transaction_id", "-title", "-redirect_url_delay", "-min_payment_amount", "-max_payment_amount", "-redirect_url_on_approve", "-redirect_url_on_decline", "-field_configuration", "-stylesheet_url", "-parent_origin", "-parent_send_message", "-hide_optional_fields", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "user_id", "location_id", "product_transaction_id", "title", "redirect_url_delay", "min_payment_amount", "max_payment_amount", "redirect_url_on_approve", "redirect_url_on_decline", "field_configuration", "stylesheet_url", "parent_origin", "parent_send_message", "hide_optional_fields", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-user_id", "-location_id", "-product_transaction_id", "-title", "-redirect_url_delay", "-min_payment_amount", "-max_payment_amount", "-redirect_url_on_approve", "-redirect_url_on_decline", "-field_configuration", "-stylesheet_url", "-parent_origin", "-parent_send_message", "-hide_optional_fields", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[HostedpaymentpagesExpand]
    page: int
    page_size: int


#: What can be embedded.
QuickinvoicesExpand = Literal["contact", "email_blacklist", "sms_blacklist", "files", "location", "tags", "all_tags", "created_user", "modified_user", "quick_invoice_settings", "quick_invoice_views", "transactions", "log_emails", "log_sms", "payment_url", "cc_product_transaction", "ach_product_transaction", "changelogs"]


class QuickinvoicesQuery(TypedDict, total=False):
    """What list quickinvoices can be asked."""
    id: Filter
    location_id: Filter
    title: Filter
    title_contains: Filter
    due_date: Filter
    item_list: Filter
    cc_product_transaction_id: Filter
    ach_product_transaction_id: Filter
    contact_id: Filter
    customer_id: Filter
    dl_number: Filter
    dl_state: Filter
    dob_year: Filter
    ssn4: Filter
    email: Filter
    email_contains: Filter
    expire_date: Filter
    invoice_number: Filter
    item_header: Filter
    item_footer: Filter
    note: Filter
    allow_overpayment: Filter
    allow_partial_pay: Filter
    attach_files_to_email: Filter
    attach_pdf_to_email: Filter
    cell_phone: Filter
    send_text_to_pay: Filter
    notification_days_before_due_date: Filter
    notification_days_after_due_date: Filter
    notification_on_due_date: Filter
    send_email: Filter
    quick_invoice_api_id: Filter
    notification_email: Filter
    status_id: Filter
    payment_status_id: Filter
    amount_due: Filter
    remaining_balance: Filter
    single_payment_min_amount: Filter
    single_payment_max_amount: Filter
    quick_invoice_c1: Filter
    quick_invoice_c2: Filter
    quick_invoice_c3: Filter
    bank_funded_only_override: Filter
    auto_reopen: Filter
    is_active: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    active: Filter
    sort: Union[Literal["id", "location_id", "title", "due_date", "item_list", "cc_product_transaction_id", "ach_product_transaction_id", "contact_id", "customer_id", "dl_number", "dl_state", "dob_year", "ssn4", "email", "expire_date", "invoice_number", "item_header", "item_footer", "note", "allow_overpayment", "allow_partial_pay", "attach_files_to_email", "attach_pdf_to_email", "cell_phone", "send_text_to_pay", "notification_days_before_due_date", "notification_days_after_due_date", "notification_on_due_date", "send_email", "quick_invoice_api_id", "notification_email", "status_id", "payment_status_id", "amount_due", "remaining_balance", "single_payment_min_amount", "single_payment_max_amount", "quick_invoice_c1", "quick_invoice_c2", "quick_invoice_c3", "bank_funded_only_override", "auto_reopen", "is_active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "active", "-id", "-location_id", "-title", "-due_date", "-item_list", "-cc_product_transaction_id", "-ach_product_transaction_id", "-contact_id", "-customer_id", "-dl_number", "-dl_state", "-dob_year", "-ssn4", "-email", "-expire_date", "-invoice_number", "-item_header", "-item_footer", "-note", "-allow_overpayment", "-allow_partial_pay", "-attach_files_to_email", "-attach_pdf_to_email", "-cell_phone", "-send_text_to_pay", "-notification_days_before_due_date", "-notification_days_after_due_date", "-notification_on_due_date", "-send_email", "-quick_invoice_api_id", "-notification_email", "-status_id", "-payment_status_id", "-amount_due", "-remaining_balance", "-single_payment_min_amount", "-single_payment_max_amount", "-quick_invoice_c1", "-quick_invoice_c2", "-quick_invoice_c3", "-bank_funded_only_override", "-auto_reopen", "-is_active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id", "-active"], Sequence[Literal["id", "location_id", "title", "due_date", "item_list", "cc_product_transaction_id", "ach_product_transaction_id", "contact_id", "customer_id", "dl_number", "dl_state", "dob_year", "ssn4", "email", "expire_date", "invoice_number", "item_header", "item_footer", "note", "allow_overpayment", "allow_partial_pay", "attach_files_to_email", "attach_pdf_to_email", "cell_phone", "send_text_to_pay", "notification_days_before_due_date", "notification_days_after_due_date", "notification_on_due_date", "send_email", "quick_invoice_api_id", "notification_email", "status_id", "payment_status_id", "amount_due", "remaining_balance", "single_payment_min_amount", "single_payment_max_amount", "quick_invoice_c1", "quick_invoice_c2", "quick_invoice_c3", "bank_funded_only_override", "auto_reopen", "is_active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "active", "-id", "-location_id", "-title", "-due_date", "-item_list", "-cc_product_transaction_id", "-ach_product_transaction_id", "-contact_id", "-customer_id", "-dl_number", "-dl_state", "-dob_year", "-ssn4", "-email", "-expire_date", "-invoice_number", "-item_header", "-item_footer", "-note", "-allow_overpayment", "-allow_partial_pay", "-attach_files_to_email", "-attach_pdf_to_email", "-cell_phone", "-send_text_to_pay", "-notification_days_before_due_date", "-notification_days_after_due_date", "-notification_on_due_date", "-send_email", "-quick_invoice_api_id", "-notification_email", "-status_id", "-payment_status_id", "-amount_due", "-remaining_balance", "-single_payment_min_amount", "-single_payment_max_amount", "-quick_invoice_c1", "-quick_invoice_c2", "-quick_invoice_c3", "-bank_funded_only_override", "-auto_reopen", "-is_active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id", "-active"]]]
    expand: Sequence[QuickinvoicesExpand]
    page: int
    page_size: int


class QuickinvoicesListFilesQuery(TypedDict, total=False):
    """What list quickinvoice files can be asked."""
    api_id: Filter
    location_id: Filter
    page: int
    page_size: int


#: What can be embedded.
PaylinksExpand = Literal["contact", "email_blacklist", "sms_blacklist", "location", "tags", "all_tags", "created_user", "transactions", "log_emails", "log_sms", "payment_url", "changelogs"]


class PaylinksQuery(TypedDict, total=False):
    """What list paylinks can be asked."""
    id: Filter
    location_id: Filter
    cc_product_transaction_id: Filter
    ach_product_transaction_id: Filter
    contact_id: Filter
    paylink_api_id: Filter
    amount_due: Filter
    email: Filter
    email_contains: Filter
    cell_phone: Filter
    delivery_method: Filter
    description: Filter
    expire_date: Filter
    paylink_action: Filter
    display_product_transaction_receipt_details: Filter
    display_billing_fields: Filter
    status_id: Filter
    active: Filter
    bank_funded_only_override: Filter
    store_token: Filter
    store_token_title: Filter
    redirect_url_on_approve: Filter
    redirect_url_on_decline: Filter
    redirect_url_delay: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "cc_product_transaction_id", "ach_product_transaction_id", "contact_id", "paylink_api_id", "amount_due", "email", "cell_phone", "delivery_method", "description", "expire_date", "paylink_action", "display_product_transaction_receipt_details", "display_billing_fields", "status_id", "active", "bank_funded_only_override", "store_token", "store_token_title", "redirect_url_on_approve", "redirect_url_on_decline", "redirect_url_delay", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-cc_product_transaction_id", "-ach_product_transaction_id", "-contact_id", "-paylink_api_id", "-amount_due", "-email", "-cell_phone", "-delivery_method", "-description", "-expire_date", "-paylink_action", "-display_product_transaction_receipt_details", "-display_billing_fields", "-status_id", "-active", "-bank_funded_only_override", "-store_token", "-store_token_title", "-redirect_url_on_approve", "-redirect_url_on_decline", "-redirect_url_delay", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "cc_product_transaction_id", "ach_product_transaction_id", "contact_id", "paylink_api_id", "amount_due", "email", "cell_phone", "delivery_method", "description", "expire_date", "paylink_action", "display_product_transaction_receipt_details", "display_billing_fields", "status_id", "active", "bank_funded_only_override", "store_token", "store_token_title", "redirect_url_on_approve", "redirect_url_on_decline", "redirect_url_delay", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-cc_product_transaction_id", "-ach_product_transaction_id", "-contact_id", "-paylink_api_id", "-amount_due", "-email", "-cell_phone", "-delivery_method", "-description", "-expire_date", "-paylink_action", "-display_product_transaction_receipt_details", "-display_billing_fields", "-status_id", "-active", "-bank_funded_only_override", "-store_token", "-store_token_title", "-redirect_url_on_approve", "-redirect_url_on_decline", "-redirect_url_delay", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[PaylinksExpand]
    page: int
    page_size: int


#: What can be embedded.
RecurringsExpand = Literal["created_user", "account_vault", "transactions", "log_emails", "signature", "location", "contact", "tags", "all_tags", "product_transaction", "changelogs"]


class RecurringsQuery(TypedDict, total=False):
    """What list recurrings can be asked."""
    id: Filter
    account_vault_id: Filter
    location_id: Filter
    product_transaction_id: Filter
    transaction_amount: Filter
    interval: Filter
    interval_type: Filter
    start_date: Filter
    end_date: Filter
    next_run_date: Filter
    description: Filter
    installment_total_count: Filter
    installment_amount_total: Filter
    notification_days: Filter
    payment_method: Filter
    recurring_api_id: Filter
    recurring_c1: Filter
    recurring_c2: Filter
    recurring_c3: Filter
    active: Filter
    recurring_type_id: Filter
    status: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "account_vault_id", "location_id", "product_transaction_id", "transaction_amount", "interval", "interval_type", "start_date", "end_date", "next_run_date", "description", "installment_total_count", "installment_amount_total", "notification_days", "payment_method", "recurring_api_id", "recurring_c1", "recurring_c2", "recurring_c3", "active", "recurring_type_id", "status", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-account_vault_id", "-location_id", "-product_transaction_id", "-transaction_amount", "-interval", "-interval_type", "-start_date", "-end_date", "-next_run_date", "-description", "-installment_total_count", "-installment_amount_total", "-notification_days", "-payment_method", "-recurring_api_id", "-recurring_c1", "-recurring_c2", "-recurring_c3", "-active", "-recurring_type_id", "-status", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "account_vault_id", "location_id", "product_transaction_id", "transaction_amount", "interval", "interval_type", "start_date", "end_date", "next_run_date", "description", "installment_total_count", "installment_amount_total", "notification_days", "payment_method", "recurring_api_id", "recurring_c1", "recurring_c2", "recurring_c3", "active", "recurring_type_id", "status", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-account_vault_id", "-location_id", "-product_transaction_id", "-transaction_amount", "-interval", "-interval_type", "-start_date", "-end_date", "-next_run_date", "-description", "-installment_total_count", "-installment_amount_total", "-notification_days", "-payment_method", "-recurring_api_id", "-recurring_c1", "-recurring_c2", "-recurring_c3", "-active", "-recurring_type_id", "-status", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[RecurringsExpand]
    page: int
    page_size: int


#: What can be embedded.
TagsExpand = Literal["created_user", "location", "changelogs"]


class TagsQuery(TypedDict, total=False):
    """What list tags can be asked."""
    id: Filter
    location_id: Filter
    title: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[TagsExpand]
    page: int
    page_size: int


#: What can be embedded.
QuickInvoiceViewsExpand = Literal["quick_invoice"]


class QuickInvoiceViewsQuery(TypedDict, total=False):
    """What list quick_invoice_views can be asked."""
    id: Filter
    quick_invoice_id: Filter
    remote_ip: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "quick_invoice_id", "remote_ip", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-quick_invoice_id", "-remote_ip", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "quick_invoice_id", "remote_ip", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-quick_invoice_id", "-remote_ip", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[QuickInvoiceViewsExpand]
    page: int
    page_size: int


#: What can be embedded.
QuickInvoiceSettingsExpand = Literal["location"]


class QuickInvoiceSettingsQuery(TypedDict, total=False):
    """What list quick_invoice_settings can be asked."""
    id: Filter
    location_id: Filter
    default_allow_partial_pay: Filter
    default_notification_on_due_date: Filter
    default_notification_days_after_due_date: Filter
    default_notification_days_before_due_date: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "default_allow_partial_pay", "default_notification_on_due_date", "default_notification_days_after_due_date", "default_notification_days_before_due_date", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-default_allow_partial_pay", "-default_notification_on_due_date", "-default_notification_days_after_due_date", "-default_notification_days_before_due_date", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "default_allow_partial_pay", "default_notification_on_due_date", "default_notification_days_after_due_date", "default_notification_days_before_due_date", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-default_allow_partial_pay", "-default_notification_on_due_date", "-default_notification_days_after_due_date", "-default_notification_days_before_due_date", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[QuickInvoiceSettingsExpand]
    page: int
    page_size: int


#: What can be embedded.
ContactsExpand = Literal["parent", "children", "created_user", "location", "notes", "user", "recurrings", "files", "email_blacklist", "sms_blacklist", "received_emails", "postback_logs", "is_deletable", "changelogs"]


class ContactsQuery(TypedDict, total=False):
    """What list contacts can be asked."""
    id: Filter
    location_id: Filter
    account_number: Filter
    contact_api_id: Filter
    company_name: Filter
    company_name_contains: Filter
    first_name: Filter
    first_name_contains: Filter
    last_name: Filter
    last_name_contains: Filter
    email: Filter
    email_contains: Filter
    address: Filter
    city: Filter
    state: Filter
    zip: Filter
    home_phone: Filter
    cell_phone: Filter
    office_phone: Filter
    office_ext_phone: Filter
    email_trx_receipt: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    date_of_birth: Filter
    header_message: Filter
    header_message_type: Filter
    contact_c1: Filter
    contact_c2: Filter
    contact_c3: Filter
    contact_balance: Filter
    locale: Filter
    header_message_type_id: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "account_number", "contact_api_id", "company_name", "first_name", "last_name", "email", "address", "city", "state", "zip", "home_phone", "cell_phone", "office_phone", "office_ext_phone", "email_trx_receipt", "created_ts", "modified_ts", "date_of_birth", "header_message", "header_message_type", "contact_c1", "contact_c2", "contact_c3", "contact_balance", "locale", "header_message_type_id", "created_user_id", "modified_user_id", "-id", "-location_id", "-account_number", "-contact_api_id", "-company_name", "-first_name", "-last_name", "-email", "-address", "-city", "-state", "-zip", "-home_phone", "-cell_phone", "-office_phone", "-office_ext_phone", "-email_trx_receipt", "-created_ts", "-modified_ts", "-date_of_birth", "-header_message", "-header_message_type", "-contact_c1", "-contact_c2", "-contact_c3", "-contact_balance", "-locale", "-header_message_type_id", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "account_number", "contact_api_id", "company_name", "first_name", "last_name", "email", "address", "city", "state", "zip", "home_phone", "cell_phone", "office_phone", "office_ext_phone", "email_trx_receipt", "created_ts", "modified_ts", "date_of_birth", "header_message", "header_message_type", "contact_c1", "contact_c2", "contact_c3", "contact_balance", "locale", "header_message_type_id", "created_user_id", "modified_user_id", "-id", "-location_id", "-account_number", "-contact_api_id", "-company_name", "-first_name", "-last_name", "-email", "-address", "-city", "-state", "-zip", "-home_phone", "-cell_phone", "-office_phone", "-office_ext_phone", "-email_trx_receipt", "-created_ts", "-modified_ts", "-date_of_birth", "-header_message", "-header_message_type", "-contact_c1", "-contact_c2", "-contact_c3", "-contact_balance", "-locale", "-header_message_type_id", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[ContactsExpand]
    page: int
    page_size: int


class ContactsListFilesQuery(TypedDict, total=False):
    """What list contact files can be asked."""
    api_id: Filter
    location_id: Filter
    page: int
    page_size: int


#: What can be embedded.
NotesExpand = Literal["contact", "created_user", "visibility_group"]


class NotesQuery(TypedDict, total=False):
    """What list notes can be asked."""
    id: Filter
    resource_id: Filter
    resource: Filter
    visibility_group_id: Filter
    note: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "resource_id", "resource", "visibility_group_id", "note", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-resource_id", "-resource", "-visibility_group_id", "-note", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "resource_id", "resource", "visibility_group_id", "note", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-resource_id", "-resource", "-visibility_group_id", "-note", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[NotesExpand]
    page: int
    page_size: int


#: What can be embedded.
FilesExpand = Literal["created_user", "product_file"]


class FilesQuery(TypedDict, total=False):
    """What list files can be asked."""
    id: Filter
    resource_id: Filter
    resource: Filter
    product_file_id: Filter
    file_name: Filter
    file_extension: Filter
    file_size_bytes: Filter
    content_type: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "resource_id", "resource", "product_file_id", "file_name", "file_extension", "file_size_bytes", "content_type", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-resource_id", "-resource", "-product_file_id", "-file_name", "-file_extension", "-file_size_bytes", "-content_type", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "resource_id", "resource", "product_file_id", "file_name", "file_extension", "file_size_bytes", "content_type", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-resource_id", "-resource", "-product_file_id", "-file_name", "-file_extension", "-file_size_bytes", "-content_type", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[FilesExpand]
    page: int
    page_size: int


#: What can be embedded.
RefundapprovalsExpand = Literal["location", "product_transaction", "transaction", "refund_transaction", "created_user", "decided_user"]


class RefundapprovalsQuery(TypedDict, total=False):
    """What list refundapprovals can be asked."""
    id: Filter
    action: Filter
    product_transaction_id: Filter
    transaction_id: Filter
    last_four: Filter
    transaction_amount: Filter
    reason: Filter
    status: Filter
    expire_ts: Filter
    expire_ts_from: Filter
    expire_ts_to: Filter
    decided_ts: Filter
    decided_ts_from: Filter
    decided_ts_to: Filter
    decided_user_id: Filter
    refund_transaction_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    location_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "action", "product_transaction_id", "transaction_id", "last_four", "transaction_amount", "reason", "status", "expire_ts", "decided_ts", "decided_user_id", "refund_transaction_id", "created_ts", "modified_ts", "created_user_id", "location_id", "modified_user_id", "-id", "-action", "-product_transaction_id", "-transaction_id", "-last_four", "-transaction_amount", "-reason", "-status", "-expire_ts", "-decided_ts", "-decided_user_id", "-refund_transaction_id", "-created_ts", "-modified_ts", "-created_user_id", "-location_id", "-modified_user_id"], Sequence[Literal["id", "action", "product_transaction_id", "transaction_id", "last_four", "transaction_amount", "reason", "status", "expire_ts", "decided_ts", "decided_user_id", "refund_transaction_id", "created_ts", "modified_ts", "created_user_id", "location_id", "modified_user_id", "-id", "-action", "-product_transaction_id", "-transaction_id", "-last_four", "-transaction_amount", "-reason", "-status", "-expire_ts", "-decided_ts", "-decided_user_id", "-refund_transaction_id", "-created_ts", "-modified_ts", "-created_user_id", "-location_id", "-modified_user_id"]]]
    expand: Sequence[RefundapprovalsExpand]
    page: int
    page_size: int


#: What can be embedded.
TransactionbatchesExpand = Literal["product_transaction", "changelogs"]


class TransactionbatchesQuery(TypedDict, total=False):
    """What list transactionbatches can be asked."""
    id: Filter
    batch_num: Filter
    product_transaction_id: Filter
    location_id: Filter
    processing_status_id: Filter
    is_open: Filter
    batch_close_ts: Filter
    batch_close_ts_from: Filter
    batch_close_ts_to: Filter
    settlement_file_name: Filter
    batch_close_detail: Filter
    total_sale_amount: Filter
    total_sale_count: Filter
    total_refund_amount: Filter
    total_refund_count: Filter
    total_void_amount: Filter
    total_void_count: Filter
    total_blind_refund_amount: Filter
    total_blind_refund_count: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "batch_num", "product_transaction_id", "location_id", "processing_status_id", "is_open", "batch_close_ts", "settlement_file_name", "batch_close_detail", "total_sale_amount", "total_sale_count", "total_refund_amount", "total_refund_count", "total_void_amount", "total_void_count", "total_blind_refund_amount", "total_blind_refund_count", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-batch_num", "-product_transaction_id", "-location_id", "-processing_status_id", "-is_open", "-batch_close_ts", "-settlement_file_name", "-batch_close_detail", "-total_sale_amount", "-total_sale_count", "-total_refund_amount", "-total_refund_count", "-total_void_amount", "-total_void_count", "-total_blind_refund_amount", "-total_blind_refund_count", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "batch_num", "product_transaction_id", "location_id", "processing_status_id", "is_open", "batch_close_ts", "settlement_file_name", "batch_close_detail", "total_sale_amount", "total_sale_count", "total_refund_amount", "total_refund_count", "total_void_amount", "total_void_count", "total_blind_refund_amount", "total_blind_refund_count", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-batch_num", "-product_transaction_id", "-location_id", "-processing_status_id", "-is_open", "-batch_close_ts", "-settlement_file_name", "-batch_close_detail", "-total_sale_amount", "-total_sale_count", "-total_refund_amount", "-total_refund_count", "-total_void_amount", "-total_void_count", "-total_blind_refund_amount", "-total_blind_refund_count", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[TransactionbatchesExpand]
    page: int
    page_size: int


#: What can be embedded.
DiscrepanciesExpand = Literal["location", "product_transaction", "transaction_batch", "transaction", "explained_user"]


class DiscrepanciesQuery(TypedDict, total=False):
    """What list discrepancies can be asked."""
    id: Filter
    location_id: Filter
    kind: Filter
    status: Filter
    product_transaction_id: Filter
    transaction_batch_id: Filter
    transaction_id: Filter
    reference: Filter
    processor: Filter
    ours: Filter
    theirs: Filter
    found_by: Filter
    times_found: Filter
    seen_ts: Filter
    seen_ts_from: Filter
    seen_ts_to: Filter
    note: Filter
    explained_ts: Filter
    explained_ts_from: Filter
    explained_ts_to: Filter
    explained_user_id: Filter
    gone_ts: Filter
    gone_ts_from: Filter
    gone_ts_to: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "kind", "status", "product_transaction_id", "transaction_batch_id", "transaction_id", "reference", "processor", "ours", "theirs", "found_by", "times_found", "seen_ts", "note", "explained_ts", "explained_user_id", "gone_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-kind", "-status", "-product_transaction_id", "-transaction_batch_id", "-transaction_id", "-reference", "-processor", "-ours", "-theirs", "-found_by", "-times_found", "-seen_ts", "-note", "-explained_ts", "-explained_user_id", "-gone_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "kind", "status", "product_transaction_id", "transaction_batch_id", "transaction_id", "reference", "processor", "ours", "theirs", "found_by", "times_found", "seen_ts", "note", "explained_ts", "explained_user_id", "gone_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-kind", "-status", "-product_transaction_id", "-transaction_batch_id", "-transaction_id", "-reference", "-processor", "-ours", "-theirs", "-found_by", "-times_found", "-seen_ts", "-note", "-explained_ts", "-explained_user_id", "-gone_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[DiscrepanciesExpand]
    page: int
    page_size: int


#: What can be embedded.
PostbackconfigsExpand = Literal["location", "product_transaction", "created_user", "basic_auth_username", "basic_auth_password", "signing_secret", "postback_logs", "changelogs"]


class PostbackconfigsQuery(TypedDict, total=False):
    """What list postbackconfigs can be asked."""
    id: Filter
    location_id: Filter
    resource: Filter
    on_create: Filter
    on_update: Filter
    on_delete: Filter
    url: Filter
    is_active: Filter
    format: Filter
    number_of_attempts: Filter
    attempt_interval: Filter
    expands: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    oauthgrant_id: Filter
    product_transaction_id: Filter
    disabled_ts: Filter
    disabled_ts_from: Filter
    disabled_ts_to: Filter
    disabled_reason: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "resource", "on_create", "on_update", "on_delete", "url", "is_active", "format", "number_of_attempts", "attempt_interval", "expands", "created_ts", "modified_ts", "oauthgrant_id", "product_transaction_id", "disabled_ts", "disabled_reason", "created_user_id", "modified_user_id", "-id", "-location_id", "-resource", "-on_create", "-on_update", "-on_delete", "-url", "-is_active", "-format", "-number_of_attempts", "-attempt_interval", "-expands", "-created_ts", "-modified_ts", "-oauthgrant_id", "-product_transaction_id", "-disabled_ts", "-disabled_reason", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "resource", "on_create", "on_update", "on_delete", "url", "is_active", "format", "number_of_attempts", "attempt_interval", "expands", "created_ts", "modified_ts", "oauthgrant_id", "product_transaction_id", "disabled_ts", "disabled_reason", "created_user_id", "modified_user_id", "-id", "-location_id", "-resource", "-on_create", "-on_update", "-on_delete", "-url", "-is_active", "-format", "-number_of_attempts", "-attempt_interval", "-expands", "-created_ts", "-modified_ts", "-oauthgrant_id", "-product_transaction_id", "-disabled_ts", "-disabled_reason", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[PostbackconfigsExpand]
    page: int
    page_size: int


#: What can be embedded.
PostbacklogsExpand = Literal["attempts", "data", "location", "postback_config", "replay_of"]


class PostbacklogsQuery(TypedDict, total=False):
    """What list postbacklogs can be asked."""
    id: Filter
    location_id: Filter
    postback_config_id: Filter
    resource: Filter
    type: Filter
    resource_id: Filter
    postback_status_id: Filter
    number_of_attempts: Filter
    next_run_ts: Filter
    next_run_ts_from: Filter
    next_run_ts_to: Filter
    message_id: Filter
    replay_of_id: Filter
    url: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "postback_config_id", "resource", "type", "resource_id", "postback_status_id", "number_of_attempts", "next_run_ts", "message_id", "replay_of_id", "url", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-postback_config_id", "-resource", "-type", "-resource_id", "-postback_status_id", "-number_of_attempts", "-next_run_ts", "-message_id", "-replay_of_id", "-url", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "postback_config_id", "resource", "type", "resource_id", "postback_status_id", "number_of_attempts", "next_run_ts", "message_id", "replay_of_id", "url", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-postback_config_id", "-resource", "-type", "-resource_id", "-postback_status_id", "-number_of_attempts", "-next_run_ts", "-message_id", "-replay_of_id", "-url", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[PostbacklogsExpand]
    page: int
    page_size: int


#: What can be embedded.
PostbackattemptsExpand = Literal["postback_config", "postback_log"]


class PostbackattemptsQuery(TypedDict, total=False):
    """What list postbackattempts can be asked."""
    id: Filter
    location_id: Filter
    postback_config_id: Filter
    postback_log_id: Filter
    number_of_attempts: Filter
    succeeded: Filter
    url: Filter
    request_headers: Filter
    response_status: Filter
    response_headers: Filter
    response_body: Filter
    error: Filter
    duration_ms: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "postback_config_id", "postback_log_id", "number_of_attempts", "succeeded", "url", "request_headers", "response_status", "response_headers", "response_body", "error", "duration_ms", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-postback_config_id", "-postback_log_id", "-number_of_attempts", "-succeeded", "-url", "-request_headers", "-response_status", "-response_headers", "-response_body", "-error", "-duration_ms", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "postback_config_id", "postback_log_id", "number_of_attempts", "succeeded", "url", "request_headers", "response_status", "response_headers", "response_body", "error", "duration_ms", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-postback_config_id", "-postback_log_id", "-number_of_attempts", "-succeeded", "-url", "-request_headers", "-response_status", "-response_headers", "-response_body", "-error", "-duration_ms", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[PostbackattemptsExpand]
    page: int
    page_size: int


class ReasoncodesQuery(TypedDict, total=False):
    """What list reasoncodes can be asked."""
    id: Filter
    title: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    page: int
    page_size: int


#: What can be embedded.
TerminalsExpand = Literal["terminal_agent", "terminal_routers", "has_terminal_routers", "location", "created_user", "terminal_application", "terminal_cvm", "terminal_manufacturer", "default_product_transaction", "changelogs"]


class TerminalsQuery(TypedDict, total=False):
    """What list terminals can be asked."""
    id: Filter
    location_id: Filter
    terminal_manufacturer_id: Filter
    terminal_application_id: Filter
    title: Filter
    serial_number: Filter
    default_product_transaction_id: Filter
    terminal_cvm_id: Filter
    terminal_agent_id: Filter
    mac_address: Filter
    local_ip_address: Filter
    port: Filter
    terminal_number: Filter
    terminal_api_id: Filter
    debit: Filter
    emv: Filter
    cashback_enable: Filter
    print_enable: Filter
    sig_capture_enable: Filter
    tip_enable: Filter
    is_provisioned: Filter
    validated_decryption: Filter
    active: Filter
    communication_type: Filter
    header_line1: Filter
    header_line2: Filter
    header_line3: Filter
    header_line4: Filter
    header_line5: Filter
    trailer_line1: Filter
    trailer_line2: Filter
    trailer_line3: Filter
    trailer_line4: Filter
    trailer_line5: Filter
    default_checkin: Filter
    default_checkout: Filter
    default_room_rate: Filter
    default_room_number: Filter
    terminal_timeouts: Filter
    tip_percents: Filter
    last_registration_ts: Filter
    last_registration_ts_from: Filter
    last_registration_ts_to: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "terminal_manufacturer_id", "terminal_application_id", "title", "serial_number", "default_product_transaction_id", "terminal_cvm_id", "terminal_agent_id", "mac_address", "local_ip_address", "port", "terminal_number", "terminal_api_id", "debit", "emv", "cashback_enable", "print_enable", "sig_capture_enable", "tip_enable", "is_provisioned", "validated_decryption", "active", "communication_type", "header_line1", "header_line2", "header_line3", "header_line4", "header_line5", "trailer_line1", "trailer_line2", "trailer_line3", "trailer_line4", "trailer_line5", "default_checkin", "default_checkout", "default_room_rate", "default_room_number", "terminal_timeouts", "tip_percents", "last_registration_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-terminal_manufacturer_id", "-terminal_application_id", "-title", "-serial_number", "-default_product_transaction_id", "-terminal_cvm_id", "-terminal_agent_id", "-mac_address", "-local_ip_address", "-port", "-terminal_number", "-terminal_api_id", "-debit", "-emv", "-cashback_enable", "-print_enable", "-sig_capture_enable", "-tip_enable", "-is_provisioned", "-validated_decryption", "-active", "-communication_type", "-header_line1", "-header_line2", "-header_line3", "-header_line4", "-header_line5", "-trailer_line1", "-trailer_line2", "-trailer_line3", "-trailer_line4", "-trailer_line5", "-default_checkin", "-default_checkout", "-default_room_rate", "-default_room_number", "-terminal_timeouts", "-tip_percents", "-last_registration_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "terminal_manufacturer_id", "terminal_application_id", "title", "serial_number", "default_product_transaction_id", "terminal_cvm_id", "terminal_agent_id", "mac_address", "local_ip_address", "port", "terminal_number", "terminal_api_id", "debit", "emv", "cashback_enable", "print_enable", "sig_capture_enable", "tip_enable", "is_provisioned", "validated_decryption", "active", "communication_type", "header_line1", "header_line2", "header_line3", "header_line4", "header_line5", "trailer_line1", "trailer_line2", "trailer_line3", "trailer_line4", "trailer_line5", "default_checkin", "default_checkout", "default_room_rate", "default_room_number", "terminal_timeouts", "tip_percents", "last_registration_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-terminal_manufacturer_id", "-terminal_application_id", "-title", "-serial_number", "-default_product_transaction_id", "-terminal_cvm_id", "-terminal_agent_id", "-mac_address", "-local_ip_address", "-port", "-terminal_number", "-terminal_api_id", "-debit", "-emv", "-cashback_enable", "-print_enable", "-sig_capture_enable", "-tip_enable", "-is_provisioned", "-validated_decryption", "-active", "-communication_type", "-header_line1", "-header_line2", "-header_line3", "-header_line4", "-header_line5", "-trailer_line1", "-trailer_line2", "-trailer_line3", "-trailer_line4", "-trailer_line5", "-default_checkin", "-default_checkout", "-default_room_rate", "-default_room_number", "-terminal_timeouts", "-tip_percents", "-last_registration_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[TerminalsExpand]
    page: int
    page_size: int


#: What can be embedded.
TerminalrunsExpand = Literal["terminal", "transaction", "account_vault", "contact", "location"]


class TerminalrunsQuery(TypedDict, total=False):
    """What list terminalruns can be asked."""
    id: Filter
    location_id: Filter
    terminal_id: Filter
    action: Filter
    status: Filter
    result: Filter
    step: Filter
    message: Filter
    transaction_amount: Filter
    transaction_api_id: Filter
    contact_id: Filter
    product_transaction_id: Filter
    transaction_id: Filter
    account_vault_id: Filter
    cancel_ts: Filter
    cancel_ts_from: Filter
    cancel_ts_to: Filter
    abandoned_ts: Filter
    abandoned_ts_from: Filter
    abandoned_ts_to: Filter
    deadline_ts: Filter
    deadline_ts_from: Filter
    deadline_ts_to: Filter
    ended_ts: Filter
    ended_ts_from: Filter
    ended_ts_to: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "terminal_id", "action", "status", "result", "step", "message", "transaction_amount", "transaction_api_id", "contact_id", "product_transaction_id", "transaction_id", "account_vault_id", "cancel_ts", "abandoned_ts", "deadline_ts", "ended_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-terminal_id", "-action", "-status", "-result", "-step", "-message", "-transaction_amount", "-transaction_api_id", "-contact_id", "-product_transaction_id", "-transaction_id", "-account_vault_id", "-cancel_ts", "-abandoned_ts", "-deadline_ts", "-ended_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "terminal_id", "action", "status", "result", "step", "message", "transaction_amount", "transaction_api_id", "contact_id", "product_transaction_id", "transaction_id", "account_vault_id", "cancel_ts", "abandoned_ts", "deadline_ts", "ended_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-terminal_id", "-action", "-status", "-result", "-step", "-message", "-transaction_amount", "-transaction_api_id", "-contact_id", "-product_transaction_id", "-transaction_id", "-account_vault_id", "-cancel_ts", "-abandoned_ts", "-deadline_ts", "-ended_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[TerminalrunsExpand]
    page: int
    page_size: int


#: What can be embedded.
TerminalagentsExpand = Literal["location", "terminals"]


class TerminalagentsQuery(TypedDict, total=False):
    """What list terminalagents can be asked."""
    id: Filter
    location_id: Filter
    title: Filter
    active: Filter
    version: Filter
    last_seen_ts: Filter
    last_seen_ts_from: Filter
    last_seen_ts_to: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "title", "active", "version", "last_seen_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-active", "-version", "-last_seen_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "title", "active", "version", "last_seen_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-active", "-version", "-last_seen_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[TerminalagentsExpand]
    page: int
    page_size: int


class TerminalapplicationsQuery(TypedDict, total=False):
    """What list terminalapplications can be asked."""
    id: Filter
    title: Filter
    description: Filter
    standalone: Filter
    emv_capable: Filter
    nfc_capable: Filter
    pin_capable: Filter
    print_capable: Filter
    msr_capable: Filter
    sig_capture_capable: Filter
    mpos_terminal: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "title", "description", "standalone", "emv_capable", "nfc_capable", "pin_capable", "print_capable", "msr_capable", "sig_capture_capable", "mpos_terminal", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-description", "-standalone", "-emv_capable", "-nfc_capable", "-pin_capable", "-print_capable", "-msr_capable", "-sig_capture_capable", "-mpos_terminal", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "title", "description", "standalone", "emv_capable", "nfc_capable", "pin_capable", "print_capable", "msr_capable", "sig_capture_capable", "mpos_terminal", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-description", "-standalone", "-emv_capable", "-nfc_capable", "-pin_capable", "-print_capable", "-msr_capable", "-sig_capture_capable", "-mpos_terminal", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    page: int
    page_size: int


#: What can be embedded.
TerminalcvmsExpand = Literal["terminal_manufacturer"]


class TerminalcvmsQuery(TypedDict, total=False):
    """What list terminalcvms can be asked."""
    id: Filter
    terminal_manufacturer_code: Filter
    title: Filter
    contact_data: Filter
    contactless_data: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "terminal_manufacturer_code", "title", "contact_data", "contactless_data", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-terminal_manufacturer_code", "-title", "-contact_data", "-contactless_data", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "terminal_manufacturer_code", "title", "contact_data", "contactless_data", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-terminal_manufacturer_code", "-title", "-contact_data", "-contactless_data", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[TerminalcvmsExpand]
    page: int
    page_size: int


#: What can be embedded.
TerminalinfosExpand = Literal["location", "terminal_manufacturer"]


class TerminalinfosQuery(TypedDict, total=False):
    """What list terminalinfos can be asked."""
    id: Filter
    location_id: Filter
    local_ip_address: Filter
    port: Filter
    title: Filter
    serial_number: Filter
    active: Filter
    sort: Union[Literal["id", "location_id", "local_ip_address", "port", "title", "serial_number", "active", "-id", "-location_id", "-local_ip_address", "-port", "-title", "-serial_number", "-active"], Sequence[Literal["id", "location_id", "local_ip_address", "port", "title", "serial_number", "active", "-id", "-location_id", "-local_ip_address", "-port", "-title", "-serial_number", "-active"]]]
    expand: Sequence[TerminalinfosExpand]
    page: int
    page_size: int


class TerminalmanufacturersQuery(TypedDict, total=False):
    """What list terminalmanufacturers can be asked."""
    id: Filter
    title: Filter
    idtype: Filter
    code: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "title", "idtype", "code", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-idtype", "-code", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "title", "idtype", "code", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-idtype", "-code", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    page: int
    page_size: int


#: What can be embedded.
ScannersExpand = Literal["scanner_model", "location", "created_user", "scanner_manufacturer"]


class ScannersQuery(TypedDict, total=False):
    """What list scanners can be asked."""
    id: Filter
    title: Filter
    serial_number: Filter
    scanner_model_id: Filter
    location_id: Filter
    active: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "title", "serial_number", "scanner_model_id", "location_id", "active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-serial_number", "-scanner_model_id", "-location_id", "-active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "title", "serial_number", "scanner_model_id", "location_id", "active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-serial_number", "-scanner_model_id", "-location_id", "-active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[ScannersExpand]
    page: int
    page_size: int


#: What can be embedded.
ScannermodelsExpand = Literal["scanner_manufacturer"]


class ScannermodelsQuery(TypedDict, total=False):
    """What list scannermodels can be asked."""
    id: Filter
    title: Filter
    scanner_manufacturer_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "title", "scanner_manufacturer_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-scanner_manufacturer_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "title", "scanner_manufacturer_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-scanner_manufacturer_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[ScannermodelsExpand]
    page: int
    page_size: int


class ScannermanufacturersQuery(TypedDict, total=False):
    """What list scannermanufacturers can be asked."""
    id: Filter
    title: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    page: int
    page_size: int


#: What can be embedded.
DevicetermsExpand = Literal["created_user", "location", "terminal", "reason_code", "signature"]


class DevicetermsQuery(TypedDict, total=False):
    """What list deviceterms can be asked."""
    id: Filter
    location_id: Filter
    terminal_id: Filter
    require_signature: Filter
    terms_conditions: Filter
    device_terms_api_id: Filter
    device_term_api_id: Filter
    reason_code_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    created_user_id: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "terminal_id", "require_signature", "terms_conditions", "device_terms_api_id", "device_term_api_id", "reason_code_id", "created_ts", "created_user_id", "modified_ts", "modified_user_id", "-id", "-location_id", "-terminal_id", "-require_signature", "-terms_conditions", "-device_terms_api_id", "-device_term_api_id", "-reason_code_id", "-created_ts", "-created_user_id", "-modified_ts", "-modified_user_id"], Sequence[Literal["id", "location_id", "terminal_id", "require_signature", "terms_conditions", "device_terms_api_id", "device_term_api_id", "reason_code_id", "created_ts", "created_user_id", "modified_ts", "modified_user_id", "-id", "-location_id", "-terminal_id", "-require_signature", "-terms_conditions", "-device_terms_api_id", "-device_term_api_id", "-reason_code_id", "-created_ts", "-created_user_id", "-modified_ts", "-modified_user_id"]]]
    expand: Sequence[DevicetermsExpand]
    page: int
    page_size: int


#: What can be embedded.
SignaturesExpand = Literal["created_user"]


class SignaturesQuery(TypedDict, total=False):
    """What list signatures can be asked."""
    id: Filter
    resource_id: Filter
    resource: Filter
    signature: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "resource_id", "resource", "signature", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-resource_id", "-resource", "-signature", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "resource_id", "resource", "signature", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-resource_id", "-resource", "-signature", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[SignaturesExpand]
    page: int
    page_size: int


#: What can be embedded.
LocationsExpand = Literal["branding_domain", "created_user", "developer_company", "product_transactions", "product_recurring", "product_file", "parent", "children", "terminal", "tags", "changelogs"]


class LocationsQuery(TypedDict, total=False):
    """What list locations can be asked."""
    id: Filter
    parent_id: Filter
    name: Filter
    aba: Filter
    dda: Filter
    account_number: Filter
    address1: Filter
    address2: Filter
    city: Filter
    state: Filter
    zip_code: Filter
    office_phone: Filter
    office_ext_phone: Filter
    fax: Filter
    tz: Filter
    branding_domain_id: Filter
    branding_domain_title: Filter
    branding_domain_url: Filter
    contact_email_trx_receipt_default: Filter
    default_ach: Filter
    default_cc: Filter
    developer_company_id: Filter
    email_reply_to: Filter
    location_api_id: Filter
    location_c1: Filter
    location_c2: Filter
    location_c3: Filter
    receipt_logo: Filter
    recurring_notification_days_default: Filter
    show_contact_files: Filter
    show_contact_notes: Filter
    form_data_hash_required: Filter
    form_opens_once: Filter
    sso_signature_required: Filter
    ticket_origins: Filter
    password_min_length: Filter
    password_history: Filter
    user_inactive_days: Filter
    second_factor_of: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "parent_id", "name", "aba", "dda", "account_number", "address1", "address2", "city", "state", "zip_code", "office_phone", "office_ext_phone", "fax", "tz", "branding_domain_id", "branding_domain_title", "branding_domain_url", "contact_email_trx_receipt_default", "default_ach", "default_cc", "developer_company_id", "email_reply_to", "location_api_id", "location_c1", "location_c2", "location_c3", "receipt_logo", "recurring_notification_days_default", "show_contact_files", "show_contact_notes", "form_data_hash_required", "form_opens_once", "sso_signature_required", "ticket_origins", "password_min_length", "password_history", "user_inactive_days", "second_factor_of", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-parent_id", "-name", "-aba", "-dda", "-account_number", "-address1", "-address2", "-city", "-state", "-zip_code", "-office_phone", "-office_ext_phone", "-fax", "-tz", "-branding_domain_id", "-branding_domain_title", "-branding_domain_url", "-contact_email_trx_receipt_default", "-default_ach", "-default_cc", "-developer_company_id", "-email_reply_to", "-location_api_id", "-location_c1", "-location_c2", "-location_c3", "-receipt_logo", "-recurring_notification_days_default", "-show_contact_files", "-show_contact_notes", "-form_data_hash_required", "-form_opens_once", "-sso_signature_required", "-ticket_origins", "-password_min_length", "-password_history", "-user_inactive_days", "-second_factor_of", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "parent_id", "name", "aba", "dda", "account_number", "address1", "address2", "city", "state", "zip_code", "office_phone", "office_ext_phone", "fax", "tz", "branding_domain_id", "branding_domain_title", "branding_domain_url", "contact_email_trx_receipt_default", "default_ach", "default_cc", "developer_company_id", "email_reply_to", "location_api_id", "location_c1", "location_c2", "location_c3", "receipt_logo", "recurring_notification_days_default", "show_contact_files", "show_contact_notes", "form_data_hash_required", "form_opens_once", "sso_signature_required", "ticket_origins", "password_min_length", "password_history", "user_inactive_days", "second_factor_of", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-parent_id", "-name", "-aba", "-dda", "-account_number", "-address1", "-address2", "-city", "-state", "-zip_code", "-office_phone", "-office_ext_phone", "-fax", "-tz", "-branding_domain_id", "-branding_domain_title", "-branding_domain_url", "-contact_email_trx_receipt_default", "-default_ach", "-default_cc", "-developer_company_id", "-email_reply_to", "-location_api_id", "-location_c1", "-location_c2", "-location_c3", "-receipt_logo", "-recurring_notification_days_default", "-show_contact_files", "-show_contact_notes", "-form_data_hash_required", "-form_opens_once", "-sso_signature_required", "-ticket_origins", "-password_min_length", "-password_history", "-user_inactive_days", "-second_factor_of", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[LocationsExpand]
    page: int
    page_size: int


#: What can be embedded.
ProducttransactionsExpand = Literal["location", "surcharge", "created_user", "changelogs"]


class ProducttransactionsQuery(TypedDict, total=False):
    """What list producttransactions can be asked."""
    id: Filter
    location_id: Filter
    title: Filter
    payment_method: Filter
    processor: Filter
    processor_version: Filter
    industry_type: Filter
    mcc: Filter
    merchant_id: Filter
    terminal_id: Filter
    account_number: Filter
    active: Filter
    tz: Filter
    current_batch: Filter
    batch_auto_settle: Filter
    batch_settle_hour: Filter
    current_stan: Filter
    product_transaction_api_id: Filter
    portfolio_id: Filter
    sales_office_id: Filter
    partner: Filter
    default_transaction_type: Filter
    card_type_visa: Filter
    card_type_mc: Filter
    card_type_disc: Filter
    card_type_amex: Filter
    card_type_diners: Filter
    card_type_jcb: Filter
    card_type_ebt: Filter
    vt_enable: Filter
    vt_cvv: Filter
    vt_require_cvv: Filter
    vt_street: Filter
    vt_zip: Filter
    vt_order_num: Filter
    vt_require_street: Filter
    vt_require_zip: Filter
    vt_enable_tip: Filter
    vt_enable_sales_tax: Filter
    vt_override_sales_tax_allowed: Filter
    vt_clerk_number: Filter
    vt_billing_phone: Filter
    vt_show_custom_fields: Filter
    auto_decline_cvv: Filter
    auto_decline_street: Filter
    auto_decline_zip: Filter
    auto_decline_cavv: Filter
    allow_partial_authorization: Filter
    allow_recurring_partial_authorization: Filter
    refund_approval_amount: Filter
    allow_blind_refund: Filter
    require_cvv_on_keyed_cnp: Filter
    require_cvv_on_tokenized_cnp: Filter
    dup_check_per_batch: Filter
    velocity_settings: Filter
    ach_allow_debit: Filter
    ach_allow_credit: Filter
    ach_allow_refund: Filter
    debit_allow_void: Filter
    processor_data: Filter
    processor_rules: Filter
    run_avs_on_accountvault_create: Filter
    accountvault_expire_notification_email_enable: Filter
    cau_subscribe_type_id: Filter
    cau_account_number: Filter
    quick_invoice_allow: Filter
    quick_invoice_text_to_pay: Filter
    paylink_allow: Filter
    level3_allow: Filter
    level3_default: Filter
    hosted_payment_page_allow: Filter
    hosted_payment_page_max_allowed: Filter
    sms_enable: Filter
    split_payments_allow: Filter
    bank_funded_only: Filter
    surcharge_id: Filter
    tax_surcharge_config: Filter
    display_avs: Filter
    statement_descriptor: Filter
    receipt_header: Filter
    receipt_footer: Filter
    receipt_add_account_above_signature: Filter
    receipt_add_recurring_above_signature: Filter
    receipt_vt_above_signature: Filter
    receipt_logo: Filter
    receipt_show_contact_name: Filter
    receipt_show_custom_fields: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "title", "payment_method", "processor", "processor_version", "industry_type", "mcc", "merchant_id", "terminal_id", "account_number", "active", "tz", "current_batch", "batch_auto_settle", "batch_settle_hour", "current_stan", "product_transaction_api_id", "portfolio_id", "sales_office_id", "partner", "default_transaction_type", "card_type_visa", "card_type_mc", "card_type_disc", "card_type_amex", "card_type_diners", "card_type_jcb", "card_type_ebt", "vt_enable", "vt_cvv", "vt_require_cvv", "vt_street", "vt_zip", "vt_order_num", "vt_require_street", "vt_require_zip", "vt_enable_tip", "vt_enable_sales_tax", "vt_override_sales_tax_allowed", "vt_clerk_number", "vt_billing_phone", "vt_show_custom_fields", "auto_decline_cvv", "auto_decline_street", "auto_decline_zip", "auto_decline_cavv", "allow_partial_authorization", "allow_recurring_partial_authorization", "refund_approval_amount", "allow_blind_refund", "require_cvv_on_keyed_cnp", "require_cvv_on_tokenized_cnp", "dup_check_per_batch", "velocity_settings", "ach_allow_debit", "ach_allow_credit", "ach_allow_refund", "debit_allow_void", "processor_data", "processor_rules", "run_avs_on_accountvault_create", "accountvault_expire_notification_email_enable", "cau_subscribe_type_id", "cau_account_number", "quick_invoice_allow", "quick_invoice_text_to_pay", "paylink_allow", "level3_allow", "level3_default", "hosted_payment_page_allow", "hosted_payment_page_max_allowed", "sms_enable", "split_payments_allow", "bank_funded_only", "surcharge_id", "tax_surcharge_config", "display_avs", "statement_descriptor", "receipt_header", "receipt_footer", "receipt_add_account_above_signature", "receipt_add_recurring_above_signature", "receipt_vt_above_signature", "receipt_logo", "receipt_show_contact_name", "receipt_show_custom_fields", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-payment_method", "-processor", "-processor_version", "-industry_type", "-mcc", "-merchant_id", "-terminal_id", "-account_number", "-active", "-tz", "-current_batch", "-batch_auto_settle", "-batch_settle_hour", "-current_stan", "-product_transaction_api_id", "-portfolio_id", "-sales_office_id", "-partner", "-default_transaction_type", "-card_type_visa", "-card_type_mc", "-card_type_disc", "-card_type_amex", "-card_type_diners", "-card_type_jcb", "-card_type_ebt", "-vt_enable", "-vt_cvv", "-vt_require_cvv", "-vt_street", "-vt_zip", "-vt_order_num", "-vt_require_street", "-vt_require_zip", "-vt_enable_tip", "-vt_enable_sales_tax", "-vt_override_sales_tax_allowed", "-vt_clerk_number", "-vt_billing_phone", "-vt_show_custom_fields", "-auto_decline_cvv", "-auto_decline_street", "-auto_decline_zip", "-auto_decline_cavv", "-allow_partial_authorization", "-allow_recurring_partial_authorization", "-refund_approval_amount", "-allow_blind_refund", "-require_cvv_on_keyed_cnp", "-require_cvv_on_tokenized_cnp", "-dup_check_per_batch", "-velocity_settings", "-ach_allow_debit", "-ach_allow_credit", "-ach_allow_refund", "-debit_allow_void", "-processor_data", "-processor_rules", "-run_avs_on_accountvault_create", "-accountvault_expire_notification_email_enable", "-cau_subscribe_type_id", "-cau_account_number", "-quick_invoice_allow", "-quick_invoice_text_to_pay", "-paylink_allow", "-level3_allow", "-level3_default", "-hosted_payment_page_allow", "-hosted_payment_page_max_allowed", "-sms_enable", "-split_payments_allow", "-bank_funded_only", "-surcharge_id", "-tax_surcharge_config", "-display_avs", "-statement_descriptor", "-receipt_header", "-receipt_footer", "-receipt_add_account_above_signature", "-receipt_add_recurring_above_signature", "-receipt_vt_above_signature", "-receipt_logo", "-receipt_show_contact_name", "-receipt_show_custom_fields", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "title", "payment_method", "processor", "processor_version", "industry_type", "mcc", "merchant_id", "terminal_id", "account_number", "active", "tz", "current_batch", "batch_auto_settle", "batch_settle_hour", "current_stan", "product_transaction_api_id", "portfolio_id", "sales_office_id", "partner", "default_transaction_type", "card_type_visa", "card_type_mc", "card_type_disc", "card_type_amex", "card_type_diners", "card_type_jcb", "card_type_ebt", "vt_enable", "vt_cvv", "vt_require_cvv", "vt_street", "vt_zip", "vt_order_num", "vt_require_street", "vt_require_zip", "vt_enable_tip", "vt_enable_sales_tax", "vt_override_sales_tax_allowed", "vt_clerk_number", "vt_billing_phone", "vt_show_custom_fields", "auto_decline_cvv", "auto_decline_street", "auto_decline_zip", "auto_decline_cavv", "allow_partial_authorization", "allow_recurring_partial_authorization", "refund_approval_amount", "allow_blind_refund", "require_cvv_on_keyed_cnp", "require_cvv_on_tokenized_cnp", "dup_check_per_batch", "velocity_settings", "ach_allow_debit", "ach_allow_credit", "ach_allow_refund", "debit_allow_void", "processor_data", "processor_rules", "run_avs_on_accountvault_create", "accountvault_expire_notification_email_enable", "cau_subscribe_type_id", "cau_account_number", "quick_invoice_allow", "quick_invoice_text_to_pay", "paylink_allow", "level3_allow", "level3_default", "hosted_payment_page_allow", "hosted_payment_page_max_allowed", "sms_enable", "split_payments_allow", "bank_funded_only", "surcharge_id", "tax_surcharge_config", "display_avs", "statement_descriptor", "receipt_header", "receipt_footer", "receipt_add_account_above_signature", "receipt_add_recurring_above_signature", "receipt_vt_above_signature", "receipt_logo", "receipt_show_contact_name", "receipt_show_custom_fields", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-payment_method", "-processor", "-processor_version", "-industry_type", "-mcc", "-merchant_id", "-terminal_id", "-account_number", "-active", "-tz", "-current_batch", "-batch_auto_settle", "-batch_settle_hour", "-current_stan", "-product_transaction_api_id", "-portfolio_id", "-sales_office_id", "-partner", "-default_transaction_type", "-card_type_visa", "-card_type_mc", "-card_type_disc", "-card_type_amex", "-card_type_diners", "-card_type_jcb", "-card_type_ebt", "-vt_enable", "-vt_cvv", "-vt_require_cvv", "-vt_street", "-vt_zip", "-vt_order_num", "-vt_require_street", "-vt_require_zip", "-vt_enable_tip", "-vt_enable_sales_tax", "-vt_override_sales_tax_allowed", "-vt_clerk_number", "-vt_billing_phone", "-vt_show_custom_fields", "-auto_decline_cvv", "-auto_decline_street", "-auto_decline_zip", "-auto_decline_cavv", "-allow_partial_authorization", "-allow_recurring_partial_authorization", "-refund_approval_amount", "-allow_blind_refund", "-require_cvv_on_keyed_cnp", "-require_cvv_on_tokenized_cnp", "-dup_check_per_batch", "-velocity_settings", "-ach_allow_debit", "-ach_allow_credit", "-ach_allow_refund", "-debit_allow_void", "-processor_data", "-processor_rules", "-run_avs_on_accountvault_create", "-accountvault_expire_notification_email_enable", "-cau_subscribe_type_id", "-cau_account_number", "-quick_invoice_allow", "-quick_invoice_text_to_pay", "-paylink_allow", "-level3_allow", "-level3_default", "-hosted_payment_page_allow", "-hosted_payment_page_max_allowed", "-sms_enable", "-split_payments_allow", "-bank_funded_only", "-surcharge_id", "-tax_surcharge_config", "-display_avs", "-statement_descriptor", "-receipt_header", "-receipt_footer", "-receipt_add_account_above_signature", "-receipt_add_recurring_above_signature", "-receipt_vt_above_signature", "-receipt_logo", "-receipt_show_contact_name", "-receipt_show_custom_fields", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[ProducttransactionsExpand]
    page: int
    page_size: int


#: What can be embedded.
SurchargesExpand = Literal["location", "product_transactions", "created_user", "changelogs"]


class SurchargesQuery(TypedDict, total=False):
    """What list surcharges can be asked."""
    id: Filter
    location_id: Filter
    title: Filter
    surcharge_label: Filter
    surcharge_fee: Filter
    surcharge_rate: Filter
    min_fee_amount: Filter
    max_fee_amount: Filter
    max_transaction_amount: Filter
    surcharge_on_recurring: Filter
    refund_surcharges: Filter
    run_as_separate_transaction: Filter
    apply_to_user_type_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "title", "surcharge_label", "surcharge_fee", "surcharge_rate", "min_fee_amount", "max_fee_amount", "max_transaction_amount", "surcharge_on_recurring", "refund_surcharges", "run_as_separate_transaction", "apply_to_user_type_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-surcharge_label", "-surcharge_fee", "-surcharge_rate", "-min_fee_amount", "-max_fee_amount", "-max_transaction_amount", "-surcharge_on_recurring", "-refund_surcharges", "-run_as_separate_transaction", "-apply_to_user_type_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "title", "surcharge_label", "surcharge_fee", "surcharge_rate", "min_fee_amount", "max_fee_amount", "max_transaction_amount", "surcharge_on_recurring", "refund_surcharges", "run_as_separate_transaction", "apply_to_user_type_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-title", "-surcharge_label", "-surcharge_fee", "-surcharge_rate", "-min_fee_amount", "-max_fee_amount", "-max_transaction_amount", "-surcharge_on_recurring", "-refund_surcharges", "-run_as_separate_transaction", "-apply_to_user_type_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[SurchargesExpand]
    page: int
    page_size: int


#: What can be embedded.
UsersExpand = Literal["created_user", "primary_location", "contact", "branding_domain", "changelogs"]


class UsersQuery(TypedDict, total=False):
    """What list users can be asked."""
    id: Filter
    username: Filter
    first_name: Filter
    last_name: Filter
    company_name: Filter
    email: Filter
    address: Filter
    city: Filter
    state: Filter
    zip: Filter
    cell_phone: Filter
    home_phone: Filter
    office_phone: Filter
    office_ext_phone: Filter
    account_number: Filter
    date_of_birth: Filter
    contact_id: Filter
    domain_id: Filter
    branding_domain_url: Filter
    primary_location_id: Filter
    user_type_id: Filter
    status_id: Filter
    status: Filter
    email_trx_receipt: Filter
    locale: Filter
    tz: Filter
    requires_new_password: Filter
    login_attempts: Filter
    last_login_ts: Filter
    last_login_ts_from: Filter
    last_login_ts_to: Filter
    current_login: Filter
    current_login_ip: Filter
    terms_accepted_ts: Filter
    terms_accepted_ts_from: Filter
    terms_accepted_ts_to: Filter
    terms_agree_ip: Filter
    terms_condition_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    ui_prefs: Filter
    forms_only: Filter
    user_api_key_ts: Filter
    user_api_key_ts_from: Filter
    user_api_key_ts_to: Filter
    user_api_key_scope: Filter
    user_api_key_expire_ts: Filter
    user_api_key_expire_ts_from: Filter
    user_api_key_expire_ts_to: Filter
    user_api_key_addresses: Filter
    user_hash_key_ts: Filter
    user_hash_key_ts_from: Filter
    user_hash_key_ts_to: Filter
    user_hash_key_expire_ts: Filter
    user_hash_key_expire_ts_from: Filter
    user_hash_key_expire_ts_to: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "username", "first_name", "last_name", "company_name", "email", "address", "city", "state", "zip", "cell_phone", "home_phone", "office_phone", "office_ext_phone", "account_number", "date_of_birth", "contact_id", "domain_id", "branding_domain_url", "primary_location_id", "user_type_id", "status_id", "status", "email_trx_receipt", "locale", "tz", "requires_new_password", "login_attempts", "last_login_ts", "current_login", "current_login_ip", "terms_accepted_ts", "terms_agree_ip", "terms_condition_id", "created_ts", "modified_ts", "created_user_id", "ui_prefs", "forms_only", "user_api_key_ts", "user_api_key_scope", "user_api_key_expire_ts", "user_api_key_addresses", "user_hash_key_ts", "user_hash_key_expire_ts", "modified_user_id", "-id", "-username", "-first_name", "-last_name", "-company_name", "-email", "-address", "-city", "-state", "-zip", "-cell_phone", "-home_phone", "-office_phone", "-office_ext_phone", "-account_number", "-date_of_birth", "-contact_id", "-domain_id", "-branding_domain_url", "-primary_location_id", "-user_type_id", "-status_id", "-status", "-email_trx_receipt", "-locale", "-tz", "-requires_new_password", "-login_attempts", "-last_login_ts", "-current_login", "-current_login_ip", "-terms_accepted_ts", "-terms_agree_ip", "-terms_condition_id", "-created_ts", "-modified_ts", "-created_user_id", "-ui_prefs", "-forms_only", "-user_api_key_ts", "-user_api_key_scope", "-user_api_key_expire_ts", "-user_api_key_addresses", "-user_hash_key_ts", "-user_hash_key_expire_ts", "-modified_user_id"], Sequence[Literal["id", "username", "first_name", "last_name", "company_name", "email", "address", "city", "state", "zip", "cell_phone", "home_phone", "office_phone", "office_ext_phone", "account_number", "date_of_birth", "contact_id", "domain_id", "branding_domain_url", "primary_location_id", "user_type_id", "status_id", "status", "email_trx_receipt", "locale", "tz", "requires_new_password", "login_attempts", "last_login_ts", "current_login", "current_login_ip", "terms_accepted_ts", "terms_agree_ip", "terms_condition_id", "created_ts", "modified_ts", "created_user_id", "ui_prefs", "forms_only", "user_api_key_ts", "user_api_key_scope", "user_api_key_expire_ts", "user_api_key_addresses", "user_hash_key_ts", "user_hash_key_expire_ts", "modified_user_id", "-id", "-username", "-first_name", "-last_name", "-company_name", "-email", "-address", "-city", "-state", "-zip", "-cell_phone", "-home_phone", "-office_phone", "-office_ext_phone", "-account_number", "-date_of_birth", "-contact_id", "-domain_id", "-branding_domain_url", "-primary_location_id", "-user_type_id", "-status_id", "-status", "-email_trx_receipt", "-locale", "-tz", "-requires_new_password", "-login_attempts", "-last_login_ts", "-current_login", "-current_login_ip", "-terms_accepted_ts", "-terms_agree_ip", "-terms_condition_id", "-created_ts", "-modified_ts", "-created_user_id", "-ui_prefs", "-forms_only", "-user_api_key_ts", "-user_api_key_scope", "-user_api_key_expire_ts", "-user_api_key_addresses", "-user_hash_key_ts", "-user_hash_key_expire_ts", "-modified_user_id"]]]
    expand: Sequence[UsersExpand]
    page: int
    page_size: int


#: What can be embedded.
AuthroleusersExpand = Literal["user"]


class AuthroleusersQuery(TypedDict, total=False):
    """What list authroleusers can be asked."""
    id: Filter
    user_id: Filter
    auth_role_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "user_id", "auth_role_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-user_id", "-auth_role_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "user_id", "auth_role_id", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-user_id", "-auth_role_id", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[AuthroleusersExpand]
    page: int
    page_size: int


#: What can be embedded.
LocationinfosExpand = Literal["product_transactions", "product_file", "product_accountvault", "product_recurring", "branding_domain", "surcharges", "terminals", "tags"]


class LocationinfosQuery(TypedDict, total=False):
    """What list locationinfos can be asked."""
    relationship: Filter
    product_transaction_active: Filter
    id: Filter
    name: Filter
    address1: Filter
    address2: Filter
    city: Filter
    state: Filter
    zip: Filter
    office_phone: Filter
    office_ext_phone: Filter
    fax: Filter
    tz: Filter
    branding_domain_url: Filter
    default_cc: Filter
    default_ach: Filter
    contact_email_trx_receipt_default: Filter
    show_contact_notes: Filter
    show_contact_files: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "name", "address1", "address2", "city", "state", "zip", "office_phone", "office_ext_phone", "fax", "tz", "branding_domain_url", "default_cc", "default_ach", "contact_email_trx_receipt_default", "show_contact_notes", "show_contact_files", "created_user_id", "modified_user_id", "-id", "-name", "-address1", "-address2", "-city", "-state", "-zip", "-office_phone", "-office_ext_phone", "-fax", "-tz", "-branding_domain_url", "-default_cc", "-default_ach", "-contact_email_trx_receipt_default", "-show_contact_notes", "-show_contact_files", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "name", "address1", "address2", "city", "state", "zip", "office_phone", "office_ext_phone", "fax", "tz", "branding_domain_url", "default_cc", "default_ach", "contact_email_trx_receipt_default", "show_contact_notes", "show_contact_files", "created_user_id", "modified_user_id", "-id", "-name", "-address1", "-address2", "-city", "-state", "-zip", "-office_phone", "-office_ext_phone", "-fax", "-tz", "-branding_domain_url", "-default_cc", "-default_ach", "-contact_email_trx_receipt_default", "-show_contact_notes", "-show_contact_files", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[LocationinfosExpand]
    page: int
    page_size: int


#: What can be embedded.
ProductfilesExpand = Literal["location"]


class ProductfilesQuery(TypedDict, total=False):
    """What list productfiles can be asked."""
    free_bytes: Filter
    byte_increment: Filter
    increment_cost: Filter
    monthly_fee: Filter
    max_file_size_bytes: Filter
    id: Filter
    title: Filter
    location_id: Filter
    product_file_credential_id: Filter
    container: Filter
    file_ext_allowed: Filter
    created_user_id: Filter
    modified_user_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    active: Filter
    sort: Union[Literal["free_bytes", "byte_increment", "increment_cost", "monthly_fee", "max_file_size_bytes", "id", "title", "location_id", "product_file_credential_id", "container", "file_ext_allowed", "created_user_id", "modified_user_id", "created_ts", "modified_ts", "active", "-free_bytes", "-byte_increment", "-increment_cost", "-monthly_fee", "-max_file_size_bytes", "-id", "-title", "-location_id", "-product_file_credential_id", "-container", "-file_ext_allowed", "-created_user_id", "-modified_user_id", "-created_ts", "-modified_ts", "-active"], Sequence[Literal["free_bytes", "byte_increment", "increment_cost", "monthly_fee", "max_file_size_bytes", "id", "title", "location_id", "product_file_credential_id", "container", "file_ext_allowed", "created_user_id", "modified_user_id", "created_ts", "modified_ts", "active", "-free_bytes", "-byte_increment", "-increment_cost", "-monthly_fee", "-max_file_size_bytes", "-id", "-title", "-location_id", "-product_file_credential_id", "-container", "-file_ext_allowed", "-created_user_id", "-modified_user_id", "-created_ts", "-modified_ts", "-active"]]]
    expand: Sequence[ProductfilesExpand]
    page: int
    page_size: int


#: What can be embedded.
ProductaccountvaultsExpand = Literal["location"]


class ProductaccountvaultsQuery(TypedDict, total=False):
    """What list productaccountvaults can be asked."""
    id: Filter
    title: Filter
    location_id: Filter
    created_user_id: Filter
    modified_user_id: Filter
    billing_location_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    active: Filter
    sort: Union[Literal["id", "title", "location_id", "created_user_id", "modified_user_id", "billing_location_id", "created_ts", "modified_ts", "active", "-id", "-title", "-location_id", "-created_user_id", "-modified_user_id", "-billing_location_id", "-created_ts", "-modified_ts", "-active"], Sequence[Literal["id", "title", "location_id", "created_user_id", "modified_user_id", "billing_location_id", "created_ts", "modified_ts", "active", "-id", "-title", "-location_id", "-created_user_id", "-modified_user_id", "-billing_location_id", "-created_ts", "-modified_ts", "-active"]]]
    expand: Sequence[ProductaccountvaultsExpand]
    page: int
    page_size: int


#: What can be embedded.
ProductrecurringsExpand = Literal["location"]


class ProductrecurringsQuery(TypedDict, total=False):
    """What list productrecurrings can be asked."""
    id: Filter
    title: Filter
    location_id: Filter
    created_user_id: Filter
    modified_user_id: Filter
    billing_location_id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    send_declined_notifications: Filter
    require_full_payment: Filter
    active: Filter
    sort: Union[Literal["id", "title", "location_id", "created_user_id", "modified_user_id", "billing_location_id", "created_ts", "modified_ts", "send_declined_notifications", "require_full_payment", "active", "-id", "-title", "-location_id", "-created_user_id", "-modified_user_id", "-billing_location_id", "-created_ts", "-modified_ts", "-send_declined_notifications", "-require_full_payment", "-active"], Sequence[Literal["id", "title", "location_id", "created_user_id", "modified_user_id", "billing_location_id", "created_ts", "modified_ts", "send_declined_notifications", "require_full_payment", "active", "-id", "-title", "-location_id", "-created_user_id", "-modified_user_id", "-billing_location_id", "-created_ts", "-modified_ts", "-send_declined_notifications", "-require_full_payment", "-active"]]]
    expand: Sequence[ProductrecurringsExpand]
    page: int
    page_size: int


#: What can be embedded.
SalestaxratesExpand = Literal["created_user", "location"]


class SalestaxratesQuery(TypedDict, total=False):
    """What list salestaxrates can be asked."""
    id: Filter
    location_id: Filter
    zip: Filter
    tax_rate: Filter
    title: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "zip", "tax_rate", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-zip", "-tax_rate", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "zip", "tax_rate", "title", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-zip", "-tax_rate", "-title", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[SalestaxratesExpand]
    page: int
    page_size: int


#: What can be embedded.
OauthclientsExpand = Literal["created_user"]


class OauthclientsQuery(TypedDict, total=False):
    """What list oauthclients can be asked."""
    id: Filter
    name: Filter
    description: Filter
    homepage_url: Filter
    redirect_urls: Filter
    is_public: Filter
    rotates_refresh_token: Filter
    logo: Filter
    active: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    client_id: Filter
    sort: Union[Literal["id", "name", "description", "homepage_url", "redirect_urls", "is_public", "rotates_refresh_token", "logo", "active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "client_id", "-id", "-name", "-description", "-homepage_url", "-redirect_urls", "-is_public", "-rotates_refresh_token", "-logo", "-active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id", "-client_id"], Sequence[Literal["id", "name", "description", "homepage_url", "redirect_urls", "is_public", "rotates_refresh_token", "logo", "active", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "client_id", "-id", "-name", "-description", "-homepage_url", "-redirect_urls", "-is_public", "-rotates_refresh_token", "-logo", "-active", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id", "-client_id"]]]
    expand: Sequence[OauthclientsExpand]
    page: int
    page_size: int


#: What can be embedded.
OauthgrantsExpand = Literal["user", "oauthclient", "location", "postback_configs"]


class OauthgrantsQuery(TypedDict, total=False):
    """What list oauthgrants can be asked."""
    id: Filter
    location_id: Filter
    user_id: Filter
    oauthclient_id: Filter
    name: Filter
    scope: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "user_id", "oauthclient_id", "name", "scope", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-user_id", "-oauthclient_id", "-name", "-scope", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "user_id", "oauthclient_id", "name", "scope", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-user_id", "-oauthclient_id", "-name", "-scope", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[OauthgrantsExpand]
    page: int
    page_size: int


#: What can be embedded.
AlertsExpand = Literal["location"]


class AlertsQuery(TypedDict, total=False):
    """What list alerts can be asked."""
    id: Filter
    location_id: Filter
    matter: Filter
    subject: Filter
    says: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "matter", "subject", "says", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-matter", "-subject", "-says", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "matter", "subject", "says", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-matter", "-subject", "-says", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[AlertsExpand]
    page: int
    page_size: int


#: What can be embedded.
LogEmailsExpand = Literal["location"]


class LogEmailsQuery(TypedDict, total=False):
    """What list log_emails can be asked."""
    id: Filter
    location_id: Filter
    subject: Filter
    body: Filter
    source_address: Filter
    return_path: Filter
    provider_id: Filter
    domain_id: Filter
    reason_sent: Filter
    reason_model: Filter
    reason_model_id: Filter
    reply_to: Filter
    recipient: Filter
    recipient_contains: Filter
    status: Filter
    detail: Filter
    attempts: Filter
    sent_ts: Filter
    sent_ts_from: Filter
    sent_ts_to: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "subject", "body", "source_address", "return_path", "provider_id", "domain_id", "reason_sent", "reason_model", "reason_model_id", "reply_to", "recipient", "status", "detail", "attempts", "sent_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-subject", "-body", "-source_address", "-return_path", "-provider_id", "-domain_id", "-reason_sent", "-reason_model", "-reason_model_id", "-reply_to", "-recipient", "-status", "-detail", "-attempts", "-sent_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "subject", "body", "source_address", "return_path", "provider_id", "domain_id", "reason_sent", "reason_model", "reason_model_id", "reply_to", "recipient", "status", "detail", "attempts", "sent_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-subject", "-body", "-source_address", "-return_path", "-provider_id", "-domain_id", "-reason_sent", "-reason_model", "-reason_model_id", "-reply_to", "-recipient", "-status", "-detail", "-attempts", "-sent_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[LogEmailsExpand]
    page: int
    page_size: int


#: What can be embedded.
LogSmsesExpand = Literal["location"]


class LogSmsesQuery(TypedDict, total=False):
    """What list log_smses can be asked."""
    id: Filter
    location_id: Filter
    body: Filter
    sender: Filter
    recipient: Filter
    provider_id: Filter
    reason_sent: Filter
    reason_model: Filter
    reason_model_id: Filter
    status: Filter
    detail: Filter
    attempts: Filter
    sent_ts: Filter
    sent_ts_from: Filter
    sent_ts_to: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "location_id", "body", "sender", "recipient", "provider_id", "reason_sent", "reason_model", "reason_model_id", "status", "detail", "attempts", "sent_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-body", "-sender", "-recipient", "-provider_id", "-reason_sent", "-reason_model", "-reason_model_id", "-status", "-detail", "-attempts", "-sent_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "location_id", "body", "sender", "recipient", "provider_id", "reason_sent", "reason_model", "reason_model_id", "status", "detail", "attempts", "sent_ts", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-location_id", "-body", "-sender", "-recipient", "-provider_id", "-reason_sent", "-reason_model", "-reason_model_id", "-status", "-detail", "-attempts", "-sent_ts", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[LogSmsesExpand]
    page: int
    page_size: int


#: What can be embedded.
EmailBlacklistsExpand = Literal["created_user"]


class EmailBlacklistsQuery(TypedDict, total=False):
    """What list email_blacklists can be asked."""
    id: Filter
    email: Filter
    is_blacklisted: Filter
    detail: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "email", "is_blacklisted", "detail", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-email", "-is_blacklisted", "-detail", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "email", "is_blacklisted", "detail", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-email", "-is_blacklisted", "-detail", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[EmailBlacklistsExpand]
    page: int
    page_size: int


#: What can be embedded.
SmsBlacklistsExpand = Literal["created_user"]


class SmsBlacklistsQuery(TypedDict, total=False):
    """What list sms_blacklists can be asked."""
    id: Filter
    cell_phone: Filter
    is_blacklisted: Filter
    detail: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "cell_phone", "is_blacklisted", "detail", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-cell_phone", "-is_blacklisted", "-detail", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "cell_phone", "is_blacklisted", "detail", "created_ts", "modified_ts", "created_user_id", "modified_user_id", "-id", "-cell_phone", "-is_blacklisted", "-detail", "-created_ts", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[SmsBlacklistsExpand]
    page: int
    page_size: int


#: What can be embedded.
ChangelogsExpand = Literal["location"]


class ChangelogsQuery(TypedDict, total=False):
    """What list changelogs can be asked."""
    id: Filter
    created_ts: Filter
    created_ts_from: Filter
    created_ts_to: Filter
    action: Filter
    model: Filter
    model_id: Filter
    user_id: Filter
    location_id: Filter
    verb: Filter
    method: Filter
    credential: Filter
    address: Filter
    request_id: Filter
    modified_ts: Filter
    modified_ts_from: Filter
    modified_ts_to: Filter
    created_user_id: Filter
    modified_user_id: Filter
    sort: Union[Literal["id", "created_ts", "action", "model", "model_id", "user_id", "location_id", "verb", "method", "credential", "address", "request_id", "modified_ts", "created_user_id", "modified_user_id", "-id", "-created_ts", "-action", "-model", "-model_id", "-user_id", "-location_id", "-verb", "-method", "-credential", "-address", "-request_id", "-modified_ts", "-created_user_id", "-modified_user_id"], Sequence[Literal["id", "created_ts", "action", "model", "model_id", "user_id", "location_id", "verb", "method", "credential", "address", "request_id", "modified_ts", "created_user_id", "modified_user_id", "-id", "-created_ts", "-action", "-model", "-model_id", "-user_id", "-location_id", "-verb", "-method", "-credential", "-address", "-request_id", "-modified_ts", "-created_user_id", "-modified_user_id"]]]
    expand: Sequence[ChangelogsExpand]
    page: int
    page_size: int
