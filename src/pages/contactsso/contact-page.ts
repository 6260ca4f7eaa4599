import { accountName } from '../../lib/account-name.ts'
import { addressLines } from '../../lib/address-lines.ts'
import type { Assets } from '../assets.ts'
import { brandingOf } from '../checkout/merchant-view.ts'
import type { Child, Html } from '../html.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { colophon, masthead } from '../merchant.ts'
import { LANGUAGE, showMoment, showMoney } from '../show.ts'
import type { ContactView } from './contact-view.ts'

/** The page of one contact: who it is, how it pays, and what it paid lately. */
export function contactPage(assets: Assets, view: ContactView): string {
  const { merchant, contact } = view
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return page({
    assets,
    title: `${name} – ${merchant.name}`,
    branding: brandingOf(merchant),
    width: 'narrow',
    body: html`${masthead(merchant)}
<main class="alone">
<article class="receipt" aria-labelledby="contact-title">
<header>
<h1 id="contact-title">${name}</h1>
<p>You are signed in as ${view.username}.</p>
</header>
${facts(personRows(view))}
<h2>Saved accounts</h2>
${view.accounts.length > 0 ? facts(accountRows(view)) : html`<p class="prose">No account is saved.</p>`}
<h2>Latest payments</h2>
${view.transactions.length > 0 ? facts(paymentRows(view)) : html`<p class="prose">Nothing was paid yet.</p>`}
</article>
<form class="actions" method="post" action="/contact/sign-out">
<button class="button plain" type="submit">Sign out</button>
</form>
</main>
${colophon(merchant)}`,
  })
}

function facts(rows: [string, Child][]): Html {
  const shown = rows.filter(([, value]) => Boolean(value))
  return html`<dl class="facts">${shown.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`
}

function personRows({ contact }: ContactView): [string, Child][] {
  const lines = addressLines({ ...contact, address1: contact.address, address2: null, zip_code: contact.zip })
  return [
    ['Company', contact.company_name],
    ['E-mail', contact.email],
    ['Cell phone', contact.cell_phone],
    ['Home phone', contact.home_phone],
    ['Address', lines.map(each => html`<span class="line">${each}</span>`)],
    ['Account number', contact.account_number],
    ['Your reference', contact.contact_api_id],
  ]
}

function accountRows({ accounts }: ContactView): [string, Child][] {
  return accounts.map(({ title, account_type, last_four }) => [
    title || 'Account',
    accountName(account_type ?? '', last_four ?? ''),
  ])
}

function paymentRows({ transactions, tz }: ContactView): [string, Child][] {
  return transactions.map(({ created_ts, transaction_amount, verbiage }) => [
    showMoment(created_ts, tz, LANGUAGE),
    html`<span class="line">${showMoney(transaction_amount, LANGUAGE)}</span><span class="line">${verbiage}</span>`,
  ])
}
