import { html } from '../html.ts'
import { type Docs, docsPage } from './docs-page.ts'
import { table } from './field-table.ts'

/** The values that the processor simulator of a sandbox reacts to. */
export function testValuesPage(docs: Docs): string {
  return docsPage(docs, {
    title: 'Tables of test values',
    current: 'test-tables',
    intro: html`<h1>Tables of test values</h1>
<p class="lead">The processor simulator of the sandbox answers by these values. <a href="/docs/guides/test-values">How to use them</a></p>`,
    sections: docs.tests.map(({ title, description, rows }) => ({
      id: title.toLowerCase().replaceAll(/\W+/g, '-'),
      title,
      content: html`<p>${description}</p>
<details class="part">
<summary>Values <span class="fine">${rows.length}</span></summary>
${table(
  title,
  ['Value', 'Outcome'],
  rows.map(([value, outcome]) => [html`<code>${value}</code>`, outcome]),
)}</details>`,
    })),
  })
}
