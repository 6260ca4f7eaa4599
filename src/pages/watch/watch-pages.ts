import type { Letter } from '../../lib/letter.ts'
import { type OperatorMail, tellOperator } from '../../payments/tell-operator.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Sql } from '../checkout/page-subject.ts'
import { approvedInventory } from './inventory.ts'
import { lookAtPages } from './look-at-pages.ts'

interface WatchParts extends OperatorMail {
  db: Sql
  clock: Clock
  publicUrl(): string
  /** Writes into the audit trail what differs. */
  note(differences: readonly string[]): Promise<void>
}

/**
 * Looks at the payment pages as payers get them, keeps what differed from what was approved, and tells the operator and
 * the audit trail. Returns how many differences there are. Throws when the pages cannot be reached.
 */
export async function watchPages({ db, clock, publicUrl, note, ...mail }: WatchParts): Promise<number> {
  const public_url = publicUrl()
  const { pages, differences } = await lookAtPages({ db, inventory: approvedInventory(), public_url })
  const [last] = await db.query<{ differences: string[] }>('select differences from page_look')
  await db.query(KEEP, [clock.seconds(), pages, differences])
  if (differences.length === 0) return 0
  if (String(last?.differences ?? []) !== String(differences)) await note(differences)
  const about = { id: `page-look-${clock.seconds()}`, reason: 'page.differences', location_id: '' }
  await tellOperator(mail, differenceLetter(differences, public_url), about)
  return differences.length
}

const KEEP = `
insert into page_look (id, looked_ts, pages, differences) values (1, $1, $2, $3)
on conflict (id) do update set looked_ts = excluded.looked_ts, pages = excluded.pages, differences = excluded.differences`

const MOST_SHOWN = 20

function differenceLetter(differences: readonly string[], public_url: string): Letter {
  return {
    subject: 'Payment pages are not served as they were approved',
    preview: 'Somebody or something between the gateway and its payers changes scripts, headers or markup.',
    sender: { name: 'Tollgate', accent: null, lines: [public_url] },
    heading: 'Payment pages differ',
    paragraphs: [
      'What payers get is not what this release was approved with. Until it is known why, treat card numbers that are entered there as seen by others.',
    ],
    figure: null,
    rows: differences.slice(0, MOST_SHOWN).map(text => ({ label: text, value: '' })),
    quote: null,
    button: null,
    notes: ['To look again: npm run tollgate -- doctor', 'This is sent once a night while it lasts.'],
  }
}
