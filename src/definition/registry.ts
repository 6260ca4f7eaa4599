import type { Noun } from './noun.ts'
import type { Expand, Resource } from './resource.ts'
import type { Projection } from './store.ts'

/** All nouns, looked up by name; what a definition points at is checked once, at boot. */
export interface Registry {
  nouns: readonly Noun[]
  get(name: string): Noun
  /** The projections an event of this noun and verb runs. */
  projections(noun: string, verb: string): readonly Projection[]
}

const COMMON = ['id', 'root_id', 'created_ts', 'modified_ts', 'created_user_id', 'modified_user_id', 'deleted_ts']

/** Throws a plain Error naming every definition that points at something that is not there. */
export function registry(nouns: readonly Noun[], consequences: readonly Projection[] = []): Registry {
  const byName = new Map(nouns.map(noun => [noun.resource.name, noun]))
  const faults = [...doubles(nouns), ...nouns.flatMap(noun => faultsOf(noun.resource, byName))]
  if (faults.length > 0) throw new Error(`definitions do not fit together:\n${faults.join('\n')}`)

  const projections = [...consequences, ...nouns.flatMap(noun => noun.projections)]
  const remembered = new Map<string, readonly Projection[]>()
  return {
    nouns,
    get(name) {
      const found = byName.get(name)
      if (!found) throw new Error(`there is no noun ${name}`)
      return found
    },
    projections(noun, verb) {
      const key = `${noun}.${verb}`
      let found = remembered.get(key)
      if (!found) {
        found = projections.filter(each => each.on === noun && (each.verbs === 'any' || each.verbs.includes(verb)))
        remembered.set(key, found)
      }
      return found
    },
  }
}

function doubles(nouns: readonly Noun[]): string[] {
  const names = nouns.flatMap(({ resource }) => [...new Set([resource.name, resource.plural])])
  return names.filter((name, index) => names.indexOf(name) !== index).map(name => `two nouns are called ${name}`)
}

function faultsOf(resource: Resource, byName: Map<string, Noun>): string[] {
  const faults = resource.fields.id ? [] : [`${resource.name} has no id`]
  for (const [name, field] of Object.entries(resource.fields)) {
    const target = field.options.to
    if (target !== undefined && !byName.has(target))
      faults.push(`${resource.name}.${name} refers to unknown noun ${target}`)
  }
  for (const [name, expand] of Object.entries(resource.expands)) {
    const fault = faultOfExpand(resource, expand, byName)
    if (fault) faults.push(`expand ${resource.name}.${name} ${fault}`)
  }
  for (const part of resource.sort.split(',')) {
    if (!hasColumn(resource, part.replace(/^-/, ''))) faults.push(`${resource.name} sorts by unknown ${part}`)
  }
  return faults
}

function faultOfExpand(resource: Resource, expand: Expand, byName: Map<string, Noun>): string | null {
  if (expand.kind === 'fact') return null
  const target = byName.get(expand.noun)?.resource
  if (!target) return `names unknown noun ${expand.noun}`
  if (!hasColumn(resource, expand.local)) return `uses unknown column ${expand.local}`
  return hasColumn(target, expand.foreign) ? null : `uses unknown column ${expand.noun}.${expand.foreign}`
}

/** Whether a table has this column: a stored field, or one of the columns every table has. */
export function hasColumn(resource: Resource, column: string): boolean {
  const { reach } = resource.fields[column]?.options ?? { reach: COMMON.includes(column) ? undefined : 'input' }
  return reach !== 'input' && reach !== 'key'
}
