import type { Book, By } from '../../definition/door.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import type { Attempt } from '../attempt.ts'
import { takeBack } from '../carry-out.ts'
import { type Life, wide } from '../life.ts'
import type { TransactionRow } from '../payments.ts'
import type { RunOutcome } from './drive.ts'
import { legible } from './legible.ts'
import { storeLate, storePayment } from './store-payment.ts'
import { settleAtTerminal, storeSettlement } from './store-settlement.ts'
import { storeStored } from './store-stored.ts'
import { CHANNEL } from './waiting-room.ts'

const LONGEST_MESSAGE = 255

/** What the books made of an outcome: how the run ends (or that it does not yet), and an approval that must not stand. */
export interface Booked {
  set: Ending
  reversal?: { attempt: Attempt; row: TransactionRow } | null
}

export type Ending = Pick<RunRow, 'status'> &
  Partial<Pick<RunRow, 'result' | 'message' | 'transaction_id' | 'account_vault_id'>>

/**
 * Stores what a device made of a run: the transaction or vault, everything that follows from it, and the end of the run, together. May be
 * called twice for one run (its process and a resolver can both learn the outcome); the second finds it done. An approval of a run that
 * was told to have failed is taken back.
 */
export async function storeRun(life: Life, by: By, id: string, said: RunOutcome): Promise<RunRow> {
  const outcome = legible(said)
  if (outcome.kind === 'settle' && outcome.said.result === 'approved') await settleAtTerminal(life, by, id)
  const { run, reversal } = await life.door.open(wide(by), async book => {
    const held = await book.lock(terminalrun, id)
    if (!held) throw new Error(`there is no terminal run ${id}`)
    if (held.ended_ts !== null) return { run: held, reversal: await lateReversal(life, book, held, outcome) }
    const made = await bookOutcome(life, book, held, outcome)
    const after = await book.update(terminalrun, held, endingOf(life, made.set), { verb: made.set.status })
    await book.query('select pg_notify($1, $2)', [CHANNEL, id])
    return { run: after, reversal: made.reversal }
  })
  if (reversal) await takeBack(life, by, reversal.attempt, reversal.row)
  return run
}

function bookOutcome(life: Life, book: Book, run: RunRow, { kind, said }: RunOutcome): Promise<Booked> {
  if (kind === 'payment') return storePayment(life, book, run, said)
  if (kind === 'store') return storeStored(life, book, run, said)
  return storeSettlement(life, book, run, said)
}

async function lateReversal(life: Life, book: Book, run: RunRow, { kind, said }: RunOutcome) {
  if (kind !== 'payment' || said.result !== 'approved' || !(await wasToldToHaveFailed(book, run))) return null
  life.log.error({ terminalrun: run.id }, 'a terminal approved what was told to have failed; it is taken back')
  return storeLate(life, book, run, said)
}

/** Of a run that was abandoned its payment tells, once the processor has said what became of that. */
async function wasToldToHaveFailed(book: Book, { result, abandoned_ts, transaction_id }: RunRow): Promise<boolean> {
  if (abandoned_ts === null) return result === 'failed'
  return (await book.maybe(transaction, transaction_id))?.outcome === 'declined'
}

/** An unknown outcome is asked about from now on, by whoever comes first. */
function endingOf(life: Life, ending: Ending) {
  const set = ending.message ? { ...ending, message: ending.message.slice(0, LONGEST_MESSAGE) } : ending
  if (set.status === 'unknown') return { ...set, lease_until: 0, holder: null }
  return { ...set, ended_ts: life.clock.seconds(), step: null }
}
