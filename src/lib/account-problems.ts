import { abaValid } from './aba.ts'
import { checkCardNumber } from './card-number.ts'
import { parseExpDate } from './exp-date.ts'
import { addProblem, type Problems } from './problem.ts'

const BANK_DIGITS = /^\d{4,19}$/

/**
 * What is wrong with a card as it was typed, by field (`account_number`, `exp_date`); empty when nothing is. Whether the
 * card has expired is another question, because it needs to know what day it is.
 */
export function cardProblems(number: string, exp_date: string): Problems {
  const problems: Problems = {}
  const problem = checkCardNumber(number)
  if (problem) addProblem(problems, 'account_number', problem)
  if (!parseExpDate(exp_date)) addProblem(problems, 'exp_date', 'Exp Date must be a month of the form MMYY.')
  return problems
}

/** What is wrong with a bank account, by field (`account_number`, `routing`). Bank numbers have no check digit of their own. */
export function bankProblems(routing: string, number: string): Problems {
  const problems: Problems = {}
  if (!BANK_DIGITS.test(number)) addProblem(problems, 'account_number', 'Account Number should contain 4 to 19 digits.')
  if (!abaValid(routing)) addProblem(problems, 'routing', 'Routing is not a valid routing number.')
  return problems
}
