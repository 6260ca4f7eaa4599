import type { Database } from '../../src/db/database.ts'
import { COLOUR_FIELDS, type Themed } from '../../src/resources/branding_domain/page-theme.ts'

/** How the pages of the first merchant look now. */
export interface LooksView {
  domain_id: string
  theme: Themed
  logo: string | null
  /** Locations that show a logo of their own instead. */
  own_logos: string[]
  /** An invoice to look at, where there is one. */
  invoice_id: string | null
}

/** What a form has that is not stored: it was only tried, or it was refused. */
export interface LooksDraft {
  theme: Themed
  problems: Partial<Record<string, readonly string[]>>
}

const TOKENS = [...COLOUR_FIELDS, 'page_corner_radius', 'page_font'].join(', ')

const LOOKS = `
select domain.id as domain_id, domain.logo, (select row_to_json(theme) from (select ${TOKENS}) as theme) as theme,
       array(select own.name from location own
              where own.root_id = location.root_id and own.receipt_logo <> '' and own.deleted_ts is null
              order by own.name) as own_logos,
       (select invoice.id from quickinvoice invoice
         where invoice.root_id = location.root_id and invoice.deleted_ts is null
         order by invoice.created_ts desc, invoice.id desc limit 1) as invoice_id
  from location join branding_domain domain on domain.id = location.branding_domain_id
 where location.id = $1`

/** Returns how the pages of a location look; null where it has no branding domain. */
export async function looksOf(db: Database, location_id: string): Promise<LooksView | null> {
  const [found] = await db.query<LooksView>(LOOKS, [location_id])
  return found ?? null
}
