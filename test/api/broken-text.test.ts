import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyField } from '../../src/definition/resource.ts'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Json } from '../support/app.ts'
import type { Conforming } from '../support/conforming.ts'
import { sampleOf } from '../support/samples.ts'
import { twoMerchants } from '../support/two-merchants.ts'

/** Half a surrogate pair and the NUL are in JSON, but in no text that PostgreSQL can store. */

let c: Conforming
before(async () => {
  c = await twoMerchants()
})
after(() => c.t.close())

const { nouns } = bareRegistry()
const routes = routesOf(nouns)

/** As programs write it that cut a text in the middle of a sign. */
const TEXTS = ['\ud800', 'Jos\u0000']
const CONTAINERS = TEXTS.flatMap(text => [[text], { label: text }, { [text]: '1.00' }, JSON.stringify([[text]])])
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000)

const valuesFor = ({ kind }: AnyField): readonly Json[] =>
  ['json', 'items', 'list'].includes(kind.name) ? [...TEXTS, ...CONTAINERS, DEEP] : TEXTS
const fieldsOf = (fields: Readonly<Record<string, AnyField>>, marks: RegExp) =>
  Object.entries(fields).filter(([, { mark }]) => marks.test(mark))

for (const { resource } of nouns.filter(({ resource }) => resource.verbs.includes('create')))
  test(`G49 a new ${resource.name} with half a sign in a field is refused or stored, and no fault`, async () => {
    const { t, own } = c
    const sample = await sampleOf({ api: t.api, merchant: own.merchant }, resource.name)
    for (const [name, field] of fieldsOf(resource.fields, /P|^R$/))
      for (const value of valuesFor(field)) {
        const answer = await t.api.post(resource.plural, { [resource.name]: { ...sample, [name]: value } })
        assert.ok(answer.status < 500, `${name} ${JSON.stringify(value).slice(0, 60)}: ${answer.text}`)
        if (field.kind.name === 'json') assert.deepEqual([answer.status, name in answer.body.errors], [422, true])
      }
  })

test('G49 neither is a change, nor a command', async () => {
  const { t, own } = c
  for (const { method, path, noun, command } of routes.filter(
    ({ method }) => method !== 'GET' && method !== 'DELETE',
  )) {
    const { name, table } = noun.resource
    const [record] = await t.db.query<{ id: string }>(`select id from "${table}" where root_id = $1 limit 1`, [
      own.merchant.location_id,
    ])
    const url = path.replaceAll(/\{\w+\}/g, record ? String(record.id) : 'f'.repeat(24))
    const inputs = command ? fieldsOf(command.input ?? {}, /./) : fieldsOf(noun.resource.fields, /U/)
    for (const [field, declared] of inputs)
      for (const value of valuesFor(declared)) {
        const answer = await t.api[method === 'PUT' ? 'put' : 'post'](url, { [name]: { [field]: value } })
        assert.ok(answer.status < 500, `${method} ${path} ${field}: ${answer.text}`)
      }
  }
})

test('G49 text of JSON that only looks like half a sign is stored as it is', async () => {
  const { location_id } = c.own.merchant
  const username = 'half.sign'
  const user = { username, last_name: 'Sign', email: 'sign@juniper.example', primary_location_id: location_id }
  const ui_prefs = { path: 'C:\\ud800', nul: '\\u0000', sign: '\u{1f33f}' }
  const made = await c.t.api.post('users', { user: { ...user, user_type_id: 400, ui_prefs } })
  assert.equal(made.status, 201, made.text)
  const { path, nul, sign } = made.body.user.ui_prefs
  assert.deepEqual({ path, nul, sign }, ui_prefs)
})

test('G49 an address that names no record is 404, whatever programs put there', async () => {
  const reads = routes.filter(({ method, path }) => method === 'GET' && path.includes('{id}'))
  for (const { path } of reads)
    for (const id of ['NaN', 'undefined', 'null', '[object%20Object]', '-1', '0', '1e3', 'Infinity', '%EF%BF%BD']) {
      const answer = await c.t.api.get(path.replaceAll(/\{\w+\}/g, id))
      assert.ok([403, 404].includes(answer.status), `${path} ${id}: ${answer.text}`)
      if (!path.includes('}/')) assert.equal(answer.status, 404, `${path} ${id}`)
    }
})
