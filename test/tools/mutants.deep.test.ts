import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { BROKEN_RULES } from '../../conformance/broken/index.ts'
import { edited, mutated } from '../../prove/mutants/apply.ts'
import { MUTANTS } from '../../prove/mutants/index.ts'
import type { Mutant } from '../../prove/mutants/mutant.ts'
import { migrationsFolder, readMigrations } from '../../src/db/migration-files.ts'

/** All wrong builds: the mutants of the proof and the broken rules of the contract. */
const BUILDS: readonly Pick<Mutant, 'name' | 'edits'>[] = [
  ...MUTANTS,
  ...BROKEN_RULES.map(({ edits }, index) => ({ name: `contract-${index}`, edits })),
]

test('every wrong build the proof is tried on can still be made: each edit fits the code at one place and changes it', () => {
  assert.ok(MUTANTS.length >= 15)
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length)
  for (const mutant of BUILDS) {
    const files = edited(process.cwd(), mutant)
    assert.ok(files.size > 0, mutant.name)
    for (const { find, replace } of mutant.edits) assert.notEqual(find, replace, mutant.name)
  }
})

test('every wrong build compiles: one that names what there is no more would fail where it should do the wrong thing', () => {
  const { tree, remove } = mutated(process.cwd(), { name: 'none', edits: [] })
  try {
    // All of them beside the files that they replace, so that one run sees them all; and one that does not compile.
    for (const mutant of BUILDS)
      for (const [file, text] of edited(process.cwd(), mutant))
        if (file.endsWith('.ts')) writeFileSync(join(tree, file.replace(/ts$/, `wrong-${mutant.name}.ts`)), text)
    writeFileSync(join(tree, 'src/first.wrong-name.ts'), 'export const one = another\n')
    // What is taken out may have been the only use of a name.
    const loose = ['incremental', 'noUnusedLocals', 'noUnusedParameters'].flatMap(name => [`--${name}`, 'false'])
    const tsc = spawnSync(join(tree, 'node_modules/.bin/tsc'), ['-p', tree, '--tsBuildInfoFile', 'null', ...loose], {
      cwd: tree,
      encoding: 'utf8',
    })
    const wrong = tsc.stdout.split('\n').filter(line => /^\S+\.wrong-/.test(line))
    assert.deepEqual(wrong, ["src/first.wrong-name.ts(1,20): error TS2304: Cannot find name 'another'."])
  } finally {
    remove()
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
