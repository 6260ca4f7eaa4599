import { after, describe, test } from 'node:test'
import { stripePlace, worldpayPlace } from '../support/connector-places.ts'
import { ADDRESS_FAULTS, addressSite, refusedBefore, unknownAfter } from './address-site.ts'

for (const [name, open] of Object.entries({ stripe: stripePlace, 'worldpay-cnp': worldpayPlace })) {
  const site = await addressSite(name, open)
  after(site.close)
  describe(name, () => {
    for (const [what, fault] of Object.entries(ADDRESS_FAULTS)) {
      test(`G68 ${what}: nothing is sent, and payments work again afterwards`, () => refusedBefore(site, fault))
      test(`G68 ${what} once the order has arrived: unknown until the processor can be queried`, () =>
        unknownAfter(site, fault))
    }
  })
}
