import type { SideStatement } from '../../definition/store.ts'
import { addBankingDays, bankDate, bankingDayFrom, bankMoment } from '../../lib/banking-day.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import type { Attempt } from './attempt.ts'
import type { OutcomeDecision } from './outcome.ts'

/** A bank returns a payment for most reasons within two banking days of its settlement (Nacha operating rules). */
const NIGHTLY = 5
/** One that was not authorised within sixty days of it; the return is there a few banking days later. */
const WEEKS = 9
/** Before the banks' day begins. */
const TIME = '06:00'

/**
 * Returns when (Unix seconds) a bank payment that its processor accepted at `since` is asked about next: each of the
 * first five banking days, then once a week. Null after that.
 */
export function nextReturnLook(since: number, now: number): number | null {
  const accepted = bankDate(since)
  for (let day = 1; day <= NIGHTLY; day += 1) {
    const moment = bankMoment(addBankingDays(accepted, day), TIME)
    if (moment > now) return moment
  }
  const nightly_until = addBankingDays(accepted, NIGHTLY)
  for (let week = 1; week <= WEEKS; week += 1) {
    const moment = bankMoment(bankingDayFrom(nightly_until.add({ weeks: week })), TIME)
    if (moment > now) return moment
  }
  return null
}

/** An order whose approval is recorded. */
interface Approved {
  attempt: Pick<Attempt, 'id' | 'root_id' | 'processor_account_id'>
  set: OutcomeDecision['set']
}

/** The statement by which bank payments that their processors send are asked about until they can no longer come back. */
export function awaitReturns(approved: readonly Approved[], seconds: number): SideStatement[] {
  const sent = approved.filter(({ set }) => set.status_id === STATUS.ach_pending && !set.originate_ts)
  if (sent.length === 0) return []
  const rows = sent.map(({ attempt: { id, root_id, processor_account_id } }) => ({ id, root_id, processor_account_id }))
  return [{ text: AWAIT, values: [JSON.stringify(rows), seconds, nextReturnLook(seconds, seconds)] }]
}

const AWAIT = `
insert into return_look (attempt_id, root_id, processor_account_id, since_ts, due_ts)
select id, root_id, processor_account_id, $2, $3
  from json_to_recordset($1) as sent (id text, root_id text, processor_account_id text)
    on conflict do nothing`
