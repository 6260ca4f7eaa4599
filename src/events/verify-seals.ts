import type { Queryable } from '../db/database.ts'
import type { SealParts } from './seal.ts'
import {
  contentMark,
  eventMark,
  FIRST_HASH,
  linkHash,
  MARK_LETTERS,
  SEALED_COLUMNS,
  type SealedEvent,
} from './seal-marks.ts'

/** The result of verifying one chain from its first link to its last. */
export interface Chain {
  root_id: string
  links: number
  events: number
  /** Hash of the last link. Stored elsewhere, it shows whether the end of the chain was cut off. */
  hash: string
  /** The first link that is not valid and why; null when all are valid. */
  broken: { position: number; says: string } | null
}

interface LinkRow {
  position: number
  event_ids: string[]
  marks: string[]
  content: string
  hash: string
  trimmed_ts: number | null
}

type Parts = Pick<SealParts, 'cipher'> & { db: Queryable }

/** Verifies every chain, one location tree after the other. */
export async function* verifySeals(parts: Parts): AsyncGenerator<Chain> {
  const roots = await parts.db.query<{ root_id: string }>('select distinct root_id from event_seal order by root_id')
  for (const { root_id } of roots) yield verifyChain(parts, root_id)
}

/** Verifies at most so many links after one that was verified before, and that this one is still the same. */
export async function verifyChainFrom(
  parts: Parts,
  { root_id, links, hash }: Pick<Chain, 'root_id' | 'links' | 'hash'>,
  most = Number.POSITIVE_INFINITY,
): Promise<Chain> {
  const chain: Chain = { root_id, links, events: 0, hash, broken: null }
  const [last] = await parts.db.query<LinkRow>(NEXT_LINK, [root_id, links - 1])
  if (links > 0 && (last?.position !== links || last.hash !== hash))
    return { ...chain, broken: { position: links, says: 'it is not the one that was seen before' } }
  while (chain.links - links < most) {
    const [link] = await parts.db.query<LinkRow>(NEXT_LINK, [root_id, chain.links])
    if (!link) break
    const says = await faultOf(parts, root_id, chain, link)
    if (says) return { ...chain, broken: { position: chain.links + 1, says } }
    chain.links = link.position
    chain.events += link.event_ids.length
    chain.hash = link.hash
  }
  return chain
}

async function verifyChain(parts: Parts, root_id: string): Promise<Chain> {
  const chain = await verifyChainFrom(parts, { root_id, links: 0, hash: FIRST_HASH })
  if (chain.broken) return chain
  const added = await addedBehind(parts.db, root_id)
  return added
    ? { ...chain, broken: { position: chain.links, says: `event ${added} was added behind its seal` } }
    : chain
}

const NEXT_LINK = `select position, event_ids, marks, content, hash, trimmed_ts from event_seal
 where root_id = $1 and position > $2 order by position limit 1`

async function faultOf({ db, cipher }: Parts, root_id: string, before: Chain, link: LinkRow): Promise<string | null> {
  const { position, event_ids, content, hash } = link
  if (position !== before.links + 1) return 'the link is missing'
  if (linkHash(cipher, { root_id, position, content, hash_before: before.hash }) !== hash)
    return 'the link itself was changed'
  if (link.trimmed_ts !== null) return null
  const rows = await db.query<SealedEvent>(`select ${SEALED_COLUMNS} from event e where e.id = any($1)`, [event_ids])
  const found = new Map(rows.map(row => [row.id, row]))
  const marks: string[] = []
  for (const [index, id] of event_ids.entries()) {
    const event = found.get(id)
    if (!event) return `event ${id} is missing`
    const mark = eventMark(cipher, event)
    if (mark.slice(0, MARK_LETTERS) !== link.marks[index]) return `event ${id} was changed`
    marks.push(mark)
  }
  return contentMark(cipher, marks) === content ? null : 'what the link says of its events was changed'
}

/** Returns the id of an event that is in no link although sealing has passed it, or null. */
async function addedBehind(db: Queryable, root_id: string): Promise<string | null> {
  const [event] = await db.query<{ id: string }>(
    `select e.id from event e, event_sealing s
      where e.root_id = $1 and (e.xid < s.xid or e.id <= s.floor_id)
        and e.id not in (select unnest(event_ids) from event_seal where root_id = $1)
      order by e.id limit 1`,
    [root_id],
  )
  return event?.id ?? null
}

/** Returns how many events are not sealed yet. */
export async function unsealed(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select (select count(*) from event) - (select coalesce(sum(cardinality(event_ids)), 0) from event_seal where trimmed_ts is null) as count`,
  )
  return Number(row?.count ?? 0)
}
