import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { after, before, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { CARD_FORM, payPage } from '../support/pay-page.ts'
import { postTransaction, saleBody } from '../support/payments.ts'
import { sentStatements } from '../support/sent-statements.ts'

/** Once caches are warm. What begins a transaction, and often what ends it, goes with another statement. */
const MOST = { sale_statements: 4, invoice_statements: 14, sale_files: 54, invoice_files: 62 }
/**
 * The layers a payment runs through; what they are built of (lib, db, kinds of fields, adapters) is printed but not
 * counted.
 */
const COUNTED = /^src\/(http|pages|engine|resources|payments|processors|postbacks)\//

// Counts and cached versions of other files' requests would be written while this file counts.
const t = await testApp('statement_count')
const inspector = new Session()
before(async () => {
  inspector.connect()
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
after(async () => {
  inspector.disconnect()
  await t.close()
})

const sent = sentStatements()

/**
 * Returns the files of the product whose functions are called each time, in alphabetical order: what a timer of the
 * worker happened to call meanwhile is no part of it.
 */
async function filesOf(prepare: () => Promise<() => Promise<unknown>>): Promise<string[]> {
  const [first, ...again] = [
    await calledBy(await prepare()),
    await calledBy(await prepare()),
    await calledBy(await prepare()),
  ]
  return first!.filter(file => again.every(files => files.includes(file)))
}

/**
 * Returns the statements that are sent once caches are warm, when the worker happened to send least of its own. Whether
 * a credential is still good is asked after a while, whatever is done with it.
 */
async function statementsOf(prepare: () => Promise<() => Promise<unknown>>): Promise<string[]> {
  const runs: string[][] = []
  for (let run = 0; run < 4; run += 1) {
    const work = await prepare()
    sent.length = 0
    await work()
    const own = sent.filter(text => !text.includes('credential_version'))
    runs.push(own.map(text => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)))
  }
  return runs.slice(1).toSorted((one, other) => one.length - other.length)[0]!
}

/** Opens the page of a new invoice and returns what pays it. */
async function invoicePayment(): Promise<() => Promise<unknown>> {
  const page = payPage(t, (await newInvoice(t)).id)
  const form = await page.form()
  return () => page.send({ ...CARD_FORM, ...form })
}

async function calledBy(work: () => Promise<unknown>): Promise<string[]> {
  await inspector.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  const called = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
  return called.flatMap(({ url }) => /\/(src\/.+\.ts)$/.exec(url)?.[1] ?? []).toSorted()
}

function countOf(files: readonly string[]): number {
  return files.filter(file => COUNTED.test(file)).length
}

function listed(what: string, files: readonly string[]): string {
  return `${what} runs through ${countOf(files)} files, ${files.length} with what they are built of:\n${files.join('\n')}`
}

test('a plain card sale sends no more statements than is allowed', async c => {
  await postTransaction(t.api, saleBody())
  const statements = await statementsOf(async () => () => postTransaction(t.api, saleBody()))
  c.diagnostic(`a card sale sends ${statements.length} statements`)
  assert.ok(statements.length <= MOST.sale_statements, statements.join('\n'))
})

test('the payment of an invoice on its page sends no more statements than is allowed', async c => {
  const statements = await statementsOf(invoicePayment)
  c.diagnostic(`a payment on the page of an invoice sends ${statements.length} statements`)
  assert.ok(statements.length <= MOST.invoice_statements, statements.join('\n'))
})

test('a plain card sale runs through no more files than is allowed', async c => {
  const files = await filesOf(async () => () => postTransaction(t.api, saleBody()))
  c.diagnostic(listed('a card sale', files))
  assert.ok(countOf(files) <= MOST.sale_files)
})

test('the payment of an invoice on its page runs through no more files than is allowed', async c => {
  await (await invoicePayment())()
  const files = await filesOf(invoicePayment)
  c.diagnostic(listed('a payment on the page of an invoice', files))
  assert.ok(countOf(files) <= MOST.invoice_files)
})
