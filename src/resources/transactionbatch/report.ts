import type { JsonSchema } from '../../definition/kind.ts'
import { csvCell, csvRow } from '../../lib/csv.ts'
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
  const row = (cells: readonly (string | number | null)[]): string => csvRow(cells.map(csvCell))
  const verdict = reconciled === null ? 'not compared' : reconciled ? 'reconciled' : 'not reconciled'
  let count = 0
  yield csvRow(COLUMNS)
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

const text: JsonSchema = { type: 'string' }
const maybe: JsonSchema = { type: ['string', 'null'] }
const whole: JsonSchema = { type: 'integer' }
const amount: JsonSchema = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }
const action: JsonSchema = { type: 'string', enum: ['sale', 'refund', 'blind_refund', 'void'] }

const listOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
})

const report = {
  id: text,
  batch_num: whole,
  product_transaction_id: text,
  processing_status_id: whole,
  batch_close_ts: { type: ['integer', 'null'] },
  settlement_file_name: maybe,
  reconciled: { type: ['boolean', 'null'] },
  net_amount: amount,
  totals: listOf({ account_type: maybe, action, count: whole, amount }),
  mismatches: listOf({ what: text, transaction_id: maybe, ours: maybe, theirs: maybe }),
  lines: listOf({
    id: text,
    created_ts: whole,
    action,
    account_type: maybe,
    first_six: maybe,
    last_four: maybe,
    order_num: maybe,
    auth_code: maybe,
    amount,
  }),
} satisfies Record<string, JsonSchema>

/** What the report of a batch looks like. */
export const REPORT: JsonSchema = {
  type: 'object',
  properties: { report: { type: 'object', properties: report, required: Object.keys(report) } },
  required: ['report'],
}
