import { openSchema } from '../../lib/object-schema.ts'

/** The sixteen limits of bank payments (contract 2.15). Null means no limit. */
export const VELOCITY_DEFAULTS: Record<string, number | null> = {
  debit_hold_days: 0,
  debit_items_per_day: null,
  debit_daily_aggregate: null,
  debit_items_per_month: null,
  debit_monthly_aggregate: null,
  refund_largest_item: null,
  refund_items_per_day: null,
  refund_daily_aggregate: null,
  refund_items_per_month: null,
  refund_monthly_aggregate: null,
  // Banking days in which most returns of a consumer's debit have arrived.
  refund_hold_days: 5,
  credit_largest_item: null,
  credit_daily_aggregate: null,
  credit_items_per_day: null,
  credit_items_per_month: null,
  credit_monthly_aggregate: null,
}

const WHAT: Readonly<Record<string, string>> = {
  items_per_day: 'How many a day',
  items_per_month: 'How many a month',
  daily_aggregate: 'Whole dollars a day',
  monthly_aggregate: 'Whole dollars a month',
  largest_item: 'Whole dollars of one',
}
const SORTS: Readonly<Record<string, string>> = { debit: 'debits', refund: 'refunds', credit: 'credits' }

/** `debit_items_per_day` limits debits, by how many a day. */
function meaningOf(name: string): string {
  if (name === 'refund_hold_days') return 'Banking days after a debit settled before which no refund of it leaves.'
  if (name === 'debit_hold_days') return 'Banking days by which the money of debits is held back.'
  const [sort = '', ...rest] = name.split('_')
  return `${WHAT[rest.join('_')]}, for ${SORTS[sort]}; null means no limit.`
}

/** The schema of the limits: whole numbers, or null. */
export const VELOCITY = openSchema(
  Object.fromEntries(
    Object.keys(VELOCITY_DEFAULTS).map(name => [name, { type: ['integer', 'null'], description: meaningOf(name) }]),
  ),
)
