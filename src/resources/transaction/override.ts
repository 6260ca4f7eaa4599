import type { Command, CreateAct } from '../../definition/command.ts'
import type { DraftRefs, Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import { invalidField } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { repeated } from './repeated.ts'
import { begin } from './transaction.operations.ts'
import { REASON, STATUS, TYPE } from './transaction.states.ts'
import type { transaction } from './transaction.ts'

type Transaction = typeof transaction

/** Debits by telephone, at the counter and of checks: only their processors ask for a manager. */
const OVERRIDABLE: readonly unknown[] = ['TEL', 'POP', 'C21']

/** Makes a bank payment once more that its processor refused until a manager approves it. */
export const override: Command<Transaction> = {
  name: 'override',
  method: 'POST',
  on: 'one',
  // Whoever may decide about payments that are stuck is the manager whom the processor asks for.
  right: 'remove',
  says: 'Voids a bank payment (TEL, POP or C21) that was refused today with reason 1663, and makes it again with the approval of a manager. Takes no fields. Returns the new one.',
  operation: 'overrideTransaction',
  refuses: ['invalid'],
  returns: { noun: 'transaction', state: 'created' },
  async run({ actor, store, moment, row, parts }) {
    const read = store.reader(actor.caller)
    const place = await read.one(location, row.location_id, 'location_id')
    checkOverride(row, moment.seconds, place.tz)
    const refs = {
      location_id: place,
      product_transaction_id: await read.one(producttransaction, row.product_transaction_id, 'product_transaction_id'),
      contact_id: await read.maybe(contact, row.contact_id),
      previous_transaction_id: row,
    } as unknown as DraftRefs<Transaction>
    const draft = {
      ...repeated(row),
      transaction_amount: row.transaction_amount,
      previous_transaction_id: row.id,
      order_num: row.order_num,
      effective_date: row.effective_date,
    }
    const creation = { actor, moment, draft, refs, read, uploads: [], store, parts }
    const made = await begin(creation as unknown as CreateAct<Transaction>, { overrides: row })
    return { record: { noun: 'transaction', row: made }, state: 'created' }
  },
}

/** Throws 422 unless it is a bank debit that waits for a manager since today, in its location's zone. */
export function checkOverride(row: Row<Transaction>, seconds: number, zone: string | null | undefined): void {
  const { type_id, ach_sec_code, status_id, reason_code_id } = row
  if (type_id !== TYPE.debit || !OVERRIDABLE.includes(ach_sec_code))
    throw invalidField('ach_sec_code', `Only bank debits of ${OVERRIDABLE.join(', ')} can be overridden.`)
  if (reason_code_id === REASON.manager_needed && status_id === STATUS.voided)
    throw invalidField('status_id', 'Transaction was overridden before.')
  if (reason_code_id !== REASON.manager_needed || status_id !== STATUS.declined)
    throw invalidField('status_id', 'Only a transaction that was refused with reason 1663 can be overridden.')
  if (!localDate(row.created_ts, zone).equals(localDate(seconds, zone)))
    throw invalidField('created_ts', 'Transaction can be overridden on its own day only; make a new one.')
}
