import type { Row } from '../../../definition/resource.ts'
import type { Reader } from '../../../definition/rules.ts'
import { invalidField } from '../../../lib/problem.ts'
import type { accountvault } from '../../../resources/accountvault/accountvault.ts'
import { microdeposit } from '../../../resources/microdeposit/microdeposit.ts'
import { requiresVerified } from '../../../resources/producttransaction/producttransaction.ts'
import { STATUS, transaction } from '../../../resources/transaction/transaction.ts'
import type { Product } from '../../lifecycle/routing.ts'
import type { NewPayment } from '../../new-payment.ts'

/**
 * Refuses the first WEB debit of an unverified account where its product requires verification (Nacha rule on account
 * validation). An account counts as verified by its micro-deposits or by a settled debit.
 */
export async function refuseUnverified(
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
