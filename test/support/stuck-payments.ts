import assert from 'node:assert/strict'
import { openPayments } from '../../src/payments/open-payments.ts'
import type { NewPayment, Payments } from '../../src/payments/payments.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { Intervention } from '../../src/resources/transaction/transaction.states.ts'
import type { Json } from './app.ts'
import { allowEverything } from './payment-matrix.ts'
import { transactionOf } from './payments.ts'
import { disturbedSite } from './power-cut.ts'

const NOTE = 'looked at the processor, told the customer'

/** A gateway whose payments can be brought into every state that waits for a person. */
export async function stuckPayments(name: string) {
  const { t, line, processor, pay, resolved } = await disturbedSite(name)
  await allowEverything(t)
  const site = {
    t,
    line,
    processor,
    resolved,
    /** A payment whose caller was told that it failed. */
    async told(over: Partial<NewPayment> = {}, fault = 'drop_after,hide:2'): Promise<string> {
      line.fault = fault
      const row = await pay(over)
      line.fault = undefined
      assert.deepEqual([row.status_id, row.outcome], [301, 'unknown'])
      return row.id
    },
    /** A payment that was approved, and that the processor does not give back. */
    async stuck(over: Partial<NewPayment> = {}, fault = 'keep'): Promise<string> {
      const id = await site.told(over, `drop_after,hide:2,${fault}`)
      await site.resolved()
      assert.equal((await transactionOf(t, id)).is_stuck, true)
      return id
    },
    /** A process of the gateway in which no processor is connected any more. */
    disconnected(): Payments {
      return openPayments({
        db: t.db,
        store: t.app.store,
        vaulting: vaulting({ db: t.db, cipher: t.cipher, clock: t.clock }),
        clock: t.clock,
        processors: {},
        log: { error: () => undefined, warn: () => undefined },
        retry_policy: { lease_seconds: 0, ask_again_seconds: [0] },
      })
    },
    story: async (id: string): Promise<Json[]> => (await t.api.transactions.listAttempts(id)).attempts,
    decide: (id: string, resolution: Intervention, note = NOTE): Promise<Json> =>
      t.api.transactions.resolve(id, { resolution, note }),
    async verbs(id: string): Promise<string[]> {
      const rows = await t.db.query<{ verb: string }>('select verb from event where record_id = $1 order by id', [id])
      return rows.map(({ verb }) => verb)
    },
  }
  return site
}
