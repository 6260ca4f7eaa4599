/** What is asked of payment terminals: a row for each request, a device at work, whoever waits for it. Never: a wire protocol, HTTP. */
import { systemCaller } from '../../definition/caller.ts'
import type { By } from '../../definition/door.ts'
import { notFound, Refusal } from '../../lib/problem.ts'
import { turnstile } from '../../lib/turnstile.ts'
import type { Terminals } from '../../ports/terminal.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { type Life, wide } from '../life.ts'
import { abandonRun } from './abandon-run.ts'
import { atWork } from './at-work.ts'
import { drive, type RunOrder, type RunOutcome } from './drive.ts'
import { type NewRun, recordRun } from './record-run.ts'
import { recoverRuns } from './recover-runs.ts'
import { storeRun } from './store-run.ts'
import { waitingRoom } from './waiting-room.ts'

export interface TerminalRuns {
  /** Records the run and commits; the device is asked while nobody waits for the database. Throws a 422 when the terminal is busy. */
  begin(by: By, run: NewRun, order: RunOrder): Promise<RunRow>
  /** The run once it has a result, or once its outcome is told to be unknown; undefined when this process stops before. */
  ended(run: RunRow): Promise<RunRow | undefined>
  /** Asks the device to stop. What was authorised before stays authorised; the run says which it was. */
  cancel(by: By, run: RunRow): Promise<RunRow>
  /** Ends a run of unknown outcome whose terminal is lost; the processor tells what became of its payment. */
  abandon(by: By, run: RunRow): Promise<RunRow>
  /** Carries on the runs whose process died, and those whose outcome is unknown, by asking their devices. Returns how many ended. */
  recover(): Promise<number>
  /** Leaves the devices to themselves: what they do from now on is learned by the next `recover`, here or elsewhere. */
  close(): Promise<void>
}

/** Outcomes stored at once: a thousand devices that answer together must not each want a connection. */
const DESKS = 4

/**
 * A run is a row before its device is asked, so nothing that happens to this process loses or repeats it. Whoever wants the result
 * waits for the row: in the process that drives the device, or in another one that hears of the end by a notification.
 */
export function terminalRuns(life: Life, terminals: Terminals): TerminalRuns {
  const room = waitingRoom(life.db)
  const work = atWork(life.db)
  const atDesk = turnstile(DESKS)

  const start = (by: By, run: RunRow, order: RunOrder): void => {
    // Others may be asking the device about it already, and have to be believed when it knows nothing.
    if (work.isLeaving()) return
    work.add(run.id, async signal => {
      const outcome = await drive(life, terminals, run, order, signal)
      // A process that stops lets go of the line, so that what it makes of the silence is worth nothing; what the device still said is.
      if (work.isLeaving() && !isWord(outcome)) return
      room.tell(await atDesk(() => stored(life, by, run, outcome)))
    })
  }
  const recover = (terminal_id: string | null = null): Promise<number> =>
    recoverRuns(life, terminals, terminal_id, async (run, outcome) => {
      room.tell(await storeRun(life, { caller: systemCaller(run.root_id, 'terminal') }, run.id, outcome))
    })
  const record = async (by: By, asked: NewRun): Promise<RunRow> => {
    if (work.isLeaving()) throw new Refusal(503, 'The gateway is being stopped; try again.')
    const holder = await work.holder()
    try {
      return await recordRun(life, by, asked, holder)
    } catch (error) {
      // A terminal may be held by an order of unknown outcome alone; now that somebody stands before it, it may tell.
      if ((await askSoon(life, asked.terminal_id)) === 0) throw error
      await recover(asked.terminal_id)
      return recordRun(life, by, asked, holder)
    }
  }
  return {
    async begin(by, asked, order) {
      const run = await record(by, asked)
      start(by, run, order)
      return run
    },
    ended: run => room.wait(run),
    async cancel(by, { id }) {
      const run = await life.door.open(wide(by), async book => {
        const row = await book.lock(terminalrun, id)
        if (!row) throw notFound()
        if (row.ended_ts !== null || row.cancel_ts !== null) return row
        return book.update(terminalrun, row, { cancel_ts: life.clock.seconds() }, { verb: 'cancelling' })
      })
      work.cancel(id)
      return run
    },
    abandon: (by, { id }) => abandonRun(life, by, id),
    recover: () => recover(),
    async close() {
      await work.leave()
      room.close()
    },
  }
}

/** The device itself said how it ended. */
function isWord({ said }: RunOutcome): boolean {
  return said.result === 'approved' || said.result === 'declined'
}

/** What could not be stored is not lost: the device is asked for it once the database is there again. */
async function stored(life: Life, { caller }: By, { id }: RunRow, outcome: RunOutcome): Promise<RunRow> {
  try {
    return await storeRun(life, { caller }, id, outcome)
  } catch (error) {
    life.log.error(
      { terminalrun: id, message: (error as Error).message },
      'the outcome of a terminal run was not stored',
    )
    throw error
  }
}

function askSoon(life: Life, terminal_id: string): Promise<number> {
  return life.db.run(`update terminalrun set lease_until = 0 where terminal_id = $1 and status = 'unknown'`, [
    terminal_id,
  ])
}
