import type { CreateAct } from '../../definition/command.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import type { Actor, SideStatement } from '../../definition/store.ts'
import { create } from '../../engine/create.ts'
import type { Engine } from '../../engine/engine.ts'
import { present } from '../../engine/read.ts'
import { formatMoney } from '../../lib/money.ts'
import type { PageField } from '../../resources/hostedpaymentpage/field-configuration.ts'
import type { hostedpaymentpage } from '../../resources/hostedpaymentpage/hostedpaymentpage.ts'
import { actionProblem, isCheck, type PageAmount, pageAmount } from '../../resources/hostedpaymentpage/page-terms.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { PagePayment, PayPort } from '../checkout/checkout.ts'
import { type PaymentParts, payPort } from '../checkout/page-payments.ts'
import { loadSubject, type PageSubject } from '../checkout/page-subject.ts'
import { PayerRefusal } from '../checkout/payer-refusal.ts'
import { bankMethod, cardMethod, takenBy, taking } from '../checkout/payment-methods.ts'
import { recordOf as bodyOf } from '../hostedform/form-submit.ts'
import { merchantView } from '../merchant.ts'
import type { FrameMessage } from '../receipt/receipt-page.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { redirectTarget } from '../receipt/redirect.ts'
import type { HostedReceipt, HostedView, PageStatus } from './hosted-page.ts'
import { guardedAttempt, openPage, pageHref, recordOf } from './page-address.ts'
import { detailName } from './page-fields.ts'

export type HostedPagePort = PayPort<HostedView, HostedReceipt>

/** `trx_source_id` of payments made on this page. */
const HOSTED_PAGE = 10

type Transaction = typeof transaction
type Claim = (transaction_id: string) => SideStatement

interface HostedParts extends PaymentParts {
  engine: Engine
  /** Begins a payment as a POST does, and stores more with it. */
  begin(
    act: CreateAct<Transaction>,
    beside: { details: Settable<Transaction>; alongside: Claim },
  ): Promise<TransactionRow>
}

export function hostedPagePort(parts: HostedParts): HostedPagePort {
  return payPort<HostedSubject, HostedView, HostedReceipt>(parts, {
    recordOf,
    guarded: guardedAttempt,
    find: (page_id, visitor) => findPage(parts, page_id, visitor),
    view: async subject => viewOf(subject),
    run: (subject, actor, payment, claim) => run(parts, subject, { actor, payment, claim }),
    paid: ({ page, fields, page_id }) => ({
      title: textOf(fields, 'description') ?? page.title,
      number: textOf(fields, 'order_num'),
      still_to_pay: null,
      page: { href: pageHref(page_id), paid: 'page' },
    }),
    receipt: (subject, receipt, row) => receiptOf(parts, subject, receipt, row),
    messageOf: (subject, row) => messageOf(parts, subject, row),
    names: 'page',
    refusalText: ({ problems }, { nothing_paid }) => (problems?.transaction_api_id ? nothing_paid.used : null),
  })
}

type Page = Row<typeof hostedpaymentpage>

/** A page as its payers need it. */
interface HostedSubject extends PageSubject {
  page_id: string
  page: Page
  fields: PageField[]
  wrong: string | null
  earlier: TransactionRow | null
}

/** Returns null when there is no such page, or its link cannot be read. */
async function findPage(parts: HostedParts, page_id: string, visitor: string | null): Promise<HostedSubject | null> {
  const opened = await openPage(parts, page_id, visitor)
  if (!opened) return null
  const { page, fields, read } = opened
  const { product_transaction_id: id, location_id } = page
  const payable = { contact_id: null, location_id, cc_product_transaction_id: id, ach_product_transaction_id: id }
  const loaded = await loadSubject(opened, payable, product => product.hosted_payment_page_allow)
  if (!loaded) return null
  const { cc: product } = loaded.products
  const [cc, ach] = [
    product?.payment_method === 'cc' ? product : null,
    product?.payment_method === 'ach' ? product : null,
  ]
  const transaction_api_id = textOf(fields, 'transaction_api_id')
  const earlier = transaction_api_id && (await read.find(transaction, { transaction_api_id, location_id }))
  // A bank debit is neither held nor checked: what remains is the card, where the page takes one.
  const of_cards = isCheck(fields) || textOf(fields, 'action') === 'authonly'
  const has = (name: string) => fields.some(field => field.id === name && field.value !== null)
  return {
    ...opened,
    ...loaded,
    page_id,
    products: { cc, ach },
    methods: taking({ cc: cardMethod(cc), ach: of_cards ? null : bankMethod(ach, has) }, loaded.takes),
    earlier: earlier || null,
  }
}

function viewOf(subject: HostedSubject): HostedView {
  const { page, page_id, fields, methods, wrong } = subject
  const amount = pageAmount(page, fields, takenBy(methods))
  return {
    merchant: merchantView(subject),
    page: {
      page_id,
      title: page.title,
      fields,
      hides_optional: page.hide_optional_fields,
      authorizes: textOf(fields, 'action') === 'authonly',
      verifies: isCheck(fields),
      keeps_account: isKept(fields),
      after_decline: redirectTarget(page.redirect_url_on_decline, page.redirect_url_delay),
      framed_by: page.parent_origin || null,
    },
    amount,
    methods,
    locale: subject.locale,
    surcharge: methods.cc && !isCheck(fields) ? subject.surcharge : null,
    status: statusOf(subject, amount),
    wrong:
      wrong ??
      actionProblem(textOf(fields, 'action')) ??
      (amount ? null : 'Transaction Amount is not what this page takes.'),
  }
}

function statusOf({ earlier, wrong, methods, fields }: HostedSubject, amount: PageAmount | null): PageStatus {
  if (earlier?.outcome === 'approved') return 'paid'
  if (earlier?.outcome === 'declined') return 'declined'
  if (earlier) return 'processing'
  if (wrong !== null || amount === null || actionProblem(textOf(fields, 'action'))) return 'wrong'
  return methods.cc || methods.ach ? 'payable' : 'closed'
}

function isKept(fields: readonly PageField[]): boolean {
  const on = fields.find(({ id }) => id === 'save_account')?.value
  const has_contact = fields.some(({ id, value }) => (id === 'contact_id' || id === 'contact_api_id') && Boolean(value))
  return has_contact && (on === true || on === 1 || on === '1' || on === 'true')
}

/** The words that a link or the record sets for a field, or null. */
function textOf(fields: readonly PageField[], name: string): string | null {
  const value = fields.find(({ id }) => id === name)?.value ?? null
  return value === null || value === '' ? null : String(value)
}

/** Begins the payment by the rules of a POST, so that a hidden field means on a page what it means at the API. */
async function run(
  { engine, store, begin }: HostedParts,
  subject: HostedSubject,
  { actor, payment, claim }: { actor: Actor; payment: PagePayment; claim: Claim },
): Promise<TransactionRow> {
  const { page, fields } = subject
  const { status, amount } = viewOf(subject)
  const fits = amount?.kind === 'fixed' ? amount.amount === payment.amount : amount !== null
  const offered = subject.methods[payment.instrument.payment_method]
  if (status !== 'payable' || !fits || !offered) throw new PayerRefusal(payment.words.nothing_paid.gone('page'))
  const noun = engine.registry.get('transaction')
  const beside = {
    details: {
      trx_source_id: HOSTED_PAGE,
      hosted_payment_page_id: page.id,
      allow_partial_authorization_override: false,
    } as const,
    alongside: claim,
    adds_surcharge: { agreed: payment.surcharge },
  }
  const operations = { ...noun.operations, create: (act: CreateAct<Transaction>) => begin(act, beside) }
  const visitor = {
    address: payment.remote_ip,
    email: payment.notification_email_address,
    locale: payment.words.locale,
  }
  const record = {
    ...sentFields(fields, payment),
    product_transaction_id: page.product_transaction_id,
    card_present: false,
  }
  const body = bodyOf({ noun: 'transaction', record }, page.location_id, payment.instrument, visitor)
  const sent = { transaction: { ...body, transaction_amount: formatMoney(payment.amount) } }
  const { row } = await create(engine, store, { ...noun, operations }, actor, sent, [])
  return row as unknown as TransactionRow
}

/** What the page and its payer say about the transaction, beside amount and account. */
function sentFields(fields: readonly PageField[], { details }: PagePayment): Record<string, unknown> {
  const custom: Record<string, unknown> = {}
  const sent: Record<string, unknown> = {}
  for (const { id, value, visible, readonly } of fields) {
    const is_typed = visible && !readonly
    const given = is_typed ? (details[detailName(id)] ?? null) : value
    if (id === 'transaction_amount' || given === null || given === '') continue
    if (id.startsWith('custom_data-')) custom[id.slice('custom_data-'.length)] = given
    else sent[id] = given
  }
  return Object.keys(custom).length > 0 ? { ...sent, custom_data: custom } : sent
}

async function receiptOf(
  parts: HostedParts,
  subject: HostedSubject,
  receipt: ReceiptView,
  row: TransactionRow,
): Promise<HostedReceipt> {
  const { page } = subject
  const { parent_origin: origin, redirect_url_on_approve, redirect_url_delay } = page
  const after =
    receipt.payment.result === 'approved' ? redirectTarget(redirect_url_on_approve, redirect_url_delay) : null
  return { ...receipt, after_approval: after, message: await messageOf(parts, subject, row), framed_by: origin || null }
}

/** What is posted to the page around the frame, where the record wants it. */
async function messageOf(
  { engine }: HostedParts,
  { page, actor }: HostedSubject,
  row: TransactionRow,
): Promise<FrameMessage | null> {
  const { parent_origin: origin, parent_send_message } = page
  if (!origin || !parent_send_message) return null
  const shown = await present(engine, actor.caller, transaction, row, undefined)
  return { text: JSON.stringify({ transaction: shown }), origin }
}
