import type { Edit } from '../../prove/mutants/mutant.ts'

/** A rule of the contract that is taken out of the gateway, and the statements that fail then. */
export interface BrokenRule {
  /** The test that asserted the rule before only conformance did: its file and its title. */
  replaces: { file: string; title: string }
  /** What the broken gateway does wrong. */
  rule: string
  /** Statement ids. Each of them fails. */
  statements: readonly string[]
  /** A part of what the failing check says, so that another failure is not taken for this one. */
  says: string
  edits: readonly Edit[]
  /** It breaks what checks of other rules need. */
  alone?: true
}

type RuleOfFile = Omit<BrokenRule, 'replaces'> & { title: string }

/** Broken rules in place of the tests of one file. */
export function replacing(file: string, rules: readonly RuleOfFile[]): BrokenRule[] {
  return rules.map(({ title, ...rule }) => ({ replaces: { file, title }, ...rule }))
}

/** That a location, a stored account, or the model of a scanner is not valid is told of a field that there is not. */
export const NOT_VALID: Edit = {
  file: 'src/engine/refs.ts',
  find: 'missing.map(name => [name, [',
  replace: "missing.map(name => [name.replace(/^(location|scanner_model|account_vault)_id$/, '$1'), [",
}
