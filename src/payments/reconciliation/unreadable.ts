import type { UnreadableFile } from '../../ports/incoming-files.ts'
import type { DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import type { Connected } from './connected.ts'
import { LONGEST_NAME, storeFindings } from './findings.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'clock'>

const KIND = 'report_unreadable'

/** Records that a file of a processor cannot be read, or that all of them could be. */
export async function noteUnreadable(
  context: Context,
  { processor, accounts }: Connected,
  error: UnreadableFile | undefined,
  found_by: DiscrepancyRow['found_by'],
): Promise<void> {
  const { root_id, product_transaction_id } = accounts[0]!
  const subject = `reports ${product_transaction_id}`
  const open = await context.db.query<{ id: string }>(OPEN, [root_id, subject])
  if (!error && open.length === 0) return
  const [product] = await context.db.query<{ location_id: string }>(PRODUCT, [product_transaction_id, root_id])
  if (!product) return
  if (!error) return storeFindings(context, root_id, { findings: [], over: open }, found_by)
  const about = { ...product, product_transaction_id, processor: processor.name.slice(0, LONGEST_NAME) }
  const finding = { kind: KIND, subject, ...about, ours: null, theirs: error.message } as const
  await storeFindings(context, root_id, { findings: [finding], over: [] }, found_by)
}

const OPEN = `select id from discrepancy where root_id = $1 and kind = '${KIND}' and subject = $2 and status = 'open'`
const PRODUCT = 'select location_id from producttransaction where id = $1 and root_id = $2'
