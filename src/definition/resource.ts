import { label } from '../lib/problem.ts'
import type { KeyReader } from '../lib/sealed-key.ts'
import type { Field, Mark } from './field.ts'
import type { JsonSchema } from './kind.ts'

/** What a computed field may know besides its row. */
export interface Fact {
  /** The base of every link that leaves the system, without a trailing slash. */
  public_url: string
  /** Unix seconds. */
  seconds: number
  /** The caller's zone. */
  zone: string
  /** Opens and finds fields of reach `key`; null for callers who may not see them. */
  keys(): KeyReader | null
}

// biome-ignore lint/suspicious/noExplicitAny: kinds are contravariant in their value, so only `any` admits them all.
export type AnyField = Field<any, Mark, boolean>
export type Fields = Record<string, AnyField>

export type Verb = 'create' | 'read' | 'list' | 'update' | 'remove'

type Summary = (rows: readonly Record<string, unknown>[]) => unknown
type Shown = { as?: Summary; unseen?: (row: Record<string, unknown>) => unknown }

/**
 * How a related record is found.
 * `one`: the target whose `foreign` column equals our `local`. `many`: all such targets.
 * `each`: the targets named by our array column. `fact`: a value computed from the row. `as`: what is shown of
 * the targets found is one value, computed from them all. `unseen`: what is shown of one beyond the caller's scope.
 */
export type Expand =
  | ({ kind: 'one' | 'many' | 'each'; noun: string; local: string; foreign: string; schema?: JsonSchema } & Shown)
  | { kind: 'fact'; of: FactOf; schema: JsonSchema; knows: readonly Related[] }

export type Related = Exclude<Expand, { kind: 'fact' }>
/** Of a row and the records that the fact knows beside it, in their order; null for one that there is not. */
type FactOf = (row: Record<string, unknown>, fact: Fact, ...related: (Record<string, unknown> | null)[]) => unknown

/** A field of the answer that is computed from the row instead of stored. */
export interface Derived {
  of: (row: Record<string, unknown>, fact: Fact) => unknown
  /** For the documentation. */
  schema: JsonSchema
  /** The stored column a filter or sort by this name means. */
  column?: string
  /** Where no column holds it: SQL that has the same value, and the field it is filtered like. */
  computed?: Computed
}

interface Computed {
  field: AnyField
  sql(fact: Fact): string
}

export interface Resource<F extends Fields = Fields> {
  readonly name: string
  readonly plural: string
  /** The table it is read from: its own, unless it shows the records of another noun in another form. */
  readonly table: string
  /** The sections of the contract that describe it. */
  readonly spec: string
  /**
   * The column that ties a record to a location. `tree`: it belongs to the whole location tree of its root.
   * `none`: it belongs to everybody.
   */
  readonly scope: string
  readonly fields: F
  readonly derived: Record<string, Derived>
  readonly expands: Record<string, Expand>
  readonly verbs: readonly Verb[]
  /** `-id` sorts newest first, because identifiers are ordered by time. */
  readonly sort: string
  /** The column of the caller's own id, for paths of the form `/{api_id}?api_id=1&location_id=`. */
  readonly api_id: string | null
  /**
   * Name of a constraint of the table → the field that is named when the database refuses. The field alone stands for a
   * unique index, whose text is always the same; a check brings its own text.
   */
  readonly constraints: Record<string, string | readonly [string, string]>
  /** Read by every creation and seldom changed: its rows are kept between requests. */
  readonly cached: boolean
  /** Field of the answer → order; by default the stored fields in table order, then the derived ones. */
  readonly order: readonly string[] | null
  /** For the documentation: the group it is listed in, what it is, and what its fields mean beside their notes. */
  readonly about: readonly [group: string, says: string, fields?: Readonly<Record<string, string>>] | null
}

interface Optional<F extends Fields> {
  about?: Resource['about']
  table?: string
  derived?: Record<string, Derived>
  expands?: Record<string, Expand>
  verbs?: readonly Verb[]
  sort?: string
  api_id?: (keyof F & string) | null
  constraints?: Record<string, (keyof F & string) | readonly [string, string]>
  cached?: boolean
  order?: readonly string[]
}

/** Declares a noun of the API: its field table and how it is read and written. Everything else is derived from this. */
export function defineResource<const F extends Fields>(
  definition: {
    name: string
    plural: string
    spec: string
    scope: (keyof F & string) | 'none' | 'tree'
    fields: F
  } & Optional<F>,
): Resource<F> {
  return {
    table: definition.name,
    verbs: ['create', 'read', 'list', 'update', 'remove'],
    sort: '-id',
    api_id: null,
    constraints: {},
    cached: false,
    order: null,
    about: null,
    ...definition,
    fields: named(definition.fields),
    derived: named(definition.derived ?? {}),
    expands: named(definition.expands ?? {}),
  }
}

/** Callers name fields and expands in bodies and queries; what they did not define must not be found on a prototype. */
function named<T extends object>(entries: T): T {
  return Object.assign(Object.create(null), entries)
}

/** The related record whose `foreign` column equals `local`. */
export function one(noun: string, local: string, foreign = 'id'): Related {
  return { kind: 'one', noun, local, foreign }
}

/** One whose names are known to who sees us: where it is beyond his scope, its id and these columns are shown. */
export function known(noun: string, local: string, ...names: readonly string[]): Related {
  return { ...one(noun, local), unseen: row => Object.fromEntries(['id', ...names].map(name => [name, row[name]])) }
}

/** All related records whose `foreign` column equals `local`. */
export function many(noun: string, foreign: string, local = 'id'): Related {
  return { kind: 'many', noun, local, foreign }
}

/** One value that all related records together give. */
export function summary(noun: string, foreign: string, schema: JsonSchema, as: Summary): Expand {
  return { ...many(noun, foreign), as, schema }
}

/** The related records whose ids stand in our array column. */
export function each(noun: string, local: string): Expand {
  return { kind: 'each', noun, local, foreign: 'id' }
}

/** A value computed from the row, and from the record that a relation to one finds, wherever in the tree that lies. */
export function fact(of: FactOf, schema: JsonSchema, ...knows: readonly Related[]): Expand {
  return { kind: 'fact', of, schema, knows }
}

type Value<A> = A extends Field<infer T, Mark, boolean> ? T : never
type Kept<F extends Fields> = {
  [K in keyof F]: F[K]['options'] extends { reach: 'input' | 'key' } ? never : K
}[keyof F]

/** Columns every table has, whether or not the definition shows them. */
interface CommonColumns {
  id: string
  root_id: string
  created_ts: number
  modified_ts: number
  created_user_id: string | null
  modified_user_id: string | null
  deleted_ts: number | null
}

/** A stored record. */
export type Row<R extends Resource> =
  R extends Resource<infer F>
    ? Omit<CommonColumns, keyof F> & {
        [K in Kept<F>]: F[K] extends Field<infer T, Mark, infer V> ? (V extends true ? T : T | null) : never
      }
    : never

type Marked<F extends Fields, M extends Mark> = {
  [K in keyof F]: F[K] extends Field<never, infer N, boolean>
    ? N extends M
      ? K
      : never
    : F[K]['mark'] extends M
      ? K
      : never
}[keyof F]

/** What a POST gives after parsing: every postable field, with fallbacks filled in and null for what was left out. */
export type Draft<R extends Resource> =
  R extends Resource<infer F>
    ? {
        [K in Marked<F, 'R' | 'RP' | 'RPU' | 'P' | 'PU'>]: F[K]['always'] extends true
          ? Value<F[K]>
          : Value<F[K]> | null
      }
    : never

/** What a PUT gives after parsing: only what was sent. */
export type Change<R extends Resource> =
  R extends Resource<infer F>
    ? { [K in Marked<F, 'RPU' | 'PU' | 'U'>]?: F[K]['always'] extends true ? Value<F[K]> : Value<F[K]> | null }
    : never

/** Every resource by its name. The list of resources fills it, so that references have typed rows. @public */
// biome-ignore lint/suspicious/noEmptyInterface: it is extended where the resources are listed.
export interface ResourcesByName {}

type Target<A> =
  A extends Field<infer _T, Mark, boolean, infer To>
    ? To extends keyof ResourcesByName
      ? Row<ResourcesByName[To]>
      : Row<Resource>
    : never

type RefNames<F extends Fields> = {
  [K in keyof F & string]: F[K] extends Field<infer _T, Mark, boolean, infer To>
    ? [To] extends [never]
      ? never
      : K
    : never
}[keyof F & string]

/** The records that sent references name, by field: those of required fields are always there. */
export type RefsOf<F extends Fields> = {
  readonly [K in RefNames<F>]: F[K]['mark'] extends `R${string}` ? Target<F[K]> : Target<F[K]> | null | undefined
}

/** The records a POST names; undefined where nothing was sent, null where nothing is wanted. */
export type DraftRefs<R extends Resource> =
  R extends Resource<infer F> ? Pick<RefsOf<F>, Marked<F, 'R' | 'RP' | 'RPU' | 'P' | 'PU'> & RefNames<F>> : never

/** The records a PUT names; undefined where nothing was sent, or an unchanged one the caller cannot see. */
export type ChangeRefs<R extends Resource> =
  R extends Resource<infer F>
    ? { readonly [K in Marked<F, 'RPU' | 'PU' | 'U'> & RefNames<F>]?: Target<F[K]> | null }
    : never

/** What a decision may set: any stored column. */
export type Settable<R extends Resource> = { [K in keyof Row<R>]?: Row<R>[K] | undefined }

/** The column a record's place is read from, or null for records that lie at no single location. */
export function placeColumn(resource: Resource): string | null {
  return resource.scope === 'none' || resource.scope === 'tree' ? null : resource.scope
}

/** What a caller reads when the database refuses by one of a noun's constraints: the field and the text. */
export function refusalText(told: string | readonly [string, string]): readonly [string, string] {
  return typeof told === 'string' ? [told, `${label(told)} has already been taken.`] : told
}
