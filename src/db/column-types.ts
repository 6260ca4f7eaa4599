import pg from 'pg'

const oid = { int8: 20, date: 1082, text_array: 1009, int8_array: 1016, date_array: 1182 }

/**
 * How a column's text becomes a JavaScript value; other types are left to the driver. `numeric` and `date` stay
 * strings: a float loses cents, and a Date would add a time zone to a calendar day.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    parsers.get(type) ?? pg.types.getTypeParser(type, format)) as pg.CustomTypesConfig['getTypeParser'],
}

const parseTextArray = pg.types.getTypeParser(oid.text_array) as (text: string) => (string | null)[]

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, safeInteger],
  [oid.int8_array, text => parseTextArray(text).map(item => (item === null ? null : safeInteger(item)))],
  [oid.date, text => text],
  [oid.date_array, parseTextArray],
])

/** Returns a number. Throws instead of rounding. */
function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return number
}
