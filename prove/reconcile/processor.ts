import type { Evidence, Payment } from './evidence.ts'
import { type Finding, findings, shown } from './finding.ts'
import type { LedgerState } from './ledger.ts'

const APPROVED: readonly string[] = ['approved', 'reversed']

/**
 * Every order at the processor was stored by the gateway before it was sent, every answer is stored, and both sides
 * hold the same money.
 */
export function gatewayAndProcessor(evidence: Evidence): Finding[] {
  const { found, mismatch, lost } = findings('gateway and processor')
  const { lines, payments, ledgerStates } = evidence
  const attempts = evidence.attempts.filter(({ connector }) => connector === null)
  const asked = new Map(attempts.map(question => [question.id, question]))
  const answered = new Map(lines.map(line => [line.reference, line]))
  for (const line of lines) {
    const question = asked.get(line.reference)
    const account = line.processor_account_id
    if (question && account !== null && account !== question.processor_account_id)
      mismatch(`${line.action} ${line.reference} went to account ${account}, not to ${question.processor_account_id}`)
    if (question) continue
    mismatch(
      `${line.action} ${line.reference} of ${shown(line.asked)} is in the ledger, and the gateway never wrote it down`,
    )
  }
  for (const question of attempts) {
    const line = answered.get(question.id)
    const says = `${question.action} ${question.id} of transaction ${question.transaction_id}`
    if (question.stuck_ts !== null) mismatch(`${says} could not be taken back`)
    if (APPROVED.includes(question.state) && !line)
      lost(`${says} is ${question.state}, and the ledger has never seen it`)
    if (line && APPROVED.includes(question.state) !== line.approved)
      mismatch(`${says} is ${question.state}, and ${line.approved ? 'approved' : 'declined'} in the ledger`)
  }
  const reversed = reversedByRefund(evidence)
  for (const payment of payments.values()) {
    if (payment.payment_method !== 'cc') continue
    const differs = moneyDiffers(payment, ledgerStates.get(payment.id), reversed.get(payment.id))
    if (differs) mismatch(`transaction ${payment.id} (${payment.order_num}), status ${payment.status_id}: ${differs}`)
  }
  return found
}

const NONE: LedgerState = { held: 0, captured: 0, refunded: 0, voided: false, parent: null }

/**
 * What the ledger says was refunded of approvals that had to be reversed, by transaction. The payment holds nothing
 * then, and shows no refund.
 */
function reversedByRefund({ attempts, lines }: Evidence): Map<string, number> {
  const reversals = new Map(attempts.filter(({ purpose }) => purpose === 'reversal').map(each => [each.id, each]))
  const all = new Map<string, number>()
  for (const { reference, action, approved, amount } of lines) {
    const reversal = reversals.get(reference)
    if (!reversal || action !== 'refund' || !approved) continue
    all.set(reversal.transaction_id, (all.get(reversal.transaction_id) ?? 0) + amount)
  }
  return all
}

/** Returns null when a payment has the money that the ledger says. */
function moneyDiffers(payment: Payment, ledger: LedgerState = NONE, reversed = 0): string | null {
  const { held, captured, refunded } = ledger
  const left = { held: held - reversed, captured: captured - reversed, refunded: refunded - reversed }
  const ledgerState = { ...ledger, ...left }
  const [word, gateway, processor] = moneyOf(payment, ledgerState)
  if (gateway !== processor) return `${word} ${shown(gateway)}, and ${shown(processor)} in the ledger`
  if (payment.refunded_amount !== ledgerState.refunded)
    return `${shown(payment.refunded_amount)} given back, and ${shown(ledgerState.refunded)} in the ledger`
  if (payment.refund_pending_amount !== 0) return `${shown(payment.refund_pending_amount)} still held for refunds`
  if (ledgerState.refunded > ledgerState.captured)
    return `${shown(ledgerState.refunded)} given back of ${shown(ledgerState.captured)} in the ledger`
  return null
}

/** The amounts to compare, which depend on the status of the payment. */
function moneyOf(payment: Payment, ledgerState: LedgerState): [string, number, number] {
  const { status_id, outcome } = payment
  const now = ledgerState.captured > 0 ? ledgerState.captured : ledgerState.held
  if (outcome !== 'approved' || status_id === 201 || status_id === 301) return [`${outcome}, holds`, 0, now]
  if (status_id === 102) return ['authorized', payment.authorized_amount, ledgerState.held]
  if (status_id === 111) return ['refunds', payment.auth_amount ?? 0, ledgerState.captured]
  if (status_id === 121) return ['checked', 0, now]
  return ['captured', payment.captured_amount, ledgerState.captured]
}
