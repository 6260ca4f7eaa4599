import assert from 'node:assert/strict'
import type { Shop } from './app.ts'

/** A public test card of the sandbox, and the values of the other fields of a card form. */
export const CARD_FORM = {
  payment_method: 'cc',
  cc_account_number: '4111111111111111',
  cc_exp_date: '04/31',
  cc_cvv: '999',
  cc_account_holder_name: 'Rosa Lindqvist',
}

export const BANK_FORM = {
  payment_method: 'ach',
  ach_routing: '072000326',
  ach_account_number: '123456789',
  ach_account_number_again: '123456789',
  ach_account_type: 'checking',
  ach_is_company: '0',
  ach_account_holder_name: 'Rosa Lindqvist',
  ach_authorize: '1',
}

/** What came back from a page: the status, the document, and where it leads. */
export interface PageAnswer {
  status: number
  document: string
  location: string | null
}

/** The pay page of a quick invoice, as a payer without a script uses it. */
export interface PayPage {
  open(): Promise<PageAnswer>
  /** The hidden fields of a form that is open now: its token, the amount and the surcharge it shows. */
  form(): Promise<Record<string, string>>
  /** Sends a filled form, with more headers than a browser's. */
  send(fields: Record<string, string>, more?: Record<string, string>): Promise<PageAnswer>
  /** Opens the page, fills in the form and sends it. */
  pay(fields?: Record<string, string>): Promise<PageAnswer>
  follow(answer: PageAnswer): Promise<PageAnswer>
}

export function payPage(t: Shop, id: string): PayPage {
  const ask = async (url: string): Promise<PageAnswer> => answerOf(await t.app.http.inject({ method: 'GET', url }))
  const page: PayPage = {
    open: () => ask(`/quickinvoice/?id=${id}`),
    async form() {
      const { status, document } = await page.open()
      assert.equal(status, 200, document)
      const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(document)?.[1]
      const attempt = hidden('attempt')
      assert.ok(attempt, 'the page has no form')
      const shown_amount = hidden('shown_amount')
      const shown_surcharge = hidden('shown_surcharge')
      return {
        attempt,
        ...(shown_amount === undefined ? {} : { shown_amount }),
        ...(shown_surcharge === undefined ? {} : { shown_surcharge }),
      }
    },
    async send(fields, more = {}) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...more }
      const payload = new URLSearchParams(fields).toString()
      return answerOf(await t.app.http.inject({ method: 'POST', url: `/quickinvoice/?id=${id}`, headers, payload }))
    },
    async pay(fields = {}) {
      return page.send({ ...CARD_FORM, ...(await page.form()), ...fields })
    },
    follow: answer => {
      assert.equal(answer.status, 303, answer.document)
      return ask(answer.location ?? '')
    },
  }
  return page
}

function answerOf(response: { statusCode: number; body: string; headers: Record<string, unknown> }): PageAnswer {
  const { location } = response.headers
  return {
    status: response.statusCode,
    document: response.body,
    location: typeof location === 'string' ? location : null,
  }
}
