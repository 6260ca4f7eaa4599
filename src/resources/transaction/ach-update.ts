import type { Command, CommandAct, CreateAct } from '../../definition/command.ts'
import { money, text } from '../../definition/field.ts'
import type { Draft, DraftRefs, Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { abaValid } from '../../lib/aba.ts'
import { localDate } from '../../lib/local-date.ts'
import { parseMicrLine } from '../../lib/micr-line.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { repeated } from './repeated.ts'
import { begin } from './transaction.operations.ts'
import { STATUS, TYPE } from './transaction.states.ts'
import { transaction } from './transaction.ts'
import { MUST_BE_POSITIVE } from './validate-new.ts'

type Transaction = typeof transaction
type Act = CommandAct<Transaction>

/** Puts a bank payment in place of one that was voided on the same day, from another check or with another amount. */
export const achupdate: Command<Transaction> = {
  name: 'achupdate',
  method: 'POST',
  on: 'one',
  right: 'create',
  says: 'Makes a bank payment in place of one that was voided today, with another amount or from another check. Returns the new one.',
  operation: 'updateAchTransaction',
  refuses: ['invalid'],
  input: {
    transaction_amount: money('P', { note: 'Left out: the amount of the voided payment.' }),
    track_data: text(1, 256, 'P', {
      holds: 'account',
      reach: 'input',
      note: 'The line of a check: T routing T account O number. Left out: the account of the voided payment.',
      example: 'T072000326T 123456789O 1001',
    }),
  },
  validate(input, add) {
    if (input.transaction_amount === 0n) add('transaction_amount', MUST_BE_POSITIVE)
  },
  returns: { noun: 'transaction', state: 'created' },
  async run(act) {
    const { actor, store, moment, row, parts } = act
    const read = store.reader(actor.caller)
    const place = await read.one(location, row.location_id, 'location_id')
    const [today, its_day] = [moment.seconds, row.created_ts].map(at => String(localDate(at, place.tz)))
    checkReplaceable(row, today === its_day)
    const refs = {
      location_id: place,
      product_transaction_id: await read.one(producttransaction, row.product_transaction_id, 'product_transaction_id'),
      contact_id: await read.maybe(contact, row.contact_id),
      previous_transaction_id: row,
    } as unknown as DraftRefs<Transaction>
    const creation = { actor, moment, draft: draftOf(act), refs, read, uploads: [], store, parts }
    const made = await begin(creation as unknown as CreateAct<Transaction>, {
      details: { previous_transaction_id: row.id },
      also: work => once(work, row.id),
    })
    return { record: { noun: 'transaction', row: made }, state: 'created' }
  },
}

/** Throws 422 unless it is a bank payment that was made today and voided. */
function checkReplaceable({ type_id, status_id }: Row<Transaction>, is_today: boolean): void {
  if (type_id !== TYPE.debit && type_id !== TYPE.credit)
    throw invalidField('payment_method', 'Only debits and credits of bank accounts can be updated.')
  if (status_id !== STATUS.voided) throw invalidField('status_id', 'Transaction has to be voided first.')
  if (!is_today) throw invalidField('created_ts', 'Transaction can be updated on its own day only; make a new one.')
}

/** Two at the same moment wait for each other here: the second one finds what the first has made. */
async function once(work: UnitOfWork, id: string): Promise<void> {
  if (!(await work.lock(transaction, id))) throw notFound()
  const made = await work.query(
    'select from transaction where previous_transaction_id = $1 and refunded_id is null and type_id in (40, 50) and status_id not in (201, 301) limit 2',
    [id],
  )
  if (made.length > 1) throw invalidField('status_id', 'Transaction was updated before.')
}

/** A POST as it would be sent for the new payment. */
function draftOf({ row, input }: Act): Draft<Transaction> {
  const line = input.track_data ? parseMicrLine(String(input.track_data)) : null
  if (input.track_data && !(line && abaValid(line.routing)))
    throw invalidField('track_data', 'Track Data is not the line of a check.')
  return {
    ...repeated(row),
    // A void leaves what was asked for in auth_amount.
    transaction_amount: (input.transaction_amount as bigint | null) ?? row.auth_amount,
    ...(line ? { ...line, check_number: line.check_number ?? row.check_number } : { previous_transaction_id: row.id }),
  } as unknown as Draft<Transaction>
}
