import { record, refused, same } from './expect.ts'
import type { FieldWork } from './field-checks.ts'
import { created, fieldProbe } from './field-record.ts'
import { UNKNOWN } from './fixtures.ts'

/** Identifiers that are too short, too long, of nobody or of somebody else are refused by name. */
export const referenceWork: FieldWork = {
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

/** Dates of the one form are taken and come back as they were sent; other forms and days that do not exist are refused. */
export const dateWork: FieldWork = {
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
