import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type OpenPage, openPages } from '../../conformance/fuzz/open-pages.ts'
import { createLab } from '../../conformance/lab.ts'
import { readSandbox } from '../../conformance/sandbox.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { account, formAddress, payment } from '../support/hosted-form.ts'
import { linkTo, madePage } from '../support/hosted-pages.ts'
import { newInvoice } from '../support/invoices.ts'

/** Mail scanners ask for the head of a link, and mail programs and browsers fetch pages before anybody opens them. */

let t: TestApp
let pages: Map<string, string>

before(async () => {
  t = await testApp('visits')
  const address = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  const lab = createLab(address, await readSandbox(join(t.home, 'sandbox.json')))
  lab.seconds = async () => t.clock.seconds()
  const opened = (await openPages(lab)).filter(({ method }) => method === 'GET')
  pages = new Map([...opened.map(page => [page.route, addressOf(page)] as const), ...(await unopened())])
  await t.settle()
})
after(() => t.close())

function addressOf({ path, query }: OpenPage): string {
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`
}

function signOnLink(path: string): string {
  const { user, location_id } = t.merchants[0]
  const { user_id, user_api_key } = user
  const contact = { contact_api_id: path, last_name: 'Example', location_id }
  const link = { timestamp: t.clock.seconds(), user_id, user_api_key, ...contact }
  const data = Buffer.from(JSON.stringify(link)).toString('hex')
  return `${path}?${new URLSearchParams({ 'developer-id': t.developer_id, data })}`
}

const SIGN_ON = ['/v2/contactsso', '/custom/contactsso', '/custom/sso']

/**
 * What has not been opened yet, at the routes that change something when a person opens them. Links with wrong data are
 * counted as guesses, however they are asked for.
 */
async function unopened(): Promise<[string, string][]> {
  const { location_id, child_location_id } = t.merchants[0]
  for (const id of [location_id, child_location_id])
    await t.api.put(`locations/${id}`, { location: { form_opens_once: true } })
  const signedOn = await t.app.http.inject(signOnLink('/v2/contactsso'))
  const paylink = { location_id, amount_due: '9.00', description: 'Hedge' }
  const { id } = (await t.api.post('paylinks', { paylink })).body.paylink
  const hosted = linkTo(await madePage(t.api, t.merchants[0]))
  return [
    ['/v2/payform', formAddress(t, 'payform', payment(t), { data_hash: true })],
    ['/v2/accountform', formAddress(t, 'accountform', account(t), { data_hash: true })],
    ...SIGN_ON.map((path): [string, string] => [path, signOnLink(path)]),
    ['/contact/{id}', String(signedOn.headers.location).replace(/^http:\/\/[^/]+/, '')],
    ['/quickinvoice/', `/quickinvoice/?id=${(await newInvoice(t)).id}`],
    ['/quickinvoice', `/quickinvoice?id=${(await newInvoice(t)).id}`],
    ['/', `/?paylink_id=${id}`],
    ['/hostedpaymentpage', hosted],
    ['/hostedpaymentpage/receipt', `${hosted.replace('?', '/receipt?')}&token=x`],
  ]
}

/** What the gateway writes by itself, some of it later than the request that it is about, and what it counts. */
const OWN_WORK =
  /^(job|lease|periodic|due_scan|tally|event_seal|machine|worker|process|key_place|watched_count|merchant_use)/

async function everyRow(): Promise<Record<string, string>> {
  const tables = await t.owner.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const watched = tables.map(({ name }) => name).filter(name => !OWN_WORK.test(name))
  const selects = watched.map(
    name =>
      `select '${name}' as name, md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as mark from ${name} r`,
  )
  const rows = await t.owner.query<{ name: string; mark: string }>(selects.join(' union all '))
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
}

const NO_VISITS = [
  { method: 'HEAD', headers: {} },
  { method: 'GET', headers: { 'sec-purpose': 'prefetch' } },
  { method: 'GET', headers: { 'sec-purpose': 'prefetch;prerender' } },
  { method: 'GET', headers: { purpose: 'prefetch' } },
  { method: 'GET', headers: { 'x-moz': 'prefetch' } },
  { method: 'GET', headers: { 'x-purpose': 'preview' } },
] as const

test('G22 a request that is no visit changes nothing, at every page that is served', async () => {
  assert.ok(pages.size > 30, [...pages.keys()].join())
  const before = await everyRow()
  for (const [route, url] of pages)
    for (const how of NO_VISITS) {
      const answer = await t.app.http.inject({ ...how, url })
      assert.ok(answer.statusCode < 500, `${how.method} ${route}: ${answer.statusCode}`)
      assert.equal(answer.headers['set-cookie'], undefined, `${how.method} ${route}`)
      if (how.method === 'HEAD') assert.equal(answer.body, '', route)
    }
  assert.deepEqual(await everyRow(), before)
})

test('G22 what was asked for in advance still opens for the person that it is for', async () => {
  const statuses = Object.fromEntries(SIGN_ON.map(path => [path, 302]))
  for (const [route, url] of pages) {
    const status = statuses[route] ?? (['/v2/payform', '/v2/accountform', '/contact/{id}'].includes(route) ? 200 : null)
    if (status === null) continue
    assert.equal((await t.app.http.inject(url)).statusCode, status, route)
  }
  const again = await t.app.http.inject(pages.get('/v2/payform')!)
  assert.equal(again.statusCode, 401, 'and opens once')
})
