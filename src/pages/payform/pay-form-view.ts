import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import { attrs, type Html, html } from '../html.ts'
import { brandMarks, icons } from '../icons.ts'
import { showMoney } from '../show.ts'
import { errorView, type FormField, type FormInput, fieldView } from './field.ts'
import {
  amountField,
  chosenMethod,
  earliestDate,
  type FormProblem,
  type PayForm,
  type PaymentMethod,
  receiptEmail,
} from './pay-form.ts'

export interface PayFormState {
  /** A fresh token of 32 hex digits; each token pays once. */
  attempt: string
  /** The earliest current date in any time zone; the script compares expiry dates with its month. */
  today: Temporal.PlainDate
  input: FormInput
  problem: FormProblem | null
}

/** Returns the state of a form shown now, under a fresh token. */
export function payFormState(
  clock: Clock,
  { input, problem }: Pick<PayFormState, 'input' | 'problem'> = { input: { values: {}, errors: {} }, problem: null },
): PayFormState {
  return { attempt: randomBytes(16).toString('hex'), today: earliestDate(clock), input, problem }
}

const METHODS: Record<PaymentMethod, { label: string; icon: Html }> = {
  cc: { label: 'Card', icon: icons.card },
  ach: { label: 'Bank account', icon: icons.bank },
}

/**
 * The payment form. It needs no script: the browser submits it, and the server shows what is wrong beside each field.
 */
export function payFormView(form: PayForm, state: PayFormState): Html {
  const input = { ...state.input, values: { ...form.defaults, ...state.input.values } }
  const method = chosenMethod(form, input.values.payment_method)
  return html`<form${attrs({ class: 'payform', id: 'pay-form', method: 'post', action: form.action, novalidate: true })}${attrs(
    {
      'data-locale': 'en-US',
      'data-currency': 'USD',
      'data-month': state.today.toPlainYearMonth().toString(),
    },
  )}>
${errorSummary(form, state)}
<input type="hidden" name="attempt" value="${state.attempt}">
${Object.entries(form.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${amountPart(form, input)}
${form.details && detailFields(form.details, input)}
${methodSwitch(form, method)}
${form.cc && methodFields('cc', form.cc, input)}
${form.ach && methodFields('ach', form.ach, input, authorization(form, input))}
${!form.stores && fieldView({ field: receiptEmail, required: false }, input)}
<div class="send">
${review(form)}
<button class="button" type="submit">${icons.lock}<span data-pay-label>${buttonLabel(form)}</span></button>
<p class="sending" role="status"></p>
</div>
</form>`
}

/** What the button will do, in a sentence; the script keeps its amount up to date. */
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

/**
 * All errors at the head of the form, focused when the page opens (WCAG 3.3.1, 4.1.3). The script fills the same
 * element.
 */
function errorSummary(form: PayForm, { input, problem }: PayFormState): Html {
  const entries = Object.entries(input.errors)
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
  const fields = [...(form.details ?? []), ...(form.cc ?? []), ...(form.ach ?? [])].map(({ field }) => field.name)
  return ['amount', ...fields, 'ach_authorize', receiptEmail.name]
}

function amountPart(form: PayForm, input: FormInput): Html {
  if (form.amount.kind === 'fixed') {
    return html`<input type="hidden" name="shown_amount" value="${form.amount.amount}">`
  }
  const suggested = form.amount.suggested > 0n ? showMoney(form.amount.suggested).replace('$', '') : ''
  const values = { amount: suggested, ...input.values }
  const field = amountField(form.amount)
  return fieldView(
    { field, required: true },
    { ...input, values },
    {
      name: 'unit',
      view: html`<span class="unit" aria-hidden="true">$</span>`,
    },
  )
}

function amountText(form: PayForm): string {
  return form.amount.kind === 'fixed' ? showMoney(form.amount.amount) : 'the amount above'
}

/** Radio buttons that look like tabs; the stylesheet shows the fields of the chosen method. */
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

function detailFields(fields: FormField[], input: FormInput): Html {
  return html`<div class="grid">${fields.map(field => fieldView(field, input))}</div>`
}

function methodFields(method: PaymentMethod, fields: FormField[], input: FormInput, after?: Html): Html {
  return html`<fieldset class="fields" id="fields-${method}" data-method="${method}">
<legend class="fields-title">${METHODS[method].label} details</legend>
<div class="grid">
${fields.map(one => fieldView(one, input, one.field.name === 'cc_account_number' ? { name: 'brands', view: brandMarks } : undefined))}
</div>
${after}
</fieldset>`
}

/** The debit authorization of the Nacha rules, by a box of its own: payee, amount, date and how it is revoked. */
function authorization(form: PayForm, input: FormInput): Html {
  const error = input.errors.ach_authorize
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
