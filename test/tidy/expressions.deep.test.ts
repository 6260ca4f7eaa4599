import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import vm from 'node:vm'
import { type Attack, attacksOn, type Expression, faultsOf, literalsIn } from './expressions.ts'
import { modulesOf, ROOT } from './modules.ts'

const FOLDERS = ['src', 'agent', 'packages', 'sandbox']
const modules = modulesOf(...FOLDERS).filter(({ path }) => !path.endsWith('.test.ts'))
const scripts = globSync('{src,sandbox}/**/*.js', { cwd: ROOT }).map(path => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}))

/** An expression over the name of this machine, for the names of files that the operator's commands wrote. */
const OF_THIS_MACHINE = ['src/cli/atomic-write.ts']

const LONG = 100_000
/** Long enough to tell a square from a line, short enough to try sixty thousand texts. */
const SHORT = 3_000
/** Milliseconds for a short text after which no other one is looked for. */
const SUSPICIOUS_MS = 20
/** On a busy machine little of it is time of the processor. */
const LONGEST_MS = 5_000
/** The slowest of the short texts are tried long, and so is what takes longer than this. */
const TRIED_LONG = 3
/** Milliseconds of the processor for 100 kB: the simplest square takes half a second. */
const MOST_MS = 150

const built = await builtExpressions()

test('G40 every regular expression of the product takes 100 kB of its worst alphabets in a moment', t => {
  const expressions = distinct([...[...modules, ...scripts].flatMap(literalsIn), ...built])
  assert.ok(expressions.length > 450, `${expressions.length} expressions`)
  const results = expressions.map(expression => ({ ...expression, ...slowestOf(expression) }))
  const slow = results.filter(({ ms }) => ms > MOST_MS)
  const worst = results.reduce((one, other) => (one.ms > other.ms ? one : other))
  t.diagnostic(`${expressions.length} expressions, slowest ${worst.ms.toFixed(1)} ms: ${worst.at}`)
  assert.deepEqual(
    slow.map(({ at, source, ms, attack }) => `${at} ${source} ${ms.toFixed(0)} ms ${JSON.stringify(attack)}`),
    [],
  )
})

test('G40 no regular expression nests repetitions of the same characters or looks around without a bound', () => {
  const expressions = [...[...modules, ...scripts].flatMap(literalsIn), ...built]
  assert.deepEqual(
    distinct(expressions).flatMap(each => faultsOf(each).map(fault => `${each.at} ${fault}: ${each.source}`)),
    [],
  )
})

test('G40 a text is normalized in one place, which bounds runs of accents', () => {
  const normalizing = modules.filter(({ text }) => /\.normalize\((?!\))/.test(text)).map(({ path }) => path)
  assert.deepEqual(normalizing, ['src/lib/normalized.ts'])
})

test('expressions that are not linear are found', () => {
  const at = 'here:1'
  const square = String.raw`\b(?=[0-9a-f-]*[a-f])(?:[0-9a-f]{24,64})\b`
  for (const source of [square, String.raw`\s+$`, String.raw`^\d*\.?\d+$`])
    assert.ok(slowestOf({ at, source, flags: '' }).ms > MOST_MS, source)
  assert.deepEqual(faultsOf({ source: square, flags: 'g' }), ['unbounded look-around'])
  assert.deepEqual(faultsOf({ source: '^(?:a+)+$', flags: '' }), ['nested quantifiers'])
  assert.deepEqual(faultsOf({ source: String.raw`^(?:\w+\s?)*$`, flags: '' }), ['nested quantifiers'])
  assert.deepEqual(faultsOf({ source: String.raw`^\d+(?=.*x)`, flags: '' }), ['unbounded look-around'])
  assert.deepEqual(faultsOf({ source: String.raw`^(?=.*\d)\d+(?:,\d+)*$`, flags: '' }), [])
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program.
const WITH_TEMPLATE = 'const a = `/no/ ${[/yes[/]/g].join(`${/inner/}`)} /no/`'

test('literals are found in code, and not in comments, strings and templates', () => {
  const text = ['// a = /no/', "const path = '/no/'", WITH_TEMPLATE, 'b(1 / 2 / 3, /x\\/y/u)']
  const found = literalsIn({ path: 'a.ts', text: text.join('\n') })
  assert.deepEqual(
    found.map(({ at, source, flags }) => [at, source, flags]),
    [
      ['a.ts:3', 'yes[/]', 'g'],
      ['a.ts:3', 'inner', ''],
      ['a.ts:4', String.raw`x\/y`, 'u'],
    ],
  )
})

/** Returns what modules build when they are loaded. */
async function builtExpressions(): Promise<Expression[]> {
  const building = modules.filter(({ path, text }) => /\bRegExp\(/.test(text) && !OF_THIS_MACHINE.includes(path))
  const found: Expression[] = []
  const original = globalThis.RegExp
  for (const { path } of building) {
    let count = 0
    const note = (_target: unknown, args: [string, string?]) => {
      const made = new original(...args)
      found.push({ at: `${path}:built`, source: made.source, flags: made.flags })
      count += 1
      return made
    }
    globalThis.RegExp = new Proxy<RegExpConstructor>(original, { construct: note })
    try {
      await import(`${join(ROOT, path)}?expressions=${found.length}-${path.length}`)
    } finally {
      globalThis.RegExp = original
    }
    assert.ok(count > 0, `${path} builds its expressions when it is used: build them when it is loaded`)
  }
  return found
}

function distinct(expressions: Expression[]): Expression[] {
  return [...new Map(expressions.map(each => [`${each.source}/${each.flags}`, each])).values()]
}

interface Slowest {
  ms: number
  attack: Attack | null
}

function slowestOf(expression: Expression): Slowest {
  const { source, flags } = expression
  const every = flags.includes('y') ? flags : [...new Set(`${flags}g`)].join('')
  const pattern = new RegExp(source, every)
  const slowest: { ms: number; attack: Attack }[] = []
  for (const attack of attacksOn(expression)) {
    slowest.push({ ms: timeOf(pattern, textOf(attack, SHORT)), attack })
    slowest.sort((one, other) => other.ms - one.ms)
    slowest.length = Math.min(slowest.length, TRIED_LONG)
    if (slowest[0]!.ms > SUSPICIOUS_MS) break
  }
  let worst: Slowest = { ms: 0, attack: null }
  for (const { attack } of slowest) {
    const ms = timeOf(pattern, textOf(attack, LONG))
    if (ms > worst.ms) worst = { ms, attack }
    if (ms > MOST_MS) break
  }
  return worst
}

function textOf({ before, again, after }: Attack, length: number): string {
  return before + again.repeat(Math.ceil(length / again.length)) + after
}

const context = vm.createContext({ input: { pattern: /./, text: '' } })
const replace = new vm.Script("input.text.replace(input.pattern, '')")

/** Milliseconds of the processor; what is cut off took longer than the limit. The better of two, where it is slow. */
function timeOf(pattern: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 2 && best > SUSPICIOUS_MS / 10; tries += 1) {
    const before = process.threadCpuUsage()
    try {
      if (text.length < LONG) text.replace(pattern, '')
      else {
        context.input = { pattern, text }
        replace.runInContext(context, { timeout: LONGEST_MS })
      }
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'ERR_SCRIPT_EXECUTION_TIMEOUT')
    }
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
