import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { writtenFiles } from '../../tools/client/written-files.ts'
import { modulesOf, ROOT } from '../tidy/modules.ts'

const client = join(ROOT, 'packages/client')
const description = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))

test('the client is what the description of the API says now: npm run client', () => {
  for (const { path, text } of writtenFiles())
    assert.ok(readFileSync(join(ROOT, path), 'utf8') === text, `${path} is old: npm run client`)
})

test('the client needs no package, and of Node only its command line needs anything', () => {
  assert.deepEqual([description.dependencies, description.peerDependencies], [undefined, undefined])
  const outside = modulesOf('packages').flatMap(({ path, imports }) =>
    imports.filter(({ inside }) => !inside).map(({ of }) => ({ path, of })),
  )
  assert.deepEqual(
    outside.filter(({ path, of }) => !path.includes('/cli/') || !builtinModules.includes(of.replace('node:', ''))),
    [],
  )
})
