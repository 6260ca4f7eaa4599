import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Tier = 'default' | 'deep'

export interface TestFile {
  path: string
  /** It is run by a worker of its own: it is about processes, or changes what others of its process rely on. */
  is_apart: boolean
}

/** Tests of processes end them with their file; others say it in a comment. */
const APART = /support\/(process|random-kills)\.ts|own process:/

/** Beside the sources are tests that need no more than these; all of them are one file to the runner. */
const UNITS = 'test/units.ts'

/** The files of a tier, largest first, so that none of them is begun when all others are done. */
export function filesOfTier(root: string, tier: Tier): TestFile[] {
  const all = globSync('test/**/*.test.ts', { cwd: root })
  const deep = all.filter(isDeep)
  const chosen = tier === 'deep' ? deep : [UNITS, ...all.filter(path => !isDeep(path))]
  return chosen.toSorted((a, b) => sizeOf(root, b) - sizeOf(root, a)).map(path => fileAt(root, path))
}

/** The files and folders that a command names, whatever their tier. */
export function filesNamed(root: string, names: readonly string[]): TestFile[] {
  const paths = names.flatMap(name =>
    statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory()
      ? globSync(`${name.replace(/\/$/, '')}/**/*.test.ts`, { cwd: root }).toSorted()
      : [name],
  )
  return [...new Set(paths)].map(path => fileAt(root, path))
}

function isDeep(path: string): boolean {
  return path.endsWith('.deep.test.ts')
}

function fileAt(root: string, path: string): TestFile {
  return { path, is_apart: APART.test(readFileSync(join(root, path), 'utf8')) }
}

function sizeOf(root: string, path: string): number {
  return path === UNITS ? Number.POSITIVE_INFINITY : statSync(join(root, path)).size
}
