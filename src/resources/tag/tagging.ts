import type { Operations } from '../../definition/noun.ts'
import type { Resource } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { tag } from './tag.ts'

interface Tagged {
  location_id: string
  tag_ids: readonly string[]
}

/** Returns the ids of a location's tags in the order of their titles; a title that is new gets a new id. */
export async function tagIds(
  read: Reader,
  location_id: string,
  sent: readonly string[] | null,
  seconds: number,
): Promise<string[]> {
  const titles = [...new Set(sent)]
  if (titles.length === 0) return []
  const known = await read.all(tag, { location_id, title: titles })
  const ids = new Map(known.map(({ title, id }) => [title, id]))
  return titles.map(title => ids.get(title) ?? newId(seconds * 1000))
}

/** Stores the tags that are new. `row.tag_ids` has an id for every title, in the same order. */
export async function insertTags(work: UnitOfWork, row: Tagged, sent: readonly string[]): Promise<void> {
  for (const [index, title] of [...new Set(sent)].entries()) {
    const id = row.tag_ids[index]!
    if (!(await work.exists(tag, { id }))) await work.insert(tag, { id, location_id: row.location_id, title })
  }
}

/** Returns operations that store a record and its new tags in one transaction; `tags` names tags by title. */
export function tagging<R extends Resource>(): Operations<R> {
  const also = (sent: unknown) => (work: UnitOfWork, row: unknown) => insertTags(work, row as Tagged, titlesOf(sent))
  return {
    create: act => (titlesOf(act.draft).length > 0 ? act.proceed(also(act.draft)) : act.proceed()),
    update: act => act.proceed({ also: also(act.change) }),
  }
}

function titlesOf(sent: unknown): readonly string[] {
  return (sent as { tags?: readonly string[] | null }).tags ?? []
}
