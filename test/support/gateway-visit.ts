import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Processor } from '../../src/ports/processor.ts'
import { type TestApp, type TestAppOptions, testApp } from './app.ts'
import { openBrowser, type TestBrowser } from './browser.ts'
import { watchPolicy } from './page-watch.ts'

export interface GatewayVisits {
  t: TestApp
  /** Opens a path of the listening gateway in a new browser context. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>
  /** Base address of the listening gateway. */
  address(): string
}

/**
 * The whole gateway listening on this machine, and one browser for a test file. A test fails when one of its pages
 * violated its own policy, threw, or wrote an error to the console.
 */
export async function gatewayVisits(name: string, options: TestAppOptions = {}): Promise<GatewayVisits> {
  const t = await testApp(name, options)
  let browser: TestBrowser
  let address = ''
  const closing: (() => Promise<unknown>)[] = []

  before(async () => {
    browser = await openBrowser()
    address = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
    t.app.setPublicUrl(address)
  })
  after(async () => {
    await browser.close()
    await t.close()
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  return {
    t,
    address: () => address,
    async visit(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      const complaints = await watchPolicy(page)
      closing.push(
        () => context.close(),
        async () => assert.deepEqual(complaints, []),
      )
      await page.goto(address + path)
      return page
    },
  }
}

export interface BoundedQueue {
  /** Wraps a processor so that its next order waits. */
  wrap(real: Processor): Processor
  /** From now on the next sale is held; resolves when it has reached the processor. */
  hold(): { reached: Promise<void>; release(): void }
}

/** A processor that can be made to take its time, so that a test decides what happens meanwhile. */
export function boundedQueue(): BoundedQueue {
  let held: { reach(): void; until: Promise<void> } | null = null
  return {
    wrap: real => ({
      ...real,
      actions: {
        ...real.actions,
        async sale(order) {
          const mine = held
          held = null
          mine?.reach()
          await mine?.until
          return real.actions.sale!(order)
        },
      },
    }),
    hold() {
      const reached = Promise.withResolvers<void>()
      const until = Promise.withResolvers<void>()
      held = { reach: reached.resolve, until: until.promise }
      return { reached: reached.promise, release: until.resolve }
    },
  }
}

/** Types a public test card into an open pay page, and a ZIP code where one is asked for. */
export async function typeCard(page: Page, number = '4111111111111111'): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('04/31')
  const code = page.getByLabel('Security code')
  if (await code.isVisible()) await code.fill('999')
  await page.getByLabel('Name on card').fill('Rosa Lindqvist')
  const zip = page.getByLabel('Billing ZIP code')
  if (await zip.isVisible()) await zip.fill('32606')
}

/** Chooses the bank account and types an invented one. */
export async function typeBank(page: Page): Promise<void> {
  const choice = page.getByRole('radio', { name: 'Bank account' })
  if ((await choice.count()) > 0) await choice.check()
  await page.getByLabel('Routing number').fill('072000326')
  await page.getByLabel('Account number', { exact: true }).fill('123456789')
  await page.getByLabel('Repeat number').fill('123456789')
  await page.getByLabel('Checking').check()
  await page.getByLabel('A person').check()
  await page.getByLabel('Account holder name').fill('Rosa Lindqvist')
  await page.getByLabel(/I authorize/).check()
}

/** Presses the button that pays. */
export async function pressPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** Waits for the page whose first heading says this. */
export async function arrive(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

/** What the page says, on one line. */
export async function textOf(page: Page, selector = 'main'): Promise<string> {
  return ((await page.locator(selector).textContent()) ?? '').replace(/\s+/g, ' ').trim()
}
