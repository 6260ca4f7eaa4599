import type { Database, Queryable, Tx } from '../../src/db/database.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'
import { outsideMachines } from './simulated-time.ts'

/**
 * A real database whose statements, and the commits of its transactions, wait for their turns. Notifications are lost,
 * as they may be: what waits for one finds out by looking.
 */
export function simulatedDatabase(db: Database, scheduler: Scheduler, of: SimulatedProcess): Database {
  const queryable = (target: Queryable): Queryable => ({
    async query(text, values, reading) {
      await scheduler.turn(of, 'statement', labelOf(text))
      return scheduler.call(of, () => target.query(text, values, reading))
    },
    async run(text, values) {
      await scheduler.turn(of, 'statement', labelOf(text))
      return scheduler.call(of, () => target.run(text, values))
    },
  })
  const wrapped = (tx: Tx): { own: Tx; isEnded(): boolean } => {
    let last = false
    let ended = false
    const marking = (text: string): string => {
      ended ||= last
      return text
    }
    const plain = queryable(tx)
    const own: Tx = {
      kind: 'tx',
      query: (text, values, reading) => plain.query(marking(text), values, reading),
      run: (text, values) => plain.run(marking(text), values),
      endWithNext() {
        last = true
        tx.endWithNext()
        return own
      },
    }
    return { own, isEnded: () => ended }
  }
  return {
    ...queryable(db),
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      let flight = scheduler.open(of)
      const inside = async (tx: Tx): Promise<T> => {
        const { own, isEnded } = wrapped(tx)
        const result = await work(own)
        if (!isEnded()) await scheduler.turn(of, 'statement', 'commit')
        return result
      }
      const turn = async (tx: Tx): Promise<T> => {
        const begun = new Promise<void>(resolve => flight.land(resolve))
        try {
          await Promise.race([begun, of.death.promise])
          return await Promise.race([scheduler.within(of, () => inside(tx)), of.death.promise])
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

/** Enough of a statement to know it by. */
function labelOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 70)
}
