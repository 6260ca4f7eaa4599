import type { Caller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Store } from '../../definition/store.ts'
import type { Engine } from '../../engine/engine.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { contact } from '../../resources/contact/contact.ts'
import { location } from '../../resources/location/location.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { user } from '../../resources/user/user.ts'
import { merchantOf } from '../checkout/merchant-of.ts'
import type { MerchantView } from '../checkout/merchant-view.ts'

/** What the page of a contact shows to a user who is signed in. */
export interface ContactView {
  merchant: MerchantView
  /** Who is signed in. */
  username: string
  /** The zone in which moments are shown. */
  tz: string
  contact: Row<typeof contact>
  accounts: Row<typeof accountvault>[]
  transactions: Row<typeof transaction>[]
}

const MOST_SHOWN = 10

/** Reads it with the rights of the user and inside his locations; null when there is no such contact for him. Throws 403. */
export async function contactView(
  { engine, store }: { engine: Engine; store: Store },
  caller: Caller,
  contact_id: string,
): Promise<ContactView | null> {
  for (const noun of ['contact', 'accountvault', 'transaction']) engine.permit(caller, noun, 'list')
  const read = store.reader(caller)
  const found = await read.maybe(contact, contact_id)
  const place = found && (await read.maybe(location, found.location_id))
  if (!found || !place) return null
  const domain = await read.maybe(branding_domain, place.branding_domain_id)
  const own = { contact_id: found.id }
  return {
    merchant: merchantOf({ place, domain }),
    username: (await read.maybe(user, caller.user_id))?.username ?? '',
    tz: caller.zone,
    contact: found,
    accounts: await read.all(accountvault, own, MOST_SHOWN),
    transactions: await read.all(transaction, own, MOST_SHOWN),
  }
}
