import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { ROOT } from './modules.ts'

const folder = join(ROOT, 'src/db/migrations')
const files = readdirSync(folder)
  .toSorted()
  .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

test('migrations are numbered, once each, and named by what they do', () => {
  assert.ok(files.length > 0)
  assert.deepEqual(
    files.filter(({ name }) => !/^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.test(name)).map(({ name }) => name),
    [],
  )
  const numbers = files.map(({ name }) => name.slice(0, 4))
  assert.deepEqual(
    numbers.filter((number, index) => numbers.indexOf(number) !== index),
    [],
  )
})

test('migrations begin with a sentence that says what they bring', () => {
  assert.deepEqual(
    files.filter(({ text }) => !/^-- [A-Z].{20,}/.test(text)).map(({ name }) => name),
    [],
  )
})

test('migrations are written in one style', () => {
  const faults = files.flatMap(({ name, text }) => {
    const lines = text.split('\n')
    const odd = lines.flatMap((line, index) =>
      /\t|\s$|\r/.test(line) ? [`${name}:${index + 1} has a tab or blanks at its end`] : [],
    )
    const loud = [
      ...text
        .replaceAll(/--.*|'[^']*'/g, '')
        .matchAll(/\b(CREATE|TABLE|SELECT|INSERT|ALTER|UPDATE|NOT NULL|PRIMARY KEY|INDEX)\b/g),
    ]
    return [
      ...odd,
      ...loud.map(([word]) => `${name} shouts ${word}`),
      ...(text.endsWith('\n') && !text.endsWith('\n\n') ? [] : [`${name} does not end with one line break`]),
      ...(/if not exists|if exists|or replace/i.test(text) ? [`${name} hides whether it was run before`] : []),
    ]
  })
  assert.deepEqual(faults, [])
})
