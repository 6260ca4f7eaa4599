import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { PayForm } from '../payform/pay-form.ts'
import type { PayFormState } from '../payform/pay-form-view.ts'
import type { Problem } from '../payform/read-pay-form.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import type { PayPort } from './pay-port.ts'

/** One kind of pay page: its port, its words and its documents. All else about paying is the same for every kind. */
export interface Checkout<View, Receipt extends ReceiptView = ReceiptView> {
  port: PayPort<View, Receipt>
  assets: Assets
  clock: Clock
  /** What is paid, in the middle of a sentence: `invoice`. */
  thing: string
  /** The form that pays it, or null when it cannot be paid now. */
  form(view: View): PayForm | null
  /** The page with the form. */
  payPage(view: View, form: PayForm, state: PayFormState): string
  /** The page that says why there is no form. */
  standingPage(view: View): Answer
  /** `stays`: the payer asked not to be sent on. */
  receiptPage(receipt: Receipt, request: { page_id: string; token: string; stays: boolean }): Answer
  pageHref(page_id: string): string
  receiptHref(page_id: string, token: string): string
  /** What is shown after a decline where it is not the form once more; null: the form. */
  declinedPage?(view: View, problem: Problem): Answer | null
}

/** What is sent back: a document, or the address to go to. */
export interface Answer {
  status: number
  document?: string
  location?: string
  /** Seconds. */
  retry_after?: number
  /** The origin that may show the document in a frame, or `*`; nobody unless said. */
  framed_by?: string
  /** Where the browser goes by itself after some seconds. */
  refresh?: { seconds: number; url: string }
}
