import { formatMoney } from '../../lib/money.ts'

/** A table of values and what they cause in the sandbox. */
export interface TestTable {
  title: string
  description: string
  /** Value, meaning. */
  rows: readonly (readonly [string, string])[]
}

interface Verdict {
  reason_code_id: number
  verbiage: string
}

/** The published test values of the processor simulator. */
export interface TestValues {
  declinesByAmount: ReadonlyMap<bigint, Verdict>
  FOREIGN_TOKEN: Verdict
  overriddenAmount: { asked: bigint; declines: Verdict }
  secondAmount: { asked: bigint; declines: Verdict }
  partialAmount: { asked: bigint; approves: bigint }
  partialIncrement: { asked: bigint; approves: bigint }
  slowAmounts: { from: bigint; to: bigint; declines_from: bigint; gives_up_after_ms: number }
  slowFollowUps: { from: bigint; to: bigint }
  goodAddress: { street: string; zip: string }
  denyingAddress: { street: string; zip: string }
  cvvAnswers: Readonly<Record<string, string>>
  amexCvvAnswers: Readonly<Record<string, string>>
  /** Account numbers for which the sandbox's bank does not simply pay: pattern, meaning. */
  bankAccounts: readonly (readonly [string, string])[]
  /** Faults that a request can ask for: word, effect. */
  faultLines: Readonly<Record<'processor' | 'device', readonly (readonly [string, string])[]>>
}

/** Returns tables of the test values, from the data by which the simulator decides. */
export function testTables(values: TestValues): TestTable[] {
  return [
    ...[amounts(values), slow(values), tokens(values), addresses(values), codes(values), bank(values)],
    ...faults(values),
  ]
}

function amounts({ declinesByAmount, secondAmount, partialAmount, partialIncrement }: TestValues): TestTable {
  const { asked, approves } = partialAmount
  const declines = [...declinesByAmount].map(
    ([amount, verdict]) => [formatMoney(amount), verdictText(verdict)] as const,
  )
  return {
    title: 'Card amounts',
    description:
      'Cards are approved for every amount that is not listed. A decline is a transaction like any other: status 201, and the reason in it.',
    rows: [
      ...declines,
      [
        formatMoney(secondAmount.asked),
        `${verdictText(secondAmount.declines)}; approved by the second product that processor_rules name`,
      ],
      [
        formatMoney(asked),
        `approved for ${formatMoney(approves)} where partial approvals are taken, declined elsewhere`,
      ],
      [
        `authincrement to ${formatMoney(partialIncrement.asked)}`,
        `approved up to ${formatMoney(partialIncrement.approves)} where partial approvals are taken, declined elsewhere`,
      ],
    ],
  }
}

function bank({ bankAccounts, overriddenAmount }: TestValues): TestTable {
  return {
    title: 'Bank account numbers and amounts',
    description:
      'Any routing number that is valid goes. A bank payment leaves at 2:00 in New York, is answered half an hour later and settles at 8:30 of the next banking day: move the clock to see it.',
    rows: [
      ...bankAccounts,
      [
        `a debit of ${formatMoney(overriddenAmount.asked)}`,
        `${verdictText(overriddenAmount.declines)}; POST /v2/transactions/{id}/override makes it (TEL, POP, C21)`,
      ],
    ],
  }
}

function tokens({ FOREIGN_TOKEN }: TestValues): TestTable {
  return {
    title: 'Tokens of stored cards',
    description: 'The simulator keeps a card under a token where a payment stores it, and so do virtual terminals.',
    rows: [
      ['SIMT-, as it was given', 'as the card itself'],
      ['any other token', verdictText(FOREIGN_TOKEN)],
    ],
  }
}

function slow({ slowAmounts, slowFollowUps }: TestValues): TestTable {
  const { from, to, declines_from, gives_up_after_ms } = slowAmounts
  return {
    title: 'Slow answers',
    description: 'The decimals of these amounts are seconds.',
    rows: [
      [`${formatMoney(from)} to ${formatMoney(declines_from - 1n)}`, 'approved after that many seconds'],
      [`${formatMoney(declines_from)} to ${formatMoney(to)}`, `declined after ${gives_up_after_ms / 1000} seconds`],
      [
        `${formatMoney(slowFollowUps.from)} to ${formatMoney(slowFollowUps.to)}`,
        'approved at once; voids, captures and increments of it take that many seconds',
      ],
    ],
  }
}

function addresses({ goodAddress, denyingAddress }: TestValues): TestTable {
  return {
    title: 'Billing addresses',
    description: 'The address of a card payment; any other does not match.',
    rows: [
      [`${goodAddress.street}, ${goodAddress.zip}`, 'street and zip match'],
      [`${denyingAddress.street}, ${denyingAddress.zip}`, 'declined for its address'],
    ],
  }
}

function codes({ cvvAnswers, amexCvvAnswers }: TestValues): TestTable {
  const meaning: Record<string, string> = {
    M: 'matches',
    N: 'does not match',
    P: 'was not processed',
    S: 'should be on the card',
    U: 'issuer does not check it',
    X: 'no answer',
  }
  const rows = Object.entries({ ...cvvAnswers, ...amexCvvAnswers }).map(
    ([code, answer]) => [code, `${answer}: ${meaning[answer] ?? 'unknown'}`] as const,
  )
  return {
    title: 'Security codes',
    description: 'Three digits, four for American Express. The answer is in cvv_response of the transaction.',
    rows,
  }
}

function faults({ faultLines }: TestValues): TestTable[] {
  return [
    {
      title: 'Faults of the processor',
      description:
        'Words for the header Tollgate-Sandbox-Fault of a request, joined by commas. The first order that leaves for it has them, and the answer repeats the header then. MS is milliseconds, N a number.',
      rows: faultLines.processor,
    },
    {
      title: 'Faults of a terminal',
      description: 'Words for the same header of a request that a terminal carries out.',
      rows: faultLines.device,
    },
  ]
}

function verdictText({ reason_code_id, verbiage }: Verdict): string {
  return `declined, reason ${reason_code_id}: ${verbiage}`
}
