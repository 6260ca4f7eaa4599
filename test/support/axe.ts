import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Finding {
  id: string
  help: string
  nodes: { target: unknown[]; failureSummary?: string }[]
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Fails when axe finds anything against WCAG 2.2 AA on the page as it is now.
 * The checker is brought in through the debugger, because the page's own policy forbids every foreign script.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Runtime.evaluate', { expression: axe.source })
  const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] })}).then(({ violations, passes }) => JSON.stringify({ violations, checked: passes.length }))`,
    awaitPromise: true,
    returnByValue: true,
  })
  await debug.detach()
  assert.equal(exceptionDetails, undefined, `axe could not run on ${what}`)
  const { violations, checked } = JSON.parse(result.value) as { violations: Finding[]; checked: number }
  assert.ok(checked > 10, `axe looked at next to nothing on ${what}`)
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(describeNode).join('\n')}`)
  assert.deepEqual(told, [], `accessibility of ${what}`)
}

function describeNode(node: Finding['nodes'][number]): string {
  return `  ${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`
}
