import type { Database } from '../src/db/database.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { quickinvoice } from '../src/resources/quickinvoice/quickinvoice.ts'

/** Copies one invoice that was created through the API into many, with different titles, dates and amounts. */
export async function copyInvoice(db: Database, id: string, count: number): Promise<void> {
  const columns = columnsOf(quickinvoice).names
  const vary: Record<string, string> = {
    id: `lpad(to_hex((extract(epoch from timestamptz '2026-01-01') * 1000)::bigint + n), 11, '0') || substr(md5(n::text || q.id), 1, 13)`,
    title: `'Invoice ' || n`,
    due_date: `date '2026-01-01' + (n % 365)`,
    amount_due: `100 + (n % 50000)`,
    remaining_balance: `100 + (n % 50000)`,
    created_ts: `q.created_ts - n`,
  }
  const select = columns.map(name => vary[name] ?? `q."${name}"`).join(', ')
  const names = columns.map(name => `"${name}"`).join(', ')
  const chunk = 100_000
  for (let done = 0; done < count; done += chunk) {
    const last = Math.min(count, done + chunk)
    await db.run(
      `insert into quickinvoice (${names}) select ${select} from quickinvoice q, generate_series(${done + 1}, ${last}) n where q.id = $1`,
      [id],
    )
  }
  await db.run(
    `insert into tally (noun, root_id, place, shard, records)
     select 'quickinvoice', root_id, location_id, 0, $2 from quickinvoice where id = $1
     on conflict (noun, root_id, place, shard) do update set records = tally.records + excluded.records`,
    [id, count],
  )
}
