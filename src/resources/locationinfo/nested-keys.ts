/** The keys of each record inside a location info, exactly as the contract lists them (2.15). */
export const NESTED_KEYS = {
  product_transactions: [
    ...['id', 'payment_method', 'processor', 'title', 'receipt_header', 'receipt_footer'],
    ...['receipt_add_account_above_signature', 'receipt_add_recurring_above_signature', 'receipt_logo'],
    ...['receipt_show_contact_name', 'industry_type', 'partner', 'vt_cvv', 'vt_street', 'vt_zip', 'vt_order_num'],
    ...['display_avs', 'vt_enable', 'vt_enable_tip', 'surcharge', 'default_transaction_type', 'vt_require_street'],
    ...['vt_require_zip', 'vt_enable_sales_tax', 'vt_override_sales_tax_allowed', 'current_batch', 'vt_billing_phone'],
    ...['vt_clerk_number', 'quick_invoice_allow', 'active', 'hosted_payment_page_max_allowed'],
    ...['hosted_payment_page_allow', 'auto_decline_cvv', 'level3_allow', 'level3_default', 'tax_surcharge_config'],
    ...['velocity_settings', 'processor_data', '_links'],
  ],
  product_file: [
    ...['free_bytes', 'byte_increment', 'increment_cost', 'monthly_fee', 'max_file_size_bytes', 'id', 'title'],
    ...['product_file_credential_id', 'container', 'file_ext_allowed', 'created_user_id', 'modified_user_id'],
    ...['created_ts', 'modified_ts', 'active', '_links'],
  ],
  product_accountvault: [
    ...['id', 'title', 'location_id', 'created_user_id', 'modified_user_id', 'billing_location_id', 'created_ts'],
    ...['modified_ts', 'active', '_links'],
  ],
  product_recurring: [
    ...['id', 'title', 'location_id', 'created_user_id', 'modified_user_id', 'billing_location_id', 'created_ts'],
    ...['modified_ts', 'send_declined_notifications', 'require_full_payment', 'active', '_links'],
  ],
  branding_domain: [
    ...['allow_contact_signup', 'allow_contact_registration', 'allow_contact_login', 'registration_fields', 'id'],
    ...['url', 'title', 'logo', 'company_name', 'support_email', 'created_user_id', 'created', 'modified_user_id'],
    ...['modified', 'nav_color', 'nav_logo', 'fav_icon', 'button_primary_color', 'logo_background_color'],
    ...['icon_background_color', 'menu_text_background_color', 'menu_text_color', 'right_menu_background_color'],
    ...['right_menu_text_color', 'button_primary_text_color', 'help_text', 'email_reply_to', 'custom_javascript'],
    ...['custom_theme', 'custom_css'],
  ],
  terminals: ['id', 'local_ip_address', 'port', 'title', '_links'],
} as const satisfies Record<string, readonly string[]>
