import type { Paid } from '../../words/words.ts'
import type { AssetName } from '../assets.ts'
import { attrs, type Html, html } from '../html.ts'
import { icons } from '../icons.ts'
import { page } from '../layout.ts'
import { brandingOf, type MerchantView, pageFooter, pageHeader } from '../merchant.ts'
import { type Notice, noticePage, noticePanel } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import type { FormProblem, PayForm } from '../payform/pay-form.ts'
import { formHeading, type PayFormState, payFormView } from '../payform/pay-form-view.ts'
import { testCards } from '../payform/test-cards.ts'
import type { Presentation } from '../presentation.ts'
import { type RedirectTarget, redirectLinks, redirectRefresh, redirectText } from '../receipt/redirect.ts'

const SCRIPTS: AssetName[] = ['pay.js']

export interface PayPageParts {
  merchant: MerchantView
  /** What is paid for, in a few words; part of the page's title. */
  title: string
  /** What is paid for, with the first heading of the page. It stands beside or above the form. */
  summary: Html
  form: PayForm
  state: PayFormState
  /** A summary of a few lines stands above the form; a longer one has a column of its own where there is room. */
  short?: boolean
  /** Meant for the frame of another page. */
  bare?: boolean
}

/** The page with the payment form. Returns the whole document. */
export function payPage(
  shown: Presentation,
  { merchant, title, summary, form, state, short, bare }: PayPageParts,
): string {
  const { words } = shown
  const told = state.problem?.told
  const has_problem = state.problem !== null || Object.keys(state.input.errors).length > 0
  return page({
    ...shown,
    title: `${has_problem ? `${words.page.not_paid_yet}: ` : ''}${title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    scripts: told ? [...SCRIPTS, 'parent.js'] : SCRIPTS,
    width: short ? 'narrow' : 'regular',
    bare,
    skip: { href: '#pay', label: words.page.skip_to_payment },
    body: html`${pageHeader(merchant)}
<main${attrs({ class: short ? 'stack' : 'checkout', ...toldOf(told) })}>
${summary}
<section class="pay" id="pay" aria-labelledby="pay-title" tabindex="-1">
<h2 id="pay-title">${formHeading(form)}</h2>
${shown.test && form.cc && testCards(words, state.today)}
${payFormView(form, state)}
<p class="assurance">${icons.lock}<span>${words.form.assurance(merchant.name)}</span></p>
</section>
</main>
${pageFooter(merchant, shown)}`,
  })
}

/** The attributes by which the script finds what to post to the page around the frame. */
function toldOf(told: FormProblem['told']): Record<string, string> {
  return told ? { id: 'result', 'data-message': told.text, 'data-origin': told.origin } : {}
}

/**
 * The merchant's page with a message in place of the form, beside the summary where there is one. Returns the whole
 * document.
 */
export function payNoticePage(
  shown: Presentation,
  merchant: MerchantView,
  notice: Notice,
  summary: Html | null,
  told: FormProblem['told'] = null,
): string {
  return page({
    ...shown,
    title: `${notice.title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    ...(told ? { scripts: ['parent.js'] } : {}),
    width: summary ? 'regular' : 'narrow',
    body: html`${pageHeader(merchant)}
<main${attrs({ class: summary ? 'checkout' : 'alone', ...toldOf(told) })}>
${noticePanel(notice)}
${summary}
</main>
${pageFooter(merchant, shown)}`,
  })
}

/**
 * The page after a decline where the merchant wants payers redirected, or null. It has no form: the redirect would take
 * it away while the payer fills it in. `href`: where the payer tries again.
 */
export function declinedPage(
  shown: Presentation,
  merchant: MerchantView,
  { after, href }: { after: RedirectTarget | null; href: string },
  problem: FormProblem,
): PageResponse | null {
  if (!after) return null
  const { words } = shown
  const redirect = { ...after, stay_href: shown.link(href) }
  const [next] = redirectLinks(words, redirect)
  const links = [{ href: redirect.stay_href, label: words.declined.try_again }, ...(next ? [next] : [])]
  const text = html`${problem.text} ${redirectText(words, redirect)}`
  const notice = { icon: 'alert', tone: 'warn', title: problem.title, text, links } as const
  return {
    status: 422,
    document: payNoticePage(shown, merchant, notice, null, problem.told),
    ...redirectRefresh(redirect),
  }
}

/** Why a page can show neither a form nor what is to be paid, and how that looks. */
const PROBLEMS = {
  gone: { icon: 'search', tone: 'calm' },
  receipt_gone: { icon: 'search', tone: 'calm' },
  file_gone: { icon: 'search', tone: 'calm' },
  too_often: { icon: 'clock', tone: 'warn' },
  foreign_form: { icon: 'alert', tone: 'warn' },
  bad_form: { icon: 'alert', tone: 'warn' },
  unsure: { icon: 'clock', tone: 'warn' },
  error: { icon: 'alert', tone: 'warn' },
} satisfies Record<string, Pick<Notice, 'icon' | 'tone'>>

export type PageProblem = keyof typeof PROBLEMS

interface ProblemPageParts {
  paid: Paid
  pageHref(page_id: string): string
}

/** A message on a page of its own, with a link back to the pay page where its id is known. */
export function problemPage(
  shown: Presentation,
  { paid, pageHref }: ProblemPageParts,
  status: number,
  problem: PageProblem,
  page_id: string | null,
): PageResponse {
  const { problems } = shown.words
  const links = page_id === null ? undefined : [{ href: shown.link(pageHref(page_id)), label: problems.open(paid) }]
  return { status, document: noticePage(shown, { ...PROBLEMS[problem], ...problems[problem](paid), links }) }
}
