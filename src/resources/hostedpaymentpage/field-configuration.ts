/** One field of a hosted payment page, as its record or the data of a link say. */
export interface PageField {
  id: string
  value: string | number | boolean | null
  /** What the payer reads beside it; null: the name the page has for it. */
  label: string | null
  readonly: boolean
  visible: boolean
}

/** What a payer may be asked, or shown, beside the account: the fields of a transaction that are words for people. */
const SHOWN: Readonly<Record<string, string>> = {
  transaction_amount: 'Amount',
  description: 'Description',
  order_num: 'Order number',
  customer_id: 'Customer number',
  po_number: 'Purchase order',
  clerk_number: 'Clerk number',
  transaction_c1: 'Note',
  transaction_c2: 'Note 2',
  transaction_c3: 'Note 3',
}

/** Set by the merchant's software only, and not shown. */
const HIDDEN: readonly string[] = [
  ...['action', 'transaction_api_id', 'contact_id', 'contact_api_id', 'save_account', 'save_account_title'],
  ...['tax', 'tip_amount', 'subtotal_amount', 'tags', 'custom_data', 'level3_data', 'effective_date'],
  ...['checkin_date', 'checkout_date', 'room_num', 'room_rate', 'advance_deposit', 'no_show', 'folio_num'],
  ...['service_address', 'service_city', 'service_state', 'service_zip', 'service_country', 'bill_payment'],
]

/** What the payer enters himself; a label of them does no harm, a value would be somebody else's. */
const ENTERED: readonly string[] = [
  ...['account_number', 'exp_date', 'cvv', 'account_holder_name', 'routing', 'account_type', 'check_number'],
  ...['billing_street', 'billing_city', 'billing_state', 'billing_zip', 'billing_phone', 'notification_email_address'],
]

const CUSTOM = /^custom_data-\w{1,32}$/
const MOST_FIELDS = 40
const LONGEST_LABEL = 64

/** Returns what a page calls a field where nothing else is said. */
export function nameOfField(id: string): string {
  return SHOWN[id] ?? id.replace(/^custom_data-/, '').replaceAll('_', ' ')
}

/** Returns the fields of a configuration, or what is wrong with it. Nothing at all is an empty configuration. */
export function readFieldConfiguration(sent: unknown): PageField[] | string {
  if (sent === null || sent === undefined) return []
  const body = isRecord(sent) ? (sent.body ?? {}) : null
  const fields = isRecord(body) ? (body.fields ?? []) : null
  if (!Array.isArray(fields)) return 'must be {"body": {"fields": [...]}}.'
  if (fields.length > MOST_FIELDS) return `should have at most ${MOST_FIELDS} fields.`
  const read: PageField[] = []
  for (const one of fields) {
    const field = readField(one)
    if (typeof field === 'string') return field
    if (read.some(({ id }) => id === field.id)) return `has the field ${field.id} twice.`
    if (!ENTERED.includes(field.id)) read.push(field)
  }
  return read
}

function readField(sent: unknown): PageField | string {
  if (!isRecord(sent) || typeof sent.id !== 'string') return 'has a field without an id.'
  const { id, label = null } = sent
  const value = sent.value ?? null
  const visible = isOn(sent.visible, id in SHOWN || CUSTOM.test(id))
  if (ENTERED.includes(id)) {
    if (value !== null && value !== '') return `sets ${id}, which only the payer enters.`
  } else if (!Object.hasOwn(SHOWN, id) && !CUSTOM.test(id)) {
    if (!HIDDEN.includes(id)) return `has a field that no page takes: ${id.slice(0, 40)}.`
    if (visible) return `shows ${id}, which can be hidden only.`
  }
  if (label !== null && (typeof label !== 'string' || label.length > LONGEST_LABEL))
    return `has a label of ${id} that is no text of at most ${LONGEST_LABEL} characters.`
  if (typeof value === 'object' && value !== null) return `has a value of ${id} that is no text.`
  return { id, value: value as PageField['value'], label: label || null, readonly: isOn(sent.readonly, false), visible }
}

function isOn(sent: unknown, otherwise: boolean): boolean {
  if (sent === undefined || sent === null) return otherwise
  return sent === true || sent === 1 || sent === '1' || sent === 'true'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the fields of a page with those that a link says in their place, and the others of the link behind them. */
export function withOverrides(own: readonly PageField[], sent: readonly PageField[]): PageField[] {
  const named = new Map(sent.map(field => [field.id, field]))
  const kept = own.map(field => {
    const other = named.get(field.id)
    return other ? { ...other, label: other.label ?? field.label } : field
  })
  return [...kept, ...sent.filter(({ id }) => own.every(field => field.id !== id))]
}
