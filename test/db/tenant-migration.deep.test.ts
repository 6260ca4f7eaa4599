import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { tablesOf } from '../../src/db/catalog.ts'
import { migrate } from '../../src/db/migrate.ts'
import { olderDatabase, storedRows } from '../support/older-database.ts'
import { twoMerchants } from '../support/two-merchants.ts'

/**
 * The migrations that bring the merchant into every key; what the gateway writes now is what they have to make of
 * older rows.
 */
const FIRST = '0080'
const STEPS = ['0080_tenant_columns', '0081_tenant_indexes', '0082_tenant_keys', '0083_tenant_keys_hold']

/** Columns of that time which a later migration has removed, with what they held (SQL). */
const FORMER: Readonly<Record<string, string>> = { 'attempt.processor': `'zgate'`, 'settlement.processor': `'zgate'` }

const c = await twoMerchants()
after(() => c.t.close())

async function stored(): Promise<Map<string, string>> {
  // Until 0084 the reference that a terminal reported was not kept.
  await c.t.db.run('update transaction set processor_reference = null where terminal_id is not null')
  // Numbers that were stored before 0093 are all looked at anew.
  await c.t.db.run('update instrument set erase_ts = 0 where sealed is not null')
  // Until 0102 nothing of the networks was kept.
  await c.t.db.run("update instrument set network_ids = '[]'")
  await c.t.db.run('update attempt set network_transaction_id = null, decline_class = null, advice_code = null')
  // Until 0141 a view did not know its visit.
  await c.t.owner.run('update quick_invoice_view set visit = null')
  // Until 0104 an event did not name its request.
  await c.t.owner.transaction(async tx => {
    await tx.run("set local session_replication_role = 'replica'")
    await tx.run('update event set request_id = null')
  })
  return storedRows(c.t.db)
}

const older = (rows: ReadonlyMap<string, string>) => olderDatabase(FIRST, rows, FORMER)

/**
 * Columns whose value an older database cannot have: when a user was last active, the keys were made and the clock
 * was moved, whether a client that was registered before rotates its refresh tokens, and keys that the next start
 * seals.
 */
const KEPT_SINCE = `array['last_active_ts', 'user_api_key_ts', 'user_hash_key_ts', 'moved_ts', 'rotates_refresh_token',
  'location_api_key_sealed', 'location_api_key_mark', 'ticket_hash_key_sealed', 'ticket_hash_key_mark',
  'encryption_key_sealed', 'encryption_key_mark']`

test('a database with data has every row afterwards, each with its merchant', async () => {
  const rows = await stored()
  assert.ok(rows.size > 80)
  const old = await older(rows)
  try {
    const known = new Set((await tablesOf(old.database)).map(({ name }) => name))
    assert.deepEqual((await migrate(old.url)).slice(0, STEPS.length), STEPS)
    for (const [table, all] of rows) {
      // What was added since begins empty there, or with what its own migration makes.
      if (!known.has(table)) continue
      const [is] = await old.database.query<{ other: number }>(
        `with is_there as (select to_jsonb(t) - ${KEPT_SINCE} as row from "${table}" t),
              should_be as (select to_jsonb(t) - ${KEPT_SINCE} as row from json_populate_recordset(null::"${table}", $1) t)
         select count(*)::int as other from (
           (select row from is_there except all select row from should_be) union all
           (select row from should_be except all select row from is_there)) each_other`,
        [all],
      )
      assert.equal(is?.other, 0, table)
    }
  } finally {
    await old.drop()
  }
})

test('a database in which a record names that of another merchant is not taken over', async () => {
  const old = await older(await stored())
  try {
    await old.database.run(
      `update recurring set contact_id = (select id from contact where root_id <> recurring.root_id limit 1) where contact_id is null`,
    )
    await assert.rejects(migrate(old.url), /migration 0083_tenant_keys_hold failed: .*"recurring_contact_id_fkey"/)
    assert.deepEqual(
      await old.database.query(`select id from schema_migration where id between 80 and 83 order by id`),
      [{ id: 80 }, { id: 81 }, { id: 82 }],
    )
  } finally {
    await old.drop()
  }
})
