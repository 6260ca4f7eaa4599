import type { Evidence } from './evidence.ts'
import { type Finding, findings } from './finding.ts'

/** Settings without which a loss of power takes away what somebody was told; killing processes cannot show that they are missing. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/** Nothing was given up, nobody waits, and the database was one that keeps what it says it keeps. */
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
  return found
}
