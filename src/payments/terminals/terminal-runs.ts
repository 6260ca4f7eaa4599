import pLimit from 'p-limit'
import { systemCaller } from '../../definition/caller.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalidField, notFound, Refusal } from '../../lib/problem.ts'
import type { Action } from '../../ports/processor.ts'
import type { Terminals } from '../../ports/terminal.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { type Attempt, openAttempt } from '../lifecycle/attempt.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { resolveNow } from '../resolution/resolve.ts'
import { executeRun, kindOf, type RunOutcome, type RunRequest } from './execute-run.ts'
import { type NewRun, recordRun } from './record-run.ts'
import { recoverRuns } from './recover-runs.ts'
import { runLeases } from './run-leases.ts'
import { storeRun } from './store-run.ts'
import { CHANNEL, waitList } from './wait-list.ts'

/** What is asked of payment terminals: a row for each request, a device at work, whoever waits for it. Never: a wire protocol, HTTP. */

export interface TerminalRuns {
  /** Records the run and commits; the device is asked while nobody waits for the database. Throws a 422 when the terminal is busy. */
  begin(actor: Actor, run: NewRun, order: RunRequest): Promise<RunRow>
  /** The run once it has a result, or once its outcome is told to be unknown; undefined when this process stops before. */
  ended(run: RunRow): Promise<RunRow | undefined>
  /** Asks the device to stop. What was authorised before stays authorised; the run says which it was. */
  cancel(actor: Actor, run: RunRow): Promise<RunRow>
  /** Ends a run of unknown outcome whose terminal is lost; the processor tells what became of its payment. */
  abandon(actor: Actor, run: RunRow): Promise<RunRow>
  /** Carries on the runs whose process died, and those whose outcome is unknown, by asking their devices. Returns how many ended. */
  recover(): Promise<number>
  /** Leaves the devices to themselves: what they do from now on is learned by the next `recover`, here or elsewhere. */
  close(): Promise<void>
}

/** Outcomes stored at once: a thousand devices that answer together must not each want a connection. */
const STORES_AT_ONCE = 4

/**
 * A run is a row before its device is asked, so nothing that happens to this process loses or repeats it. Whoever wants the result
 * waits for the row: in the process that drives the device, or in another one that hears of the end by a notification.
 */
export function terminalRuns(context: PaymentContext, terminals: Terminals): TerminalRuns {
  const waiting_runs = waitList(context.db)
  const work = runLeases(context.db)
  const storing = pLimit(STORES_AT_ONCE)

  const start = (actor: Actor, run: RunRow, order: RunRequest): void => {
    // Others may be asking the device about it already, and have to be believed when it knows nothing.
    if (work.isClosing()) return
    work.add(run.id, async signal => {
      const outcome = await executeRun(context, terminals, run, order, signal)
      // A process that stops lets go of the line, so that what it makes of the silence is worth nothing; what the device still said is.
      if (work.isClosing() && !isDeviceResponse(outcome)) return
      waiting_runs.tell(await storing(() => stored(context, actor, run, outcome)))
    })
  }
  const recover = (terminal_id: string | null = null): Promise<number> =>
    recoverRuns(context, terminals, terminal_id, async (run, outcome) => {
      waiting_runs.tell(await storeRun(context, { caller: systemCaller(run.root_id, 'terminal') }, run.id, outcome))
    })
  const record = async (actor: Actor, asked: NewRun): Promise<RunRow> => {
    if (work.isClosing()) throw new Refusal(503, 'The gateway is being stopped; try again.')
    const holder = await work.holder()
    try {
      return await recordRun(context, actor, asked, holder)
    } catch (error) {
      // A terminal may be held by an order of unknown outcome alone; now that somebody stands before it, it may tell.
      if ((await askSoon(context, asked.terminal_id)) === 0) throw error
      await recover(asked.terminal_id)
      return recordRun(context, actor, asked, holder)
    }
  }
  return {
    async begin(actor, asked, order) {
      const run = await record(actor, asked)
      start(actor, run, order)
      return run
    },
    ended: run => waiting_runs.wait(run),
    async cancel(actor, { id }) {
      const run = await context.store.transaction(asRoot(actor), async work => {
        const row = await work.lock(terminalrun, id)
        if (!row) throw notFound()
        if (row.ended_ts !== null || row.cancel_ts !== null) return row
        return work.update(terminalrun, row, { cancel_ts: context.clock.seconds() }, { verb: 'cancelling' })
      })
      work.cancel(id)
      return run
    },
    abandon: (actor, { id }) => abandonRun(context, actor, id),
    recover: () => recover(),
    async close() {
      await work.leave()
      waiting_runs.close()
    },
  }
}

/** The device itself said how it ended. */
function isDeviceResponse({ said }: RunOutcome): boolean {
  return said.result === 'approved' || said.result === 'declined'
}

/** What could not be stored is not lost: the device is asked for it once the database is there again. */
async function stored(
  context: PaymentContext,
  { caller }: Actor,
  { id }: RunRow,
  outcome: RunOutcome,
): Promise<RunRow> {
  try {
    return await storeRun(context, { caller }, id, outcome)
  } catch (error) {
    context.log.error(
      { terminalrun: id, message: (error as Error).message },
      'the outcome of a terminal run was not stored',
    )
    throw error
  }
}

function askSoon(context: PaymentContext, terminal_id: string): Promise<number> {
  return context.db.run(`update terminalrun set lease_until = 0 where terminal_id = $1 and status = 'unknown'`, [
    terminal_id,
  ])
}

/**
 * Ends the run of a terminal that does not come back, so that nothing waits for it any more. Nobody guesses what became of its payment:
 * the processor is asked instead, which knows the order by the run's id. Approved, the payment stands; never seen, it is ruled out there,
 * so that the terminal cannot charge with it should it turn up after all. Throws a 422 for a run that is not unknown.
 */
async function abandonRun(context: PaymentContext, actor: Actor, id: string): Promise<RunRow> {
  const { run, attempt } = await context.store.transaction(asRoot(actor), async work => {
    const held = await work.lock(terminalrun, id)
    if (!held) throw notFound()
    if (held.ended_ts !== null) throw invalidField('status', 'The run has ended.')
    if (held.status !== 'unknown') throw invalidField('status', 'The terminal is at work; cancel the run first.')
    const seconds = context.clock.seconds()
    const attempt = await askProcessor(context, work, held, seconds)
    const result = attempt ? null : ('failed' as const)
    const set = {
      status: 'ended',
      result,
      message: 'ABANDONED',
      step: null,
      ended_ts: seconds,
      abandoned_ts: seconds,
    } as const
    const after = await work.update(terminalrun, held, set, { verb: 'abandoned' })
    await work.query('select pg_notify($1, $2)', [CHANNEL, id])
    return { run: after, attempt }
  })
  if (attempt) await resolveNow(context, attempt)
  return run
}

/** From now on the payment is one of unknown outcome like any other. Null for a run that has none. */
async function askProcessor(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  seconds: number,
): Promise<Attempt | null> {
  if (kindOf(run) !== 'payment' || run.transaction_id === null) return null
  const product = await work.maybe(producttransaction, run.product_transaction_id)
  if (!product) throw new Error(`terminal run ${run.id} has no product`)
  const { id, root_id, transaction_id, action, transaction_amount } = run
  const made = { id, root_id, transaction_id, processor: product.processor, purpose: 'order' } as const
  const asked = { ...made, action: action as Action, amount: transaction_amount ?? 0n }
  return openAttempt(work, asked, context.retry_policy, seconds)
}
