import type { CredentialStore } from '../../auth/credential-store.ts'
import type { Caller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import { create } from '../../engine/create.ts'
import type { Engine } from '../../engine/engine.ts'
import { present } from '../../engine/read.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import { type CardGuard, isCardDeclined } from '../checkout/card-guard.ts'
import { declineMessage } from '../decline-messages.ts'
import type { PageResponse } from '../page-routes.ts'
import type { BankInstrument } from '../payform/bank.ts'
import type { CardInstrument } from '../payform/card.ts'
import {
  earliestDate,
  type FormProblem,
  type PaymentOrder,
  readPayForm,
  redisplayedValues,
} from '../payform/pay-form.ts'
import { type PayFormState, payFormState } from '../payform/pay-form-view.ts'
import { redirectRefresh } from '../receipt/redirect.ts'
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
  credentials: CredentialStore
  guard: CardGuard
}

interface SubmittedForm {
  body: URLSearchParams
  address: string
}

interface Submission extends SubmittedForm {
  state: FormState
  sealed: string
  caller: Caller
  context: FormContext
}

/** The form as it is opened, or shown again with what is wrong. */
export function formResponse(
  { assets }: Pick<HostedFormParts, 'assets'>,
  state: FormState,
  context: FormContext,
  sealed: string,
  shown: PayFormState,
): PageResponse {
  const again = shown.problem !== null || Object.keys(shown.input.errors).length > 0
  const document = hostedFormPage(assets, context, hostedPayForm(state, context, sealed), shown)
  return { status: again ? 422 : 200, document, ...framedBy(state) }
}

/** Returns the response to a submitted form: what is wrong with it, or the result. */
export async function submitForm(parts: HostedFormParts, { body, address }: SubmittedForm): Promise<PageResponse> {
  const { assets, clock, cipher, store, credentials, guard } = parts
  const sealed = body.get('form') ?? ''
  const state = openState(cipher, sealed)
  if (!state) return formProblem(assets, 400, 'broken')
  const framed = framedBy(state)
  if (state.expire_ts <= clock.seconds()) return { ...formProblem(assets, 410, 'expired'), ...framed }
  await credentials.ensureFresh()
  const known = await credentials.user(state.user_id)
  if (!known) return { ...formProblem(assets, 401, 'expired'), ...framed }

  const caller: Caller = { ...known.caller, method: 'form', credential: null, address }
  const context = await formContext(store, caller, state)
  const form = hostedPayForm(state, context, sealed)
  const read = readPayForm(body, form, earliestDate(clock))
  if (!read.ok) return formResponse(parts, state, context, sealed, payFormState(clock, read))
  const { account_number } = read.order.instrument
  const attempt = { page_id: state.page_id, location_id: context.location_id, remote_ip: address, account_number }
  const may = await guard.mayAttempt(attempt)
  if (!may.allowed) return { ...formProblem(assets, 429, 'too_often'), retry_after: may.retry_after, ...framed }
  const created = await createRecord(parts, { body, address, state, sealed, caller, context }, read.order)
  if ('problem' in created) {
    const input = { values: redisplayedValues(body, form), errors: {} }
    const shown = payFormState(clock, { input, problem: created.problem })
    return formResponse(parts, state, context, sealed, shown)
  }
  if (created.is_new && isCardDeclined(created.row)) await guard.declined(attempt)
  return resultResponse(parts, { state, caller, context }, created.row)
}

type Created = { row: Record<string, unknown>; is_new: boolean } | { problem: FormProblem }

/**
 * Creates the record under the same rules as a POST of the API. A form that is submitted again finds its record by the
 * caller's own id.
 */
async function createRecord(
  { engine, store }: HostedFormParts,
  { state, caller, context, address }: Submission,
  order: PaymentOrder,
): Promise<Created> {
  const { resource } = engine.registry.get(state.noun)
  const visitor = { address, email: order.notification_email_address }
  const body = recordOf(state, context.location_id, order.instrument, visitor)
  try {
    const noun = engine.registry.get(state.noun)
    const { row } = await create(engine, store, noun, { caller }, { [state.noun]: body }, [])
    return { row, is_new: true }
  } catch (error) {
    if (!(error instanceof Refusal) || !error.problems) throw error
    const api_id = API_ID[state.noun]
    const where = { location_id: context.location_id, [api_id]: String(body[api_id]) }
    const row = api_id in error.problems ? await store.reader(caller).find(resource, where) : null
    if (row && isOfForm(row, state, order.instrument)) return { row, is_new: false }
    const text = row ? USED : Object.values(error.problems).flat().join(' ')
    return { problem: { title: state.noun === 'transaction' ? 'Nothing was paid' : 'Nothing was saved', text } }
  }
}

const USED = 'Its reference has been used already. Ask the merchant for a new form.'

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
  { engine, assets }: HostedFormParts,
  { state, caller, context }: Pick<Submission, 'state' | 'caller' | 'context'>,
  row: Record<string, unknown>,
): Promise<PageResponse> {
  const { resource } = engine.registry.get(state.noun)
  const record = await present(engine, caller, resource, row, undefined)
  const notice = resultNotice(state, record, declineMessage(Number(row.reason_code_id ?? 0)))
  const { redirect } = state.options
  const target = redirect && notice.tone === 'good' ? { ...redirect, stay_href: '' } : null
  const links = target ? [{ href: target.url, label: 'Continue' }] : undefined
  const document = hostedResultPage(assets, context, state, { ...notice, links }, { [state.noun]: record })
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
  visitor: { address: string; email: string | null },
): Record<string, unknown> {
  const isPayment = noun === 'transaction'
  const street = isPayment ? 'billing_street' : 'billing_address'
  const known = {
    ...record,
    location_id,
    ...(isPayment ? { customer_ip: visitor.address.slice(0, 39), notification_email_address: visitor.email } : {}),
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
