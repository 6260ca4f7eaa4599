import type { Command, CommandAct, CommandResult, CreateAct, FileField, NounParts, UpdateAct } from './command.ts'
import type { Resource, Row } from './resource.ts'
import type { Rules } from './rules.ts'
import type { OwnList, ShowAct } from './show.ts'
import type { Projection, Store } from './store.ts'

/** A replaced operation: same inputs, still scoped, still through the store. */
export interface Operations<R extends Resource> {
  /** The files that a new record may bring; `create` finds them in its uploads. */
  takes?: FileField
  /** `is_new` is false where the record was there already. */
  create?(act: CreateAct<R>): Promise<Row<R> | { row: Row<R>; is_new: boolean }>
  update?(act: UpdateAct<R>): Promise<Row<R>>
  remove?(act: CommandAct<R>): Promise<void>
  /** How records are shown, where fields and expands do not say it all; also what every write returns. */
  show?(act: ShowAct<R>): Promise<Record<string, unknown>[]>
  list?: OwnList
  /** The table of old records, where who only reads one, or embeds it, still finds it. */
  archive?: string
  /** What each row of a file has instead of the record's own values, where a record gives several rows. */
  fileRows?(row: Row<R>): Partial<Row<R>>[] | null
  /** Whether what became of a record is not known yet, so that no response about it is final. */
  isOpen?(row: Row<R>): boolean
  /** Returns what the request that began this record returns, and waits as it does. Never begins anything. */
  rejoin?(row: Row<R>, act: { store: Store; parts: NounParts; is_async?: boolean }): Promise<CommandResult<R>>
}

export interface Behaviour<R extends Resource> {
  // biome-ignore lint/suspicious/noExplicitAny: the facts of each rule are private to it.
  rules?: Rules<R, any, any, any>
  commands?: readonly Command<R>[]
  operations?: Operations<R>
  projections?: readonly Projection[]
}

/** A resource with all that is attached to it; what the registry holds. */
export interface Noun {
  resource: Resource
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed in each noun's own files.
  rules: Rules<any, any, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  commands: readonly Command<any>[]
  // biome-ignore lint/suspicious/noExplicitAny: as above
  operations: Operations<any>
  projections: readonly Projection[]
}

/** Joins a resource with its behaviour. */
export function noun<R extends Resource>(resource: R, behaviour: Behaviour<R> = {}): Noun {
  return {
    resource: resource as unknown as Resource,
    rules: behaviour.rules ?? {},
    commands: behaviour.commands ?? [],
    operations: behaviour.operations ?? {},
    projections: behaviour.projections ?? [],
  }
}
