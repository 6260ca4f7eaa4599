import { systemCaller } from '../../definition/caller.ts'
import { bankDate } from '../../lib/banking-day.ts'
import { newId } from '../../lib/id.ts'
import { formatMoney } from '../../lib/money.ts'
import { UnreadableFile } from '../../ports/incoming-files.ts'
import type { SettledRequest } from '../../ports/processor.ts'
import type { DiscrepancyKind, DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import type { StoredAccount } from '../accounts/stored-account.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { lookAgainSoon } from '../resolution/look-again.ts'
import type { Connected } from './connected.ts'
import { findUnsettled } from './find-unsettled.ts'
import { type Finding, LONGEST_NAME, storeFindings } from './findings.ts'
import type { KeepOn } from './record-orders.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'clock'>

const CHUNK = 500
/** A payment that a person was called for is still asked about: it is a difference when that goes on for so long. */
const UNANSWERED = 2 * 86_400

/**
 * Stores what a processor that settles by itself has settled, and compares each payment with the books, by the sum of
 * all that was settled of it: one that is not stored here, that was voided or declined here, or whose amount differs,
 * as that of one settled twice, is recorded and asked about; one that agrees ends what was recorded before, and settles
 * a bank payment. A batch that is not told as settled is recorded too.
 * Returns how many differ. Throws when the processor cannot be reached, and an `UnreadableFile` after all that could be
 * read.
 */
export async function recordSettled(
  context: Context,
  { processor, accounts }: Connected,
  { since, until }: { since: number; until: number },
  found_by: DiscrepancyRow['found_by'],
  keepOn: KeepOn,
): Promise<number> {
  const [account] = accounts
  if (!account || !processor.settled) return 0
  // What is told in files may come long after it was settled.
  // Lists are corrected, and transfers named, within the time a settlement takes.
  const from = since - processor.memory.settles
  let earliest = from
  let unreadable: unknown
  try {
    for await (const settled of processor.settled(from, until)) {
      await keepOn()
      earliest = settled.reduce((first, { settled_ts }) => Math.min(first, settled_ts), earliest)
      for (let at = 0; at < settled.length; at += CHUNK) await store(context, account, settled.slice(at, at + CHUNK))
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    unreadable = error
  }
  await settleBankPayments(context, account, earliest)
  const differing = await compareStored(context, account, processor.name, earliest, found_by)
  if (unreadable) throw unreadable
  return differing + (await findUnsettled(context, account, processor.memory, { since, until }, found_by))
}

async function store(
  { db, clock }: Context,
  account: StoredAccount,
  settled: readonly SettledRequest[],
): Promise<void> {
  const rows = settled.map(({ amount, fee, line = 1, ...each }) => ({
    ...each,
    line,
    id: newId(clock.now()),
    amount: amount.toString(),
    fee: fee === null ? null : fee.toString(),
  }))
  await db.run(STORE, [JSON.stringify(rows), account.root_id, account.product_transaction_id, clock.seconds()])
}

// A payment is known by the processor's id of it, or by our reference where that was never told. Several products may
// have one account at the processor: each is told of all payments there, and each is stored once, with its own product.
// A list that says another amount later has the last word.
const STORE = `
insert into settled_payment (id, root_id, product_transaction_id, processor_reference, batch, line, transaction_id, amount, fee,
                             funding_reference, settled_ts, created_ts)
select distinct on (said.processor_reference, said.batch, said.line) said.id, $2::text, coalesce(t.product_transaction_id, $3::text),
       said.processor_reference, said.batch, said.line, t.id, said.amount, said.fee, said.funding_reference, said.settled_ts, $4::bigint
  from json_to_recordset($1) as said (id text, reference text, processor_reference text, batch text, line integer, amount bigint, fee bigint,
                                      funding_reference text, settled_ts bigint)
  left join transaction t on t.root_id = $2::text and t.id = coalesce(
    (select o.id from transaction o where o.product_transaction_id = $3::text and o.root_id = $2::text
        and o.processor_reference = said.processor_reference order by o.id desc limit 1),
    (select a.transaction_id from attempt a where a.id = said.reference and a.root_id = $2::text))
    on conflict (product_transaction_id, processor_reference, batch, line, root_id) do update
   set told_amount = case when excluded.amount <> settled_payment.amount then excluded.amount end,
       fee = coalesce(excluded.fee, settled_payment.fee),
       funding_reference = coalesce(excluded.funding_reference, settled_payment.funding_reference),
       transaction_id = coalesce(settled_payment.transaction_id, excluded.transaction_id)`

/** What the books have of a settled payment. */
interface Settled {
  /** Its id here, or the processor's of one that is not stored. */
  key: string
  /** By which a difference is known. */
  processor_reference: string
  /** All that the processor has settled it under. */
  processor_references: string[]
  lines: number
  location_id: string
  transaction_id: string | null
  theirs: string
  ours: string | null
  outcome: string | null
  status_id: number | null
  /** Its outcome is still asked about: it is compared on another night. */
  is_open: boolean
}

// What was settled before it could be voided was given back as a payment of its own: together they come to nothing. A
// payment that was made twice under one reference of ours has two ids there, and both are its own.
const ROWS = `
with chosen as materialized (
  select distinct coalesce(transaction_id, processor_reference) as key from settled_payment
   where product_transaction_id = $1 and root_id = $2 and (settled_ts >= $3 or processor_reference = any($4))
     and coalesce(transaction_id, processor_reference) > $5
   order by key limit ${CHUNK})
select chosen.key, own.*, t.id as transaction_id, p.location_id, t.outcome, t.status_id,
       coalesce(t.processor_reference, own.first_reference) as processor_reference,
       coalesce(t.outcome in ('pending', 'unknown') and coalesce(t.stuck_ts > $6, true), false) as is_open,
       (case when t.outcome <> 'approved' or t.status_id = ${STATUS.voided} then 0
             when t.type_id in (30, 40) then -t.auth_amount
             when t.payment_method = 'ach' then t.auth_amount else t.captured_amount end)::text as ours
  from chosen cross join lateral (
    select sum(coalesce(s.told_amount, s.amount))::text as theirs, count(*)::int as lines, max(s.transaction_id) as settled_id,
           min(s.processor_reference) as first_reference, array_agg(distinct s.processor_reference) as processor_references
      from settled_payment s
     where s.product_transaction_id = $1 and s.root_id = $2
       and (s.transaction_id = chosen.key or s.transaction_id is null and s.processor_reference = chosen.key)) as own
  join producttransaction p on p.id = $1 and p.root_id = $2
  left join transaction t on t.id = own.settled_id and t.root_id = $2
 order by chosen.key`

interface Open {
  id: string
  kind: DiscrepancyKind
  reference: string
}

const OPEN = `
select id, kind, reference from discrepancy
 where root_id = $1 and status = 'open' and starts_with(subject, $2) order by id limit ${CHUNK}`

async function compareStored(
  context: Context,
  { root_id, product_transaction_id }: StoredAccount,
  processor: string,
  since: number,
  found_by: DiscrepancyRow['found_by'],
): Promise<number> {
  const about = `settled ${product_transaction_id} `
  const open = await context.db.query<Open>(OPEN, [root_id, about])
  const references = open.map(({ reference }) => reference)
  let differing = 0
  for (let last = ''; ; ) {
    const chosen = [product_transaction_id, root_id, since, references, last]
    const rows = await context.db.query<Settled>(ROWS, [...chosen, context.clock.seconds() - UNANSWERED])
    await askAtOnce(context, root_id, rows)
    const findings = rows.flatMap(row => findingOf(row, { about, product_transaction_id, processor }) ?? [])
    await askAgain(context, root_id, findings)
    const still = new Set(findings.map(({ kind, reference }) => `${kind} ${reference}`))
    const looked = new Set(
      rows.flatMap(({ processor_reference, processor_references }) => [processor_reference, ...processor_references]),
    )
    const over = open.filter(({ kind, reference }) => looked.has(reference) && !still.has(`${kind} ${reference}`))
    await storeFindings(context, root_id, { findings, over }, found_by)
    differing += findings.length
    if (rows.length < CHUNK) return differing
    last = rows.at(-1)!.key
  }
}

/** A processor that has settled a payment knows it: what is still asked about need not wait for its turn. */
async function askAtOnce({ db }: Context, root_id: string, rows: readonly Settled[]): Promise<void> {
  const open = rows.flatMap(({ is_open, transaction_id }) => (is_open ? [transaction_id] : []))
  if (open.length > 0) await db.run(ASK, [root_id, open])
}

const ASK = `
update attempt set ask_ts = 0
 where root_id = $1 and transaction_id = any($2) and (state = 'unknown' or state = 'pending' and underway is not null)`

/** What its processor has taken back goes back here, as soon as it says so itself. */
async function askAgain(context: Context, root_id: string, findings: readonly Finding[]): Promise<void> {
  const ids = findings.flatMap(({ transaction_id }) => transaction_id ?? [])
  if (ids.length === 0) return
  const approved = await context.db.query<{ id: string }>(APPROVED, [root_id, ids])
  const attempts = approved.map(({ id }) => id)
  await lookAgainSoon(context, root_id, attempts)
}

const APPROVED = `select id from attempt where root_id = $1 and transaction_id = any($2) and state = 'approved' order by id`

function findingOf(
  { processor_reference, transaction_id, location_id, theirs, lines, ours, outcome, status_id, is_open }: Settled,
  { about, product_transaction_id, processor }: { about: string; product_transaction_id: string; processor: string },
): Finding | null {
  // Some processors list what came back in their settlements, others elsewhere.
  if (is_open || (status_id === STATUS.charged_back && theirs === '0')) return null
  const kind = kindOf(theirs, ours)
  if (kind === null) return null
  return {
    kind,
    subject: `${about}${processor_reference}`,
    location_id,
    product_transaction_id,
    transaction_id,
    reference: processor_reference.slice(0, LONGEST_NAME),
    processor: processor.slice(0, LONGEST_NAME),
    ours: ours === null ? null : `${outcome} ${formatMoney(BigInt(ours))}`,
    theirs: `settled ${formatMoney(BigInt(theirs))}${lines > 1 ? ` in ${lines} lines` : ''}`,
  }
}

function kindOf(theirs: string, ours: string | null): DiscrepancyKind | null {
  if (ours === null) return theirs === '0' ? null : 'order_unrecorded'
  if (ours === theirs) return null
  return ours === '0' ? 'order_result' : 'order_amount'
}

/** A bank payment that its processor has settled, in the steps that one takes which leaves with a file. */
const STEPS = [STATUS.ach_pending, STATUS.ach_originating, STATUS.ach_originated, STATUS.ach_settled] as const

const BANK_PAYMENTS = `
select t.id, s.settled_ts from settled_payment s join transaction t on t.id = s.transaction_id and t.root_id = s.root_id
 where s.product_transaction_id = $1 and s.root_id = $2 and s.settled_ts >= $3 and s.amount = t.auth_amount
   and t.payment_method = 'ach' and t.status_id in (131, 132, 133) and t.originate_ts is null and t.doing is null
 order by t.id limit ${CHUNK}`

async function settleBankPayments(
  { db, store }: Context,
  { root_id, product_transaction_id }: StoredAccount,
  since: number,
): Promise<void> {
  for (;;) {
    const due = await db.query<{ id: string; settled_ts: number }>(BANK_PAYMENTS, [
      product_transaction_id,
      root_id,
      since,
    ])
    let moved = 0
    for (const { id, settled_ts } of due) {
      moved += await store.transaction({ caller: systemCaller(root_id, 'worker') }, async work => {
        let row = await work.lock(transaction, id)
        const at = row ? STEPS.indexOf(row.status_id as (typeof STEPS)[number]) : -1
        if (!row || at < 0 || row.doing !== null) return 0
        for (const status_id of STEPS.slice(at + 1, -1)) row = await work.update(transaction, row, { status_id })
        const settle_date = bankDate(settled_ts).toString()
        await work.update(transaction, row, { status_id: STATUS.ach_settled, settle_date })
        return 1
      })
    }
    if (due.length < CHUNK || moved === 0) return
  }
}
