import type { UnitOfWork } from '../../definition/store.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { location } from '../../resources/location/location.ts'
import { stopped } from '../../resources/recurring/due-moment.ts'
import { recurring } from '../../resources/recurring/recurring.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { ReturnRule } from './return-codes.ts'

/** The columns of a payment that identify its account. */
type PaidAccount = Pick<TransactionRow, 'root_id' | 'instrument_id' | 'recurring_id'>

interface IdRow {
  id: string
}

/** Returns the stored accounts of a payment's instrument, copies included, in the order of their ids. */
async function vaultsOf(work: UnitOfWork, { root_id, instrument_id }: PaidAccount): Promise<string[]> {
  if (instrument_id === null) return []
  const rows = await work.query<IdRow>(
    'select id from accountvault where root_id = $1 and instrument_id = $2 and deleted_ts is null order by id',
    [root_id, instrument_id],
  )
  return rows.map(({ id }) => id)
}

/** Blocks the stored accounts of a returned payment and stops their recurrings, as the return code requires. */
export async function blockAccounts(
  work: UnitOfWork,
  row: PaidAccount,
  rule: ReturnRule,
  reason_code_id: number,
  seconds: number,
): Promise<void> {
  const vaults = rule.blocks || rule.recurrings ? await vaultsOf(work, row) : []
  // Lock order: recurrings before the account vaults they charge.
  if (rule.recurrings) await stopRecurrings(work, row, rule.recurrings, vaults, seconds)
  if (!rule.blocks) return
  for (const id of vaults) {
    const vault = await work.lock(accountvault, id)
    if (!vault || vault.blocked_reason_id !== null) continue
    await work.update(accountvault, vault, { blocked_reason_id: reason_code_id, active: 0 })
  }
}

/**
 * A revoked authorization ends all recurrings of the account; a stopped payment stops only the recurring that created
 * it.
 */
async function stopRecurrings(
  work: UnitOfWork,
  row: PaidAccount,
  how: 'ended' | 'on hold',
  vaults: readonly string[],
  seconds: number,
): Promise<void> {
  const billed = how === 'ended' ? vaults : []
  const rows = await work.query<IdRow>(
    `select id from recurring
      where root_id = $1 and deleted_ts is null and status <> 'ended' and (id = $2 or account_vault_id = any($3)) order by id`,
    [row.root_id, row.recurring_id, billed],
  )
  for (const { id } of rows) {
    const held = await work.lock(recurring, id)
    const place = held && (await work.maybe(location, held.location_id))
    const set = held && stopped(held, how, place?.tz ?? null, seconds)
    if (held && set) await work.update(recurring, held, set)
  }
}
