import type { Assets } from './assets.ts'
import { html } from './html.ts'
import { page } from './layout.ts'
import { colophon } from './merchant.ts'
import { type Notice, noticePanel } from './notice.ts'

/** A message on a page of its own, in place of what cannot be shown. */
export function noticePage(assets: Assets, notice: Notice): string {
  return page({
    assets,
    title: notice.title,
    width: 'narrow',
    body: html`<main class="alone">
${noticePanel(notice)}
</main>
${colophon(null)}`,
  })
}
