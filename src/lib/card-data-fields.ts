import { type CardData, cardDataIn, cardNumberOf, holdsNumber } from './card-data-in.ts'
import { addProblem, label, type Problems } from './problem.ts'
import { remembered } from './remembered.ts'

/**
 * What the text of a field is where it is not one that people write. An `identifier` of the caller's may look like a
 * card number by chance; an `account` is where a number belongs; a `secret` is never stored as it was sent.
 */
export type Holds = 'identifier' | 'account' | 'secret'

interface ReadField {
  kind: { is_written?: true }
  options: { holds?: Holds }
  limits?: { max?: number | undefined }
}

/** A card number in the wrong field is named as one, also where the field is shorter. */
const LONGEST_NUMBER = 64

/** The values of a body by field, what is wrong with them, and the identifiers that look like a card number. */
export interface Examined {
  values: Record<string, unknown>
  problems: Problems
  card_like: string[]
}

/**
 * Returns the card data in the value of a field that people write; null in any other field, and in a text so long that
 * its field refuses it anyway.
 */
export function cardDataOf({ kind, options, limits }: ReadField, value: unknown): CardData | null {
  if (!kind.is_written || options.holds) return null
  // Limits count code points, of which one has up to two UTF-16 units.
  const is_refused = typeof value === 'string' && value.length > 2 * (limits?.max ?? value.length) + LONGEST_NUMBER
  return is_refused ? null : cardDataIn(value)
}

/**
 * Refuses identifiers that hold the card number of the same body, and lists those that look like one. These are taken,
 * because some in a hundred do by chance, and a merchant whose order number is refused cannot be paid.
 */
export function examineIdentifiers<E extends Examined>(fields: Readonly<Record<string, ReadField>>, examined: E): E {
  const { values, problems, card_like } = examined
  const { account, identifier } = holdingOf(fields)
  const isSent = (name: string): boolean => Object.hasOwn(values, name) && values[name] !== null && values[name] !== ''
  const numbers = account.filter(isSent).flatMap(name => cardNumberOf(String(values[name])) ?? [])
  for (const name of identifier.filter(isSent)) {
    const value = values[name]
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (numbers.some(number => holdsNumber(text, number)))
      addProblem(problems, name, `${label(name)} must not contain the card number.`)
    else if (cardDataIn(value) === 'card number') card_like.push(name)
  }
  return examined
}

const holdingOf = remembered((fields: Readonly<Record<string, ReadField>>) => {
  const named = (what: Holds) => Object.keys(fields).filter(name => fields[name]!.options.holds === what)
  return { account: named('account'), identifier: named('identifier') }
})
