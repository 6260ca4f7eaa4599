import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Evidence } from './evidence.ts'
import { type Finding, findings } from './finding.ts'

interface Unrecorded {
  noun: string
  id: string
}

/** The chains of the audit trail verify, and every record has the event that created it. */
export async function trailAndTables({ sql, home, tree }: Evidence): Promise<Finding[]> {
  const { found, mismatch, lost } = findings('audit trail and tables')
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const options = { env: { PATH, NODE_COMPILE_CACHE, TOLLGATE_HOME: home } }
  const verified = promisify(execFile)(process.execPath, [join(tree, 'src/cli/main.ts'), 'audit-verify'], options)
  await verified.catch(error => mismatch(`audit-verify: ${String(error.stderr || error.message).trim()}`))
  for (const { noun, id } of await sql<Unrecorded>(UNRECORDED))
    lost(`${noun} ${id} is there, and no event says how it came`)
  return found
}

const NOUNS = ['transaction', 'contact', 'quickinvoice', 'paylink', 'recurring', 'accountvault', 'transactionbatch']

const UNRECORDED = NOUNS.map(
  noun => `
select '${noun}' as noun, id from ${noun}
 where not exists (select from event where event.record_id = ${noun}.id and event.noun = '${noun}' and event.verb in ('created', 'started'))`,
).join(' union all ')
