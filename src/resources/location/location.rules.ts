import type { Draft, Row } from '../../definition/resource.ts'
import { type Reader, rulesOf } from '../../definition/rules.ts'
import { DEFAULT_ZONE } from '../../lib/local-date.ts'
import { invalidField } from '../../lib/problem.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { developercompany } from '../developercompany/developercompany.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { location } from './location.ts'

const { rules, accept } = rulesOf(location)

/** What is sent about the domain under which a location's pages and mails appear. */
export interface DomainAsked {
  is_new: boolean
  id: string | null
  url: string | null
  title: string | null
}

/** Whether a new domain is wanted; a url without the flag means yes, and the title is then the location's name (contract 2.4). */
export function domainAsked(draft: Partial<Draft<typeof location>>): DomainAsked {
  const flagged = draft.is_new_domain ?? null
  const url = draft.branding_domain_url || null
  const is_new = flagged ?? (url !== null && !draft.branding_domain_id)
  const title = draft.branding_domain_title || (flagged === null ? (draft.name ?? null) : null)
  return { is_new, id: draft.branding_domain_id ?? null, url, title }
}

export const locationRules = rules({
  create: {
    validate(draft, problems) {
      if (!draft.parent_id) problems.add('parent_id', 'Parent Id cannot be blank.')
      const domain = domainAsked(draft)
      if (domain.is_new && !domain.url) problems.add('branding_domain_url', 'Branding Domain Url cannot be blank.')
      // A title that would have come from the missing name is not asked for beside it.
      if (domain.is_new && !domain.title && (draft.is_new_domain || draft.name))
        problems.add('branding_domain_title', 'Branding Domain Title cannot be blank.')
      if (!domain.is_new && !domain.id) problems.add('branding_domain_id', 'Branding Domain Id cannot be blank.')
      if (draft.tz && !isZone(draft.tz)) problems.add('tz', 'Tz is not a known time zone.')
    },
    async load(draft, read) {
      await read.one(location, draft.parent_id ?? '', 'parent_id')
      await checkReferences(draft, read)
    },
    decide: draft => accept({ ...(draft.tz === '' ? { tz: DEFAULT_ZONE } : {}) }),
  },
  update: {
    validate(change, problems) {
      if (change.tz && !isZone(change.tz)) problems.add('tz', 'Tz is not a known time zone.')
    },
    async load(row, change, read) {
      await checkReferences(change, read)
      if (change.parent_id === undefined || change.parent_id === row.parent_id) return
      await checkNewParent(row, change.parent_id, read)
    },
    decide: (_row, change) => accept({ ...(change.tz === '' ? { tz: DEFAULT_ZONE } : {}) }),
  },
})

interface References {
  branding_domain_id?: string | null
  developer_company_id?: string | null
  default_cc?: string | null
  default_ach?: string | null
}

/** A default product has to be active and take the payment method it stands for. */
async function checkReferences(sent: References, read: Reader): Promise<void> {
  if (sent.branding_domain_id) await read.one(branding_domain, sent.branding_domain_id, 'branding_domain_id')
  if (sent.developer_company_id) await read.one(developercompany, sent.developer_company_id, 'developer_company_id')
  for (const [field, method] of [
    ['default_cc', 'cc'],
    ['default_ach', 'ach'],
  ] as const) {
    const product_id = sent[field]
    if (!product_id) continue
    const product = await read.one(producttransaction, product_id, field)
    if (product.payment_method !== method || !product.active)
      throw invalidField(field, `${field} provided is not valid`)
  }
}

/** A location moves with everything below it; the root stays the root, and nothing moves below itself. */
async function checkNewParent(row: Row<typeof location>, parent_id: string | null, read: Reader): Promise<void> {
  if (row.parent_id === null || parent_id === null) throw invalidField('parent_id', 'parent_id provided is not valid')
  let above: Row<typeof location> | null = await read.one(location, parent_id, 'parent_id')
  while (above) {
    if (above.id === row.id) throw invalidField('parent_id', 'Parent Id cannot be the location itself or one below it.')
    above = await read.maybe(location, above.parent_id)
  }
}

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
