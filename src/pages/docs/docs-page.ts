import type { Noun } from '../../definition/noun.ts'
import type { Registry } from '../../definition/registry.ts'
import { label } from '../../lib/problem.ts'
import type { Asset, Assets } from '../assets.ts'
import { attrs, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import type { GuideGroup } from './guides/guides.ts'
import type { DocumentGroup } from './manual/manual.ts'
import { recordGroups } from './record-groups.ts'
import type { TestTable } from './test-tables.ts'

/** What all pages of the documentation are rendered from. */
export interface Docs {
  registry: Registry
  assets: Assets
  stylesheet: Asset
  script: Asset
  /** The address callers use, without a trailing slash. */
  publicUrl: string
  version: string
  guides: readonly GuideGroup[]
  /** Documents of the repository, for operators, assessors and integrators. */
  manual: readonly DocumentGroup[]
  /** The pages below `/docs/errors`, for the search. */
  errors: readonly { path: string; title: string; where: string; text: string }[]
  /** Values that cause certain responses of the simulator; none in live mode. */
  tests: readonly TestTable[]
}

const CURRENT = attrs({ 'aria-current': 'page' })

/** A part of a page, with an anchor in the contents. */
export interface Section {
  id: string
  title: string
  content: Html
}

interface DocsPageOptions {
  title: string
  /** The resource of this page, `guides/` and a guide, or null on the overview. */
  current: string | null
  /** The heading and what stands below it. */
  intro: Html
  sections: readonly Section[]
  /** Its text as Markdown. */
  markdown?: string
  /** What was searched for. */
  query?: string
}

/**
 * Returns the document. The contents stand at the side; on a phone they open by a link and close when one of theirs is
 * followed.
 */
export function docsPage(
  docs: Docs,
  { title, current, intro, sections, markdown, query = '' }: DocsPageOptions,
): string {
  return page({
    assets: docs.assets,
    title: current === null ? title : `${title} – Tollgate API`,
    width: 'wide',
    skip: { href: '#content', label: 'Skip to the content' },
    body: html`<link rel="stylesheet" href="${docs.stylesheet.href}" integrity="${docs.stylesheet.integrity}">
<script src="${docs.script.href}" integrity="${docs.script.integrity}" defer></script>
<header class="docs-head">
<p class="merchant"><a class="docs-home" href="/docs">Tollgate API</a></p>
<p class="docs-open"><a href="#contents">Contents</a></p>
<form class="docs-search" role="search" action="/docs/search" data-index="/docs/search-index.js">
<label><span class="quiet">Search the documentation</span><input type="search" name="q" value="${query}" placeholder="Search" maxlength="100" autocomplete="off"></label>
</form>
<p class="fine">Version ${docs.version} · <a href="/openapi.json">OpenAPI 3.1</a></p>
</header>
<div class="docs">
<nav class="docs-nav" id="contents" aria-label="Contents">
${contents(docs, current, sections)}
</nav>
<main class="docs-main" id="content" tabindex="-1">
${intro}${
  sections.length > 0 &&
  html`
${sections.map(sectionView)}`
}${
  markdown !== undefined &&
  html`
<p class="fine"><a href="${markdown}">This page as Markdown</a></p>`
}
</main>
</div>`,
  })
}

function sectionView({ id, title, content }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>
`
}

function contents(
  { registry, guides, manual, tests }: Docs,
  current: string | null,
  sections: readonly Section[],
): Html {
  const line = (path: string, title: string) => linkLine(path, title, current, sections)
  const record = ({ resource }: Noun) => line(resource.name, label(resource.plural))
  const documents = (group: DocumentGroup) => group.documents.map(({ name, title }) => line(`manual/${name}`, title))
  const [run, ...others] = manual
  const folded = others.filter(({ title }) => title !== 'Reference')
  return html`<ul>
<li><a href="/docs"${current === null && CURRENT}>Overview</a>${current === null && onPage(sections)}</li>
</ul>
${guides.map(
  group => html`<p class="fine">${group.title}</p>
<ul>${group.guides.map(({ name, title }) => line(`guides/${name}`, title))}</ul>
`,
)}${
  run &&
  html`<p class="fine">${run.title}</p>
<ul>${documents(run)}</ul>
`
}${folded.map(
  group => html`<details${attrs({ open: group.documents.some(({ name }) => current === `manual/${name}`) })}>
<summary>${group.title}</summary>
<ul>${documents(group)}</ul>
</details>
`,
)}<p class="fine">Reference</p>
<ul>${line('conventions', 'Every request')}${line('errors', 'Errors, one by one')}${line('errors/reasons', 'Reason codes')}${
    tests.length > 0 && line('test-tables', 'Tables of test values')
  }${manual.filter(group => !folded.includes(group) && group !== run).map(documents)}</ul>
${recordGroups(registry).map(
  ({ name, nouns }) => html`<details${attrs({ open: nouns.some(({ resource }) => resource.name === current) })}>
<summary>${name}</summary>
<ul>${nouns.map(record)}</ul>
</details>
`,
)}`
}

function linkLine(path: string, title: string, current: string | null, sections: readonly Section[]): Html {
  if (path !== current) return html`<li><a href="/docs/${path}">${title}</a></li>`
  return html`<li><a href="/docs/${path}"${CURRENT}>${title}</a>${onPage(sections)}</li>`
}

function onPage(sections: readonly Section[]): Html {
  return html`<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`
}

export interface CurlOptions {
  method: string
  /** The whole address. */
  url: string
  /** Written as JSON. */
  body?: unknown
  /** False for an endpoint without authentication. */
  credentials?: boolean
}

const CREDENTIALS = ['developer-id: $DEVELOPER_ID', 'user-id: $USER_ID', 'user-api-key: $USER_API_KEY']

/** Returns a command to paste into a shell. Its credentials are variables that a reader sets once. */
export function curl({ method, url, body, credentials = true }: CurlOptions): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `
  const lines = [`curl ${verb}${quoted(url)}`]
  if (credentials) lines.push(...CREDENTIALS.map(header => `  -H "${header}"`))
  if (body !== undefined)
    lines.push(`  -H 'content-type: application/json'`, `  -d ${quoted(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n')
}

/** A block of text to copy. Long lines wrap. */
export function codeBlock(text: string): Html {
  return html`<pre class="listing"><code>${text}</code></pre>`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
