import type { Assets } from './assets.ts'
import { html } from './html.ts'
import { page } from './layout.ts'
import { pageFooter } from './merchant.ts'

/** What a developer sees who opens the address of a sandbox: that it runs, and where to go. */
export function startPage(assets: Assets, publicUrl: string): string {
  return page({
    assets,
    title: 'Tollgate sandbox',
    width: 'narrow',
    body: html`<main class="alone">
<section class="notice start" aria-labelledby="start-title">
<h1 id="start-title">Tollgate is running</h1>
<p>This is a sandbox: nothing here moves real money. The API is at <span class="code">${publicUrl}/v2</span>.</p>
<h2>Your first paid invoice, in two minutes</h2>
<ol class="start-steps">
<li>Make it: <a href="/docs/guides/first-invoice">the first guide</a> has the request with the keys of this sandbox. Copy it, or press “Try it”.</li>
<li>Pay it: open the address that the guide names, with card <span class="code">4111 1111 1111 1111</span>, any future expiration date and any code.</li>
<li>See it: <a href="/sandbox">the console</a> has the receipt, the payment and the processor’s book.</li>
</ol>
<p>Then: <a href="/docs/guides/first-program">a program of your own</a> that learns of the payment.</p>
<ul class="start-links">
<li><a href="/sandbox"><strong>Sandbox console</strong><span>Credentials, sent mails, the clock, the processor’s book</span></a></li>
<li><a href="/docs"><strong>Documentation</strong><span>Every endpoint, with examples to copy</span></a></li>
<li><a href="/openapi.json"><strong>OpenAPI</strong><span>The same for programs</span></a></li>
</ul>
</section>
</main>
${pageFooter(null)}`,
  })
}
