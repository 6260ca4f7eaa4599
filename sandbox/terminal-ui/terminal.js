/**
 * The UI of a virtual terminal: polls what the device shows and sends what the person does. While the page is open the
 * device waits for the person. The script writes text and attributes, never markup.
 */

const terminal = document.querySelector('.terminal')
const base = `/sandbox/terminals/${terminal.dataset.terminal}`
const byId = id => document.getElementById(id)
const money = cents => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

let state = { version: 0, ask: -1, view: { kind: 'none' }, left_ms: null, pulled: false }
let ends = null

async function act(body) {
  const answer = await fetch(`${base}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.ok && (await answer.json()).done
}

const reply = what => act({ do: 'reply', ask: state.ask, reply: what })

/** Returns the text of the status line, for screen readers. */
function statusText(view, pulled) {
  if (pulled) return 'The cable is pulled.'
  switch (view.kind) {
    // Its heading says that it is ready.
    case 'idle':
      return ''
    case 'tip':
      return `Add a tip to ${money(view.amount)}?`
    case 'card':
      return `${view.title} ${money(view.amount + view.tip)}: present a card.`
    case 'pin':
      return `Enter the PIN for ${money(view.amount)}.`
    case 'signature':
      return 'Please sign.'
    case 'terms':
      return 'Please read the terms.'
    default:
      return view.text
  }
}

function fill(section, view) {
  for (const place of section.querySelectorAll('[data-amount]'))
    place.textContent = view.amount === undefined ? '' : money(view.amount + (view.tip ?? 0))
  for (const place of section.querySelectorAll('[data-text]')) place.textContent = view.text ?? ''
  for (const problem of section.querySelectorAll('.problem')) problem.textContent = ''
  for (const form of section.querySelectorAll('form')) form.reset()
  if (view.kind === 'tip') offerTips(view)
  if (view.kind === 'card') {
    byId('card-title').textContent = view.title
    byId('card-problem').textContent = view.problem
    byId('card-tip').textContent = view.tip ? `Includes a tip of ${money(view.tip)}` : ''
  }
  if (view.kind === 'terms') {
    byId('terms-text').textContent = view.text
    byId('terms-sign').hidden = !view.sign
  }
  if (view.kind === 'done') section.dataset.ok = String(view.ok)
  for (const box of section.querySelectorAll('[data-signing]')) boxes.get(box).clear()
}

function offerTips({ choices }) {
  const buttons = choices.map(({ percent, tip }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button'
    button.dataset.tip = String(tip)
    button.textContent = `${percent} % · ${money(tip)}`
    return button
  })
  byId('tip-choices').replaceChildren(...buttons)
}

function show(next) {
  const changed = next.ask !== state.ask || next.view.kind !== state.view.kind
  state = next
  ends = next.left_ms === null ? null : performance.now() + next.left_ms
  byId('status').textContent = statusText(next.view, next.pulled)
  byId('cable').setAttribute('aria-pressed', String(next.pulled))
  byId('cable').textContent = next.pulled ? 'Plug the cable in' : 'Pull the cable'
  byId('cable-state').textContent = next.pulled ? 'The cable is pulled.' : 'The cable is plugged in.'
  byId('cancel').disabled = next.left_ms === null
  if (!changed) return
  for (const section of document.querySelectorAll('[data-view]')) {
    const shown = section.dataset.view === next.view.kind
    section.hidden = !shown
    if (!shown) continue
    fill(section, next.view)
    // Moves keyboard and screen reader users to the current prompt.
    section.querySelector('h2').focus({ preventScroll: true })
  }
}

function countDown() {
  const seconds = ends === null ? null : Math.max(0, Math.ceil((ends - performance.now()) / 1000))
  byId('left').textContent = seconds === null ? '' : `${seconds} s left`
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`${base}/screen?version=${state.version}`)
      if (!answer.ok) throw new Error(String(answer.status))
      show(await answer.json())
    } catch {
      byId('status').textContent = 'The terminal does not answer. Trying again.'
      state = { ...state, version: 0 }
      await new Promise(resolve => setTimeout(resolve, 1000))
    }
  }
}

/** A box for signatures. Strokes have the device's format: points, 0,65535 where the pen is lifted, ~ at the end. */
function signingBox(box) {
  const canvas = box.querySelector('canvas')
  const pen = canvas.getContext('2d')
  let points = []
  let down = false
  const at = event => {
    const place = canvas.getBoundingClientRect()
    const scale = canvas.width / place.width
    const within = (value, size) => Math.min(size - 1, Math.max(0, Math.round(value * scale)))
    return [within(event.clientX - place.left, canvas.width), within(event.clientY - place.top, canvas.height)]
  }
  const draw = ([x, y], begins) => {
    if (begins) {
      pen.beginPath()
      pen.moveTo(x, y)
    }
    pen.lineTo(x, y)
    pen.stroke()
    points.push(`${x},${y}`)
  }
  const lift = () => {
    if (down) points.push('0,65535')
    down = false
  }
  pen.lineWidth = 2
  pen.lineCap = 'round'
  pen.strokeStyle = '#17211e'
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId)
    down = true
    draw(at(event), true)
  })
  canvas.addEventListener('pointermove', event => down && draw(at(event), false))
  canvas.addEventListener('pointerup', lift)
  canvas.addEventListener('pointercancel', lift)
  const clear = () => {
    points = []
    down = false
    pen.clearRect(0, 0, canvas.width, canvas.height)
  }
  box.querySelector('[data-clear]').addEventListener('click', clear)
  box.querySelector('[data-sample]').addEventListener('click', () => {
    clear()
    for (let step = 0; step <= 120; step += 1) {
      const turn = (step / 120) * 10 * Math.PI
      draw([Math.round(40 + step * 1.8 + 14 * Math.cos(turn)), Math.round(50 + 22 * Math.sin(turn))], step === 0)
    }
    points.push('0,65535')
  })
  return { clear, strokes: () => (points.length === 0 ? '' : [...points, '~'].join('^')) }
}

const boxes = new Map([...document.querySelectorAll('[data-signing]')].map(box => [box, signingBox(box)]))
const strokesOf = name => boxes.get(document.querySelector(`[data-signing="${name}"]`)).strokes()

function present(entry, more = {}) {
  const card = document.querySelector('input[name="card"]:checked').value
  return reply({ entry, card, ...more })
}

document.addEventListener('click', event => {
  const { tip, entry, digit, accept } = event.target.dataset
  if (tip !== undefined) reply({ tip: Number(tip) })
  if (entry !== undefined) present(entry)
  if (digit !== undefined) byId('pin').value += digit
  if (accept === '0') reply({ accepted: false })
  if (accept === '1') acceptTerms()
})

function acceptTerms() {
  const strokes = strokesOf('terms')
  if (state.view.sign && !strokes) byId('terms-problem').textContent = 'Sign before you accept.'
  else reply({ accepted: true, strokes })
}

byId('signature-done').addEventListener('click', () => {
  const strokes = strokesOf('signature')
  if (strokes) reply({ strokes })
  else byId('signature-problem').textContent = 'Sign in the box first.'
})

function onSubmit(id, work) {
  byId(id).addEventListener('submit', event => {
    event.preventDefault()
    work(new FormData(event.target))
  })
}

onSubmit('tip-form', form => reply({ tip: Math.round(Number(form.get('tip')) * 100) }))
onSubmit('pin-form', form => reply({ pin: form.get('pin') }))
onSubmit('key-form', form => {
  const card = form.get('number').replaceAll(/\D/g, '')
  present('key', { card, exp_date: form.get('exp'), cvv: form.get('cvv') })
})
byId('cancel').addEventListener('click', () => act({ do: 'cancel' }))
byId('cable').addEventListener('click', () => act({ do: state.pulled ? 'plug' : 'pull' }))

setInterval(countDown, 250)
follow()
