/** What the product is made of: where it comes from, its licences, and that nothing for development goes along. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { bomOf, type Component, LICENSED, type Lock, nameAt, runtimePackages } from '../../tools/bill-of-materials.ts'
import { importsOf, modulesOf, ROOT } from '../tidy/modules.ts'

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
const product = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const runtime = runtimePackages(lock)

test('what runs imports no package for development, by name or by what another one brings', () => {
  const allowed = Object.keys(product.dependencies)
  const modules = modulesOf('src', 'agent', 'sandbox').filter(({ path }) => !path.endsWith('.test.ts'))
  const scripts = ['bootstrap', 'install', 'install-lock', 'node-flags'].map(name => {
    const path = `tools/${name}.mjs`
    return { path, imports: importsOf(path, readFileSync(join(ROOT, path), 'utf8')) }
  })
  const strange = [...modules, ...scripts].flatMap(({ path, imports }) =>
    imports
      .filter(({ inside, type_only, of }) => !inside && !type_only && !isBuiltin(of))
      .map(({ of }) => of.split('/', of.startsWith('@') ? 2 : 1).join('/'))
      .filter(name => !allowed.includes(name) || (path.startsWith('tools/') && name !== ''))
      .map(name => `${path} imports ${name}`),
  )
  assert.deepEqual(strange, [])
})

test('versions are exact, and no package of a production install is a browser, a linter or the SDK of a test', () => {
  const all = { ...product.dependencies, ...product.devDependencies, ...product.optionalDependencies }
  assert.deepEqual(
    Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
    [],
  )
  const names = new Set(runtime.map(([path]) => nameAt(path)))
  // The types of Node are a peer of `stripe`, which needs them for nothing that runs.
  assert.deepEqual(
    Object.keys(product.devDependencies).filter(name => names.has(name) && name !== '@types/node'),
    [],
  )
})

test('every entry of the lock file has a SHA-512 hash', () => {
  const bare = Object.entries(lock.packages).filter(([path, entry]) => path !== '' && !hasHash(entry))
  assert.deepEqual(
    bare.map(([path]) => path),
    [],
  )
})

function hasHash({ integrity = '' }: { integrity?: string }): boolean {
  return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
}

/** SPDX identifiers of licences that let everybody run, change and pass on, without duties for what is beside them. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]

test('every package of a production install has a licence from the list', () => {
  const strange = runtime.map(([path, { license }]) => `${nameAt(path)}: ${license ?? LICENSED[nameAt(path)]}`)
  assert.deepEqual(
    strange.filter(
      each =>
        !each
          .split(': ')[1]!
          .split(' AND ')
          .every(id => ALLOWED.includes(id)),
    ),
    [],
  )
})

test('a licence that the lock file does not say stands in the package itself', () => {
  for (const [name, id] of Object.entries(LICENSED)) {
    const path = join(ROOT, 'node_modules', name, 'package.json')
    if (!existsSync(path)) continue
    const { licenses } = JSON.parse(readFileSync(path, 'utf8')) as { licenses?: { type: string }[] }
    if (!licenses) {
      assert.match(readFileSync(join(path, '../LICENSE'), 'utf8'), new RegExp(`^${id} License`))
      continue
    }
    assert.deepEqual(
      licenses.map(({ type }) => type),
      [id],
    )
  }
})

test('the bill of materials names every package once with its place, hash and licence, and what needs what', () => {
  const bom = bomOf(lock, '2026-01-31T12:00:00Z')
  assert.deepEqual([bom.bomFormat, bom.specVersion, bom.version], ['CycloneDX', '1.6', 1])
  assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const { component } = bom.metadata
  assert.deepEqual(
    [component.type, component.name, component.purl, component.licenses],
    ['application', 'tollgate', 'pkg:npm/tollgate@0.1.0', [{ license: { id: 'Apache-2.0' } }]],
  )
  for (const each of bom.components) assert.deepEqual(faultsOf(each), [], each['bom-ref'])
  const refs = [component, ...bom.components].map(each => each['bom-ref'])
  assert.equal(new Set(refs).size, refs.length)
  assert.equal(bom.components.length, runtime.length)
  assert.deepEqual(bom.dependencies.map(({ ref }) => ref).toSorted(), refs.toSorted())
  const needed = new Set(bom.dependencies.flatMap(({ dependsOn }) => dependsOn))
  assert.deepEqual(
    refs.filter(ref => !needed.has(ref)),
    [component['bom-ref']],
    'each package is there because something needs it',
  )
})

function faultsOf({ purl, version, hashes = [], licenses, name, group, scope }: Component): string[] {
  const full = group === undefined ? name : `${group.replace('@', '%40')}/${name}`
  return [
    ...(purl === `pkg:npm/${full}@${version}` ? [] : ['purl']),
    ...(hashes.length === 1 && /^[0-9a-f]{128}$/.test(hashes[0]?.content ?? '') ? [] : ['hashes']),
    ...(licenses.length > 0 && licenses.every(({ license }) => ALLOWED.includes(license.id)) ? [] : ['licenses']),
    ...(scope === 'required' || scope === 'optional' ? [] : ['scope']),
  ]
}

test('the database and the runtime that packages carry are named as scanners know them', () => {
  const carried = bomOf(lock, '2026-01-31T12:00:00Z').components.flatMap(({ components = [] }) => components)
  const names = new Set(carried.map(({ cpe }) => cpe?.split(':').slice(3, 5).join(':')))
  assert.deepEqual(names, new Set(['postgresql:postgresql', 'nodejs:node.js']))
  assert.ok(carried.every(({ version }) => /^\d+\.\d+(?:\.\d+)?$/.test(version)))
})
