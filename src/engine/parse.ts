import { isDeepStrictEqual } from 'node:util'
import type { AnyField, Resource } from '../definition/resource.ts'
import { cardDataOf, type Examined, examineIdentifiers } from '../lib/card-data-fields.ts'
import { otherCurrencies } from '../lib/currency.ts'
import { addProblem, label } from '../lib/problem.ts'
import { remembered } from '../lib/remembered.ts'
import { withoutRecords } from '../lib/without-records.ts'
import { written } from './serialize.ts'

/** A body after reading: the fields that fit, what did not, and the names of unknown or read-only fields. */
export interface ParsedBody extends Examined {
  ignored: string[]
}

type Fields = Record<string, AnyField>

const entriesOf = remembered((fields: Fields) => Object.entries(fields))
/** What a POST body may hold. */
const draftedOf = remembered((fields: Fields) =>
  entriesOf(fields).filter(([, { mark }]) => mark.includes('P') || mark === 'R'),
)

/** Reads a POST body: required fields must be there, fallbacks fill in, system and unknown fields are set aside. */
export function parseDraft(fields: Fields, body: Record<string, unknown>): ParsedBody {
  const parsed: ParsedBody = { values: {}, problems: otherCurrencies(body), ignored: [], card_like: [] }
  for (const [name, field] of draftedOf(fields)) {
    const sent = Object.hasOwn(body, name) ? body[name] : undefined
    if (sent === undefined || sent === null) {
      if (field.mark.startsWith('R')) addProblem(parsed.problems, name, `${label(name)} cannot be blank.`)
      else parsed.values[name] = field.options.fallback ?? null
      continue
    }
    readField(name, field, sent, parsed)
  }
  parsed.ignored = unread(fields, body, /P|^R$/)
  return examineIdentifiers(fields, parsed)
}

/**
 * Reads a PUT body: only what was sent, only what may change. Null clears a field that may be empty. A value as the
 * record shows it is not looked at: what was read can be sent back, whatever is asked of new values by now.
 */
export function parseChange(
  fields: Fields,
  body: Record<string, unknown>,
  before: Record<string, unknown>,
): ParsedBody {
  const parsed: ParsedBody = { values: {}, problems: otherCurrencies(body), ignored: [], card_like: [] }
  for (const [name, field] of entriesOf(fields)) {
    if (!field.mark.includes('U') || !Object.hasOwn(body, name)) continue
    const sent = body[name]
    if (field.options.reach === undefined && isDeepStrictEqual(sent, written(field, before[name]))) continue
    if (sent !== null && sent !== undefined) {
      readField(name, field, sent, parsed)
    } else if (field.mark.startsWith('R') || (field.always && field.options.fallback === undefined)) {
      addProblem(parsed.problems, name, `${label(name)} cannot be blank.`)
    } else {
      parsed.values[name] = field.options.fallback ?? null
    }
  }
  parsed.ignored = unread(fields, body, /U/)
  return examineIdentifiers(fields, parsed)
}

/** The record inside a body, under the noun's key, also without `_`; an array or text there is a 422. */
export function unwrap({ name }: Resource, body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const record = Object.entries(body).find(([key]) => key === name || key === name.replaceAll('_', ''))?.[1]
  if (typeof record !== 'object' || record === null) return null
  // PHP clients write an empty record as an empty list.
  if (Array.isArray(record)) return record.length === 0 ? {} : null
  return record as Record<string, unknown>
}

/** What was read from a body, without the fields that are read but never stored. */
export function storable(resource: Resource, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => resource.fields[name]?.options.reach !== 'input'))
}

/** The start values of columns that callers may not send. */
export const startValues = remembered((resource: Resource): Record<string, unknown> => {
  const unsent = Object.entries(resource.fields).filter(
    ([, field]) => field.options.fallback !== undefined && field.options.reach !== 'input' && !field.mark.includes('P'),
  )
  return Object.fromEntries(unsent.map(([name, field]) => [name, field.options.fallback]))
})

function readField(name: string, field: AnyField, sent: unknown, parsed: ParsedBody): void {
  // An empty reference or a zero date means "none", which is how forms detach a contact.
  if (sent === field.kind.null_sent && !field.always) {
    parsed.values[name] = null
    return
  }
  const result = field.kind.parse(withoutRecords(sent, field.options.embeds), field.limits)
  const isText = typeof sent === 'string' && 'value' in result && typeof result.value === 'string'
  const card_data = cardDataOf(field, isText || !('value' in result) ? sent : result.value)
  if (card_data) addProblem(parsed.problems, name, `${label(name)} must not contain a ${card_data}.`)
  else if ('problem' in result) addProblem(parsed.problems, name, `${label(name)} ${result.problem}`)
  else parsed.values[name] = result.value
}

/** The names in a body that are no fields of these marks. A body may name `constructor`, which every object has. */
function unread(fields: Fields, body: Record<string, unknown>, marks: RegExp): string[] {
  return Object.keys(body).filter(name => !Object.hasOwn(fields, name) || !marks.test(fields[name]!.mark))
}
