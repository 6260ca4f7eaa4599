import assert from 'node:assert/strict'
import test from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Noun } from '../../src/definition/noun.ts'
import { defineResource, type Resource } from '../../src/definition/resource.ts'
import { columnsOf } from '../../src/engine/columns.ts'
import { MOST_COPIED } from '../../src/lib/wide-records.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { modulesOf } from './modules.ts'

const { nouns } = bareRegistry()
const sources = modulesOf('src', 'sandbox', 'agent').filter(({ path }) => !path.endsWith('.test.ts'))

type Options = Record<string, unknown>

/** Given by every resource. */
const REQUIRED = ['name', 'plural', 'spec', 'scope', 'fields']

const FEWEST_USERS = 3
/** One composed view reads another resource's table. A database view would avoid the option and lose its totals. */
const EXCUSED = ['table']
const MOST_OPTIONS = 15

/** The same resource with nothing but the required options. */
function plainOf({ name, plural, spec, scope, fields }: Resource): Options {
  return defineResource({ name, plural, spec, scope, fields }) as unknown as Options
}

test('every option of a definition has at least three users, and there are at most fifteen', t => {
  const plain = plainOf(nouns[0]!.resource)
  const counts = Object.keys(plain).map(option => {
    const differs = ({ resource }: Noun) =>
      !isDeepStrictEqual((resource as unknown as Options)[option], plainOf(resource)[option])
    return [option, REQUIRED.includes(option) ? nouns.length : nouns.filter(differs).length] as const
  })
  const odd = nouns.flatMap(({ resource }) => Object.keys(resource).filter(option => !(option in plain)))
  t.diagnostic(counts.map(([option, users]) => `${option} ${users}`).join(', '))
  assert.deepEqual(odd, [])
  assert.ok(counts.length <= MOST_OPTIONS, `${counts.length} options`)
  assert.deepEqual(
    counts.filter(([option, users]) => users < FEWEST_USERS && !EXCUSED.includes(option)),
    [],
  )
})

test('replaced operations are counted, and none is replaced by more than half of the nouns that have it', t => {
  const replaced = nouns.flatMap(({ resource, operations }) =>
    Object.keys(operations).map(verb => `${resource.name}.${verb}`),
  )
  t.diagnostic(`${replaced.length} replaced operations: ${replaced.join(', ')}`)
  for (const verb of ['create', 'update', 'remove'] as const) {
    const offered = nouns.filter(({ resource }) => resource.verbs.includes(verb)).length
    const own = nouns.filter(({ operations }) => operations[verb]).length
    assert.ok(own * 2 <= offered, `${own} of ${offered} nouns replace ${verb}: it does not fit them`)
  }
})

test('no code outside the kinds asks which kind a field is', () => {
  const asking = /kind\??\.name\b|switch \(.*kind\b.*\)/
  const found = sources.filter(({ path, text }) => !path.startsWith('src/definition/kinds/') && asking.test(text))
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  )
})

test('no record has more columns than are copied at once', t => {
  const widths = nouns.map(({ resource }) => [resource.name, columnsOf(resource).names.length] as const)
  const wide = widths.filter(([, columns]) => columns > MOST_COPIED)
  t.diagnostic(`the widest has ${Math.max(...widths.map(([, columns]) => columns))} columns`)
  assert.deepEqual(wide, [])
})

test("the generic layers spell no noun's name", () => {
  const names = nouns.flatMap(({ resource }) => [resource.name, resource.plural])
  const generic = sources.filter(({ path }) => /^src\/(engine|http|db|events|definition)\//.test(path))
  const found = generic.flatMap(({ path, text }) => nounsIn(text, names).map(name => `${path}: ${name}`))
  assert.ok(generic.length > 60)
  assert.deepEqual(
    found.filter(each => !ALLOWED.has(each)),
    [],
  )
  assert.deepEqual(nounsIn(`if (name === 'tag') return "select 1 from location where x"`, names), ['tag', 'location'])
})

/** Words that mean something else as well. */
const ALLOWED = new Set<string>([])

/** Names in quotes, and names where a statement would name a table. */
function nounsIn(text: string, names: readonly string[]): string[] {
  const quoted = [...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
  const tables = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?(?=[\s(;`'"]|$)/g)].map(
    ([, word = '']) => word,
  )
  return [...quoted, ...tables].filter(word => names.includes(word))
}

/** What the meaning of a field that the gateway does not read says of it. */
const KEPT = /[Ff]or (?:the merchant|programs|the operator)|api_id|Always null|category code/
/** What only passes fields on. */
const PASSES_ON = /\/locationinfo\/|\/words\.ts$|^src\/pages\/docs\//

test('G15 every field that can be written is read somewhere, or its meaning says that it is kept for others', () => {
  const unread = nouns.flatMap(({ resource }) => {
    const own = `src/resources/${resource.name}/${resource.name}.ts`
    const readers = sources.filter(({ path }) => path !== own && !PASSES_ON.test(path))
    return Object.entries(resource.fields).flatMap(([name, { mark, options }]) => {
      const word = new RegExp(`\\b${name}\\b`)
      if (!/[PU]/.test(mark) || readers.some(({ text }) => text.includes(name) && word.test(text))) return []
      const means = [name, options.note, resource.about?.[2]?.[name]].join(' ')
      return KEPT.test(means) ? [] : [`${resource.name}.${name}`]
    })
  })
  assert.deepEqual(unread, [])
})
