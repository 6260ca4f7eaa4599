// Buttons that copy ids, keys and commands, where scripts run.

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
