import type { Noun } from '../../definition/noun.ts'
import type { AnyField, Fields } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { parseDraft } from '../../engine/parse.ts'

const ID = '66f1a0c2e4b09d7a5c3e1f08'

/**
 * Plausible values by field name, first match first. People and places are invented; the card number is the public test
 * card.
 */
const BY_NAME: readonly [RegExp, unknown][] = [
  [/_api_id$/, 'my-own-id-1001'],
  [/email/, 'pat.example@example.com'],
  [/phone|fax/, '2025550143'],
  [/zip/, '14850'],
  [/city$/, 'Ithaca'],
  [/state$/, 'NY'],
  [/mac_address$/, '00:00:5e:00:53:01'],
  [/ip(_address)?$/, '203.0.113.7'],
  [/street$|address1?$/, '12 Orchard Lane'],
  [/domain_url$|^url$/, 'https://example.com/hooks'],
  [/^tz$|timezone/, 'America/New_York'],
  [/exp_date$/, '1230'],
  [/account_number$/, '4111111111111111'],
  [/^(routing|aba)$/, '011000015'],
  [/birth$/, '1980-05-17'],
  [/first_name$/, 'Pat'],
  [/last_name$/, 'Example'],
  [/username$/, 'pat.example'],
  [/holder_name$/, 'Pat Example'],
  [/name$/, 'Example Garden Works'],
  [/^title$/, 'Spring garden work'],
  [/^description$|^note$/, 'Hedge and lawn'],
  [/serial_number$/, 'SN12345'],
  [/_number$/, '1001'],
  [/expire_ts$/, 1924992000],
  [/_ts$/, 1767225600],
  [/days/, 3],
]

const TEXTS = ['Example', '1001', '2030-01-31', '10.00', 'AB', ID, '1'.repeat(10)]
const OTHERS = [1, 10, 100, 1000, 120.5, ['example'], { example: 'value' }, '0']

/**
 * Returns a value that a caller could send for this field, as it stands in JSON: one that the field parses without a
 * problem. Undefined when no value here fits.
 */
export function exampleSent(name: string, field: AnyField): unknown {
  const { min, max } = field.limits
  const named = namedFor(name, field)
  const clipped = named.filter(value => typeof value === 'string').map(value => value.slice(0, max))
  const padded = ['1', 'x'].map(letter => letter.repeat(Math.max(min ?? 1, 1)))
  return [...named, ...clipped, ...TEXTS, ...OTHERS, ...padded].find(value => fits(field, value))
}

/** Returns the value as a response shows it; null for what a record may well leave empty. */
export function exampleShown(name: string, field: AnyField): unknown {
  const { fallback } = field.options
  if (fallback !== undefined) return field.kind.wire(fallback)
  const value = field.always ? exampleSent(name, field) : namedFor(name, field).find(each => fits(field, each))
  const parsed = field.kind.parse(value, field.limits)
  return 'value' in parsed ? field.kind.wire(parsed.value) : null
}

/** Returns the examples of the field and its kind, ids for references, and the values that fit its name. */
function namedFor(name: string, field: AnyField): unknown[] {
  const schema = field.kind.schema(field.limits) as { examples?: unknown[]; enum?: unknown[] }
  const isId = name === 'id' || field.options.to !== undefined || (name.endsWith('_id') && !name.endsWith('_api_id'))
  const named = BY_NAME.filter(([pattern]) => pattern.test(name)).map(([, value]) => value)
  const { example } = field.options
  const known = example === undefined ? [] : [example, field.kind.wire(example)]
  return [...known, ...(schema.examples ?? []), ...(schema.enum ?? []), ...(isId ? [ID, 100] : []), ...named]
}

function fits(field: AnyField, value: unknown): boolean {
  return value !== undefined && 'value' in field.kind.parse(value, field.limits)
}

type Sent = Record<string, unknown>

/** Fields that demand further fields rarely form longer chains. */
const MOST_ROUNDS = 5

/**
 * Returns an example body of a POST: the required fields and those that the resource's rules then demand. The rules are
 * run on the example until they name no further missing field.
 */
export function createExample(noun: Noun): Record<string, Sent> {
  const { name, fields } = noun.resource
  const example: Sent = {}
  let missing = Object.keys(fields).filter(each => fields[each]!.mark.startsWith('R'))
  for (let round = 0; round < MOST_ROUNDS && missing.length > 0; round += 1) {
    for (const each of missing) example[each] = exampleSent(each, fields[each]!)
    missing = problemFields(noun, example).filter(each => isAddable(fields, each) && !(each in example))
  }
  return { [name]: inOrder(fields, example) }
}

function problemFields(noun: Noun, example: Sent): string[] {
  const { values, problems } = parseDraft(noun.resource.fields, example)
  noun.rules.create?.validate?.(values, problemList(problems), { seconds: 0 })
  return Object.keys(problems)
}

function isAddable(fields: Fields, name: string): boolean {
  const field = fields[name]
  return field?.mark.includes('P') === true && exampleSent(name, field) !== undefined
}

function inOrder(fields: Fields, example: Sent): Sent {
  const names = Object.keys(fields).filter(name => example[name] !== undefined)
  return Object.fromEntries(names.map(name => [name, example[name]]))
}
