// The results below the field of the search, as a reader types. Without a script the form leads to a page of results.

import { element } from '../element.js'
import { searchOf } from './rank.js'

const SUGGESTIONS = 8
const MOST_RESULTS = 30

const form = document.querySelector('.docs-search')
const field = form.elements.q
const indexAddress = new URL(form.dataset.index, document.baseURI)
const suggestionStatus = element('p', { className: 'fine', role: 'status' })
const suggestionList = element('ul', { className: 'terms results' })
const suggestions = element('div', { className: 'suggestions', hidden: true }, suggestionStatus, suggestionList)
form.append(suggestions)
field.setAttribute('aria-keyshortcuts', '/ Control+K Meta+K')
field.placeholder = 'Search ( / )'

let searching

/**
 * The index is a script that sets it: the policy of these pages lets scripts import others of this origin, and send no
 * requests. Where the documentation lies in files, which cannot be imported, each page has loaded it.
 */
function search() {
  searching ??= Promise.resolve(globalThis.searchIndex ?? import(indexAddress)).then(() =>
    searchOf(globalThis.searchIndex),
  )
  return searching
}

function resultLine({ href, title, where, excerpt }) {
  const pieces = excerpt.map(([text, isHit]) => (isHit ? element('mark', {}, text) : text))
  const link = element('a', { href: new URL(href, indexAddress).href, textContent: title })
  const line = element('li', {}, link, ' ', element('span', { className: 'fine' }, where))
  if (pieces.length > 0) line.append(element('p', {}, ...pieces))
  return line
}

function countText(query, count) {
  return count === 0 ? `Nothing found for ${query}` : `${count} ${count === 1 ? 'place' : 'places'} for ${query}:`
}

async function suggest() {
  const find = await search()
  const query = field.value.trim()
  const { count, found } = find(query, SUGGESTIONS)
  const lines = found.map(resultLine)
  if (count > found.length) {
    const href = `${form.action}?q=${encodeURIComponent(query)}`
    lines.push(element('li', {}, element('a', { href, textContent: `All ${count} places` })))
  }
  suggestionStatus.textContent = countText(query, count)
  suggestionList.replaceChildren(...lines)
  suggestions.hidden = query === ''
}

function closeSuggestions() {
  suggestions.hidden = true
}

/** Arrow keys lead from the field through the results and back. */
function moveFocus(event) {
  if (event.key === 'Escape' && !suggestions.hidden) {
    event.preventDefault()
    field.focus()
    closeSuggestions()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || suggestions.hidden) return
  event.preventDefault()
  const stops = [field, ...suggestionList.querySelectorAll('a')]
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus()
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }) {
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey
  return key === '/' && !ctrlKey && !metaKey && !target.closest?.('input, textarea, select')
}

field.addEventListener('focus', () => search().catch(() => {}))
// Without an index the form still leads to the page of results.
field.addEventListener('input', () => suggest().catch(closeSuggestions))
form.addEventListener('keydown', moveFocus)
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) closeSuggestions()
})
document.addEventListener('keydown', event => {
  if (!isShortcut(event)) return
  event.preventDefault()
  field.focus()
  field.select()
})

/** The page of results where no server answers it. */
const asked = new URLSearchParams(location.search).get('q')?.trim()
const resultList = document.querySelector('main .results')
if (resultList && asked && globalThis.searchIndex) {
  search().then(find => {
    const { count, found } = find(asked, MOST_RESULTS)
    field.value = asked
    document.querySelector('main [role=status]').textContent = countText(asked, count)
    resultList.replaceChildren(...found.map(resultLine))
  })
}
