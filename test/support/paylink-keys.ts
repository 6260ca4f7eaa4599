/** What a paylink shows, in the order of its table (contract 2.5); bank_funded_only_override is an addition. */
export const PAYLINK_KEYS = [
  ...[
    'id',
    'location_id',
    'cc_product_transaction_id',
    'ach_product_transaction_id',
    'contact_id',
    'paylink_api_id',
    'amount_due',
  ],
  ...['email', 'cell_phone', 'delivery_method', 'description', 'expire_date', 'paylink_action'],
  ...[
    'display_product_transaction_receipt_details',
    'display_billing_fields',
    'status_id',
    'active',
    'bank_funded_only_override',
    'store_token',
    'store_token_title',
  ],
  ...[
    'redirect_url_on_approve',
    'redirect_url_on_decline',
    'redirect_url_delay',
    'created_ts',
    'modified_ts',
    'created_user_id',
  ],
  ...['modified_user_id', '_links'],
]
