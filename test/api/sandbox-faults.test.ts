import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { faults as ofDevices } from '../../sandbox/device/faults.ts'
import { faultLines, settlementWords } from '../../sandbox/faults/fault-list.ts'
import { faults as ofProcessor } from '../../sandbox/processor/faults.ts'
import { type Answer, type Json, type TestApp, testApp } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { CARD_FORM } from '../support/pay-page.ts'
import {
  changed,
  debitBody,
  paid,
  postTransaction,
  putTransaction,
  refundBody,
  saleBody,
  transactionOf,
} from '../support/payments.ts'
import { resolveNow } from '../support/power-cut.ts'

const HEADER = 'tollgate-sandbox-fault'
const asking = (fault: string, more: Record<string, string> = {}) => ({ [HEADER]: fault, ...more })

let t: TestApp
let address = ''
before(async () => {
  t = await testApp('sandbox_faults')
  address = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
})
after(() => t.close())

const ledgerOf = async (id: string): Promise<string[]> =>
  (await t.ledger(id)).map(({ action, result }) => `${action} ${result}`)

test('the order of a POST has the fault it asks for, and the answer says so', async () => {
  const lost = await postTransaction(t.api, saleBody(), asking('drop_after'))
  assert.deepEqual([lost.status, lost.headers[HEADER], lost.body.transaction.status_id], [201, 'drop_after', 101])
  const unknown = await postTransaction(t.api, saleBody(), asking('drop_after,hide:4'))
  assert.deepEqual([unknown.body.transaction.status_id, unknown.body.transaction.reason_code_id], [301, 1531])
  assert.deepEqual(await ledgerOf(unknown.body.transaction.id), ['sale approved'])
  await resolveNow(t)
  assert.deepEqual(await ledgerOf(unknown.body.transaction.id), ['sale approved', 'void approved'])
  assert.equal((await transactionOf(t, unknown.body.transaction.id)).status_id, 301)
})

test('over a socket too: a body that arrives in pieces loses no wish, and requests at the same time keep theirs apart', async () => {
  const keys = { ...t.keysOf(t.merchants[0].user), 'content-type': 'application/json' }
  const post = (amount: string, fault?: string) => {
    const body = JSON.stringify({ transaction: saleBody({ transaction_amount: amount }) })
    const half = Math.floor(body.length / 2)
    const pieces = new ReadableStream({
      async start(control) {
        for (const piece of [body.slice(0, half), body.slice(half)]) {
          control.enqueue(new TextEncoder().encode(piece))
          await new Promise(resolve => setImmediate(resolve))
        }
        control.close()
      },
    })
    const headers = fault ? { ...keys, [HEADER]: fault } : keys
    return fetch(`${address}/v2/transactions`, { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit)
  }
  const answers = await Promise.all([post('31.00', 'drop_before'), post('32.00'), post('33.00', 'keep'), post('34.00')])
  assert.deepEqual(
    await Promise.all(
      answers.map(async each => [each.headers.get(HEADER), ((await each.json()) as Json).transaction.status_id]),
    ),
    [
      ['drop_before', 301],
      [null, 101],
      ['keep', 101],
      [null, 101],
    ],
  )
  await resolveNow(t)
})

test('a repeated Idempotency-Key repeats the answer and not the fault', async () => {
  const headers = asking('drop_after,hide:4', { 'idempotency-key': 'faulty-1' })
  const first = await postTransaction(t.api, saleBody(), headers)
  assert.deepEqual([first.status, first.headers[HEADER]], [201, 'drop_after,hide:4'])
  const again = await postTransaction(t.api, saleBody(), headers)
  assert.deepEqual(
    [again.headers['idempotency-hit'], again.headers[HEADER], again.body],
    ['true', undefined, first.body],
  )
  const other = await postTransaction(t.api, saleBody(), asking('garbage', { 'idempotency-key': 'faulty-1' }))
  assert.equal(other.headers['idempotency-hit'], 'true', 'the header is no part of the request')
  await resolveNow(t)
  assert.deepEqual(await ledgerOf(first.body.transaction.id), ['sale approved', 'void approved'])
})

test('every action can have one: PUT of a sale, refunds, debits, address checks of vaults, batches', async () => {
  const sale = await paid(t.api, saleBody())
  const adjusted = await putTransaction(
    t.api,
    sale.id,
    { action: 'partialreversal', transaction_amount: '8.00' },
    asking('garbage'),
  )
  assert.deepEqual(
    [adjusted.status, adjusted.headers[HEADER], adjusted.body.transaction.transaction_amount],
    [200, 'garbage', 8],
  )
  const refund = refundBody(sale.id, '3.00')
  const back = await postTransaction(t.api, refund, asking('error'))
  assert.deepEqual([back.headers[HEADER], back.body.transaction.status_id], ['error', 111])
  const [merchant] = t.merchants
  const debit = await postTransaction(t.api, debitBody(merchant.ach_product_transaction_id), asking('twice'))
  assert.deepEqual([debit.headers[HEADER], debit.body.transaction.status_id], ['twice', 131])
  const vault = await t.api.post(
    'accountvaults',
    {
      accountvault: {
        location_id: merchant.location_id,
        payment_method: 'cc',
        account_number: '4111111111111111',
        exp_date: '1230',
        account_holder_name: 'Wilma Testperson',
        billing_address: '5800 NW 39th AVE',
        billing_zip: '32606',
        run_avs: 1,
      },
    },
    asking('contradict'),
  )
  assert.deepEqual([vault.status, vault.headers[HEADER]], [201, 'contradict'], vault.text)
})

test('a settlement whose answer is lost is being processed, and is settled once when it is asked about', async () => {
  const sale = await paid(t.api, saleBody())
  const batch = await t.api.post(
    `transactionbatches/${sale.transaction_batch_id}/settle`,
    undefined,
    asking('drop_after,hide:1'),
  )
  assert.deepEqual(
    [batch.status, batch.headers[HEADER], batch.body.transactionbatch.processing_status_id],
    [200, 'drop_after,hide:1', 5],
  )
  await resolveNow(t)
  const { body } = await t.api.get(`transactionbatches/${sale.transaction_batch_id}`)
  assert.equal(body.transactionbatch.processing_status_id, 2)
})

test('refuse: nothing leaves the gateway, and the payment ends as a decline that no ledger knows', async () => {
  const { body, headers } = await postTransaction(t.api, saleBody(), asking('refuse'))
  assert.deepEqual(
    [headers[HEADER], body.transaction.status_id, body.transaction.reason_code_id],
    ['refuse', 301, 1530],
  )
  const [{ state }] = (await t.db.query<Json>('select state from attempt where id = $1', [body.transaction.id])) as [
    Json,
  ]
  assert.deepEqual([state, await ledgerOf(body.transaction.id)], ['declined', []])
})

test('wander: an order that is given up and arrives then charges nobody', async () => {
  const { body } = await postTransaction(t.api, saleBody(), asking('wander:999999'))
  assert.equal(body.transaction.reason_code_id, 1531)
  await resolveNow(t)
  assert.deepEqual(await ledgerOf(body.transaction.id), [])
  const [attempt] = await t.db.query<Json>('select state, watch_ts from attempt where id = $1', [body.transaction.id])
  assert.deepEqual(attempt, { state: 'declined', watch_ts: null })
})

test('keep: an approval that cannot be taken back is told with 1654', async () => {
  const { body } = await postTransaction(t.api, saleBody(), asking('drop_after,hide:4,keep'))
  await resolveNow(t)
  const row = await transactionOf(t, body.transaction.id)
  assert.deepEqual([row.status_id, row.reason_code_id], [301, 1654])
})

test('only the first order of a request has it: the reversal of a payment that was not accepted goes through', async () => {
  const { cc_product_transaction_id: id } = t.merchants[0]
  await t.api.put(`producttransactions/${id}`, { producttransaction: { auto_decline_cvv: 1 } })
  const { body } = await postTransaction(t.api, saleBody({ cvv: '124' }), asking('drop_after'))
  await t.api.put(`producttransactions/${id}`, { producttransaction: { auto_decline_cvv: 0 } })
  assert.equal(body.transaction.reason_code_id, 1656)
  assert.deepEqual(await ledgerOf(body.transaction.id), ['sale approved', 'void approved'])
})

test('what is no fault is refused with the whole list before anything is done', async () => {
  const count = async () => (await t.db.query<{ n: number }>('select count(*)::int as n from transaction'))[0]!.n
  const before = await count()
  for (const fault of [
    'explode',
    'late',
    'late:soon',
    'drop_after:1',
    '',
    'drop_after;hide:1',
    'silent',
    '__proto__',
  ]) {
    const { status, body } = await postTransaction(t.api, saleBody(), asking(fault))
    assert.equal(status, 422, fault)
    const [text] = body.errors['Tollgate-Sandbox-Fault']
    for (const [word] of faultLines.processor) assert.ok(text.includes(word), word)
  }
  assert.equal(await count(), before)
  const { status, body } = await t.api.post('routertransactions', { routertransaction: {} }, asking('hide:1,wander:5'))
  assert.equal(status, 422)
  for (const [word] of faultLines.device) assert.ok(body.errors['Tollgate-Sandbox-Fault'][0].includes(word), word)
})

test('a settlement is refused what only orders can have, and a pay page says no in its own way', async () => {
  const sale = await paid(t.api, saleBody())
  const path = `transactionbatches/${sale.transaction_batch_id}/settle`
  for (const fault of ['wander:5', 'keep', 'unseen:1', 'contradict']) {
    const { status, body } = await t.api.post(path, undefined, asking(fault))
    assert.equal(status, 422, fault)
    assert.ok(body.errors['Tollgate-Sandbox-Fault'][0].endsWith(`${settlementWords.join(', ')}.`))
  }
  const page = await t.app.http.inject({ method: 'GET', url: '/quickinvoice/?id=1', headers: asking('explode') })
  assert.equal(page.statusCode, 422)
})

test('a wish that no order has is told by nothing, and is not kept for the next request', async () => {
  const read = await t.api.get('transactions', asking('drop_before'))
  assert.deepEqual([read.status, read.headers[HEADER]], [200, undefined])
  const refused = await postTransaction(t.api, { action: 'sale' }, asking('drop_before'))
  assert.deepEqual([refused.status, refused.headers[HEADER]], [422, undefined])
  const edited = await paid(t.api, saleBody())
  assert.equal(
    (await putTransaction(t.api, edited.id, { description: 'x' }, asking('drop_before'))).headers[HEADER],
    undefined,
  )
  assert.equal((await changed(t.api, edited.id, { action: 'void' })).status_id, 201)
})

test('a request at a terminal has the faults of devices', async () => {
  const { location_id, terminal_id } = t.merchants[0]
  const routertransaction = {
    payment_method: 'cc',
    action: 'sale',
    location_id,
    terminal_id,
    transaction_amount: '17.00',
  }
  const at = (fault: string) => t.api.post('routertransactions', { routertransaction }, asking(fault))
  const lost = await at('drop_after')
  assert.deepEqual([lost.status, lost.headers[HEADER]], [201, 'drop_after'], lost.text)
  assert.equal(lost.body.transaction.status_id, 101)
  const again = await at('drop_after,hide:1')
  assert.deepEqual([again.status, again.body.transaction.status_id], [201, 101])
  const dead = await at('drop_before')
  assert.deepEqual([dead.status, dead.headers[HEADER]], [422, 'drop_before'])
})

test('a pay page takes it too: the payer is told that it is not known, and the invoice becomes what is true', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '12.00' } })
  const url = `/quickinvoice/?id=${invoice.id}`
  const { body: document } = await t.app.http.inject({ method: 'GET', url })
  const hidden = Object.fromEntries(
    [...document.matchAll(/name="(attempt|shown_amount)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const payload = new URLSearchParams({ ...CARD_FORM, ...hidden }).toString()
  const answer = await t.app.http.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...asking('drop_after,hide:4') },
    payload,
  })
  assert.equal(answer.headers[HEADER], 'drop_after,hide:4')
  await resolveNow(t)
  const { body } = await t.api.get(`quickinvoices/${invoice.id}`)
  assert.equal(body.quickinvoice.remaining_balance, '12.00')
})

test('/sandbox/faults lists what there is, and lays faults out for orders that no request makes', async () => {
  const list = await t.api.get('/sandbox/faults')
  assert.deepEqual(
    Object.keys(list.body.faults).map(word => word.split(':')[0]),
    Object.keys(ofProcessor),
  )
  assert.deepEqual(
    Object.keys(list.body.terminal_faults).map(word => word.split(':')[0]),
    Object.keys(ofDevices),
  )
  assert.deepEqual(list.body.waiting, [])
  const wish = { fault: 'drop_after,hide:9', times: 2, action: 'void' }
  assert.deepEqual((await t.api.post('/sandbox/faults', wish)).body.waiting, [wish])
  const sale = await paid(t.api, saleBody())
  assert.equal(sale.status_id, 101, 'a sale is no void')
  const voided = await changed(t.api, sale.id, { action: 'void' })
  assert.deepEqual([voided.status_id, voided.reason_code_id], [101, 1531])
  assert.deepEqual((await t.api.get('/sandbox/faults')).body.waiting, [{ ...wish, times: 1 }])
  assert.deepEqual((await t.api.delete('/sandbox/faults')).body.waiting, [])
  await resolveNow(t)
  assert.equal((await transactionOf(t, sale.id)).status_id, 201)
})

test('/sandbox/faults refuses what it cannot do', async () => {
  const wrong: Json[] = [
    {},
    { fault: 'explode' },
    { fault: 'refuse' },
    { fault: 'keep', action: 'settle' },
    { fault: 'keep', times: 0 },
    { fault: 'keep', times: 1001 },
    { fault: 'keep', times: '2' },
    { fault: 'keep', amount: 'much' },
    { fault: 'keep', action: 7 },
  ]
  for (const body of wrong) {
    const answer: Answer = await t.api.post('/sandbox/faults', body)
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['fault']], JSON.stringify(body))
  }
  assert.deepEqual((await t.api.get('/sandbox/faults')).body.waiting, [])
})

test('documentation has the whole list: behaviour.md, /docs and OpenAPI', async () => {
  const written = await readFile(new URL('../../docs/behaviour.md', import.meta.url), 'utf8')
  const all = [...faultLines.processor, ...faultLines.device]
  const rows = all.map(([word, says]) => `| \`${word}\` | ${says} |`)
  const tables = written
    .slice(written.indexOf('## Faults of the sandbox'))
    .split('\n')
    .filter(line => line.startsWith('| `'))
  assert.deepEqual(tables, rows)
  assert.ok(written.includes(`can have ${settlementWords.map(word => `\`${word}\``).join(', ')}.`))
  const docs = (await t.api.get('/docs/test-tables')).text
  for (const [word] of all) assert.ok(docs.includes(`<code>${word}</code>`), word)
  const { body } = await t.api.get('/openapi.json')
  const { name, in: place, description } = body.components.parameters.sandbox_fault
  assert.deepEqual([name, place], ['Tollgate-Sandbox-Fault', 'header'])
  for (const [word, says] of all) assert.ok(description.includes(`\`${word}\`: ${says}`), word)
  const has = (operation: Json) =>
    operation.parameters?.some((each: Json) => each.$ref?.endsWith('/sandbox_fault')) === true
  const { post, get } = body.paths['/v2/transactions']
  assert.deepEqual([has(post), has(get), has(body.paths['/v2/transactions/{id}'].put)], [true, false, true])
})

test('in live mode nobody reads the header: the payment is made as if it were not there', async () => {
  const live = await testApp('faults_live', { live: true })
  try {
    for (const fault of ['drop_before', 'explode']) {
      const { status, headers, body } = await postTransaction(live.api, saleBody(), asking(fault))
      assert.deepEqual([status, headers[HEADER], body.transaction.status_id], [201, undefined, 101])
    }
  } finally {
    await live.close()
  }
})
