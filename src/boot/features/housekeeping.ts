import { purgeCardLikeFields } from '../../events/card-like-fields.ts'
import { sealEvents } from '../../events/seal.ts'
import { purgeIdempotencyKeys } from '../../http/idempotency.ts'
import { eraseNumbers, eraseNumbersDue, eraseNumbersTask } from '../../payments/vault/erase-numbers.ts'
import { sweepTickets } from '../../payments/vault/redeem-ticket.ts'
import type { Core, Feature } from '../parts.ts'

const SEAL_EVERY_MS = 5_000
const PURGE_EVERY_MS = 60_000

/** Upkeep of tables: seals of the audit trail, numbers of accounts that end, and rows that are over. */
export function housekeepingFeature(core: Core): Feature {
  const { db, cipher, clock, cardLikes } = core
  return {
    dueScans: [eraseNumbersDue(core)],
    tasks: eraseNumbersTask.does(() => eraseNumbers(core)),
    periodicTasks: [
      { name: 'seal the audit trail', every_ms: SEAL_EVERY_MS, run: () => sealEvents({ db, cipher, clock }) },
      { name: 'purge unused tickets', every_ms: PURGE_EVERY_MS, run: () => sweepTickets(db, clock) },
      { name: 'purge idempotency keys', every_ms: PURGE_EVERY_MS, run: () => purgeIdempotencyKeys(db, clock) },
      { name: 'purge old counts', every_ms: PURGE_EVERY_MS, run: () => purgeCardLikeFields(db, clock) },
    ],
    close: () => cardLikes.flush(),
  }
}
