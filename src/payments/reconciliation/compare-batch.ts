import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { formatMoney } from '../../lib/money.ts'
import { BATCH_KINDS, type DiscrepancyKind, type DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import { checkBatch } from '../batches/check-batch.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import type { Mismatch } from '../payments.ts'
import { endOthers, type Finding, recordFindings } from './findings.ts'

type Batch = Row<typeof transactionbatch>
type Context = Pick<PaymentContext, 'db' | 'store' | 'processors' | 'clock' | 'log'>

const HOUR = 3600
const DAY = 86_400
/** A processor may write its file in the night after a settlement. */
const FILE_WITHIN = 36 * HOUR
/** Files are corrected within days: a settled batch is compared again on as many nights. */
const NIGHTS = 3
/** A batch that differs is compared on as many nights, to find that it was mended. */
const NIGHTS_WHILE_OPEN = 30
/** A file that is all wrong makes one list that a person can read; the net amount tells the rest. */
const MOST_LINES = 200

/** `alone`: only with its payments, because nothing was settled, or there is no file, or not yet. */
type Verdict = 'compared' | 'alone' | 'differing'

/**
 * Compares a batch with the processor's files and its device's closing, and records what differs. A file that is not
 * there yet is asked for again every hour before it counts as missing, unless somebody looks by hand.
 */
export async function compareBatch(
  context: Context,
  { root_id, id }: { root_id: string; id: string },
  found_by: DiscrepancyRow['found_by'],
): Promise<{ verdict: Verdict }> {
  const caller = systemCaller(root_id, 'worker')
  const batch = await context.store.reader(caller).maybe(transactionbatch, id)
  if (!batch) return { verdict: 'alone' }
  const seconds = context.clock.seconds()
  const isLate = found_by === 'hand' || seconds >= (batch.batch_close_ts ?? batch.modified_ts) + FILE_WITHIN
  const { findings, reconciled } = await mismatchesOf(context, batch)
  const waits = !isLate && findings.some(({ kind }) => kind === 'file_missing')
  await context.store.transaction({ caller }, async work => {
    if (!waits) {
      await recordFindings(work, findings, found_by, seconds)
      await endOthers(work, { column: 'transaction_batch_id', value: id, kinds: BATCH_KINDS }, findings, seconds)
    }
    const compare_ts = waits ? seconds + HOUR : nextNight(batch, findings.length > 0, seconds)
    // No event: when it is compared next is not visible from outside.
    await work.query('update transactionbatch set compare_ts = $2 where id = $1', [id, compare_ts])
  })
  if (waits) return { verdict: 'alone' }
  return { verdict: findings.length > 0 ? 'differing' : reconciled ? 'compared' : 'alone' }
}

async function mismatchesOf(
  context: Context,
  batch: Batch,
): Promise<{ findings: Finding[]; reconciled: boolean | null }> {
  try {
    const { mismatches, reconciled } = await checkBatch(context, batch)
    const found = mismatches.slice(0, MOST_LINES).map(each => findingOf(batch, each))
    return { findings: [...found, ...(await deviceTotals(context, batch))], reconciled }
  } catch (error) {
    context.log.warn({ transactionbatch: batch.id, message: (error as Error).message }, 'a batch could not be compared')
    return { findings: [unreadable(batch)], reconciled: null }
  }
}

function unreadable(batch: Batch): Finding {
  const what = 'the processor has no file of it'
  const theirs = 'a file that cannot be read'
  return findingOf(batch, { what, transaction_id: null, ours: batch.settlement_file_name, theirs })
}

function findingOf(batch: Batch, { what, transaction_id, ours, theirs }: Mismatch): Finding {
  const kind = kindOf(what, ours, theirs)
  // What the file calls a payment of another batch need not be one of ours.
  const names_ours = kind !== 'line_extra' || ours !== null
  return {
    ...aboutBatch(batch),
    kind,
    subject: [batch.id, transaction_id ?? what].join(' '),
    transaction_id: names_ours ? transaction_id : null,
    reference: transaction_id,
    ours: ours ?? (kind === 'file_missing' ? 'settled' : null),
    theirs,
  }
}

function aboutBatch({ id, location_id, product_transaction_id }: Batch) {
  return { location_id, product_transaction_id, transaction_batch_id: id }
}

const KINDS: Readonly<Record<string, DiscrepancyKind>> = {
  'the processor has no file of it': 'file_missing',
  'a payment of another batch is settled': 'line_extra',
  'a payment is in the file twice': 'line_twice',
  'net amount': 'net_amount',
}

function kindOf(what: string, ours: string | null, theirs: string | null): DiscrepancyKind {
  if (what.startsWith('total_')) return 'batch_totals'
  if (what !== 'a payment is settled differently') return KINDS[what] ?? 'batch_state'
  if (theirs === null) return 'line_missing'
  return ours === 'voided' ? 'line_extra' : 'line_amount'
}

/**
 * What a device reported at its closing, against the payments that were taken at it since its closing before. A payment
 * that was changed without the device (voided by request, captured) makes the two incomparable.
 */
const DEVICE_TOTALS = `
select run.id, run.transaction_amount::text as theirs, taken.net::text as ours
  from transactionbatch b
  join terminalrun run on run.root_id = b.root_id and run.id = b.terminalrun_id and run.transaction_amount is not null
 cross join lateral (
   select coalesce(sum(case t.status_id when 101 then t.captured_amount when 111 then -coalesce(t.auth_amount, 0) else 0 end), 0) as net,
          coalesce(bool_or(exists (select from attempt a where a.root_id = t.root_id and a.transaction_id = t.id)), false) as changed
     from terminalrun one
     join transaction t on t.root_id = one.root_id and t.id = one.transaction_id
    where one.terminal_id = run.terminal_id and one.id < run.id and one.action <> 'settle'
      and one.id > coalesce((select max(before.id) from terminalrun before
                              where before.terminal_id = run.terminal_id and before.id < run.id
                                and before.action = 'settle' and before.result = 'approved'), '')) as taken
 where b.id = $1 and not taken.changed`

async function deviceTotals({ db }: Context, batch: Batch): Promise<Finding[]> {
  const rows = await db.query<{ id: string; ours: string; theirs: string }>(DEVICE_TOTALS, [batch.id])
  const off = rows.filter(({ ours, theirs }) => ours !== theirs)
  return off.map(({ id, ours, theirs }) => ({
    ...aboutBatch(batch),
    kind: 'terminal_total',
    subject: `${batch.id} ${id}`,
    reference: id,
    ours: formatMoney(BigInt(ours)),
    theirs: formatMoney(BigInt(theirs)),
  }))
}

/** Returns when a batch is compared next; null when it was compared often enough, or will be settled again. */
function nextNight(batch: Batch, differs: boolean, seconds: number): number | null {
  if (batch.processing_status_id === PROCESSING.processing) return null
  const nights = differs ? NIGHTS_WHILE_OPEN : batch.batch_close_ts === null ? 0 : NIGHTS
  const next = seconds + DAY
  return next <= (batch.batch_close_ts ?? batch.created_ts) + nights * DAY + HOUR ? next : null
}

/** Has a batch compared as soon as the worker gets to it. */
export async function compareSoon(work: UnitOfWork, batch_id: string, seconds: number): Promise<void> {
  await work.query('update transactionbatch set compare_ts = $2 where id = $1', [batch_id, seconds])
}
