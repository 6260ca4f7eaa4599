import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { amountProblem } from '../../lib/amount-limits.ts'
import { invalid, invalidField, label } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import type { Processor } from '../../ports/processor.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { microdeposit } from '../../resources/microdeposit/microdeposit.ts'
import { requiresVerified } from '../../resources/producttransaction/processor-data.ts'
import {
  mustBeActive,
  mustTake,
  requirementsOf,
  unmetRequirements,
} from '../../resources/producttransaction/requirements.ts'
import { beginningOf, STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { type Processors, type Product, type Route, route } from '../lifecycle/routing.ts'
import type { NewPayment } from '../payments.ts'
import { type Funding, isDebit } from '../vault/funding.ts'
import { type BankPayer, bankPayer } from './bank-payer.ts'

/**
 * Refuses a payment that its product cannot take, before any account is opened. Throws a 422 on the field that is
 * wrong.
 */
export function checkRoute(processors: Processors, { payment, product, account, place }: Route): void {
  // What a product took while it was active can always be refunded.
  if (!payment.refunds) mustBeActive(product)
  const processor = route(processors, account, payment.action)
  if (payment.source?.kind === 'wallet' && !processor.wallets?.includes(payment.source.wallet))
    throw invalidField('payment_token', `Payment Token is not taken by processor ${account.processor}.`)
  checkAuthentication(processor, payment)
  if (payment.overrides && !processor.overrides)
    throw invalidField('product_transaction_id', `Processor ${account.processor} takes no overrides.`)
  if (!place) throw invalidField('location_id', 'location_id provided is not valid')
  if (payment.action === 'refund' && !payment.refunds && !product.allow_blind_refund)
    throw invalidField('previous_transaction_id', 'Previous Transaction Id cannot be blank.')
}

/** Refuses results of 3-D Secure that the processor could carry in part only: it would drop the rest silently. */
function checkAuthentication(processor: Processor, { three_d_secure }: NewPayment): void {
  if (!three_d_secure) return
  const missing = processor.missing3ds?.(three_d_secure) ?? []
  const says = `cannot be blank: without it processor ${processor.name} cannot carry the results of 3-D Secure.`
  const problems = Object.fromEntries(missing.map(name => [name, [`${label(name)} ${says}`]]))
  if (missing.length > 0) throw invalid(problems)
}

/** What is found while an account is checked. */
export interface CheckedAccount {
  /** Null for cards. */
  payer: BankPayer | null
  /** The bank of a stored account has refused all further debits. */
  is_blocked: boolean
}

/** Refuses a payment from an account that its product does not take. Throws a 422 on the field that is wrong. */
export async function checkAccount(
  read: Reader,
  { payment, product }: Route,
  funding: Funding,
): Promise<CheckedAccount> {
  const { payment_method } = funding
  checkAmount(payment, product)
  mustTake(product, payment_method)
  if (!beginningOf(payment.action, payment_method)) {
    throw invalidField('action', `Action ${payment.action} is not available for payment_method ${payment_method}.`)
  }
  const field = payment.source?.kind === 'instrument' ? 'account_vault_id' : 'account_number'
  checkBrand(product, funding, field)
  checkFunding(payment, product, funding, field)
  if (payment_method !== 'ach') return { payer: null, is_blocked: false }
  const { source } = payment
  const vault = await read.maybe(accountvault, source?.kind === 'instrument' ? source.account_vault_id : null)
  const payer = bankPayer(payment, vault)
  const sec_code = secCodeOf(payment, funding, payer)
  checkPayer(payment, product, payer, sec_code)
  await refuseUnverified(read, payment, product, vault, sec_code)
  return { payer, is_blocked: isBlocked(vault) }
}

function isBlocked(vault: Row<typeof accountvault> | null): boolean {
  return (vault?.blocked_reason_id ?? null) !== null
}

/** Refuses what the processor would decline, surcharge included. What is given back may be less. */
function checkAmount({ action, amount, refunds, overrides }: NewPayment, product: Product): void {
  if (refunds || overrides || !MOVES.includes(action)) return
  const problem = amountProblem(amount, product)
  if (problem) throw invalidField('transaction_amount', `Transaction Amount ${problem}`)
}

/** The brands a card product takes, by its flags. */
function checkBrand(product: Product, funding: Funding, field: string): void {
  if (funding.payment_method !== 'cc' || !funding.account) return
  const flag = `card_type_${funding.shown.account_type}` as keyof Product
  if (product[flag] === false) throw invalidField(field, 'The card is of a type that this product does not accept.')
}

/**
 * Debts are paid back with money from a bank account: by a debit card, and not by credit or prepaid (Visa's rules on
 * repayment of debt). A card of which that is not known is refused as well.
 */
function checkFunding(payment: NewPayment, product: Product, funding: Funding, field: string): void {
  if (funding.payment_method !== 'cc' || payment.refunds || !TAKES.includes(payment.action)) return
  if (!(payment.bank_funded_only ?? product.bank_funded_only)) return
  const is_debit = isDebit(funding)
  if (is_debit) return
  const why =
    is_debit === null ? ', and how this card is funded is not known' : ', whose money comes from a bank account'
  throw invalidField(field, `Only debit cards are taken here${why}.`)
}

/** Actions that charge an amount or hold it. */
const MOVES: readonly string[] = ['sale', 'authonly', 'debit', 'force']

/** Actions that take money, or see whether it can be taken. */
const TAKES: readonly string[] = ['sale', 'authonly', 'avsonly', 'force']

/** What every account brings along. */
const OF_ACCOUNT: readonly string[] = ['account_holder_name', 'routing', 'account_number', 'account_type']

/**
 * Refuses a bank payment whose terminal requires more of the payer (contract 2.15). A refund takes the way its debit
 * came, whose requirements were met then; what an override repeats the processor has, images of the check included.
 */
function checkPayer(payment: NewPayment, product: Product, payer: BankPayer, sec_code: string | null): void {
  if (sec_code === null || payment.refunds || payment.overrides) return
  const { required } = requirementsOf(product, { payment_method: 'ach', action: payment.action, sec_code })
  const sent: Record<string, unknown> = { ...payer.details, ...payer.identity, ...payment.check }
  const problems = unmetRequirements(required, field => OF_ACCOUNT.includes(field) || Boolean(sent[field]))
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** The entry class a bank payment is made under; null where its account is not at hand. */
function secCodeOf(
  { action }: Pick<NewPayment, 'action'>,
  { account }: Pick<Funding, 'account'>,
  { details }: BankPayer,
): string | null {
  if (account?.payment_method !== 'ach') return null
  const direction = action === 'debit' ? 'debit' : 'credit'
  return details.ach_sec_code ?? secCode({ is_company: account.is_company, channel: 'api', direction })
}

/**
 * Refuses the first WEB debit of an unverified account where its product requires verification (Nacha rule on account
 * validation). An account counts as verified by its micro-deposits or by a settled debit.
 */
async function refuseUnverified(
  read: Reader,
  payment: Pick<NewPayment, 'action'>,
  product: Product,
  vault: Row<typeof accountvault> | null,
  sec_code: string | null | undefined,
): Promise<void> {
  if (!vault || payment.action !== 'debit' || sec_code !== 'WEB' || !requiresVerified(product)) return
  if (await read.exists(microdeposit, { instrument_id: vault.instrument_id, status: 'verified' })) return
  if (await read.exists(microdeposit, { account_vault_id: vault.id, status: 'verified' })) return
  if (await read.exists(transaction, { account_vault_id: vault.id, status_id: STATUS.ach_settled })) return
  throw invalidField(
    'account_vault_id',
    'Account Vault has to be verified by micro-deposits before its first WEB debit.',
  )
}
