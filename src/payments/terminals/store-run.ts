import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { storeVault } from '../../resources/accountvault/store-vault.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { submitReversal } from '../lifecycle/payment.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { untilStored } from '../lifecycle/record-outcome.ts'
import type { RunOutcome, StoredOutcome } from './execute-run.ts'
import { tokenAccount } from './read-card.ts'
import { reverseLateApproval, storePayment } from './store-payment.ts'
import { settleAtTerminal, storeSettlement } from './store-settlement.ts'

const LONGEST_MESSAGE = 255

/** Notification channel for runs with a result. */
export const CHANNEL = 'terminalrun'

/**
 * Stores the outcome of a run: the transaction or vault, everything that follows from it, and the end of the run, in
 * one transaction. May be called twice for one run (by its process and by recovery); the second call changes nothing.
 * An approval of a run that was reported as failed is reversed.
 */
export async function storeRun(
  context: PaymentContext,
  actor: Actor,
  id: string,
  response: RunOutcome,
): Promise<RunRow> {
  const outcome = withoutNul(response)
  if (outcome.kind === 'settle' && outcome.response.result === 'approved') await settleAtTerminal(context, actor, id)
  const store = async (work: UnitOfWork) => {
    const held = await work.lock(terminalrun, id)
    if (!held) throw new Error(`there is no terminal run ${id}`)
    if (held.ended_ts !== null) return { run: held, reversal: await lateReversal(context, work, held, outcome) }
    const made = await storeOutcome(context, work, held, outcome)
    const after = await work.update(terminalrun, held, endingOf(context, made.set), { verb: made.set.status })
    await work.query('select pg_notify($1, $2)', [CHANNEL, id])
    return { run: after, reversal: made.reversal }
  }
  const { run, reversal } = await untilStored(context, () => context.store.transaction(asRoot(actor), store))
  if (reversal) await submitReversal(context, actor, reversal)
  return run
}

function storeOutcome(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  { kind, response }: RunOutcome,
): Promise<StoredOutcome> {
  if (kind === 'payment') return storePayment(context, work, run, response)
  if (kind === 'store') return storeAccountRun(context, work, run, response)
  return storeSettlement(context, work, run, response)
}

async function lateReversal(context: PaymentContext, work: UnitOfWork, run: RunRow, { kind, response }: RunOutcome) {
  if (kind !== 'payment' || response.result !== 'approved' || !(await wasReportedFailed(work, run))) return null
  context.log.error({ terminalrun: run.id }, 'a terminal approved what was told to have failed; it is taken back')
  return reverseLateApproval(context, work, run, response)
}

/** For an abandoned run the outcome of its payment decides, once the processor has reported it. */
async function wasReportedFailed(work: UnitOfWork, { result, abandoned_ts, transaction_id }: RunRow): Promise<boolean> {
  if (abandoned_ts === null) return result === 'failed'
  return (await work.maybe(transaction, transaction_id))?.outcome === 'declined'
}

/** A run of unknown outcome is released for recovery by any process. */
function endingOf(context: PaymentContext, ending: StoredOutcome['set']) {
  const set = ending.message ? { ...ending, message: ending.message.slice(0, LONGEST_MESSAGE) } : ending
  if (set.status === 'unknown') return { ...set, lease_until: 0, holder: null }
  return { ...set, ended_ts: context.clock.seconds(), step: null }
}

/** Removes NUL characters from texts, which no column can hold: nothing a device sends may prevent storing. */
function withoutNul<T>(response: T): T {
  if (typeof response === 'string') return response.replaceAll('\u0000', '') as T
  if (typeof response !== 'object' || response === null) return response
  return Object.fromEntries(Object.entries(response).map(([name, value]) => [name, withoutNul(value)])) as T
}

type Response = Extract<RunOutcome, { kind: 'store' }>['response']

/** Stores a card that was read by `store` as a vault of the contact (contract 2.14). */
async function storeAccountRun(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  response: Response,
): Promise<StoredOutcome> {
  if (response.result === 'unknown') return { set: { status: 'unknown', message: response.text } }
  if (response.result === 'failed') return { set: { status: 'ended', result: 'failed', message: response.text } }
  if (response.result === 'declined')
    return { set: { status: 'ended', result: 'declined', message: response.verbiage } }
  const token = tokenAccount(response)
  if (!token) return { set: { status: 'ended', result: 'failed', message: 'The card cannot be stored.' } }
  const instrument = await context.vaulting.keep(work, run.location_id, token)
  const vault = await storeVault(work, instrument, {
    location_id: run.location_id,
    contact_id: run.contact_id,
    created_user_id: run.created_user_id,
    title: '',
  })
  return { set: { status: 'ended', result: 'approved', account_vault_id: vault.id } }
}
