import type { Subscription } from '../../messages/unsubscribing.ts'
import type { Assets } from '../assets.ts'
import { merchantOf } from '../checkout/merchant-of.ts'
import { brandingOf } from '../checkout/merchant-view.ts'
import { html } from '../html.ts'
import { icons } from '../icons.ts'
import { page } from '../layout.ts'
import { colophon, masthead } from '../merchant.ts'
import { noticePanel } from '../notice.ts'

/** Asks before anything changes: mail programs and scanners open links that nobody has clicked. */
export function unsubscribePage(
  assets: Assets,
  { merchant, recipient, is_stopped }: Subscription,
  action: string,
): string {
  const view = merchantOf(merchant)
  const title = is_stopped ? 'You get no more e-mail' : 'Stop these e-mails?'
  const text = is_stopped
    ? `${view.name} sends nothing more to ${recipient}.`
    : `${view.name} would send nothing more to ${recipient}: no reminders, invoices or receipts.`
  const [choice, label] = is_stopped ? ['again', 'Let them come again'] : ['stop', 'Stop e-mails']
  return page({
    assets,
    title: `${title} – ${view.name}`,
    branding: brandingOf(view),
    width: 'narrow',
    body: html`${masthead(view)}
<main class="stack">
<section class="notice" data-tone="${is_stopped ? 'good' : 'calm'}" aria-labelledby="notice-title">
<span class="seal">${is_stopped ? icons.check : icons.closed}</span>
<h1 id="notice-title">${title}</h1>
<p>${text}</p>
<form method="post" action="${action}"><input type="hidden" name="choice" value="${choice}">
<p class="actions"><button class="button ${is_stopped ? 'plain' : ''}">${label}</button></p></form>
</section>
</main>
${colophon(view)}`,
  })
}

/** For a link that is incomplete or made up. */
export function unknownLinkPage(assets: Assets): string {
  const title = 'This link does not work'
  const text = 'It may be incomplete. Use the whole link of the mail, or answer the mail and ask its sender.'
  return page({
    assets,
    title,
    width: 'narrow',
    body: html`<main class="alone">
${noticePanel({ icon: 'search', tone: 'calm', title, text })}
</main>
${colophon(null)}`,
  })
}

/** For what went wrong on the way. */
export function failedPage(assets: Assets): string {
  const title = 'Something went wrong on our side'
  const text = 'Nothing was changed. Please open the link of the mail once more.'
  return page({
    assets,
    title,
    width: 'narrow',
    body: html`<main class="alone">
${noticePanel({ icon: 'alert', tone: 'warn', title, text })}
</main>
${colophon(null)}`,
  })
}
