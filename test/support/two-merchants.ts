import assert from 'node:assert/strict'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { type Conforming, conforming } from './conforming.ts'
import { makeEverything } from './make-everything.ts'
import { debitBody, paid, refundBody, saleBody } from './payments.ts'
import { sampleNouns, sampleOf, type UserSite } from './samples.ts'

/**
 * Two merchants with rows in every table that refers to their records: created through the gateway, and by SQL where
 * that would take too long. The caller closes it.
 */
export async function twoMerchants(): Promise<Conforming> {
  const c = await conforming()
  for (const site of [c.own, c.other]) {
    await makeEverything(c, site)
    for (const { resource } of bareRegistry().nouns)
      if (sampleNouns.includes(resource.name)) await c.post(resource, {}, site)
    await pay(c, site)
  }
  // Bank files are written, recurrings charged and batches settled while days go by.
  await c.t.clock.moveTo(c.t.clock.seconds() + 8 * 86_400, c.t.app.worker)
  await c.t.settle()
  for (const { merchant } of [c.own, c.other])
    for (const statement of RARE) assert.equal(await c.t.db.run(statement, [merchant.location_id]), 1, statement)
  return c
}

async function pay({ t }: Conforming, site: UserSite): Promise<void> {
  await paid(site.api, debitBody(site.merchant.ach_product_transaction_id))
  const sale = await paid(site.api, saleBody({ product_transaction_id: site.merchant.cc_product_transaction_id }))
  const refund = refundBody(sale.id, '1.00')
  await paid(site.api, refund)
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.seconds() * 1000).toZonedDateTimeISO('America/New_York')
  const start_date = today.toPlainDate().add({ days: 1 }).toString()
  await site.api.recurrings.create({ ...(await sampleOf(site, 'recurring')), start_date })
}

/** One row each, of the merchant $1. */
const RARE = [
  `insert into ach_correction (instrument_id, corrected_id, created_ts, root_id)
   select min(id), max(id), 0, root_id from instrument where root_id = $1 group by root_id`,
  `insert into ach_item (id, root_id, ach_entry_id, kind, code, original_trace, trace_number, rdfi_id, amount, file_name, state, created_ts)
   select id, root_id, id, 'return', 'R01', sequence, sequence, rdfi_id, amount, 'returns.ach', 'applied', 0
     from ach_entry where root_id = $1 and kind = 'payment' limit 1`,
  `insert into agentcall (id, agent_id, request, state, expires_at, root_id)
   select id, id, '{}', 'ended', 9999999999, root_id from terminalagent where root_id = $1 limit 1`,
  `insert into imported_vault (root_id, location_id, source, source_id, accountvault_id, created_ts)
   select root_id, location_id, 'elsewhere', id, id, 0 from accountvault where root_id = $1 limit 1`,
  `insert into intervention (id, root_id, transaction_id, attempt_id, resolution, note, created_user_id, created_ts)
   select a.id, a.root_id, a.transaction_id, a.id, 'declined', 'seen', u.id, 0
     from attempt a join "user" u on u.root_id = a.root_id where a.root_id = $1 limit 1`,
  `insert into processor_account (id, root_id, product_transaction_id, version, processor, settings, connector, credentials_account_id, created_ts)
   select reverse(id), root_id, id, 99, processor, '{}', 'acme', reverse(id), 0 from producttransaction where root_id = $1 limit 1`,
  `insert into processor_credentials (id, root_id, processor_account_id, version, sealed, created_ts)
   select id, root_id, id, 1, 'v1', 0 from processor_account where root_id = $1 and credentials_account_id is not null`,
  `insert into processor_notification (id, root_id, product_transaction_id, connector, notification_id, event, created_ts)
   select id, root_id, id, 'acme', id, 'changed', 0 from producttransaction where root_id = $1 limit 1`,
  `insert into processor_trouble (processor_account_id, root_id, problem, first_ts, last_ts)
   select id, root_id, 'wrong key', 0, 0 from processor_account where root_id = $1 limit 1`,
  `insert into quick_invoice_reminder (quick_invoice_id, kind, due_date, sent, created_ts, root_id)
   select id, 'on', '2030-01-31', true, 0, root_id from quickinvoice where root_id = $1 limit 1`,
  `insert into return_look (attempt_id, root_id, processor_account_id, since_ts, due_ts)
   select a.id, a.root_id, a.processor_account_id, 1, 4000000000
     from attempt a join transaction t on t.id = a.transaction_id where a.root_id = $1 and t.payment_method = 'ach' limit 1`,
  `insert into taken_back (id, root_id, transaction_id, attempt_id, from_status, to_status, amount, transactionbatch_id, created_ts)
   select t.id, t.root_id, t.id, a.id, 101, 101, 0, t.transaction_batch_id, 0
     from transaction t join attempt a on a.root_id = t.root_id and a.transaction_id = t.id
    where t.root_id = $1 and t.transaction_batch_id is not null limit 1`,
  `insert into settled_payment (id, root_id, product_transaction_id, processor_reference, batch, transaction_id, amount, settled_ts, created_ts)
   select id, root_id, product_transaction_id, 'P1', 'B1', id, 100, 1, 1 from transaction where root_id = $1 limit 1`,
  `insert into settlement_exception (id, root_id, settlement_id, transactionbatch_id, transaction_id, reason, amount, created_ts)
   select s.id, s.root_id, s.id, s.transactionbatch_id, t.id, 'unknown', 0, 0
     from settlement s join transaction t on t.transaction_batch_id = s.transactionbatch_id where s.root_id = $1 limit 1`,
  `insert into recurring_notice (recurring_id, run_date, created_ts, root_id)
   select id, '2030-01-31', 0, root_id from recurring where root_id = $1 limit 1`,
]
