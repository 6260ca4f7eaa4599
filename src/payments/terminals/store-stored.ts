import type { Book } from '../../definition/door.ts'
import type { RunRow } from '../../resources/terminalrun/terminalrun.ts'
import type { Life } from '../life.ts'
import { storeVault } from '../store-vault.ts'
import type { RunOutcome } from './drive.ts'
import { tokenOf } from './read-card.ts'
import type { Booked } from './store-run.ts'

type Said = Extract<RunOutcome, { kind: 'store' }>['said']

/** A card that was read to be kept becomes a vault of the contact (contract 2.14). */
export async function storeStored(life: Life, book: Book, run: RunRow, said: Said): Promise<Booked> {
  if (said.result === 'unknown') return { set: { status: 'unknown', message: said.text } }
  if (said.result === 'failed') return { set: { status: 'ended', result: 'failed', message: said.text } }
  if (said.result === 'declined') return { set: { status: 'ended', result: 'declined', message: said.verbiage } }
  const token = tokenOf(said)
  if (!token) return { set: { status: 'ended', result: 'failed', message: 'The card cannot be stored.' } }
  const instrument = await life.vaulting.keep(book, run.location_id, token)
  const vault = await storeVault(book, instrument, {
    location_id: run.location_id,
    contact_id: run.contact_id,
    created_user_id: run.created_user_id,
    title: '',
  })
  return { set: { status: 'ended', result: 'approved', account_vault_id: vault.id } }
}
