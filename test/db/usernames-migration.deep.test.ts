import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { migrate } from '../../src/db/migrate.ts'
import { olderDatabase } from '../support/older-database.ts'

/** Users of the time before 0167, whose names could differ by capitals that the database did not know. */

const old = await olderDatabase('0167', new Map())
after(() => old.drop())

const MANY = 20_000
const INSERT = `
insert into "user" (id, root_id, primary_location_id, domain_id, username, last_name, email, user_type_id, status_id, email_trx_receipt,
                    password_spent, requires_new_password, login_attempts, ui_prefs, created_ts, modified_ts, deleted_ts)
select id, 'root', 'root', 'shop', username, 'Moss', 'moss@example.com', 400, 1, false, false, false, 0, '{}', created_ts, 1, deleted_ts`

test('who had the name of another but for capitals keeps it, and the first one has it as before', async () => {
  await old.database.transaction(async tx => {
    await tx.run('set local session_replication_role = replica')
    await tx.run(`${INSERT} from (values ('a', 'ÉLODIE', 10, null), ('b', 'élodie', 11, null), ('c', 'Élodie', 9, 20),
      ('d', 'Müller', 10, null)) as given (id, username, created_ts, deleted_ts)`)
    await tx.run(`${INSERT} from (select 'm' || i, 'person' || i, i, null::bigint from generate_series(1, ${MANY}) i)
      as given (id, username, created_ts, deleted_ts)`)
  })
  await migrate(old.url)
  const twins = await old.database.query('select id, username_twin from "user" where username_twin is not null')
  assert.deepEqual(twins, [{ id: 'b', username_twin: 'b' }])
})
