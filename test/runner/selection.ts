import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Tier = 'default' | 'deep'

export interface TestFile {
  path: string
  /** It needs a worker of its own because it starts processes or changes global state of its process. */
  is_apart: boolean
}

/** Files that start processes import one of these modules. Other files say `own process:` in a comment. */
const APART = /support\/(process|random-kills)\.ts|own process:/

/** Runs all unit tests next to the sources. The runner treats them as one file. */
const UNITS = 'test/units.ts'
/** Small files that take long, because they run what other files hold. */
const LONG = [
  UNITS,
  'test/api/conformance-run.test.ts',
  'test/walks/walks.test.ts',
  'test/tools/broken-rules.deep.test.ts',
  'test/process/growth.deep.test.ts',
  'test/process/prove.deep.test.ts',
]

/** Returns the files of a tier, largest first, so that no large file starts last. */
export function filesOfTier(root: string, tier: Tier): TestFile[] {
  const all = globSync('test/**/*.test.ts', { cwd: root })
  const deep = all.filter(isDeep)
  const chosen = tier === 'deep' ? deep : [UNITS, ...all.filter(path => !isDeep(path))]
  return chosen.toSorted((a, b) => sizeOf(root, b) - sizeOf(root, a)).map(path => fileAt(root, path))
}

/** Returns the named files and the tests in the named folders, from either tier. */
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
  return LONG.includes(path) ? Number.MAX_SAFE_INTEGER : statSync(join(root, path)).size
}
