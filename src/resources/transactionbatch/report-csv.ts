import { csvCell, csvRow } from '../../lib/csv.ts'
import type { BatchReport } from '../../payments/batches/batch-report.ts'

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
