import { isDeepStrictEqual } from 'node:util'
import type { Json } from './client.ts'
import { answered, different, record, records, refused, refusedWith, same, that } from './expect.ts'
import { created, type FieldCheck, fieldProbe, goodValues } from './field-check.ts'
import type { FieldFact } from './fields/field-fact.ts'
import { wireMeaning } from './wire-meaning.ts'

/** A value that may be sent on create is stored; one that may not is ignored. */
export const storedCheck: FieldCheck = {
  part: 'stored',
  general: ({ write }) => [write === 'U' ? 'GEN-19' : 'GEN-15'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const [first] = await goodValues(lab, field)
    const made = await created(probe, noun, first)
    if (field.write === 'U') {
      different(wireMeaning(made[field.name]), wireMeaning(first), `${field.name} after a create that sent it`)
    } else if (!field.unseen) {
      same(wireMeaning(made[field.name]), wireMeaning(first), `${field.name} in the answer to a create`)
    }
    same((await probe.read(made.id))[field.name], made[field.name], `${field.name} read after the create`)
  },
}

/** An update changes the field and nothing else, or does not change it where the table says so. */
export const changedCheck: FieldCheck = {
  part: 'changed',
  general: ({ write }) => [write.includes('U') ? 'GEN-16' : 'GEN-18'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const [first, second] = await goodValues(lab, field)
    const { id } =
      field.write === 'U' ? record(await probe.createWithout(), noun.noun, 201) : await created(probe, noun, first)
    const before = await probe.read(id)
    const answer = await probe.update(id, second)
    const after = await probe.read(id)
    if (!field.write.includes('U')) {
      that([200, 422].includes(answer.status), `${answer.asked} answered ${answer.status}, expected 200 or 422`)
      same(
        wireMeaning(after[field.name]),
        wireMeaning(before[field.name]),
        `${field.name} after an update that sent another value`,
      )
      return
    }
    const shown = record(answer, noun.noun, 200)
    if (!field.unseen) {
      same(wireMeaning(shown[field.name]), wireMeaning(second), `${field.name} in the answer to an update`)
      same(wireMeaning(after[field.name]), wireMeaning(second), `${field.name} read after the update`)
    }
    unchangedBeside(field, before, after)
  },
}

function unchangedBeside(field: FieldFact, before: Json, after: Json): void {
  // The time of the answer is the one member that does not belong to the record.
  const moved = [
    'current_date_time',
    'modified_ts',
    'modified_user_id',
    field.name,
    ...(field.follows ?? []),
    ...Object.keys(field.beside ?? {}),
  ]
  const changed = Object.keys(before).filter(
    name => !moved.includes(name) && !isDeepStrictEqual(before[name], after[name]),
  )
  same(changed, [], `other fields changed by an update of ${field.name} alone`)
}

/** Left out, null or empty: refused with the field's name, and nothing is stored. */
export const requiredCheck: FieldCheck = {
  part: 'required',
  general: () => ['GEN-14'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    refused(await probe.createWithout(), field.name)
    const query = mark(probe.body())
    if (query !== null) {
      const left = await lab.api.get(`${noun.plural}?page_size=1&${query}`)
      same(records(left, noun.plural), [], `what a create without ${field.name} left`)
    }
    refused(await probe.create(null), field.name)
    refused(await probe.create(''), field.name)
  },
}

/**
 * A filter for what a refused create would have left behind, by the unique text in its body; null where there is
 * none.
 */
function mark(body: Record<string, Json>): string | null {
  const isOwn = (value: Json): boolean =>
    typeof value === 'string' && /(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])/.test(value)
  const found = Object.entries(body).find(([, value]) => isOwn(value))
  return found ? `${found[0]}=${encodeURIComponent(found[1])}` : null
}

/** Values of another type are refused with the field's name. */
export const typeCheck: FieldCheck = {
  part: 'wrong types',
  general: () => [],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const takesNoFlag = field.kind === 'text' || field.kind === 'ref' || field.kind === 'date'
    const wrong = [{ a: 1 }, ['a'], { a: { b: [1] } }, ...(takesNoFlag ? [true] : [])]
    if (field.write !== 'U') for (const value of wrong) refused(await probe.create(value), field.name)
    if (!field.write.includes('U')) return
    const made = await created(probe, noun, (await goodValues(lab, field))[0])
    const before = await probe.read(made.id)
    refused(await probe.update(made.id, { a: 1 }), field.name)
    same(await probe.read(made.id), before, 'the record after a refused update')
  },
}

/** A value that is sent for a system field is ignored, on create and on update. */
export const systemCheck: FieldCheck = {
  part: 'given by the system',
  general: () => ['GEN-17'],
  async run(lab, noun, field) {
    const probe = fieldProbe(lab, noun, field)
    const answer = await probe.create(field.sent)
    if (answer.status === 422) refusedWith(answer)
    const made =
      answer.status === 422 ? record(await probe.createWithout(), noun.noun, 201) : record(answer, noun.noun, 201)
    that(field.name in made, `${field.name} is missing in the answer to a create`)
    different(made[field.name], field.sent, `${field.name} after a create that sent it`)
    const before = (await probe.read(made.id))[field.name]
    same(before, made[field.name], `${field.name} read after the create`)
    if (noun.isFixed) return
    const changed = await probe.update(made.id, field.sent)
    if (changed.status !== 422) answered(changed, 200)
    const after = (await probe.read(made.id))[field.name]
    if (field.name !== 'modified_ts' && field.name !== 'modified_user_id') {
      same(after, before, `${field.name} after an update that sent it`)
    } else {
      different(after, field.sent, `${field.name} after an update that sent it`)
    }
  },
}
