import type { Row } from '../definition/resource.ts'
import { addressLines } from '../lib/address-lines.ts'
import { safeLogo } from '../lib/logo-address.ts'
import type { branding_domain } from '../resources/branding_domain/branding_domain.ts'
import { type PageTheme, themeOf } from '../resources/branding_domain/page-theme.ts'
import type { location } from '../resources/location/location.ts'
import { LANGUAGES } from '../words/words.ts'
import type { Branding } from './branding.ts'
import { fill, type Html, html } from './html.ts'
import type { Presentation } from './presentation.ts'

/** The merchant as a page shows it. */
export interface MerchantView {
  /** The name the payer knows (doing business as). */
  name: string
  /** The registered company, when it differs. */
  company: string | null
  /** A `data:image/…` URL or a path on this origin; others are not shown. */
  logo_url: string | null
  support_email: string | null
  /** How its pages look. Colours that cannot be read are replaced. */
  theme: PageTheme
  /** Lines of the postal address, as they are printed. */
  address: readonly string[]
}

/** The records a merchant is shown from: its location, and the domain with its branding. */
export interface MerchantRecords {
  place: Row<typeof location>
  domain: Row<typeof branding_domain> | null
}

export function merchantView({ place, domain }: MerchantRecords): MerchantView {
  return {
    name: place.name,
    company: domain?.company_name || null,
    logo_url: place.receipt_logo || domain?.logo || null,
    support_email: domain?.support_email || place.email_reply_to || null,
    theme: themeOf(domain),
    address: addressLines(place),
  }
}

export function brandingOf({ name, logo_url, theme }: MerchantView): Branding {
  return { name, logo_url, theme }
}

/** The merchant at the top of a page: its logo, or its initials when it has no logo that is safe to show. */
export function pageHeader(merchant: Pick<MerchantView, 'name' | 'company' | 'logo_url'>): Html {
  const logo = safeLogo(merchant.logo_url)
  const mark = logo
    ? html`<img class="logo" src="${logo}" alt="" width="48" height="48">`
    : html`<span class="logo monogram" aria-hidden="true">${initials(merchant.name)}</span>`
  return html`<header class="page-header">
${mark}
<div>
<p class="merchant">${merchant.name}</p>
${merchant.company && merchant.company !== merchant.name && html`<p class="company">${merchant.company}</p>`}
</div>
</header>`
}

/** How to reach the merchant, where the page belongs to one, the page in other languages, and who runs it. */
export function pageFooter(
  merchant: Pick<MerchantView, 'name' | 'support_email' | 'address'> | null,
  { words, languages }: Pick<Presentation, 'words' | 'languages'> = IN_ENGLISH,
): Html {
  const email = merchant?.support_email
  return html`<footer class="page-footer">
${
  merchant &&
  html`<p>${email && fill(words.page.questions, { email: html`<a href="mailto:${email}">${email}</a>` })}
${merchant.address.length > 0 && html`<span class="address">${addressView(merchant)}</span>`}</p>`
}
${
  languages.length > 0 &&
  html`<nav class="languages" aria-label="${words.page.language}">${languages.map(
    other =>
      html`<a href="${other.href}" lang="${other.words.language}" hreflang="${other.words.language}">${other.words.own_name}</a>`,
  )}</nav>`
}
<p class="runs-on">${words.page.runs_on}</p>
</footer>`
}

/** Lines break between the parts only, so that a state keeps its ZIP code. */
function addressView({ name, address }: Pick<MerchantView, 'name' | 'address'>): Html[] {
  return [name, ...address].map((part, at) => html`${at > 0 && ' · '}<span>${part}</span>`)
}

/** For pages of merchants and developers. */
const IN_ENGLISH = { words: LANGUAGES[0], languages: [] }

function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['·']
  return words
    .slice(0, 2)
    .map(word => [...word][0])
    .join('')
    .toUpperCase()
}
