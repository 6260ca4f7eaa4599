import { momentOf } from '../../lib/id.ts'
import type { Initiation } from '../../lib/initiation.ts'
import { toLatin } from '../../lib/latin.ts'
import type {
  Action,
  Address,
  BankInstrument,
  CardInstrument,
  ProcessorRequest,
  ThreeDSecure,
} from '../../ports/processor-request.ts'
import { enhancedData } from './level3.ts'
import { applePay } from './wallet.ts'
import { NotOffered, truncated, type Written } from './xml.ts'

/** The statement that begins a payment of its own, in the order of schema 12.34. Throws a `NotOffered`. */
export function orderOf(request: ProcessorRequest): Written {
  const { action, instrument } = request
  if (instrument === undefined) throw new NotOffered('An account is required.')
  if (instrument.kind === 'bank') return bankOrder(request, instrument)
  if (instrument.kind === 'wallet' && action !== 'sale' && action !== 'authonly')
    throw new NotOffered('What a wallet gave can be used for a sale or an authorization only.')
  const element = CARD_ELEMENTS[action]
  if (!element) throw new NotOffered(`Worldpay has no ${action} of a card.`)
  const parts = cardParts(request)
  return [element.name, element.order.map(part => parts[part]())]
}

/** What an order of a card is made of; which part comes when differs between the elements of the schema. */
type PartName = keyof ReturnType<typeof cardParts>

const PAID = ['amount', 'surcharge', 'orderSource', 'billTo', 'shipTo', 'installments', 'method'] as const
const BEGIN = ['orderId', ...PAID] as const
const SERIES = ['processingType', 'networkId'] as const

const AUTHORIZATION: readonly PartName[] = [
  ...BEGIN,
  'authentication',
  'pos',
  'descriptor',
  'enhanced',
  'allowPartial',
  'lodging',
  ...SERIES,
]
const CREDIT: readonly PartName[] = [
  'orderId',
  'amount',
  'orderSource',
  'billTo',
  'method',
  'descriptor',
  'enhanced',
  'lodging',
  'pos',
]

const CARD_ELEMENTS: Readonly<Partial<Record<Action, { name: string; order: readonly PartName[] }>>> = {
  sale: {
    name: 'sale',
    order: [...BEGIN, 'authentication', 'descriptor', 'enhanced', 'pos', 'allowPartial', 'lodging', ...SERIES],
  },
  authonly: { name: 'authorization', order: AUTHORIZATION },
  avsonly: { name: 'authorization', order: AUTHORIZATION },
  force: {
    name: 'captureGivenAuth',
    order: ['orderId', 'voiceAuthorization', ...PAID, 'descriptor', 'enhanced', 'lodging', 'pos', ...SERIES],
  },
  refund: { name: 'credit', order: CREDIT },
  credit: { name: 'credit', order: CREDIT },
}

function cardParts(request: ProcessorRequest) {
  const { action, amount, surcharge, allow_partial, initiation, lodging } = request
  const { is_first, network_transaction_id } = initiation
  // A check of an account moves nothing, so what money is for is not said.
  const is_check = action === 'avsonly'
  const written = (name: string, content: Written[1]) => (): Written => [name, content]
  return {
    orderId: written('orderId', orderId(request)),
    voiceAuthorization: () => authInformation(request),
    amount: written('amount', is_check ? 0n : amount),
    surcharge: written('surchargeAmount', is_check ? null : surcharge || null),
    orderSource: written('orderSource', orderSource(request)),
    billTo: () => contact('billToAddress', request.billing),
    shipTo: () => contact('shipToAddress', request.shipping),
    installments: () => installments(initiation),
    method: () => cardMethod(request),
    authentication: () => cardholderAuthentication(request),
    descriptor: () => customBilling(request.descriptor),
    enhanced: () => (is_check ? null : enhancedData(request)),
    pos: () => pos(request),
    allowPartial: written('allowPartialAuth', (!is_check && allow_partial) || null),
    lodging: () => (is_check ? null : lodgingInfo(lodging)),
    processingType: written('processingType', processingType(initiation)),
    networkId: written('originalNetworkTransactionId', is_first ? null : truncated(network_transaction_id, 30)),
  }
}

function bankOrder(request: ProcessorRequest, account: BankInstrument): Written {
  const { action, amount, billing, check_number, description } = request
  const name = { debit: 'echeckSale', credit: 'echeckCredit', refund: 'echeckCredit', avsonly: 'echeckVerification' }
  const element = name[action as keyof typeof name]
  if (!element) throw new NotOffered(`Worldpay has no ${action} of a bank account.`)
  const account_type = account.account_type === 'savings' ? 'Savings' : 'Checking'
  const corporate_type = account.account_type === 'savings' ? 'Corp Savings' : 'Corporate'
  return [
    element,
    [
      ['orderId', orderId(request)],
      ['amount', amount],
      ['orderSource', bankSource(account.sec_code, request.initiation)],
      contact('billToAddress', { ...billing, name: account.account_holder_name }, account.is_company),
      [
        'echeck',
        [
          ['accType', account.is_company ? corporate_type : account_type],
          ['accNum', account.account_number],
          ['routingNum', account.routing],
          ['checkNum', truncated(check_number, 15)],
          ['ccdPaymentInformation', account.sec_code === 'CCD' ? truncated(description, 80) : null],
        ],
      ],
    ],
  ]
}

/** How the payer allowed a debit (NACHA). A company's account is CCD by its type. */
function bankSource(sec_code: string, { series, is_first }: Initiation): string {
  if (sec_code === 'TEL') return series === 'recurring' && !is_first ? 'recurringtel' : 'telephone'
  if (sec_code === 'PPD') return 'echeckppd'
  if (sec_code === 'WEB' || sec_code === 'CCD') return 'ecommerce'
  throw new NotOffered(`Worldpay takes no bank payments of the kind ${sec_code}.`)
}

/** What a person finds the order by there; the schema takes any characters. */
function orderId({ order_num, transaction_id, reference }: ProcessorRequest): string {
  return truncated(order_num, 256) ?? transaction_id ?? reference
}

/** The fully authenticated of Visa and others, and of Mastercard. */
const AUTHENTICATED: readonly unknown[] = ['05', '02']
const ATTEMPTED: readonly unknown[] = ['06', '01']

function orderSource({
  instrument,
  initiation,
  three_d_secure,
  card_present,
  industry,
  entry_mode,
}: ProcessorRequest): string {
  if (instrument?.kind === 'wallet') return 'applepay'
  if (!initiation.is_first && initiation.series === 'recurring') return 'recurring'
  if (!initiation.is_first && initiation.series === 'installment') return 'installment'
  if (AUTHENTICATED.includes(three_d_secure?.eci)) return '3dsAuthenticated'
  if (ATTEMPTED.includes(three_d_secure?.eci)) return '3dsAttempted'
  if (card_present) return 'retail'
  return industry === 'moto' || entry_mode === 'keyed' ? 'telephone' : 'ecommerce'
}

/** Later payments of a timetable say by their source what they are. */
function processingType({ by, series, is_first }: Initiation): string | null {
  if (series === null) return null
  if (is_first)
    return { recurring: 'initialRecurring', installment: 'initialInstallment', unscheduled: 'initialCOF' }[series]
  if (series !== 'unscheduled') return null
  return by === 'merchant' ? 'merchantInitiatedCOF' : 'cardholderInitiatedCOF'
}

function installments({ series, number, count }: Initiation): Written | null {
  if (series !== 'installment' || !number || !count || count > 99) return null
  return [
    'additionalCOFData',
    [
      ['totalPaymentCount', count],
      ['sequenceIndicator', number],
    ],
  ]
}

const CARD_TYPES: Readonly<Record<string, string>> = {
  visa: 'VI',
  mc: 'MC',
  amex: 'AX',
  disc: 'DI',
  diners: 'DC',
  jcb: 'JC',
}

function cardMethod({ instrument, card_present }: ProcessorRequest): Written {
  if (instrument?.kind === 'wallet') return applePay(instrument)
  if (instrument?.kind === 'token') {
    const { token, exp_date, cvv, brand } = instrument
    const type = CARD_TYPES[brand] ?? null
    return [
      'token',
      [
        ['cnpToken', token],
        ['expDate', exp_date],
        ['cardValidationNum', cvv],
        ['type', type],
      ],
    ]
  }
  const { number, exp_date, brand, cvv, track_data } = instrument as CardInstrument
  // Elsewhere a stripe is as good as its number: Worldpay takes one of retail payments only.
  if (track_data && card_present) return ['card', [['track', truncated(track_data, 256)]]]
  const type = CARD_TYPES[brand]
  if (!type) throw new NotOffered('Worldpay does not take cards of this brand.')
  return [
    'card',
    [
      ['type', type],
      ['number', number],
      ['expDate', exp_date],
      ['cardValidationNum', cvv],
    ],
  ]
}

/** An order as authenticated (`3dsAuthenticated`) must have the cryptogram that proves it. */
export function missing3ds({ cavv, eci }: ThreeDSecure): 'cavv'[] {
  return !cavv && AUTHENTICATED.includes(eci) ? ['cavv'] : []
}

function cardholderAuthentication({ three_d_secure, customer_ip, card_present }: ProcessorRequest): Written | null {
  const { cavv, xid, version } = three_d_secure ?? {}
  const ip_address = card_present ? undefined : customer_ip
  if (!cavv && !xid && !ip_address) return null
  return [
    'cardholderAuthentication',
    [
      ['authenticationValue', cavv ? cryptogram(cavv) : null],
      ['authenticationTransactionId', truncated(xid, 36)],
      ['customerIpAddress', truncated(ip_address, 100)],
      ['authenticationProtocolVersion', (cavv || xid) && version ? version.slice(0, 1) : null],
    ],
  ]
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const HEX = /^[0-9A-Fa-f]{40}$/

/** The schema takes base64; some give the twenty bytes in hexadecimal digits. */
function cryptogram(cavv: string): string {
  if (HEX.test(cavv)) return Buffer.from(cavv, 'hex').toString('base64')
  if (BASE64.test(cavv) && cavv.length <= 512) return cavv
  throw new NotOffered('The cavv of 3-D Secure must be base64.')
}

function contact(name: string, address: Address | undefined, is_company = false): Written | null {
  if (!address) return null
  const lines = (address.street ?? '').match(/.{1,35}(?=\s|$)|.{1,35}/gu) ?? []
  const [first, second, third] = lines.map(line => truncated(line, 35))
  const country = address.country?.toUpperCase()
  const parts: Written[] = [
    ['name', truncated(address.name, 100)],
    ['companyName', is_company ? truncated(address.name, 40) : null],
    ['addressLine1', first],
    ['addressLine2', second],
    ['addressLine3', third],
    ['city', truncated(address.city, 35)],
    ['state', truncated(address.state, 30)],
    ['zip', truncated(address.zip, 20)],
    ['country', country && /^[A-Z]{2}$/.test(country) ? country : null],
    ['email', truncated(address.email, 100)],
    ['phone', truncated(address.phone, 20)],
  ]
  return [name, parts]
}

/** The statement of the payer shows 4 to 25 of these characters; a shorter or empty text leaves the one on file. */
function customBilling(descriptor: string | undefined): Written | null {
  const text = truncated(toLatin(descriptor ?? '').replaceAll(/[^A-Za-z0-9 *,\-'#&.]/g, ''), 25)
  return text && text.length >= 4 ? ['customBilling', [['descriptor', text]]] : null
}

function pos({ card_present, instrument, industry }: ProcessorRequest): Written | null {
  if (!card_present || instrument?.kind !== 'card') return null
  const is_alone = industry === 'retail_self_serve'
  return [
    'pos',
    [
      ['capability', 'magstripe'],
      ['entryMode', instrument.track_data ? 'completeread' : 'keyed'],
      ['cardholderId', is_alone ? 'nopin' : 'signature'],
      ['catLevel', is_alone ? 'self service' : null],
    ],
  ]
}

function lodgingInfo(stay: ProcessorRequest['lodging']): Written | null {
  if (!stay) return null
  const { checkin_date, checkout_date, room_rate, folio_num, is_advance_deposit, is_no_show } = stay
  const program = is_no_show ? 'NOSHOW' : is_advance_deposit ? 'ADVANCEDDEPOSIT' : 'LODGING'
  return [
    'lodgingInfo',
    [
      ['hotelFolioNumber', truncated(folio_num, 25)],
      ['checkInDate', checkin_date],
      ['checkOutDate', checkout_date],
      ['duration', nights(checkin_date, checkout_date)],
      ['programCode', program],
      ['roomRate', room_rate],
    ],
  ]
}

function nights(from: string | null, to: string | null): number | null {
  if (!from || !to) return null
  const { days } = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' })
  return days >= 0 && days <= 99 ? days : null
}

/** A voice authorization is of the day on which it is sent: our reference tells when that is. */
function authInformation({ reference, auth_code, amount }: ProcessorRequest): Written {
  const moment = momentOf(reference)
  if (moment === null || !auth_code) throw new NotOffered('The code of the voice authorization is required.')
  const day = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO('America/New_York').toPlainDate()
  return [
    'authInformation',
    [
      ['authDate', day.toString()],
      ['authCode', truncated(auth_code, 6)],
      ['authAmount', amount],
    ],
  ]
}

/** An earlier request as Worldpay knows it. */
export interface Referred {
  cnp_txn_id: string
  /** It is an authorization that nothing has been captured of. */
  is_authorization: boolean
}

/**
 * Worldpay itself reverses what a capture leaves of an authorization of Visa and Mastercard, and cannot reverse a part
 * of one of American Express ("Notes on the Use of Authorization Reversal Transactions" of its documentation).
 */
const REVERSED_IN_PART: readonly unknown[] = ['disc', 'diners', 'jcb']

/** The statement that releases what a capture leaves of its authorization; null where there is nothing to send. */
export function releaseAfter(
  { action, amount, original }: Pick<ProcessorRequest, 'action' | 'amount' | 'original'>,
  { cnp_txn_id }: Referred,
): Written | null {
  if (action !== 'authcomplete' || !original || !REVERSED_IN_PART.includes(original.brand)) return null
  const rest = original.amount - amount
  return rest > 0n
    ? [
        'authReversal',
        [
          ['cnpTxnId', cnp_txn_id],
          ['amount', rest],
        ],
      ]
    : null
}

/** The statement that acts on an earlier request. Throws a `NotOffered`. */
export function followUpOf(request: ProcessorRequest, { cnp_txn_id, is_authorization }: Referred): Written {
  const { action, amount, original } = request
  const is_bank = original?.payment_method === 'ach'
  const id: Written = ['cnpTxnId', cnp_txn_id]
  const surcharge: Written = ['surchargeAmount', request.surcharge ?? null]
  // Worldpay would take up to 115 % of what was authorized.
  if (action === 'authcomplete' && original && amount > original.amount)
    throw new NotOffered('The amount is more than was authorized.')
  if (action === 'authcomplete')
    return ['capture', [id, ['amount', amount], surcharge, request.level3 ? enhancedData(request) : null]]
  if (action === 'refund' && is_bank) return ['echeckCredit', [id, ['amount', amount]]]
  if (action === 'refund') return ['credit', [id, ['amount', amount], surcharge]]
  if (action === 'partialreversal') return ['authReversal', [id, ['amount', (original?.amount ?? 0n) - amount]]]
  if (action !== 'void') throw new NotOffered(`Worldpay has no ${action}.`)
  // Without an amount all that is left of an authorization is reversed.
  if (is_authorization) return ['authReversal', [id]]
  return [is_bank ? 'echeckVoid' : 'void', [id]]
}
