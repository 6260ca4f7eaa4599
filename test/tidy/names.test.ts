import assert from 'node:assert/strict'
import test from 'node:test'
import { modulesOf } from './modules.ts'

const modules = modulesOf('src', 'sandbox', 'agent', 'test', 'tools', 'bench', 'conformance', 'prove', 'packages')

/** Words that say nothing about what a thing is. */
const EMPTY_WORDS = ['manager', 'helper', 'util', 'base', 'common', 'misc']

/** What the architecture itself calls the columns that every table has. */
const ALLOWED = ['COMMON_COLUMNS', 'CommonColumns']

test('no file, folder or exported name says manager, helper, util, base, common or misc', () => {
  const paths = modules.flatMap(({ path }) =>
    path
      .split('/')
      .filter(isEmpty)
      .map(part => `${path}: ${part}`),
  )
  const names = modules.flatMap(({ path, text }) =>
    exportsOf(text)
      .filter(name => isEmpty(name) && !ALLOWED.includes(name))
      .map(name => `${path}: ${name}`),
  )
  assert.deepEqual([...paths, ...names], [])
})

test('the check of names reads every spelling', () => {
  const bad = ['tagManager.ts', 'http-utils', 'BaseTag', 'error_helper', 'helpers', 'MiscWorker', 'COMMON']
  const good = ['database.ts', 'based', 'manage', 'handle', 'utility', 'in-common-sense'.replace('common', 'comm')]
  assert.deepEqual(
    bad.filter(name => !isEmpty(name)),
    [],
  )
  assert.deepEqual(good.filter(isEmpty), [])
  assert.deepEqual(
    exportsOf('export const a = 1\nexport async function b() {}\nexport { c, type d as e }\nexport interface F {}'),
    ['a', 'b', 'F', 'c', 'e'],
  )
})

test('a noun has a folder of its name, with a definition of its name that exports that name', () => {
  const folders = new Set(modules.flatMap(({ path }) => /^src\/resources\/([^/]+)\//.exec(path)?.[1] ?? []))
  const wrong = [...folders].filter(name => {
    const definition = modules.find(({ path }) => path === `src/resources/${name}/${name}.ts`)
    return !definition || !exportsOf(definition.text).includes(name)
  })
  assert.ok(folders.size > 20)
  assert.deepEqual(wrong, [])
})

function isEmpty(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/)
  return words.some(word => EMPTY_WORDS.includes(word.toLowerCase().replace(/s$/, '')))
}

function exportsOf(text: string): string[] {
  const declared = [
    ...text.matchAll(
      /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    ),
  ]
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
  return [
    ...declared.map(([, name = '']) => name),
    ...listed.map(each => each.trim().split(/\s+/).at(-1) ?? '').filter(Boolean),
  ]
}
