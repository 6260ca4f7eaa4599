import type { Command } from '../../definition/command.ts'
import { integerKind } from '../../definition/kinds/integer.ts'
import type { Row } from '../../definition/resource.ts'
import { formatMoney } from '../../lib/money.ts'
import { invalidField } from '../../lib/problem.ts'
import { noticeDate } from './notice.ts'
import { remaining, runDate } from './plan.ts'
import { type recurring, STATUSES } from './recurring.ts'

interface ComingPayment {
  run_date: string
  /** The day on which the contact is told; null when nobody is. */
  notification_date: string | null
  transaction_amount: string
}

const USUAL = 12
const MOST = 99
const count = integerKind({ least: 1, most: MOST })

/** The payments a recurring will make if nothing is changed, at most `most` of them; none while it is on hold or ended. */
export function comingPayments(row: Row<typeof recurring>, most: number): ComingPayment[] {
  if (row.status !== 'active') return []
  const left = Math.min(most, remaining(row) ?? most)
  const payments: ComingPayment[] = []
  for (let ahead = 0; ahead < left; ahead += 1) {
    const run_date = runDate(row, ahead)
    if (row.end_date !== null && run_date > row.end_date) break
    payments.push({
      run_date,
      notification_date: noticeDate({ ...row, next_run_date: run_date }),
      transaction_amount: formatMoney(row.transaction_amount),
    })
  }
  return payments
}

const PREVIEW = {
  type: 'object',
  required: ['preview'],
  properties: {
    preview: {
      type: 'object',
      required: ['recurring_id', 'status', 'payments'],
      properties: {
        recurring_id: { type: 'string' },
        status: { type: 'string', enum: STATUSES },
        payments: {
          type: 'array',
          items: {
            type: 'object',
            required: ['run_date', 'notification_date', 'transaction_amount'],
            properties: {
              run_date: { type: 'string', format: 'date' },
              notification_date: { type: ['string', 'null'], format: 'date' },
              transaction_amount: { type: 'string' },
            },
          },
        },
      },
    },
  },
}

export const previewCommand: Command<typeof recurring> = {
  name: 'preview',
  method: 'GET',
  on: 'one',
  right: 'read',
  query: { count: `how many payments to show, 1 to ${MOST}; ${USUAL} when left out` },
  says: 'Shows when the next payments will run.',
  returns: { schema: PREVIEW },
  async run({ row, query }) {
    const parsed = query.count === undefined ? { value: USUAL } : count.parse(query.count, { max: 2 })
    if ('problem' in parsed) throw invalidField('count', `Count ${parsed.problem}`)
    return {
      body: { preview: { recurring_id: row.id, status: row.status, payments: comingPayments(row, parsed.value) } },
    }
  },
}
