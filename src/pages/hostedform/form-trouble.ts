import type { Assets } from '../assets.ts'
import type { Answer } from '../checkout/checkout.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { colophon } from '../merchant.ts'
import { type Notice, noticePanel } from '../notice.ts'

const NOTICES = {
  broken: {
    icon: 'alert',
    tone: 'warn',
    title: 'This form could not be read',
    text: 'Nothing was sent. Load the page again and fill in the form once more.',
  },
  foreign: {
    icon: 'alert',
    tone: 'warn',
    title: 'This form was sent from elsewhere',
    text: 'For your safety nothing was sent. Load the page again and fill in the form there.',
  },
  expired: {
    icon: 'clock',
    tone: 'warn',
    title: 'This form was open for too long',
    text: 'Nothing was sent. Load the page again and fill in the form once more.',
  },
  too_often: {
    icon: 'clock',
    tone: 'warn',
    title: 'Too many tries',
    text: 'Nothing was sent with this try. Please wait a few minutes before you try again.',
  },
  error: {
    icon: 'alert',
    tone: 'warn',
    title: 'Something went wrong on our side',
    text: 'If you were paying, ask the merchant whether it was paid before you try again.',
  },
} satisfies Record<string, Notice>

/** Why a form that was sent has no other answer. */
export function formTrouble(assets: Assets, status: number, name: keyof typeof NOTICES): Answer {
  const notice: Notice = NOTICES[name]
  const body = html`<main class="alone">
${noticePanel(notice)}
</main>
${colophon(null)}`
  return { status, document: page({ assets, title: notice.title, width: 'narrow', body }) }
}
