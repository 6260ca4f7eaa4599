import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { exampleValues } from '../../sandbox/sandbox-file.ts'
import { addressOf, type Route, routesOf } from '../../src/http/openapi/routes.ts'
import { endpointSample, variableOf } from '../../src/pages/docs/endpoint-sample.ts'
import { curl, LANGUAGES } from '../../src/pages/docs/guides/sample.ts'
import { VARIABLES } from '../../src/pages/docs/guides/sample-view.ts'
import type { Json } from '../support/app.ts'
import { conforming } from '../support/conforming.ts'
import { makeEverything, recordsOf } from '../support/make-everything.ts'
import { saleBody } from '../support/payments.ts'
import { inNode, inShell } from '../support/run-sample.ts'
import { DOT } from '../support/samples.ts'

const site = await conforming()
const { t, own } = site
after(t.close)
const base_url = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
await makeEverything(site, own)
const known = exampleValues({ base_url, developer_id: t.developer_id, merchants: [...t.merchants] }, t.clock.seconds())!
const { registry } = t.app.engine
const { location_id, contact_id } = own.merchant
const typescript = LANGUAGES.find(({ name }) => name === 'typescript')!.code

/** Of which noun a variable of the samples names a record. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ...registry.nouns.map(({ resource: { name } }) => [variableOf(name), name] as const),
  ['OTHER_LOCATION_ID', 'location'],
])

type Values = Record<string, string>

/** Samples that need a record in a certain state: what makes one. */
const STATES: Readonly<Record<string, () => Promise<Values>>> = {
  'GET /v2/contacts/{id}/files/{file_id}': () => withFile('contact', contact_id),
  'DELETE /v2/contacts/{id}/files/{file_id}': () => withFile('contact', contact_id),
  'GET /v2/quickinvoices/{id}/files/{file_id}': async () => withFile('quickinvoice', await made('quickinvoice')),
  'DELETE /v2/quickinvoices/{id}/files/{file_id}': async () => withFile('quickinvoice', await made('quickinvoice')),
  'POST /v2/accountvaults/{id}/microdeposits': async () => ({ ACCOUNTVAULT_ID: await bankAccount() }),
  'POST /v2/quickinvoices/{id}/resend': async () => ({
    QUICKINVOICE_ID: await made('quickinvoice', { email: 'pat@example.com' }),
  }),
  'PUT /v2/quickinvoices/{id}/removeTransaction': paidInvoice,
  'POST /v2/paylinks/{id}/resend': async () => ({
    PAYLINK_ID: await made('paylink', { email: 'pat@example.com', delivery_method: '1' }),
  }),
  'POST /v2/recurrings/{id}/deferPayment': async () => ({
    RECURRING_ID: await made('recurring', { recurring_type_id: 'i', installment_total_count: 6 }),
  }),
  'POST /v2/recurrings/{id}/activate': async () => {
    const id = await made('recurring')
    await done(t.api.post(`recurrings/${id}/placeOnHold`))
    return { RECURRING_ID: id }
  },
  'POST /v2/transactionlevel3s': async () => {
    const transaction = saleBody({ location_id, account_number: '4485271031055802' })
    return { TRANSACTION_ID: (await done(t.api.post('transactions', { transaction }))).transaction.id }
  },
  'POST /v2/salestax': async () => ({ LOCATION_ID: await taxedPlace() }),
  'GET /v2/salestax': async () => ({ LOCATION_ID: await taxedPlace() }),
}

const OPERATORS_ONLY = /^403 .*Your user type may not/

/** Samples that are refused for what the user or the record is, and what the answer says of that. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'GET /v2/producttransactions/{id}/processor': OPERATORS_ONLY,
  'PUT /v2/producttransactions/{id}/processor': OPERATORS_ONLY,
  'DELETE /v2/producttransactions/{id}/processor': OPERATORS_ONLY,
  'POST /v2/producttransactions/{id}/processor/check': OPERATORS_ONLY,
  'POST /v2/users/{id}/generatesecondfactor': /^422 .*old_password/,
  'POST /v2/users/{id}/confirmsecondfactor': /^409 .*No second factor was begun/,
  'POST /v2/accountvaults/{id}/verify': /^422 .*No deposits are under way/,
  'POST /v2/transactions/{id}/achupdate': /^422 .*Only debits and credits of bank accounts/,
  'POST /v2/transactions/{id}/override': /^422 .*Only bank debits of TEL/,
  'POST /v2/transactions/{id}/resolve': /^422 .*Nothing at this transaction waits/,
  'POST /v2/refundapprovals/{id}/approve': /^403 .*by another user than the one who asked/,
  'POST /v2/refundapprovals/{id}/refuse': /^403 .*by another user than the one who asked/,
  'POST /v2/transactionbatches/{id}/reprocess': /^422 .*Already Closed/,
  'POST /v2/transactionbatches/{id}/forceclose': /^422 .*Already Closed/,
  'POST /v2/quickinvoices/{id}/reopen': /^422 .*Quick Invoice is not closed/,
  'POST /v2/terminalruns/{id}/cancel': /^422 .*The run has ended/,
  'POST /v2/terminalruns/{id}/abandon': /^422 .*The run has ended/,
  'POST /v2/postbacklogs/{id}/replay': /^422 .*still to be tried/,
}

async function withFile(noun: string, id: string): Promise<Values> {
  const form = new FormData()
  form.append('file[file]', new Blob(['kept']), 'note.txt')
  const answer = await done(t.api.multipart('POST', `${noun}s/${id}/files`, form))
  return { [variableOf(noun)]: id, FILE_ID: answer.file.id }
}

async function made(noun: string, over: Json = {}): Promise<string> {
  return (await site.create(registry.get(noun).resource, over)).id
}

async function paidInvoice(): Promise<Values> {
  const QUICKINVOICE_ID = await made('quickinvoice')
  const TRANSACTION_ID = await made('transaction', { transaction_amount: '10.00' })
  const quickinvoice = { transaction_id: TRANSACTION_ID }
  await done(t.api.put(`quickinvoices/${QUICKINVOICE_ID}/addTransaction`, { quickinvoice }))
  return { QUICKINVOICE_ID, TRANSACTION_ID }
}

async function bankAccount(): Promise<string> {
  const account = { location_id, payment_method: 'ach', account_number: '55578', routing: '072000326' }
  const holder = { account_type: 'checking', account_holder_name: 'Pat Example', is_company: false }
  return (await done(t.api.post('accountvaults', { accountvault: { ...account, ...holder } }))).accountvault.id
}

async function taxedPlace(): Promise<string> {
  const id = await made('location')
  await done(t.api.post('salestaxrates', { salestaxrate: { location_id: id, tax_rate: '8.25' } }))
  return id
}

async function done(request: Promise<{ status: number; body: Json; text: string }>): Promise<Json> {
  const { status, body, text } = await request
  assert.ok(status >= 200 && status < 300, `${status} ${text}`)
  return body
}

/** Returns the id of a record that a variable stands for: a new one where one can be made. */
async function recordFor(variable: string): Promise<string> {
  const noun = registry.get(NOUNS.get(variable) ?? assert.fail(`no noun has ${variable}`))
  const record = await site.some(noun.resource)
  const id = record?.id ?? (await recordsOf(site, noun, location_id))[0]
  assert.ok(id, `there is no ${noun.resource.name}`)
  return String(id)
}

/** Files of the names that samples send. */
const folder = mkdtempSync(join(tmpdir(), 'tollgate-samples-'))
after(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'logo.png'), Buffer.from(DOT, 'base64'))
writeFileSync(join(folder, 'agreement.pdf'), '%PDF-1.7')

const isMissing = spawnSync('curl', ['--version']).status !== 0

for (const route of routesOf(registry.nouns)) {
  const address = addressOf(route)
  const skip = route.command?.takes !== undefined && isMissing && 'no curl here'
  test(`the sample of ${address} works as it is printed`, { skip }, async () => {
    const printed = await run(route)
    assert.match(printed, REFUSED[address] ?? /^20[014]\b|\n20[01]$/)
  })
}

/** Runs the sample of a route with the sandbox's own ids, and returns what it prints. */
async function run(route: Route): Promise<string> {
  const sample = endpointSample(route)
  const isDeletion = route.right === 'remove' && route.command === null
  const values: Values = { ...known, ...(await STATES[addressOf(route)]?.()) }
  for (const [, name = ''] of `${sample.path} ${JSON.stringify(sample.body ?? {})}`.matchAll(VARIABLES))
    if (values[name] === undefined || isDeletion) values[name] = await recordFor(name)
  if (sample.file) return inShell(`cd '${folder}' && ${curl(sample)}`, values)
  return inNode(typescript(sample), values)
}
