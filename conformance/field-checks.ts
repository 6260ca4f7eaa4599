import { type Check, partCheck } from './check.ts'
import type { FieldCheck } from './field-check.ts'
import { dateCheck, flagCheck, integerCheck, lengthChecks, referenceCheck } from './field-value-checks.ts'
import { changedCheck, requiredCheck, storedCheck, systemCheck, typeCheck } from './field-write-checks.ts'
import type { FieldFact, NounFacts } from './fields/field-fact.ts'

/** Every check that follows from the field table of a resource. */
export function fieldChecks(noun: NounFacts): Check[] {
  return noun.fields.flatMap(field =>
    checksFor(noun, field).map(work => {
      const own = typeof field.ids === 'string' ? [field.ids] : field.ids
      return partCheck([...own, ...work.general(field)], `${noun.noun}.${field.name}, ${work.part}`, lab =>
        work.run(lab, noun, field),
      )
    }),
  )
}

function checksFor(noun: NounFacts, field: FieldFact): FieldCheck[] {
  if (field.write === 'S') return [systemCheck]
  const checks = noun.isFixed ? [storedCheck, typeCheck] : [storedCheck, changedCheck, typeCheck]
  if (field.write.startsWith('R')) checks.push(requiredCheck)
  if (field.kind === 'text') checks.push(...lengthChecks(field))
  if (field.kind === 'ref') checks.push(referenceCheck)
  if (field.kind === 'date') checks.push(dateCheck)
  if (field.kind === 'integer') checks.push(integerCheck)
  if (field.kind === 'flag') checks.push(flagCheck)
  return checks
}
