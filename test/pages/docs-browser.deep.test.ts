import assert from 'node:assert/strict'
import test, { after, afterEach, before } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { readGuides } from '../../src/pages/docs/guides/guides.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { assertAccessible } from '../support/axe.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { docsSite } from '../support/docs-site.ts'
import { watchPolicy } from '../support/page-watch.ts'

const PHONE = { viewport: { width: 320, height: 640 } }
const DESK = { viewport: { width: 1280, height: 800 } }

let browser: TestBrowser
let app: FastifyInstance
let base = ''
const closing: (() => Promise<unknown>)[] = []

before(async () => {
  app = await docsSite(bareRegistry())
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await app.close()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function visit(path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const complaints = await watchPolicy(page)
  closing.push(
    async () => assert.deepEqual(complaints, []),
    () => context.close(),
  )
  await page.goto(base + path)
  return page
}

for (const path of [
  '/docs',
  '/docs/guides/take-a-card',
  '/docs/search?q=refund',
  '/docs/tag',
  '/docs/transaction',
  '/docs/branding_domain',
  '/docs/errors',
  '/docs/errors/reasons',
  '/docs/manual/configuration',
  '/docs/manual/pci',
  '/docs/guides/payment-states',
  '/docs/guides/postbacks',
]) {
  test(`${path} is accessible in light colours on a desk and in dark ones on a phone, and fits 320 pixels`, async () => {
    for (const options of [
      { ...DESK, colorScheme: 'light' },
      { ...PHONE, colorScheme: 'dark' },
    ] as const) {
      const page = await visit(path, options)
      await assertAccessible(page, `${path}, ${options.colorScheme}, ${options.viewport.width} pixels`)
      assert.equal(await overflow(page), 0)
    }
  })
}

test('on a desk the contents stay in sight while the text scrolls', async () => {
  const page = await visit('/docs#records', DESK)
  const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Overview' })
  await link.waitFor()
  const box = await link.boundingBox()
  assert.ok(box && box.y >= 0 && box.y < 200, `${box?.y}`)
})

test('on a phone the contents appear without a script, lead on, and get out of the way', async () => {
  const page = await visit('/docs', { ...PHONE, javaScriptEnabled: false })
  const contents = page.getByRole('navigation', { name: 'Contents' })
  assert.equal(await contents.isVisible(), false)
  await page.getByRole('link', { name: 'Contents', exact: true }).click()
  await contents.getByRole('link', { name: 'For programs' }).click()
  await page.getByRole('heading', { name: 'For programs' }).waitFor()
  assert.equal(await contents.isVisible(), false)

  await page.getByRole('link', { name: 'Contents', exact: true }).click()
  await contents.getByText('Billing').click()
  await contents.getByRole('link', { name: 'Tags' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
})

test('the first stop of the keyboard leads past the contents', async () => {
  const page = await visit('/docs/tag', DESK)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator('*:focus').getAttribute('id'), 'content')
})

test('a reader of his own sandbox sends a request from the page and sees its answer; others are not offered it', async () => {
  const own = { DEVELOPER_ID: 'd', USER_ID: 'u', USER_API_KEY: 'k', LOCATION_ID: 'l' }
  const site = await docsSite(bareRegistry(), { ownValues: async () => own })
  site.post('/v2/contacts', ({ headers, body }, reply) =>
    reply.code(201).send({ contact: { id: 'the-new-one', sent: body, by: headers['user-api-key'] } }),
  )
  const address = await site.listen({ host: '127.0.0.1', port: 0 })
  const page = await visit('/docs/contact', DESK)
  assert.equal(await page.getByRole('button', { name: 'Try it', includeHidden: true }).count(), 0)
  await page.goto(`${address}/docs/contact`)
  await page.locator('#create summary').click()
  await page.locator('#create').getByRole('button', { name: 'Try it' }).click()
  const form = page.locator('#create form.try')
  assert.equal(await form.getByLabel('POST to this sandbox').inputValue(), '/v2/contacts')
  assert.match(await form.getByLabel('Body').inputValue(), /"location_id": "l"/)
  await assertAccessible(page, 'a request to try')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByRole('status').filter({ hasText: '201 Created' }).waitFor()
  assert.match((await form.locator('.listing').textContent()) ?? '', /"by": "k"/)
  await page.locator('#read summary').click()
  await page.locator('#read').getByRole('button', { name: 'Try it' }).click()
  assert.equal(await page.locator('#read').getByLabel('GET to this sandbox').inputValue(), '/v2/contacts/the-new-one')
  await site.close()
})

test('a user made from the page is at hand for the next requests, which are still the reader’s own', async () => {
  const own = { DEVELOPER_ID: 'd', USER_ID: 'u', USER_API_KEY: 'k', LOCATION_ID: 'l' }
  const site = await docsSite(bareRegistry(), { ownValues: async () => own })
  site.post('/v2/users', (_request, reply) => reply.code(201).send({ user: { id: 'somebody' } }))
  site.get('/v2/users/somebody', ({ headers }, reply) => reply.send({ user: { read_by: headers['user-id'] } }))
  const page = await visit('/docs', DESK)
  await page.goto(`${await site.listen({ host: '127.0.0.1', port: 0 })}/docs/user`)
  for (const part of ['#create', '#read']) {
    await page.locator(`${part} summary`).click()
    await page.locator(part).getByRole('button', { name: 'Try it' }).click()
    await page.locator(part).getByRole('button', { name: 'Send' }).click()
    await page
      .locator(`${part} form.try`)
      .getByRole('status')
      .filter({ hasText: /^20[01] / })
      .waitFor()
  }
  assert.match((await page.locator('#read form.try .listing').textContent()) ?? '', /"read_by": "u"/)
  await site.close()
})

const SEARCH = { name: 'Search the documentation' }

test('G29 results appear as a reader types, in the order of the page of results, and the keyboard leads to one', async () => {
  const page = await visit('/docs', DESK)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', SEARCH)
  assert.equal(await field.evaluate(element => element.matches(':focus')), true)
  await page.keyboard.type('partial refund')
  const results = page.locator('.suggestions')
  await results.getByRole('status').filter({ hasText: 'for partial refund:' }).waitFor()
  await assertAccessible(page, 'results as a reader types')
  const shown = await results.locator('li > a').evaluateAll(links => links.map(link => link.getAttribute('href')))
  assert.equal(await results.locator('mark').first().textContent(), 'refund')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Refund a payment' }).waitFor()
  assert.match(page.url(), /\/docs\/guides\/refund-and-void#refund$/)
  await page.goto(`${base}/docs/search?q=partial%20refund`)
  const onPage = await page
    .locator('main .results a')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
  assert.deepEqual(
    shown.map(href => href?.replace(base, '')),
    onPage,
  )
})

test('G29 Control and K lead to the search, Escape closes its results and keeps what was typed', async () => {
  const page = await visit('/docs/tag', PHONE)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('webhook/')
  const results = page.locator('.suggestions')
  await results.getByRole('link', { name: 'Receive webhooks (postbacks)' }).waitFor()
  await assertAccessible(page, 'results on a phone')
  assert.equal(await overflow(page), 0)
  const box = await results.boundingBox()
  assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width, JSON.stringify(box))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  assert.equal(await results.isVisible(), false)
  assert.equal(await page.getByRole('searchbox', SEARCH).inputValue(), 'webhook/')
  assert.equal(await page.locator('*:focus').getAttribute('name'), 'q')
})

test('G29 without a script the search leads to its page of results', async () => {
  const page = await visit('/docs', { ...DESK, javaScriptEnabled: false })
  await page.getByRole('searchbox', SEARCH).fill('chargeback')
  await page.getByRole('searchbox', SEARCH).press('Enter')
  await page.getByRole('status').filter({ hasText: 'for chargeback' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Disputes and chargebacks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settlement, payouts and disputes' }).waitFor()
})

test('G30 without a script one language of a program is shown, and another one is chosen', async () => {
  const page = await visit('/docs/guides/postbacks', { ...DESK, javaScriptEnabled: false })
  const verify = page.locator('#verify-the-signature')
  assert.equal(await verify.locator('pre:visible').count(), 1)
  await verify.getByRole('radio', { name: 'Ruby' }).check()
  assert.match(await verify.locator('pre:visible').innerText(), /^require 'base64'/)
})

test('no page is longer than a person scrolls: six screens', async () => {
  const page = await visit('/docs', DESK)
  const guides = readGuides().flatMap(group => group.guides.map(({ name }) => `/docs/guides/${name}`))
  const records = bareRegistry().nouns.map(({ resource }) => `/docs/${resource.name}`)
  const long: string[] = []
  for (const path of ['/docs', '/docs/conventions', '/docs/errors', '/docs/errors/reasons', ...guides, ...records]) {
    await page.goto(base + path)
    const height = (await page.locator('main').boundingBox())?.height ?? 0
    if (height > 6 * DESK.viewport.height) long.push(`${path}: ${height}`)
  }
  assert.deepEqual(long, [])
})

/** Pixels by which the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } }
    }
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
}
