import type { Assets } from '../../src/pages/assets.ts'
import { html } from '../../src/pages/html.ts'
import { page } from '../../src/pages/layout.ts'
import type { Notice } from '../../src/pages/notice.ts'
import { noticePanel } from '../../src/pages/notice.ts'

const LINKS = [{ href: '/sandbox', label: 'Open the console' }]

/** A page for what the console cannot answer, by status. */
export function troubleOf(assets: Assets, status: number): string {
  const notice = noticeOf(status)
  return page({
    assets,
    title: notice.title,
    width: 'narrow',
    body: html`<main class="alone">
${noticePanel(notice)}
</main>`,
  })
}

function noticeOf(status: number): Notice {
  if (status === 403) {
    const text = 'The console answers to its own address and to its own forms only.'
    return { icon: 'alert', tone: 'warn', title: 'This request came from elsewhere', text, links: LINKS }
  }
  if (status === 404) {
    const text = 'Messages stay as long as the database does.'
    return { icon: 'search', tone: 'calm', title: 'There is no such message', text, links: LINKS }
  }
  return {
    icon: 'alert',
    tone: 'warn',
    title: 'That did not work',
    text: 'The log of the process says more.',
    links: LINKS,
  }
}
