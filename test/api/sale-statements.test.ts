import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { testApp } from '../support/app.ts'
import { paid, saleBody } from '../support/payments.ts'

/** What a plain card sale may send to PostgreSQL once caches are warm; `begin` and `commit` are statements too. */
const MOST_STATEMENTS = 8

const t = await testApp('sale_statements')
after(() => t.close())

const sent: string[] = []
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement] = args
  sent.push(typeof statement === 'string' ? statement : (statement as { text: string }).text)
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

test('a plain card sale sends no more statements than is allowed', async () => {
  await paid(t.api, saleBody())
  await paid(t.api, saleBody())
  sent.length = 0
  await paid(t.api, saleBody())
  const statements = sent.map(text => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160))
  assert.ok(statements.length <= MOST_STATEMENTS, `${statements.length} statements:\n${statements.join('\n')}`)
})
