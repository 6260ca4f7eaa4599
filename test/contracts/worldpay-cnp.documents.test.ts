import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Action } from '../../src/ports/processor-request.ts'
import { outcomeOf, readAnswer } from '../../src/processors/worldpay-cnp/wire.ts'
import { MERCHANT } from '../hosts/worldpay-cnp/index.ts'
import { ask, orderOf } from './processor.contract.ts'
import { CHECKING, VISA, type WorldpayRoom, worldpayRoom } from './worldpay-cnp.fixture.ts'
import { REFERENCE, requestsOfEachKind } from './worldpay-cnp.kinds.ts'

/** What each kind of request is as XML. All of it was validated against Worldpay's schema 12.34. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'a sale in a browser':
    '<sale customerId="C-1 &quot;&amp;&quot;"><orderId>A.1#2/3_4</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><billToAddress><name>Wilma &amp; &quot;Testperson&quot; &lt;Ltd&gt;</name><addressLine1>1 Very Long Main Street of the</addressLine1><addressLine2>Northern Part, Apartment 222</addressLine2><city>Burlington</city><state>MA</state><zip>01803-3747</zip><country>US</country><email>wilma@example.com</email><phone>8005550100</phone></billToAddress><shipToAddress><addressLine1>2 Main St.</addressLine1><zip>02915</zip><country>US</country></shipToAddress><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate><cardValidationNum>349</cardValidationNum></card><cardholderAuthentication><customerIpAddress>203.0.113.7</customerIpAddress></cardholderAuthentication><customBilling><descriptor>STORE*ABC 12</descriptor></customBilling><allowPartialAuth>true</allowPartialAuth></sale>',
  'a sale by telephone':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>telephone</orderSource><billToAddress><addressLine1>5800 NW 39th AVE</addressLine1><zip>32606</zip></billToAddress><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card></sale>',
  'a card that was swiped':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>retail</orderSource><card><track>%B4111111111111111^TEST/W^3012101?;4111111111111111=3012101?</track></card><pos><capability>magstripe</capability><entryMode>completeread</entryMode><cardholderId>signature</cardholderId></pos></sale>',
  'a stripe where no card is said to be present':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card></sale>',
  'a card keyed at a kiosk':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>retail</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><pos><capability>magstripe</capability><entryMode>keyed</entryMode><cardholderId>nopin</cardholderId><catLevel>self service</catLevel></pos></sale>',
  'level 2':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><surchargeAmount>300</surchargeAmount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><enhancedData><customerReference>PO 12345678901234</customerReference><salesTax>825</salesTax></enhancedData></sale>',
  'level 3 of Visa':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>10825</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><enhancedData><salesTax>825</salesTax><taxExempt>false</taxExempt><discountAmount>300</discountAmount><shippingAmount>500</shippingAmount><dutyAmount>250</dutyAmount><shipFromPostalCode>14850</shipFromPostalCode><destinationPostalCode>04101</destinationPostalCode><destinationCountryCode>US</destinationCountryCode><invoiceReferenceNumber>INV-9</invoiceReferenceNumber><orderDate>2026-11-22</orderDate><detailTax><taxIncludedInTotal>true</taxIncludedInTotal><taxAmount>825</taxAmount><taxRate>0.0825</taxRate><cardAcceptorTaxId>VAT-77</cardAcceptorTaxId></detailTax><detailTax><taxIncludedInTotal>true</taxIncludedInTotal><taxAmount>110</taxAmount><taxTypeIdentifier>01</taxTypeIdentifier></detailTax><lineItemData><itemSequenceNumber>1</itemSequenceNumber><itemDescription>Hedge trimming</itemDescription><productCode>HT1</productCode><quantity>2.5</quantity><unitOfMeasure>EA</unitOfMeasure><taxAmount>688</taxAmount><lineItemTotal>8333</lineItemTotal><lineItemTotalWithTax>9021</lineItemTotalWithTax><itemDiscountAmount>100</itemDiscountAmount><commodityCode>80111600</commodityCode><unitCost>33.3333</unitCost><detailTax><taxIncludedInTotal>true</taxIncludedInTotal><taxAmount>688</taxAmount><taxRate>0.0825</taxRate></detailTax></lineItemData></enhancedData></sale>',
  'level 3 of Mastercard':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><card><type>MC</type><number>5454545454545454</number><expDate>0131</expDate></card><enhancedData><taxExempt>true</taxExempt><destinationCountryCode>CA</destinationCountryCode><lineItemData><itemSequenceNumber>1</itemSequenceNumber><itemDescription>Hedge trimming</itemDescription><productCode>HT1</productCode><quantity>2.5</quantity><unitOfMeasure>EA</unitOfMeasure><taxAmount>688</taxAmount><lineItemTotal>8333</lineItemTotal><lineItemTotalWithTax>9021</lineItemTotalWithTax><itemDiscountAmount>100</itemDiscountAmount><unitCost>33.3333</unitCost><detailTax><taxIncludedInTotal>true</taxIncludedInTotal><taxAmount>688</taxAmount><taxRate>0.0825</taxRate><taxTypeIdentifier>02</taxTypeIdentifier><cardAcceptorTaxId>ALT-1</cardAcceptorTaxId></detailTax></lineItemData><lineItemData><itemSequenceNumber>2</itemSequenceNumber><itemDescription>Hedge trimming</itemDescription><productCode>HT1</productCode><quantity>2.5</quantity><unitOfMeasure>EA</unitOfMeasure><taxAmount>688</taxAmount><lineItemTotal>8333</lineItemTotal><lineItemTotalWithTax>9021</lineItemTotalWithTax><itemDiscountAmount>100</itemDiscountAmount><unitCost>33.3333</unitCost><detailTax><taxIncludedInTotal>true</taxIncludedInTotal><taxAmount>688</taxAmount><taxRate>0.0825</taxRate></detailTax></lineItemData></enhancedData></sale>',
  'a stay':
    '<authorization><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>retail</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><pos><capability>magstripe</capability><entryMode>keyed</entryMode><cardholderId>signature</cardholderId></pos><allowPartialAuth>true</allowPartialAuth><lodgingInfo><hotelFolioNumber>F-77</hotelFolioNumber><checkInDate>2026-11-20</checkInDate><checkOutDate>2026-11-22</checkOutDate><duration>2</duration><programCode>LODGING</programCode><roomRate>9900</roomRate></lodgingInfo></authorization>',
  'a no-show':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><lodgingInfo><hotelFolioNumber>F-77</hotelFolioNumber><checkOutDate>2026-11-22</checkOutDate><programCode>NOSHOW</programCode><roomRate>9900</roomRate></lodgingInfo></sale>',
  '3-D Secure':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>3dsAuthenticated</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><cardholderAuthentication><authenticationValue>AAABBJg0VhI0VniQEjRWAAAAAAA=</authenticationValue><authenticationTransactionId>f38e6948-5388-41a6-bca4-b49723c19437</authenticationTransactionId><authenticationProtocolVersion>2</authenticationProtocolVersion></cardholderAuthentication></sale>',
  '3-D Secure attempted':
    '<authorization><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>3dsAttempted</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><cardholderAuthentication><authenticationValue>AAAB</authenticationValue><authenticationProtocolVersion>1</authenticationProtocolVersion></cardholderAuthentication></authorization>',
  'the first of a recurring':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><processingType>initialRecurring</processingType></sale>',
  'a later one of a recurring':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>recurring</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><originalNetworkTransactionId>63225578415568556365452427825</originalNetworkTransactionId></sale>',
  'the first installment':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><additionalCOFData><totalPaymentCount>12</totalPaymentCount><sequenceIndicator>1</sequenceIndicator></additionalCOFData><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><processingType>initialInstallment</processingType></sale>',
  'a later installment':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>installment</orderSource><additionalCOFData><totalPaymentCount>12</totalPaymentCount><sequenceIndicator>2</sequenceIndicator></additionalCOFData><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><originalNetworkTransactionId>63225578415568556365452427825</originalNetworkTransactionId></sale>',
  'a card that is stored':
    '<authorization><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>0</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><processingType>initialCOF</processingType></authorization>',
  'a stored card, by the merchant':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><processingType>merchantInitiatedCOF</processingType><originalNetworkTransactionId>63225578415568556365452427825</originalNetworkTransactionId></sale>',
  'a stored card, by its holder':
    '<authorization><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><processingType>cardholderInitiatedCOF</processingType><originalNetworkTransactionId>63225578415568556365452427825</originalNetworkTransactionId></authorization>',
  'a token':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><token><cnpToken>1111000276870123</cnpToken><expDate>1230</expDate><cardValidationNum>349</cardValidationNum><type>VI</type></token></sale>',
  'Apple Pay':
    '<sale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>applepay</orderSource><applepay><data>ZGF0YQ==</data><header><ephemeralPublicKey>a2V5</ephemeralPublicKey><publicKeyHash>aGFzaA==</publicKeyHash><transactionId>f00d</transactionId></header><signature>c2lnbmF0dXJl</signature><version>EC_v1</version></applepay></sale>',
  'a voice authorization':
    '<captureGivenAuth><orderId>019a8f3b40055aa00bb11cc2</orderId><authInformation><authDate>1973-06-29</authDate><authCode>VOICE1</authCode><authAmount>1000</authAmount></authInformation><amount>1000</amount><orderSource>ecommerce</orderSource><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card><enhancedData><salesTax>100</salesTax></enhancedData></captureGivenAuth>',
  'a refund without a payment':
    '<credit><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><billToAddress><zip>01803</zip></billToAddress><card><type>VI</type><number>4111111111111111</number><expDate>1230</expDate></card></credit>',
  'a capture': '<capture><cnpTxnId>82919999999999999</cnpTxnId><amount>9000</amount></capture>',
  'a capture with a surcharge':
    '<capture><cnpTxnId>82919999999999999</cnpTxnId><amount>9000</amount><surchargeAmount>262</surchargeAmount></capture>',
  'a refund': '<credit><cnpTxnId>82919999999999999</cnpTxnId><amount>1000</amount></credit>',
  'a refund of a surcharge':
    '<credit><cnpTxnId>82919999999999999</cnpTxnId><amount>1000</amount><surchargeAmount>29</surchargeAmount></credit>',
  'the void of an authorization': '<authReversal><cnpTxnId>82919999999999999</cnpTxnId></authReversal>',
  'the void of a sale': '<void><cnpTxnId>82919999999999999</cnpTxnId></void>',
  'a part of an authorization given up':
    '<authReversal><cnpTxnId>82919999999999999</cnpTxnId><amount>825</amount></authReversal>',
  'a debit in a browser':
    '<echeckSale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><billToAddress><name>Wilma Testperson</name><addressLine1>1 Very Long Main Street of the</addressLine1><addressLine2>Northern Part, Apartment 222</addressLine2><city>Burlington</city><state>MA</state><zip>01803-3747</zip><country>US</country><email>wilma@example.com</email><phone>8005550100</phone></billToAddress><echeck><accType>Checking</accType><accNum>1099999003</accNum><routingNum>011100012</routingNum><checkNum>1001</checkNum></echeck></echeckSale>',
  'a debit of a company':
    '<echeckSale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><billToAddress><name>Widget Inc</name><companyName>Widget Inc</companyName></billToAddress><echeck><accType>Corporate</accType><accNum>1099999003</accNum><routingNum>011100012</routingNum><ccdPaymentInformation>Invoice 77</ccdPaymentInformation></echeck></echeckSale>',
  'a debit by telephone, again':
    '<echeckSale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>recurringtel</orderSource><billToAddress><name>Wilma Testperson</name></billToAddress><echeck><accType>Savings</accType><accNum>1099999003</accNum><routingNum>011100012</routingNum></echeck></echeckSale>',
  'a debit with a signature':
    '<echeckSale><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>echeckppd</orderSource><billToAddress><name>Wilma Testperson</name></billToAddress><echeck><accType>Checking</accType><accNum>1099999003</accNum><routingNum>011100012</routingNum></echeck></echeckSale>',
  'a credit to a bank account':
    '<echeckCredit><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><billToAddress><name>Wilma Testperson</name></billToAddress><echeck><accType>Checking</accType><accNum>1099999003</accNum><routingNum>011100012</routingNum></echeck></echeckCredit>',
  'a bank account that is verified':
    '<echeckVerification><orderId>019a8f3b40055aa00bb11cc2</orderId><amount>1000</amount><orderSource>ecommerce</orderSource><billToAddress><name>Wilma Testperson</name><addressLine1>1 Very Long Main Street of the</addressLine1><addressLine2>Northern Part, Apartment 222</addressLine2><city>Burlington</city><state>MA</state><zip>01803-3747</zip><country>US</country><email>wilma@example.com</email><phone>8005550100</phone></billToAddress><echeck><accType>Checking</accType><accNum>1099999003</accNum><routingNum>011100012</routingNum></echeck></echeckVerification>',
  'the refund of a debit': '<echeckCredit><cnpTxnId>82919999999999999</cnpTxnId><amount>1000</amount></echeckCredit>',
  'the void of a debit': '<echeckVoid><cnpTxnId>82919999999999999</cnpTxnId></echeckVoid>',
}

/** What a capture says of the purchase is what a sale says, with the purchase order number of the payment. */
const ENHANCED = /<enhancedData>.*<\/enhancedData>/.exec(DOCUMENTS['level 3 of Visa']!)![0]
const CAPTURE = `<capture><cnpTxnId>82919999999999999</cnpTxnId><amount>9000</amount>${ENHANCED}</capture>`
const WITH_LEVEL_3 = CAPTURE.replace('<salesTax>', '<customerReference>PO 77</customerReference><salesTax>')

let room: WorldpayRoom
before(async () => {
  room = await worldpayRoom()
})
after(() => room.close())

test('every kind of request is the document that it should be, and the host takes it', async () => {
  const about = `id="${REFERENCE}" reportGroup="Storefront &amp; more"`
  for (const [name, request] of requestsOfEachKind()) {
    const { reason_code_id } = await ask(room.processor, request)
    assert.notEqual(reason_code_id, 1599, `${name} does not fit the schema`)
    const expected = name === 'a capture with level 3 of Visa' ? WITH_LEVEL_3 : DOCUMENTS[name]
    assert.equal(room.sent().replace(` ${about}`, ''), expected, name)
    assert.ok(room.sent().includes(about), name)
  }
})

test('the envelope names the version, the merchant and who calls', async () => {
  await ask(room.processor, orderOf('sale', 1000n, { instrument: VISA }))
  const { headers, body } = room.host.received.at(-1)!
  assert.equal(headers['content-type'], 'text/xml; charset=utf-8')
  const { merchant_id, user, password } = MERCHANT
  const start =
    '<?xml version="1.0" encoding="UTF-8"?><cnpOnlineRequest version="12.34" xmlns="http://www.vantivcnp.com/schema" ' +
    `merchantId="${merchant_id}"><authentication><user>${user}</user><password>${password}</password></authentication><sale `
  assert.ok(body.startsWith(start))
})

test('what Worldpay has no place for is declined and never sent', async () => {
  const google = { kind: 'wallet', wallet: 'google_pay', payment_token: '{}' } as const
  const apple = { kind: 'wallet', wallet: 'apple_pay', payment_token: 'no json' } as const
  const refused = [
    orderOf('sale', 1000n, { instrument: google }),
    orderOf('sale', 1000n, { instrument: apple }),
    orderOf('force', 1000n, { instrument: VISA }),
    orderOf('sale', 1000n, { instrument: { ...VISA, brand: 'other' } }),
    orderOf('debit', 1000n, { instrument: { ...CHECKING, sec_code: 'POP' } }),
    orderOf('sale', 1000n, { instrument: VISA, three_d_secure: { cavv: 'not base64', eci: '05' } }),
  ]
  const before = room.host.received.length
  for (const request of refused) {
    const { result, reason_code_id } = await ask(room.processor, request)
    assert.deepEqual([result, reason_code_id], ['declined', 1626])
  }
  assert.equal(room.host.received.length, before)
})

test('G16 a descriptor is sent only where the operator says that Worldpay has enabled it', async () => {
  const sale = orderOf('sale', 1000n, { instrument: VISA, descriptor: 'Chairs & Söhne' })
  await ask(room.with({ descriptors: 'no' }), sale)
  assert.doesNotMatch(room.sent(), /customBilling/)
  await ask(room.processor, orderOf('sale', 1100n, { instrument: VISA, descriptor: 'Chairs & Söhne' }))
  assert.match(room.sent(), /<descriptor>Chairs &amp; Sohne</)
})

test('a cryptogram in hexadecimal digits is sent as base64', async () => {
  const cavv = '00010203040506070809AABBCCDDEEFF10111213'
  await ask(room.processor, orderOf('sale', 1000n, { instrument: VISA, three_d_secure: { cavv, eci: '05' } }))
  assert.match(room.sent(), /<authenticationValue>AAECAwQFBgcICaq7zN3u\/xAREhM=</)
})

/** Changes of documents that the schema refuses, each made to those it fits. */
const SPOILT: Readonly<Record<string, (xml: string) => string>> = {
  'without an order': xml => xml.replace(/<orderId>.*?<\/orderId>/, ''),
  'without an amount': xml => xml.replace(/(<orderId>.*?<\/orderId>)<amount>.*?<\/amount>/, '$1'),
  'with the amount first': xml => xml.replace(/(<orderId>.*?<\/orderId>)(<amount>.*?<\/amount>)/, '$2$1'),
  'with an amount that is none': xml => xml.replace(/<amount>\d+/, '<amount>10.00'),
  'without the source': xml => xml.replace(/<orderSource>.*?<\/orderSource>/, ''),
  'from a source of nobody': xml => xml.replace(/<orderSource>\w+/, '<orderSource>somewhere'),
  'with a card of no type': xml => xml.replace(/<card><type>\w+<\/type>/, '<card>'),
  'with a short number': xml => xml.replace(/<number>\d+/, '<number>411111'),
  'without a way to pay': xml => xml.replace(/<card>.*?<\/card>/, ''),
  'with two ways to pay': xml => xml.replace(/(<card>.*?<\/card>)/, '$1$1'),
  'with another element': xml => xml.replace('<amount>', '<tip>1</tip><amount>'),
  'on nothing': xml => xml.replace(/<cnpTxnId>\d+<\/cnpTxnId>/, ''),
  'with tax after the lines': xml => xml.replace(/(<salesTax>.*?<\/salesTax>)(.*?)(<\/enhancedData>)/, '$2$1$3'),
  'with a long description': xml => xml.replace(/<itemDescription>/, `<itemDescription>${'x'.repeat(26)}`),
  'with a country by number': xml => xml.replace(/<destinationCountryCode>\w+/, '<destinationCountryCode>840'),
  'with an account type of nobody': xml => xml.replace(/<accType>\w+/, '<accType>Business'),
}

test('the host is as strict as the schema: each of these is refused, and says so', async () => {
  const { merchant_id, user, password } = MERCHANT
  const envelope = `<cnpOnlineRequest version="12.34" xmlns="http://www.vantivcnp.com/schema" merchantId="${merchant_id}"><authentication><user>${user}</user><password>${password}</password></authentication>`
  for (const [name, spoil] of Object.entries(SPOILT)) {
    const spoilt = Object.values(DOCUMENTS).filter(xml => spoil(xml) !== xml)
    assert.ok(spoilt.length > 0, name)
    for (const xml of spoilt) {
      const body = `${envelope}${spoil(xml).replace(/^<\w+/, start => `${start} id="x" reportGroup="y"`)}</cnpOnlineRequest>`
      const answer = await fetch(room.host.address, { method: 'POST', headers: { 'content-type': 'text/xml' }, body })
      assert.match(await answer.text(), /response="1" message="Error validating xml data/, `${name}: ${xml}`)
    }
  }
})

test('more lines than the schema has room for are not sent, the rest of level 3 is', async () => {
  const line = { description: 'Thing', quantity: '1', unit_cost: '1.00' }
  for (const [count, sent] of [
    [99, 99],
    [100, 0],
  ] as const) {
    const data = { freight_amount: '1.00', line_items: Array.from({ length: count }, () => line) }
    await ask(room.processor, orderOf('sale', 1000n, { instrument: VISA, level3: { brand: 'visa', data } }))
    assert.equal(room.sent().split('<lineItemData>').length - 1, sent)
    assert.match(room.sent(), /<shippingAmount>100</)
  }
})

test('characters that XML has no room for do not get in its way', async () => {
  const billing = { name: 'A\u0000B\u0007C \ud800 \u{1f600} \uffff', street: 'x'.repeat(200), zip: '\u0001' }
  const outcome = await ask(room.processor, orderOf('sale', 1000n, { instrument: VISA, billing, order_num: '<&\'">' }))
  assert.equal(outcome.result, 'approved')
  assert.match(room.sent(), /<orderId>&lt;&amp;&apos;&quot;&gt;<\/orderId>/)
})

/** Answers as the reference guide shows them: in any order, with elements we do not read. */
const ANSWERS: readonly [action: Action, xml: string, expected: Record<string, unknown>][] = [
  [
    'authonly',
    `<authorizationResponse id="r" reportGroup="Planets" customerId="c"><cnpTxnId>991939023768015826</cnpTxnId><orderId>1</orderId>
      <response>000</response><responseTime>2026-02-26T17:45:29.885</responseTime><message>Approved</message><authCode>75045 </authCode>
      <fraudResult><avsResult>00</avsResult><cardValidationResult>M</cardValidationResult><authenticationResult>2</authenticationResult></fraudResult>
      <tokenResponse><cnpToken>1111000276870123</cnpToken><tokenResponseCode>802</tokenResponseCode><tokenMessage>Known</tokenMessage></tokenResponse>
      <enhancedAuthResponse><fundingSource><type>PREPAID</type><availableBalance>2000</availableBalance></fundingSource></enhancedAuthResponse>
      <networkTransactionId>63225578415568</networkTransactionId></authorizationResponse>`,
    {
      result: 'approved',
      processor_reference: '991939023768015826',
      auth_code: '75045',
      avs: 'GOOD',
      avs_enhanced: 'Y',
      cvv_response: 'M',
      token: '1111000276870123',
      network_transaction_id: '63225578415568',
      auth_amount: 1000n,
    },
  ],
  [
    'sale',
    '<saleResponse id="r" duplicate="true" reportGroup="Planets"><cnpTxnId>6</cnpTxnId><orderId>6</orderId><response>110</response><message>Insufficient Funds</message></saleResponse>',
    { result: 'declined', reason_code_id: 1616, decline_class: 'soft', response_message: '110 Insufficient funds' },
  ],
  [
    'void',
    '<authReversalResponse id="r" reportGroup="Planets"><cnpTxnId>7</cnpTxnId><response>306</response><message>Authorization has expired</message></authReversalResponse>',
    { result: 'approved', reason_code_id: 1000 },
  ],
  [
    'refund',
    '<creditResponse id="r" reportGroup="Planets"><cnpTxnId>8</cnpTxnId><response>363</response><message>Auto-void on refund</message></creditResponse>',
    { result: 'approved', reason_code_id: 1000, auth_amount: 1000n },
  ],
  [
    'refund',
    '<creditResponse id="r" reportGroup="Planets"><cnpTxnId>8</cnpTxnId><response>001</response><message>Transaction Received</message></creditResponse>',
    { result: 'approved' },
  ],
  [
    'debit',
    '<echeckSalesResponse id="r" reportGroup="Planets"><cnpTxnId>9</cnpTxnId><response>950</response><message>Decline</message></echeckSalesResponse>',
    { result: 'declined', reason_code_id: 1660 },
  ],
]

test('answers are read as the reference guide shows them, also with the namespace of the old schema', () => {
  for (const namespace of ['http://www.vantivcnp.com/schema', 'http://www.vantivcnp.com/schema/online'])
    for (const [action, xml, expected] of ANSWERS) {
      const body = `<?xml version="1.0"?>\n<cnpOnlineResponse version="12.34" xmlns="${namespace}" response="0" message="Valid Format">\n${xml}\n</cnpOnlineResponse>`
      const outcome = outcomeOf(readAnswer(body, 'r'), { action, amount: 1000n })
      const said = Object.fromEntries(Object.keys(expected).map(key => [key, outcome[key as keyof typeof outcome]]))
      assert.deepEqual(said, expected)
    }
})

test('an answer that is cut off anywhere, or nested without end, is no answer', () => {
  const whole =
    '<?xml version="1.0"?><cnpOnlineResponse version="12.34" response="0" message="Valid Format"><saleResponse id="r" reportGroup="Planets">' +
    '<cnpTxnId>991939023768015826</cnpTxnId><response>000</response><message>Approved</message></saleResponse></cnpOnlineResponse>'
  assert.equal(readAnswer(whole, 'r').code, '000')
  for (let length = 0; length < whole.length; length += 1) assert.throws(() => readAnswer(whole.slice(0, length), 'r'))
  assert.throws(() => readAnswer('<cnpOnlineResponse response="0">'.repeat(100_000), 'r'))
  const deep = `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`
  assert.throws(() => readAnswer(whole.replace('000', deep), 'r'))
})
