import type { Caller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Store } from '../../definition/store.ts'
import { type AmountLimits, amountProblem, widest } from '../../lib/amount-limits.ts'
import { parseMoney } from '../../lib/money.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { amountLimits } from '../../resources/producttransaction/requirements.ts'
import { surcharge } from '../../resources/surcharge/surcharge.ts'
import { terminal } from '../../resources/terminal/terminal.ts'
import { LANGUAGES, type Words } from '../../words/words.ts'
import type { Product } from '../checkout/page-subject.ts'
import { bankMethod, cardMethod } from '../checkout/payment-methods.ts'
import { attrs, html } from '../html.ts'
import { page } from '../layout.ts'
import { brandingOf, type MerchantView, merchantView, pageHeader } from '../merchant.ts'
import { type Notice, noticePage, noticePanel } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import { bankFields } from '../payform/bank.ts'
import { type CardMethod, cardFields } from '../payform/card.ts'
import type { FormField } from '../payform/field.ts'
import { mayTake, type PayForm } from '../payform/pay-form.ts'
import { errorSummary, formHeading, type PayFormState, payFormView } from '../payform/pay-form-view.ts'
import { type PageSurcharge, pageSurcharge, sentSurcharge } from '../payform/surcharge.ts'
import { testCards } from '../payform/test-cards.ts'
import type { Presentation } from '../presentation.ts'
import { terminalView } from './at-terminal.ts'
import type { FormState } from './form-data.ts'

/** The merchant of a form and its fields. */
export interface FormContext {
  merchant: MerchantView
  location_id: string
  cc: FormField[] | null
  ach: FormField[] | null
  /** What a credit card is charged besides: added by the gateway, or contained in the amount that the address says. */
  surcharge: (PageSurcharge & { is_sent: boolean }) | null
  /** What the processor of each method takes. */
  takes: NonNullable<PayForm['takes']>
  /** The terminal that the form can start. */
  terminal: Row<typeof terminal> | null
}

/** The fields of a card to store, where the location has no card product. */
const DEFAULT_CARD: CardMethod = {
  show_cvv: false,
  require_cvv: false,
  show_street: false,
  require_street: false,
  show_zip: true,
  require_zip: false,
}

/** Reads within the caller's locations. Throws 422 for a reference of the form that is not there. */
export async function formContext(store: Store, caller: Caller, state: FormState, words: Words): Promise<FormContext> {
  const read = store.reader(caller)
  const { record, options, noun } = state
  const place = await read.one(location, String(record.location_id ?? caller.location_id), 'location_id')
  const domain = await read.maybe(branding_domain, place.branding_domain_id)
  const named = record.product_transaction_id
    ? await read.one(producttransaction, String(record.product_transaction_id), 'product_transaction_id')
    : null
  const product = async (method: 'cc' | 'ach', otherwise: string | null): Promise<Product | null> => {
    if (named) return named.payment_method === method ? named : null
    return read.maybe(producttransaction, otherwise)
  }
  const wants = (method: 'cc' | 'ach') => record.payment_method === undefined || record.payment_method === method
  const card_product = wants('cc') ? await product('cc', place.default_cc) : null
  const bank_product = wants('ach') ? await product('ach', place.default_ach) : null
  const card = noun === 'accountvault' && wants('cc') && !named ? storedCard(card_product) : cardMethod(card_product)
  const takesBank =
    wants('ach') && (noun === 'accountvault' || ['sale', 'debit', undefined].includes(record.action as string))
  const bank = noun === 'accountvault' ? { required: [] } : bankMethod(bank_product, name => name in record)
  const device = options.at_terminal ? await read.one(terminal, String(record.terminal_id), 'terminal_id') : null
  if (device && device.location_id !== place.id) throw notValid('terminal_id')
  const is_typed = options.at_terminal !== 'only'
  const context = {
    merchant: merchantView({ place, domain }),
    location_id: place.id,
    cc:
      is_typed && card && record.action !== 'debit'
        ? withoutHolder(cardFields({ ...card, ...options.shows }, words), options)
        : null,
    ach: is_typed && takesBank && bank ? bankFields(bank, words) : null,
    surcharge: await surchargeOn(read, caller, state, card_product),
    takes: charges(state)
      ? { cc: await amountLimits(read, [card_product]), ach: await amountLimits(read, [bank_product]) }
      : {},
    terminal: device,
  }
  mustBeTaken(state, context)
  if (context.cc || context.ach || device) return context
  throw invalidField('product_transaction_id', 'This location has no product that such a form could use.')
}

function charges({ noun, record }: FormState): boolean {
  return noun === 'transaction' && [...CHARGES, 'debit'].includes(record.action)
}

/** Throws a 422 where no method can take the amount of the form. One that charges nothing may say 0. */
function mustBeTaken(state: FormState, context: Offered): void {
  const amount = charges(state) ? parseMoney(state.record.transaction_amount) : null
  const problem = amount === null ? null : amountProblem(amount, takenBy(context))
  if (problem) throw invalidField('transaction_amount', `Transaction Amount ${problem}`)
}

type Offered = Pick<FormContext, 'cc' | 'ach' | 'takes'>

/** Returns what can be paid by one of the methods. */
function takenBy({ cc, ach, takes }: Offered): AmountLimits {
  return widest([cc && takes.cc, ach && takes.ach].flatMap(limits => limits ?? []))
}

/** Actions of a form that charge a card; without one it is a sale. */
const CHARGES: readonly unknown[] = [undefined, null, 'sale', 'authonly']

async function surchargeOn(
  read: Reader,
  { user_type_id }: Caller,
  { noun, record }: FormState,
  product: Product | null,
): Promise<FormContext['surcharge']> {
  if (noun !== 'transaction' || !product?.surcharge_id || !CHARGES.includes(record.action)) return null
  const adds = await read.asRoot().maybe(surcharge, product.surcharge_id)
  if (!adds) return null
  const sent = parseMoney(record.surcharge_amount)
  if (sent !== null || record.subtotal_amount) return { ...sentSurcharge(adds, sent ?? 0n), is_sent: true }
  const added = pageSurcharge(product, adds, user_type_id)
  return added && { ...added, is_sent: false }
}

function storedCard(product: Product | null): CardMethod {
  const method = cardMethod(product)
  return method ? { ...method, show_cvv: false, require_cvv: false } : DEFAULT_CARD
}

function withoutHolder(fields: FormField[], { show_account_holder_name }: FormState['options']): FormField[] {
  return show_account_holder_name ? fields : fields.filter(({ field }) => field.name !== 'cc_account_holder_name')
}

/** The payment form of all pay pages, submitted to the path it was loaded from. */
export function hostedPayForm(
  { words, link }: Presentation,
  state: FormState,
  context: FormContext,
  sealed: string,
): PayForm {
  const { record, noun } = state
  const { merchant, cc, ach, takes, surcharge: added } = context
  const isPayment = noun === 'transaction' && record.action !== 'avsonly'
  const amount: PayForm['amount'] = isPayment ? amountAsked(record, context) : { kind: 'fixed', amount: 0n }
  const asked: PayForm['amount'] = { kind: 'fixed', amount: parseMoney(record.transaction_amount) ?? 0n }
  const [by_card, by_bank] = [mayTake(asked, takes.cc), mayTake(asked, takes.ach)]
  return {
    words,
    action: link(noun === 'transaction' ? '/v2/payform' : '/v2/accountform'),
    languages: LANGUAGES.filter(other => other !== words),
    payee: merchant.name,
    support_email: merchant.support_email,
    amount,
    cc: by_card ? cc : null,
    ach: by_bank ? ach : null,
    takes,
    surcharge: cc && added,
    verifies: noun === 'transaction' && !isPayment,
    authorizes: record.action === 'authonly',
    keeps_account: record.save_account === true || record.save_account === 1,
    stores: noun === 'accountvault',
    hidden: { form: sealed },
    ...(state.defaults ? { defaults: state.defaults } : {}),
  }
}

/** An amount that was not said is typed: at a virtual terminal. A surcharge that it contains is named by itself. */
function amountAsked(
  { transaction_amount, surcharge_amount }: Record<string, unknown>,
  context: FormContext,
): PayForm['amount'] {
  const { surcharge: added } = context
  const amount = parseMoney(transaction_amount)
  if (amount === null) {
    const { least_amount: min, largest_amount: max } = takenBy(context)
    return { kind: 'open', suggested: 0n, min, max }
  }
  const contained = added?.is_sent ? (parseMoney(surcharge_amount) ?? 0n) : 0n
  return { kind: 'fixed', amount: contained < amount ? amount - contained : amount }
}

/** In the frame of a merchant's page the form stands alone: what it is for and who is paid is said around it. */
export function hostedFormPage(
  shown: Presentation,
  { merchant, terminal: device }: FormContext,
  { options }: FormState,
  form: PayForm,
  state: PayFormState,
): string {
  const is_typed = form.cc !== null || form.ach !== null
  const title = is_typed ? formHeading(form) : shown.words.hosted_form.terminal.title
  const bare = options.parent_origin !== null
  return page({
    ...shown,
    title: `${title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    scripts: ['pay.js'],
    width: 'narrow',
    bare,
    body: html`${!bare && pageHeader(merchant)}
<main class="stack">
<section class="pay" id="pay" aria-labelledby="pay-title" tabindex="-1">
<h1 id="pay-title">${title}</h1>
${shown.test && form.cc && testCards(shown.words, state.today)}
${is_typed ? payFormView(form, state) : errorSummary(form, state)}
${device && terminalView(form, device.title, is_typed)}
</section>
</main>`,
  })
}

/**
 * The result, shown to the person and, where the form asks for it, posted by the script to the page around the frame.
 */
export function hostedResultPage(
  shown: Presentation,
  { merchant }: FormContext,
  { options }: FormState,
  notice: Notice,
  record: object | null,
): string {
  const posts_message = record !== null && options.parent_send_message && options.parent_origin !== null
  const bare = options.parent_origin !== null
  return page({
    ...shown,
    title: `${notice.title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    scripts: ['parent.js'],
    width: 'narrow',
    bare,
    body: html`${!bare && pageHeader(merchant)}
<main${attrs({
      class: 'alone',
      id: 'result',
      'data-message': posts_message ? JSON.stringify(record) : null,
      'data-origin': posts_message ? options.parent_origin : null,
      'data-close': options.close_after,
    })}>
${noticePanel(notice)}
${options.display_close_button && html`<p class="actions"><button class="button plain" type="button" data-close hidden>${shown.words.page.close}</button></p>`}
</main>`,
  })
}

interface Outcome {
  status_id?: unknown
  transaction_amount?: unknown
  auth_amount?: unknown
  payment_method?: unknown
}

const DECLINED = 301
const PENDING = 0

/** Returns the result as a message. `decline`: the payer's text for the reason of a decline. */
export function resultNotice(words: Words, state: FormState, record: Outcome, decline: string): Notice {
  const { hosted_form, receipt, page: any_page } = words
  if (state.noun === 'accountvault')
    return { icon: 'check', tone: 'good', title: hosted_form.saved, text: hosted_form.saved_text }
  if (record.status_id === DECLINED) {
    const text = `${decline} ${hosted_form.declined_text}`
    return { icon: 'alert', tone: 'warn', title: receipt.declined, text }
  }
  if (record.status_id === PENDING)
    return { icon: 'clock', tone: 'warn', title: any_page.confirming, text: hosted_form.pending_text }
  if (state.noun === 'transaction' && state.record.action === 'avsonly')
    return { icon: 'check', tone: 'good', title: receipt.verified, text: hosted_form.thanks }
  const amount = parseMoney(record.auth_amount) ?? parseMoney(record.transaction_amount) ?? 0n
  const submitted = record.payment_method === 'ach'
  const said = submitted ? hosted_form.submitted_text : hosted_form.approved_text
  const text = amount > 0n ? said(words.money(amount)) : hosted_form.thanks
  return { icon: 'check', tone: 'good', title: submitted ? receipt.submitted : receipt.approved, text }
}

const PROBLEMS = {
  unavailable: { icon: 'search', tone: 'calm' },
  broken: { icon: 'alert', tone: 'warn' },
  foreign: { icon: 'alert', tone: 'warn' },
  expired: { icon: 'clock', tone: 'warn' },
  too_often: { icon: 'clock', tone: 'warn' },
  error: { icon: 'alert', tone: 'warn' },
} satisfies Record<string, Pick<Notice, 'icon' | 'tone'>>

/** A message in place of a form that could not be opened or submitted. */
export function formProblem(shown: Presentation, status: number, name: keyof typeof PROBLEMS): PageResponse {
  return {
    status,
    document: noticePage(shown, { ...PROBLEMS[name], ...shown.words.hosted_form[name] }, { bare: true }),
  }
}
