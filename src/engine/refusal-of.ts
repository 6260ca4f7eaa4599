import type { Registry } from '../definition/registry.ts'
import { refusalText } from '../definition/resource.ts'
import { invalid, Refusal } from '../lib/problem.ts'

interface DatabaseError {
  code?: string
  constraint?: string
  table?: string
}

const UNIQUE = '23505'
const CHECK = '23514'
const EXCLUSION = '23P01'
const FOREIGN = '23503'
const DIVISION_BY_ZERO = '22012'

/**
 * PostgreSQL has the last word on rules that are constraints. Its refusal becomes the 422 a caller understands;
 * anything it was not declared to refuse stays an error, because it is a bug.
 */
export function refusalOf(error: unknown, registry: Registry): unknown {
  if (error instanceof Refusal) return error
  const { code, constraint } = (error ?? {}) as DatabaseError
  if (code === DIVISION_BY_ZERO) return new Refusal(409, 'Another request has taken over this Idempotency-Key.')
  if (!constraint) return error
  for (const { resource } of registry.nouns) {
    const told = resource.constraints[constraint]
    if (!told || (code !== UNIQUE && code !== CHECK && code !== EXCLUSION)) continue
    const [field, text] = refusalText(told)
    return invalid({ [field]: [text] })
  }
  if (code === FOREIGN) return foreignRefusal(error, constraint)
  return error
}

/** Foreign keys are named `<table>_<column>_fkey` by PostgreSQL itself. */
function foreignRefusal(error: unknown, constraint: string): unknown {
  const table = (error as DatabaseError).table ?? ''
  const field = constraint.replace(`${table}_`, '').replace(/_fkey$/, '')
  return invalid({ [field]: [`${field} provided is not valid`] })
}
