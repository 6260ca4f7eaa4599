import { codeBlock, curl } from '../../src/pages/docs/docs-page.ts'
import { attrs, type Html, html } from '../../src/pages/html.ts'
import type { SandboxFile } from '../sandbox-file.ts'
import type { SeededMerchant, SeededUser } from '../seed.ts'
import type { ConsoleView } from './console-view.ts'
import { copied, type Section } from './section.ts'

/**
 * Who can call the API and how, from sandbox.json. Secrets are folded away, so that a shared screen does not show them.
 */
export function accessSection({ file, publicUrl }: ConsoleView): Section {
  return { id: 'access', title: 'Access', body: file ? access(file, publicUrl) : MISSING }
}

const OPEN = attrs({ open: true })

const MISSING = html`<p>sandbox.json is not in this home. The keys were written when the database was seeded; look in the home of that first start.</p>`

function access(file: SandboxFile, publicUrl: string): Html {
  return html`${rows([
    ['Address', `${publicUrl}/v2`],
    ['developer-id', file.developer_id],
  ])}
${file.merchants.map((merchant, index) => merchantView(file, merchant, index === 0, publicUrl))}
${file.oauth !== undefined && html`<details><summary>OAuth client</summary>${codeBlock(JSON.stringify(file.oauth, null, 2))}</details>`}`
}

function merchantView(file: SandboxFile, merchant: SeededMerchant, open: boolean, publicUrl: string): Html {
  const { name, user, clerk, location_api_key, ticket_hash_key, ...ids } = merchant
  return html`<details class="merchant-box"${open && OPEN}>
<summary><h3>${name}</h3></summary>
${rows(Object.entries(ids))}
${userView('Admin of the whole tree', user)}
${userView('Clerk of the child location', clerk)}
<details><summary>Keys of the location</summary>${rows([
    ['location_api_key', location_api_key],
    ['ticket_hash_key', ticket_hash_key],
  ])}</details>
<details><summary>First calls, with keys</summary>${codeBlock(firstCalls(file, merchant, publicUrl))}</details>
</details>`
}

function userView(title: string, user: SeededUser): Html {
  const { user_id, username, domain, user_api_key, user_hash_key, password } = user
  return html`<div class="person">
<h4>${title}</h4>
${rows([
  ['user-id', user_id],
  ['username', username],
  ['domain', domain],
])}
<details><summary>Show keys and password</summary>${rows([
    ['user-api-key', user_api_key],
    ['user_hash_key', user_hash_key],
    ['password', password],
  ])}</details>
</div>`
}

/** Commands to paste: set the keys as variables, create and mail an invoice, list the invoices. */
function firstCalls(file: SandboxFile, { user, location_id }: SeededMerchant, publicUrl: string): string {
  const quickinvoice = {
    location_id,
    title: 'Garden work',
    due_date: '2030-01-31',
    item_list: { Mowing: 40, Hedge: 25.5 },
    email: 'payer@example.com',
    send_email: 1,
  }
  return [
    `export DEVELOPER_ID=${file.developer_id} USER_ID=${user.user_id} USER_API_KEY=${user.user_api_key}`,
    curl({ method: 'POST', url: `${publicUrl}/v2/quickinvoices`, body: { quickinvoice } }),
    curl({ method: 'GET', url: `${publicUrl}/v2/quickinvoices?expand=payment_url` }),
  ].join('\n\n')
}

function rows(entries: readonly (readonly [string, string])[]): Html {
  return html`<dl class="facts">${entries.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${copied(value)}</dd></div>`,
  )}</dl>`
}
