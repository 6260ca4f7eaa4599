/**
 * The fields of every command in their order: `text` is one field, a list names the members of a group, `named` is a
 * group of KEY=VALUE. Requests have the command and the version before these; responses a status, the command, the
 * version, a result and a message.
 */
const AMOUNT = ['amount', 'tip', 'cashback', 'fee', 'tax', 'fuel'] as const
const ACCOUNT = ['number', 'exp_date', 'cvv', 'ebt_type', 'voucher', 'allow_duplicate'] as const
const TRACE = ['ecr_ref', 'invoice', 'auth_code', 'transaction_no', 'timestamp', 'ecr_trans_id'] as const
const AVS = ['zip', 'street'] as const
const CASHIER = ['clerk', 'shift'] as const
const COMMERCIAL = ['po_number', 'customer_code', 'tax_exempt', 'tax_exempt_id'] as const
const ECOM = ['mode', 'type', 'secure_type', 'order_num', 'installments', 'installment'] as const
const HOST = ['code', 'message', 'auth_code', 'host_ref', 'trace_no', 'batch_no', 'brand_id'] as const
const AMOUNTS = ['approved', 'due', 'tip', 'cashback', 'fee', 'tax', 'balance', 'other_balance'] as const
const CARD = [
  'number',
  'entry_mode',
  'exp_date',
  'ebt_type',
  'voucher',
  'new_number',
  'card_type',
  'holder',
  'cvv_code',
  'cvv_message',
  'present',
] as const
const TRACED = ['transaction_no', 'ecr_ref', 'timestamp', 'invoice'] as const
const AVS_ANSWER = ['code', 'message'] as const

export const REQUESTS = {
  A00: {},
  A08: { offset: 'text', length: 'text' },
  A14: {},
  A16: {},
  A20: { upload: 'text', host_ref: 'text', edc_type: 'text', timeout: 'text' },
  A56: {
    title: 'text',
    text: 'text',
    button1: 'text',
    color1: 'text',
    button2: 'text',
    color2: 'text',
    button3: 'text',
    color3: 'text',
    timeout: 'text',
    key1: 'text',
    key2: 'text',
    key3: 'text',
    hard_keys: 'text',
    hard_key_list: 'text',
    signature_box: 'text',
    continuous: 'text',
    barcode_type: 'text',
    barcode: 'text',
    input_title: 'text',
    show_input: 'text',
    input_type: 'text',
    least: 'text',
    most: 'text',
  },
  B00: { timestamp: 'text' },
  R02: {
    edc_type: 'text',
    type: 'text',
    card_type: 'text',
    record_no: 'text',
    terminal_ref: 'text',
    auth_code: 'text',
    ecr_ref: 'text',
    ext: 'named',
  },
  T00: {
    type: 'text',
    amount: AMOUNT,
    account: ACCOUNT,
    trace: TRACE,
    avs: AVS,
    cashier: CASHIER,
    commercial: COMMERCIAL,
    ecom: ECOM,
    ext: 'named',
  },
  T02: { type: 'text', amount: AMOUNT, account: ACCOUNT, trace: TRACE, cashier: CASHIER, ext: 'named' },
} as const

export const RESPONSES = {
  A01: { serial_number: 'text', model: 'text', os_version: 'text', mac_address: 'text', lines: 'text' },
  A09: { total: 'text', length: 'text', data: 'text' },
  A17: {},
  A21: {},
  A57: { button: 'text', signed: 'text', signature: 'text', text: 'text' },
  B01: { host: HOST, counts: 'text', amounts: 'text', timestamp: 'text', tid: 'text', mid: 'text' },
  R03: {
    total: 'text',
    record_no: 'text',
    host: HOST,
    edc_type: 'text',
    type: 'text',
    original_type: 'text',
    amounts: AMOUNTS,
    card: CARD,
    trace: TRACED,
    cashier: CASHIER,
    commercial: COMMERCIAL,
    check: 'text',
    ext: 'named',
  },
  T01: {
    host: HOST,
    type: 'text',
    amounts: AMOUNTS,
    card: CARD,
    trace: TRACED,
    avs: AVS_ANSWER,
    commercial: COMMERCIAL,
    ecom: ECOM,
    ext: 'named',
  },
  T03: { host: HOST, type: 'text', amounts: AMOUNTS, card: CARD, trace: TRACED, ext: 'named' },
} as const

export type RequestName = keyof typeof REQUESTS
export type ResponseName = keyof typeof RESPONSES

type Part<P> = P extends 'text'
  ? string
  : P extends 'named'
    ? Readonly<Record<string, string>>
    : P extends readonly string[]
      ? { readonly [K in P[number]]?: string | undefined }
      : never

/** The parts of a message by name; absent ones are empty. */
type Parts<L> = { readonly [K in keyof L]?: Part<L[K]> | undefined }
export type RequestParts<N extends RequestName> = Parts<(typeof REQUESTS)[N]>
export type ResponseParts<N extends ResponseName> = Parts<(typeof RESPONSES)[N]>

/** The response to each request; a cancel has none. */
export const RESPONSE_TO = {
  A00: 'A01',
  A08: 'A09',
  A16: 'A17',
  A20: 'A21',
  A56: 'A57',
  B00: 'B01',
  R02: 'R03',
  T00: 'T01',
  T02: 'T03',
} as const satisfies Partial<Record<RequestName, ResponseName>>
