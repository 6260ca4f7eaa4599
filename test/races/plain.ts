import { looksLikeId } from '../../src/lib/id.ts'
import type { Json } from '../support/app.ts'
import type { Stage } from './scene.ts'

/** Fields that differ between any two runs: times, assigned numbers, secrets. */
const OF_THE_MOMENT: readonly string[] = [
  ...['timestamp', 'order_num', 'auth_code', 'auth', 'batch', 'batch_num', 'current_batch', 'current_stan'],
  ...[
    'current_date_time',
    'created',
    'modified',
    'created_user_id',
    'modified_user_id',
    'transaction_code',
    'ticket',
    'client_secret',
  ],
  ...['user_api_key', 'signing_secret', 'location_api_key', 'ticket_hash_key', 'token', 'agent_key', 'serial_number'],
  ...['emv_receipt_data', 'file_name', 'settlement_file_name', 'key', 'ts'],
]

/**
 * An answer without what differs between any two runs: ids of the stage become their names, other ids and times only
 * say that they are there, and lists have no order. Equal results are equal texts.
 */
export function plain(value: Json, stage: Stage, blurred: readonly string[] = []): Json {
  const names = new Map(Object.entries(stage).map(([name, id]) => [id, `<${name}>`]))
  const walk = (each: Json, key: string): Json => {
    if (blurred.includes(key)) return '<any>'
    if (OF_THE_MOMENT.includes(key) || key.endsWith('_ts')) return each === null ? null : '<some>'
    // Each process names its own address.
    if (key === 'doc_url') return new URL(each).pathname
    if (typeof each === 'string') return text(each)
    if (Array.isArray(each))
      return each
        .filter(isOver)
        .map(item => walk(item, ''))
        .toSorted(byText)
    if (typeof each !== 'object' || each === null) return each
    const entries = Object.entries(each).filter(([name]) => name !== '_links' && name !== 'meta')
    return Object.fromEntries(entries.map(([name, item]) => [name, walk(item, name)]))
  }
  const text = (each: string): string => {
    const known = names.get(each)
    if (known) return known
    return looksLikeId(each) ? '<id>' : each.replaceAll(stage.mark, '<mark>')
  }
  return walk(value, '')
}

/** Readers see payments on their way, which are nothing yet: an answer that shows one was given before it. */
function isOver(item: Json): boolean {
  return item?.verbiage !== 'PENDING'
}

function byText(one: Json, other: Json): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Where two texts of JSON differ: the paths with both values, for people. */
export function differences(one: Json, other: Json, path = ''): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  const bothObjects = [one, other].every(each => typeof each === 'object' && each !== null)
  if (!bothObjects) return [`${path}: ${short(one)} | ${short(other)}`]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return keys.flatMap(key => differences(one[key], other[key], `${path}.${key}`))
}

function short(value: Json): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'nothing'
}
