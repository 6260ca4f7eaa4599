import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import fastify from 'fastify'
import { bankAccounts } from '../sandbox/bank/triggers.ts'
import { faultLines } from '../sandbox/faults/fault-list.ts'
import * as triggers from '../sandbox/processor/triggers.ts'
import { registerOpenapi } from '../src/http/openapi/openapi.ts'
import { loadAssets, pageAssets } from '../src/pages/assets.ts'
import { docsPages } from '../src/pages/docs/docs-pages.ts'
import { POSTED } from '../src/resources/postbackconfig/postbackconfig.ts'
import { VERSION } from '../src/version.ts'
import { bareRegistry } from './bare-registry.ts'

/** Writes every page that links lead to, from /docs on. Returns how many files there are. */
async function buildDocs(out: string, url: string): Promise<number> {
  const app = fastify()
  const [registry, assets, publicUrl] = [bareRegistry(), loadAssets(), () => url]
  await app.register(pageAssets, { assets })
  registerOpenapi(app, { registry, version: VERSION, publicUrl, posted: POSTED })
  const tests = { ...triggers, faultLines, bankAccounts }
  await app.register(docsPages, { registry, assets, version: VERSION, publicUrl, tests })
  const found = new Set(['/docs', '/docs/search'])
  // A set is walked over what is added on the way, too.
  for (const path of found) {
    const response = await app.inject(path)
    if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`)
    const isPage = String(response.headers['content-type']).startsWith('text/html')
    const content = isPage ? asFile(response.body, path, found) : response.rawPayload
    const file = join(out, fileOf(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const [, name, places = ''] = /^(.*? = )(.*)$/.exec((await app.inject(`/docs/${INDEX}`)).body.trim()) ?? []
  const index = JSON.parse(places).map((place: { href: string }) => ({ ...place, href: fileOf(place.href) }))
  writeFileSync(join(out, INDEX), `${name}${JSON.stringify(index)}\n`)
  await app.close()
  return found.size + 1
}

/** The index of the search. Pages on a disk cannot import it, so each loads it. */
const INDEX = 'search-index.js'
/** Pages of a running gateway, which files do not have. */
const ELSEWHERE = /^\/(?:sandbox|quickinvoice)\b/

/** Returns the document with links between files, and notes the addresses it leads to. */
function asFile(document: string, path: string, found: Set<string>): string {
  const here = dirname(fileOf(path))
  const linked = document
    .replaceAll(/<a href="([^"#]+)">([^<]*)<\/a>/g, (link, href, text) => (ELSEWHERE.test(href) ? text : link))
    .replaceAll(/ (href|src|action)="(\/[^"#]*)(#[^"]*)?"/g, (_, name, target, fragment = '') => {
      found.add(target)
      return ` ${name}="${relative(here, fileOf(target))}${fragment}"`
    })
    // A browser cannot check what it reads from a file.
    .replaceAll(/ integrity="[^"]*"/g, '')
    .replaceAll(/ data-index="[^"]*"/g, ` data-index="${relative(here, INDEX)}"`)
  return linked.replace('</head>', `<script src="${relative(here, INDEX)}" defer></script>\n</head>`)
}

/** Returns the file of an address, with its fragment. */
function fileOf(address: string): string {
  const [path = '', fragment] = address.split('#')
  const name = path === '/docs' ? 'index' : path.replace(/^\/docs\//, '/').slice(1)
  return `${/\.\w+$/.test(name) ? name : `${name}.html`}${fragment === undefined ? '' : `#${fragment}`}`
}

/** `npm run docs -- --out DIR [--url https://pay.example]`: the documentation as files that need no server. */
const { values } = parseArgs({ options: { out: { type: 'string' }, url: { type: 'string' } } })
if (!values.out) {
  console.error('usage: npm run docs -- --out DIR [--url https://pay.example]')
  process.exit(1)
}
console.log(`${await buildDocs(values.out, values.url ?? 'https://pay.example.com')} files in ${values.out}`)
