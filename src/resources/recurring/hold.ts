import type { UnitOfWork } from '../../definition/store.ts'

/**
 * Holds the recurrings of a vault, in the order of their ids. Whoever changes a recurring holds it before the vault it is billed to, so
 * whoever is going to change a vault and its recurrings has to begin with them too: otherwise each could hold what the other wants.
 */
export async function holdRecurrings(work: UnitOfWork, account_vault_id: string): Promise<void> {
  const text = 'select from recurring where account_vault_id = $1 and deleted_ts is null order by id for no key update'
  await work.query(text, [account_vault_id])
}
