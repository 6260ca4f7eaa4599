import { note } from '../hosts/index.ts'
import type { AttemptRow, Evidence, Payment } from './evidence.ts'
import { type Finding, findings, shown } from './finding.ts'
import { bookRecords } from './host-states.ts'

const APPROVED: readonly string[] = ['approved', 'reversed']
/** Requests that have a record of their own at each processor; what acts on one may only change it. */
const RECORDED: readonly string[] = ['sale', 'authonly', 'force', 'debit', 'credit', 'refund']
/** A bank payment that has been accepted, and none that was refused or taken back. */
const BANK_ACCEPTED: readonly number[] = [131, 132, 133, 134]

/**
 * The gateway and the books of real processors: every order was stored before it was sent, went once to the processor
 * of its payment, and what was approved there is approved here.
 */
export function gatewayAndHosts(evidence: Evidence): Finding[] {
  const all = findings('gateway and hosts')
  const attempts = new Map(evidence.attempts.map(each => [each.id, each]))
  sent(evidence, attempts, all)
  recorded(evidence, attempts, all)
  for (const payment of evidence.payments.values()) {
    if (payment.connector === null || payment.payment_method === 'cc') continue
    const { captured = 0, refunded = 0 } = evidence.ledgerStates.get(payment.id) ?? {}
    const ours = BANK_ACCEPTED.includes(payment.status_id) ? (payment.auth_amount ?? 0) : 0
    if (captured !== ours) all.mismatch(`${nameOf(payment)} moves ${shown(ours)}, and ${shown(captured)} in the book`)
    if (refunded !== payment.refunded_amount)
      all.mismatch(`${nameOf(payment)} gave ${shown(payment.refunded_amount)} back, and ${shown(refunded)} in the book`)
  }
  return all.found
}

type All = ReturnType<typeof findings>
type Attempts = ReadonlyMap<string, AttemptRow>

function nameOf({ id, order_num, status_id }: Payment): string {
  return `transaction ${id} (${order_num}), status ${status_id}`
}

/** What hosts have received. */
function sent({ hosts }: Evidence, attempts: Attempts, { mismatch, duplicate }: All): void {
  for (const host of hosts.all) note(hosts, host)
  for (const { connector, reference, asks, times } of hosts.received.values()) {
    const attempt = attempts.get(reference)
    const is = `${asks} ${reference}`
    if (!attempt) mismatch(`${is} was sent to ${connector}, and the gateway never wrote it down`)
    else if (attempt.connector !== connector)
      mismatch(`${is} went to ${connector}, not to ${attempt.connector ?? 'the simulator'}`)
    // What nobody waits for is sent again under its reference once the processor says that it has never seen it.
    const may_again = attempt?.purpose === 'reversal' || attempt?.is_scheduled
    if (times > 1 && !may_again) duplicate(`${is} was sent ${times} times to ${connector}`)
  }
}

/** What hosts have recorded. */
function recorded(evidence: Evidence, attempts: Attempts, { mismatch, duplicate, lost }: All): void {
  const records = Map.groupBy(bookRecords(evidence.hosts.all), ({ reference }) => reference)
  for (const [reference, same] of records) {
    const { connector } = same[0]!
    const moving = same.filter(({ moved, held }) => moved + held > 0)
    if (moving.length > 1) duplicate(`${reference} moves money ${moving.length} times at ${connector}`)
    if (!attempts.has(reference)) mismatch(`${reference} is in the book of ${connector}, and nobody's here`)
  }
  for (const { id, transaction_id, connector, action, state, stuck_ts } of attempts.values()) {
    if (connector === null) continue
    const says = `${action} ${id} of transaction ${transaction_id}`
    if (stuck_ts !== null) mismatch(`${says} could not be taken back from ${connector}`)
    if (!RECORDED.includes(action)) continue
    const known = records.get(id) ?? []
    const is_approved = known.some(each => each.is_approved)
    if (APPROVED.includes(state) && known.length === 0) lost(`${says} is ${state}, and ${connector} has never seen it`)
    else if (APPROVED.includes(state) !== is_approved)
      mismatch(`${says} is ${state}, and ${is_approved ? 'approved' : 'not approved'} by ${connector}`)
  }
}
