import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../support/app.ts'
import { CARD_FORM, payPage } from '../support/pay-page.ts'

let t: TestApp
let cards = 0

before(async () => {
  t = await testApp('card_testing')
})
after(() => t.close())

/** An invoice of an amount that every card is declined for. */
async function declining(): Promise<ReturnType<typeof payPage>> {
  const { child_location_id: location_id } = t.merchants[0]
  const quickinvoice = { location_id, title: 'Hedge', due_date: '2099-01-31', item_list: { Hedge: 5 } }
  const { body, text } = await t.api.post('quickinvoices', { quickinvoice })
  assert.ok(body.quickinvoice, text)
  return payPage(t, body.quickinvoice.id)
}

/** Another Visa number each time, with the right check digit. */
function newCard(): string {
  const start = `411111${String(++cards).padStart(9, '0')}`
  const sum = [...start].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}
const forward = async (seconds: number) => {
  if (seconds > 0) await t.clock.moveTo(t.clock.seconds() + seconds, t.app.worker)
}
/** The first second of a quarter of an hour, so that a test does not run into the next one. */
const newQuarter = () => forward(900 - (t.clock.seconds() % 900))
const sent = async () => (await t.ledger()).length

test('four declines on a page are free, then the next has to wait, longer each time, and is not sent before', async () => {
  await newQuarter()
  const page = await declining()
  const pay = async () => (await page.pay({ cc_account_number: newCard() })).status
  for (let turn = 0; turn < 4; turn += 1) assert.equal(await pay(), 422)
  const before = await sent()
  for (const wait of [10, 20, 40]) {
    assert.equal(await pay(), 429)
    // The clock keeps running, and a busy machine takes seconds for a page.
    await forward(wait / 2)
    assert.equal(await pay(), 429)
    await forward(wait / 2 + 1)
    assert.equal(await pay(), 422)
  }
  assert.equal((await sent()) - before, 3)
})

test('while the processor is down a payer may try again at once: what was never sent is no decline of the card', async () => {
  await newQuarter()
  const page = await declining()
  for (let turn = 0; turn < 6; turn += 1) {
    const fields = { ...CARD_FORM, ...(await page.form()) }
    const answer = await page.send(fields, { 'tollgate-sandbox-fault': 'refuse' })
    assert.equal(answer.status, 422, `try ${turn}`)
    assert.match(answer.document, /Try again in a few minutes/)
  }
  assert.equal((await page.pay()).status, 422)
})

test('a storm of declines on a page stops it with a friendly page until the quarter of an hour is over', async () => {
  await newQuarter()
  const page = await declining()
  for (let turn = 0; turn < 10; turn += 1) {
    assert.equal((await page.pay({ cc_account_number: newCard() })).status, 422)
    if (turn < 9) await forward([0, 0, 0, 11, 21, 41, 81, 161, 300][turn]!)
  }
  const stopped = await page.pay({ cc_account_number: newCard() })
  assert.equal(stopped.status, 429)
  assert.match(stopped.document, /Too many attempts/)
  assert.match(stopped.document, /Nothing was charged this time/)
  await newQuarter()
  assert.equal((await page.pay({ cc_account_number: newCard() })).status, 422)
})

test('one card that is declined again and again is stopped on every page, other cards are not', async () => {
  await newQuarter()
  const card = newCard()
  const statuses = []
  for (let turn = 0; turn < 6; turn += 1) {
    const page = await declining()
    statuses.push((await page.pay({ cc_account_number: card })).status)
    await forward(turn < 2 ? 0 : 10 * 2 ** (turn - 2) + 1)
  }
  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 422])
  const page = await declining()
  assert.equal((await page.pay({ cc_account_number: card })).status, 429)
  assert.equal((await page.pay({ cc_account_number: newCard() })).status, 422)
  assert.ok(!JSON.stringify(await t.db.query('select * from counted_try')).includes(card))
})

test('approved payments and mistyped forms are no declines', async () => {
  await newQuarter()
  const page = await declining()
  for (let turn = 0; turn < 6; turn += 1) assert.equal((await page.pay({ cc_account_number: '4111' })).status, 422)
  assert.equal((await page.pay()).status, 422)
  const rows = await t.db.query<{ who: string; tries: number }>(
    'select who, tries from counted_try where window_ts >= $1 and who like $2',
    [t.clock.seconds() - (t.clock.seconds() % 900), 'declined page%'],
  )
  assert.deepEqual(
    rows.map(({ tries }) => tries),
    [1],
  )
})
