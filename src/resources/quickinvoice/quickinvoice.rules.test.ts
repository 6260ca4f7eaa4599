import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change, Draft, Row } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { ANY_AMOUNT } from '../../lib/amount-limits.ts'
import { type Problems, Refusal } from '../../lib/problem.ts'
import type { contact } from '../contact/contact.ts'
import type { quick_invoice_setting } from '../quick_invoice_setting/quick_invoice_setting.ts'
import type { Product } from './products.ts'
import { type CreateFacts, quickinvoiceRules, type UpdateFacts } from './quickinvoice.rules.ts'
import { PAYMENT, type quickinvoice, STATUS } from './quickinvoice.ts'

type Invoice = Row<typeof quickinvoice>

const MOMENT = { seconds: 1_795_262_400, caller: {} as never }
const ID = '11f0c6d0a1b2c3d4e5f60718'
const CC = { id: 'c'.repeat(24), payment_method: 'cc', processor_data: { terminals: [] } } as unknown as Product
const ACH = bank(['account_holder_name', 'routing'])

function bank(required: string[], sec_code = 'WEB'): Product {
  const processor_data = { terminals: [{ terminal_id: '1', sec_code, actions: ['debit'], required }] }
  return { id: 'a'.repeat(24), payment_method: 'ach', processor_data } as unknown as Product
}

function draft(over: Partial<Draft<typeof quickinvoice>> = {}): Draft<typeof quickinvoice> {
  return {
    location_id: 'b'.repeat(24),
    title: 'Garden work',
    due_date: '2026-12-04',
    item_list: { Mowing: '10.00', Hedge: 5.5 },
    cc_product_transaction_id: null,
    ach_product_transaction_id: null,
    bank_funded_only_override: null,
    contact_id: null,
    contact_api_id: null,
    customer_id: null,
    dl_number: null,
    dl_state: null,
    dob_year: null,
    ssn4: null,
    email: null,
    expire_date: null,
    invoice_number: null,
    item_header: null,
    item_footer: null,
    note: null,
    allow_overpayment: false,
    single_payment_min_amount: 0n,
    single_payment_max_amount: 999_999_999n,
    quick_invoice_c1: null,
    quick_invoice_c2: null,
    quick_invoice_c3: null,
    auto_reopen: false,
    // What a create leaves out is null until the rules have decided.
    allow_partial_pay: null as never,
    attach_files_to_email: false,
    attach_pdf_to_email: false,
    cell_phone: null,
    send_text_to_pay: false,
    notification_days_before_due_date: null as never,
    notification_days_after_due_date: null as never,
    notification_on_due_date: null as never,
    send_email: false,
    tags: null,
    quick_invoice_api_id: null,
    notification_email: null,
    ...over,
  }
}

function facts(over: Partial<CreateFacts> = {}): CreateFacts {
  const products = { cc_product_transaction_id: CC, ach_product_transaction_id: null }
  return {
    id: ID,
    zone: 'America/New_York',
    contact: null,
    products,
    settings: null,
    limits: ANY_AMOUNT,
    tag_ids: [],
    ...over,
  }
}

function invoice(over: Partial<Invoice> = {}): Invoice {
  const made = quickinvoiceRules.create!.decide!(draft(), facts(), MOMENT).set
  const { contact_api_id: _, tags: __, ...stored } = draft()
  return {
    ...stored,
    ...made,
    status_id: STATUS.open,
    is_active: true,
    paid_amount: 0n,
    pending_amount: 0n,
    thanked_ts: null,
    ...over,
  } as Invoice
}

const created = (sent: Draft<typeof quickinvoice>, known: CreateFacts = facts()) =>
  quickinvoiceRules.create!.decide!(sent, known, MOMENT)

const updated = (row: Invoice, change: Change<typeof quickinvoice>, known: Partial<UpdateFacts> = {}) =>
  quickinvoiceRules.update!.decide!(
    row,
    change,
    { contact: undefined, products: {}, limits: ANY_AMOUNT, ...known },
    MOMENT,
  )

function refusedFields(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.status, 422)
    return Object.keys(error.problems ?? {})
  }
  assert.fail('nothing was refused')
}

function examined(sent: Partial<Draft<typeof quickinvoice>>): Problems {
  const problems: Problems = {}
  quickinvoiceRules.create!.validate!(draft(sent), problemList(problems), { seconds: 0 })
  return problems
}

test('QI-06 QI-07 QI-73 a new invoice is due the sum of its items, all of it unpaid', () => {
  const { set } = created(draft())
  assert.equal(set.amount_due, 1550n)
  assert.equal(set.remaining_balance, 1550n)
  assert.equal(set.payment_status_id, PAYMENT.unpaid)
})

test('items that add up to nothing, less, or more than ten digits are refused', () => {
  assert.deepEqual(Object.keys(examined({ item_list: { a: '1.00', b: '-1.00' } })), ['item_list'])
  assert.deepEqual(Object.keys(examined({ item_list: { a: '-0.01' } })), ['item_list'])
  assert.deepEqual(Object.keys(examined({ item_list: { a: '99999999.99', b: '0.01' } })), ['item_list'])
  assert.deepEqual(examined({ item_list: { a: '99999999.99' } }), {})
})

test('QI-53 what a create leaves out starts with the location’s settings, or else with 3, 1, 7 and 0', () => {
  const plain = created(draft()).set
  assert.equal(plain.notification_days_before_due_date, 3)
  assert.equal(plain.notification_on_due_date, true)
  assert.equal(plain.notification_days_after_due_date, 7)
  assert.equal(plain.allow_partial_pay, false)
  const settings = {
    default_allow_partial_pay: true,
    default_notification_on_due_date: false,
    default_notification_days_before_due_date: 10,
    default_notification_days_after_due_date: 0,
  } as Row<typeof quick_invoice_setting>
  const own = created(draft({ notification_days_before_due_date: 1 }), facts({ settings })).set
  assert.equal(own.notification_days_before_due_date, 1)
  assert.equal(own.notification_on_due_date, false)
  assert.equal(own.notification_days_after_due_date, 0)
  assert.equal(own.allow_partial_pay, true)
})

test('QI-13 without any product after defaults a create is refused', () => {
  const products = { cc_product_transaction_id: null, ach_product_transaction_id: null }
  assert.deepEqual(
    refusedFields(() => created(draft(), facts({ products }))),
    ['cc_product_transaction_id'],
  )
})

test('QI-16 the contact’s email fills an email that was not sent, and only that', () => {
  const known = facts({ contact: { id: 'd'.repeat(24), email: 'pat@example.com' } as Row<typeof contact> })
  assert.equal(created(draft(), known).set.email, 'pat@example.com')
  assert.equal(created(draft({ email: 'sam@example.com' }), known).set.email, 'sam@example.com')
})

test('QI-19 a driver’s licence or a customer id is asked for when the bank product’s terminal wants it', () => {
  const strict = (sent: Partial<Draft<typeof quickinvoice>>, product = bank(['driver_license'])) =>
    created(draft(sent), facts({ products: { cc_product_transaction_id: CC, ach_product_transaction_id: product } }))
  assert.deepEqual(
    refusedFields(() => strict({})),
    ['customer_id'],
  )
  assert.deepEqual(
    refusedFields(() => strict({ dl_number: 'A1' })),
    ['dl_state'],
  )
  assert.deepEqual(
    refusedFields(() => strict({ dl_state: 'NY' })),
    ['customer_id'],
  )
  strict({ customer_id: '77' })
  strict({ dl_number: 'A1', dl_state: 'NY' })
  assert.deepEqual(
    refusedFields(() => strict({}, bank(['driver_license'], 'PPD'))),
    ['customer_id'],
  )
})

test('terminals of other entry classes ask nothing of an invoice while there is one for WEB', () => {
  const product = bank([])
  const { terminals } = product.processor_data as { terminals: unknown[] }
  terminals.push({ terminal_id: '2', sec_code: 'TEL', actions: ['debit'], required: ['driver_license'] })
  created(draft(), facts({ products: { cc_product_transaction_id: CC, ach_product_transaction_id: product } }))
})

test('ssn4 or dob_year is asked for when the bank product verifies identities', () => {
  const products = { cc_product_transaction_id: CC, ach_product_transaction_id: bank(['identity_verification']) }
  assert.deepEqual(
    refusedFields(() => created(draft(), facts({ products }))),
    ['ssn4'],
  )
  created(draft({ dob_year: '1980' }), facts({ products }))
  created(draft({ ssn4: '1234' }), facts({ products }))
})

test('QI-24 ssn4 and dob_year together are refused', () => {
  assert.deepEqual(Object.keys(examined({ ssn4: '1234', dob_year: '1980' })), ['ssn4'])
})

test('QI-35 send_text_to_pay needs a cell_phone', () => {
  assert.deepEqual(Object.keys(examined({ send_text_to_pay: true })), ['cell_phone'])
  assert.deepEqual(examined({ send_text_to_pay: true, cell_phone: '2025550143' }), {})
  assert.deepEqual(
    refusedFields(() => updated(invoice(), { send_text_to_pay: true })),
    ['cell_phone'],
  )
  const texting = invoice({ send_text_to_pay: true, cell_phone: '2025550143' })
  assert.deepEqual(
    refusedFields(() => updated(texting, { cell_phone: null })),
    ['cell_phone'],
  )
})

test('QI-40 NT-02 a create enqueues one message for each address that is wanted', () => {
  const reach = {
    email: 'pat@example.com',
    notification_email: 'a@example.com; PAT@example.com',
    cell_phone: '2025550143',
  }
  const sentTo = (over: Partial<Draft<typeof quickinvoice>>) =>
    created(draft({ ...reach, ...over })).effects.map(({ payload }) => [
      payload.channel,
      payload.to,
      payload.quick_invoice_id,
    ])
  assert.deepEqual(sentTo({}), [])
  assert.deepEqual(sentTo({ send_email: true }), [
    ['email', 'pat@example.com', ID],
    ['email', 'a@example.com', ID],
  ])
  assert.deepEqual(sentTo({ send_text_to_pay: true }), [])
  assert.equal(sentTo({ send_email: true, send_text_to_pay: true }).at(-1)?.[0], 'sms')
})

test('QI-79 a closed invoice cannot be updated, whatever is sent', () => {
  const closed = invoice({ status_id: STATUS.closed })
  for (const change of [{}, { title: 'x' }, { item_list: { a: '99.00' } }, { allow_overpayment: true }]) {
    assert.deepEqual(
      refusedFields(() => updated(closed, change)),
      ['status_id'],
    )
  }
})

test('QI-14 products are fixed once a payment was made or is on its way', () => {
  const named = { products: { ach_product_transaction_id: ACH } }
  for (const paid of [{ paid_amount: 1n }, { pending_amount: 1n }]) {
    assert.deepEqual(
      refusedFields(() => updated(invoice(paid), { ach_product_transaction_id: ACH.id }, named)),
      ['ach_product_transaction_id'],
    )
  }
  updated(invoice(), { ach_product_transaction_id: ACH.id }, named)
})

test('the last product cannot be taken away', () => {
  const named = { products: { cc_product_transaction_id: null } }
  assert.deepEqual(
    refusedFields(() => updated(invoice(), { cc_product_transaction_id: null }, named)),
    ['cc_product_transaction_id'],
  )
  updated(invoice({ ach_product_transaction_id: ACH.id }), { cc_product_transaction_id: null }, named)
})

test('QI-06 new items are a new sum, and what was paid counts against it', () => {
  const { set } = updated(invoice({ paid_amount: 500n }), { item_list: { Mowing: '20.00' } })
  assert.equal(set.amount_due, 2000n)
  assert.equal(set.remaining_balance, 1500n)
  assert.equal(set.payment_status_id, PAYMENT.partially_paid)
  assert.equal(set.status_id, undefined)
})

test('an invoice whose items come down to what was paid becomes paid, and closes unless overpayment is allowed', () => {
  const partly = invoice({ paid_amount: 500n, payment_status_id: PAYMENT.partially_paid })
  const closing = updated(partly, { item_list: { Mowing: '4.00' } }).set
  assert.equal(closing.payment_status_id, PAYMENT.paid)
  assert.equal(closing.remaining_balance, 0n)
  assert.equal(closing.status_id, STATUS.closed)
  assert.equal(
    updated({ ...partly, allow_overpayment: true }, { item_list: { Mowing: '4.00' } }).set.status_id,
    undefined,
  )
})

test('nothing but becoming paid closes an invoice: neither a new title nor an end of overpayment', () => {
  const paid = invoice({
    paid_amount: 1550n,
    payment_status_id: PAYMENT.paid,
    remaining_balance: 0n,
    allow_overpayment: true,
  })
  assert.equal(updated(paid, { title: 'x' }).set.status_id, undefined)
  assert.equal(updated(paid, { allow_overpayment: false }).set.status_id, undefined)
})

test('items cannot shrink under a payment on its way, nor can overpayment end under one', () => {
  const pending = invoice({ pending_amount: 1000n })
  assert.deepEqual(
    refusedFields(() => updated(pending, { item_list: { Mowing: '9.99' } })),
    ['item_list'],
  )
  updated(pending, { item_list: { Mowing: '10.00' } })
  const over = invoice({ pending_amount: 2000n, allow_overpayment: true })
  assert.deepEqual(
    refusedFields(() => updated(over, { allow_overpayment: false })),
    ['allow_overpayment'],
  )
})

test('a new contact fills an empty email on PUT, and detaching one leaves the email alone', () => {
  const known = { contact: { id: 'd'.repeat(24), email: 'pat@example.com' } as Row<typeof contact> }
  assert.equal(updated(invoice(), { contact_id: known.contact.id }, known).set.email, 'pat@example.com')
  assert.equal(
    updated(invoice({ email: 'sam@example.com' }), { contact_id: known.contact.id }, known).set.email,
    undefined,
  )
  const { set } = updated(invoice({ email: 'sam@example.com' }), { contact_id: null }, { contact: null })
  assert.equal(set.contact_id, null)
  assert.equal(set.email, undefined)
})
