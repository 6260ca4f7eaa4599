import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from '../../definition/registry.ts'
import type { Assets } from '../assets.ts'
import { pageHeaders } from '../headers.ts'
import { html } from '../html.ts'
import { type Docs, docsPage } from './docs-page.ts'
import { docsSheet } from './docs-sheet.ts'
import { nounPage } from './noun-page.ts'
import { overviewPage } from './overview-page.ts'
import { type TestValues, testTables } from './test-tables.ts'

export interface DocsPagesOptions {
  registry: Registry
  assets: Assets
  version: string
  /** Asked at each request: the address is known only once the server listens. */
  publicUrl: () => string
  /** What the processor simulator reacts to; null in live mode. */
  tests: TestValues | null
}

/** The readable form of the API: an overview at `/docs` and a page for each noun. Pages are made once and kept. */
export async function docsPages(app: FastifyInstance, options: DocsPagesOptions): Promise<void> {
  const { registry, assets, version } = options
  const sheet = docsSheet()
  const tests = options.tests ? testTables(options.tests) : []
  const docs = (): Docs => ({ registry, assets, sheet, version, tests, publicUrl: options.publicUrl() })
  const kept = ttlCache()
  const send = (reply: FastifyReply, status: number, document: string) => {
    const https = options.publicUrl().startsWith('https:')
    return reply.code(status).headers(pageHeaders({ https })).type('text/html; charset=utf-8').send(document)
  }

  app.get(sheet.href, (_request, reply) => {
    const headers = {
      'content-type': sheet.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    }
    return reply.headers(headers).send(sheet.content)
  })
  for (const path of ['/docs', '/docs/']) {
    app.get(path, (_request, reply) =>
      send(
        reply,
        200,
        kept(options.publicUrl(), '', () => overviewPage(docs())),
      ),
    )
  }
  app.get<{ Params: { noun: string } }>('/docs/:noun', (request, reply) => {
    const { noun: name } = request.params
    const noun = registry.nouns.find(({ resource }) => resource.name === name || resource.plural === name)
    if (!noun) return send(reply, 404, missingPage(docs()))
    return send(
      reply,
      200,
      kept(options.publicUrl(), noun.resource.name, () => nounPage(docs(), noun)),
    )
  })
}

function missingPage(docs: Docs): string {
  return docsPage(docs, {
    title: 'There is no such page',
    here: '',
    anchors: [],
    body: html`<h1>There is no such page</h1>
<p class="lead">The contents list every record there is. <a href="/docs">Back to the overview</a></p>`,
  })
}

/** Pages change only with the address they print. */
function ttlCache(): (url: string, name: string, make: () => string) => string {
  let made = new Map<string, string>()
  let of = ''
  return (url, name, make) => {
    if (of !== url) made = new Map()
    of = url
    const document = made.get(name) ?? make()
    made.set(name, document)
    return document
  }
}
