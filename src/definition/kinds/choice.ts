import { type Kind, matchAny, type Parsed, parseEach } from '../kind.ts'

export interface ChoiceOptions<T> {
  /** Other spellings that callers use for a value, in bodies and filters. */
  alias?: Record<string, T>
  /** What each value means, for the documentation. */
  means?: Record<string, string>
  /** Filters take any value of the type, not only the listed ones (open code tables). */
  open?: boolean
}

/** One of a fixed set of codes, numbers or strings. */
export function choiceKind<const T extends string | number>(
  values: readonly T[],
  options: ChoiceOptions<T> = {},
): Kind<T> {
  const numeric = typeof values[0] === 'number'
  const means = Object.entries(options.means ?? {})
  const byText = new Map<string, T>(values.map(value => [String(value), value]))
  for (const [text, value] of Object.entries(options.alias ?? {})) byText.set(text, value as T)

  function parse(value: unknown): Parsed<T> {
    const found = typeof value === 'string' || typeof value === 'number' ? byText.get(String(value)) : undefined
    if (found !== undefined) return { value: found }
    return { problem: `must be one of ${values.join(', ')}.` }
  }
  return {
    name: 'choice',
    column: () => (numeric ? 'integer' : 'text'),
    parse,
    wire: value => value,
    filter(column, text, scope) {
      const chosen = parseEach(text, part =>
        options.open && !byText.has(part) ? parseOpen<T>(part, numeric) : parse(part),
      )
      return chosen ? matchAny(column, chosen, numeric ? 'integer' : 'text', scope) : null
    },
    schema: () => ({
      type: numeric ? 'integer' : 'string',
      ...(options.open ? {} : { enum: [...values] }),
      ...(means.length > 0 ? { description: means.map(each => each.join(' ')).join(', ') } : {}),
    }),
  }
}

function parseOpen<T>(text: string, numeric: boolean): Parsed<T> {
  if (!numeric) return text.includes('\u0000') ? { problem: 'is invalid.' } : { value: text as T }
  return /^\d{1,9}$/.test(text) ? { value: Number(text) as T } : { problem: 'is invalid.' }
}
