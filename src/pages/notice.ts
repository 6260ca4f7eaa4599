import { type Child, type Html, html } from './html.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'
import { pageFooter } from './merchant.ts'
import type { Presentation } from './presentation.ts'

/** A short message shown in place of a form. */
export interface Notice {
  icon: keyof typeof icons
  tone: 'good' | 'calm' | 'warn'
  title: string
  text: Child
  /** Where to go from here; the likeliest first. */
  links?: readonly { href: string; label: string }[] | undefined
}

/** The message as a panel; its title is the first heading of the page. */
export function noticePanel(notice: Notice): Html {
  return html`<section class="notice" data-tone="${notice.tone}" aria-labelledby="notice-title">
<span class="notice-icon">${icons[notice.icon]}</span>
<h1 id="notice-title">${notice.title}</h1>
<p>${notice.text}</p>
${notice.links && html`<p class="actions">${notice.links.map(({ href, label }) => html`<a class="button plain" href="${href}">${label}</a>`)}</p>`}
</section>`
}

/** The message on a page of its own that names no merchant. Returns the whole document. */
export function noticePage(
  shown: Pick<Presentation, 'assets'> & Partial<Presentation>,
  notice: Notice,
  { bare = false } = {},
): string {
  const { words, languages = [] } = shown
  return page({
    ...shown,
    bare,
    title: notice.title,
    width: 'narrow',
    body: html`<main class="alone">
${noticePanel(notice)}
</main>
${!bare && pageFooter(null, words && { words, languages })}`,
  })
}
