import { answered, different, record, refused, same } from './expect.ts'
import type { FieldWork } from './field-checks.ts'
import { created, fieldProbe } from './field-record.ts'
import { meaning } from './meaning.ts'

/** 1 and true mean the same, 0 and false mean the other; nothing else is a flag. */
export const flagWork: FieldWork = {
  part: 'spellings',
  general: () => ['GEN-10'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const on = (await created(probe, noun, 1))[field.name]
    const off = (await created(probe, noun, 0))[field.name]
    different(on, off, `${field.name} sent as 1 and as 0`)
    same((await created(probe, noun, true))[field.name], on, `${field.name} sent as true`)
    same((await created(probe, noun, false))[field.name], off, `${field.name} sent as false`)
    for (const value of [2, -1, 'maybe']) refused(await probe.create(value), field.name)
    if (!field.write.includes('U')) return
    const { id } = await created(probe, noun, 0)
    for (const [value, shown] of [
      [true, on],
      [false, off],
      [1, on],
      [0, off],
    ]) {
      same(
        record(await probe.update(id, value), noun.noun, 200)[field.name],
        shown,
        `${field.name} updated to ${value}`,
      )
    }
    refused(await probe.update(id, 2), field.name)
  },
}

/** As many digits as the table allows, and not one more; whole numbers only. */
export const integerWork: FieldWork = {
  part: 'digits',
  general: () => ['GEN-20', 'LIM-06'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const longest = field.max === undefined ? 14 : Number('9'.repeat(field.max))
    const one = await created(probe, noun, 1)
    same(meaning(one[field.name]), '1', `${field.name} sent as 1`)
    same(
      meaning((await created(probe, noun, longest))[field.name]),
      String(longest),
      `${field.name} sent as ${longest}`,
    )
    same(
      meaning((await created(probe, noun, String(longest)))[field.name]),
      String(longest),
      `${field.name} sent as "${longest}"`,
    )
    const wrong = ['one', 1.5, ...(field.max === undefined ? [] : [longest + 1])]
    for (const value of wrong) refused(await probe.create(value), field.name)
    if (!field.write.includes('U')) return
    answered(await probe.update(one.id, longest), 200)
    for (const value of wrong) refused(await probe.update(one.id, value), field.name)
    same(meaning((await probe.read(one.id))[field.name]), String(longest), `${field.name} after refused updates`)
  },
}
