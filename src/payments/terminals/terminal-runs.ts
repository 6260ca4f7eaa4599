import pLimit from 'p-limit'
import { systemCaller } from '../../definition/caller.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { invalidField, notFound, Refusal } from '../../lib/problem.ts'
import type { Action } from '../../ports/processor-request.ts'
import type { Terminals } from '../../ports/terminal.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { type Attempt, loaded, newAttempt, openAttempts } from '../lifecycle/attempt.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { untilStored } from '../lifecycle/record-outcome.ts'
import { waitList } from '../lifecycle/wait-list.ts'
import type { NewRun, RunRequest, RunResult, TerminalRuns } from '../payments.ts'
import { resolveNow } from '../resolution/resolve.ts'
import { executeRun, kindOf, type RunOutcome } from './execute-run.ts'
import { recoverRuns } from './recover-runs.ts'
import { runLeases } from './run-leases.ts'
import { CHANNEL, storeRun } from './store-run.ts'

/** Outcomes stored at once, so that a thousand simultaneous responses do not exhaust the connections. */
const STORES_AT_ONCE = 4

/**
 * A run is a committed row before its device is involved, so no crash loses or repeats it. A request that wants the
 * result waits for the row: in the process that runs it, or in another one that is notified of its end.
 */
export function terminalRuns(context: PaymentContext, terminals: Terminals): TerminalRuns {
  const waiting = waitList<RunRow>(context.db, {
    select: `select * from terminalrun where id = any($1) and status <> 'running'`,
    load: row => loaded<RunRow>(terminalrun, row),
    is_there: ({ status }) => status !== 'running',
    channel: CHANNEL,
  })
  const leases = runLeases(context.db)
  const storing = pLimit(STORES_AT_ONCE)

  const start = (actor: Actor, run: RunRow, order: RunRequest): void => {
    // Another process may be recovering it already, and the device would report that it has never seen it.
    if (leases.isClosing()) return
    leases.add(run.id, async signal => {
      const outcome = await executeRun(context, terminals, run, order, signal)
      // Closing drops the line to the device, so only an outcome that the device itself has reported counts.
      if (leases.isClosing() && !isDeviceResponse(outcome)) return
      waiting.resolve(await storing(() => stored(context, actor, run, outcome)))
    })
  }
  const recover = (terminal_id: string | null = null): Promise<number> =>
    recoverRuns(context, terminals, terminal_id, async (run, outcome) => {
      waiting.resolve(await storeRun(context, { caller: systemCaller(run.root_id, 'terminal') }, run.id, outcome))
    })
  const record = async (actor: Actor, request: NewRun): Promise<RunRow> => {
    if (leases.isClosing()) throw new Refusal(503, 'The gateway is being stopped; try again.')
    const holder = await leases.holder()
    try {
      return await recordRun(context, actor, request, holder)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The terminal may be occupied by a run of unknown outcome, which the device can resolve now that it is in use.
      if ((await expediteRecovery(context, request.terminal_id)) === 0) throw error
      await recover(request.terminal_id)
      return recordRun(context, actor, request, holder)
    }
  }
  return {
    async begin(actor, request, order) {
      const run = await record(actor, request)
      start(actor, run, order)
      return run
    },
    async ended(begun) {
      const run = await waiting.wait(begun)
      return run && shownResult(context, run)
    },
    async cancel(actor, { id }) {
      const run = await context.store.transaction(asRoot(actor), async work => {
        const row = await work.lock(terminalrun, id)
        if (!row) throw notFound()
        if (row.ended_ts !== null || row.cancel_ts !== null) return row
        return work.update(terminalrun, row, { cancel_ts: context.clock.seconds() }, { verb: 'cancelling' })
      })
      leases.cancel(id)
      return run
    },
    abandon: (actor, { id }) => abandonRun(context, actor, id),
    recover: () => recover(),
    async close() {
      await leases.close()
      waiting.close()
    },
  }
}

/** Returns what a run made, or undefined where that cannot be read: its caller is told to look later. */
async function shownResult(context: PaymentContext, run: RunRow): Promise<RunResult | undefined> {
  const read = context.store.reader(systemCaller(run.root_id, 'terminal'))
  const result = async () => ({
    run,
    payment: await read.maybe(transaction, run.transaction_id),
    vault: await read.maybe(accountvault, run.account_vault_id),
  })
  return untilStored(context, result).catch(error => {
    context.log.error({ terminalrun: run.id, message: (error as Error).message }, 'a result could not be read')
    return undefined
  })
}

/** True when the device itself reported the result. */
function isDeviceResponse({ response }: RunOutcome): boolean {
  return response.result === 'approved' || response.result === 'declined'
}

/** An outcome that could not be stored is not lost: the device is polled once the database is back. */
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

function expediteRecovery(context: PaymentContext, terminal_id: string): Promise<number> {
  return context.db.run(`update terminalrun set lease_until = 0 where terminal_id = $1 and status = 'unknown'`, [
    terminal_id,
  ])
}

/**
 * Ends the run of a terminal that does not come back. Its payment is not guessed: the processor, which knows it by
 * the run's id, is queried. An approval stands; a payment it has never seen is ruled out there, so that the terminal
 * cannot submit it later. Throws a 422 for a run that is not unknown.
 */
async function abandonRun(context: PaymentContext, actor: Actor, id: string): Promise<RunRow> {
  const { run, attempt } = await context.store.transaction(asRoot(actor), async work => {
    const held = await work.lock(terminalrun, id)
    if (!held) throw notFound()
    if (held.ended_ts !== null) throw invalidField('status', 'The run has ended.')
    if (held.status !== 'unknown') throw invalidField('status', 'The terminal is at work; cancel the run first.')
    const seconds = context.clock.seconds()
    const attempt = await openProcessorAttempt(context, work, held, seconds)
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

/** Opens an attempt, which makes this a payment of unknown outcome like any other. Null for a run without a payment. */
async function openProcessorAttempt(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  seconds: number,
): Promise<Attempt | null> {
  if (kindOf(run) !== 'payment' || run.transaction_id === null) return null
  const { id, root_id, transaction_id, action, transaction_amount } = run
  const processor_account_id = run.processor_account_id!
  const made = { id, root_id, transaction_id, processor_account_id, purpose: 'order' } as const
  const request = { ...made, action: action as Action, amount: transaction_amount ?? 0n }
  const attempt = newAttempt(request)
  await openAttempts(work, [attempt], context.retry_policy, seconds)
  return attempt
}

/** Added to the device's time limit, for its response to arrive and be stored. */
const GRACE_SECONDS = 15
const RETRY_SECONDS = 5

/**
 * Inserts the run, which occupies the terminal. Of two simultaneous runs a unique index lets one in; the other is
 * refused as busy. No other process continues the run while its holder is alive.
 */
async function recordRun(
  context: PaymentContext,
  actor: Actor,
  { wait_seconds, ...request }: NewRun,
  holder: string,
): Promise<RunRow> {
  const seconds = context.clock.seconds()
  const record = {
    ...request,
    id: newId(context.clock.now()),
    status: 'running',
    deadline_ts: seconds + wait_seconds + GRACE_SECONDS,
    holder,
    lease_until: 0,
    asks: 0,
  } as const
  try {
    return await context.store.insert(asRoot(actor), terminalrun, record)
  } catch (error) {
    if (error instanceof Refusal && error.problems?.terminal_id) throw busy()
    throw error
  }
}

/** The response is not final: the same request may be sent again. */
function busy(): Refusal {
  const problems = { terminal_id: ['Terminal is busy with another request.'] }
  return new Refusal(422, 'validation failed', problems, { 'retry-after': String(RETRY_SECONDS) })
}
