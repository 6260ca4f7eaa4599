import type { Words } from '../../words/words.ts'
import { type Html, html } from '../html.ts'

/** Public test numbers, with the code and the address that the simulator finds matching. */
export const TEST_CARDS = [
  { brand: 'visa', number: '4111 1111 1111 1111', cvv: '999' },
  { brand: 'mc', number: '5454 5454 5454 5454', cvv: '999' },
  { brand: 'amex', number: '3714 496353 98431', cvv: '1234' },
  { brand: 'disc', number: '6011 0009 9550 0000', cvv: '999' },
] as const

/** Cards to try a page of the sandbox with: a list to copy from, with buttons where there is a script. */
export function testCards({ accounts, form: { test_cards } }: Words, today: Temporal.PlainDate): Html {
  const exp_date = `12 / ${String((today.year + 3) % 100).padStart(2, '0')}`
  const values = (card: (typeof TEST_CARDS)[number]) =>
    JSON.stringify({
      cc_account_number: card.number,
      cc_exp_date: exp_date,
      cc_cvv: card.cvv,
      cc_account_holder_name: 'Test Payer',
      cc_billing_street: '5800 NW 39TH AVE',
      cc_billing_zip: '32606',
    })
  return html`<details class="test-cards">
<summary>${test_cards.title}</summary>
<ul>${TEST_CARDS.map(
    card => html`<li><span>${accounts[card.brand]}</span> <span class="code">${card.number}</span>
<button class="button plain" type="button" data-test-card="${values(card)}" aria-label="${test_cards.fill} ${accounts[card.brand]} ${card.number}" hidden>${test_cards.fill}</button></li>`,
  )}</ul>
<p class="hint">${test_cards.hint} ${test_cards.amounts}</p>
</details>`
}
