import type { Queryable } from '../../db/database.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import type { Attempt, Purpose } from '../lifecycle/attempt.ts'
import { isOpen } from '../lifecycle/outcome.ts'

/** An outcome that is not known yet, or that a person has to intervene in. */
export interface UnknownOutcome {
  kind:
    | 'payment'
    | 'action'
    | 'reversal'
    | 'stuck reversal'
    | 'stuck'
    | 'given up'
    | 'settlement'
    | 'left out'
    | 'terminal run'
  /** What it can be looked up by: a transaction, a batch or a terminal run. */
  id: string
  location_id: string
  action: string
  /** Minor units; null where there is none. */
  amount: bigint | null
  /** Seconds since it began, by the gateway's clock. */
  age_seconds: number
  asks: number
  /** Seconds of machine time until its next poll; 0 when it is due. */
  next_seconds: number | null
  /** What happens then. */
  next: string
}

/** Everything that is open, oldest first. `seconds` is the gateway's time. */
export async function unknownOutcomes(db: Queryable, seconds: number): Promise<UnknownOutcome[]> {
  const [attempts, settlements, left_out, runs] = await Promise.all([
    db.query<AttemptLine>(ATTEMPTS),
    db.query<SettlementLine>(SETTLEMENTS),
    db.query<LeftOutLine>(LEFT_OUT),
    db.query<RunLine>(RUNS, [seconds]),
  ])
  const batches = [...settlements.map(settlementLine), ...left_out.map(leftOutLine)]
  const lines = [...attempts.map(attemptLine), ...batches, ...runs.map(runLine)]
  return lines
    .map(({ created_ts, next_seconds, ...line }) => ({
      ...line,
      age_seconds: Math.max(0, seconds - created_ts),
      next_seconds: next_seconds === null ? null : Math.max(0, next_seconds),
    }))
    .toSorted((one, other) => other.age_seconds - one.age_seconds)
}

type Line = Omit<UnknownOutcome, 'age_seconds'> & { created_ts: number }

interface AttemptLine {
  transaction_id: string
  location_id: string
  action: string
  purpose: Purpose
  state: Attempt['state']
  amount: string
  told_ts: number | null
  created_ts: number
  asks: number
  stuck_ts: number | null
  is_doubtful: boolean
  is_scheduled: boolean
  reason_code_id: number | null
  next_seconds: number | null
}

const ATTEMPTS = `
select a.transaction_id, t.location_id, a.action, a.purpose, a.state, a.amount::text, a.told_ts, a.created_ts, a.asks, a.stuck_ts, a.is_doubtful, a.reason_code_id,
       t.recurring_id is not null and a.purpose = 'order' and a.state = 'pending' and a.underway is null as is_scheduled,
       (case when a.state in ('pending', 'unknown') then a.ask_ts else a.watch_ts end - ${MACHINE_NOW})::integer as next_seconds
  from attempt a join transaction t on t.id = a.transaction_id
 where a.state in ('pending', 'unknown') or a.stuck_ts is not null or a.watch_ts is not null`

function attemptLine({
  transaction_id: id,
  purpose,
  state,
  amount,
  told_ts,
  stuck_ts,
  is_doubtful,
  is_scheduled,
  reason_code_id,
  ...line
}: AttemptLine): Line {
  const one = { ...line, id, amount: BigInt(amount) }
  if (stuck_ts !== null) {
    const kind = purpose === 'reversal' && !isOpen({ state }) ? 'stuck reversal' : 'stuck'
    const again = kind === 'stuck reversal' ? `; once it will, run unknown --again ${id}` : ''
    const why = is_doubtful ? MAY_BE_MADE : stuckBecause(purpose, state, reason_code_id)
    const send = is_scheduled ? `; if it was not made, run unknown --send ${id}` : ''
    const next = `${why}${again}${send}; unknown ${id} shows what happened and what can be decided`
    return { ...one, kind, next_seconds: null, next }
  }
  if (state === 'declined')
    return { ...one, kind: 'given up', next: 'looked for once more; taken back if it was approved after all' }
  if (purpose === 'reversal')
    return { ...one, kind: 'reversal', next: 'sent again under the same reference until it is answered' }
  const untold = 'asked about; becomes what the processor says, and is ruled out if that never saw it'
  if (purpose === 'follow_up') return { ...one, kind: 'action', next: untold }
  const told = 'asked about; taken back if it was approved, and ruled out if the processor never saw it'
  return { ...one, kind: 'payment', next: told_ts === null ? untold : told }
}

const MAY_BE_MADE = 'the gateway whose database was lost may have made it, and no processor can tell'

/** Why a person has to decide. */
function stuckBecause(purpose: Purpose, state: Attempt['state'], reason_code_id: number | null): string {
  if (isOpen({ state })) return 'its processor is not connected, has not answered for a day, or finds nothing so old'
  if (purpose === 'reversal') return `the processor will not take it back (reason ${reason_code_id})`
  return 'it was approved after it had been given up, and the transaction has gone on since'
}

interface SettlementLine {
  id: string
  location_id: string
  created_ts: number
  asks: number
  next_seconds: number
  is_closed: boolean
}

/** Batches that are being settled, by the piece that is asked about next; those closed by a person as well. */
const SETTLEMENTS = `
select b.id, b.location_id, coalesce(s.created_ts, b.unknown_ts) as created_ts, coalesce(s.asks, 0) as asks, b.processing_status_id = 6 as is_closed,
       (coalesce(s.ask_ts, b.continue_ts) - ${MACHINE_NOW})::integer as next_seconds
  from transactionbatch b
  left join lateral (
    select min(created_ts) as created_ts, max(asks) as asks, min(ask_ts) as ask_ts
      from settlement where transactionbatch_id = b.id and state = 'pending') s on true
 where b.id in (select transactionbatch_id from settlement where state = 'pending')
    or b.continue_ts is not null and b.unknown_ts is not null`

function settlementLine({ is_closed, ...line }: SettlementLine): Line {
  const asked = 'asked about; sent again under the same reference where the processor never saw it'
  const exits = `; POST /v2/transactionbatches/${line.id}/reprocess or /forceclose ends it by hand`
  const closed = 'closed by hand; asked about still, to know whether the processor has settled it'
  return { ...line, kind: 'settlement', action: 'settle', amount: null, next: is_closed ? closed : asked + exits }
}

interface LeftOutLine {
  id: string
  location_id: string
  transactionbatch_id: string
  amount: string
  reason: string
  created_ts: number
}

const LEFT_OUT = `
select e.transaction_id as id, t.location_id, e.transactionbatch_id, abs(e.amount)::text as amount, e.reason, e.created_ts
  from settlement_exception e join transaction t on t.id = e.transaction_id and t.root_id = e.root_id
 where e.resolution is null`

function leftOutLine({ transactionbatch_id, reason, amount, ...line }: LeftOutLine): Line {
  const path = `POST /v2/transactionbatches/${transactionbatch_id}`
  const next = `the processor did not settle it (${reason}): ${path}/reprocess puts it into the next batch, ${path}/forceclose leaves it at that`
  return { ...line, kind: 'left out', action: 'settle', amount: BigInt(amount), asks: 0, next_seconds: null, next }
}

interface RunLine {
  id: string
  location_id: string
  action: string
  status: string
  transaction_amount: string | null
  created_ts: number
  asks: number
  next_seconds: number
}

/** Without those that a live process is waiting for within their deadline. */
const RUNS = `
select r.id, r.location_id, r.action, r.status, r.transaction_amount::text, r.created_ts, r.asks,
       (r.lease_until - ${MACHINE_NOW})::integer as next_seconds
  from terminalrun r
 where r.ended_ts is null
   and (r.status = 'unknown' or r.deadline_ts < $1
        or not exists (select from terminalholder h where h.id = r.holder and h.alive_until > ${MACHINE_NOW}))`

function runLine({ status, transaction_amount, ...line }: RunLine): Line {
  const lost = `; a terminal that does not come back is given up by POST /v2/terminalruns/${line.id}/abandon`
  return {
    ...line,
    kind: 'terminal run',
    amount: transaction_amount === null ? null : BigInt(transaction_amount),
    next: `its terminal is asked${status === 'unknown' ? lost : ''}`,
  }
}
