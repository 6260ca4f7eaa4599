/**
 * Adds to the payment form and the receipt: grouped digits, the brand of the card, errors while typing, the amount on
 * the button, protection against a second submission. Everything works without it, and the server checks everything
 * again. It writes text and attributes, never markup.
 */

function enhance(form) {
  const field = name => form.elements.namedItem(name)
  watchMethods(form)
  watchCard(field('cc_account_number'))
  watchExpiry(field('cc_exp_date'))
  watchAmount(form, field('amount'))
  const settled = whenSettled()
  for (const input of form.querySelectorAll('[data-check]')) watchErrors(form, input, settled)
  guard(form)
}

/** Disables the fields of the method that is not chosen, so that the browser does not submit what was typed there. */
function watchMethods(form) {
  const radios = form.querySelectorAll('input[type="radio"][name="payment_method"]')
  const apply = () => {
    for (const radio of radios) {
      const fields = form.querySelector(`[data-method="${radio.value}"]`)
      if (fields) fields.disabled = !radio.checked
    }
  }
  for (const radio of radios) radio.addEventListener('change', apply)
  window.addEventListener('pageshow', apply)
  if (radios.length > 0) apply()
}

const BRANDS = [
  ['visa', /^4/],
  ['mc', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['disc', /^(6011|64[4-9]|65)/],
]

function brandOf(digits) {
  return BRANDS.find(([, prefix]) => prefix.test(digits))?.[0] ?? null
}

function digitsOf(text) {
  return text.replace(/\D/g, '')
}

/** Groups the digits as on the card. The caret stays behind the same digit. */
function watchCard(input) {
  if (!input) return
  const marks = input.parentElement.querySelector('.brands')
  const apply = () => {
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    const digits = digitsOf(input.value).slice(0, 19)
    const brand = brandOf(digits)
    const groups =
      brand === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?(\d{1,3})?/
    const grouped = (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
    if (input.value !== grouped) {
      input.value = grouped
      if (document.activeElement === input) placeCaret(input, before)
    }
    if (brand) marks?.setAttribute('data-brand', brand)
    else marks?.removeAttribute('data-brand')
  }
  input.addEventListener('input', apply)
  apply()
}

function placeCaret(input, digitsBefore) {
  let position = 0
  for (let seen = 0; position < input.value.length && seen < digitsBefore; position += 1) {
    if (/\d/.test(input.value[position])) seen += 1
  }
  input.setSelectionRange(position, position)
}

/** Adds a slash after the month, but only while typing forward, so that it can be deleted. */
function watchExpiry(input) {
  input?.addEventListener('input', event => {
    if (event.inputType?.startsWith('delete')) return
    const text = input.value.replace(/[^\d/]/g, '')
    const month = /^[2-9]$/.test(text) ? `0${text}` : text
    if (/^(0[1-9]|1[0-2])$/.test(month)) input.value = `${month} / `
    else if (/^(0[1-9]|1[0-2])\d{1,4}$/.test(month)) input.value = `${month.slice(0, 2)} / ${month.slice(2)}`
  })
}

function amountOf(text) {
  const bare = text.trim().replace(/^\$\s*/, '')
  const match = /^(\d{1,3}(?:,\d{3})+|\d{0,12})(?:\.(\d{0,2}))?$/.exec(bare)
  if (!match || !/\d/.test(bare)) return null
  return BigInt(match[1].replaceAll(',', '') || '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

/** Less than the balance has to leave a rest that can be paid, as on the server. */
function isPayable({ min, max, balance, rest }, amount) {
  if (amount === null || amount < BigInt(min) || amount > BigInt(max)) return false
  return !rest || amount >= BigInt(balance) || amount <= BigInt(balance) - BigInt(rest)
}

/** Shows the typed amount in the text above the button and on the button. */
function watchAmount(form, input) {
  if (!input) return
  const money = new Intl.NumberFormat(form.dataset.locale, { style: 'currency', currency: form.dataset.currency })
  const label = form.querySelector('[data-pay-label]')
  const places = [...form.querySelectorAll('[data-amount-text]')]
  const surcharge = document.getElementById('surcharge')
  const plain = label.textContent
  const vague = places.map(place => place.textContent)
  const apply = () => {
    const amount = amountOf(input.value)
    const good = isPayable(input.dataset, amount)
    const text = good ? money.format(`${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`) : null
    label.textContent = text && !surcharge ? `${plain} ${text}` : plain
    if (surcharge) showSurcharge(surcharge, good ? amount : null, money)
    for (const [index, place] of places.entries()) place.textContent = text ?? vague[index]
  }
  input.addEventListener('input', apply)
  window.addEventListener('pageshow', apply)
  apply()
}

/** The surcharge of an amount, as the server calculates it. */
function surchargeOf({ fee, rate, cap, least, most, largest }, amount) {
  if (largest && amount > BigInt(largest)) return 0n
  let added = BigInt(fee) + (amount * BigInt(rate) + 5000n) / 10000n
  if (least && added < BigInt(least)) added = BigInt(least)
  if (most && added > BigInt(most)) added = BigInt(most)
  const allowed = (amount * BigInt(cap)) / 10000n
  return added < allowed ? added : allowed
}

/** Names the surcharge of the typed amount, before the payer agrees to it. */
function showSurcharge(line, amount, money) {
  const added = amount === null ? null : surchargeOf(line.dataset, amount)
  line.querySelector('input').value = String(added ?? 0n)
  line.hidden = added === null || added === 0n
  if (line.hidden) return
  const show = cents => money.format(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
  line.querySelector('[data-surcharge]').textContent = show(added)
  line.querySelector('[data-with-surcharge]').textContent = show(amount + added)
}

function luhn(digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const weighed = index % 2 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}

/** Compares with the server's month, because the clock of the payer's device may be wrong. */
function expiryGood(text, form) {
  const match = /^(0?[1-9]|1[0-2]) ?[/. -]? ?((?:20)?\d{2})$/.exec(text)
  if (!match) return false
  const printed = `${2000 + Number(match[2].slice(-2))}-${match[1].padStart(2, '0')}`
  return printed >= form.dataset.month
}

function routingGood(text) {
  const digits = digitsOf(text)
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * [3, 7, 1][index % 3], 0)
  return digits.length === 9 && sum % 10 === 0
}

/** Whether a text is valid. Fields that are not listed are checked by the server only. */
const CHECKS = {
  'card-number': text => /^[\d -]+$/.test(text) && digitsOf(text).length >= 13 && luhn(digitsOf(text)),
  expiry: expiryGood,
  cvv: (text, form) => {
    const number = digitsOf(form.elements.namedItem('cc_account_number').value)
    return brandOf(number) === 'amex' ? /^\d{4}$/.test(text) : /^\d{3}$/.test(text)
  },
  zip: text => text.length >= 5,
  routing: routingGood,
  'account-number': text => /^[\d -]+$/.test(text) && digitsOf(text).length >= 4 && digitsOf(text).length <= 17,
  'account-number-again': (text, form) =>
    digitsOf(text) === digitsOf(form.elements.namedItem('ach_account_number').value),
  email: text => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
  amount: (text, _form, input) => {
    return isPayable(input.dataset, amountOf(text))
  },
}

function problemOf(form, input) {
  if (input.matches(':disabled')) return ''
  if (input.type === 'checkbox') return input.checked ? '' : input.dataset.missing
  const text = input.value.trim()
  if (text === '') return input.required ? input.dataset.missing : ''
  const check = CHECKS[input.dataset.check]
  return check && !check(text, form, input) ? input.dataset.invalid : ''
}

/** Shows an error when a field is left, never while typing, and removes it as soon as the value is valid. */
function watchErrors(form, input, settled) {
  input.addEventListener('change', () => {
    if (input.value.trim() !== '' || input.type === 'checkbox') settled(() => show(form, input))
  })
  input.addEventListener('input', () => {
    if (input.getAttribute('aria-invalid') === 'true' && problemOf(form, input) === '') show(form, input)
  })
}

/**
 * Runs work while no finger or mouse button is down. A text that appears during a click would move the button away from
 * under the pointer, and the click would be lost.
 */
function whenSettled() {
  let down = false
  const waiting = []
  const release = () => {
    down = false
    setTimeout(() => {
      for (const work of waiting.splice(0)) work()
    })
  }
  document.addEventListener(
    'pointerdown',
    () => {
      down = true
    },
    true,
  )
  document.addEventListener('pointerup', release, true)
  document.addEventListener('pointercancel', release, true)
  return work => {
    if (down) waiting.push(work)
    else work()
  }
}

function show(form, input) {
  const problem = problemOf(form, input)
  const place = document.getElementById(`${input.id}-error`)
  place.textContent = problem
  place.hidden = problem === ''
  const hint = document.getElementById(`${input.id}-hint`)
  const parts = [problem && place.id, hint?.id].filter(Boolean).join(' ')
  if (parts) input.setAttribute('aria-describedby', parts)
  else input.removeAttribute('aria-describedby')
  if (problem) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  return problem
}

/** Prevents a second submission while the first is running. After the back button the form can be submitted again. */
function guard(form) {
  const button = form.querySelector('button[type="submit"]')
  const label = form.querySelector('[data-pay-label]')
  const status = form.querySelector('.sending')
  let resting = label.textContent
  form.addEventListener('submit', event => {
    // Another language is asked for, and nothing is paid.
    if (event.submitter?.name) return
    if (button.getAttribute('aria-disabled') === 'true') {
      event.preventDefault()
      return
    }
    const wrong = [...form.querySelectorAll('[data-check]')]
      .map(input => [input, show(form, input)])
      .filter(([, problem]) => problem)
    if (wrong.length > 0) {
      event.preventDefault()
      summarise(form, wrong)
      return
    }
    resting = label.textContent
    button.setAttribute('aria-disabled', 'true')
    label.textContent = form.dataset.sending
    status.textContent = form.dataset.sendingLong
  })
  window.addEventListener('pageshow', event => {
    if (!event.persisted) return
    button.removeAttribute('aria-disabled')
    label.textContent = resting
    status.textContent = ''
  })
}

/**
 * Lists all problems at the head of the form, each as a link to its field, and moves the focus there for screen
 * readers.
 */
function summarise(form, wrong) {
  const box = document.getElementById('problems')
  const title = document.createElement('h3')
  title.textContent = form.dataset.checkFields
  const list = document.createElement('ul')
  for (const [input, problem] of wrong) {
    const link = document.createElement('a')
    link.href = `#${input.id}`
    link.textContent = problem
    link.addEventListener('click', event => {
      event.preventDefault()
      input.focus()
    })
    const entry = document.createElement('li')
    entry.append(link)
    list.append(entry)
  }
  box.replaceChildren(title, list)
  box.hidden = false
  box.focus()
}

/** Fills the form with a test card of the sandbox. */
function watchTestCards(form) {
  for (const button of document.querySelectorAll('[data-test-card]')) {
    button.removeAttribute('hidden')
    button.addEventListener('click', () => {
      for (const [name, value] of Object.entries(JSON.parse(button.dataset.testCard))) {
        const input = form.elements.namedItem(name)
        if (!(input instanceof HTMLInputElement)) continue
        input.value = value
        input.dispatchEvent(new Event('input', { bubbles: true }))
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }
      const method = document.getElementById('method-cc')
      if (method) method.click()
      form.querySelector('button[type="submit"]').focus()
    })
  }
}

const form = document.getElementById('pay-form')
if (form instanceof HTMLFormElement) {
  enhance(form)
  watchTestCards(form)
}
for (const place of document.querySelectorAll('[data-countdown]')) {
  const span = new Intl.NumberFormat(place.dataset.locale, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  let left = Number(place.dataset.countdown)
  const timer = setInterval(() => {
    left -= 1
    if (left <= 0) clearInterval(timer)
    place.textContent = span.format(Math.max(left, 0))
  }, 1000)
}
for (const button of document.querySelectorAll('[data-print]')) {
  button.removeAttribute('hidden')
  button.addEventListener('click', () => window.print())
}
