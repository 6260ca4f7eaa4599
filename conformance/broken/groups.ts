import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../check.ts'
import type { BrokenRule } from './broken-rule.ts'

/**
 * Groups the rules by first fit. All rules of a group are broken in one copy of the checkout: their edits do not
 * overlap, and no check tests two of them, because the first failure of a check hides the next.
 */
export function grouped(tree: string, rules: readonly BrokenRule[], checks: readonly Check[]): BrokenRule[][] {
  const groups: BrokenRule[][] = []
  for (const rule of rules) {
    const own = new Set(findersOf(rule, checks))
    const isApart = (other: BrokenRule): boolean => !findersOf(other, checks).some(check => own.has(check))
    const isOpen = (group: readonly BrokenRule[]): boolean => !rule.alone && !group.some(({ alone }) => alone)
    const group = groups.find(each => isOpen(each) && each.every(isApart) && fits(tree, [...each, rule]))
    if (group) group.push(rule)
    else groups.push([rule])
  }
  return groups
}

/** Returns the checks that may detect the rule: those of the part named in `says`, or else all of its statements. */
function findersOf(rule: BrokenRule, checks: readonly Check[]): Check[] {
  const all = checksOf([rule], checks)
  const named = all.filter(({ part }) => part !== null && (rule.says.startsWith(part) || part.startsWith(rule.says)))
  return named.length > 0 ? named : all
}

/** Returns the checks of the statements of these rules. */
export function checksOf(rules: readonly BrokenRule[], checks: readonly Check[]): Check[] {
  const ids = new Set(rules.flatMap(({ statements }) => statements))
  return checks.filter(check => check.ids.some(id => ids.has(id)))
}

/** Whether each edit of a group matches the original files and overlaps no other edit. */
function fits(tree: string, group: readonly BrokenRule[]): boolean {
  const taken = new Map<string, [from: number, to: number][]>()
  for (const { file, find } of buildOf(group).edits) {
    const from = readFileSync(join(tree, file), 'utf8').indexOf(find)
    const to = from + find.length
    const others = taken.get(file) ?? []
    if (from < 0 || others.some(other => from < other[1] && other[0] < to)) return false
    taken.set(file, [...others, [from, to]])
  }
  return true
}

/** Returns one build that breaks all these rules. Rules may share an edit. */
export function buildOf(group: readonly BrokenRule[]): { name: string; edits: BrokenRule['edits'] } {
  const edits = new Map(group.flatMap(each => each.edits).map(edit => [JSON.stringify(edit), edit]))
  return { name: group.map(({ rule }) => rule).join(' '), edits: [...edits.values()] }
}
