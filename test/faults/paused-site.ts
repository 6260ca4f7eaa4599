import assert from 'node:assert/strict'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { allIsSquare } from '../support/payment-matrix.ts'
import { saleBody } from '../support/payments.ts'
import { lastRow } from '../support/power-cut.ts'
import { request, type Started, startProcess, until } from '../support/process.ts'

/** A gateway of two processes: the test's own, and one that tests freeze. */
export interface PausedSite {
  t: TestApp
  frozen: Started
  /** Sends a sale through the other process and resolves once the processor has it. The answer comes later. */
  saleUnderWay(over?: Json): Promise<{ id: string; answer: Promise<{ status: number; body: Json }> }>
  /** Stops the other process with SIGSTOP. */
  freeze(): void
  /** Stops the other process inside the transaction that stores this payment's outcome, while it holds its locks. */
  freezeInTransaction(id: string): Promise<void>
  wake(): void
  /** Asserts that the processor has one approved order for this payment, and that the books balance. */
  isSquare(id: string): Promise<void>
  close(): Promise<void>
}

/** Long enough to freeze the process first, and shorter than its timeout for the processor. */
const ANSWER_MS = 3_000

export async function pausedSite(name: string, role = 'api'): Promise<PausedSite> {
  const t = await testApp(name)
  const frozen = await startProcess(t.home, { DATABASE_URL: t.database_url, TOLLGATE_ROLE: role })
  const freeze = (): void => void frozen.child.kill('SIGSTOP')
  const wake = (): void => void frozen.child.kill('SIGCONT')
  return {
    t,
    frozen,
    freeze,
    wake,
    async saleUnderWay(over = {}) {
      const before = (await t.ledger()).length
      const headers = { ...t.keysOf(t.merchants[0].user), 'tollgate-sandbox-fault': `late:${ANSWER_MS}` }
      const answer = request('POST', `${frozen.url}/v2/transactions`, { transaction: saleBody(over) }, headers)
      await until(
        () => t.ledger(),
        ledger => ledger.length > before,
      )
      return { id: (await lastRow(t)).id, answer }
    },
    async freezeInTransaction(id) {
      const held = Promise.withResolvers<void>()
      const pid = Promise.withResolvers<number>()
      const locking = t.owner.transaction(async tx => {
        await tx.query('select 1 from transaction where id = $1 for update', [id])
        const [{ waiting } = { waiting: 0 }] = await until(
          () => tx.query<{ waiting: number }>(WAITING),
          found => found.length > 0,
        )
        freeze()
        pid.resolve(waiting)
        await held.promise
      })
      const frozen_pid = await pid.promise
      held.resolve()
      await locking
      await until(
        () => t.owner.query<{ state: string }>('select state from pg_stat_activity where pid = $1', [frozen_pid]),
        ([found]) => found?.state === 'idle in transaction',
      )
    },
    async isSquare(id) {
      const orders = await t.ledger(id)
      assert.deepEqual(
        orders.map(({ action, result }) => [action, result]),
        [['sale', 'approved']],
      )
      await allIsSquare(t)
    },
    async close() {
      wake()
      await frozen.end('SIGKILL')
      await t.close()
    },
  }
}

/** SQL: the connection that waits for a lock held by the current one. */
const WAITING = 'select pid as waiting from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
