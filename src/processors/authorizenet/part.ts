import { formatMoney } from '../../lib/money.ts'

/** A part of a request. Its members are in the order of the schema: the JSON is read as XML, which has one. */
export type Part = { [name: string]: Member }
type Member = string | boolean | Part | readonly Part[] | undefined

/** Returns the text without what XML cannot hold, at most so many characters long; undefined when nothing is left. */
export function clean(text: string | undefined, most: number): string | undefined {
  const words = (text ?? '').toWellFormed().replaceAll(/[\s\p{Cc}\uFFFD-\uFFFF]+/gu, ' ')
  return [...words.trim()].slice(0, most).join('').trim() || undefined
}

/** Returns a part, or undefined where none of its members is there: an empty one is an error. */
export function filled(part: Part): Part | undefined {
  return Object.values(part).some(value => value !== undefined) ? part : undefined
}

export function namedAmount(amount: bigint | undefined, name: string): Part | undefined {
  return amount === undefined ? undefined : { amount: formatMoney(amount), name }
}
