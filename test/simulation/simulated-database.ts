import type { Database, Queryable, Tx } from '../../src/db/database.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'
import { outsideMachines } from './simulated-time.ts'

/**
 * Wraps a real database: each statement and commit waits for its turn. Notifications are dropped, because the product
 * must not depend on them: everything that listens also polls.
 */
export function simulatedDatabase(db: Database, scheduler: Scheduler, of: SimulatedProcess): Database {
  return {
    ...queryableIn(db, scheduler, of),
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      let flight = scheduler.open(of)
      const turn = async (tx: Tx): Promise<T> => {
        const begun = new Promise<void>(resolve => flight.land(resolve))
        const { own, isEnded, answered } = transactionIn(tx, scheduler, of)
        const inside = async (): Promise<T> => {
          const result = await work(own)
          if (!isEnded()) await scheduler.turn(of, 'statement', 'commit')
          return result
        }
        try {
          await Promise.race([begun, of.death.promise])
          return await Promise.race([scheduler.within(of, inside), of.death.promise])
        } catch (error) {
          // A statement that waits for a lock does not notice the death of its process. Roll back after it ends.
          await answered()
          throw error
        } finally {
          flight = scheduler.open(of)
        }
      }
      return new Promise((resolve, reject) => {
        outsideMachines(() => db.transaction(turn)).then(
          value => flight.land(() => resolve(value)),
          error => flight.land(() => reject(error)),
        )
      })
    },
    listen: () => () => undefined,
    connections: () => db.connections(),
    close: () => db.close(),
  }
}

type Send = <T>(call: () => Promise<T>) => Promise<T>

/** `send` wraps each call to the database. */
function queryableIn(
  target: Queryable,
  scheduler: Scheduler,
  of: SimulatedProcess,
  send: Send = call => call(),
): Queryable {
  return {
    async query(text, values, reading) {
      await scheduler.turn(of, 'statement', labelOf(text))
      return scheduler.call(of, () => send(() => target.query(text, values, reading)))
    },
    async run(text, values) {
      await scheduler.turn(of, 'statement', labelOf(text))
      return scheduler.call(of, () => send(() => target.run(text, values)))
    },
  }
}

/** An open transaction. `isEnded`: its last statement was sent together with the commit. */
function transactionIn(tx: Tx, scheduler: Scheduler, of: SimulatedProcess) {
  let is_last = false
  let is_ended = false
  let sent: Promise<unknown> = Promise.resolve()
  const plain = queryableIn(tx, scheduler, of, call => {
    const answer = call()
    sent = answer.catch(() => undefined)
    return answer
  })
  const marked = (text: string): string => {
    is_ended ||= is_last
    return text
  }
  const own: Tx = {
    kind: 'tx',
    query: (text, values, reading) => plain.query(marked(text), values, reading),
    run: (text, values) => plain.run(marked(text), values),
    endWithNext() {
      is_last = true
      tx.endWithNext()
      return own
    },
  }
  return { own, isEnded: () => is_ended, answered: () => sent }
}

/** Returns the start of a statement, to name it in the trace. */
function labelOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 70)
}
