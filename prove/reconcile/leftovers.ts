import type { Evidence } from './evidence.ts'
import { type Finding, findings } from './finding.ts'

/**
 * Settings without which a power failure takes away what was acknowledged; killing processes cannot show that they
 * are off.
 */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/** Nothing was given up, nothing is still open, and the database ran with durable settings. */
export async function leftovers({ sql }: Evidence): Promise<Finding[]> {
  const { found, mismatch } = findings('what is left')
  for (const { name, setting } of await sql<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [DURABLE],
  ))
    if (setting !== 'on')
      mismatch(`the database runs with ${name} = ${setting}: a loss of power takes away what was told`)
  const given_up = await sql<{ id: string; task: string; last_error: string | null }>(
    'select id, task, last_error from job where failed_ts is not null',
  )
  for (const { id, task, last_error } of given_up) mismatch(`job ${id} (${task}) was given up: ${last_error}`)
  const silent = await sql<{ url: string; disabled_reason: string | null }>(
    'select url, disabled_reason from postbackconfig where not is_active',
  )
  for (const { url, disabled_reason } of silent) mismatch(`the receiver at ${url} was given up: ${disabled_reason}`)
  // The gateway compares its books itself; in a run that is right it finds nothing.
  const differing = await sql<{ kind: string; subject: string; ours: string | null; theirs: string | null }>(
    'select kind, subject, ours, theirs from discrepancy order by id limit 100',
  )
  for (const { kind, subject, ours, theirs } of differing)
    mismatch(`the gateway lists ${kind} of ${subject}: ${ours ?? 'nothing'} here, ${theirs ?? 'nothing'} there`)
  return found
}
