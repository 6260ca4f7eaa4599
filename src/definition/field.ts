import type { Holds } from '../lib/card-data-fields.ts'
import type { Money } from '../lib/money.ts'
import type { JsonSchema, Kind, Limits } from './kind.ts'
import { type ChoiceOptions, choiceKind } from './kinds/choice.ts'
import { type DateOptions, dateKind } from './kinds/date.ts'
import { type FlagOptions, flagKind } from './kinds/flag.ts'
import { type IntegerOptions, integerKind } from './kinds/integer.ts'
import { type Items, itemsKind } from './kinds/items.ts'
import { jsonKind } from './kinds/json.ts'
import { listKind } from './kinds/list.ts'
import { type MoneyOptions, moneyKind } from './kinds/money.ts'
import { refKind } from './kinds/ref.ts'
import { stampKind } from './kinds/stamp.ts'
import { type TextOptions, textKind } from './kinds/text.ts'

/**
 * The write mark of a field's table row: R required on POST, P allowed on POST, U allowed on PUT, S system generated.
 */
export type Mark = 'R' | 'RP' | 'RPU' | 'P' | 'PU' | 'U' | 'S'

export interface FieldOptions<T, To extends string = string> {
  /** The value a record gets when POST leaves the field out. */
  fallback?: T
  /** Never null in a stored record, although callers may leave it out. */
  always?: boolean
  /** `input`: not stored. `hidden`: not returned. `secret`: nor in events. `key`: in `<name>_sealed`, shown to few. */
  reach?: 'input' | 'hidden' | 'secret' | 'key'
  /** What its text is where it is not one that people write; one that people write is refused with card data in it. */
  holds?: Holds
  /** Kept out of events: the audit trail is no second store of personal data. */
  unlogged?: true
  /** The noun whose record it names; the engine reads that record in the caller's scope before anything is decided. */
  to?: To
  /** Of a list whose expand embeds records: which field of theirs the list holds, so that it takes what was read. */
  embeds?: string
  /** Large lists are sorted and filtered by it: it has an index `<table>_listed_by_<column>`, the location in front. */
  listed?: true
  /** What a reader of the documentation should know. */
  note?: string
  /** What could be sent, where neither kind nor name makes one think of it. */
  example?: T
  /** What its JSON holds, for the documentation. */
  schema?: JsonSchema
}

/** One row of a field table. `V`: a stored record always has a value. `To`: the noun it names. */
export interface Field<T = unknown, M extends Mark = Mark, V extends boolean = boolean, To extends string = string> {
  readonly kind: Kind<T>
  readonly mark: M
  readonly limits: Limits
  readonly options: FieldOptions<T, To>
  /** Carries `V` in the type only. */
  readonly always: V
}

type Always<M extends Mark, O> = M extends `R${string}`
  ? true
  : O extends { fallback: unknown } | { always: true }
    ? true
    : false

/** The noun that options name, or `never`. */
type Named<O> = O extends { to: infer To extends string } ? To : never

function field<T, M extends Mark, const O extends FieldOptions<T>>(
  kind: Kind<T>,
  mark: M,
  limits: Limits,
  options: O,
): Field<T, M, Always<M, O>, Named<O>> {
  const always = mark.startsWith('R') || options.fallback !== undefined || options.always === true
  return {
    kind,
    mark,
    limits,
    options: options as unknown as FieldOptions<T, Named<O>>,
    always: always as Always<M, O>,
  }
}

/** The record's own identifier. */
export const id = () => field(refKind, 'S', { min: 24, max: 36 }, { always: true })

/** The identifier of a record that everybody shares and people know by its number; its keepers choose it. */
export const code = () => field(integerKind(), 'S', { max: 10 }, { always: true })

/** Another record's identifier. */
export const ref = <const To extends string, M extends Mark, const O extends FieldOptions<string> = object>(
  to: To,
  mark: M,
  options?: O,
) => field(refKind, mark, { min: 24, max: 36 }, { ...options, to } as O & { to: To })

/** A string of `min` to `max` characters; undefined means no bound. */
export const text = <M extends Mark, const O extends FieldOptions<string> & TextOptions = object>(
  min: number | undefined,
  max: number | undefined,
  mark: M,
  options?: O,
) => field(textKind(options), mark, { min, max }, (options ?? {}) as O)

/** A whole number of at most `max` digits. */
export const integer = <M extends Mark, const O extends FieldOptions<number> & IntegerOptions = object>(
  max: number | undefined,
  mark: M,
  options?: O,
) => field(integerKind(options), mark, { max }, (options ?? {}) as O)

/** An amount of money. */
export const money = <M extends Mark, const O extends FieldOptions<Money> & MoneyOptions = object>(
  mark: M,
  options?: O,
) => field(moneyKind(options), mark, { max: 12 }, (options ?? {}) as O)

/** A boolean. */
export const flag = <M extends Mark, const O extends FieldOptions<boolean> & FlagOptions = object>(
  mark: M,
  options?: O,
) => field(flagKind(options), mark, {}, (options ?? {}) as O)

/** A calendar date. */
export const date = <M extends Mark, const O extends FieldOptions<string> & DateOptions = object>(
  mark: M,
  options?: O,
) => field(dateKind(options), mark, { min: 10, max: 10 }, (options ?? {}) as O)

/** Unix seconds; system generated unless said otherwise. Without options it always has a value. */
export const stamp = <M extends Mark = 'S', const O extends FieldOptions<number> = { always: true }>(
  mark?: M,
  options?: O,
) => field(stampKind, (mark ?? 'S') as M, { min: 10, max: 10 }, (options ?? { always: true }) as O)

/** One of a fixed set of codes. */
export const choice = <
  const T extends string | number,
  M extends Mark,
  const O extends FieldOptions<NoInfer<T>> & ChoiceOptions<NoInfer<T>> = object,
>(
  values: readonly T[],
  mark: M,
  options?: O,
) => field<T, M, O>(choiceKind<T>(values, options), mark, {}, (options ?? {}) as O)

/** A JSON object or array of at most `max` characters. */
export const json = <M extends Mark, const O extends FieldOptions<unknown> = object>(
  max: number | undefined,
  mark: M,
  options?: O,
) => field(jsonKind, mark, { max }, (options ?? {}) as O)

/** A list of strings, each at most `longest` characters. */
export const list = <M extends Mark, const O extends FieldOptions<string[]> = object>(
  longest: number,
  mark: M,
  options?: O,
) => field(listKind(longest), mark, {}, (options ?? {}) as O)

/** A map of item label to amount. */
export const items = <M extends Mark, const O extends FieldOptions<Items> = object>(
  min: number,
  max: number,
  mark: M,
  options?: O,
) => field(itemsKind, mark, { min, max }, (options ?? {}) as O)
