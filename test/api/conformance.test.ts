import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Resource } from '../../src/definition/resource.ts'
import { exampleSent } from '../../src/http/openapi/example.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { boundsOf, nonsenseOf } from '../support/bounds.ts'
import {
  type Conforming,
  conforming,
  fieldsOf,
  isChangeable,
  isPostable,
  isRequired,
  isShown,
  type Json,
  namesWhere,
} from '../support/conforming.ts'
import { sampleOf } from '../support/samples.ts'
import { MEANINGFUL, SIDECARS, VALUES, WRITTEN_OTHERWISE } from '../support/samples-fields.ts'

const nouns = bareRegistry().nouns
const resources = nouns.map(noun => noun.resource)
const postable = resources.filter(resource => resource.verbs.includes('create'))

let c: Conforming
before(async () => {
  c = await conforming()
})
after(() => c.t.close())

test('what is said about single fields is said of fields that exist', () => {
  const known = new Set(postable.flatMap(({ name, fields }) => Object.keys(fields).map(field => `${name}.${field}`)))
  const said = [SIDECARS, MEANINGFUL, VALUES, WRITTEN_OTHERWISE].flatMap(Object.keys)
  assert.deepEqual(
    said.filter(each => !known.has(each)),
    [],
  )
})

for (const resource of postable) {
  const { name, plural, fields, verbs } = resource

  test(`GAP-17 GAP-36 GEN-01 GEN-04 GEN-06 GEN-08 GEN-09 GEN-12 a ${name} is answered under its key, as documented, with an id, times and a link to itself`, async () => {
    const answer = await c.post(resource)
    assert.ok([200, 201].includes(answer.status), answer.text)
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
    assert.deepEqual(Object.keys(answer.body), [name])
    const record = answer.body[name]
    assert.match(record.id, /^[0-9a-f-]{24,36}$/)
    for (const each of Object.keys(record)) {
      if (each.endsWith('_ts') && record[each] !== null) assert.match(String(record[each]), /^\d{10}$/, each)
    }
    c.assertFits(resource, record)
    if (!verbs.includes('read')) return
    assert.equal(record._links.self.href, `http://127.0.0.1:8080/v2/${plural}/${record.id}`)
    const again = await c.t.api.get(`${plural}/${record.id}`)
    assert.deepEqual([again.status, Object.keys(again.body)], [200, [name]])
    c.assertFits(resource, again.body[name])
  })

  test(`GEN-11 a ${name} that is not wrapped under its key is refused`, async () => {
    const answer = await c.t.api.post(plural, await sampleOf(c.own, name))
    const required = namesWhere(resource, isRequired)
    for (const each of required) assert.ok(fieldsOf(answer).includes(each), each)
    assert.equal(answer.status, 422)
  })

  test(`GEN-14 a ${name} without its required fields is refused for each of them, and so is one with null`, async () => {
    const required = namesWhere(resource, isRequired)
    const sample = await sampleOf(c.own, name)
    const nulls = Object.fromEntries(required.map(each => [each, null]))
    for (const body of [{}, nulls]) {
      const refused = fieldsOf(await c.t.api.post(plural, { [name]: body }))
      assert.deepEqual(
        required.filter(each => !refused.includes(each)),
        [],
      )
    }
    for (const each of required) {
      const { [each]: _left, ...rest } = sample
      assert.ok(fieldsOf(await c.t.api.post(plural, { [name]: rest })).includes(each), each)
    }
  })

  test(`GEN-05 GEN-07 GEN-20 LIM-06 a ${name} refuses every value beyond a bound or of another kind, all at once`, async () => {
    const sendable = Object.entries(fields).filter(([, field]) => isPostable(field))
    const beyond = sendable.flatMap(([each, field]) =>
      (boundsOf(field)?.beyond ?? []).map(value => [each, value] as const),
    )
    for (const turn of [0, 1]) {
      const wrong = Object.fromEntries(
        sendable.flatMap(([each]) => beyond.filter(([of]) => of === each).slice(turn, turn + 1)),
      )
      if (Object.keys(wrong).length === 0) continue
      const refused = fieldsOf(await c.post(resource, wrong))
      assert.deepEqual(
        Object.keys(wrong).filter(each => !refused.includes(each)),
        [],
      )
    }
    const odd = Object.fromEntries(
      sendable.map(([each, field]) => [each, nonsenseOf(field)]).filter(([, value]) => value !== undefined),
    )
    const refused = fieldsOf(await c.post(resource, odd))
    assert.deepEqual(
      Object.keys(odd).filter(each => !refused.includes(each)),
      [],
    )
  })

  test(`GEN-15 GEN-20 GEN-21 LIM-06 a ${name} takes values at both bounds of every field and shows them again`, async () => {
    const faults: string[] = []
    for (const [each, field] of Object.entries(fields)) {
      const key = `${name}.${each}`
      if (!isPostable(field) || MEANINGFUL[key]) continue
      for (const value of VALUES[key] ?? boundsOf(field)?.fitting ?? []) {
        const what = `${each} of ${String(value).length} characters`
        const answer = await c.post(resource, { ...SIDECARS[key], [each]: value })
        if (![200, 201].includes(answer.status)) faults.push(`${what}: ${answer.text}`)
        else if (isShown(field) && !resource.derived[each] && !WRITTEN_OTHERWISE[key]) {
          const shown = JSON.stringify(answer.body[name][each])
          const isEmpty = value === '' && shown === 'null'
          if (!isEmpty && shown !== JSON.stringify(written(field, value))) faults.push(`${what} is shown as ${shown}`)
        }
      }
    }
    assert.deepEqual(faults, [])
  })

  test(`GEN-17 GEN-19 a POST of a ${name} ignores system and unknown fields and names them in a header`, async () => {
    const control = await c.create(resource)
    const sent = {
      ...valuesFor(
        resource,
        namesWhere(resource, field => !isPostable(field)),
      ),
      no_such_field: 'x',
    }
    const answer = await c.post(resource, sent)
    assert.ok([200, 201].includes(answer.status), answer.text)
    assertNamed(answer.headers['tollgate-ignored-fields'], Object.keys(sent))
    assertUntouched(answer.body[name], control, sent)
  })

  if (!verbs.includes('update')) continue

  test(`GEN-16 GEN-17 GEN-18 a PUT on a ${name} ignores what cannot change, names it, and leaves the rest alone`, async () => {
    const before_ = await c.create(resource)
    const fixed = valuesFor(
      resource,
      namesWhere(resource, field => !isChangeable(field)),
    )
    const sent = { ...fixed, no_such_field: 'x' }
    const answer = await c.put(resource, before_.id, sent)
    assert.equal(answer.status, 200, answer.text)
    assertNamed(answer.headers['tollgate-ignored-fields'], Object.keys(sent))
    const { modified_ts: _was, ...rest } = answer.body[name]
    const { modified_ts: _is, ...start } = before_
    assert.deepEqual(withoutClock(rest), withoutClock(start))
  })

  test(`GEN-10 flags of a ${name} are read as 1, 0, true, false and as their texts`, async () => {
    const flags = namesWhere(
      resource,
      field => isChangeable(field) && isShown(field) && 'value' in field.kind.parse(true, {}),
    )
    const { id } = await c.create(resource)
    const faults: string[] = []
    for (const each of flags) {
      const key = `${name}.${each}`
      if (MEANINGFUL[key]) continue
      for (const [value, meaning] of FLAGS) {
        const answer = await c.put(resource, id, { ...SIDECARS[key], [each]: value })
        if (answer.status !== 200) faults.push(`${each} ${value}: ${answer.text}`)
        else if (!WRITTEN_OTHERWISE[key] && answer.body[name][each] !== fields[each]!.kind.wire(meaning))
          faults.push(`${each} ${value}`)
      }
    }
    assert.deepEqual(faults, [])
  })
}

const FLAGS = [
  [1, true],
  [0, false],
  [true, true],
  [false, false],
  ['1', true],
  ['0', false],
] as const

/** What an answer shows for a value that was sent. */
function written(field: Resource['fields'][string], value: unknown): unknown {
  const parsed = field.kind.parse(value, field.limits)
  assert.ok('value' in parsed)
  return parsed.value === null ? null : field.kind.wire(parsed.value)
}

/** A value for each of these fields that is surely not what the gateway would set. */
function valuesFor(resource: Resource, names: readonly string[]): Json {
  return Object.fromEntries(names.map(name => [name, exampleSent(name, resource.fields[name]!) ?? 'x']))
}

/** The header names at most fifty. */
function assertNamed(header: string | undefined, names: readonly string[]): void {
  const named = (header ?? '').split(', ')
  const missing = names.filter(name => !named.includes(name))
  assert.ok(missing.length === 0 || named.length === 50, `not named: ${missing}`)
}

/** Nothing that was sent is in the record, unless the gateway sets the same by itself. */
function assertUntouched(record: Json, control: Json, sent: Json): void {
  const taken = Object.keys(sent).filter(name => {
    const isSent =
      name in record && record[name] !== null && JSON.stringify(record[name]) === JSON.stringify(sent[name])
    return isSent && JSON.stringify(control[name]) !== JSON.stringify(record[name])
  })
  assert.deepEqual(taken, [])
}

/** Computed fields that tell the time differ from one answer to the next. */
function withoutClock(record: Json): Json {
  const { current_date_time: _now, ...rest } = record
  return rest
}
