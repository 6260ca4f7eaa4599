import assert from 'node:assert/strict'
import test from 'node:test'
import { modulesOf } from './modules.ts'

/**
 * Forty resources share these layers, with computed filters and the API's description. More belongs to a resource or
 * a kind.
 */
const LARGEST_ENGINE = 3200

const modules = modulesOf('src', 'sandbox', 'agent').filter(({ path }) => !path.endsWith('.test.ts'))

test('engine and definition language together stay below 3,200 lines', t => {
  const lengths = modules.map(module => module.lines).toSorted((a, b) => a - b)
  t.diagnostic(
    `${lengths.length} files, ${sum(lengths)} lines, median ${at(lengths, 0.5)}, 90 % at most ${at(lengths, 0.9)}, longest ${lengths.at(-1)}`,
  )
  const core = modules.filter(({ path }) => /^src\/(engine|definition)\//.test(path))
  const total = sum(core.map(({ lines }) => lines))
  t.diagnostic(`engine and definition: ${total} lines in ${core.length} files`)
  assert.ok(core.length > 30)
  assert.ok(total <= LARGEST_ENGINE, `${total} lines`)
})

test('a line of a comment has at most 120 characters', () => {
  const everywhere = modulesOf('src', 'sandbox', 'agent', 'test', 'tools', 'bench', 'conformance', 'prove', 'packages')
  const long = everywhere.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (isLongComment(line) ? [`${path}:${index + 1}`] : [])),
  )
  assert.deepEqual(long, [])
})

/** Directives to the linter cannot be wrapped. */
function isLongComment(line: string): boolean {
  return line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line) && !line.includes('biome-ignore')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
