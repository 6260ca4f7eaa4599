import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import type { Resource, Row } from '../../src/definition/resource.ts'
import { quickinvoice } from '../../src/resources/quickinvoice/quickinvoice.ts'
import { terminal } from '../../src/resources/terminal/terminal.ts'
import { terminalagent } from '../../src/resources/terminalagent/terminalagent.ts'
import { type Answer, type Json, testApp } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { paid, saleBody } from '../support/payments.ts'

/** Requests that refer to a record which is deleted after it was read and before they are stored. */

const t = await testApp('meanwhile')
after(t.close)
const { location_id, cc_product_transaction_id } = t.merchants[0]
const actor = { caller: systemCaller(location_id, 'test') }

async function made(path: string, noun: string, record: Json): Promise<string> {
  const answer = await t.api.post(path, { [noun]: { location_id, ...record } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[noun].id
}

const newTerminal = (): Promise<string> =>
  made('terminals', 'terminal', {
    ...{ terminal_manufacturer_id: 100, terminal_application_id: '000000000000000000000102', title: 'Counter' },
    serial_number: `SN${crypto.randomUUID().slice(0, 8)}`,
  })

/** The answer to a request that has to wait because the record it names is being deleted. */
async function whileDeleting<R extends Resource>(
  resource: R,
  id: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await t.app.store.transaction(actor, async work => {
    const row = await work.lock(resource, id, 'whole')
    await work.remove(resource, row as Row<R>)
    const asked = request()
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    while ((await t.db.query(waiting)).length === 0);
    return { answer: asked }
  })
  return answer
}

test('a terminal that is deleted takes no payment that was just about to begin', async () => {
  const terminal_id = await newTerminal()
  const sale = { action: 'sale', payment_method: 'cc', transaction_amount: '3.00', terminal_id, location_id }
  const answer = await whileDeleting(terminal, terminal_id, () =>
    t.api.post('routertransactions', {
      routertransaction: { ...sale, product_transaction_id: cc_product_transaction_id },
    }),
  )
  assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['terminal_id']])
})

test('a terminal that is deleted shows no terms that were just about to be shown', async () => {
  const terminal_id = await newTerminal()
  const deviceterm = { location_id, terminal_id, require_signature: 0, terms_conditions: 'I agree.' }
  const answer = await whileDeleting(terminal, terminal_id, () => t.api.post('deviceterms', { deviceterm }))
  assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['terminal_id']])
})

test('an agent that is deleted is given no terminal', async () => {
  const [terminal_id, agent_id] = [
    await newTerminal(),
    await made('terminalagents', 'terminalagent', { title: 'Floor' }),
  ]
  const answer = await whileDeleting(terminalagent, agent_id, () =>
    t.api.put(`terminals/${terminal_id}`, { terminal: { terminal_agent_id: agent_id } }),
  )
  assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['terminal_agent_id']])
})

test('an invoice that is deleted is not found by who adds a payment to it', async () => {
  const [invoice, sale] = [await newInvoice(t), await paid(t.api, saleBody())]
  const answer = await whileDeleting(quickinvoice, invoice.id, () =>
    t.api.put(`quickinvoices/${invoice.id}/addTransaction`, { quickinvoice: { transaction_id: sale.id } }),
  )
  assert.equal(answer.status, 404)
  assert.equal((await t.api.get(`transactions/${sale.id}`)).body.transaction.quick_invoice_id, null)
})
