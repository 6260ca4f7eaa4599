import { safeLogo } from './branding.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'

/** The merchant at the head of a page: its logo, or its initials when it has none that is safe to show. */
export function masthead(merchant: { name: string; company: string | null; logo_url: string | null }): Html {
  const logo = safeLogo(merchant.logo_url)
  const mark = logo
    ? html`<img class="logo" src="${logo}" alt="" width="48" height="48">`
    : html`<span class="logo monogram" aria-hidden="true">${initials(merchant.name)}</span>`
  return html`<header class="masthead">
${mark}
<div>
<p class="merchant">${merchant.name}</p>
${merchant.company && merchant.company !== merchant.name && html`<p class="company">${merchant.company}</p>`}
</div>
</header>`
}

/** How to reach the merchant, and who runs the page. */
export function colophon(
  merchant: { name: string; support_email: string | null; address: readonly string[] } | null,
): Html {
  return html`<footer class="colophon">
${
  merchant &&
  html`<p>${merchant.support_email && html`Questions? Write to <a href="mailto:${merchant.support_email}">${merchant.support_email}</a>.`}
${merchant.address.length > 0 && html`<span class="address">${[merchant.name, ...merchant.address].join(' · ')}</span>`}</p>`
}
<p class="runs-on">Payments by Tollgate</p>
</footer>`
}

function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['·']
  return words
    .slice(0, 2)
    .map(word => [...word][0])
    .join('')
    .toUpperCase()
}
