import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser, type TestBrowser } from './browser.ts'
import { MemoryInvoicePort } from './invoice-port.ts'
import type { InvoiceSite } from './invoice-site.ts'
import { invoiceSite } from './invoice-site.ts'
import { watchPolicy } from './page-watch.ts'

export interface Visit extends InvoiceSite {
  page: Page
  /** Address of the pay page. */
  url: string
  /** What the page did against its own policy so far. After the test it must be empty. */
  complaints: string[]
}

/**
 * One browser for a test file, and a function that opens the pay page in a fresh window of it.
 * A test fails when its page broke its own policy, threw, or wrote an error to the console.
 */
export function visitor(): (port?: MemoryInvoicePort, options?: BrowserContextOptions) => Promise<Visit> {
  let browser: TestBrowser
  const closing: (() => Promise<unknown>)[] = []

  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  return async (port = new MemoryInvoicePort(), options = {}) => {
    const site = await invoiceSite(port)
    const url = (await site.app.listen({ host: '127.0.0.1', port: 0 })) + site.path
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    const complaints = await watchPolicy(page)
    closing.push(
      () => site.app.close(),
      () => context.close(),
      async () => assert.deepEqual(complaints, []),
    )
    await page.goto(url)
    return { ...site, page, url, complaints }
  }
}
