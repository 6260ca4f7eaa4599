import type { Module } from './modules.ts'

/**
 * Returns the files that import each other in a circle, by type or by value: each group of files from each of which all others
 * of the group can be reached (Tarjan 1972), sorted.
 */
export function circlesOf(modules: readonly Pick<Module, 'path' | 'imports'>[]): string[][] {
  const imports = new Map(modules.map(({ path, imports }) => [path, imports.map(each => each.of)]))
  const index = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (path: string): number => {
    index.set(path, index.size)
    let low = index.get(path)!
    open.push(path)
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue
      if (!index.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, index.get(next)!)
    }
    if (low === index.get(path)) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1 || imports.get(path)!.includes(path)) circles.push(circle.toSorted())
    }
    return low
  }
  for (const path of imports.keys()) if (!index.has(path)) visit(path)
  return circles
}
