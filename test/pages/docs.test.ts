import assert from 'node:assert/strict'
import test from 'node:test'
import type { FastifyInstance } from 'fastify'
import { noun } from '../../src/definition/noun.ts'
import { registry } from '../../src/definition/registry.ts'
import { parseDraft } from '../../src/engine/parse.ts'
import { addressOf, routesOf } from '../../src/http/openapi/routes.ts'
import { errorPages } from '../../src/pages/docs/errors/error-pages.ts'
import { readGuides } from '../../src/pages/docs/guides/guides.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { docsSite } from '../support/docs-site.ts'
import { crate, madeUpRegistry } from '../support/made-up.ts'

const product = bareRegistry()

async function read(app: FastifyInstance, path: string): Promise<string> {
  const answer = await app.inject(path)
  assert.equal(answer.statusCode, 200, path)
  return answer.body
}

/** What a reader sees of the markup. */
function text(document: string): string {
  const plain = document.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, ' ')
  return plain
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ')
}

test('every noun of the product has a page, and every link of every page leads somewhere', async () => {
  const app = await docsSite(product)
  const guides = readGuides().flatMap(group => group.guides.map(({ name }) => `/docs/guides/${name}`))
  const errors = errorPages().map(({ path }) => (path === '' ? '/docs/errors' : `/docs/errors/${path}`))
  const fixed = ['/docs', '/docs/conventions', '/docs/test-tables', '/docs/search']
  const texts = [...guides, '/docs/errors', ...product.nouns.map(({ resource }) => `/docs/${resource.name}`)].map(
    path => `${path}.md`,
  )
  const paths = [
    ...fixed,
    ...texts,
    ...guides,
    ...errors,
    ...product.nouns.map(({ resource }) => `/docs/${resource.name}`),
  ]
  const pages = new Map(await Promise.all(paths.map(async path => [path, await read(app, path)] as const)))
  const lost: string[] = []
  for (const [path, document] of pages) {
    for (const [, href = ''] of document.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const [target = '', fragment] = href.split('#')
      const there = target === '' ? document : pages.get(target)
      const known =
        ['/openapi.json', '/docs/postman.json', '/llms.txt', '/sandbox', 'https://www.standardwebhooks.com'].includes(
          target,
        ) ||
        (there !== undefined && (fragment === undefined || there.includes(`id="${fragment}"`)))
      if (!known) lost.push(`${path} → ${href}`)
    }
  }
  assert.ok(pages.size > 20)
  assert.deepEqual(lost, [])
})

test('names of places in a page are used once', async () => {
  const app = await docsSite(product)
  for (const { resource } of product.nouns) {
    const ids = [...(await read(app, `/docs/${resource.name}`)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      resource.name,
    )
  }
})

test('the overview leads to every record and guide, and the page of a record has all its endpoints', async () => {
  const app = await docsSite(product)
  const overview = await read(app, '/docs')
  for (const { name } of readGuides().flatMap(({ guides }) => guides))
    assert.ok(overview.includes(`href="/docs/guides/${name}"`), name)
  for (const noun of product.nouns) {
    assert.ok(overview.includes(`href="/docs/${noun.resource.name}"`), noun.resource.name)
    const seen = text(await read(app, `/docs/${noun.resource.name}`))
    for (const route of routesOf([noun])) assert.ok(seen.includes(addressOf(route)), addressOf(route))
  }
})

test('a page tells type, limits, write mark, default and note of every field a caller can send or see', async () => {
  const seen = text(await read(await docsSite(madeUpRegistry()), '/docs/crate'))
  for (const line of [
    'title string, 1 to 64 characters Required on create, can be changed.',
    'shelf_id id of a shelf Required on create, fixed afterwards.',
    "crate_api_id string, at most 64 characters Optional on create, can be changed. The caller's own id.",
    'count integer, at most 3 digits Optional on create, can be changed. Default 3',
    'price amount, as a string with two decimals Optional on create',
    'fragile 1 or 0 Optional on create, can be changed. Default 0',
    'open true or false Optional',
    'size one of small, large Optional on create, fixed afterwards. small one hand, large two hands.',
    'checked date, yyyy-mm-dd Not on create; can be changed.',
    'weight amount, as a number Set by the gateway.',
    'amount integer Computed for the answer. The value of count .',
  ]) {
    assert.ok(seen.includes(line), `${line}\n in ${seen}`)
  }
  assert.ok(!seen.includes('seal'))
})

test('a page tells filters, expands and endpoints with commands that can be pasted', async () => {
  const app = await docsSite(madeUpRegistry(), { publicUrl: () => 'https://pay.example' })
  const seen = text(await read(app, '/docs/crate'))
  for (const line of [
    'neighbours : a list of crate',
    'shelf : a shelf , or null',
    'link : computed from the record',
    'POST /v2/crates/{id}/nailShut Nails the crate shut.',
    'loudly : 1 to use the large hammer',
    'curl "$BASE_URL/v2/crates" \\',
    `-d '{ "crate": { "nails": 1 } }'`,
    'Without sort , the order is -id .',
  ]) {
    assert.ok(seen.includes(line), line)
  }
})

test('the example of a create holds what the rules of the noun ask for', async () => {
  const strict = noun(crate, {
    rules: {
      create: {
        validate: (draft, problems) => (draft.crate_api_id ? undefined : problems.add('crate_api_id', 'is needed')),
      },
    },
  })
  const others = madeUpRegistry().nouns.filter(each => each.resource.name !== 'crate')
  const document = await read(await docsSite(registry([strict, ...others])), '/docs/crate')
  const body = /-d '(\{.+?\n\})'/s.exec(unescaped(document))?.[1]
  const sent = JSON.parse((body ?? '{}').replaceAll(/'"\$\w+"'/g, 'f0'.repeat(12))).crate
  assert.deepEqual(Object.keys(sent), ['shelf_id', 'title', 'crate_api_id', 'contents'])
  assert.deepEqual(parseDraft(crate.fields, sent).problems, {})
})

test('test values stand in the documentation of the sandbox only', async () => {
  const sandbox = text(await read(await docsSite(product), '/docs/test-tables'))
  assert.match(sandbox, /6\.16 declined, reason 1616: INSUFFICIENT_FUNDS/)
  assert.match(sandbox, /2\.01 approved for 1\.00/)
  assert.match(sandbox, /8\.10 to 8\.99 declined after 10 seconds/)
  const live = await docsSite(product, { sandbox: false })
  assert.equal((await live.inject('/docs/test-tables')).statusCode, 404)
  assert.ok(!(await read(live, '/docs')).includes('/docs/test-tables'))
})

test('pages carry the headers of every hosted page and one script of their own', async () => {
  const app = await docsSite(product)
  for (const path of ['/docs', '/docs/', '/docs/tag', '/docs/tags']) {
    const answer = await app.inject(path)
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
    const scripts = answer.body.match(/<script[^>]*>/g) ?? []
    assert.equal(scripts.length, 1)
    assert.match(scripts[0]!, /src="\/assets\/docs\.[0-9a-f]{16}\.js" integrity="sha384-/)
    assert.ok(!/ style="/.test(answer.body))
  }
})

test('the sheet is served under the address its pages name, for ever', async () => {
  const app = await docsSite(madeUpRegistry())
  const [, href = ''] =
    /<link rel="stylesheet" href="(\/assets\/docs\.[0-9a-f]+\.css)"/.exec(await read(app, '/docs')) ?? []
  const stylesheet = await app.inject(href)
  assert.equal(stylesheet.statusCode, 200)
  assert.match(String(stylesheet.headers['cache-control']), /immutable/)
  assert.match(stylesheet.body, /\.docs-nav/)
})

test('a noun that does not exist is a page that says so', async () => {
  const answer = await (await docsSite(madeUpRegistry())).inject('/docs/<b>barrel')
  assert.equal(answer.statusCode, 404)
  assert.match(answer.body, /There is no such page/)
  assert.ok(!answer.body.includes('<b>'))
})

test('examples follow the public address', async () => {
  let url = 'http://127.0.0.1:1'
  const app = await docsSite(madeUpRegistry(), { publicUrl: () => url })
  assert.ok((await read(app, '/docs')).includes('http://127.0.0.1:1/v2'))
  url = 'https://pay.example'
  const later = await read(app, '/docs')
  assert.ok(later.includes('https://pay.example/v2'))
  assert.ok(!later.includes('127.0.0.1'))
})

function unescaped(document: string): string {
  return document.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
}

test('a search finds guides by their words, records, fields and endpoints, and says when there is nothing', async () => {
  const app = await docsSite(product)
  const found = async (q: string) => text(await read(app, `/docs/search?q=${encodeURIComponent(q)}`))
  assert.match(await found('refund'), /places for refund: Refund Refund a payment/)
  assert.match(await found('ACH_SEC_CODE'), /ach_sec_code Transactions/)
  assert.match(await found('settle transactionbatches'), /POST \/v2\/transactionbatches\/\{id\}\/settle/)
  assert.match(await found('<qqzzz>'), /Nothing found for &lt;qqzzz>/)
  assert.match(await found(''), /Type a word/)
})

/** What integrators type, and where each has to lead first. */
const EVERYDAY: Readonly<Record<string, string>> = {
  'partial refund': 'guides/refund-and-void#refund',
  dispute: 'guides/settlement',
  chargeback: 'guides/settlement#disputes-and-chargebacks',
  payout: 'guides/settlement#payouts',
  'rate limit': 'errors/too-many-requests',
  '3d secure': 'guides/take-a-card#3-d-secure-apple-pay-and-google-pay',
  stripe: 'guides/go-live#processors',
  'authorize.net': 'guides/go-live#processors',
  'refund half': 'guides/refund-and-void#refund',
  webhook: 'guides/postbacks',
  'verify signature': 'guides/postbacks#verify-the-signature',
  'idempotency key': 'conventions#idempotency',
  'duplicate payment': 'guides/take-a-card#never-charge-twice',
  'test card': 'guides/test-values',
  subscription: 'guides/recurring-payments',
  recuring: 'guides/recurring-payments',
  void: 'guides/refund-and-void#void',
  'save card': 'guides/store-and-charge-later',
  tokenize: 'guides/store-and-charge-later',
  'authorize and capture': 'guides/take-a-card#authorize-now-capture-later',
  ach: 'guides/bank-debits',
  surcharge: 'surcharge',
  pagination: 'conventions#lists',
  'api key': 'guides/credentials',
  'payment link': 'guides/pay-links',
  iframe: 'guides/hosted-forms',
  pci: 'guides/take-a-card#card-numbers-on-your-server-pci-dss',
  'insufficient funds': 'errors/1616',
  'csv export': 'guides/lists-and-files',
  'card reader': 'guides/terminals',
  'how do I go live?': 'guides/go-live',
}

test('G29 each of 31 everyday queries leads first to the page for it', async () => {
  const app = await docsSite(product)
  const first = async (query: string) => {
    const page = await read(app, `/docs/search?q=${encodeURIComponent(query)}`)
    return /<ul class="terms results"><li><a href="\/docs\/([^"]*)"/.exec(page)?.[1] ?? 'nothing'
  }
  const queries = Object.keys(EVERYDAY)
  const found = await Promise.all(queries.map(async query => [query, await first(query)] as const))
  assert.equal(queries.length, 31)
  assert.deepEqual(Object.fromEntries(found), EVERYDAY)
})

test('G29 a result shows the part of its text that has the words, and marks them', async () => {
  const page = await read(await docsSite(product), '/docs/search?q=previous_transaction_id%20exceed')
  const [, excerpt = ''] = /<a href="\/docs\/guides\/refund-and-void#refund">.*?<p>(.*?)<\/p>/s.exec(page) ?? []
  assert.match(excerpt, /<mark>previous_transaction_id<\/mark>.* never <mark>exceed<\/mark>/)
  assert.ok(text(excerpt).length < 250, excerpt)
})

test('G29 any query is answered, however long or strange it is', async () => {
  const app = await docsSite(product)
  for (const query of ['a', '_', '%', '\u{1F4B3}', '((((', 'a_'.repeat(50), 'e '.repeat(50), 'x'.repeat(100)]) {
    const answer = await app.inject(`/docs/search?q=${encodeURIComponent(query)}`)
    assert.equal(answer.statusCode, 200, query)
    assert.match(answer.body, /role="status"/)
  }
})

test('G30 guides have names of the trade, and the first page leads to going live', async () => {
  const titles = readGuides().flatMap(group => group.guides.map(({ title }) => title))
  for (const title of [
    'Refund a payment',
    'Recurring payments',
    'Payment links',
    'Receive webhooks (postbacks)',
    'Go live',
  ])
    assert.ok(titles.includes(title), `${title} in ${titles.join(', ')}`)
  const [, steps = ''] = /<ol class="steps">(.*?)<\/ol>/s.exec(await read(await docsSite(product), '/docs')) ?? []
  assert.match(steps, /href="\/docs\/guides\/go-live"/)
})

test('only whoever may use the sandbox sees its keys in the guides', async () => {
  const own = { BASE_URL: 'http://127.0.0.1:8080', USER_API_KEY: 'the-own-key' }
  const app = await docsSite(product, { ownValues: async ({ headers }) => (headers.cookie ? own : null) })
  const shown = await app.inject({ path: '/docs/guides/take-a-card', headers: { cookie: 'a=b' } })
  assert.match(shown.body, /export USER_API_KEY=the-own-key/)
  assert.match(await read(app, '/docs/guides/take-a-card'), /export USER_API_KEY=…/)
})
