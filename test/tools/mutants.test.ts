import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { edited } from '../../prove/mutants/apply.ts'
import { MUTANTS } from '../../prove/mutants/index.ts'
import { migrationsFolder, readMigrations } from '../../src/db/migration-files.ts'

test('every wrong build the proof is tried on can still be made: each edit fits the code at one place and changes it', () => {
  assert.ok(MUTANTS.length >= 15)
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length)
  for (const mutant of MUTANTS) {
    const files = edited(process.cwd(), mutant)
    assert.ok(files.size > 0, mutant.name)
    for (const { find, replace } of mutant.edits) assert.notEqual(find, replace, mutant.name)
  }
})

test('what a wrong build takes out of a migration is made by no later one again', () => {
  const migrations = readMigrations(migrationsFolder)
  const edits = MUTANTS.flatMap(mutant => mutant.edits.map(edit => ({ ...edit, of: mutant.name })))
  const undone = edits.flatMap(({ file, find, of }) => {
    const at = migrations.findIndex(({ name }) => `${name}.sql` === basename(file))
    if (at < 0) return []
    const { sql } = migrations[at]!
    const until = sql.slice(0, sql.indexOf(find) + find.length)
    const name = [...until.matchAll(MADE)].at(-1)?.[1]
    assert.ok(name, `${of}: ${file}`)
    return migrations
      .slice(at + 1)
      .flatMap(later => (namesMade(later.sql).includes(name) ? `${of}: ${later.name} makes ${name} again` : []))
  })
  assert.ok(edits.some(({ file }) => file.endsWith('.sql')))
  assert.deepEqual(undone, [])
})

const MADE =
  /(?:(?:create|replace)\s+(?:unique\s+|constraint\s+)?(?:function|index|trigger)|constraint)\s+(?!trigger)(\w+)/g

function namesMade(sql: string): string[] {
  return [...sql.replaceAll(/drop constraint (?:if exists )?\w+/g, '').matchAll(MADE)].map(([, name = '']) => name)
}
