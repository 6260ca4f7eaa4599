import { quoted } from '../engine/columns.ts'
import type { Params } from '../engine/scope.ts'
import type { SortPart } from '../engine/sort.ts'

/**
 * Keyset pagination: each segment of a list begins after the last row of the one before, by the values it is sorted by.
 */
export interface Keyset {
  /** Additional columns of the statement: the value and type of each part of the order, as text. */
  columns: string
  order: string
  /** The conditions for rows after this row of the statement; none for the first segment. */
  after(row: Record<string, unknown> | undefined, params: Params): string[]
}

interface Part {
  sql: string
  descending: boolean
  /** The id is never null, so its index can be used without a condition for null. */
  is_id: boolean
}

/**
 * As in lists, the id decides between equal rows, and columns after it have no effect. Null sorts last descending and
 * first ascending.
 */
export function keysetOf(sort: readonly SortPart[]): Keyset {
  const parts: Part[] = sort.map(({ sql, descending, column }) => ({ sql, descending, is_id: column === 'id' }))
  const end = parts.findIndex(({ is_id }) => is_id)
  if (end >= 0) parts.length = end + 1
  else parts.push({ sql: 'id', descending: sort[0]?.descending ?? false, is_id: true })
  return {
    columns: parts
      .map(({ sql }, index) => `(${sql})::text as ${value(index)}, pg_typeof(${sql})::text as ${type(index)}`)
      .join(', '),
    order: `order by ${parts.map(orderOf).join(', ')}`,
    after(row, params) {
      if (!row) return []
      const values = parts.map((_part, index) => {
        const text = row[KEY + index] as string | null
        // Values are read and sent back as text, because a driver does not convert dates, arrays and large numbers
        // exactly.
        return text === null ? null : `${params.add(text)}::text::${row[`${KEY}${index}_type`]}`
      })
      const alternatives = parts.map((part, index) =>
        [...parts.slice(0, index).map((each, place) => same(each, values[place]!)), beyond(part, values[index]!)].join(
          ' and ',
        ),
      )
      return [`(${alternatives.map(each => `(${each})`).join(' or ')})`]
    },
  }
}

/** No column of a resource has this name. */
const KEY = '__key'
const value = (index: number): string => quoted(KEY + index)
const type = (index: number): string => quoted(`${KEY}${index}_type`)

function orderOf({ sql, descending, is_id }: Part): string {
  if (is_id) return `${sql} ${descending ? 'desc' : 'asc'}`
  return `${sql} ${descending ? 'desc nulls last' : 'asc nulls first'}`
}

function same({ sql }: Part, last: string | null): string {
  return last === null ? `${sql} is null` : `${sql} = ${last}`
}

function beyond({ sql, descending, is_id }: Part, last: string | null): string {
  if (last === null) return descending ? 'false' : `${sql} is not null`
  if (!descending) return `${sql} > ${last}`
  return is_id ? `${sql} < ${last}` : `(${sql} < ${last} or ${sql} is null)`
}
