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
  /**
   * Stops the other process inside the transaction that closes a batch it settles, after `begin` has caused that. Every
   * payment of the batch needs the row it has locked.
   */
  freezeInSettlement(begin: () => Promise<unknown>): Promise<void>
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
    freezeInTransaction: id =>
      freezeBehind(t, freeze, 'select 1 from transaction where id = $1 for update', [id], async () => undefined),
    freezeInSettlement: begin =>
      // The batch is locked before its event is written.
      freezeBehind(t, freeze, 'lock table event in share mode', [], begin, '%update "transactionbatch"%'),
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

/**
 * Holds a lock until the other process waits for it, then freezes that process and lets go: its statement ends, and its
 * transaction stays open with all that it has locked.
 */
async function freezeBehind(
  t: TestApp,
  freeze: () => void,
  lock: string,
  values: unknown[],
  begin: () => Promise<unknown>,
  query = '%',
): Promise<void> {
  const pid = await t.owner.transaction(async tx => {
    await tx.query(lock, values)
    await begin()
    const [found] = await until(
      () => t.owner.query<{ pid: number }>(WAITING, [query]),
      waiting => waiting.length > 0,
    )
    freeze()
    return found!.pid
  })
  await until(
    () => t.owner.query<{ state: string }>('select state from pg_stat_activity where pid = $1', [pid]),
    ([found]) => found?.state === 'idle in transaction',
  )
}

/** SQL: the connection that waits for a lock of another one with such a statement. */
const WAITING = `
select pid from pg_stat_activity where datname = current_database() and query ilike $1 and cardinality(pg_blocking_pids(pid)) > 0`
