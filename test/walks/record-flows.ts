import type { Json } from '../support/app.ts'
import { sampleNouns, sampleOf } from '../support/samples.ts'
import { type Need, registry } from './users.ts'
import { type Flow, good, type Visit } from './visit.ts'

/** Creates each kind of record, reads it with every expand, writes back what it read, and deletes it. */
export const RECORD_FLOWS: readonly Flow[] = sampleNouns.map(noun => {
  const { plural, verbs, scope, fields, expands } = registry.get(noun).resource
  const has = (verb: Need[1]): boolean => verbs.includes(verb)
  const needs = (['create', 'update', 'remove'] as const).filter(has).map(verb => [noun, verb] as const)
  return {
    name: `create a ${noun}, read it, write it back, and delete it`,
    needs,
    names: scope === 'tree' ? 'nothing' : 'field',
    async walk(visit) {
      const made = (await good(visit.api.post(plural, { [noun]: await bodyOf(noun, visit) })))[noun]
      const path = `${plural}/${made.id}`
      const writable = Object.entries(fields).filter(([, { mark }]) => mark.includes('U'))
      const read = Object.fromEntries(writable.filter(([name]) => name in made).map(([name]) => [name, made[name]]))
      if (verbs.includes('read')) await good(visit.api.get(`${path}?expand=${Object.keys(expands)}`))
      if (has('update')) await good(visit.api.put(path, { [noun]: read }))
      if (has('remove')) await good(visit.api.delete(path))
    },
  }
})

/** Returns a body for the location of the visit. An administrator creates the records that it refers to. */
async function bodyOf(noun: string, { t, place, administrator }: Visit): Promise<Json> {
  const { location_id, contact_id, terminal_id, product_transaction_id } = place
  const at = { location_id, contact_id, terminal_id, cc_product_transaction_id: product_transaction_id }
  const merchant = t.merchants[place.level === 'stranger' ? 1 : 0]
  const body = await sampleOf({ api: administrator, merchant: { ...merchant, ...at } }, noun)
  return noun === 'transaction' ? { ...body, location_id, product_transaction_id } : body
}
