import { answered, different, record, refused, same } from './expect.ts'
import { created, type FieldCheck, fieldProbe } from './field-check.ts'
import { type FieldFact, valueOfLength } from './fields/field-fact.ts'
import { UNKNOWN } from './fixtures.ts'
import { wireMeaning } from './wire-meaning.ts'

/** The length checks that apply to a field of characters. */
export function lengthChecks(field: FieldFact): FieldCheck[] {
  if (field.min === undefined && !field.noEmpty) return [boundsCheck, noBoundCheck]
  return [boundsCheck]
}

/**
 * Lengths just outside the limits are refused with the field's name, both limits are accepted; on create and on
 * update.
 */
const boundsCheck: FieldCheck = {
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
      if (!field.unseen)
        same(wireMeaning(made[field.name]), wireMeaning(value), `${field.name} of ${length} characters`)
    }
    for (const length of wrong) refused(await probe.create(valueOfLength(field, length)), field.name)
    if (!field.write.includes('U')) return

    const { id } = await created(probe, noun, valueOfLength(field, max ?? min ?? 1))
    for (const length of right) {
      const value = valueOfLength(field, length)
      answered(await probe.update(id, value), 200)
      const now = await probe.read(id)
      if (!field.unseen)
        same(wireMeaning(now[field.name]), wireMeaning(value), `${field.name} of ${length} characters after an update`)
    }
    const before = await probe.read(id)
    for (const length of wrong) refused(await probe.update(id, valueOfLength(field, length)), field.name)
    same(await probe.read(id), before, 'the record after refused updates')
  },
}

/** Where the table has no shortest length, an empty text is accepted. */
const noBoundCheck: FieldCheck = {
  part: 'no shortest length',
  general: () => ['GEN-21'],
  async run(lab, noun, field) {
    const made = await created(fieldProbe(lab, noun, field), noun, '')
    same(wireMeaning(made[field.name]), null, `${field.name} after an empty one was sent`)
  },
}

/** Identifiers that are too short, too long, unknown or another merchant's are refused with the field's name. */
export const referenceCheck: FieldCheck = {
  part: 'identifiers',
  general: () => ['GEN-05', 'GEN-20', 'LIM-06'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const { other } = lab
    const theirs: Record<string, string> = {
      location_id: other.location_id,
      parent_id: other.location_id,
      contact_id: other.contact_id,
      cc_product_transaction_id: other.cc_product_transaction_id,
      ach_product_transaction_id: other.ach_product_transaction_id,
    }
    const wrong = ['a'.repeat(23), 'a'.repeat(37), 'x'.repeat(24), UNKNOWN, theirs[field.name] ?? UNKNOWN.toUpperCase()]
    for (const value of wrong) refused(await probe.create(value), field.name)
    if (!field.write.includes('U') || !field.values) return
    const made = await created(probe, noun, (await field.values(lab))[0])
    for (const value of wrong) refused(await probe.update(made.id, value), field.name)
    same((await probe.read(made.id))[field.name], made[field.name], `${field.name} after refused updates`)
  },
}

const NO_DATES = [
  '31/01/2030',
  '01-31-2030',
  '2030-1-31',
  '2030-02-30',
  '2030-13-01',
  '2030/01/31',
  '20300131',
  20300131,
  '2030-01-31T00:00:00Z',
  'tomorrow',
]

/**
 * Dates of the documented form are accepted and returned as they were sent; other forms and dates that do not exist
 * are refused.
 */
export const dateCheck: FieldCheck = {
  part: 'dates',
  general: () => ['GEN-07'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const made = await created(probe, noun, '2096-02-29')
    if (field.write !== 'U') same(made[field.name], '2096-02-29', `${field.name} in the answer to a create`)
    if (field.write !== 'U') for (const value of NO_DATES) refused(await probe.create(value), field.name)
    if (!field.write.includes('U')) return
    same(
      record(await probe.update(made.id, '2095-12-31'), noun.noun, 200)[field.name],
      '2095-12-31',
      `${field.name} after an update`,
    )
    for (const value of NO_DATES) refused(await probe.update(made.id, value), field.name)
    same((await probe.read(made.id))[field.name], '2095-12-31', `${field.name} after refused updates`)
  },
}

/** 1 and true mean the same, so do 0 and false; nothing else is a flag. */
export const flagCheck: FieldCheck = {
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

/** Integers have at most as many digits as the table allows. */
export const integerCheck: FieldCheck = {
  part: 'digits',
  general: () => ['GEN-20', 'LIM-06'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const longest = field.max === undefined ? 14 : Number('9'.repeat(field.max))
    const one = await created(probe, noun, 1)
    same(wireMeaning(one[field.name]), '1', `${field.name} sent as 1`)
    same(
      wireMeaning((await created(probe, noun, longest))[field.name]),
      String(longest),
      `${field.name} sent as ${longest}`,
    )
    same(
      wireMeaning((await created(probe, noun, String(longest)))[field.name]),
      String(longest),
      `${field.name} sent as "${longest}"`,
    )
    const wrong = ['one', 1.5, ...(field.max === undefined ? [] : [longest + 1])]
    for (const value of wrong) refused(await probe.create(value), field.name)
    if (!field.write.includes('U')) return
    answered(await probe.update(one.id, longest), 200)
    for (const value of wrong) refused(await probe.update(one.id, value), field.name)
    same(wireMeaning((await probe.read(one.id))[field.name]), String(longest), `${field.name} after refused updates`)
  },
}
