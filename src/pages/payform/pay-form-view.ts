import type { Html } from '../html.ts'
import { attrs, html } from '../html.ts'
import { icons } from '../icons.ts'
import { showMoney } from '../show.ts'
import { brandMarks } from './brand-marks.ts'
import type { AskedField, Filled } from './field.ts'
import { errorView, fieldView } from './field.ts'
import type { PayForm, PaymentMethod } from './pay-form.ts'
import { amountField, chosenMethod, receiptEmail } from './pay-form.ts'
import type { Problem } from './read-pay-form.ts'

export interface PayFormState {
  /** A fresh 32 hex digit token; each one pays once. */
  attempt: string
  /** The earliest calendar date it still is anywhere; the script compares expiry dates with its month. */
  today: Temporal.PlainDate
  filled: Filled
  problem: Problem | null
}

const METHODS: Record<PaymentMethod, { label: string; icon: Html }> = {
  cc: { label: 'Card', icon: icons.card },
  ach: { label: 'Bank account', icon: icons.bank },
}

/** The payment form. It is complete without a script: the browser sends it, the server checks it, and says what is wrong beside each field. */
export function payFormView(form: PayForm, state: PayFormState): Html {
  const { filled } = state
  const method = chosenMethod(form, filled.values.payment_method)
  return html`<form${attrs({ class: 'payform', id: 'pay-form', method: 'post', action: form.action, novalidate: true })}${attrs(
    {
      'data-locale': form.language.locale,
      'data-currency': form.language.currency,
      'data-month': state.today.toPlainYearMonth().toString(),
    },
  )}>
${errorSummary(form, state)}
<input type="hidden" name="attempt" value="${state.attempt}">
${Object.entries(form.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${amountPart(form, filled)}
${methodSwitch(form, method)}
${form.cc && methodFields('cc', form.cc, filled)}
${form.ach && methodFields('ach', form.ach, filled, authorization(form, filled))}
${!form.stores && fieldView({ field: receiptEmail, required: false }, filled)}
<div class="send">
${review(form)}
<button class="button" type="submit">${icons.lock}<span data-pay-label>${buttonLabel(form)}</span></button>
<p class="sending" role="status"></p>
</div>
</form>`
}

/** What is about to happen, in a sentence; the script keeps its amount up to date. */
function review(form: PayForm): Html {
  if (form.stores)
    return html`<p class="review"><strong>${form.payee}</strong> will keep the account for payments you agree on later. Nothing is paid now.</p>`
  const [amount, payee] = [
    html`<strong data-amount-text>${amountText(form)}</strong>`,
    html`<strong>${form.payee}</strong>`,
  ]
  const act = form.authorizes
    ? html`${amount} will be held on your card, for ${payee} to take later.`
    : html`You pay ${amount} to ${payee}.`
  const kept = form.keeps_account && html` ${form.payee} will keep the account for payments you agree on later.`
  return html`<p class="review">${act}${kept}</p>`
}

function buttonLabel(form: PayForm): string {
  if (form.stores) return 'Save account'
  const verb = form.authorizes ? 'Authorize' : 'Pay'
  return form.amount.kind === 'fixed' ? `${verb} ${amountText(form)}` : verb
}

/** All problems at once, first thing in the form, focused when the page opens (WCAG 3.3.1, 4.1.3). The script fills the same place. */
function errorSummary(form: PayForm, { filled, problem }: PayFormState): Html {
  const entries = Object.entries(filled.errors)
  if (!problem && entries.length === 0)
    return html`<div class="problems" id="problems" role="alert" tabindex="-1" hidden></div>`
  const order = [...fieldNames(form)]
  entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return html`<div class="problems" id="problems" role="alert" tabindex="-1" autofocus>
<h3>${problem?.title ?? 'Some details need another look'}</h3>
${problem && html`<p>${problem.text}</p>`}
${entries.length > 0 && html`<ul>${entries.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>`}
</div>`
}

function fieldNames(form: PayForm): string[] {
  const asked = [...(form.cc ?? []), ...(form.ach ?? [])].map(({ field }) => field.name)
  return ['amount', ...asked, 'ach_authorize', receiptEmail.name]
}

function amountPart(form: PayForm, filled: Filled): Html {
  if (form.amount.kind === 'fixed') {
    return html`<input type="hidden" name="shown_amount" value="${form.amount.amount}">`
  }
  const suggested = form.amount.suggested > 0n ? showMoney(form.amount.suggested, form.language).replace('$', '') : ''
  const values = { amount: suggested, ...filled.values }
  const field = amountField(form.amount, form.language)
  return fieldView(
    { field, required: true },
    { ...filled, values },
    {
      name: 'unit',
      view: html`<span class="unit" aria-hidden="true">$</span>`,
    },
  )
}

function amountText(form: PayForm): string {
  return form.amount.kind === 'fixed' ? showMoney(form.amount.amount, form.language) : 'the amount above'
}

/** Two radio buttons that look like tabs; the stylesheet shows the fields of the chosen one. */
function methodSwitch(form: PayForm, chosen: PaymentMethod): Html {
  if (!form.cc || !form.ach) return html`<input type="hidden" name="payment_method" value="${chosen}">`
  const option = (method: PaymentMethod) => html`<label class="method">
<input${attrs({ class: 'method-radio', type: 'radio', name: 'payment_method', id: `method-${method}`, value: method, checked: method === chosen })}>
<span>${METHODS[method].icon}${METHODS[method].label}</span>
</label>`
  return html`<fieldset class="methods">
<legend class="quiet">${form.stores ? 'What to save' : 'Pay with'}</legend>
<div class="switch">${option('cc')}${option('ach')}</div>
</fieldset>`
}

function methodFields(method: PaymentMethod, asked: AskedField[], filled: Filled, after?: Html): Html {
  return html`<fieldset class="fields" id="fields-${method}" data-method="${method}">
<legend class="fields-title">${METHODS[method].label} details</legend>
<div class="grid">
${asked.map(one => fieldView(one, filled, one.field.name === 'cc_account_number' ? { name: 'brands', view: brandMarks } : undefined))}
</div>
${after}
</fieldset>`
}

/** The debit authorization of the Nacha rules: who, how much, when, how it is taken back; given by an act of its own. */
function authorization(form: PayForm, filled: Filled): Html {
  const error = filled.errors.ach_authorize
  const revoke = form.support_email ? ` by writing to ${form.support_email}` : ''
  return html`<div class="field consent">
<label class="option" for="ach_authorize"><input${attrs({
    class: 'tick',
    type: 'checkbox',
    id: 'ach_authorize',
    name: 'ach_authorize',
    value: '1',
    required: true,
    'data-check': 'consent',
    'data-missing': 'Tick the box to authorize the debit.',
    'aria-invalid': error ? 'true' : null,
    'aria-describedby': error ? 'ach_authorize-error' : null,
  })}>
<span>${form.stores ? html`I allow ${form.payee} to keep this bank account and to debit it for payments I agree on later. I can revoke this${revoke}.` : html`I authorize ${form.payee} to debit this bank account once, for <span data-amount-text>${amountText(form)}</span>, on or after today. I can revoke this${revoke} until the debit has been sent to my bank.`}</span></label>
${errorView('ach_authorize', error)}
</div>`
}
