import type { AuthorizationRequest } from '../../auth/oauth/authorization-request.ts'
import type { Assets } from '../assets.ts'
import { attrs, html } from '../html.ts'
import { page } from '../layout.ts'
import { colophon } from '../merchant.ts'
import { problemView, signInFields, type Typed } from './sign-in-fields.ts'

export interface ConsentView {
  authorization: AuthorizationRequest
  /** Where the form goes: this request, with all its parameters. */
  action: string
  typed: Typed
  problem: string | null
  integrations_href: string
}

/**
 * Who asks, for what, and the form that signs in and allows it or refuses. Both in one step: nobody is signed in before or
 * after, so there is no session that another page could use.
 */
export function consentPage(
  assets: Assets,
  { authorization, action, typed, problem, integrations_href }: ConsentView,
): string {
  const { name, description, homepage_url } = authorization.client
  return page({
    assets,
    title: `${problem ? 'Not signed in: ' : ''}Allow ${name}?`,
    width: 'narrow',
    skip: { href: '#sign-in', label: 'Skip to sign-in' },
    body: html`<main class="stack">
<div>
<p class="eyebrow">An integration asks for access</p>
<h1>Allow ${name} to use your account?</h1>
<p class="asker">${description}</p>
<p class="asker"><a href="${homepage_url}" rel="noopener noreferrer" target="_blank">About ${name}</a></p>
</div>
<section class="pay" id="sign-in" aria-labelledby="sign-in-title" tabindex="-1">
<h2 id="sign-in-title">Sign in to allow it</h2>
<p class="hint">It can then see and do everything that you can, on your behalf, until you end it. Your password stays here.</p>
<form class="payform" method="post" action="${action}">
${problemView(problem)}
${signInFields(typed)}
<div class="send">
<button class="button" type="submit" name="decision" value="allow">Allow access</button>
<button${attrs({ class: 'button plain', type: 'submit', name: 'decision', value: 'refuse', formnovalidate: true })}>Refuse</button>
<p class="review hint">Either way you go on to <strong>${hostOf(authorization.redirect_url)}</strong>.</p>
</div>
</form>
</section>
<p class="hint">What you allowed is listed under <a href="${integrations_href}">your integrations</a>, where you can end it at any time.</p>
</main>
${colophon(null)}`,
  })
}

/** What of an address tells whose it is. */
function hostOf(url: string): string {
  const { host, protocol } = new URL(url)
  return host || protocol.replace(/:$/, '')
}
