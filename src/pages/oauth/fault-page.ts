import type { Fault } from '../../auth/oauth/authorization-request.ts'
import type { Assets } from '../assets.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { colophon } from '../merchant.ts'
import { type Notice, noticePanel } from '../notice.ts'

export type PageFault = Fault | 'foreign_form' | 'foreign_merchant' | 'visit_over' | 'bad_form' | 'error'

/** Why nothing was allowed. It never leads to an address that was not checked. */
export function faultPage(assets: Assets, fault: PageFault): string {
  const [title, text] = SAYS[fault]
  const notice: Notice = { icon: 'alert', tone: 'warn', title, text }
  return page({
    assets,
    title,
    width: 'narrow',
    body: html`<main class="alone">
${noticePanel(notice)}
</main>
${colophon(null)}`,
  })
}

const SAYS: Record<PageFault, [title: string, text: string]> = {
  unknown_client: [
    'This integration is not known here',
    'Its client_id belongs to no registered integration, or the integration was withdrawn. Nothing was allowed.',
  ],
  unknown_redirect: [
    'This address is not registered',
    'The integration asked to be answered at a redirect_uri that is not one of its own. Nothing was allowed, and you were not sent there.',
  ],
  unclear: ['This request is not clear', 'It names the same thing twice. Nothing was allowed.'],
  foreign_form: [
    'This form was sent from elsewhere',
    'For your safety nothing was allowed. Start again from the integration itself.',
  ],
  foreign_merchant: [
    'This integration belongs to another business',
    'It was registered by a business for its own users only. Nothing was allowed.',
  ],
  visit_over: ['Please sign in again', 'You were signed in for a few minutes only. Open your integrations once more.'],
  bad_form: ['This form could not be read', 'Nothing was allowed. Start again from the integration itself.'],
  error: ['Something went wrong on our side', 'Nothing was allowed. Please try again in a moment.'],
}
