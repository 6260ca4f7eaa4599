import { formatMoney } from '../../lib/money.ts'
import type { ReturnedRequest } from '../../ports/processor.ts'
import type { DiscrepancyKind, DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { StoredAccount } from '../accounts/stored-account.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { canComeBack, recordReturned } from '../resolution/taken-back.ts'
import type { Connected } from './connected.ts'
import { type Finding, LONGEST_NAME, storeFindings } from './findings.ts'
import type { KeepOn } from './record-orders.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'clock' | 'log'>

const CHUNK = 200
/** Files and lists come late, and are corrected. */
const LOOK_BACK = 7 * 86_400

/**
 * Charges back the bank payments that a processor lists as returned, each once. What it lists and the books do not
 * have, or have with another amount, is recorded for a person. Throws when the list cannot be read.
 */
export async function takeReturned(
  context: Context,
  { processor, accounts }: Connected,
  { since, until }: { since: number; until: number },
  found_by: DiscrepancyRow['found_by'],
  keepOn: KeepOn,
): Promise<void> {
  const [account] = accounts
  if (!account || !processor.returned) return
  for await (const returned of processor.returned(since - LOOK_BACK, until))
    for (let at = 0; at < returned.length; at += CHUNK) {
      await keepOn()
      const some = await storedOf(context, account, returned.slice(at, at + CHUNK))
      for (const each of some) if (isPlain(each)) await chargeBack(context, account, each)
      await note(context, account, processor.name, some, found_by)
    }
}

/** What came back, and what the books have of it. */
interface Returned extends Omit<ReturnedRequest, 'amount'> {
  amount: number
  transaction_id: string | null
  payment_method: 'cc' | 'ach' | null
  status_id: TransactionRow['status_id'] | null
  auth_amount: number | null
}

// A payment is known by our reference, or by the processor's id of it where that is not told.
const STORED = `
select said.*, t.id as transaction_id, t.payment_method, t.status_id, t.auth_amount
  from json_to_recordset($1) as said (reference text, processor_reference text, amount bigint, code text, returned_ts bigint)
  left join transaction t on t.root_id = $2 and t.id = coalesce(
    (select a.transaction_id from attempt a where a.id = said.reference and a.root_id = $2),
    (select p.id from transaction p where p.product_transaction_id = $3 and p.root_id = $2
        and p.processor_reference = said.processor_reference order by p.id desc limit 1))`

function storedOf(
  { db }: Context,
  { root_id, product_transaction_id }: StoredAccount,
  returned: readonly ReturnedRequest[],
): Promise<Returned[]> {
  const said = returned.map(({ amount, ...each }) => ({ ...each, amount: amount.toString() }))
  return db.query<Returned>(STORED, [JSON.stringify(said), root_id, product_transaction_id])
}

/** It is a bank payment of this amount, and comes back now or did before. */
function isPlain({ payment_method, status_id, auth_amount, amount }: Returned): boolean {
  return (
    payment_method === 'ach' && auth_amount === amount && (status_id === STATUS.charged_back || comesBack(status_id))
  )
}

function comesBack(status_id: Returned['status_id']): boolean {
  return status_id !== null && canComeBack({ payment_method: 'ach', status_id, doing: null })
}

async function chargeBack(
  context: Context,
  { root_id }: StoredAccount,
  { transaction_id, code, returned_ts }: Returned,
) {
  if (transaction_id !== null) await recordReturned(context, root_id, transaction_id, { code, ts: returned_ts })
}

interface Open {
  id: string
  kind: DiscrepancyKind
  subject: string
}

const OPEN = `select id, kind, subject from discrepancy where root_id = $1 and status = 'open' and subject = any($2)`

async function note(
  context: Context,
  account: StoredAccount,
  processor: string,
  returned: readonly Returned[],
  found_by: DiscrepancyRow['found_by'],
): Promise<void> {
  const { root_id, product_transaction_id } = account
  const findings = returned.flatMap(each => findingOf(each, account, processor) ?? [])
  const subjects = returned.map(each => subjectOf(each, processor))
  const still = new Set(findings.map(({ kind, subject }) => `${kind} ${subject}`))
  const open = await context.db.query<Open>(OPEN, [root_id, subjects])
  const over = open.filter(({ kind, subject }) => !still.has(`${kind} ${subject}`))
  if (findings.length === 0 && over.length === 0) return
  const [{ location_id } = { location_id: null }] = await context.db.query<{ location_id: string | null }>(
    'select location_id from producttransaction where id = $1 and root_id = $2',
    [product_transaction_id, root_id],
  )
  const placed = findings.map(finding => ({ ...finding, location_id }))
  await storeFindings(context, root_id, { findings: placed, over }, found_by)
}

/** Products with one account at the processor are told of the same return. */
function subjectOf({ processor_reference }: Returned, processor: string): string {
  return `returned ${processor} ${processor_reference}`
}

function findingOf(each: Returned, account: StoredAccount, processor: string): Omit<Finding, 'location_id'> | null {
  if (isPlain(each)) return null
  const { transaction_id, auth_amount, amount, code, status_id } = each
  const is_ours = transaction_id !== null && auth_amount !== null
  return {
    kind: is_ours && auth_amount !== amount ? 'return_amount' : 'return_unmatched',
    subject: subjectOf(each, processor),
    product_transaction_id: account.product_transaction_id,
    transaction_id,
    reference: each.processor_reference.slice(0, LONGEST_NAME),
    processor: processor.slice(0, LONGEST_NAME),
    ours: is_ours ? `${formatMoney(auth_amount)}, status ${status_id}` : null,
    theirs: `${code} ${formatMoney(amount)}`,
  }
}
