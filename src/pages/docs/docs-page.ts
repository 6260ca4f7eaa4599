import type { Registry } from '../../definition/registry.ts'
import { routesOf } from '../../http/openapi/routes.ts'
import { label } from '../../lib/problem.ts'
import type { Asset, Assets } from '../assets.ts'
import { attrs, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import type { TestTable } from './test-tables.ts'

/** What every page of the documentation is made of. */
export interface Docs {
  registry: Registry
  assets: Assets
  sheet: Asset
  /** The address callers use, without a trailing slash. */
  publicUrl: string
  version: string
  /** Values that make the simulator answer in a certain way; none in live mode. */
  tests: readonly TestTable[]
}

const CURRENT = attrs({ 'aria-current': 'page' })

interface Anchor {
  id: string
  title: string
}

interface DocsPageOptions {
  title: string
  /** The noun of this page, or null on the first page. */
  here: string | null
  anchors: readonly Anchor[]
  body: Html
}

/** The frame: contents at the side; on a phone they appear when the link to them is followed, and go when one in them is. */
export function docsPage(docs: Docs, { title, here, anchors, body }: DocsPageOptions): string {
  return page({
    assets: docs.assets,
    title: here === null ? title : `${title} – Tollgate API`,
    width: 'wide',
    skip: { href: '#content', label: 'Skip to the content' },
    body: html`<link rel="stylesheet" href="${docs.sheet.href}" integrity="${docs.sheet.integrity}">
<header class="docs-head">
<p class="merchant"><a class="docs-home" href="/docs">Tollgate API</a></p>
<p class="docs-open"><a href="#contents">Contents</a></p>
<p class="fine">Version ${docs.version} · <a href="/openapi.json">OpenAPI 3.1</a></p>
</header>
<div class="docs">
<nav class="docs-nav" id="contents" aria-label="Contents">
${contents(docs, here, anchors)}
</nav>
<main class="docs-main" id="content" tabindex="-1">
${body}
</main>
</div>`,
  })
}

function contents({ registry }: Docs, here: string | null, anchors: readonly Anchor[]): Html {
  const withEndpoints = registry.nouns.filter(noun => routesOf([noun]).length > 0)
  const embedded = registry.nouns.filter(noun => !withEndpoints.includes(noun))
  const names = (nouns: Registry['nouns']) => nouns.map(noun => noun.resource.name).toSorted()
  const line = (name: string) => nounLine(name, registry.get(name).resource.plural, here, anchors)
  return html`<ul>
<li><a href="/docs"${here === null && CURRENT}>Overview</a>${here === null && onPage(anchors)}</li>
</ul>
<p class="fine">Records</p>
<ul>${names(withEndpoints).map(line)}</ul>
${
  embedded.length > 0 &&
  html`<p class="fine">Only embedded in others</p>
<ul>${names(embedded).map(line)}</ul>`
}`
}

function nounLine(name: string, plural: string, here: string | null, anchors: readonly Anchor[]): Html {
  if (name !== here) return html`<li><a href="/docs/${name}">${label(plural)}</a></li>`
  return html`<li><a href="/docs/${name}"${CURRENT}>${label(plural)}</a>${onPage(anchors)}</li>`
}

function onPage(anchors: readonly Anchor[]): Html {
  return html`<ul>${anchors.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`
}
