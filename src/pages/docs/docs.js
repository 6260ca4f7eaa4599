// What the documentation does where scripts run: copy buttons, and one language for all examples.

import { element } from './element.js'

const KEPT = 'tollgate-language'

for (const listing of document.querySelectorAll('.listing')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(listing.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  listing.after(button)
}

// The contents are longer than the window: the page that is read is in sight there.
const contents = document.querySelector('.docs-nav')
const here = contents?.querySelector('[aria-current]')
if (here) contents.scrollTop = Math.max(0, here.offsetTop - contents.offsetTop - contents.clientHeight / 3)

function choose(language) {
  for (const input of document.querySelectorAll(`.languages input[value="${CSS.escape(language)}"]`))
    input.checked = true
}

document.addEventListener('change', ({ target }) => {
  if (!target.closest('.languages')) return
  // The example that was chosen in stays where it is, whatever becomes of those above it.
  const before = target.getBoundingClientRect().top
  choose(target.value)
  window.scrollBy(0, target.getBoundingClientRect().top - before)
  localStorage.setItem(KEPT, target.value)
})

const kept = localStorage.getItem(KEPT)
if (kept) choose(kept)

// Trying requests. Only a sandbox whose console the reader may open gives its keys and ids to a page.

const VALUES = 'tollgate-values'
const given = document.querySelector('[data-values]')?.dataset.values
const values = given && { ...JSON.parse(given), ...JSON.parse(sessionStorage.getItem(VALUES) ?? '{}') }

function filled(text) {
  return text.replaceAll(/\{\{([A-Z_]+)\}\}/g, (whole, name) => values[name] ?? whole)
}

/** What an answer brings is at hand for the requests after it, on this page and others of the tab. */
function keep(answer, keeps) {
  const found = Object.entries(keeps).map(([name, path]) => [
    name,
    path.split('.').reduce((part, key) => part?.[key], answer),
  ])
  for (const [name, value] of found) if (typeof value === 'string') values[name] = value
  sessionStorage.setItem(VALUES, JSON.stringify(values))
}

async function send({ method, has_credentials, keeps }, path, body) {
  const keys = { 'developer-id': values.DEVELOPER_ID, 'user-id': values.USER_ID, 'user-api-key': values.USER_API_KEY }
  const headers = {
    ...(has_credentials ? keys : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(path, { method, headers, body, credentials: 'omit' })
  const text = await answer.text()
  let shown = text
  try {
    const json = JSON.parse(text)
    if (answer.ok) keep(json, keeps)
    shown = JSON.stringify(json, null, 2)
  } catch {
    // A file, or nothing.
  }
  return { said: `${answer.status} ${answer.statusText}`, shown }
}

function tryForm(request) {
  const path = element('input', { value: filled(request.path), spellcheck: false })
  const body = request.body && element('textarea', { rows: 8, spellcheck: false })
  if (body) body.value = filled(JSON.stringify(request.body, null, 2))
  const status = element('p', { role: 'status' })
  const code = element('code', {})
  const listing = element('pre', { className: 'listing', hidden: true, tabIndex: 0 }, code)
  const form = element('form', { className: 'try' })
  form.append(element('label', {}, `${request.method} to this sandbox`, path))
  if (body) form.append(element('label', {}, 'Body', body))
  form.append(element('button', { className: 'copy', textContent: 'Send' }), status, listing)
  form.addEventListener('submit', async event => {
    event.preventDefault()
    status.textContent = 'Sending …'
    try {
      const { said, shown } = await send(request, path.value, body?.value)
      status.textContent = said
      code.textContent = shown
      listing.hidden = shown === ''
    } catch {
      status.textContent = 'The sandbox could not be reached.'
    }
  })
  return form
}

for (const sample of values ? document.querySelectorAll('[data-request]') : []) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Try it' })
  button.addEventListener('click', () => button.replaceWith(tryForm(JSON.parse(sample.dataset.request))))
  sample.append(button)
}
