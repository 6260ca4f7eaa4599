import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import test from 'node:test'
import { noun } from '../../src/definition/noun.ts'
import { registry } from '../../src/definition/registry.ts'
import { parseDraft } from '../../src/engine/parse.ts'
import { addressOf, routesOf } from '../../src/http/openapi/routes.ts'
import { errorPages } from '../../src/pages/docs/errors/error-pages.ts'
import { DIAGRAMS, type Diagram } from '../../src/pages/docs/guides/diagrams.ts'
import { readGuides } from '../../src/pages/docs/guides/guides.ts'
import { linksOf, readManual } from '../../src/pages/docs/manual/manual.ts'
import { readDocument } from '../../src/pages/docs/manual/read-document.ts'
import { markupOf } from '../../src/pages/docs/markup.ts'
import { BEGINNINGS, STATUS, STATUS_TITLES, TRANSITIONS } from '../../src/resources/transaction/transaction.states.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { docsSite, pageText, readPage } from '../support/docs-site.ts'
import { crate, madeUpRegistry } from '../support/made-up.ts'
import { ROOT } from '../tidy/modules.ts'

const product = bareRegistry()
const site = docsSite(product)
const source = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

test('every noun of the product has a page, and every link of every page leads somewhere', async () => {
  const app = await site
  const guides = readGuides().flatMap(group => group.guides.map(({ name }) => `/docs/guides/${name}`))
  const errors = errorPages().map(({ path }) => (path === '' ? '/docs/errors' : `/docs/errors/${path}`))
  const documents = readManual().flatMap(group => group.documents.map(({ name }) => `/docs/manual/${name}`))
  const fixed = ['/docs', '/docs/conventions', '/docs/test-tables', '/docs/search']
  const texts = [
    ...guides,
    ...documents,
    '/docs/errors',
    ...product.nouns.map(({ resource }) => `/docs/${resource.name}`),
  ].map(path => `${path}.md`)
  const paths = [
    ...fixed,
    ...texts,
    ...guides,
    ...documents,
    ...errors,
    ...product.nouns.map(({ resource }) => `/docs/${resource.name}`),
  ]
  const pages = new Map(await Promise.all(paths.map(async path => [path, await readPage(app, path)] as const)))
  const lost: string[] = []
  for (const [path, document] of pages) {
    const links = path.endsWith('.md') ? /\]\((\/docs\/[^()\s]+)\)/g : /<a [^>]*href="([^"]+)"/g
    for (const [, href = ''] of document.matchAll(links)) {
      const [target = '', fragment] = href.split('#')
      const there = target === '' ? document : pages.get(target)
      const known =
        [
          '/openapi.json',
          '/docs/postman.json',
          '/llms.txt',
          '/sandbox',
          'https://www.standardwebhooks.com',
          'https://age-encryption.org',
        ].includes(target) ||
        (there !== undefined &&
          (fragment === undefined || target.endsWith('.md') || there.includes(`id="${fragment}"`)))
      if (!known) lost.push(`${path} → ${href}`)
    }
  }
  assert.ok(pages.size > 20)
  assert.deepEqual(lost, [])
})

test('names of places in a page are used once', async () => {
  const app = await site
  const records = product.nouns.map(({ resource }) => `/docs/${resource.name}`)
  const documents = readManual().flatMap(group => group.documents.map(({ name }) => `/docs/manual/${name}`))
  for (const path of [...records, ...documents]) {
    const ids = [...(await readPage(app, path)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      path,
    )
  }
})

test('the overview leads to every record and guide, and the page of a record has all its endpoints', async () => {
  const app = await site
  const overview = await readPage(app, '/docs')
  for (const { name } of readGuides().flatMap(({ guides }) => guides))
    assert.ok(overview.includes(`href="/docs/guides/${name}"`), name)
  for (const noun of product.nouns) {
    assert.ok(overview.includes(`href="/docs/${noun.resource.name}"`), noun.resource.name)
    const seen = pageText(await readPage(app, `/docs/${noun.resource.name}`))
    for (const route of routesOf([noun])) assert.ok(seen.includes(addressOf(route)), addressOf(route))
  }
})

test('a page tells type, limits, write mark, default and note of every field a caller can send or see', async () => {
  const seen = pageText(await readPage(await docsSite(madeUpRegistry()), '/docs/crate'))
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
  const seen = pageText(await readPage(app, '/docs/crate'))
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
  const document = await readPage(await docsSite(registry([strict, ...others])), '/docs/crate')
  const body = /-d '(\{.+?\n\})'/s.exec(unescaped(document))?.[1]
  const sent = JSON.parse((body ?? '{}').replaceAll(/'"\$\w+"'/g, 'f0'.repeat(12))).crate
  assert.deepEqual(Object.keys(sent), ['shelf_id', 'title', 'crate_api_id', 'contents'])
  assert.deepEqual(parseDraft(crate.fields, sent).problems, {})
})

test('test values stand in the documentation of the sandbox only', async () => {
  const sandbox = pageText(await readPage(await site, '/docs/test-tables'))
  assert.match(sandbox, /6\.16 declined, reason 1616: INSUFFICIENT_FUNDS/)
  assert.match(sandbox, /2\.01 approved for 1\.00/)
  assert.match(sandbox, /8\.10 to 8\.99 declined after 10 seconds/)
  const live = await docsSite(product, { sandbox: false })
  assert.equal((await live.inject('/docs/test-tables')).statusCode, 404)
  assert.ok(!(await readPage(live, '/docs')).includes('/docs/test-tables'))
})

test('pages carry the headers of every hosted page and one script of their own', async () => {
  const app = await site
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
    /<link rel="stylesheet" href="(\/assets\/docs\.[0-9a-f]+\.css)"/.exec(await readPage(app, '/docs')) ?? []
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
  assert.ok((await readPage(app, '/docs')).includes('http://127.0.0.1:1/v2'))
  url = 'https://pay.example'
  const later = await readPage(app, '/docs')
  assert.ok(later.includes('https://pay.example/v2'))
  assert.ok(!later.includes('127.0.0.1'))
})

function unescaped(document: string): string {
  return document.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
}

test('G30 links between Markdown files lead to headings that are there, in the repository too', () => {
  const files = ['README.md', ...globSync('{docs,packages/*,src/pages/docs/guides}/**/*.md', { cwd: ROOT })]
  const headings = new Map(
    files.map(file => {
      const { ids } = readDocument({ name: file, path: file, title: 'A', source: source(file) })
      return [file, new Set([...ids].flatMap(([token, id]) => (token.type === 'heading' ? [id] : [])))] as const
    }),
  )
  const links = files.flatMap(file =>
    [...source(file).matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, target = '', fragment]) => {
      const path = target === '' ? file : posix.join(posix.dirname(file), target)
      const isThere = existsSync(join(ROOT, path)) && (fragment === undefined || headings.get(path)?.has(fragment))
      return { link: `${file} → ${target}#${fragment ?? ''}`, isThere }
    }),
  )
  assert.ok(links.length > 250, String(links.length))
  assert.deepEqual(
    links.filter(({ isThere }) => !isThere).map(({ link }) => link),
    [],
  )
})

test('G30 documents for operators are in the contents of every page, and those for readers of the code are not', async () => {
  const app = await site
  const page = await readPage(app, '/docs/guides/go-live')
  const [, contents = ''] = /<nav(.*?)<\/nav>/s.exec(page) ?? []
  assert.match(
    pageText(contents),
    /Run it Going live Settings Commands of the operator Operations Backups and restores Mail and texts/,
  )
  const listed = [...contents.matchAll(/href="\/docs\/manual\/([^"]+)"/g)].map(([, name]) => name)
  const here = globSync('docs/{*,processors/*}.md', { cwd: ROOT }).map(file => file.replace(/^docs\/(.*)\.md$/, '$1'))
  const left = here.filter(name => !listed.includes(name))
  assert.deepEqual(left.toSorted(), ['invariants', 'proof', 'recipes'])
  assert.match(page.replace(contents, ''), /href="\/docs\/manual\/going-live"/)
})

test('G30 what Markdown files hold is text: no HTML and no address that runs a script gets through', () => {
  const blocks =
    '<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> [b](javascript:alert(1)) ![c](data:text/html,x) **<b>**'
  const document = readDocument({ name: 'a', path: 'docs/a.md', title: 'A', source: `# A\n\n${blocks}\n` })
  const shown = markupOf({ linkOf: linksOf('docs/a.md') }).blocks(document.preface, 'A').text
  assert.doesNotMatch(shown, /<(?:script|img|a|b)\b/)
  assert.match(shown, /&lt;script>|&lt;script&gt;/)
})

test('G30 a link to a file that is not on the site names the file', async () => {
  const page = await readPage(await site, '/docs/manual/architecture')
  assert.match(page, /0002 \(<code>decisions\/0002-totals-from-tallies\.md<\/code>\)/)
  assert.match(page, /href="\/docs\/manual\/glossary"/)
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
  const [, steps = ''] = /<ol class="steps">(.*?)<\/ol>/s.exec(await readPage(await site, '/docs')) ?? []
  assert.match(steps, /href="\/docs\/guides\/go-live"/)
})

test('only whoever may use the sandbox sees its keys in the guides', async () => {
  const own = { BASE_URL: 'http://127.0.0.1:8080', USER_API_KEY: 'the-own-key' }
  const app = await docsSite(product, { ownValues: async ({ headers }) => (headers.cookie ? own : null) })
  const shown = await app.inject({ path: '/docs/guides/take-a-card', headers: { cookie: 'a=b' } })
  assert.match(shown.body, /export USER_API_KEY=the-own-key/)
  assert.match(await readPage(app, '/docs/guides/take-a-card'), /export USER_API_KEY=…/)
})

test('G30 the diagrams of payments have every state and every step of the code, and the table their names', async () => {
  const { boxes, arrows } = ['card-states', 'bank-states'].reduce<Pick<Diagram, 'boxes' | 'arrows'>>(
    (all, name) => ({
      boxes: [...all.boxes, ...DIAGRAMS[name]!.boxes],
      arrows: [...all.arrows, ...DIAGRAMS[name]!.arrows],
    }),
    { boxes: [], arrows: [] },
  )
  const shown = new Set(boxes.map(({ id }) => Number(id)))
  const wanted = Object.values(STATUS).filter(status => status !== STATUS.settled_deprecated)
  assert.deepEqual([...shown].toSorted(), wanted.toSorted())
  const steps = arrows.filter(({ action }) => action && action in TRANSITIONS)
  const written = Object.entries(TRANSITIONS).flatMap(([action, { from, to }]) =>
    to === null ? [] : from.map(each => `${action} ${each} ${to}`),
  )
  assert.deepEqual(steps.map(({ action, from, to }) => `${action} ${from} ${to}`).toSorted(), written.toSorted())
  const begun = Object.values(BEGINNINGS).flatMap(each => Object.values(each).map(({ status_id }) => status_id))
  for (const status of begun) {
    const isReached = arrows.some(({ from, to }) => to === String(status) && ['0', '101'].includes(from))
    assert.ok(isReached || status === STATUS.ach_pending, String(status))
  }
  const rows = [...source('src/pages/docs/guides/payment-states.md').matchAll(/^\| (\d+) \| ([^|]+) \|/gm)]
  assert.deepEqual(Object.fromEntries(rows.map(([, code, title]) => [code, title])), STATUS_TITLES)
})

test('G30 each concept page has a diagram with a title and the same in words', async () => {
  for (const name of ['locations-and-users', 'payment-states', 'way-of-the-money']) {
    const page = await readPage(await site, `/docs/guides/${name}`)
    const diagrams = [...page.matchAll(/<svg [^>]*role="img" aria-labelledby="(\S+) (\S+)">/g)]
    assert.ok(diagrams.length >= 1, name)
    for (const [, title, words] of diagrams) {
      assert.match(page, new RegExp(`<title id="${title}">[^<]{10,}</title>`))
      assert.match(page, new RegExp(`<desc id="${words}">[^<]{80,}</desc>`))
    }
  }
})

test('G30 programs in several languages are one example with a chooser', async () => {
  const page = await readPage(await site, '/docs/guides/postbacks')
  const [, verify = ''] = /<section id="verify-the-signature"(.*?)<\/section>/s.exec(page) ?? []
  assert.equal(verify.match(/class="sample"/g)?.length, 1)
  const names = [...verify.matchAll(/type="radio" name="sample-\d" value="(\w+)"/g)].map(([, name]) => name)
  assert.deepEqual(names, ['typescript', 'python', 'php', 'ruby', 'java', 'csharp'])
  assert.deepEqual(
    [...verify.matchAll(/data-language="(\w+)"/g)].map(([, name]) => name),
    names,
  )
})

test('G30 answers are printed in lines', () => {
  const blocks = readGuides().flatMap(({ guides }) =>
    guides.flatMap(each => each.sections.flatMap(part => part.blocks)),
  )
  const answers = blocks.flatMap(block => (block.kind === 'answer' ? [block.text] : []))
  assert.ok(answers.length > 15)
  for (const answer of answers) {
    const value = JSON.parse(answer.replaceAll(': …', ': "…raw"'))
    assert.equal(answer, JSON.stringify(value, null, 2).replaceAll('"…raw"', '…'))
  }
})
