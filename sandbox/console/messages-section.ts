import { type Html, html } from '../../src/pages/html.ts'
import { showSize } from '../../src/pages/show.ts'
import type { ConsoleView, MessageLine, UndeliveredLine } from './console-view.ts'
import { type Section, utcTime } from './section.ts'

/** All messages that would have been sent: texts, and mails with a link to their HTML. */
export function messagesSection({ messages, undelivered, query, token }: ConsoleView): Section {
  const none = query.to ? `Nothing was sent to ${query.to}.` : 'Nothing was sent yet.'
  return {
    id: 'messages',
    title: 'Messages',
    body: html`<form class="filter" method="get" action="/sandbox/console/messages">
<label for="to">Recipient</label>
<input class="input" type="search" id="to" name="to" value="${query.to}" placeholder="All" autocomplete="off">
<button class="button plain">Show</button>
</form>
${messages.length === 0 ? html`<p class="fine">${none}</p>` : messages.map(message => messageView(message, token))}
${undelivered.length > 0 && undeliveredView(undelivered)}`,
  }
}

const KIND = { email: 'Mail', sms: 'Text' } as const

function messageView(message: MessageLine, token: string | null): Html {
  const { id, kind, recipient, sender, subject, text, has_html, attachments, reason, created_ts, status } = message
  return html`<details class="message">
<summary><span class="subject">${subject ?? firstLine(text)}</span>
<span class="fine">${KIND[kind]} to ${recipient} · ${utcTime(created_ts)}${status && status !== 'sent' && ` · ${status}`}</span></summary>
<p class="fine">From ${sender} · <span class="code">${reason}</span></p>
${message.detail && html`<p class="fine">${message.detail}</p>`}
${has_html && html`<p><a href="/sandbox/console/mail?id=${id}" target="_blank" rel="noreferrer">Open as the recipient sees it</a></p>`}
<pre class="listing">${text}</pre>
${attachments.length > 0 && html`<ul class="lines">${attachments.map(({ filename, size }) => html`<li>${filename} <span class="fine">${showSize(size)}</span></li>`)}</ul>`}
${token && answers(message, token)}
</details>`
}

/** What the recipient, or the recipient's mail server, can do. */
function answers({ id, kind, recipient, status }: MessageLine, token: string): Html | null {
  const hidden = html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="to" value="${recipient}">`
  if (kind === 'sms') {
    return html`<form method="post" action="/sandbox/console/reply">${hidden}
<p class="spans"><button class="button plain" name="text" value="STOP">Answer STOP</button>
<button class="button plain" name="text" value="START">Answer START</button></p></form>`
  }
  if (status !== 'sent') return null
  return html`<form method="post" action="/sandbox/console/bounce">${hidden}
<p class="spans"><button class="button plain" name="id" value="${id}">Let it bounce</button></p></form>`
}

const STATUS_TEXTS: Record<string, string> = {
  queued: 'is tried again',
  failed: 'was not delivered',
  bounced: 'came back; the recipient is blacklisted',
  unknown: 'may have left',
}

function undeliveredView(lines: readonly UndeliveredLine[]): Html {
  return html`<h3 class="form-title">Not delivered</h3>
<ul class="lines">${lines.map(
    ({
      kind,
      recipient,
      reason_sent,
      status,
      detail,
      attempts,
      modified_ts,
    }) => html`<li>${KIND[kind]} to ${recipient} ${STATUS_TEXTS[status] ?? status}
<span class="fine">${detail} · <span class="code">${reason_sent}</span> · ${attempts === 1 ? '1 try' : `${attempts} tries`} · ${utcTime(modified_ts)}</span></li>`,
  )}</ul>`
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > 90 ? `${line.slice(0, 90)}…` : line
}
