import { after, test } from 'node:test'
import { authorizenetPlace } from '../support/connector-places.ts'
import { ADDRESS_FAULTS, addressSite, refusedBefore, unknownAfter } from './address-site.ts'

/** Name servers and certificates of one processor; address.deep.test.ts has those of all. */
const site = await addressSite('authorizenet', authorizenetPlace)
after(site.close)

for (const [what, fault] of Object.entries(ADDRESS_FAULTS)) {
  test(`${what}: nothing is sent, which is certain, and the next payment after it is made`, () =>
    refusedBefore(site, fault))
  test(`${what} once the processor has the order: that is unknown until it can be asked again`, () =>
    unknownAfter(site, fault))
}
