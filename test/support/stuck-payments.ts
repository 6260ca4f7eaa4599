import assert from 'node:assert/strict'
import { openPayments } from '../../src/payments/open-payments.ts'
import type { NewPayment, Payments } from '../../src/payments/payments.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { Processor } from '../../src/ports/processor.ts'
import type { Intervention } from '../../src/resources/transaction/transaction.states.ts'
import { type Answer, type Json, testApp } from './app.ts'
import { cardPayment, disturbed, gateway, type Line, resolveAll, rootActor } from './power-cut.ts'

const NOTE = 'looked at the processor, told the customer'

/** A gateway whose payments can be brought into every state that waits for a person. */
export async function stuckPayments(name: string) {
  const line: Line = { fault: undefined, instead: undefined }
  const processor = (real: Processor): Processor => disturbed(real, line)
  const t = await testApp(name, { processor })
  for (const id of [t.merchants[0].cc_product_transaction_id, t.merchants[0].ach_product_transaction_id]) {
    const set = { allow_blind_refund: 1, debit_allow_void: 1, dup_check_per_batch: 0 }
    await t.api.put(`producttransactions/${id}`, { producttransaction: set })
  }
  const site = {
    t,
    line,
    processor,
    resolved: () => resolveAll(t, () => gateway(t, processor).resolve()),
    /** A payment whose caller was told that it failed. */
    async told(over: Partial<NewPayment> = {}, fault = 'drop_after,hide:2'): Promise<string> {
      line.fault = fault
      const row = await gateway(t, processor).run(rootActor(t), cardPayment(t, over))
      line.fault = undefined
      assert.deepEqual([row.status_id, row.outcome], [301, 'unknown'])
      return row.id
    },
    /** A payment that was approved, and that the processor does not give back. */
    async stuck(over: Partial<NewPayment> = {}, fault = 'keep'): Promise<string> {
      const id = await site.told(over, `drop_after,hide:2,${fault}`)
      await site.resolved()
      assert.equal((await site.shown(id)).is_stuck, true)
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
    shown: async (id: string): Promise<Json> => (await t.api.get(`transactions/${id}`)).body.transaction,
    story: async (id: string): Promise<Json[]> => (await t.api.get(`transactions/${id}/attempts`)).body.attempts,
    decide: (id: string, resolution: Intervention, note = NOTE): Promise<Answer> =>
      t.api.post(`transactions/${id}/resolve`, { transaction: { resolution, note } }),
    async decided(id: string, resolution: Intervention): Promise<Json> {
      const answer = await site.decide(id, resolution)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.transaction
    },
    async verbs(id: string): Promise<string[]> {
      const rows = await t.db.query<{ verb: string }>('select verb from event where record_id = $1 order by id', [id])
      return rows.map(({ verb }) => verb)
    },
  }
  return site
}
