import type { Caller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Store } from '../../definition/store.ts'
import type { Engine } from '../../engine/engine.ts'
import { accountName } from '../../lib/account-name.ts'
import { addressLines } from '../../lib/address-lines.ts'
import { momentInWords } from '../../lib/local-date.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { contact } from '../../resources/contact/contact.ts'
import { location } from '../../resources/location/location.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { user } from '../../resources/user/user.ts'
import type { Assets } from '../assets.ts'
import { type Child, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import { brandingOf, type MerchantView, merchantView, pageFooter, pageHeader } from '../merchant.ts'
import { showMoney } from '../show.ts'

/** The page of a contact: its details, stored accounts and latest payments. Returns the whole document. */
export function contactPage(assets: Assets, view: ContactView): string {
  const { merchant, contact } = view
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return page({
    assets,
    title: `${name} – ${merchant.name}`,
    branding: brandingOf(merchant),
    width: 'narrow',
    body: html`${pageHeader(merchant)}
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
<form class="actions" method="post" action="/contact/${view.contact.id}/sign-out">
<button class="button plain" type="submit">Sign out</button>
</form>
</main>
${pageFooter(merchant)}`,
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
    momentInWords(created_ts, tz),
    html`<span class="line">${showMoney(transaction_amount)}</span><span class="line">${verbiage}</span>`,
  ])
}

/** What the page of a contact shows to a signed-in user. */
export interface ContactView {
  merchant: MerchantView
  /** The signed-in user. */
  username: string
  /** The time zone of dates on the page. */
  tz: string
  contact: Row<typeof contact>
  accounts: Row<typeof accountvault>[]
  transactions: Row<typeof transaction>[]
}

const MOST_SHOWN = 10

/**
 * Reads with the rights of the user and within the user's locations. Returns null when the contact is not there. Throws
 * 403.
 */
export async function loadContactView(
  { engine, store }: { engine: Engine; store: Store },
  caller: Caller,
  contact_id: string,
): Promise<ContactView | null> {
  for (const noun of ['contact', 'accountvault', 'transaction']) engine.permit(caller, noun, 'list')
  const read = store.reader(caller)
  const found = await read.maybe(contact, contact_id)
  const place = found && (await read.maybe(location, found.location_id))
  if (!found || !place) return null
  const domain = await read.maybe(branding_domain, place.branding_domain_id)
  const own = { contact_id: found.id }
  return {
    merchant: merchantView({ place, domain }),
    username: (await read.maybe(user, caller.user_id))?.username ?? '',
    tz: caller.zone,
    contact: found,
    accounts: await read.all(accountvault, own, MOST_SHOWN),
    transactions: await read.all(transaction, own, MOST_SHOWN),
  }
}
