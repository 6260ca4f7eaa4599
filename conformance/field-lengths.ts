import { answered, refused, same } from './expect.ts'
import type { FieldWork } from './field-checks.ts'
import { created, fieldProbe } from './field-record.ts'
import { type FieldFact, valueOfLength } from './fields/field-fact.ts'
import { meaning } from './meaning.ts'

/** The length checks that apply to a field of characters. */
export function lengthWorks(field: FieldFact): FieldWork[] {
  if (field.min === undefined && !field.noEmpty) return [boundsWork, noBoundWork]
  return [boundsWork]
}

/** One less than the shortest and one more than the longest are refused by name; both ends are taken; on create and on update. */
const boundsWork: FieldWork = {
  part: 'lengths',
  general: () => ['GEN-20', 'LIM-06'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const { min, max } = field
    const wrong = [...(min === undefined || min === 0 ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])]
    const right = [...new Set([min, max])].filter(length => length !== undefined)
    for (const length of right) {
      const value = valueOfLength(field, length)
      const made = await created(probe, noun, value)
      if (!field.unseen) same(meaning(made[field.name]), meaning(value), `${field.name} of ${length} characters`)
    }
    for (const length of wrong) refused(await probe.create(valueOfLength(field, length)), field.name)
    if (!field.write.includes('U')) return

    const { id } = await created(probe, noun, valueOfLength(field, max ?? min ?? 1))
    for (const length of right) {
      const value = valueOfLength(field, length)
      answered(await probe.update(id, value), 200)
      const now = await probe.read(id)
      if (!field.unseen)
        same(meaning(now[field.name]), meaning(value), `${field.name} of ${length} characters after an update`)
    }
    const before = await probe.read(id)
    for (const length of wrong) refused(await probe.update(id, valueOfLength(field, length)), field.name)
    same(await probe.read(id), before, 'the record after refused updates')
  },
}

/** Where the table has no shortest length, an empty text is taken. */
const noBoundWork: FieldWork = {
  part: 'no shortest length',
  general: () => ['GEN-21'],
  async run(lab, noun, field) {
    const made = await created(fieldProbe(lab, noun, field), noun, '')
    same(meaning(made[field.name]), null, `${field.name} after an empty one was sent`)
  },
}
