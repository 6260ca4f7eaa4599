import type { JsonSchema } from '../../definition/kind.ts'
import type { AnyField, Resource } from '../../definition/resource.ts'

/** What fields mean that many resources have, where the definition says nothing of its own. */
const SHARED: Readonly<Record<string, string>> = {
  id: 'Identifies the record. The gateway assigns it.',
  location_id: 'The location that the record belongs to. Callers see those of their own location and of all below it.',
  created_ts: 'When the record was created.',
  modified_ts: 'When the record was last changed.',
  created_user_id: 'The user who created the record; null where the gateway itself or a payer did.',
  modified_user_id: 'The user who last changed the record; null where the gateway itself or a payer did.',
}

const API_ID = "The caller's own id of the record, unique per location; with `?api_id=1` it stands in the path."

/** Returns what a reader should know of a field: what it is, the note of its definition, and what its values mean. */
export function meaningOf(name: string, field: AnyField, { about }: Pick<Resource, 'about'>): string {
  const { description } = field.kind.schema(field.limits)
  const { note } = field.options
  const shared = SHARED[name] ?? (name.endsWith('_api_id') ? API_ID : undefined)
  const texts = [about?.[2]?.[name] ?? (note ? undefined : shared), note, description].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  return texts.map(sentence).join(' ')
}

/** Returns a schema with this description before the one that it has; as it is where there is nothing to say. */
export function withMeaning(schema: JsonSchema, text: string): JsonSchema {
  return text === '' ? schema : { ...schema, description: text }
}

export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Returns `a contact`, `an accountvault`. */
export function withArticle(name: string): string {
  return `${/^[aeiou](?!ser)/.test(name) ? 'an' : 'a'} ${name}`
}
