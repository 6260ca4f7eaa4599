import { type Caller, USER_TYPE } from '../../definition/caller.ts'
import type { Change, Draft, Row } from '../../definition/resource.ts'
import { type ProblemList, type Reader, rulesOf } from '../../definition/rules.ts'
import { DEFAULT_ZONE, isTimeZone } from '../../lib/local-date.ts'
import { forbidden, invalidField, label, notValid } from '../../lib/problem.ts'
import { isOrigin } from '../../lib/web-address.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import { location } from './location.ts'

const { rules, accept } = rulesOf(location)

/** The branding domain that a create names or describes. */
interface DomainRequest {
  is_new: boolean
  id: string | null
  url: string | null
  title: string | null
}

/** A url without the flag requests a new domain; its title is then the location's name (contract 2.4). */
export function domainRequest(draft: Partial<Draft<typeof location>>): DomainRequest {
  const flagged = draft.is_new_domain ?? null
  const url = draft.branding_domain_url || null
  const is_new = flagged ?? (url !== null && !draft.branding_domain_id)
  const title = draft.branding_domain_title || (flagged === null ? (draft.name ?? null) : null)
  return { is_new, id: draft.branding_domain_id ?? null, url, title }
}

function examine(sent: Change<typeof location>, problems: ProblemList<typeof location>): void {
  if (sent.tz && !isTimeZone(sent.tz)) problems.add('tz', 'Tz is not a known time zone.')
  if (sent.ticket_origins?.some(origin => !isOrigin(origin)))
    problems.add('ticket_origins', 'Ticket Origins must be origins such as https://shop.example.')
}

export const locationRules = rules({
  create: {
    validate(draft, problems) {
      if (!draft.parent_id) problems.add('parent_id', 'Parent Id cannot be blank.')
      const domain = domainRequest(draft)
      if (domain.is_new && !domain.url) problems.add('branding_domain_url', 'Branding Domain Url cannot be blank.')
      // When the title would come from the missing name, only the name is reported.
      if (domain.is_new && !domain.title && (draft.is_new_domain || draft.name))
        problems.add('branding_domain_title', 'Branding Domain Title cannot be blank.')
      if (!domain.is_new && !domain.id) problems.add('branding_domain_id', 'Branding Domain Id cannot be blank.')
      examine(draft, problems)
    },
    decide(draft, refs) {
      checkProducts(refs)
      return accept(draft.tz === '' ? { tz: DEFAULT_ZONE } : {})
    },
  },
  update: {
    validate: examine,
    async load(row, change, refs, read) {
      const isMoved = change.parent_id !== undefined && change.parent_id !== row.parent_id
      if (isMoved) await checkNewParent(row, refs.parent_id ?? null, read)
      return refs
    },
    decide(row, change, refs, { caller }) {
      checkSignInSettings(row, change, caller)
      checkProducts(refs)
      return accept(change.tz === '' ? { tz: DEFAULT_ZONE } : {})
    },
  },
})

type Place = Row<typeof location>
type Product = Row<typeof producttransaction>

const SIGN_IN_SETTINGS = ['password_min_length', 'password_history', 'user_inactive_days', 'second_factor_of'] as const

/** What users need to sign in is their administrators' to say, in person, and for the whole tree. */
function checkSignInSettings(row: Place, change: Change<typeof location>, caller: Caller): void {
  const changed = SIGN_IN_SETTINGS.filter(field => change[field] !== undefined && change[field] !== row[field])
  const [first] = changed
  if (first === undefined) return
  if (caller.user_type_id > USER_TYPE.admin) throw forbidden('Only administrators say how users sign in.')
  if (caller.method === 'oauth') throw forbidden('An integration may not change how users sign in.')
  if (row.parent_id !== null) throw invalidField(first, `${label(first)} can be set at the root only.`)
}

/** A default product has to be active and of its payment method. */
function checkProducts(refs: {
  default_cc?: Product | null | undefined
  default_ach?: Product | null | undefined
}): void {
  for (const method of ['cc', 'ach'] as const) {
    const field = `default_${method}` as const
    const product = refs[field]
    if (product && (product.payment_method !== method || !product.active)) throw notValid(field)
  }
}

/** A location moves with everything below it; the root stays the root, and nothing moves below itself. */
async function checkNewParent(row: Place, parent: Place | null, read: Reader): Promise<void> {
  if (row.parent_id === null || parent === null) throw notValid('parent_id')
  // Read it again: the reference was resolved before the lock, and the parent may have moved since.
  let above = await read.maybe(location, parent.id)
  while (above) {
    if (above.id === row.id) throw invalidField('parent_id', 'Parent Id cannot be the location itself or one below it.')
    above = await read.maybe(location, above.parent_id)
  }
}
