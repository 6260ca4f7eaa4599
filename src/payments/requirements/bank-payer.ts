import type { Row, Settable } from '../../definition/resource.ts'
import { invalid } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import type { Identity } from '../../ports/processor.ts'
import type { accountvault } from '../../resources/accountvault/accountvault.ts'
import { achTerminal, unmetRequirements } from '../../resources/producttransaction/producttransaction.ts'
import type { transaction } from '../../resources/transaction/transaction.ts'
import type { Product } from '../lifecycle/routing.ts'
import type { NewPayment } from '../payments.ts'
import { billingOf } from '../vault/billing-of.ts'
import type { Funding } from '../vault/funding.ts'

type Vault = Row<typeof accountvault>
type Details = Settable<typeof transaction>

/** What a bank payment says about its payer: the columns of the transaction, and what is only sent on. */
export interface BankPayer {
  details: Details
  identity: Identity
}

/** What every account brings along. */
const OF_ACCOUNT: readonly string[] = ['account_holder_name', 'routing', 'account_number', 'account_type']
const PROOFS = ['dl_number', 'dl_state', 'ssn4', 'dob_year'] as const

/** What was said for this payment, and where nothing was, what the stored account knows. */
export function bankPayer(
  { details, identity = {} }: Pick<NewPayment, 'details' | 'identity'>,
  vault: Vault | null,
): BankPayer {
  const known: Details = vault ? billingOf(vault) : {}
  // A license or a proof of age is one thing: of two halves from two places nobody knows whether they belong together.
  const of_vault = vault && !PROOFS.some(name => identity[name]) ? vault : null
  const proofs = PROOFS.map(name => [name, identity[name] || of_vault?.[name] || null] as const)
  return {
    details: { ...sent(known), ...sent(details) },
    identity: sent(Object.fromEntries(proofs)),
  }
}

/**
 * Refuses a bank payment whose terminal wants to know more about the payer (contract 2.15), whoever makes it: the API, a pay page, a
 * recurring. A refund goes back the way its debit came; what that needed was asked then.
 */
export function refuseUnmet(payment: NewPayment, product: Product, funding: Funding, payer: BankPayer): void {
  const code = secCodeOf(payment, funding, payer)
  const terminal = code === null || payment.refunds ? null : achTerminal(product, code)
  if (!terminal) return
  const said: Record<string, unknown> = { ...payer.details, ...payer.identity, ...payment.check }
  const problems = unmetRequirements(terminal, field => OF_ACCOUNT.includes(field) || Boolean(said[field]))
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** The entry class a bank payment is made under; null where its account is not at hand. */
export function secCodeOf(
  { action }: Pick<NewPayment, 'action'>,
  { account }: Pick<Funding, 'account'>,
  { details }: BankPayer,
): string | null {
  if (account?.payment_method !== 'ach') return null
  const direction = action === 'debit' ? 'debit' : 'credit'
  return details.ach_sec_code ?? secCode({ is_company: account.is_company, channel: 'api', direction })
}

function sent<T extends object>(fields: T): T {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return Object.fromEntries(kept) as T
}
