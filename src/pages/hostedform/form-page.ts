import { parseMoney } from '../../lib/money.ts'
import type { Assets } from '../assets.ts'
import { brandingOf } from '../checkout/merchant-view.ts'
import { attrs, html } from '../html.ts'
import { page } from '../layout.ts'
import { masthead } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import { noticePanel } from '../notice.ts'
import type { PayForm } from '../payform/pay-form.ts'
import { type PayFormState, payFormView } from '../payform/pay-form-view.ts'
import { LANGUAGE, showMoney } from '../show.ts'
import type { FormContext } from './form-context.ts'
import type { FormState } from './form-state.ts'

/** The form as all pay pages show it, sent to where it came from. */
export function hostedPayForm(state: FormState, { merchant, cc, ach }: FormContext, sealed: string): PayForm {
  const { record, noun } = state
  const isPayment = noun === 'transaction' && record.action !== 'avsonly'
  return {
    action: noun === 'transaction' ? '/v2/payform' : '/v2/accountform',
    payee: merchant.name,
    support_email: merchant.support_email,
    language: LANGUAGE,
    amount: { kind: 'fixed', amount: isPayment ? (parseMoney(record.transaction_amount) ?? 0n) : 0n },
    cc,
    ach,
    authorizes: record.action === 'authonly',
    keeps_account: record.save_account === true || record.save_account === 1,
    stores: noun === 'accountvault',
    hidden: { form: sealed },
  }
}

export function hostedFormPage(assets: Assets, { merchant }: FormContext, form: PayForm, state: PayFormState): string {
  const title = form.stores ? 'Save an account' : 'Payment'
  return page({
    assets,
    title: `${title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    scripts: ['pay.js'],
    width: 'narrow',
    body: html`${masthead(merchant)}
<main class="stack">
<section class="pay" id="pay" aria-labelledby="pay-title" tabindex="-1">
<h1 id="pay-title">${title}</h1>
${payFormView(form, state)}
</section>
</main>`,
  })
}

/** How it ended, for the person in front of it and, by the script, for the page around it. */
export function hostedResultPage(
  assets: Assets,
  { merchant }: FormContext,
  { options }: FormState,
  notice: Notice,
  record: object | null,
): string {
  const tells = record !== null && options.parent_send_message && options.parent_origin !== null
  return page({
    assets,
    title: `${notice.title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    scripts: ['parent.js'],
    width: 'narrow',
    body: html`${masthead(merchant)}
<main${attrs({
      class: 'alone',
      id: 'result',
      'data-message': tells ? JSON.stringify(record) : null,
      'data-origin': tells ? options.parent_origin : null,
      'data-close': options.close_after,
    })}>
${noticePanel(notice)}
${options.display_close_button && html`<p class="actions"><button class="button plain" type="button" data-close hidden>Close</button></p>`}
</main>`,
  })
}

interface Outcome {
  status_id?: unknown
  transaction_amount?: unknown
  auth_amount?: unknown
}

const DECLINED = 301
const PENDING = 0

/** The same outcome in words. */
export function resultNotice(state: FormState, record: Outcome, words: string): Notice {
  if (state.noun === 'accountvault')
    return { icon: 'check', tone: 'good', title: 'Account saved', text: 'It can be used for payments you agree on.' }
  if (record.status_id === DECLINED) {
    const text = `${words ? `${words} ` : ''}No money was taken. Ask the merchant for another way to pay.`
    return { icon: 'alert', tone: 'warn', title: 'Payment declined', text }
  }
  if (record.status_id === PENDING)
    return {
      icon: 'clock',
      tone: 'warn',
      title: 'Your payment is being confirmed',
      text: 'It was sent and we are waiting for the answer. Please do not pay again.',
    }
  const amount = parseMoney(record.auth_amount) ?? parseMoney(record.transaction_amount) ?? 0n
  const text = amount > 0n ? `${showMoney(amount, LANGUAGE)} was approved. Thank you.` : 'Thank you.'
  return { icon: 'check', tone: 'good', title: 'Payment approved', text }
}
