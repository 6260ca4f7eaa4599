import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type OpenPage, openPages } from '../../conformance/fuzz/open-pages.ts'
import { fuzzPages, fuzzReport } from '../../conformance/fuzz.ts'
import { createLab, type Lab } from '../../conformance/lab.ts'
import { readSandbox } from '../../conformance/sandbox.ts'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { servedRoutes } from '../support/served-routes.ts'

/** What strangers send to the pages that people open. A longer run: npm run conformance -- --fuzz 600 --pages */

let t: TestApp
let lab: Lab
let pages: OpenPage[]

before(async () => {
  t = await testApp('page_attacks', { config: { payer_tries: 100_000 } })
  const address = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  lab = createLab(address, await readSandbox(join(t.home, 'sandbox.json')))
  // Its clock is not served here.
  lab.seconds = async () => t.clock.seconds()
  pages = await openPages(lab)
})
after(() => t.close())

/** Answers for programs, with attacks of their own. */
const FOR_PROGRAMS =
  /^\w+ \/(healthz|readyz|openapi\.json|metrics|\.well-known\/.*|o\/token|o\/revoke|page-reports|processors\/.*|v2\/(token.*|cardtickets|version)|assets\/.*|sandbox.*)$/

test('every page and form that is served is among those that are attacked', () => {
  const endpoints = new Set(routesOf(bareRegistry().nouns).map(({ path }) => path))
  const served = servedRoutes(t.app).filter(route => /^(GET|POST) /.test(route) && !FOR_PROGRAMS.test(route))
  const open = served.filter(route => !endpoints.has(route.slice(route.indexOf(' ') + 1)))
  const attacked = new Set(pages.map(({ method, route }) => `${method} ${route.replace(/\/$/, '') || '/'}`))
  const missing = open.filter(route => !attacked.has(route.replace(/(?<=\w)\/$/, '')))
  assert.deepEqual(
    missing.filter(route => !ONE_METHOD.some(pattern => pattern.test(route))),
    [],
  )
})

/** The other method is refused with 405. */
const ONE_METHOD = [
  /^POST \/docs/,
  /^GET \/o\/(integrations\/end|second-factor\/\w+)$/,
  /^GET \/contact\/\{id\}\/sign-out$/,
]

test('no hostile request gets a fault, its own markup or header back, or leaves half of something behind', async () => {
  const run = await fuzzPages(lab, { requests: 1000, seed: 20_261_122 })
  assert.deepEqual(run.findings, [], fuzzReport(run))
  for (const status of ['200', '400', '401', '403', '404', '422']) assert.ok(run.statuses[status], fuzzReport(run))
  await t.settle()
  assert.deepEqual(await t.db.query(HALF_WRITTEN), [])
})

/** Forms of which nobody knows what became, payments that were sent nowhere, accounts without a number. */
const HALF_WRITTEN = `
select 'form' as what, page_id as id from page_attempt where transaction_id is null and refusal is null
union all select 'payment', t.id from transaction t
  where t.outcome = 'approved' and not exists (select from attempt a where a.root_id = t.root_id and a.transaction_id = t.id)
union all select 'account', id from accountvault where instrument_id is null and deleted_ts is null
union all select 'balance', q.id from quickinvoice q
  where q.paid_amount <> (select coalesce(sum(captured_amount - refunded_amount), 0) from transaction t
                           where t.root_id = q.root_id and t.quick_invoice_id = q.id)`
