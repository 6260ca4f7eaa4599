import { randomInt } from 'node:crypto'
import type { CreateAct } from '../../definition/command.ts'
import type { By, Door } from '../../definition/door.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Draft, Row } from '../../definition/resource.ts'
import { invalid } from '../../lib/problem.ts'
import type { CardAccount } from '../../payments/account.ts'
import type { Vaulting } from '../../payments/vaulting.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { TICKET_SECONDS, ticket } from './ticket.ts'

type Ticket = typeof ticket

/** How often new digits are drawn when they are in use; with a million open tickets two draws in a row fail once in a million. */
const DRAWS = 5

/** Taking a card for one use: sealed at once, so that the ticket is all that leaves. */
export function ticketOperations({ vaulting }: { vaulting: Vaulting }): Operations<Ticket> {
  return {
    async create({ draft, by, door, moment }: CreateAct<Ticket>) {
      const read = door.reader(by.caller)
      const place = await read.one(location, draft.location_id, 'location_id')
      if (draft.contact_id) await read.one(contact, draft.contact_id, 'contact_id')
      const account = cardOf(draft)
      const { problems } = vaulting.examine(account, moment.seconds, place.tz)
      if (Object.keys(problems).length > 0) throw invalid(problems)
      return insertTicket(vaulting, door, by, draft, account, moment.seconds + TICKET_SECONDS, DRAWS)
    },
  }
}

function cardOf({ account_number, exp_date, account_holder_name }: Draft<Ticket>): CardAccount {
  return { payment_method: 'cc', account_number, exp_date, account_holder_name }
}

async function insertTicket(
  vaulting: Vaulting,
  door: Door,
  by: By,
  draft: Draft<Ticket>,
  account: CardAccount,
  expire_ts: number,
  draws: number,
): Promise<Row<Ticket>> {
  const { account_number: _number, cvv: _cvv, ...kept } = draft
  try {
    return await door.open(by, async book => {
      const {
        id: instrument_id,
        first_six,
        last_four,
        account_type,
      } = await vaulting.keep(book, draft.location_id, account)
      const shown = { first_six: first_six!, last_four, account_type }
      return book.insert(ticket, { ...kept, ...shown, instrument_id, expire_ts, ticket_number: nineDigits() })
    })
  } catch (error) {
    if (draws <= 1 || !isTaken(error)) throw error
    return insertTicket(vaulting, door, by, draft, account, expire_ts, draws - 1)
  }
}

/** No zero in front, because these digits are for fields that take a number. */
function nineDigits(): string {
  return String(randomInt(100_000_000, 1_000_000_000))
}

function isTaken(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'ticket_ticket_number_key'
}
