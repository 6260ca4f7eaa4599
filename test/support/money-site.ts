import assert from 'node:assert/strict'
import { systemCaller } from '../../src/definition/caller.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { NewPayment } from '../../src/payments/payments.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { connectProducts } from './connect-products.ts'
import { newInvoice } from './invoices.ts'
import { changed, closeBatch, debitBody, paid, refundBody, saleBody } from './payments.ts'
import { surchargedProduct } from './surcharges.ts'

/**
 * The ids of records in every state that money can have, created through the gateway. Amounts are 10.00 unless the
 * name says otherwise.
 */
export type Ids = Awaited<ReturnType<typeof fill>>

export interface MoneySite {
  t: TestApp
  ids: Ids
}

/** A gateway with money in every state; to be closed by its caller. */
export async function moneySite(name: string): Promise<MoneySite> {
  const line = { cut: false }
  const t = await testApp(name, {
    processor: real => {
      const dead = (): never => {
        throw new Error('the line is cut')
      }
      const { sale, refund } = real.actions
      const actions = {
        ...real.actions,
        sale: async (order: Parameters<NonNullable<typeof sale>>[0]) => (line.cut ? dead() : sale!(order)),
        refund: async (order: Parameters<NonNullable<typeof refund>>[0]) => (line.cut ? dead() : refund!(order)),
      }
      return { ...real, actions, find: async reference => (line.cut ? dead() : real.find(reference)) }
    },
  })
  return { t, ids: await fill(t, line) }
}

async function fill(t: TestApp, line: { cut: boolean }) {
  const [home, other] = t.merchants
  // Whatever moves the clock comes first: days that go by settle batches.
  const sent = await paid(t.api, debitBody(home.ach_product_transaction_id))
  const recurrings = await charged(t)
  const settled_sale = await paid(t.api, saleBody())
  await closeBatch(t.api, settled_sale.transaction_batch_id, 2)
  // The simulator refuses the first settlement of a batch that holds this amount.
  const refused_sale = await paid(t.api, saleBody({ transaction_amount: '6.30' }))
  await closeBatch(t.api, refused_sale.transaction_batch_id, 3)

  const sale = await paid(t.api, saleBody())
  const second_sale = await paid(t.api, saleBody())
  const authorized = await paid(t.api, saleBody({ action: 'authonly' }))
  const voided = await paid(t.api, saleBody())
  await changed(t.api, voided.id, { action: 'void' })
  const declined = await paid(t.api, saleBody({ transaction_amount: '6.03' }))
  const refunded = await paid(t.api, saleBody())
  const refund = await paid(t.api, refundBody(refunded.id, '3.00'))
  const debit = await paid(t.api, debitBody(home.ach_product_transaction_id))
  const elsewhere = await run(t, { product_transaction_id: home.child_cc_product_transaction_id })
  const invoice = (await newInvoice(t)).id as string
  const part_paid = (await newInvoice(t)).id as string
  const part = await run(t, { amount: 400n, details: { quick_invoice_id: part_paid } })
  const pending_invoice = (await newInvoice(t)).id as string
  const link = await paylink(t)
  const paid_link = await paylink(t)
  const link_sale = await run(t, { details: { paylink_id: paid_link } })
  const held_link = await paylink(t)

  const refunding = await paid(t.api, saleBody())
  line.cut = true
  const unknown_refund = await paid(t.api, refundBody(refunding.id, '10.00'))
  const unknown_payment = await run(t, { details: { quick_invoice_id: pending_invoice } })
  const unknown_link_sale = await run(t, { details: { paylink_id: held_link } })
  line.cut = false
  assert.deepEqual([unknown_payment.outcome, unknown_link_sale.outcome], ['unknown', 'unknown'])
  return {
    ...recurrings,
    sent: sent.id as string,
    settled_sale: settled_sale.id as string,
    settled_batch: settled_sale.transaction_batch_id as string,
    refused_sale: refused_sale.id as string,
    refused_batch: refused_sale.transaction_batch_id as string,
    sale: sale.id as string,
    second_sale: second_sale.id as string,
    open_batch: sale.transaction_batch_id as string,
    authorized: authorized.id as string,
    voided: voided.id as string,
    declined: declined.id as string,
    refunded: refunded.id as string,
    refund: refund.id as string,
    refunding: refunding.id as string,
    unknown_refund: unknown_refund.id as string,
    debit: debit.id as string,
    bank_product: home.ach_product_transaction_id,
    product: home.cc_product_transaction_id,
    ...(await accounts(t)),
    other_batch: elsewhere.transaction_batch_id!,
    other_product: home.child_cc_product_transaction_id,
    other_location: home.child_location_id,
    strange_product: other.cc_product_transaction_id,
    invoice,
    part_paid,
    part: part.id,
    pending_invoice,
    unknown_payment: unknown_payment.id,
    link,
    paid_link,
    link_sale: link_sale.id,
    held_link,
  }
}

/** Two bank debits that wait for a manager, of which one was overridden. */
async function withOverride(t: TestApp): Promise<{ to_override: string; override: string }> {
  const by_telephone = { ach_sec_code: 'TEL', check_number: '1001', transaction_amount: '16.63' }
  const body = debitBody(t.merchants[0].ach_product_transaction_id, by_telephone)
  const to_override = await paid(t.api, body)
  const overridden = await paid(t.api, body)
  const override = await t.api.transactions.override(overridden.id)
  return { to_override: to_override.id, override: override.id }
}

/** Two sales with a surcharge of 0.30 on 10.00, of which one was refunded whole. */
async function withSurcharge(t: TestApp): Promise<{ surcharged: string; given_back: string }> {
  const { product_transaction_id } = await surchargedProduct(t)
  const parts = { transaction_amount: '10.30', subtotal_amount: '10.00', surcharge_amount: '0.30' }
  const surcharged = await paid(t.api, saleBody({ product_transaction_id, ...parts }))
  const given_back = await paid(t.api, saleBody({ product_transaction_id, ...parts }))
  await paid(t.api, refundBody(given_back.id, '10.30'))
  return { surcharged: surcharged.id, given_back: given_back.id }
}

async function emptyLocation(t: TestApp): Promise<string> {
  const location = { parent_id: t.merchants[0].location_id, name: 'Empty', branding_domain_url: 'empty.example' }
  return (await t.api.locations.create(location)).id
}

async function accounts(t: TestApp) {
  const [home, other] = t.merchants
  const next_account = await nextAccount(t, home.cc_product_transaction_id)
  const empty_location = await emptyLocation(t)
  return {
    ...(await withSurcharge(t)),
    ...(await withOverride(t)),
    next_account,
    empty_location,
    ...(await connected(t, other.child_cc_product_transaction_id)),
  }
}

/** Gives a product another processor; returns the version of its account that begins. */
async function nextAccount(t: TestApp, product: string): Promise<string> {
  await t.api.producttransactions.update(product, { processor: 'zgate2' })
  const text = 'select processor_account_id as id from producttransaction where id = $1'
  return (await t.db.query<{ id: string }>(text, [product]))[0]!.id
}

/** Connects a product of the other merchant; returns its account and the secrets of it. */
async function connected(t: TestApp, product: string): Promise<{ connected: string; credentials: string }> {
  const to = { connector: 'acme', settings: { url: 'https://a.example' }, secrets: { key: 'k' } }
  await connectProducts(t, to, [product], 1)
  const text = `select c.processor_account_id as connected, c.id as credentials from processor_credentials c
    join producttransaction p on p.processor_account_id = c.processor_account_id where p.id = $1`
  return (await t.db.query<{ connected: string; credentials: string }>(text, [product]))[0]!
}

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' } as const

/** A payment as a page or a schedule makes it. */
function run(t: TestApp, over: Partial<NewPayment>): Promise<TransactionRow> {
  const [home] = t.merchants
  return t.app.payments.run(
    { caller: systemCaller(home.location_id, 'test') },
    {
      action: 'sale',
      location_id: home.location_id,
      product_transaction_id: home.cc_product_transaction_id,
      amount: 1000n,
      source: { kind: 'account', account: { ...CARD, account_holder_name: null } },
      initiation: BY_CARDHOLDER,
      details: {},
      ...over,
    },
  )
}

async function paylink(t: TestApp): Promise<string> {
  const body = { location_id: t.merchants[0].location_id, amount_due: '10.00' }
  return (await t.api.paylinks.create(body)).id
}

/** A recurring that was charged once, and one that is over; banks have had their days too. */
async function charged(t: TestApp): Promise<{ vault: string; recurring: string; ended: string; charge: string }> {
  const { location_id, contact_id } = t.merchants[0]
  const { id: account_vault_id } = await t.api.accountvaults.create({ location_id, contact_id, ...CARD })
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.seconds() * 1000)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
  const make = async (over: Json): Promise<string> => {
    const start_date = today.add({ days: 1 }).toString()
    const plan = { transaction_amount: '10.00', interval: '1', interval_type: 'm', start_date }
    return (await t.api.recurrings.create({ location_id, account_vault_id, ...plan, ...over })).id
  }
  const recurring = await make({})
  const ended = await make({ installment_total_count: 1 })
  await t.clock.moveTo(t.clock.seconds() + 8 * 86_400, t.app.worker)
  const [row] = await t.db.query<{ id: string }>('select id from transaction where recurring_id = $1', [recurring])
  return { vault: account_vault_id, recurring, ended, charge: row!.id }
}
