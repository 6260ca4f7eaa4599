import { purgeCardLikeFields } from '../../events/card-like-fields.ts'
import { sealEvents } from '../../events/seal.ts'
import { purgeIdempotencyKeys } from '../../http/idempotency.ts'
import { sweepTickets } from '../../payments/vault/redeem-ticket.ts'
import type { Core, Feature } from '../parts.ts'

const SEAL_EVERY_MS = 5_000
const PURGE_EVERY_MS = 60_000

/** Upkeep of tables: seals of the audit trail, and rows that are over. */
export function housekeepingFeature({ db, cipher, clock, cardLikes }: Core): Feature {
  return {
    periodicTasks: [
      { name: 'seal the audit trail', every_ms: SEAL_EVERY_MS, run: () => sealEvents({ db, cipher, clock }) },
      { name: 'purge unused tickets', every_ms: PURGE_EVERY_MS, run: () => sweepTickets(db, clock) },
      { name: 'purge idempotency keys', every_ms: PURGE_EVERY_MS, run: () => purgeIdempotencyKeys(db, clock) },
      { name: 'purge old counts', every_ms: PURGE_EVERY_MS, run: () => purgeCardLikeFields(db, clock) },
    ],
    close: () => cardLikes.flush(),
  }
}
