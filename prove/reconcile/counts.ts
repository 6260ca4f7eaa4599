import type { Evidence } from './evidence.ts'
import { type Finding, findings } from './finding.ts'

interface Count {
  noun: string
  root_id: string
  place: string
  kept: number
  there: number
}

/** The list totals that every write maintains equal the number of records. */
export async function totalsAndTables({ sql }: Evidence): Promise<Finding[]> {
  const { found, mismatch } = findings('totals and tables')
  for (const { noun, place, kept, there } of await sql<Count>(COUNTS))
    if (kept !== there) mismatch(`the list of ${noun}s of location ${place} counts ${kept}, and there are ${there}`)
  return found
}

const NOUNS = ['transaction', 'contact', 'quickinvoice', 'paylink', 'recurring', 'accountvault', 'transactionbatch']

const ROWS = NOUNS.map(
  noun =>
    `select '${noun}' as noun, root_id, location_id as place, count(*)::int as there from ${noun} where deleted_ts is null group by 2, 3`,
).join(' union all ')

const COUNTS = `
with there as (${ROWS}),
kept as (select noun, root_id, place, sum(records)::int as kept from tally where noun = any('{${NOUNS.join(',')}}') group by 1, 2, 3)
select noun, root_id, place, coalesce(kept, 0) as kept, coalesce(there, 0) as there from there full join kept using (noun, root_id, place)`
