import type { Caller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import { command } from '../../engine/command.ts'
import type { Engine } from '../../engine/engine.ts'
import { Refusal } from '../../lib/problem.ts'
import { routertransactionInput } from '../../resources/routertransaction/routertransaction.ts'
import type { Words } from '../../words/words.ts'
import { refusalText } from '../checkout/payer-refusal.ts'
import { fill, type Html, html } from '../html.ts'
import type { FormProblem, PayForm } from '../payform/pay-form.ts'
import { languageButtons } from '../payform/pay-form-view.ts'
import type { FormState } from './form-data.ts'

/** The field by which a submitted form says that the card is read by the terminal. */
export const AT_TERMINAL = 'at_terminal'

/**
 * The button that starts the terminal: a form of its own, because nothing that was typed goes with it. `beside`: below
 * a form for typed accounts, under whose heading it would be lost.
 */
export function terminalView(form: PayForm, title: string, beside: boolean): Html {
  const { words, action, amount, hidden = {} } = form
  const { terminal } = words.hosted_form
  const asked = amount.kind === 'fixed' && amount.amount > 0n ? words.money(amount.amount) : null
  const parts = { terminal: html`<strong>${title}</strong>`, amount: html`<strong>${asked}</strong>` }
  return html`${beside && html`<h2>${terminal.title}</h2>`}
<form class="payform" method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="${AT_TERMINAL}" value="1">
<div class="send" data-alone>
<p class="review">${fill(asked === null ? terminal.text_without_amount : terminal.text, parts)}</p>
<button class="button${beside ? ' plain' : ''}" type="submit">${terminal.start}</button>
</div>
${!beside && languageButtons(form)}
</form>`
}

interface AtTerminal {
  state: FormState
  caller: Caller
  location_id: string
  words: Words
}

/**
 * Starts the terminal and waits for it, as `POST /v2/routertransactions` does. A form that is submitted again joins the
 * request that runs, or gets its result, by the caller's own id.
 */
export async function chargeAtTerminal(
  { engine, store }: { engine: Engine; store: Store },
  { state: { record }, caller, location_id, words }: AtTerminal,
): Promise<{ row: Record<string, unknown> } | { problem: FormProblem }> {
  const noun = engine.registry.get('routertransaction')
  const run = noun.commands.find(({ name }) => name === 'run')!
  const asked = Object.fromEntries(Object.entries(record).filter(([name]) => name in routertransactionInput))
  const fields = { ...asked, location_id, payment_method: 'cc', action: record.action ?? 'sale' }
  const request = { key: null, query: {}, body: { routertransaction: fields }, uploads: [], is_async: false }
  const { nothing_paid, hosted_form } = words
  try {
    const result = await command(engine, store, noun, run, { caller }, request)
    if (result && 'record' in result && result.record.noun === 'transaction')
      return { row: result.record.row as Record<string, unknown> }
    return { problem: hosted_form.terminal.unfinished }
  } catch (error) {
    if (!(error instanceof Refusal) || !error.problems) throw error
    const { terminal_id, transaction_api_id } = error.problems
    const told = terminal_id ? hosted_form.terminal.failed(terminal_id.join(' ')) : refusalText(error, words)
    return { problem: { title: nothing_paid.title, text: transaction_api_id ? hosted_form.used : told } }
  }
}
