import type { Integration } from '../../auth/oauth/store.ts'
import type { Assets } from '../assets.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { colophon } from '../merchant.ts'
import { LANGUAGE, showMoment } from '../show.ts'
import { problemView, signInFields, type Typed } from './sign-in-fields.ts'

export const INTEGRATIONS_PATH = '/o/integrations'

/** The way to the list: it is shown to who signs in, and to nobody else. */
export function integrationsSignIn(assets: Assets, typed: Typed, problem: string | null): string {
  return page({
    assets,
    title: `${problem ? 'Not signed in: ' : ''}Your integrations`,
    width: 'narrow',
    body: html`<main class="stack">
<div>
<h1>Your integrations</h1>
<p class="asker">Programs that you have allowed to use your account. Sign in to see them and to end what you no longer need.</p>
</div>
<section class="pay" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in</h2>
<form class="payform" method="post" action="${INTEGRATIONS_PATH}">
${problemView(problem)}
${signInFields(typed)}
<div class="send"><button class="button" type="submit">Show my integrations</button></div>
</form>
</section>
</main>
${colophon(null)}`,
  })
}

export interface IntegrationsView {
  username: string
  zone: string
  /** Proves for a few minutes who signed in. */
  visit: string
  integrations: readonly Integration[]
  /** What was just ended. */
  ended: string | null
}

/** Every integration that has access, with the button that ends it. */
export function integrationsPage(assets: Assets, view: IntegrationsView): string {
  const { username, integrations, ended } = view
  return page({
    assets,
    title: 'Your integrations',
    width: 'narrow',
    body: html`<main class="stack">
<div>
<h1>Your integrations</h1>
<p class="asker">Signed in as ${username}. To leave, close this page.</p>
</div>
${ended !== null && html`<p class="said" role="status">${ended} has no access any more.</p>`}
${
  integrations.length === 0
    ? html`<section class="pay"><p>No integration has access to your account.</p></section>`
    : html`<ul class="integrations">${integrations.map(each => integrationView(each, view))}</ul>`
}
</main>
${colophon(null)}`,
  })
}

function integrationView(each: Integration, { visit, zone }: IntegrationsView) {
  const moment = (seconds: number) => showMoment(seconds, zone, LANGUAGE)
  return html`<li class="pay">
<h2>${each.name}</h2>
<p class="hint"><a href="${each.homepage_url}" rel="noopener noreferrer" target="_blank">About ${each.name}</a></p>
<p>Allowed on ${moment(each.granted_ts)}.${each.used_ts !== null && html` Last renewed on ${moment(each.used_ts)}.`}</p>
<form method="post" action="${INTEGRATIONS_PATH}/end">
<input type="hidden" name="visit" value="${visit}">
<input type="hidden" name="integration" value="${each.oauthclient_id}">
<button class="button plain" type="submit" aria-label="End access of ${each.name}">End access</button>
</form>
</li>`
}
