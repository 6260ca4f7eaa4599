/**
 * What Authorize.Net's schema says of the requests that a gateway sends: members, their order, lengths, what is
 * required. JSON is read as XML there, so order matters.
 */
interface Rule {
  required?: true
  max?: number
  min?: number
  is?: RegExp
  of?: Shape
  many?: Shape
}
type Shape = Readonly<Record<string, Rule>>

const DECIMAL = /^-?\d+(\.\d{1,4})?$/
const MONEY: Rule = { is: DECIMAL }
const BOOLEAN: Rule = { is: /^(true|false)$/ }
const DIGITS: Rule = { is: /^\d+$/ }
const text = (max: number): Rule => ({ max })
const must = (rule: Rule): Rule => ({ ...rule, required: true })

const LOGIN: Shape = { name: text(25), transactionKey: must(text(16)) }
const BASE: Shape = { merchantAuthentication: must({ of: LOGIN }), clientId: text(30), refId: text(20) }

const CARD: Shape = {
  cardNumber: must({ min: 4, max: 16, is: /^[0-9X]+$/ }),
  expirationDate: must({ min: 4, max: 7 }),
  cardCode: { is: /^\d{3,4}$/ },
}
const BANK: Shape = {
  accountType: { is: /^(checking|savings|businessChecking)$/ },
  routingNumber: must(text(9)),
  accountNumber: must(text(17)),
  nameOnAccount: must(text(22)),
  echeckType: { is: /^(PPD|WEB|CCD|TEL|ARC|BOC)$/ },
  bankName: text(50),
  checkNumber: text(15),
}
const PAYMENT: Shape = {
  creditCard: { of: CARD },
  bankAccount: { of: BANK },
  trackData: { of: { track1: text(200), track2: text(200) } },
  opaqueData: { of: { dataDescriptor: must(text(100)), dataValue: must(text(8192)) } },
}
const ADDRESS: Shape = {
  firstName: text(50),
  lastName: text(50),
  company: text(50),
  address: text(60),
  city: text(40),
  state: text(40),
  zip: text(20),
  country: text(60),
}
const EXTENDED: Shape = { amount: must(MONEY), name: text(31), description: text(255) }
const ORDER: Shape = {
  invoiceNumber: text(20),
  description: text(255),
  discountAmount: MONEY,
  taxIsAfterDiscount: BOOLEAN,
  totalTaxTypeCode: text(3),
  purchaserVATRegistrationNumber: text(21),
  merchantVATRegistrationNumber: text(21),
  vatInvoiceReferenceNumber: text(15),
  purchaserCode: text(17),
  summaryCommodityCode: text(4),
  purchaseOrderDateUTC: { is: /^\d{4}-\d\d-\d\d$/ },
  supplierOrderReference: text(25),
  authorizedContactName: text(36),
  cardAcceptorRefNumber: text(25),
}
const LINE: Shape = {
  itemId: must({ min: 1, max: 31 }),
  name: must({ min: 1, max: 31 }),
  description: text(255),
  quantity: must(MONEY),
  unitPrice: must(MONEY),
  taxable: BOOLEAN,
  unitOfMeasure: text(12),
  typeOfSupply: text(2),
  taxRate: { is: /^\d+(\.\d{1,5})?$/ },
  taxAmount: MONEY,
  nationalTax: MONEY,
  localTax: MONEY,
  vatRate: MONEY,
  alternateTaxId: text(20),
  alternateTaxType: text(4),
  alternateTaxTypeApplied: text(4),
  alternateTaxRate: MONEY,
  alternateTaxAmount: MONEY,
  totalAmount: MONEY,
  commodityCode: text(15),
  productCode: text(30),
  productSKU: text(30),
  discountRate: MONEY,
  discountAmount: MONEY,
}
const SETTINGS = /^(emailCustomer|allowPartialAuth|recurringBilling|duplicateWindow|testRequest)$/
const TYPES =
  /^(authCapture|authOnly|captureOnly|refund|priorAuthCapture|void|authOnlyContinue|authCaptureContinue)Transaction$/

const TRANSACTION: Shape = {
  transactionType: must({ is: TYPES }),
  amount: MONEY,
  currencyCode: { is: /^[A-Z]{3}$/ },
  payment: { of: PAYMENT },
  profile: {
    of: {
      customerProfileId: DIGITS,
      paymentProfile: { of: { paymentProfileId: must(DIGITS), cardCode: { is: /^\d{3,4}$/ } } },
    },
  },
  solution: { of: { id: must(text(50)) } },
  callId: text(50),
  terminalNumber: text(50),
  authCode: text(6),
  refTransId: DIGITS,
  splitTenderId: DIGITS,
  order: { of: ORDER },
  lineItems: { of: { lineItem: { many: LINE, max: 30 } } },
  tax: { of: EXTENDED },
  duty: { of: EXTENDED },
  shipping: { of: EXTENDED },
  taxExempt: BOOLEAN,
  poNumber: text(25),
  customer: { of: { type: { is: /^(individual|business)$/ }, id: text(20), email: text(255) } },
  billTo: { of: { ...ADDRESS, phoneNumber: text(25), faxNumber: text(25), email: text(255) } },
  shipTo: { of: ADDRESS },
  customerIP: text(45),
  cardholderAuthentication: {
    of: { authenticationIndicator: must({ is: /^\d$/ }), cardholderAuthenticationValue: must(text(100)) },
  },
  retail: { of: { marketType: { is: /^[012]$/ }, deviceType: { is: /^([1-9]|10)$/ } } },
  employeeId: text(4),
  transactionSettings: {
    of: { setting: { many: { settingName: { is: SETTINGS }, settingValue: text(255) } } },
  },
  userFields: { of: { userField: { many: { name: text(255), value: text(255) }, max: 20 } } },
  surcharge: { of: EXTENDED },
  merchantDescriptor: text(25),
  subMerchant: { of: {} },
  tip: { of: EXTENDED },
  processingOptions: {
    of: {
      isFirstRecurringPayment: BOOLEAN,
      isFirstSubsequentAuth: BOOLEAN,
      isSubsequentAuth: BOOLEAN,
      isStoredCredentials: BOOLEAN,
    },
  },
  subsequentAuthInformation: {
    of: {
      originalNetworkTransId: text(255),
      originalAuthAmount: MONEY,
      reason: { is: /^(resubmission|delayedCharge|reauthorization|noShow)$/ },
    },
  },
  otherTax: { of: {} },
  shipFrom: { of: ADDRESS },
}
const LISTING: Shape = {
  sorting: { of: { orderBy: must({ is: /^(id|submitTimeUTC)$/ }), orderDescending: must(BOOLEAN) } },
  paging: { of: { limit: must({ is: /^([1-9]\d{0,2}|1000)$/ }), offset: must({ is: /^[1-9]\d{0,5}$/ }) } },
}
const TIME: Rule = { is: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ }

const REQUESTS: Readonly<Record<string, Shape>> = {
  authenticateTestRequest: BASE,
  createTransactionRequest: { ...BASE, transactionRequest: must({ of: TRANSACTION }) },
  getTransactionDetailsRequest: { ...BASE, transId: must(DIGITS) },
  getUnsettledTransactionListRequest: { ...BASE, status: { is: /^(any|pendingApproval)$/ }, ...LISTING },
  getTransactionListRequest: { ...BASE, batchId: DIGITS, ...LISTING },
  getSettledBatchListRequest: {
    ...BASE,
    includeStatistics: BOOLEAN,
    firstSettlementDate: TIME,
    lastSettlementDate: TIME,
  },
  updateSplitTenderGroupRequest: {
    ...BASE,
    splitTenderId: must(text(20)),
    splitTenderStatus: must({ is: /^(completed|held|voided)$/ }),
  },
}

/** Returns what is wrong with a request, as a parser of XML says it: values are quoted. Null for one that fits. */
export function schemaError(name: string, body: unknown): string | null {
  const shape = REQUESTS[name]
  return shape ? problem(name, body, shape) : `The element '${name}' is invalid.`
}

function problem(path: string, value: unknown, shape: Shape): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `The element '${path}' is invalid.`
  const given = Object.keys(value)
  const names = Object.keys(shape)
  const places = given.map(name => names.indexOf(name))
  const stray = places.findIndex((place, index) => place < (index === 0 ? 0 : places[index - 1]! + 1))
  if (stray >= 0) return `The element '${path}' has invalid child element '${given[stray]}'.`
  const missing = names.find(name => shape[name]!.required && !given.includes(name))
  if (missing) return `The element '${path}' has incomplete content: '${missing}'.`
  if (given.length === 0) return `The element '${path}' has incomplete content.`
  for (const name of given) {
    const found = memberProblem(name, (value as Record<string, unknown>)[name], shape[name]!)
    if (found) return found
  }
  return null
}

function memberProblem(name: string, value: unknown, rule: Rule): string | null {
  if (rule.of) return problem(name, value, rule.of)
  if (rule.many) return listProblem(name, value, rule)
  if (typeof value !== 'string' && typeof value !== 'boolean') return `The '${name}' element is invalid.`
  const text = String(value)
  const fits = [...text].length <= (rule.max ?? 8192) && text.length >= (rule.min ?? 0) && (rule.is?.test(text) ?? true)
  return fits ? null : `The '${name}' element is invalid - The value '${text}' is invalid according to its datatype.`
}

function listProblem(name: string, value: unknown, { many, max }: Rule): string | null {
  if (!Array.isArray(value) || (max !== undefined && value.length > max)) return `Too many ${name} specified.`
  return value.map(each => problem(name, each, many!)).find(Boolean) ?? null
}
