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
<p>This is a sandbox: nothing here moves real money. The API is below <span class="code">${publicUrl}/v2</span>.</p>
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
