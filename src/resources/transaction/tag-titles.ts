import type { By, Door } from '../../definition/door.ts'
import type { Settable } from '../../definition/resource.ts'
import { tag } from '../tag/tag.ts'
import type { transaction } from './transaction.ts'

/**
 * The tags of these titles at a location, as a transaction keeps them; a title the location does not have yet is made.
 * Not under the request's Idempotency-Key, whose record is the transaction.
 */
export async function tagsOf(
  door: Door,
  by: By,
  location_id: string,
  titles: readonly string[],
): Promise<Settable<typeof transaction>> {
  const records: { id: string; title: string }[] = []
  for (const title of new Set(titles)) {
    const known = await door.reader(by.caller).find(tag, { location_id, title })
    const { id } = known ?? (await door.insert({ caller: by.caller }, tag, { location_id, title }))
    records.push({ id, title })
  }
  return { tag_ids: records.map(each => each.id), tag_records: records }
}
