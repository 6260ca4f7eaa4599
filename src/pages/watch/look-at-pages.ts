import { createHash } from 'node:crypto'
import { STATUS as PAYLINK } from '../../resources/paylink/paylink.ts'
import { STATUS as INVOICE } from '../../resources/quickinvoice/quickinvoice.ts'
import type { Sql } from '../checkout/page-subject.ts'
import type { Inventory } from './inventory.ts'
import { pageDifferences } from './page-differences.ts'

export interface Look {
  /** How many pages and scripts were compared. */
  pages: number
  differences: string[]
}

interface LookParts {
  db: Sql
  inventory: Inventory
  /** Where payers find the pages: through the proxy and whatever else stands before the gateway. */
  public_url: string
}

const ANSWER_MS = 10_000
const LARGEST = 1024 * 1024
/** A prefetch is no visit: a look leaves no view behind. */
const PREFETCH = { 'sec-purpose': 'prefetch' }

/**
 * Compares payment pages and scripts, as they are served to payers, with what was approved: a page without a record,
 * and the newest invoice and paylink that can be paid. Throws when they cannot be reached.
 */
export async function lookAtPages({ db, inventory, public_url }: LookParts): Promise<Look> {
  const https = public_url.startsWith('https:')
  const [open] = await db.query<{ invoice: string | null; paylink: string | null }>(OPEN)
  const asked = [
    { name: 'notice', path: `/quickinvoice/?id=${'0'.repeat(24)}`, status: 404 },
    ...(open?.invoice ? [{ name: 'invoice', path: `/quickinvoice/?id=${open.invoice}`, status: 200 }] : []),
    ...(open?.paylink ? [{ name: 'paylink', path: `/?paylink_id=${open.paylink}`, status: 200 }] : []),
  ]
  const differences: string[] = []
  for (const { name, path, status } of asked) {
    const served = await get(public_url + path)
    if (served.status !== status) differences.push(`${name}: status ${served.status} in place of ${status}`)
    // Paid or closed in this moment: a page without a form has no script to compare.
    else if (name === 'notice' || served.text.includes('id="pay-form"'))
      differences.push(...pageDifferences(inventory, { name, headers: served.headers, document: served.text, https }))
  }
  for (const [name, { href, integrity }] of Object.entries(inventory.scripts)) {
    const { status, text } = await get(public_url + href)
    const hash = `sha384-${createHash('sha384').update(text).digest('base64')}`
    if (status !== 200 || hash !== integrity) differences.push(`${name}: the script is not as approved`)
  }
  return { pages: asked.length + Object.keys(inventory.scripts).length, differences }
}

/** A redirect is an answer like any other: payment pages have none. */
async function get(url: string): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(url, { redirect: 'manual', headers: PREFETCH, signal: AbortSignal.timeout(ANSWER_MS) })
  const text = await answer.text()
  if (text.length > LARGEST) throw new Error('a page is larger than any of ours')
  return { status: answer.status, headers: answer.headers, text }
}

/** Among the newest, because there may be a million that are paid. */
const NEWEST = 10_000

const OPEN = `
select (select id from (select * from quickinvoice order by id desc limit ${NEWEST}) as q
         where deleted_ts is null and is_active and status_id = ${INVOICE.open} and pending_amount = 0 limit 1) as invoice,
       (select id from (select * from paylink order by id desc limit ${NEWEST}) as p
         where deleted_ts is null and active and status_id = ${PAYLINK.unpaid} and pending_transaction_id is null limit 1) as paylink`
