import type { Actor } from '../../definition/store.ts'
import type { Processor } from '../../ports/processor.ts'
import type { Inquiry } from '../../ports/processor-request.ts'
import { type ProcessorRules, ruledProducts } from '../../resources/producttransaction/processor-rules.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { recurring } from '../../resources/recurring/recurring.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { Attempt } from '../lifecycle/attempt.ts'
import { lookUp } from '../lifecycle/look-up.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { accountOf, leavesByFile, processorFor } from '../lifecycle/routing.ts'
import { secondReference } from '../lifecycle/second-try.ts'

/** `unseen`: it never arrived. `unclear`: a person has to decide. `unanswered`: nothing is known yet. */
type Verdict = 'unseen' | 'unclear' | 'unanswered'

/** A request can move between two lists while they are read page by page, so one look may miss it. */
const LOOKS = 2

/**
 * Returns what it means that a processor has not seen a request. While it would recognise a repetition, that it never
 * arrived; later only as far back as it finds requests, and at the second look.
 */
export function unseenMeans(
  { memory }: Pick<Processor, 'memory'>,
  { sent }: Pick<Inquiry, 'sent'>,
  asks: number,
  seconds: number,
): Verdict {
  const age = sent ? seconds - sent.since : 0
  if (age < memory.repeats) return 'unseen'
  if (age >= memory.finds) return 'unclear'
  return asks < LOOKS ? 'unanswered' : 'unseen'
}

/**
 * Whether a doubtful payment may lie in a file of the gateway whose database was lost: no bank can be asked about that.
 */
export async function mayHaveLeft({ db }: PaymentContext, attempt: Attempt, row: TransactionRow): Promise<boolean> {
  return row.payment_method === 'ach' && leavesByFile(await accountOf(db, attempt))
}

/**
 * Returns whether a doubtful order that its processor has not seen is nowhere else: not with a processor to which the
 * rules of its product lead, and not among the orders that processors have and this database has lost. A recurring that
 * was moved to another date since the backup was charged under another reference, so those are compared by account and
 * amount.
 */
export async function isNowhere(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  row: TransactionRow,
  sent: Inquiry['sent'],
): Promise<Verdict> {
  if (await isLikeLost(context, attempt, row)) return 'unclear'
  const { look_ms: ms } = context.retry_policy
  for (const of of await accountsBeside(context, actor, attempt, row)) {
    const processor = await processorFor(context, of)
    if (!processor) return 'unclear'
    for (const reference of [attempt.id, secondReference(attempt.transaction_id)]) {
      const asked = { reference, action: attempt.action, amount: attempt.amount, sent }
      const found = await lookUp(context, { account: of.processor_account_id, processor, asked, ms })
      if (!found) return 'unanswered'
      if (found.seen && found.outcome.result !== 'declined') return 'unclear'
    }
  }
  return 'unseen'
}

const LIKE_LOST = `
select 1 from lost_order l
 where l.root_id = $1 and l.amount = $2 and l.last_four = $3
   and not exists (select from attempt a where a.root_id = l.root_id and a.id = l.reference) limit 1`

async function isLikeLost({ db }: PaymentContext, { root_id, amount }: Attempt, row: TransactionRow): Promise<boolean> {
  return (await db.query(LIKE_LOST, [root_id, amount.toString(), row.last_four])).length > 0
}

/** Returns the other accounts that the rules of the recurring's product name. */
async function accountsBeside(
  context: PaymentContext,
  actor: Actor,
  { root_id, processor_account_id: own }: Attempt,
  row: TransactionRow,
) {
  const read = context.store.reader(asRoot(actor).caller)
  const plan = await read.maybe(recurring, row.recurring_id)
  const asked = await read.maybe(producttransaction, plan?.product_transaction_id ?? row.product_transaction_id)
  if (!asked) return []
  const ruled = ruledProducts((asked.processor_rules ?? {}) as ProcessorRules)
  const products = [asked, ...(await read.all(producttransaction, { id: ruled }, ruled.length))]
  const ids = new Set(products.flatMap(({ processor_account_id: id }) => (id && id !== own ? [id] : [])))
  return [...ids].map(processor_account_id => ({ root_id, processor_account_id }))
}
