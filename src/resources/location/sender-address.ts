import { addressesAbove } from './location.operations.ts'

/** Who owns the domain of a mail address, or else the nearest one above it. */
const OWNER = `
select root_id from branding_domain
 where owned_ts is not null and deleted_ts is null and lower(url) = any($1::text[])
 order by length(url) desc limit 1`

/**
 * Returns whether mails of a merchant may be from an address: its domain, or one above it, is a branding address that
 * is proven to be this merchant's. `claims_addresses`: any merchant may use a domain without an owner, as it may for
 * branding addresses.
 */
export function senderAddresses(
  db: { query<T>(text: string, values?: readonly unknown[]): Promise<T[]> },
  claims_addresses: boolean,
): (root_id: string, address: string) => Promise<boolean> {
  return async (root_id, address) => {
    const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
    const [owner] = await db.query<{ root_id: string }>(OWNER, [[host, ...addressesAbove(host)]])
    return owner ? owner.root_id === root_id : claims_addresses
  }
}
