import { type SealParts, sealEvents } from '../../src/events/seal.ts'
import { unsealed } from '../../src/events/verify-seals.ts'

const TOO_YOUNG = 'select from event where xid >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint limit 1'

/**
 * Seals all there is, with one link for each tree, and returns how many events that were. Older transactions of other
 * databases of the same server have to end first, or it would take several links, or leave some for the next time.
 */
export async function sealAll(parts: SealParts): Promise<number> {
  while ((await parts.db.query(TOO_YOUNG)).length > 0);
  let sealed = 0
  do sealed += await sealEvents(parts)
  while ((await unsealed(parts.db)) > 0)
  return sealed
}
