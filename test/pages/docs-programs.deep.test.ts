import assert from 'node:assert/strict'
import test from 'node:test'
import { misfits } from '../../conformance/fits-schema.ts'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { docsSite } from '../support/docs-site.ts'

const product = bareRegistry()

const text = { type: 'string' }
const list = (items: object) => ({ type: 'array', items })
const record = (required: string[], properties: object) => ({ type: 'object', required, properties })
const pair = record(['key', 'value'], { key: text, value: text, description: text, disabled: { type: 'boolean' } })

/** What format 2.1 of collections asks for, as far as a collection of requests uses it. */
const PARTS: Record<string, Record<string, unknown>> = {
  Folder: record(['name', 'item'], { name: text, item: { type: 'array' } }),
  Item: record(['name', 'request', 'response'], {
    name: text,
    request: { $ref: 'Request' },
    response: { type: 'array' },
  }),
  Request: record(['method', 'url', 'header'], {
    method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'] },
    header: list(pair),
    url: record(['raw', 'host', 'path'], {
      raw: text,
      host: list(text),
      path: list(text),
      query: list(pair),
      variable: list(pair),
    }),
    body: record(['mode'], {
      mode: { type: 'string', enum: ['raw', 'urlencoded', 'formdata'] },
      raw: text,
      options: {},
      urlencoded: list(pair),
      formdata: list(record(['key'], { key: text, type: text, src: {} })),
    }),
    description: text,
  }),
}
const COLLECTION = record(['info', 'item', 'variable'], {
  info: record(['name', 'schema'], { name: text, description: text, version: text, schema: text }),
  variable: list(pair),
  item: list({ $ref: 'Folder' }),
})

interface Folder {
  name: string
  item: (Folder & {
    request?: { method: string; url: { path: string[]; variable: { key: string }[] }; body?: { raw?: string } }
  })[]
}

function requestsOf(folder: Folder): Folder['item'] {
  return folder.item.flatMap(each => (each.request ? [each] : requestsOf(each)))
}

test('the collection fits format 2.1 and has every endpoint once, with bodies that are JSON', async () => {
  const answer = await (await docsSite(product)).inject('/docs/postman.json')
  const collection = answer.json()
  assert.equal(collection.info.schema, 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
  assert.deepEqual(misfits(collection, COLLECTION, PARTS), [])
  const items = requestsOf(collection)
  for (const item of items) {
    assert.deepEqual(misfits(item, PARTS.Item!, PARTS), [], item.name)
    if (item.request!.body?.raw !== undefined) JSON.parse(item.request!.body.raw)
    const named = item.request!.url.path.filter(part => part.startsWith(':')).map(part => part.slice(1))
    assert.deepEqual(
      item.request!.url.variable.map(({ key }) => key),
      named,
    )
  }
  const addresses = items.map(({ request }) => `${request!.method} /${request!.url.path.join('/')}`)
  assert.equal(new Set(addresses).size, addresses.length)
  for (const { method, path } of routesOf(product.nouns))
    assert.ok(addresses.includes(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`), path)
})

test('a reader of his own sandbox has its keys in the collection, nobody else has', async () => {
  const own = { USER_API_KEY: 'the-own-key', LOCATION_ID: 'the-own-location' }
  const app = await docsSite(product, { ownValues: async ({ headers }) => (headers.cookie ? own : null) })
  const path = '/docs/postman.json?values=own'
  const mine = (await app.inject({ path, headers: { cookie: 'a=b' } })).json()
  const found = (collection: { variable: { key: string; value: string }[] }, key: string) =>
    collection.variable.find(each => each.key === key)?.value
  assert.equal(found(mine, 'userApiKey'), 'the-own-key')
  assert.equal(found(mine, 'locationId'), 'the-own-location')
  assert.equal(found((await app.inject(path)).json(), 'userApiKey'), '')
})

test('/llms.txt lists every guide and record, and each is there as Markdown', async () => {
  const app = await docsSite(product)
  const all = (await app.inject('/llms.txt')).body
  const paths = [...all.matchAll(/\(http:\/\/127\.0\.0\.1:8080(\/[^)]+\.md)\)/g)].map(([, path]) => path!)
  assert.ok(paths.length > product.nouns.length + 15)
  for (const path of paths) {
    const { statusCode, headers, body } = await app.inject(path)
    assert.equal(statusCode, 200, path)
    assert.match(String(headers['content-type']), /^text\/markdown/)
    assert.match(body, /^# /)
    assert.ok(!body.includes('[object'), path)
  }
  assert.equal((await app.inject('/docs/guides/nothing.md')).statusCode, 404)
  assert.equal((await app.inject('/docs/nothing.md')).statusCode, 404)
})

test('a page that tries requests may send them here only, and no other page may', async () => {
  const app = await docsSite(product, { ownValues: async ({ headers }) => (headers.cookie ? { USER_ID: 'u' } : null) })
  const policyOf = async (path: string, headers = {}) =>
    String((await app.inject({ path, headers })).headers['content-security-policy'])
  for (const path of ['/docs/contact', '/docs/guides/take-a-card']) {
    assert.match(await policyOf(path, { cookie: 'a=b' }), /; connect-src 'self'$/)
    assert.doesNotMatch(await policyOf(path), /connect-src/)
  }
})
