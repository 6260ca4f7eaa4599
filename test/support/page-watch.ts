import type { Page } from 'playwright-core'

/** The browser's own note about an answer such as 404 or 422, which pages send on purpose. */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Collects the violations of a page's own policy, errors and warnings of the console, and uncaught exceptions. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(`exception: ${error.message}`))
  page.on('console', message => {
    const serious = message.type() === 'error' || message.type() === 'warning'
    if (serious && !EXPECTED.test(message.text())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  await page.exposeBinding('reportViolation', (_source, directive: string) => complaints.push(`policy: ${directive}`))
  await page.addInitScript({
    content: "document.addEventListener('securitypolicyviolation', event => reportViolation(event.violatedDirective))",
  })
  return complaints
}
