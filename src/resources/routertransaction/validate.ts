import { lodgingProblem } from '../../lib/lodging-stay.ts'
import { label } from '../../lib/problem.ts'

type Input = Record<string, unknown>
type Add = (field: string, text: string) => void

/** Actions without an amount of their own. */
const WITHOUT_AMOUNT: readonly unknown[] = ['avsonly', 'settle']

/** What a request says about itself; null of a field means it was not sent, undefined that it did not fit. */
export function validate(sent: Input, add: Add): void {
  onlyWith('auth_code', 'force', sent, add)
  onlyWith('batch', 'settle', sent, add)
  examineCode(sent, add)
  examineAmount(sent, add)
  if (!sent.checkin_date || !sent.checkout_date) return
  const problem = lodgingProblem(sent.checkin_date as string, sent.checkout_date as string)
  if (problem) add('checkout_date', problem)
}

function onlyWith(field: string, action: string, sent: Input, add: Add): void {
  if (!sent[field] || sent.action === action || sent.action === undefined) return
  add(field, `${label(field)} is allowed only when action is ${action}.`)
}

function examineCode({ action, auth_code }: Input, add: Add): void {
  if (action !== 'force' || auth_code === undefined) return
  if (!auth_code) add('auth_code', 'Auth Code cannot be blank.')
  else if (String(auth_code).length !== 6) add('auth_code', 'Auth Code should contain 6 characters.')
}

/** Tax and tip are parts of the amount, so together they cannot be more. */
function examineAmount(sent: Input, add: Add): void {
  const amount = sent.transaction_amount as bigint | null | undefined
  if (amount === undefined || WITHOUT_AMOUNT.includes(sent.action)) return
  const parts = ((sent.tax as bigint | null) ?? 0n) + ((sent.tip_amount as bigint | null) ?? 0n)
  if (amount === null) add('transaction_amount', 'Transaction Amount cannot be blank.')
  else if (amount === 0n) add('transaction_amount', 'Transaction Amount must be greater than zero.')
  else if (parts > amount)
    add('transaction_amount', 'Transaction Amount includes tax and tip and cannot be less than these.')
}
