import type { Money } from '../../lib/money.ts'
import {
  appliesTo,
  type Surcharge,
  type SurchargeTerms,
  surchargeOf,
  surchargeTerms,
} from '../../resources/surcharge/surcharge-amount.ts'
import type { Words } from '../../words/words.ts'
import { attrs, fill, type Html, html } from '../html.ts'

/** What a page adds to payments by credit card. The payer reads the amount before he agrees to it. */
export interface PageSurcharge {
  label: string
  terms: SurchargeTerms
}

/** Returns what is added on a page: of a type of user who has signed for it, or of nobody, where the payer is alone. */
export function pageSurcharge(
  product: Parameters<typeof surchargeTerms>[1],
  record: Surcharge | null,
  user_type_id: number | null = null,
): PageSurcharge | null {
  if (!record || !appliesTo(record, user_type_id)) return null
  return { label: labelOf(record), terms: surchargeTerms(record, product) }
}

const labelOf = ({ surcharge_label }: Surcharge): string => surcharge_label || 'Surcharge'

/** Returns a surcharge whose amount the merchant's software has calculated itself. */
export function sentSurcharge(record: Surcharge, amount: Money): PageSurcharge {
  const none = { surcharge_rate: 0n, min_fee_amount: null, max_fee_amount: null, max_transaction_amount: null }
  return { label: labelOf(record), terms: { ...none, surcharge_fee: amount, cap: WHOLE } }
}

/** A cap that bounds nothing: what was sent is compared with the networks' when the payment is made. */
const WHOLE = 10_000n

/**
 * The line that names the surcharge of an amount, hidden while no amount is entered. The script keeps it up to date;
 * without it the form is shown once more with the amount.
 */
export function surchargeView(words: Words, { label, terms }: PageSurcharge, amount: Money | null): Html {
  const added = amount === null ? 0n : surchargeOf(terms, amount)
  const { min_fee_amount: least, max_fee_amount: most, max_transaction_amount: largest } = terms
  const figures = {
    'data-fee': `${terms.surcharge_fee}`,
    'data-rate': `${terms.surcharge_rate}`,
    'data-cap': `${terms.cap}`,
    'data-least': least === null ? null : `${least}`,
    'data-most': most === null ? null : `${most}`,
    'data-largest': largest === null ? null : `${largest}`,
  }
  const line = fill(words.form.surcharge.line, {
    label: html`${label}`,
    amount: html`<strong data-surcharge>${words.money(added)}</strong>`,
    total: html`<strong data-with-surcharge>${words.money((amount ?? 0n) + added)}</strong>`,
  })
  return html`<p${attrs({ class: 'review', id: 'surcharge', ...figures, hidden: added === 0n })}>
<input type="hidden" name="shown_surcharge" value="${added}">
${line}</p>`
}

/** What a payer reads who has not seen what is added to the amount. */
export function unseenSurcharge({ form, money }: Words, added: Money, amount: Money): { title: string; text: string } {
  const { title, text } = form.surcharge
  return { title, text: text(money(added), money(amount + added)) }
}
