import { attrs, type Html, html } from '../../../src/pages/html.ts'
import type { RecordAction } from './action.ts'

interface FormOf {
  noun: string
  id: string
  token: string
  /** Where to return; the record's page when left out. */
  back?: string
  /** What it acts on, for screen readers that read the button without its row. */
  of?: string
}

/** Returns the form of an action: a button, with what it takes in front. */
export function actionForm(
  { name, button, amount, choices }: RecordAction,
  { noun, id, token, back, of }: FormOf,
): Html {
  const input = `${name}-${id}`
  return html`<form class="action" method="post" action="/sandbox/console/records/${noun}/${id}/${name}">
<input type="hidden" name="token" value="${token}">
${back !== undefined && html`<input type="hidden" name="back" value="${back}">`}
${amount !== undefined && html`<label class="quiet" for="${input}">Amount: ${button}</label><input${attrs({ class: 'input amount', id: input, name: 'amount', value: amount, inputmode: 'decimal', maxlength: 12, placeholder: 'Amount', autocomplete: 'off', required: amount !== '' })}>`}
${
  choices !== undefined &&
  html`<label class="quiet" for="${input}">Decision</label><select class="input" id="${input}" name="choice">${choices.map(each => html`<option value="${each}">${each.replaceAll('_', ' ')}</option>`)}</select>
<label class="quiet" for="${input}-note">Why</label><input class="input" id="${input}-note" name="note" placeholder="Why" required maxlength="512" autocomplete="off">`
}
<button class="button plain">${button}${of !== undefined && html`<span class="quiet"> ${of}</span>`}</button>
</form>`
}
