import type { Resource } from '../definition/resource.ts'
import { unwrap } from '../engine/parse.ts'
import { cardDataIn } from '../lib/card-data-in.ts'
import { Refusal } from '../lib/problem.ts'
import { similarName } from '../lib/similar-name.ts'
import { HINTS_HEADER, IGNORED_FIELDS_HEADER } from './conventions.ts'

type Fields = Resource['fields']

/** What a body was sent for: the record or command it is wrapped for, and the fields read there. */
export interface Expected {
  resource: Resource
  fields: Fields
  /** The marks of those fields that are read. */
  marks: RegExp
}

const MOST_IGNORED = 50
/** Names that are compared with those of fields. */
const MOST_COMPARED = 10

/**
 * Returns a refusal of a body with what its sender most likely got wrong: the wrapper is missing, a name is misspelt.
 * Every other error is returned as it is. Runs for refused requests only.
 */
export function withHints(error: unknown, expected: Expected, body: unknown): unknown {
  if (!(error instanceof Refusal) || error.status !== 422 || Object.keys(expected.fields).length === 0) return error
  const record = unwrap(expected.resource, body)
  if (!record) return hinted(error, [wrapperHint(expected.resource.name, body)])
  const { fields, marks } = expected
  const ignored = Object.keys(record).filter(name => !Object.hasOwn(fields, name) || !marks.test(fields[name]!.mark))
  const { [HINTS_HEADER]: _, ...headers } = ignoredHeaders(fields, ignored)
  return hinted(error, misspelt(fields, ignored), headers)
}

/** Returns a refused list with the columns that unknown parameters most likely mean. */
export function withColumnHints(error: unknown, columns: readonly string[]): unknown {
  if (!(error instanceof Refusal) || error.status !== 422) return error
  return hinted(error, meant('column', Object.keys(error.problems ?? {}), columns))
}

function hinted({ status, message, problems, headers, hints }: Refusal, more: string[], also = {}): Refusal {
  return new Refusal(status, message, problems, { ...headers, ...also }, [...hints, ...more])
}

function wrapperHint(name: string, body: unknown): string {
  const form = `{"${name}": {…}}`
  if (body === undefined) return `The request has no body. Send the fields wrapped under ${name}: ${form}.`
  return `The body has no ${name}. Wrap the fields under that name: ${form}.`
}

/**
 * Returns the headers that name the fields of a body that were ignored, what misspelt ones most likely mean, and the
 * hints about the record.
 */
export function ignoredHeaders(
  fields: Fields,
  ignored: readonly string[],
  about: readonly string[] = [],
): Record<string, string> {
  const names = ignored.filter(isShown).slice(0, MOST_IGNORED)
  const hints = [...misspelt(fields, names), ...about].join(' ')
  return {
    ...(names.length === 0 ? {} : { [IGNORED_FIELDS_HEADER]: names.join(', ') }),
    ...(hints === '' ? {} : { [HINTS_HEADER]: hints }),
  }
}

function misspelt(fields: Fields, ignored: readonly string[]): string[] {
  const unknown = ignored.filter(name => !Object.hasOwn(fields, name))
  if (unknown.length === 0) return []
  const names = Object.entries(fields).flatMap(([name, { mark }]) => (mark === 'S' ? [] : [name]))
  return meant('field', unknown, names)
}

/** Returns what each of these unknown names most likely means, where it is close to one that there is. */
function meant(kind: 'column' | 'field', unknown: readonly string[], names: readonly string[]): string[] {
  const compared = unknown.filter(isShown).slice(0, MOST_COMPARED)
  return compared.flatMap(name => {
    const near = similarName(name, names)
    return near === null ? [] : [`There is no ${kind} ${name}. Did you mean ${near}?`]
  })
}

/** Whether a name that a caller sent may be said again: it is formed like one, and no number of a card. */
function isShown(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name) && cardDataIn(name) === null
}
