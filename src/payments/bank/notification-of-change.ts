import type { Queryable } from '../../db/database.ts'
import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { abaValid } from '../../lib/aba.ts'
import type { BankAccount } from '../../lib/account.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import type { Instrument, Opened } from '../vaulting.ts'
import type { EntryRow } from './ach-file.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { type BankItem, insertItem, isStored } from './bank-item.ts'
import { reasonOf } from './return-codes.ts'

/** The fields of a stored account that a notification of change corrects. */
export interface Correction {
  routing?: string
  account_number?: string
  account_type?: 'checking' | 'savings'
  account_holder_name?: string
  /** The merchant's id for the payer. */
  customer_id?: string
}

/**
 * Parses the corrected data of a notification of change, whose columns depend on its code (Nacha operating rules,
 * appendix on notifications of change). Null for codes that correct nothing an account holds, and for invalid data.
 */
export function correctionOf(code: string, data: string): Correction | null {
  const part = (from: number, to: number) => data.slice(from - 1, to).trim()
  // The vault stores digits; banks group them with blanks and dashes.
  const account = (from: number, to: number) => part(from, to).replaceAll(/[\s\p{Dash}]/gu, '')
  const columns: Readonly<Record<string, () => Correction | null>> = {
    C01: () => ({ account_number: account(1, 17) }),
    C02: () => ({ routing: part(1, 9) }),
    C03: () => ({ routing: part(1, 9), account_number: account(13, 29) }),
    C04: () => ({ account_holder_name: part(1, 22) }),
    C05: () => typed(part(1, 2)),
    C06: () => both({ account_number: account(1, 17) }, typed(part(21, 22))),
    C07: () => both({ routing: part(1, 9), account_number: account(10, 26) }, typed(part(27, 28))),
    C09: () => ({ customer_id: part(1, 22) }),
  }
  const read = Object.hasOwn(columns, code) ? columns[code]!() : null
  return read && isPossible(read) ? read : null
}

function typed(transaction_code: string): Correction | null {
  if (/^2[2-9]$/.test(transaction_code)) return { account_type: 'checking' }
  return /^3[2-9]$/.test(transaction_code) ? { account_type: 'savings' } : null
}

function both(one: Correction, other: Correction | null): Correction | null {
  return other && { ...one, ...other }
}

function isPossible({ routing, account_number, account_holder_name, customer_id }: Correction): boolean {
  if (routing !== undefined && !abaValid(routing)) return false
  if (account_number !== undefined && !/^\d{4,17}$/.test(account_number)) return false
  return account_holder_name !== '' && customer_id !== ''
}

/** Returns the corrected account; null when it is correct already. */
export function applyCorrection(account: BankAccount, correction: Correction): BankAccount | null {
  const { routing = account.routing, account_number = account.account_number } = correction
  const { account_type = account.account_type } = correction
  const same =
    routing === account.routing && account_number === account.account_number && account_type === account.account_type
  return same ? null : { ...account, routing, account_number, account_type }
}

/**
 * Returns the current instrument of each account that its bank has corrected, by the original one; others are left
 * out.
 */
export async function currentInstruments(
  db: Pick<Queryable, 'query'>,
  instrument_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ first: string; last: string }>(
    `with recursive chain (first, last, steps) as (
       select instrument_id, corrected_id, 1 from ach_correction where instrument_id = any($1)
       union all
       select chain.first, ach_correction.corrected_id, chain.steps + 1
         from chain join ach_correction on ach_correction.instrument_id = chain.last)
     select distinct on (first) first, last from chain order by first, steps desc`,
    [instrument_ids],
  )
  return new Map(rows.map(({ first, last }) => [first, last]))
}

/** Statuses of a payment that is on its way or has arrived; in others the notification is not the latest news. */
const IN_FORCE: readonly number[] = [STATUS.ach_originating, STATUS.ach_originated, STATUS.ach_settled]

/**
 * Corrects the stored accounts of an entry; later entries go to the corrected account. The payment itself keeps its
 * status, and its reason names the correction.
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
    const note = correction ? 'the account is not stored any more' : UNREAD
    await leaveToPerson(bank, item, { entry, instrument_id: current, note, corrected_data: data })
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

const UNREAD = 'what is to be corrected cannot be read'

/** Stores a notification that was not applied, with what it says under a seal, and warns the merchant and operator. */
async function leaveToPerson(
  bank: BankContext,
  item: BankItem,
  left: { entry: EntryRow; instrument_id: string; note: string; corrected_data: string },
): Promise<void> {
  if (await isStored(bank, item)) return
  const { entry, instrument_id, note, corrected_data } = left
  const [vault] = await bank.db.query<{ id: string; last_four: string }>(
    'select id, last_four from accountvault where root_id = $1 and instrument_id = $2 and deleted_ts is null order by id limit 1',
    [entry.root_id, instrument_id],
  )
  const account = vault
    ? `the stored account ${vault.id}, which ends in ${vault.last_four}`
    : `the account of payment ${entry.transaction_id ?? entry.id}`
  bank.log.error({ file: item.file_name, code: item.code }, 'a notification of change needs a person')
  const subject = vault?.id ?? entry.transaction_id ?? entry.id
  const says = `The payer's bank corrects ${account}, with ${item.code}: ${note}. Further payments may be returned. The operator sees what the bank says with: npm run tollgate -- bank-files`
  await bank.raise([{ root_id: entry.root_id, matter: 'bank_change_unread', subject, says }])
  await insertItem(bank, bank.db, item, { entry, state: 'unmatched', note, corrected_data })
}

async function correct(bank: BankContext, work: UnitOfWork, opened: Opened, correction: Correction): Promise<void> {
  const { instrument, account } = opened
  const vaults = await work.query<{ id: string }>(
    'select id from accountvault where root_id = $1 and instrument_id = $2 and deleted_ts is null order by id for no key update',
    [instrument.root_id, instrument.id],
  )
  const fields: Settable<typeof accountvault> = {
    ...(correction.account_holder_name ? { account_holder_name: correction.account_holder_name } : {}),
    ...(correction.customer_id ? { customer_id: correction.customer_id } : {}),
  }
  const right = account.payment_method === 'ach' ? applyCorrection(account, correction) : null
  const made = right && (await bank.vaulting.keep(work, instrument.location_id, right))
  if (made) await replace(work, instrument, made, bank.clock.seconds())
  const account_columns = made && {
    instrument_id: made.id,
    first_six: made.first_six,
    last_four: made.last_four,
    account_type: made.account_type,
  }
  for (const { id } of vaults) {
    const vault = await work.lock(accountvault, id)
    if (vault) await work.update(accountvault, vault, { ...fields, ...account_columns })
  }
}

/** Of two simultaneous corrections of one account the second fails here and is retried on the result of the first. */
async function replace(work: UnitOfWork, from: Instrument, to: Instrument, seconds: number): Promise<void> {
  await work.query(
    'insert into ach_correction (instrument_id, corrected_id, created_ts, root_id) values ($1, $2, $3, $4)',
    [from.id, to.id, seconds, from.root_id],
  )
}
