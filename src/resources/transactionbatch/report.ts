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

/** The report as a spreadsheet reads it: a row for each payment, one for each total, the net amount and the verdict. */
export function reportCsv({ lines, totals, net_amount, reconciled, mismatches }: BatchReport): string {
  const row = (cells: readonly (string | number | null)[]): string => csvRow(cells.map(csvCell))
  const verdict = reconciled === null ? 'not compared' : reconciled ? 'reconciled' : 'not reconciled'
  return [
    csvRow(COLUMNS),
    ...lines.map(line =>
      row([
        'payment',
        line.id,
        line.created_ts,
        line.action,
        line.account_type,
        line.first_six,
        line.last_four,
        line.order_num,
        line.auth_code,
        1,
        line.amount,
      ]),
    ),
    ...totals.map(total =>
      row(['total', null, null, total.action, total.account_type, null, null, null, null, total.count, total.amount]),
    ),
    row(['net', null, null, null, null, null, null, null, null, lines.length, net_amount]),
    row(['verdict', null, null, verdict, null, null, null, null, null, mismatches.length, null]),
  ].join('')
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
