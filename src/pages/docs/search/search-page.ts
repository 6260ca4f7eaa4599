import { type Html, html } from '../../html.ts'
import { type Docs, docsPage } from '../docs-page.ts'
import type { Found, Results, Search } from './rank.js'

const MOST = 30
const LONGEST_QUERY = 100

/** Returns the page with the places that fit best. It needs no script. */
export function searchPage(docs: Docs, search: Search, given: string): string {
  const query = given.slice(0, LONGEST_QUERY).trim()
  const results = search(query, MOST)
  return docsPage(docs, {
    title: query === '' ? 'Search' : `Search: ${query}`,
    current: 'search',
    query,
    intro: html`<h1>Search</h1>
<p role="status">${statusText(query, results)}</p>
<ul class="terms results">${results.found.map(resultView)}</ul>`,
    sections: [],
  })
}

function statusText(query: string, { count }: Results): string {
  if (query === '') return 'Type a word: the name of a record or field, a reason code, a task.'
  if (count === 0) return `Nothing found for ${query}`
  const places = `${count} ${count === 1 ? 'place' : 'places'} for ${query}`
  return count > MOST ? `${places}, the best ${MOST} of them:` : `${places}:`
}

function resultView({ href, title, where, excerpt }: Found): Html {
  return html`<li><a href="${href}">${title}</a> <span class="fine">${where}</span>${
    excerpt.length > 0 && html`<p>${excerpt.map(([text, isHit]) => (isHit ? html`<mark>${text}</mark>` : text))}</p>`
  }</li>`
}
