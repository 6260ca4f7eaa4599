import type { Noun } from '../../definition/noun.ts'
import type { Fields } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { parseDraft } from '../../engine/parse.ts'
import { exampleSent } from './example.ts'

type Sent = Record<string, unknown>

/** Rules rarely ask for a third thing because of a second. */
const MOST_ROUNDS = 5

/**
 * What a POST of this noun looks like, under its key: the required fields, and whatever the noun's own rules then still ask for. The
 * rules are run on the example until they have nothing more to say about fields that are missing.
 */
export function createExample(noun: Noun): Record<string, Sent> {
  const { name, fields } = noun.resource
  const example: Sent = {}
  let missing = Object.keys(fields).filter(each => fields[each]!.mark.startsWith('R'))
  for (let round = 0; round < MOST_ROUNDS && missing.length > 0; round += 1) {
    for (const each of missing) example[each] = exampleSent(each, fields[each]!)
    missing = complaints(noun, example).filter(each => isAddable(fields, each) && !(each in example))
  }
  return { [name]: inOrder(fields, example) }
}

function complaints(noun: Noun, example: Sent): string[] {
  const { values, problems } = parseDraft(noun.resource.fields, example)
  noun.rules.create?.validate?.(values, problemList(problems))
  return Object.keys(problems)
}

function isAddable(fields: Fields, name: string): boolean {
  const field = fields[name]
  return field?.mark.includes('P') === true && exampleSent(name, field) !== undefined
}

function inOrder(fields: Fields, example: Sent): Sent {
  const names = Object.keys(fields).filter(name => example[name] !== undefined)
  return Object.fromEntries(names.map(name => [name, example[name]]))
}
