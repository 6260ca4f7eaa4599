import type { Settable } from '../../definition/resource.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { tag } from '../tag/tag.ts'
import type { transaction } from './transaction.ts'

/**
 * The tags of these titles at a location, as a transaction keeps them; a title the location does not have yet is made.
 * Not under the request's Idempotency-Key, whose record is the transaction.
 */
export async function tagsOf(
  store: Store,
  actor: Actor,
  location_id: string,
  titles: readonly string[],
): Promise<Settable<typeof transaction>> {
  const records: { id: string; title: string }[] = []
  for (const title of new Set(titles)) {
    const known = await store.reader(actor.caller).find(tag, { location_id, title })
    const { id } = known ?? (await store.insert({ caller: actor.caller }, tag, { location_id, title }))
    records.push({ id, title })
  }
  return { tag_ids: records.map(each => each.id), tag_records: records }
}
