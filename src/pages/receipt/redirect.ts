import type { Words } from '../../words/words.ts'
import { fill, type Html, html } from '../html.ts'
import type { PageResponse } from '../page-routes.ts'

/** Where the merchant wants its payer to go next, and after how many seconds the browser goes there by itself. */
export interface RedirectTarget {
  url: string
  seconds: number
}

/** Returns where to go, with the address in ASCII, which a header requires; null for what is no web address. */
export function redirectTarget(url: string | null, seconds: number): RedirectTarget | null {
  const parsed = url ? URL.parse(url) : null
  return parsed && /^https?:$/.test(parsed.protocol) ? { url: parsed.href, seconds } : null
}

export interface Redirect extends RedirectTarget {
  /** The same page without the redirect; null when the payer is already there. */
  stay_href: string | null
}

/** Announces the redirect, which the payer can stop (WCAG 2.2.1); the script counts the seconds down. */
export function redirectText(words: Words, { url, seconds, stay_href }: Redirect): Html | null {
  if (stay_href === null) return null
  const left = html`<span data-countdown="${seconds}" data-locale="${words.locale}">${words.seconds(seconds)}</span>`
  return fill(words.receipt.going, { host: hostOf(words, url), seconds: left })
}

export function redirectLinks(words: Words, { url, stay_href }: Redirect): { href: string; label: string }[] {
  const links = [{ href: url, label: words.receipt.continue_to(hostOf(words, url)) }]
  return stay_href === null ? links : [...links, { href: stay_href, label: words.receipt.stay }]
}

/** Redirects by a header, which works without a script. */
export function redirectRefresh(redirect: Redirect | null): Pick<PageResponse, 'refresh'> {
  return redirect && redirect.stay_href !== null ? { refresh: { seconds: redirect.seconds, url: redirect.url } } : {}
}

function hostOf(words: Words, url: string): string {
  return URL.parse(url)?.host || words.receipt.the_merchant
}
