import { type Html, html } from '../../src/pages/html.ts'
import { TEST_CARDS } from '../../src/pages/payform/test-cards.ts'
import type { ConsoleView } from './console-view.ts'
import { copied, type Section } from './section.ts'

/** Forms that make records as the first merchant. What they send and get is shown as the request it was. */
export function makeSection({ token, file }: ConsoleView): Section {
  if (!token || !file?.merchants[0]) return { id: 'make', title: 'Make', body: MISSING }
  return {
    id: 'make',
    title: 'Make',
    body: html`<p class="fine">For ${file.merchants[0].name}, through the API. Each leads to its request and answer.</p>
<div class="makers">
${maker(
  { path: 'invoice', title: 'Invoice', button: 'Make an invoice', token },
  html`${field('invoice-title', 'Title', html`<input class="input" id="invoice-title" name="title" value="Garden work" required maxlength="64">`)}
${field('invoice-amount', 'Amount', amountInput('invoice-amount', '40.00'))}
${field('invoice-email', 'Mail it to (optional)', html`<input class="input" id="invoice-email" name="email" type="email" placeholder="payer@example.com" autocomplete="off">`)}`,
)}
${maker(
  { path: 'payment', title: 'Payment', button: 'Make a payment', token },
  html`${field('payment-card', 'Test card', html`<select class="input" id="payment-card" name="card">${TEST_CARDS.map(({ brand, number }) => html`<option value="${brand}">${BRANDS[brand]} ${number}</option>`)}</select>`)}
${field('payment-amount', 'Amount', amountInput('payment-amount', '11.00'))}
<p class="fine">6.15 is declined, 2.01 approved in part: <a href="/docs/test-tables">all amounts</a></p>`,
)}
${maker(
  { path: 'postback', title: 'Postback', button: 'Make a postback', token },
  html`${field('postback-url', 'Where to', html`<input class="input" id="postback-url" name="url" type="url" required maxlength="512" placeholder="http://127.0.0.1:3000/" autocomplete="off">`)}
<p class="fine">Registers the address for new contacts, unless it is, and makes one.</p>`,
)}
</div>
<h3>Trigger</h3>
<ul class="lines">
${TRIGGERS.map(
  ({ path, button, says }) => html`<li><form method="post" action="/sandbox/console/make/${path}">
<input type="hidden" name="token" value="${token}">
<button class="button plain">${button}</button> <span class="fine">${says}</span>
</form></li>`,
)}
</ul>`,
  }
}

const TRIGGERS = [
  { path: 'refund', button: 'Refund a sale', says: 'A card sale of 50.00, half of it refunded.' },
  {
    path: 'recurring',
    button: 'Charge a recurring',
    says: 'A monthly payment, charged for the first time. Moves the clock two days.',
  },
  {
    path: 'settlement',
    button: 'Settle a batch',
    says: 'A card sale, and the settlement of its batch. Moves the clock a day.',
  },
]

const MISSING = html`<p class="fine">sandbox.json is not in this home, so the console has no keys to make anything with.</p>`

const BRANDS = { visa: 'Visa', mc: 'Mastercard', amex: 'American Express', disc: 'Discover' } as const

interface Maker {
  path: string
  title: string
  button: string
  token: string
}

function maker({ path, title, button, token }: Maker, fields: Html): Html {
  return html`<form method="post" action="/sandbox/console/make/${path}" aria-labelledby="make-${path}">
<h3 id="make-${path}">${title}</h3>
<input type="hidden" name="token" value="${token}">
${fields}
<button class="button plain">${button}</button>
</form>
`
}

function field(id: string, label: string, input: Html): Html {
  return html`<div class="field"><label class="label" for="${id}">${label}</label>${input}</div>`
}

function amountInput(id: string, amount: string): Html {
  return html`<input class="input" id="${id}" name="amount" value="${amount}" inputmode="decimal" required maxlength="12">`
}

/** Public test numbers to copy. */
export function cardsSection(): Section {
  return {
    id: 'cards',
    title: 'Test cards',
    body: html`<ul class="lines">${TEST_CARDS.map(
      ({ brand, number, cvv }) => html`<li>${BRANDS[brand]} <span class="fine">code ${cvv}</span>
${copied(number.replaceAll(' ', ''))}</li>`,
    )}</ul>
<p class="fine">Any future expiration date. The amount decides the outcome: <a href="/docs/test-tables">test values</a></p>`,
  }
}
