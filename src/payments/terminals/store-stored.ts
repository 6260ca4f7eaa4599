import type { UnitOfWork } from '../../definition/store.ts'
import type { RunRow } from '../../resources/terminalrun/terminalrun.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { storeVault } from '../vault/store-vault.ts'
import type { RunOutcome } from './execute-run.ts'
import { tokenAccount } from './read-card.ts'
import type { StoredOutcome } from './store-run.ts'

type Said = Extract<RunOutcome, { kind: 'store' }>['said']

/** A card that was read to be kept becomes a vault of the contact (contract 2.14). */
export async function storeAccountRun(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  said: Said,
): Promise<StoredOutcome> {
  if (said.result === 'unknown') return { set: { status: 'unknown', message: said.text } }
  if (said.result === 'failed') return { set: { status: 'ended', result: 'failed', message: said.text } }
  if (said.result === 'declined') return { set: { status: 'ended', result: 'declined', message: said.verbiage } }
  const token = tokenAccount(said)
  if (!token) return { set: { status: 'ended', result: 'failed', message: 'The card cannot be stored.' } }
  const instrument = await context.vaulting.keep(work, run.location_id, token)
  const vault = await storeVault(work, instrument, {
    location_id: run.location_id,
    contact_id: run.contact_id,
    created_user_id: run.created_user_id,
    title: '',
  })
  return { set: { status: 'ended', result: 'approved', account_vault_id: vault.id } }
}
