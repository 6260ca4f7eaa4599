import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import type { Resource } from '../../definition/resource.ts'
import { FORMAT_NAMES } from '../../exports/formats.ts'
import { pageAsked } from '../../lib/paging.ts'
import { IDEMPOTENCY_SECONDS, LONGEST_IDEMPOTENCY_KEY } from '../conventions.ts'
import { describeFilter, filterable, filterForms } from './filters.ts'
import { sentence } from './words.ts'

export type Parameter = Record<string, unknown>

export const DEFAULT_PAGE_SIZE = pageAsked([]).size
export const LARGEST_PAGE_SIZE = pageAsked([['page_size', '999999999999']]).size

const CONTAINS = 'Filter: finds text inside the value, regardless of case.'

/** Parameters that several operations share, by the name they have in `components`. */
export const sharedParameters: Record<string, Parameter> = {
  page: query('page', { type: 'integer', minimum: 1, default: 1 }, 'The page to show, counted from 1.'),
  page_size: query(
    'page_size',
    { type: 'integer', minimum: 1, default: DEFAULT_PAGE_SIZE },
    `Records per page; never more than ${LARGEST_PAGE_SIZE}.`,
  ),
  _format: query(
    '_format',
    { type: 'string', enum: FORMAT_NAMES, default: 'json' },
    'csv, tsv or xlsx: all records of the list as a file, whatever page is requested. There `created_ts_from` and `created_ts_to`, and those of other timestamps, stand alone and are `yyyy-mm-dd hh:mm:ss` in the time of the user.',
  ),
  api_id: query(
    'api_id',
    { type: 'string', enum: ['1'] },
    "With 1, the path holds the caller's own id of the record, and location_id is needed.",
  ),
  location_id: query(
    'location_id',
    { type: 'string' },
    "The location in which the caller's own id is unique. Only with api_id=1.",
  ),
  prefer: {
    name: 'Prefer',
    in: 'header',
    description: 'With respond-async the response comes at once and says where to poll the work (RFC 7240).',
    schema: { type: 'string', examples: ['respond-async'] },
  },
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `The first response to a key is kept for ${IDEMPOTENCY_SECONDS / 3600} hours and repeated. The same key with another request is refused.`,
    schema: { type: 'string', maxLength: LONGEST_IDEMPOTENCY_KEY },
  },
}

/** Returns a list's own parameters, filters on every shown column, sort, expand and paging (contract 4.1). */
export function listParameters({ resource, operations }: Noun): Parameter[] {
  const columns = filterable(resource)
  const own = ownQuery(operations.list?.query ?? {})
  const filters = Object.entries(columns).flatMap(([name, field]) => {
    const words = filterForms(name, field)
    const ends = words.custom
      ? ['from', 'to'].map(end => query(`${name}_${end}`, { type: 'integer' }, `With \`${name}=custom\`.`))
      : []
    const inside = words.searched ? [query(`${name}_contains`, { type: 'string' }, CONTAINS)] : []
    return [query(name, { type: 'string' }, `Filter: ${describeFilter(words, name)}.`), ...inside, ...ends]
  })
  const names = Object.keys(columns)
  const order = commaSeparated(
    'sort',
    [...names, ...names.map(name => `-${name}`)],
    `With - before the name, descending. Default: ${resource.sort}.`,
  )
  return [
    ...own,
    ...filters,
    order,
    ...expandParameters(resource),
    shared('page'),
    shared('page_size'),
    shared('_format'),
  ]
}

/** Returns query parameters that a definition declares: each a text, or of its schema, which may say `required`. */
export function ownQuery(declared: Readonly<Record<string, string | JsonSchema>>): Parameter[] {
  return Object.entries(declared).map(([name, of]) => {
    if (typeof of === 'string') return query(name, { type: 'string' }, sentence(of))
    const { description, required, ...schema } = of
    return { ...query(name, schema, sentence(String(description))), ...(required ? { required } : {}) }
  })
}

/** Returns the parameter for what can be embedded into each record; none where nothing can. */
export function expandParameters(resource: Resource): Parameter[] {
  const names = Object.keys(resource.expands)
  return names.length > 0 ? [commaSeparated('expand', names, 'Related records to embed, each under its own name.')] : []
}

/** Returns the parameters of the path of one record, with the caller's own id where the resource has one. */
export function pathParameters(resource: Resource): Parameter[] {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 64 } }
  if (!resource.api_id) return [{ ...id, description: 'The id of the record.' }]
  return [
    { ...id, description: `The id of the record; with api_id=1 its ${resource.api_id}.` },
    shared('api_id'),
    shared('location_id'),
  ]
}

/** Returns the parameters of a path beside the record's id, as the file of an invoice. */
export function furtherParameters(path: string): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(found => found[1]!).filter(name => name !== 'id')
  return names.map(name => ({
    name,
    in: 'path',
    required: true,
    description: `The ${name.replaceAll('_', ' ')}.`,
    schema: { type: 'string', maxLength: 64 },
  }))
}

export function shared(name: keyof typeof sharedParameters & string): Parameter {
  return { $ref: `#/components/parameters/${name}` }
}

function query(name: string, schema: Parameter, description: string): Parameter {
  return { name, in: 'query', description, schema }
}

function commaSeparated(name: string, values: string[], description: string): Parameter {
  const schema = { type: 'array', items: { type: 'string', enum: values } }
  return { name, in: 'query', description, style: 'form', explode: false, schema }
}
