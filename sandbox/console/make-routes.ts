import type { FastifyInstance } from 'fastify'
import type { PageResponse } from '../../src/pages/page-routes.ts'
import { TEST_CARDS } from '../../src/pages/payform/test-cards.ts'
import { targetOf } from '../clock.ts'
import { readSandboxFile, type SandboxFile } from '../sandbox-file.ts'
import type { SeededMerchant } from '../seed.ts'
import type { ApiAnswer } from './api-call.ts'
import type { ConsoleParts } from './console-view.ts'
import { requestHref } from './requests-section.ts'
import type { RouteParts } from './route-parts.ts'
import { recordHref } from './section.ts'

/** Sends a request as the first merchant's admin. */
type Send = (method: 'GET' | 'POST', url: string, body?: unknown) => Promise<ApiAnswer>

interface Making {
  form: URLSearchParams
  merchant: SeededMerchant
  /** The sandbox's time, Unix seconds. */
  now: number
  send: Send
  /** Moves the sandbox's clock by an ISO 8601 duration, and does all that falls due on the way. */
  advance(span: string): Promise<void>
}

/** What is shown of what was made: an answer of the API, or a record that came of it later. */
type Made = ApiAnswer | { noun: string; id: string }

/**
 * What the forms of the console make, by their path, and what they trigger by the same requests as `tollgate-dev
 * trigger`.
 */
const MAKERS: Record<string, (making: Making) => Promise<Made>> = {
  invoice: makeInvoice,
  payment: makePayment,
  postback: makePostback,
  refund: triggerRefund,
  recurring: triggerRecurring,
  settlement: triggerSettlement,
}

/** Registers the forms that make records. Whatever the API says is shown as the request it answered, refusals too. */
export function makeRoutes(app: FastifyInstance, parts: ConsoleParts, { ownForm, send, problem }: RouteParts): void {
  for (const [path, make] of Object.entries(MAKERS)) {
    app.post(`/sandbox/console/make/${path}`, async (request, reply) => {
      const form = await ownForm(request)
      const file = form && (await readSandboxFile(parts.home))
      const merchant = file?.merchants[0]
      if (!form || !merchant) return send(reply, problem(403))
      const now = parts.clock.seconds()
      const advance = async (span: string) => {
        await parts.clock.moveTo(targetOf({ advance: span }, parts.clock.seconds()), parts.worker)
      }
      const made = await make({ form, merchant, now, send: asAdmin(parts, file, merchant), advance })
      return send(reply, leadTo(made))
    })
  }
}

function asAdmin({ callApi }: ConsoleParts, file: SandboxFile, { user }: SeededMerchant): Send {
  return (method, url, body) => callApi(file, { as: user, method, url, body })
}

function leadTo(made: Made): PageResponse {
  const location = 'request_id' in made ? requestHref(made.request_id) : recordHref(made.noun, made.id)
  return { status: 303, location }
}

function makeInvoice({ form, merchant: { location_id }, now, send }: Making): Promise<ApiAnswer> {
  const email = textOf(form, 'email')
  const quickinvoice = {
    location_id,
    title: textOf(form, 'title'),
    due_date: dayOf(now).add({ months: 1 }).toString(),
    item_list: { [textOf(form, 'title') || 'Item']: textOf(form, 'amount') },
    ...(email ? { email, send_email: 1 } : {}),
  }
  return send('POST', '/v2/quickinvoices', { quickinvoice })
}

function makePayment({ form, merchant, now, send }: Making): Promise<ApiAnswer> {
  const card = TEST_CARDS.find(({ brand }) => brand === textOf(form, 'card')) ?? TEST_CARDS[0]
  const transaction = {
    ...cardOf(merchant, now, card),
    action: 'sale',
    product_transaction_id: merchant.cc_product_transaction_id,
    cvv: card.cvv,
    transaction_amount: textOf(form, 'amount'),
  }
  return send('POST', '/v2/transactions', { transaction })
}

function cardOf({ location_id }: SeededMerchant, now: number, { number }: { number: string } = TEST_CARDS[0]) {
  const exp_date = `12${String((dayOf(now).year + 3) % 100).padStart(2, '0')}`
  return { location_id, payment_method: 'cc', account_number: number.replaceAll(' ', ''), exp_date }
}

function sell({ merchant, now, send }: Making, transaction_amount: string): Promise<ApiAnswer> {
  const { cc_product_transaction_id: product_transaction_id } = merchant
  const transaction = { ...cardOf(merchant, now), action: 'sale', product_transaction_id, transaction_amount }
  return send('POST', '/v2/transactions', { transaction })
}

/** A card sale, half of it refunded. */
async function triggerRefund(making: Making): Promise<Made> {
  const sale = await sell(making, '50.00')
  const previous_transaction_id = sale.body.transaction?.id
  if (!previous_transaction_id) return sale
  const { merchant, send } = making
  const refund = { action: 'refund', payment_method: 'cc', transaction_amount: '25.00', previous_transaction_id }
  return send('POST', '/v2/transactions', { transaction: { ...refund, location_id: merchant.location_id } })
}

/** A monthly payment that begins tomorrow, charged for the first time. */
async function triggerRecurring({ merchant, now, send, advance }: Making): Promise<Made> {
  const { location_id } = merchant
  const contact = await send('POST', '/v2/contacts', { contact: { location_id, last_name: 'Subscriber' } })
  if (contact.status >= 400) return contact
  const vault = { ...cardOf(merchant, now), contact_id: contact.body.contact.id }
  const stored = await send('POST', '/v2/accountvaults', { accountvault: vault })
  if (stored.status >= 400) return stored
  const start_date = dayOf(now).add({ days: 1 }).toString()
  const plan = { payment_method: 'cc', transaction_amount: '9.90', interval: 1, interval_type: 'm', start_date }
  const recurring = { location_id, account_vault_id: stored.body.accountvault.id, ...plan }
  const made = await send('POST', '/v2/recurrings', { recurring })
  if (made.status >= 400) return made
  await advance('P2D')
  return { noun: 'recurring', id: made.body.recurring.id }
}

/** A card sale, and the settlement of its batch a day later. */
async function triggerSettlement(making: Making): Promise<Made> {
  const sale = await sell(making, '15.00')
  const id = sale.body.transaction?.id
  if (!id) return sale
  await making.advance('P1D')
  const { body } = await making.send('GET', `/v2/transactions/${id}`)
  return { noun: 'transactionbatch', id: body.transaction.transaction_batch_id }
}

/** An address that was registered before is not registered again: each configuration posts by itself. */
async function makePostback({ form, merchant: { location_id }, send }: Making): Promise<ApiAnswer> {
  const url = textOf(form, 'url')
  const listed = await send(
    'GET',
    `/v2/postbackconfigs?${new URLSearchParams({ location_id, resource: 'contact', url })}`,
  )
  const known: { url: string; on_create: boolean; is_active: boolean }[] = listed.body?.postbackconfigs ?? []
  if (!known.some(each => each.url === url && each.on_create && each.is_active)) {
    const postbackconfig = { location_id, resource: 'contact', url, on_create: true }
    const made = await send('POST', '/v2/postbackconfigs', { postbackconfig })
    if (made.status >= 400) return made
  }
  return send('POST', '/v2/contacts', { contact: { location_id, last_name: 'Example' } })
}

function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim()
}

function dayOf(seconds: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
}
