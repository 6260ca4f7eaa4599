import type { AssetName, Assets } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { icons } from '../icons.ts'
import { page } from '../layout.ts'
import { brandingOf, type MerchantView, pageFooter, pageHeader } from '../merchant.ts'
import { type Notice, noticePage, noticePanel } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import type { FormProblem, PayForm } from '../payform/pay-form.ts'
import { type PayFormState, payFormView } from '../payform/pay-form-view.ts'
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
}

/** The page with the payment form. Returns the whole document. */
export function payPage(assets: Assets, { merchant, title, summary, form, state, short }: PayPageParts): string {
  const has_problem = state.problem !== null || Object.keys(state.input.errors).length > 0
  return page({
    assets,
    title: `${has_problem ? 'Not paid yet: ' : ''}${title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    scripts: SCRIPTS,
    width: short ? 'narrow' : 'regular',
    skip: { href: '#pay', label: 'Skip to payment' },
    body: html`${pageHeader(merchant)}
<main class="${short ? 'stack' : 'checkout'}">
${summary}
<section class="pay" id="pay" aria-labelledby="pay-title" tabindex="-1">
<h2 id="pay-title">Payment</h2>
${payFormView(form, state)}
<p class="assurance">${icons.lock}<span>Your details go straight to the payment gateway of ${merchant.name}. The security code is never stored.</span></p>
</section>
</main>
${pageFooter(merchant)}`,
  })
}

/**
 * The merchant's page with a message in place of the form, beside the summary where there is one. Returns the whole
 * document.
 */
export function payNoticePage(assets: Assets, merchant: MerchantView, notice: Notice, summary: Html | null): string {
  return page({
    assets,
    title: `${notice.title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    width: summary ? 'regular' : 'narrow',
    body: html`${pageHeader(merchant)}
<main class="${summary ? 'checkout' : 'alone'}">
${noticePanel(notice)}
${summary}
</main>
${pageFooter(merchant)}`,
  })
}

/**
 * The page after a decline where the merchant wants payers redirected, or null. It has no form: the redirect would take
 * it away while the payer fills it in. `href`: where the payer tries again.
 */
export function declinedPage(
  assets: Assets,
  merchant: MerchantView,
  { after, href }: { after: RedirectTarget | null; href: string },
  problem: FormProblem,
): PageResponse | null {
  if (!after) return null
  const redirect = { ...after, stay_href: href }
  const [next] = redirectLinks(redirect)
  const links = [{ href, label: 'Try again' }, ...(next ? [next] : [])]
  const text = `${problem.text} ${redirectText(redirect)}`
  const notice = { icon: 'alert', tone: 'warn', title: problem.title, text, links } as const
  return { status: 422, document: payNoticePage(assets, merchant, notice, null), ...redirectRefresh(redirect) }
}

/** Why a page can show neither a form nor what is to be paid. */
export type PageProblem = keyof typeof PROBLEMS

interface ProblemPageParts {
  assets: Assets
  /** What is paid, as it is called in the middle of a sentence: `invoice`. */
  label: string
  pageHref(page_id: string): string
}

/** A message on a page of its own, with a link back to the pay page where its id is known. */
export function problemPage(
  { assets, label, pageHref }: ProblemPageParts,
  status: number,
  problem: PageProblem,
  page_id: string | null,
): PageResponse {
  const links = page_id === null ? undefined : [{ href: pageHref(page_id), label: `Open the ${label}` }]
  return { status, document: noticePage(assets, { ...PROBLEMS[problem](label), links }) }
}

const PROBLEMS = {
  gone: label => ({
    icon: 'search',
    tone: 'calm',
    title: `This ${label} is not available`,
    text: `The address may be incomplete, or the ${label} was withdrawn. Check the link in your message, or ask the sender.`,
  }),
  receipt_gone: label => ({
    icon: 'search',
    tone: 'calm',
    title: 'This receipt is not available',
    text: `The link may be incomplete. The ${label} itself shows whether it is paid.`,
  }),
  file_gone: label => ({
    icon: 'search',
    tone: 'calm',
    title: 'This file is not available',
    text: `It may have been withdrawn. Ask the sender of the ${label} for it.`,
  }),
  too_often: () => ({
    icon: 'clock',
    tone: 'warn',
    title: 'Too many tries',
    text: 'Nothing was paid with this try. Please wait a few minutes before you pay again.',
  }),
  foreign_form: label => ({
    icon: 'alert',
    tone: 'warn',
    title: 'This form was sent from elsewhere',
    text: `For your safety nothing was paid. Open the ${label} from its own link and pay it there.`,
  }),
  bad_form: label => ({
    icon: 'alert',
    tone: 'warn',
    title: 'This form could not be read',
    text: `Nothing was paid. Open the ${label} again and fill in the form once more.`,
  }),
  unsure: label => ({
    icon: 'clock',
    tone: 'warn',
    title: 'Your payment is being confirmed',
    text: `It was sent and we are waiting for the answer. Please do not pay again until the ${label} shows how it ended.`,
  }),
  error: label => ({
    icon: 'alert',
    tone: 'warn',
    title: 'Something went wrong on our side',
    text: `If you were paying, open the ${label} and see whether it is paid before you try again.`,
  }),
} satisfies Record<string, (label: string) => Notice>
