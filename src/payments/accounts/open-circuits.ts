import type { Database } from '../../db/database.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import type { CircuitState } from '../../lib/circuit.ts'
import { newId } from '../../lib/id.ts'
import type { Clock } from '../../ports/clock.ts'

const HEARTBEAT_MS = 10_000
/** Longer than a heartbeat that is late. */
const ALIVE_SECONDS = 30

/** What this process cannot reach, written down for operators beside it. */
export interface OpenCircuits {
  /** Never throws: what cannot be written now is with the next heartbeat. */
  turned(state: CircuitState): void
  close(): Promise<void>
}

export function openCircuits({ db, clock }: { db: Database; clock: Clock }): OpenCircuits {
  const process_id = newId(clock.now())
  const open = new Map<string, CircuitState>()
  let last: Promise<unknown> = Promise.resolve()
  // One after the other: a circuit that opens and closes at once is closed in the end.
  const write = (): Promise<unknown> => {
    last = last.then(() => db.run(STATES, [process_id, JSON.stringify([...open.values()])])).catch(() => undefined)
    return last
  }
  const timer = setInterval(() => open.size > 0 && void write(), HEARTBEAT_MS).unref()
  return {
    turned(state) {
      if (state.state === 'open') open.set(state.name, state)
      else open.delete(state.name)
      void write()
    },
    async close() {
      clearInterval(timer)
      if (open.size === 0) return
      open.clear()
      await write()
    },
  }
}

/** Replaces what a process has said before, and forgets the dead. */
const STATES = `
with said as (
  select name, since_ts, last_error from json_to_recordset($2) as said (name text, since_ts bigint, last_error text)),
gone as (
  delete from open_circuit
   where process_id <> $1 and alive_until < ${MACHINE_NOW}
      or process_id = $1 and not exists (select from said where said.name = open_circuit.name))
insert into open_circuit (process_id, name, since_ts, last_error, alive_until)
select $1, left(name, 64), since_ts, left(last_error, 255), ${MACHINE_NOW} + ${ALIVE_SECONDS} from said
on conflict (process_id, name) do update set alive_until = excluded.alive_until`
