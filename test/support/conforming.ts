import assert from 'node:assert/strict'
import { misfits } from '../../conformance/fits-schema.ts'
import type { AnyField, Resource } from '../../src/definition/resource.ts'
import { componentName } from '../../src/http/openapi/names.ts'
import { type OpenapiDocument, openapi } from '../../src/http/openapi/openapi.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { type Answer, type Json, type TestApp, testApp } from './app.ts'
import { type SampleSite, sampleOf, type UserSite } from './samples.ts'

export type { Json } from './app.ts'

/** What the tests generated from the definitions share: the app, two merchants, and requests for a record. */
export interface Conforming {
  t: TestApp
  own: UserSite
  other: UserSite
  /** Creates a record of this resource that must be accepted. */
  create(resource: Resource, over?: Json, site?: SampleSite): Promise<Json>
  /** Posts a valid body with something else in it. */
  post(resource: Resource, over?: Json, site?: SampleSite): Promise<Answer>
  put(resource: Resource, id: unknown, change: Json): Promise<Answer>
  /** One record that exists: a new one where it can be created, else the first of its list; null when there is none. */
  some(resource: Resource): Promise<Json | null>
  /** Fails when the record is not as the published document says. */
  assertFits(resource: Resource, record: Json): void
}

export async function conforming(): Promise<Conforming> {
  const t = await testApp('conformance')
  const own = { api: t.api, merchant: t.merchants[0] }
  const other = { api: t.stranger, merchant: t.merchants[1] }
  const document = openapi(bareRegistry(), { public_url: 'http://127.0.0.1:8080', version: '0' })
  const schemas = document.components.schemas as OpenapiDocument['components'][string] & Record<string, Json>

  const post: Conforming['post'] = async (resource, over = {}, site = own) => {
    const body = { ...(await sampleOf(site, resource.name)), ...over }
    return site.api.post(resource.plural, { [resource.name]: body })
  }
  const create: Conforming['create'] = async (resource, over = {}, site = own) => {
    const answer = await post(resource, over, site)
    assert.ok(
      answer.status === 201 || answer.status === 200,
      `POST ${resource.plural}: ${answer.status} ${answer.text}`,
    )
    return answer.body[resource.name]
  }
  return {
    t,
    own,
    other,
    post,
    create,
    put: (resource, id, change) => t.api.put(`${resource.plural}/${id}`, { [resource.name]: change }),
    async some(resource) {
      if (resource.verbs.includes('create')) return create(resource)
      if (!resource.verbs.includes('list')) return null
      return (await t.api.get(`${resource.plural}?page_size=1`)).body[resource.plural][0] ?? null
    },
    assertFits(resource, record) {
      assert.deepEqual(
        misfits(record, schemas[componentName(resource)]!, schemas),
        [],
        `a ${resource.name} as documented`,
      )
    },
  }
}

/** The fields a 422 names. */
export function fieldsOf(answer: Answer): string[] {
  assert.equal(answer.status, 422, answer.text)
  return Object.keys(answer.body.errors)
}

/** Names of the fields of which this holds. */
export function namesWhere(resource: Resource, is: (field: AnyField, name: string) => boolean): string[] {
  return Object.entries(resource.fields)
    .filter(([name, field]) => is(field, name))
    .map(([name]) => name)
}

export const isPostable = (field: AnyField): boolean => field.mark.includes('P') || field.mark === 'R'
export const isRequired = (field: AnyField): boolean => field.mark.startsWith('R')
export const isChangeable = (field: AnyField): boolean => field.mark.includes('U')
export const isShown = (field: AnyField): boolean => field.options.reach === undefined
