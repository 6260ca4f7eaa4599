import { Unavailable } from '../lib/problem.ts'
import type { Database } from './database.ts'
import { checkSettings } from './session-settings.ts'

const oldest = 150_000

/**
 * Throws an error of one line when PostgreSQL cannot be reached, is older than 15 or has settings that the gateway
 * cannot work with. The line never holds a password.
 */
export async function checkServer(database: Database): Promise<void> {
  const [row] = await database
    .query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    )
    .catch(error => {
      throw new Error(`PostgreSQL does not answer: ${firstLine(error)}`, { cause: error })
    })
  if (row && row.number < oldest) throw new Error(`PostgreSQL 15 or newer is needed; this server is ${row.version}`)
  await checkSettings(database)
}

/** `localhost` fails once per address family, with an empty outer message. */
function firstLine(error: unknown): string {
  const outer = error instanceof Unavailable ? error.cause : error
  const inner = outer instanceof AggregateError ? outer.errors[0] : outer
  return String(inner instanceof Error ? inner.message : inner).split('\n', 1)[0] ?? ''
}
