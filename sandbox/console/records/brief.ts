import type { ChoiceOptions } from '../../../src/definition/kinds/choice.ts'
import type { AnyField, Resource } from '../../../src/definition/resource.ts'
import { parseMoney } from '../../../src/lib/money.ts'
import { showMoney } from '../../../src/pages/show.ts'

/** A record as the API shows it. */
export type ApiRecord = Readonly<Record<string, unknown>>

/** A field whose value is a state: `status_id`, `payment_status_id`, `status`. */
const STATE = /(^|_)status(_id)?$/

/** Returns the states of a record in words: `Open`, `Unpaid`. */
export function statesOf(resource: Resource, record: ApiRecord): string[] {
  const states = Object.entries(resource.fields)
    .filter(([name]) => STATE.test(name) && record[name] !== null && record[name] !== undefined)
    .map(([name, field]) => meaningOf(field, record[name]))
  const is_off = [record.is_active, record.active].some(value => value === 0 || value === false || value === '0')
  const activity = is_off ? ['not active'] : states.length === 0 && record.is_active ? ['active'] : []
  return [...new Set([...states, ...activity])]
}

/** Returns the change of a state in words, or null for a field that is no state. */
export function stateChange(resource: Resource, name: string, before: unknown, after: unknown): string | null {
  const field = resource.fields[name]
  if (!field || !STATE.test(name)) return null
  const from = before === null || before === undefined ? null : meaningOf(field, before)
  return `${from === null ? '' : `${from} → `}${meaningOf(field, after)}`
}

function meaningOf({ options }: AnyField, value: unknown): string {
  return (options as ChoiceOptions<string | number>).means?.[String(value)] ?? String(value)
}

const NAMES = ['title', 'name', 'description', 'subject', 'username', 'url', 'email', 'recipient'] as const
const AMOUNTS = ['transaction_amount', 'amount_due', 'total_sale_amount'] as const

/** Returns a record's name and amount for people: `Garden work, $40.00`. */
export function nameOf(record: ApiRecord): string {
  const person = [record.first_name, record.last_name].filter(Boolean).join(' ')
  const card = record.last_four ? `${record.account_type ?? ''} …${record.last_four}`.trim() : ''
  const batch = typeof record.batch_num === 'number' ? `Batch ${record.batch_num}` : ''
  const posted = typeof record.resource === 'string' && record.type ? `${record.type} ${record.resource}` : ''
  const name = [batch, posted, ...NAMES.map(each => record[each]), person, card].find(Boolean)
  return [name, amountOf(record)].filter(Boolean).join(', ')
}

function amountOf(record: ApiRecord): string | null {
  const found = AMOUNTS.map(each => record[each]).find(each => each !== null && each !== undefined)
  const amount = found === undefined ? null : parseMoney(found)
  return amount === null ? null : showMoney(amount)
}
