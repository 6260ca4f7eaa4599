import { after, test } from 'node:test'
import { authorizenetPlace } from '../support/connector-places.ts'
import { ADDRESS_FAULTS, addressSite, refusedBefore, unknownAfter } from './address-site.ts'

/** DNS and TLS faults of one processor. address.deep.test.ts has the other two. */
const site = await addressSite('authorizenet', authorizenetPlace)
after(site.close)

for (const [what, fault] of Object.entries(ADDRESS_FAULTS)) {
  test(`G68 ${what}: nothing is sent, and payments work again afterwards`, () => refusedBefore(site, fault))
  test(`G68 ${what} once the order has arrived: unknown until the processor can be queried`, () =>
    unknownAfter(site, fault))
}
