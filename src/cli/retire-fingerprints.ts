import { setTimeout as pause } from 'node:timers/promises'
import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'
import { forgetFormer, hasFormerFingerprints } from './rotate-fingerprints.ts'

/** Recipients of a mail may stop further ones by its link for a month (CAN-SPAM, 16 CFR 316.5). */
const LINKS_SECONDS = 30 * 86_400
const DAY = 86_400

interface Retiring {
  db: Database
  ring: KeyRing
  clock: Clock
  /** A person's word that links, receipts and sign-ins of before may end. */
  at_once: boolean
}

/**
 * Throws in one line while something needs fingerprints of the earlier key, or a payment could be taken twice without.
 */
export async function assertUnused({ db, ring, clock, at_once }: Retiring): Promise<void> {
  const { starts_ts } = ring.fingerprintKeys().at(-1)!
  const seconds = clock.seconds()
  if (await hasFormerFingerprints(db, ring))
    throw new Error('fingerprints of the earlier key are left: run keyring rotate-fingerprints first')
  const [open] = await db.query<{ batches: number }>(OPEN_BATCHES, [starts_ts])
  if (open && open.batches > 0)
    throw new Error(
      `${open.batches} open batches were begun before the new key, and duplicates in them are found by the earlier one: settle them first`,
    )
  if (seconds < starts_ts + DAY)
    throw new Error(
      `bank payments and repeated requests of a day are told from new ones by the earlier key: wait until ${dateOf(starts_ts + DAY)}`,
    )
  const until = starts_ts + LINKS_SECONDS
  if (at_once || seconds >= until) return
  throw new Error(
    `links in mails, receipts and sign-ins of before the new key end with it: wait until ${dateOf(until)}, or say --at-once`,
  )
}

function dateOf(seconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()
}

/** Payments of a batch that was begun earlier are compared by what the earlier key made. */
const OPEN_BATCHES = `
select count(*)::integer as batches from transactionbatch b join producttransaction p on p.id = b.product_transaction_id
 where b.is_open and b.created_ts < $1 and p.dup_check_per_batch like '%account_number%'`

/** Every process knows by then that the key is retired. */
const SPREAD_MS = 2_000

/** Forgets what accounts were known by under a key that is retired now. Returns how many. */
export async function forgetRetired(db: Database): Promise<number> {
  await pause(SPREAD_MS)
  return forgetFormer(db)
}
