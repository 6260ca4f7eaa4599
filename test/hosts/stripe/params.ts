/** Parameters as a form has them: `a[b][c]=1` and `a[0]=x`, read into an object of texts. */
export type Form = { [name: string]: string | Form }

/** Returns a form as an object; lists become objects with numbers as names. */
export function readForm(body: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = pathOf(name)
    let at = form
    for (const part of path.slice(0, -1)) {
      at[part] ??= {}
      at = at[part] as Form
    }
    at[path.at(-1)!] = value
  }
  return form
}

function pathOf(name: string): string[] {
  return name.split('[').map(part => part.replace(/\]$/, ''))
}

export function textAt(form: Form, ...path: string[]): string | undefined {
  const value = path.reduce<string | Form | undefined>(
    (at, part) => (typeof at === 'object' ? at[part] : undefined),
    form,
  )
  return typeof value === 'string' ? value : undefined
}

export function formAt(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

const ADDRESS = 'city country line1 line2 postal_code state'
const BILLING = ['name', 'email', 'phone', ...under('address', ADDRESS)]
const METHOD_DATA = [
  'type',
  ...under('card', 'number exp_month exp_year cvc token'),
  ...under('us_bank_account', 'account_holder_type account_number account_type routing_number'),
  ...under('billing_details', BILLING),
]
const THREE_D_SECURE = 'ares_trans_status cryptogram electronic_commerce_indicator transaction_id version'
const AMOUNT_DETAILS = [
  'discount_amount',
  'enforce_arithmetic_validation',
  ...under('shipping', 'amount from_postal_code to_postal_code'),
  ...under('tax', 'total_tax_amount'),
  ...under('line_items', [
    'discount_amount',
    'product_code',
    'product_name',
    'quantity',
    'unit_cost',
    'unit_of_measure',
    ...under('tax', 'total_tax_amount'),
    ...under('payment_method_options', ['card.commodity_code']),
  ]),
]
const LIST = ['limit', 'starting_after', 'ending_before', 'expand', ...under('created', 'gt gte lt lte')]

/** What each endpoint takes, in the pinned version. Anything else is refused, as Stripe does. */
const TAKEN: Readonly<Record<string, ReadonlySet<string>>> = {
  'POST /v1/payment_intents': new Set([
    ...words('amount currency confirm capture_method allowed_payment_method_types off_session customer payment_method'),
    ...words('error_on_requires_action setup_future_usage description statement_descriptor_suffix expand metadata.*'),
    ...under('payment_method_data', METHOD_DATA),
    ...under('payment_method_options', [
      ...under('card', 'setup_credential_usage stored_credential_usage'),
      ...under('card', ['mit_exemption.network_transaction_id', 'moto', 'request_incremental_authorization']),
      ...under('card', under('three_d_secure', THREE_D_SECURE)),
      ...under('us_bank_account', 'verification_method'),
    ]),
    ...under('mandate_data', [
      'customer_acceptance.type',
      'customer_acceptance.offline',
      ...under('customer_acceptance', under('online', 'ip_address user_agent')),
    ]),
    ...under('shipping', ['name', 'phone', ...under('address', ADDRESS)]),
    ...under('payment_details', 'order_reference customer_reference'),
    ...under('amount_details', AMOUNT_DETAILS),
  ]),
  'POST /v1/payment_intents/:id/capture': new Set([
    ...words('amount_to_capture metadata.* expand'),
    ...under('payment_details', 'order_reference customer_reference'),
    ...under('amount_details', AMOUNT_DETAILS),
  ]),
  'POST /v1/payment_intents/:id/cancel': new Set(words('cancellation_reason expand')),
  'POST /v1/payment_intents/:id/increment_authorization': new Set(words('amount metadata.* expand')),
  'GET /v1/payment_intents/:id': new Set(['expand']),
  'GET /v1/payment_intents': new Set([...LIST, 'customer']),
  'POST /v1/setup_intents': new Set([
    ...words('confirm usage allowed_payment_method_types customer payment_method expand metadata.*'),
    ...under('payment_method_data', METHOD_DATA),
  ]),
  'GET /v1/setup_intents': new Set([...LIST, 'customer']),
  'POST /v1/tokens': new Set(words('pk_token pk_token_transaction_id')),
  'POST /v1/customers': new Set(words('name email metadata.*')),
  'POST /v1/refunds': new Set(words('payment_intent amount reason metadata.*')),
  'GET /v1/refunds': new Set([...LIST, 'payment_intent', 'charge']),
  'GET /v1/disputes': new Set([...LIST, 'payment_intent', 'charge']),
  'GET /v1/balance': new Set(),
  'GET /v1/payouts': new Set([...LIST, 'status', ...under('arrival_date', 'gt gte lt lte')]),
  'GET /v1/balance_transactions': new Set([...LIST, 'payout', 'source', 'type', 'currency']),
}

/** Returns the first parameter that an endpoint does not take, as a form names it; undefined where it takes all. */
export function unknownIn(endpoint: string, given: URLSearchParams): string | undefined {
  const taken = TAKEN[endpoint] ?? new Set()
  return [...given.keys()].find(name => {
    const path = pathOf(name).filter(part => !/^\d*$/.test(part))
    return !taken.has(path.join('.')) && !taken.has(`${path.slice(0, -1).join('.')}.*`)
  })
}

function words(text: string): string[] {
  return text.split(' ')
}

function under(name: string, inner: string | readonly string[]): string[] {
  return (typeof inner === 'string' ? words(inner) : inner).map(each => `${name}.${each}`)
}
