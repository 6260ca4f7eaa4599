import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { systemCaller } from '../../src/definition/caller.ts'
import type { Account, CardAccount } from '../../src/lib/account.ts'
import { bankNumbers, cards, expDates, routings } from '../support/cards.ts'
import { type VaultSite, vaultSite } from '../support/vault-site.ts'

const WHO = systemCaller('0'.repeat(24), 'test')

let site: VaultSite
before(async () => {
  site = await vaultSite('vault')
})
after(() => site.close())

const RUNS = { numRuns: 60 }

const card = (account_number: string, over: Partial<CardAccount> = {}): CardAccount => ({
  payment_method: 'cc',
  account_number,
  exp_date: '1230',
  account_holder_name: 'Pat Example',
  ...over,
})

const names = fc.option(fc.constantFrom('Pat Example', 'Élodie Müller', '李小龙'), { nil: null })
const cardAccounts: fc.Arbitrary<Account> = fc
  .record({ card: cards, exp_date: expDates, account_holder_name: names })
  .map(({ card: { number }, ...rest }) => card(number, rest))
const bankAccounts: fc.Arbitrary<Account> = fc.record({
  payment_method: fc.constant('ach' as const),
  routing: routings,
  account_number: bankNumbers,
  account_type: fc.constantFrom('checking' as const, 'savings' as const),
  account_holder_name: names,
  is_company: fc.boolean(),
})

const keep = (account: Account, place = site.locations[0]) =>
  site.open(place, book => site.vault.keep(book, place, account))

test('what was kept is revealed exactly as it was, cards and bank accounts alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(cardAccounts, bankAccounts), async account => {
      const instrument = await keep(account)
      assert.deepEqual(await site.vault.reveal(instrument, WHO), { ...account })
      assert.deepEqual(await site.vault.look(instrument.root_id, instrument.id), {
        ...instrument,
        network_ids: [],
        is_kept: true,
      })
    }),
    RUNS,
  )
})

test('no column of the table holds the number, the routing number or any longer part of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(cardAccounts, bankAccounts), async account => {
      const { id } = await keep(account)
      const [row] = await site.db.query<{ text: string }>(
        'select instrument::text as text from instrument where id = $1',
        [id],
      )
      assert.ok(!row!.text.includes(account.account_number))
      if (account.payment_method === 'ach') assert.ok(!row!.text.includes(account.routing))
      else assert.ok(!row!.text.includes(account.account_number.slice(3, -3)))
    }),
    RUNS,
  )
})

test('two fingerprints are equal exactly when the cards are', async () => {
  await fc.assert(
    fc.asyncProperty(cards, cards, expDates, async (one, other, exp_date) => {
      const first = await keep(card(one.number))
      const again = await keep(card(one.number, { exp_date, account_holder_name: null }), site.locations[1])
      const different = await keep(card(other.number))
      assert.equal(first.fingerprint, again.fingerprint)
      assert.equal(first.fingerprint === different.fingerprint, one.number === other.number)
    }),
    RUNS,
  )
})

test('the fingerprint of a bank account is of routing and account number together, and never that of a card', async () => {
  const bank = (routing: string, account_number: string): Account => ({
    payment_method: 'ach',
    routing,
    account_number,
    account_type: 'checking',
    account_holder_name: 'Pat Example',
    is_company: false,
  })
  const one = await keep(bank('072000326', '4111111111111111'))
  const same = await keep({
    ...bank('072000326', '4111111111111111'),
    account_type: 'savings',
    is_company: true,
  } as Account)
  const otherBank = await keep(bank('021000021', '4111111111111111'))
  const asCard = await keep(card('4111111111111111'))
  assert.equal(one.fingerprint, same.fingerprint)
  assert.equal(new Set([one, otherBank, asCard].map(each => each.fingerprint)).size, 3)
})

test('a sealed number that is moved to another instrument cannot be opened there', async () => {
  const mine = await keep(card('4111111111111111'))
  const theirs = await keep(card('5454545454545454'), site.locations[1])
  await site.db.run('update instrument set sealed = (select sealed from instrument where id = $1) where id = $2', [
    mine.id,
    theirs.id,
  ])
  await assert.rejects(site.vault.reveal(theirs, WHO))
})

test('an instrument of another root is not found and not opened', async () => {
  const [mine, theirs] = site.locations
  const instrument = await keep(card('4111111111111111'), mine)
  assert.equal(await site.vault.look(theirs, instrument.id), null)
  await assert.rejects(site.vault.reveal({ ...instrument, root_id: theirs }, WHO), /There is no instrument/)
})

test('an instrument shows brand, first six, last four and the class of the card', async () => {
  const { first_six, last_four, account_type, card_class, exp_date } = await keep(card('4485420616463945'))
  assert.deepEqual([first_six, last_four, account_type, card_class, exp_date], ['448542', '3945', 'visa', 'P', '1230'])
  assert.equal((await keep(card('4111111111111111'))).card_class, 'C')
})

test('short bank numbers show no first six and never more than half of themselves', async () => {
  const shown = (account_number: string) =>
    site.vault.validate(
      {
        payment_method: 'ach',
        routing: '072000326',
        account_number,
        account_type: 'savings',
        account_holder_name: null,
        is_company: false,
      },
      site.clock.at,
    ).shown
  assert.deepEqual(shown('12345678'), { first_six: null, last_four: '5678', account_type: 'savings' })
  assert.deepEqual(shown('1234'), { first_six: null, last_four: '34', account_type: 'savings' })
})

test('examining tells every problem by its field and stores nothing', async () => {
  const count = async () => (await site.db.query<{ n: number }>('select count(*) as n from instrument'))[0]!.n
  const before = await count()
  const problems = (account: Account) => site.vault.validate(account, site.clock.at).problems
  assert.deepEqual(Object.keys(problems(card('4111111111111112', { exp_date: '1330' }))), [
    'account_number',
    'exp_date',
  ])
  assert.deepEqual(problems(card('4111111111111111', { exp_date: '1225' })), {})
  assert.deepEqual(problems(card('4111111111111111', { exp_date: '1125' })), { exp_date: ['Exp Date is in the past.'] })
  const bank: Account = {
    payment_method: 'ach',
    routing: '072000327',
    account_number: '123',
    account_type: 'checking',
    account_holder_name: null,
    is_company: false,
  }
  assert.deepEqual(Object.keys(problems(bank)), ['account_number', 'routing'])
  assert.equal(await count(), before)
})

test('a card is good until its month has ended where it is used', () => {
  // The first second of 2026 in Greenwich is still December in New York.
  const expired = (zone: string) =>
    site.vault.validate(card('4111111111111111', { exp_date: '1225' }), 1_767_225_600, zone)
  assert.deepEqual(expired('America/New_York').problems, {})
  assert.deepEqual(expired('UTC').problems, { exp_date: ['Exp Date is in the past.'] })
})

test('a card of no brand is not kept', async () => {
  await assert.rejects(keep(card('9999999999999995')), /validation failed/)
})

test('an instrument whose transaction is rolled back is gone', async () => {
  const [place] = site.locations
  let id = ''
  await assert.rejects(
    site.open(place, async book => {
      id = (await site.vault.keep(book, place, card('4111111111111111'))).id
      throw new Error('changed our mind')
    }),
    /changed our mind/,
  )
  assert.equal(await site.vault.look(place, id), null)
})
