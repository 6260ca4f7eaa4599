import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openapi } from '../../src/http/openapi/openapi.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { resourcesOf } from '../../tools/client/operations.ts'
import { pythonName } from '../../tools/client/python.ts'
import { ROOT } from '../tidy/modules.ts'

const document = openapi(bareRegistry(), { public_url: 'https://pay.example.com', version: '0' })
const resources = resourcesOf(document)

/** What reaches an operation that no generated method does, or why no program of an integrator needs to. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'POST /v2/transactions/{id}': 'says the same as PUT, for old clients',
  'POST /o/token': 'OAuth.exchange and OAuth.refresh',
  'POST /o/revoke': 'OAuth.revoke',
  'GET /o/authorize': 'OAuth.authorizationAddress, for a browser',
  'POST /o/authorize': 'the form of that page',
  'GET /o/authrize': 'the same page',
  'POST /o/authrize': 'the form of that page',
  'GET /.well-known/oauth-authorization-server': 'for clients of OAuth that know nothing of this gateway',
  'POST /v2/cardtickets': 'leaveCard in a browser, signed by signCardTicket',
  'OPTIONS /v2/cardtickets': 'browsers ask by themselves',
  'GET /assets/tickets-1.js': 'a script for pages',
  'GET /v2/payform': 'formAddress, for a browser',
  'POST /v2/payform': 'the form of that page',
  'GET /v2/accountform': 'formAddress, for a browser',
  'POST /v2/accountform': 'the form of that page',
  'GET /v2/contactsso': 'signOnAddress, for a browser',
  'POST /v2/contactsso': 'a form of a browser',
  'GET /charge': 'a page that a sign-on link leads to',
  'GET /healthz': 'for load balancers',
  'GET /readyz': 'for load balancers',
}

test('every operation of the API has a method of the clients, or a reason to have none', () => {
  const reached = new Set(resources.flatMap(({ methods }) => methods.map(({ call }) => `${call.method} ${call.path}`)))
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    listed.filter(address => !reached.has(address)),
    listed.filter(address => OTHERWISE[address] !== undefined),
  )
  assert.deepEqual(Object.keys(OTHERWISE).toSorted(), listed.filter(each => OTHERWISE[each]).toSorted())
})

test('what merchants live through in test/flows is told by the client', () => {
  const around = /\b(?:api|clerk|stranger)\s*\.(?:get|post|put|delete|multipart)\(|\b(?:post|put)Transaction\(/
  // The statements that are counted there are those of a request without a key, and the client gives one to each.
  const exclude = ['test/flows/payment-statement-count.test.ts']
  for (const path of globSync('test/flows/*.test.ts', { cwd: ROOT, exclude }))
    assert.doesNotMatch(readFileSync(join(ROOT, path), 'utf8'), around, path)
})

test('no two methods of a resource have one name, and the Python client has them all', () => {
  const python = readFileSync(join(ROOT, 'packages/client-python/src/tollgate/resources.py'), 'utf8')
  for (const { type, methods } of resources) {
    const names = methods.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length, type)
    const [own = ''] = python.split(`class ${type}Resource(Resource):`)[1]?.split(/^class /m) ?? []
    for (const name of names) assert.match(own, new RegExp(`^    def ${pythonName(name)}\\(`, 'm'), `${type}.${name}`)
  }
})
