import { systemCaller } from '../../definition/caller.ts'
import { addBankingDays, bankDate } from '../../lib/banking-day.ts'
import { formatMoney } from '../../lib/money.ts'
import type { DiscrepancyKind, DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { endOthers, type Finding, recordFindings } from './findings.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'clock'>

/** A return comes within sixty days of the settlement (Nacha operating rules), and a file settles within days. */
const RETURNED_WITHIN = 75 * 86_400
const ANSWERED_WITHIN_DAYS = 3
const MOST_ENTRIES = 200
const CHUNK = 100

const FILE_KINDS: readonly DiscrepancyKind[] = ['bank_file_unanswered', 'bank_file_totals', 'bank_payment_state']

interface FileRow {
  id: string
  root_id: string
  location_id: string
  product_transaction_id: string
  name: string
  state: string
  entry_count: number
  debit_amount: string
  credit_amount: string
  delivered_ts: number | null
}

/**
 * Compares bank files with their entries, and the entries with their payments: files of the last weeks before `since`,
 * whose entries may still come back, and those that differed before. Records what differs, ends what no longer does.
 */
export async function compareBankFiles(
  context: Context,
  since: number,
  found_by: DiscrepancyRow['found_by'],
): Promise<void> {
  let last = ''
  for (;;) {
    const files = await context.db.query<FileRow>(FILES, [last, since - RETURNED_WITHIN, FILE_KINDS])
    if (files.length === 0) return
    last = files.at(-1)!.id
    for (const file of files) await compareFile(context, file, found_by)
  }
}

const FILES = `
select id, root_id, location_id, product_transaction_id, name, state, entry_count, debit_amount::text, credit_amount::text,
       delivered_ts
  from ach_file f
 where id > $1
   and (created_ts >= $2
        or exists (select from discrepancy d
                    where d.root_id = f.root_id and d.kind = any($3) and d.status = 'open' and d.reference = f.name))
 order by id limit ${CHUNK}`

async function compareFile({ db, store, clock }: Context, file: FileRow, found_by: DiscrepancyRow['found_by']) {
  const seconds = clock.seconds()
  const findings = [...unanswered(file, seconds), ...(await totalsOff(db, file)), ...(await statesOff(db, file))]
  await store.transaction({ caller: systemCaller(file.root_id, 'worker') }, async work => {
    await recordFindings(work, findings, found_by, seconds)
    await endOthers(work, { column: 'reference', value: file.name, kinds: FILE_KINDS }, findings, seconds)
  })
}

function about(file: FileRow) {
  return {
    location_id: file.location_id,
    product_transaction_id: file.product_transaction_id,
    reference: file.name.slice(0, 64),
    processor: 'bank',
  }
}

function unanswered(file: FileRow, seconds: number): Finding[] {
  if (file.state !== 'delivered' || file.delivered_ts === null) return []
  const last = addBankingDays(bankDate(file.delivered_ts), ANSWERED_WITHIN_DAYS)
  if (Temporal.PlainDate.compare(bankDate(seconds), last) <= 0) return []
  return [{ ...about(file), kind: 'bank_file_unanswered', subject: file.id, ours: 'delivered', theirs: null }]
}

async function totalsOff(db: Context['db'], file: FileRow): Promise<Finding[]> {
  const [row] = await db.query<{ entries: number; debit: string; credit: string }>(
    `select count(*)::integer as entries, coalesce(sum(amount) filter (where direction = 'debit'), 0)::text as debit,
            coalesce(sum(amount) filter (where direction = 'credit'), 0)::text as credit
       from ach_entry where root_id = $1 and ach_file_id = $2`,
    [file.root_id, file.id],
  )
  const ours = totalInWords(row?.entries ?? 0, row?.debit ?? '0', row?.credit ?? '0')
  const theirs = totalInWords(file.entry_count, file.debit_amount, file.credit_amount)
  return ours === theirs ? [] : [{ ...about(file), kind: 'bank_file_totals', subject: file.id, ours, theirs }]
}

function totalInWords(entries: number, debit: string, credit: string): string {
  return `${entries} entries, debits ${formatMoney(BigInt(debit))}, credits ${formatMoney(BigInt(credit))}`
}

/**
 * A payment whose last entry was returned is not settled, and one whose entry settled was not charged back unless it
 * was returned. What else can become of a payment in between (a refund, another presentment) is no difference.
 */
const STATES = `
select e.id, e.transaction_id, e.state, t.status_id::text as status_id
  from ach_entry e join transaction t on t.root_id = e.root_id and t.id = e.transaction_id
 where e.root_id = $1 and e.ach_file_id = $2
   and (e.state = 'returned' and t.status_id in (133, 134) or e.state = 'settled' and t.status_id in (133, 331))
   and not exists (select from ach_entry later
                    where later.root_id = e.root_id and later.transaction_id = e.transaction_id
                      and later.presentment > e.presentment and later.state <> 'withdrawn')
 order by e.id limit ${MOST_ENTRIES}`

async function statesOff(db: Context['db'], file: FileRow): Promise<Finding[]> {
  const rows = await db.query<{ id: string; transaction_id: string; state: string; status_id: string }>(STATES, [
    file.root_id,
    file.id,
  ])
  return rows.map(({ id, transaction_id, state, status_id }) => ({
    ...about(file),
    kind: 'bank_payment_state',
    subject: id,
    transaction_id,
    ours: `status ${status_id}`,
    theirs: `entry ${state}`,
  }))
}
