import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { modulesOf, ROOT } from './modules.ts'

const modules = modulesOf('src', 'sandbox', 'agent', 'test', 'tools', 'bench', 'conformance')
const { entry } = JSON.parse(readFileSync(join(ROOT, 'knip.json'), 'utf8')) as { entry: string[] }

test('every file is imported by another one, or is an entry that somebody starts', () => {
  const entries = new Set(globSync(entry, { cwd: ROOT, exclude: path => path.includes('node_modules') }))
  const reached = new Set<string>()
  const queue = modules.filter(({ path }) => entries.has(path))
  assert.ok(queue.length > 20)
  while (queue.length > 0) {
    const module = queue.pop()
    if (!module || reached.has(module.path)) continue
    reached.add(module.path)
    queue.push(...modules.filter(({ path }) => module.imports.some(each => each.of === path)))
  }
  // Browser scripts are served, not imported.
  const dead = modules.filter(({ path }) => !reached.has(path) && !path.startsWith('src/pages/assets/'))
  assert.deepEqual(
    dead.map(({ path }) => path),
    [],
  )
})

test('nothing of the product is reached by its tests alone', () => {
  const started = modules.filter(({ path }) =>
    /^(src\/main|src\/cli\/main|agent\/main|sandbox\/[^/]+\/main)\.ts$/.test(path),
  )
  const reached = new Set<string>()
  const queue = [...started]
  while (queue.length > 0) {
    const module = queue.pop()
    if (!module || reached.has(module.path)) continue
    reached.add(module.path)
    queue.push(...modules.filter(({ path }) => module.imports.some(each => each.of === path)))
  }
  const idle = modules.filter(
    ({ path }) => /^(src|sandbox|agent)\//.test(path) && !path.endsWith('.test.ts') && !reached.has(path),
  )
  assert.ok(started.length >= 3)
  assert.deepEqual(
    idle.map(({ path }) => path),
    [],
  )
})
