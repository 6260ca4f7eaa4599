import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
// @ts-expect-error The package has no types.
import sdk from 'authorizenet'
import { type AuthorizeNetHost, LOGIN, openAuthorizeNet } from '../hosts/authorizenet/index.ts'

/** Authorize.Net's own client, driven against our host: it accepts what the client sends, and is understood by it. */
const { APIContracts, APIControllers } = sdk

let host: AuthorizeNetHost
before(async () => {
  host = await openAuthorizeNet()
})
after(() => host.close())

// biome-ignore lint/suspicious/noExplicitAny: the client is not typed.
type Untyped = any

function ask(controller: string, request: Untyped): Promise<Untyped> {
  const login = new APIContracts.MerchantAuthenticationType()
  login.setName(LOGIN.login_id)
  login.setTransactionKey(LOGIN.transaction_key)
  request.setMerchantAuthentication(login)
  const call = new APIControllers[controller](request.getJSON())
  call.setEnvironment(host.url)
  return new Promise(resolve => call.execute(() => resolve(call.getResponse())))
}

function payment(): Untyped {
  const card = new APIContracts.CreditCardType()
  card.setCardNumber('4242424242424242')
  card.setExpirationDate('0842')
  card.setCardCode('999')
  const type = new APIContracts.PaymentType()
  type.setCreditCard(card)
  return type
}

function transaction(type: string, more: (request: Untyped) => void): Promise<Untyped> {
  const asked = new APIContracts.TransactionRequestType()
  asked.setTransactionType(type)
  more(asked)
  const request = new APIContracts.CreateTransactionRequest()
  request.setTransactionRequest(asked)
  return ask('CreateTransactionController', request).then(body => new APIContracts.CreateTransactionResponse(body))
}

test('the client sells, looks up, lists and voids at the host', async () => {
  const sold = await transaction(APIContracts.TransactionTypeEnum.AUTHCAPTURETRANSACTION, request => {
    request.setAmount('12.30')
    request.setPayment(payment())
    const order = new APIContracts.OrderType()
    order.setInvoiceNumber('SDK1')
    request.setOrder(order)
  })
  assert.equal(sold.getMessages().getResultCode(), APIContracts.MessageTypeEnum.OK)
  const said = sold.getTransactionResponse()
  assert.equal(said.getResponseCode(), '1')
  const id = said.getTransId()

  const details = new APIContracts.GetTransactionDetailsRequest()
  details.setTransId(id)
  const shown = new APIContracts.GetTransactionDetailsResponse(await ask('GetTransactionDetailsController', details))
  assert.equal(shown.getTransaction().getTransactionStatus(), 'capturedPendingSettlement')
  assert.equal(shown.getTransaction().getAuthAmount(), 12.3)

  const listing = new APIContracts.GetUnsettledTransactionListRequest()
  const listed = await ask('GetUnsettledTransactionListController', listing)
  assert.deepEqual(
    listed.transactions.map((each: Untyped) => [each.transId, each.invoiceNumber]),
    [[id, 'SDK1']],
  )

  const undone = await transaction(APIContracts.TransactionTypeEnum.VOIDTRANSACTION, request => {
    request.setRefTransId(id)
  })
  assert.equal(undone.getTransactionResponse().getResponseCode(), '1')
  assert.equal(host.book.byId(id)?.status, 'voided')
})

test('a decline reads as one', async () => {
  host.book.verdicts.push('2')
  const declined = await transaction(APIContracts.TransactionTypeEnum.AUTHONLYTRANSACTION, request => {
    request.setAmount('1.00')
    request.setPayment(payment())
  })
  const said = declined.getTransactionResponse()
  assert.deepEqual([said.getResponseCode(), said.getErrors().getError()[0].getErrorCode()], ['2', '2'])
})
