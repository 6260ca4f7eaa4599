import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { LIMITS } from '../../src/db/lanes.ts'
import { invoiceAmounts } from '../../src/resources/quickinvoice/balance.ts'
import { testApp } from '../support/app.ts'
import { sentStatements } from '../support/sent-statements.ts'

/**
 * A connection keeps the plans that it made while a gateway was new and its tables were small. Payments are found by
 * their keys all the same: by an index of a merchant, which costs as little then, each outcome would read all of its
 * payments as they become more.
 */
// In a gateway that other files share, PostgreSQL may have counted the rows of its tables already.
const t = await testApp('outcome_plans')
const session = new pg.Client({ connectionString: t.owner_url, options: LIMITS.outcomes.options })
await session.connect()
after(async () => {
  await session.end()
  await t.close()
})

const sent = sentStatements()
const paid = await t.api.post('transactions', {
  transaction: {
    ...{ action: 'sale', payment_method: 'cc', transaction_amount: '10.00' },
    ...{ account_number: '4111111111111111', exp_date: '1245', location_id: t.merchants[0].location_id },
  },
})
await invoiceAmounts({ query: t.db.query }, [paid.body.transaction?.id])

const made = [...sent]
const keyed = (index: string, column = 'id'): RegExp =>
  new RegExp(`(using|on) ${index}.*\\n +Index Cond: \\(+${column}\\b`)
const FOUND: [what: string, words: string, key: RegExp][] = [
  ['an attempt that ends is locked', 'row_to_json(a) as attempt', keyed('attempt_pkey')],
  ['its payment is locked', 'row_to_json(a) as attempt', keyed('transaction_(account_key|pkey)')],
  ['its outcome is stored', 'auth_code = said.auth_code', keyed('attempt_pkey')],
  ['its invoice is counted', 'as pending_amount', keyed('transaction_by_invoice', 'quick_invoice_id')],
]

for (const [what, words, key] of FOUND) {
  test(`${what} by its key in a gateway without statistics`, async () => {
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    const text = made.findLast(each => each.includes(words))!
    const { rows } = await session.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    assert.match(plan, key)
    assert.doesNotMatch(plan, /Seq Scan on/)
  })
}
