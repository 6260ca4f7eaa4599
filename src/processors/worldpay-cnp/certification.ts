import type { CertifiedCase } from '../../ports/processor.ts'
import type { Answer } from './wire.ts'
import type { Written } from './xml.ts'

/** Sends a transaction under an id of its own. */
type Exchange = (transaction: Written) => Promise<Answer>

interface TestCard {
  type: string
  number: string
  expDate: string
  cvv?: string
}

interface TestPayer {
  name: string
  addressLine1: string
  city: string
  state: string
  zip: string
}

interface CardCase {
  order: string
  amount: number
  card: TestCard
  payer?: TestPayer
  /** Response code, authorization code, address check and security code check; what is not published is left out. */
  expected: Expected
}

interface Expected {
  code: string
  auth_code?: string
  avs_result?: string
  cvv_result?: string
  approved_amount?: number
}

const PAYERS = {
  smith: { name: 'John Smith', addressLine1: '1 Main St.', city: 'Burlington', state: 'MA', zip: '01803-3747' },
  hammer: { name: 'Mike J. Hammer', addressLine1: '2 Main St.', city: 'Riverside', state: 'RI', zip: '02915' },
  jones: { name: 'Eileen Jones', addressLine1: '3 Main St.', city: 'Bloomfield', state: 'CT', zip: '06002' },
  black: { name: 'Bob Black', addressLine1: '4 Main St.', city: 'Laurel', state: 'MD', zip: '20708' },
  green: { name: 'Joe Green', addressLine1: '6 Main St.', city: 'Derry', state: 'NH', zip: '03038' },
  murray: { name: 'Jane Murray', addressLine1: '7 Main St.', city: 'Amesbury', state: 'MA', zip: '01913' },
  johnson: { name: 'Mark Johnson', addressLine1: '8 Main St.', city: 'Manchester', state: 'NH', zip: '03101' },
  miller: { name: 'James Miller', addressLine1: '9 Main St.', city: 'Boston', state: 'MA', zip: '02134' },
}

const card = (type: string, number: string, expDate: string, cvv?: string): TestCard => ({
  type,
  number,
  expDate,
  ...(cvv ? { cvv } : {}),
})

/** The table that Worldpay has merchants run before they go live (orders 1 to 13). */
const CARD_CASES: readonly CardCase[] = [
  {
    order: '1',
    amount: 10_010,
    card: card('VI', '4457010000000009', '0130', '349'),
    payer: PAYERS.smith,
    expected: { code: '000', auth_code: '11111', avs_result: '01', cvv_result: 'M' },
  },
  {
    order: '2',
    amount: 20_020,
    card: card('MC', '5112010000000003', '0230', '261'),
    payer: PAYERS.hammer,
    expected: { code: '000', auth_code: '22222', avs_result: '10', cvv_result: 'M' },
  },
  {
    order: '3',
    amount: 30_030,
    card: card('DI', '6011010000000003', '0330', '758'),
    payer: PAYERS.jones,
    expected: { code: '000', auth_code: '33333', avs_result: '10', cvv_result: 'M' },
  },
  {
    order: '4',
    amount: 40_040,
    card: card('AX', '375001000000005', '0430'),
    payer: PAYERS.black,
    expected: { code: '000', auth_code: '44444', avs_result: '13' },
  },
  {
    order: '5',
    amount: 50_050,
    card: card('VI', '4457010200000007', '0530', '463'),
    expected: { code: '000', auth_code: '55555', avs_result: '32', cvv_result: 'M' },
  },
  {
    order: '6',
    amount: 60_060,
    card: card('VI', '4457010100000008', '0630', '992'),
    payer: PAYERS.green,
    expected: { code: '110', avs_result: '34', cvv_result: 'P' },
  },
  {
    order: '7',
    amount: 70_070,
    card: card('MC', '5112010100000002', '0730', '251'),
    payer: PAYERS.murray,
    expected: { code: '301', avs_result: '34', cvv_result: 'N' },
  },
  {
    order: '8',
    amount: 80_080,
    card: card('DI', '6011010100000002', '0830', '184'),
    payer: PAYERS.johnson,
    expected: { code: '123', avs_result: '34', cvv_result: 'P' },
  },
  {
    order: '9',
    amount: 90_090,
    card: card('AX', '375001010000003', '0930', '0421'),
    payer: PAYERS.miller,
    expected: { code: '303', avs_result: '34' },
  },
  {
    order: '10',
    amount: 40_000,
    card: card('VI', '4457010140000141', '0930'),
    expected: { code: '010', approved_amount: 32_000 },
  },
  {
    order: '11',
    amount: 60_000,
    card: card('MC', '5112010140000004', '1130'),
    expected: { code: '010', approved_amount: 48_000 },
  },
  {
    order: '12',
    amount: 50_000,
    card: card('AX', '375001014000009', '0430'),
    expected: { code: '010', approved_amount: 40_000 },
  },
  {
    order: '13',
    amount: 15_000,
    card: card('DI', '6011010140000004', '0830'),
    expected: { code: '010', approved_amount: 12_000 },
  },
]

type BankCase = readonly [
  order: string,
  element: string,
  amount: number,
  accType: string,
  accNum: string,
  routingNum: string,
  code: string,
]

/** The same for eChecks (orders 37 to 47). */
const BANK_CASES: readonly BankCase[] = [
  ['37', 'echeckVerification', 3_001, 'Checking', '10@BC99999', '053100300', '301'],
  ['38', 'echeckVerification', 3_002, 'Checking', '1099999999', '053000219', '000'],
  ['39', 'echeckVerification', 3_003, 'Corporate', '3099999999', '053100300', '950'],
  ['40', 'echeckVerification', 3_004, 'Corporate', '8099999999', '063102152', '951'],
  ['41', 'echeckSale', 2_008, 'Checking', '10@BC99999', '053100300', '301'],
  ['42', 'echeckSale', 2_004, 'Checking', '4099999992', '211370545', '000'],
  ['43', 'echeckSale', 2_007, 'Corporate', '6099999992', '211370545', '000'],
  ['44', 'echeckSale', 2_009, 'Corporate', '9099999992', '053133052', '900'],
  ['45', 'echeckCredit', 1_001, 'Checking', '10@BC99999', '053100300', '301'],
  ['46', 'echeckCredit', 1_003, 'Corporate', '3099999999', '063102152', '000'],
  ['47', 'echeckCredit', 1_007, 'Corporate', '6099999993', '211370545', '000'],
]

/** Tokens (orders 50 to 52); the first is registered once in the life of a merchant. */
const TOKEN_CASES: readonly (readonly [order: string, number: string, codes: readonly string[]])[] = [
  ['50', '4457119922390123', ['801', '802']],
  ['51', '4457119999999999', ['820']],
  ['52', '4457119922390123', ['802']],
]

/**
 * Runs the table, one transaction after the other. What is approved of the first five orders is captured, given back,
 * and the refund is voided; the others of the first five are sales.
 */
export async function* certify(exchange: Exchange): AsyncGenerator<CertifiedCase> {
  for (const row of CARD_CASES) {
    const authorized = yield* compared(
      exchange,
      `order ${row.order}, authorization`,
      cardOrder('authorization', row),
      row.expected,
    )
    const id = authorized?.cnp_txn_id
    if (id && row.expected.code === '000') yield* chained(exchange, row.order, id)
    if (row.payer || row.order === '5')
      yield* compared(exchange, `order ${row.order}, sale`, cardOrder('sale', row), row.expected)
  }
  yield* reversed(exchange, CARD_CASES[1]!)
  for (const [order, element, amount, ...account] of BANK_CASES) {
    const code = account.pop()!
    const [accType = '', accNum = '', routingNum = ''] = account
    const written = bankOrder({ order, element, amount, accType, accNum, routingNum })
    yield* compared(exchange, `order ${order}, ${element}`, written, { code })
  }
  for (const [order, number, codes] of TOKEN_CASES) {
    const written: Written = [
      'registerTokenRequest',
      [
        ['orderId', order],
        ['accountNumber', number],
      ],
    ]
    yield* compared(exchange, `order ${order}, registerTokenRequest`, written, { code: codes.join(' or ') })
  }
}

async function* chained(exchange: Exchange, order: string, authorization: string): AsyncGenerator<CertifiedCase> {
  let id: string | null = authorization
  for (const name of ['capture', 'credit', 'void'] as const) {
    if (!id) return
    const answer: Answer | null = yield* compared(exchange, `order ${order}, ${name}`, [name, [['cnpTxnId', id]]], {
      code: '000',
    })
    id = answer?.cnp_txn_id ?? null
  }
}

async function* reversed(exchange: Exchange, row: CardCase): AsyncGenerator<CertifiedCase> {
  const authorized = yield* compared(exchange, 'order 33, authorization', cardOrder('authorization', row), row.expected)
  const id = authorized?.cnp_txn_id
  if (id) yield* compared(exchange, 'order 33, authReversal', ['authReversal', [['cnpTxnId', id]]], { code: '000' })
}

/** Yields how a case turned out; returns its answer, null where there was none. */
async function* compared(
  exchange: Exchange,
  name: string,
  transaction: Written,
  expected: Expected,
): AsyncGenerator<CertifiedCase, Answer | null> {
  try {
    const answer = await exchange(transaction)
    const got = describe(answer, expected)
    const is_passed = expected.code.split(' or ').some(code => describe({ ...expected, code }, expected) === got)
    yield { name, expected: describe(expected, expected), got, is_passed }
    return answer
  } catch (error) {
    yield { name, expected: describe(expected, expected), got: (error as Error).message, is_passed: false }
    return null
  }
}

type Said = { [K in keyof Expected]: Answer[K & keyof Answer] | Expected[K] }

/** Returns an answer as far as something is expected of it. */
function describe(said: Said, expected: Expected): string {
  const parts = [said.code]
  if (expected.auth_code) parts.push(`code ${said.auth_code}`)
  if (expected.avs_result) parts.push(`AVS ${said.avs_result}`)
  if (expected.cvv_result) parts.push(`CVV ${said.cvv_result}`)
  if (expected.approved_amount) parts.push(`approved ${said.approved_amount}`)
  return parts.join(', ')
}

function cardOrder(element: 'authorization' | 'sale', { order, amount, card, payer, expected }: CardCase): Written {
  const { type, number, expDate, cvv } = card
  return [
    element,
    [
      ['orderId', order],
      ['amount', amount],
      ['orderSource', 'ecommerce'],
      payer ? ['billToAddress', [...Object.entries(payer), ['country', 'US']]] : null,
      [
        'card',
        [
          ['type', type],
          ['number', number],
          ['expDate', expDate],
          ['cardValidationNum', cvv],
        ],
      ],
      ['allowPartialAuth', expected.code === '010' || null],
    ],
  ]
}

interface BankOrder {
  order: string
  element: string
  amount: number
  accType: string
  accNum: string
  routingNum: string
}

function bankOrder({ order, element, amount, accType, accNum, routingNum }: BankOrder): Written {
  const payer: readonly Written[] = [
    ['firstName', 'Peter'],
    ['lastName', 'Green'],
    ['companyName', accType === 'Corporate' ? 'Green Co' : null],
    ['addressLine1', '4 Main St.'],
    ['city', 'Laurel'],
    ['state', 'MD'],
    ['zip', '20708'],
    ['country', 'US'],
    ['phone', '3015550100'],
  ]
  return [
    element,
    [
      ['orderId', order],
      ['amount', amount],
      ['orderSource', 'telephone'],
      ['billToAddress', payer],
      [
        'echeck',
        [
          ['accType', accType],
          ['accNum', accNum],
          ['routingNum', routingNum],
        ],
      ],
    ],
  ]
}
