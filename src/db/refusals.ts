import type { Registry } from '../definition/registry.ts'
import { refusalText } from '../definition/resource.ts'
import { invalid, notValid, Refusal } from '../lib/problem.ts'

const DIVISION_BY_ZERO = '22012'
const FOREIGN_KEY = '23503'
/** Unique indexes, checks and exclusions. */
const DECLARED: readonly unknown[] = ['23505', '23514', '23P01']

/**
 * PostgreSQL has the last word on rules that are constraints: returns the refusal a caller understands. What is not
 * declared to be refused stays an error, because it is a bug.
 */
export function refusalOf(error: unknown, registry: Registry): unknown {
  if (error instanceof Refusal) return error
  const { code, constraint, table } = (error ?? {}) as { code?: string; constraint?: string; table?: string }
  if (code === DIVISION_BY_ZERO) return new Refusal(409, 'Another request has taken over this Idempotency-Key.')
  if (!constraint) return error
  const declared = registry.nouns.find(({ resource }) => resource.constraints[constraint])
  if (declared && DECLARED.includes(code)) {
    const [field, text] = refusalText(declared.resource.constraints[constraint]!)
    return invalid({ [field]: [text] })
  }
  // PostgreSQL itself names foreign keys `<table>_<column>_fkey`.
  if (code === FOREIGN_KEY) return notValid(constraint.replace(`${table ?? ''}_`, '').replace(/_fkey$/, ''))
  return error
}
