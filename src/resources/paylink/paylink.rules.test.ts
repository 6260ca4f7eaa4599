import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '../../definition/caller.ts'
import type { Change, Draft, Row } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { ANY_AMOUNT } from '../../lib/amount-limits.ts'
import type { Problems } from '../../lib/problem.ts'
import { wordsFor } from '../../words/words.ts'
import { isClosed } from './closed.ts'
import { messagesAgain, messagesOf } from './delivery.ts'
import { paylinkText } from './letter.ts'
import { paylinkRules } from './paylink.rules.ts'
import { payLinkUrl, type paylink } from './paylink.ts'

type Paylink = typeof paylink

const zone = 'America/New_York'
/** 2026-03-11 01:30 in New York, which is 05:30 UTC. */
const moment = { seconds: 1773207000, caller: systemCaller('0'.repeat(24), 'test') }
const cc = 'a'.repeat(24)
const ach = 'b'.repeat(24)

function draft(over: Partial<Draft<Paylink>> = {}): Draft<Paylink> {
  return {
    location_id: 'd'.repeat(24),
    cc_product_transaction_id: null,
    ach_product_transaction_id: null,
    bank_funded_only_override: null,
    contact_id: null,
    contact_api_id: null,
    paylink_api_id: null,
    amount_due: 1050n,
    email: null,
    cell_phone: null,
    delivery_method: 0,
    description: null,
    expire_date: null,
    paylink_action: 'sale',
    display_product_transaction_receipt_details: false,
    display_billing_fields: false,
    active: true,
    store_token: false,
    store_token_title: null,
    redirect_url_on_approve: null,
    redirect_url_on_decline: null,
    redirect_url_delay: 15,
    tags: null,
    ...over,
  }
}

const facts = {
  id: 'f'.repeat(24),
  zone,
  contact_id: undefined,
  cc_product_transaction_id: cc,
  ach_product_transaction_id: null,
  limits: ANY_AMOUNT,
  tag_ids: [],
}

function create(over: Partial<Draft<Paylink>> = {}, found: Partial<typeof facts> = {}) {
  return paylinkRules.create!.decide!(draft(over), { ...facts, ...found }, moment)
}

function row(over: Partial<Row<Paylink>> = {}): Row<Paylink> {
  const sent = draft({ cc_product_transaction_id: cc })
  return { ...sent, id: facts.id, status_id: 0, pending_transaction_id: null, ...over } as Row<Paylink>
}

const update = (before: Row<Paylink>, change: Change<Paylink>) =>
  paylinkRules.update!.decide!(
    before,
    change,
    { zone, limits: ANY_AMOUNT, contact_id: undefined, tag_ids: undefined },
    moment,
  )

const refuses = (field: string, work: () => unknown, status = 422) =>
  assert.throws(work, (error: { status: number; problems: Problems }) => {
    return error.status === status && Object.keys(error.problems).join() === field
  })

function problemsOf(over: Partial<Draft<Paylink>>): string[] {
  const problems: Problems = {}
  paylinkRules.create!.validate!(draft(over), problemList(problems), { seconds: 0 })
  return Object.keys(problems)
}

test('PL-05 a link needs a product for cards or for bank accounts', () => {
  refuses('cc_product_transaction_id', () => create({}, { cc_product_transaction_id: null as unknown as string }))
  assert.equal(create().set.cc_product_transaction_id, cc)
  refuses('cc_product_transaction_id', () => update(row(), { cc_product_transaction_id: null }))
  assert.doesNotThrow(() => update(row({ ach_product_transaction_id: ach }), { cc_product_transaction_id: null }))
})

test('PL-18 a link that only authorizes needs a product for cards, because nothing can be held on a bank account', () => {
  const bank = { cc_product_transaction_id: null as unknown as string, ach_product_transaction_id: ach as never }
  refuses('paylink_action', () => create({ paylink_action: 'auth-only' }, bank))
  assert.doesNotThrow(() => create({ paylink_action: 'sale' }, bank))
  assert.doesNotThrow(() => create({ paylink_action: 'auth-only' }, { ach_product_transaction_id: ach as never }))
  const paid_by_bank = row({ cc_product_transaction_id: null, ach_product_transaction_id: ach })
  refuses('paylink_action', () => update(paid_by_bank, { paylink_action: 'auth-only' }))
  const held = row({ ach_product_transaction_id: ach, paylink_action: 'auth-only' })
  refuses('paylink_action', () => update(held, { cc_product_transaction_id: null }))
})

test('PL-14 a phone number is required when the link is texted, on PUT too', () => {
  const needy = [0, 1, 2, 3].filter(each => problemsOf({ delivery_method: each as 0 }).includes('cell_phone'))
  assert.deepEqual(needy, [2, 3])
  refuses('cell_phone', () => update(row(), { delivery_method: 2 }))
  refuses('cell_phone', () => update(row({ delivery_method: 3, cell_phone: '2025550143' }), { cell_phone: null }))
  assert.doesNotThrow(() => update(row(), { delivery_method: 2, cell_phone: '2025550143' }))
})

test('PL-11 the amount is at least 0.01 and a decimal of ten digits', () => {
  assert.deepEqual(problemsOf({ amount_due: 0n }), ['amount_due'])
  assert.deepEqual(problemsOf({ amount_due: 10_000_000_000n }), ['amount_due'])
  assert.deepEqual(problemsOf({ amount_due: 9_999_999_999n }), [])
})

test('PL-28 ERR-09 a link is closed when it is paid, withdrawn or past its last day, which ends at midnight of its location', () => {
  const closed = (over: Partial<Row<Paylink>>) => isClosed(row(over), moment.seconds, zone)
  assert.equal(closed({}), false)
  assert.equal(closed({ status_id: 1 }), true)
  assert.equal(closed({ active: false }), true)
  assert.equal(closed({ expire_date: '2026-03-11' }), false)
  assert.equal(closed({ expire_date: '2026-03-10' }), true)
  assert.equal(isClosed(row({ expire_date: '2026-03-10' }), moment.seconds, 'America/Los_Angeles'), false)
  for (const over of [{ status_id: 1 as const }, { active: false }, { expire_date: '2026-03-10' }]) {
    refuses('status_id', () => update(row(over), { description: 'more' }))
  }
})

test('while a payment is under way a link is neither changed nor deleted', () => {
  const busy = row({ pending_transaction_id: 'e'.repeat(24) })
  refuses('status_id', () => update(busy, { amount_due: 1n }))
  refuses('status_id', () => paylinkRules.remove!.decide!(busy, undefined, moment), 409)
})

const EMAIL = { channel: 'email', to: 'pat@juniper.example' }
const SMS = { channel: 'sms', to: '2025550143' }

test('PL-26 NT-02 a link goes out in the ways that were asked for, as far as there is a recipient', () => {
  const both = { email: EMAIL.to, cell_phone: SMS.to }
  const ways = ([0, 1, 2, 3] as const).map(delivery_method => messagesOf(row({ ...both, delivery_method })))
  assert.deepEqual(ways, [[], [EMAIL], [SMS], [EMAIL, SMS]])
  assert.deepEqual(messagesOf(row({ delivery_method: 1 })), [])
  assert.deepEqual(messagesOf(row({ delivery_method: 3, cell_phone: SMS.to })), [SMS])
})

test('PL-35 a link goes out again as before, or to whoever there is', () => {
  assert.deepEqual(messagesAgain(row({ delivery_method: 0, email: EMAIL.to })), [EMAIL])
  assert.deepEqual(messagesAgain(row({ delivery_method: 1, email: EMAIL.to, cell_phone: SMS.to })), [EMAIL])
  assert.deepEqual(messagesAgain(row({ delivery_method: 1, cell_phone: SMS.to })), [])
})

test('one job for each message of a new link, and none for one that is closed already', () => {
  const sent = { delivery_method: 3 as const, email: EMAIL.to, cell_phone: SMS.to }
  const { effects, set } = create(sent)
  assert.deepEqual(
    effects.map(effect => [effect.task, effect.payload]),
    [EMAIL, SMS].map(message => ['paylink.notify', { paylink_id: set.id, reason: 'created', ...message }]),
  )
  assert.deepEqual(create({ ...sent, expire_date: '2026-03-10' }).effects, [])
})

test('PL-25 the text of a message says who asks for how much and where to pay', () => {
  const merchant = { place: { name: 'Juniper Garden Works' }, domain: null } as unknown as Parameters<
    typeof paylinkText
  >[2]
  const href = payLinkUrl('https://pay.example', facts.id)
  assert.equal(
    paylinkText(wordsFor('en'), row({ description: 'Hedge' }), merchant, href, false),
    `Juniper Garden Works: $10.50 for Hedge. Pay: https://pay.example/?paylink_id=${facts.id} Reply STOP to opt out.`,
  )
  assert.equal(
    paylinkText(wordsFor('en'), row({ description: 'Hedge', status_id: 1 }), merchant, href, true),
    `Juniper Garden Works: $10.50 for Hedge. Paid: https://pay.example/?paylink_id=${facts.id} Reply STOP to opt out.`,
  )
})
