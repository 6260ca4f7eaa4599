import { hash } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import type { SealParts } from './seal.ts'
import {
  contentMark,
  eventMark,
  FIRST_HASH,
  isEarlierForm,
  linkHash,
  MARK_LETTERS,
  SEALED_COLUMNS,
  type SealedEvent,
} from './seal-marks.ts'

/** A link that is not valid and why. */
export interface Break {
  position: number
  /** The whole of it: what is changed once more says something else. */
  says: string
}

/** The result of verifying one chain from its first link to its last. */
export interface Chain {
  root_id: string
  links: number
  events: number
  /** Hash of the last link. Stored elsewhere, it shows whether the end of the chain was cut off. */
  hash: string
  /** The first link that is not valid and that the operator has not accepted; null when there is none. */
  broken: Break | null
}

/** A chain with every link that is not valid. */
export interface WholeChain extends Chain {
  breaks: (Break & { is_accepted: boolean })[]
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

/** Verifies every chain, one location tree after the other, and goes on behind what is broken. */
export async function* verifySeals(parts: Parts): AsyncGenerator<WholeChain> {
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

/** Verifies the chain of a location tree from its first link to its last. */
export async function verifyChain(parts: Parts, root_id: string): Promise<WholeChain> {
  const breaks: Break[] = []
  let chain = await verifyChainFrom(parts, { root_id, links: 0, hash: FIRST_HASH })
  let events = chain.events
  while (chain.broken) {
    breaks.push(chain.broken)
    const next = await linkBehind(parts.db, root_id, chain.broken.position)
    if (!next) break
    chain = await verifyChainFrom(parts, { root_id, ...next })
    events += chain.events
  }
  breaks.push(...(await addedBehind(parts.db, root_id)))
  const known = await acceptedBreaks(parts.db, root_id)
  const marked = breaks.map(each => ({ ...each, is_accepted: known.has(`${each.position} ${each.says}`) }))
  return { ...chain, events, broken: marked.find(each => !each.is_accepted) ?? null, breaks: marked }
}

/**
 * Returns where verifying goes on: behind the broken link itself, or behind the next one where it is missing; null
 * where none is left.
 */
export async function linkBehind(
  db: Queryable,
  root_id: string,
  position: number,
): Promise<{ links: number; hash: string } | null> {
  const [next] = await db.query<{ links: number; hash: string }>(
    'select position as links, hash from event_seal where root_id = $1 and position >= $2 order by position limit 1',
    [root_id, position],
  )
  return next ?? null
}

async function acceptedBreaks(db: Queryable, root_id: string): Promise<Set<string>> {
  const rows = await db.query<Break>('select position, says from accepted_break where root_id = $1', [root_id])
  return new Set(rows.map(({ position, says }) => `${position} ${says}`))
}

const NEXT_LINK = `select position, event_ids, marks, content, hash, trimmed_ts from event_seal
 where root_id = $1 and position > $2 order by position limit 1`

/** Between the first and the last id, so that not every part of the trail is asked for each. */
const EVENTS = `select ${SEALED_COLUMNS} from event e
 where e.id = any($1) and e.id >= (select min(id) from unnest($1::text[]) id) and e.id <= (select max(id) from unnest($1::text[]) id)`

async function faultOf({ db, cipher }: Parts, root_id: string, before: Chain, link: LinkRow): Promise<string | null> {
  const { position, event_ids, content } = link
  if (position !== before.links + 1) return 'the link is missing'
  // Whoever knows a key that was replaced could have made it.
  if (isEarlierForm(link.hash, before.hash)) return 'the link is sealed by a key that was replaced before'
  if (!isSealed(cipher, root_id, before, link)) return 'the link itself was changed'
  if (link.trimmed_ts !== null) return null
  const rows = await db.query<SealedEvent>(EVENTS, [event_ids])
  const found = new Map(rows.map(row => [row.id, row]))
  const marks: string[] = []
  const faults: string[] = []
  for (const [index, id] of event_ids.entries()) {
    const event = found.get(id)
    const mark = event ? eventMark(cipher, link.hash, event) : ''
    if (!event) faults.push(`event ${id} is missing`)
    else if (mark.slice(0, MARK_LETTERS) !== link.marks[index]) faults.push(`event ${id} was changed`)
    marks.push(mark)
  }
  if (faults.length > 0) return inShort(faults)
  return contentMark(cipher, link.hash, marks) === content ? null : 'what the link says of its events was changed'
}

function isSealed(cipher: Parts['cipher'], root_id: string, { hash }: Chain, link: LinkRow): boolean {
  try {
    const { position, content } = link
    return linkHash(cipher, link.hash, { root_id, position, content, hash_before: hash }) === link.hash
  } catch {
    // A form that no key of the ring makes.
    return false
  }
}

const MOST_NAMED = 3

/** Names some of many faults and tells all of them apart: what is accepted is this and nothing more. */
function inShort(faults: readonly string[]): string {
  const named = faults.slice(0, MOST_NAMED).join(', ')
  if (faults.length <= MOST_NAMED) return named
  return `${named} and ${faults.length - MOST_NAMED} more (${hash('sha256', faults.join()).slice(0, 16)})`
}

/** Returns the events that are in no link although sealing has passed them; no link is theirs, which 0 stands for. */
async function addedBehind(db: Queryable, root_id: string): Promise<Break[]> {
  const events = await db.query<{ id: string }>(
    `select e.id from event e, event_sealing s
      where e.root_id = $1 and (e.xid < s.xid or e.id <= s.floor_id)
        and e.id not in (select unnest(event_ids) from event_seal where root_id = $1)
      order by e.id`,
    [root_id],
  )
  if (events.length === 0) return []
  return [{ position: 0, says: inShort(events.map(({ id }) => `event ${id} was added behind its seal`)) }]
}

/** Returns how many events are not sealed yet: all behind the place that sealing has come to. */
export async function unsealed(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from event e
      where e.xid >= (select xid from event_sealing)
        and (e.xid, e.id) > ((select xid from event_sealing), (select event_id from event_sealing))
        and e.id > (select floor_id from event_sealing)`,
  )
  return Number(row?.count ?? 0)
}
