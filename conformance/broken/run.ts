import { mutated } from '../../prove/mutants/apply.ts'
import { allChecks } from '../cases/index.ts'
import { runChecks, type Verdict } from '../run.ts'
import { readStatements } from '../statement.ts'
import type { BrokenRule } from './broken-rule.ts'
import { withGateway } from './gateway.ts'
import { buildOf, checksOf, grouped } from './groups.ts'

/** The result of one statement against a gateway with a broken rule. */
export interface Finding {
  broken: BrokenRule
  statement: string
  /** Whether it fails because of this rule. */
  found: boolean
  says: string
}

const checks = allChecks()

/** Returns the statements of these rules that fail in the unchanged checkout, where they cannot detect anything. */
export async function failingUnbroken(tree: string, rules: readonly BrokenRule[]): Promise<Verdict[]> {
  const verdicts = await withGateway(tree, lab => verdictsOn(lab, rules))
  return verdicts.filter(({ result }) => result !== 'pass')
}

/**
 * Breaks the rules in groups and returns the result of each of their statements. A rule that is not detected in its
 * group is tried again alone, because another rule of the group may have hidden it.
 */
export async function tryBroken(
  tree: string,
  rules: readonly BrokenRule[],
  report: (line: string) => void,
): Promise<Finding[]> {
  const findings = new Map<BrokenRule, Finding[]>()
  const tried = async (group: readonly BrokenRule[]): Promise<BrokenRule[]> => {
    for (const [rule, found] of await tryGroup(tree, group)) findings.set(rule, found)
    return group.filter(rule => findings.get(rule)!.some(({ found }) => !found))
  }
  const groups = grouped(tree, rules, checks)
  for (const [index, group] of groups.entries()) {
    report(`build ${index + 1} of ${groups.length}: ${group.length} broken rules`)
    const missed = await tried(group)
    if (group.length === 1) continue
    for (const rule of missed) {
      report(`alone: ${rule.rule} (${findings.get(rule)!.map(({ says }) => says)})`)
      await tried([rule])
    }
  }
  return rules.flatMap(rule => findings.get(rule)!)
}

async function tryGroup(tree: string, group: readonly BrokenRule[]): Promise<Map<BrokenRule, Finding[]>> {
  const { tree: copy, remove } = mutated(tree, buildOf(group))
  try {
    const verdicts = await withGateway(copy, lab => verdictsOn(lab, group))
    return new Map(group.map(rule => [rule, findingsOf(rule, verdicts)]))
  } catch (error) {
    const says = (error as Error).message
    return new Map(
      group.map(broken => [broken, broken.statements.map(statement => ({ broken, statement, found: false, says }))]),
    )
  } finally {
    remove()
  }
}

function findingsOf(broken: BrokenRule, verdicts: readonly Verdict[]): Finding[] {
  return broken.statements.map(statement => {
    const verdict = verdicts.find(({ id }) => id === statement)
    const reasons = verdict?.result === 'fail' ? verdict.reasons : []
    // A 500 shows that the broken build crashes, not that the check detects the rule.
    const own = reasons.find(reason => reason.includes(broken.says) && !reason.includes(' answered 500'))
    return { broken, statement, found: own !== undefined, says: own ?? reasons[0] ?? 'it holds' }
  })
}

function verdictsOn(lab: Parameters<typeof runChecks>[0], rules: readonly BrokenRule[]): Promise<Verdict[]> {
  const ids = new Set(rules.flatMap(({ statements }) => statements))
  const statements = readStatements().filter(({ id }) => ids.has(id))
  return runChecks(lab, statements, checksOf(rules, checks))
}

/** Returns a Markdown table with one line for each statement of each rule. */
export function brokenTable(findings: readonly Finding[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
  const lines = findings.map(({ broken: { replaces, rule }, statement, found, says }) =>
    [`${replaces.file}: ${replaces.title}`, rule, found ? statement : `${statement} DOES NOT FAIL`, says]
      .map(cell)
      .join(' | '),
  )
  const missed = findings.filter(({ found }) => !found).length
  return [
    '| Removed test | Broken rule | Failing statement | Message |',
    '|---|---|---|---|',
    ...lines.map(line => `| ${line} |`),
    '',
    `${findings.length - missed} of ${findings.length} statements fail`,
  ].join('\n')
}
