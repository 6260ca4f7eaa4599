import assert from 'node:assert/strict'
import test from 'node:test'
import { functionsOf } from './functions.ts'
import { type Module, modulesOf } from './modules.ts'

const LONGEST_FILE = 400
const LONGEST_FUNCTION = 70
/** Forty nouns live on it, with computed filters and what the API's description needs; what grows beyond belongs into a noun or a kind. */
const LARGEST_ENGINE = 3200

const modules = modulesOf('src', 'sandbox', 'agent', 'test', 'tools', 'bench', 'prove')

test('no file is longer than 400 lines, except definitions, which are as long as the table they mirror', t => {
  const sources = modules.filter(module => module.path.startsWith('src/'))
  const lengths = sources.map(module => module.lines).toSorted((a, b) => a - b)
  t.diagnostic(
    `${lengths.length} files, median ${at(lengths, 0.5)}, 90 % at most ${at(lengths, 0.9)}, longest ${lengths.at(-1)}`,
  )
  const long = modules.filter(module => module.lines > LONGEST_FILE && !isDefinition(module))
  assert.deepEqual(
    long.map(({ path, lines }) => `${path}: ${lines}`),
    [],
  )
})

test('no function is longer than 70 lines', t => {
  // A list of test cases is no function to be understood as one.
  const read = modules.filter(({ path }) => !path.startsWith('test/') || path.startsWith('test/support/'))
  const spans = read.flatMap(({ path, text }) => functionsOf(text).map(span => ({ ...span, path })))
  const longest = spans.toSorted((a, b) => b.lines - a.lines)[0]
  t.diagnostic(`${spans.length} functions, the longest ${longest?.lines} lines: ${longest?.path} ${longest?.name}`)
  assert.ok(spans.length > read.length, 'the scan finds functions')
  const long = spans.filter(span => span.lines > LONGEST_FUNCTION)
  assert.deepEqual(
    long.map(({ path, line, name, lines }) => `${path}:${line} ${name}: ${lines}`),
    [],
  )
})

test('the scan measures functions of every form', () => {
  const text = `export async function one(
  a: string,
): Promise<void> {
  if (a) {
    return
  }
}

const two = (a: string) => {
  return a
}

class Three {
  async four(a: string): Promise<string> {
    return a
  }
}

const five = {
  six(a: string) {
    return {
      a,
    }
  },
}
`
  assert.deepEqual(
    functionsOf(text).map(({ name, lines }) => [name, lines]),
    [
      ['one', 7],
      ['two', 3],
      ['four', 3],
      ['six', 5],
    ],
  )
})

test('engine and definition language together stay below 3,200 lines', t => {
  const core = modules.filter(({ path }) => /^src\/(engine|definition)\//.test(path) && !path.endsWith('.test.ts'))
  const total = core.reduce((sum, module) => sum + module.lines, 0)
  t.diagnostic(`${total} lines in ${core.length} files`)
  assert.ok(core.length > 30)
  assert.ok(total <= LARGEST_ENGINE, `${total} lines`)
})

/** `resources/tag/tag.ts` */
function isDefinition({ path }: Module): boolean {
  return /^src\/resources\/([^/]+)\/\1\.ts$/.test(path)
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
