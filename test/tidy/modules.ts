/** Reads the sources from outside: imports, lengths, names. Never: a test of what the product does. */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Import {
  /** Path from the root of the project, or the name of a package or of a module of Node. */
  of: string
  inside: boolean
  /** Gone when the program runs. */
  type_only: boolean
}

export interface Module {
  /** From the root of the project, with forward slashes. */
  path: string
  text: string
  lines: number
  imports: readonly Import[]
}

/**
 * Every module of these folders that was written by hand, files of tests included. Those of packages are published as
 * they are, as JavaScript.
 */
export function modulesOf(...folders: string[]): Module[] {
  const patterns = folders.map(folder => `${folder}/**/*.{ts,mjs${folder === 'packages' ? ',js' : ''}}`)
  return globSync(patterns, {
    cwd: ROOT,
    exclude: path => /node_modules|\.generated\.|^packages\/\w+\/types/.test(path),
  })
    .toSorted()
    .map(readModule)
}

function readModule(found: string): Module {
  const path = found.replaceAll('\\', '/')
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, lines: text.split('\n').length - 1, imports: importsOf(path, text) }
}

/**
 * Statements and expressions of import, parts of Node asked of the process, exports that pass on another module, and
 * files started by their address. One may appear twice.
 */
export function importsOf(path: string, text: string): Import[] {
  const found = [
    ...[...text.matchAll(/^import\s+([^'"`;]*?)\s*(?:from\s+)?'([^']+)'/gm)].map(([, names = '', of = '']) => ({
      of,
      type_only: isTypes(names),
    })),
    ...[...text.matchAll(/^export\s+(type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'([^']+)'/gm)].map(
      ([, type, of = '']) => ({
        of,
        type_only: type !== undefined,
      }),
    ),
    ...[...text.matchAll(/(?<![\w.])import\('([^']+)'\)(\.\w)?/g)].map(([, of = '', member]) => ({
      of,
      type_only: member !== undefined,
    })),
    ...[...text.matchAll(/getBuiltinModule\('([^']+)'\)/g)].map(([, of = '']) => ({ of, type_only: false })),
    ...[...text.matchAll(/new URL\('(\.[^']+\.(?:ts|mjs))', import\.meta\.url\)/g)].map(([, of = '']) => ({
      of,
      type_only: false,
    })),
  ]
  return found.map(({ of, type_only }) => {
    const inside = of.startsWith('.')
    return { of: inside ? posix.normalize(posix.join(dirname(path), of)) : of, inside, type_only }
  })
}

function isTypes(names: string): boolean {
  if (names.startsWith('type ')) return true
  const list = /^\{([^}]*)\}$/s.exec(names.trim())?.[1]
  if (list === undefined) return false
  const each = list
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  return each.length > 0 && each.every(name => name.startsWith('type '))
}
