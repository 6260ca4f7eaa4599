/** Countries of addresses, from the request to the processor. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { testApp } from '../support/app.ts'
import { paid, postTransaction, saleBody } from '../support/payments.ts'

const sent: ProcessorRequest[] = []
const t = await testApp('countries', {
  processor: real => ({
    ...real,
    actions: {
      ...real.actions,
      sale: async order => {
        sent.push(order)
        return real.actions.sale!(order)
      },
    },
  }),
})
after(() => t.close())

const service = { service_address: '1 Side Street', service_zip: '11455' }

test('G5 a country is sent to processors by its own two letters, however it was written', async () => {
  const cases = { SWE: 'SE', CHN: 'CN', AUT: 'AT', IRL: 'IE', usa: 'US', gb: 'GB', '752': 'SE', '036': 'AU' }
  for (const [service_country, country] of Object.entries(cases)) {
    const sale = await paid(t.api, saleBody({ ...service, service_country }))
    assert.equal(sale.service_country, service_country)
    assert.equal(sent.at(-1)?.shipping?.country, country, service_country)
  }
})

test('G5 a country that is none is refused at input', async () => {
  for (const service_country of ['SWD', 'XX', '999', 'U', 'UK']) {
    const { status, body } = await postTransaction(t.api, saleBody({ ...service, service_country }))
    assert.equal(status, 422, service_country)
    assert.match(String(body.errors.service_country), /must be a country of ISO 3166/)
  }
})

test('G5 an address goes out with the country that its code and state say, or with none', async () => {
  const cases = [
    [{ billing_zip: '14850', billing_state: 'NY' }, 'US'],
    [{ billing_zip: 'K1A 0B1', billing_state: 'ON' }, 'CA'],
    [{ billing_zip: 'SW1A 1AA' }, undefined],
    [{ billing_zip: '10115', billing_state: 'Berlin' }, undefined],
  ] as const
  for (const [address, country] of cases) {
    await paid(t.api, saleBody(address))
    assert.equal(sent.at(-1)?.billing?.country, country, JSON.stringify(address))
  }
  await paid(t.api, saleBody({ service_address: '1 Side Street', service_zip: 'EC1A 1BB' }))
  assert.equal(sent.at(-1)?.shipping?.country, undefined)
})
