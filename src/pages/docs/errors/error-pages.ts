import { ERROR_NAMES } from '../../../http/conventions.ts'
import { SEVERAL } from '../../../http/errors/explain.ts'
import type { ExplainedError } from '../../../http/errors/explained-error.ts'
import { OAUTH_ERRORS } from '../../../http/errors/oauth-errors.ts'
import { RULE_ERRORS } from '../../../http/errors/rule-errors.ts'
import { STATUS_ERRORS } from '../../../http/errors/status-errors.ts'
import { attrs, type Html, html } from '../../html.ts'
import { codeBlock, type Docs, docsPage } from '../docs-page.ts'
import { withCode } from '../field-table.ts'
import { type Reason, reasons } from './reasons.ts'

/** Every error that is no reason of a payment. */
export const ERRORS: readonly ExplainedError[] = [...STATUS_ERRORS, ...RULE_ERRORS, ...OAUTH_ERRORS]
const REASONS = reasons()

/** A page below `/docs/errors`, by what stands behind that in its address; the empty one lists them. */
export interface ErrorPage {
  path: string
  title: string
  /** What the search says it is. */
  where: string
  /** What the search finds it by, too. */
  text: string
  render(docs: Docs): string
}

/** Returns a page for every error and reason code the gateway answers, and the lists of them. */
export function errorPages(): ErrorPage[] {
  return [
    {
      path: '',
      title: 'Errors, one by one',
      where: 'Errors',
      text: 'Every error with what it means and what to do.',
      render: errorList,
    },
    {
      path: SEVERAL,
      title: SEVERAL_TITLE,
      where: 'Error 422',
      text: 'All failing fields are reported at once.',
      render: severalPage,
    },
    ...ERRORS.map(error => ({
      path: error.name,
      title: error.title,
      where: `Error ${error.status.join(', ')}`,
      text: `${error.means} ${error.example} ${error.steps.join(' ')}`,
      render: (docs: Docs) => errorPage(docs, error),
    })),
    {
      path: 'reasons',
      title: 'Reason codes',
      where: 'Errors',
      text: 'reason_code_id: why a payment was declined.',
      render: reasonList,
    },
    ...REASONS.map(reason => ({
      path: String(reason.code),
      title: `${reason.code}: ${reason.title}`,
      where: 'Reason code (reason_code_id)',
      text: `${reason.means} ${reason.steps.join(' ')}`,
      render: (docs: Docs) => reasonPage(docs, reason),
    })),
  ]
}

const SEVERAL_TITLE = 'Several things do not fit'

function errorList(docs: Docs): string {
  const groups = [
    { id: 'refused', title: 'The request is refused', errors: STATUS_ERRORS },
    { id: 'fields', title: 'A field does not fit (422, 409)', errors: RULE_ERRORS },
    { id: 'oauth', title: 'OAuth', errors: OAUTH_ERRORS },
  ]
  return docsPage(docs, {
    title: 'Errors, one by one',
    current: 'errors',
    markdown: '/docs/errors.md',
    intro: html`<h1>Errors, one by one</h1>
<p class="lead">Every error body has a <code>request_id</code>, a <code>doc_url</code> that leads to one of these pages, and <code>hints</code> where the gateway can tell what was meant. A declined payment is no error: its <a href="/docs/errors/reasons">reason code</a> says why. Where <a href="/docs/errors/${SEVERAL}">several fields</a> do not fit, all are told at once.</p>`,
    sections: groups.map(({ id, title, errors }) => ({
      id,
      title,
      content: html`<dl class="terms">
${errors.map(
  error => html`<div><dt>${statusText(error)} <a href="/docs/errors/${error.name}">${error.title}</a></dt><dd><code>${error.example}</code></dd></div>
`,
)}</dl>`,
    })),
  })
}

function statusText({ status }: ExplainedError): Html {
  return html`<span class="method">${status.join(', ')}</span>`
}

function errorPage(docs: Docs, { name, title, status, means, steps, example }: ExplainedError): string {
  const says = status.map(each => `${each} ${ERROR_NAMES[each]}`).join(', or ')
  return docsPage(docs, {
    title,
    current: 'errors',
    intro: html`<h1>${title}</h1>
<p class="lead">${withCode(means)}</p>
<p>Status ${says}, for example:</p>
${codeBlock(bodyOf({ name, status: status[0]!, example }))}`,
    sections: [stepsSection(steps)],
  })
}

function stepsSection(steps: readonly string[]) {
  const content = html`<ol class="steps">${steps.map(step => html`<li>${withCode(step)}</li>`)}</ol>
<p class="fine"><a href="/docs/errors">All errors</a> · <a href="/docs/guides/errors">Handle errors</a></p>`
  return { id: 'steps', title: 'What to do', content }
}

/** The body in which the error of a page arrives. */
function bodyOf({ name, status, example }: { name: string; status: number; example: string }): string {
  const also = { request_id: '11ef0a5c1f2d4b3e9a7c6d5e', doc_url: `…/docs/errors/${name}` }
  if (OAUTH_ERRORS.some(error => error.name === name))
    return JSON.stringify({ error: example, error_description: '…', error_uri: also.doc_url }, null, 2)
  if (STATUS_ERRORS.some(error => error.name === name))
    return JSON.stringify({ name: ERROR_NAMES[status], message: example, code: 0, status, ...also }, null, 2)
  if (name === 'wrapper-missing' || name === 'misspelt-field')
    return JSON.stringify({ errors: { last_name: ['Last Name cannot be blank.'] }, hints: [example], ...also }, null, 2)
  return JSON.stringify({ errors: { a_field: [example] }, ...also }, null, 2)
}

function severalPage(docs: Docs): string {
  const errors = { last_name: ['Last Name cannot be blank.'], email: ['Email is not a valid email address.'] }
  return docsPage(docs, {
    title: SEVERAL_TITLE,
    current: 'errors',
    intro: html`<h1>${SEVERAL_TITLE}</h1>
<p class="lead">All failing fields are reported at once, each with its own texts. Nothing was stored.</p>
${codeBlock(JSON.stringify({ errors }, null, 2))}`,
    sections: [
      {
        id: 'kinds',
        title: 'What each text means',
        content: html`<ul class="terms">
${RULE_ERRORS.map(
  ({ name, title, example }) => html`<li><a href="/docs/errors/${name}">${title}</a>: <code>${example}</code></li>
`,
)}</ul>`,
      },
    ],
  })
}

const REASON_GROUPS = [
  { id: 'cards', title: 'Payments', from: 1000, to: 2099 },
  { id: 'returns', title: 'Bank returns', from: 2100, to: 2199 },
  { id: 'notices', title: 'Bank notices', from: 2200, to: 2299 },
  { id: 'checks', title: 'Check images', from: 2300, to: 9999 },
]

function reasonList(docs: Docs): string {
  return docsPage(docs, {
    title: 'Reason codes',
    current: 'errors/reasons',
    intro: html`<h1>Reason codes</h1>
<p class="lead"><code>reason_code_id</code> of a transaction says why it has its status. Decide by <code>status_id</code>; show or log the reason.</p>`,
    sections: REASON_GROUPS.map(({ id, title, from, to }) => ({
      id,
      title,
      content: html`<details${attrs({ open: id === 'cards' })}>
<summary>Codes ${from} to ${Math.min(to, 2399)}</summary>
<ul class="plain">
${REASONS.filter(({ code }) => code >= from && code <= to).map(
  reason => html`<li><a href="/docs/errors/${reason.code}">${reason.code}</a> ${reason.title}</li>
`,
)}</ul>
</details>`,
    })),
  })
}

function reasonPage(docs: Docs, { code, title, means, steps }: Reason): string {
  const causes = docs.tests.flatMap(({ title: table, rows }) =>
    rows.filter(([, outcome]) => outcome.includes(`reason ${code}:`)).map(([value]) => ({ table, value })),
  )
  return docsPage(docs, {
    title: `Reason ${code}: ${title}`,
    current: 'errors/reasons',
    intro: html`<h1>${title}</h1>
<p class="lead"><code>reason_code_id</code> ${code}. ${means}</p>
${
  causes.length > 0 &&
  html`<p>In the sandbox: ${causes.map(({ table, value }, index) => html`${index > 0 && ', '}${table.toLowerCase()} <code>${value}</code>`)}.</p>`
}`,
    sections: [stepsSection(steps)],
  })
}
