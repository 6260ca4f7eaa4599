import type { JsonSchema } from '../../definition/kind.ts'

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
