import type { Json } from './app.ts'
import { withCheckDigit } from './cards.ts'

/** What has to be sent with a field so that a valid body stays valid: `noun.field` → more of the body. */
export const SIDECARS: Readonly<Record<string, Json>> = {
  'accountvault.dl_number': { dl_state: 'NY' },
  'accountvault.dl_state': { dl_number: '1001' },
  'quickinvoice.send_text_to_pay': { cell_phone: '2025550143' },
  'user.user_api_key_scope': { user_api_key: 'k3Y-of-16-letter' },
  'transaction.dl_number': { dl_state: 'NY' },
  'transaction.dl_state': { dl_number: '1001' },
}

const LONGEST_CARD = withCheckDigit('4111111111111111111', 19)

/** Values at the bounds of fields that want more than a length: `noun.field` → as short and as long as allowed. */
export const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'location.branding_domain_title': ['B', 'B'.repeat(64)],
  'location.branding_domain_url': [`${'b'.repeat(56)}.example`],
  'location.tz': ['', 'America/Indiana/Winamac'],
  // No key that is easy to guess.
  'user.user_api_key': ['k3Y-of-16-letter', 'k3Y-of-64-letters-'.padEnd(64, 'x')],
  'user.user_hash_key': ['k3Y-of-24-letters-x9Qz7w', 'k3Y-of-36-letters-x9Qz7w'.padEnd(36, 'x')],
  'user.user_api_key_scope': ['read', 'read invoices payments'],
  'user.tz': ['', 'America/Argentina/Rio_Gallegos'],
  'deviceterm.device_term_api_id': ['', 'By its other name'.padEnd(36, '-')],
  'accountvault.account_number': [LONGEST_CARD],
  'accountvault.exp_date': ['1230'],
  'ticket.exp_date': ['1230'],
  'transaction.account_number': [LONGEST_CARD],
  'transaction.exp_date': ['1230'],
  'terminal.local_ip_address': ['', 'ABCD:ABCD:ABCD:ABCD:ABCD:ABCD:192.168.158.190'],
  'hostedpaymentpage.parent_origin': ['', `https://${'x'.repeat(247)}`],
  'postbackconfig.url': [`https://example.com/${'x'.repeat(492)}`],
}

/** Fields whose values are more than a length: `noun.field` → what they have to be. Their own tests look at them. */
export const MEANINGFUL: Readonly<Record<string, string>> = {
  'accountvault.previous_account_vault_api_id': 'instead of a number',
  'accountvault.previous_transaction_api_id': 'instead of a number',
  'accountvault.ticket': 'instead of a number',
  'accountvault.track_data': 'instead of a number',
  'accountvault.e_track_data': 'refused with a reason',
  'refundapproval.product_transaction_id': 'a product that exists',
  'refundapproval.transaction_id': 'a payment, instead of last_four',
  'transaction.refund_approval_id': 'of an approval, with a refund',
  'transaction.e_track_data': 'refused with a reason',
  'deviceterm.device_term_api_id': 'the same value as device_terms_api_id under another name',
  'paylink.active': '0 withdraws the link for good',
  'paylink.contact_api_id': 'the id of a contact that exists',
  'quickinvoice.contact_api_id': 'the id of a contact that exists',
  'postbackconfig.expands': 'names of expands',
  'scanner.scanner_model_id': 'a model that exists',
  'signature.resource_id': 'a record that exists',
  'signature.signature': 'a picture',
  'surcharge.run_as_separate_transaction': 'refused with a reason',
  'terminal.terminal_manufacturer_id': 'a manufacturer that exists',
  'transaction.account_vault_api_id': 'instead of a number',
  'transaction.contact_api_id': 'the id of a contact that exists',
  'transaction.location_api_id': 'the id of a location that exists',
  'transaction.previous_transaction_api_id': 'instead of a number',
  'transaction.ticket': 'instead of a number',
  'transaction.track_data': 'instead of a number',
  'transaction.payment_token': 'instead of a number',
}

/** Fields that an answer shows in another form than they were sent: `noun.field` → how. */
export const WRITTEN_OTHERWISE: Readonly<Record<string, string>> = {
  'location.tz': 'an empty one becomes the default',
  'accountvault.account_type': 'the brand of a card',
  'transaction.account_type': 'the brand of a card',
  'transaction.auth_code': 'given by the processor except for a force',
  'transaction.order_num': 'made up when it is empty',
  'transaction.routing': 'of bank accounts only',
  'producttransaction.ach_allow_debit': 'always 0 on a card product',
  'producttransaction.ach_allow_credit': 'always 0 on a card product',
  'producttransaction.ach_allow_refund': 'always 0 on a card product',
  'producttransaction.debit_allow_void': 'always 0 on a card product',
}
