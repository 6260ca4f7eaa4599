import { purgeCardLikeFields } from '../../events/card-like-fields.ts'
import { sealEvents } from '../../events/seal.ts'
import { trimEvents } from '../../events/trim-events.ts'
import { purgeIdempotencyKeys } from '../../http/idempotency.ts'
import { monthsBefore } from '../../lib/local-date.ts'
import { trimNotifications } from '../../payments/accounts/notifications.ts'
import { archivedBefore, archivePayments } from '../../payments/batches/archive.ts'
import { eraseNumbers, eraseNumbersDue, eraseNumbersTask } from '../../payments/vault/erase-numbers.ts'
import { sweepTickets } from '../../payments/vault/redeem-ticket.ts'
import { trimMessages } from '../../resources/log_email/trim-messages.ts'
import type { Core, Feature } from '../parts.ts'

const SEAL_EVERY_MS = 5_000
const PURGE_EVERY_MS = 60_000
const TRIM_EVERY_MS = 3_600_000
const ARCHIVE_EVERY_MS = 24 * 3_600_000
const DAY = 86_400

/** Upkeep of tables: seals of the audit trail, numbers of accounts that end, and rows that are over. */
export function housekeepingFeature(core: Core): Feature {
  const { config, db, cipher, clock, cardLikes } = core
  const { audit_months, messages_days, archive_months } = config.keep
  const trimAudit = () => trimEvents({ db, cipher, clock }, monthsBefore(clock.seconds(), audit_months))
  const trimLogs = () => trimMessages(db, clock.seconds() - messages_days * DAY)
  const archive = () =>
    archivePayments(
      { db, clock },
      { before: archivedBefore(clock.seconds(), archive_months, config.number_days), root_id: null },
    )
  return {
    dueScans: [eraseNumbersDue(core)],
    tasks: eraseNumbersTask.does(() => eraseNumbers(core)),
    periodicTasks: [
      { name: 'seal the audit trail', every_ms: SEAL_EVERY_MS, run: () => sealEvents({ db, cipher, clock }) },
      { name: 'purge unused tickets', every_ms: PURGE_EVERY_MS, run: () => sweepTickets(db, clock) },
      { name: 'purge idempotency keys', every_ms: PURGE_EVERY_MS, run: () => purgeIdempotencyKeys(db, clock) },
      ...(audit_months > 0 ? [{ name: 'trim the audit trail', every_ms: TRIM_EVERY_MS, run: trimAudit }] : []),
      ...(messages_days > 0 ? [{ name: 'trim logs of messages', every_ms: TRIM_EVERY_MS, run: trimLogs }] : []),
      ...(archive_months > 0 ? [{ name: 'archive old payments', every_ms: ARCHIVE_EVERY_MS, run: archive }] : []),
      { name: 'trim notifications of processors', every_ms: TRIM_EVERY_MS, run: () => trimNotifications(core) },
      { name: 'purge old counts', every_ms: PURGE_EVERY_MS, run: () => purgeCardLikeFields(db, clock) },
    ],
    close: () => cardLikes.flush(),
  }
}
