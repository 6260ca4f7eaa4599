import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import test from 'node:test'
import { modulesOf, ROOT } from './modules.ts'

const modules = new Map(modulesOf('src', 'sandbox').map(module => [module.path, module]))
const SANDBOX_MODE = /^src\/boot\/sandbox(-processor)?\.ts$/

/** Every module that a program may load, statically or dynamically, without going through `but`. */
function reachable(from: string, but: RegExp | null): Set<string> {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path) || but?.test(path)) return
    seen.add(path)
    for (const { of, type_only } of modules.get(path)?.imports ?? []) if (!type_only) visit(of)
  }
  visit(from)
  return seen
}

test('live mode reaches no file of the sandbox, for the gateway and for operators', () => {
  for (const program of ['src/main.ts', 'src/cli/main.ts']) {
    const live = reachable(program, SANDBOX_MODE)
    assert.ok(live.has('src/boot/live.ts') && live.size > 200, `${live.size} modules of ${program}`)
    assert.deepEqual(
      [...live].filter(path => path.startsWith('sandbox/')),
      [],
    )
    assert.ok(reachable(program, null).has('sandbox/clock.ts'), 'the sandbox is reached through its composition')
  }
})

test('a process that opens live mode has loaded no file of the sandbox', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    await import('./src/boot/app.ts')
    const { openEnvironment } = await import('./src/boot/mode.ts')
    await openEnvironment({ config: { mode: 'live', ach: null } })
    process.stdout.write(JSON.stringify(loaded))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT, encoding: 'utf8' })
  const loaded = (JSON.parse(printed) as string[]).filter(url => url.startsWith('file:'))
  assert.ok(loaded.some(url => url.endsWith('/src/boot/live.ts')))
  assert.deepEqual(
    loaded.filter(url => /\/(sandbox\/[^/]+|src\/boot\/sandbox(-processor)?\.ts)/.test(url)),
    [],
  )
})

test('the composition root stays small, and nothing stands at the top of the sources but the program', () => {
  for (const path of ['src/boot/app.ts', 'src/boot/core.ts', 'src/main.ts'])
    assert.ok(modules.get(path)!.imports.length <= 30, `${path} imports ${modules.get(path)!.imports.length}`)
  assert.deepEqual(globSync('src/*.ts', { cwd: ROOT }).toSorted(), [
    'src/config.test.ts',
    'src/config.ts',
    'src/main.ts',
    'src/version.ts',
  ])
})
