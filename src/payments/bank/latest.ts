import type { Queryable } from '../../db/database.ts'

/** What stands today for accounts that their banks have corrected, by the instrument that stood for them; the others are left out. */
export async function currentInstruments(
  db: Pick<Queryable, 'query'>,
  instrument_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ first: string; last: string }>(
    `with recursive chain (first, last, steps) as (
       select instrument_id, corrected_id, 1 from ach_correction where instrument_id = any($1)
       union all
       select chain.first, ach_correction.corrected_id, chain.steps + 1
         from chain join ach_correction on ach_correction.instrument_id = chain.last)
     select distinct on (first) first, last from chain order by first, steps desc`,
    [instrument_ids],
  )
  return new Map(rows.map(({ first, last }) => [first, last]))
}
