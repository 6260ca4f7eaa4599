import type { Change } from '../../definition/resource.ts'
import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { label } from '../../lib/problem.ts'
import type { FollowUpAction } from './transaction.states.ts'
import { transaction } from './transaction.ts'
import { isBeginning, MUST_BE_POSITIVE, validateNew, validateParts } from './validate-new.ts'

const { rules } = rulesOf(transaction)

/**
 * What requests say about themselves. What depends on the records they name is planned in `plan.ts`; states stand in
 * `transaction.states.ts`.
 */
export const transactionRules = rules({
  create: { validate: validateNew },
  update: { validate: validateChange },
})

type Transaction = typeof transaction
type Sent = Change<Transaction>
type Field = keyof Sent & keyof Transaction['fields'] & string

/** What is always possible to say along with an action. */
const ALWAYS: readonly Field[] = [
  'action',
  'description',
  'tags',
  'transaction_c1',
  'transaction_c2',
  'transaction_c3',
  'custom_data',
  'terminal_serial_number',
]
const MONEY: readonly Field[] = ['transaction_amount', 'tax', 'tip_amount', 'subtotal_amount', 'surcharge_amount']
const LODGING: readonly Field[] = ['checkout_date', 'room_num', 'room_rate']

/** Which fields each action reads besides. */
const USES: Record<FollowUpAction, readonly Field[]> = {
  void: ['transaction_amount'],
  authcomplete: [...MONEY, ...LODGING],
  authincrement: [...MONEY, ...LODGING],
  partialreversal: MONEY,
  tipadjust: MONEY,
}

const NEEDS_AMOUNT: readonly string[] = ['authincrement', 'partialreversal', 'tipadjust']

/** What a PUT says about itself. Without an action it edits. */
function validateChange(sent: Sent, problems: ProblemList<Transaction>): void {
  const action = sent.action ?? 'edit'
  if (isBeginning(action)) {
    problems.add('action', `Action ${action} begins a transaction: POST /v2/transactions.`)
    return
  }
  for (const name of unused(action, sent)) problems.add(name, `${label(name)} is not used by ${action}.`)
  const amount: bigint | null | undefined = sent.transaction_amount
  if (action === 'edit' || action === 'void') return
  if (amount == null && NEEDS_AMOUNT.includes(action)) {
    problems.add('transaction_amount', 'Transaction Amount cannot be blank.')
  } else if (amount === 0n) {
    problems.add('transaction_amount', MUST_BE_POSITIVE)
  } else if (amount != null) {
    validateParts(sent, amount, problems)
  }
}

function unused(action: FollowUpAction | 'edit', sent: Sent): Field[] {
  const names = (Object.keys(sent) as Field[]).filter(name => sent[name] !== null && sent[name] !== undefined)
  if (action === 'edit') return names.filter(name => MONEY.includes(name))
  return names.filter(name => !ALWAYS.includes(name) && !USES[action].includes(name))
}
