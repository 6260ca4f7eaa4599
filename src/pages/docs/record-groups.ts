import type { Noun } from '../../definition/noun.ts'
import type { Registry } from '../../definition/registry.ts'
import { tagsOf } from '../../http/openapi/tags.ts'

interface RecordGroup {
  name: string
  nouns: readonly Noun[]
}

/** Returns all records by the groups in which /openapi.json lists them, what a reader looks for first before others. */
export function recordGroups({ nouns }: Registry): RecordGroup[] {
  const groups = tagsOf(nouns.map(({ resource }) => resource))['x-tagGroups']
  return groups
    .map(({ name, tags }) => ({ name, nouns: nouns.filter(({ resource }) => tags.includes(resource.plural)) }))
    .filter(group => group.nouns.length > 0)
}
