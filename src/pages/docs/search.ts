import { routesOf } from '../../http/openapi/routes.ts'
import { label } from '../../lib/problem.ts'
import { type Html, html } from '../html.ts'
import { type Docs, docsPage } from './docs-page.ts'
import type { Block } from './guides/read-guide.ts'
import { anchorOf, saysOf } from './resource-page.ts'

/** A place of the documentation that can be found. */
interface Place {
  href: string
  title: string
  /** Which page it is in, or what it is. */
  where: string
  /** Lower case, and without markup. */
  text: string
}

const MOST = 30
const LONGEST_QUERY = 100

/** Returns the page with the places in which all words stand, those with all of them in the title first. */
export function searchPage(docs: Docs, places: readonly Place[], given: string): string {
  const query = given.slice(0, LONGEST_QUERY).trim()
  const found = query === '' ? [] : search(places, query)
  return docsPage(docs, {
    title: query === '' ? 'Search' : `Search: ${query}`,
    current: 'search',
    intro: html`<h1>Search</h1>
<p role="status">${said(query, found.length)}</p>
<ul class="terms">${found.slice(0, MOST).map(placeView)}</ul>`,
    sections: [],
  })
}

function said(query: string, count: number): string {
  if (query === '') return 'Type a word: the name of a record or field, a reason code, a task.'
  if (count === 0) return `Nothing has all of these words: ${query}`
  return count > MOST ? `${count} places, the first ${MOST} of them:` : `${count} ${count === 1 ? 'place' : 'places'}:`
}

function placeView({ href, title, where }: Place): Html {
  return html`<li><a href="${href}">${title}</a> <span class="fine">${where}</span></li>`
}

function search(places: readonly Place[], query: string): Place[] {
  const words = query.toLowerCase().split(/\s+/)
  const worth = ({ title, text }: Place): number => {
    if (words.every(word => title.toLowerCase().includes(word))) return 2
    return words.every(word => text.includes(word)) ? 1 : 0
  }
  const ranked = places.map(place => ({ place, worth: worth(place) })).filter(each => each.worth > 0)
  return ranked.toSorted((one, other) => other.worth - one.worth).map(({ place }) => place)
}

/** Returns all that can be found, which is the same for as long as the process runs. */
export function placesOf(docs: Docs): Place[] {
  return [...guidePlaces(docs), ...recordPlaces(docs), ...errorPlaces(docs), ...testPlaces(docs)]
}

function guidePlaces({ guides }: Docs): Place[] {
  return guides
    .flatMap(group => group.guides)
    .flatMap(({ name, title, lead, sections }) => [
      place(`/docs/guides/${name}`, title, 'Guide', lead),
      ...sections.map(section =>
        place(`/docs/guides/${name}#${section.id}`, section.title, title, section.blocks.map(textOf).join(' ')),
      ),
    ])
}

function textOf(block: Block): string {
  if (block.kind === 'request') return `${block.request.path} ${JSON.stringify(block.request.body ?? '')}`
  return block.kind === 'answer' ? block.text : block.token.raw
}

function recordPlaces({ registry }: Docs): Place[] {
  return registry.nouns.flatMap(noun => {
    const { name, plural, fields } = noun.resource
    const page = `/docs/${name}`
    const shown = Object.entries(fields).filter(([, { options, mark }]) => options.reach === undefined || mark !== 'S')
    return [
      place(page, label(plural), 'Record', name),
      ...routesOf([noun]).map(route =>
        place(`${page}#${anchorOf(route)}`, `${route.method} ${route.path}`, label(plural), saysOf(route)),
      ),
      ...shown.map(([field, { options }]) => place(`${page}#field-${field}`, field, label(plural), options.note ?? '')),
    ]
  })
}

function errorPlaces({ errors }: Docs): Place[] {
  return errors.map(({ path, title, text }) =>
    place(`/docs/errors${path === '' ? '' : `/${path}`}`, title, 'Errors', text),
  )
}

function testPlaces({ tests }: Docs): Place[] {
  return tests.flatMap(({ title, rows }) =>
    rows.map(([value, outcome]) => place('/docs/test-tables', `${value}: ${outcome}`, title, '')),
  )
}

function place(href: string, title: string, where: string, text: string): Place {
  return { href, title, where, text: `${title} ${where} ${text}`.toLowerCase() }
}
