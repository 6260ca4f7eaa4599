import { joined } from '../../db/joined-statements.ts'
import type { Settable } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import type { Actor, SideStatement, UnitOfWork } from '../../definition/store.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { OpenBatch } from '../batches/batch.ts'
import type { KnownFacts } from '../lifecycle/routing.ts'
import { CONSEQUENCES, type Consequence, movesOthers } from './consequences.ts'
import { type PostingBatch, postingBatch, type TransactionChange } from './posting-batch.ts'

type Set = Settable<typeof transaction>

/** What an outcome sets in a locked transaction, and the verb of the event. */
export interface OutcomePosting {
  row: TransactionRow
  set: Set
  verb: string
  known?: KnownFacts | undefined
  /** The open batch of its account, where that is held open. */
  open_batch?: OpenBatch | null | undefined
  /** On whose behalf, where not on that of the database transaction. */
  actor?: Actor | undefined
  /** The batch that it leaves was settled with it, so that its totals stay. */
  keeps_totals?: boolean | undefined
}

/**
 * Stores what outcomes make of locked transactions, with everything that follows from them; returns the transactions.
 * Statements that come last (`closing`, and the sums of all) are sent together with the last transaction where
 * nothing is written after it; so is the commit, where nothing else `follows`.
 */
export async function postOutcomes(
  work: UnitOfWork,
  outcomes: readonly OutcomePosting[],
  seconds: number,
  closing: readonly SideStatement[] = [],
  follows = true,
): Promise<TransactionRow[]> {
  const posting = await postingBatch(work, outcomes)
  const posts: Post[] = []
  for (const each of outcomes) if (Object.keys(each.set).length > 0) posts.push(await preparePost(posting, each))
  const last = [...closing, ...posting.sums(seconds)]
  const moves_others = posts.some(({ change, rows }) => rows.length > 0 || movesOthers(change))
  if (moves_others) posting.closing.push(...last)
  else if (!follows) work.endWithNext()
  const written = await work.updateAll(transaction, posts.map(changeOf), moves_others ? [] : last)
  await writeRows(posting, posts, written)
  if (moves_others && !follows) work.endWithNext()
  if (posting.closing.length > 0) await work.query(...joined(posting.closing))
  const posted = new Map(written.map(row => [row.id, row]))
  return outcomes.map(({ row }) => posted.get(row.id) ?? row)
}

/** Stores what an outcome makes of one locked transaction, with everything that follows from it. */
export async function postOutcome(
  work: UnitOfWork,
  row: TransactionRow,
  set: Set,
  verb: string,
  seconds: number,
): Promise<TransactionRow> {
  const [posted] = await postOutcomes(work, [{ row, set, verb }], seconds)
  return posted!
}

/** A transaction to be stored; `actor` where it is not that of the database transaction. */
export interface NewRecord {
  record: Set
  verb: string
  alongside: readonly SideStatement[]
  actor?: Actor | undefined
}

/**
 * Stores new transactions, those that are alike by one statement, with everything that follows from them; and commits
 * with them where nothing else `follows`.
 */
export async function insertPosted(
  work: UnitOfWork,
  records: readonly NewRecord[],
  follows = true,
): Promise<TransactionRow[]> {
  const posting = await postingBatch(work, [])
  const posts: Followed[] = []
  const made: Parameters<typeof work.insertAll<typeof transaction>>[1][number][] = []
  for (const { record, verb, alongside, actor } of records) {
    const change = { before: null, after: record as TransactionRow, verb }
    const effects = await jobsOf(posting, change)
    posts.push({ change, actor, rows: await rowsOf(posting, change) })
    made.push({ record, options: { verb, effects, alongside }, ...(actor && { actor }) })
  }
  if (!follows && posts.every(({ rows }) => rows.length === 0)) work.endWithNext()
  const written = await work.insertAll(transaction, made)
  await writeRows(posting, posts, written)
  return written
}

/** A transaction that is written, and what has to be written after it in other rows. */
interface Followed {
  change: TransactionChange
  rows: Consequence[]
  actor: Actor | undefined
}

/** One that is ready to be written. */
interface Post extends Followed {
  change: TransactionChange & { before: TransactionRow }
  columns: Set
  effects: Effect[]
}

async function preparePost(posting: PostingBatch, outcome: OutcomePosting): Promise<Post> {
  const { row: before, set, verb, actor, keeps_totals = false } = outcome
  const change = { before, after: { ...before, ...set } as TransactionRow, verb, keeps_totals }
  const columns: Set = { ...set }
  for (const each of CONSEQUENCES)
    if (each.columns && each.when(change)) Object.assign(columns, await each.columns(posting, change))
  const effects = await jobsOf(posting, change)
  const rows = await rowsOf(posting, change)
  const stored = { ...change, after: { ...change.after, ...columns } as TransactionRow }
  for (const { sums, when } of CONSEQUENCES) if (sums && when(stored)) sums(posting, stored)
  return { change: stored, columns, effects, rows, actor }
}

function changeOf({ change: { before, verb }, columns, effects, actor }: Post) {
  return { row: before, set: columns, options: { verb, effects }, ...(actor && { actor }) }
}

async function jobsOf(posting: PostingBatch, change: TransactionChange): Promise<Effect[]> {
  const jobs: Effect[] = []
  for (const each of CONSEQUENCES) if (each.jobs && each.when(change)) jobs.push(...(await each.jobs(posting, change)))
  return jobs
}

async function rowsOf(posting: PostingBatch, change: TransactionChange): Promise<Consequence[]> {
  const due: Consequence[] = []
  for (const each of CONSEQUENCES)
    if (each.rows && each.when(change) && ((await each.needs?.(posting, change)) ?? true)) due.push(each)
  return due
}

/** Writes other rows after transactions, each consequence for all of them. `written` are these, in their order. */
async function writeRows(
  posting: PostingBatch,
  posts: readonly Followed[],
  written: readonly TransactionRow[],
): Promise<void> {
  for (const consequence of CONSEQUENCES) {
    const due = posts.flatMap(({ change, rows, actor = posting.work.actor }, index) =>
      rows.includes(consequence) ? [{ ...change, after: written[index]!, actor }] : [],
    )
    if (due.length > 0) await consequence.rows!(posting, due)
  }
}
