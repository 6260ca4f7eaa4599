import type { UnitOfWork } from '../../definition/store.ts'

/**
 * Locks the recurrings of an account vault in the order of their ids. A write that changes a vault and its recurrings
 * calls this first: everything else locks a recurring before its vault, so the opposite order could deadlock.
 */
export async function lockRecurrings(work: UnitOfWork, account_vault_id: string): Promise<void> {
  const text = 'select from recurring where account_vault_id = $1 and deleted_ts is null order by id for no key update'
  await work.query(text, [account_vault_id])
}
