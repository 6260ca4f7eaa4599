import type { Queryable } from '../../db/database.ts'
import type { Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { localDate } from '../../lib/local-date.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import type { Clock } from '../../ports/clock.ts'
import { refundLimit } from '../../resources/producttransaction/refund-limit.ts'
import { refundapproval } from '../../resources/refundapproval/refundapproval.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { user } from '../../resources/user/user.ts'
import type { PaymentPlan } from '../lifecycle/plan.ts'

const FIELD = 'refund_approval_id'
type Asked = Pick<PaymentPlan, 'payment' | 'product' | 'decline'>

/** Whether a refund or credit may need the approval of a second person, or brings one. */
export function mayNeedApproval({ payment, product, decline }: Asked): boolean {
  if (decline) return false
  return Boolean(payment.refund_approval_id) || productsOf({ payment, product }).some(isLimited)
}

const isLimited = (product: PaymentPlan['product']): boolean =>
  product.refund_approval_amount !== null || product.refund_approval_was !== null

/** The product it was asked of, and the one that its rules have chosen: the lower limit counts. */
function productsOf({ payment, product }: Pick<Asked, 'payment' | 'product'>): PaymentPlan['product'][] {
  return payment.known ? [product, payment.known.product] : [product]
}

/**
 * Checks a refund or credit that was just stored inside the open transaction: with an approval, which it uses up, or
 * within what its user may give back alone. Throws a 422, and nothing stays stored.
 */
export async function holdToApproval(
  work: UnitOfWork,
  { payment, product }: Asked,
  row: Pick<TransactionRow, 'id' | 'last_four'>,
  seconds: number,
): Promise<void> {
  if (payment.refund_approval_id) return useApproval(work, payment, row, seconds)
  const limits = productsOf({ payment, product }).flatMap(each => refundLimit(each, seconds) ?? [])
  if (limits.length === 0) return
  const limit = limits.reduce((least, each) => (each < least ? each : least))
  const { amount, refunds } = payment
  const given = refunds ? refunds.refunded_amount + refunds.refund_pending_amount : 0n
  if (amount + given > limit) throw needsApproval(limit)
  // By UTC: an administrator can change the zones of products and locations.
  const date = localDate(seconds, 'UTC').toString()
  const { root_id, user_id } = work.actor.caller
  await work.query(ADD, [root_id, user_id ?? '', date, amount.toString(), limit.toString()])
}

function needsApproval(limit: Money): Error {
  const text = `Refund Approval Id cannot be blank: more than ${formatMoney(limit)} needs the approval of another user, which is asked for at /v2/refundapprovals.`
  return invalidField(FIELD, text)
}

/** PostgreSQL refuses what is beyond the limit of the day (`unapproved_refund_within`), however many come at once. */
const ADD = `
insert into unapproved_refund as u (root_id, user_id, date, amount, most) values ($1, $2, $3, $4, $5)
    on conflict (root_id, user_id, date) do update set amount = u.amount + excluded.amount, most = excluded.most`

async function useApproval(
  work: UnitOfWork,
  payment: PaymentPlan['payment'],
  row: Pick<TransactionRow, 'id' | 'last_four'>,
  seconds: number,
): Promise<void> {
  const approval = await work.lock(refundapproval, payment.refund_approval_id!)
  if (!approval) throw notValid(FIELD)
  if (approval.created_user_id !== work.actor.caller.user_id)
    throw invalidField(FIELD, 'Refund Approval Id is used by the user who asked for it.')
  if (approval.status !== 'approved') throw invalidField(FIELD, `Refund Approval Id is ${approval.status}.`)
  if (seconds >= approval.expire_ts) throw invalidField(FIELD, 'Refund Approval Id has expired: ask again.')
  if (!isFor(approval, payment, row))
    throw invalidField(
      FIELD,
      'Refund Approval Id is for another refund: action, product, payment and amount are fixed.',
    )
  const approver = await work.maybe(user, approval.decided_user_id)
  if (approver?.status_id !== 1) throw invalidField(FIELD, 'The user who approved it is no longer active.')
  await work.update(refundapproval, approval, { status: 'used', refund_transaction_id: row.id }, { verb: 'used' })
}

function isFor(
  approval: Row<typeof refundapproval>,
  { action, amount, refunds, product_transaction_id }: PaymentPlan['payment'],
  { last_four }: Pick<TransactionRow, 'last_four'>,
): boolean {
  const { transaction_id } = approval
  if (approval.action !== action || approval.transaction_amount !== amount) return false
  if (approval.product_transaction_id !== product_transaction_id) return false
  return transaction_id === (refunds?.id ?? null) && (refunds !== undefined || approval.last_four === last_four)
}

const KEPT_SECONDS = 7 * 86_400

/** Forgets the sums of days that are over. Returns how many rows went. */
export function purgeUnapprovedRefunds(db: Queryable, clock: Clock): Promise<number> {
  const before = localDate(clock.seconds() - KEPT_SECONDS, 'UTC').toString()
  return db.run('delete from unapproved_refund where date < $1', [before])
}
