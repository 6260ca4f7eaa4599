import { grouped } from '../lib/grouped.ts'
import type { Queryable, Row } from './database.ts'
import { currentLane } from './lanes.ts'
import type { Parameters } from './rows-of.ts'

/**
 * Keeps rows of cached resources (locations, products, settings), which every creation reads and which seldom change.
 * Each location tree has a version that every write of a cached resource raises in its own transaction. A reader asks
 * for the version once and may then use what was read under it: one small query replaces several, none stale.
 */
export interface VersionedCache {
  /** Returns the rows kept under a tree's present version, which is looked up once for all that the view is asked. */
  view(queryable: Queryable, root_id: string): VersionedCacheView
}

export interface VersionedCacheView {
  rows(key: string, read: () => Promise<Row[]>): Promise<Row[]>
}

interface Tree {
  version: number
  rows: Map<string, Row[]>
}

const MOST_ROOTS = 500
const MOST_KEYS = 2000

export function versionedCache(): VersionedCache {
  const trees = new Map<string, Tree>()
  // Looked up together for those who ask meanwhile, and never answered with what was read before they asked.
  const lookUp = grouped<{ queryable: Queryable; root_id: string }, Tree>(
    ({ root_id }) => `${currentLane()} ${root_id}`,
    async asking => {
      const tree = await currentTree(trees, asking[0]!.queryable, asking[0]!.root_id)
      return asking.map(() => tree)
    },
  )
  const copied = (rows: Row[]): Row[] => rows.map(row => ({ ...row }))
  return {
    view(queryable, root_id) {
      let current: Promise<Tree> | undefined
      return {
        async rows(key, read) {
          current ??= lookUp({ queryable, root_id })
          const tree = await current
          const known = tree.rows.get(key)
          if (known) return copied(known)
          const rows = await read()
          if (tree.rows.size >= MOST_KEYS) tree.rows.clear()
          tree.rows.set(key, copied(rows))
          return rows
        },
      }
    },
  }
}

/** Returns what makes old whatever is kept of a tree, from the commit on. */
export function raiseVersion(root_id: unknown, params: Parameters): string {
  return `insert into steady_version (root_id, version) values (${params.add(root_id)}, 1)
 on conflict (root_id) do update set version = steady_version.version + 1`
}

/** Rows are kept under the version that was read before them, so a change in between makes them old, never new. */
async function currentTree(trees: Map<string, Tree>, queryable: Queryable, root_id: string): Promise<Tree> {
  const [row] = await queryable.query<{ version: number }>('select version from steady_version where root_id = $1', [
    root_id,
  ])
  const version = row?.version ?? 0
  const known = trees.get(root_id)
  if (known?.version === version) return known
  if (trees.size >= MOST_ROOTS) trees.clear()
  const fresh = { version, rows: new Map<string, Row[]>() }
  trees.set(root_id, fresh)
  return fresh
}
