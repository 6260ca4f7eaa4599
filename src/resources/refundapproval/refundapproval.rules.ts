import type { Caller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import { type Reader, rulesOf } from '../../definition/rules.ts'
import { notValid } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { refundExcess, refundRefusal } from '../transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../transaction/transaction.ts'
import type { user } from '../user/user.ts'
import { APPROVAL_SECONDS, refundapproval } from './refundapproval.ts'

const { rules, accept, refuse } = rulesOf(refundapproval)

interface Facts {
  original: TransactionRow | null
  product_transaction_id: string
  location_id: string
}

export const refundapprovalRules = rules<Facts>({
  create: {
    validate({ action, transaction_id, last_four, transaction_amount, product_transaction_id }, problems) {
      if (transaction_id === null && product_transaction_id === null)
        problems.add('product_transaction_id', 'Product Transaction Id cannot be blank.')
      if (transaction_amount === 0n) problems.add('transaction_amount', 'Transaction Amount must be greater than zero.')
      if (transaction_id && action === 'credit')
        problems.add('transaction_id', 'Transaction Id is of a refund; a credit has last_four.')
      if (transaction_id && last_four) problems.add('last_four', 'Send only one of transaction_id, last_four.')
      if (transaction_id === null && last_four === null) problems.add('last_four', 'Last Four cannot be blank.')
    },
    async load({ transaction_id, product_transaction_id }, _refs, read, { caller }) {
      if (!transaction_id) return { original: null, ...(await creditedBy(read, product_transaction_id ?? '', caller)) }
      const original = await read.one(transaction, transaction_id, 'transaction_id')
      const { location_id } = original
      return { original, location_id, product_transaction_id: original.product_transaction_id ?? '' }
    },
    decide(draft, { original, location_id, product_transaction_id }, { seconds }) {
      if (draft.product_transaction_id && draft.product_transaction_id !== product_transaction_id)
        refuse('product_transaction_id', 'Product Transaction Id must be that of the transaction to refund.')
      const refusal = original && (refundRefusal(original) ?? refundExcess(original, draft.transaction_amount))
      if (refusal) refuse('transaction_id', refusal)
      return accept({ location_id, product_transaction_id, status: 'waiting', expire_ts: seconds + APPROVAL_SECONDS })
    },
  },
})

/** A location may credit by a product above it, which it has as its default. */
async function creditedBy(read: Reader, id: string, { location_id }: Caller): Promise<Omit<Facts, 'original'>> {
  const own = await read.maybe(producttransaction, id)
  if (own) return { product_transaction_id: id, location_id: own.location_id }
  const place = await read.maybe(location, location_id)
  if (!place || ![place.default_cc, place.default_ach].includes(id)) throw notValid('product_transaction_id')
  return { product_transaction_id: id, location_id: place.id }
}

/** Seconds after which a user whom the one who decides has changed is a person of his own again. */
export const TAKEN_OVER_SECONDS = 7 * 86_400

/**
 * Why this user may not decide about it, or null. A user whom the requester has made or changed (a password, a key), or
 * who came after the request, is no second person: the requester could sign in as either. Nor is one who has given the
 * requester a key or a password within the last days.
 */
export function secondPersonProblem(
  asked: Pick<Row<typeof refundapproval>, 'created_user_id' | 'created_ts'>,
  by: Pick<Row<typeof user>, 'id' | 'created_ts' | 'created_user_id'>,
  { is_handled, has_taken_over }: { is_handled: boolean; has_taken_over: boolean },
): string | null {
  if (by.id === asked.created_user_id) return 'A refund is approved by another user than the one who asked for it.'
  if (has_taken_over) return 'A refund is approved by a user who has not changed the one who asked within a week.'
  if (is_handled || by.created_user_id === asked.created_user_id || by.created_ts > asked.created_ts)
    return 'A refund is approved by a user who was there before, and was neither made nor changed by the one who asked.'
  return null
}
