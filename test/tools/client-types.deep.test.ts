import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from '../tidy/modules.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-client-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const client = join(ROOT, 'packages/client')
const description = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
const tsc = (...args: string[]) =>
  spawnSync(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: folder, encoding: 'utf8' })

test('the published types are those of the sources: npm run client', () => {
  const made = join(folder, 'types')
  assert.equal(tsc('-p', join(client, 'tsconfig.types.json'), '--outDir', made).stdout, '')
  const names = readdirSync(made).toSorted()
  assert.deepEqual(
    names,
    readdirSync(join(client, 'types')).filter(name => !['api.d.ts', 'main.d.ts'].includes(name)),
  )
  for (const name of names)
    assert.equal(readFileSync(join(client, 'types', name), 'utf8'), readFileSync(join(made, name), 'utf8'), name)
})

test('a strict program of somebody else compiles against the published package, for browsers and for Node', () => {
  const place = join(folder, 'node_modules/@tollgate/client')
  mkdirSync(place, { recursive: true })
  for (const name of ['package.json', ...description.files])
    cpSync(join(client, name), join(place, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  cpSync(join(ROOT, 'test/fixtures/client/program.txt'), join(folder, 'program.ts'))
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--noEmit',
    '--target',
    'es2022',
  ]
  const browser = tsc(
    ...strict,
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2023,dom',
    '--types',
    '',
    'program.ts',
  )
  assert.equal(browser.stdout, '')
  const node = tsc(
    ...strict,
    '--module',
    'nodenext',
    '--lib',
    'es2023',
    '--typeRoots',
    join(ROOT, 'node_modules/@types'),
    '--types',
    'node',
    'program.ts',
  )
  assert.equal(node.stdout, '')
})

test('a program that misspells a field, a value or an expand does not compile', () => {
  const wrong = [
    `tollgate.tags.create({ location_id: 'x', titel: 'y' })`,
    `tollgate.transactions.create({ action: 'sell' })`,
    `tollgate.tags.get('x', { expand: ['nothing'] })`,
    `tollgate.tags.list({ colour: 'red' })`,
    `tollgate.tags.list({ sort: '+id' })`,
    `tollgate.tags.update()`,
    `new Tollgate({ base_url: 'x', developer_id: 'y' })`,
  ]
  const head = `import { Tollgate } from '@tollgate/client'\ndeclare const tollgate: Tollgate\n`
  writeFileSync(join(folder, 'wrong.ts'), `${head}${wrong.map(line => `// @ts-expect-error\n${line}\n`).join('')}`)
  const told = tsc('--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2023,dom', '--types', '', 'wrong.ts')
  assert.equal(told.stdout, '')
})
