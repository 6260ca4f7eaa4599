import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from '../../definition/registry.ts'
import { openapi } from '../../http/openapi/openapi.ts'
import { remembered } from '../../lib/remembered.ts'
import { type Assets, assetOf, serveAsset } from '../assets.ts'
import { html } from '../html.ts'
import { pageSender, queryText } from '../page-routes.ts'
import { conventionsPage } from './conventions-page.ts'
import { type Docs, docsPage } from './docs-page.ts'
import { type ErrorPage, errorPages } from './errors/error-pages.ts'
import { guidePage } from './guides/guide-page.ts'
import { readGuides } from './guides/guides.ts'
import type { OwnValues } from './guides/sample-view.ts'
import { documentPage } from './manual/document-page.ts'
import { addressOf, PICTURES, readManual, readPicture } from './manual/manual.ts'
import { llmsText, type MarkdownPage, markdownPages } from './markdown.ts'
import { overviewPage } from './overview-page.ts'
import { postmanCollection } from './postman.ts'
import { resourcePage } from './resource-page.ts'
import { placesOf } from './search/places.ts'
import { searchOf } from './search/rank.js'
import { searchPage } from './search/search-page.ts'
import { type TestValues, testTables } from './test-tables.ts'
import { testValuesPage } from './test-values-page.ts'

const CSS = Buffer.concat(
  ['docs', 'samples', 'manual'].map(name => readFileSync(new URL(`./${name}.css`, import.meta.url))),
)
/** These pages have a stylesheet and a script of their own, which payers need not load. */
const STYLESHEET = assetOf('docs.css', 'text/css; charset=utf-8', CSS)
/** The files of the one script, in this order. Browsers run the search that the server runs. */
const SCRIPTS = ['element', 'search/synonyms', 'search/rank', 'search/suggest', 'docs']
const SCRIPT = assetOf('docs.js', 'text/javascript; charset=utf-8', Buffer.from(SCRIPTS.map(scriptText).join('\n')))

export interface DocsPagesOptions {
  registry: Registry
  assets: Assets
  version: string
  /** Read at each request: the address is known only once the server listens. */
  publicUrl: () => string
  /** What the processor simulator reacts to; null in live mode. */
  tests: TestValues | null
  /** A reader's own keys and ids: those of the sandbox, for whoever may see them; none in live mode. */
  ownValues?: ((request: FastifyRequest) => Promise<OwnValues | null>) | undefined
}

/** Made for the first reader: parsing the guides would be a tenth of what a start costs. */
const contentsOf = remembered((_: DocsPagesOptions) => ({
  guides: readGuides(),
  manual: readManual(),
  errors: errorPages(),
}))

/** The documentation of the API: an overview at `/docs` and a page for each resource. */
export async function docsPages(app: FastifyInstance, options: DocsPagesOptions): Promise<void> {
  const { registry, assets, version } = options
  const tests = options.tests ? testTables(options.tests) : []
  const docs = (): Docs => ({
    registry,
    ...contentsOf(options),
    assets,
    stylesheet: STYLESHEET,
    script: SCRIPT,
    version,
    tests,
    publicUrl: options.publicUrl(),
  })
  const placesIn = remembered((_: DocsPagesOptions) => placesOf(docs()))
  const places = () => placesIn(options)
  const searchIn = remembered((_: DocsPagesOptions) => searchOf(places()))
  const cached = pageCache()
  let texts: readonly MarkdownPage[] | undefined
  const markdown = () => {
    texts ??= markdownPages(docs())
    return texts
  }
  const send = pageSender(options.publicUrl)

  serveAsset(app, STYLESHEET)
  serveAsset(app, SCRIPT)
  for (const path of ['/docs', '/docs/']) {
    app.get(path, (_request, reply) => {
      const document = cached(options.publicUrl(), '', () => overviewPage(docs()))
      return send(reply, { status: 200, document })
    })
  }
  app.get('/docs/search', (request, reply) =>
    send(reply, { status: 200, document: searchPage(docs(), searchIn(options), queryText(request, 'q') ?? '') }),
  )
  app.get<{ Params: { name: string } }>('/docs/guides/:name', async (request, reply) => {
    if (request.params.name.endsWith('.md')) return sendMarkdown(markdown(), request, reply)
    const guide = docs()
      .guides.flatMap(group => group.guides)
      .find(({ name }) => name === request.params.name)
    if (!guide) return send(reply, { status: 404, document: missingPage(docs()) })
    const own = (await options.ownValues?.(request)) ?? null
    const render = () => guidePage(docs(), guide, own)
    const document = own ? render() : cached(options.publicUrl(), `guides/${guide.name}`, render)
    return send(reply, { status: 200, document, sends_requests: own !== null })
  })
  const sendOrMissing: SendRendered = (reply, name, render) =>
    send(reply, {
      status: render ? 200 : 404,
      document: cached(options.publicUrl(), name, render ?? (() => missingPage(docs()))),
    })
  errorRoutes(app, () => contentsOf(options).errors, docs, sendOrMissing)
  manualRoutes(app, docs, markdown, sendOrMissing)
  programPages(app, options, { cached, places, llms: () => llmsText(docs(), markdown()) })
  app.get('/docs/errors.md', (request, reply) => sendMarkdown(markdown(), request, reply))
  const fixed: Record<string, (docs: Docs) => string> = {
    conventions: conventionsPage,
    ...(tests.length > 0 ? { 'test-tables': testValuesPage } : {}),
  }
  for (const [name, render] of Object.entries(fixed)) {
    app.get(`/docs/${name}`, (_request, reply) => {
      const document = cached(options.publicUrl(), name, () => render(docs()))
      return send(reply, { status: 200, document })
    })
  }
  app.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const { name } = request.params
    if (name.endsWith('.md')) return sendMarkdown(markdown(), request, reply)
    const noun = registry.nouns.find(({ resource }) => resource.name === name || resource.plural === name)
    if (!noun) return send(reply, { status: 404, document: missingPage(docs()) })
    const own = (await options.ownValues?.(request)) ?? null
    const render = () => resourcePage(docs(), noun, own)
    const document = own ? render() : cached(options.publicUrl(), noun.resource.name, render)
    return send(reply, { status: 200, document, sends_requests: own !== null })
  })
}

/** Several modules become one script, which needs no imports: it also runs where the documentation lies in files. */
function scriptText(name: string): string {
  const text = readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8')
  return text.replaceAll(/^import .*\n/gm, '').replaceAll(/^export /gm, '')
}

type SendRendered = (reply: FastifyReply, name: string, render: (() => string) | null) => FastifyReply

/** The list of all errors, and the page of each. */
function errorRoutes(
  app: FastifyInstance,
  errors: () => readonly ErrorPage[],
  docs: () => Docs,
  send: SendRendered,
): void {
  for (const path of ['/docs/errors', '/docs/errors/:name']) {
    app.get<{ Params: { name?: string } }>(path, ({ params }, reply) => {
      const page = errors().find(each => each.path === (params.name ?? ''))
      return send(reply, page ? `errors/${page.path}` : 'errors?', page ? () => page.render(docs()) : null)
    })
  }
}

/** The documents for operators, as pages and as Markdown, with their pictures. */
function manualRoutes(
  app: FastifyInstance,
  docs: () => Docs,
  markdown: () => readonly MarkdownPage[],
  send: SendRendered,
): void {
  for (const folder of ['', 'processors/']) {
    app.get<{ Params: { name: string } }>(`/docs/manual/${folder}:name`, (request, reply) => {
      const name = folder + request.params.name
      if (name.endsWith('.md')) return sendMarkdown(markdown(), request, reply)
      const found = docs()
        .manual.flatMap(({ documents }) => documents)
        .find(each => each.name === name)
      return send(reply, found ? `manual/${name}` : 'manual?', found ? () => documentPage(docs(), found) : null)
    })
  }
  for (const path of PICTURES) {
    app.get(addressOf(path), (_request, reply) =>
      reply.headers({ 'cache-control': 'public, max-age=600' }).type('image/svg+xml').send(readPicture(path)),
    )
  }
}

/** What programs read: the list of the Markdown pages, the index of the search, and a collection. */
function programPages(
  app: FastifyInstance,
  { registry, version, publicUrl, ownValues }: DocsPagesOptions,
  texts: { cached: PageCache; llms(): string; places(): object },
): void {
  const { cached, llms, places } = texts
  app.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(cached(publicUrl(), 'llms', llms)),
  )
  app.get('/docs/search-index.js', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=600', 'x-content-type-options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(cached(publicUrl(), 'search-index', () => `globalThis.searchIndex = ${JSON.stringify(places())}\n`)),
  )
  app.get('/docs/postman.json', async (request, reply) => {
    const own = queryText(request, 'values') === 'own' ? await ownValues?.(request) : null
    const values = Object.entries(own ?? {}).map(([name, value]) => [camelCase(name), value])
    const render = () =>
      JSON.stringify(
        postmanCollection(openapi(registry, { public_url: publicUrl(), version }), Object.fromEntries(values)),
      )
    return reply.type(JSON_TYPE).send(own ? render() : cached(publicUrl(), 'postman', render))
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends the page of this address as Markdown. */
function sendMarkdown(pages: readonly MarkdownPage[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]!.replace(/\.md$/, '')
  const found = pages.find(page => page.path === path)
  return reply
    .code(found ? 200 : 404)
    .type('text/markdown; charset=utf-8')
    .send(found?.text ?? '# There is no such page\n')
}

/** `USER_API_KEY` is `userApiKey` in a collection. */
function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function missingPage(docs: Docs): string {
  return docsPage(docs, {
    title: 'There is no such page',
    current: '',
    sections: [],
    intro: html`<h1>There is no such page</h1>
<p class="lead">The contents list every record there is. <a href="/docs">Back to the overview</a></p>`,
  })
}

type PageCache = (url: string, name: string, render: () => string) => string

/** Renders each page once for an address of the gateway, the only thing of a page that changes. */
function pageCache(): PageCache {
  let documents = new Map<string, string>()
  let cached_url = ''
  return (url, name, render) => {
    if (cached_url !== url) documents = new Map()
    cached_url = url
    const document = documents.get(name) ?? render()
    documents.set(name, document)
    return document
  }
}
