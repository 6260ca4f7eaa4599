import type { Html } from '../../pages/html.ts'
import { html } from '../../pages/html.ts'
import { showSize } from '../../pages/show.ts'
import type { Section } from './console-page.ts'
import type { ConsoleView, MessageLine } from './console-view.ts'
import { moment } from './moment.ts'

/** Everything that would have left: texts as they are, mails also in the form that readers see. */
export function messagesSection({ messages, asked }: ConsoleView): Section {
  const none = asked.to ? `Nothing was sent to ${asked.to}.` : 'Nothing was sent yet.'
  return {
    id: 'messages',
    title: 'Messages',
    body: html`<form class="filter" method="get" action="/sandbox#messages">
<label for="to">Recipient</label>
<input class="input" type="search" id="to" name="to" value="${asked.to}" placeholder="All" autocomplete="off">
<button class="button plain">Show</button>
</form>
${messages.length === 0 ? html`<p class="fine">${none}</p>` : messages.map(messageView)}`,
  }
}

function messageView(message: MessageLine): Html {
  const { id, kind, recipient, sender, subject, text, has_html, attachments, reason, created_ts } = message
  return html`<details class="message">
<summary><span class="subject">${subject ?? firstLine(text)}</span>
<span class="fine">${kind === 'sms' ? 'Text' : 'Mail'} to ${recipient} · ${moment(created_ts)}</span></summary>
<p class="fine">From ${sender} · <span class="code">${reason}</span></p>
${has_html && html`<p><a href="/sandbox/console/mail?id=${id}" target="_blank" rel="noreferrer">Open as the recipient sees it</a></p>`}
<pre class="listing">${text}</pre>
${attachments.length > 0 && html`<ul class="lines">${attachments.map(({ filename, size }) => html`<li>${filename} <span class="fine">${showSize(size)}</span></li>`)}</ul>`}
</details>`
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > 90 ? `${line.slice(0, 90)}…` : line
}
