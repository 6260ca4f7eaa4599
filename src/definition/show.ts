import type { Caller } from './caller.ts'
import type { NounParts } from './command.ts'
import type { Fact, Resource, Row, Verb } from './resource.ts'
import type { Actor, Store } from './store.ts'

/** Query parameters in the order they came. */
export type Query = readonly [name: string, value: string][]

/** Input of a noun that composes its own response, a page at a time, so that it reads once per page. */
export interface ShowAct<R extends Resource> {
  caller: Caller
  rows: readonly Row<R>[]
  /** The expands asked for; all of them are known names. */
  expand: readonly string[]
  query: Record<string, string>
  fact: Fact
  parts: NounParts
  /** Whether this caller has a right on this noun. */
  may(verb: Verb | 'keys'): boolean
  /** The records as the definition shows them, in the order of the rows, with these expands embedded. */
  proceed(expand: readonly string[]): Promise<Record<string, unknown>[]>
}

/** A page of records with what the contract says about it (4.1). */
export interface ListAnswer<T = Record<string, unknown>> {
  records: T[]
  meta: Record<string, unknown>
}

/** What a replaced list is given. */
export interface ListAct<T> {
  actor: Actor
  query: Query
  store: Store
  /** Lists by `query`, which the links echo; `filters` are its parameters that filter. */
  proceed(query: Query, filters: Query): Promise<ListAnswer<T>>
}

/** A list that understands more than the columns of its noun. */
export interface OwnList {
  /** The parameters it adds, for the documentation: name → meaning. */
  query: Record<string, string>
  run<T>(act: ListAct<T>): Promise<ListAnswer<T>>
}
