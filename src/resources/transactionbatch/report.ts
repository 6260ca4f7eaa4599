import type { JsonSchema } from '../../definition/kind.ts'
import { BYTE_ORDER_MARK, csvCell, csvRow, csvText } from '../../lib/csv.ts'
import type { Payments } from '../../payments/payments.ts'

type BatchReport = Awaited<ReturnType<Payments['batches']['report']>>

const COLUMNS = [
  'record',
  'id',
  'created ts',
  'action',
  'account type',
  'first six',
  'last four',
  'order num',
  'auth code',
  'count',
  'amount',
]

/** Yields the report as a spreadsheet reads it: the payments, the totals, the net amount and the verdict. */
export async function* reportCsv({ summary, lines }: BatchReport): AsyncGenerator<string> {
  const { totals, net_amount, reconciled, mismatches } = summary
  const row = (cells: readonly (string | number | null)[]): string =>
    csvRow(
      cells.map((cell, index) =>
        typeof cell === 'string' && COLUMNS[index] !== 'amount' ? csvText(cell) : csvCell(cell),
      ),
    )
  const verdict = reconciled === null ? 'not compared' : reconciled ? 'reconciled' : 'not reconciled'
  let count = 0
  yield BYTE_ORDER_MARK + csvRow(COLUMNS)
  for await (const some of lines) {
    count += some.length
    yield some.map(line => row(cellsOf(line))).join('')
  }
  yield [
    ...totals.map(total =>
      row(['total', null, null, total.action, total.account_type, null, null, null, null, total.count, total.amount]),
    ),
    row(['net', null, null, null, null, null, null, null, null, count, net_amount]),
    row(['verdict', null, null, verdict, null, null, null, null, null, mismatches.length, null]),
  ].join('')
}

type Line = Awaited<ReturnType<BatchReport['lines']['next']>>['value'][number]

function cellsOf(line: Line): (string | number | null)[] {
  const { id, created_ts, action, account_type, first_six, last_four, order_num, auth_code, amount } = line
  return ['payment', id, created_ts, action, account_type, first_six, last_four, order_num, auth_code, 1, amount]
}

/** Yields the report as JSON. */
export async function* reportJson({ summary, lines }: BatchReport): AsyncGenerator<string> {
  yield `{"report":${JSON.stringify(summary).slice(0, -1)},"lines":[`
  let is_first = true
  for await (const some of lines) {
    if (some.length === 0) continue
    yield (is_first ? '' : ',') + some.map(line => JSON.stringify(line)).join()
    is_first = false
  }
  yield ']}}'
}

const text = (description: string): JsonSchema => ({ type: 'string', description })
const maybe = (description: string): JsonSchema => ({ type: ['string', 'null'], description })
const whole = (description: string): JsonSchema => ({ type: 'integer', description })
const amount = (description: string): JsonSchema => ({
  ...text(description),
  pattern: '^-?\\d+\\.\\d{2}$',
})
const action: JsonSchema = { ...text('What was done.'), enum: ['sale', 'refund', 'blind_refund', 'void'] }
const account_type = maybe('The brand of the card, or the kind of account.')

const listOf = (description: string, properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  description,
  items: { type: 'object', properties, required: Object.keys(properties) },
})

const report = {
  id: text('The batch.'),
  batch_num: whole('Its number.'),
  product_transaction_id: text('The product whose payments it holds.'),
  processing_status_id: whole('How far its settlement is.'),
  batch_close_ts: { type: ['integer', 'null'], description: 'When it was closed, in Unix seconds.' },
  settlement_file_name: maybe("The processor's file that it was compared with."),
  reconciled: {
    type: ['boolean', 'null'],
    description: 'Whether both sides say the same; null where none was compared.',
  },
  net_amount: amount('What the batch comes to.'),
  totals: listOf('Sums by card and action.', {
    account_type,
    action,
    count: whole('How many.'),
    amount: amount('What they come to.'),
  }),
  mismatches: listOf('Where the two sides differ.', {
    what: text('What differs.'),
    transaction_id: maybe('The payment concerned.'),
    ours: maybe('What the gateway says.'),
    theirs: maybe('What the processor says.'),
  }),
  lines: listOf('The payments.', {
    id: text('The payment.'),
    created_ts: whole('When it was made, in Unix seconds.'),
    action,
    account_type,
    first_six: maybe('The first six digits.'),
    last_four: maybe('The last four digits.'),
    order_num: maybe("The merchant's order number."),
    auth_code: maybe("The issuer's approval code."),
    amount: amount('How much it is.'),
  }),
} satisfies Record<string, JsonSchema>

/** What the report of a batch looks like. */
export const REPORT: JsonSchema = {
  type: 'object',
  properties: {
    report: { type: 'object', description: 'The report.', properties: report, required: Object.keys(report) },
  },
  required: ['report'],
}
