import type { Settable } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import type { Actor, SideStatement, UnitOfWork } from '../../definition/store.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { KnownFacts } from '../lifecycle/routing.ts'
import { CONSEQUENCES } from './consequences.ts'
import { type PostingBatch, postingBatch, type TransactionChange } from './posting-batch.ts'

type Set = Settable<typeof transaction>

/** What an outcome sets in a locked transaction, and the verb of the event. */
export interface OutcomePosting {
  row: TransactionRow
  set: Set
  verb: string
  known?: KnownFacts | undefined
  /** On whose behalf, where not on that of the database transaction. */
  actor?: Actor | undefined
}

/**
 * Stores what outcomes make of locked transactions, with everything that follows from them; returns the transactions.
 * Statements that come last (`closing`, and the sums of all) are sent together with the last transaction where
 * nothing is written after it.
 */
export async function postOutcomes(
  work: UnitOfWork,
  outcomes: readonly OutcomePosting[],
  seconds: number,
  closing: readonly SideStatement[] = [],
): Promise<TransactionRow[]> {
  const posting = await postingBatch(work, outcomes)
  const posts: Post[] = []
  for (const each of outcomes) if (Object.keys(each.set).length > 0) posts.push(await preparePost(posting, each))
  // Others lock what follows in the same order.
  posts.sort((one, other) => (locksOf(one) < locksOf(other) ? -1 : 1))
  const last = [...closing, ...posting.sums(seconds)]
  const follows = posts.some(({ rows }) => rows.length > 0)
  const written = await work.updateAll(transaction, posts.map(changeOf), follows ? [] : last)
  const posted = new Map(written.map(row => [row.id, row]))
  for (const { change, rows } of posts)
    for (const write of rows) await write(posting, { ...change, after: posted.get(change.after.id)! })
  if (follows) for (const { text, values } of last) await work.query(text, values)
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

/** Stores a new transaction, with everything that follows from it. */
export async function insertPosted(
  work: UnitOfWork,
  record: Set,
  verb: string,
  alongside: readonly SideStatement[],
): Promise<TransactionRow> {
  const change = { before: null, after: record as TransactionRow, verb }
  const posting = await postingBatch(work, [])
  const effects = await jobsOf(posting, change)
  const after = await work.insert(transaction, record, { verb, effects, alongside })
  for (const rows of await rowsOf(posting, change)) await rows(posting, { ...change, after })
  return after
}

type Rows = NonNullable<(typeof CONSEQUENCES)[number]['rows']>

/** A transaction that is ready to be written. */
interface Post {
  change: TransactionChange & { before: TransactionRow }
  columns: Set
  effects: Effect[]
  rows: Rows[]
  actor: Actor | undefined
}

async function preparePost(posting: PostingBatch, { row: before, set, verb, actor }: OutcomePosting): Promise<Post> {
  const change = { before, after: { ...before, ...set } as TransactionRow, verb }
  const columns: Set = { ...set }
  for (const each of CONSEQUENCES)
    if (each.columns && each.when(change)) Object.assign(columns, await each.columns(posting, change))
  const effects = await jobsOf(posting, change)
  const rows = await rowsOf(posting, change)
  const stored = { ...change, after: { ...change.after, ...columns } as TransactionRow }
  for (const { sums, when } of CONSEQUENCES) if (sums && when(stored)) sums(posting, stored)
  return { change: stored, columns, effects, rows, actor }
}

/** The invoice, the paylink or the original that is written after a transaction. */
function locksOf({ change: { after } }: Post): string {
  return `${after.quick_invoice_id ?? ''} ${after.paylink_id ?? ''} ${after.previous_transaction_id ?? ''} ${after.id}`
}

function changeOf({ change: { before, verb }, columns, effects, actor }: Post) {
  return { row: before, set: columns, options: { verb, effects }, ...(actor && { actor }) }
}

async function jobsOf(posting: PostingBatch, change: TransactionChange): Promise<Effect[]> {
  const jobs: Effect[] = []
  for (const each of CONSEQUENCES) if (each.jobs && each.when(change)) jobs.push(...(await each.jobs(posting, change)))
  return jobs
}

async function rowsOf(posting: PostingBatch, change: TransactionChange): Promise<Rows[]> {
  const due: Rows[] = []
  for (const { rows, when, needs } of CONSEQUENCES)
    if (rows && when(change) && ((await needs?.(posting, change)) ?? true)) due.push(rows)
  return due
}
