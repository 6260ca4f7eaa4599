import { after, afterEach } from 'node:test'
import { type Json, type TestAppOptions, testApp } from './app.ts'
import { bentProcessor } from './bent-processor.ts'
import { ownProduct, paid, saleBody } from './payments.ts'

/** A gateway beside a processor whose files and lists a test bends, and what it found between the two. */
export async function discrepancySite(name: string, options: TestAppOptions = {}) {
  const { bend, straighten, processor } = bentProcessor()
  const t = await testApp(name, { ...options, processor })
  after(t.close)
  afterEach(straighten)
  const { location_id } = t.merchants[0]
  const site = {
    t,
    bend,
    /** Whose batches are settled by request alone. */
    product: () => ownProduct(t, { allow_blind_refund: 1, batch_auto_settle: 0 }),
    pay: (product_transaction_id: string, transaction_amount: string, more: object = {}): Promise<Json> =>
      paid(t.api, saleBody({ product_transaction_id, transaction_amount, ...more })),
    compare: (batch: Json) => t.app.payments.reconciliation.compareBatch(location_id, batch.id),
    async listed(query: string): Promise<Json[]> {
      return (await t.api.request('GET', `/v2/discrepancies?${query}&sort=id`)).discrepancies
    },
    ofBatch: async ({ id }: Json) => (await site.listed(`transaction_batch_id=${id}`)).map(brief),
  }
  return site
}

export const brief = ({ kind, status, ours, theirs, transaction_id }: Json) => ({
  kind,
  status,
  ours,
  theirs,
  transaction_id,
})

/** A difference that is open, as `brief` shows it. */
export const open = (
  kind: string,
  ours: string | null,
  theirs: string | null,
  transaction_id: string | null = null,
) => ({ kind, status: 'open', ours, theirs, transaction_id })
