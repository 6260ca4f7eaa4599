import type { Database } from '../../db/database.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { looksLikeId } from '../../lib/id.ts'
import { invalidField, type Refusal } from '../../lib/problem.ts'
import type { Clock } from '../../ports/clock.ts'
import { ticket } from '../../resources/ticket/ticket.ts'
import type { Instrument } from '../vaulting.ts'

/** What is read of an instrument whenever its number is not needed: everything but the seal. */
export const INSTRUMENT_COLUMNS =
  'id, root_id, location_id, payment_method, first_six, last_four, account_type, exp_date, account_holder_name, is_company, fingerprint, fingerprint_before, card_class, network_ids'

const NUMBER = /^\d{9}$/

/**
 * The ticket that a text names, by its id or its nine digits, as long as it can be used at this location. Throws a
 * 422 on `ticket` otherwise. Only looks: between this and redeemTicket another request may use the ticket.
 */
export async function findTicket(
  read: Reader,
  location_id: string,
  text: string,
  seconds: number,
): Promise<Row<typeof ticket>> {
  const column = columnOf(text)
  // Used tickets may share their digits with a later one; the latest is the one that was meant.
  const found = column ? await read.find(ticket, { [column]: text, location_id }) : null
  if (!found) throw refusal('ticket provided is not valid')
  if (found.used_ts !== null) throw refusal('Ticket has already been used.')
  if (found.expire_ts <= seconds) throw refusal('Ticket has expired.')
  return found
}

/**
 * Uses a ticket up and returns its instrument. The condition stands in the UPDATE itself: of two requests at once the
 * second waits for the first and then finds the ticket used. It is not an event of its own, because the record that the
 * ticket was used for has one, and must be the first to answer for this request's Idempotency-Key.
 */
export async function redeemTicket(
  work: UnitOfWork,
  location_id: string,
  text: string,
  seconds: number,
): Promise<Instrument> {
  const found = await findTicket(work, location_id, text, seconds)
  const used = await work.query(
    'update ticket set used_ts = $2, modified_ts = $2 where id = $1 and used_ts is null and expire_ts > $2 returning id',
    [found.id, seconds],
  )
  if (used.length === 0) throw refusal('Ticket has already been used.')
  const [instrument] = await work.query<Instrument>(`select ${INSTRUMENT_COLUMNS} from instrument where id = $1`, [
    found.instrument_id,
  ])
  if (!instrument) throw new Error(`Ticket ${found.id} has no instrument.`)
  return instrument
}

function columnOf(text: string): 'id' | 'ticket_number' | null {
  if (NUMBER.test(text)) return 'ticket_number'
  return looksLikeId(text) ? 'id' : null
}

function refusal(text: string): Refusal {
  return invalidField('ticket', text)
}

/**
 * Deletes tickets that expired unused, and with them their cards: a number that cannot be used must not be stored.
 * Used tickets stay, and so do their instruments, which belong to a vault or a transaction now. Returns how many went.
 */
export async function sweepTickets(db: Database, clock: Clock): Promise<number> {
  return db.run(
    `with gone as (delete from ticket where used_ts is null and expire_ts <= $1 returning instrument_id)
     delete from instrument where id in (select instrument_id from gone)`,
    [clock.seconds()],
  )
}
