import { addProblem, label, type Problems } from '../../lib/problem.ts'
import type { AchTerminal } from './ach-terminals.ts'

/** The terminal through which bank payments of this entry class leave; null when the product has none for it. */
export function achTerminal(
  product: { processor_data: unknown } | null,
  sec_code: string | null | undefined,
): AchTerminal | null {
  const { terminals } = (product?.processor_data ?? {}) as { terminals?: AchTerminal[] }
  return terminals?.find(each => each.sec_code === sec_code) ?? null
}

/**
 * What a terminal wants to know and was not said, by field. Two requirements stand for a choice of fields: a driver's license is its
 * number and its state, or the merchant's own id of a customer whose license he has seen; an identity is verified by one of two facts,
 * never by both (contract 2.2, 2.15).
 */
export function unmetRequirements({ required }: AchTerminal, has: (field: string) => boolean): Problems {
  const problems: Problems = {}
  const blank = (field: string): void => addProblem(problems, field, `${label(field)} cannot be blank.`)
  for (const name of required) {
    if (name === 'driver_license') {
      if (has('customer_id')) continue
      for (const field of ['dl_number', 'dl_state']) if (!has(field)) blank(field)
    } else if (name === 'identity_verification') {
      if (has('ssn4') && has('dob_year')) addProblem(problems, 'dob_year', 'Send ssn4 or dob_year, never both.')
      else if (!has('ssn4') && !has('dob_year')) blank('ssn4')
    } else if (!has(name)) {
      blank(name)
    }
  }
  return problems
}
