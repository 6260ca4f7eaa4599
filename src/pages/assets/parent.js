// Posts the result to the page around the frame, and closes the window where the form asks for it.
const result = document.getElementById('result')
if (result) {
  const { message, origin, close } = result.dataset
  // Only the origin that the merchant's software declared may read who paid what.
  if (message && origin && window.parent !== window) window.parent.postMessage(message, origin)
  else if (message && origin && window.opener) window.opener.postMessage(message, origin)
  const button = result.querySelector('[data-close]')
  if (button) {
    button.removeAttribute('hidden')
    button.addEventListener('click', () => window.close())
  }
  if (close) window.setTimeout(() => window.close(), Number(close) * 1000)
}
