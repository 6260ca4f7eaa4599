import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { STATUS, transaction } from '../../resources/transaction/transaction.ts'
import type { Instrument, Opened } from '../vault/vaulting.ts'
import type { EntryRow } from './ach-file.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { type BankItem, insertItem } from './bank-item.ts'
import { currentInstruments } from './latest.ts'
import { applyCorrection, type Correction, correctionOf } from './notification-of-change.ts'
import { reasonOf } from './return-codes.ts'

/** Statuses in which a payment is still on its way or has arrived; only there its bank's remark is the last word. */
const IN_FORCE: readonly number[] = [STATUS.ach_originating, STATUS.ach_originated, STATUS.ach_settled]

/**
 * Stores that a bank asks for a change: the stored accounts that stand for what the entry was made with are corrected, and every later
 * entry goes to the corrected account. The payment itself stays what it is; its reason says that it was corrected.
 */
export async function applyNotificationOfChange(
  bank: BankContext,
  item: BankItem,
  entry: EntryRow,
  data: string,
): Promise<void> {
  const actor = bankActor(entry.root_id)
  const correction = correctionOf(item.code, data)
  const current =
    (await currentInstruments(bank.db, [entry.instrument_id])).get(entry.instrument_id) ?? entry.instrument_id
  const opened = correction && (await bank.vaulting.openAll(actor.caller, [current])).get(current)
  if (!correction || opened?.account.payment_method !== 'ach') {
    await insertItem(bank, bank.db, item, { entry, state: 'unmatched', note: 'what is to be corrected cannot be read' })
    bank.log.error({ file: item.file_name, code: item.code }, 'a notification of change needs a person')
    return
  }
  await bank.store.transaction(actor, async work => {
    const row = entry.transaction_id === null ? null : await work.lock(transaction, entry.transaction_id)
    if (!(await insertItem(bank, work, item, { entry, state: 'applied' }))) return
    const reason_code_id = reasonOf(item.code)
    if (row && reason_code_id !== null && IN_FORCE.includes(row.status_id))
      await work.update(transaction, row, { reason_code_id, verbiage: `${item.code} corrected by the bank` })
    await correct(bank, work, opened, correction)
  })
}

async function correct(bank: BankContext, work: UnitOfWork, opened: Opened, correction: Correction): Promise<void> {
  const { instrument, account } = opened
  const vaults = await work.query<{ id: string }>(
    'select id from accountvault where root_id = $1 and instrument_id = $2 and deleted_ts is null order by id for no key update',
    [instrument.root_id, instrument.id],
  )
  const said: Settable<typeof accountvault> = {
    ...(correction.account_holder_name ? { account_holder_name: correction.account_holder_name } : {}),
    ...(correction.customer_id ? { customer_id: correction.customer_id } : {}),
  }
  const right = account.payment_method === 'ach' ? applyCorrection(account, correction) : null
  const made = right && (await bank.vaulting.keep(work, instrument.location_id, right))
  if (made) await replace(work, instrument, made, bank.clock.seconds())
  const shown = made && {
    instrument_id: made.id,
    first_six: made.first_six,
    last_four: made.last_four,
    account_type: made.account_type,
  }
  for (const { id } of vaults) {
    const vault = await work.lock(accountvault, id)
    if (vault) await work.update(accountvault, vault, { ...said, ...shown })
  }
}

/** Two corrections of one account at the same moment: the second is refused here, and made again on what the first has left. */
async function replace(work: UnitOfWork, from: Instrument, to: Instrument, seconds: number): Promise<void> {
  await work.query('insert into ach_correction (instrument_id, corrected_id, created_ts) values ($1, $2, $3)', [
    from.id,
    to.id,
    seconds,
  ])
}
