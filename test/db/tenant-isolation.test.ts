import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Tx } from '../../src/db/database.ts'
import { archivePayments } from '../../src/payments/batches/archive.ts'
import { paid, refundBody, saleBody } from '../support/payments.ts'
import { twoMerchants } from '../support/two-merchants.ts'
import { type ForeignKey, foreignKeysOf, tablesWithKeys } from './keys-of.ts'
import { OTHER_COLUMN } from './tenant-exceptions.ts'

/** Generated from the catalogue: a new foreign key is tried without being named here. */

const c = await twoMerchants()
after(() => c.t.close())
const ours = c.own.merchant.location_id
const theirs = c.other.merchant.location_id
const LEVEL3 = `
insert into transactionlevel3 (id, root_id, transaction_id, level3_data, location_id, automatic, created_ts, modified_ts)
select id, root_id, id, '{}', location_id, false, 1, 1 from transaction where id = $1`

const LOST_ORDER = `
insert into lost_order (root_id, processor_account_id, processor_reference, amount, ts)
select root_id, id, 'ch_1', 100, 1 from processor_account where root_id = $1 limit 1`

for (const side of [c.own, c.other]) {
  await archiveOne(side)
  await c.t.owner.run(LOST_ORDER, [side.merchant.location_id])
}

/** A sale with level 3 data goes to the archive; then another one is made, and a refund of it. */
async function archiveOne({ api, merchant }: typeof c.own): Promise<void> {
  const sale = async () => {
    const made = await paid(api, saleBody({ product_transaction_id: merchant.cc_product_transaction_id }))
    await c.t.db.run(LEVEL3, [made.id])
    return made
  }
  const { id, transaction_batch_id } = await sale()
  const settled = await api.post(`transactionbatches/${transaction_batch_id}/settle`)
  assert.equal(settled.status, 200, settled.text)
  const before = c.t.clock.seconds() + 60
  await archivePayments(c.t, { before, root_id: merchant.location_id })
  const [kept] = await c.t.db.query('select from archived_transactionlevel3 where transaction_id = $1', [id])
  assert.ok(kept)
  const { id: previous_transaction_id } = await sale()
  await paid(api, refundBody(previous_transaction_id, '1.00'))
}

const everybody = new Set((await tablesWithKeys(c.t.db)).filter(table => table.everybody).map(({ name }) => name))
const keys = (await foreignKeysOf(c.t.db)).filter(
  ({ target, target_columns }) => target_columns.includes('root_id') && !everybody.has(target),
)

/** Columns that PostgreSQL computes, and what they are computed from. */
const COMPUTED: Readonly<Record<string, string>> = { refunded_id: 'previous_transaction_id' }

/** What the key names besides the merchant and the record itself, with the columns of the record that is named. */
function tiesOf({ name, columns, target_columns }: ForeignKey): [column: string, target: string][] {
  const fixed = ['id', 'root_id', OTHER_COLUMN[name]?.column]
  return columns.flatMap((column, index) =>
    fixed.includes(column) ? [] : [[COMPUTED[column] ?? column, target_columns[index]!]],
  )
}

/**
 * Runs the work up to the checks of a commit and rolls it back. Returns the name of the constraint that refused, or
 * null.
 */
async function refusedBy(work: (tx: Tx) => Promise<void>): Promise<string | null> {
  const harmless = new Error('nothing refused')
  try {
    await c.t.owner.transaction(async tx => {
      await work(tx)
      await tx.run('set constraints all immediate')
      throw harmless
    })
  } catch (error) {
    if (error === harmless) return null
    const { constraint } = error as { constraint?: string }
    assert.ok(constraint, String(error))
    return constraint
  }
  return null
}

function quoted(columns: readonly string[]): string {
  return columns.map(column => `"${column}"`).join(', ')
}

/** Lets a record of ours name one of theirs. */
async function tie(tx: Tx, key: ForeignKey): Promise<void> {
  const ties = tiesOf(key)
  const [own] = await tx.query<{ place: string }>(
    `select ctid::text as place from "${key.table}" where root_id = $1 order by num_nulls(${quoted(key.columns)}), ctid limit 1`,
    [ours],
  )
  assert.ok(own, `there is no ${key.table} to try it with`)
  const targets = quoted(ties.map(([, target]) => target))
  const [named] = await tx.query<Record<string, unknown>>(
    `select ${targets} from "${key.target}" where root_id = $1 order by num_nulls(${targets}), ctid limit 1`,
    [theirs],
  )
  assert.ok(named, `there is no ${key.target} that it could name`)
  const sets = ties.map(([column], index) => `"${column}" = $${index + 2}`)
  const values = ties.map(([, target]) => named[target])
  const text = `update "${key.table}" set ${sets.join(', ')} where ctid = $1::tid`
  assert.equal(await tx.run(text, [own.place, ...values]), 1)
}

/**
 * Removes everything else that could refuse: the triggers of the table, and other keys over the same columns, to and
 * from it.
 */
async function leaveAlone(tx: Tx, key: ForeignKey): Promise<void> {
  await tx.run(`alter table "${key.table}" disable trigger user`)
  const changed = tiesOf(key).map(([column]) => column)
  for (const other of keys) {
    const from = other.table === key.table && other.columns.some(column => changed.includes(COMPUTED[column] ?? column))
    const to = other.target === key.table && other.target_columns.some(column => changed.includes(column))
    if (other.name !== key.name && (from || to)) await drop(tx, other)
  }
}

function drop(tx: Tx, { table, name }: ForeignKey): Promise<number> {
  return tx.run(`alter table "${table}" drop constraint "${name}"`)
}

test('there is something to try', () => {
  assert.ok(keys.length > 100)
})

for (const key of keys) {
  test(`${key.name} names no ${key.target} of another merchant`, async () => {
    assert.notEqual(await refusedBy(tx => tie(tx, key)), null)
    const alone = await refusedBy(async tx => {
      await leaveAlone(tx, key)
      await tie(tx, key)
    })
    assert.equal(alone, key.name)
    const without = await refusedBy(async tx => {
      await leaveAlone(tx, key)
      await drop(tx, key)
      await tie(tx, key)
    })
    assert.equal(without, null, 'without the key something else refuses it, so it was not the key that was tried')
  })
}

for (const table of new Set(keys.map(key => key.table))) {
  test(`no ${table} is handed to another merchant`, async () => {
    const refused = await refusedBy(async tx => {
      await tx.run(`alter table "${table}" disable trigger user`)
      const changed = await tx.run(`update "${table}" set root_id = $2 where root_id = $1`, [ours, theirs])
      assert.ok(changed > 0, `there is no ${table} to try it with`)
    })
    assert.ok(
      keys.some(({ name }) => name === refused),
      String(refused),
    )
  })
}

test("no grant names another merchant's integration, and none calls it the operator's", async () => {
  const grant = (tx: Tx, client_root_id: string) =>
    tx.run(
      `update oauthgrant set client_root_id = $3, oauthclient_id = (select id from oauthclient where root_id = $2 limit 1) where root_id = $1`,
      [ours, theirs, client_root_id],
    )
  assert.equal(await refusedBy(async tx => void (await grant(tx, theirs))), 'oauthgrant_client')
  assert.equal(await refusedBy(async tx => void (await grant(tx, ''))), 'oauthgrant_oauthclient_id_fkey')
})

test('what a bank sent back has the merchant of its entry, or neither', async () => {
  const change = (sets: string) => refusedBy(async tx => void (await tx.run(`update ach_item set ${sets}`)))
  assert.equal(await change('root_id = null'), 'ach_item_ach_entry_id_fkey')
  assert.equal(await change(`root_id = null, ach_entry_id = null, state = 'unmatched'`), null)
})

test('records of everybody have no merchant', async () => {
  for (const table of everybody) {
    const refused = await refusedBy(async tx => {
      const [kept] = await tx.query(`update "${table}" set root_id = $1 returning id`, [ours])
      assert.ok(kept, `there is no ${table} to try it with`)
    })
    assert.equal(refused, `${table}_everybody`)
  }
})
