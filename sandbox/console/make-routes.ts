import type { FastifyInstance } from 'fastify'
import type { PageResponse } from '../../src/pages/page-routes.ts'
import { TEST_CARDS } from '../../src/pages/payform/test-cards.ts'
import { readSandboxFile, type SandboxFile } from '../sandbox-file.ts'
import type { SeededMerchant } from '../seed.ts'
import type { ApiAnswer } from './api-call.ts'
import type { ConsoleParts } from './console-view.ts'
import { requestHref } from './requests-section.ts'
import type { RouteParts } from './route-parts.ts'

/** Sends a request as the first merchant's admin. */
type Send = (method: 'GET' | 'POST', url: string, body?: unknown) => Promise<ApiAnswer>

interface Making {
  form: URLSearchParams
  merchant: SeededMerchant
  /** The sandbox's time, Unix seconds. */
  now: number
  send: Send
}

/** What the forms of the console make, by their path. Each returns the answer that is shown. */
const MAKERS: Record<string, (making: Making) => Promise<ApiAnswer>> = {
  invoice: makeInvoice,
  payment: makePayment,
  postback: makePostback,
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
      const answer = await make({ form, merchant, now, send: asAdmin(parts, file, merchant) })
      return send(reply, toRequest(answer))
    })
  }
}

function asAdmin({ callApi }: ConsoleParts, file: SandboxFile, { user }: SeededMerchant): Send {
  return (method, url, body) => callApi(file, { as: user, method, url, body })
}

function toRequest({ request_id }: ApiAnswer): PageResponse {
  return { status: 303, location: requestHref(request_id) }
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
    location_id: merchant.location_id,
    product_transaction_id: merchant.cc_product_transaction_id,
    action: 'sale',
    payment_method: 'cc',
    account_number: card.number.replaceAll(' ', ''),
    cvv: card.cvv,
    exp_date: `12${String((dayOf(now).year + 3) % 100).padStart(2, '0')}`,
    transaction_amount: textOf(form, 'amount'),
  }
  return send('POST', '/v2/transactions', { transaction })
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
