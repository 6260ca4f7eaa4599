import { randomBytes } from 'node:crypto'
import { BY_CARDHOLDER } from '../../lib/initiation.ts'
import type { CertifiedCase, Outcome, Processor } from '../../ports/processor.ts'
import type { BankInstrument, CardInstrument, Original, ProcessorRequest } from '../../ports/processor-request.ts'

/** A line of the testing guide: what is sent, and what has to come of it. */
interface TestCase {
  name: string
  amount: bigint
  number?: string
  brand?: string
  zip?: string
  cvv?: string
  bank?: true
  expected: string
  /** What of the outcome is compared. */
  got: (outcome: Outcome) => string
}

const resultOf = ({ result }: Outcome): string => result
const partOf = ({ result, auth_amount }: Outcome): string => `${result} ${auth_amount}`
const avsOf = ({ avs_enhanced }: Outcome): string => `AVS ${avs_enhanced}`
const cvvOf = ({ cvv_response }: Outcome): string => `code ${cvv_response}`

const VISA = '4111111111111111'
const CARDS: readonly (readonly [brand: string, number: string])[] = [
  ['amex', '370000000000002'],
  ['disc', '6011000000000012'],
  ['jcb', '3088000000000017'],
  ['diners', '38000000000006'],
  ['visa', '4007000000027'],
  ['visa', '4012888818888'],
  ['visa', VISA],
  ['mc', '5424000000000015'],
  ['mc', '2223000010309703'],
  ['mc', '2223000010309711'],
]
/** ZIP codes and what the address check says to each; P is `not applicable`, V to us. */
const AVS: readonly (readonly [zip: string, letter: string])[] = [
  ['46201', 'A'],
  ['46203', 'E'],
  ['46204', 'G'],
  ['46205', 'N'],
  ['46206', 'V'],
  ['46207', 'R'],
  ['46208', 'S'],
  ['46209', 'U'],
  ['46211', 'W'],
  ['46214', 'X'],
  ['46217', 'Z'],
]
const CODES: readonly (readonly [cvv: string, letter: string])[] = [
  ['900', 'M'],
  ['901', 'N'],
  ['902', 'S'],
  ['903', 'U'],
  ['904', 'P'],
]

/** Authorize.Net's testing guide. A filter of the account may decline what the issuer would approve. */
const CASES: readonly TestCase[] = [
  ...CARDS.map(([brand, number], index) => {
    const name = `${brand} ${number.slice(0, 6)}…${number.slice(-4)}`
    return { name, amount: 1_000n + BigInt(index), number, brand, expected: 'approved', got: resultOf }
  }),
  { name: 'general decline', amount: 1_100n, zip: '46282', expected: 'declined', got: resultOf },
  { name: 'partial approval', amount: 1_200n, zip: '46225', expected: 'approved 123', got: partOf },
  ...AVS.map(([zip, letter]) => {
    return { name: `address check, ZIP ${zip}`, amount: 1_300n, zip, expected: `AVS ${letter}`, got: avsOf }
  }),
  ...CODES.map(([cvv, letter]) => {
    return { name: `security code ${cvv}`, amount: 1_400n, cvv, expected: `code ${letter}`, got: cvvOf }
  }),
  { name: 'bank account', amount: 5_000n, bank: true, expected: 'approved', got: resultOf },
  { name: 'bank account above $100', amount: 10_001n, bank: true, expected: 'declined', got: resultOf },
]

type Actions = Processor['actions']

/** Authorize.Net's sandbox, or a host on this machine. */
const TEST_HOST = /^(apitest\.authorize\.net|localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Runs the testing guide, then a capture and a void. Throws where payments could be real. */
export async function* certify(actions: Actions, url: string): AsyncGenerator<CertifiedCase> {
  if (!TEST_HOST.test(new URL(url).hostname))
    throw new Error('The test table is for the test address, where no payment is real.')
  for (const { name, expected, got, ...what } of CASES) {
    const request = requestOf(what)
    const outcome = await (what.bank ? actions.debit! : actions.sale!)(request)
    yield line(name, expected, got(outcome))
  }
  const hold = requestOf({ amount: 1_500n })
  const { processor_reference } = await actions.authonly!(hold)
  const original: Original = {
    reference: hold.reference,
    processor_reference,
    action: 'authonly',
    payment_method: 'cc',
    amount: hold.amount,
    last_four: VISA.slice(-4),
    auth_code: null,
    created_ts: 0,
  }
  const captured = await actions.authcomplete!({ ...requestOf({ amount: 1_400n }), original })
  yield line('capture of a part', 'approved 1400', partOf(captured))
  const voided = await actions.void!({ ...requestOf({ amount: 1_400n }), original })
  yield line('void of the capture', 'approved', voided.result)
}

function line(name: string, expected: string, got: string): CertifiedCase {
  return { name, expected, got, is_passed: expected === got }
}

function requestOf({
  amount,
  number = VISA,
  brand = 'visa',
  zip,
  cvv,
  bank,
}: Partial<TestCase> & { amount: bigint }): ProcessorRequest {
  const card: CardInstrument = { kind: 'card', number, exp_date: '1249', brand, cvv }
  return {
    reference: randomBytes(12).toString('hex'),
    action: bank ? 'debit' : 'sale',
    amount,
    currency: 'USD',
    instrument: bank ? ACCOUNT : card,
    billing: { name: 'Ada Testperson', street: '12 Main Street', zip: zip ?? '46214' },
    allow_partial: true,
    initiation: BY_CARDHOLDER,
    industry: 'ecommerce',
  }
}

const ACCOUNT: BankInstrument = {
  kind: 'bank',
  routing: '121042882',
  account_number: '123456789',
  account_type: 'checking',
  account_holder_name: 'Ada Testperson',
  is_company: false,
  sec_code: 'WEB',
}
