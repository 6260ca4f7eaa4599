import { abaValid } from './aba.ts'
import { checkCardNumber } from './card-number.ts'
import { expiryProblems } from './exp-date.ts'
import { bankNameProblem } from './latin.ts'
import { addProblem, invalidField, type Problems } from './problem.ts'
import { parseTrackData } from './track-data.ts'

/** A card in clear. Exists in memory for one call only. */
export interface CardAccount {
  payment_method: 'cc'
  account_number: string
  /** MMYY */
  exp_date: string
  account_holder_name: string | null
}

/** A bank account in clear. */
export interface BankAccount {
  payment_method: 'ach'
  routing: string
  account_number: string
  account_type: 'checking' | 'savings'
  account_holder_name: string | null
  is_company: boolean
}

/**
 * A card that a terminal read and the processor keeps. Here it has no number, only what stands for it there: a secret
 * like one.
 */
export interface TokenAccount {
  payment_method: 'cc'
  token: string
  first_six: string | null
  last_four: string | null
  brand: string | null
  /** MMYY */
  exp_date: string
  account_holder_name: string | null
}

/** What people type, read or send. */
export type Account = CardAccount | BankAccount

/** What the vault keeps. */
export type VaultAccount = Account | TokenAccount

/** The fields of a bank or card account as callers, payers and files name them. */
export interface AccountFields {
  payment_method: string
  account_number: string | null
  account_holder_name: string | null
  /** Of a card. */
  exp_date?: string | null
  /** Of a bank account. */
  routing?: string | null
  account_type?: string | null
  is_company?: boolean | null
}

/** Returns the account that was typed; the rules of its form or request have checked that its fields are there. */
export function typedAccount(fields: AccountFields, is_company = fields.is_company): Account {
  const { account_holder_name, exp_date, routing, account_type } = fields
  const account_number = fields.account_number ?? ''
  if (fields.payment_method === 'cc')
    return { payment_method: 'cc', account_number, exp_date: exp_date ?? '', account_holder_name }
  return {
    payment_method: 'ach',
    routing: routing ?? '',
    account_number,
    account_type: account_type === 'savings' ? 'savings' : 'checking',
    account_holder_name,
    is_company: is_company === true,
  }
}

/**
 * Returns the card of a magnetic stripe. A month or name that was typed replaces that of the stripe: a renewed card
 * keeps its number, and names on stripes are truncated. Throws a 422 when the stripe cannot be read.
 */
export function swipedAccount(
  track_data: string,
  typed: { exp_date?: string | null; account_holder_name: string | null },
): CardAccount {
  const track = parseTrackData(track_data)
  if ('problem' in track) throw invalidField('track_data', `Track Data ${track.problem}`)
  return {
    payment_method: 'cc',
    account_number: track.number,
    exp_date: typed.exp_date ?? track.exp_date,
    account_holder_name: typed.account_holder_name ?? track.account_holder_name,
  }
}

const BANK_DIGITS = /^\d{4,19}$/

/**
 * What is wrong with an account, as texts by field: `account_number`, `exp_date`, `routing`, `account_holder_name`;
 * empty when nothing is.
 * A card is good until the month of its expiry has ended, so `today` is the date where it is used.
 */
export function accountProblems(account: VaultAccount, today: Temporal.PlainDate): Problems {
  if ('token' in account) return monthProblems(account.exp_date, today)
  return account.payment_method === 'cc' ? cardProblems(account, today) : bankProblems(account)
}

function cardProblems({ account_number, exp_date }: CardAccount, today: Temporal.PlainDate): Problems {
  const problem = checkCardNumber(account_number)
  return { ...(problem ? { account_number: [problem] } : {}), ...monthProblems(exp_date, today) }
}

function monthProblems(exp_date: string, today: Temporal.PlainDate): Problems {
  const texts = expiryProblems(exp_date, today)
  return texts.length > 0 ? { exp_date: texts } : {}
}

/** Numbers of bank accounts have no check digit of their own; the bank's routing number does. */
function bankProblems({ routing, account_number, account_holder_name }: BankAccount): Problems {
  const problems: Problems = {}
  if (!BANK_DIGITS.test(account_number)) {
    addProblem(problems, 'account_number', 'Account Number should contain 4 to 19 digits.')
  }
  if (!abaValid(routing)) addProblem(problems, 'routing', 'Routing is not a valid routing number.')
  const unsent = account_holder_name === null ? null : bankNameProblem(account_holder_name)
  if (unsent) addProblem(problems, 'account_holder_name', `Account Holder Name ${unsent}`)
  return problems
}
