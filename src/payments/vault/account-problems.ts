import { abaValid } from '../../lib/aba.ts'
import { checkCardNumber } from '../../lib/card-number.ts'
import { EXP_DATE, isExpired } from '../../lib/exp-date.ts'
import { addProblem, type Problems } from '../../lib/problem.ts'
import type { BankAccount, CardAccount, KeptAccount } from './account.ts'

const BANK_DIGITS = /^\d{4,19}$/

/**
 * What is wrong with an account, as texts by field: `account_number`, `exp_date`, `routing`; empty when nothing is.
 * A card is good until the month of its expiry has ended, so `today` is the date where it is used.
 */
export function accountProblems(account: KeptAccount, today: Temporal.PlainDate): Problems {
  if ('token' in account) return expiryProblems(account.exp_date, today)
  return account.payment_method === 'cc' ? cardProblems(account, today) : bankProblems(account)
}

function cardProblems({ account_number, exp_date }: CardAccount, today: Temporal.PlainDate): Problems {
  const problem = checkCardNumber(account_number)
  return { ...(problem ? { account_number: [problem] } : {}), ...expiryProblems(exp_date, today) }
}

function expiryProblems(exp_date: string, today: Temporal.PlainDate): Problems {
  const problems: Problems = {}
  if (!EXP_DATE.pattern.test(exp_date)) addProblem(problems, 'exp_date', `Exp Date ${EXP_DATE.says}`)
  else if (isExpired(exp_date, today)) addProblem(problems, 'exp_date', 'Exp Date is in the past.')
  return problems
}

/** Numbers of bank accounts have no check digit of their own; the bank's routing number does. */
function bankProblems({ routing, account_number }: BankAccount): Problems {
  const problems: Problems = {}
  if (!BANK_DIGITS.test(account_number)) {
    addProblem(problems, 'account_number', 'Account Number should contain 4 to 19 digits.')
  }
  if (!abaValid(routing)) addProblem(problems, 'routing', 'Routing is not a valid routing number.')
  return problems
}
