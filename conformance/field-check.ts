import type { Answer, Json } from './client.ts'
import { record } from './expect.ts'
import { type FieldFact, type NounFacts, valueOfLength } from './fields/field-fact.ts'
import type { Lab } from './lab.ts'

/** One check of a single field. It speaks for the field's own statements and for the general ones it names. */
export interface FieldCheck {
  part: string
  general(field: FieldFact): readonly string[]
  run(lab: Lab, noun: NounFacts, field: FieldFact): Promise<void>
}

/** Requests about one field of one resource: what the checks of field tables are made of. */
export interface FieldProbe {
  /** POST with the field at this value. */
  create(value: Json): Promise<Answer>
  /** POST without the field. */
  createWithout(): Promise<Answer>
  /** PUT of the field alone, and of what goes beside it. */
  update(id: string, value: Json): Promise<Answer>
  /** The record as it is now. */
  read(id: string): Promise<Json>
  /** The body of the last create. */
  body(): Record<string, Json>
}

export function fieldProbe(lab: Lab, noun: NounFacts, field: FieldFact): FieldProbe {
  let last: Record<string, Json> = {}
  const bodyWith = async (values: Record<string, Json>): Promise<Record<string, Json>> => {
    last = { ...(await (field.body ?? noun.body)(lab)), ...values }
    return last
  }
  return {
    async create(value) {
      const body = await bodyWith({ ...field.beside, [field.name]: value })
      return lab.api.post(noun.plural, { [noun.noun]: body })
    },
    async createWithout() {
      const { [field.name]: _, ...body } = await bodyWith({ ...field.beside })
      return lab.api.post(noun.plural, { [noun.noun]: body })
    },
    update: (id, value) =>
      lab.api.put(`${noun.plural}/${id}`, { [noun.noun]: { ...field.beside, [field.name]: value } }),
    async read(id) {
      // The time of the answer is the one member that does not belong to the record.
      const { current_date_time: _, ...found } = record(await lab.api.get(`${noun.plural}/${id}`), noun.noun, 200)
      return found
    },
    body: () => last,
  }
}

/** Creates the record with the field at this value; anything but 201 ends the check. */
export async function created(probe: FieldProbe, noun: NounFacts, value: Json): Promise<Json> {
  return record(await probe.create(value), noun.noun, 201)
}

/** A good value, and another one, for fields that have no list of them. */
export async function goodValues(lab: Lab, field: FieldFact): Promise<[Json, Json]> {
  if (field.values) return field.values(lab)
  if (field.kind === 'flag') return [1, 0]
  if (field.kind === 'integer') return [1, 2]
  const make = (length: number): string => valueOfLength(field, length)
  const longest = field.max ?? 12
  const first = make(longest)
  if (field.min === longest) return [first, otherOf(first)]
  return [first, make(Math.max(field.min ?? 1, longest - 1))]
}

/** The same text with another last character, for fields of one fixed length. */
function otherOf(text: string): string {
  const last = text.at(-1) ?? ''
  if (/[0-9]/.test(last)) return text.slice(0, -1) + ((Number(last) + 1) % 10)
  return text.slice(0, -1) + (last === 'x' ? 'y' : last === 'I' ? 'N' : 'a')
}
