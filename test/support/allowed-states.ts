import assert from 'node:assert/strict'
import type { Database } from '../../src/db/database.ts'

/** Returns the words that a check lets into a column. */
export async function allowedIn(db: Pick<Database, 'query'>, check: string): Promise<string[]> {
  const [found] = await db.query<{ text: string }>(
    'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
    [check],
  )
  assert.ok(found, check)
  return wordsOf(found.text)
}

/**
 * Returns all that waits or is over: the columns called state or status with each word that a check lets into them, and
 * the columns by which a record is held for something: `settlement pending`, `job.leased_until`.
 * Nothing that is archived waits: `archived_transaction_over`.
 */
export async function statesOf(db: Pick<Database, 'query'>): Promise<string[]> {
  const checks = await db.query<{ held: string; text: string }>(CHECKS)
  const columns = await db.query<{ held: string }>(HOLDING)
  const words = checks.flatMap(({ held, text }) => wordsOf(text).map(word => `${held} ${word}`))
  return [...words, ...columns.map(({ held }) => held)]
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/'([a-z_ ]+)'/g)].map(([, word]) => word!)
}

const CHECKS = `
select relname as held, pg_get_constraintdef(c.oid) as text
  from pg_constraint c join pg_class r on r.oid = c.conrelid
 where contype = 'c' and conname in (relname || '_state', relname || '_status')`

const HOLDING = `
select table_name || '.' || column_name as held from information_schema.columns
 where table_schema = 'public' and table_name !~ '^archived_' and column_name ~ '^(leased_until|doing|continue_ts|stuck_ts|(.*_)?pending_(amount|transaction_id))$'`
