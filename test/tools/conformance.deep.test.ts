import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { allChecks } from '../../conformance/cases/index.ts'
import { createLab } from '../../conformance/lab.ts'
import { runChecks } from '../../conformance/run.ts'
import type { Merchant, Sandbox } from '../../conformance/sandbox.ts'
import { readStatements } from '../../conformance/statement.ts'

const statements = readStatements()
const checks = allChecks()

test('every check names statements that exist', () => {
  const known = new Set(statements.map(({ id }) => id))
  assert.deepEqual(
    [...new Set(checks.flatMap(({ ids }) => ids))].filter(id => !known.has(id)),
    [],
  )
})

test('every statement has an id of its own and a title', () => {
  assert.equal(new Set(statements.map(({ id }) => id)).size, statements.length)
  for (const { id, title } of statements) {
    assert.match(id, /^[A-Z]+\d?(-[A-Z]+)?-\d\d$/)
    assert.ok(title.length > 3, id)
  }
})

/** A server that gives every request the same answer, so that a check that passes here would pass anywhere. */
async function parrot(status: number, body: unknown): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? '' : text)
  })
  after(() => server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const plain = (status: number) => ({ name: 'Error', message: 'No.', code: 0, status })

for (const [status, body] of [
  [200, {}],
  [201, {}],
  [200, 'not JSON'],
  [204, {}],
  [401, plain(401)],
  [404, plain(404)],
  [405, plain(405)],
  [422, { errors: { title: ['No.'] } }],
  [500, plain(500)],
] as const) {
  test(`no check passes for a server that answers ${status} ${JSON.stringify(body)} to everything`, async () => {
    const lab = createLab(await parrot(status, body), madeUpSandbox())
    const numbered = checks.map((check, index) => ({ ...check, ids: [String(index)] }))
    const named = checks.map(({ ids, part }, index) => ({ id: String(index), title: `${ids.join(' ')} ${part ?? ''}` }))
    const verdicts = await runChecks(lab, named, numbered)
    assert.deepEqual(
      verdicts.filter(({ result }) => result === 'pass').map(({ title }) => title),
      [],
    )
    assert.ok(verdicts.some(({ result }) => result === 'fail'))
  })
}

function madeUpSandbox(): Sandbox {
  const person = { user_id: 'u', user_api_key: 'k', user_hash_key: 'h', username: 'n', password: 'p', domain: 'd' }
  const merchant: Merchant = {
    name: 'Nobody',
    location_id: 'l',
    child_location_id: 'c',
    user: person,
    clerk: person,
    cc_product_transaction_id: 'a',
    ach_product_transaction_id: 'b',
    child_cc_product_transaction_id: 'a',
    child_ach_product_transaction_id: 'b',
    contact_id: 'o',
    terminal_id: 't',
    terminal_id_without_signature: 't',
    location_api_key: 'k',
    ticket_hash_key: 'k',
  }
  return { base_url: '', developer_id: 'd', merchants: [merchant, merchant] }
}
