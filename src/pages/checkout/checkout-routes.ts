import type { FastifyInstance, FastifyRequest } from 'fastify'
import { latestPlace } from '../../lib/exp-date.ts'
import { isSameOrigin, isVisit, type PageResponse, pageScope, pageSender, queryId, queryText } from '../page-routes.ts'
import { type FormProblem, type PayForm, readAttempt, readPayForm, redisplayedValues } from '../payform/pay-form.ts'
import { type PayFormState, payFormState } from '../payform/pay-form-view.ts'
import { type Presentation, presentation } from '../presentation.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import type { Checkout, PayOutcome, PayPort } from './checkout.ts'
import { type PageProblem, problemPage } from './checkout-page.ts'

export interface CheckoutRoutes<View, Receipt extends ReceiptView> {
  checkout: Checkout<View, Receipt>
  /** Where the page is served. */
  paths: readonly string[]
  /** The query parameter that carries its id. */
  id_name: string
  /** What tells the page, where more than its id does, or the answer to an address that opens none. */
  page_of?(request: FastifyRequest): Promise<string | PageResponse | null>
  receipt_path: string
  /**
   * Base address of this service as browsers see it. It is known only once the server listens, so it is read at each
   * request.
   */
  publicUrl(): string
  /** The response to a request without an id; the page that nothing was found unless it is set. */
  without_id?: ((shown: Presentation) => PageResponse) | undefined
}

/**
 * Registers the routes of one kind of pay page. Call it in a plugin of its own: its form parser and error page must
 * affect no other route.
 */
export function checkoutRoutes<View, Receipt extends ReceiptView>(
  app: FastifyInstance,
  options: CheckoutRoutes<View, Receipt>,
): void {
  const { checkout, id_name, publicUrl } = options
  const { port } = checkout
  const send = pageSender(publicUrl)
  const idOf = (request: FastifyRequest) => queryId(request, id_name)
  const pageOf = async (request: FastifyRequest) => (options.page_of ? options.page_of(request) : idOf(request))
  const shownTo = (request: FastifyRequest, view?: View | null) =>
    presentation(checkout.presenting, request, view ? checkout.localeOf(view) : null)
  const problem = (request: FastifyRequest, status: number, name: PageProblem, page_id: string | null = null) =>
    problemPage(shownTo(request), checkout, status, name, page_id)

  pageScope(app, send, (request, status) =>
    problem(request, status, status < 500 ? 'bad_form' : 'error', idOf(request)),
  )

  for (const path of options.paths) {
    app.get(path, async (request, reply) => {
      const { without_id } = options
      if (without_id && !(id_name in (request.query as object))) return send(reply, without_id(shownTo(request)))
      const id = await pageOf(request)
      if (id && typeof id === 'object') return send(reply, id)
      const view = id && (await port.view(id, isVisit(request) ? request.ip : null))
      return send(reply, view ? opened(checkout, shownTo(request, view), view) : problem(request, 404, 'gone'))
    })
    app.post(path, async (request, reply) => {
      const page_id = await pageOf(request)
      if (!page_id) return send(reply, problem(request, 404, 'gone'))
      if (typeof page_id === 'object') return send(reply, page_id)
      if (!isSameOrigin(request, publicUrl())) return send(reply, problem(request, 403, 'foreign_form', page_id))
      const { body } = request
      if (!(body instanceof URLSearchParams)) return send(reply, problem(request, 400, 'bad_form', page_id))
      const view = await port.reading(page_id)
      if (!view) return send(reply, problem(request, 404, 'gone'))
      const sent = { page_id, remote_ip: request.ip, request_id: request.id, body, shown: shownTo(request, view) }
      return send(reply, await submit(checkout, sent, view))
    })
  }

  app.get(options.receipt_path, async (request, reply) => {
    const page_id = await pageOf(request)
    if (page_id && typeof page_id === 'object') return send(reply, page_id)
    // The log redacts a parameter of this name; the token opens a receipt.
    const token = queryText(request, 'token')
    const receipt = page_id && token && (await port.receipt(page_id, token))
    if (!receipt) return send(reply, problem(request, 404, 'receipt_gone', page_id))
    const stay = queryText(request, 'stay') !== null
    return send(reply, checkout.receiptPage(shownTo(request), receipt, { page_id, token, stay }))
  })
}

/** A checkout without its receipts, which responding to a form does not need. */
type AnyCheckout<View> = Omit<Checkout<View>, 'port' | 'receiptPage'> & { port: Omit<PayPort<View>, 'receipt'> }

interface Submission {
  page_id: string
  remote_ip: string
  request_id: string
  body: URLSearchParams
  shown: Presentation
}

/**
 * Returns the response to a submitted payment form. An approved or still unknown payment leads to the receipt by a
 * redirect, so that a reload never pays again; otherwise the form is shown again with what is wrong. A token that was
 * used before is never paid again: the response tells its first outcome.
 */
async function submit<View>(checkout: AnyCheckout<View>, submission: Submission, view: View): Promise<PageResponse> {
  const { port, clock } = checkout
  const { page_id, remote_ip, request_id, body, shown } = submission
  const attempt = readAttempt(body)
  const earlier = attempt && (await port.earlier(page_id, attempt, shown.words))
  if (earlier) return outcomeResponse(checkout, submission, earlier)

  const form = checkout.form(shown, view)
  const read = form && readPayForm(body, form, latestPlace(clock.seconds()))
  if (!read?.ok) return shownAgain(checkout, submission, () => payFormState(clock, read ?? undefined))

  const { account_number } = read.order.instrument
  const limit = await port.mayAttempt({ page_id, remote_ip, account_number })
  if (!limit.allowed)
    return {
      ...problemPage(shown, checkout, 429, 'too_often', page_id),
      retry_after: limit.retry_after,
      ...checkout.framedBy?.(view),
    }
  const outcome = await port.pay({ ...read.order, page_id, remote_ip, request_id, words: shown.words }, view)
  return outcomeResponse(checkout, submission, outcome)
}

/** The page as it is opened: with a form when the record can be paid, without one when it cannot. */
function opened<View>(checkout: AnyCheckout<View>, shown: Presentation, view: View): PageResponse {
  const form = checkout.form(shown, view)
  if (!form) return checkout.statusPage(shown, view)
  return formResponse(checkout, shown, view, form, payFormState(checkout.clock), 200)
}

async function outcomeResponse<View>(
  checkout: AnyCheckout<View>,
  submission: Submission,
  outcome: PayOutcome,
): Promise<PageResponse> {
  const { page_id, body, shown } = submission
  const { result, receipt_token } = outcome
  const taken = result === 'approved' || result === 'unknown'
  if (taken && receipt_token) return { status: 303, location: shown.link(checkout.receiptHref(page_id, receipt_token)) }
  if (taken) return problemPage(shown, checkout, 202, 'unsure', page_id)

  const problem = formProblem(shown, checkout, outcome)
  const state = (form: PayForm) =>
    payFormState(checkout.clock, { input: { values: redisplayedValues(body, form), errors: {} }, problem })
  const inPlace = (view: View) =>
    result === 'declined' ? (checkout.declinedPage?.(shown, view, problem) ?? null) : null
  return shownAgain(checkout, submission, state, inPlace)
}

/** Returns the page as it is after a form that led to no payment; `inPlace`: what is shown in place of its form. */
async function shownAgain<View>(
  checkout: AnyCheckout<View>,
  { page_id, shown }: Submission,
  state: (form: PayForm) => PayFormState,
  inPlace: (view: View) => PageResponse | null = () => null,
): Promise<PageResponse> {
  const view = await checkout.port.view(page_id, null)
  if (!view) return problemPage(shown, checkout, 404, 'gone', null)
  const instead = inPlace(view)
  if (instead) return instead
  const form = checkout.form(shown, view)
  if (!form) return { ...checkout.statusPage(shown, view), status: 409 }
  return formResponse(checkout, shown, view, form, state(form), 422)
}

function formResponse<View>(
  checkout: AnyCheckout<View>,
  shown: Presentation,
  view: View,
  form: PayForm,
  state: PayFormState,
  status: number,
): PageResponse {
  return { status, document: checkout.payPage(shown, view, form, state), ...checkout.framedBy?.(view) }
}

function formProblem<View>(
  { words: { declined, nothing_paid } }: Presentation,
  { paid }: AnyCheckout<View>,
  { result, message, told }: PayOutcome,
): FormProblem {
  if (result !== 'declined') return { title: nothing_paid.title, text: message || nothing_paid.text(paid) }
  return { title: declined.title, text: `${message} ${declined.not_charged}`.trim(), told }
}
