import type { Problems } from '../lib/problem.ts'
import { addProblem, invalid, notValid } from '../lib/problem.ts'
import type { Caller } from './caller.ts'
import type { Change, ChangeRefs, Draft, DraftRefs, Resource, Row, Settable } from './resource.ts'

/** The name of a task that was declared by `defineTask`. */
export type TaskName = string & { readonly declared: true }

/** A job to be done after commit, enqueued in the same transaction as the row that causes it. Made by its task. */
export interface Effect {
  task: TaskName
  payload: Record<string, unknown>
  /** At most one job of this key exists. */
  key?: string
  /** Unix seconds; now when left out. */
  run_at?: number
}

/** Facts every decision gets: the time, who asks. */
export interface Moment {
  seconds: number
  caller: Caller
}

export type Where = Record<string, string | number | boolean | bigint | null | readonly string[]>

/** Reads for rules: always inside the caller's scope, so a rule cannot leak. */
export interface Reader {
  /** The record, or a 422 on `field` when it does not exist for this caller. */
  one<R extends Resource>(resource: R, id: string, field: string): Promise<Row<R>>
  maybe<R extends Resource>(resource: R, id: string | null | undefined): Promise<Row<R> | null>
  /** The first record with these column values. */
  find<R extends Resource>(resource: R, where: Where): Promise<Row<R> | null>
  all<R extends Resource>(resource: R, where: Where, limit?: number): Promise<Row<R>[]>
  exists(resource: Resource, where: Where): Promise<boolean>
  /** The same reads in the whole tree of the caller's root. */
  asRoot(): Reader
}

/** Returns the location's record with this id of the caller's own; throws a 422 on `field` without one. */
export async function byApiId<R extends Resource>(
  read: Reader,
  resource: R,
  location_id: string,
  api_id: string,
  field = resource.api_id ?? '',
): Promise<Row<R>> {
  const found = resource.api_id ? await read.find(resource, { [resource.api_id]: api_id, location_id }) : null
  if (!found) throw notValid(field)
  return found
}

/** What a rule decided: columns to set, jobs to enqueue, and the verb of the event when it is a domain verb. */
export interface Decision<R extends Resource> {
  set: Settable<R>
  effects: Effect[]
  verb?: string | undefined
}

interface CreateRules<R extends Resource, F> {
  /** Checks that need no facts. Runs also when other fields failed, so that all problems are reported at once. */
  validate?(draft: Partial<Draft<R>>, problems: ProblemList<R>, moment: Pick<Moment, 'seconds'>): void
  /** What is decided by beside the records that the draft names; those alone when left out. */
  load?(draft: Draft<R>, refs: DraftRefs<R>, read: Reader, moment: Moment): Promise<F>
  decide?(draft: Draft<R>, facts: F, moment: Moment): Decision<R>
  /** What the caller most likely did not mean with a record that was made all the same, in ASCII. */
  hints?(row: Row<R>, seconds: number, read: Reader): string[] | Promise<string[]>
}

interface UpdateRules<R extends Resource, F> {
  /** `sent` is the body: what the record has already is no change. */
  validate?(change: Change<R>, problems: ProblemList<R>, sent: object): void
  load?(row: Row<R>, change: Change<R>, refs: ChangeRefs<R>, read: Reader, moment: Moment): Promise<F>
  decide?(row: Row<R>, change: Change<R>, facts: F, moment: Moment): Decision<R>
}

interface RemoveRules<R extends Resource, F> {
  load?(row: Row<R>, read: Reader, moment: Moment): Promise<F>
  /** Refuses, or says what else the removal sets. */
  decide?(row: Row<R>, facts: F, moment: Moment): Decision<R>
}

export interface Rules<R extends Resource, C = unknown, U = unknown, D = unknown> {
  create?: CreateRules<R, C>
  update?: UpdateRules<R, U>
  remove?: RemoveRules<R, D>
}

/** Collects the problems of one request. */
export interface ProblemList<R extends Resource> {
  add(field: keyof R['fields'] & string, text: string): void
}

/** The words a rules file uses, bound to one resource so that a misspelt field is a compile error. */
export function rulesOf<R extends Resource>(_resource: R) {
  return {
    rules: <C = DraftRefs<R>, U = ChangeRefs<R>, D = undefined>(rules: Rules<R, C, U, D>): Rules<R, C, U, D> => rules,
    accept: (set: Settable<R>, also: { effects?: Effect[]; verb?: string } = {}): Decision<R> => ({
      set,
      effects: also.effects ?? [],
      verb: also.verb,
    }),
    /** Throws a 422 on one field. */
    refuse: (field: keyof R['fields'] & string, text: string): never => {
      throw invalid({ [field]: [text] })
    },
    /** Throws a 422 when any problem was collected. */
    refuseAll: (problems: Problems): void => {
      if (Object.keys(problems).length > 0) throw invalid(problems)
    },
  }
}

export function problemList<R extends Resource>(problems: Problems): ProblemList<R> {
  return { add: (field, text) => addProblem(problems, field, text) }
}
