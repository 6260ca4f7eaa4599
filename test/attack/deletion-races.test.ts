import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import type { Resource, Row } from '../../src/definition/resource.ts'
import { location } from '../../src/resources/location/location.ts'
import { quickinvoice } from '../../src/resources/quickinvoice/quickinvoice.ts'
import { terminal } from '../../src/resources/terminal/terminal.ts'
import { terminalagent } from '../../src/resources/terminalagent/terminalagent.ts'
import { user } from '../../src/resources/user/user.ts'
import type { Answer, Json } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { paid, saleBody } from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/** Requests that refer to a record which is deleted after it was read and before they are stored. */

const t = await newMerchant()
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

/** A location that takes payments by the product of another one, and has nothing that keeps it. */
const newLocation = async (): Promise<string> =>
  (
    await t.api.post('locations', {
      location: {
        ...{ parent_id: location_id, name: 'Kiosk', branding_domain_url: 'booth.example' },
        default_cc: cc_product_transaction_id,
      },
    })
  ).body.location.id

test('a location that is deleted takes nothing that was just about to be stored: no payment, account, user or location', async () => {
  const body = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1235' }
  const person = { email: 'late@example.com', last_name: 'Late', user_type_id: 400 }
  for (const [field, request] of [
    [
      'location_id',
      (at: string) =>
        t.api.post('transactions', { transaction: saleBody({ location_id: at, transaction_amount: '11.47' }) }),
    ],
    ['location_id', (at: string) => t.api.post('accountvaults', { accountvault: { ...body, location_id: at } })],
    [
      'primary_location_id',
      (at: string) => t.api.post('users', { user: { ...person, username: `late-${at}`, primary_location_id: at } }),
    ],
    [
      'parent_id',
      (at: string) =>
        t.api.post('locations', { location: { parent_id: at, name: 'Below', branding_domain_url: 'late.example' } }),
    ],
  ] as const) {
    const at = await newLocation()
    const answer = await whileDeleting(location, at, () => request(at))
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, [field]], answer.text)
    const [left] = await t.db.query(
      `select (select count(*) from transaction where location_id = $1)::integer as payments,
              (select count(*) from accountvault where location_id = $1)::integer as accounts`,
      [at],
    )
    assert.deepEqual(left, { payments: 0, accounts: 0 })
  }
  assert.deepEqual(
    (await t.ledger()).filter(({ amount }) => amount === '11.47'),
    [],
    'no processor was asked',
  )
})

test('a location that somebody is just being added to stays, and its removal waits for that', async () => {
  const at = await newLocation()
  const asked = await t.app.store.transaction(actor, async work => {
    const { id: _, ...someone } = (await work.find(user, { user_type_id: 400 })) as Row<typeof user>
    const keyless = { user_api_key_mark: null, user_api_key_ts: null, user_api_key_scope: null }
    await work.insert(user, { ...someone, ...keyless, username: 'early', primary_location_id: at })
    const removal = t.api.delete(`locations/${at}`)
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    while ((await t.db.query(waiting)).length === 0);
    return { removal }
  })
  const { status, body } = await asked.removal
  assert.equal(status, 409)
  assert.match(body.errors.id.join(), /users/)
})
