import { quoted } from '../engine/columns.ts'
import type { Params } from '../engine/scope.ts'
import type { SortPart } from '../engine/sort.ts'

/** How a list is read in segments by what it is sorted by: each begins where the one before has ended. */
export interface Keyset {
  /** Further columns of the statement: the value and type of each part of the order, as text. */
  columns: string
  order: string
  /** What comes after a row of that statement; nothing for the first segment. */
  after(row: Record<string, unknown> | undefined, params: Params): string[]
}

interface Part {
  sql: string
  descending: boolean
  /** The id is never null, and its index knows it. */
  is_id: boolean
}

/** The id decides between equals, as in lists; what is sorted by after it changes nothing. Null is last downwards and first upwards. */
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
      const told = parts.map((_part, index) => {
        const text = row[KEY + index] as string | null
        // Values go out and come back as text: what a driver makes of dates, arrays and large numbers is not exact.
        return text === null ? null : `${params.add(text)}::text::${row[`${KEY}${index}_type`]}`
      })
      const ways = parts.map((part, index) =>
        [...parts.slice(0, index).map((each, place) => same(each, told[place]!)), beyond(part, told[index]!)].join(
          ' and ',
        ),
      )
      return [`(${ways.map(way => `(${way})`).join(' or ')})`]
    },
  }
}

/** No column of a noun is called like this. */
const KEY = '__key'
const value = (index: number): string => quoted(KEY + index)
const type = (index: number): string => quoted(`${KEY}${index}_type`)

function orderOf({ sql, descending, is_id }: Part): string {
  if (is_id) return `${sql} ${descending ? 'desc' : 'asc'}`
  return `${sql} ${descending ? 'desc nulls last' : 'asc nulls first'}`
}

function same({ sql }: Part, told: string | null): string {
  return told === null ? `${sql} is null` : `${sql} = ${told}`
}

function beyond({ sql, descending, is_id }: Part, told: string | null): string {
  if (told === null) return descending ? 'false' : `${sql} is not null`
  if (!descending) return `${sql} > ${told}`
  return is_id ? `${sql} < ${told}` : `(${sql} < ${told} or ${sql} is null)`
}
