import assert from 'node:assert/strict'
import test from 'node:test'
import fastify from 'fastify'
import { loadAssets, pageAssets } from '../../src/pages/assets.ts'
import { brandHref } from '../../src/pages/branding.ts'
import { downloadHeaders } from '../../src/pages/headers.ts'

const names: [name: string, plain: string, exact: string][] = [
  ['plan.pdf', 'plan.pdf', 'plan.pdf'],
  ['../../etc/passwd', 'passwd', 'passwd'],
  ['C:\\temp\\a.txt', 'a.txt', 'a.txt'],
  ['a"; filename=b.exe', 'a_ filename=b.exe', 'a%3B%20filename%3Db.exe'],
  ['line\r\nSet-Cookie: x', 'lineSet-Cookie x', 'lineSet-Cookie%20x'],
  ['Rechnung März.pdf', 'Rechnung M_rz.pdf', 'Rechnung%20M%C3%A4rz.pdf'],
  ['100%.pdf', '100_.pdf', '100%25.pdf'],
  ["it's (1).pdf", "it's (1).pdf", 'it%27s%20%281%29.pdf'],
  ['\ud800', '_', '%EF%BF%BD'],
  ['', 'file', 'file'],
]

for (const [name, plain, exact] of names) {
  test(`a file named ${JSON.stringify(name)} is offered under a safe name`, () => {
    const { 'content-disposition': disposition } = downloadHeaders({ name, content_type: 'application/pdf' })
    assert.equal(disposition, `attachment; filename="${plain}"; filename*=UTF-8''${exact}`)
  })
}

test('types that could run as a page are sent as bytes', () => {
  const typeOf = (content_type: string) => downloadHeaders({ name: 'x', content_type })['content-type']
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/javascript',
    'no type',
    'a/b; c=d',
  ]) {
    assert.equal(typeOf(type), 'application/octet-stream', type)
  }
  assert.equal(typeOf('image/PNG'), 'image/png')
})

test('assets are cached for ever under an address that changes with their content', async () => {
  const app = fastify()
  const assets = loadAssets()
  await app.register(pageAssets, { assets })
  for (const [name, type] of [
    ['tollgate.css', 'text/css'],
    ['pay.js', 'text/javascript'],
  ] as const) {
    assert.match(assets[name].href, /^\/assets\/[a-z]+\.[0-9a-f]{16}\.(?:css|js)$/)
    const response = await app.inject(assets[name].href)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['content-type'], `${type}; charset=utf-8`)
    assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    assert.ok(response.body.length > 1000)
  }
})

test('a brand sheet holds two checked colours and nothing else', async () => {
  const app = fastify()
  await app.register(pageAssets, { assets: loadAssets() })
  const response = await app.inject(brandHref({ accent: 'b4552d', on_accent: 'ffffff' }))
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'text/css; charset=utf-8')
  assert.equal(response.body, ':root{--brand:#b4552d;--on-brand:#ffffff}\n')
  for (const path of [
    '/assets/brand.b4552d.fffffff.css',
    '/assets/brand.b4552d.}*{}.css',
    '/assets/brand.B4552D.ffffff.css',
    '/assets/brand.b4552d.ffffff.x.css',
    '/assets/brand.b4552d.ffffff.x.x.x.x.99.css',
    '/assets/brand.b4552d.ffffff.x.x.x.x.012.css',
    '/assets/brand.b4552d.ffffff.x.x.x.x.x.constructor.css',
    '/assets/brand.b4552d.ffffff.x.x.x.x.x.serif.x.css',
    '/assets/../headers.ts',
  ]) {
    assert.equal((await app.inject(path)).statusCode, 404, path)
  }
})

test('no stylesheet or script loads anything from elsewhere', () => {
  for (const { content } of Object.values(loadAssets())) {
    assert.doesNotMatch(
      content.toString(),
      /https?:|@import|url\(|\/\/[a-z]+\.|innerHTML|insertAdjacent|document\.write|eval\(/,
    )
  }
})
