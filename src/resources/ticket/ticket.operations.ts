import { randomInt } from 'node:crypto'
import type { CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Draft, Row } from '../../definition/resource.ts'
import type { CardAccount } from '../../lib/account.ts'
import { invalid, Refusal } from '../../lib/problem.ts'
import { TICKET_SECONDS, ticket } from './ticket.ts'

type Ticket = typeof ticket

/** Draws of a number until it is unused. With a million open tickets, two draws in a row collide once in a million. */
const DRAWS = 5

/** A ticket made by a signature: another card under it takes the place of the first, until that was used. */
export interface OwnTicket {
  order_id: string
  signature_mark: string
}

/** The card number is sealed at once. `draw` returns the nine digits of a ticket number. */
export function ticketOperations(draw: () => string = nineDigits, own: OwnTicket | null = null): Operations<Ticket> {
  return {
    async create(act: CreateAct<Ticket>) {
      const account = cardOf(act.draft)
      const { problems } = act.parts.vaulting.validate(account, act.moment.seconds, act.refs.location_id.tz)
      if (Object.keys(problems).length > 0) throw invalid(problems)
      for (let left = DRAWS; ; left -= 1) {
        try {
          return await storeTicket(act, account, draw(), own)
        } catch (error) {
          if (left <= 1 || !isTaken(error)) throw error
        }
      }
    },
  }
}

function cardOf({ account_number, exp_date, account_holder_name }: Draft<Ticket>): CardAccount {
  return { payment_method: 'cc', account_number, exp_date, account_holder_name }
}

function storeTicket(
  { draft, actor, store, moment, parts: { vaulting } }: CreateAct<Ticket>,
  account: CardAccount,
  ticket_number: string,
  own: OwnTicket | null,
): Promise<Row<Ticket>> {
  const { account_number: _number, cvv: _cvv, ...kept } = draft
  return store.transaction(actor, async work => {
    if (own) await work.query(END_EARLIER, [actor.caller.root_id, own.signature_mark, moment.seconds])
    const instrument = await vaulting.keep(work, draft.location_id, account)
    const { id: instrument_id, first_six, last_four, account_type } = instrument
    const shown = { first_six: first_six!, last_four, account_type }
    // Sealing takes time, so all stamps are set from one moment.
    const stamps = {
      created_ts: moment.seconds,
      modified_ts: moment.seconds,
      expire_ts: moment.seconds + TICKET_SECONDS,
    }
    return work.insert(ticket, { ...kept, ...shown, ...stamps, ...own, instrument_id, ticket_number })
  })
}

/** The next sweep erases its card: a payment that has just found the ticket may refer to it until it is refused. */
const END_EARLIER = `
update ticket set expire_ts = $3, modified_ts = $3, signature_mark = null
 where root_id = $1 and signature_mark = $2 and used_ts is null`

/** No leading zero, because these digits are also sent in fields that take a number. */
function nineDigits(): string {
  return String(randomInt(100_000_000, 1_000_000_000))
}

function isTaken(error: unknown): boolean {
  return error instanceof Refusal && error.problems?.ticket_number !== undefined
}
