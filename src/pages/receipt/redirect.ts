import type { Answer } from '../checkout/checkout.ts'

/** Where the merchant wants its payer to go next. */
export interface Redirect {
  url: string
  /** Until the browser goes there by itself. */
  seconds: number
  /** The same page without being sent on; null when that was asked for already. */
  stay: string | null
}

/** Announced, and it can be stopped (WCAG 2.2.1). */
export function redirectText({ url, seconds, stay }: Redirect): string {
  if (stay === null) return ''
  return `You will be taken to ${hostOf(url)} in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
}

export function redirectLinks({ url, stay }: Redirect): { href: string; label: string }[] {
  const links = [{ href: url, label: `Continue to ${hostOf(url)}` }]
  return stay === null ? links : [...links, { href: stay, label: 'Stay on this page' }]
}

/** By a header, so that it works where no script runs. */
export function redirectRefresh(redirect: Redirect | null): Pick<Answer, 'refresh'> {
  return redirect && redirect.stay !== null ? { refresh: { seconds: redirect.seconds, url: redirect.url } } : {}
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || 'the merchant'
}
