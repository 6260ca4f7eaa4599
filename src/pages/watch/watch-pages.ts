import type { Clock } from '../../ports/clock.ts'
import type { Sql } from '../checkout/page-subject.ts'
import { approvedInventory } from './inventory.ts'
import { lookAtPages } from './look-at-pages.ts'

interface WatchParts {
  db: Sql
  clock: Clock
  publicUrl(): string
  /** Writes into the audit trail what differs. */
  note(differences: readonly string[]): Promise<void>
  /** Tells the operator what differs. */
  warn(differences: readonly string[]): Promise<unknown>
}

/**
 * Looks at the payment pages as payers get them, keeps what differed from what was approved, and tells the operator and
 * the audit trail. Returns how many differences there are. Throws when the pages cannot be reached.
 */
export async function watchPages({ db, clock, publicUrl, note, warn }: WatchParts): Promise<number> {
  const public_url = publicUrl()
  const { pages, differences } = await lookAtPages({ db, inventory: approvedInventory(), public_url })
  const [last] = await db.query<{ differences: string[] }>('select differences from page_look')
  await db.query(KEEP, [clock.seconds(), pages, differences])
  if (differences.length === 0) return 0
  if (String(last?.differences ?? []) !== String(differences)) await note(differences)
  await warn(differences)
  return differences.length
}

const KEEP = `
insert into page_look (id, looked_ts, pages, differences) values (1, $1, $2, $3)
on conflict (id) do update set looked_ts = excluded.looked_ts, pages = excluded.pages, differences = excluded.differences`
