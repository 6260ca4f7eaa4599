import type { Database } from '../db/database.ts'
import type { SealParts } from '../events/seal.ts'
import { verifyChainFrom } from '../events/verify-seals.ts'
import type { Raise } from './raise-alert.ts'

interface Parts extends SealParts {
  db: Database
  raise: Raise
  /** Seconds for which a chain that was looked at is left alone, by whichever process. */
  rest: number
}

/** Links of a chain in one look, each of 500 events at most: a long history is verified over some looks. */
const MOST_LINKS = 2_000

interface Verified {
  root_id: string
  position: number
  hash: string
}

/**
 * Verifies what was sealed since the last time, in every chain, and that what was verified then is still there.
 * Returns how many chains are broken. The whole of them the operator verifies, with what he keeps elsewhere.
 */
export async function verifyNewLinks({ raise, rest, ...parts }: Parts): Promise<number> {
  const { db, clock } = parts
  const known = await db.query<Verified>(KNOWN, [clock.seconds() - rest])
  let broken = 0
  for (const { root_id, position, hash } of known) {
    const chain = await verifyChainFrom(parts, { root_id, links: position, hash }, MOST_LINKS)
    if (chain.broken) {
      broken += 1
      const whose = root_id === '' ? 'what belongs to no merchant' : `merchant ${root_id}`
      const says = `The audit trail of ${whose} is broken at link ${chain.broken.position}: ${chain.broken.says}.`
      await raise([{ root_id: '', matter: 'chain_broken', subject: root_id, says }])
    } else await db.run(ADVANCE, [root_id, chain.links, chain.hash, clock.seconds()])
  }
  return broken
}

const KNOWN = `
select r.root_id, coalesce(v.position, 0) as position, coalesce(v.hash, '') as hash
  from (select distinct root_id from event_seal union select root_id from verified_chain) r
  left join verified_chain v using (root_id) where coalesce(v.verified_ts, 0) <= $1 order by r.root_id`

const ADVANCE = `
insert into verified_chain (root_id, position, hash, verified_ts) values ($1, $2, $3, $4)
    on conflict (root_id) do update set position = excluded.position, hash = excluded.hash, verified_ts = excluded.verified_ts
 where verified_chain.position <= excluded.position`
