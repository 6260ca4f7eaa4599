import type { Row } from '../../definition/resource.ts'
import { invalid, type Problems } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import { requirementsOf, unmetRequirements } from '../producttransaction/requirements.ts'
import type { AccountOrigin } from './account-origin.ts'
import { accountvault } from './accountvault.ts'
import type { VaultRecord } from './vault-record.ts'

/** What a payment calls otherwise than a vault. */
const NAMED_HERE: Readonly<Record<string, string>> = { billing_street: 'billing_address' }

/**
 * Refuses a bank account that could not pay through its location's default bank product, because the terminal of its entry class
 * requires more (contract 2.15). What belongs to a single payment, such as a check number, is required when one is made.
 */
export function refuseUnmet(
  record: VaultRecord,
  origin: AccountOrigin,
  product: Row<typeof producttransaction> | null,
): void {
  const { is_company } = origin.kind === 'account' ? (origin.account as { is_company?: boolean }) : origin.instrument
  const usual = secCode({ is_company: is_company === true, channel: 'api' })
  if (!product) return
  const sec_code = record.ach_sec_code || usual
  const { required } = requirementsOf(product, { payment_method: 'ach', action: 'debit', sec_code })
  const values: Record<string, unknown> = { ...record }
  const problems: Problems = {}
  for (const [field, texts] of Object.entries(unmetRequirements(required, name => isKnown(values, name)))) {
    const here = NAMED_HERE[field] ?? field
    problems[here] = texts.map(text => text.replace('Billing Street', 'Billing Address'))
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** An account always has its number, its bank, its type and its holder; what no vault can hold is not asked of one. */
function isKnown(values: Record<string, unknown>, requirement: string): boolean {
  const field = NAMED_HERE[requirement] ?? requirement
  const definition = (accountvault.fields as Record<string, { options: { reach?: string } }>)[field]
  if (!definition || definition.options.reach === 'input' || OF_ACCOUNT.includes(field)) return true
  return Boolean(values[field])
}

const OF_ACCOUNT: readonly string[] = ['account_holder_name', 'account_type']
