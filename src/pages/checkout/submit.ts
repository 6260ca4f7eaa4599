import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { Filled } from '../payform/field.ts'
import type { PayForm } from '../payform/pay-form.ts'
import type { Problem } from '../payform/read-pay-form.ts'
import { keptValues, readAttempt, readPayForm } from '../payform/read-pay-form.ts'
import type { Answer, Checkout } from './checkout.ts'
import type { PayOutcome, PayPort } from './pay-port.ts'
import { type Trouble, troublePage } from './trouble-page.ts'

/** What answering a form needs of a checkout: not its receipts. */
type AnyCheckout<View> = Omit<Checkout<View>, 'port' | 'receiptPage'> & { port: Omit<PayPort<View>, 'receipt'> }

export interface Submission {
  page_id: string
  remote_ip: string
  body: URLSearchParams
}

/**
 * Answers a submitted payment form. Approved (or still unknown) leads to the receipt by a redirect, so that a reload reads and never pays;
 * everything else shows the form again with what to mend. A token that was used before is never paid again: its first outcome is told again.
 */
export async function submit<View>(checkout: AnyCheckout<View>, submission: Submission): Promise<Answer> {
  const { port, clock } = checkout
  const { page_id, remote_ip, body } = submission
  const view = await port.view(page_id, null)
  if (!view) return trouble(checkout, 404, 'gone', null)

  const attempt = readAttempt(body)
  const earlier = attempt && (await port.earlier(page_id, attempt))
  if (earlier) return outcomeAnswer(checkout, submission, earlier)

  const form = checkout.form(view)
  if (!form) return { ...checkout.standingPage(view), status: 409 }
  const read = readPayForm(body, form, earliestToday(clock))
  if (!read.ok) return formAnswer(checkout, view, form, read.filled, read.problem, 422)

  const { account_number } = read.order.instrument
  const limit = await port.mayAttempt({ page_id, remote_ip, account_number })
  if (!limit.allowed) return { ...trouble(checkout, 429, 'too_often', page_id), retry_after: limit.retry_after }
  return outcomeAnswer(checkout, submission, await port.pay({ ...read.order, page_id, remote_ip }))
}

/** The page as it is opened: with a form when it can be paid, and without one when it cannot. */
export function opened<View>(checkout: AnyCheckout<View>, view: View): Answer {
  const form = checkout.form(view)
  return form ? formAnswer(checkout, view, form, { values: {}, errors: {} }, null, 200) : checkout.standingPage(view)
}

/** A message on its own, with the way back to the page where there is one. */
export function trouble<View>(
  { assets, thing, pageHref }: Pick<AnyCheckout<View>, 'assets' | 'thing' | 'pageHref'>,
  status: number,
  name: Trouble,
  page_id: string | null,
): Answer {
  return { status, document: troublePage(assets, name, thing, page_id && pageHref(page_id)) }
}

async function outcomeAnswer<View>(
  checkout: AnyCheckout<View>,
  { page_id, body }: Submission,
  outcome: PayOutcome,
): Promise<Answer> {
  const { result, receipt_token } = outcome
  const taken = result === 'approved' || result === 'unknown'
  if (taken && receipt_token) return { status: 303, location: checkout.receiptHref(page_id, receipt_token) }
  if (taken) return trouble(checkout, 202, 'unsure', page_id)

  const view = await checkout.port.view(page_id, null)
  if (!view) return trouble(checkout, 404, 'gone', null)
  const problem = refusal(checkout, outcome)
  const declined = result === 'declined' ? checkout.declinedPage?.(view, problem) : null
  if (declined) return declined
  const form = checkout.form(view)
  if (!form) return { ...checkout.standingPage(view), status: 409 }
  return formAnswer(checkout, view, form, { values: keptValues(body, form), errors: {} }, problem, 422)
}

function formAnswer<View>(
  checkout: AnyCheckout<View>,
  view: View,
  form: PayForm,
  filled: Filled,
  problem: Problem | null,
  status: number,
): Answer {
  const attempt = randomBytes(16).toString('hex')
  const state = { attempt, today: earliestToday(checkout.clock), filled, problem }
  return { status, document: checkout.payPage(view, form, state) }
}

function refusal<View>({ thing }: AnyCheckout<View>, { result, message }: PayOutcome): Problem {
  if (result === 'declined') {
    const text = 'No money was taken. Check the details, or pay another way.'
    return { title: 'The payment was declined', text: message ? `${message} ${text}` : text }
  }
  return {
    title: 'Nothing was paid',
    text: message || `The ${thing} changed since this page was opened. Check it and try again.`,
  }
}

/** UTC-12 is the last place where a day ends: a card that expires this month is good there the longest. */
function earliestToday(clock: Clock): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('-12:00').toPlainDate()
}
