// Buttons that copy ids, keys and commands, and choosers of colours, where scripts run.

function copyButton(text, what) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${what}`)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  return button
}

// Browsers have no clipboard for pages of other machines without TLS.
if (navigator.clipboard) {
  for (const each of document.querySelectorAll('[data-copy]')) {
    const term = each.closest('div')?.querySelector('dt')?.textContent
    each.after(' ', copyButton(each.dataset.copy || each.textContent, term ?? each.textContent))
  }
  for (const listing of document.querySelectorAll('.listing code'))
    listing.parentElement.before(copyButton(listing.textContent, 'this text'))
}

// Beside a colour that is typed, the browser's own chooser.
for (const input of document.querySelectorAll('[data-colour]')) {
  const chooser = document.createElement('input')
  chooser.type = 'color'
  chooser.value = input.value || '#ffffff'
  chooser.setAttribute('aria-label', `Choose: ${input.labels[0].textContent}`)
  chooser.addEventListener('input', () => {
    input.value = chooser.value
  })
  input.addEventListener('input', () => {
    if (/^#[0-9a-f]{6}$/i.test(input.value)) chooser.value = input.value
  })
  input.after(chooser)
}
