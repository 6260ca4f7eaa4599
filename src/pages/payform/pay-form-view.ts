import { randomBytes } from 'node:crypto'
import { latestPlace } from '../../lib/exp-date.ts'
import type { Money } from '../../lib/money.ts'
import type { Clock } from '../../ports/clock.ts'
import { attrs, type Child, fill, type Html, html } from '../html.ts'
import { brandMarks, icons } from '../icons.ts'
import { LANGUAGE } from '../presentation.ts'
import { readAmount, shownAmount } from './amount.ts'
import { errorView, type FormField, type FormInput, fieldView } from './field.ts'
import {
  amountField,
  chosenMethod,
  type FormProblem,
  type PayForm,
  type PaymentMethod,
  RECEIPT_EMAIL,
  receiptEmail,
  shownTerms,
} from './pay-form.ts'
import { surchargeView } from './surcharge.ts'

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
  return { attempt: randomBytes(16).toString('hex'), today: latestPlace(clock.seconds()), input, problem }
}

const METHOD_ICONS: Record<PaymentMethod, Html> = { cc: icons.card, ach: icons.bank }

/** The heading over the form: what is paid with, where there is no choice. */
export function formHeading({ words: { form }, stores, verifies, cc, ach }: PayForm): string {
  if (stores) return form.heading.stores
  if (verifies) return form.heading.verifies
  return form.heading[cc && ach ? 'both' : cc ? 'cc' : 'ach']
}

/**
 * The payment form. It needs no script: the browser submits it, and the server shows what is wrong beside each field.
 */
export function payFormView(form: PayForm, state: PayFormState): Html {
  const input = { ...state.input, values: { ...form.defaults, ...state.input.values } }
  const method = chosenMethod(form, input.values.payment_method)
  const { words } = form
  return html`<form${attrs({ class: 'payform', id: 'pay-form', method: 'post', action: form.action, novalidate: true })}${attrs(
    {
      'data-locale': words.locale,
      'data-currency': 'USD',
      'data-month': state.today.toPlainYearMonth().toString(),
      'data-check-fields': words.form.check_fields,
      'data-sending': words.form.sending,
      'data-sending-long': words.form.sending_long,
    },
  )}>
${errorSummary(form, state)}
<input type="hidden" name="attempt" value="${state.attempt}">
${Object.entries(form.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${amountPart(form, input)}
${form.details && html`<div class="grid">${form.details.map(field => fieldView(field, input, words.form))}</div>`}
${methodSwitch(form, method)}
${form.cc && methodFields('cc', form.cc, form, input)}
${form.ach && methodFields('ach', form.ach, form, input, authorization(form, input))}
${!form.stores && !form.verifies && fieldView({ field: receiptEmail(words), required: false }, input, words.form)}
<div class="send">
${form.surcharge && surchargeView(form.words, form.surcharge, amountIn(form, input))}
${review(form)}
<button class="button" type="submit">${icons.lock}<span data-pay-label>${buttonLabel(form)}</span></button>
<p class="sending" role="status"></p>
</div>
${languageButtons(form)}
</form>`
}

/** A page that is opened by a form has no address of its own in another language: what was typed goes along. */
export function languageButtons({ languages }: PayForm): Child {
  return (
    languages &&
    html`<p class="languages">${languages.map(
      other =>
        html`<button class="link"${attrs({ type: 'submit', name: LANGUAGE, value: other.language, lang: other.language, formnovalidate: true })}>${other.own_name}</button>`,
    )}</p>`
  )
}

/** What the button will do, in a sentence; the script keeps its amount up to date. */
function review(form: PayForm): Html {
  const { form: words } = form.words
  const parts = {
    amount: html`<strong data-amount-text>${amountText(form)}</strong>`,
    payee: html`<strong>${form.payee}</strong>`,
  }
  if (form.stores) return html`<p class="review">${fill(words.review_stores, parts)}</p>`
  if (form.verifies) return html`<p class="review">${fill(words.review_verifies, parts)}</p>`
  const act = fill(form.authorizes ? words.review_authorize : words.review, parts)
  const kept = form.keeps_account && html` ${fill(words.review_keeps, { payee: form.payee })}`
  return html`<p class="review">${act}${kept}</p>`
}

function buttonLabel(form: PayForm): string {
  const { form: words } = form.words
  if (form.stores) return words.save
  if (form.verifies) return words.verify
  const verb = form.authorizes ? words.authorize : words.pay
  // With a surcharge it depends on the card what is paid.
  return form.amount.kind === 'fixed' && !form.surcharge ? `${verb} ${amountText(form)}` : verb
}

/**
 * All errors at the head of the form, focused when the page opens (WCAG 3.3.1, 4.1.3). The script fills the same
 * element.
 */
export function errorSummary(form: PayForm, { input, problem }: PayFormState): Html {
  const entries = Object.entries(input.errors)
  if (!problem && entries.length === 0)
    return html`<div class="problems" id="problems" role="alert" tabindex="-1" hidden></div>`
  const order = fieldNames(form)
  entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return html`<div class="problems" id="problems" role="alert" tabindex="-1" autofocus>
<h3>${problem?.title ?? form.words.form.check_fields}</h3>
${problem && html`<p>${problem.text}</p>`}
${entries.length > 0 && html`<ul>${entries.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>`}
</div>`
}

function fieldNames(form: PayForm): string[] {
  const fields = [...(form.details ?? []), ...(form.cc ?? []), ...(form.ach ?? [])].map(({ field }) => field.name)
  return ['amount', ...fields, 'ach_authorize', RECEIPT_EMAIL]
}

function amountPart(form: PayForm, input: FormInput): Html {
  const terms = shownTerms(form)
  const shown = html`<input type="hidden" name="shown_amount" value="${shownAmount(form.amount)}">
${terms && html`<input type="hidden" name="shown_terms" value="${terms}">`}`
  if (form.amount.kind === 'fixed') return shown
  const suggested = form.amount.suggested > 0n ? form.words.money(form.amount.suggested).replace('$', '') : ''
  const values = { amount: suggested, ...input.values }
  const field = amountField(form.amount, form.words)
  const decoration = { name: 'unit', view: html`<span class="unit" aria-hidden="true">$</span>` }
  const view = fieldView(
    { field, required: true },
    { ...input, values },
    { optional: form.words.form.optional, decoration },
  )
  return html`${shown}
${view}`
}

/** The amount as it stands in the form; null where the payer has not entered one. */
function amountIn({ amount }: PayForm, input: FormInput): Money | null {
  if (amount.kind === 'fixed') return amount.amount
  const typed = input.values.amount
  return typed === undefined ? amount.suggested || null : readAmount(typed)
}

function amountText(form: PayForm): string {
  return form.amount.kind === 'fixed' ? form.words.money(form.amount.amount) : form.words.form.amount_above
}

/** Radio buttons that look like tabs; the stylesheet shows the fields of the chosen method. */
function methodSwitch(form: PayForm, chosen: PaymentMethod): Html {
  if (!form.cc || !form.ach) return html`<input type="hidden" name="payment_method" value="${chosen}">`
  const option = (method: PaymentMethod) => html`<label class="method">
<input${attrs({ class: 'method-radio', type: 'radio', name: 'payment_method', id: `method-${method}`, value: method, checked: method === chosen })}>
<span>${METHOD_ICONS[method]}${form.words.form.methods[method]}</span>
</label>`
  return html`<fieldset class="methods">
<legend class="quiet">${form.stores ? form.words.form.what_to_save : form.words.form.pay_with}</legend>
<div class="switch">${option('cc')}${option('ach')}</div>
</fieldset>`
}

/** Their title is for screen readers: the heading over the form or the chosen tab shows it to others. */
function methodFields(
  method: PaymentMethod,
  fields: FormField[],
  { words }: PayForm,
  input: FormInput,
  after?: Html,
): Html {
  const { optional } = words.form
  const decorated = (one: FormField) =>
    one.field.name === 'cc_account_number' ? { name: 'brands', view: brandMarks } : undefined
  return html`<fieldset class="fields" id="fields-${method}" data-method="${method}">
<legend class="fields-title">${words.form.details[method]}</legend>
<div class="grid">
${fields.map(one => fieldView(one, input, { optional, decoration: decorated(one) }))}
</div>
${after}
</fieldset>`
}

/** The debit authorization of the Nacha rules, by a box of its own: payee, amount, date and how it is revoked. */
function authorization(form: PayForm, input: FormInput): Html {
  const { form: words } = form.words
  const error = input.errors.ach_authorize
  const sentence = form.stores ? words.debit_later : words.debit_once
  return html`<div class="field consent">
<label class="option" for="ach_authorize"><input${attrs({
    class: 'tick',
    type: 'checkbox',
    id: 'ach_authorize',
    name: 'ach_authorize',
    value: '1',
    required: true,
    'data-check': 'consent',
    'data-missing': words.tick_authorization,
    'aria-invalid': error ? 'true' : null,
    'aria-describedby': error ? 'ach_authorize-error' : null,
  })}>
<span>${fill(sentence, {
    payee: form.payee,
    amount: html`<span data-amount-text>${amountText(form)}</span>`,
    revoke: form.stores ? words.revoke_later(form.support_email) : words.revoke_once(form.support_email),
  })}</span></label>
${errorView('ach_authorize', error)}
</div>`
}
