import type { Operations } from '../../definition/noun.ts'
import type { Resource } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { tag } from './tag.ts'

/** A record that can be marked: it lies at a location and keeps the ids of its tags. */
interface Marked {
  location_id: string
  tag_ids: readonly string[]
}

/** The ids of the location's tags of these titles, in the order of the titles; a title it does not have yet gets a new id. */
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

/** The rules have given every title an id, in the order of the titles; those that are new get their record here. */
export async function insertTags(work: UnitOfWork, row: Marked, sent: readonly string[]): Promise<void> {
  for (const [index, title] of [...new Set(sent)].entries()) {
    const id = row.tag_ids[index]!
    if (!(await work.exists(tag, { id }))) await work.insert(tag, { id, location_id: row.location_id, title })
  }
}

/** POST and PUT of a noun whose `tags` name tags by title: one transaction stores the record and the tags that are new. */
export function tagging<R extends Resource>(): Operations<R> {
  const also = (sent: unknown) => (work: UnitOfWork, row: unknown) => insertTags(work, row as Marked, titlesOf(sent))
  return {
    create: act => (titlesOf(act.draft).length > 0 ? act.proceed(also(act.draft)) : act.proceed()),
    update: act => act.proceed({ also: also(act.change) }),
  }
}

function titlesOf(sent: unknown): readonly string[] {
  return (sent as { tags?: readonly string[] | null }).tags ?? []
}
