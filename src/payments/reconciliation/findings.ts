import { systemCaller } from '../../definition/caller.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { type DiscrepancyKind, type DiscrepancyRow, discrepancy } from '../../resources/discrepancy/discrepancy.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'

/** A difference as a comparison has found it. */
export interface Finding {
  kind: DiscrepancyKind
  /** With the kind, tells it from every other difference of its merchant. At most 128 characters. */
  subject: string
  /** Null only in the tree that belongs to no merchant. */
  location_id: string | null
  ours: string | null
  theirs: string | null
  product_transaction_id?: string | null
  transaction_batch_id?: string | null
  transaction_id?: string | null
  reference?: string | null
  processor?: string | null
}

type FoundBy = DiscrepancyRow['found_by']

/** Of a finding's reference, and of the name of its processor. */
export const LONGEST_NAME = 64
const LONGEST_SIDE = 128

/** Records what a part of a comparison has found in a tree, and ends what it no longer finds. */
export async function storeFindings(
  { store, clock }: Pick<PaymentContext, 'store' | 'clock'>,
  root_id: string,
  { findings, over }: { findings: readonly Finding[]; over: readonly { id: string }[] },
  found_by: FoundBy,
): Promise<void> {
  if (findings.length === 0 && over.length === 0) return
  await store.transaction({ caller: systemCaller(root_id, 'worker') }, async work => {
    await recordFindings(work, findings, found_by, clock.seconds())
    const ended = over.map(({ id }) => id)
    await endFindings(work, ended, clock.seconds())
  })
}

/**
 * Records what a comparison has found in the tree of the unit of work. A difference that is known stays one record:
 * one that is open counts on; one that had gone, or was explained with other values, opens again.
 */
export async function recordFindings(
  work: UnitOfWork,
  findings: readonly Finding[],
  found_by: FoundBy,
  seconds: number,
): Promise<void> {
  if (findings.length === 0) return
  const known = await knownOf(work, findings)
  const archived = await archivedOf(work, findings)
  const again: string[] = []
  // Two files of one batch can differ in the same way: that is one difference.
  for (const finding of new Map(findings.map(each => [keyOf(each), shortened(each)])).values()) {
    const row = known.get(keyOf(finding))
    if (!row) {
      const found = { found_by, status: 'open', times_found: 1, seen_ts: seconds, notice_ts: seconds } as const
      await work.insert(discrepancy, { ...finding, ...namedBy(finding, archived), ...found })
      continue
    }
    const is_same = row.ours === finding.ours && row.theirs === finding.theirs
    if (is_same && row.status !== 'gone') again.push(row.id)
    else await openAgain(work, row.id, finding, seconds)
  }
  if (again.length > 0) await work.query(COUNT_ON, [again, seconds])
}

/** What is archived is named by its reference alone: the key of `transaction_id` leads to living payments. */
async function archivedOf(work: UnitOfWork, findings: readonly Finding[]): Promise<Set<string>> {
  const ids = findings.flatMap(({ transaction_id }) => transaction_id ?? [])
  if (ids.length === 0) return new Set()
  const rows = await work.query<{ id: string }>(ARCHIVED, [work.actor.caller.root_id, ids])
  return new Set(rows.map(({ id }) => id))
}

function namedBy({ transaction_id, reference }: Finding, archived: ReadonlySet<string>) {
  if (!transaction_id || !archived.has(transaction_id)) return {}
  return { transaction_id: null, reference: reference ?? transaction_id }
}

const ARCHIVED = 'select id from archived_transaction where root_id = $1 and id = any($2)'

const KNOWN = `
select id, kind, subject, status, ours, theirs from discrepancy
 where root_id = $1 and (kind, subject) in (select * from unnest($2::text[], $3::text[])) for no key update`

/** Seeing a difference again is no event: it says nothing new. */
const COUNT_ON =
  'update discrepancy set seen_ts = $2, times_found = times_found + 1 where id = any($1) and seen_ts < $2'

type Known = Pick<DiscrepancyRow, 'id' | 'kind' | 'subject' | 'status' | 'ours' | 'theirs'>

async function knownOf(work: UnitOfWork, findings: readonly Finding[]): Promise<Map<string, Known>> {
  const rows = await work.query<Known>(KNOWN, [
    work.actor.caller.root_id,
    findings.map(({ kind }) => kind),
    findings.map(({ subject }) => subject),
  ])
  return new Map(rows.map(row => [keyOf(row), row]))
}

function keyOf({ kind, subject }: Pick<Finding, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`
}

function shortened(finding: Finding): Finding {
  const { ours, theirs } = finding
  return { ...finding, ours: ours?.slice(0, LONGEST_SIDE) ?? null, theirs: theirs?.slice(0, LONGEST_SIDE) ?? null }
}

async function openAgain(work: UnitOfWork, id: string, { ours, theirs }: Finding, seconds: number): Promise<void> {
  const row = await work.lock(discrepancy, id)
  if (!row) throw new Error(`discrepancy ${id} is gone`)
  const opened = row.status === 'open' ? {} : ({ status: 'open', gone_ts: null, notice_ts: seconds } as const)
  const seen = { ours, theirs, seen_ts: seconds, times_found: row.times_found + 1 }
  await work.update(discrepancy, row, { ...seen, ...opened }, { verb: 'found again' })
}

/** Ends open differences that a later comparison did not find any more. */
export async function endFindings(work: UnitOfWork, ids: readonly string[], seconds: number): Promise<void> {
  for (const id of ids) {
    const row = await work.lock(discrepancy, id)
    if (row?.status !== 'open') continue
    await work.update(discrepancy, row, { status: 'gone', gone_ts: seconds, notice_ts: null }, { verb: 'gone' })
  }
}

/** Ends the open differences of these kinds about a batch or file that are not among what was found now. */
export async function endOthers(
  work: UnitOfWork,
  about: { column: 'transaction_batch_id' | 'reference'; value: string; kinds: readonly DiscrepancyKind[] },
  found: readonly Finding[],
  seconds: number,
): Promise<void> {
  const open = await work.query<{ id: string; kind: DiscrepancyKind; subject: string }>(
    `select id, kind, subject from discrepancy
      where root_id = $1 and ${about.column} = $2 and kind = any($3) and status = 'open' order by id`,
    [work.actor.caller.root_id, about.value, about.kinds],
  )
  const still = new Set(found.map(keyOf))
  const over = open.filter(each => !still.has(keyOf(each)))
  await endFindings(
    work,
    over.map(({ id }) => id),
    seconds,
  )
}
