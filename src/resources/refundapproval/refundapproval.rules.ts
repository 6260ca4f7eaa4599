import type { Row } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'
import { refundExcess, refundRefusal } from '../transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../transaction/transaction.ts'
import type { user } from '../user/user.ts'
import { APPROVAL_SECONDS, refundapproval } from './refundapproval.ts'

const { rules, accept, refuse } = rulesOf(refundapproval)

export const refundapprovalRules = rules<{ original: TransactionRow | null; location_id: string }>({
  create: {
    validate({ action, transaction_id, last_four, transaction_amount }, problems) {
      if (transaction_amount === 0n) problems.add('transaction_amount', 'Transaction Amount must be greater than zero.')
      if (transaction_id && action === 'credit')
        problems.add('transaction_id', 'Transaction Id is of a refund; a credit has last_four.')
      if (transaction_id && last_four) problems.add('last_four', 'Send only one of transaction_id, last_four.')
      if (transaction_id === null && last_four === null) problems.add('last_four', 'Last Four cannot be blank.')
    },
    async load({ transaction_id }, { product_transaction_id: product }, read) {
      const original = transaction_id ? await read.one(transaction, transaction_id, 'transaction_id') : null
      return { original, location_id: product.location_id }
    },
    decide(draft, { original, location_id }, { seconds }) {
      if (original && original.product_transaction_id !== draft.product_transaction_id)
        refuse('product_transaction_id', 'Product Transaction Id must be that of the transaction to refund.')
      const refusal = original && (refundRefusal(original) ?? refundExcess(original, draft.transaction_amount))
      if (refusal) refuse('transaction_id', refusal)
      return accept({ location_id, status: 'waiting', expire_ts: seconds + APPROVAL_SECONDS })
    },
  },
})

/**
 * Why this user may not decide about it, or null. A user whom the requester has made or changed (a password, a key), or
 * who came after the request, is no second person: the requester could sign in as either.
 */
export function secondPersonProblem(
  asked: Pick<Row<typeof refundapproval>, 'created_user_id' | 'created_ts'>,
  by: Pick<Row<typeof user>, 'id' | 'created_ts'>,
  is_handled: boolean,
): string | null {
  if (by.id === asked.created_user_id) return 'A refund is approved by another user than the one who asked for it.'
  if (is_handled || by.created_ts > asked.created_ts)
    return 'A refund is approved by a user who was there before, and was neither made nor changed by the one who asked.'
  return null
}
