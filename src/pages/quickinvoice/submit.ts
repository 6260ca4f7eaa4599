import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Filled } from '../payform/field.ts'
import type { PayForm } from '../payform/pay-form.ts'
import type { Problem } from '../payform/read-pay-form.ts'
import { keptValues, readAttempt, readPayForm } from '../payform/read-pay-form.ts'
import { standingPage, troublePage } from './notice-page.ts'
import { payPage } from './pay-page.ts'
import type { InvoicePagePort, PayOutcome } from './port.ts'
import type { InvoiceView } from './view.ts'
import { invoicePayForm } from './view.ts'

export interface InvoicePages {
  port: InvoicePagePort
  assets: Assets
  clock: Clock
}

/** What is sent back: a document, or the address to go to. */
export interface Answer {
  status: number
  document?: string
  location?: string
  /** Seconds. */
  retry_after?: number
}

export interface Submission {
  invoice_id: string
  remote_ip: string
  body: URLSearchParams
}

/**
 * Answers a submitted payment form. Approved (or still unknown) leads to the receipt by a redirect, so that a reload reads and never pays;
 * everything else shows the form again with what to mend. A token that was used before is never paid again: its first outcome is told again.
 */
export async function submitInvoice(pages: InvoicePages, submission: Submission): Promise<Answer> {
  const { port, assets, clock } = pages
  const { invoice_id, remote_ip, body } = submission
  const view = await port.view(invoice_id, null)
  if (!view) return { status: 404, document: troublePage(assets, 'gone', null) }

  const attempt = readAttempt(body)
  const earlier = attempt && (await port.earlier(invoice_id, attempt))
  if (earlier) return outcomeAnswer(pages, submission, earlier)

  const form = payableForm(view)
  if (!form) return { status: 409, document: standingPage(assets, view) }
  const read = readPayForm(body, form, earliestToday(clock))
  if (!read.ok) return formAnswer(pages, view, form, read.filled, read.problem, 422)

  const limit = await port.mayTry({ invoice_id, remote_ip })
  if (!limit.allowed) {
    return { status: 429, document: troublePage(assets, 'too_often', invoice_id), retry_after: limit.retry_after }
  }
  return outcomeAnswer(pages, submission, await port.pay({ ...read.order, invoice_id, remote_ip }))
}

/** The invoice with a form when it can be paid here, and without one when it cannot. */
export function invoiceAnswer(pages: InvoicePages, view: InvoiceView): Answer {
  const form = payableForm(view)
  if (form) return formAnswer(pages, view, form, { values: {}, errors: {} }, null, 200)
  return { status: view.standing === 'gone' ? 404 : 200, document: standingPage(pages.assets, view) }
}

async function outcomeAnswer(pages: InvoicePages, submission: Submission, outcome: PayOutcome): Promise<Answer> {
  const { port, assets } = pages
  const { invoice_id, body } = submission
  const taken = outcome.result === 'approved' || outcome.result === 'unknown'
  if (taken && outcome.receipt_token) return { status: 303, location: receiptHref(invoice_id, outcome.receipt_token) }
  if (taken) return { status: 202, document: troublePage(assets, 'unsure', invoice_id) }

  const view = await port.view(invoice_id, null)
  if (!view) return { status: 404, document: troublePage(assets, 'gone', null) }
  const form = payableForm(view)
  if (!form) return { status: 409, document: standingPage(assets, view) }
  return formAnswer(pages, view, form, { values: keptValues(body, form), errors: {} }, refusal(outcome), 422)
}

function payableForm(view: InvoiceView): PayForm | null {
  return view.standing === 'payable' ? invoicePayForm(view) : null
}

function formAnswer(
  pages: InvoicePages,
  view: InvoiceView,
  form: PayForm,
  filled: Filled,
  problem: Problem | null,
  status: number,
): Answer {
  const attempt = randomBytes(16).toString('hex')
  return {
    status,
    document: payPage(pages.assets, view, form, { attempt, today: earliestToday(pages.clock), filled, problem }),
  }
}

function refusal({ result, message }: PayOutcome): Problem {
  if (result === 'declined') {
    const text = 'No money was taken. Check the details, or pay another way.'
    return { title: 'The payment was declined', text: message ? `${message} ${text}` : text }
  }
  return {
    title: 'Nothing was paid',
    text: message || 'The invoice changed since this page was opened. Check it and try again.',
  }
}

function receiptHref(invoice_id: string, token: string): string {
  return `/quickinvoice/receipt?id=${encodeURIComponent(invoice_id)}&receipt=${encodeURIComponent(token)}`
}

/** UTC-12 is the last place where a day ends: a card that expires this month is good there the longest. */
function earliestToday(clock: Clock): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('-12:00').toPlainDate()
}
