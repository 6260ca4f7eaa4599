import { randomBytes } from 'node:crypto'
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
import type { CardGuard } from '../checkout/card-guard.ts'
import type { Answer } from '../checkout/checkout.ts'
import { declineMessage } from '../decline-messages.ts'
import type { Filled } from '../payform/field.ts'
import type { PaymentOrder } from '../payform/pay-form.ts'
import { keptValues, type Problem, readPayForm } from '../payform/read-pay-form.ts'
import { redirectRefresh } from '../receipt/redirect.ts'
import { type FormContext, formContext } from './form-context.ts'
import { API_ID } from './form-data.ts'
import { hostedFormPage, hostedPayForm, hostedResultPage, resultNotice } from './form-page.ts'
import { recordOf } from './form-record.ts'
import { type FormState, openState } from './form-state.ts'
import { formTrouble } from './form-trouble.ts'

export interface HostedFormParts {
  engine: Engine
  store: Store
  cipher: Cipher
  clock: Clock
  assets: Assets
  credentials: CredentialStore
  guard: CardGuard
}

/** An answer, and the origin that may frame it. */
export interface FramedAnswer extends Answer {
  framed_by: string
}

interface Sent {
  body: URLSearchParams
  address: string
}

interface Submission extends Sent {
  state: FormState
  sealed: string
  caller: Caller
  context: FormContext
}

/** The form as it is opened, and as it comes back with something to mend. */
export function formAnswer(
  { assets, clock }: Pick<HostedFormParts, 'assets' | 'clock'>,
  state: FormState,
  context: FormContext,
  sealed: string,
  again?: { filled: Filled; problem: Problem | null },
): FramedAnswer {
  const attempt = randomBytes(16).toString('hex')
  const shown = {
    attempt,
    today: earliestToday(clock),
    ...(again ?? { filled: { values: {}, errors: {} }, problem: null }),
  }
  const document = hostedFormPage(assets, context, hostedPayForm(state, context, sealed), shown)
  return { status: again ? 422 : 200, document, framed_by: framedBy(state) }
}

/** Answers a form that was sent: what is wrong with it, or what became of it. */
export async function submitForm(parts: HostedFormParts, { body, address }: Sent): Promise<FramedAnswer> {
  const { assets, clock, cipher, store, credentials, guard } = parts
  const sealed = body.get('form') ?? ''
  const state = openState(cipher, sealed)
  if (!state) return { ...formTrouble(assets, 400, 'broken'), framed_by: '*' }
  const framed_by = framedBy(state)
  if (state.expire_ts <= clock.seconds()) return { ...formTrouble(assets, 410, 'expired'), framed_by }
  await credentials.ensureFresh()
  const known = await credentials.user(state.user_id)
  if (!known) return { ...formTrouble(assets, 401, 'expired'), framed_by }

  const caller: Caller = { ...known.caller, method: 'form', credential: null, address }
  const context = await formContext(store, caller, state)
  const form = hostedPayForm(state, context, sealed)
  const read = readPayForm(body, form, earliestToday(clock))
  if (!read.ok) return formAnswer(parts, state, context, sealed, read)
  const tried = { page_id: state.page_id, remote_ip: address, account_number: read.order.instrument.account_number }
  const may = await guard.mayAttempt(tried)
  if (!may.allowed) return { ...formTrouble(assets, 429, 'too_often'), retry_after: may.retry_after, framed_by }
  const made = await make(parts, { body, address, state, sealed, caller, context }, read.order)
  if ('problem' in made) {
    const filled = { values: keptValues(body, form), errors: {} }
    return formAnswer(parts, state, context, sealed, { filled, problem: made.problem })
  }
  if (made.is_new && made.row.outcome === 'declined') await guard.declined(tried)
  return resultAnswer(parts, { state, caller, context }, made.row)
}

type Made = { row: Record<string, unknown>; is_new: boolean } | { problem: Problem }

/** By the same door and under the same rules as a POST of the API. The caller's own id makes a form that is sent again the record it made before. */
async function make(
  { engine, store }: HostedFormParts,
  { state, caller, context, address }: Submission,
  order: PaymentOrder,
): Promise<Made> {
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
    if (row) return { row, is_new: false }
    const text = Object.values(error.problems).flat().join(' ')
    return { problem: { title: state.noun === 'transaction' ? 'Nothing was paid' : 'Nothing was saved', text } }
  }
}

async function resultAnswer(
  { engine, assets }: HostedFormParts,
  { state, caller, context }: Pick<Submission, 'state' | 'caller' | 'context'>,
  row: Record<string, unknown>,
): Promise<FramedAnswer> {
  const { resource } = engine.registry.get(state.noun)
  const record = await present(engine, caller, resource, row, undefined)
  const notice = resultNotice(state, record, declineMessage(Number(row.reason_code_id ?? 0)))
  const { redirect } = state.options
  const onward = redirect && notice.tone === 'good' ? { ...redirect, stay: '' } : null
  const links = onward ? [{ href: onward.url, label: 'Continue' }] : undefined
  const document = hostedResultPage(assets, context, state, { ...notice, links }, { [state.noun]: record })
  return { status: 200, document, framed_by: framedBy(state), ...redirectRefresh(onward) }
}

function framedBy({ options }: FormState): string {
  return options.parent_origin ?? '*'
}

/** UTC-12 is the last place where a day ends: a card that expires this month is good there the longest. */
function earliestToday(clock: Clock): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('-12:00').toPlainDate()
}
