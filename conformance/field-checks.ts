import { type Check, partCheck } from './check.ts'
import { lengthWorks } from './field-lengths.ts'
import { dateWork, referenceWork } from './field-references.ts'
import { flagWork, integerWork } from './field-values.ts'
import { changedWork, requiredWork, storedWork, systemWork, typeWork } from './field-writes.ts'
import type { FieldFact, NounFacts } from './fields/field-fact.ts'
import type { Lab } from './lab.ts'

/** What can be looked at in one field; each speaks for the field's own statements and for the general ones named here. */
export interface FieldWork {
  part: string
  general(field: FieldFact): readonly string[]
  run(lab: Lab, noun: NounFacts, field: FieldFact): Promise<void>
}

/** Every check that follows from the field table of one noun. */
export function fieldChecks(noun: NounFacts): Check[] {
  return noun.fields.flatMap(field =>
    worksFor(noun, field).map(work => {
      const own = typeof field.ids === 'string' ? [field.ids] : field.ids
      return partCheck([...own, ...work.general(field)], `${noun.noun}.${field.name}, ${work.part}`, lab =>
        work.run(lab, noun, field),
      )
    }),
  )
}

function worksFor(noun: NounFacts, field: FieldFact): FieldWork[] {
  if (field.write === 'S') return [systemWork]
  const works = noun.isFixed ? [storedWork, typeWork] : [storedWork, changedWork, typeWork]
  if (field.write.startsWith('R')) works.push(requiredWork)
  if (field.kind === 'text') works.push(...lengthWorks(field))
  if (field.kind === 'ref') works.push(referenceWork)
  if (field.kind === 'date') works.push(dateWork)
  if (field.kind === 'integer') works.push(integerWork)
  if (field.kind === 'flag') works.push(flagWork)
  return works
}
