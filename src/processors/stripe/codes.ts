import type { DeclineClass } from '../../ports/processor.ts'

/** What a code of Stripe's means: the public reason, and whether another try makes sense. */
export interface Meaning {
  reason_code_id: number
  decline_class: DeclineClass
  /** It is the set-up of the account, not the payer's card. */
  is_setup?: true
}

type Row = readonly [reason_code_id: number, decline_class: DeclineClass, codes: string]

/** Codes of issuers, https://docs.stripe.com/declines/codes: for cards, then for what other payment methods share. */
const DECLINES: readonly Row[] = [
  [1601, 'hard', 'generic_decline no_action_taken partner_generic_decline'],
  [1615, 'hard', 'do_not_honor'],
  [1601, 'never', 'do_not_try_again'],
  [1530, 'soft', 'try_again_later reenter_transaction approve_with_id'],
  [1602, 'hard', 'call_issuer'],
  [1603, 'soft', 'issuer_not_available'],
  [1604, 'never', 'pickup_card'],
  [1606, 'never', 'lost_card'],
  [1607, 'never', 'stolen_card'],
  [1605, 'never', 'fraudulent merchant_blacklist partner_high_risk_customer'],
  [1608, 'hard', 'invalid_account new_account_information_available invalid_customer_account testmode_decline'],
  [1608, 'never', 'incorrect_number invalid_number'],
  [1610, 'hard', 'incorrect_pin invalid_pin offline_pin_required online_or_offline_pin_required'],
  [1632, 'hard', 'pin_try_exceeded'],
  [1616, 'soft', 'insufficient_funds'],
  [1617, 'soft', 'card_velocity_exceeded payment_limit_exceeded'],
  [1619, 'soft', 'withdrawal_count_limit_exceeded'],
  [1622, 'hard', 'expired_card expired_payment_information'],
  [1614, 'hard', 'invalid_expiry_month invalid_expiry_year'],
  [1624, 'hard', 'security_violation compliance_violation payment_disputed'],
  [1625, 'hard', 'card_not_supported restricted_card currency_not_supported'],
  [1626, 'never', 'transaction_not_allowed'],
  [1626, 'hard', 'not_permitted service_not_allowed partner_payment_not_found'],
  [1803, 'never', 'revocation_of_authorization revocation_of_all_authorizations stop_payment_order'],
  [1803, 'hard', 'invalid_authorization invalid_billing_agreement'],
  [1627, 'soft', 'processing_error'],
  [1666, 'hard', 'invalid_amount'],
  [1800, 'hard', 'incorrect_cvc invalid_cvc'],
  [1599, 'hard', 'incorrect_zip incorrect_address invalid_payment_information'],
  [1801, 'hard', 'duplicate_transaction'],
  // The payer has to prove who they are, which a request of a gateway cannot do for them.
  [1620, 'hard', 'authentication_required authentication_not_handled mobile_device_authentication_required'],
  [1540, 'hard', 'invalid_business_account'],
]

/** Codes of errors, https://docs.stripe.com/error-codes: what the API itself says. */
const ERRORS: readonly Row[] = [
  [1601, 'hard', 'card_declined payment_method_provider_decline payment_method_customer_decline setup_attempt_failed'],
  [1601, 'hard', 'payment_intent_payment_attempt_failed payment_method_restricted refer_to_customer'],
  [1530, 'soft', 'lock_timeout rate_limit payment_intent_rate_limit_exceeded payment_method_provider_timeout'],
  [1652, 'soft', 'card_decline_rate_limit_exceeded'],
  [1627, 'soft', 'processing_error forwarding_api_retryable_upstream_error forwarding_api_upstream_connection_error'],
  [1627, 'soft', 'forwarding_api_upstream_connection_timeout forwarding_api_upstream_error'],
  [1627, 'soft', 'three_d_secure_authentication_upstream_error payout_reconciliation_not_ready'],
  [1605, 'never', 'anomalous_money_movement_request request_blocked action_blocked'],
  [1608, 'never', 'incorrect_number invalid_number'],
  [1614, 'hard', 'invalid_expiry_month invalid_expiry_year'],
  [1622, 'hard', 'expired_card expired_payment_method'],
  [1800, 'hard', 'incorrect_cvc invalid_cvc'],
  [1599, 'hard', 'incorrect_address incorrect_postal_code incorrect_zip postal_code_invalid'],
  [1625, 'hard', 'invalid_card_type payment_method_unsupported_type payment_method_currency_mismatch'],
  [1625, 'hard', 'token_card_network_invalid payment_intent_incompatible_payment_method'],
  [1620, 'hard', 'authentication_required authentication_failure payment_intent_authentication_failure'],
  [1620, 'hard', 'payment_intent_action_required setup_intent_authentication_failure approval_required'],
  [1620, 'hard', 'invoice_payment_intent_requires_action three_d_secure_authentication_not_supported'],
  [1616, 'soft', 'insufficient_funds'],
  [1616, 'soft', 'balance_insufficient'],
  [1666, 'hard', 'amount_too_large amount_too_small invalid_charge_amount charge_exceeds_source_limit'],
  [1666, 'hard', 'charge_exceeds_transaction_limit'],
  [1631, 'hard', 'account_closed'],
  [1608, 'hard', 'no_account account_number_invalid routing_number_invalid bank_account_bad_routing_numbers missing'],
  [1608, 'hard', 'bank_account_declined bank_account_exists clearing_code_unsupported sepa_unsupported_account'],
  [1660, 'hard', 'bank_account_restricted bank_account_unusable bank_account_unverified payment_method_restricted'],
  [
    1660,
    'hard',
    'bank_account_verification_failed payment_method_bank_account_blocked intent_verification_method_missing',
  ],
  [1660, 'hard', 'payment_method_bank_account_already_verified payment_method_microdeposit_failed'],
  [1660, 'hard', 'payment_method_microdeposit_processing_error payment_method_microdeposit_verification_timeout'],
  [1660, 'hard', 'payment_method_microdeposit_verification_amounts_invalid'],
  [1660, 'hard', 'payment_method_microdeposit_verification_amounts_mismatch'],
  [1660, 'hard', 'payment_method_microdeposit_verification_attempts_exceeded'],
  [1660, 'hard', 'payment_method_microdeposit_verification_descriptor_code_mismatch acss_debit_session_incomplete'],
  [1660, 'hard', 'financial_connections_account_inactive financial_connections_account_pending_account_numbers'],
  [1660, 'hard', 'financial_connections_account_unavailable_account_numbers'],
  [1660, 'hard', 'financial_connections_no_successful_transaction_refresh'],
  [1660, 'hard', 'financial_connections_consent_locale_invalid financial_connections_consent_locale_unsupported'],
  [1803, 'never', 'debit_not_authorized'],
  [1803, 'hard', 'billing_invalid_mandate payment_intent_mandate_invalid setup_intent_mandate_invalid'],
  [1803, 'hard', 'india_recurring_payment_mandate_canceled invalid_mandate_reference_prefix_format'],
  [1588, 'hard', 'token_already_used token_in_use resource_missing payment_method_not_available'],
  [1588, 'hard', 'payment_method_unexpected_state invalid_source_usage'],
  [1667, 'hard', 'payment_intent_unexpected_state intent_invalid_state setup_intent_unexpected_state'],
  [1667, 'hard', 'status_transition_invalid charge_already_captured charge_not_refundable charge_disputed'],
  [1667, 'hard', 'refund_disputed_payment capture_unauthorized_payment return_intent_already_processed'],
  [1609, 'hard', 'charge_already_refunded'],
  [1658, 'hard', 'capture_charge_authorization_expired charge_expired_for_capture'],
  [1658, 'hard', 'payment_intent_payment_attempt_expired setup_intent_setup_attempt_expired'],
  [1801, 'hard', 'resource_already_exists'],
  [1604, 'hard', 'payment_method_unactivated'],
]

/** The account, its key or its rights do not allow the request: a person has to change something at Stripe or here. */
const SETUP =
  'account_invalid account_error_country_change_requires_additional_steps account_token_required_for_v2_account ' +
  'api_key_expired application_fees_not_allowed balance_invalid_parameter capability_not_active ' +
  'financial_account_balance_does_not_support_currency financial_account_capability_not_enabled ' +
  'financial_account_capability_restricted livemode_mismatch not_allowed_on_standard_account ' +
  'parameter_unknown payment_evaluation_on_api_version_not_supported ' +
  'payment_method_configuration_failures platform_account_required platform_api_key_expired ' +
  'progressive_onboarding_limit_exceeded secret_key_required storer_capability_missing storer_capability_not_active ' +
  'stripe_tax_inactive testmode_charges_only tls_version_unsupported forwarding_api_inactive'

/** What is wrong with the values of a request. */
const VALUES =
  'account_country_invalid_address account_information_mismatch cardholder_phone_number_required ' +
  'charge_invalid_parameter country_code_invalid country_unsupported email_invalid invalid_characters ' +
  'parameter_invalid_empty parameter_invalid_integer parameter_invalid_string_blank parameter_invalid_string_empty ' +
  'parameter_missing parameters_exclusive payment_intent_invalid_parameter ' +
  'payment_intent_konbini_rejected_confirmation_number payment_method_billing_details_address_missing ' +
  'payment_method_invalid_parameter payment_method_invalid_parameter_testmode setup_intent_invalid_parameter ' +
  'setup_intent_mobile_wallet_unsupported shipping_address_invalid state_unsupported url_invalid ' +
  'forwarding_api_invalid_parameter'

/** Of parts of Stripe that no request of ours reaches; should one come nevertheless, it is a decline like any other. */
const ELSEWHERE =
  'alipay_upgrade_required bitcoin_upgrade_required coupon_expired customer_max_payment_methods ' +
  'customer_max_subscriptions customer_session_expired customer_tax_location_invalid ' +
  'dispute_evidence_page_limit_exceeded failed_tax_calculation idempotency_key_in_use ' +
  'instant_payouts_config_disabled instant_payouts_currency_disabled instant_payouts_limit_exceeded ' +
  'instant_payouts_unsupported invalid_canceled_subscription_fields invalid_tax_location ' +
  'invoice_no_customer_line_items invoice_no_payment_method_types invoice_no_subscription_line_items ' +
  'invoice_not_editable invoice_on_behalf_of_not_editable invoice_upcoming_none out_of_inventory ' +
  'ownership_declaration_not_allowed payouts_limit_exceeded payouts_not_allowed product_inactive ' +
  'service_period_coupon_with_metered_tiered_item_unsupported shipping_calculation_failed siret_invalid ' +
  'sku_inactive smart_disputes_not_available subscription_update_trial_after_billing_cycle_anchor tax_id_invalid ' +
  'tax_id_prohibited taxes_calculation_failed terminal_location_country_unsupported terminal_reader_busy ' +
  'terminal_reader_hardware_fault terminal_reader_invalid_location_for_activation ' +
  'terminal_reader_invalid_location_for_payment terminal_reader_offline terminal_reader_timeout ' +
  'transfer_source_balance_parameters_mismatch transfers_not_allowed'

function tableOf(rows: readonly Row[], is_setup?: true): [string, Meaning][] {
  return rows.flatMap(([reason_code_id, decline_class, codes]) =>
    codes.split(' ').map((code): [string, Meaning] => {
      return [code, { reason_code_id, decline_class, ...(is_setup ? { is_setup } : {}) }]
    }),
  )
}

/** By `decline_code`. */
export const DECLINE_CODES: ReadonlyMap<string, Meaning> = new Map(tableOf(DECLINES))

/** By the `code` of an error. */
export const ERROR_CODES: ReadonlyMap<string, Meaning> = new Map([
  ...tableOf([[1599, 'hard', VALUES]]),
  ...tableOf([[1599, 'hard', ELSEWHERE]]),
  ...tableOf([[1540, 'hard', SETUP]], true),
  ...tableOf(ERRORS),
])

const UNHEARD_OF: Meaning = { reason_code_id: 1500, decline_class: 'hard' }

/** What an error says, as far as it decides what a decline means. */
export interface Said {
  code: string | null
  decline_code: string | null
  advice_code: string | null
  network_advice_code: string | null
  /** Of a bank's return: `R01`. */
  network_decline_code: string | null
}

/** Stripe's own advice, https://docs.stripe.com/declines/card#retrying-issuer-declines. */
const ADVICE: Readonly<Record<string, DeclineClass>> = {
  do_not_try_again: 'never',
  try_again_later: 'soft',
  confirm_card_data: 'hard',
}

/** Merchant advice codes of Mastercard after which the account must not be tried again. */
const NEVER_AGAIN: ReadonlySet<string> = new Set(['03', '21'])
/** "Try again after 1 hour" to "after 10 days", and "at a later time". */
const LATER: ReadonlySet<string> = new Set(['02', '24', '25', '26', '27', '28', '29', '30'])

/** Returns what a decline means. The advice of network and issuer goes before what the code says in general. */
export function meaningOf(said: Said): Meaning {
  const by_issuer = said.decline_code === null ? undefined : DECLINE_CODES.get(said.decline_code)
  const by_api = said.code === null ? undefined : ERROR_CODES.get(said.code)
  const meaning = bankReturn(said.network_decline_code) ?? by_issuer ?? by_api ?? UNHEARD_OF
  const decline_class = advised(said) ?? meaning.decline_class
  // Where the networks forbid another try, no advice allows it.
  return { ...meaning, decline_class: meaning.decline_class === 'never' ? 'never' : decline_class }
}

function advised({ advice_code, network_advice_code }: Said): DeclineClass | undefined {
  if (network_advice_code !== null && NEVER_AGAIN.has(network_advice_code)) return 'never'
  if (network_advice_code !== null && LATER.has(network_advice_code)) return 'soft'
  return advice_code === null ? undefined : ADVICE[advice_code]
}

/** NACHA lets a debit be presented again after R01 and R09 alone; after a refused authorization never. */
const AGAIN: ReadonlySet<string> = new Set(['01', '09'])
const REVOKED: ReadonlySet<string> = new Set(['05', '07', '08', '10', '11', '29', '51'])

/** Returns the public reason of a bank's return; undefined for a code of another network. */
function bankReturn(code: string | null): Meaning | undefined {
  const [, number = ''] = /^R(\d\d)$/.exec(code ?? '') ?? []
  if (number === '' || !(Number(number) <= 53 || Number(number) >= 80)) return undefined
  const decline_class = AGAIN.has(number) ? 'soft' : REVOKED.has(number) ? 'never' : 'hard'
  return { reason_code_id: 2100 + Number(number), decline_class }
}

/** Why a refund failed, https://docs.stripe.com/refunds#failed-refunds. */
export const REFUND_FAILURES: Readonly<Record<string, number>> = {
  lost_or_stolen_card: 1608,
  expired_or_canceled_card: 1622,
  charge_for_pending_refund_disputed: 1667,
  insufficient_funds: 1616,
  declined: 1601,
  merchant_request: 1667,
  unknown: 1599,
}

/** The return that a dispute of a bank debit stands for, where the network's own code is not told. */
export const BANK_DISPUTES: Readonly<Record<string, string>> = {
  insufficient_funds: 'R01',
  incorrect_account_details: 'R03',
  bank_cannot_process: 'R17',
  debit_not_authorized: 'R10',
  customer_initiated: 'R08',
  duplicate: 'R10',
  fraudulent: 'R10',
  general: 'R10',
}

export interface Checks {
  address_line1_check: string | null
  address_postal_code_check: string | null
  cvc_check: string | null
}

/** Returns the results of an address check, over the parts that were sent; `avs` is null where none was compared. */
export function addressResult({ address_line1_check: street, address_postal_code_check: zip }: Checks) {
  if (street === null && zip === null) return { avs: null, avs_enhanced: null }
  const said = [street, zip].filter(part => part !== null)
  if (said.every(part => part === 'pass')) return { avs: 'GOOD', avs_enhanced: zip === null ? 'A' : street ? 'Y' : 'Z' }
  if (!said.some(part => part === 'pass' || part === 'fail')) return { avs: null, avs_enhanced: 'U' }
  if (street === 'pass') return { avs: 'ZIP', avs_enhanced: zip === 'fail' ? 'A' : 'B' }
  if (zip === 'pass') return { avs: 'STREET', avs_enhanced: street === 'fail' ? 'Z' : 'P' }
  return { avs: 'BAD', avs_enhanced: 'N' }
}

const SECURITY_CODES: Readonly<Record<string, string>> = { pass: 'M', fail: 'N', unavailable: 'U', unchecked: 'P' }

/** Returns the result of a security code: M, N, P or U. */
export function securityCodeResult(check: string | null): string | null {
  return check === null ? null : (SECURITY_CODES[check] ?? 'U')
}
