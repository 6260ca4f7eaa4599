import assert from 'node:assert/strict'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Outcome } from '../../src/ports/processor.ts'
import { refusalOf } from '../../src/processors/authorizenet/codes.ts'
import { authorizenet } from '../../src/processors/authorizenet/index.ts'
import { processorHttp } from '../../src/processors/http.ts'
import { openAuthorizeNet, SIGNATURE_KEY } from '../hosts/authorizenet/index.ts'
import { openHost } from '../hosts/host.ts'
import { LOCALHOST } from '../support/localhost-certificate.ts'
import { authorizenetRoom, checking, connect, visa } from './authorizenet.fixture.ts'
import { ask, orderOf, originalOf } from './processor.contract.ts'

const { host, processor, close } = await authorizenetRoom()
after(close)

const sale = (more: object = {}) => orderOf('sale', 1_000n, { instrument: visa, ...more })

/** What the connector makes of an answer in which `REF` stands for the reference of the request. */
async function understood(answer: object | string, action: 'sale' | 'void' = 'sale'): Promise<Outcome> {
  const mimic = await openHost(({ body }) => {
    const { refId } = JSON.parse(body).createTransactionRequest
    const text = typeof answer === 'string' ? answer : `\uFEFF${JSON.stringify(answer)}`
    return { body: text.replaceAll('REF', refId) }
  })
  const original = { ...originalOf(sale()), processor_reference: '60198' }
  const request = action === 'sale' ? sale() : orderOf('void', 1_000n, { original })
  const outcome = await ask(connect(mimic.url), request)
  await mimic.close()
  return outcome
}

const OK = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] }
const FAILED = { resultCode: 'Error', message: [{ code: 'E00027', text: 'The transaction was unsuccessful.' }] }
const APPROVED = {
  responseCode: '1',
  authCode: 'QWX20S',
  avsResultCode: 'Y',
  cvvResultCode: 'P',
  cavvResultCode: '2',
  transId: '60198',
  refTransID: '',
  transHash: '',
  testRequest: '0',
  accountNumber: 'XXXX1111',
  accountType: 'Visa',
  messages: [{ code: '1', description: 'This transaction has been approved.' }],
  transHashSha2: '',
  networkTransId: 'XXXXXXXX',
}
const answered = (more: object, messages: object = OK) => ({
  transactionResponse: { ...APPROVED, ...more },
  refId: 'REF',
  messages,
})

test('an approval is read whole', async () => {
  assert.deepEqual(await understood(answered({})), {
    result: 'approved',
    reason_code_id: 1000,
    verbiage: 'APPROVAL',
    response_message: '1 Approved',
    auth_code: 'QWX20S',
    auth_amount: 1_000n,
    avs: 'GOOD',
    avs_enhanced: 'Y',
    cvv_response: 'P',
    processor_reference: '60198',
    network_transaction_id: 'XXXXXXXX',
  })
})

test('what cannot be understood, contradicts itself or belongs to another request is unknown', async () => {
  const answers = [
    '',
    '<html>',
    '[]',
    {},
    { ...answered({}), refId: 'OTHER' },
    { ...answered({}), refId: undefined },
    { ...answered({}), messages: {} },
    answered({}, FAILED),
    answered({ responseCode: '5' }),
    answered({ responseCode: undefined }),
    answered({ transId: 'abc' }),
    answered({ transId: undefined }),
    answered({ messages: [{ code: '120', description: '' }] }),
    answered({ responseCode: '4', transId: '0', messages: [{ code: '252' }] }),
    answered({ messages: 'yes' }),
    { refId: 'REF', messages: OK },
    answered({ responseCode: '3', transId: '0', messages: undefined, errors: [{ errorCode: '9999' }] }, FAILED),
    answered({ responseCode: '4', messages: [{ code: '295' }] }),
    answered({ messages: [{ code: '295' }], prePaidCard: { approvedAmount: '99.00' } }),
    { refId: 'REF', messages: { resultCode: 'Error', message: [{ code: 'E00001', text: '' }] } },
    { refId: 'REF', messages: { resultCode: 'Error', message: [{ code: 'E09999', text: '' }] } },
  ]
  for (const answer of answers) {
    const { result, never_left } = await understood(answer)
    assert.deepEqual([result, never_left], ['unknown', undefined], JSON.stringify(answer))
  }
  assert.equal((await understood(answered({ refTransID: '60199' }), 'void')).result, 'unknown')
  assert.equal((await understood(answered({ refTransID: '60198' }), 'void')).result, 'approved')
})

test('an account in test mode approves nothing', async () => {
  for (const more of [{ testRequest: '1' }, { transId: '0' }]) {
    const outcome = await understood(answered(more))
    assert.deepEqual([outcome.result, outcome.reason_code_id], ['declined', 1540])
    assert.match(outcome.misconfigured ?? '', /test mode/)
  }
})

test('declines of every class', async () => {
  for (const [code, reason_code_id, decline_class] of [
    ['2', 1601, 'soft'],
    ['4', 1520, 'never'],
    ['8', 1622, 'hard'],
    ['27', 1655, 'hard'],
    ['44', 1800, 'hard'],
    ['65', 1656, 'hard'],
    ['19', 1627, 'soft'],
    ['251', 1624, 'hard'],
  ] as const) {
    host.book.verdicts.push(code)
    const outcome = await ask(processor, sale())
    assert.deepEqual(
      [outcome.result, outcome.reason_code_id, outcome.decline_class, outcome.auth_amount],
      ['declined', reason_code_id, decline_class, null],
    )
    assert.ok(outcome.response_message?.startsWith(`${code} `))
  }
  const undocumented = answered({ responseCode: '2', messages: undefined, errors: [{ errorCode: '9999' }] })
  assert.equal((await understood(undocumented)).reason_code_id, 1500)
})

/** Ranges of the published table of response codes. */
const DOCUMENTED =
  '2-10 12-103 111-124 127-128 130-132 141 145 152-156 165 170-175 180-181 185 191-192 195 200-248 250-251 254 260-262 265 ' +
  '270-271 280-290 296-298 300-320 325-328 330-334 339-344 350-351 901 2000-2009 2100-2109'
const ENVELOPES = 'E00002-E00026 E00028-E00048 E00050-E00052 E00054-E00061 E00064-E00077 E00079-E00103 E00105-E00107'
/** In no range of either kind. */
const GAPS = new Set(['125', '126', '249', '335', '336', '337', '338'])

test('every documented code has a row', () => {
  const codes = `${DOCUMENTED} ${ENVELOPES}`.split(' ').flatMap(range => {
    const [from = '', to = from] = range.split('-')
    const [first, last] = [from, to].map(text => Number(text.replace('E', '')))
    const name = (code: number) => (from.startsWith('E') ? `E${String(code).padStart(5, '0')}` : String(code))
    return Array.from({ length: last! - first! + 1 }, (_, index) => name(first! + index))
  })
  const lacking = codes.filter(code => !GAPS.has(code) && !refusalOf(code))
  assert.deepEqual(lacking, [])
})

test('every letter of the address check and of the code check', async () => {
  const cases = {
    A: ['ZIP', 'A'],
    E: [null, 'E'],
    G: [null, 'G'],
    N: ['BAD', 'N'],
    P: [null, 'V'],
    R: [null, 'R'],
    S: [null, 'S'],
    U: [null, 'U'],
    W: ['STREET', 'W'],
    X: ['GOOD', 'X'],
    Y: ['GOOD', 'Y'],
    Z: ['STREET', 'Z'],
    B: [null, 'V'],
    '?': [null, null],
  }
  for (const [avsResultCode, expected] of Object.entries(cases)) {
    const { avs, avs_enhanced } = await understood(answered({ avsResultCode }))
    assert.deepEqual([avs, avs_enhanced], expected)
  }
  for (const [cvvResultCode, expected] of [...'MNPSU'].map(each => [each, each]).concat([['', null!]])) {
    assert.equal((await understood(answered({ cvvResultCode }))).cvv_response, expected)
  }
})

test('an operator gives what the running contract names', () => {
  const connector = authorizenet({ http: processorHttp() })
  assert.deepEqual(
    connector.takes?.map(({ name, is_secret, fallback }) => [name, is_secret, fallback]),
    [
      ['url', undefined, 'https://api.authorize.net/xml/v1/request.api'],
      ['login_id', undefined, undefined],
      ['transaction_key', true, undefined],
      ['signature_key', true, null],
    ],
  )
  assert.equal(connector.refunds_by_reference, true)
})

test('bad settings are one plain line at the check, and a decline for the payer', async () => {
  const wrong_key = connect(host.url, { transaction_key: 'wrong-key' }, 5_000)
  await assert.rejects(wrong_key.check!(), /^Error: Authorize\.Net does not accept login_id and transaction_key\.$/)
  const declined = await ask(wrong_key, sale())
  assert.deepEqual([declined.result, declined.reason_code_id], ['declined', 1540])
  assert.match(declined.misconfigured ?? '', /does not accept/)
  await assert.rejects(connect('http://127.0.0.1:1').check!(), /could not be reached: ECONNREFUSED/)
  await assert.rejects(connect(host.url, { login_id: 'nobody' }, 5_000).check!(), /does not accept/)
  host.faults.push('late')
  await assert.rejects(connect(host.url, {}, 100).check!(), /gave no answer: timed out/)
  host.release()
  host.faults.push('garbage')
  await assert.rejects(processor.check!(), /does not answer as Authorize\.Net does/)
  host.rights.reporting = false
  await assert.rejects(processor.check!(), /lacks a permission/)
  host.rights.reporting = true
  host.rights.charge = false
  assert.match((await ask(processor, sale())).misconfigured ?? '', /lacks a permission/)
  host.rights.charge = true
  await processor.check!()
})

test('a certificate that does not fit is told at the check, and nothing has left', async () => {
  const server = createSecureServer(LOCALHOST, (_, response) => response.end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const strict = connect(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await assert.rejects(strict.check!(), /no certificate that fits/)
  assert.equal((await ask(strict, sale())).never_left, true)
  server.close()
})

test('planted values are in no outcome and in no error', async () => {
  const number = '41111111111111117777'
  const card = { ...visa, number, cvv: '8642', track_data: `;${number}=30121015432112345678?` }
  const secrets = [number, '8642', '15432112345678', 'planted-key-1', checking.account_number]
  const said: string[] = []
  const key = connect(host.url, { transaction_key: 'planted-key-1' }, 5_000)
  for (const instrument of [card, { ...card, track_data: undefined }, { ...checking, routing: '0720003260' }])
    for (const each of [processor, key]) {
      const outcome = await ask(each, orderOf(instrument.kind === 'bank' ? 'debit' : 'sale', 1_000n, { instrument }))
      said.push(JSON.stringify({ ...outcome, auth_amount: null }))
    }
  said.push(
    String(await key.check!().catch(error => error.stack)),
    String(await key.find(sale()).catch(error => error.stack)),
  )
  for (const secret of secrets) assert.ok(!said.join().includes(secret), secret)
})

test('what was settled is read back, batch by batch, refunds negative', async () => {
  const own = await openAuthorizeNet()
  const here = connect(own.url, {}, 5_000)
  const [kept, held, voided, debit] = [sale(), orderOf('authonly', 700n, { instrument: visa }), sale(), sale()]
  const outcomes: Outcome[] = []
  for (const each of [kept, held, voided, debit]) outcomes.push(await ask(here, each))
  const original = { ...originalOf(voided), processor_reference: outcomes[2]!.processor_reference }
  await ask(here, orderOf('void', 1_000n, { original }))
  own.book.verdicts.push('2')
  await ask(here, sale())
  const first = own.book.close()
  const refund = orderOf('refund', 400n, { original: { ...originalOf(kept), processor_reference: null } })
  await ask(here, refund)
  const second = own.book.close()
  const now = own.book.now()
  const list = await Array.fromAsync(here.settled!(now - 90 * 86_400, now + 60))
  assert.deepEqual(
    list.flat().map(({ reference, amount, batch, fee }) => [reference, amount, batch, fee]),
    [
      [kept.reference, 1_000n, first, null],
      [debit.reference, 1_000n, first, null],
      [refund.reference, -400n, second, null],
    ],
  )
  const sent_back = orderOf('debit', 1_200n, { instrument: checking })
  await ask(here, sent_back)
  const third = own.book.close()
  const entry = own.book.entries.at(-1)!
  Object.assign(entry, { status: 'returnedItem', returned: { code: 'R01', ts: now } })
  const later = (await Array.fromAsync(here.settled!(now - 60, now + 60))).flat()
  assert.deepEqual(
    later.slice(-2).map(({ reference, amount, batch }) => [reference, amount, batch]),
    [
      [sent_back.reference, 1_200n, third],
      [sent_back.reference, -1_200n, 'returned R01'],
    ],
  )
  assert.deepEqual((await Array.fromAsync(here.settled!(now - 600, now - 300))).flat(), [])
  await own.close()
})

test('a webhook is read when it is signed, and only then', async () => {
  const request = sale()
  const { processor_reference } = await ask(processor, request)
  const { headers, body } = host.webhook(processor_reference!, 'net.authorize.payment.fraud.approved')
  const received_ts = host.book.now()
  const read = (more: object) => processor.read!({ headers, body, received_ts, ...more })
  assert.deepEqual(read({}), [
    {
      id: '00000000-0000-4000-8000-000000000001',
      event: 'net.authorize.payment.fraud.approved',
      processor_reference,
      reference: request.reference,
    },
  ])
  assert.equal(read({ body: body.replace('fraud.approved', 'fraud.declined') }), null)
  assert.equal(read({ headers: {} }), null)
  assert.equal(read({ headers: { 'x-anet-signature': 'sha512=00' } }), null)
  assert.equal(read({ received_ts: received_ts + 8 * 86_400 }), null)
  assert.equal(connect(host.url, { signature_key: '' }).read!({ headers, body, received_ts }), null)
  assert.equal(
    connect(host.url, { signature_key: SIGNATURE_KEY.toLowerCase() }).read!({ headers, body, received_ts }),
    null,
  )
})

test('the testing guide goes well at the host, and is not run where payments are real', async () => {
  const own = await openAuthorizeNet()
  const cases = await Array.fromAsync(connect(own.url, {}, 5_000).certify!())
  assert.ok(cases.length > 30)
  assert.deepEqual(
    cases.filter(({ is_passed }) => !is_passed),
    [],
  )
  await own.close()
  const real = connect('https://api.authorize.net/xml/v1/request.api').certify!()
  await assert.rejects(Array.fromAsync(real), /test address/)
})
