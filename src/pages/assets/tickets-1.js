// Leaves a card at the gateway and gives the page a ticket for it, so that no number reaches the shop's server.
// Pages of shops name this file with its hash: it never changes, and a newer one has another name.
const gateway = new URL(document.currentScript.src).origin

async function ticket(signed, card) {
  const answer = await fetch(`${gateway}/v2/cardtickets`, {
    method: 'POST',
    mode: 'cors',
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cardticket: { ...card, ...signed } }),
  })
  const body = await answer.json().catch(() => ({}))
  if (answer.ok) return body.cardticket
  throw Object.assign(new Error(body.message ?? 'The card was not accepted.'), {
    status: answer.status,
    errors: body.errors ?? {},
  })
}

const inputs = form => [...form.querySelectorAll('[data-card]')]

function showErrors(form, errors) {
  for (const place of form.querySelectorAll('[data-card-error]')) {
    place.textContent = (errors[place.dataset.cardError] ?? []).join(' ')
  }
  const first = inputs(form).find(input => errors[input.dataset.card])
  if (first) first.focus()
}

async function send(form) {
  // What has a name would go to the shop with the rest of the form.
  if (inputs(form).some(input => input.name)) throw new Error('An input for card data must have no name.')
  const { locationApiKey: location_api_key, timestamp, orderId: order_id, signature } = form.dataset
  const card = Object.fromEntries(inputs(form).map(input => [input.dataset.card, input.value.trim()]))
  if (card.card_number) card.card_number = card.card_number.replace(/[\s-]/g, '')
  if (card.exp_date) card.exp_date = card.exp_date.replace(/\D/g, '')
  const made = await ticket({ location_api_key, timestamp, order_id, signature }, card)
  for (const input of inputs(form)) input.value = ''
  const field = form.elements.namedItem('ticket') ?? form.appendChild(document.createElement('input'))
  Object.assign(field, { type: 'hidden', name: 'ticket', value: made.id })
  form.submit()
}

for (const form of document.querySelectorAll('form[data-tollgate-ticket]')) {
  let sending = false
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (sending) return
    sending = true
    showErrors(form, {})
    send(form).catch(error => {
      sending = false
      showErrors(form, error.errors ?? {})
      const detail = { message: error.message, status: error.status ?? null, errors: error.errors ?? {} }
      form.dispatchEvent(new CustomEvent('tollgate-error', { bubbles: true, detail }))
    })
  })
}

window.Tollgate = Object.freeze({ ticket })
