import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExample } from '../../src/http/openapi/example.ts'
import type { Json } from '../support/app.ts'
import { sampleNouns, sampleOf } from '../support/samples.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant] = t.merchants
const { branding_domain_id } = (await t.api.get(`locations/${merchant.location_id}`)).body.location

for (const name of sampleNouns) {
  test(`the example of a new ${name} is taken as it stands, but for the records it names`, async () => {
    const noun = t.app.engine.registry.get(name)
    const { plural } = noun.resource
    const example = createExample(noun)[name]!
    const sample = await sampleOf({ api: t.api, merchant }, name)
    const named = { branding_domain_id, ...sample }
    const own = Object.keys(named).filter(field => /_id$/.test(field) && (field in sample || field in example))
    const body: Json = { ...example, ...Object.fromEntries(own.map(field => [field, named[field]])) }
    const answer = await t.api.post(plural, { [name]: body })
    assert.equal(answer.status, 201, `${JSON.stringify(body)}: ${answer.text}`)
  })
}
