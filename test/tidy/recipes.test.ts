import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './modules.ts'

/** Files and single lines that each recipe may take. A recipe that takes more has become harder to follow. */
const MOST: Readonly<Record<string, readonly [files: number, lines: number]>> = {
  'Add a field': [2, 0],
  'Add a resource': [5, 0],
  'Add a command': [2, 1],
  'Add a page': [4, 0],
  'Add a connector': [3, 2],
  'Add a mail or a text': [2, 0],
  'Add work that falls due': [2, 0],
  'Add a periodic task': [1, 1],
  'Add an authenticator': [1, 2],
  'Add what follows from an outcome': [1, 1],
}

interface Recipe {
  name: string
  /** What its heading promises. */
  promised: readonly [files: number, lines: number]
  files: string[]
  lines: string[]
}

const recipes = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap(section => {
    const found = /^([^:\n]+): (\d+) files?(?: and (a line|\d+ lines))?\n/.exec(section)
    return found ? [read(section, found)] : []
  })

function read(section: string, [, name = '', files, lines]: RegExpExecArray): Recipe {
  const listed = (mark: RegExp) => [...section.matchAll(mark)].map(([, path]) => path!)
  return {
    name,
    promised: [Number(files), lines === undefined ? 0 : lines === 'a line' ? 1 : Number.parseInt(lines, 10)],
    files: listed(/^\d+\. (?:`([^`]+)`|.*)/gm),
    lines: listed(/^\* (?:`([^`]+)`|.*)/gm),
  }
}

test('every counted recipe is listed here, and no other', () => {
  assert.deepEqual(
    recipes.map(({ name }) => name),
    Object.keys(MOST),
  )
})

for (const { name, promised, files, lines } of recipes) {
  test(`${name}: takes the files and lines that its heading says, and no more than it should`, () => {
    assert.deepEqual([files.length, lines.length], promised)
    assert.deepEqual(promised, MOST[name])
  })
}

test('every path of a counted recipe fits a file that is there', () => {
  const known = globSync(['{src,test}/**/*.{ts,sql}'], { cwd: ROOT })
  const paths = recipes.flatMap(({ files, lines }) => [...files, ...lines]).filter(path => path !== undefined)
  assert.deepEqual(
    paths.filter(path => !known.some(each => patternOf(path).test(each))),
    [],
  )
})

/** `src/resources/<noun>/<noun>.ts`: the same name stands for the same text. */
function patternOf(path: string): RegExp {
  const seen = new Set<string>()
  const text = path.replaceAll(/[.()]/g, '\\$&').replaceAll(/<(\w+)>/g, (_all, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>[\\w-]+)`
  })
  return new RegExp(`^${text}$`)
}
