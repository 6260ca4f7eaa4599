import type { Edit } from '../../prove/mutants/mutant.ts'

/** Edits that break one rule of the contract in the gateway, and the statements that must then fail. */
export interface BrokenRule {
  /** File and title of the removed test. Only conformance asserts the rule now. */
  replaces: { file: string; title: string }
  /** What the broken gateway does wrong. */
  rule: string
  /** Statement ids. Each of them must fail. */
  statements: readonly string[]
  /** Part of the message of the failing check, so that an unrelated failure does not count. */
  says: string
  edits: readonly Edit[]
  /** Build it without other rules, because it breaks something that their checks need. */
  alone?: true
}

type RuleOfFile = Omit<BrokenRule, 'replaces'> & { title: string }

/** Returns broken rules that replace the tests of one file. */
export function replacing(file: string, rules: readonly RuleOfFile[]): BrokenRule[] {
  return rules.map(({ title, ...rule }) => ({ replaces: { file, title }, ...rule }))
}

/** Reports an invalid location, stored account or scanner model under a field name that does not exist. */
export const NOT_VALID: Edit = {
  file: 'src/engine/refs.ts',
  find: 'problems[name] ??=',
  replace: "problems[name.replace(/^(location|scanner_model|account_vault)_id$/, '$1')] ??=",
}
