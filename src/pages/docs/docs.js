// What the documentation does where scripts run: copy buttons, and one language for all examples.

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
