import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { misfits } from '../../conformance/fits-schema.ts'
import type { Resource } from '../../src/definition/resource.ts'
import { exampleSent } from '../../src/http/openapi/example.ts'
import { filterable } from '../../src/http/openapi/filters.ts'
import { sharedSchemas } from '../../src/http/openapi/responses.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Answer, Json } from '../support/app.ts'
import { type Conforming, conforming, fieldsOf } from '../support/conforming.ts'

const nouns = bareRegistry().nouns
const listed = nouns.filter(noun => noun.resource.verbs.includes('list'))

let c: Conforming
before(async () => {
  c = await conforming()
})
after(() => c.t.close())

test('there are lists to look at', () => {
  assert.ok(listed.length > 15)
})

for (const { resource, operations } of listed) {
  const { name, plural, expands } = resource
  const columns = Object.entries(filterable(resource))
  const embeddable = Object.keys(expands)

  test(`GEN-13 GEN-26 GEN-31 a list of ${plural} is an array with its meta, as documented`, async () => {
    await c.some(resource)
    const answer = await listOf(resource, '')
    assert.deepEqual(Object.keys(answer.body), [plural, 'meta'])
    assert.ok(Array.isArray(answer.body[plural]))
    assert.deepEqual(misfits(answer.body.meta, sharedSchemas.Meta!, sharedSchemas), [])
    for (const record of answer.body[plural]) c.assertFits(resource, record)
  })

  test(`GEN-22 a list of ${plural} is filtered by every column, and finds a record by each of its values`, async () => {
    const record = await c.some(resource)
    const faults: string[] = []
    for (const [column, field] of columns) {
      const value = plainValue(record?.[column])
      const answer = await ask(resource, column, value ?? plainValue(exampleSent(column, field)) ?? '1')
      if (answer.status !== 200) faults.push(`${column}: ${answer.text}`)
      if (answer.status !== 200 || value === null || operations.list) continue
      if (!has(resource, answer, record)) faults.push(`${column}=${value} does not find it`)
      const others = [exampleSent(column, field), '2001-01-31', '0', '1', '9876', 'elsewhere', 'f'.repeat(24)].map(
        plainValue,
      )
      const other =
        others.find(each => each !== null && Number(each) !== Number(value) && !value.includes(each)) ?? 'other'
      const without = await ask(resource, column, other)
      if (without.status === 200 && has(resource, without, record)) faults.push(`${column}=${other} finds it too`)
    }
    assert.deepEqual(faults, [])
  })

  test(`GEN-32 GEN-33 GEN-34 a list of ${plural} is sorted by every column, both ways, and says so`, async () => {
    for (const [column] of columns) {
      for (const [sort, direction] of [
        [column, 'asc'],
        [`-${column}`, 'desc'],
      ] as const) {
        const answer = await listOf(resource, `sort=${sort}&page_size=100`)
        assert.deepEqual(answer.body.meta.sort.attributes, { [column]: direction })
        assertSorted(
          answer.body[plural].map((each: Json) => each[column]),
          direction,
        )
      }
    }
  })

  test(`GEN-35 GEN-36 GEN-37 GEN-38 every expand of ${plural} answers its key, in a list and alone, and only when it is asked for`, async () => {
    const record = await c.some(resource)
    const all = `expand=${embeddable.join(',')}`
    for (const each of (await listOf(resource, all)).body[plural]) {
      assert.deepEqual(
        embeddable.filter(expand => !(expand in each)),
        [],
      )
      c.assertFits(resource, each)
    }
    if (!record || !resource.verbs.includes('read')) return
    for (const expand of embeddable) {
      const answer = await c.t.api.get(`${plural}/${record.id}?expand=${expand}`)
      assert.equal(answer.status, 200, answer.text)
      assert.ok(expand in answer.body[name], expand)
    }
    // A resource with its own list may embed records itself.
    if (operations.show) return
    const plain = (await c.t.api.get(`${plural}/${record.id}`)).body[name]
    const own = [...Object.keys(resource.fields), ...Object.keys(resource.derived)]
    assert.deepEqual(
      embeddable.filter(expand => expand in plain && !own.includes(expand)),
      [],
    )
  })

  test(`GEN-24 GEN-25 GEN-27 GEN-28 GEN-29 GEN-30 pages of ${plural} together hold every record once, and count them right`, async () => {
    if (resource.verbs.includes('create')) for (let made = 0; made < 3; made += 1) await c.create(resource)
    const size = 2
    const seen: string[] = []
    const { totalCount, pageCount } = (await listOf(resource, `page_size=${size}`)).body.meta.pagination
    if (operations.list === undefined) assert.equal(totalCount, await counted(resource))
    assert.equal(pageCount, Math.ceil(totalCount / size))
    for (let page = 1; page <= Math.max(pageCount, 1); page += 1) {
      const { body } = await listOf(resource, `page_size=${size}&page=${page}`)
      const { links, currentPage, perPage } = body.meta.pagination
      assert.deepEqual([currentPage, perPage], [page, size])
      assert.equal('next' in links, page < pageCount)
      assert.equal('last' in links, page < pageCount)
      assert.match(links.self.href, new RegExp(`/v2/${plural}\\?page_size=${size}.*[&?]page=${page}$`))
      if (links.last) assert.match(links.last.href, new RegExp(`page=${pageCount}$`))
      seen.push(...body[plural].map((each: Json) => String(each.id)))
    }
    assert.equal(seen.length, totalCount)
    assert.equal(new Set(seen).size, totalCount)
  })

  test(`a list of ${plural} refuses filters, sorts and expands it does not know, by their names`, async () => {
    const asked = (query: string) => c.t.api.get(`${plural}?${query}`)
    assert.deepEqual(fieldsOf(await asked('no_such_column=1')), ['no_such_column'])
    assert.deepEqual(fieldsOf(await asked('sort=-no_such_column')), ['no_such_column'])
    assert.deepEqual(fieldsOf(await asked('expand=no_such_expand')), ['no_such_expand'])
  })

  test(`a list of ${plural} does not tell hidden columns by filter or sort`, async () => {
    const secret = Object.entries(resource.fields).filter(
      ([column, field]) => field.options.reach !== undefined && !(column in filterable(resource)),
    )
    for (const [column, { options }] of secret) {
      // Who is shown the key of a location may look for it; test/attack/location-keys.test.ts has who is not.
      if (options.reach !== 'key') assert.deepEqual(fieldsOf(await c.t.api.get(`${plural}?${column}=1`)), [column])
      assert.deepEqual(fieldsOf(await c.t.api.get(`${plural}?sort=${column}`)), [column])
    }
    for (const column of ['root_id', 'deleted_ts'])
      assert.deepEqual(fieldsOf(await c.t.api.get(`${plural}?${column}=1`)), [column])
  })
}

function ask(resource: Resource, column: string, value: string): Promise<Answer> {
  return c.t.api.get(`${resource.plural}?${column}=${encodeURIComponent(value)}&page_size=5000`)
}

function has(resource: Resource, answer: Answer, record: Json): boolean {
  return answer.body[resource.plural].some((each: Json) => each.id === record.id)
}

async function listOf(resource: Resource, query: string): Promise<Answer> {
  const answer = await c.t.api.get(`${resource.plural}${query === '' ? '' : `?${query}`}`)
  assert.equal(answer.status, 200, `${query}: ${answer.text}`)
  return answer
}

/** A value that can be written into a query as it is; commas and bars are the list's own punctuation. */
function plainValue(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  return text === '' || /[,|]/.test(text) || text.length > 200 ? null : text
}

/** Nulls come first when rising, last when falling. Texts are left to the database's own order. */
function assertSorted(values: unknown[], direction: 'asc' | 'desc'): void {
  const order = direction === 'asc' ? values : values.toReversed()
  const numbers = order.filter(value => typeof value === 'number')
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
  const firstValue = order.findIndex(value => value !== null)
  assert.ok(firstValue < 0 || order.slice(firstValue).every(value => value !== null), 'null stands between values')
}

/** What the database holds for the first merchant. */
async function counted(resource: Resource): Promise<number> {
  const own = resource.scope === 'none' ? '' : ` and root_id = '${c.own.merchant.location_id}'`
  const [row] = await c.t.db.query<{ count: number }>(
    `select count(*) from "${resource.table}" where deleted_ts is null${own}`,
  )
  return Number(row?.count)
}
