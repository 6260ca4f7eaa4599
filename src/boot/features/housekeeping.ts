import { purgeKeyPlaces } from '../../alerts/key-places.ts'
import { switchOffInactive } from '../../auth/activity.ts'
import { purgeUses } from '../../auth/quotas.ts'
import { purgePlaces } from '../../auth/sign-in-places.ts'
import { systemCaller } from '../../definition/caller.ts'
import { purgeCardLikeFields } from '../../events/card-like-fields.ts'
import { ROOTLESS, recordEvents } from '../../events/record-events.ts'
import { sealEvents } from '../../events/seal.ts'
import { keepEventParts, trimEvents } from '../../events/trim-events.ts'
import { purgeIdempotencyKeys } from '../../http/idempotency.ts'
import { trimGivenUp } from '../../jobs/given-up.ts'
import { type NightlyTask, nightlyWork } from '../../jobs/nightly-work.ts'
import { monthsBefore } from '../../lib/local-date.ts'
import { trimNotifications } from '../../payments/accounts/notifications.ts'
import { ARCHIVING, archivedBefore, archivePayments } from '../../payments/batches/archive.ts'
import { purgeUnapprovedRefunds } from '../../payments/risk/refund-approval.ts'
import { trimRuns } from '../../payments/terminals/trim-runs.ts'
import { eraseNumbers, eraseNumbersDue, eraseNumbersTask, PIECES } from '../../payments/vault/erase-numbers.ts'
import { sweepTickets } from '../../payments/vault/redeem-ticket.ts'
import { trimMessages } from '../../resources/log_email/trim-messages.ts'
import type { Core, Feature } from '../parts.ts'
import { pageLook } from './page-watch.ts'

const SEAL_EVERY_MS = 5_000
const PURGE_EVERY_MS = 60_000
const DAY = 86_400

/** Upkeep of tables: seals of the audit trail, numbers of accounts that end, and rows that are over. */
export function housekeepingFeature(core: Core): Feature {
  const { config, db, cipher, clock, cardLikes } = core
  return {
    dueScans: [eraseNumbersDue],
    tasks: eraseNumbersTask.does(() => eraseNumbers(core, PIECES)),
    periodicTasks: [
      { name: 'seal the audit trail', every_ms: SEAL_EVERY_MS, run: () => sealEvents({ db, cipher, clock }) },
      { name: 'look after parts of the audit trail', every_ms: PURGE_EVERY_MS, run: () => keepTrail(core) },
      { name: 'purge unused tickets', every_ms: PURGE_EVERY_MS, run: () => sweepTickets(db, clock) },
      { name: 'purge idempotency keys', every_ms: PURGE_EVERY_MS, run: () => purgeIdempotencyKeys(db, clock) },
      { name: 'purge old counts', every_ms: PURGE_EVERY_MS, run: () => purgeCardLikeFields(db, clock) },
      { name: 'purge uses of quotas', every_ms: PURGE_EVERY_MS, run: () => purgeUses(db, clock) },
      { name: 'purge sums of refunds', every_ms: PURGE_EVERY_MS, run: () => purgeUnapprovedRefunds(db, clock) },
      { name: 'look after the key service', every_ms: PURGE_EVERY_MS, run: async () => complain(core) },
      nightlyWork(core, config.night, nightlyTasks(core)),
    ],
    close: () => cardLikes.flush(),
  }
}

function keepTrail({ config, db, clock }: Pick<Core, 'config' | 'db' | 'clock'>): Promise<void> {
  const { audit_months } = config.keep
  const now = clock.seconds()
  return keepEventParts(db, now, audit_months > 0 ? monthsBefore(now, audit_months) : null)
}

/** While the keys in memory are still good nothing else would tell that they cannot be asked for again. */
function complain({ cipher, log }: Pick<Core, 'cipher' | 'log'>): void {
  const trouble = cipher.trouble()
  if (trouble) log.error({ trouble }, 'the keys cannot be unwrapped again; what needs them is refused before long')
}

/** A new key is of use to nobody without a copy, so the operator is told, and `doctor --keyring-copy` misses it. */
async function replaceKeys({ db, cipher, clock, log }: Pick<Core, 'db' | 'cipher' | 'clock' | 'log'>): Promise<number> {
  const key_id = await cipher.renew()
  if (key_id === null) return 0
  const about = { location_id: null, noun: 'key_ring', record_id: '', verb: 'renewed', details: { key_id } }
  await recordEvents(db, clock, [{ caller: systemCaller(ROOTLESS, 'worker'), ...about }])
  log.warn({ key_id }, 'the period of a key is over and a new one seals: copy the key ring, then run rotate-keys')
  return 1
}

/** What is over is deleted or moved at night, apart from what grows by the minute. */
function nightlyTasks(core: Core): NightlyTask[] {
  const { config, db, cipher, clock, store, auth } = core
  const { audit_months, messages_days, archive_months, terminal_runs_days } = config.keep
  const { endAll: endSessions } = auth.tokens
  const { invalidate: invalidateCredentials } = auth.credentials
  const people = { db, store, clock, policy: config.sign_in.policy, endSessions, invalidateCredentials }
  const daysAgo = (days: number): number => clock.seconds() - days * DAY
  const trimAudit = (stopping: AbortSignal) =>
    trimEvents({ db, cipher, clock }, monthsBefore(clock.seconds(), audit_months), stopping)
  const archive = (stopping: AbortSignal) => {
    const before = archivedBefore(clock.seconds(), archive_months, config.number_days)
    return archivePayments({ db, clock }, { before, root_id: null, stopping })
  }
  return [
    { name: 'replace keys whose period is over', run: () => replaceKeys(core) },
    ...(audit_months > 0 ? [{ name: 'trim the audit trail', run: trimAudit }] : []),
    ...(messages_days > 0
      ? [
          {
            name: 'trim logs of messages',
            run: (stopping: AbortSignal) => trimMessages(db, daysAgo(messages_days), stopping),
          },
        ]
      : []),
    ...(terminal_runs_days > 0
      ? [
          {
            name: 'trim runs at terminals',
            run: (stopping: AbortSignal) => trimRuns(db, daysAgo(terminal_runs_days), stopping),
          },
        ]
      : []),
    { name: 'switch off inactive users', run: stopping => switchOffInactive(people, stopping) },
    { name: 'forget places of keys', run: stopping => purgeKeyPlaces(db, clock, stopping) },
    { name: 'forget places of sign-ins', run: stopping => purgePlaces(db, clock.seconds(), stopping) },
    { name: 'trim jobs that were given up', run: stopping => trimGivenUp({ db, clock }, stopping) },
    { name: 'trim notifications of processors', run: stopping => trimNotifications({ db, clock }, stopping) },
    ...(archive_months > 0 ? [{ name: ARCHIVING, run: archive }] : []),
    ...(config.looks_at_pages ? [pageLook(core)] : []),
  ]
}
