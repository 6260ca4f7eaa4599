import type { CredentialStore } from '../../auth/credential-store.ts'
import { ownedBy } from '../../db/lanes.ts'
import type { Caller } from '../../definition/caller.ts'
import type { CreateAct } from '../../definition/command.ts'
import type { Noun } from '../../definition/noun.ts'
import type { Store } from '../../definition/store.ts'
import { create } from '../../engine/create.ts'
import type { Engine } from '../../engine/engine.ts'
import { present } from '../../engine/read.ts'
import { latestPlace } from '../../lib/exp-date.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { declineMessage } from '../../words/decline-message.ts'
import type { Assets } from '../assets.ts'
import { type CardGuard, isCardDeclined } from '../checkout/card-guard.ts'
import { refusalText } from '../checkout/payer-refusal.ts'
import type { PageResponse } from '../page-routes.ts'
import type { BankInstrument } from '../payform/bank.ts'
import type { CardInstrument } from '../payform/card.ts'
import { type FormProblem, type PaymentOrder, readPayForm, redisplayedValues } from '../payform/pay-form.ts'
import { type PayFormState, payFormState } from '../payform/pay-form-view.ts'
import { LANGUAGE, type Presentation } from '../presentation.ts'
import { redirectRefresh } from '../receipt/redirect.ts'
import { AT_TERMINAL, chargeAtTerminal } from './at-terminal.ts'
import { API_ID, FORM_SECONDS, type FormState, openState } from './form-data.ts'
import {
  type FormContext,
  formContext,
  formProblem,
  hostedFormPage,
  hostedPayForm,
  hostedResultPage,
  resultNotice,
} from './form-page.ts'

export interface HostedFormParts {
  engine: Engine
  store: Store
  cipher: Cipher
  clock: Clock
  assets: Assets
  /** Whether nothing here moves real money. */
  sandbox: boolean
  credentials: CredentialStore
  guard: CardGuard
  /** Begins a payment as a POST does, and adds the surcharge that the payer has agreed to. */
  begin(act: CreateAct<typeof transaction>, beside: { adds_surcharge: { agreed: Money } }): Promise<TransactionRow>
}

interface SubmittedForm {
  body: URLSearchParams
  address: string
  shown: Presentation
}

interface Submission extends SubmittedForm {
  state: FormState
  sealed: string
  caller: Caller
  context: FormContext
}

/** The form as it is opened, or shown again with what is wrong. */
export function formResponse(
  shown: Presentation,
  state: FormState,
  context: FormContext,
  sealed: string,
  filled: PayFormState,
): PageResponse {
  const again = filled.problem !== null || Object.keys(filled.input.errors).length > 0
  const document = hostedFormPage(shown, context, state, hostedPayForm(shown, state, context, sealed), filled)
  return { status: again ? 422 : 200, document, ...framedBy(state) }
}

/** Returns the response to a submitted form: what is wrong with it, or the result. */
export async function submitForm(
  parts: HostedFormParts,
  { body, address, shown }: SubmittedForm,
): Promise<PageResponse> {
  const { clock, cipher, store, credentials, guard } = parts
  const sealed = body.get('form') ?? ''
  const state = openState(cipher, sealed)
  if (!state) return formProblem(shown, 400, 'broken')
  const framed = framedBy(state)
  if (state.expire_ts <= clock.seconds()) return { ...formProblem(shown, 410, 'expired'), ...framed }
  await credentials.ensureFresh()
  const known = await credentials.user(state.user_id)
  if (!known) return { ...formProblem(shown, 401, 'expired'), ...framed }

  const caller: Caller = { ...known.caller, method: 'form', credential: null, address }
  await ownedBy(caller.root_id)
  const context = await formContext(store, caller, state, shown.words).catch(noLonger)
  if (!context) return { ...formProblem(shown, 422, 'broken'), ...framed }
  const form = hostedPayForm(shown, state, context, sealed)
  if (body.has(LANGUAGE)) {
    const input = { values: redisplayedValues(body, form), errors: {} }
    return formResponse(shown, state, context, sealed, payFormState(clock, { input, problem: null }))
  }
  if (context.terminal && (body.has(AT_TERMINAL) || !(form.cc || form.ach))) {
    const charged = await chargeAtTerminal(parts, {
      state,
      caller,
      location_id: context.location_id,
      words: shown.words,
    })
    if (!('problem' in charged)) return resultResponse(parts, { state, caller, context, shown }, charged.row)
    const filled = payFormState(clock, { input: { values: {}, errors: {} }, problem: charged.problem })
    return formResponse(shown, state, context, sealed, filled)
  }
  const read = readPayForm(body, form, latestPlace(clock.seconds()))
  if (!read.ok) return formResponse(shown, state, context, sealed, payFormState(clock, read))
  const { account_number } = read.order.instrument
  const attempt = { page_id: state.page_id, location_id: context.location_id, remote_ip: address, account_number }
  const may = await guard.mayAttempt(attempt)
  if (!may.allowed) return { ...formProblem(shown, 429, 'too_often'), retry_after: may.retry_after, ...framed }
  const created = await createRecord(parts, { body, address, shown, state, sealed, caller, context }, read.order)
  if ('problem' in created) {
    const input = { values: redisplayedValues(body, form), errors: {} }
    const filled = payFormState(clock, { input, problem: created.problem })
    return formResponse(shown, state, context, sealed, filled)
  }
  if (created.is_new && isCardDeclined(created.row)) await guard.declined(attempt)
  return resultResponse(parts, { state, caller, context, shown }, created.row)
}

/** Returns null for a refusal: a record that the form needs may have been deleted since, and no field can show that. */
function noLonger(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

type Created = { row: Record<string, unknown>; is_new: boolean } | { problem: FormProblem }

/**
 * Creates the record under the same rules as a POST of the API. A form that is submitted again finds its record by the
 * caller's own id.
 */
async function createRecord(
  { engine, store, begin }: HostedFormParts,
  { state, caller, context, address, shown: { words } }: Submission,
  order: PaymentOrder,
): Promise<Created> {
  const { resource } = engine.registry.get(state.noun)
  const visitor = { address, email: order.notification_email_address, locale: words.locale }
  const isTyped = state.noun === 'transaction' && (state.record.transaction_amount ?? null) === null
  const amount = isTyped && state.record.action !== 'avsonly' ? { transaction_amount: formatMoney(order.amount) } : {}
  const body: Record<string, unknown> = {
    ...recordOf(state, context.location_id, order.instrument, visitor),
    ...amount,
    ...withoutSurcharge(context, order),
  }
  try {
    const found = engine.registry.get(state.noun)
    const adding = (act: CreateAct<typeof transaction>) => begin(act, { adds_surcharge: { agreed: order.surcharge } })
    const noun: Noun =
      context.surcharge && !context.surcharge.is_sent
        ? { ...found, operations: { ...found.operations, create: adding } }
        : found
    const { row } = await create(engine, store, noun, { caller }, { [state.noun]: body }, [])
    return { row, is_new: true }
  } catch (error) {
    if (!(error instanceof Refusal) || !error.problems) throw error
    const api_id = API_ID[state.noun]
    const where = { location_id: context.location_id, [api_id]: String(body[api_id]) }
    const row = api_id in error.problems ? await store.reader(caller).find(resource, where) : null
    if (row && isOfForm(row, state, order.instrument)) return { row, is_new: false }
    const { nothing_paid, hosted_form } = words
    const text = row ? hosted_form.used : refusalText(error, words)
    return { problem: { title: state.noun === 'transaction' ? nothing_paid.title : hosted_form.nothing_saved, text } }
  }
}

/** A bank account is debited what its payer was shown: without the surcharge that an address adds for cards. */
function withoutSurcharge({ surcharge }: FormContext, { amount, instrument }: PaymentOrder): Record<string, unknown> {
  if (!surcharge?.is_sent || instrument.payment_method === 'cc') return {}
  return { transaction_amount: formatMoney(amount), surcharge_amount: null, subtotal_amount: null }
}

/**
 * Whether a record was made by this form, and may be shown: whoever can write the id of another payer's record into an
 * address has neither opened his form before that was paid nor typed its account.
 */
function isOfForm(
  row: Record<string, unknown>,
  state: FormState,
  { account_number }: { account_number: string },
): boolean {
  const { created_user_id, created_ts, first_six, last_four } = row
  const is_since = Number(created_ts) >= state.expire_ts - FORM_SECONDS
  const is_same = account_number.endsWith(String(last_four)) && account_number.startsWith(String(first_six ?? ''))
  return created_user_id === state.user_id && is_since && is_same
}

async function resultResponse(
  { engine }: HostedFormParts,
  { state, caller, context, shown }: Pick<Submission, 'state' | 'caller' | 'context' | 'shown'>,
  row: Record<string, unknown>,
): Promise<PageResponse> {
  const { resource } = engine.registry.get(state.noun)
  const record = await present(engine, caller, resource, row, undefined)
  const { words } = shown
  const notice = resultNotice(words, state, record, declineMessage(words, Number(row.reason_code_id ?? 0)))
  const { redirect } = state.options
  const target = redirect && notice.tone === 'good' ? { ...redirect, stay_href: '' } : null
  const links = target ? [{ href: target.url, label: words.page.continue }] : undefined
  const document = hostedResultPage(shown, context, state, { ...notice, links }, { [state.noun]: record })
  return { status: 200, document, ...framedBy(state), ...redirectRefresh(target) }
}

/** Only the origin that the address names may frame the form; without one nobody may. */
export function framedBy({ options }: FormState): Pick<PageResponse, 'framed_by'> {
  return options.parent_origin === null ? {} : { framed_by: options.parent_origin }
}

/** Returns the body of the equivalent POST of the API: the fields of the address, and what was typed. */
export function recordOf(
  { noun, record }: Pick<FormState, 'noun' | 'record'>,
  location_id: string,
  instrument: CardInstrument | BankInstrument,
  visitor: { address: string; email: string | null; locale: string },
): Record<string, unknown> {
  const isPayment = noun === 'transaction'
  const street = isPayment ? 'billing_street' : 'billing_address'
  const known = {
    ...record,
    location_id,
    ...(isPayment
      ? {
          customer_ip: visitor.address.slice(0, 39),
          notification_email_address: visitor.email,
          locale: record.locale ?? visitor.locale,
        }
      : {}),
  }
  const typed = instrument.payment_method === 'cc' ? cardOf(instrument, isPayment) : bankOf(instrument, isPayment)
  const { billing_street, ...rest } = typed
  const body = { ...known, ...withoutNulls(rest), ...withoutNulls({ [street]: billing_street }) }
  return isPayment ? { ...body, action: actionOf(record.action, instrument.payment_method) } : body
}

function actionOf(action: unknown, payment_method: 'cc' | 'ach'): unknown {
  if (payment_method === 'ach') return action === 'refund' ? 'refund' : 'debit'
  return action ?? 'sale'
}

function cardOf(card: CardInstrument, isPayment: boolean): Record<string, unknown> {
  const { cvv, account_holder_name, ...rest } = card
  return { ...rest, account_holder_name: account_holder_name || null, ...(isPayment ? { cvv } : {}) }
}

function bankOf(bank: BankInstrument, isPayment: boolean): Record<string, unknown> {
  const { is_company, check_number, dl_number, dl_state, dob_year, ...rest } = bank
  if (!isPayment)
    return { ...rest, is_company, dl_number, dl_state, dob_year, ach_sec_code: is_company ? 'CCD' : 'PPD' }
  return { ...rest, check_number, ach_sec_code: 'WEB', terms_agree: 1 }
}

/** Leaves out empty values, because null is a value to the API. */
function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
