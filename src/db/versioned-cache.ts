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
  /** Answers, and rows in them. */
  size: number
}

/** What is kept in all, of about two kilobytes each. */
const MOST_KEPT = 8_000

export function versionedCache(): VersionedCache {
  const trees = new Map<string, Tree>()
  let kept = 0
  // Looked up together for those who ask meanwhile, and never answered with what was read before they asked.
  const lookUp = grouped<{ queryable: Queryable; root_id: string }, Tree>(
    ({ root_id }) => `${currentLane()} ${root_id}`,
    async asking => {
      const { queryable, root_id } = asking[0]!
      const tree = treeOf(root_id, await versionOf(queryable, root_id))
      return asking.map(() => tree)
    },
  )
  /** Rows are kept under the version that was read before them, so a change in between makes them old, never new. */
  const treeOf = (root_id: string, version: number): Tree => {
    const known = trees.get(root_id)
    if (known?.version === version) return known
    kept -= known?.size ?? 0
    const fresh = { version, rows: new Map<string, Row[]>(), size: 1 }
    kept += fresh.size
    trees.set(root_id, fresh)
    return fresh
  }
  const keep = (root_id: string, tree: Tree, key: string, rows: Row[]): void => {
    const size = rows.length + 1
    if (kept + size > MOST_KEPT) {
      trees.clear()
      kept = 0
    }
    // It was emptied, or another version has taken its place.
    if (trees.get(root_id) !== tree || tree.rows.has(key)) return
    tree.rows.set(key, copied(rows))
    tree.size += size
    kept += size
  }
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
          keep(root_id, tree, key, rows)
          return rows
        },
      }
    },
  }
}

const copied = (rows: Row[]): Row[] => rows.map(row => ({ ...row }))

async function versionOf(queryable: Queryable, root_id: string): Promise<number> {
  const text = 'select version from steady_version where root_id = $1'
  return (await queryable.query<{ version: number }>(text, [root_id]))[0]?.version ?? 0
}

/** Returns the rows of a statement: kept ones where it reads cached resources of a tree that has not changed. */
export function keptRows(
  { db, versionedCache }: { db: Queryable; versionedCache: VersionedCache },
  root_id: string | null,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const read = () => db.query(text, values)
  return root_id === null ? read() : versionedCache.view(db, root_id).rows(`${text} ${JSON.stringify(values)}`, read)
}

/** Returns what makes old whatever is kept of a tree, from the commit on. */
export function raiseVersion(root_id: unknown, params: Parameters): string {
  return `insert into steady_version (root_id, version) values (${params.add(root_id)}, 1)
 on conflict (root_id) do update set version = steady_version.version + 1`
}
