import { XmlElement } from '@rgrove/parse-xml'

/** What an element may hold: a text, or elements in this order, or in any order; or one of several of these. */
type Kind = RegExp | { parts: readonly Part[]; any_order?: true } | readonly Kind[]

/** One element, or one of several; required with `!` behind its name, repeatable up to a number behind `*`. */
type Part = readonly [name: string, kind: Kind] | readonly Part[]

const sequence = (...parts: Part[]): Kind => ({ parts })
const all = (...parts: Part[]): Kind => ({ parts, any_order: true })
const upTo = (most: number, least = 0): RegExp => new RegExp(`^[\\s\\S]{${least},${most}}$`, 'u')
const oneOf = (...texts: string[]): RegExp => new RegExp(`^(${texts.join('|')})$`)

const AMOUNT = /^\d{1,12}$/
const CNP_ID = /^\d{1,19}$/
const DATE = /^\d{4}-\d\d-\d\d$/
const BOOLEAN = oneOf('true', 'false', '0', '1')
const DECIMAL = /^(?=(?:\D*\d){1,12}\D*$)\d+(\.\d+)?$/
const RATE = /^0*(?=(?:\D*\d){0,5}\D*$)\d*(\.\d+)?$/
const TOKEN = upTo(25, 13)
const EXPIRY = /^(0[1-9]|1[0-2])\d\d$/
const TYPE = oneOf('MC', 'VI', 'AX', 'DC', 'DI', 'PP', 'JC', 'EC', '')
const SOURCE = oneOf(
  ...['ecommerce', 'installment', 'mailorder', 'recurring', 'retail', 'telephone', '3dsAuthenticated', '3dsAttempted'],
  ...['recurringtel', 'echeckppd', 'applepay', 'androidpay'],
)

const CONTACT = all(
  ['name', upTo(100)],
  ['firstName', upTo(25)],
  ['middleInitial', upTo(1)],
  ['lastName', upTo(25)],
  ['companyName', upTo(40)],
  ['addressLine1', upTo(35)],
  ['addressLine2', upTo(35)],
  ['addressLine3', upTo(35)],
  ['city', upTo(35)],
  ['state', upTo(30)],
  ['zip', upTo(20)],
  ['country', /^([A-Z]{2}|USA)$/],
  ['email', upTo(100)],
  ['phone', upTo(20)],
)

const CODE: Part = ['cardValidationNum', upTo(4)]
const CARD: Kind = [
  sequence(['track!', upTo(256, 1)], CODE),
  sequence(['type!', TYPE], ['number', TOKEN], ['expDate', EXPIRY], CODE),
]
const CARD_TOKEN = sequence(['cnpToken!', TOKEN], ['expDate', EXPIRY], ['cardValidationNum', upTo(4)], ['type', TYPE])
const APPLE_PAY = sequence(
  ['data!', upTo(2000)],
  [
    'header!',
    sequence(
      ['applicationData', upTo(10_000)],
      ['ephemeralPublicKey!', upTo(400)],
      ['publicKeyHash!', upTo(200)],
      ['transactionId!', upTo(250)],
    ),
  ],
  ['signature!', upTo(10_000)],
  ['version!', upTo(10, 5)],
)

const AUTHENTICATION = all(
  ['authenticationValue', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/],
  ['authenticationTransactionId', upTo(36)],
  ['customerIpAddress', /^[A-Za-z0-9, :.]{0,100}$/],
  ['authenticatedByMerchant', BOOLEAN],
  ['authenticationProtocolVersion', oneOf('1', '2')],
)

const POS = all(
  ['capability!', oneOf('notused', 'magstripe', 'keyedonly')],
  ['entryMode!', oneOf('notused', 'keyed', 'track1', 'track2', 'completeread')],
  ['cardholderId!', oneOf('signature', 'pin', 'nopin', 'directmarket')],
  ['terminalId', upTo(100)],
  ['catLevel', oneOf('self service')],
)

const BILLING = sequence(['phone', /^\d{0,13}$/], ['descriptor', /^[A-Za-z0-9, *'#&.-]{4,25}$/])

const DETAIL_TAX = sequence(
  ['taxIncludedInTotal', BOOLEAN],
  ['taxAmount!', AMOUNT],
  ['taxRate', RATE],
  ['taxTypeIdentifier', oneOf('0[0-6]', '1[0-4]', '2[0-2]')],
  ['cardAcceptorTaxId', upTo(20, 1)],
)

const ENHANCED = sequence(
  ['customerReference', upTo(17, 1)],
  ['salesTax', AMOUNT],
  ['deliveryType', oneOf('CNC', 'DIG', 'PHY', 'SVC', 'TBD')],
  ['taxExempt', BOOLEAN],
  ['discountAmount', AMOUNT],
  ['shippingAmount', AMOUNT],
  ['dutyAmount', AMOUNT],
  ['shipFromPostalCode', upTo(20)],
  ['destinationPostalCode', upTo(20)],
  ['destinationCountryCode', /^([A-Z]{2}|USA)$/],
  ['invoiceReferenceNumber', upTo(15, 1)],
  ['orderDate', DATE],
  ['detailTax*6', DETAIL_TAX],
  [
    'lineItemData*99',
    sequence(
      ['itemSequenceNumber', /^[1-9]\d?$/],
      ['itemDescription!', upTo(26, 1)],
      ['productCode', upTo(12, 1)],
      ['quantity', DECIMAL],
      ['unitOfMeasure', upTo(12, 1)],
      ['taxAmount', AMOUNT],
      ['lineItemTotal', AMOUNT],
      ['lineItemTotalWithTax', AMOUNT],
      ['itemDiscountAmount', AMOUNT],
      ['commodityCode', upTo(12, 1)],
      ['unitCost', DECIMAL],
      ['detailTax*6', DETAIL_TAX],
    ),
  ],
)

const LODGING = sequence(
  ['hotelFolioNumber', upTo(25)],
  ['checkInDate', DATE],
  ['checkOutDate', DATE],
  ['duration', /^\d{1,4}$/],
  ['customerServicePhone', upTo(17)],
  ['programCode', oneOf('LODGING', 'NOSHOW', 'ADVANCEDDEPOSIT')],
  ['roomRate', AMOUNT],
  ['roomTax', AMOUNT],
)

const COF = all(
  ['totalPaymentCount', upTo(2)],
  ['paymentType', oneOf('Fixed Amount', 'Variable Amount')],
  ['sequenceIndicator', /^\d{1,2}$/],
)

const SERIES: readonly Part[] = [
  [
    'processingType',
    oneOf(
      ...['initialRecurring', 'initialInstallment', 'initialCOF', 'merchantInitiatedCOF', 'cardholderInitiatedCOF'],
    ),
  ],
  ['originalNetworkTransactionId', upTo(30)],
]

const ORDER: readonly Part[] = [['orderId!', upTo(256)]]
const MONEY: readonly Part[] = [
  ['amount!', AMOUNT],
  ['surchargeAmount', AMOUNT],
  ['orderSource!', SOURCE],
]
const PEOPLE: readonly Part[] = [
  ['billToAddress', CONTACT],
  ['shipToAddress', CONTACT],
  ['additionalCOFData', COF],
]
const METHOD: Part = [
  ['card', CARD],
  ['token', CARD_TOKEN],
]
const METHOD_OR_WALLET: Part = [...METHOD, ['applepay', APPLE_PAY]] as Part
const ECHECK: Part = [
  'echeck!',
  all(
    ['accType!', oneOf('Checking', 'Savings', 'Corporate', 'Corp Savings')],
    ['accNum!', upTo(17)],
    ['routingNum!', upTo(9, 8)],
    ['checkNum', upTo(15, 1)],
    ['ccdPaymentInformation', upTo(80)],
  ),
]
const BANK_ORDER = sequence(
  ...ORDER,
  ['verify', BOOLEAN],
  ['amount!', AMOUNT],
  ['orderSource!', SOURCE],
  ['billToAddress!', CONTACT],
  ['shipToAddress', CONTACT],
  ECHECK,
)
const REFERRED = (...more: Part[]): Kind => sequence(['cnpTxnId!', CNP_ID], ...more)

/** The elements of schema 12.34 that we have to do with, without what nobody sends here. */
const TRANSACTIONS: Readonly<Record<string, Kind>> = {
  sale: sequence(
    ...[...ORDER, ...MONEY, ...PEOPLE, METHOD_OR_WALLET],
    ['cardholderAuthentication', AUTHENTICATION],
    ['customBilling', BILLING],
    ['enhancedData', ENHANCED],
    ['pos', POS],
    ['allowPartialAuth', BOOLEAN],
    ['lodgingInfo', LODGING],
    ...SERIES,
  ),
  authorization: sequence(
    ...[...ORDER, ...MONEY, ...PEOPLE, METHOD_OR_WALLET],
    ['cardholderAuthentication', AUTHENTICATION],
    ['pos', POS],
    ['customBilling', BILLING],
    ['enhancedData', ENHANCED],
    ['allowPartialAuth', BOOLEAN],
    ['lodgingInfo', LODGING],
    ...SERIES,
  ),
  captureGivenAuth: sequence(
    ...ORDER,
    ['authInformation!', all(['authDate!', DATE], ['authCode!', upTo(6)], ['authAmount', AMOUNT])],
    ...[...MONEY, ...PEOPLE, METHOD],
    ['customBilling', BILLING],
    ['enhancedData', ENHANCED],
    ['lodgingInfo', LODGING],
    ['pos', POS],
    ...SERIES,
  ),
  credit: [
    REFERRED(['orderId', upTo(256)], ['amount', AMOUNT], ['surchargeAmount', AMOUNT]),
    sequence(
      ...[...ORDER, ...MONEY],
      ['billToAddress', CONTACT],
      METHOD,
      ['customBilling', BILLING],
      ['enhancedData', ENHANCED],
      ['lodgingInfo', LODGING],
      ['pos', POS],
    ),
  ],
  capture: REFERRED(['amount', AMOUNT], ['surchargeAmount', AMOUNT], ['enhancedData', ENHANCED]),
  void: REFERRED(),
  authReversal: REFERRED(['amount', AMOUNT]),
  echeckVoid: REFERRED(),
  echeckSale: BANK_ORDER,
  echeckVerification: BANK_ORDER,
  echeckCredit: [REFERRED(['amount', AMOUNT]), BANK_ORDER],
  registerTokenRequest: sequence(['orderId', upTo(256)], ['accountNumber!', TOKEN]),
  queryTransaction: sequence(['origId', upTo(36, 1)], ['origActionType', upTo(4)], ['origCnpTxnId', CNP_ID]),
}

/** Returns why a transaction does not fit the schema, as Worldpay says it, values included; null where it fits. */
export function schemaProblem(transaction: XmlElement): string | null {
  const { id = '', reportGroup = '', customerId = '' } = transaction.attributes
  if (id.length < 1 || id.length > 36) return `id '${id}'`
  if (reportGroup.length < 1 || reportGroup.length > 25) return `reportGroup '${reportGroup}'`
  if (customerId.length > 50) return `customerId '${customerId}'`
  const kind = TRANSACTIONS[transaction.name]
  return kind ? problemOf(transaction, kind) : `no element '${transaction.name}'`
}

export function childrenOf(element: XmlElement): XmlElement[] {
  return element.children.filter(child => child instanceof XmlElement)
}

function problemOf(element: XmlElement, kind: Kind): string | null {
  if (isSeveral(kind)) {
    const problems = kind.map(each => problemOf(element, each))
    return problems.includes(null) ? null : problems.join(' or ')
  }
  const children = childrenOf(element)
  if (kind instanceof RegExp)
    return children.length === 0 && kind.test(element.text) ? null : `Value '${element.text}' of ${element.name}`
  const taken = new Set<XmlElement>()
  let place = 0
  for (const part of kind.parts) {
    const choices = (typeof part[0] === 'string' ? [part] : part) as readonly (readonly [string, Kind])[]
    let found = 0
    for (const [spec, inner] of choices) {
      const [, name = '', required, most = '1'] = /^(\w+)(!)?(?:\*(\d+))?$/.exec(spec)!
      let times = 0
      for (;;) {
        const next = kind.any_order ? children.find(child => child.name === name && !taken.has(child)) : children[place]
        if (next?.name !== name) break
        taken.add(next)
        place += 1
        times += 1
        const problem = problemOf(next, inner)
        if (problem) return problem
      }
      if (times > Number(most) || (required && times === 0)) return `${times} of ${name} in ${element.name}`
      found += times
    }
    if (choices.length > 1 && found !== 1) return `${found} methods of payment in ${element.name}`
  }
  const other = children.find(child => !taken.has(child))
  return other ? `Invalid content was found starting with '${other.name}' in ${element.name}` : null
}

function isSeveral(kind: Kind): kind is readonly Kind[] {
  return Array.isArray(kind)
}
