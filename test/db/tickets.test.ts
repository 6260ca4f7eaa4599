import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Row } from '../../src/definition/resource.ts'
import { Refusal } from '../../src/lib/problem.ts'
import { sweepTickets } from '../../src/payments/vault/redeem-ticket.ts'
import { TICKET_SECONDS, ticket } from '../../src/resources/ticket/ticket.ts'
import { type VaultSite, vaultSite } from '../support/vault-site.ts'

let site: VaultSite
before(async () => {
  site = await vaultSite('tickets')
})
after(() => site.close())

let numbers = 100_000_000

function newTicket(place = site.locations[0]): Promise<Row<typeof ticket>> {
  return site.open(place, async book => {
    const account = {
      payment_method: 'cc',
      account_number: '4111111111111111',
      exp_date: '1230',
      account_holder_name: null,
    } as const
    const { id: instrument_id, last_four, account_type } = await site.vault.keep(book, place, account)
    numbers += 1
    return book.insert(ticket, {
      ticket_number: String(numbers),
      location_id: place,
      exp_date: '1230',
      first_six: '411111',
      last_four,
      account_type,
      expire_ts: site.clock.at + TICKET_SECONDS,
      instrument_id,
    })
  })
}

const redeem = (named: string, place = site.locations[0]) =>
  site.open(place, book => site.vault.redeem(book, place, named))

function refuses(text: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.status, 422)
    assert.deepEqual(error.problems, { ticket: [text] })
    return true
  }
}

test('a ticket gives its instrument once, by its id or by its nine digits', async () => {
  for (const name of ['id', 'ticket_number'] as const) {
    const made = await newTicket()
    assert.equal((await redeem(made[name])).id, made.instrument_id)
    await assert.rejects(redeem(made.id), refuses('Ticket has already been used.'))
    await assert.rejects(redeem(made.ticket_number), refuses('Ticket has already been used.'))
  }
})

test('of two uses at the same moment one wins', async () => {
  const made = await newTicket()
  const uses = await Promise.allSettled(Array.from({ length: 4 }, () => redeem(made.id)))
  const [won, ...others] = uses.toSorted((one, other) => one.status.localeCompare(other.status))
  assert.equal(won!.status, 'fulfilled')
  for (const lost of others) {
    assert.equal(lost.status, 'rejected')
    refuses('Ticket has already been used.')((lost as PromiseRejectedResult).reason)
  }
})

test('a use that is rolled back leaves the ticket as it was', async () => {
  const made = await newTicket()
  const [place] = site.locations
  await assert.rejects(
    site.open(place, async book => {
      await site.vault.redeem(book, place, made.id)
      throw new Error('the vault could not be stored')
    }),
  )
  assert.equal((await redeem(made.id)).id, made.instrument_id)
})

test('a ticket is good for fifteen minutes and not a second longer', async () => {
  const made = await newTicket()
  const start = site.clock.at
  site.clock.at = start + TICKET_SECONDS - 1
  assert.equal(
    (await site.open(made.location_id, book => site.vault.findTicket(book, made.location_id, made.id))).id,
    made.id,
  )
  site.clock.at = start + TICKET_SECONDS
  await assert.rejects(redeem(made.id), refuses('Ticket has expired.'))
  site.clock.at = start
})

test('a ticket of another location, and what is no ticket, is not valid', async () => {
  const made = await newTicket()
  await assert.rejects(redeem(made.id, site.locations[1]), refuses('ticket provided is not valid'))
  for (const named of ['', 'x', '000000000', '000000000000000000000000', "' or 1=1 --"]) {
    await assert.rejects(redeem(named), refuses('ticket provided is not valid'))
  }
})

test('tickets that expired unused are forgotten together with their cards; used ones keep theirs', async () => {
  const [used, unused] = [await newTicket(), await newTicket()]
  await redeem(used.id)
  site.clock.at += TICKET_SECONDS
  const open = await newTicket()
  await sweepTickets(site.db, site.clock)
  const left = async (made: Row<typeof ticket>) => (await site.vault.look(made.root_id, made.instrument_id)) !== null
  assert.deepEqual([await left(used), await left(unused), await left(open)], [true, false, true])
  await assert.rejects(redeem(unused.id), refuses('ticket provided is not valid'))
})
