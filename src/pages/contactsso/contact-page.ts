import type { Caller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Store } from '../../definition/store.ts'
import { type Engine, isPermitted } from '../../engine/engine.ts'
import { addressLines } from '../../lib/address-lines.ts'
import { showPhone } from '../../lib/us-formats.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { contact } from '../../resources/contact/contact.ts'
import { location } from '../../resources/location/location.ts'
import { STATUS as INVOICE_STATUS, quickinvoice } from '../../resources/quickinvoice/quickinvoice.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { user } from '../../resources/user/user.ts'
import { accountName } from '../../words/account-name.ts'
import type { Words } from '../../words/words.ts'
import { type Child, fill, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import { brandingOf, type MerchantView, merchantView, pageFooter, pageHeader } from '../merchant.ts'
import type { Presentation } from '../presentation.ts'
import { invoiceHref } from '../quickinvoice/invoice-page.ts'

/** The page of a contact: its details, open invoices, stored accounts and payments. Returns the whole document. */
export function contactPage(shown: Presentation, view: ContactView): string {
  const { words } = shown
  const { merchant, contact } = view
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return page({
    ...shown,
    title: `${name} – ${merchant.name}`,
    branding: brandingOf(merchant),
    width: 'narrow',
    body: html`${pageHeader(merchant)}
<main class="alone">
<article class="receipt" aria-labelledby="contact-title">
<header>
<h1 id="contact-title">${name}</h1>
<p>${words.contact.signed_in_as(view.username)}</p>
</header>
${facts(personRows(words, view))}
${view.invoices && part(words.contact.invoices, invoiceRows(shown, view.invoices), words.contact.no_invoices)}
${part(words.contact.accounts, accountRows(words, view), words.contact.no_accounts)}
${part(words.contact.payments, paymentRows(words, view), words.contact.no_payments)}
</article>
<form class="actions" method="post" action="${shown.link(`/contact/${view.contact.id}/sign-out`)}">
<button class="button plain" type="submit">${words.contact.sign_out}</button>
</form>
</main>
${pageFooter(merchant, shown)}`,
  })
}

function part(title: string, rows: [string, Child][], none: string): Html {
  return html`<section class="part"><h2>${title}</h2>
${rows.length > 0 ? facts(rows) : html`<p class="prose">${none}</p>`}</section>`
}

function facts(rows: [string, Child][]): Html {
  const filled = rows.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
  return html`<dl class="facts">${filled.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`
}

function personRows({ contact: words }: Words, { contact }: ContactView): [string, Child][] {
  const lines = addressLines({ ...contact, address1: contact.address, address2: null, zip_code: contact.zip })
  return [
    [words.company, contact.company_name],
    [words.email, contact.email],
    [words.cell_phone, showPhone(contact.cell_phone)],
    [words.home_phone, showPhone(contact.home_phone)],
    [words.address, lines.map(each => html`<span class="line">${each}</span>`)],
    [words.account_number, contact.account_number],
    [words.reference, contact.contact_api_id],
  ]
}

/** Each with the day it is due and the way to pay it. */
function invoiceRows({ words, link }: Presentation, invoices: Row<typeof quickinvoice>[]): [string, Child][] {
  return invoices.map(({ id, title, invoice_number, due_date, remaining_balance }) => [
    invoice_number ? `${title} (${invoice_number})` : title,
    html`<span class="line">${fill(words.invoice.due, { date: words.day(due_date) })}</span><a class="line" href="${link(invoiceHref(id))}">${words.contact.pay(words.money(remaining_balance))}</a>`,
  ])
}

function accountRows(words: Words, { accounts }: ContactView): [string, Child][] {
  return accounts.map(({ title, account_type, last_four }) => [
    title || words.accounts.other,
    accountName(words, account_type, last_four),
  ])
}

function paymentRows(words: Words, { transactions, tz }: ContactView): [string, Child][] {
  return transactions.map(row => [
    words.moment(row.created_ts, tz),
    html`<span class="line">${words.money(row.transaction_amount)}</span><span class="line">${words.contact.outcomes[outcomeOf(row)]}</span>`,
  ])
}

type Outcome = keyof Words['contact']['outcomes']

const OUTCOMES: Record<number, Outcome> = {
  [STATUS.sale]: 'approved',
  [STATUS.authorized]: 'authorized',
  [STATUS.refunded]: 'refunded',
  [STATUS.ach_pending]: 'submitted',
  [STATUS.ach_originating]: 'submitted',
  [STATUS.ach_originated]: 'submitted',
  [STATUS.ach_settled]: 'approved',
  [STATUS.ach_reserved]: 'submitted',
  [STATUS.ach_rejected]: 'returned',
  [STATUS.voided]: 'voided',
  [STATUS.declined]: 'declined',
  [STATUS.charged_back]: 'returned',
}

/** How a payment ended, as its payer would say it. */
function outcomeOf({ status_id }: Row<typeof transaction>): Outcome {
  return OUTCOMES[status_id] ?? 'pending'
}

/** What the page of a contact shows to a signed-in user. */
export interface ContactView {
  merchant: MerchantView
  /** The signed-in user. */
  username: string
  /** The language that is set for the user, or null. */
  locale: string | null
  /** The time zone of dates on the page. */
  tz: string
  contact: Row<typeof contact>
  /** Those that can be paid; null where the user may not see invoices. */
  invoices: Row<typeof quickinvoice>[] | null
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
  const signed_in = await read.maybe(user, caller.user_id)
  return {
    merchant: merchantView({ place, domain }),
    username: signed_in?.username ?? '',
    locale: signed_in?.locale ?? null,
    tz: caller.zone,
    contact: found,
    invoices: await openInvoices({ engine, store }, caller, found.id),
    accounts: await read.all(accountvault, own, MOST_SHOWN),
    transactions: await read.all(transaction, own, MOST_SHOWN),
  }
}

async function openInvoices(
  { engine, store }: { engine: Engine; store: Store },
  caller: Caller,
  contact_id: string,
): Promise<Row<typeof quickinvoice>[] | null> {
  if (!isPermitted(engine, caller, 'quickinvoice', 'list')) return null
  const open = { contact_id, status_id: INVOICE_STATUS.open, is_active: true }
  const found = await store.reader(caller).all(quickinvoice, open, MOST_SHOWN)
  return found.filter(({ remaining_balance }) => remaining_balance > 0n)
}
