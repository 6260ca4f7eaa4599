/** What the pages about security promise has to be there: tests, files, settings, commands. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { SETTINGS } from '../../src/settings/settings.ts'
import { ROOT } from '../tidy/modules.ts'

const PAGES = ['SECURITY.md', 'docs/security.md', 'docs/threat-model.md', 'docs/pci.md']
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

for (const page of PAGES) {
  test(`${page} names tests and files that are there, and settings and commands that work`, () => {
    const text = read(page)
    const files = [...text.matchAll(/`((?:test|src|docs|tools|deploy|prove)\/[\w./-]+)`/g)].map(match => match[1]!)
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(match => join(dirname(page), match[1]!))
    assert.deepEqual(
      [...files, ...links].filter(path => !existsSync(join(ROOT, path))),
      [],
    )
    const settings = [...text.matchAll(/\bTOLLGATE_[A-Z_]+\b/g)].map(([name]) => name)
    assert.deepEqual(
      settings.filter(name => !Object.hasOwn(SETTINGS, name)),
      [],
    )
    const commands = [...text.matchAll(/npm run tollgate --\s([a-z-]+)/g)].map(match => match[1]!)
    assert.deepEqual(
      commands.filter(name => !Object.hasOwn(COMMANDS, name)),
      [],
    )
  })
}
